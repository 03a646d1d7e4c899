//! Messages for broken rules: where, and with which values.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::super::geometry::Atom;
use super::super::syntax::{
    Arithmetic, Comparison, Expr, Extent, Kind, Measure, Node, Phrase, Predicate, Quantifier,
    Touch, ValuesTest,
};
use super::naming::noun;
use super::state::Interpreter;
use super::value::{Place, Truth, Value, sorted};

/// The most parts of an `or` that are told one by one.
const MAX_PARTS: usize = 2;

/// What is wrong, and the atoms that show it (if they are not those of the place that the rule is about).
pub(super) struct Finding {
    pub(super) message: String,
    pub(super) atoms: Vec<Atom>,
}

impl From<String> for Finding {
    fn from(message: String) -> Self {
        Self {
            message,
            atoms: Vec::new(),
        }
    }
}

impl Interpreter<'_> {
    /// What is wrong with a formula that is false.
    pub(super) fn finding(&mut self, expr: &Expr) -> Finding {
        match self.deeper(|this| Ok(this.wrong(expr))) {
            Ok(Some(finding)) => finding,
            _ => "does not hold".to_owned().into(),
        }
    }

    /// Why a test does not hold. Longer than other functions: an arm for each form.
    fn wrong(&mut self, expr: &Expr) -> Option<Finding> {
        Some(match &expr.node {
            Node::Compare(comparison, left, right) => {
                if let Node::Nearest(layer, cell, place) = &left.node
                    && let Ok(Some(nearest)) = self.nearest_cell(layer, cell, place.as_deref())
                {
                    let own = self.geometry.name(nearest.own);
                    let held = self.show(&nearest.value);
                    let found = match nearest.found {
                        None => format!("there is no other {held}"),
                        Some((at, away)) => {
                            let at = self.geometry.name(at);
                            format!("the nearest other {held}, at {at}, is {away} away")
                        }
                    };
                    return Some(format!("{own} holds {held}; {found}").into());
                }
                // A number of the puzzle cannot be wrong: what it says of the grid is.
                let is_turned =
                    *comparison != Comparison::Divides && self.reads(left) && !self.reads(right);
                let (left, comparison, right) = match is_turned {
                    true => (right, comparison.turned(), left),
                    false => (left, *comparison, right),
                };
                let (found, wanted) = (self.eval(left).ok()?, self.eval(right).ok()?);
                let are_shapes = [&found, &wanted]
                    .iter()
                    .all(|value| matches!(value, Value::Shapes(_) | Value::Standing(_)));
                if are_shapes && self.show(&found) == self.show(&wanted) {
                    // Neither has a name, or both have the same one.
                    return Some(match comparison {
                        Comparison::NotEqual => "the shapes are the same".to_owned().into(),
                        _ => "the shapes differ".to_owned().into(),
                    });
                }
                let found = self.quantity(left, &found);
                if matches!(wanted, Value::Empty) {
                    // Nothing can be equal to it.
                    let other = match &right.node {
                        Node::Of(word, _) => format!("`{}`", word.name),
                        _ => "what it is compared with".to_owned(),
                    };
                    return Some(format!("{found}, but {other} has no value").into());
                }
                let must = match comparison {
                    Comparison::Equal => "must be",
                    Comparison::NotEqual => "must not be",
                    Comparison::Less => "must be less than",
                    Comparison::AtMost => "must be at most",
                    Comparison::Greater => "must be greater than",
                    Comparison::AtLeast => "must be at least",
                    Comparison::Divides => "must divide",
                };
                format!("{found}, {must} {}", self.show(&wanted)).into()
            }
            Node::And(parts) => {
                let failing = parts
                    .iter()
                    .find(|part| self.test(part) == Ok(Truth::False))?;
                self.finding(failing)
            }
            Node::Or(parts) if parts.len() <= MAX_PARTS => {
                let findings: Option<Vec<String>> = parts
                    .iter()
                    .map(|part| {
                        let wrong = self.deeper(|this| Ok(this.wrong(part)));
                        Some(wrong.ok()??.message)
                    })
                    .collect();
                format!("neither holds: {}", findings?.join("; ")).into()
            }
            Node::If(condition, holds, otherwise) => match self.test(condition).ok()? {
                Truth::True => self.finding(holds),
                Truth::False => self.finding(otherwise.as_deref()?),
                _ => return None,
            },
            Node::Let(bound, body) => {
                let found = self.named(bound, |this| Ok(this.finding(body)));
                return found.ok();
            }
            Node::Quantified(quantifier, phrases, body) => {
                return self.wrong_count(quantifier, phrases, body.as_deref());
            }
            Node::Is(subject, negated, predicate) => {
                return self.wrong_is(subject, *negated, predicate);
            }
            Node::Has(subject, negated, word) => {
                let subject = self.eval(subject).ok()?;
                let must = if *negated {
                    "must have no"
                } else {
                    "must have a"
                };
                format!("{} {must} {}", self.show(&subject), word.name).into()
            }
            Node::Values(ValuesTest::Different, over) => {
                let value = self.repeated(over)?;
                format!("{} occurs twice", self.show(&value)).into()
            }
            Node::Values(ValuesTest::Equal, _) => "different values".to_owned().into(),
            Node::Values(ValuesTest::Increasing, _) => {
                "the values do not increase".to_owned().into()
            }
            Node::NoLoop(..) => "there is a closed loop".to_owned().into(),
            Node::Satisfies(number, clue) => {
                let (number, clue) = (self.eval(number).ok()?, self.eval(clue).ok()?);
                format!("{} is not “{}”", self.show(&number), self.show(&clue)).into()
            }
            Node::Reads(layer, place, extent, pattern) => {
                let mut letters = Vec::new();
                for (value, _) in self.along(layer, place).ok()? {
                    letters.push(self.show(&value));
                }
                let is_spelled = letters.iter().all(|letter| letter.chars().count() == 1);
                let read = letters.join(if is_spelled { "" } else { " " });
                let must = match extent {
                    Extent::Whole => "match",
                    Extent::Part => "contain",
                };
                let wanted = match (&pattern.node, self.eval(pattern).ok()?) {
                    // The sentence says what a pattern of the rules means.
                    (Node::Text(_), _) => return Some(format!("reads {read}").into()),
                    (_, Value::List(list, _)) if list.len() > 1 => {
                        format!("one of {} patterns", list.len())
                    }
                    (_, value) => format!("“{}”", self.show(&value)),
                };
                format!("reads {read}, must {must} {wanted}").into()
            }
            _ => return None,
        })
    }

    /// Whether an expression is a value of the data, or a number.
    fn reads(&self, expr: &Expr) -> bool {
        let is_data = |name: &str| {
            self.book
                .layer(name)
                .is_some_and(|layer| self.is_data(layer))
        };
        match &expr.node {
            Node::Of(word, _) => is_data(&word.name),
            Node::Name(name) => is_data(name),
            Node::Number(_) => true,
            _ => false,
        }
    }

    /// What a value is said to be, with the name of the quantity if there is one: `size is 3`, `counts 4 dark cells`.
    fn quantity(&self, of: &Expr, found: &Value) -> String {
        let shown = match found {
            Value::Empty => {
                return match &of.node {
                    Node::Of(word, _) => format!("{} has no value", word.name),
                    _ => "has no value".to_owned(),
                };
            }
            found => self.show(found),
        };
        match &of.node {
            Node::Arithmetic(Arithmetic::Modulo, ..) => format!("the remainder is {shown}"),
            Node::Count(phrases) => {
                let noun = noun(phrases, matches!(found, Value::Number(1)));
                format!("counts {shown}{noun}")
            }
            Node::Measure(measure, _) => match measure {
                Measure::Sum => format!("sums to {shown}"),
                Measure::Reading | Measure::List => format!("reads {shown}"),
                Measure::Product => format!("the product is {shown}"),
                Measure::Least => format!("the least is {shown}"),
                Measure::Greatest => format!("the greatest is {shown}"),
                Measure::Distinct => format!("there are {shown} different values"),
                _ => format!("is {shown}"),
            },
            Node::Of(word, _) => format!("{} is {shown}", word.name),
            _ => format!("is {shown}"),
        }
    }

    /// Why links or edges are not one loop or path, and where. `None` if that is not known.
    fn curve_trouble(
        &mut self,
        subject: &Expr,
        predicate: &Predicate,
    ) -> Option<(String, Vec<Atom>)> {
        let possible = self.split(subject).ok()?;
        let is_there = |truth: &Truth| *truth == Truth::True;
        let is_open = possible.iter().any(|(_, truth)| !is_there(truth));
        let known = possible.iter().filter(|(_, truth)| is_there(truth));
        let known: Vec<Atom> = known.map(|(atom, _)| *atom).collect();
        if possible.is_empty() {
            return Some(("there is nothing".to_owned(), Vec::new()));
        }
        let kind = match possible[0].0.kind {
            Kind::Link => Kind::Cell,
            _ => Kind::Corner,
        };
        let mut degrees: BTreeMap<Atom, usize> = BTreeMap::new();
        for (board, index) in self.ends(&known).ok()?.into_iter().flatten() {
            let atom = Atom { board, kind, index };
            *degrees.entry(atom).or_default() += 1;
        }
        let of_degree = |wanted: &dyn Fn(usize) -> bool| -> Vec<Atom> {
            let found = degrees.iter().filter(|(_, degree)| wanted(**degree));
            found.map(|(atom, _)| *atom).collect()
        };
        let is_path = matches!(predicate, Predicate::OnePath);
        let branches = of_degree(&|degree| match predicate {
            Predicate::OneCrossingLoop => degree == 3,
            _ => degree > 2,
        });
        if !branches.is_empty() {
            let message = format!("it branches at {}", self.listed(&branches));
            return Some((message, branches));
        }
        // Where a line ends that is not all known, it may go on.
        if is_open {
            return None;
        }
        let tips = of_degree(&|degree| degree == 1);
        if !is_path && !tips.is_empty() {
            return Some((format!("it ends at {}", self.listed(&tips)), tips));
        }
        let parts = self.groups(&known, Touch::Sides);
        if parts.len() > 1 && !matches!(predicate, Predicate::OneCrossingLoop) {
            let message = format!("it falls into {} parts", parts.len());
            return Some((message, apart_from_largest(&parts)));
        }
        (is_path && tips.is_empty()).then(|| ("it is closed".to_owned(), Vec::new()))
    }

    fn wrong_count(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
    ) -> Option<Finding> {
        // The atoms of the members for which the formula holds (of `each`: fails).
        let wanted = if *quantifier == Quantifier::Each {
            Truth::False
        } else {
            Truth::True
        };
        let mut atoms = Vec::new();
        let mut count = 0;
        let mut first = None;
        let names: Vec<_> = phrases.iter().flat_map(super::member::names_of).collect();
        self.each_member(phrases, &mut |this, _| {
            let truth = match body {
                Some(body) => this.test(body)?,
                None => Truth::True,
            };
            if truth == wanted {
                count += 1;
                let values: Vec<Value> = names
                    .iter()
                    .filter_map(|name| this.variable(name))
                    .collect();
                for value in &values {
                    atoms.extend(atoms_of(value));
                }
                if first.is_none() {
                    let place: Vec<String> =
                        values.iter().map(|value| this.place_name(value)).collect();
                    let inner = match (quantifier, body) {
                        (Quantifier::Each, Some(body)) => this.finding(body).message,
                        _ => String::new(),
                    };
                    first = Some((place.join(", "), inner));
                }
            }
            Ok(true)
        })
        .ok()?;
        let must =
            |this: &mut Self, number: &Expr| this.eval(number).ok().map(|value| this.show(&value));
        let are = match count {
            1 => format!("there is 1{}", noun(phrases, true)),
            _ => format!("there are {count}{}", noun(phrases, false)),
        };
        let message = match quantifier {
            Quantifier::Each => {
                let (place, inner) = first?;
                format!("{place}: {inner}")
            }
            Quantifier::Some => "there is none".to_owned(),
            Quantifier::No => format!("there is one: {}", first?.0),
            Quantifier::Exactly(number) => {
                format!("{are}, must be {}", must(self, number)?)
            }
            Quantifier::AtLeast(number) => {
                format!("{are}, must be at least {}", must(self, number)?)
            }
            Quantifier::AtMost(number) => {
                format!("{are}, must be at most {}", must(self, number)?)
            }
        };
        Some(Finding {
            message,
            atoms: sorted(atoms),
        })
    }

    /// Why a predicate does not hold. Longer than other functions: an arm for each predicate.
    fn wrong_is(
        &mut self,
        subject: &Expr,
        negated: bool,
        predicate: &Predicate,
    ) -> Option<Finding> {
        let must = if negated { "must not be" } else { "must be" };
        if let Predicate::Folds(folding) = predicate {
            return self.wrong_folding(subject, folding);
        }
        let value = self.eval(subject).ok()?;
        let atoms = atoms_of(&value);
        let shown = match &value {
            Value::Empty => "what is not there".to_owned(),
            value => self.show(value),
        };
        let message = match predicate {
            Predicate::Adjective(word, _) => {
                let what = word.name.to_string();
                format!("{shown} {must} {what}")
            }
            Predicate::Value(wanted) => {
                let wanted = self.eval(wanted).ok()?;
                let found = self.quantity(subject, &value);
                format!("{found}, {must} {}", self.show(&wanted))
            }
            Predicate::Told => format!("{must} told"),
            Predicate::OneOf(choices) => {
                let choices: Vec<Value> = choices
                    .iter()
                    .map(|choice| self.eval(choice))
                    .collect::<Result<_, _>>()
                    .ok()?;
                let choices: Vec<String> = choices.iter().map(|choice| self.show(choice)).collect();
                let found = self.quantity(subject, &value);
                format!("{found}, {must} one of {}", choices.join(", "))
            }
            Predicate::In(place) => {
                let place = self.eval(place).ok()?;
                match value {
                    Value::Shapes(_) | Value::Standing(_) => {
                        format!("the shape {must} one of {}", self.show(&place))
                    }
                    _ => format!("{shown} {must} in {}", self.show(&place)),
                }
            }
            Predicate::Inside(_) => format!("{shown} {must} inside the loop"),
            Predicate::Connected(touch) if !negated => {
                let known = self.split(subject).ok()?;
                let known: Vec<Atom> = known.into_iter().map(|(atom, _)| atom).collect();
                let groups = self.groups(&known, *touch);
                return Some(Finding {
                    message: format!("falls into {} groups", groups.len()),
                    atoms: apart_from_largest(&groups),
                });
            }
            Predicate::Connected(_) => format!("{must} connected"),
            Predicate::OneLoop | Predicate::OneCrossingLoop | Predicate::OnePath => {
                let what = match predicate {
                    Predicate::OneLoop => "one loop",
                    Predicate::OnePath => "one path",
                    _ => "one loop, perhaps with crossings",
                };
                let trouble = (!negated).then(|| self.curve_trouble(subject, predicate));
                return Some(match trouble.flatten() {
                    Some((trouble, atoms)) => Finding {
                        message: format!("{must} {what}, but {trouble}"),
                        atoms,
                    },
                    None => Finding {
                        message: format!("{must} {what}"),
                        atoms,
                    },
                });
            }
            Predicate::WithoutLoop if negated => "there is no loop".to_owned(),
            Predicate::WithoutLoop => "there is a loop".to_owned(),
            Predicate::Rectangle => format!("{must} a rectangle"),
            Predicate::Square => format!("{must} a square"),
            Predicate::Congruent(_) => format!("{must} congruent"),
            Predicate::Symmetric(_) | Predicate::SymmetricAbout(..) => format!("{must} symmetric"),
            Predicate::Folds(_) => return None,
        };
        Some(Finding { message, atoms })
    }
}

/// The atoms of all groups but the largest: they show where something falls apart.
fn apart_from_largest(groups: &[Place]) -> Vec<Atom> {
    let mut apart: Vec<&Place> = groups.iter().collect();
    // The first of several that are equally large.
    apart.sort_by_key(|group| Reverse(group.atoms.len()));
    let apart = apart.into_iter().skip(1);
    sorted(apart.flat_map(|group| group.atoms.clone()).collect())
}

/// The atoms that a value consists of.
pub(super) fn atoms_of(value: &Value) -> Vec<Atom> {
    match value {
        Value::Atom(atom) => vec![*atom],
        Value::Place(place) => place.atoms.clone(),
        _ => Vec::new(),
    }
}
