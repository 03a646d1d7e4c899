//! Clues for numbers: one propagator for all runs of a line, and tests of single numbers.

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};
use quadrille_engine::{Dom, RuleId, Var};

use super::super::logic::{FALSE, TRUE};
use super::super::recognise::is;
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use super::line_clues::RunRule;
use crate::clue::{Clue, MAX_DIGITS, NumberClue, Runs};
use crate::language::geometry::Atom;
use crate::language::syntax::{
    Comparison, Expr, Measure, Name, Node, Noun, Over, Phrase, Qualifier, Span, Word,
};
use crate::rules::DistinctRuns;

/// The largest number of a group that can be tested against a clue.
const MOST_WAYS: i128 = 10_000;

/// The conditions left for each run of a line once a clue is posted.
pub(super) type Rest<'e> = Vec<&'e Expr>;

impl Compiler<'_> {
    /// `each run n of X in P: …` with `reading L in n satisfies C`, `size of n >= 2` or `first L in n > 0` among the
    /// conditions: these become one propagator for the whole line, if each cell has its own variable whose values are
    /// its digits. `None` if it is not of this form.
    pub(crate) fn post_run_rule<'e>(
        &mut self,
        phrase: &Phrase,
        body: &'e Expr,
    ) -> Made<Option<Rest<'e>>> {
        let Some((material, run, place)) = runs_of_a_place(phrase) else {
            return Ok(None);
        };
        let mut rest: Rest<'e> = match &body.node {
            Node::And(parts) => parts.iter().collect(),
            _ => vec![body],
        };
        let asks = |part: &&'e Expr| match &part.node {
            Node::Satisfies(number, clue) => {
                let layer = measured(number, Measure::Reading, run)?;
                is_free_of(clue, run).then_some((layer, &**clue))
            }
            _ => None,
        };
        let asked = rest.iter().position(|part| asks(part).is_some());
        let parts = rest.len();
        let asked = asked.and_then(|at| asks(&rest.remove(at)));
        let says =
            |part: &&Expr| least_size(part, run).is_some() || first_above_zero(part, run).is_some();
        if asked.is_none() && !rest.iter().any(says) {
            return Ok(None);
        }
        let clue = match asked {
            None => None,
            Some((_, clue)) => match self.clue_of(clue)? {
                Value::Clue(clue) => Some(clue),
                _ => return Ok(None),
            },
        };
        let first = || rest.iter().find_map(|part| first_above_zero(part, run));
        let layer = asked.map(|(layer, _)| layer).or_else(first);
        let Some(place) = self.certain_place(place)? else {
            return Ok(None);
        };
        if std::mem::take(&mut self.eval.missing) {
            return Ok(None);
        }
        let Some(cells) = self.digit_cells(&place, material, layer)? else {
            return Ok(None);
        };
        let form = self.runs_form(&mut rest, run, layer, &cells);
        if rest.len() == parts {
            return Ok(None);
        }
        let rule = self.model.resume(RuleId::NAMELESS);
        self.model.resume(rule);
        self.notes.lines.wait(RunRule {
            cells,
            clue,
            form,
            rule,
            cause: self.current.cause,
            place: self.current.place.clone(),
        });
        Ok(Some(rest))
    }

    /// The form of runs according to some of the conditions, which are taken away.
    fn runs_form(
        &self,
        rest: &mut Rest<'_>,
        run: &Name,
        layer: Option<&Word>,
        cells: &[(Var, Dom)],
    ) -> Runs {
        let may_be_zero =
            |&(var, blank): &(Var, Dom)| self.model.domain(var).contains(0) && !blank.contains(0);
        let mut form = Runs {
            shortest: 1,
            leading_zeros: cells.iter().any(may_be_zero),
            wide_gaps: true,
        };
        rest.retain(|part| match least_size(part, run) {
            None => true,
            Some(least) => {
                form.shortest = form.shortest.max(least);
                false
            }
        });
        rest.retain(|part| {
            let bars_zeros = layer.is_some()
                && first_above_zero(part, run).map(|word| &word.name)
                    == layer.map(|word| &word.name);
            form.leading_zeros &= !bars_zeros;
            // A run of a single 0 has no leading zero.
            !bars_zeros || form.shortest < 2
        });
        form
    }

    /// `all different over rows r, runs n of X in r: reading L in n`: one propagator for all runs of some lines, if
    /// each cell has its own variable whose values are its digits, none of them 0.
    pub(crate) fn post_distinct_runs(&mut self, over: &Over) -> Made<bool> {
        let Over::Phrases(phrases, value) = over else {
            return Ok(false);
        };
        let Some((phrase, outer)) = phrases.split_last() else {
            return Ok(false);
        };
        let Some((material, variable, place)) = runs_of_a_place(phrase) else {
            return Ok(false);
        };
        let Some(layer) = measured(value, Measure::Reading, variable) else {
            return Ok(false);
        };
        let mut lines: Vec<Vec<(Var, Dom)>> = Vec::new();
        let mut is_known = true;
        self.for_each(outer, &mut |compiler, guard| {
            let place = compiler.place(place)?;
            let cells = compiler.digit_cells(&place, material, Some(layer))?;
            match cells.filter(|_| guard == TRUE && !compiler.eval.missing) {
                Some(cells) => lines.push(cells),
                None => is_known = false,
            }
            Ok(())
        })?;
        let is_missing = std::mem::take(&mut self.eval.missing);
        let vars: Vec<Var> = lines.iter().flatten().map(|&(var, _)| var).collect();
        let is_plain = is_known && !is_missing && self.are_different(&vars);
        // 07 is the number 7.
        let may_be_zero =
            |&(var, blank): &(Var, Dom)| self.model.domain(var).contains(0) && !blank.contains(0);
        if !is_plain || lines.iter().flatten().any(may_be_zero) {
            return Ok(false);
        }
        self.post_as(
            DistinctRuns::new(&lines),
            "distinct runs",
            "unit propagation on repeated numbers",
        );
        Ok(true)
    }

    /// The cells of a line, each with the values for which it is in no run. `None` if one depends on more than its own
    /// variable, or has numbers other than its digits.
    fn digit_cells(
        &mut self,
        place: &Place,
        material: &Phrase,
        layer: Option<&Word>,
    ) -> Made<Option<Vec<(Var, Dom)>>> {
        let breaks = |pair: &[(Atom, Test)]| !self.follows(pair[0].0, pair[1].0);
        if place.circular
            || place.members.is_empty()
            || place.members.len() > MAX_DIGITS
            || place.members.windows(2).any(breaks)
        {
            return Ok(None);
        }
        let mut cells: Vec<(Var, Dom)> = Vec::new();
        if place.members.iter().any(|(_, guard)| *guard != TRUE) {
            return Ok(None);
        }
        let are_inside = self.each_inside(material, place)?;
        for ((atom, _), inside) in place.members.iter().zip(are_inside) {
            if inside == FALSE {
                cells.push((self.model.var(0..=0), Dom::single(0)));
                continue;
            }
            let digit = match layer {
                None => inside.variables().first().map(|&var| Number::Var(var)),
                Some(layer) => self.digit_of(*atom, layer)?,
            };
            let Some(digit) = digit else {
                return Ok(None);
            };
            let [var] = digit.variables()[..] else {
                return Ok(None);
            };
            let known = cells.iter().any(|&(other, _)| other == var);
            if known || inside.variables().iter().any(|&other| other != var) {
                return Ok(None);
            }
            let mut blank = Dom::EMPTY;
            for value in self.model.domain(var).iter() {
                if !(0..64).contains(&value) {
                    return Ok(None);
                }
                if !inside.holds(&|_| value) {
                    blank |= Dom::single(value);
                } else if value > 9 || digit.value(&|_| value) != Some(i128::from(value)) {
                    return Ok(None);
                }
            }
            cells.push((var, blank));
        }
        Ok(Some(cells))
    }

    /// The value of a layer in a cell, if it is a number.
    fn digit_of(&mut self, cell: Atom, layer: &Word) -> Made<Option<Number>> {
        let Some(number) = self.data.book.layer(&layer.name) else {
            return Ok(None);
        };
        let value = self.layer_of(number, &Value::Atom(cell), &layer.span)?;
        Ok(match value {
            Value::Number(digit) => Some(digit),
            _ => None,
        })
    }

    /// A clue of the data, or one in quotes.
    pub(crate) fn clue_of(&mut self, expr: &Expr) -> Made<Value> {
        match self.value(expr)? {
            value @ (Value::Clue(_) | Value::Missing | Value::Empty) => Ok(value),
            Value::Text(text) => match Clue::parse(&text) {
                Ok(clue) => Ok(Value::Clue(clue)),
                Err(error) => {
                    let message = format!("found {}, expected {}", error.found, error.expected);
                    self.wrong(&expr.span, "the clue cannot be read", message)
                }
            },
            _ => self.unclear(&expr.span),
        }
    }

    /// The test that a number satisfies a clue.
    pub(crate) fn clue_holds(&mut self, number: &Number, clue: Clue, span: &Span) -> Made<Test> {
        if self.bounds(number).1 >= i128::from(Clue::EXACT_BELOW) {
            self.eval.is_final = true;
            return self.wrong(
                span,
                "the number may be too large",
                "it may have more than 18 digits here; a clue takes at most 18",
            );
        }
        if let Number::Const(value) = number {
            let holds = u64::try_from(*value).is_ok_and(|value| clue.contains(value));
            return Ok(Test::Const(holds));
        }
        if number.has_member() {
            // A group has no variable of its own: one way for each value.
            let (low, high) = self.bounds(number);
            if high > MOST_WAYS {
                return self.wrong(
                    span,
                    "the number may be too large",
                    format!("a clue takes numbers of at most {MOST_WAYS} here"),
                );
            }
            let fits = |value: &i128| u64::try_from(*value).is_ok_and(|value| clue.contains(value));
            let ways = (low.max(0)..=high.min(MOST_WAYS)).filter(fits);
            return Ok(super::super::logic::or(ways.map(|value| {
                super::super::logic::compare(number.clone(), Sign::Equal, Number::Const(value))
            })));
        }
        if let Some(digits) = self.digits_of(number) {
            let truth = self.model.var(0..=1);
            self.define(truth, |compiler| {
                compiler.post_as(
                    NumberClue::new(&digits, truth, &clue),
                    "number clue",
                    "domain consistent for most clues where it must hold",
                );
                Ok(())
            })?;
            return Ok(Test::is(truth, 1));
        }
        let vars = number.variables();
        let number = number.clone();
        let judge = move |value: &dyn Fn(Var) -> i32| {
            number
                .value(value)
                .and_then(|n| u64::try_from(n).ok())
                .is_some_and(|n| clue.contains(n))
        };
        self.deferred(vars, std::sync::Arc::new(judge))
    }

    /// The variables of the digits of a number, if their values are the digits.
    fn digits_of(&self, number: &Number) -> Option<Vec<Var>> {
        let terms: Vec<(i128, &Number)> = match number {
            Number::Sum(terms) => terms
                .iter()
                .map(|(factor, digit)| (*factor, digit))
                .collect(),
            digit => vec![(1, digit)],
        };
        let mut vars = Vec::new();
        for (at, (factor, digit)) in terms.iter().rev().enumerate() {
            let Number::Var(var) = digit else {
                return None;
            };
            let domain = self.model.domain(*var);
            let is_digit = domain.min() >= Some(0) && domain.max() <= Some(9);
            if at >= MAX_DIGITS
                || *factor != 10i128.pow(at as u32)
                || !is_digit
                || vars.contains(var)
            {
                return None;
            }
            vars.push(*var);
        }
        vars.reverse();
        (!vars.is_empty()).then_some(vars)
    }
}

