//! Files: names of those beside another, and folders of puzzles.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::address::is_address;
use crate::embedded;
use crate::read::MAX_LIST_BYTES;

/// The path beside `path` whose name has `-extra` before its extension: `a/b.svg` and `net` give `a/b-net.svg`.
pub(super) fn beside(path: &str, extra: &str) -> String {
    let path = Path::new(path);
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{extra}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name).to_string_lossy().into_owned()
}

/// The most puzzle files that a folder may have.
pub(crate) const MOST_FILES: usize = 100_000;

/// Whether the name is that of a folder of puzzles.
fn is_folder(name: &str) -> bool {
    embedded::find(name).is_none() && Path::new(name).is_dir()
}

/// The addresses of a file that has nothing else, one in each line, and more than one; lines that begin with `#` are
/// comments.
fn addresses(name: &str) -> Option<Vec<String>> {
    let path = Path::new(name);
    if path.extension().is_some_and(|end| end == "toml")
        || !fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MAX_LIST_BYTES)
    {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let lines = text.lines().map(str::trim);
    let told = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let found: Option<Vec<String>> = told
        .map(|line| is_address(line).then(|| line.to_owned()))
        .collect();
    found.filter(|found| found.len() > 1)
}

/// Whether the name is that of a folder of puzzles, or of a file with addresses.
pub(super) fn is_several(name: &str) -> bool {
    is_folder(name) || embedded::find(name).is_none() && addresses(name).is_some()
}

/// A folder that cannot be used, and a text that says why.
#[derive(Debug)]
pub(super) struct BadFolder {
    pub(super) name: String,
    pub(super) report: String,
}

/// The names of puzzles as they were typed, with the files of folders and the addresses of lists in their place. Each is
/// looked into when its turn comes.
pub(super) fn puzzles(
    names: &[String],
    recursive: bool,
) -> impl Iterator<Item = Result<String, BadFolder>> {
    names.iter().flat_map(move |name| {
        if !is_folder(name) {
            let found = Some(name).filter(|name| embedded::find(name).is_none());
            let found = found.and_then(|name| addresses(name));
            let found = found.unwrap_or_else(|| vec![name.clone()]);
            return found.into_iter().map(Ok).collect();
        }
        match at_most(MOST_FILES, name, recursive) {
            Ok(files) => files.into_iter().map(Ok).collect(),
            Err(report) => vec![Err(BadFolder {
                name: name.clone(),
                report,
            })],
        }
    })
}

/// The puzzle files in a folder, by name; those in folders below it if `recursive`, but not through links.
///
/// # Errors
/// A text that says why a folder cannot be read, that it has no puzzle file, or more than `most`.
fn at_most(most: usize, folder: &str, recursive: bool) -> Result<Vec<String>, String> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    let mut below = 0;
    while let Some(next) = folders.pop() {
        let failed = |error: io::Error| {
            format!(
                "error: cannot read the folder `{}`: {error}",
                next.display()
            )
        };
        for entry in fs::read_dir(&next).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                below += 1;
                if recursive {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|end| end == "toml") && !path.is_dir() {
                if paths.len() == most {
                    return Err(format!(
                        "error: the folder `{folder}` has more than {most} puzzle files"
                    ));
                }
                paths.push(path);
            }
        }
    }
    if paths.is_empty() {
        let help = match (recursive, below) {
            (false, 1..) => "; --recursive also searches its subfolders",
            _ => "",
        };
        return Err(format!(
            "error: the folder `{folder}` has no puzzle file (a file whose name ends in .toml){help}"
        ));
    }
    paths.sort();
    Ok(paths
        .into_iter()
        .map(|path| path.to_string_lossy().into_owned())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_at_most_so_many_puzzles() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().to_str().unwrap();
        assert!(
            at_most(2, name, false)
                .unwrap_err()
                .contains("has no puzzle file")
        );
        for file in ["b.toml", "a.toml", "notes.txt"] {
            fs::write(folder.path().join(file), "").unwrap();
        }
        let found = at_most(2, name, false).unwrap();
        assert!(found[0].ends_with("a.toml") && found[1].ends_with("b.toml"));
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        fs::write(below.join("c.toml"), "").unwrap();
        assert_eq!(at_most(2, name, false).unwrap().len(), 2);
        assert_eq!(at_most(3, name, true).unwrap().len(), 3);
        assert!(at_most(2, name, true).is_err());
        let error = at_most(1, name, false).unwrap_err();
        assert!(error.contains("more than 1 puzzle files"), "{error}");
    }

    #[test]
    fn a_list_of_addresses_is_several_puzzles() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        let name = path.to_str().unwrap().to_owned();
        let [one, two] = [
            "https://puzz.link/p?nurikabe/2/2/g",
            "puzz.link/p?sudoku/4/4/p",
        ];
        for (text, found) in [
            (format!("# two\n{one}\n\n  {two} \r\n"), Some([one, two])),
            (format!("{one}\n"), None),
            (format!("{one}\nkind = \"nurikabe\"\n{two}\n"), None),
            (String::new(), None),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(is_several(&name), found.is_some());
            let names = puzzles(std::slice::from_ref(&name), false).map(Result::unwrap);
            let expected = found.map_or_else(
                || vec![name.clone()],
                |found| found.map(str::to_owned).to_vec(),
            );
            assert_eq!(names.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn names_beside() {
        assert_eq!(beside("a/b.svg", "net"), "a/b-net.svg");
        assert_eq!(beside("b", "net"), "b-net");
    }
}
