//! Searches that are interrupted at random moments, resumed, split and merged: every field of the document that a script
//! reads is that of a search in one run.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use quadrille_engine::Rng;
use serde_json::Value;

use super::*;

/// Ten puzzles that ask for the best: with one solution, with some and with many, and two with none.
const OBJECTIVES: [(&str, &str); 10] = [
    (
        "apart",
        "rules = '''\n\
         grid 4 by 5\n\
         decide shade on cells: shaded \"#\" or open \".\"\n\
         \"Shaded cells have at most one shaded neighbour.\"\n\
         \x20   each shaded cell c: at most 1 shaded neighbour of c\n\
         answer count shaded cells in row 1\n\
         greatest count shaded cells\n\
         '''\n",
    ),
    (
        "cover",
        "rules = '''\n\
         grid 4 by 4\n\
         decide shade on cells: shaded \"#\" or open \".\"\n\
         \"Every open cell has a shaded neighbour.\"\n\
         \x20   each open cell c: some shaded neighbour of c\n\
         answer count shaded cells in column 1\n\
         least count shaded cells\n\
         '''\n",
    ),
    (
        "digits",
        "rules = '''\n\
         grid 3 by 4\n\
         decide n on cells: 1..3\n\
         \"Neighbours differ.\"\n\
         \x20   each pair a, b of neighbours: n of a != n of b\n\
         answer sum n in row 2\n\
         greatest sum n in cells\n\
         '''\n",
    ),
    (
        "far",
        "rules = '''\n\
         grid 3 by 4\n\
         decide n on cells: 1..5\n\
         \"Neighbours differ by at least two.\"\n\
         \x20   each pair a, b of neighbours: abs(n of a - n of b) >= 2\n\
         answer sum n in column 1\n\
         least sum n in cells\n\
         '''\n",
    ),
    (
        "areas",
        "rules = '''\n\
         grid 3 by 4\n\
         decide area on cells: regions\n\
         \"Every region has two or three cells.\"\n\
         \x20   each area a: size of a >= 2 and size of a <= 3\n\
         greatest count areas\n\
         '''\n",
    ),
    (
        "loop",
        "rules = '''\n\
         grid 4 by 4\n\
         decide route on links: drawn or free\n\
         \"One loop.\"\n\
         \x20   drawn links are one loop\n\
         greatest count drawn links\n\
         '''\n",
    ),
    (
        "two",
        "rules = '''\n\
         grid 3 by 4\n\
         decide shade on cells: shaded \"#\" or open \".\"\n\
         decide n on cells: 1..2\n\
         \"Shaded cells hold a two.\"\n\
         \x20   each shaded cell c: n of c = 2\n\
         \"No three in a row.\"\n\
         \x20   each block b of 1 by 3: at most 2 shaded cells in b\n\
         answer sum n in row 1\n\
         greatest count shaded cells - sum n in column 1\n\
         '''\n",
    ),
    (
        "none",
        "rules = '''\n\
         grid 4 by 4\n\
         decide shade on cells: shaded \"#\" or open \".\"\n\
         \"Two of four.\"\n\
         \x20   each block b of 2 by 2: count shaded cells in b = 2\n\
         \"Odd.\"\n\
         \x20   count shaded cells in grid = 7\n\
         greatest count shaded cells in row 1\n\
         '''\n",
    ),
    (
        "refuted",
        "rules = '''\n\
         grid 2 by 2\n\
         decide n on cells: 1..3\n\
         \"Large.\"\n\
         \x20   sum n in cells >= 13\n\
         least sum n in row 1\n\
         '''\n",
    ),
    (
        "one",
        "rules = '''\n\
         grid 4 by 4\n\
         decide shade on cells: shaded \"#\" or open \".\"\n\
         \"No two by two block is open.\"\n\
         \x20   each block b of 2 by 2: some shaded cell in b\n\
         \"Corner.\"\n\
         \x20   r2c2 is shaded\n\
         answer count shaded cells in column 2\n\
         least count shaded cells\n\
         '''\n",
    ),
];

/// Others, with few solutions and with more than are listed.
const OTHERS: [(&str, &str); 3] = [
    (
        "few",
        "kind = \"yinyang\"\nstone = '''\n.....\n.o...\n...#.\n.....\n'''\n",
    ),
    (
        "many",
        "kind = \"sudoku\"\nnumber = '''\n1.......2\n.2.......\n..3...4..\n...4.....\n....5....\n.....6...\n\
         ..6...7..\n.......8.\n7.......9\n'''\n",
    ),
    (
        "several",
        "kind = \"sudoku\"\nnumber = '''\n5...7....\n6..1.5...\n..8....6.\n........3\n4..8.3...\n7...2...6\n\
         .6....28.\n....19...\n....8..7.\n'''\n",
    ),
];

/// What is asked, as arguments of `solve` and of `split`.
const QUESTIONS: [(&str, &str); 4] = [
    ("--count", ""),
    ("--all", " --all"),
    ("", " --unique"),
    ("--consensus", " --unique --consensus"),
];

