//! Cells that fold into a box: whether they do, the faces, and the output of rules about it.
//!
//! Ways to fold are found by the search of [`crate::fold`] and accepted only if its checker, which shares nothing with
//! that search, agrees.

use std::cell::RefCell;
use std::ptr;

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Folding, Kind, Node, Noun, Predicate};
use super::super::values::{Data, Filling};
use super::determined::Determined;
use super::message::Finding;
use super::state::Interpreter;
use super::value::{Place, Read, Stop, Truth, Value, What, sorted, trouble};
use crate::fold::{BoxSize, BrokenRule, Face, Fold, Mark, Shape, check_fold, folds};
use crate::grid::{Cell, Grid};

/// Cells that must fold, and the conditions on the box.
struct Net {
    /// `None` if there are none, or if they are not connected on one board.
    shape: Option<Shape>,
    board: u8,
    /// `Some(None)` if no box has this size.
    size: Option<Option<BoxSize>>,
    /// Cells that need a partner on the box. A number is nothing to a box.
    marks: Vec<(Cell, u32, Option<Mark>)>,
    /// Those that are not cells of the shape.
    outside: Vec<Cell>,
}

/// The result of a rule about folding for a filled grid, for reports and pictures.
pub(crate) struct Folded {
    pub(crate) board: usize,
    /// The number of cells to fold.
    pub(crate) cells: usize,
    /// The ways to fold them that the rules about folding allow.
    pub(crate) ways: Vec<Fold>,
}

thread_local! {
    /// The shape last folded, with all its ways. Check, answer, report and pictures need those of one solution one
    /// after the other, and folding takes most of the time of a run that prints many large shapes.
    static LAST: RefCell<Option<(Shape, Vec<Fold>)>> = const { RefCell::new(None) };
}

/// The ways to fold a shape into a box of any size.
fn ways(shape: &Shape) -> Vec<Fold> {
    LAST.with_borrow_mut(|last| match last {
        Some((known, ways)) if known == shape => ways.clone(),
        _ => {
            let is_right = |fold: &Fold| check_fold(shape.cells(), fold, &[], None).is_empty();
            let ways = folds(shape).into_iter().filter(is_right).collect();
            last.insert((shape.clone(), ways)).1.clone()
        }
    })
}

impl Net {
    /// The ways to fold it into a box of the required size, regardless of conditions on single cells.
    fn ways(&self) -> Vec<Fold> {
        let mut ways = self.shape.as_ref().map(ways).unwrap_or_default();
        if let Some(size) = self.size {
            ways.retain(|fold| size == Some(fold.size()));
        }
        ways
    }

    /// What single cells have against a way to fold.
    fn broken(&self, fold: &Fold) -> Vec<BrokenRule> {
        let shape = self.shape.as_ref();
        shape.map_or_else(Vec::new, |shape| {
            check_fold(shape.cells(), fold, &self.marks, None)
        })
    }

    /// Whether a valid way to fold has the required size and partners.
    fn allows(&self, fold: &Fold) -> bool {
        self.size.is_none_or(|size| size == Some(fold.size()))
            && self.outside.is_empty()
            && fold.keeps_marks(&self.marks)
    }
}

impl<'d> Interpreter<'d> {
    /// `P fold into a box …`.
    pub(super) fn folds(&mut self, subject: &Expr, folding: &Folding) -> Read<Truth> {
        let net = match self
            .certain(subject)
            .and_then(|cells| self.net(&cells, folding))
        {
            Ok(net) => net,
            Err(stop) => return stop.truth(),
        };
        let mut ways = net.ways().into_iter();
        let holds = net.outside.is_empty() && ways.any(|fold| net.broken(&fold).is_empty());
        Ok(Truth::from(holds))
    }

