//! What can go wrong around the command: files, pipes, disks, signals.

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
    run(&["solve", "block-party-4", "--threads", "1025"]).assert_bad_input("at most 1024 threads");
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
fn a_limit_of_time_holds_while_rules_are_compiled() {
    let folder = Folder::new();
    let large = folder.file("large.toml", "kind = \"nurikabe\"\nsize = \"600x600\"\n");
    let ran = run(&["solve", &large, "--time", "1ms"]);
    assert_eq!(ran.code, Some(4), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("stopped while it was read"), "{}", ran.err);
    let ran = run(&["solve", &large, &large, "--time", "1ms", "--json"]);
    assert_eq!(ran.code, Some(4), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("{\"version\""), "{}", ran.out);
    assert!(ran.out.contains("\"type\":\"stopped\""), "{}", ran.out);
    // As long as there is time, it is no different.
    let ran = run(&["solve", "number-cross-4", "--time", "1h"]);
    assert_eq!(ran.first_line(), "exactly one solution");
}

/// Each `abs` within another took twice the time, without a bound.
#[test]
fn numbers_without_sign_in_each_other_are_bounded() {
    let folder = Folder::new();
    for (levels, wrong) in [(12, None), (50, Some("the formula is nested too deeply"))] {
        let (open, close) = ("abs(x of c + ".repeat(levels), ")".repeat(levels));
        let rules = format!(
            "decide shade on cells: shaded or open\n\"R.\"\n    each cell c: {open}1{close} = {levels} + 1"
        );
        let text = format!("size = \"2x1\"\nrules = '''\n{rules}\n'''\n");
        let ran = run(&["solve", &folder.file("deep.toml", text)]);
        match wrong {
            // Both cells have the x 1, and each level adds it.
            None => assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err),
            Some(wrong) => ran.assert_bad_input(wrong),
        }
    }
}

