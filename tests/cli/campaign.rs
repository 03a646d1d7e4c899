//! Searches that are saved, killed, split and merged.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::*;

/// A sudoku with 9,388 solutions in some twenty thousand nodes.
const LOOSE: &str = "kind = \"sudoku\"\nnumber = '''\n5...7....\n6..1.5...\n..8....6.\n........3\n4..8.3...\n\
                     7...2...6\n.6....28.\n....19...\n....8..7.\n'''\n";

/// The same with another number.
const OTHER: &str = "kind = \"sudoku\"\nnumber = '''\n5...7....\n6..1.5...\n..8....6.\n........3\n4..8.3...\n\
                     7...2...6\n.6....28.\n...419...\n....8..7.\n'''\n";

/// A folder with the puzzle.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("p.toml"), text).expect("a file");
        Self { folder }
    }

    fn command(&self, line: &str) -> Command {
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut command = command(&arguments);
        command.current_dir(self.folder.path());
        command
    }

    fn run(&self, line: &str) -> Ran {
        self.command(line).output().expect("the binary runs").into()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The names in a folder that end in this.
    fn names(&self, folder: &str, end: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path(folder))
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|name| name.ends_with(end))
            .collect();
        names.sort();
        names
    }

    /// Splits the puzzle and solves all parts.
    fn solved(&self, line: &str) {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        // Some alone, some in one process.
        let parts = self.names("plan", ".part");
        let parts: Vec<String> = parts.iter().map(|part| format!("plan/{part}")).collect();
        for parts in [&parts[..1], &parts[1..]] {
            let ran = self.run(&format!("solve --part {}", parts.join(" ")));
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            assert_eq!(ran.out.lines().count(), parts.len());
        }
    }
}

/// The number that a solve without any of this finds.
fn plain(bench: &Bench) -> String {
    let ran = bench.run("solve p.toml --count");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    ran.first_line().to_owned()
}

