//! Files that are written completely or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes a file completely or not at all: to a new file in the same folder, which is then renamed. Anything other than
/// a regular file, such as a pipe, is written to directly.
///
/// # Errors
/// A text that says what could not be written and why; there is then no new file and the old one is as it was.
pub fn write_whole(path: &str, bytes: &[u8]) -> Result<(), String> {
    write(Path::new(path), bytes, true).map_err(|error| cannot_write(path, &error))
}

/// The same for several files in one folder, with the contents that `bytes` gives. They are safe from a loss of power
/// when all are written, which takes much less time than to wait for each.
pub(crate) fn write_all_whole<'p>(
    paths: &'p [String],
    bytes: impl Fn(usize) -> Vec<u8>,
) -> Result<(), String> {
    let failed = |path: &'p String| move |error| cannot_write(path, &error);
    for (at, path) in paths.iter().enumerate() {
        write(Path::new(path), &bytes(at), false).map_err(failed(path))?;
    }
    for path in paths {
        let file = File::open(path).map_err(failed(path))?;
        file.sync_all().map_err(failed(path))?;
    }
    if let Some(path) = paths.first() {
        settle_name(Path::new(path));
    }
    Ok(())
}

fn cannot_write(path: &str, error: &io::Error) -> String {
    format!("error: cannot write `{path}`: {error}")
}

fn write(path: &Path, bytes: &[u8], settles: bool) -> io::Result<()> {
    let path = target(path)?;
    let has_folder = || match path.parent() {
        Some(folder) if folder != Path::new("") => folder.is_dir(),
        _ => true,
    };
    // Another process that cleans up the folder may remove the new file, but not repeatedly.
    for _ in 0..3 {
        match write_once(&path, bytes, settles) {
            Err(error) if error.kind() == ErrorKind::NotFound && has_folder() => {}
            written => return written,
        }
    }
    Err(ErrorKind::NotFound.into())
}

/// Takes away what processes that were killed while they wrote these files have left in their folder.
pub(crate) fn sweep<'p>(folder: &Path, paths: impl Iterator<Item = &'p str>) {
    let beginnings: Vec<String> = paths
        .filter_map(|path| temporary_beginning(&target(Path::new(path)).ok()?))
        .collect();
    let folder = match folder == Path::new("") {
        true => Path::new("."),
        false => folder,
    };
    // If something stays, it does no harm.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(TEMPORARY_END) && beginnings.iter().any(|known| name.starts_with(known)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file that must not exist yet.
///
/// # Errors
/// A text that says what could not be written and why.
pub fn write_new(path: &str, bytes: &[u8]) -> Result<(), String> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(format!(
            "error: `{path}` exists already; choose another name or remove it"
        )),
        Err(_) => write_whole(path, bytes),
    }
}

fn write_once(path: &Path, bytes: &[u8], settles: bool) -> io::Result<()> {
    let known = fs::metadata(path).ok();
    match &known {
        Some(known) if known.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Some(known) if !known.is_file() => {
            return OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        _ => {}
    }
    if largest_file().is_some_and(|most| bytes.len() as u64 > most) {
        // Writing more would end the process, and leave a part behind.
        return Err(ErrorKind::FileTooLarge.into());
    }
    let beginning = temporary_beginning(path).ok_or(ErrorKind::InvalidFilename)?;
    let new_path = path.with_file_name(temporary_name(&beginning));
    let mut file = File::create_new(&new_path)?;
    let permissions = known.map(|known| known.permissions());
    let written = permissions
        // Before anything can be read of it.
        .map_or(Ok(()), |permissions| file.set_permissions(permissions))
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| if settles { file.sync_all() } else { Ok(()) })
        .and_then(|()| fs::rename(&new_path, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&new_path);
    } else if settles {
        settle_name(path);
    }
    written
}

const TEMPORARY_END: &str = ".tmp";

/// The beginning of the names of temporary files for this one. Its own name may have the maximal length, so it is not
/// part of them.
fn temporary_beginning(path: &Path) -> Option<String> {
    let name: &OsStr = path.file_name()?;
    let mut hasher = fxhash::FxHasher::default();
    name.hash(&mut hasher);
    Some(format!(".quadrille-{:016x}-", hasher.finish()))
}

/// A name that is unique on all machines that share the folder.
fn temporary_name(beginning: &str) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = now.map_or(0, |now| now.as_nanos());
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    format!("{beginning}{process}-{nanos:x}-{number}{TEMPORARY_END}").into()
}

/// Makes the new name outlive a loss of power, where folders can be synchronised.
fn settle_name(path: &Path) {
    if let Some(folder) = path.parent().map(File::open) {
        let _ = folder.and_then(|folder| folder.sync_all());
    }
}

/// The most links that are followed.
const MOST_LINKS: usize = 40;

/// The file that a path refers to, through links, whether or not it exists.
fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(real) = fs::canonicalize(path) {
        return Ok(real);
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // A relative target starts from the folder of the link.
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The most bytes that the system lets this process write to a file, if it sets a limit and reports it.
fn largest_file() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max file size"))?;
    line.split_whitespace().next()?.parse().ok()
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

    #[test]
    fn what_killed_processes_left_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let left = |name: &str| {
            let beginning = temporary_beginning(Path::new(name)).unwrap();
            fs::write(folder.path().join(temporary_name(&beginning)), "half").unwrap();
        };
        for name in ["a", "a", "b", "c"] {
            left(name);
        }
        let [a, b] = [path("a"), path("b")];
        sweep(folder.path(), [&*a, &*b].into_iter());
        // That of `c` belongs to another process.
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
}
