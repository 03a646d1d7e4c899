//! Puzzles with no solution, one, 72 and thousands: the same solutions in the same order for every number of
//! threads, each of them checked.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille::embedded;
use quadrille::puzzle::{BuildOptions, Built, Completed};
use quadrille::read::{self, Source};
use quadrille::solve::{Goal, Halt, Learn, Request, TRIAL, Unwatched, Watcher, solve};
use quadrille::violation::Violation;
use quadrille::{Puzzle, Rule};
use quadrille_engine::{Restarts, branch};

/// A rule that always holds. It counts how often its checker is asked, and can be made to reject a solution.
#[derive(Debug)]
struct Counts {
    checked: AtomicU64,
    /// The number of the check that is to fail.
    rejects: Option<u64>,
}

impl Rule for Counts {
    fn sentence(&self) -> &str {
        "a rule"
    }

    fn post(&self, _: &Puzzle, _: &mut Built, _: &BuildOptions) {}

    fn check(&self, _: &Puzzle, _: &Completed) -> Vec<Violation> {
        let number = self.checked.fetch_add(1, Ordering::Relaxed) + 1;
        let broken = Violation::new("a rule", Vec::new(), "is said to be broken");
        let is_rejected = self.rejects == Some(number);
        is_rejected.then_some(broken).into_iter().collect()
    }
}

/// A puzzle with such a rule.
struct Counting {
    puzzle: Puzzle,
    rule: Arc<Counts>,
}

impl Counting {
    fn new(puzzle: Puzzle, rejects: Option<u64>) -> Self {
        let rule = Arc::new(Counts {
            checked: AtomicU64::new(0),
            rejects,
        });
        Self {
            puzzle: puzzle.with_rule(Arc::clone(&rule) as Arc<dyn Rule>),
            rule,
        }
    }

    fn checked(&self) -> u64 {
        self.rule.checked.swap(0, Ordering::Relaxed)
    }
}

/// The puzzle of a file, without rules about folding.
fn read(text: &str) -> Puzzle {
    let name = "threads.toml".to_owned();
    let text = text.to_owned();
    let puzzle = read::parse(&Source { name, text })
        .expect("it parses")
        .puzzle;
    puzzle.without(&puzzle.rules_about_folding())
}

fn parse(text: &str) -> Counting {
    Counting::new(read(text), None)
}

fn embedded(name: &str) -> Counting {
    parse(embedded::find(name).expect("it is embedded"))
}

/// No arrows and no numbers: every shape without holes is a solution, folding aside.
fn any_shape() -> Counting {
    parse("kind = 'shut-the-box'\ngrid = \"\"\"\n....\n....\n....\"\"\"")
}

/// The number of shapes in [`any_shape`], by passing each of them to the checker.
fn shapes_by_the_checker() -> u64 {
    let puzzle = any_shape();
    let grids = (0..1u32 << 12).map(|bits| {
        let sign = |i: usize| match bits >> i & 1 {
            0 => '.',
            _ => '#',
        };
        let row = |row: usize| {
            (0..4)
                .map(|column| sign(4 * row + column))
                .collect::<String>()
        };
        (0..3).map(row).collect::<Vec<_>>().join("\n")
    });
    grids
        .filter(|grid| {
            let completed = puzzle.puzzle.read_filled(grid).expect("it is a grid");
            puzzle.puzzle.check(&completed).is_empty()
        })
        .count() as u64
}

/// Records what it is shown.
#[derive(Default)]
struct Shown(Vec<(u64, Completed)>);

impl Watcher for Shown {
    fn found(&mut self, number: u64, completed: &Completed) -> ControlFlow<Halt> {
        self.0.push((number, completed.clone()));
        ControlFlow::Continue(())
    }
}

fn request(goal: Goal, threads: usize) -> Request {
    Request {
        goal,
        threads,
        ..Request::default()
    }
}

/// With the kind's own brancher, with one that learns, and with restarts.
fn ways(request: &Request) -> [Request; 3] {
    let learning = Request {
        brancher: Some(Arc::new(|| {
            branch::named("dom/wdeg", "largest", "values", 3).expect("known names")
        })),
        ..request.clone()
    };
    let restarting = Request {
        restarts: Restarts::LUBY,
        ..learning.clone()
    };
    [request.clone(), learning, restarting]
}