/// Killed a hundred times at arbitrary moments: nothing is lost, and nothing counted twice.
#[test]
fn a_hundred_kills_lose_nothing() {
    let bench = Bench::new(LOOSE);
    let expected = plain(&bench);
    let mut kills = 0;
    let mut moment = 7u64;
    // Several rounds, so that a process on a fast machine is killed a hundred times as well.
    for round in 0.. {
        if kills >= 100 {
            break;
        }
        let goal = [
            "--count",
            "--count --threads 2",
            "--all --json",
            "--consensus --threads 2",
        ];
        let goal = goal[round % goal.len()];
        let expected = match goal.starts_with("--consensus") {
            true => bench
                .run("solve p.toml --consensus")
                .first_line()
                .to_owned(),
            false => expected.clone(),
        };
        let file = format!("c{round}");
        loop {
            let how = if bench.path(&file).exists() {
                "resume"
            } else {
                "checkpoint"
            };
            let line = format!("solve p.toml {goal} --every 5ms --{how} {file}");
            let out = fs::File::create(bench.path("out")).expect("a file");
            let mut child = bench.command(&line).stdout(out).spawn().expect("it runs");
            moment = moment
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let until = Instant::now() + Duration::from_micros((moment >> 33) % 120_000);
            let ended = loop {
                if let Some(ended) = child.try_wait().expect("a child") {
                    break Some(ended);
                }
                // A machine under load may need longer than that to begin.
                if kills < 100 && Instant::now() >= until {
                    child.kill().expect("a signal");
                    child.wait().expect("it ends");
                    kills += 1;
                    break None;
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            if let Some(ended) = ended {
                assert_eq!(ended.code(), Some(3), "{line}");
                break;
            }
        }
        let out = fs::read_to_string(bench.path("out")).expect("a result");
        if goal.contains("--json") {
            let mut grids: Vec<&str> = out
                .lines()
                .filter_map(|line| line.split_once("\"grid\":")?.1.split_once(']'))
                .map(|(grid, _)| grid)
                .collect();
            let number = grids.len();
            grids.sort_unstable();
            grids.dedup();
            assert_eq!((number, grids.len()), (9388, 9388), "{file}");
        } else {
            assert_eq!(out.lines().next(), Some(&*expected), "{file}, {goal}");
        }
    }
}

/// Whenever a part is killed, even during its first write, nothing of it remains.
#[test]
fn killed_parts_leave_nothing_behind() {
    let bench = Bench::new(LOOSE);
    let expected = plain(&bench);
    bench.run("split p.toml --parts 6 --out plan");
    let mut parts = bench.names("plan", ".part");
    for part in &mut parts {
        part.insert_str(0, "plan/");
    }
    let line = format!("solve --every 1ms --part {}", parts.join(" "));
    let mut left = 0;
    for kill in 0..60 {
        let mut child = bench.command(&line).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(10_000 + 1_500 * kill));
        child.kill().expect("a signal");
        child.wait().expect("it ends");
        left += bench.names("plan", ".tmp").len();
        if kill % 3 == 0 {
            // Starts over.
            for name in bench.names("plan", ".checkpoint") {
                fs::remove_file(bench.path("plan").join(name)).expect("it is there");
            }
            for name in bench.names("plan", ".result") {
                fs::remove_file(bench.path("plan").join(name)).expect("it is there");
            }
        }
    }
    println!("{left} half files on the way");
    let ran = bench.run(&line);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(bench.names("plan", ".tmp"), [""; 0]);
    assert_eq!(bench.names("plan", ".checkpoint"), [""; 0]);
    assert_eq!(bench.run("merge plan").first_line(), expected);
}

/// A count reports the consensus if requested, with or without a checkpoint.
#[test]
fn a_count_with_the_consensus() {
    let bench = Bench::new(LOOSE);
    let plain = bench.run("solve p.toml --count --consensus");
    assert_eq!(plain.code, Some(3), "{}", plain.err);
    assert!(
        plain.out.contains("\nconsensus: "),
        "no consensus: {}",
        plain.out
    );
    let saved = bench.run("solve p.toml --count --consensus --checkpoint c");
    assert_eq!(saved.code, Some(3), "{}", saved.err);
    let consensus = |ran: &Ran| {
        let line = ran.out.lines().find(|line| line.starts_with("consensus: "));
        line.map(str::to_owned)
    };
    assert_eq!(consensus(&plain), consensus(&saved));
}

/// Limits and signals leave a checkpoint; a resumed search has the same result.
#[test]
fn stopped_and_resumed() {
    let bench = Bench::new(LOOSE);
    let expected = plain(&bench);
    let stopped = bench.run("solve p.toml --count --nodes 500 --checkpoint c");
    assert_eq!(stopped.code, Some(4), "{}", stopped.err);
    assert!(
        stopped.first_line().contains("stopped after 500 nodes"),
        "{}",
        stopped.out
    );
    // Continuing from one file and writing to another leaves the first unchanged.
    let before = fs::read(bench.path("c")).unwrap();
    let more = bench.run("solve p.toml --count --nodes 700 --resume c --checkpoint d");
    assert_eq!(more.code, Some(4), "{}", more.err);
    assert_eq!(fs::read(bench.path("c")).unwrap(), before);
    for file in ["c", "d"] {
        let ran = bench.run(&format!("solve p.toml --count --threads 2 --resume {file}"));
        assert_eq!(
            (ran.code, ran.first_line()),
            (Some(3), &*expected),
            "{}",
            ran.err
        );
        // It is over, and says so again.
        let again = bench.run(&format!("solve p.toml --count --resume {file}"));
        assert_eq!(again.first_line(), expected);
    }
    bench
        .run("solve p.toml --count --checkpoint c")
        .assert_bad_input("there is a file `c`; continue from it with `--resume c`, or remove it");

    #[cfg(unix)]
    {
        let mut child = bench
            .command("solve p.toml --count --checkpoint e --every 5ms")
            .spawn()
            .unwrap();
        while !bench.path("e").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kill = Command::new("kill").arg(child.id().to_string()).status();
        assert!(kill.unwrap().success());
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(3 | 4)), "{code:?}");
        let ran = bench.run("solve p.toml --count --resume e");
        assert_eq!(ran.first_line(), expected);
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let bench = Bench::new(LOOSE);
    fs::write(bench.path("other.toml"), OTHER).unwrap();
    bench.run("solve p.toml --count --nodes 500 --checkpoint c");
    for (line, reason) in [
        (
            "solve other.toml --count --resume c",
            "is about another puzzle",
        ),
        (
            "solve p.toml --all --resume c",
            "was begun with goal \"count\", which is now \"all\"",
        ),
        (
            "solve p.toml --count --consensus --resume c",
            "was begun with consensus false",
        ),
        (
            "solve p.toml --count --order input --resume c",
            "was begun with search []",
        ),
        (
            "solve p.toml --count --resume missing",
            "there is no file `missing`",
        ),
        (
            "solve p.toml --count --resume p.toml",
            "is not a checkpoint",
        ),
        (
            "solve p.toml --limit 3 --resume c",
            "was begun with goal \"count\", which is now \"limit 3\"",
        ),
        (
            "solve p.toml --count --restarts luby --resume c",
            "which is now [\"--restarts\",\"luby\"]",
        ),
        (
            "solve p.toml other.toml --count --resume c",
            "for one puzzle",
        ),
    ] {
        bench.run(line).assert_bad_input(reason);
    }
    let good = fs::read_to_string(bench.path("c")).unwrap();
    fs::write(
        bench.path("c"),
        good.replacen("\"found\": ", "\"found\": 1", 1),
    )
    .unwrap();
    bench
        .run("solve p.toml --count --resume c")
        .assert_bad_input("damaged");
    fs::write(bench.path("c"), &good[..good.len() / 2]).unwrap();
    bench
        .run("solve p.toml --count --resume c")
        .assert_bad_input("cut off or damaged");
}

