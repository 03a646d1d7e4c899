//! Learning for more than one solution: it finds the same solutions, and is dropped where it does not pay.

use super::*;
use crate::read::{Source, parse};
use crate::solve::consensus::consensus_after;

/// A nanro of which some numbers are not told.
fn nanro(numbers: &str) -> Puzzle {
    let text = format!(
        "
kind = 'nanro'
room = '''
AAABBCD
EABBBCD
EEEBCCD
FEGHICD
FJGHIII
FJJHHKK
LLJHKKK
'''
number = '''
{numbers}
'''
"
    );
    let name = "nanro".to_owned();
    parse(&Source { name, text }).expect("it reads").puzzle
}

/// Some hundred solutions, and some failures for each.
fn hundreds() -> Puzzle {
    nanro("..3....\n.3.....\n.......\n.1.....\n.......\n1..2...\n.2..3..")
}

/// Some thousand solutions.
fn thousands() -> Puzzle {
    nanro("..3....\n.3.....\n......3\n.......\n.....2.\n1..2...\n.2.....")
}

fn request(goal: Goal, learn: Learn, threads: usize) -> Request {
    Request {
        goal,
        learn,
        threads,
        ..Request::default()
    }
}

#[test]
fn all_solutions_and_their_number() {
    let everywhere = [(Learn::Auto, 1), (Learn::Auto, 3), (Learn::On, 2)];
    for (puzzle, ways) in [
        (hundreds(), &everywhere[..]),
        (thousands(), &everywhere[..2]),
    ] {
        let of = |goal, learn, threads| {
            let request = request(goal, learn, threads);
            solve(&puzzle, &request, &mut Unwatched).expect("they check")
        };
        let expected = of(Goal::All, Learn::Off, 1);
        assert!(expected.stats.failures > 3 * TRIAL);
        for &(learn, threads) in ways {
            let all = of(Goal::All, learn, threads);
            assert_eq!(all.verdict, expected.verdict);
            assert_eq!(all.solutions, expected.solutions, "{learn:?} {threads}");
            assert_eq!(all.checked, expected.checked);
            let count = of(Goal::Count, learn, threads);
            assert_eq!(count.verdict, expected.verdict);
        }
    }
    // The search that learns has failed on the way, and learnt from it.
    let on = solve(
        &hundreds(),
        &request(Goal::Count, Learn::On, 1),
        &mut Unwatched,
    );
    assert!(on.expect("they check").stats.learnt > 0);
}

/// With a static order the search does not learn, and solutions come in the same order.
#[test]
fn a_static_order_is_kept() {
    let make: BrancherMaker = Arc::new(|| branch::named("input", "smallest", "binary", 0).unwrap());
    let of = |learn| {
        let request = Request {
            brancher: Some(Arc::clone(&make)),
            ..request(Goal::All, learn, 1)
        };
        solve(&hundreds(), &request, &mut Unwatched).expect("they check")
    };
    let (auto, off) = (of(Learn::Auto), of(Learn::Off));
    assert_eq!(auto.stats.learnt, 0);
    assert_eq!(auto.solutions, off.solutions);
    assert_eq!(auto.stats.nodes, off.stats.nodes);
}

/// The first `n` solutions are the same for any number of threads, and none occurs twice.
#[test]
fn some_solutions() {
    for limit in [40, 1500] {
        let of = |threads| {
            let request = request(Goal::Limit(limit), Learn::Auto, threads);
            solve(&thousands(), &request, &mut Unwatched).expect("they check")
        };
        let (one, three) = (of(1), of(3));
        assert_eq!(one.solutions.len() as u64, limit);
        assert_eq!(one.solutions, three.solutions);
        for (i, solution) in one.solutions.iter().enumerate() {
            assert!(!one.solutions[..i].contains(solution));
        }
    }
}

