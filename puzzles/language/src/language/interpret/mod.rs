//! The interpreter: it decides which rules a filled grid breaks, by the definitions of the language.
//!
//! It is the independent checker of every solution. It shares the parsed text and the geometry with the compiler, and
//! nothing else. Values know their kind, and formulas have four truths: true, false, *missing* (data that is not there
//! says nothing) and *unknown* (a filled grid may be filled in part).

mod beam;
mod builtin;
mod determined;
mod distance;
mod expr;
mod fold;
mod form;
mod functions;
mod instance;
mod layer;
mod leading;
mod measure;
mod member;
mod memo;
mod message;
mod naming;
mod nearest;
mod noun;
mod parts;
mod phrase;
mod place;
mod plan;
mod reads;
mod regex;
mod settled;
mod shapes;
mod sight;
mod state;
mod value;

#[cfg(test)]
mod tests;

use super::geometry::Atom;
use super::syntax::{Domain, Expr, Ground, Phrase, Rulebook};
use super::values::{Candidates, Data, Filled, Filling, positions};
use crate::grid::Direction;
pub(crate) use determined::Determined;
use determined::Possible;
pub(crate) use fold::{Folded, folded, has_rules_of_folding};
use member::IT;
pub(crate) use parts::parts;
use state::Interpreter;
use value::{Stop, Truth, Value};

/// The most broken instances that are reported.
const MAX_BROKEN: usize = 1000;

/// What is broken: a rule of the rulebook, or a condition on every filled grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Law {
    /// A rule, by its number in the rulebook.
    Rule(usize),
    /// The values of a layer are possible ones, in places that the layer covers.
    Values(usize),
    /// The given values of a layer stay.
    Given(usize),
    /// The regions of a layer to find are connected.
    Connected(usize),
}

impl Law {
    /// The sentence that states it.
    pub(crate) fn sentence(self, book: &Rulebook) -> String {
        let layer = |layer: usize| {
            book.layers
                .get(layer)
                .map_or("?", |layer| &*layer.word.name)
        };
        match self {
            Law::Rule(rule) => book
                .rules
                .get(rule)
                .map_or_else(String::new, |rule| rule.sentence.to_string()),
            Law::Values(own) => format!("Each `{}` is one of the possible values.", layer(own)),
            Law::Given(own) => format!("The given values of `{}` stay.", layer(own)),
            Law::Connected(own) => format!("Each `{}` hangs together.", layer(own)),
        }
    }
}

/// A rule that is broken at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    pub(crate) rule: Law,
    /// The values of the leading `each`, joined by commas: `row 3, r3c5`; `the grid` without any.
    pub(crate) place: String,
    /// The atoms that it concerns, in reading order.
    pub(crate) atoms: Vec<Atom>,
    /// What is wrong, with the values.
    pub(crate) message: String,
}

/// The value of an expression such as the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Number(i128),
    /// In order; a bag from the least to the greatest.
    List(Vec<i128>),
    /// It, or a number from which it is computed, has more than 38 digits.
    TooLarge,
    /// It is missing, empty, unknown, or no number.
    Nothing,
}

/// Everything that is broken except the rules `without`, at most 1000 instances: first impossible values, then rules.
///
/// In a partly filled grid, an instance is broken if it is false for all unknown values: as far as three-valued logic
/// can tell and, if the unknown places that it reads have at most 2000 combinations of values, exactly.
pub(crate) fn check_but(data: &Data, filling: &Filling, without: &[String]) -> Vec<Broken> {
    check_all(data, filling, &Candidates::new(), without, None)
}

/// The same for checking many grids of one puzzle: whatever the data alone decides is computed once.
pub(crate) fn check_with(
    determined: &Determined,
    data: &Data,
    filling: &Filling,
    without: &[String],
) -> Vec<Broken> {
    check_all(data, filling, &Candidates::new(), without, Some(determined))
}

/// The same with candidates for some unknown values.
pub(crate) fn check_partly(data: &Data, filling: &Filling, candidates: &Candidates) -> Vec<Broken> {
    check_all(data, filling, candidates, &[], None)
}

