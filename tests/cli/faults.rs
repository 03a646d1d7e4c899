//! What goes wrong around the command: files, pipes, disks, signals.

use std::fs::File;
use std::time::{Duration, Instant};

use super::*;

#[test]
fn files_that_are_no_puzzles() {
    let folder = Folder::new();
    run(&["solve", &folder.name("missing.toml")]).assert_bad_input("there is no file");
    run(&["solve", "number-cros-4"]).assert_bad_input("did you mean `number-cross-4`?");
    run(&["solve", &folder.file("empty.toml", "")]).assert_bad_input("kind");
    run(&[
        "solve",
        &folder.file("latin.toml", b"kind = \"x\"\ntitle = \"caf\xe9\"\n"),
    ])
    .assert_bad_input("not UTF-8");
    run(&["solve", &folder.file("large.toml", vec![b'#'; 2 << 20])]).assert_bad_input("too large");
    run(&["show", &folder.name("")]).assert_bad_input("is a folder");
    run(&["check", "block-party-4", &folder.name("")]).assert_bad_input("is a folder");
    run(&["fold", &folder.file("shape", b"#\xff\n")]).assert_bad_input("not UTF-8");
    let both = folder.file("two.toml", "kind = \"number-cross-4\"\nregions = '''\nAA\nA\n'''\nclues = [\"prim\", \"square\", \"cube\"]\n");
    let ran = run(&["solve", &both]);
    ran.assert_bad_input("prime");
    assert!(
        ran.err.contains("two.toml:4:") && ran.err.contains("two.toml:6:"),
        "{}",
        ran.err
    );
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    let folder = Folder::new();
    let windows = format!(
        "\u{feff}{}",
        embedded("number-cross-4").replace('\n', "\r\n")
    );
    let path = folder.file("windows.toml", windows);
    let ran = run(&["test", &path]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("as expected: exactly one solution"),
        "{}",
        ran.out
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for (arguments, code) in [
        (&["solve", "number-cross-4"][..], 0),
        (&["list"], 0),
        (&["man"], 0),
        (&["--help"], 0),
        (&["solve", "shut-the-box", "--no-fold", "--all"], 3),
    ] {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.err, "", "{arguments:?}");
    }
}

#[test]
fn a_stream_that_nobody_reads_ends_the_search() {
    let folder = Folder::new();
    let path = folder.file("endless.toml", endless());
    let started = Instant::now();
    let mut child = command(&[
        "solve",
        &path,
        "--no-fold",
        "--all",
        "--json",
        "--order",
        "input",
        "--time",
        "60s",
    ])
    .spawn()
    .unwrap();
    drop(child.stdout.take());
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(ran.err, "");
}

#[test]
fn output_that_cannot_be_written() {
    let folder = Folder::new();
    let nowhere = folder.name("no/such/folder.svg");
    let ran = run(&["solve", "block-party-4", "--svg", &nowhere]);
    assert_eq!(ran.code, Some(74));
    assert!(
        ran.err.contains("cannot write") && ran.err.contains("no/such/folder.svg"),
        "{}",
        ran.err
    );
    assert_eq!(
        ran.first_line(),
        "exactly one solution",
        "what was found is told"
    );
    let ran = run(&["show", "block-party-4", "--svg", &folder.name("")]);
    assert_eq!(ran.code, Some(74));
    assert!(folder.files().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let ran: Ran = command(&["solve", "block-party-4"])
        .stdout(full())
        .output()
        .unwrap()
        .into();
    assert_eq!(ran.code, Some(74));
    assert!(
        ran.err.contains("cannot write to standard output"),
        "{}",
        ran.err
    );
    let ran = run(&["solve", "block-party-4", "--svg", "/dev/full"]);
    assert_eq!(ran.code, Some(74));
    assert!(ran.err.contains("/dev/full"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn signals_end_the_search_with_what_was_found() {
    let folder = Folder::new();
    let path = folder.file("endless.toml", endless());
    for (signal, threads) in [("-INT", "1"), ("-TERM", "1"), ("-TERM", "2")] {
        let arguments = [
            "solve",
            &path,
            "--no-fold",
            "--count",
            "--threads",
            threads,
            "--time",
            "60s",
        ];
        let child = command(&arguments).spawn().unwrap();
        // Long enough for the handler to be in place, on a busy machine too.
        std::thread::sleep(Duration::from_millis(700));
        let sent = Instant::now();
        let killed = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert!(sent.elapsed() < Duration::from_secs(5));
        assert_eq!(ran.code, Some(4), "{signal}: {}", ran.err);
        let verdict = ran.first_line();
        assert!(
            verdict.starts_with("at least ") && verdict.ends_with(" (stopped)"),
            "{verdict}"
        );
        assert!(ran.out.contains("shut-the-box, 20×20"));
    }
}