    fn net(&mut self, atoms: &[Atom], folding: &Folding) -> Read<Net> {
        let (rows, columns) = (self.geometry.rows, self.geometry.columns);
        if rows.max(columns) > Shape::MAX_SIDE {
            return trouble("the grid is too large to fold");
        }
        let board = atoms.first().map_or(0, |atom| atom.board);
        let cells = self.positions(atoms)?;
        let mut inside = Grid::from_fn(rows, columns, |_| false);
        cells.iter().for_each(|&cell| inside[cell] = true);
        let on_one_board = atoms.iter().all(|atom| atom.board == board);
        let size = match &folding.size {
            None => None,
            Some(lengths) => {
                let mut known = [0; 3];
                for (known, length) in known.iter_mut().zip(lengths) {
                    let length = self.eval(length)?;
                    let length = self.number(&length)?;
                    *known = length
                        .and_then(|length| length.try_into().ok())
                        .unwrap_or(0);
                }
                Some(BoxSize::new(known))
            }
        };
        let (mut marks, mut outside) = (Vec::new(), Vec::new());
        for (marked, mark) in [
            (&folding.opposite, Mark::Circle),
            (&folding.adjacent, Mark::Square),
        ] {
            let Some(marked) = marked else { continue };
            let atoms = self.marked(marked, folding)?;
            for (cell, atom) in self.positions(&atoms)?.into_iter().zip(&atoms) {
                match inside[cell] && atom.board == board {
                    true => marks.push((cell, 0, Some(mark))),
                    false => outside.push(cell),
                }
            }
        }
        Ok(Net {
            shape: Shape::new(inside).ok().filter(|_| on_one_board),
            board,
            size,
            marks,
            outside,
        })
    }

    /// The atoms that an expression names, if all of them are known.
    fn certain(&mut self, expr: &Expr) -> Read<Vec<Atom>> {
        let atoms = self.split(expr)?;
        if atoms.iter().any(|&(_, truth)| truth != Truth::True) {
            return Err(Stop::Unknown);
        }
        Ok(atoms.into_iter().map(|(atom, _)| atom).collect())
    }

    /// The atoms that a condition of a rule names, remembered if they depend on the data alone.
    fn marked(&mut self, expr: &Expr, folding: &Folding) -> Read<Vec<Atom>> {
        // Only what belongs to the rulebook is known by its address.
        let data = self.data;
        let own = rules_of_folding(data).find(|(_, known)| ptr::eq(*known, folding));
        let parts = own.into_iter().flat_map(|(_, known)| known.parts());
        let phrase = parts
            .filter(|part| ptr::eq(*part, expr))
            .find_map(|part| match &part.node {
                Node::Phrase(phrase) if matches!(phrase.noun, Noun::Atoms(_)) => Some(phrase),
                _ => None,
            });
        let Some(phrase) = phrase else {
            return self.certain(expr);
        };
        let mut atoms = Vec::new();
        for member in self.leading(phrase)? {
            match member.values[..] {
                [Value::Atom(atom)] if member.truth == Truth::True => atoms.push(atom),
                _ => return Err(Stop::Unknown),
            }
        }
        Ok(atoms)
    }

    fn positions(&self, atoms: &[Atom]) -> Read<Vec<Cell>> {
        if atoms.iter().any(|atom| atom.kind != Kind::Cell) {
            return trouble("only cells fold into a box");
        }
        let cells = atoms.iter().map(|atom| self.geometry.cell(atom.index));
        Ok(cells.collect())
    }

