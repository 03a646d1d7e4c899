//! How atoms and places lie: what belongs to what, what touches what, groups and runs.

use fxhash::{FxHashMap, FxHashSet};
use quadrille_engine::bits::Bits;
use smallvec::SmallVec;

use super::super::geometry::{AROUND, Atom, KNIGHT, step};
use super::super::syntax::{Ground, Kind, Touch, Word};
use super::super::values::position;
use super::state::Interpreter;
use super::value::{Place, Read, Stop, Value, What, equal, sorted, trouble};
use crate::grid::Direction;

/// The atoms beside one.
type Near = SmallVec<[Atom; 8]>;

impl Interpreter<'_> {
    /// The cell `by` rows and columns away, if it is on the board.
    pub(super) fn shifted(&self, cell: Atom, by: (isize, isize)) -> Option<Atom> {
        let index = self.geometry.shifted(cell.index, by)?;
        Some(Atom { index, ..cell })
    }

    /// The adjacent atoms of the same kind: cells that share a side, corners that an edge joins, links and edges
    /// that meet.
    pub(super) fn beside(&self, atom: Atom) -> Near {
        let geometry = &self.geometry;
        let like = |index| Atom { index, ..atom };
        let edges_at = |corner| {
            Direction::ALL
                .into_iter()
                .filter_map(move |d| geometry.corner_edge(corner, d))
        };
        let indices: SmallVec<[u32; 8]> = match atom.kind {
            Kind::Cell => Direction::ALL
                .into_iter()
                .filter_map(|d| geometry.neighbour(atom.index, d))
                .collect(),
            Kind::Corner => edges_at(atom.index)
                .flat_map(|edge| geometry.edge_corners(edge))
                .filter(|&corner| corner != atom.index)
                .collect(),
            Kind::Link => geometry
                .link_cells(atom.index)
                .into_iter()
                .flat_map(|cell| {
                    Direction::ALL
                        .into_iter()
                        .filter_map(move |d| geometry.link(cell, d))
                })
                .filter(|&link| link != atom.index)
                .collect(),
            Kind::Edge => geometry
                .edge_corners(atom.index)
                .into_iter()
                .flat_map(edges_at)
                .filter(|&edge| edge != atom.index)
                .collect(),
        };
        indices.into_iter().map(like).collect()
    }

    pub(super) fn share_side(&self, one: Atom, other: Atom) -> bool {
        self.beside(one).contains(&other)
    }

    /// Whether an atom lies in a set: itself or, for a link, edge or corner, all cells that it touches.
    pub(super) fn lies_in(&self, atom: Atom, set: &FxHashSet<Atom>) -> bool {
        set.contains(&atom)
            || atom.kind != Kind::Cell && self.cells_of(atom).iter().all(|cell| set.contains(cell))
    }

    /// The atoms that touch a set and are not in it: cells that share a side with one of its cells, edges that are a side of
    /// one, links and corners beside one of theirs.
    pub(super) fn touching(&self, set: &[Atom]) -> FxHashSet<Atom> {
        let mut around: FxHashSet<Atom> = FxHashSet::default();
        for &atom in set {
            match atom.kind {
                // Only cells have edges that touch them.
                Kind::Edge => {}
                _ => around.extend(self.beside(atom)),
            }
            if atom.kind == Kind::Cell {
                let edges = Direction::ALL.map(|d| self.geometry.edge(atom.index, d));
                around.extend(edges.map(|index| Atom {
                    kind: Kind::Edge,
                    index,
                    ..atom
                }));
            }
        }
        for atom in set {
            around.remove(atom);
        }
        around
    }

    /// The atoms of a kind that belong to those of a place: the links, edges and corners of cells, the cells of edges …
    pub(super) fn belonging(&self, kind: Kind, whole: &Place) -> Read<Vec<Atom>> {
        if whole.atoms.iter().all(|atom| atom.kind == kind) {
            return Ok(whole.atoms.clone());
        }
        let geometry = &self.geometry;
        // The edge that a link crosses.
        let crossed = |link: u32| {
            let towards = if geometry.is_horizontal_link(link) {
                Direction::East
            } else {
                Direction::South
            };
            geometry.edge(geometry.link_cells(link)[0], towards)
        };
        let mut found = Vec::new();
        for &atom in &whole.atoms {
            let indices: Vec<u32> = match (kind, atom.kind) {
                (Kind::Cell, _) => {
                    found.extend(self.cells_of(atom));
                    continue;
                }
                (Kind::Edge, Kind::Cell) => Direction::ALL
                    .map(|d| geometry.edge(atom.index, d))
                    .to_vec(),
                (Kind::Edge, Kind::Corner) => Direction::ALL
                    .into_iter()
                    .filter_map(|d| geometry.corner_edge(atom.index, d))
                    .collect(),
                (Kind::Edge, Kind::Link) => vec![crossed(atom.index)],
                (Kind::Link, Kind::Cell) => Direction::ALL
                    .into_iter()
                    .filter_map(|d| geometry.link(atom.index, d))
                    .collect(),
                (Kind::Link, Kind::Edge) => match geometry.edge_cells(atom.index) {
                    [Some(before), _] => {
                        let horizontal = geometry.edge_position(atom.index).0;
                        let towards = if horizontal {
                            Direction::South
                        } else {
                            Direction::East
                        };
                        geometry.link(before, towards).into_iter().collect()
                    }
                    _ => Vec::new(),
                },
                (Kind::Corner, Kind::Cell) => geometry.cell_corners(atom.index).to_vec(),
                (Kind::Corner, Kind::Edge) => geometry.edge_corners(atom.index).to_vec(),
                (Kind::Corner, Kind::Link) => geometry.edge_corners(crossed(atom.index)).to_vec(),
                (Kind::Link, Kind::Corner) => return trouble("links do not belong to corners"),
                _ => vec![atom.index],
            };
            found.extend(indices.into_iter().map(|index| Atom {
                kind,
                board: atom.board,
                index,
            }));
        }
        Ok(sorted(found))
    }

    /// The thing in a direction from a cell, or the edge that leads there from a corner.
    pub(super) fn towards(&self, from: Atom, towards: Direction, kind: Kind) -> Read<Option<Atom>> {
        let geometry = &self.geometry;
        let index = match (from.kind, kind) {
            (Kind::Cell, Kind::Cell) => return Ok(self.shifted(from, step(towards))),
            (Kind::Cell, Kind::Link) => geometry.link(from.index, towards),
            (Kind::Cell, Kind::Edge) => Some(geometry.edge(from.index, towards)),
            (Kind::Corner, Kind::Edge) => geometry.corner_edge(from.index, towards),
            _ => return trouble("a direction goes with what belongs to a cell: `left link of c`"),
        };
        Ok(index.map(|index| Atom {
            kind,
            board: from.board,
            index,
        }))
    }

    /// The maximal connected sets of these atoms, in reading order.
    pub(super) fn groups(&self, atoms: &[Atom], touch: Touch) -> Vec<Place> {
        let all: FxHashSet<Atom> = atoms.iter().copied().collect();
        self.flood(atoms, touch, |_, other| all.contains(&other))
    }

    /// The maximal sets of these atoms that are connected by these links or edges.
    pub(super) fn joined_groups(&self, atoms: &[Atom], links: &[Atom]) -> Vec<Place> {
        let all: FxHashSet<Atom> = atoms.iter().copied().collect();
        let ends = links.iter().flat_map(|link| {
            let (kind, ends) = match link.kind {
                Kind::Edge => (Kind::Corner, self.geometry.edge_corners(link.index)),
                _ => (Kind::Cell, self.geometry.link_cells(link.index)),
            };
            let [a, b] = ends.map(|index| Atom {
                kind,
                index,
                ..*link
            });
            [(a, b), (b, a)]
        });
        let joined: FxHashSet<(Atom, Atom)> = ends.collect();
        self.flood(atoms, Touch::Sides, |one, other| {
            all.contains(&other) && joined.contains(&(one, other))
        })
    }

    /// The atoms that one touches.
    fn touched(&self, atom: Atom, touch: Touch) -> Near {
        let steps = match touch {
            Touch::Contacts if atom.kind == Kind::Cell => &AROUND,
            Touch::Knights if atom.kind == Kind::Cell => &KNIGHT,
            _ => return self.beside(atom),
        };
        let cells = steps
            .iter()
            .filter_map(|&by| self.geometry.shifted(atom.index, by));
        cells.map(|index| Atom { index, ..atom }).collect()
    }

    fn flood(
        &self,
        atoms: &[Atom],
        touch: Touch,
        joined: impl Fn(Atom, Atom) -> bool,
    ) -> Vec<Place> {
        let mut seen = FxHashSet::default();
        let mut groups = Vec::new();
        for atom in sorted(atoms.to_vec()) {
            if !seen.insert(atom) {
                continue;
            }
            let mut group = vec![atom];
            let mut next = 0;
            while let Some(&at) = group.get(next) {
                next += 1;
                for other in self.touched(at, touch) {
                    if joined(at, other) && seen.insert(other) {
                        group.push(other);
                    }
                }
            }
            groups.push(Place::new(What::Group, sorted(group)));
        }
        groups
    }

    /// The maximal connected sets of atoms with equal values of a layer.
    pub(super) fn equal_groups(&mut self, word: &Word) -> Read<Vec<Place>> {
        let Some(layer) = self.book.layer(&word.name) else {
            return trouble(format!("there is no layer `{}`", word.name));
        };
        let Ground::Atoms(kind, _) = self.book.layers[layer].on else {
            return trouble(format!("`{}` is not declared on cells", word.name));
        };
        let mut values: FxHashMap<Atom, Value> = FxHashMap::default();
        for atom in self.atoms(kind) {
            match self.value_at(layer, position(&self.geometry, atom))? {
                Value::Unknown => return Err(Stop::Unknown),
                Value::Missing | Value::Untold => {}
                value if value.is_empty() => {}
                value => drop(values.insert(atom, value)),
            }
        }
        let atoms: Vec<Atom> = values.keys().copied().collect();
        let same = |one: Atom, other: Atom| match (values.get(&one), values.get(&other)) {
            (Some(one), Some(other)) => equal(self.book, one, other).unwrap_or(false),
            _ => false,
        };
        Ok(self.flood(&atoms, Touch::Sides, same))
    }

    /// The maximal unbroken stretches of the kept atoms along a place. Atoms that follow each other but do not touch
    /// break it: the ring of a cell at the border has holes.
    pub(super) fn stretches(&self, line: &Place, kept: &FxHashSet<Atom>) -> Vec<Place> {
        let atoms = &line.atoms;
        let count = atoms.len();
        // Whether the stretch continues from one atom to the next, in a ring from the last to the first.
        let goes_on: Bits = (0..count)
            .map(|at| {
                let (one, other) = (atoms[at], atoms[(at + 1) % count]);
                let inside = at + 1 < count || line.circular && count > 2;
                inside
                    && kept.contains(&one)
                    && kept.contains(&other)
                    && self.follow(line, one, other)
            })
            .collect();
        let run = |atoms: Vec<Atom>| Place::new(What::Run, atoms);
        if count > 0 && goes_on.all() {
            return vec![Place {
                circular: true,
                ..run(atoms.clone())
            }];
        }
        let mut runs = Vec::new();
        for start in 0..count {
            let continues = goes_on[(start + count - 1) % count];
            if continues || !kept.contains(&atoms[start]) {
                continue;
            }
            let mut at = start;
            let mut stretch = vec![atoms[at]];
            while goes_on[at] {
                at = (at + 1) % count;
                stretch.push(atoms[at]);
            }
            runs.push(run(stretch));
        }
        runs
    }

    /// Whether two atoms that follow each other in a place touch: in a ring by a side, else at least at a corner.
    fn follow(&self, line: &Place, one: Atom, other: Atom) -> bool {
        if one.kind != Kind::Cell || line.circular {
            return self.share_side(one, other);
        }
        let (row, column) = self.geometry.position(one.index);
        let (other_row, other_column) = self.geometry.position(other.index);
        one.board == other.board
            && row.abs_diff(other_row) <= 1
            && column.abs_diff(other_column) <= 1
    }
}
