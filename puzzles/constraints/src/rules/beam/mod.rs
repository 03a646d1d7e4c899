//! A beam that mirrors turn satisfies a condition.

mod walk;

use std::fmt;
use std::sync::Arc;

use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Domain, Events, Lane, Literal, Past,
    Propagator, ReadState, RevWords, Scope, Status, Var, WriteState,
};

use crate::grid::{Cell, Direction, Grid};
use walk::{End, Walk, step, turned};

pub use walk::off_slash;

/// A beam, or as much of it as has been followed.
#[derive(Clone, Copy, Debug)]
pub struct Walked<'a> {
    /// The lengths of the straight parts that a mirror has ended, in steps; the first begins outside.
    pub ended: &'a [u32],
    /// The length of the last part: so far, or to the place outside if the beam has come out.
    pub last: u32,
    /// The last cell and the direction in which the beam leaves it, if it has come out.
    pub exit: Option<(Cell, Direction)>,
}

/// A condition on a beam.
pub trait BeamCondition: fmt::Debug + Send + Sync {
    /// Whether it holds for a beam that has come out; whether it may hold for some way to go on with one that has not.
    fn may_hold(&self, beam: &Walked<'_>) -> bool;
}

/// The values of the variables that turn a beam: as `/` does, and as `\` does. With all others it goes straight on.
#[derive(Clone, Debug)]
pub struct Mirrors {
    /// From the lower left to the upper right.
    pub slashes: Vec<i32>,
    /// From the upper left to the lower right.
    pub backslashes: Vec<i32>,
}

/// The beam that enters at a border cell satisfies a condition.
///
/// A run follows all beams that the domains allow, depth first and as far as they may satisfy the condition; a cell that
/// is entered again has the mirror that it had. A value is kept if it lies on a beam that satisfies the condition, or if
/// such a beam passes by its cell: domain consistent. After 1,000 cells a run gives up: then only the first cell that
/// may have several kinds of mirror loses those with which a search for one beam fails within 250 cells.
///
/// The cells on the beams that were found (or entered, if it gave up) are on the trail: a change elsewhere takes no beam
/// away, so a run ends at once.
#[derive(Clone, Debug)]
pub struct BeamFrom {
    cells: Grid<Option<Var>>,
    mirrors: Mirrors,
    start: (Cell, Direction),
    condition: Arc<dyn BeamCondition>,
}

/// The propagator of [`BeamFrom`].
#[derive(Debug)]
pub struct BeamFromPropagator {
    beam: BeamFrom,
    /// By tag: the index of the cell.
    tagged: Vec<usize>,
    /// The cells on the beams that support the values, a bit each.
    watched: RevWords,
    /// Scratch.
    walk: Walk,
}

/// The kinds of mirror that a cell may have, as a set.
type Kinds = u8;

const STRAIGHT: Kinds = 1;
const SLASH: Kinds = 2;
const BACKSLASH: Kinds = 4;

/// The most cells that a run enters.
const MOST_STEPS: usize = 1_000;

/// The most cells that a run enters for one kind of mirror of the first open cell, once it has given up the rest.
const MOST_STEPS_FOR_ONE: usize = 250;

impl BeamFrom {
    /// The beam that enters `cells` at the border cell `start` in a direction; it goes straight through cells without a
    /// variable.
    ///
    /// # Panics
    /// If `start` is not in the grid.
    pub fn new(
        cells: Grid<Option<Var>>,
        mirrors: Mirrors,
        start: (Cell, Direction),
        condition: Arc<dyn BeamCondition>,
    ) -> Self {
        assert!(
            start.0.row < cells.rows() && start.0.column < cells.columns(),
            "a beam enters at a cell"
        );
        Self {
            cells,
            mirrors,
            start,
            condition,
        }
    }

    fn kind(&self, value: i32) -> Kinds {
        if self.mirrors.slashes.contains(&value) {
            SLASH
        } else if self.mirrors.backslashes.contains(&value) {
            BACKSLASH
        } else {
            STRAIGHT
        }
    }