#[test]
fn split_solved_and_merged() {
    let bench = Bench::new(LOOSE);
    let expected = plain(&bench);
    bench.solved("split p.toml --parts 12 --out plan");
    assert_eq!(bench.names("plan", ".result").len(), 12);
    let merged = bench.run("merge plan");
    assert_eq!(
        (merged.code, merged.first_line()),
        (Some(3), &*expected),
        "{}",
        merged.err
    );
    assert!(
        bench
            .run("status plan")
            .out
            .contains("parts: 12 of 12 done")
    );
    // Finished work is not repeated.
    let before = fs::metadata(bench.path("plan/03.result"))
        .unwrap()
        .modified()
        .unwrap();
    let again = bench.run("solve --part plan/03.part");
    assert!(
        again
            .out
            .contains("its result `plan/03.result` exists already"),
        "{}",
        again.out
    );
    assert_eq!(
        fs::metadata(bench.path("plan/03.result"))
            .unwrap()
            .modified()
            .unwrap(),
        before
    );

    // Removed: named, with what is known.
    let result = fs::read_to_string(bench.path("plan/05.result")).unwrap();
    fs::remove_file(bench.path("plan/05.result")).unwrap();
    let missing = bench.run("merge plan");
    assert_eq!(missing.code, Some(4));
    assert!(
        missing.first_line().starts_with("at least "),
        "{}",
        missing.out
    );
    assert!(
        missing.err.contains("no result of `plan/05.part`"),
        "{}",
        missing.err
    );
    fs::remove_file(bench.path("plan/05.part")).unwrap();
    let hole = bench.run("merge plan");
    assert_eq!(hole.code, Some(4));
    assert!(
        hole.err.contains("neither part nor result covers where x"),
        "{}",
        hole.err
    );
    // The result alone is enough: its paths say what it covers.
    fs::write(bench.path("plan/05.result"), &result).unwrap();
    assert_eq!(bench.run("merge plan").first_line(), expected);

    // Doubled, cut off, changed: refused, and named.
    fs::write(bench.path("plan/again.result"), &result).unwrap();
    bench.run("merge plan").assert_bad_input(
        "`plan/05.result` and `plan/again.result` cover the same part of the space",
    );
    fs::write(bench.path("plan/again.result"), &result[..result.len() - 9]).unwrap();
    bench
        .run("merge plan")
        .assert_bad_input("`plan/again.result` is cut off or damaged");
    fs::remove_file(bench.path("plan/again.result")).unwrap();
    let changed = result.replacen("\"found\": ", "\"found\": 1", 1);
    fs::write(bench.path("plan/05.result"), changed).unwrap();
    bench
        .run("merge plan")
        .assert_bad_input("`plan/05.result` is damaged");

    // Of another puzzle, or another question.
    let foreign = Bench::new(OTHER);
    foreign.solved("split p.toml --parts 2 --out plan");
    fs::copy(foreign.path("plan/1.result"), bench.path("plan/05.result")).unwrap();
    bench
        .run("merge plan")
        .assert_bad_input("`plan/05.result` is about another puzzle");
    bench
        .run("solve --part plan/04.part --out plan/05.result")
        .assert_bad_input("is about another puzzle");
    fs::write(bench.path("plan/05.result"), &result).unwrap();
    bench
        .run("solve --part plan/04.part --out plan/05.result")
        .assert_bad_input("is the result of another part");
    fs::copy(foreign.path("plan/1.part"), bench.path("plan/99.part")).unwrap();
    bench
        .run("merge plan")
        .assert_bad_input("`plan/99.part` is a part of another search");
}

