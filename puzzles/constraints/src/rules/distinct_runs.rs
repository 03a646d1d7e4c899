//! No number occurs twice.

use quadrille_engine::{
    Change, Conflict, Constraint, Context, Dom, Events, Lane, Literal, Past, Propagator, Scope,
    Status, Var,
};

/// The numbers of some lines (maximal runs of digits between blanks and ends) all differ.
///
/// A known number, with the blanks or ends beside it, is forbidden everywhere else: if all but one of the facts that
/// would repeat it hold, the last is made false. This is unit propagation on the forbidden repetitions; it is exact
/// once the lines are fixed. O(known numbers · lines · length) word operations a run, only where one of the two lines
/// has changed, and most end after two or three cells; no state.
///
/// All places of a line are compared at once, one bit each: place by place, this rule took three times as many
/// instructions for each run, a sixth of the total for Number Cross 5.
#[derive(Clone, Debug)]
pub struct DistinctRuns {
    lines: Vec<Vec<(Var, Dom)>>,
    /// By cell in the order of the lines: its line and place.
    place_of: Vec<(u32, u32)>,
    /// By line: the number of its first cell in that order.
    first_of: Vec<u32>,
    /// Scratch: what is fixed in each line.
    known_of: Vec<Line>,
    /// Scratch: the known numbers.
    known: Vec<Known>,
    /// Scratch: the cells that were fixed since the last run, as in a [`Line`].
    changed: Vec<u32>,
}

/// The value of a blank among digits.
const BLANK: usize = 10;

/// A reason tag is two numbers of cells, of this many bits each: where the known number begins, and where it would stand a
/// second time.
const HALF: u32 = 16;

/// What is fixed in a line. Bit c + 1 is place c, and the bits before and after all places are the ends, which count as
/// blanks.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// By digit, where it is fixed, and where there is a blank.
    fixed: [u32; BLANK + 1],
    unknown: u32,
}

/// A run whose cells and ends are fixed: its line and its places `start..end`.
#[derive(Clone, Copy, Debug)]
struct Known {
    line: usize,
    start: usize,
    end: usize,
}

impl DistinctRuns {
    /// The most cells of a line: with the two places beside it, it is one word.
    pub const MOST_CELLS: usize = 30;

    /// Over lines of cells that are all different, each with the values that are blanks there; the others are digits.
    /// Runs are compared digit by digit: 07 is not 7.
    ///
    /// # Panics
    /// If a line has more than 30 cells, or all have 65,536 together.
    pub fn new(lines: &[Vec<(Var, Dom)>]) -> Self {
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        assert!(longest <= Self::MOST_CELLS, "at most 30 cells in a line");
        let cells: usize = lines.iter().map(Vec::len).sum();
        assert!(cells < 1 << HALF, "less than 65,536 cells");
        let places = (0..).zip(lines);
        let place_of =
            places.flat_map(|(line, cells)| (0..cells.len() as u32).map(move |c| (line, c)));
        let place_of: Vec<(u32, u32)> = place_of.collect();
        let first_of = lines.iter().scan(0, |next, cells| {
            let first = *next;
            *next += cells.len() as u32;
            Some(first)
        });
        Self {
            first_of: first_of.collect(),
            known_of: vec![Line::default(); lines.len()],
            known: Vec::with_capacity(place_of.len()),
            changed: vec![0; lines.len()],
            place_of,
            lines: lines.to_vec(),
        }
    }

    /// Collects what is fixed, and the runs that are wholly known.
    fn collect(&mut self, cx: &Context<'_>) {
        self.known.clear();
        for (line, (masks, cells)) in self.known_of.iter_mut().zip(&self.lines).enumerate() {
            *masks = Line::default();
            // The end before the line; the one after it ends the loop below.
            masks.fixed[BLANK] = 1;
            // Where a run that is known so far began; `None` after something unknown.
            let mut start = Some(0);
            for (place, value) in cells
                .iter()
                .map(|&cell| known(cx, cell))
                .chain([Some(BLANK)])
                .enumerate()
            {
                match value {
                    None => {
                        masks.unknown |= 1 << (place + 1);
                        start = None;
                    }
                    Some(value) => {
                        masks.fixed[value] |= 1 << (place + 1);
                        if value == BLANK {
                            let start = start.replace(place + 1);
                            let number = start.filter(|&start| start < place);
                            self.known.extend(number.map(|start| Known {
                                line,
                                start,
                                end: place,
                            }));
                        }
                    }
                }
            }
        }
    }

    /// The content at `place` of a number with the blanks before and after it: −1, 0, … length.
    fn wanted(&self, cx: &Context<'_>, known: Known, place: usize) -> usize {
        match place {
            0 => BLANK,
            _ if known.start + place > known.end => BLANK,
            _ => cx.min(self.lines[known.line][known.start + place - 1].0) as usize,
        }
    }

