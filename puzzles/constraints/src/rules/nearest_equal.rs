//! The nearest other K is exactly K away.

use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Dom, Literal, Past, Propagator,
    ReadState, RevWords, Scope, Status, Var, WriteState,
};

use super::near::{MOST_COLUMNS, Metric, Shapes};
use crate::grid::{Cell, Grid};

/// Each of some cells, if it holds K, has a cell with K at distance K and none nearer.
///
/// Domain consistent for a single such cell; for several, each of them is, but not their conjunction.
///
/// Two boards of one word for each row are on the trail: the cells that may hold K, and those that do. A run first
/// updates them from the cells that changed and ends there if K is not involved, which is the usual case. Otherwise it
/// checks the cells at distance K of each cell that lost K, and around each new K: O(K) word operations for each such
/// cell. A witness for each cell would save nothing, since finding one costs about as much as checking it.
#[derive(Clone, Debug)]
pub struct NearestEqual {
    value: i32,
    shapes: Shapes,
    /// By cell, row by row.
    cells: Box<[Var]>,
    /// The cells under the rule, a word for each row.
    subjects: Box<[u64]>,
}

/// The propagator of [`NearestEqual`].
#[derive(Debug)]
pub struct NearestEqualPropagator {
    value: i32,
    shapes: Shapes,
    cells: Box<[Var]>,
    subjects: Box<[u64]>,
    /// By tag: the cell.
    tagged: Vec<Cell>,
    /// The cells that may hold K, then those that do, a word for each row.
    boards: RevWords,
    /// Scratch: cells that lost K or were fixed to it, not propagated yet.
    pending: Vec<(Cell, News)>,
}

/// The change of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    Lost,
    Holds,
}

/// The reason tag of a cell that lost K for want of another at distance K; other tags are the index of a cell plus
/// one.
const NO_PARTNER: u32 = 0;

impl NearestEqual {
    /// The rule for `value` ≥ 1 and each of `cells` that passes `subject`.
    ///
    /// # Panics
    /// If `value` < 1, or the grid is empty or has more than 64 columns.
    pub fn new(
        value: i32,
        cells: &Grid<Var>,
        metric: Metric,
        subject: impl Fn(Cell) -> bool,
    ) -> Self {
        assert!(value >= 1, "a distance is positive");
        assert!(
            !cells.is_empty() && cells.columns() <= MOST_COLUMNS,
            "a row of 1 to {MOST_COLUMNS} cells is expected"
        );
        let mut subjects = vec![0; cells.rows()];
        for cell in cells.cells().filter(|&cell| subject(cell)) {
            subjects[cell.row] |= 1 << cell.column;
        }
        Self {
            value,
            shapes: Shapes {
                rows: cells.rows(),
                columns: cells.columns(),
                metric,
            },
            cells: cells.values().into(),
            subjects: subjects.into(),
        }
    }
}

impl NearestEqualPropagator {
    fn distance(&self) -> usize {
        self.value as usize
    }

    fn index(&self, cell: Cell) -> usize {
        cell.row * self.shapes.columns + cell.column
    }

    fn var(&self, cell: Cell) -> Var {
        self.cells[self.index(cell)]
    }

    fn is_subject(&self, cell: Cell) -> bool {
        self.subjects[cell.row] >> cell.column & 1 == 1
    }

    /// The cells of a row that may hold K.
    #[inline]
    fn possible(&self, cx: &Context<'_>, row: usize) -> u64 {
        cx.words(self.boards)[row]
    }

    /// The cells of a row that hold K.
    #[inline]
    fn held(&self, cx: &Context<'_>, row: usize) -> u64 {
        cx.words(self.boards)[self.shapes.rows + row]
    }

    /// Notes that `cell` lost K.
    fn lose(&mut self, cx: &mut Context<'_>, cell: Cell) {
        let row = self.possible(cx, cell.row);
        cx.set_word(self.boards, cell.row, row & !(1 << cell.column));
        self.pending.push((cell, News::Lost));
    }

    /// Notes that `cell` holds K.
    fn hold(&mut self, cx: &mut Context<'_>, cell: Cell) {
        let row = self.held(cx, cell.row);
        cx.set_word(
            self.boards,
            self.shapes.rows + cell.row,
            row | 1 << cell.column,
        );
        self.pending.push((cell, News::Holds));
    }