/// A part that is stopped continues from its checkpoint, or is split into others.
#[test]
fn parts_are_stopped_and_split_again() {
    let bench = Bench::new(LOOSE);
    let expected = plain(&bench);
    assert_eq!(
        bench.run("split p.toml --parts 3 --all --out plan").code,
        Some(0)
    );
    for part in ["1", "2"] {
        let stopped = bench.run(&format!("solve --part plan/{part}.part --nodes 300"));
        assert_eq!(stopped.code, Some(4), "{}", stopped.err);
        assert!(stopped.out.contains("saved in `plan/"), "{}", stopped.out);
    }
    let status = bench.run("status plan").out;
    assert!(
        status.contains("0 of 3 done, 2 begun, 1 not begun"),
        "{status}"
    );
    let split = bench.run("split plan/2.part --parts 4");
    assert_eq!(split.out, "4 parts beside `plan/2.part`\n", "{}", split.err);
    bench
        .run("split plan/2.part --parts 4")
        .assert_bad_input("nothing is left to split");
    assert!(
        bench
            .run("solve --part plan/2.part")
            .out
            .contains("was split into further parts")
    );
    for part in ["1", "2-1", "2-2", "2-3", "2-4", "3"] {
        assert_eq!(
            bench.run(&format!("solve --part plan/{part}.part")).code,
            Some(0)
        );
    }
    let merged = bench.run("merge plan --json");
    assert_eq!(merged.code, Some(3), "{}", merged.err);
    let last = merged.out.lines().last().unwrap();
    assert!(last.contains(&format!("\"text\":\"{expected}\"")), "{last}");
    let mut lines: Vec<&str> = merged.out.lines().collect();
    assert_eq!(lines.len(), 9389);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 9389);
    // Nothing is left but parts and results.
    let rest = fs::read_dir(bench.path("plan")).unwrap().count();
    assert_eq!(rest, 7 + 7);
}

/// A file that cannot be written is reported, and leaves no half file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let bench = Bench::new(LOOSE);
    let full = bench.run("solve p.toml --count --every 5ms --checkpoint /dev/full");
    assert_eq!(full.code, Some(74));
    assert_eq!(
        full.err.matches("cannot write `/dev/full`").count(),
        2,
        "{}",
        full.err
    );
    assert!(
        full.err
            .contains("the search continues and will be saved later")
    );
    assert!(full.err.contains("No space left on device"));
    assert_eq!(full.out, "");

    // A file size limit of one block of 512 bytes simulates the full disk.
    let limited = |line: &str| -> Ran {
        let script = format!(
            "trap '' XFSZ; ulimit -f 1; exec {} {line}",
            env!("CARGO_BIN_EXE_quadrille")
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(bench.folder.path());
        shell.output().expect("a shell").into()
    };
    assert_eq!(bench.run("split p.toml --parts 3 --out plan").code, Some(0));
    for line in [
        "solve --part plan/2.part",
        "solve --part plan/2.part --out r",
        "solve p.toml --count --checkpoint c",
        "split p.toml --parts 3 --out other",
    ] {
        let ran = limited(line);
        assert_eq!(ran.code, Some(74), "{line}: {}", ran.err);
        assert!(ran.err.contains("cannot write"), "{}", ran.err);
    }
    assert_eq!(bench.names(".", ""), ["other", "p.toml", "plan"]);
    assert_eq!(bench.names("plan", ""), ["1.part", "2.part", "3.part"]);
    assert_eq!(bench.names("other", ""), Vec::<String>::new());
    assert_eq!(bench.run("solve --part plan/2.part").code, Some(0));
}