#[test]
fn each_of_several_puzzles_is_warned_of() {
    let marked = "https://puzz.link/p?nurikabe/v:/3/3/2k2";
    let longer = "https://puzz.link/p?akari/2/2/j000";
    let ran = run(&["solve", marked, longer]);
    for (name, remark) in [
        (marked, "marked it as a variant"),
        (longer, "“000” comes after"),
    ] {
        assert!(
            ran.err.contains(&format!("warning: {name}: ")),
            "{}",
            ran.err
        );
        assert!(ran.err.contains(remark), "{}", ran.err);
    }
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

/// The command under limits set by a shell.
#[cfg(unix)]
fn limited(limits: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Formulas of any depth are read or refused where there is little of a stack and of memory.
#[cfg(target_os = "linux")]
#[test]
fn deep_formulas_need_little_room() {
    let folder = Folder::new();
    let deep = |depth: usize| {
        let twice = |before: &str, inner: &str, after: &str| {
            format!("{}{inner}{}", before.repeat(depth), after.repeat(depth))
        };
        [
            twice("(", "c is shaded", ")"),
            twice("not (", "c is shaded", ")"),
            twice("(", "1", " + 1)") + " > 0",
            twice("abs(", "1", ")") + " > 0",
            twice(
                "if c is shaded then (",
                "c is open",
                ") otherwise c is shaded",
            ),
            twice("some cell c: (", "c is shaded", ")"),
        ]
    };
    let depths = (5..=40).step_by(5).chain(14..=18).chain(28..=36);
    for depth in depths.chain([65, 1000]) {
        for formula in deep(depth) {
            let rules = format!("\"It holds.\"\n    each cell c: {formula}\n");
            let text = format!(
                "size = '2x2'\nrules = '''\ndecide shade on cells: shaded or open\n{rules}'''\n"
            );
            let path = folder.file("deep.toml", text.as_bytes());
            let ran: Ran = limited("ulimit -s 512; ulimit -v 400000", &["solve", "-q", &path])
                .output()
                .unwrap()
                .into();
            match ran.code {
                Some(0 | 1 | 3) => assert!(depth < 65, "{formula}"),
                _ => ran.assert_bad_input("error: "),
            }
        }
    }
}

/// No file may grow beyond 1 KiB, as on a disk that fills up after the first KiB.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_half_way() {
    let folder = Folder::new();
    let path = folder.file("old.svg", "what was there before");
    let limits = "trap '' XFSZ; ulimit -f 1";
    for name in [path.clone(), folder.name("new.svg")] {
        for arguments in [
            &["solve", "block-party-4", "--svg", &name][..],
            &["show", "shut-the-box", "--svg", &name],
        ] {
            let ran: Ran = limited(limits, arguments).output().unwrap().into();
            assert_eq!(ran.code, Some(74), "{}", ran.err);
            let told = ran.err.contains("cannot write") && ran.err.contains(&name);
            assert!(told, "{}", ran.err);
        }
    }
    assert_eq!(folder.files(), ["old.svg"], "nothing is left behind");
    let old = std::fs::read_to_string(path).unwrap();
    assert_eq!(old, "what was there before");
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    let file = folder.file("file.toml", embedded("block-party-4"));
    symlink(folder.path("loop.toml"), folder.path("loop.toml")).unwrap();
    run(&["solve", &folder.name("loop.toml")]).assert_bad_input("cannot be read");
    run(&["solve", &format!("{file}/puzzle.toml")]).assert_bad_input("cannot be read");
    // One among others does not end the rest.
    let ran = run(&["solve", &folder.name("loop.toml"), &file]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(
        ran.out.contains("file.toml: exactly one solution"),
        "{}",
        ran.out
    );

    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o000)).unwrap();
    let mut command = if File::open(&file).is_err() {
        limited(":", &["solve", &file])
    } else {
        // This user may read everything: run as another one, who must be able to reach the program and the file.
        std::fs::set_permissions(folder.path(""), PermissionsExt::from_mode(0o755)).unwrap();
        let program = folder.name("quadrille");
        std::fs::copy(env!("CARGO_BIN_EXE_quadrille"), &program).unwrap();
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        command.args([&program, "solve", &file]);
        command
    };
    match command.output().map(Ran::from) {
        Ok(ran) if ran.err.contains("setpriv: ") => {
            println!("not tried without permission: {}", ran.err);
        }
        Ok(ran) => ran.assert_bad_input("may not be read: permission denied"),
        Err(error) => println!("not tried without permission: no setpriv ({error})"),
    }
}