/// Limits apply to the search that learns, and what it has found is reported.
#[test]
fn limits_while_it_learns() {
    let limits = Limits {
        failures: Some(3 * TRIAL),
        ..Limits::default()
    };
    let of = |threads| {
        let request = Request {
            limits: limits.clone(),
            ..request(Goal::All, Learn::Auto, threads)
        };
        solve(&thousands(), &request, &mut Unwatched).expect("they check")
    };
    let (one, three) = (of(1), of(3));
    assert_eq!(one.verdict.stopped, Some(Halt::Failures(3 * TRIAL)));
    assert!(one.verdict.found > 0);
    assert_eq!(one.verdict, three.verdict);
    assert_eq!(one.solutions, three.solutions);
    let full = Request {
        memory: Some(1),
        ..request(Goal::Count, Learn::On, 1)
    };
    let full = solve(&thousands(), &full, &mut Unwatched).expect("they check");
    assert_eq!(full.verdict, Verdict::new(0, Some(Halt::Memory(1))));
}

#[test]
fn the_consensus_is_the_same() {
    for (puzzle, listings) in [(hundreds(), &[0, 300, 5_000][..]), (thousands(), &[300])] {
        for &listing in listings {
            let of = |learn| {
                let request = request(Goal::All, learn, 1);
                consensus_after(listing, &puzzle, &request, None).expect("they check")
            };
            let off = of(Learn::Off);
            for learn in [Learn::Auto, Learn::On] {
                let other = of(learn);
                assert_eq!(other.stopped, None);
                assert_eq!(
                    puzzle.place_texts(&other),
                    puzzle.place_texts(&off),
                    "{learn:?}"
                );
                let both = off.solutions.zip(other.solutions);
                assert!(both.is_none_or(|(one, other)| one == other));
            }
        }
    }
}

/// Jane Street's puzzle of January 2014, whose answer is 205.
#[test]
fn the_best_value_is_the_same() {
    let text = "
rules = '''
grid 5 by 5
data   divisor on lines: number
decide digit on cells: 0..9

\"Each row and column, read as a number, is a multiple of the number at its end.\"
    each line l: divisor of l divides reading digit in l
greatest sum digit in cells
'''
divisor.rows = [1, 2, 3, 4, 5]
divisor.columns = [6, 7, 8, 9, 10]
";
    assert_is_best(text, 205, 1);
}

/// A grid may have several values where hidden layers are not fixed by what is found. The numbers follow from the rules.
#[test]
fn the_best_value_is_the_best_of_all_hidden_values() {
    for (rules, best, solutions) in [
        (
            "hidden h: 1..2\ndecide a: 1..2\ngreatest h\n\"R.\"\n    a = 1",
            2,
            1,
        ),
        // Where a is 2 the greatest is 2, so that this is no solution.
        (
            "hidden h: 1..3\ndecide a: 1..2\ngreatest h\n\"R.\"\n    if a = 2 then h = 2",
            3,
            1,
        ),
        (
            "hidden h on cells: 1..2\ndecide a on cells: 1..2\ngreatest sum h in grid\n\"R.\"\n    all equal a in grid",
            4,
            2,
        ),
        (
            "hidden shade on cells: shaded or open\ndecide a on cells: 1..2\nleast count shaded cells\n\"R.\"\n    \
            some cell is shaded",
            1,
            4,
        ),
    ] {
        let text = format!("size = '1x2'\nrules = \"\"\"\n{rules}\n\"\"\"\n");
        assert_is_best(&text.replace("\"\"\"", "'''"), best, solutions);
    }
}

/// The best value of a puzzle, and in how many grids, in every sort of search.
#[track_caller]
fn assert_is_best(text: &str, value: i64, solutions: u64) {
    for (learn, threads) in [
        (Learn::Off, 1),
        (Learn::Auto, 1),
        (Learn::Auto, 2),
        (Learn::On, 1),
    ] {
        let source = Source {
            name: "best".to_owned(),
            text: text.to_owned(),
        };
        // A puzzle keeps the best value that it was found to have.
        let puzzle = parse(&source).expect("it reads").puzzle;
        let request = request(Goal::Count, learn, threads);
        let found = solve(&puzzle, &request, &mut Unwatched).expect("it checks");
        let best = found.best.expect("it is asked for");
        assert!(best.is_proved);
        let found_value = best.found.map(|(value, _)| value);
        assert_eq!(found_value, Some(value), "{learn:?} {text}");
        assert_eq!(
            found.verdict,
            Verdict::new(solutions, None),
            "{learn:?} {text}"
        );
    }
}