#[test]
fn what_cannot_be_split_or_merged_is_told() {
    let bench = Bench::new(LOOSE);
    fs::create_dir(bench.path("empty")).unwrap();
    for (line, reason) in [
        ("split p.toml --parts 3", "--out DIR is missing"),
        ("split p.toml --parts 0 --out plan", "from 1 to 1000000"),
        ("split p.toml --out plan", "--parts"),
        ("split p.toml --parts 3 --out .", "is not empty"),
        ("merge empty", "has no part"),
        ("merge missing", "cannot read the folder `missing`"),
        ("status empty", "has no part"),
        ("solve --part p.toml", "is not a part"),
        ("solve p.toml --part a", "cannot be used with"),
        ("solve --part a b --out r", "name the files of one part"),
        ("solve --out a p.toml", "--part"),
        ("solve p.toml --every 5s", "--checkpoint"),
        ("solve p.toml --limit 5 --consensus", "cannot be used with"),
    ] {
        bench.run(line).assert_bad_input(reason);
    }
    assert!(!Path::new("plan").exists());
    // A puzzle that is decided at once is one part.
    let decided = Bench::new(NONE);
    let ran = decided.run("split p.toml --parts 5 --out plan");
    assert!(
        ran.out
            .contains("1 part in `plan`\nthere is no more to split"),
        "{}",
        ran.out
    );
    assert_eq!(decided.run("solve --part plan/1.part").code, Some(0));
    let merged = decided.run("merge plan");
    assert_eq!(
        (merged.code, merged.first_line()),
        (Some(1), decided.run("solve p.toml").first_line())
    );
}

/// A small puzzle of one rule, with what is asked of it.
fn small(size: &str, rule: &str, asked: &str) -> String {
    format!(
        "rules = '''\ngrid {size}\ndecide shade on cells: shaded \"#\" or open \".\"\n\"The rule.\"\n    {rule}\n{asked}\n'''\n"
    )
}

/// The result as JSON.
fn document(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(ran.out.trim_end()).expect("one document")
}

/// Of all ways to shade cells of five by five where no shaded cell has two shaded neighbours, the most shaded cells and
/// how many ways have as many: by trying all.
fn most_shaded() -> (u32, usize) {
    const LEFT: u32 = 0b00001_00001_00001_00001_00001;
    let (mut most, mut ways) = (0, 0);
    for shaded in 0..1u32 << 25 {
        let (up, down) = (shaded >> 5, shaded << 5);
        let (west, east) = ((shaded << 1) & !LEFT, (shaded >> 1) & !(LEFT << 4));
        let two = (up & down) | (west & east) | ((up | down) & (west | east));
        if shaded & two == 0 {
            let number = shaded.count_ones();
            if number > most {
                (most, ways) = (number, 0);
            }
            ways += usize::from(number == most);
        }
    }
    (most, ways)
}

