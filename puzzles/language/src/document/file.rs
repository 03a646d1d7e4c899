//! The text of a file.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::time::SystemTime;

use super::Source;
use super::escapes::with_line_ends;
use super::problem::{BadInput, Problem, Problems, shown};

/// The largest puzzle file that is read, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Gets the text of a file: what has the name of an embedded puzzle, or is called `-`, is a file like any other.
///
/// # Errors
/// As [`load`](crate::read::load).
pub fn load_file(path: &str) -> Result<Source, BadInput> {
    read_file(path, File::open(path), MAX_BYTES)
}

/// The text of an open file of at most so many bytes.
pub fn read_file(path: &str, opened: io::Result<File>, most: u64) -> Result<Source, BadInput> {
    let file = opened.map_err(|error| cannot_read(path, &error))?;
    let stamp = || file.metadata().map(|metadata| Stamp::of(&metadata));
    read_stable(path, &file, most, stamp)
}

/// What changes when a file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    folder: bool,
    /// Not a pipe or a device, which have no length and whose time is that of the last write.
    regular: bool,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            folder: metadata.is_dir(),
            regular: metadata.is_file(),
            length: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }
}

/// Reads all of `file`, unless it is too large or `stamp` is not the same before and after.
fn read_stable(
    name: &str,
    file: impl Read,
    most: u64,
    stamp: impl Fn() -> io::Result<Stamp>,
) -> Result<Source, BadInput> {
    let failed = |error: io::Error| cannot_read(name, &error);
    let before = stamp().map_err(failed)?;
    if before.folder {
        return Err(failed(ErrorKind::IsADirectory.into()));
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if before.regular && stamp().map_err(failed)? != before {
        let problem =
            Problem::without_place(format!("`{}` changed while it was read", shown(name)))
                .help("try again when nothing else writes to it");
        return Err(bad(name, String::new(), problem));
    }
    decode(name, bytes, most)
}

/// That a file is too large.
pub fn too_large(name: &str) -> BadInput {
    let problem = Problem::without_place(format!("`{}` is too large", shown(name)))
        .help(format!("a puzzle file has at most {MAX_BYTES} bytes"));
    bad(name, String::new(), problem)
}

/// The text of the bytes read, which are to be at most so many.
pub fn decode(name: &str, bytes: Vec<u8>, most: u64) -> Result<Source, BadInput> {
    if bytes.len() as u64 > most {
        return Err(too_large(name));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(valid).copied().unwrap_or_default();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let mark = char::REPLACEMENT_CHARACTER.len_utf8();
        let problem = Problem::new(
            valid..valid + mark,
            "the file is not UTF-8 text",
            format!("found the byte 0x{byte:02X}, which is not part of a character here"),
        )
        .help("save the file as UTF-8");
        bad(name, text, problem)
    })?;
    Ok(Source {
        name: name.to_owned(),
        text: with_line_ends(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
    })
}

/// A file that cannot be used, with one problem.
pub fn bad(name: &str, text: String, problem: Problem) -> BadInput {
    let mut problems = Problems::default();
    problems.push(problem);
    BadInput {
        source: Source {
            name: name.to_owned(),
            text,
        },
        problems,
    }
}

/// The same of a file that cannot be read, with how to mend that.
pub fn cannot_read(name: &str, error: &io::Error) -> BadInput {
    let quoted = shown(name);
    let problem = match error.kind() {
        ErrorKind::NotFound => Problem::without_place(format!("there is no file `{quoted}`")),
        ErrorKind::IsADirectory => {
            Problem::without_place(format!("`{quoted}` is a folder, expected a file"))
        }
        ErrorKind::PermissionDenied => {
            Problem::without_place(format!("`{quoted}` may not be read: permission denied"))
        }
        _ => Problem::without_place(format!("`{quoted}` cannot be read: {error}")),
    };
    bad(name, String::new(), problem)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use super::super::ReportStyle;
    use super::*;

    fn message(result: Result<Source, BadInput>) -> String {
        let bad = result.unwrap_err();
        assert_eq!(bad.problems.len(), 1);
        bad.render(ReportStyle::default())
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_refused() {
        let length = Cell::new(1);
        let stamp = |regular: bool, grows: u64| {
            length.set(length.get() + grows);
            Ok(Stamp {
                folder: false,
                regular,
                length: length.get(),
                modified: None,
            })
        };
        assert!(read_stable("x", &b"a"[..], MAX_BYTES, || stamp(true, 0)).is_ok());
        assert!(
            message(read_stable("x", &b"a"[..], MAX_BYTES, || stamp(true, 1)))
                .contains("changed while it was read")
        );
        assert!(read_stable("x", &b"a"[..], MAX_BYTES, || stamp(false, 1)).is_ok());
    }

    /// Cuts the file that it reads as soon as something was read of it.
    struct Shrinking(File);

    impl Read for Shrinking {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let room = buffer.len().min(7);
            let read = (&self.0).read(&mut buffer[..room])?;
            self.0.set_len(7)?;
            Ok(read)
        }
    }

    #[test]
    fn a_file_that_shrinks_while_it_is_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shrinking.toml");
        fs::write(&path, "kind = \"block-party\"\n").unwrap();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let other = file.try_clone().unwrap();
        let stamp = || other.metadata().map(|metadata| Stamp::of(&metadata));
        let report = message(read_stable(
            "shrinking.toml",
            Shrinking(file),
            MAX_BYTES,
            stamp,
        ));
        assert!(report.contains("changed while it was read"), "{report}");
    }
}
