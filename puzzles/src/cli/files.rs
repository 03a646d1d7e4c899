//! Files: names of those beside another, and folders of puzzles.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::embedded;

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
pub(super) fn is_folder(name: &str) -> bool {
    embedded::find(name).is_none() && Path::new(name).is_dir()
}

/// A folder that cannot be used, and a text that says why.
#[derive(Debug)]
pub(super) struct BadFolder {
    pub(super) name: String,
    pub(super) report: String,
}

/// The names of puzzles as they were typed, with the files of folders in their place. A folder is looked into when its
/// turn comes.
pub(super) fn puzzles(
    names: &[String],
    recursive: bool,
) -> impl Iterator<Item = Result<String, BadFolder>> {
    names.iter().flat_map(move |name| {
        if !is_folder(name) {
            return vec![Ok(name.clone())];
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
    fn names_beside() {
        assert_eq!(beside("a/b.svg", "net"), "a/b-net.svg");
        assert_eq!(beside("b", "net"), "b-net");
    }
}