fn check_all(
    data: &Data,
    filling: &Filling,
    candidates: &Candidates,
    without: &[String],
    determined: Option<&Determined>,
) -> Vec<Broken> {
    let mut interpreter = match determined {
        Some(determined) => Interpreter::knowing(determined, data, filling),
        None => Interpreter::new(data, Some(filling)),
    };
    interpreter.candidates = Some(candidates);
    let mut broken = Vec::new();
    interpreter.layers(&mut broken);
    for (number, rule) in data.book.rules.iter().enumerate() {
        if !without.iter().any(|id| **id == *rule.id) {
            interpreter.rule(number, &mut broken);
        }
    }
    broken.truncate(MAX_BROKEN);
    interpreter.done();
    broken
}

/// What is known about a formula in a partly filled grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It holds, says nothing, or may still hold.
    Kept,
    /// It is false according to three-valued logic.
    Broken,
    /// It cannot be evaluated, though all is known.
    Trouble,
}

/// Judges a formula of a rule on a board, or on all together.
pub(crate) fn judge(
    data: &Data,
    filling: &Filling,
    formula: &Expr,
    board: Option<u8>,
) -> Judgement {
    let mut interpreter = Interpreter::new(data, Some(filling));
    interpreter.board = board;
    match interpreter.test(formula) {
        Ok(Truth::False) => Judgement::Broken,
        Ok(_) => Judgement::Kept,
        // What is not known may settle it before that part is reached.
        Err(Stop::Trouble(_)) if !interpreter.is_partial() => Judgement::Trouble,
        // Why a value could not be computed is handled by the formula as a whole.
        Err(_) => Judgement::Kept,
    }
}

/// The places of the filled grid, layer and position, that [`judge`] reads of the same formula. `None` if it reads more
/// than can be told place by place.
pub(crate) fn reads(
    data: &Data,
    filling: &Filling,
    formula: &Expr,
    board: Option<u8>,
) -> Option<Vec<(usize, usize)>> {
    let mut interpreter = Interpreter::new(data, Some(filling));
    interpreter.board = board;
    let (_, read) = interpreter.looking(|interpreter| interpreter.test(formula).map(drop));
    read.all().map(<[_]>::to_vec)
}

/// The atoms that a phrase names for certain.
pub(crate) fn named(data: &Data, filling: &Filling, phrase: &Phrase) -> Vec<Atom> {
    let mut interpreter = Interpreter::new(data, Some(filling));
    let members = interpreter.members(phrase).unwrap_or_default().into_iter();
    members
        .filter(|member| member.truth == Truth::True)
        .filter_map(|member| match member.values.first() {
            Some(Value::Atom(atom)) => Some(*atom),
            _ => None,
        })
        .collect()
}

/// The value of an expression. With several boards, it is about all of them together.
pub(crate) fn evaluate(
    determined: &Determined,
    data: &Data,
    filling: &Filling,
    expr: &Expr,
) -> Answer {
    let mut interpreter = Interpreter::knowing(determined, data, filling);
    let value = interpreter.eval(expr);
    interpreter.done();
    match value {
        Ok(Value::Number(number)) => Answer::Number(number),
        Ok(Value::List(entries, is_bag)) => {
            let numbers = entries.iter().map(|entry| match entry {
                Some(Value::Number(number)) => Some(*number),
                _ => None,
            });
            match numbers.collect::<Option<Vec<i128>>>() {
                Some(mut numbers) => {
                    if is_bag {
                        numbers.sort_unstable();
                    }
                    Answer::List(numbers)
                }
                None => Answer::Nothing,
            }
        }
        Err(Stop::Trouble(text)) if text == expr::TOO_LARGE => Answer::TooLarge,
        _ => Answer::Nothing,
    }
}