/// How many interruptions, if the environment does not say.
const INTERRUPTIONS: u64 = 40;

/// One way to solve one puzzle.
struct Case {
    puzzle: &'static str,
    text: &'static str,
    question: (&'static str, &'static str),
    learn: &'static str,
}

impl Case {
    /// The arguments that a search is begun and continued with.
    fn solve(&self, threads: u64) -> String {
        let (question, learn) = (self.question.0, self.learn);
        format!(
            "solve p.toml {question} {learn} --json --explain 0 --every 1ms --threads {threads}"
        )
    }

    fn is_plain_count(&self) -> bool {
        self.question.0 == "--count"
    }

    /// The lines of a result as JSON, without what the course of a search decides: the statistics and, where solutions
    /// are only counted, how many of them were checked.
    fn documents(&self, out: &str) -> Vec<Value> {
        let mut lines: Vec<Value> = out
            .lines()
            .map(|line| serde_json::from_str(line).expect("a document"))
            .collect();
        let result = lines.last_mut().expect("a result");
        assert_eq!(result["type"], "result");
        result["statistics"] = Value::Null;
        if self.is_plain_count() {
            result["verdict"]["checked"] = Value::Null;
        }
        lines
    }
}

/// A search in one run: its result, its exit code and how long it took.
struct Reference {
    documents: Vec<Value>,
    code: Option<i32>,
    time: Duration,
}

/// A folder with a puzzle, in which searches are interrupted.
struct Bench {
    folder: Folder,
    rng: Rng,
    /// The interruptions left, and those that there have been, by kind.
    left: u64,
    limits: u64,
    signals: u64,
    kills: u64,
}

impl Bench {
    fn command(&self, line: &str) -> Command {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let mut command = command(&arguments);
        command.current_dir(self.folder.0.path());
        command
    }

    fn run(&self, line: &str) -> Ran {
        self.command(line).output().expect("it runs").into()
    }

    /// Runs to the end, or interrupts at a random moment: whether it ended by itself, as it was not asked to.
    fn run_or_interrupt(&mut self, line: &str, time: Duration) -> Option<Ran> {
        if self.left == 0 || self.rng.below(4) == 0 {
            return Some(self.run(line));
        }
        self.left -= 1;
        let kind = self.rng.below(3);
        if kind == 0 {
            self.limits += 1;
            let nodes = 1 + self.rng.below(400);
            let ran = self.run(&format!("{line} --nodes {nodes}"));
            return (ran.code != Some(4)).then_some(ran);
        }
        let out = fs::File::create(self.folder.path("out")).expect("a file");
        let mut child = self.command(line).stdout(out).spawn().expect("it runs");
        let most = (time.as_micros() as u64 * 5 / 4).max(1000);
        let until = Instant::now() + Duration::from_micros(self.rng.below(most));
        let ended = wait_until(&mut child, until).or_else(|| match kind {
            1 => {
                self.signals += 1;
                let pid = child.id().to_string();
                let _ = Command::new("kill").arg(pid).status();
                Some(child.wait().expect("it ends"))
            }
            _ => {
                self.kills += 1;
                child.kill().expect("a signal");
                child.wait().expect("it ends");
                None
            }
        });
        let code = ended?.code();
        let out = fs::read_to_string(self.folder.path("out")).expect("a result");
        // Before it listens to signals, it dies of one.
        (code.is_some() && code != Some(4)).then_some(Ran {
            code,
            out,
            err: String::new(),
        })
    }

    /// Solves with a search that is interrupted and resumed.
    fn resumed(&mut self, case: &Case, time: Duration) -> Ran {
        let file = self.folder.path("c");
        loop {
            let how = if file.exists() {
                "resume"
            } else {
                "checkpoint"
            };
            let line = case.solve(1 + self.rng.below(4));
            if let Some(ran) = self.run_or_interrupt(&format!("{line} --{how} c"), time) {
                return ran;
            }
        }
    }

    /// Solves in parts, some of them interrupted, and some then split again.
    fn merged(&mut self, case: &Case, time: Duration) -> Ran {
        let parts = 1 + self.rng.below(6);
        let (question, learn) = (case.question.1, case.learn);
        let split = self.run(&format!(
            "split p.toml --parts {parts} --out plan{question} {learn}"
        ));
        assert_eq!(split.code, Some(0), "{}", split.err);
        loop {
            let mut open: Vec<String> = fs::read_dir(self.folder.path("plan"))
                .expect("a folder")
                .map(|entry| entry.expect("an entry").path())
                .filter(|path| path.extension().is_some_and(|known| known == "part"))
                .filter(|path| !path.with_extension("result").exists())
                .filter_map(|path| Some(format!("plan/{}", path.file_name()?.to_str()?)))
                .collect();
            if open.is_empty() {
                return self.run("merge plan --json --explain 0");
            }
            open.sort();
            let part = open.swap_remove(self.rng.below(open.len() as u64) as usize);
            let threads = 1 + self.rng.below(4);
            let line = format!("solve --part {part} --every 1ms --threads {threads}");
            match self.run_or_interrupt(&line, time) {
                Some(ran) => assert_eq!(ran.code, Some(0), "{line}: {}", ran.err),
                None if self.rng.below(3) == 0 => {
                    let into = 1 + self.rng.below(4);
                    let split = self.run(&format!("split {part} --parts {into}"));
                    // The result may have been written just before the signal.
                    let is_done = split.err.contains("nothing is left to split");
                    assert!(split.code == Some(0) || is_done, "{}", split.err);
                }
                None => {}
            }
        }
    }
}

