//! Numbers and comparisons.

use super::super::super::syntax::{Arithmetic, Name};
use super::super::form::{Fold, Form, Head, Noun, Qualifier};
use super::super::ints::Ints;
use super::super::store::Store;
use super::super::term::Term;
use super::{Level, Text, Words};

/// Multiples on one side of a comparison.
type Side = Vec<(i128, Term)>;

impl Words<'_> {
    /// A sum, those that are added before those that are subtracted.
    pub(super) fn sum(&mut self, terms: &[(i128, Term)], constant: i128) -> Text {
        let mut text = String::new();
        let (added, subtracted): (Side, Side) =
            terms.iter().copied().partition(|(factor, _)| *factor > 0);
        if added.is_empty() {
            text += &constant.to_string();
        }
        for (factor, term) in added.into_iter().chain(subtracted) {
            let multiple = match factor.unsigned_abs() {
                1 => self.say(term).at(Level::Product),
                size => format!("{size} * {}", self.say(term).at(Level::Power)),
            };
            text += match (text.is_empty(), factor > 0) {
                (true, _) => "",
                (false, true) => " + ",
                (false, false) => " - ",
            };
            text += &multiple;
        }
        let has_constant = constant != 0 && terms.iter().any(|(factor, _)| *factor > 0);
        if has_constant {
            let sign = if constant > 0 { "+" } else { "-" };
            text += &format!(" {sign} {}", constant.unsigned_abs());
        }
        let is_single = matches!(terms, [(1.., _)]) && constant == 0;
        Text::new(
            text,
            if is_single {
                Level::Product
            } else {
                Level::Sum
            },
        )
    }

    /// A number is in a set.
    pub(super) fn within(&mut self, number: Term, set: &Ints) -> Text {
        if let Form::Fold(Fold::Sum, binders, guard, body) = self.store.form(number).clone()
            && self.store.constant(body) == Some(1)
        {
            let quantified = self.quantified(&binders, guard, body, set);
            if let Some(text) = quantified {
                return text;
            }
        }
        let ranges: Vec<_> = set.ranges().collect();
        if let [range] = ranges[..] {
            return match range {
                (Some(low), Some(high)) if low == high => self.compared(number, "=", low),
                (Some(low), None) => self.compared(number, ">=", low),
                (None, Some(high)) => self.compared(number, "<=", high),
                (Some(low), Some(high)) => {
                    let (a, b) = (
                        self.compared(number, ">=", low),
                        self.compared(number, "<=", high),
                    );
                    Text::new(format!("{} and {}", a.text, b.text), Level::And)
                }
                (None, None) => Text::new("1 = 1", Level::Comparison),
            };
        }
        if let Some(other) = set.complement().only()
            && self.store.attributes(number).is_total
        {
            return self.compared(number, "!=", other);
        }
        let singles: Option<Vec<i128>> = ranges
            .iter()
            .map(|&(low, high)| low.filter(|_| low == high))
            .collect();
        if let Some(singles) = singles.filter(|singles| !singles.is_empty()) {
            let singles: Vec<String> = singles.iter().map(i128::to_string).collect();
            let number = self.say(number).at(Level::Sum);
            return Text::new(
                format!("{number} is one of {}", singles.join(", ")),
                Level::Open,
            );
        }
        if let Some(rectangle) = self.rectangle(number, set) {
            return rectangle;
        }
        let parts: Vec<String> = ranges
            .into_iter()
            .map(|(low, high)| {
                let one = match (low, high) {
                    (Some(low), _) => Ints::at_least(low),
                    _ => Ints::all(),
                };
                let other = match high {
                    Some(high) => Ints::at_most(high),
                    None => Ints::all(),
                };
                self.within(number, &one.meet(&other)).at(Level::Not)
            })
            .collect();
        Text::new(parts.join(" or "), Level::Or)
    }

    /// A number beside a constant; of a difference, what is subtracted stands on the other side.
    pub(super) fn compared(&mut self, number: Term, sign: &str, constant: i128) -> Text {
        // At its end a number can only be equal.
        let known = self.store.attributes(number);
        let sign = match sign {
            "<=" if known.low == Some(constant) => "=",
            ">=" if known.high == Some(constant) => "=",
            sign => sign,
        };
        let Form::Linear(terms, _) = self.store.form(number).clone() else {
            let number = self.say(number).at(Level::Sum);
            return Text::new(format!("{number} {sign} {constant}"), Level::Comparison);
        };
        if sign == "="
            && constant == 0
            && let Some(rectangle) = self.rectangle(number, &Ints::one(0))
        {
            return rectangle;
        }
        let (mut left, mut right): (Side, Side) =
            terms.iter().copied().partition(|(factor, _)| *factor > 0);
        for term in &mut right {
            term.0 = -term.0;
        }
        if let Some(read) = self.only_read(&terms) {
            // What is read stands alone.
            let &(factor, _) = terms
                .iter()
                .find(|(_, term)| *term == read)
                .unwrap_or(&terms[0]);
            let others = terms.iter().copied().filter(|&(_, term)| term != read);
            left = vec![(1, read)];
            right = others.map(|(own, term)| (-own * factor, term)).collect();
            let constant = constant * factor;
            let sign = match (factor, sign) {
                (-1, ">=") => "<=",
                (-1, "<=") => ">=",
                _ => sign,
            };
            return self.sides(&left, &right, sign, constant);
        }
        let (mut sign, mut constant) = (sign, constant);
        let is_read = |store: &Store, side: &[(i128, Term)]| matches!(side, [(1, only)] if matches!(store.form(*only), Form::Apply(Head::Layer(_), _)));
        let (one, other) = (is_read(self.store, &left), is_read(self.store, &right));
        let is_turned = left.is_empty()
            || (other && !one)
            || (one == other && constant < 0 && !right.is_empty());
        if is_turned {
            std::mem::swap(&mut left, &mut right);
            constant = -constant;
            sign = match sign {
                ">=" => "<=",
                "<=" => ">=",
                sign => sign,
            };
        }
        let sums = (&left[..], &right[..]);
        if matches!(sign, "=" | "!=")
            && constant == 0
            && let ([(1, a)], [(1, b)]) = sums
            && one == other
        {
            return self.same(*a, *b, sign);
        }
        self.sides(&left, &right, sign, constant)
    }

    /// What is read from a layer, if only one part of a sum is: of the data, if that is only one.
    pub(super) fn only_read(&self, terms: &[(i128, Term)]) -> Option<Term> {
        let reads: Vec<Term> = terms
            .iter()
            .filter(|(factor, term)| {
                factor.abs() == 1
                    && matches!(self.store.form(*term), Form::Apply(Head::Layer(_), _))
            })
            .map(|&(_, term)| term)
            .collect();
        let data = reads
            .iter()
            .copied()
            .filter(|&read| !self.store.attributes(read).is_found);
        let data: Vec<Term> = data.collect();
        match (&reads[..], &data[..]) {
            ([only], _) | (_, [only]) => Some(*only),
            _ => None,
        }
    }

    /// A comparison of two sums, the second with a constant.
    pub(super) fn sides(
        &mut self,
        left: &[(i128, Term)],
        right: &[(i128, Term)],
        sign: &str,
        constant: i128,
    ) -> Text {
        let (mut sign, mut constant) = (sign, constant);
        // The least difference is an order.
        match (sign, constant) {
            (">=", 1) if !right.is_empty() => (sign, constant) = (">", 0),
            ("<=", -1) if !right.is_empty() => (sign, constant) = ("<", 0),
            _ => {}
        }
        let left = self.sum(left, 0).at(Level::Sum);
        let right = match right.is_empty() {
            true => constant.to_string(),
            false => self.sum(right, constant).at(Level::Sum),
        };
        Text::new(format!("{left} {sign} {right}"), Level::Comparison)
    }

    /// A place is a rectangle, if a number says so.
    pub(super) fn rectangle(&mut self, number: Term, set: &Ints) -> Option<Text> {
        let Form::Linear(terms, 0) = self.store.form(number).clone() else {
            return None;
        };
        let [(one, a), (other, b)] = terms[..] else {
            return None;
        };
        if *set != Ints::one(0) || one != -other || one.abs() != 1 {
            return None;
        }
        for (size, area) in [(a, b), (b, a)] {
            let Form::Apply(Head::Operation(Arithmetic::Multiply), sides) =
                self.store.form(area).clone()
            else {
                continue;
            };
            let (x, place) = self.side(sides[0])?;
            let (y, other) = self.side(sides[1])?;
            if x == y || place != other || self.sized(size) != Some(place) {
                return None;
            }
            let place = self.say(place).at(Level::Sum);
            return Some(Text::new(
                format!("{place} is a rectangle"),
                Level::Comparison,
            ));
        }
        None
    }

    /// A place is a square, if two tests say so: a rectangle, as wide as it is high.
    pub(super) fn square(&mut self, parts: &[Term]) -> Option<Text> {
        let [one, other] = *parts else {
            return None;
        };
        for (full, even) in [(one, other), (other, one)] {
            let (Form::Within(area, set), Form::Within(sides, zero)) =
                (self.store.form(full).clone(), self.store.form(even).clone())
            else {
                return None;
            };
            let Form::Linear(terms, 0) = self.store.form(sides).clone() else {
                return None;
            };
            let [(1, a), (-1, b)] = terms[..] else {
                continue;
            };
            let (Some((x, place)), Some((y, own))) = (self.side(a), self.side(b)) else {
                continue;
            };
            if x == y || place != own || zero != Ints::one(0) {
                continue;
            }
            // Both are of one place if the rectangle is said in the same words.
            let rectangle = self.rectangle(area, &set)?.text;
            let place = self.say(place).at(Level::Sum);
            let is_same = rectangle == format!("{place} is a rectangle");
            return is_same.then(|| Text::new(format!("{place} is a square"), Level::Comparison));
        }
        None
    }

    /// Whether a number is the width or the height of a place, and of which.
    pub(super) fn side(&self, number: Term) -> Option<(Name, Term)> {
        match self.store.form(number) {
            Form::Apply(Head::Of(name), parts) if matches!(&**name, "width" | "height") => {
                Some((name.clone(), parts[0]))
            }
            _ => None,
        }
    }

    /// The place whose size a number is.
    pub(super) fn sized(&self, number: Term) -> Option<Term> {
        let Form::Fold(Fold::Sum, binders, guard, body) = self.store.form(number) else {
            return None;
        };
        let ([binder], Some(1), Form::Truth(true)) = (
            &binders[..],
            self.store.constant(*body),
            self.store.form(*guard),
        ) else {
            return None;
        };
        self.place_of(binder.range)
    }

    /// The place whose atoms a range is.
    pub(super) fn place_of(&self, range: Term) -> Option<Term> {
        match self.store.form(range) {
            Form::Apply(Head::Range(range), parts)
                if range.direction.is_none() && range.qualifiers[..] == [Qualifier::In] =>
            {
                // `links in cells` are not as many as the cells.
                let place = parts.first().copied()?;
                let own = self.store.sort(place).kind()?;
                (range.noun == Noun::Atoms(own)).then_some(place)
            }
            _ => None,
        }
    }

    /// The greater of a number and its negative.
    pub(super) fn size_of_number(&mut self, a: Term, b: Term) -> Option<Text> {
        let sum = self.store.linear(&[(-1, b)], 0)?;
        if sum != a {
            return None;
        }
        let of = self.say(a).text;
        Some(Text::new(format!("abs({of})"), Level::Primary))
    }

    pub(super) fn operation(&mut self, operation: Arithmetic, a: Term, b: Term) -> Text {
        let (name, level) = match operation {
            Arithmetic::Least | Arithmetic::Greatest => {
                let name = match operation {
                    Arithmetic::Least => "min",
                    _ => "max",
                };
                if operation == Arithmetic::Greatest
                    && let Some(size) = self.size_of_number(a, b)
                {
                    return size;
                }
                // A phrase would go on after the comma.
                let (a, b) = (self.primary(a), self.primary(b));
                return Text::new(format!("{name}({a}, {b})"), Level::Primary);
            }
            Arithmetic::Power => ("^", Level::Power),
            Arithmetic::Divide => ("/", Level::Product),
            Arithmetic::Modulo => ("mod", Level::Product),
            _ => ("*", Level::Product),
        };
        let after = match level {
            Level::Power => Level::Primary,
            _ => Level::Power,
        };
        let (a, b) = (self.say(a).at(level), self.say(b).at(after));
        Text::new(format!("{a} {name} {b}"), level)
    }
}
