//! Random puzzles of every kind and of several rulebooks, split at random depths, stopped, split again, and merged:
//! always the result of a single solve.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use quadrille::Puzzle;
use quadrille::campaign::{
    Conclusion, Folder, Merged, Part, PartDone, Saving, Solvers, Task, solve_saved, split,
};
use quadrille::puzzle::Completed;
use quadrille::read::{Source, parse};
use quadrille::solve::{ConsensusReport, Goal, Halt, Learn, Request, Unwatched, consensus, solve};
use quadrille_engine::{Limits, Restarts, Rng};

#[path = "../benches/makers/mod.rs"]
#[allow(dead_code, reason = "the benches use the rest")]
mod makers;

/// Puzzles with more than one solution, and some with one or none.
fn puzzles() -> Vec<(String, String)> {
    let mut all = Vec::new();
    // How tight the clues are is a matter of luck: of each kind the first two with some solutions, and not too many.
    type Maker = fn(u64) -> String;
    let makers: [(&str, Maker); 3] = [
        ("number-cross-4", |seed| {
            let made = makers::number_cross_4::make(4, 4, 4, 3 * seed, seed);
            makers::file::number_cross_4("", &made)
        }),
        ("number-cross-5", |seed| {
            let made = makers::number_cross_5::make(4, 4, 4, 3 * seed, seed);
            makers::file::number_cross_5("", &made)
        }),
        ("block-party", |seed| {
            makers::file::block_party("", &makers::block_party::make(4, seed))
        }),
    ];
    for (kind, make) in makers {
        let suitable = (1..).filter_map(|seed| {
            let source = Source {
                name: format!("{kind}, seed {seed}"),
                text: make(seed),
            };
            let request = Request {
                goal: Goal::Limit(1000),
                ..Request::default()
            };
            let puzzle = parse(&source).expect("it was made").puzzle;
            let findings = solve(&puzzle, &request, &mut Unwatched).expect("it is checked");
            let found = findings.verdict.found;
            ((1..1000).contains(&found)).then_some((source.name, source.text))
        });
        all.extend(suitable.take(2));
    }
    for (name, text) in [
        (
            "shut-the-box",
            "kind = \"shut-the-box\"\ngrid = '''\n. . . .\n. 2 . .\n. . . .\n. . . .\n'''\n",
        ),
        (
            "sudoku",
            "kind = \"sudoku\"\nnumber = '''\n1...\n....\n..3.\n....\n'''\n",
        ),
        (
            "no sudoku",
            "kind = \"sudoku\"\nnumber = '''\n1...\n1...\n..3.\n....\n'''\n",
        ),
        (
            "unequal",
            "kind = \"unequal\"\nnumber = '''\n1...\n....\n....\n....\n'''\n",
        ),
        (
            "yinyang",
            "kind = \"yinyang\"\nstone = '''\n....\n.o..\n..#.\n....\n'''\n",
        ),
        ("gokigen", "kind = \"gokigen\"\nsize = \"3x3\"\n"),
        // The ways to Rome are witnesses.
        (
            "roma",
            "kind = \"roma\"\nroom = '''\nAAB\nACC\n'''\narrow = '''\n...\n...\n'''\n",
        ),
    ] {
        all.push((name.to_owned(), text.to_owned()));
    }
    for best in ["least", "greatest"] {
        let text = format!(
            "rules = '''\ngrid 3 by 4\ndecide mark on cells: shaded or open\n\
             \"Shaded cells never share a side.\"\n    each pair a, b of neighbours: a is open or b is open\n\
             \"There is one.\"\n    at least 1 shaded cell\n{best} size of shaded cells\n'''\n"
        );
        all.push((format!("the {best}"), text));
    }
    all
}

/// A puzzle without its rules about folding, and the task that leaves these out.
fn flat(source: &Source) -> (Task, Puzzle) {
    let loaded = match parse(source) {
        Ok(loaded) => loaded,
        Err(problems) => panic!("{}: {problems:?}", source.name),
    };
    let task = Task {
        without: loaded.puzzle.rules_about_folding(),
        ..Task::new(source, &loaded)
    };
    let puzzle = task.load().unwrap().puzzle;
    (task, puzzle)
}