fn wait_until(child: &mut Child, until: Instant) -> Option<ExitStatus> {
    loop {
        if let Some(ended) = child.try_wait().expect("a child") {
            return Some(ended);
        }
        if Instant::now() >= until {
            return None;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// The number of interruptions can be set by `QUADRILLE_INTERRUPTIONS`.
#[test]
#[cfg(unix)]
fn interrupted_or_not_it_is_one_result() {
    let number = std::env::var("QUADRILLE_INTERRUPTIONS").ok();
    let number = number.map_or(INTERRUPTIONS, |number| number.parse().expect("a number"));
    let seed = std::env::var("QUADRILLE_SEED").ok();
    let mut rng = Rng::new(seed.map_or(1, |seed| seed.parse().expect("a number")));
    let mut known: BTreeMap<String, Reference> = BTreeMap::new();
    let (mut done, mut limits, mut signals, mut kills) = (0, 0, 0, 0);
    let puzzles: Vec<_> = OBJECTIVES.iter().chain(&OTHERS).collect();
    for at in 0.. {
        if done >= number {
            break;
        }
        let &(puzzle, text) = puzzles[at % puzzles.len()];
        let question = match puzzle {
            // Nobody counts these.
            "many" => QUESTIONS[2 + rng.below(2) as usize],
            _ => QUESTIONS[rng.below(4) as usize],
        };
        let learn = ["", "--learn on", "--learn off"][rng.below(3) as usize];
        let case = Case {
            puzzle,
            text,
            question,
            learn,
        };
        let mut bench = Bench {
            folder: Folder::new(),
            rng: Rng::new(rng.below(u64::MAX)),
            left: 1 + rng.below(6),
            limits: 0,
            signals: 0,
            kills: 0,
        };
        bench.folder.file("p.toml", case.text);
        let line = case.solve(1);
        let reference = known.entry(format!("{puzzle}: {line}")).or_insert_with(|| {
            let began = Instant::now();
            let ran = bench.run(&format!("{line} --checkpoint whole"));
            Reference {
                documents: case.documents(&ran.out),
                code: ran.code,
                time: began.elapsed(),
            }
        });
        let ran = match rng.below(2) {
            0 => bench.resumed(&case, reference.time),
            _ => bench.merged(&case, reference.time),
        };
        let what = format!("{}, {line}, case {at}", case.puzzle);
        assert_eq!(case.documents(&ran.out), reference.documents, "{what}");
        assert_eq!(ran.code, reference.code, "{what}: {}", ran.err);
        limits += bench.limits;
        signals += bench.signals;
        kills += bench.kills;
        done = limits + signals + kills;
    }
    println!("{limits} limits, {signals} signals, {kills} kills");
}

/// What is known of all best solutions does not depend on whether the search is saved.
#[test]
fn saved_or_not_the_best_is_the_same() {
    for (puzzle, text) in OBJECTIVES {
        for question in QUESTIONS {
            let folder = Folder::new();
            folder.file("p.toml", text);
            let path = folder.name("p.toml");
            let solve = |more: &[&str]| -> Value {
                let question = question.0.split_whitespace();
                let mut arguments = vec!["solve", &path, "--json", "--explain", "0"];
                arguments.extend(question);
                arguments.extend(more);
                let ran = run(&arguments);
                let last = ran.out.lines().last().expect("a result");
                serde_json::from_str(last).expect("a document")
            };
            let plain = solve(&[]);
            let file = folder.name("c");
            let saved = solve(&["--checkpoint", &file]);
            let what = format!("{puzzle} {}", question.0);
            for field in ["best", "no_solution", "puzzle"] {
                assert_eq!(saved[field], plain[field], "{what}: {field}");
            }
            for field in ["text", "found", "exhausted", "stopped", "exit_code"] {
                assert_eq!(saved["verdict"][field], plain["verdict"][field], "{what}");
            }
            assert_eq!(
                sorted(&saved["consensus"]),
                sorted(&plain["consensus"]),
                "{what}"
            );
            if !question.0.is_empty() {
                // Of two solutions of many, either may come first.
                assert_eq!(sorted(&saved["answer"]), sorted(&plain["answer"]), "{what}");
            }
        }
    }
}

/// A document whose lists are sorted: sets are written as lists.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(sorted).collect();
            items.sort_by_key(Value::to_string);
            items.into()
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(key, value)| (key.clone(), sorted(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}
