//! Searches whose threads are delayed at random, stopped and killed: the result is that of a search in one run.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use quadrille_engine::Rng;

use super::crew::Delays;
use super::*;
use crate::read::{Source, parse};
use crate::solve::{Goal, Learn, Progress};

/// Breaks a search off after some calls. If it is to be killed, the files are put aside as they are then.
struct Breaker {
    calls: u64,
    kills: bool,
    folder: PathBuf,
}

impl Breaker {
    fn put_aside(&self) {
        let aside = self.folder.join("aside");
        fs::create_dir_all(&aside).unwrap();
        for entry in fs::read_dir(&self.folder).unwrap() {
            let path = entry.unwrap().path();
            // Another thread may be writing a temporary file, which no resumed search looks at.
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_file() && !name.contains(".tmp") {
                fs::copy(&path, aside.join(name)).unwrap();
            }
        }
    }
}

impl Watcher for Breaker {
    fn progress(&mut self, _: &Progress<'_>) -> ControlFlow<Halt> {
        if self.calls > 0 {
            self.calls -= 1;
            return ControlFlow::Continue(());
        }
        if self.kills {
            self.put_aside();
        }
        ControlFlow::Break(Halt::Cancelled)
    }
}

/// What is told of a result, except for what depends on the course of the search.
fn told(puzzle: &Puzzle, task: &Task, conclusion: &Conclusion) -> String {
    let findings = &conclusion.findings;
    let mut text = format!("{:?}\n{:?}\n", findings.verdict, findings.answers);
    if !task.only_counts() {
        text += &format!("{}\n", findings.checked);
    }
    for completed in &findings.solutions {
        text += &puzzle.write(completed);
    }
    if let Some(best) = &findings.best {
        let found = best.found.as_ref();
        let found = found.map(|(value, completed)| (value, puzzle.write(completed)));
        text += &format!(
            "{} {found:?} {} {}",
            best.word(),
            best.bound,
            best.is_proved
        );
    }
    if let Some(report) = &conclusion.consensus {
        let places = puzzle.place_texts(report);
        text += &format!("{places:?} {:?} {:?}", report.stopped, report.solutions);
    }
    text
}

/// Solves with a search that is broken off again and again, and continues from what is on disk.
fn in_pieces(task: &Task, puzzle: &Puzzle, learn: Learn, rng: &mut Rng) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c").to_str().unwrap().to_owned();
    let aside = folder.path().join("aside");
    for round in 0.. {
        let request = Request {
            goal: task.goal,
            learn,
            threads: 1 + rng.below(4) as usize,
            ..Request::default()
        };
        let saving = Saving {
            to: &file,
            from: Path::new(&file).is_file().then_some(&*file),
            every: Duration::from_millis(rng.below(4)),
        };
        let mut breaker = Breaker {
            calls: match round {
                0..5 => rng.below(20),
                _ => u64::MAX,
            },
            kills: rng.below(2) == 0,
            folder: folder.path().to_owned(),
        };
        let concluded = solve_saved(task, puzzle, &request, &saving, &mut breaker).unwrap();
        if concluded.findings.verdict.stopped != Some(Halt::Cancelled) {
            return told(puzzle, task, &concluded);
        }
        if aside.is_dir() {
            // Whatever was written after the kill was not.
            for entry in fs::read_dir(folder.path()).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    fs::remove_file(path).unwrap();
                }
            }
            for entry in fs::read_dir(&aside).unwrap() {
                let path = entry.unwrap().path();
                fs::rename(&path, folder.path().join(path.file_name().unwrap())).unwrap();
            }
            fs::remove_dir(&aside).unwrap();
        }
    }
    unreachable!("the last rounds are not broken off")
}

/// `QUADRILLE_DELAYED` sets the number of rounds.
#[test]
fn delayed_and_broken_off_it_is_one_result() {
    let rounds = std::env::var("QUADRILLE_DELAYED").ok();
    let rounds: u64 = rounds.map_or(1, |rounds| rounds.parse().expect("a number"));
    let best = "rules = '''\ngrid 3 by 4\ndecide shade on cells: shaded \"#\" or open \".\"\n\"a\"\n    \
                each shaded cell c: at most 1 shaded neighbour of c\nanswer count shaded cells in row 1\n\
                greatest count shaded cells\n'''\n";
    let few = "kind = \"yinyang\"\nstone = '''\n....\n.o..\n..#.\n....\n'''\n";
    let many = "kind = \"sudoku\"\nnumber = '''\n1...\n....\n....\n....\n'''\n";
    // More than are listed, and small.
    let too_many = "rules = '''\ngrid 3 by 4\ndecide shade on cells: shaded \"#\" or open \".\"\n\"a\"\n    \
                    r1c1 is shaded\nanswer count shaded cells in row 1\n'''\n";
    for (at, text) in [best, few, many, too_many].into_iter().enumerate() {
        let source = Source {
            name: format!("puzzle {at}"),
            text: text.to_owned(),
        };
        let loaded = parse(&source).ok().unwrap();
        let puzzle = &loaded.puzzle;
        for (question, (goal, consensus)) in [
            (Goal::Uniqueness, false),
            (Goal::Uniqueness, true),
            (Goal::Count, false),
            (Goal::All, true),
        ]
        .into_iter()
        .enumerate()
        {
            let task = Task {
                goal,
                consensus,
                ..Task::new(&source, &loaded)
            };
            for learn in [Learn::Off, Learn::On] {
                let folder = tempfile::tempdir().unwrap();
                let file = folder.path().join("c").to_str().unwrap().to_owned();
                let saving = Saving {
                    to: &file,
                    from: None,
                    every: EVERY,
                };
                let request = Request {
                    goal,
                    learn,
                    ..Request::default()
                };
                let whole = solve_saved(
                    &task,
                    puzzle,
                    &request,
                    &saving,
                    &mut crate::solve::Unwatched,
                );
                let expected = told(puzzle, &task, &whole.unwrap());
                for round in 0..rounds {
                    let seed = 1000 * round + 10 * at as u64 + question as u64;
                    let delays = Delays::new(seed);
                    let pieces = in_pieces(&task, puzzle, learn, &mut Rng::new(seed));
                    drop(delays);
                    assert_eq!(
                        pieces, expected,
                        "{at}, {goal:?}, {consensus}, {learn:?}, {round}"
                    );
                }
            }
        }
    }
}