    /// What is wrong with cells that do not fold.
    pub(super) fn wrong_folding(&mut self, subject: &Expr, folding: &Folding) -> Option<Finding> {
        let cells = self.certain(subject).ok()?;
        let net = self.net(&cells, folding).ok()?;
        let told = |message: String, mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells.dedup();
            let atoms = cells.into_iter().map(|cell| Atom {
                kind: Kind::Cell,
                board: net.board,
                index: (cell.row * self.geometry.columns + cell.column) as u32,
            });
            Some(Finding {
                message,
                atoms: atoms.collect(),
            })
        };
        let names = |cells: &[Cell]| {
            let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
            names.join(", ")
        };
        let Some(shape) = &net.shape else {
            return told("these cells are not one piece".to_owned(), Vec::new());
        };
        let ways = net.ways();
        let Some(best) = ways.iter().min_by_key(|fold| net.broken(fold).len()) else {
            let cells = match shape.count() {
                1 => "this cell".to_owned(),
                count => format!("these {count} cells"),
            };
            return told(
                match net.size {
                    Some(Some(size)) => {
                        format!("there is no way to fold {cells} into a {size} box")
                    }
                    _ => format!("there is no way to fold {cells}"),
                },
                Vec::new(),
            );
        };
        if !net.outside.is_empty() {
            let message = format!("{} must be part of the box", names(&net.outside));
            return told(message, net.outside.clone());
        }
        let alone = |mark: Mark| {
            let broken = net.broken(best).into_iter();
            let alone = broken.filter_map(|rule| match (rule, mark) {
                (BrokenRule::CircleAlone(cell), Mark::Circle)
                | (BrokenRule::SquareAlone(cell), Mark::Square) => Some(cell),
                _ => None,
            });
            alone.collect::<Vec<Cell>>()
        };
        let (circles, squares) = (alone(Mark::Circle), alone(Mark::Square));
        let mut faults = Vec::new();
        for (cells, partner) in [
            (&circles, "not opposite another of these cells"),
            (&squares, "not beside another of these cells on its face"),
        ] {
            if let [_, rest @ ..] = &cells[..] {
                let verb = if rest.is_empty() { "is" } else { "are" };
                faults.push(format!("{} {verb} {partner}", names(cells)));
            }
        }
        let best_of = match ways.len() {
            1 => "the only way to fold it".to_owned(),
            n => format!("the best of {n} ways to fold it"),
        };
        let message = format!(
            "on the {} box, {best_of}, {}",
            best.size(),
            faults.join(", and ")
        );
        told(message, [circles, squares].concat())
    }

    /// The faces of the box that the cells of a place fold into: in the first way that all rules about folding just
    /// these cells allow. Missing if there is none.
    pub(super) fn faces(&mut self, whole: &Place) -> Read<Vec<Place>> {
        let Some((net, ways)) = self.folded_as_ruled(whole)? else {
            return Err(Stop::Missing);
        };
        let Some(fold) = ways.first() else {
            return Err(Stop::Missing);
        };
        let face = |face: Face| {
            let cells = whole.atoms.iter().copied();
            let here = cells.filter(|atom| fold.face(self.geometry.cell(atom.index)) == Some(face));
            Place {
                board: net.board,
                ..Place::new(What::Face(face), sorted(here.collect()))
            }
        };
        Ok(Face::ALL.map(face).to_vec())
    }

    /// A place as a net, with the ways to fold it that all rules about folding just these cells allow. `None` if it is
    /// no net.
    fn folded_as_ruled(&mut self, whole: &Place) -> Read<Option<(Net, Vec<Fold>)>> {
        let cells = sorted(whole.atoms.clone());
        let mut nets = Vec::new();
        for (subject, folding) in rules_of_folding(self.data) {
            let board = self.board.replace(whole.board);
            let same = self.certain(subject).map(sorted).as_ref() == Ok(&cells);
            let net = same.then(|| self.net(&cells, folding));
            self.board = board;
            nets.extend(net.transpose()?);
        }
        if nets.is_empty() {
            nets.push(self.net(&cells, &Folding::default())?);
        }
        let mut ways = nets[0].ways();
        ways.retain(|fold| nets.iter().all(|net| net.allows(fold)));
        Ok(nets.into_iter().next().map(|net| (net, ways)))
    }
}

/// The rules of a rulebook that are only about folding.
fn rules_of_folding(data: &Data) -> impl Iterator<Item = (&Expr, &Folding)> {
    let formulas = data.book.rules.iter().flat_map(|rule| &rule.formulas);
    formulas.filter_map(|formula| match &formula.node {
        Node::Is(subject, false, Predicate::Folds(folding)) => Some((&**subject, &**folding)),
        _ => None,
    })
}

/// Whether some rules are only about folding.
pub(crate) fn has_rules_of_folding(data: &Data) -> bool {
    rules_of_folding(data).next().is_some()
}

/// The output of the rules about folding for a filled grid: for each board, and each set of cells once.
pub(crate) fn folded(settled: &Determined, data: &Data, filling: &Filling) -> Vec<Folded> {
    let mut shown: Vec<(Vec<Atom>, Folded)> = Vec::new();
    let mut interpreter = Interpreter::knowing(settled, data, filling);
    for (subject, _) in rules_of_folding(data) {
        for board in 0..data.geometry.boards as u8 {
            interpreter.board = Some(board);
            let Ok(cells) = interpreter.certain(subject).map(sorted) else {
                continue;
            };
            if shown.iter().any(|(known, _)| *known == cells) {
                continue;
            }
            let place = Place {
                board,
                ..Place::new(What::Set, cells)
            };
            if let Ok(Some((_, ways))) = interpreter.folded_as_ruled(&place) {
                let folded = Folded {
                    board: board.into(),
                    cells: place.atoms.len(),
                    ways,
                };
                shown.push((place.atoms, folded));
            }
        }
    }
    interpreter.done();
    shown.into_iter().map(|(_, folded)| folded).collect()
}
