//! Which members of a noun satisfy the adjectives and qualifiers of a phrase, and under which test.

use std::rc::Rc;

use fxhash::FxHashSet;
use quadrille_engine::propagators::Test;
use smallvec::SmallVec;

use super::super::logic::{FALSE, TRUE, and, both, not, or};
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use super::phrase::Member;
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Kind, Node, Noun, Phrase, Qualifier};

/// What is known of a phrase before its members are tested one by one.
struct Known {
    /// For each adjective, the layer and the word that it is, if it is one.
    words: SmallVec<[Option<(usize, usize)>; 2]>,
    /// A qualifier that has been applied already.
    used: Option<usize>,
    /// A qualifier that asks for what touches a place, and the cells around this. Of most pairs of regions neither touches the
    /// other, and to look at their cells again for each was a tenth of a shimaguni.
    around: Option<(usize, FxHashSet<Atom>)>,
}

impl Compiler<'_> {
    /// Keeps the members that satisfy the adjectives and qualifiers of a phrase.
    pub(crate) fn filtered(&mut self, phrase: &Phrase, members: Vec<Member>) -> Made<Vec<Member>> {
        self.sifted(phrase, members, None)
    }

    /// The same, if one of the qualifiers has been applied already.
    pub(super) fn sifted(
        &mut self,
        phrase: &Phrase,
        mut members: Vec<Member>,
        used: Option<usize>,
    ) -> Made<Vec<Member>> {
        self.spend(members.len(), &phrase.span)?;
        let words = match members.first() {
            Some((value, _)) => {
                let adjectives = phrase.adjectives.iter();
                adjectives
                    .map(|(_, word)| self.word_of(&word.name, value))
                    .collect()
            }
            None => SmallVec::new(),
        };
        let around = phrase.qualifiers.iter().enumerate();
        let around = around.filter(|(at, _)| used != Some(*at));
        let mut around = around.filter_map(|(at, own)| Some((at, self.around_known(own)?)));
        let known = Known {
            words,
            used,
            around: around.next(),
        };
        // In place: to move members takes as long as to test them.
        let mut made = Ok(());
        members.retain_mut(|(value, test)| {
            if made.is_ok() {
                let guard = std::mem::replace(test, FALSE);
                match self.sift(phrase, &known, value, guard) {
                    Ok(passes) => *test = passes,
                    Err(problem) => made = Err(problem),
                }
            }
            !matches!(*test, FALSE)
        });
        made?;
        if members.is_empty() {
            self.look_for_absence(phrase, used)?;
        }
        Ok(members)
    }

    /// The cells of what this names, if they are known.
    pub(super) fn known_cells(&self, place: &Expr) -> Option<Vec<Atom>> {
        let Node::Name(name) = &place.node else {
            return None;
        };
        let Some(Value::Place(place)) = self.eval.scope.get(name) else {
            return None;
        };
        let cell = |(atom, test): &(Atom, Test)| {
            (*test == TRUE && atom.kind == Kind::Cell).then_some(*atom)
        };
        place.members.iter().map(cell).collect()
    }

    /// The cells around a place that is known, if this qualifier asks for what touches it.
    fn around_known(&self, qualifier: &Qualifier) -> Option<FxHashSet<Atom>> {
        let Qualifier::Touching(touched) = qualifier else {
            return None;
        };
        let cells = self.known_cells(touched)?.into_iter();
        let around = cells.flat_map(|cell| {
            let sides = Direction::ALL.into_iter();
            let sides = sides.filter_map(move |d| self.data.geometry.neighbour(cell.index, d));
            sides.map(move |index| Atom { index, ..cell })
        });
        Some(around.collect())
    }

    /// The test under which a member is left.
    fn sift(&mut self, phrase: &Phrase, known: &Known, value: &Value, guard: Test) -> Made<Test> {
        let mut test = guard;
        for ((negated, adjective), word) in phrase.adjectives.iter().zip(&known.words) {
            let holds = match self.word_at(*word, value) {
                Some(test) if *negated => not(test),
                Some(test) => test,
                None => {
                    let truth = self.adjective(adjective, value, &[])?;
                    let truth = if *negated { truth.not() } else { truth };
                    truth.into_holds()
                }
            };
            test = both(test, holds);
            if matches!(test, FALSE) {
                break;
            }
        }
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if matches!(test, FALSE) {
                break;
            }
            if known.used == Some(at) {
                continue;
            }
            if let Some((own, around)) = &known.around
                && *own == at
                && is_outside(value, around)
            {
                return Ok(FALSE);
            }
            let holds = match qualifier {
                Qualifier::With(layer) => self.has(value, layer)?,
                Qualifier::Without(layer) => not(self.has(value, layer)?),
                Qualifier::Where(formula) => {
                    let depth = self.eval.scope.names.len();
                    let variable = phrase.variables.first();
                    let name = variable.map_or_else(|| "it".into(), |word| word.name.clone());
                    self.eval.scope.names.push((name, value.clone()));
                    let holds = self.keeps_where(formula);
                    self.eval.scope.names.truncate(depth);
                    holds?
                }
                qualifier => self.keeps(phrase, qualifier, value)?,
            };
            test = both(test, holds);
        }
        Ok(test)
    }

    /// When a condition after `where` holds. What follows on a part that is false or missing is not looked at: with several
    /// variables, nearly all of a long condition is about other lines than the one of the first variable.
    pub(super) fn keeps_where(&mut self, formula: &Expr) -> Made<Test> {
        let Node::And(parts) = &formula.node else {
            return Ok(self.truth(formula)?.into_holds());
        };
        let mut all = TRUE;
        for part in parts {
            all = both(all, self.keeps_where(part)?);
            if matches!(all, FALSE) {
                break;
            }
        }
        Ok(all)
    }

    /// A qualifier with a missing value says nothing, even if there are no members to filter.
    pub(super) fn look_for_absence(&mut self, phrase: &Phrase, used: Option<usize>) -> Made<()> {
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if let Qualifier::In(x)
            | Qualifier::Of(x)
            | Qualifier::Besides(x)
            | Qualifier::Touching(x) = qualifier
                && used != Some(at)
            {
                self.eval.missing |= matches!(self.value(x)?, Value::Missing);
            }
        }
        Ok(())
    }

    /// Whether a qualifier without variables keeps a value.
    pub(crate) fn keeps(
        &mut self,
        phrase: &Phrase,
        qualifier: &Qualifier,
        value: &Value,
    ) -> Made<Test> {
        Ok(match qualifier {
            Qualifier::Besides(other) => {
                let other = self.value(other)?;
                self.eval.missing |= matches!(other, Value::Missing);
                match (value, &other) {
                    (Value::Atom(atom), Value::Place(place)) => {
                        not(self.reify(place.guard_of(*atom))?)
                    }
                    _ => not(self.same(value, &other, &phrase.span)?),
                }
            }
            Qualifier::Touching(place) => self.touches(value, place)?,
            Qualifier::On(board) => self.is_on_board(value, board)?,
            Qualifier::In(place) => match self.value(place)? {
                Value::Board(board) => match value {
                    Value::Atom(atom) => Test::Const(atom.board == board),
                    _ => TRUE,
                },
                Value::Directions(all) => match value {
                    Value::Direction(direction) => Test::Const(all.contains(direction)),
                    _ => FALSE,
                },
                Value::Direction(one) => match value {
                    Value::Direction(direction) => Test::Const(one == *direction),
                    _ => FALSE,
                },
                _ => {
                    let place = self.place(place)?;
                    self.all_of(value, |atom, compiler| compiler.lies_in(&place, atom))?
                }
            },
            Qualifier::Of(whole) => match &phrase.noun {
                Noun::Atoms(kind) => {
                    let among = self.atoms_of(*kind, whole, false)?;
                    self.all_of(value, |atom, _| guard_among(&among, atom))?
                }
                _ => {
                    let part = self.place(whole)?;
                    let Value::Place(own) = value else {
                        return Ok(match value {
                            Value::Atom(atom) => part.guard_of(*atom),
                            _ => TRUE,
                        });
                    };
                    let own = Rc::clone(own);
                    let ways = part
                        .members
                        .iter()
                        .map(|(atom, guard)| and([guard.clone(), self.lies_in(&own, *atom)]));
                    let some = or(ways);
                    self.reify(some)?
                }
            },
            Qualifier::Beyond(..) | Qualifier::SeenFrom(_) | Qualifier::Reached(..) => {
                let among = self.source(phrase, qualifier)?;
                self.all_of(value, |atom, _| guard_among(&among, atom))?
            }
            _ => TRUE,
        })
    }

    /// The test that something holds for all atoms of a value.
    pub(crate) fn all_of(
        &mut self,
        value: &Value,
        holds: impl Fn(Atom, &Self) -> Test,
    ) -> Made<Test> {
        let test = match value {
            Value::Atom(atom) => holds(*atom, self),
            Value::Place(place) => and(place
                .members
                .iter()
                .map(|(atom, guard)| or([not(guard.clone()), holds(*atom, self)]))),
            _ => TRUE,
        };
        self.reify(test)
    }

    /// The test that an atom lies in a place; an atom that touches only cells of a place of cells lies in it, too (for
    /// a link, both cells).
    pub(crate) fn lies_in(&self, place: &Place, atom: Atom) -> Test {
        if place
            .members
            .iter()
            .all(|(member, _)| member.kind == atom.kind)
        {
            return place.guard_of(atom);
        }
        let cells = self.cells_of(atom).into_iter();
        and(cells.map(|cell| place.guard_of(cell)))
    }

    pub(super) fn is_on_board(&mut self, value: &Value, board: &Expr) -> Made<Test> {
        let wanted = match self.value(board)? {
            Value::Board(board) => i64::from(board),
            _ => self.constant(board)? - 1,
        };
        Ok(match value {
            Value::Atom(atom) => Test::Const(i64::from(atom.board) == wanted),
            Value::Place(place) => match place.members.first() {
                Some((atom, _)) => Test::Const(i64::from(atom.board) == wanted),
                None => TRUE,
            },
            _ => TRUE,
        })
    }
}

/// Whether a cell or a place of cells has none of these.
fn is_outside(value: &Value, cells: &FxHashSet<Atom>) -> bool {
    let is_out = |atom: &Atom| atom.kind == Kind::Cell && !cells.contains(atom);
    match value {
        Value::Atom(atom) => is_out(atom),
        Value::Place(place) => place.members.iter().all(|(atom, _)| is_out(atom)),
        _ => false,
    }
}

/// When an atom is one of these members.
pub(super) fn guard_among(members: &[Member], atom: Atom) -> Test {
    let ways = members
        .iter()
        .filter(|(value, _)| matches!(value, Value::Atom(own) if *own == atom));
    or(ways.map(|(_, guard)| guard.clone()))
}
