//! Every K leaves room in each region for that region's own K.

use quadrille_engine::bits::{Bits, none_of};
use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Dom, Lane, Literal, Past, Propagator,
    ReadState, RevWords, Scope, Status, Var, WriteState,
};

use super::near::{MOST_COLUMNS, Metric, Shapes};
use crate::grid::{Cell, Grid};

/// Each of some regions holds K, and no cell that holds K is nearer than K to all the Ks of such a region.
///
/// If a region contains K once, this follows from [`NearestEqual`](super::NearestEqual); but it acts while the place
/// is still unknown: K is removed from a cell that is too near to every remaining place for the K of a region.
/// Sound, not domain consistent, and exact once all variables are fixed.
///
/// The cells that may hold K are a board of one word for each row on the trail. A run checks the regions that lost a
/// place since the last one: O(K) word operations for each remaining place, fewer if the first few are already far
/// apart.
#[derive(Clone, Debug)]
pub struct RoomForValue {
    value: i32,
    shapes: Shapes,
    /// By cell, row by row.
    cells: Box<[Var]>,
    regions: Box<[Box<[Cell]>]>,
    /// By cell, row by row: its region, if it is in one.
    region_of: Box<[Option<u32>]>,
}

/// The propagator of [`RoomForValue`].
#[derive(Debug)]
pub struct RoomForValuePropagator {
    rule: RoomForValue,
    /// By tag: the cell.
    tagged: Vec<Cell>,
    /// The cells that may hold K, a word for each row.
    possible: RevWords,
    /// Scratch: the regions to check, and whether each is listed.
    pending: Vec<u32>,
    listed: Bits,
    /// Scratch: the cells too near to all places of a region, a word for each row.
    near: Box<[u64]>,
}

impl RoomForValue {
    /// The rule for `value` ≥ 1 and each of `regions`, which share no cell.
    ///
    /// # Panics
    /// If `value` < 1, or the grid is empty or has more than 64 columns.
    pub fn new(value: i32, cells: &Grid<Var>, regions: &[Vec<Cell>], metric: Metric) -> Self {
        assert!(value >= 1, "a distance is positive");
        assert!(
            !cells.is_empty() && cells.columns() <= MOST_COLUMNS,
            "a row of 1 to {MOST_COLUMNS} cells is expected"
        );
        let mut region_of = vec![None; cells.len()];
        for (region, members) in regions.iter().enumerate() {
            for &cell in members {
                region_of[cells.index(cell)] = Some(region as u32);
            }
        }
        Self {
            value,
            shapes: Shapes {
                rows: cells.rows(),
                columns: cells.columns(),
                metric,
            },
            cells: cells.values().into(),
            regions: regions.iter().map(|members| members[..].into()).collect(),
            region_of: region_of.into(),
        }
    }

    fn index(&self, cell: Cell) -> usize {
        cell.row * self.shapes.columns + cell.column
    }
}

impl RoomForValuePropagator {
    /// Notes that `cell` lost K.
    fn lose(&mut self, cx: &mut Context<'_>, cell: Cell) {
        let row = cx.words(self.possible)[cell.row];
        cx.set_word(self.possible, cell.row, row & !(1 << cell.column));
        if let Some(region) = self.rule.region_of[self.rule.index(cell)] {
            self.list(region);
        }
    }

    fn list(&mut self, region: u32) {
        if !self.listed.replace(region as usize, true) {
            self.pending.push(region);
        }
    }

