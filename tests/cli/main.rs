//! The `quadrille` command as a user or a script meets it: every command, exit code and fault.

mod best;
mod campaign;
mod check;
mod commands;
mod compare;
mod escaping;
mod faults;
mod genres;
mod hints;
mod interrupted;
mod json;
mod minimise;
mod pictures;
mod rulebooks;
mod serve;
mod solve;
mod texts;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A puzzle without a solution: no square of two digits has two equal ones, and a row of one region is one number of
/// two equal digits.
const NONE: &str =
    "kind = \"number-cross-4\"\nregions = '''\nAA\nBB\n'''\nclues = [\"prime\", \"square\"]\n";

/// A puzzle whose grid has no mark at all: every hole-free connected shape will do, and counting them all is far
/// beyond any time limit.
fn endless() -> String {
    let row = [". "; 20].concat();
    format!(
        "kind = \"shut-the-box\"\ngrid = '''\n{}'''\n",
        format!("{}\n", row.trim_end()).repeat(20)
    )
}

/// What a run came to.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("results are UTF-8"),
            err: String::from_utf8(output.stderr).expect("complaints are UTF-8"),
        }
    }
}

impl Ran {
    fn first_line(&self) -> &str {
        self.out.lines().next().unwrap_or_default()
    }

    /// Asserts what is true of all bad input: exit code 2, a report, and no result.
    #[track_caller]
    fn assert_bad_input(&self, part: &str) {
        assert_eq!(self.code, Some(2), "{}", self.err);
        assert_eq!(self.out, "");
        assert!(self.err.contains(part), "{}", self.err);
    }

    /// Asserts that the error report of a batch has this part.
    #[track_caller]
    fn assert_failed_with(&self, part: &str) {
        assert_eq!(self.code, Some(2), "{}", self.err);
        assert!(self.err.contains(part), "{}", self.err);
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Ran {
    command(arguments).output().expect("the binary runs").into()
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    // It may end without reading everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends").into()
}

/// A folder for one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for a test"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its path.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), content).expect("a file for a test");
        self.name(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain name").to_owned()
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .expect("the folder is there")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a plain name")
            })
            .collect();
        names.sort();
        names
    }
}

/// The file of an embedded puzzle.
fn embedded(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("language/instances")
        .join(name);
    std::fs::read_to_string(path.with_extension("toml")).expect("an embedded puzzle")
}
