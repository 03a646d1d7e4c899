//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes a file whole or not at all: to a new file in the same folder, which then takes its name. What is no
/// regular file, such as a pipe, is written to directly.
///
/// # Errors
/// A text that says what could not be written and why; there is then no new file and the old one is as it was.
pub(crate) fn write_whole(path: &str, bytes: &[u8]) -> Result<(), String> {
    write(Path::new(path), bytes).map_err(|error| format!("error: cannot write `{path}`: {error}"))
}

/// Writes a file that must not exist yet.
///
/// # Errors
/// A text that says what could not be written and why.
pub(crate) fn write_new(path: &str, bytes: &[u8]) -> Result<(), String> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(format!(
            "error: `{path}` is there already; choose another name or take it away"
        )),
        Err(_) => write_whole(path, bytes),
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = match fs::canonicalize(path) {
        // Through a link to the file that it stands for.
        Ok(real) => real,
        Err(_) => path.to_owned(),
    };
    match fs::metadata(&path) {
        Ok(known) if known.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(known) if !known.is_file() => {
            return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
        }
        _ => {}
    }
    if path.file_name().is_none() {
        return Err(io::ErrorKind::InvalidFilename.into());
    }
    let new_path = path.with_file_name(temporary_name());
    let written = fill(&new_path, bytes).and_then(|()| fs::rename(&new_path, &path));
    if written.is_err() {
        // It may not exist; the first error is the one to tell.
        let _ = fs::remove_file(&new_path);
    } else {
        settle_name(&path);
    }
    written
}

/// A name that nobody else uses, on whatever machine that shares the folder. It is not made from the file's own name,
/// which may be as long as names can be.
fn temporary_name() -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = now.map_or(0, |now| now.as_nanos());
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!(".quadrille-{}-{nanos:x}-{number}.tmp", std::process::id()).into()
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes the new name outlive a loss of power, where folders can be synchronised.
fn settle_name(path: &Path) {
    if let Some(folder) = path.parent().map(File::open) {
        let _ = folder.and_then(|folder| folder.sync_all());
    }
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

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_no_regular_file_stays_what_it_is() {
        write_whole("/dev/null", b"x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let full = write_whole("/dev/full", b"x").unwrap_err();
        assert!(full.contains("/dev/full"), "{full}");
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
    }
}