    fn kinds(&self, domain: Domain<'_>) -> Kinds {
        let values = domain.iter();
        values.fold(0, |kinds, value| kinds | self.kind(value))
    }
}

impl Constraint for BeamFrom {
    type Propagator = BeamFromPropagator;

    fn name(&self) -> &'static str {
        "beam"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> BeamFromPropagator {
        let mut tagged = Vec::new();
        for (index, var) in self.cells.values().iter().enumerate() {
            if let Some(var) = *var {
                scope.track(var, Events::ANY);
                tagged.push(index);
            }
        }
        let words = self.cells.values().len().div_ceil(64);
        BeamFromPropagator {
            watched: scope.new_words(&vec![u64::MAX; words]),
            beam: self,
            tagged,
            walk: Walk::default(),
        }
    }
}

impl BeamFromPropagator {
    fn var(&self, index: usize) -> Option<Var> {
        self.beam.cells.values()[index]
    }

    /// Removes the kinds of mirror that are not among those of a cell.
    fn keep(&self, cx: &mut Context<'_>, index: usize, kinds: Kinds) -> Result<(), Conflict> {
        if let Some(var) = self.var(index)
            && self.walk.kinds[index] & !kinds != 0
        {
            cx.keep_if(var, |value| self.beam.kind(value) & kinds != 0)?;
        }
        Ok(())
    }

    /// A change of other cells does not matter from now on.
    fn watch(&self, cx: &mut Context<'_>, is_watched: impl Fn(usize) -> bool) {
        let cells = self.walk.kinds.len();
        for word in 0..cells.div_ceil(64) {
            let bits = (64 * word..cells.min(64 * word + 64)).filter(|&index| is_watched(index));
            let bits = bits.fold(0, |bits, index| bits | 1 << (index % 64));
            cx.set_word(self.watched, word, bits);
        }
    }