    /// Brings the boards up to date.
    fn read(&mut self, cx: &mut Context<'_>) {
        self.pending.clear();
        for i in 0..cx.fired().len() {
            let cell = self.tagged[cx.fired()[i] as usize];
            let var = self.var(cell);
            if !cx.contains(var, self.value) {
                if self.possible(cx, cell.row) >> cell.column & 1 == 1 {
                    self.lose(cx, cell);
                }
            } else if cx.is_fixed(var) && self.held(cx, cell.row) >> cell.column & 1 == 0 {
                self.hold(cx, cell);
            }
        }
    }

    fn remove(&mut self, cx: &mut Context<'_>, cell: Cell, tag: u32) -> Result<(), Conflict> {
        cx.because(tag);
        cx.remove(self.var(cell), self.value)?;
        self.lose(cx, cell);
        Ok(())
    }

    /// Removes K from a subject that may hold it and finds no partner; a subject that does hold it gives it to a
    /// sole partner.
    fn seek_partner(&mut self, cx: &mut Context<'_>, cell: Cell) -> Result<(), Conflict> {
        let mut only = None;
        for slice in self.shapes.ring(cell, self.distance()) {
            let partners = self.possible(cx, slice.row) & slice.columns;
            if partners == 0 {
                continue;
            }
            if only.is_some() || !partners.is_power_of_two() {
                return Ok(());
            }
            only = Some(Cell::new(slice.row, partners.trailing_zeros() as usize));
        }
        let Some(partner) = only else {
            return self.remove(cx, cell, NO_PARTNER);
        };
        let holds = self.held(cx, cell.row) >> cell.column & 1 == 1;
        if holds && self.held(cx, partner.row) >> partner.column & 1 == 0 {
            cx.because(self.index(cell) as u32 + 1);
            cx.fix(self.var(partner), self.value)?;
            self.hold(cx, partner);
        }
        Ok(())
    }

    /// `centre` holds K: no cell nearer than K does, where one of the two is a subject.
    fn clear_disc(&mut self, cx: &mut Context<'_>, centre: Cell) -> Result<(), Conflict> {
        let everyone = self.is_subject(centre);
        for slice in self.shapes.disc(centre, self.distance() - 1) {
            let mut too_near = self.possible(cx, slice.row) & slice.columns;
            if !everyone {
                too_near &= self.subjects[slice.row];
            }
            for column in Dom::from_bits(too_near).iter() {
                let cell = Cell::new(slice.row, column as usize);
                self.remove(cx, cell, self.index(centre) as u32 + 1)?;
            }
        }
        Ok(())
    }

    /// The facts "does not hold K" about the cells at distance K of `cell`, except for one.
    fn no_partner_but(&self, cell: Cell, but: Option<Var>, past: &Past<'_>) -> Vec<Literal> {
        self.shapes
            .ring(cell, self.distance())
            .flat_map(|slice| {
                Dom::from_bits(slice.columns)
                    .iter()
                    .map(move |column| Cell::new(slice.row, column as usize))
            })
            .map(|partner| self.var(partner))
            .filter(|&var| Some(var) != but && past.declared(var).contains(self.value))
            .map(|var| Literal::is_not(var, self.value))
            .collect()
    }
}

impl Constraint for NearestEqual {
    type Propagator = NearestEqualPropagator;

    fn name(&self) -> &'static str {
        "nearest equal"
    }

    fn attach(self, scope: &mut Scope<'_>) -> NearestEqualPropagator {
        // The others neither are under the rule nor count as a partner.
        let (tagged, mut boards) = self.shapes.track(scope, &self.cells, self.value);
        boards.resize(2 * self.shapes.rows, 0);
        NearestEqualPropagator {
            value: self.value,
            shapes: self.shapes,
            subjects: self.subjects,
            tagged,
            boards: scope.new_words(&boards),
            // In one run a cell either loses K or comes to hold it.
            pending: Vec::with_capacity(self.cells.len()),
            cells: self.cells,
        }
    }
}