    /// Keeps the number `known` from occurring in `line` again.
    fn forbid(&self, cx: &mut Context<'_>, known: Known, line: usize) -> Result<(), Conflict> {
        let masks = &self.known_of[line];
        let length = known.end - known.start;
        // The starts at which all facts hold so far, and those at which all but one do. If the number would not fit
        // into the line, some place is neither fixed nor unknown.
        let mut all = u32::MAX;
        if line == known.line {
            all &= !(1 << known.start);
        }
        let mut but_one = 0;
        for place in 0..length + 2 {
            let holds = masks.fixed[self.wanted(cx, known, place)] >> place;
            but_one = but_one & holds | all & masks.unknown >> place;
            all &= holds;
            if all | but_one == 0 {
                return Ok(());
            }
        }
        let begin = self.first_of[known.line] + known.start as u32;
        let tag = |start: usize| begin << HALF | (self.first_of[line] + start as u32);
        if all != 0 {
            cx.because(tag(all.trailing_zeros() as usize));
            return Err(Conflict);
        }
        for start in (0..u32::BITS as usize).filter(|start| but_one >> start & 1 == 1) {
            let open = (0..length + 2).find(|place| masks.unknown >> (start + place) & 1 == 1);
            let place = open.expect("one fact is open");
            let (var, blanks) = self.lines[line][start + place - 1];
            cx.because(tag(start));
            match self.wanted(cx, known, place) {
                BLANK => cx.keep(var, !blanks)?,
                // A value that is a blank here cannot be the digit.
                digit if blanks.contains(digit as i32) => continue,
                digit => cx.keep(var, !Dom::single(digit as i32))?,
            };
        }
        Ok(())
    }
}

/// The digit of a cell or [`BLANK`], if that is known.
fn known(cx: &Context<'_>, (var, blanks): (Var, Dom)) -> Option<usize> {
    let domain = cx.dom(var);
    if domain.is_subset(blanks) {
        return Some(BLANK);
    }
    domain.value().map(|value| value as usize)
}

impl Constraint for DistinctRuns {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "distinct runs"
    }

    fn lane(&self) -> Lane {
        Lane::Linear
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &(var, blanks) in self.lines.iter().flatten() {
            // The tag is the cell's place in `place_of`. One of several values for a blank may be known before.
            let events = if blanks.len() > 1 {
                Events::ANY
            } else {
                Events::FIXED
            };
            scope.track(var, events);
        }
        self
    }
}