    /// Gathers the cells that may hold K and are too near to every place of `region`; false if there are none.
    fn gather(&mut self, cx: &Context<'_>, region: u32) -> Result<bool, Conflict> {
        let possible = cx.words(self.possible);
        let reach = self.rule.value as usize - 1;
        let mut places = self.rule.regions[region as usize]
            .iter()
            .filter(|place| possible[place.row] >> place.column & 1 == 1);
        let first = *places.next().ok_or(Conflict)?;
        self.near.fill(0);
        let band = self.rule.shapes.span(first.row, reach);
        for row in band.clone() {
            self.near[row] = self.rule.shapes.disc_in_row(first, reach, row) & possible[row];
        }
        for &place in places {
            let mut any = 0;
            for row in band.clone() {
                self.near[row] &= self.rule.shapes.disc_in_row(place, reach, row);
                any |= self.near[row];
            }
            if any == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes K from the cells that would leave `region` no place.
    fn clear(&mut self, cx: &mut Context<'_>, region: u32) -> Result<(), Conflict> {
        cx.because(region);
        if !self.gather(cx, region)? {
            return Ok(());
        }
        for row in 0..self.rule.shapes.rows {
            for column in Dom::from_bits(self.near[row]).iter() {
                let cell = Cell::new(row, column as usize);
                cx.remove(self.rule.cells[self.rule.index(cell)], self.rule.value)?;
                self.lose(cx, cell);
            }
        }
        Ok(())
    }
}

impl Constraint for RoomForValue {
    type Propagator = RoomForValuePropagator;

    fn name(&self) -> &'static str {
        "room for value"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> RoomForValuePropagator {
        let (tagged, possible) = self.shapes.track(scope, &self.cells, self.value);
        RoomForValuePropagator {
            tagged,
            possible: scope.new_words(&possible),
            pending: Vec::with_capacity(self.regions.len()),
            listed: none_of(self.regions.len()),
            near: vec![0; self.shapes.rows].into(),
            rule: self,
        }
    }
}

impl Propagator for RoomForValuePropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.pending.clear();
        self.listed.fill(false);
        if cx.runs_afresh() {
            for region in 0..self.rule.regions.len() as u32 {
                self.list(region);
            }
        }
        for i in 0..cx.fired().len() {
            let cell = self.tagged[cx.fired()[i] as usize];
            let noted = cx.words(self.possible)[cell.row] >> cell.column & 1 == 1;
            if noted && !cx.contains(self.rule.cells[self.rule.index(cell)], self.rule.value) {
                self.lose(cx, cell);
            }
        }
        while let Some(region) = self.pending.pop() {
            self.listed.set(region as usize, false);
            self.clear(cx, region)?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let victim = change.var.map(|var| {
            let index = self.rule.cells.iter().position(|&cell| cell == var);
            let index = index.expect("it narrows its own cells only");
            Cell::new(
                index / self.rule.shapes.columns,
                index % self.rule.shapes.columns,
            )
        });
        let reach = self.rule.value as usize - 1;
        // Every place far enough from the cell that lost K has been removed; without such a cell, every place.
        for &place in &self.rule.regions[change.tag as usize] {
            let too_near = victim.is_some_and(|cell| {
                self.rule.shapes.disc_in_row(place, reach, cell.row) >> cell.column & 1 == 1
            });
            let var = self.rule.cells[self.rule.index(place)];
            if !too_near && past.declared(var).contains(self.rule.value) {
                facts.push(Literal::is_not(var, self.rule.value));
            }
        }
        if let Some(var) = change.var
            && change.after.is_empty()
        {
            facts.push(Literal::is(var, self.rule.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::PropagatorTest;

    /// Regions as lists of cell indices, in a grid filled row by row.
    fn test(rows: usize, columns: usize, metric: Metric, value: i32, regions: &[&[usize]]) {
        let at = |i: &usize| Cell::new(i / columns, i % columns);
        let near = |i: &usize, j: &usize| {
            let (a, b) = (at(i), at(j));
            i != j
                && (metric == Metric::Taxicab || a.row == b.row || a.column == b.column)
                && a.taxicab(b) < value as usize
        };
        for range in [1..=3, -1..=2] {
            PropagatorTest::new(
                |model, vars| {
                    let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                    let regions: Vec<Vec<Cell>> =
                        regions.iter().map(|r| r.iter().map(at).collect()).collect();
                    model.post(RoomForValue::new(value, &cells, &regions, metric));
                },
                |v| {
                    regions.iter().all(|region| {
                        let mut held = region.iter().filter(|&&i| v[i] == value).peekable();
                        held.peek().is_some()
                            && (0..v.len())
                                .filter(|&j| v[j] == value)
                                .all(|j| held.clone().any(|i| !near(i, &j)))
                    })
                },
            )
            .seed(value as u64)
            .random(60, rows * columns, range);
        }
    }

    #[test]
    fn room_for_value_against_brute_force() {
        for metric in [Metric::Taxicab, Metric::Line] {
            for value in 1..=3 {
                test(1, 6, metric, value, &[&[0, 1, 2], &[3, 4]]);
                test(2, 3, metric, value, &[&[0, 1, 3], &[2, 5]]);
                test(3, 2, metric, value, &[&[0, 2], &[1, 5, 4]]);
                test(2, 3, metric, value, &[&[0, 1, 2, 3, 4, 5]]);
            }
        }
    }
}