    /// After too many steps: tries the kinds of mirror of the first cell that may have several.
    fn try_first(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let (beam, walk) = (&self.beam, &mut self.walk);
        let (rows, columns) = (beam.cells.rows(), beam.cells.columns());
        let (mut cell, mut heading) = beam.start;
        let first = loop {
            let index = cell.row * columns + cell.column;
            let kinds = walk.kinds[index];
            if !kinds.is_power_of_two() {
                break index;
            }
            heading = turned(heading, kinds);
            match step(cell, heading, rows, columns) {
                Some(next) => cell = next,
                None => return Ok(Status::Active),
            }
        };
        let all = walk.kinds[first];
        let mut kept = 0;
        let mut entered = walk.entered.clone();
        for kind in [STRAIGHT, SLASH, BACKSLASH] {
            if all & kind != 0 {
                walk.restart();
                walk.kinds[first] = kind;
                if walk.follow(beam, MOST_STEPS_FOR_ONE, |_| true) != End::All {
                    kept |= kind;
                }
                *entered |= &walk.entered;
            }
        }
        walk.kinds[first] = all;
        if kept == 0 {
            return Err(Conflict);
        }
        // The same steps would be taken again.
        self.watch(cx, |index| entered[index]);
        self.keep(cx, first, kept)?;
        Ok(Status::Active)
    }
}

impl Propagator for BeamFromPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let words = cx.words(self.watched);
        let is_watched = |&tag: &u32| {
            let index = self.tagged[tag as usize];
            words[index / 64] >> (index % 64) & 1 == 1
        };
        if !cx.runs_afresh() && !cx.fired().iter().any(is_watched) {
            return Ok(Status::Fixpoint);
        }
        let beam = &self.beam;
        let kinds = beam.cells.values().iter().map(|var| match *var {
            Some(var) => beam.kinds(cx.domain(var)),
            None => STRAIGHT,
        });
        self.walk.begin(kinds);
        let mut total = 0;
        let end = self.walk.follow(beam, MOST_STEPS, |walk| {
            total += 1;
            walk.count(total)
        });
        cx.spend(4 * self.walk.steps);
        if end == End::Spent {
            return self.try_first(cx);
        }
        if total == 0 {
            return Err(Conflict);
        }
        let mut is_only = end == End::All && total == 1;
        for index in 0..self.walk.found.len() {
            let (times, kinds) = self.walk.found[index];
            if times == total && end == End::All {
                self.keep(cx, index, kinds)?;
            }
            is_only &= times == 0 || kinds.is_power_of_two();
        }
        self.watch(cx, |index| self.walk.found[index].0 > 0);
        Ok(match is_only {
            true => Status::Entailed,
            false => Status::Fixpoint,
        })
    }

    /// No beam satisfies the condition with the mirrors that were removed: because of what the cells lack that such
    /// beams would enter.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let beam = &self.beam;
        let mut walk = Walk::default();
        let removed = change.removed();
        let removed = removed.fold(0, |kinds, value| kinds | beam.kind(value));
        walk.begin(beam.cells.values().iter().map(|var| match *var {
            Some(var) if change.var == Some(var) => removed,
            Some(var) => beam.kinds(past.domain(var)),
            None => STRAIGHT,
        }));
        if walk.follow(beam, MOST_STEPS, |_| true) != End::All {
            return past.describe_scope(facts);
        }
        for (index, var) in beam.cells.values().iter().enumerate() {
            if let Some(var) = *var
                && walk.entered[index]
                && change.var != Some(var)
            {
                let kinds = walk.kinds[index];
                past.describe_within(var, |value| beam.kind(value) & kinds != 0, facts);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Model;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[derive(Clone, Copy, Debug)]
    enum Clue {
        Turns(usize),
        Product(u32),
        Sum(u32),
        Exit(usize, usize, Direction),
        LongestAtLeast(u32),
    }

    impl BeamCondition for Clue {
        fn may_hold(&self, beam: &Walked<'_>) -> bool {
            let is_out = beam.exit.is_some();
            let product: u32 = beam.ended.iter().product();
            let sum: u32 = beam.ended.iter().sum();
            match *self {
                Clue::Turns(turns) if is_out => beam.ended.len() == turns,
                Clue::Turns(turns) => beam.ended.len() <= turns,
                Clue::Product(wanted) if is_out => product * beam.last == wanted,
                Clue::Product(wanted) => wanted.is_multiple_of(product) && beam.last <= wanted,
                Clue::Sum(wanted) if is_out => sum + beam.last == wanted,
                Clue::Sum(wanted) => sum + beam.last <= wanted,
                Clue::Exit(row, column, side) => beam
                    .exit
                    .is_none_or(|exit| exit == (Cell::new(row, column), side)),
                Clue::LongestAtLeast(length) => {
                    !is_out || beam.last >= length || beam.ended.iter().any(|&one| one >= length)
                }
            }
        }
    }

    /// The stretches of the beam and its exit, cell by cell; 1 is `/`, 2 is `\`.
    fn beam(
        values: &[i32],
        rows: i32,
        columns: i32,
        start: (Cell, Direction),
    ) -> (Vec<u32>, (Cell, Direction)) {
        let (mut row, mut column) = (start.0.row as i32, start.0.column as i32);
        let (mut down, mut right) = match start.1 {
            Direction::North => (-1, 0),
            Direction::South => (1, 0),
            Direction::West => (0, -1),
            Direction::East => (0, 1),
        };
        let mut stretches = vec![1];
        loop {
            match values[(row * columns + column) as usize] {
                1 => (down, right) = (-right, -down),
                2 => (down, right) = (right, down),
                _ => {}
            }
            if matches!(values[(row * columns + column) as usize], 1 | 2) {
                stretches.push(0);
            }
            *stretches.last_mut().unwrap() += 1;
            let (to_row, to_column) = (row + down, column + right);
            if !(0..rows).contains(&to_row) || !(0..columns).contains(&to_column) {
                let side = match (down, right) {
                    (-1, _) => Direction::North,
                    (1, _) => Direction::South,
                    (_, -1) => Direction::West,
                    _ => Direction::East,
                };
                return (stretches, (Cell::new(row as usize, column as usize), side));
            }
            (row, column) = (to_row, to_column);
        }
    }

    fn holds(clue: Clue, stretches: &[u32], exit: (Cell, Direction)) -> bool {
        match clue {
            Clue::Turns(turns) => stretches.len() == turns + 1,
            Clue::Product(wanted) => stretches.iter().product::<u32>() == wanted,
            Clue::Sum(wanted) => stretches.iter().sum::<u32>() == wanted,
            Clue::Exit(row, column, side) => exit == (Cell::new(row, column), side),
            Clue::LongestAtLeast(length) => stretches.iter().any(|&one| one >= length),
        }
    }

    const CLUES: [Clue; 8] = [
        Clue::Turns(0),
        Clue::Turns(2),
        Clue::Turns(3),
        Clue::Product(4),
        Clue::Product(6),
        Clue::Sum(7),
        Clue::Exit(0, 0, Direction::North),
        Clue::LongestAtLeast(3),
    ];

    fn post(
        clue: Clue,
        (rows, columns): (usize, usize),
        start: (Cell, Direction),
    ) -> impl Fn(&mut Model, &[Var]) {
        move |model, vars| {
            let cells = vars.iter().map(|&var| Some(var)).collect();
            let cells = Grid::from_values(rows, columns, cells).unwrap();
            let mirrors = Mirrors {
                slashes: vec![1],
                backslashes: vec![2],
            };
            model.post(BeamFrom::new(cells, mirrors, start, Arc::new(clue)));
        }
    }

    #[test]
    fn domain_consistent() {
        let starts = [
            (Cell::new(0, 0), Direction::East),
            (Cell::new(1, 0), Direction::East),
            (Cell::new(0, 1), Direction::South),
            (Cell::new(1, 1), Direction::North),
        ];
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
            for start in starts
                .into_iter()
                .filter(|_| rows == 2)
                .chain([(Cell::new(rows - 1, columns - 1), Direction::West)])
            {
                // From the lower border only the last row is entered northwards.
                for clue in CLUES {
                    let accepts = |values: &[i32]| {
                        let (stretches, exit) = beam(values, rows as i32, columns as i32, start);
                        holds(clue, &stretches, exit)
                    };
                    // A third value passes as 0 does.
                    PropagatorTest::new(post(clue, (rows, columns), start), accepts)
                        .strength(Strength::Domain)
                        .random(6, rows * columns, 0..=3);
                }
            }
        }
    }

    #[test]
    fn a_beam_returns_through_a_cell_with_the_same_mirror() {
        // Up, around and through the first mirror again: three cells are enough for that.
        let start = (Cell::new(1, 0), Direction::East);
        for clue in [
            Clue::Turns(4),
            Clue::Turns(5),
            Clue::Sum(9),
            Clue::Product(2),
        ] {
            let accepts = |values: &[i32]| {
                let (stretches, exit) = beam(values, 3, 3, start);
                holds(clue, &stretches, exit)
            };
            PropagatorTest::new(post(clue, (3, 3), start), accepts)
                .strength(Strength::Domain)
                .random(8, 9, 0..=2);
        }
    }

    #[test]
    fn sound_where_there_are_too_many_beams() {
        // Nothing ends a prefix, and the exit is on no beam that goes on at first.
        let mut model = Model::new();
        let vars: Vec<Var> = (0..100).map(|_| model.var(0..=2)).collect();
        let start = (Cell::new(0, 0), Direction::East);
        post(Clue::Sum(30), (10, 10), start)(&mut model, &vars);
        let mut solver = model.solver();
        let solution = solver.solutions().next().unwrap().unwrap();
        let (stretches, _) = beam(solution.values(), 10, 10, start);
        assert_eq!(stretches.iter().sum::<u32>(), 30);
    }
}
