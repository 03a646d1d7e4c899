//! The form of places: connected, one loop, a rectangle, symmetric; and what lies inside a loop.

use fxhash::FxHashMap;

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Kind, Node, Noun, Phrase, Predicate, Touch};
use super::shapes::{Shape, is_mapped};
use super::state::Interpreter;
use super::value::{Read, Truth, Value, What, trouble};

/// A cell or corner where links or edges end: its board and index.
type End = (u8, u32);

impl Interpreter<'_> {
    /// The atoms that an expression names, each true or unknown.
    pub(super) fn split(&mut self, expr: &Expr) -> Read<Vec<(Atom, Truth)>> {
        if let Node::Phrase(phrase) = &expr.node
            && matches!(phrase.noun, Noun::Atoms(_))
        {
            let members = self.members(phrase)?;
            let atoms = members
                .into_iter()
                .filter_map(|member| match member.values[..] {
                    [Value::Atom(atom)] => Some((atom, member.truth)),
                    _ => None,
                });
            return Ok(atoms.collect());
        }
        let value = self.eval(expr)?;
        let place = self.place(&value)?;
        Ok(place
            .atoms
            .iter()
            .map(|&atom| (atom, Truth::True))
            .collect())
    }

    /// Whether the pairs for which `body` holds, each joining its two atoms, contain no closed curve.
    pub(super) fn no_loop(&mut self, phrases: &[Phrase], body: &Expr) -> Read<Truth> {
        let Some([one, other]) = phrases.last().map(|phrase| &phrase.variables[..]) else {
            return trouble("a loop is made of pairs");
        };
        let (mut known, mut possible) = (Vec::new(), Vec::new());
        self.each_member(phrases, &mut |this, member| {
            let truth = member.and(this.test(body)?);
            if !matches!(truth, Truth::True | Truth::Unknown) {
                return Ok(true);
            }
            let mut ends = Vec::new();
            for word in [one, other] {
                if let Some(value) = this.variable(&word.name)
                    && let Some(atom) = this.atom(&value)?
                {
                    ends.push((atom.board, atom.index));
                }
            }
            let [one, other] = ends[..] else {
                return trouble("expected a pair of atoms");
            };
            possible.push([one, other]);
            if truth == Truth::True {
                known.push([one, other]);
            }
            Ok(true)
        })?;
        Ok(match (is_forest(&known), is_forest(&possible)) {
            (false, _) => Truth::False,
            (true, true) => Truth::True,
            (true, false) => Truth::Unknown,
        })
    }

    /// Whether places have a form. Longer than other functions: an arm for each predicate.
    pub(super) fn form(&mut self, subject: &Expr, predicate: &Predicate) -> Read<Truth> {
        let atoms = match self.split(subject) {
            Ok(atoms) => atoms,
            Err(stop) => return stop.truth(),
        };
        let open = atoms.iter().any(|&(_, truth)| truth != Truth::True);
        let known: Vec<Atom> = atoms
            .iter()
            .filter(|(_, truth)| *truth == Truth::True)
            .map(|&(atom, _)| atom)
            .collect();
        let possible: Vec<Atom> = atoms.iter().map(|&(atom, _)| atom).collect();
        let holds = match predicate {
            Predicate::Connected(touch) => {
                let groups = self.groups(&possible, *touch);
                let groups = groups
                    .iter()
                    .filter(|group| known.iter().any(|atom| group.atoms.contains(atom)));
                if groups.count() > 1 {
                    return Ok(Truth::False);
                }
                true
            }
            Predicate::OneLoop | Predicate::OnePath | Predicate::WithoutLoop => {
                let ends = self.ends(&known)?;
                let mut degrees: FxHashMap<End, usize> = FxHashMap::default();
                for end in ends.iter().flatten() {
                    *degrees.entry(*end).or_default() += 1;
                }
                if *predicate == Predicate::WithoutLoop {
                    if !is_forest(&ends) {
                        return Ok(Truth::False);
                    }
                    true
                } else {
                    if degrees.values().any(|&degree| degree > 2) {
                        return Ok(Truth::False);
                    }
                    let tips = degrees.values().filter(|&&degree| degree == 1).count();
                    let wanted = if *predicate == Predicate::OneLoop {
                        0
                    } else {
                        2
                    };
                    tips == wanted && !open && self.groups(&known, Touch::Sides).len() == 1
                }
            }
            Predicate::Congruent(other) => {
                let other = match self.split(other) {
                    Ok(atoms) => atoms,
                    Err(stop) => return stop.truth(),
                };
                let sure = |atoms: &[(Atom, Truth)]| -> Vec<Atom> {
                    let sure = atoms.iter().filter(|(_, truth)| *truth == Truth::True);
                    sure.map(|&(atom, _)| atom).collect()
                };
                let others = sure(&other);
                if known.len() > other.len() || others.len() > possible.len() {
                    return Ok(Truth::False);
                }
                if open || others.len() < other.len() {
                    return Ok(Truth::Unknown);
                }
                self.shape_of(&known) == self.shape_of(&others)
            }
            Predicate::SymmetricAbout(motion, about) => {
                let about = match self.centre(about) {
                    Ok(atoms) => atoms,
                    Err(stop) => return stop.truth(),
                };
                match about[..] {
                    [(centre, Truth::True)] => {
                        let may_be = is_mapped(&self.geometry, &known, &possible, *motion, centre);
                        if !may_be {
                            return Ok(Truth::False);
                        }
                        true
                    }
                    _ if about.iter().any(|(_, truth)| *truth != Truth::True) => {
                        return Ok(Truth::Unknown);
                    }
                    _ => false,
                }
            }
            _ if open => return Ok(Truth::Unknown),
            Predicate::OneCrossingLoop => self.is_crossing_loop(&known)?,
            Predicate::Rectangle | Predicate::Square => {
                self.is_rectangle(&known, *predicate == Predicate::Square)?
            }
            Predicate::Symmetric(motion) => {
                super::shapes::is_symmetric(&self.geometry, &known, *motion)
            }
            Predicate::Inside(curve) => {
                let curve = self.split(curve)?;
                if curve.iter().any(|&(_, truth)| truth != Truth::True) {
                    return Ok(Truth::Unknown);
                }
                let curve: Vec<Atom> = curve.into_iter().map(|(atom, _)| atom).collect();
                // One thing is asked about: none is nowhere, and several are not one.
                match known[..] {
                    [atom] => self.is_inside(atom, &curve)?,
                    _ => false,
                }
            }
            _ => return trouble("a test of another kind"),
        };
        Ok(if open {
            Truth::Unknown
        } else {
            Truth::from(holds)
        })
    }

    /// The atom about which something is symmetric: of a region of the data, that in its middle.
    fn centre(&mut self, about: &Expr) -> Read<Vec<(Atom, Truth)>> {
        let atoms = self.split(about)?;
        if atoms.len() > 1
            && let Value::Place(place) = self.eval(about)?
            && matches!(place.what, What::Region(..))
            && !place.open
        {
            let cells = place.atoms.iter().map(|atom| atom.index);
            let middle = self.geometry.middle_of(cells);
            let atom = |(kind, index)| Atom {
                kind,
                board: place.board,
                index,
            };
            return Ok(middle
                .map(|at| (atom(at), Truth::True))
                .into_iter()
                .collect());
        }
        Ok(atoms)
    }

    /// The normal form of some cells.
    fn shape_of(&self, cells: &[Atom]) -> Shape {
        let cells = cells.iter().map(|cell| {
            let (row, column) = self.geometry.position(cell.index);
            (row as i64, column as i64)
        });
        super::shapes::normal(cells.collect())
    }

    /// What links join, and edges: cells, and corners.
    pub(super) fn ends(&self, curve: &[Atom]) -> Read<Vec<[End; 2]>> {
        let each = curve.iter().map(|atom| {
            let ends = match atom.kind {
                Kind::Link => self.geometry.link_cells(atom.index),
                Kind::Edge => self.geometry.edge_corners(atom.index),
                _ => return trouble("only links and edges form loops and paths"),
            };
            Ok(ends.map(|end| (atom.board, end)))
        });
        each.collect()
    }

    /// Whether links or edges form one closed curve that turns nowhere where it meets itself: it is followed from one
    /// of them until it is back, and must have passed all of them.
    fn is_crossing_loop(&self, curve: &[Atom]) -> Read<bool> {
        let ends = self.ends(curve)?;
        let mut at: FxHashMap<End, Vec<usize>> = FxHashMap::default();
        for (stroke, ends) in ends.iter().enumerate() {
            for &end in ends {
                at.entry(end).or_default().push(stroke);
            }
        }
        if curve.is_empty() || !at.values().all(|strokes| matches!(strokes.len(), 2 | 4)) {
            return Ok(false);
        }
        let is_across = |stroke: usize| match curve[stroke].kind {
            Kind::Link => self.geometry.is_horizontal_link(curve[stroke].index),
            _ => self.geometry.edge_position(curve[stroke].index).0,
        };
        let (mut stroke, mut end, mut passed) = (0, ends[0][1], 1);
        loop {
            let next = at[&end].iter().copied().find(|&other| {
                other != stroke && (at[&end].len() == 2 || is_across(other) == is_across(stroke))
            });
            let Some(next) = next else { return Ok(false) };
            if next == 0 {
                return Ok(passed == curve.len());
            }
            let [one, other] = ends[next];
            end = if one == end { other } else { one };
            stroke = next;
            passed += 1;
        }
    }

    fn is_rectangle(&self, cells: &[Atom], square: bool) -> Read<bool> {
        if cells.iter().any(|atom| atom.kind != Kind::Cell) {
            return trouble("only cells form a rectangle");
        }
        let Some(first) = cells.first() else {
            return Ok(false);
        };
        if cells.iter().any(|cell| cell.board != first.board) {
            return Ok(false);
        }
        let cells = super::value::sorted(cells.to_vec());
        let positions: Vec<(usize, usize)> = cells
            .iter()
            .map(|cell| self.geometry.position(cell.index))
            .collect();
        let extent = |axis: fn(&(usize, usize)) -> usize| {
            let least = positions.iter().map(axis).min().unwrap_or(0);
            positions.iter().map(axis).max().unwrap_or(0) - least + 1
        };
        let (height, width) = (extent(|position| position.0), extent(|position| position.1));
        Ok(cells.len() == height * width && (!square || height == width))
    }

    /// Whether a cell (or corner) lies inside the loop: a ray to the left crosses it an odd number of times.
    fn is_inside(&self, atom: Atom, curve: &[Atom]) -> Read<bool> {
        let geometry = &self.geometry;
        let of_links = curve.iter().any(|stroke| stroke.kind == Kind::Link);
        let (row, column, own) = match atom.kind {
            Kind::Cell => {
                let (row, column) = geometry.position(atom.index);
                (row, column, of_links)
            }
            Kind::Corner => {
                let (row, column) = geometry.corner_position(atom.index);
                (row, column, !of_links)
            }
            _ => return trouble("only cells and corners lie inside a loop"),
        };
        let ends = self.ends(curve)?;
        if own
            && ends
                .iter()
                .flatten()
                .any(|&end| end == (atom.board, atom.index))
        {
            return Ok(false);
        }
        // The ray runs between two rows of the curve's ends, for an atom that could lie on the curve just above it.
        // It crosses the upright strokes whose lower end is in row `below`.
        let below = match (atom.kind, of_links) {
            (Kind::Cell, false) => row + 1,
            _ => row,
        };
        let position = |end: u32| {
            if of_links {
                geometry.position(end)
            } else {
                geometry.corner_position(end)
            }
        };
        let crossings = curve.iter().zip(&ends).filter(|(stroke, [upper, lower])| {
            let ((top, at), (bottom, _)) = (position(upper.1), position(lower.1));
            // A cell lies right of the edge of its own column, a corner right of the cells of the column before.
            let reached = match (atom.kind, of_links) {
                (Kind::Cell, false) => at <= column,
                _ => at < column,
            };
            stroke.board == atom.board && top < bottom && bottom == below && reached
        });
        Ok(crossings.count() % 2 == 1)
    }
}

/// Whether no edges of a graph form a cycle.
fn is_forest(edges: &[[End; 2]]) -> bool {
    let mut parents: FxHashMap<End, End> = FxHashMap::default();
    fn root(parents: &FxHashMap<End, End>, mut end: End) -> End {
        while let Some(&parent) = parents.get(&end) {
            end = parent;
        }
        end
    }
    for &[one, other] in edges {
        let (one, other) = (root(&parents, one), root(&parents, other));
        if one == other {
            return false;
        }
        parents.insert(one, other);
    }
    true
}
