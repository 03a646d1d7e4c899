//! Quantifiers, counts and measures.

use super::super::form::{Binder, Fold, Form, Head, Noun, Range, Sort};
use super::super::ints::Ints;
use super::super::term::Term;
use super::{Level, Text, Words};

impl Words<'_> {
    /// A count in a set, as a quantifier says it.
    pub(super) fn quantified(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
        set: &Ints,
    ) -> Option<Text> {
        let ranges: Vec<_> = set.ranges().collect();
        let is_none = *set == Ints::at_most(0);
        let quantifier = match ranges[..] {
            _ if is_none => "no".to_owned(),
            _ if *set == Ints::at_least(1) => "some".to_owned(),
            [(Some(low), Some(high))] if low == high => format!("exactly {low}"),
            [(Some(low), None)] => format!("at least {low}"),
            [(None, Some(high))] => format!("at most {high}"),
            _ => return None,
        };
        let (binders, guard, _) = self.store.opened(binders, guard, body);
        if let ([binder], Form::Truth(true), false, false) = (
            &binders[..],
            self.store.form(guard),
            is_none,
            quantifier == "some",
        ) && self.place_of(binder.range).is_some()
        {
            return None;
        }
        let outer = self.names.clone();
        let text = match is_none {
            true => self.each(binders, guard),
            false => {
                self.name(&binders);
                let conditions = self.store.conjuncts(guard);
                let is_all = conditions
                    .iter()
                    .all(|&condition| self.is_of_noun(&binders, condition));
                let is_single = matches!(
                    &*quantifier,
                    "some" | "exactly 1" | "at least 1" | "at most 1"
                );
                let is_named = !is_all || binders.len() > 1 || binders[0].is_pair;
                let members = self.members(&binders, conditions, false, is_named, is_single);
                match members.rest.is_empty() {
                    true => Text::new(
                        format!("{quantifier} {}", members.text),
                        if members.is_open {
                            Level::Open
                        } else {
                            Level::Comparison
                        },
                    ),
                    false => {
                        let rest = self.store.and(&members.rest);
                        let rest = self.say(rest).text;
                        Text::new(
                            format!("{quantifier} {}: {rest}", members.text),
                            Level::Open,
                        )
                    }
                }
            }
        };
        self.names = outer;
        Some(text)
    }

    /// `each …: …` or `no …`: there are no members for which the guard holds.
    pub(super) fn each(&mut self, binders: Vec<Binder>, guard: Term) -> Text {
        let conditions = self.store.conjuncts(guard);
        self.name(&binders);
        let found: Vec<Term> = conditions
            .iter()
            .copied()
            .filter(|&condition| self.store.attributes(condition).is_found)
            .collect();
        let said: Vec<Term> = found
            .iter()
            .copied()
            .filter(|&condition| !self.is_of_noun(&binders, condition))
            .collect();
        // What is to be found and no adjective is what must not be; of adjectives alone, those that say `not`.
        let mut against = match said.is_empty() {
            false => said,
            true => {
                let negated =
                    |&condition: &Term| matches!(self.store.form(condition), Form::Not(_));
                let last = found.iter().copied().rfind(negated);
                last.into_iter().collect()
            }
        };
        if found.is_empty() {
            let mut plain = conditions
                .iter()
                .copied()
                .filter(|&condition| !self.is_of_noun(&binders, condition));
            against = plain.next_back().into_iter().collect();
        }
        let kept: Vec<Term> = conditions
            .iter()
            .copied()
            .filter(|condition| !against.contains(condition))
            .collect();
        let members = self.members(&binders, kept, true, true, true);
        if against.is_empty() {
            let level = if members.is_open {
                Level::Open
            } else {
                Level::Comparison
            };
            return Text::new(format!("no {}", members.text), level);
        }
        let not: Vec<Term> = against
            .iter()
            .map(|&condition| self.store.not(condition))
            .collect();
        let body = self.store.or(&not);
        let body = self.say(body).text;
        Text::new(format!("each {}: {body}", members.text), Level::Open)
    }

    /// A fold, with the name that the language has for it.
    pub(super) fn folded(
        &mut self,
        fold: Fold,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Text {
        let outer = self.names.clone();
        let text = self.folded_here(fold, binders, guard, body);
        self.names = outer;
        text
    }

    pub(super) fn folded_here(
        &mut self,
        fold: Fold,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Text {
        self.name(binders);
        let conditions = self.store.conjuncts(guard);
        if fold == Fold::Place {
            let (text, is_open) = self.phrase(&binders[0], conditions, false, false);
            let is_number = matches!(&*text, "rows" | "columns");
            let level = if is_open || is_number {
                Level::Open
            } else {
                Level::Power
            };
            return Text::new(text, level);
        }
        if fold == Fold::Sum && self.store.constant(body) == Some(1) {
            if let ([binder], true) = (binders, conditions.is_empty())
                && let Some(place) = self.place_of(binder.range)
            {
                return Text::new(format!("size of {}", self.primary(place)), Level::Primary);
            }
            return self.counted(binders, conditions);
        }
        let name = match fold {
            Fold::Sum => "sum",
            Fold::Product => "product",
            Fold::Least => "least",
            Fold::Greatest => "greatest",
            Fold::Gcd => "gcd",
            Fold::Distinct => "distinct",
            Fold::First => "first",
            Fold::Last => "last",
            Fold::Reading => "reading",
            Fold::List => "list",
            Fold::Bag => "bag",
            Fold::Different => "all different",
            Fold::Equal => "all equal",
            Fold::Increasing => "increasing",
            Fold::NoLoop => "no loop",
            Fold::Place => "",
        };
        let is_test = matches!(
            fold,
            Fold::Different | Fold::Equal | Fold::Increasing | Fold::NoLoop
        );
        if let ([binder], Some((layer, at))) = (binders, self.read_at(body))
            && matches!(self.store.sort(binder.range), Sort::Atom(_))
            && !binder.is_pair
            && matches!(self.store.form(at), Form::Variable(number, ..) if *number == binder.variable)
        {
            let place = match (self.place_of(binder.range), conditions.is_empty()) {
                (Some(place), true) => self.primary(place),
                _ => {
                    let (text, _) = self.phrase(binder, conditions, false, false);
                    format!("({text})")
                }
            };
            let level = if is_test {
                Level::Comparison
            } else {
                Level::Power
            };
            return Text::new(format!("{name} {} in {place}", self.layer(layer)), level);
        }
        let members = self.members(binders, conditions, true, true, false);
        let body = match fold {
            Fold::NoLoop => self.say(body).text,
            _ => self.say(body).at(Level::Sum),
        };
        Text::new(format!("{name} over {}: {body}", members.text), Level::Open)
    }

    pub(super) fn counted(&mut self, binders: &[Binder], conditions: Vec<Term>) -> Text {
        if let [binder] = binders {
            let (text, is_open) = self.phrase(binder, conditions, false, false);
            let level = if is_open { Level::Open } else { Level::Power };
            return Text::new(format!("count {text}"), level);
        }
        let members = self.members(binders, conditions, true, true, false);
        Text::new(format!("count {}", members.text), Level::Open)
    }

    /// The layer, and where it is read.
    pub(super) fn read_at(&self, value: Term) -> Option<(usize, Term)> {
        match self.store.form(value) {
            Form::Apply(Head::Layer(layer), at) => Some((*layer, *at.first()?)),
            Form::Part(range, at) => match self.store.form(*range) {
                Form::Apply(
                    Head::Range(Range {
                        noun: Noun::Regions(layer),
                        ..
                    }),
                    _,
                ) => Some((*layer, *at)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The component of an atom.
    pub(super) fn part(&mut self, range: Term, atom: Term) -> Text {
        let atom = self.primary(atom);
        let Form::Apply(Head::Range(range), parts) = self.store.form(range).clone() else {
            return Text::new("", Level::Open);
        };
        if let Noun::Regions(layer) = range.noun {
            return Text::new(format!("{} of {atom}", self.layer(layer)), Level::Primary);
        }
        let noun = self.noun(&range, &parts, "", true);
        Text::new(format!("first {noun} of {atom}"), Level::Open)
    }
}
