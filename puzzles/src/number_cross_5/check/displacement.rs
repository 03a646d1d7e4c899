//! What tiles can have done to a grid: the parts that do not influence each other, amounts by a small maximum flow,
//! and region digits by trying those that the grid leaves.

use std::ops::Range;

use crate::grid::{Cell, Direction, Grid};
use crate::number_cross_5::NumberCross5;
use crate::picture::Flow;
use crate::symbol::Symbol;

/// Tiles and the cells that they can increment, as far as one leads to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The tiles, in reading order.
    pub(crate) tiles: Vec<Cell>,
    /// The untiled, unlocked neighbours of the tiles, in reading order.
    pub(crate) receivers: Vec<Cell>,
    /// Who can hand to whom, as positions among tiles and receivers.
    edges: Vec<(usize, usize, Direction)>,
    /// The edges of each tile.
    leaving: Vec<Range<usize>>,
    /// The edges to each receiver.
    arriving: Vec<Vec<usize>>,
}

/// The parts of a grid. Every tile is in one, if need be without receivers.
pub(crate) fn parts(grid: &Grid<Symbol>, locked: &Grid<bool>) -> Vec<Part> {
    let tile = |cell: Cell| grid[cell] == Symbol::Hash;
    let mut seen = grid.map(|_| false);
    let mut parts = Vec::new();
    for start in grid.cells().filter(|&cell| tile(cell)) {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut cells = vec![start];
        let mut at = 0;
        while at < cells.len() {
            let cell = cells[at];
            at += 1;
            for next in grid.neighbours(cell) {
                let linked = tile(cell) != tile(next) && !locked[cell] && !locked[next];
                if linked && !seen[next] {
                    seen[next] = true;
                    cells.push(next);
                }
            }
        }
        cells.sort();
        let (tiles, receivers): (Vec<Cell>, Vec<Cell>) =
            cells.into_iter().partition(|&cell| tile(cell));
        let mut edges = Vec::new();
        let mut leaving = Vec::new();
        let mut arriving = vec![Vec::new(); receivers.len()];
        for (from, &cell) in tiles.iter().enumerate() {
            let first = edges.len();
            for direction in Direction::ALL {
                let next = grid.step(cell, direction);
                if let Some(to) = receivers
                    .iter()
                    .position(|&receiver| Some(receiver) == next)
                {
                    arriving[to].push(edges.len());
                    edges.push((from, to, direction));
                }
            }
            leaving.push(first..edges.len());
        }
        parts.push(Part {
            tiles,
            receivers,
            edges,
            leaving,
            arriving,
        });
    }
    parts
}

/// A largest distribution of what the tiles of a part cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// The sum of the covered digits.
    pub(crate) covered: u32,
    /// The sum of what the receivers gained.
    pub(crate) added: u32,
    /// The amounts, none of them 0.
    pub(crate) flows: Vec<Flow>,
    /// How many edges were looked at to find them.
    looked: usize,
}

impl Split {
    /// How much is handed over in all.
    pub(crate) fn most(&self) -> u32 {
        self.flows.iter().map(|flow| flow.amount).sum()
    }

    /// Whether everything covered goes somewhere, and everything gained comes from somewhere.
    pub(crate) fn is_exact(&self) -> bool {
        self.covered == self.added && self.most() == self.covered
    }
}

impl Part {
    /// Tiles and receivers, in reading order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells = [&self.tiles[..], &self.receivers[..]].concat();
        cells.sort();
        cells
    }

    /// A maximum flow from the covered digits (`first` at the tiles) to what the receivers gained since `first`,
    /// unit by unit along augmenting paths. A receiver that lost counts as having gained nothing.
    pub(crate) fn split(&self, grid: &Grid<Symbol>, first: impl Fn(Cell) -> u32) -> Split {
        let wanted: Vec<u32> = self
            .receivers
            .iter()
            .map(|&cell| match grid[cell] {
                Symbol::Number(last) => last.saturating_sub(first(cell)),
                _ => 0,
            })
            .collect();
        let added = wanted.iter().sum();
        let mut covered = 0;
        let mut handing = HandingOut {
            part: self,
            wanted,
            amounts: vec![0; self.edges.len()],
            tried: vec![false; self.tiles.len()],
            looked: 0,
        };
        for (tile, &cell) in self.tiles.iter().enumerate() {
            let digit = first(cell);
            covered += digit;
            for _ in 0..digit {
                handing.tried.fill(false);
                if !handing.augment(tile) {
                    break;
                }
            }
        }
        let flows = self
            .edges
            .iter()
            .zip(handing.amounts)
            .filter(|&(_, amount)| amount > 0)
            .map(|(&(from, _, towards), amount)| Flow {
                from: self.tiles[from],
                towards,
                amount,
            })
            .collect();
        Split {
            covered,
            added,
            flows,
            looked: handing.looked,
        }
    }
}

/// A flow while it grows.
struct HandingOut<'a> {
    part: &'a Part,
    /// By receiver: what it still has to gain.
    wanted: Vec<u32>,
    /// By edge.
    amounts: Vec<u32>,
    /// By tile: whether it has been tried for the unit that is handed out now.
    tried: Vec<bool>,
    looked: usize,
}

impl HandingOut<'_> {
    /// Hands one more unit out of `tile`, directly or by making other tiles hand theirs elsewhere.
    fn augment(&mut self, tile: usize) -> bool {
        let part = self.part;
        self.tried[tile] = true;
        for edge in part.leaving[tile].clone() {
            self.looked += 1;
            let to = part.edges[edge].1;
            if self.wanted[to] > 0 {
                self.wanted[to] -= 1;
                self.amounts[edge] += 1;
                return true;
            }
            for &back in &part.arriving[to] {
                let other = part.edges[back].0;
                if self.amounts[back] > 0 && !self.tried[other] && self.augment(other) {
                    self.amounts[back] -= 1;
                    self.amounts[edge] += 1;
                    return true;
                }
            }
        }
        false
    }
}