#[test]
fn the_same_solutions_in_the_same_order() {
    let contradiction = "kind = 'shut-the-box'\ngrid = \"\"\"\n3 . .\n. . .\n. . 1\"\"\"";
    for (puzzle, expected) in [
        // The cell with the 1 is cut off from the others.
        (parse(contradiction), 0),
        (embedded("number-cross-4"), 1),
        (embedded("block-party-4"), 1),
        // As its source says.
        (embedded("shut-the-box"), 72),
        (any_shape(), shapes_by_the_checker()),
    ] {
        for goal in [
            Goal::All,
            Goal::Count,
            Goal::Uniqueness,
            Goal::Limit(1),
            Goal::Limit(50),
            Goal::Limit(expected),
        ] {
            for way in 0..3 {
                let of = |threads| {
                    let request = &ways(&request(goal, threads))[way];
                    let mut shown = Shown::default();
                    let findings =
                        solve(&puzzle.puzzle, request, &mut shown).expect("they all check");
                    // A search on several threads may find more of them than are wanted.
                    assert!(puzzle.checked() >= findings.verdict.found, "{goal:?}");
                    let Shown(shown) = shown;
                    if goal == Goal::Count {
                        assert!(findings.solutions.is_empty());
                        // One thread shows them as they come, several do not keep them.
                        (findings.verdict, Vec::new(), Vec::new(), findings.answers)
                    } else {
                        let solutions = findings.solutions;
                        (findings.verdict, shown, solutions, findings.answers)
                    }
                };
                let one = of(1);
                if let Goal::All | Goal::Count = goal {
                    assert_eq!(one.0.found, expected);
                    assert_eq!(one.0.stopped, None);
                }
                for threads in [2, 3, 8] {
                    let many = of(threads);
                    // Not with all its solutions in the message.
                    assert!(many == one, "{goal:?}, way {way}, {threads} threads");
                }
            }
        }
    }
}

#[test]
fn a_solution_that_the_checker_rejects_is_reported() {
    for goal in [Goal::All, Goal::Count, Goal::Limit(60)] {
        for threads in [1, 2, 3] {
            let text = embedded::find("shut-the-box").expect("it is embedded");
            let puzzle = Counting::new(read(text), Some(50)).puzzle;
            let failed = solve(&puzzle, &request(goal, threads), &mut Shown::default());
            let failed = failed.expect_err("the fiftieth is rejected");
            assert_eq!(failed.violations[0].message, "is said to be broken");
        }
    }
}

/// Thirteen cells of which nothing is said: 8,192 solutions.
fn free() -> Counting {
    parse(
        "size = '1x13'
rules = '''
decide shade on cells: shaded or open
\"The row has thirteen cells.\"
    count of cells is 13
'''",
    )
}

#[test]
fn a_count_is_checked_in_part() {
    // A trial of learning checks some of the solutions, too.
    let request = |goal, threads| Request {
        learn: Learn::Off,
        ..request(goal, threads)
    };
    for threads in [1, 2, 5] {
        let puzzle = free();
        let findings = solve(
            &puzzle.puzzle,
            &request(Goal::Count, threads),
            &mut Shown::default(),
        );
        let findings = findings.expect("the checker agrees");
        assert_eq!(findings.verdict.found, 1 << 13);
        // The first quarter, and of the rest every 130th: ten times the number of cells.
        let rest = (2048..1 << 13).filter(|before| before % 130 == 0);
        assert_eq!(findings.checked, 2048 + rest.count() as u64);
        assert_eq!(puzzle.checked(), findings.checked);
        let all = solve(
            &puzzle.puzzle,
            &request(Goal::All, threads),
            &mut Shown::default(),
        );
        assert_eq!(all.expect("the checker agrees").checked, 1 << 13);
        assert_eq!(puzzle.checked(), 1 << 13);
    }
}

/// Where one thread would turn to learning, several leave it to one.
#[test]
fn the_same_where_the_search_learns() {
    let semi_magic = r#"
size = "5x5"
rules = '''
decide number on cells: 1..25
"All numbers are different."
    all different number in cells
"The rows and columns have the same sum."
    each line l: sum number in l = 65
"Neighbours differ by more than two."
    each pair a, b of neighbours: abs(number of a - number of b) > 2
'''
"#;
    let puzzle = parse(semi_magic).puzzle;
    for goal in [Goal::Uniqueness, Goal::Limit(1)] {
        for learn in [Learn::Auto, Learn::On] {
            let of = |threads, learn| {
                let request = Request {
                    learn,
                    ..request(goal, threads)
                };
                solve(&puzzle, &request, &mut Unwatched).expect("they check")
            };
            let one = of(1, learn);
            let without = of(1, Learn::Off);
            assert!(without.stats.failures > TRIAL, "there is a reason to learn");
            assert_ne!(one.solutions, without.solutions, "it has learned");
            for threads in [2, 3] {
                let several = of(threads, learn);
                assert_eq!(several.solutions, one.solutions, "{goal:?} {learn:?}");
                assert_eq!(several.verdict, one.verdict);
                assert_eq!(several.stats.nodes, one.stats.nodes);
            }
        }
    }
}