impl Propagator for NearestEqualPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.read(cx);
        if cx.runs_afresh() {
            // Every subject has to look for a partner, not only those near a change.
            for row in 0..self.shapes.rows {
                for column in Dom::from_bits(self.possible(cx, row) & self.subjects[row]).iter() {
                    self.seek_partner(cx, Cell::new(row, column as usize))?;
                }
            }
        }
        while let Some((cell, news)) = self.pending.pop() {
            match news {
                News::Lost => {
                    for slice in self.shapes.ring(cell, self.distance()) {
                        let seekers =
                            self.possible(cx, slice.row) & slice.columns & self.subjects[slice.row];
                        for column in Dom::from_bits(seekers).iter() {
                            self.seek_partner(cx, Cell::new(slice.row, column as usize))?;
                        }
                    }
                }
                News::Holds => {
                    self.clear_disc(cx, cell)?;
                    if self.is_subject(cell) {
                        self.seek_partner(cx, cell)?;
                    }
                }
            }
        }
        let words = cx.words(self.boards);
        let (possible, held) = words.split_at(self.shapes.rows);
        Ok(if possible == held {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let Some(var) = change.var else {
            return past.describe_scope(facts);
        };
        let (value, columns) = (self.value, self.shapes.columns);
        let at = |index: usize| Cell::new(index / columns, index % columns);
        if change.after.contains(value) {
            let seeker = at(change.tag as usize - 1);
            facts.push(Literal::is(self.var(seeker), value));
            facts.extend(self.no_partner_but(seeker, Some(var), past));
            return;
        }
        if change.after.is_empty() {
            facts.push(Literal::is(var, value));
        }
        if change.tag == NO_PARTNER {
            let index = self.cells.iter().position(|&cell| cell == var);
            let cell = at(index.expect("it narrows its own cells only"));
            facts.extend(self.no_partner_but(cell, None, past));
        } else {
            facts.push(Literal::is(self.cells[change.tag as usize - 1], value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    /// The rule for one cell of a grid filled row by row, as it is written.
    fn nearest_is_value(values: &[i32], columns: usize, metric: Metric, index: usize) -> bool {
        let at = |i: usize| Cell::new(i / columns, i % columns);
        let centre = at(index);
        let nearest = (0..values.len())
            .filter(|&i| i != index && values[i] == values[index])
            .map(at)
            .filter(|cell| {
                metric == Metric::Taxicab || cell.row == centre.row || cell.column == centre.column
            })
            .map(|cell| cell.taxicab(centre))
            .min();
        nearest.map(|distance| distance as i32) == Some(values[index])
    }

    fn test(
        (rows, columns): (usize, usize),
        metric: Metric,
        value: i32,
        subjects: &[usize],
        strength: Strength,
        (cases, low, high): (usize, i32, i32),
    ) {
        PropagatorTest::new(
            |model, vars| {
                let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                model.post(NearestEqual::new(value, &cells, metric, |cell| {
                    subjects.contains(&cells.index(cell))
                }));
            },
            |v| {
                subjects
                    .iter()
                    .all(|&i| v[i] != value || nearest_is_value(v, columns, metric, i))
            },
        )
        .strength(strength)
        .seed(value as u64)
        .random(cases, rows * columns, low..=high);
    }

    const SIZES: [(usize, usize); 4] = [(1, 5), (5, 1), (2, 3), (3, 2)];

    #[test]
    fn domain_consistent_for_one_cell() {
        for metric in [Metric::Taxicab, Metric::Line] {
            for size in SIZES {
                for value in 1..=4 {
                    for subject in 0..size.0 * size.1 {
                        // The second range makes the variables wide.
                        test(size, metric, value, &[subject], Strength::Domain, (3, 1, 4));
                        test(
                            size,
                            metric,
                            value,
                            &[subject],
                            Strength::Domain,
                            (3, -1, 3),
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn sound_for_several_cells() {
        for metric in [Metric::Taxicab, Metric::Line] {
            for size in SIZES {
                for value in 1..=3 {
                    let all: Vec<usize> = (0..size.0 * size.1).collect();
                    test(size, metric, value, &all, Strength::Sound, (20, 1, 4));
                    test(size, metric, value, &all[1..4], Strength::Sound, (20, 1, 4));
                }
            }
            for value in 1..=3 {
                let all: Vec<usize> = (0..9).collect();
                test((3, 3), metric, value, &all, Strength::Sound, (20, 2, 3));
                test(
                    (3, 3),
                    metric,
                    value,
                    &all[2..7],
                    Strength::Sound,
                    (5, 1, 3),
                );
            }
        }
    }
}