#[test]
fn a_saved_search_tells_the_best_value() {
    let two = Bench::new(&small(
        "1 by 2",
        "r1c1 is shaded",
        "greatest count shaded cells",
    ));
    let plain = document(&two.run("solve p.toml --json"));
    let saved = document(&two.run("solve p.toml --json --checkpoint c"));
    assert_eq!(saved["best"]["value"], 2);
    assert_eq!(saved["best"], plain["best"]);
    let ran = two.run("solve p.toml --checkpoint d");
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("the greatest value: 2\n"), "{}", ran.out);

    let (most, ways) = most_shaded();
    assert_eq!((most, ways), (14, 2));
    let bench = Bench::new(&small(
        "5 by 5",
        "each shaded cell c: at most 1 shaded neighbour of c",
        "greatest count shaded cells",
    ));
    let saved = bench.run("solve p.toml --count --checkpoint c");
    bench.solved("split p.toml --parts 4 --out plan");
    for ran in [saved, bench.run("merge plan")] {
        assert_eq!((ran.code, ran.first_line()), (Some(3), "2 solutions"));
        assert!(ran.out.contains("the greatest value: 14\n"), "{}", ran.out);
    }
}

/// Grids that are only the best so far are no solutions.
#[test]
fn a_saved_search_for_the_best_that_is_stopped_counts_no_solution() {
    let bench = Bench::new(&small(
        "1 by 8",
        "each shaded cell c: at most 2 shaded neighbours of c",
        "least count shaded cells",
    ));
    let mut stopped = 0;
    for nodes in 1..40 {
        let line = format!("solve p.toml --json --nodes {nodes} --checkpoint c{nodes}");
        let saved = document(&bench.run(&line));
        let best = &saved["best"];
        assert_eq!(best["bound"], 0, "{saved}");
        if saved["verdict"]["stopped"] == "nodes" {
            stopped += 1;
            assert_eq!(saved["verdict"]["found"], 0, "{saved}");
            assert_eq!(best["proved"], false, "{saved}");
            if let Some(value) = best["value"].as_u64() {
                let grid = best["solution"]["grid"][0].as_str().expect("a row");
                assert_eq!(grid.matches('#').count() as u64, value, "{saved}");
            }
        }
        let ran = bench.run(&format!("solve p.toml --json --resume c{nodes}"));
        let resumed = document(&ran);
        assert_eq!(ran.code, Some(0), "{resumed}");
        assert_eq!(resumed["verdict"]["found"], 1, "{resumed}");
        assert_eq!(
            (&resumed["best"]["value"], &resumed["best"]["proved"]),
            (&0.into(), &true.into())
        );
    }
    assert!(stopped > 0);
}

#[test]
fn a_saved_consensus_tells_the_answers() {
    let bench = Bench::new(&small(
        "1 by 2",
        "some shaded cell in grid",
        "answer count shaded cells",
    ));
    let ran = bench.run("solve p.toml --consensus --checkpoint c");
    assert_eq!((ran.code, ran.first_line()), (Some(3), "3 solutions"));
    let told = "count shaded cells: not the same in all solutions: 2, 1\n";
    assert!(ran.out.contains(told), "{}", ran.out);
    let plain = document(&bench.run("solve p.toml --consensus --json"));
    let saved = document(&bench.run("solve p.toml --consensus --json --checkpoint d"));
    assert_eq!(saved["answer"], plain["answer"]);
    assert_eq!(saved["answer"]["same"], false);
}

/// The rules take so long to build that a crew can be told to stop before any thread has a solver.
#[test]
fn a_consensus_with_open_nodes_is_never_exhausted() {
    let blocks = "each block b of 3 by 3: at most 7 shaded cells in b";
    let more = "\"Larger.\"\n    each block b of 4 by 4: at most 12 shaded cells in b\n\"Largest.\"\n    each block b of 5 by 5: at most 20 shaded cells in b";
    let bench = Bench::new(&small("70 by 70", blocks, more));
    let mut line = "solve p.toml --consensus --json --nodes 1 --checkpoint c".to_owned();
    for nodes in [1, 2, 100, 200] {
        let ran = bench.run(&line);
        let told = document(&ran);
        assert_eq!(ran.code, Some(4), "{}", told["verdict"]);
        assert_eq!(told["verdict"]["exhausted"], false);
        assert_eq!(told["verdict"]["stopped"], "nodes");
        line = format!("solve p.toml --consensus --json --nodes {nodes} --resume c");
    }
}