/// The digits that a region can first have held, as far as single cells tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// The digits, ascending.
    pub(super) digits: Vec<u32>,
    /// The cells that took digits away: cell, final digit, and whether it must be unchanged.
    pub(super) reasons: Vec<(Cell, u32, bool)>,
}

/// The candidates of each region: a cell that is locked or beside no tile is unchanged, any other has not shrunk.
pub(super) fn candidates(puzzle: &NumberCross5, grid: &Grid<Symbol>) -> Vec<Candidates> {
    let mut all = Vec::new();
    for region in 0..puzzle.regions.len() {
        let mut digits: Vec<u32> = (1..=9).collect();
        let mut reasons = Vec::new();
        for &cell in puzzle.regions.cells(region) {
            let Symbol::Number(last) = grid[cell] else {
                continue;
            };
            let beside_tile = grid.neighbours(cell).any(|next| grid[next] == Symbol::Hash);
            let unchanged = puzzle.locked[cell] || !beside_tile;
            let before = digits.len();
            digits.retain(|&digit| {
                if unchanged {
                    digit == last
                } else {
                    digit <= last
                }
            });
            if digits.len() < before {
                reasons.push((cell, last, unchanged));
            }
        }
        all.push(Candidates { digits, reasons });
    }
    all
}

/// Whether some region digits explain a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Explained {
    /// These do, by region.
    Digits(Vec<u32>),
    /// None do.
    No,
    /// To tell would take more work than allowed.
    Undecided,
}

/// How much work the search for an explanation is worth: some tenths of a second.
pub(super) const MOST_WORK: usize = 20_000_000;

/// Tries the candidates of all regions, those of one part together, so that its amounts are tested soon.
///
/// `work` bounds the digits tried, the regions that each is compared with, and the edges looked at when amounts are
/// tested, all together.
pub(super) fn explain(
    puzzle: &NumberCross5,
    grid: &Grid<Symbol>,
    candidates: &[Candidates],
    work: usize,
) -> Explained {
    let regions = &puzzle.regions;
    let parts = parts(grid, &puzzle.locked);
    let of_part = |part: &Part| {
        let mut of: Vec<usize> = part.cells().iter().map(|&cell| regions.of(cell)).collect();
        of.sort_unstable();
        of.dedup();
        of
    };
    let mut waiting: Vec<(Vec<usize>, &Part)> = parts.iter().map(|p| (of_part(p), p)).collect();
    let mut ordered: Vec<bool> = candidates.iter().map(|c| c.digits.len() == 1).collect();
    let mut order: Vec<usize> = (0..regions.len())
        .filter(|&region| ordered[region])
        .collect();
    // By position in the order: the parts that are decided there.
    let mut decided: Vec<Vec<&Part>> = vec![Vec::new(); regions.len() + 1];
    loop {
        for (of, _) in &mut waiting {
            of.retain(|&region| !ordered[region]);
        }
        let (done, open): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(of, _)| of.is_empty());
        decided[order.len()].extend(done.into_iter().map(|(_, part)| part));
        waiting = open;
        let next = match waiting.iter().min_by_key(|(of, _)| of.len()) {
            Some((of, _)) => of[0],
            None => match ordered.iter().position(|&done| !done) {
                Some(region) => region,
                None => break,
            },
        };
        ordered[next] = true;
        order.push(next);
    }
    let mut touching = vec![Vec::new(); regions.len()];
    for (a, b) in puzzle.locked.adjacent_pairs() {
        let (x, y) = (regions.of(a), regions.of(b));
        if x != y {
            touching[x].push(y);
            touching[y].push(x);
        }
    }
    for others in &mut touching {
        others.sort_unstable();
        others.dedup();
    }
    let mut trial = Trial {
        puzzle,
        grid,
        candidates,
        order,
        decided,
        touching,
        digits: vec![0; regions.len()],
        left: work,
    };
    match trial.from(0) {
        Some(true) => Explained::Digits(trial.digits),
        Some(false) => Explained::No,
        None => Explained::Undecided,
    }
}

struct Trial<'a> {
    puzzle: &'a NumberCross5,
    grid: &'a Grid<Symbol>,
    candidates: &'a [Candidates],
    order: Vec<usize>,
    decided: Vec<Vec<&'a Part>>,
    touching: Vec<Vec<usize>>,
    /// 0 where none has been chosen.
    digits: Vec<u32>,
    /// The work that is left.
    left: usize,
}

impl Trial<'_> {
    /// Whether the digits chosen for the first `at` regions of the order can be completed; `None` if too long.
    fn from(&mut self, at: usize) -> Option<bool> {
        let regions = &self.puzzle.regions;
        for part in &self.decided[at] {
            let split = part.split(self.grid, |cell| self.digits[regions.of(cell)]);
            self.left = self.left.checked_sub(split.looked)?;
            if !split.is_exact() {
                return Some(false);
            }
        }
        let Some(&region) = self.order.get(at) else {
            return Some(true);
        };
        let candidates = self.candidates;
        for &digit in &candidates[region].digits {
            self.left = self.left.checked_sub(1 + self.touching[region].len())?;
            if self.touching[region]
                .iter()
                .any(|&other| self.digits[other] == digit)
            {
                continue;
            }
            self.digits[region] = digit;
            if self.from(at + 1)? {
                return Some(true);
            }
            self.digits[region] = 0;
        }
        Some(false)
    }
}