/// The cells of each place of a phrase, as far as the data alone determines them.
pub(crate) fn places(data: &Data, phrase: &Phrase) -> Vec<Vec<Atom>> {
    let mut interpreter = Interpreter::new(data, None);
    let Ok(candidates) = interpreter.candidates(phrase) else {
        return Vec::new();
    };
    let members = interpreter.sift(phrase, candidates).unwrap_or_default();
    let values = members.into_iter().flat_map(|member| member.values);
    let atoms = values.filter_map(|value| match value {
        Value::Place(place) => Some(place.atoms.clone()),
        _ => None,
    });
    atoms.collect()
}

/// Ranges of numbers, both ends included; without a second end, a range has none.
type Ranges = Vec<(i64, Option<i64>)>;

/// The places that layers cover and their possible numbers, as far as the data alone determines them.
pub(crate) struct Grounds<'d>(Interpreter<'d>);

impl<'d> Grounds<'d> {
    /// Those of a puzzle.
    pub(crate) fn new(data: &'d Data) -> Self {
        Self(Interpreter::new(data, None))
    }

    /// Whether a layer covers a position of its ground. A restriction such as `on cells without wall` depends on the
    /// data.
    pub(crate) fn stands(&mut self, layer: usize, position: usize) -> bool {
        let data = self.0.data;
        let Some(known) = data.book.layers.get(layer) else {
            return false;
        };
        if position >= positions(data, &known.on) {
            return false;
        }
        let Ground::Atoms(kind, Some(phrase)) = &known.on else {
            return true;
        };
        let atom = super::values::atom_at(&data.geometry, *kind, position);
        self.0.board = Some(atom.board);
        let fits = self.0.fits(phrase, atom) == Ok(Truth::True);
        self.0.board = None;
        fits
    }

    /// What is possible at each position of a layer.
    fn possible(mut self, layer: usize, count: usize) -> Possible {
        let at = |position| {
            let stands = self.stands(layer, position);
            let range = stands.then(|| self.range(layer, position)).flatten();
            (stands, range)
        };
        (0..count).map(at).collect()
    }

    /// The numbers that a layer may have at a position. `None` if that depends on more than the data, or on data that is
    /// missing.
    pub(crate) fn range(&mut self, layer: usize, position: usize) -> Option<Ranges> {
        let known = self.0.data.book.layers.get(layer)?;
        let ranges = match &known.domain {
            Domain::Values { ranges, .. } if ranges.is_empty() => return Some(Vec::new()),
            Domain::Values { ranges, .. } => ranges,
            Domain::Number => return Some(vec![(i64::MIN, None)]),
            _ => return Some(Vec::new()),
        };
        let it = self.0.ground_at(layer, position);
        let names = it.into_iter().map(|value| (IT.into(), value));
        self.0.bound(names, |interpreter| {
            let mut end = |expr: &Expr| match interpreter.eval(expr) {
                Ok(Value::Number(number)) => i64::try_from(number).ok(),
                _ => None,
            };
            let both = |(from, to): &(Expr, Option<Expr>)| {
                let least = end(from)?;
                match to {
                    Some(to) => Some((least, Some(end(to)?))),
                    None => Some((least, None)),
                }
            };
            ranges.iter().map(both).collect()
        })
    }
}

/// The number of words of a layer.
fn possible_words(book: &Rulebook, layer: usize) -> usize {
    match &book.layers[layer].domain {
        Domain::Values { words, .. } => words.len(),
        _ => 0,
    }
}

/// All values of a layer at a position, if they can be listed and are no more than `most`.
pub(crate) fn possible(
    data: &Data,
    layer: usize,
    position: usize,
    most: usize,
) -> Option<Vec<Filled>> {
    match &data.book.layers.get(layer)?.domain {
        Domain::Direction => Some(Direction::ALL.map(Filled::Direction).to_vec()),
        Domain::Values { .. } => {
            let mut values: Vec<Filled> = (0..possible_words(&data.book, layer))
                .map(Filled::Word)
                .collect();
            for (least, greatest) in Grounds::new(data).range(layer, position)? {
                let greatest = greatest?;
                if greatest.saturating_sub(least) >= most as i64 {
                    return None;
                }
                values.extend((least..=greatest).map(Filled::Number));
            }
            Some(values)
        }
        _ => None,
    }
}
