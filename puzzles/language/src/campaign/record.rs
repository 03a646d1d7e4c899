//! The record of findings in a document, and the file of solutions beside it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde_json::{Map, Value, json};

use super::sealed::{Document, fields, list};
use super::sha256::Sha256;
use super::tally::{Decided, Tally};
use crate::puzzle::Answer;

/// The fields of a tally, without the solutions not yet written down.
pub(super) fn fields_of(tally: &Tally) -> Map<String, Value> {
    fields([
        ("found", tally.found.into()),
        ("checked", tally.checked.into()),
        ("best", json!(tally.best)),
        ("nodes", tally.nodes.into()),
        ("failures", tally.failures.into()),
        (
            "seen",
            list(tally.seen.iter().map(|values| numbers(values))),
        ),
        (
            "firsts",
            list(tally.firsts.iter().map(|values| numbers(values))),
        ),
        (
            "answers",
            tally
                .answers
                .iter()
                .map(|(answer, decided)| {
                    let answer = answer.as_ref().map(Answer::to_string);
                    json!({ "answer": answer, "first": numbers(decided) })
                })
                .collect(),
        ),
    ])
}

/// The tally of such fields.
pub(super) fn tally_of(document: &Document) -> Result<Tally, String> {
    let lists = |key: &str| -> Result<Vec<Vec<i32>>, String> {
        document.field(key, |value| {
            let lines = value.as_array()?.iter();
            lines.map(|line| read_numbers(line.as_str()?)).collect()
        })
    };
    Ok(Tally {
        found: document.number("found")?,
        checked: document.number("checked")?,
        best: document.field("best", |value| match value {
            Value::Null => Some(None),
            value => value.as_i64().map(Some),
        })?,
        seen: lists("seen")?,
        firsts: lists("firsts")?.into_iter().map(Decided::from).collect(),
        answers: document.field("answers", |value| {
            let entries = value.as_array()?.iter();
            entries
                .map(|entry| {
                    let answer = match &entry["answer"] {
                        Value::Null => None,
                        answer => Some(Answer::of_text(answer.as_str()?)),
                    };
                    let first = read_numbers(entry["first"].as_str()?)?;
                    Some((answer, Decided::from(first)))
                })
                .collect()
        })?,
        fresh: Vec::new(),
        nodes: document.number("nodes")?,
        failures: document.number("failures")?,
    })
}

/// Numbers with spaces between.
pub(super) fn numbers(values: &[i32]) -> String {
    let words: Vec<String> = values.iter().map(i32::to_string).collect();
    words.join(" ")
}