/// A pipe has no length and gets a new time with each piece: even if slowly fed, it is read to its end.
#[cfg(unix)]
#[test]
fn a_pipe_that_is_fed_slowly() {
    let folder = Folder::new();
    let pipe = folder.name("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let text = embedded("block-party-4");
    let half = text.len() / 2;
    for (pieces, whole) in [
        (vec![&text[..half], &text[half..]], true),
        (vec![&text[..half]], false),
    ] {
        let child = command(&["solve", &pipe]).spawn().unwrap();
        let mut end = File::options().write(true).open(&pipe).unwrap();
        for piece in pieces {
            end.write_all(piece.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(100));
        }
        drop(end);
        let ran: Ran = child.wait_with_output().unwrap().into();
        if whole {
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            assert_eq!(ran.first_line(), "exactly one solution");
        } else {
            ran.assert_bad_input("pipe:");
        }
    }
}

/// It is refused without being read into memory, for which the process may not even have room.
#[cfg(target_os = "linux")]
#[test]
fn a_line_of_a_hundred_megabytes() {
    const LENGTH: u64 = 100_000_000;
    let folder = Folder::new();
    let path = folder.file("long.toml", b"kind = 'x");
    File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(LENGTH)
        .unwrap();
    let room = "ulimit -v 80000";
    for arguments in [
        &["solve", &path][..],
        &["show", &path],
        &["check", "block-party-4", &path],
        &["fold", &path],
    ] {
        let started = Instant::now();
        let ran: Ran = limited(room, arguments).output().unwrap().into();
        ran.assert_bad_input("is too large");
        assert!(ran.err.contains("at most 1048576 bytes"), "{}", ran.err);
        assert!(started.elapsed() < Duration::from_secs(5), "{arguments:?}");
    }
    // The same from a pipe that would not end.
    let mut child = limited(room, &["fold", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let piece = [b'#'; 1 << 16];
    while stdin.write_all(&piece).is_ok() {}
    drop(stdin);
    let ran: Ran = child.wait_with_output().unwrap().into();
    ran.assert_bad_input("is too large");
}

/// Before the search begins, too.
#[cfg(target_os = "linux")]
#[test]
fn a_puzzle_that_needs_more_memory_than_allowed() {
    for threads in ["1", "2"] {
        let folder = Folder::new();
        let path = folder.file("large.toml", endless());
        let ran = run(&[
            "solve",
            &path,
            "--threads",
            threads,
            "--memory",
            "1MiB",
            "--time",
            "60s",
        ]);
        assert_eq!(ran.code, Some(4), "{}", ran.err);
        let verdict = ran.first_line();
        assert!(
            verdict.ends_with("(stopped at 1 MiB of memory)"),
            "{verdict}"
        );
    }
    let ran = run(&["solve", "number-cross-5", "--memory", "1MiB"]);
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    assert_eq!(
        ran.first_line(),
        "no solution found yet (stopped at 1 MiB of memory)"
    );
}

/// A puzzle of the largest size, whose model takes more than 25 MiB: as many of its rows as may be are tables of some
/// 20,000 words.
fn large() -> String {
    let (rows, columns) = (50, 18);
    let row = |row| (0..columns).map(move |column| format!("{row}_{} ", column / 3));
    let regions: Vec<String> = (0..rows).map(|at| row(at).collect()).collect();
    let clue = "\"multiple of 101\", ";
    format!(
        "kind = \"number-cross-4\"\nregions = '''\n{}\n'''\nclues = [{}]\n",
        regions.join("\n"),
        clue.repeat(rows)
    )
}

/// The peak memory of the process in MiB, from the output of `--stats`.
#[cfg(target_os = "linux")]
fn peak(ran: &Ran) -> f64 {
    let line = ran.out.lines().map(str::trim);
    let peak = line.clone().find_map(|line| line.strip_prefix("peak "));
    peak.expect("memory is told").trim().parse().unwrap()
}

/// Whether the limit is reached while words are listed, or while their propagators are attached.
#[cfg(target_os = "linux")]
#[test]
fn a_model_that_needs_more_memory_than_allowed() {
    let folder = Folder::new();
    let path = folder.file("large.toml", large());
    // What a single row may take between two checks.
    const ROW: f64 = 4.0;
    for limit in [20, 25, 30, 35] {
        let memory = format!("{limit}MiB");
        let ran = run(&["solve", &path, "--stats", "--memory", &memory]);
        assert_eq!(ran.code, Some(4), "{}", ran.err);
        assert_eq!(
            ran.first_line(),
            format!("no solution found yet (stopped at {limit} MiB of memory)")
        );
        let peak = peak(&ran);
        assert!(peak < f64::from(limit) + ROW, "{peak} of {limit} MiB");
    }
}

/// The signals that a process handles, according to the system.
#[cfg(target_os = "linux")]
fn handled(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    u64::from_str_radix(mask.unwrap().trim(), 16).unwrap()
}

/// Sends a signal.
#[cfg(unix)]
fn send(signal: &str, process: u32) {
    let status = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// The memory shows that building is interrupted: with the whole model it takes more than 40 MiB. On a busy machine the signal
/// may come too late, but not every time.
#[cfg(target_os = "linux")]
#[test]
fn signals_end_the_building_of_the_model() {
    let folder = Folder::new();
    let path = folder.file("large.toml", large());
    for (signal, number) in [("-INT", 2), ("-TERM", 15)] {
        for threads in ["1", "2"] {
            let is_broken_off = |_| {
                let arguments = ["solve", &path, "--stats", "--threads", threads];
                let mut child = command(&arguments).spawn().unwrap();
                let _ = Command::new("renice")
                    .args(["-n", "19", "-p", &child.id().to_string()])
                    .output();
                while handled(child.id()) >> (number - 1) & 1 == 0 {
                    assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
                    std::thread::sleep(Duration::from_millis(1));
                }
                send(signal, child.id());
                let ran: Ran = child.wait_with_output().unwrap().into();
                let while_read = ran.err.contains("stopped while it was read");
                let while_built =
                    || ran.first_line() == "no solution found yet (stopped)" && peak(&ran) < 35.0;
                ran.code == Some(4) && (while_read || while_built())
            };
            assert!((0..5).any(is_broken_off), "{signal}, {threads} threads");
        }
    }
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
        send(signal, child.id());
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

/// A process that waits for a pipe ends at the first signal.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_reading() {
    let folder = Folder::new();
    let pipe = folder.name("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for (command_name, name) in [("solve", "-"), ("test", "-"), ("solve", &pipe)] {
        let mut child = command(&[command_name, name])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        while handled(child.id()) >> 14 & 1 == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let sent = Instant::now();
        send("-TERM", child.id());
        while child.try_wait().unwrap().is_none() {
            assert!(
                sent.elapsed() < Duration::from_secs(20),
                "{command_name} {name}"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_ne!(child.wait().unwrap().code(), Some(0));
    }
}

/// The limit on file sizes kills a process that exceeds it: nothing may be left behind.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_file_sizes_leaves_nothing_behind() {
    let folder = Folder::new();
    let ran: Ran = limited(
        "ulimit -f 1",
        &["show", "shut-the-box", "--svg", &folder.name("x.svg")],
    )
    .output()
    .unwrap()
    .into();
    assert_eq!(ran.code, Some(74), "{}", ran.err);
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}

/// One mistake that makes nonsense of everything after it is reported once.
#[test]
fn one_mistake_is_one_message() {
    let folder = Folder::new();
    let report = |name: &str, text: &str| {
        let ran = run(&["solve", &folder.file(name, text)]);
        ran.assert_bad_input("error: ");
        assert_eq!(ran.err.matches("error: ").count(), 1, "{}", ran.err);
        ran.err
    };
    let puzzle = embedded("block-party-4");
    let unended = puzzle.replacen("\n'''\n", "\n", 1);
    let err = report("unended.toml", &unended);
    assert!(
        err.contains("the block of text of `") && err.contains("does not end"),
        "{err}"
    );
    let unbegun = puzzle.replacen("regions = '''", "", 1);
    assert!(report("unbegun.toml", &unbegun).contains("without a beginning"));
    let svg = folder.name("picture.svg");
    run(&["show", "block-party-4", "--svg", &svg]);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(report("svg.toml", &text).contains("this is an SVG picture, not a puzzle file"));
    assert!(report("json.toml", "{\"kind\": \"nurikabe\"}").contains("this is JSON"));
    assert!(report("prose.toml", "Dear reader,\nthis is it.\n").contains("quadrille new"));
    let tab = report("tab.toml", "kind = \"nurikabe\"\nnum\tber = 1\n");
    assert!(tab.contains("num␉ber"), "{tab}");
    run(&["check", "block-party-4", &folder.name("")])
        .assert_bad_input("is a folder, expected a file");
}

/// A grid of one column has room for words of several characters.
#[test]
fn one_column() {
    let folder = Folder::new();
    let path = folder.file(
        "nurikabe.toml",
        "kind = \"nurikabe\"\nsize = \"3x1\"\nnumber = '''\n10\n.\n.\n'''\n",
    );
    let ran = run(&["show", &path]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("10"), "{}", ran.out);
}