impl Propagator for DistinctRuns {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.collect(cx);
        self.changed.fill(0);
        for &tag in cx.fired() {
            let (line, place) = self.place_of[tag as usize];
            self.changed[line as usize] |= 2 << place;
        }
        for at in 0..self.known.len() {
            let known = self.known[at];
            // The number with its ends.
            let places = u32::MAX >> (Self::MOST_CELLS - (known.end - known.start)) << known.start;
            let is_new = self.changed[known.line] & places != 0;
            for line in 0..self.lines.len() {
                if is_new || self.changed[line] != 0 {
                    self.forbid(cx, known, line)?;
                }
            }
        }
        // Its own changes may complete further numbers.
        Ok(Status::Active)
    }

    /// The two numbers and their ends, but for the changed cell.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let place = |cell: u32| {
            let (line, start) = self.place_of[cell as usize];
            (&self.lines[line as usize], start as usize)
        };
        let (line, start) = place(change.tag >> HALF);
        let (other, again) = place(change.tag & u32::from(u16::MAX));
        let known = |cell: Option<&(Var, Dom)>| {
            let (var, blanks) = *cell?;
            let value = past.domain(var).value();
            value.filter(|&value| !blanks.contains(value))
        };
        let length = (start..)
            .take_while(|&at| known(line.get(at)).is_some())
            .count();
        // Ends beyond the line are not there.
        for (cells, start) in [(line, start), (other, again)] {
            let begin = start.saturating_sub(1);
            let end = cells.len().min(start + length + 1);
            for &(var, blanks) in &cells[begin..end] {
                if change.var == Some(var) {
                    // It had lost the rest before.
                    if change.after.is_empty() {
                        past.describe(var, facts);
                    }
                    continue;
                }
                match past.domain(var).value() {
                    Some(value) if !blanks.contains(value) || blanks.len() == 1 => {
                        if past.declared(var).len() > 1 {
                            facts.push(Literal::is(var, value));
                        }
                    }
                    _ => past.describe_within(var, |value| blanks.contains(value), facts),
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::PropagatorTest;
    use quadrille_engine::{Literal, Model, Rng, Solver};

    use crate::grid::Grid;

    /// The value of a blank in these tests.
    const BLANK: i32 = 10;

    fn lines(vars: &[Var], cells: usize, blanks: Dom) -> Vec<Vec<(Var, Dom)>> {
        let line = |vars: &[Var]| vars.iter().map(|&var| (var, blanks)).collect();
        vars.chunks(cells).map(line).collect()
    }

    #[test]
    fn against_brute_force() {
        let ten = Dom::single(10);
        let two = Dom::single(8) | Dom::single(10);
        for blanks in [ten, two, Dom::EMPTY] {
            for (rows, columns) in [(2, 2), (3, 2), (2, 3), (1, 5), (1, 6)] {
                let highest = if blanks.is_empty() { 9 } else { 10 };
                PropagatorTest::new(
                    |model, vars| {
                        model.post(DistinctRuns::new(&lines(vars, columns, blanks)));
                    },
                    |v| {
                        let is_blank = |value: &i32| blanks.contains(*value);
                        let rows = v.chunks(columns);
                        let runs = rows.flat_map(|row| row.split(is_blank));
                        let mut all: Vec<_> = runs.filter(|run| !run.is_empty()).collect();
                        let count = all.len();
                        all.sort();
                        all.dedup();
                        all.len() == count
                    },
                )
                .random(100, rows * columns, 7..=highest);
            }
        }
    }

    /// What would repeat a known number with one cell is taken out of that cell, and nothing else is.
    #[test]
    fn the_last_cell_of_a_repetition_is_ruled_out() {
        let mut model = Model::new();
        let known = [1, 2, BLANK].map(|value| model.var(value..=value));
        let other = [1..=1, 2..=3, BLANK..=BLANK].map(|range| model.var(range));
        let open = [1..=2, 2..=3, BLANK..=BLANK].map(|range| model.var(range));
        let vars = [known, other, open].concat();
        model.post(DistinctRuns::new(&lines(&vars, 3, Dom::single(BLANK))));
        let mut solver = model.solver();
        assert!(solver.propagate().is_ok());
        assert_eq!(solver.value(other[1]), Some(3));
        assert_eq!(open.map(|var| solver.domain(var).len()), [2, 2, 1]);
    }

    /// Whether a known number, with the blanks or edges at its ends, occurs somewhere else too, but for at most one
    /// cell that is open.
    fn is_nearly_repeated(solver: &Solver, cells: &Grid<Var>) -> bool {
        // The values of each row with the edges beside it, one bit each.
        let rows: Vec<Vec<u32>> = (0..cells.rows())
            .map(|row| {
                let values = |var: &Var| solver.domain(*var).iter().fold(0, |all, v| all | 1 << v);
                let edge = std::iter::once(1 << BLANK);
                edge.clone()
                    .chain(cells.row(row).iter().map(values))
                    .chain(edge)
                    .collect()
            })
            .collect();
        let places = |length: usize| {
            let starts = 0..=cells.columns() + 2 - length;
            (0..cells.rows()).flat_map(move |row| starts.clone().map(move |start| (row, start)))
        };
        let at = |(row, start): (usize, usize), length: usize| &rows[row][start..start + length];
        (3..=cells.columns() + 2).any(|length| {
            places(length).any(|known| {
                let number = at(known, length);
                let is_number = number.iter().enumerate().all(|(i, &values)| {
                    let is_end = i == 0 || i == length - 1;
                    values.count_ones() == 1 && (values == 1 << BLANK) == is_end
                });
                is_number
                    && places(length).filter(|&other| other != known).any(|other| {
                        let pairs = || at(other, length).iter().zip(number);
                        let differ = pairs().filter(|(there, here)| there != here).count();
                        differ <= 1 && pairs().all(|(there, here)| there & here != 0)
                    })
            })
        })
    }

    /// Unit propagation on the forbidden repetitions, by its definition, along random walks.
    #[test]
    fn no_number_is_repeated_but_for_one_cell() {
        let mut rng = Rng::new(5);
        for round in 0..1000 {
            let (rows, columns) = [(2, 6), (3, 5), (1, 9), (2, 18)][round % 4];
            let mut model = Model::new();
            // Short numbers that are known early, so that they are often those of another row but for one cell.
            let cells = Grid::from_fn(rows, columns, |_| {
                model.var(match rng.below(4) {
                    0 => BLANK..=BLANK,
                    1 => 8..=BLANK,
                    _ => 8..=9,
                })
            });
            model.post(DistinctRuns::new(&lines(
                cells.values(),
                columns,
                Dom::single(BLANK),
            )));
            let mut solver = model.solver();
            let mut open: Vec<Var> = cells.values().to_vec();
            while solver.propagate().is_ok() {
                assert!(!is_nearly_repeated(&solver, &cells), "round {round}");
                open.retain(|&var| solver.value(var).is_none());
                if open.is_empty() {
                    break;
                }
                let var = open[rng.below(open.len() as u64) as usize];
                let values: Vec<i32> = solver.domain(var).iter().collect();
                let value = values[rng.below(values.len() as u64) as usize];
                solver.push();
                assert!(solver.assume(Literal::is(var, value)).is_ok());
            }
        }
    }
}
