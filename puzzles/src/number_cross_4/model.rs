//! The model: the rules as propagators.

use std::sync::Arc;

use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::{Branching, value::Smallest};
use quadrille_engine::propagators::{InMdd, Table, Tuples};
use quadrille_engine::{Dom, Model, Var};

use super::NumberCross4;
use super::neighbours::{AdjacencyDifference, RegionEquality, beside_different, beside_equal};
use crate::clue::Clue;
use crate::clue::line::{Cost, Line, LineDiagram, Tie};
use crate::grid::{Cell, Direction, Grid};
use crate::number_cross::{BLANK, NoTwoBlanks, SHORTEST_RUN, beside_blanks, row_clue, symbol_of};
use crate::puzzle::{BuildOptions, Built, Completed, Reading};

/// What the languages of the rows may cost before weaker propagators take over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Listing the words of one row, for a table.
    pub(super) row: Cost,
    /// Listing the words of all rows.
    pub(super) all: Cost,
    /// The most states of the diagram of one row.
    pub(super) states: usize,
}

/// A table of 100,000 words takes some milliseconds to make. Number Cross 4 of May 2024 needs 2 ms for all its
/// words; a grid of 50 rows by 18 columns stays below a second and 100 MB.
const EFFORT: Effort = Effort {
    row: Cost {
        words: 100_000,
        nanoseconds: 2e7,
    },
    all: Cost {
        words: 400_000,
        nanoseconds: 1.5e8,
    },
    states: 20_000,
};

/// What is known of the rows that satisfy a clue.
#[derive(Debug)]
enum Language {
    /// All of them, as a flat list.
    Words(Vec<i32>),
    /// A set that holds them.
    Diagram(LineDiagram),
    /// Nothing yet.
    Unlisted,
}

/// A row's language, and what it says.
#[derive(Debug)]
struct Row {
    language: Language,
    rule: String,
    /// Whether there is no such row, whatever its neighbours.
    impossible: bool,
}

pub(super) fn build(puzzle: &NumberCross4, options: &BuildOptions) -> Built {
    build_within(puzzle, options, &EFFORT)
}

pub(super) fn build_within(
    puzzle: &NumberCross4,
    options: &BuildOptions,
    effort: &Effort,
) -> Built {
    let regions = puzzle.regions.grid();
    let mut model = Model::new();
    let cells: Grid<Var> = regions.map(|_| model.var(0..=BLANK));
    let mut rows: Vec<(usize, Row)> = row_languages(puzzle, options, effort)
        .into_iter()
        .enumerate()
        .collect();
    // What is posted first runs first: a row that refutes the puzzle by itself is the one to name.
    rows.sort_by_key(|(_, row)| !row.impossible);
    for (row, Row { language, rule, .. }) in rows {
        let vars = cells.row(row);
        // A table takes more memory than its list.
        let language = match options.interrupt.is_due() {
            true => Language::Unlisted,
            false => language,
        };
        let clue = &puzzle.clues[row];
        model.rule(rule);
        let (within_row, exact) = match language {
            // The words know all that the rules say within a row.
            Language::Words(words) => {
                let tuples = Tuples::from_cells(vars.len(), words);
                model.post(Table::new(vars, Arc::new(tuples)));
                (true, true)
            }
            Language::Diagram(LineDiagram { mdd, exact }) => {
                model.post(InMdd::new(vars, Arc::new(mdd)));
                (true, exact)
            }
            Language::Unlisted => (false, false),
        };
        if !exact {
            model.post(row_clue(vars, clue));
        }
        if !within_row {
            for column in 1..regions.columns() {
                let at = Cell::new(row, column);
                post_neighbours(&mut model, puzzle, &cells, Cell::new(row, column - 1), at);
            }
        }
    }
    for row in 1..regions.rows() {
        for column in 0..regions.columns() {
            let at = Cell::new(row, column);
            post_neighbours(&mut model, puzzle, &cells, Cell::new(row - 1, column), at);
        }
    }
    model.decide(cells.values());
    let cells_read = cells.clone();
    Built {
        model,
        // Measured on made puzzles: dom/wdeg alone needs 16,961 nodes for all 8,443 solutions of one of 11×11, smallest
        // domain first 22,093; in one of 15×15 it met 67,246 solutions in the time in which the other met none. With
        // last-conflict, 747 nodes instead of 2,493 and 1,223 instead of 6,587 for two of 15×15 with few solutions, and
        // 2,435 instead of 3,189 for one of 13×13; the worst of fifteen was one of 11×11, 691 instead of 559. Where
        // there are many solutions, as many are met in 5,000 nodes.
        brancher: |_| {
            let order = LastConflict::new(DomWdeg::default());
            Box::new(Branching::new(order, Smallest))
        },
        reading: Reading::new(
            cells.map(|&var| (var, symbol_of as fn(i32) -> _)),
            Box::new(move |solution| {
                Completed::of_grid(cells_read.map(|&var| symbol_of(solution[var])))
            }),
        ),
    }
}