fn request(task: &Task, limits: Limits, threads: usize) -> Request {
    Request {
        goal: task.goal,
        limits,
        threads,
        ..Request::default()
    }
}

fn unlimited(task: &Task) -> Request {
    request(task, Limits::default(), 1)
}

/// A grid with its additions, as text.
fn written(puzzle: &Puzzle, completed: &Completed) -> String {
    puzzle.write(completed)
}

/// What is seen in each cell or place, in one order.
fn seen(puzzle: &Puzzle, report: &ConsensusReport) -> Vec<BTreeSet<String>> {
    let places = puzzle.place_texts(report).into_iter();
    let places = places.map(|(_, [seen, undecided])| {
        assert!(undecided.is_empty());
        seen.into_iter().collect()
    });
    places.collect()
}

/// Solves the parts in a folder in a random order, stopping some and splitting some.
fn solve_parts(folder: &str, puzzle: &Puzzle, rng: &mut Rng) {
    let solvers = Solvers::default();
    for round in 0.. {
        let mut open: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|known| known == "part"))
            .filter(|path| !path.with_extension("result").exists())
            .map(|path| path.to_string_lossy().into_owned())
            .collect();
        if open.is_empty() {
            return;
        }
        open.sort();
        let path = &open[rng.below(open.len() as u64) as usize];
        let part = Part::read(path).unwrap();
        let result = Path::new(path).with_extension("result");
        let result = result.to_string_lossy();
        let saved = format!("{result}.checkpoint");
        let saving = Saving {
            to: &saved,
            from: None,
            every: Duration::from_millis(1),
        };
        let limits = Limits {
            // Small steps first, but all must finish in the end.
            nodes: (round < 25).then(|| 1 + rng.below(60)),
            ..Limits::default()
        };
        let request = request(&part.task, limits, 1 + rng.below(3) as usize);
        match part
            .solve(
                &result,
                (puzzle, &solvers),
                &request,
                &saving,
                &mut Unwatched,
            )
            .unwrap()
        {
            PartDone::Now { .. } => {}
            PartDone::Stopped(halt) => {
                assert!(matches!(halt, Halt::Nodes(_)), "{halt}");
                if rng.below(4) == 0 {
                    let parts = 1 + rng.below(4) as usize;
                    part.split(&saved, puzzle, &unlimited(&part.task), parts)
                        .unwrap();
                }
            }
            other => panic!("it had no result before: {other:?}"),
        }
    }
}

#[test]
fn merged_it_is_the_plain_solve() {
    let mut interesting = 0;
    for (at, (name, text)) in puzzles().into_iter().enumerate() {
        let source = Source {
            name: name.clone(),
            text,
        };
        let (task, puzzle) = flat(&source);
        let puzzle = &puzzle;
        let task = Task {
            goal: Goal::All,
            consensus: true,
            ..task
        };
        let plain = solve(puzzle, &unlimited(&task), &mut Unwatched).unwrap();
        let grids = |found: &[Completed]| -> BTreeSet<String> {
            found
                .iter()
                .map(|completed| written(puzzle, completed))
                .collect()
        };
        assert!(plain.solutions.len() < 2_000, "{name}: too many for a test");
        let (expected, number) = (grids(&plain.solutions), plain.solutions.len());
        assert_eq!(expected.len(), number, "{name}");
        interesting += usize::from(number > 20);
        let of_all = consensus(puzzle, &unlimited(&task)).unwrap();
        let answers: BTreeSet<_> = plain.answers.iter().collect();

        for round in 0..3 {
            let mut rng = Rng::new(97 * at as u64 + round);
            let folder = tempfile::tempdir().unwrap();
            let plan = folder.path().join("plan").to_string_lossy().into_owned();
            let parts = 1 + rng.below(12) as usize;
            let made = split(&task, puzzle, &unlimited(&task), parts, &plan).unwrap();
            assert!((1..=parts).contains(&made), "{name}: {made} of {parts}");
            solve_parts(&plan, puzzle, &mut rng);
            let merge = || {
                let read = Folder::read(&plan).unwrap();
                read.merge(puzzle, &unlimited(&task)).unwrap().unwrap()
            };
            let Merged {
                conclusion,
                missing,
            } = merge();
            assert_eq!(missing, Vec::<String>::new(), "{name}");
            let findings = &conclusion.findings;
            assert_eq!(findings.verdict, plain.verdict, "{name}, round {round}");
            assert_eq!(findings.solutions.len(), number);
            assert_eq!(grids(&findings.solutions), expected, "{name}");
            assert_eq!(findings.answers.iter().collect::<BTreeSet<_>>(), answers);
            assert_eq!(conclusion.consensus.is_some(), number > 0, "{name}");
            if let Some(report) = &conclusion.consensus {
                assert_eq!(seen(puzzle, report), seen(puzzle, &of_all), "{name}");
            }
            // A removed file is reported missing, by its name.
            let results: Vec<_> = fs::read_dir(&plan)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|known| known == "result"))
                .collect();
            let taken = &results[rng.below(results.len() as u64) as usize];
            let text = fs::read(taken).unwrap();
            fs::remove_file(taken).unwrap();
            let part = taken.with_extension("part");
            let Merged { missing, .. } = merge();
            // A result that has nothing but parts for others to search is not missed.
            if !missing.is_empty() {
                assert_eq!(missing, [format!("no result of `{}`", part.display())]);
            }
            // A duplicate is reported, too.
            fs::write(taken, &text).unwrap();
            let twice = taken.with_file_name("twice.result");
            fs::write(&twice, &text).unwrap();
            let refused = Folder::read(&plan)
                .unwrap()
                .merge(puzzle, &unlimited(&task));
            match refused {
                Err(reasons) => assert!(reasons[0].contains("twice.result"), "{reasons:?}"),
                Ok(merged) => {
                    assert_eq!(merged.unwrap().conclusion.findings.verdict, plain.verdict)
                }
            }
            fs::remove_file(&twice).unwrap();
        }
    }
    assert!(interesting > 3, "{interesting} puzzles have many solutions");
}

