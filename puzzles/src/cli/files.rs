//! Files: output that is written whole or not at all, and folders of puzzles.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::embedded;

/// Writes a file whole or not at all: to a new file in the same folder, which then takes its name. What is no
/// regular file, such as a pipe, is written to directly.
///
/// # Errors
/// A text that says what could not be written and why; there is then no new file and the old one is as it was.
pub(super) fn write_whole(path: &str, bytes: &[u8]) -> Result<(), String> {
    write(Path::new(path), bytes).map_err(|error| format!("error: cannot write `{path}`: {error}"))
}

/// Writes a file that must not exist yet.
///
/// # Errors
/// A text that says what could not be written and why.
pub(super) fn write_new(path: &str, bytes: &[u8]) -> Result<(), String> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(format!(
            "error: `{path}` is there already; choose another name or take it away"
        )),
        Err(_) => write_whole(path, bytes),
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = target(path)?;
    let known = fs::metadata(&path).ok();
    match &known {
        Some(known) if known.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Some(known) if !known.is_file() => {
            return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
        }
        _ => {}
    }
    if path.file_name().is_none() {
        return Err(io::ErrorKind::InvalidFilename.into());
    }
    if largest_file().is_some_and(|most| bytes.len() as u64 > most) {
        // Writing more would end the process, and leave a part behind.
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // Not made from the file's name, which may be as long as names can be.
    let new_path = path.with_file_name(format!(".quadrille-{}.tmp", std::process::id()));
    let mut file = File::create_new(&new_path)?;
    let permissions = known.map(|known| known.permissions());
    let written = permissions
        // Before anything can be read of it.
        .map_or(Ok(()), |permissions| file.set_permissions(permissions))
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&new_path, &path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&new_path);
    }
    written
}

/// The most links that are followed.
const MOST_LINKS: usize = 40;

/// The file that a path stands for, through links, whether or not it is there.
fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(real) = fs::canonicalize(path) {
        return Ok(real);
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // One that is not absolute begins where the link stands.
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The most bytes that the system lets this process write to a file, if it sets a limit and tells it.
fn largest_file() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max file size"))?;
    line.split_whitespace().next()?.parse().ok()
}

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

/// Whether the name stands for a folder of puzzles.
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
            (false, 1..) => "; --recursive looks into the folders below it, too",
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
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        let name = path.to_str().unwrap();
        write_whole(name, b"one").unwrap();
        write_whole(name, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let longest = folder.path().join("n".repeat(255));
        write_whole(longest.to_str().unwrap(), b"long").unwrap();
        assert_eq!(fs::read(&longest).unwrap(), b"long");
        fs::remove_file(&longest).unwrap();
        assert!(write_whole(folder.path().to_str().unwrap(), b"x").is_err());
        assert!(write_whole(folder.path().join("b/c").to_str().unwrap(), b"x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn modes_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let name = |name: &str| path(name).to_str().unwrap().to_owned();
        fs::write(path("secret.svg"), "old").unwrap();
        fs::set_permissions(path("secret.svg"), PermissionsExt::from_mode(0o600)).unwrap();
        write_whole(&name("secret.svg"), b"new").unwrap();
        assert_eq!(
            fs::metadata(path("secret.svg"))
                .unwrap()
                .permissions()
                .mode()
                & 0o777,
            0o600
        );
        // A link to a file that is not there yet, through another one.
        symlink("later.svg", path("link")).unwrap();
        symlink(path("link"), path("other")).unwrap();
        write_whole(&name("other"), b"x").unwrap();
        assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(path("other")).unwrap().is_symlink());
        assert_eq!(fs::read(path("later.svg")).unwrap(), b"x");
        symlink("loop", path("loop")).unwrap();
        assert!(write_whole(&name("loop"), b"x").is_err());
        assert!(fs::symlink_metadata(path("loop")).unwrap().is_symlink());
        assert!(write_new(&name("link"), b"y").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_no_regular_file_stays_what_it_is() {
        write_whole("/dev/null", b"x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let full = write_whole("/dev/full", b"x").unwrap_err();
        assert!(full.contains("/dev/full"), "{full}");
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
    }

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