/// By row: its language, in the cheapest strong form within `effort`.
///
/// With `join`, rows are taken in the order of how few words they are likely to have, and what the words of one
/// leave for its cells narrows the rows above and below before those are listed: in Number Cross 4 of May 2024
/// the second row then has 816 words instead of 38,159. A row's language then follows from several rules.
///
/// When [`BuildOptions::interrupt`] is due, no further row is listed: nobody will search the model.
fn row_languages(puzzle: &NumberCross4, options: &BuildOptions, effort: &Effort) -> Vec<Row> {
    let join = options.join_rules;
    let regions = puzzle.regions.grid();
    let all = Dom::range(0..=BLANK);
    let mut domains: Grid<Dom> = regions.map(|_| all);
    let mut rows: Vec<Row> = puzzle
        .clues
        .iter()
        .enumerate()
        .map(|(row, clue)| Row {
            language: Language::Unlisted,
            rule: format!("row {}: {clue}", row + 1),
            impossible: false,
        })
        .collect();
    let mut left = effort.all;
    let mut waiting: Vec<usize> = (0..regions.rows()).collect();
    while !waiting.is_empty() {
        if options.interrupt.is_due() {
            break;
        }
        let likely = |row: usize| {
            let ties = ties(regions.row(row));
            line(&ties, domains.row(row), &puzzle.clues[row]).estimate()
        };
        let next = (0..waiting.len())
            .min_by(|&a, &b| likely(waiting[a]).total_cmp(&likely(waiting[b])))
            .expect("some row is waiting");
        let row = waiting.remove(next);
        let (of, clue) = (regions.row(row), &puzzle.clues[row]);
        let language = language(of, domains.row(row), clue, effort, &mut left);
        let values = language.values(regions.columns());
        rows[row].language = language;
        match &values {
            Some(values) if join => narrow(puzzle, &mut domains, row, values),
            Some(_) => {}
            None => {
                let whole = vec![all; regions.columns()];
                let alone = self::language(of, &whole, clue, effort, &mut effort.all.clone());
                rows[row].impossible = alone.values(regions.columns()).is_none();
                if !rows[row].impossible {
                    rows[row].rule += ", beside what the rows above and below leave";
                }
            }
        }
        // Told apart from other rules, a listed row must say that its regions are part of it.
        if !join && !matches!(rows[row].language, Language::Unlisted) {
            rows[row].rule += ", with the regions of its cells";
        }
    }
    rows
}

/// The language of a row within `domains`.
fn language(
    regions: &[usize],
    domains: &[Dom],
    clue: &Clue,
    effort: &Effort,
    left: &mut Cost,
) -> Language {
    let ties = ties(regions);
    let line = line(&ties, domains, clue);
    if let Ok(words) = line.words(effort.row, left) {
        return Language::Words(words);
    }
    let diagram = line.diagram(effort.states);
    diagram.map_or(Language::Unlisted, Language::Diagram)
}

/// How the cells of a row of these regions are tied.
pub(super) fn ties(regions: &[usize]) -> Vec<Tie> {
    let tie = |pair: &[usize]| match pair[0] == pair[1] {
        true => Tie::Same,
        false => Tie::Different,
    };
    regions.windows(2).map(tie).collect()
}

