//! Rules along a line of cells that become automata: lists of runs, and regular expressions.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_engine::Var;
use quadrille_engine::propagators::{InMdd, Mdd, Number, Test};

use super::super::logic::{TRUE, Truth};
use super::super::recognise::is;
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use super::clue::runs_of_a_place;
use crate::language::pattern::Pattern;
use crate::language::syntax::{
    Arithmetic, Comparison, Expr, Extent, Measure, Node, Over, Phrase, Span, Word,
};

/// The most states of an automaton before equal ones are merged; larger lists use the general method.
const MOST_STATES: usize = 400_000;

/// The meaning of a cell of a line for an automaton, by the value of its variable.
struct Letter {
    var: Var,
    /// Value, whether it belongs to a run, and how much it adds.
    meanings: BTreeMap<i32, (bool, i64)>,
}

/// The variable of a cell, and the token of each of its values.
type Tokens = (Var, BTreeMap<i32, usize>);

/// The state of the automaton of a list.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// For a list, one field with the position of the next number; for a bag, how often each of its different numbers
    /// is still to come, and the number of unknown ones.
    left: Vec<u16>,
    /// The sum of the current run.
    run: Option<i64>,
}

impl Compiler<'_> {
    /// `list over runs n of X in P: size of n = clue`, or `bag`, and the sum of a layer in place of the size: an
    /// automaton over the cells. `false` if it is not of this form.
    pub(crate) fn post_runs(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Made<bool> {
        if comparison != Comparison::Equal {
            return Ok(false);
        }
        let (over, measure, wanted) = match (&a.node, &b.node) {
            (Node::Measure(measure @ (Measure::List | Measure::Bag), over), _) => {
                (over, *measure, b)
            }
            (_, Node::Measure(measure @ (Measure::List | Measure::Bag), over)) => {
                (over, *measure, a)
            }
            _ => return Ok(false),
        };
        let Over::Phrases(phrases, weight) = over else {
            return Ok(false);
        };
        let [phrase] = &phrases[..] else {
            return Ok(false);
        };
        let Some((material, run, place)) = runs_of_a_place(phrase) else {
            return Ok(false);
        };
        let layer = match &weight.node {
            Node::Of(word, arguments) if &*word.name == "size" && is(&arguments[0], run) => None,
            Node::Measure(Measure::Sum, Over::Layer(word, of)) if is(of, run) => Some(word),
            _ => return Ok(false),
        };
        let Value::Numbers(wanted) = self.value(wanted)? else {
            return Ok(false);
        };
        let Some(place) = self.certain_place(place)? else {
            return Ok(false);
        };
        if std::mem::take(&mut self.eval.missing) {
            return Ok(true);
        }
        let breaks =
            |pair: &[(crate::language::geometry::Atom, Test)]| !self.follows(pair[0].0, pair[1].0);
        if place.circular || place.members.windows(2).any(breaks) {
            return Ok(false);
        }
        let Some(letters) = self.letters(&place, material, layer)? else {
            return Ok(false);
        };
        let wanted: Vec<Option<i64>> = if wanted[..] == [Some(0)] {
            Vec::new()
        } else {
            wanted
        };
        let Some(mdd) = list_mdd(&letters, &wanted, measure == Measure::Bag) else {
            return Ok(false);
        };
        let vars: Vec<Var> = letters.iter().map(|letter| letter.var).collect();
        self.post_as(
            InMdd::new(&vars, Arc::new(mdd)),
            "automaton",
            "domain consistent",
        );
        Ok(true)
    }

    /// `N divides reading digit in l`, or `reading digit in l mod N = k`: an automaton over the remainders.
    pub(crate) fn post_remainder(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
    ) -> Made<bool> {
        let (divisor, reading, wanted) = match (comparison, &a.node, &b.node) {
            (Comparison::Divides, _, Node::Measure(Measure::Reading, over)) => (a, over, None),
            (Comparison::Equal, Node::Arithmetic(Arithmetic::Modulo, number, divisor), _) => {
                match &number.node {
                    Node::Measure(Measure::Reading, over) => (&**divisor, over, Some(b)),
                    _ => return Ok(false),
                }
            }
            _ => return Ok(false),
        };
        let constant = |value: Value| match value {
            Value::Number(Number::Const(number)) => Some(number),
            _ => None,
        };
        let Some(divisor @ 1..=100_000) = constant(self.value(divisor)?) else {
            return Ok(false);
        };
        let wanted = match wanted {
            None => 0,
            Some(wanted) => match constant(self.value(wanted)?) {
                Some(wanted) => wanted,
                None => return Ok(false),
            },
        };
        let outer = std::mem::replace(&mut self.eval.in_order, true);
        let values = self.values(reading);
        self.eval.in_order = outer;
        let values = values?;
        if values.untold || !values.uncertain.is_empty() {
            return Ok(false);
        }
        let mut vars = Vec::new();
        for (guard, value) in &values.members {
            match value {
                Value::Number(Number::Var(var)) if *guard == TRUE && !vars.contains(var) => {
                    vars.push(*var)
                }
                _ => return Ok(false),
            }
        }
        if vars.is_empty() {
            return Ok(false);
        }
        let domains: Vec<Vec<i32>> = vars
            .iter()
            .map(|&var| self.model.domain(var).iter().collect())
            .collect();
        if domains.iter().flatten().any(|&number| number < 0) {
            return Ok(false);
        }
        let mdd = Mdd::unroll_within(
            MOST_STATES,
            &domains,
            0i128,
            |_, state, number| {
                let shift = 10i128.pow(number.checked_ilog10().unwrap_or(0) + 1);
                Some((state * shift + i128::from(number)).rem_euclid(divisor))
            },
            |state| *state == wanted,
        );
        let Some(mdd) = mdd else {
            return Ok(false);
        };
        self.post_as(
            InMdd::new(&vars, Arc::new(mdd)),
            "automaton",
            "domain consistent",
        );
        Ok(true)
    }

    /// The meaning of each cell for an automaton; `None` if one depends on more than its own variable.
    fn letters(
        &mut self,
        place: &Place,
        material: &Phrase,
        layer: Option<&Word>,
    ) -> Made<Option<Vec<Letter>>> {
        let mut letters: Vec<Letter> = Vec::new();
        if place.members.iter().any(|(_, guard)| *guard != TRUE) {
            return Ok(None);
        }
        let are_inside = self.each_inside(material, place)?;
        for ((atom, _), inside) in place.members.iter().zip(are_inside) {
            let weight = match layer {
                None => Number::Const(1),
                Some(word) => {
                    let number = self.data.book.layer(&word.name);
                    let Some(number) = number else {
                        return Ok(None);
                    };
                    let before = std::mem::replace(&mut self.eval.absence.untold, false);
                    let value = self.layer_of(number, &Value::Atom(*atom), &word.span)?;
                    if std::mem::replace(&mut self.eval.absence.untold, before) {
                        return Ok(None);
                    }
                    match value {
                        Value::Number(number) => number,
                        Value::Missing | Value::Empty => Number::Const(0),
                        _ => return Ok(None),
                    }
                }
            };
            let mut vars = inside.variables();
            vars.extend(weight.variables());
            vars.sort_unstable();
            vars.dedup();
            let var = match vars[..] {
                [] => self.model.var(0..=0),
                [var] => var,
                _ => return Ok(None),
            };
            if letters.iter().any(|letter| letter.var == var) {
                return Ok(None);
            }
            let meanings = self.model.domain(var).iter().map(|value| {
                let weight = weight
                    .value(&|_| value)
                    .and_then(|weight| i64::try_from(weight).ok());
                (value, (inside.holds(&|_| value), weight.unwrap_or(0)))
            });
            letters.push(Letter {
                var,
                meanings: meanings.collect(),
            });
        }
        Ok(Some(letters))
    }

    /// The test that the values of a layer along a place match a regular expression: an automaton that tells.
    pub(crate) fn reads(
        &mut self,
        layer: &Word,
        place: &Expr,
        extent: Extent,
        pattern: &Expr,
    ) -> Made<Truth> {
        let span = &pattern.span;
        let Some(pattern) = self.wanted_pattern(extent, pattern)? else {
            return Ok(Truth::constant(false));
        };
        let pattern = &pattern;
        let Some(letters) = self.reading_letters(layer, place, span)? else {
            return self.unclear(span);
        };
        let vars: Vec<Var> = letters.iter().map(|(var, _)| *var).collect();
        let automaton = match self.are_different(&vars) {
            true => self.automaton(layer, pattern, &letters, span)?,
            false => None,
        };
        let Some(automaton) = automaton else {
            return self.unclear(span);
        };
        let truth = self.model.var(0..=1);
        let scope: Vec<Var> = vars.into_iter().chain([truth]).collect();
        self.define(truth, |compiler| {
            let automaton = InMdd::new(&scope, automaton);
            compiler.post_as(automaton, "automaton", "domain consistent");
            Ok(())
        })?;
        Ok(Truth::Plain(Test::is(truth, 1)))
    }

    /// The automaton that tells whether the values of some cells match a regular expression, by a variable after them;
    /// `None` if it is too large.
    fn automaton(
        &mut self,
        layer: &Word,
        pattern: &str,
        letters: &[Tokens],
        span: &Span,
    ) -> Made<Option<Arc<Mdd>>> {
        let alphabet = |(_, tokens): &Tokens| {
            tokens
                .iter()
                .map(|(&value, &token)| (value, token))
                .collect()
        };
        let key = (pattern.to_owned(), letters.iter().map(alphabet).collect());
        // Most lines of a grid use the same pattern.
        if let Some(known) = self.memo.automata.get(&key) {
            return Ok(known.clone());
        }
        let pattern = self.pattern(layer, pattern, span)?;
        let mut domains: Vec<Vec<i32>> = letters
            .iter()
            .map(|(_, tokens)| tokens.keys().copied().collect())
            .collect();
        domains.push(vec![0, 1]);
        let mdd = Mdd::unroll_within(
            MOST_STATES,
            &domains,
            Some(pattern.start()),
            |place, state, value| {
                let state = state.as_ref()?;
                let Some((_, tokens)) = letters.get(place) else {
                    return (pattern.is_accepting(state) == (value == 1)).then_some(None);
                };
                Some(Some(pattern.step(state, tokens[&value])))
            },
            Option::is_none,
        );
        let mdd = mdd.map(Arc::new);
        self.memo.automata.insert(key, mdd.clone());
        Ok(mdd)
    }

    /// The expression that values are to match, in quotes or of the data. `None` if the data says nothing (then
    /// `missing` is set) or is a list without any.
    fn wanted_pattern(&mut self, extent: Extent, pattern: &Expr) -> Made<Option<String>> {
        let texts: Vec<String> = match self.value(pattern)? {
            Value::Text(text) => vec![text],
            Value::List(members, _) => members
                .into_iter()
                .filter_map(|(_, value)| match value {
                    Value::Text(text) => Some(text),
                    _ => None,
                })
                .collect(),
            Value::Missing => {
                self.eval.missing = true;
                return Ok(None);
            }
            _ => return self.unclear(&pattern.span),
        };
        let any = match &texts[..] {
            [] => return Ok(None),
            [only] => only.clone(),
            several => format!("({})", several.join(")|(")),
        };
        Ok(Some(match extent {
            Extent::Whole => any,
            Extent::Part => format!(".*({any}).*"),
        }))
    }

    fn pattern(&self, layer: &Word, pattern: &str, span: &Span) -> Made<Pattern> {
        let names = self.data.book.words_of(&layer.name);
        Pattern::parse(pattern, &names)
            .or_else(|message| self.wrong(span, "the regular expression cannot be read", message))
    }

    /// By cell: its variable, and the token that each value stands for.
    fn reading_letters(
        &mut self,
        layer: &Word,
        place: &Expr,
        span: &Span,
    ) -> Made<Option<Vec<Tokens>>> {
        let Some(number) = self.data.book.layer(&layer.name) else {
            return self.unclear(&layer.span);
        };
        let words = self.data.book.words_of(&layer.name).len();
        let place = self.place(place)?;
        let mut letters = Vec::new();
        for (atom, guard) in &place.members {
            if *guard != TRUE {
                return Ok(None);
            }
            let position = crate::language::values::position(&self.data.geometry, *atom);
            let value = self.layer_of(number, &Value::Atom(*atom), span)?;
            let (var, fixed) = match (self.layers.var(number, position), value) {
                (Some(var), _) => (var, None),
                (None, Value::Number(Number::Const(n))) => {
                    (self.model.var(0..=0), Some(number_token(words, n)))
                }
                (None, Value::Word(_, word)) => (self.model.var(0..=0), Some(word)),
                _ => continue,
            };
            let tokens = self.model.domain(var).iter().map(|value| {
                let token = fixed.unwrap_or_else(|| match self.layers.value(number, value) {
                    crate::language::values::Filled::Word(word) => word,
                    _ => number_token(words, value.into()),
                });
                (value, token)
            });
            letters.push((var, tokens.collect()));
        }
        Ok(Some(letters))
    }
}