pub(super) fn read_numbers(line: &str) -> Option<Vec<i32>> {
    line.split_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

/// A file to which solutions are appended, one line each. Only the part named by the latest checkpoint counts: anything
/// written after that is truncated.
#[derive(Debug)]
pub(super) struct Spool {
    path: String,
    file: File,
    bytes: u64,
    digest: Sha256,
    /// The value of its solutions, if the best is asked for.
    best: Option<i64>,
}

impl Spool {
    /// A new one beside the file `base`, replacing any left by a killed process.
    pub(super) fn create(base: &str, best: Option<i64>) -> Result<Self, String> {
        let path = match best {
            None => format!("{base}.solutions"),
            Some(best) => format!("{base}.solutions{best:+}"),
        };
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path);
        Ok(Self {
            file: opened.map_err(|error| cannot("write", &path, &error))?,
            path,
            bytes: 0,
            digest: Sha256::new(),
            best,
        })
    }

    /// Continues the one named by a checkpoint.
    ///
    /// # Errors
    /// If it does not begin with the part that the checkpoint refers to.
    pub(super) fn resume(
        fields: &Value,
        best: Option<i64>,
        checkpoint: &str,
    ) -> Result<Self, String> {
        let named = || Some((fields["file"].as_str()?, fields["bytes"].as_u64()?));
        let Some((path, bytes)) = named() else {
            return Err(format!("error: `{checkpoint}` has no valid `solutions`"));
        };
        let path = beside(checkpoint, path);
        let failed = |error: io::Error| cannot("read", &path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .map_err(failed)?;
        let mut digest = Sha256::new();
        let mut left = bytes;
        let mut buffer = vec![0; 1 << 16];
        while left > 0 {
            let most = left.min(buffer.len() as u64) as usize;
            match file.read(&mut buffer[..most]).map_err(failed)? {
                0 => break,
                read => {
                    digest.add(&buffer[..read]);
                    left -= read as u64;
                }
            }
        }
        if left > 0 || fields["digest"] != digest.hex() {
            return Err(format!(
                "error: `{path}` is damaged: it does not begin with the solutions that `{checkpoint}` has seen"
            ));
        }
        Ok(Self {
            path,
            file,
            bytes,
            digest,
            best,
        })
    }

    /// Adds solutions, and sees them safely on disk.
    pub(super) fn add(&mut self, solutions: &[Decided]) -> Result<(), String> {
        let mut text = String::new();
        for solution in solutions {
            text.push_str(&numbers(solution));
            text.push('\n');
        }
        let mut write = || {
            // A failed attempt may have left something there.
            self.file.set_len(self.bytes)?;
            self.file.seek(SeekFrom::Start(self.bytes))?;
            self.file.write_all(text.as_bytes())?;
            self.file.sync_data()
        };
        write().map_err(|error| cannot("write", &self.path, &error))?;
        self.bytes += text.len() as u64;
        self.digest.add(text.as_bytes());
        Ok(())
    }

    /// Its entry in a checkpoint.
    pub(super) fn named(&self) -> Value {
        let file = std::path::Path::new(&self.path).file_name();
        json!({
            "file": file.unwrap_or_default().to_string_lossy(),
            "bytes": self.bytes,
            "digest": self.digest.hex(),
        })
    }

    /// Where it ends.
    pub(super) fn end(&self) -> (u64, Sha256) {
        (self.bytes, self.digest.clone())
    }

    /// Solutions added after this do not count: no checkpoint refers to them.
    pub(super) fn go_back(&mut self, end: (u64, Sha256)) {
        (self.bytes, self.digest) = end;
    }

    pub(super) fn best(&self) -> Option<i64> {
        self.best
    }

    /// All solutions.
    pub(super) fn read(&mut self) -> Result<Vec<Decided>, String> {
        let mut text = String::new();
        let read = self
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| (&mut self.file).take(self.bytes).read_to_string(&mut text));
        read.map_err(|error| cannot("read", &self.path, &error))?;
        let lines = text
            .lines()
            .map(|line| read_numbers(line).map(Decided::from));
        lines
            .collect::<Option<_>>()
            .ok_or_else(|| format!("error: `{}` is damaged", self.path))
    }

    pub(super) fn remove(&self) {
        // If it stays, it does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The path of `name` in the folder of the file `path`.
fn beside(path: &str, name: &str) -> String {
    let path = std::path::Path::new(path).with_file_name(name);
    path.to_string_lossy().into_owned()
}

fn cannot(what: &str, path: &str, error: &io::Error) -> String {
    format!("error: cannot {what} `{path}`: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_checkpoint_has_seen_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().join("c").to_str().unwrap().to_owned();
        let solution = |n: i32| Decided::from([n, -n]);
        let mut spool = Spool::create(&base, None).unwrap();
        spool.add(&[solution(1), solution(2)]).unwrap();
        let seen = spool.named();
        spool.add(&[solution(3)]).unwrap();
        drop(spool);
        let mut again = Spool::resume(&seen, None, &base).unwrap();
        assert_eq!(again.read().unwrap(), [solution(1), solution(2)]);
        again.add(&[solution(4)]).unwrap();
        let expected = [solution(1), solution(2), solution(4)];
        assert_eq!(again.read().unwrap(), expected);
        assert_eq!(
            fs::read_to_string(&again.path).unwrap(),
            "1 -1\n2 -2\n4 -4\n"
        );
        fs::write(&again.path, "1 -1\n2 -").unwrap();
        let error = Spool::resume(&seen, None, &base).unwrap_err();
        assert!(error.contains("damaged"), "{error}");
    }
}