/// `run n of X in P`: X, n and P.
pub(super) fn runs_of_a_place(phrase: &Phrase) -> Option<(&Phrase, &Name, &Expr)> {
    match (&phrase.noun, &phrase.variables[..], &phrase.qualifiers[..]) {
        (Noun::Run(material), [variable], [Qualifier::In(place)])
            if phrase.adjectives.is_empty() && phrase.take.is_none() =>
        {
            Some((material, &variable.name, place))
        }
        _ => None,
    }
}

/// The layer whose values along the run called `run` are measured.
fn measured<'e>(expr: &'e Expr, wanted: Measure, run: &Name) -> Option<&'e Word> {
    match &expr.node {
        Node::Measure(measure, Over::Layer(layer, place)) if *measure == wanted => {
            is(place, run).then_some(layer)
        }
        _ => None,
    }
}

/// Whether a clue is the same for all runs.
fn is_free_of(clue: &Expr, run: &Name) -> bool {
    match &clue.node {
        Node::Text(_) => true,
        Node::Name(name) => name != run,
        Node::Of(_, of) => of.iter().all(|of| is_free_of(of, run)),
        _ => false,
    }
}

/// A comparison with a constant on its right: the left side, and the constant.
fn against(expr: &Expr) -> Option<(&Expr, Comparison, i128)> {
    let Node::Compare(comparison, a, b) = &expr.node else {
        return None;
    };
    match (&a.node, &b.node) {
        (_, Node::Number(number)) => Some((a, *comparison, *number)),
        (Node::Number(number), _) => {
            let turned = match comparison {
                Comparison::Less => Comparison::Greater,
                Comparison::AtMost => Comparison::AtLeast,
                Comparison::Greater => Comparison::Less,
                Comparison::AtLeast => Comparison::AtMost,
                same @ (Comparison::Equal | Comparison::NotEqual) => *same,
                Comparison::Divides => return None,
            };
            Some((b, turned, *number))
        }
        _ => None,
    }
}

/// `size of n >= 2`: the least size.
fn least_size(expr: &Expr, run: &Name) -> Option<usize> {
    let (size, comparison, number) = against(expr)?;
    let Node::Of(word, of) = &size.node else {
        return None;
    };
    let is_size = &*word.name == "size" && of.len() == 1 && is(&of[0], run);
    let least = match comparison {
        Comparison::AtLeast => number,
        Comparison::Greater => number.checked_add(1)?,
        _ => return None,
    };
    usize::try_from(least)
        .ok()
        .filter(|&least| is_size && least <= MAX_DIGITS)
}

/// `first digit in n > 0`: the layer.
fn first_above_zero<'e>(expr: &'e Expr, run: &Name) -> Option<&'e Word> {
    let (first, comparison, number) = against(expr)?;
    let is_above_zero = matches!(
        (comparison, number),
        (Comparison::Greater | Comparison::NotEqual, 0) | (Comparison::AtLeast, 1)
    );
    measured(first, Measure::First, run).filter(|_| is_above_zero)
}