/// The token of a number in expressions over so many words. None of them names a negative number, which only `.` reads.
fn number_token(words: usize, number: i128) -> usize {
    usize::try_from(number).map_or(usize::MAX, |number| words + number)
}

/// The diagram of the lines whose runs are a list or a bag of numbers.
///
/// Longer than other functions: the closures that make the diagram share the numbers wanted.
fn list_mdd(letters: &[Letter], wanted: &[Option<i64>], is_bag: bool) -> Option<Mdd> {
    let mut values: Vec<i64> = wanted.iter().flatten().copied().collect();
    values.sort_unstable();
    values.dedup();
    let start = if is_bag {
        let count =
            |value: Option<i64>| wanted.iter().filter(|wanted| **wanted == value).count() as u16;
        values
            .iter()
            .map(|&value| count(Some(value)))
            .chain([count(None)])
            .collect()
    } else {
        vec![0]
    };
    let most = wanted.iter().flatten().max().copied();
    let open = wanted.contains(&None);
    // The state after a run with this sum.
    let close = |left: &[u16], sum: i64| -> Option<Vec<u16>> {
        let mut left = left.to_vec();
        if is_bag {
            // A known number is used before an unknown one, which loses no possibility.
            let given = values
                .iter()
                .position(|&value| value == sum)
                .filter(|&place| left[place] > 0);
            let place = given.or_else(|| (left[values.len()] > 0).then_some(values.len()))?;
            left[place] -= 1;
        } else {
            let next = wanted.get(left[0] as usize)?;
            if next.is_some_and(|next| next != sum) {
                return None;
            }
            left[0] += 1;
        }
        Some(left)
    };
    let is_done = |left: &[u16]| {
        if is_bag {
            left.iter().all(|&n| n == 0)
        } else {
            left[0] as usize == wanted.len()
        }
    };
    let domains: Vec<Vec<i32>> = letters
        .iter()
        .map(|letter| letter.meanings.keys().copied().collect())
        .collect();
    Mdd::unroll_within(
        MOST_STATES,
        &domains,
        State {
            left: start,
            run: None,
        },
        |place, state, value| {
            let (inside, weight) = letters[place].meanings[&value];
            match (inside, state.run) {
                (true, run) => {
                    let sum = run.unwrap_or(0) + weight;
                    let limit = if is_bag {
                        most
                    } else {
                        *wanted.get(state.left[0] as usize)?
                    };
                    let too_much = limit.is_some_and(|limit| sum > limit && weight >= 0);
                    if too_much && !(is_bag && open) {
                        return None;
                    }
                    Some(State {
                        left: state.left.clone(),
                        run: Some(sum),
                    })
                }
                (false, None) => Some(state.clone()),
                (false, Some(sum)) => Some(State {
                    left: close(&state.left, sum)?,
                    run: None,
                }),
            }
        },
        |state| match state.run {
            None => is_done(&state.left),
            Some(sum) => close(&state.left, sum).is_some_and(|left| is_done(&left)),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_bags() {
        let mut model = quadrille_engine::Model::new();
        let letters: Vec<Letter> = (0..5)
            .map(|_| Letter {
                var: model.var(0..=1),
                meanings: BTreeMap::from([(0, (false, 0)), (1, (true, 1))]),
            })
            .collect();
        let words = |wanted: &[Option<i64>], bag: bool| {
            list_mdd(&letters, wanted, bag).map_or(0, |mdd| mdd.words())
        };
        // Nonograms: n - (cells + gaps) over the number of runs.
        assert_eq!(words(&[], false), 1);
        assert_eq!(words(&[Some(2)], false), 4);
        assert_eq!(words(&[Some(2), Some(1)], false), 3);
        assert_eq!(words(&[Some(2), Some(1)], true), 6);
        assert_eq!(words(&[None], false), 15);
        assert_eq!(words(&[None, Some(1)], true), words(&[Some(1), None], true));
    }
}
