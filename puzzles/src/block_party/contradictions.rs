//! Givens that rule each other out.

use super::{BlockParty, Metric, rules};
use crate::grid::Cell;
use crate::symbol::Violation;

/// The givens that cannot stand together, or not at all, whatever the other cells hold: equal ones in a region,
/// equal ones nearer to each other than they may be, and ones that no cell is far enough from. Each is named with
/// its rule. A puzzle without any may still have no solution; one with some has none.
///
/// Looks at each pair of cells once.
pub fn contradictions(puzzle: &BlockParty) -> Vec<Violation> {
    let givens = &puzzle.givens;
    let given: Vec<(Cell, u32)> = givens
        .cells()
        .filter_map(|cell| Some((cell, givens[cell]?)))
        .collect();
    let mut found = Vec::new();
    for (place, &(cell, value)) in given.iter().enumerate() {
        for &(other, _) in given[place + 1..].iter().filter(|(_, same)| *same == value) {
            if puzzle.regions.same(cell, other) {
                let region = puzzle.regions.of(cell);
                let name = puzzle.regions.name(region);
                found.push(Violation {
                    rule: rules::region(name, puzzle.regions.cells(region).len()),
                    cells: vec![cell, other],
                    message: format!("{value} is given in {cell} and in {other}"),
                });
            }
            if let Some(away) = distance(puzzle.metric, cell, other)
                && away < value as usize
            {
                found.push(Violation {
                    rule: rules::nearest(puzzle.metric, value),
                    cells: vec![cell, other],
                    message: format!("{value} is given in {cell} and in {other}, {away} away"),
                });
            }
        }
        let reaches = |other| distance(puzzle.metric, cell, other) == Some(value as usize);
        if !givens.cells().any(reaches) {
            found.push(Violation {
                rule: rules::nearest(puzzle.metric, value),
                cells: vec![cell],
                message: format!("{value} is given in {cell}, and no cell is {value} away from it"),
            });
        }
    }
    found
}

/// How far two cells are from each other; `None` if the metric does not relate them.
fn distance(metric: Metric, a: Cell, b: Cell) -> Option<usize> {
    match metric {
        Metric::Line if a.row != b.row && a.column != b.column => None,
        Metric::Line | Metric::Taxicab => Some(a.taxicab(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Source;

    fn found(metric: &str, givens: &str) -> Vec<String> {
        let text = format!(
            "kind = 'block-party'\nmetric = '{metric}'\nanswer = 'sum of all cells'\n\
             regions = '''\nAAAB\nAABB\nBBBB\n'''\ngivens = '''\n{givens}\n'''"
        );
        let source = Source {
            name: "test".to_owned(),
            text,
        };
        let puzzle = BlockParty::parse(&source)
            .unwrap_or_else(|problems| panic!("{}", problems.render(&source, Default::default())));
        contradictions(&puzzle)
            .iter()
            .map(Violation::to_string)
            .collect()
    }

    #[test]
    fn both_givens_and_the_rule_are_named() {
        assert_eq!(found("taxicab", "1..1\n....\n...."), Vec::<String>::new());
        assert_eq!(
            found("taxicab", "1...\n.1..\n...."),
            ["region A: each of 1–5 once: 1 is given in r1c1 and in r2c2"]
        );
        assert_eq!(
            found("taxicab", "..3.\n...3\n...."),
            [
                "each 3: the nearest other 3 is exactly 3 away: 3 is given in r1c3 and in r2c4, 2 away"
            ]
        );
        assert_eq!(
            found("taxicab", "..3.\n..3.\n....").len(),
            1,
            "of two regions, next to each other"
        );
    }

    #[test]
    fn in_lines_other_cells_do_not_count() {
        assert_eq!(
            found("line", "..3.\n...3\n...."),
            [
                "each 3: the nearest other 3 in its row or column is exactly 3 away: 3 is given in r1c3, and no cell is 3 away from it"
            ]
        );
        assert_eq!(found("line", "3..3\n....\n...."), Vec::<String>::new());
    }

    #[test]
    fn a_value_that_no_cell_is_far_enough_from_is_named() {
        assert_eq!(
            found("taxicab", "....\n...6\n...."),
            [
                "each 6: the nearest other 6 is exactly 6 away: 6 is given in r2c4, and no cell is 6 away from it"
            ]
        );
    }
}