pub(super) fn line<'a>(ties: &'a [Tie], domains: &'a [Dom], clue: &'a Clue) -> Line<'a> {
    Line {
        ties,
        domains,
        blank: BLANK,
        shortest: SHORTEST_RUN,
        clue,
    }
}

impl Language {
    /// What each cell can be, or `None` if there is no word.
    fn values(&self, columns: usize) -> Option<Vec<Dom>> {
        match self {
            Language::Words(words) => (!words.is_empty()).then(|| {
                let mut values = vec![Dom::EMPTY; columns];
                for word in words.chunks_exact(columns) {
                    for (seen, &value) in values.iter_mut().zip(word) {
                        *seen |= Dom::single(value);
                    }
                }
                values
            }),
            Language::Diagram(LineDiagram { mdd, .. }) => (!mdd.is_empty()).then(|| {
                (0..columns)
                    .map(|column| mdd.values(column).into_iter().collect())
                    .collect()
            }),
            Language::Unlisted => Some(vec![Dom::range(0..=BLANK); columns]),
        }
    }
}

/// Narrows the cells above and below a row to what the rules leave beside its cells, which hold `values`.
fn narrow(puzzle: &NumberCross4, domains: &mut Grid<Dom>, row: usize, values: &[Dom]) {
    for (column, &seen) in values.iter().enumerate() {
        let at = Cell::new(row, column);
        let here = domains[at] & seen;
        for direction in [Direction::North, Direction::South] {
            let Some(other) = domains.step(at, direction) else {
                continue;
            };
            let beside = if puzzle.regions.same(at, other) {
                beside_equal(here)
            } else {
                beside_different(here)
            };
            domains[other] &= beside & beside_blanks(here);
        }
    }
}

/// The rules between two cells that share an edge.
fn post_neighbours(
    model: &mut Model,
    puzzle: &NumberCross4,
    cells: &Grid<Var>,
    first: Cell,
    second: Cell,
) {
    let (a, b) = (cells[first], cells[second]);
    let name = |cell| puzzle.regions.name(puzzle.regions.of(cell));
    let (here, there) = (name(first), name(second));
    model.rule(format!(
        "{first} and {second}: two shaded cells never share an edge"
    ));
    model.post(NoTwoBlanks::new(a, b));
    if puzzle.regions.same(first, second) {
        model.rule(format!(
            "{first} and {second}, region {here}: unshaded neighbours hold the same digit"
        ));
        model.post(RegionEquality::new(a, b));
    } else {
        model.rule(format!(
            "{first} and {second}, regions {here} and {there}: neighbours hold different digits"
        ));
        model.post(AdjacencyDifference::new(a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filled::testing::{clues, regions};
    use crate::interrupt::Interrupt;

    /// As many rows as there are, as words or as diagrams. The digits of a row of three cells have a sum of 27 at most.
    #[test]
    fn rows_without_words_are_told_from_others() {
        let puzzle = NumberCross4 {
            regions: regions(&["ABC", "CAB", "BCA"]),
            clues: clues(&["multiple of 3", "sum of digits is 9", "sum of digits is 30"]),
        };
        let none = Cost {
            words: 0,
            nanoseconds: 0.0,
        };
        let diagrams = Effort {
            row: none,
            all: none,
            states: usize::MAX,
        };
        let options = BuildOptions::default();
        for (effort, listed) in [(EFFORT, true), (diagrams, false)] {
            let rows = row_languages(&puzzle, &options, &effort);
            let impossible: Vec<bool> = rows.iter().map(|row| row.impossible).collect();
            assert_eq!(impossible, [false, false, true]);
            for row in &rows {
                assert_eq!(matches!(row.language, Language::Words(_)), listed);
                assert_eq!(matches!(row.language, Language::Diagram(_)), !listed);
            }
        }
        let due = BuildOptions {
            interrupt: Interrupt::when(|| true),
            ..options
        };
        let rows = row_languages(&puzzle, &due, &EFFORT);
        let unlisted = |row: &Row| matches!(row.language, Language::Unlisted);
        assert!(rows.len() == 3 && rows.iter().all(unlisted));
    }
}
