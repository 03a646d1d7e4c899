//! Which entries of a partly filled grid occur in a solution of the puzzle.

use super::{CheckFailed, Halt, Request, consensus};
use crate::filling::Entries;
use crate::language::Puzzle;

/// The results for the entries of a grid, each by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The places with an entry that occurs in no solution, in the order of the model.
    pub wrong: Vec<WrongEntry>,
    /// The places that could not be decided in time.
    pub undecided: Vec<String>,
    /// The number of solutions of the puzzle, if they were few enough to be listed.
    pub solutions: Option<u64>,
    /// Why something is undecided.
    pub stopped: Option<Halt>,
    /// Whether regions have names, which say of cells that do not touch, too, whether they are in one region.
    pub are_regions_named: bool,
}

/// A place with entered values that it has in no solution of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongEntry {
    /// The name of the place.
    pub place: String,
    /// The values entered there: one, or several considered possible.
    pub listed: Vec<String>,
    /// Those that occur there in no solution.
    pub never: Vec<String>,
}

/// Finds the entries that occur in no solution of the puzzle, regardless of the other entries. The solutions are listed
/// if they are few; otherwise it searches for a solution with each entry not yet seen in one.
///
/// # Errors
/// [`CheckFailed`] if the checker rejects a solution: a bug in this program.
pub fn standing(
    puzzle: &Puzzle,
    request: &Request,
    entries: &Entries,
) -> Result<Standing, CheckFailed> {
    let [entered, found] = consensus::of_entries(puzzle, request, entries)?;
    let mut standing = Standing {
        wrong: Vec::new(),
        undecided: Vec::new(),
        solutions: found.solutions,
        stopped: found.stopped,
        are_regions_named: entries.names_of_regions().is_some(),
    };
    // Nothing is found where propagation alone finds that there is no solution, or time was up before it had.
    let nothing: [Vec<String>; 2] = Default::default();
    let is_known = found.stopped.is_none();
    let found = puzzle.place_texts(&found);
    for (at, (place, [listed, _])) in puzzle.place_texts(&entered).into_iter().enumerate() {
        let [seen, open] = found.get(at).map_or(&nothing, |(_, known)| known);
        if listed.is_empty() {
            continue;
        }
        if !open.is_empty() || found.is_empty() && !is_known {
            standing.undecided.push(place.clone());
        }
        let is_never = |value: &&String| !seen.contains(value) && !open.contains(value);
        let never: Vec<String> = listed.iter().filter(is_never).cloned().collect();
        if !never.is_empty() && (is_known || !found.is_empty()) {
            standing.wrong.push(WrongEntry {
                place,
                listed,
                never,
            });
        }
    }
    Ok(standing)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::puzzle::BuildOptions;
    use crate::read::{Source, parse};
    use crate::solve::{Goal, Unwatched, broken_so_far, solve};

    const DIGITS: &str = "
decide digit on cells: 1..3, given
\"No number twice in a row or column.\"
    each line l: all different digit in l
";

    const SHADE: &str = "
decide shade on cells: shaded or open
\"The shaded cells form one group.\"
    shaded cells are connected
\"Three cells are shaded.\"
    exactly 3 shaded cells
";

    const REGIONS: &str = "
decide area on cells: regions
\"Every region has two or three cells.\"
    each area a: size of a >= 2 and size of a <= 3
";

    fn puzzle(rules: &str, size: &str) -> Puzzle {
        let source = Source {
            name: "small.toml".to_owned(),
            text: format!("rules = '''{rules}'''\nsize = \"{size}\"\n"),
        };
        parse(&source).expect("the rules are right").puzzle
    }

    /// All words of `count` signs.
    fn words(signs: &[&str], count: usize) -> impl Iterator<Item = Vec<String>> {
        let all = signs.len().pow(count as u32);
        (0..all).map(move |code| {
            let digit = |at: usize| code / signs.len().pow(at as u32) % signs.len();
            (0..count).map(|at| signs[digit(at)].to_owned()).collect()
        })
    }

    fn grid(words: &[String], columns: usize) -> String {
        let rows = words.chunks(columns).map(|row| row.join(" "));
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Letters in the order in which they begin, so that each partition is there once.
    fn is_in_order(words: &[String]) -> bool {
        let mut next = b'A';
        words.iter().all(|word| {
            let letter = word.as_bytes()[0];
            next += u8::from(letter == next);
            letter < next
        })
    }

    /// Grids that are filled in part, over the signs of a genre: how many fillings that satisfy the rules agree with
    /// them, and which entries none of them has, by trying all fillings with the checker.
    #[test]
    fn ways_and_wrong_entries_agree_with_all_fillings() {
        type Case = (
            &'static str,
            &'static str,
            usize,
            &'static [&'static str],
            &'static [&'static str],
        );
        let cases: [Case; 3] = [
            (
                DIGITS,
                "2x2",
                2,
                &["1", "2", "3"],
                &["?", "1", "2", "3", "{1,2}"],
            ),
            (SHADE, "2x3", 3, &["#", "."], &["?", "#", "."]),
            (REGIONS, "2x3", 3, &["A", "B", "C"], &["?", "A", "B"]),
        ];
        for (rules, size, columns, signs, entered) in cases {
            let puzzle = puzzle(rules, size);
            let count = columns * 2;
            let solutions: Vec<Vec<String>> = words(signs, count)
                .filter(|words| signs[0] != "A" || is_in_order(words))
                .filter(|words| {
                    let filled = puzzle.read_filled(&grid(words, columns)).unwrap();
                    puzzle.check(&filled).is_empty()
                })
                .collect();
            assert!(solutions.len() > 1, "{rules}");
            let fits = |own: &str, value: &str| own == "?" || own.contains(value);
            // Of regions, names say only who is with whom.
            let agrees = |entries: &[String], solution: &[String]| {
                if signs[0] != "A" {
                    return entries
                        .iter()
                        .zip(solution)
                        .all(|(own, value)| fits(own, value));
                }
                (0..count).all(|a| {
                    (0..a)
                        .filter(|&b| entries[a] != "?" && entries[b] != "?")
                        .all(|b| (entries[a] == entries[b]) == (solution[a] == solution[b]))
                })
            };
            for entries in words(entered, count).step_by(7) {
                let text = grid(&entries, columns);
                let read = puzzle.read_entries(&text).unwrap();
                let expected = solutions.iter().filter(|one| agrees(&entries, one)).count();
                let request = Request {
                    goal: Goal::All,
                    build: BuildOptions {
                        entries: Some(Arc::new(read.clone())),
                        ..BuildOptions::default()
                    },
                    ..Request::default()
                };
                let findings = solve(&puzzle, &request, &mut Unwatched).unwrap();
                assert_eq!(findings.verdict.found, expected as u64, "{rules}{text}");
                if !broken_so_far(&puzzle, &read).is_empty() {
                    assert_eq!(expected, 0, "{rules}{text}");
                }
                let standing = standing(&puzzle, &Request::default(), &read).unwrap();
                assert!(standing.undecided.is_empty());
                if signs[0] == "A" {
                    continue;
                }
                let wrong: Vec<usize> = (0..count)
                    .filter(|&at| {
                        let listed = signs.iter().filter(|sign| entries[at].contains(**sign));
                        let mut never =
                            listed.filter(|sign| !solutions.iter().any(|one| one[at] == **sign));
                        entries[at] != "?" && never.next().is_some()
                    })
                    .collect();
                let found = standing.wrong.iter().map(|entry| entry.place.clone());
                let name = |at: usize| format!("r{}c{}", at / columns + 1, at % columns + 1);
                assert_eq!(
                    found.collect::<Vec<_>>(),
                    wrong.into_iter().map(name).collect::<Vec<_>>(),
                    "{rules}{text}"
                );
            }
        }
    }

    /// A value that a rule about one place excludes is not in the model that is searched.
    #[test]
    fn what_no_place_may_have_is_wrong_by_itself() {
        let rules = "
decide shade on cells: shaded or open
\"One group of one cell.\"
    (sum over groups g of shaded cells: size of g) = 1
    r1c1 is open
";
        let puzzle = puzzle(rules, "2x2");
        let entries = puzzle.read_entries("#?\n.?\n").unwrap();
        let standing = standing(&puzzle, &Request::default(), &entries).unwrap();
        let wrong: Vec<&str> = standing.wrong.iter().map(|one| &one.place[..]).collect();
        assert_eq!(wrong, ["r1c1"]);
        assert_eq!(standing.wrong[0].never, standing.wrong[0].listed);
    }

    #[test]
    fn candidates_narrow_what_the_checker_tries() {
        let puzzle = puzzle(DIGITS, "1x3");
        for (text, count) in [
            ("{1,2} {1,2} {1,2}", 1),
            ("{1,2} {1,2} ?", 0),
            ("1 {1,2} 2", 1),
            ("1 . 2", 0),
        ] {
            let entries = puzzle.read_entries(text).unwrap();
            assert_eq!(broken_so_far(&puzzle, &entries).len(), count, "{text}");
        }
        let at = |text: &str| puzzle.read_entries(text).unwrap_err().column;
        assert_eq!([at("{} 1 2"), at("1 {1,x} 2"), at("1 {1,2 3")], [1, 3, 9]);
    }
}