/// Whether there are none, one or several is the same for any split, and so is the count.
#[test]
fn verdicts_do_not_depend_on_the_split() {
    for (at, (name, text)) in puzzles().into_iter().enumerate().step_by(2) {
        let source = Source { name, text };
        let (task, puzzle) = flat(&source);
        let puzzle = &puzzle;
        for goal in [Goal::Uniqueness, Goal::Count] {
            let task = Task {
                goal,
                ..task.clone()
            };
            let plain = solve(puzzle, &unlimited(&task), &mut Unwatched).unwrap();
            for parts in [1, 2, 7] {
                let folder = tempfile::tempdir().unwrap();
                let plan = folder.path().to_string_lossy().into_owned();
                split(&task, puzzle, &unlimited(&task), parts, &plan).unwrap();
                solve_parts(&plan, puzzle, &mut Rng::new(at as u64));
                let read = Folder::read(&plan).unwrap();
                let merged = read.merge(puzzle, &unlimited(&task)).unwrap().unwrap();
                let name = &source.name;
                assert_eq!(merged.conclusion.findings.verdict, plain.verdict, "{name}");
                assert_eq!(merged.missing, Vec::<String>::new());
                let status = read.status();
                assert_eq!(status.started, []);
                if goal == Goal::Count {
                    assert_eq!(
                        (status.done, status.found),
                        (status.parts, plain.verdict.found)
                    );
                    assert!(
                        (status.share - 1.0).abs() < 1e-9,
                        "{name}: {}",
                        status.share
                    );
                }
            }
        }
    }
}

/// With more solutions than anybody could list, parts ask which values are possible where, wherever they are stopped
/// and however they are split; together this is the consensus of one search.
#[test]
fn questions_are_asked_in_parts() {
    let text = "kind = \"sudoku\"\nnumber = '''\n1........\n.2.......\n..3......\n...4.....\n....5....\n.....6...\n\
                ......7..\n.......8.\n........9\n'''\n";
    let source = Source {
        name: "loose.toml".to_owned(),
        text: text.to_owned(),
    };
    let loaded = parse(&source).unwrap();
    let puzzle = &loaded.puzzle;
    let task = Task {
        consensus: true,
        ..Task::new(&source, &loaded)
    };
    let plain = consensus(puzzle, &unlimited(&task)).unwrap();
    assert_eq!(plain.solutions, None);
    for seed in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let plan = folder.path().to_string_lossy().into_owned();
        let mut rng = Rng::new(seed);
        let parts = 2 + rng.below(5) as usize;
        split(&task, puzzle, &unlimited(&task), parts, &plan).unwrap();
        solve_parts(&plan, puzzle, &mut rng);
        let read = Folder::read(&plan).unwrap();
        let merged = read.merge(puzzle, &unlimited(&task)).unwrap().unwrap();
        assert_eq!(merged.missing, Vec::<String>::new());
        let Conclusion {
            findings,
            consensus,
        } = merged.conclusion;
        assert_eq!(
            (findings.verdict.found, findings.verdict.stopped),
            (2, Some(Halt::Several))
        );
        let report = consensus.unwrap();
        assert_eq!(seen(puzzle, &report), seen(puzzle, &plain));
        assert_eq!(report.solutions, None);
    }
}

/// Solves a task with a search that is stopped again and again and continues from what was saved.
fn solve_in_pieces(task: &Task, puzzle: &Puzzle, how: &Request, rng: &mut Rng) -> Conclusion {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c").to_string_lossy().into_owned();
    for round in 0.. {
        let saving = Saving {
            to: &file,
            from: (round > 0).then_some(&*file),
            every: Duration::from_millis(1 + rng.below(5)),
        };
        let limits = Limits {
            // Small steps first, but it must finish in the end.
            nodes: (round < 25).then(|| 1 + rng.below(200)),
            ..Limits::default()
        };
        let request = Request {
            limits,
            threads: 1 + rng.below(2) as usize,
            ..how.clone()
        };
        let solved = solve_saved(task, puzzle, &request, &saving, &mut Unwatched).unwrap();
        let stopped = solved.findings.verdict.stopped;
        if !matches!(stopped, Some(Halt::Nodes(_))) {
            return solved;
        }
    }
    unreachable!("the last rounds have no limit")
}

/// For every kind of search and every question, a saved and resumed search has the same result as an uninterrupted one.
#[test]
fn in_pieces_it_is_the_same() {
    let ways: [(Restarts, Learn); 3] = [
        (Restarts::Never, Learn::Auto),
        (Restarts::Luby { unit: 2 }, Learn::Off),
        (Restarts::Never, Learn::On),
    ];
    let questions = [
        (Goal::All, true),
        (Goal::Count, false),
        (Goal::Uniqueness, false),
        (Goal::Uniqueness, true),
        (Goal::Limit(3), false),
    ];
    for (at, (name, text)) in puzzles().into_iter().enumerate() {
        let source = Source { name, text };
        let (task, puzzle) = flat(&source);
        let puzzle = &puzzle;
        for (round, (goal, asks)) in questions.into_iter().enumerate() {
            let task = Task {
                goal,
                consensus: asks,
                ..task.clone()
            };
            let (restarts, learn) = ways[(at + round) % ways.len()];
            let how = Request {
                restarts,
                learn,
                ..unlimited(&task)
            };
            let plain = solve(puzzle, &unlimited(&task), &mut Unwatched).unwrap();
            let mut rng = Rng::new((31 * at + round) as u64);
            let Conclusion {
                findings,
                consensus: report,
            } = solve_in_pieces(&task, puzzle, &how, &mut rng);
            let what = format!("{}, {goal:?}, {restarts:?}, {learn:?}", source.name);
            if asks && goal == Goal::Uniqueness {
                // Few solutions are counted while they are listed.
                let number = findings.verdict.found.min(2);
                assert_eq!(number, plain.verdict.found, "{what}");
            } else {
                assert_eq!(findings.verdict, plain.verdict, "{what}");
            }
            if goal == Goal::All {
                let grids = |found: &[Completed]| -> BTreeSet<String> {
                    found.iter().map(|grid| written(puzzle, grid)).collect()
                };
                assert_eq!(
                    grids(&findings.solutions),
                    grids(&plain.solutions),
                    "{what}"
                );
                assert_eq!(findings.solutions.len(), plain.solutions.len(), "{what}");
            }
            if let (true, Some(report)) = (asks, &report) {
                let of_all = consensus(puzzle, &unlimited(&task)).unwrap();
                assert_eq!(seen(puzzle, report), seen(puzzle, &of_all), "{what}");
            }
            assert_eq!(report.is_some(), asks && plain.verdict.found > 0, "{what}");
        }
    }
}
