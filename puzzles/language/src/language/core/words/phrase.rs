//! Noun phrases.

use super::super::super::parse::is_name;
use super::super::super::syntax::{Kind, Lines};
use super::super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort};
use super::super::term::Term;
use super::{Level, Words, by};

/// Phrases, and what is said of their members that the phrases do not say themselves.
pub(super) struct Members {
    pub(super) text: String,
    pub(super) rest: Vec<Term>,
    /// Whether what follows would belong to the last of them, which ends with `where …` or `to …`.
    pub(super) is_open: bool,
}

impl Words<'_> {
    /// Gives names to the variables of binders.
    pub(super) fn name(&mut self, binders: &[Binder]) {
        for binder in binders {
            let letters = self.letters(binder.range);
            for variable in binder.variables() {
                let name = self.free_name(letters);
                self.names.insert(variable, name);
            }
        }
    }

    /// Names for the members of a range, the usual first.
    pub(super) fn letters(&self, range: Term) -> &'static [&'static str] {
        let Form::Apply(Head::Range(range), _) = self.store.form(range) else {
            return &["x"];
        };
        match &range.noun {
            Noun::Atoms(Kind::Edge) => &["e", "f"],
            Noun::Atoms(Kind::Link) => &["k", "m"],
            Noun::Atoms(Kind::Corner) => &["p", "q"],
            Noun::Lines(Lines::View) => &["v", "w"],
            Noun::Lines(Lines::Row) | Noun::Regions(_) => &["r", "s"],
            Noun::Lines(Lines::Diagonal) => &["d", "e"],
            Noun::Lines(_) => &["l", "m"],
            Noun::Block | Noun::Box => &["b"],
            Noun::PairOfNeighbours
            | Noun::PairOfContacts
            | Noun::PairOfKnights
            | Noun::Pair
            | Noun::Step => &["a", "b"],
            Noun::Group(_) | Noun::EqualGroup(_) | Noun::JoinedGroup => &["g", "h"],
            Noun::Run => &["n", "m"],
            Noun::Face => &["f", "g"],
            Noun::Value | Noun::Entry => &["k", "n"],
            Noun::Direction => &["w"],
            Noun::Board => &["b"],
            _ => &["c", "d", "e"],
        }
    }

    /// A name that means nothing else here.
    pub(super) fn free_name(&self, letters: &[&str]) -> String {
        let is_free = |name: &String| {
            is_name(name)
                && !self.names.values().any(|known| known == name)
                && self.book.layer(name).is_none()
                && self.book.symbol(name).is_none()
                && self.book.dimension(name).is_none()
                && !self
                    .book
                    .shapes
                    .iter()
                    .any(|(word, _)| *word.name == **name)
                && !self
                    .book
                    .definitions
                    .iter()
                    .any(|own| *own.word.name == **name)
        };
        let plain = letters.iter().map(|&letter| letter.to_owned());
        let numbered = (1..).map(|number| format!("{}{number}", letters[0]));
        plain.chain(numbered).find(is_free).unwrap_or_default()
    }

    /// Whether a condition is said by an adjective, `with` or `besides` of one of the phrases.
    pub(super) fn is_of_noun(&self, binders: &[Binder], condition: Term) -> bool {
        binders
            .iter()
            .any(|binder| self.adjective(binder, condition).is_some())
    }

    /// What a condition is among the words of a phrase: an adjective or a qualifier.
    pub(super) fn adjective(&self, binder: &Binder, condition: Term) -> Option<(bool, String)> {
        let (is_negated, inner) = match self.store.form(condition) {
            Form::Not(inner) => (true, *inner),
            _ => (false, condition),
        };
        let is_own = |term: Term| matches!(self.store.form(term), Form::Variable(number, ..) if *number == binder.variable);
        if binder.is_pair {
            return None;
        }
        match self.store.form(inner) {
            Form::Apply(Head::Is(word), parts) if is_own(parts[0]) => {
                // `left neighbour` would be something else.
                let is_side =
                    matches!(&**word, "left" | "right" | "up" | "down" | "top" | "bottom");
                let not = if is_negated { "not " } else { "" };
                (!is_side || self.is_line(binder.range)).then(|| (true, format!("{not}{word} ")))
            }
            Form::Apply(Head::Defined(definition), parts)
                if parts.len() == 1 && is_own(parts[0]) =>
            {
                let defined = &self.book.definitions[*definition];
                let not = if is_negated { "not " } else { "" };
                defined
                    .is_test
                    .then(|| (true, format!("{not}{} ", defined.word.name)))
            }
            Form::Apply(Head::Has(owner), parts) if is_own(parts[0]) => {
                let with = if is_negated { "without" } else { "with" };
                Some((false, format!(" {with} {}", self.owner(*owner))))
            }
            Form::Same(a, b) if is_negated => {
                let other = match (is_own(*a), is_own(*b)) {
                    (true, false) => *b,
                    (false, true) => *a,
                    _ => return None,
                };
                let Form::Variable(number, Sort::Atom(_), _) = self.store.form(other) else {
                    return None;
                };
                // Only what is named before.
                self.names
                    .get(number)
                    .map(|name| (false, format!(" besides {name}")))
            }
            _ => None,
        }
    }

    pub(super) fn is_line(&self, range: Term) -> bool {
        matches!(self.store.form(range), Form::Apply(Head::Range(range), _) if matches!(range.noun, Noun::Lines(_)))
    }

    /// The phrases of some binders with those conditions that they can say, and the other conditions: after `where` if
    /// all are to be said, otherwise returned.
    pub(super) fn members(
        &mut self,
        binders: &[Binder],
        conditions: Vec<Term>,
        all: bool,
        is_named: bool,
        is_single: bool,
    ) -> Members {
        let mut rest = conditions;
        let mut phrases = Vec::new();
        let mut is_open = false;
        for (at, binder) in binders.iter().enumerate() {
            let (own, others) = rest.into_iter().partition(|&condition| {
                let is_later = binders[at + 1..].iter().any(|later| {
                    later
                        .variables()
                        .any(|variable| self.store.occurs(variable, condition))
                });
                !is_later && (all || self.adjective(binder, condition).is_some())
            });
            rest = others;
            let (phrase, is_last_open) = self.phrase(binder, own, is_named, is_single);
            is_open = is_last_open;
            phrases.push(phrase);
        }
        // What ends with `where`, or with a number of others, would take in the comma after it.
        let last = phrases.len() - 1;
        for (at, phrase) in phrases.iter_mut().enumerate() {
            if at < last && (phrase.contains(" where ") || phrase.contains("count ")) {
                *phrase = format!("({phrase})");
            }
        }
        Members {
            text: phrases.join(", "),
            rest,
            is_open,
        }
    }

    /// A phrase with its conditions, and whether it ends with `where`.
    pub(super) fn phrase(
        &mut self,
        binder: &Binder,
        conditions: Vec<Term>,
        is_named: bool,
        is_single: bool,
    ) -> (String, bool) {
        let (mut before, mut after, mut conditions_left) =
            (String::new(), String::new(), Vec::new());
        for condition in conditions {
            match self.adjective(binder, condition) {
                Some((true, word)) => before += &word,
                Some((false, word)) => after += &word,
                None => conditions_left.push(condition),
            }
        }
        let Form::Apply(Head::Range(range), parts) = self.store.form(binder.range).clone() else {
            return (String::new(), false);
        };
        let own: Vec<String> = binder
            .variables()
            .map(|variable| self.name_of(variable))
            .collect();
        let is_named = is_named || !conditions_left.is_empty();
        let names = match is_named {
            true => format!(" {}", own.join(", ")),
            false => String::new(),
        };
        let is_one = range.direction.is_some() || range.qualifiers.contains(&Qualifier::Towards);
        let noun = self.noun(&range, &parts, &names, is_single || is_one);
        let mut text = format!("{before}{noun}{after}");
        if !conditions_left.is_empty() {
            let condition = self.store.and(&conditions_left);
            let condition = self.say(condition);
            // A colon after a quantifier would begin what it says.
            let quantifiers = ["some ", "no ", "exactly ", "at least ", "at most "];
            let has_quantifier = quantifiers.iter().any(|word| condition.text.contains(word));
            let level = if has_quantifier {
                Level::Primary
            } else {
                Level::Or
            };
            text += &format!(" where {}", condition.at(level));
        }
        // What follows values would belong to the last of them: `count values from 2 to (3 * x)`.
        let is_open = !conditions_left.is_empty() || range.noun == Noun::Value;
        (text, is_open)
    }

    /// A noun with its direction, variables and qualifiers.
    ///
    /// Longer than other functions: an arm for each noun.
    pub(super) fn noun(
        &mut self,
        range: &Range,
        parts: &[Term],
        names: &str,
        is_single: bool,
    ) -> String {
        let of_noun = range.noun.parts();
        let (own, mut further) = parts.split_at(of_noun);
        let one = |single: &str, plural: &str| match is_single {
            true => single.to_owned(),
            false => plural.to_owned(),
        };
        let mut text = match &range.direction {
            Some(direction) => format!("{direction} "),
            None => String::new(),
        };
        text += &match &range.noun {
            Noun::Atoms(kind) => one(kind.singular(), kind.plural()) + names,
            Noun::Lines(lines) => {
                let (single, plural) = match lines {
                    Lines::Row => ("row", "rows"),
                    Lines::Column => ("column", "columns"),
                    Lines::Line => ("line", "lines"),
                    Lines::View => ("view", "views"),
                    Lines::Diagonal => ("diagonal", "diagonals"),
                };
                one(single, plural) + names
            }
            Noun::Block | Noun::Box => {
                let (rows, columns) = (self.primary(own[0]), self.primary(own[1]));
                let noun = match range.noun {
                    Noun::Block => one("block", "blocks"),
                    _ => one("box", "boxes"),
                };
                format!("{noun}{names} of {rows} by {columns}")
            }
            Noun::Neighbour => one("neighbour", "neighbours") + names,
            Noun::Contact => one("contact", "contacts") + names,
            Noun::Knight => one("knight", "knights") + names,
            Noun::Image => one("image", "images") + names,
            Noun::PairOfNeighbours => format!("pair{names} of neighbours"),
            Noun::PairOfContacts => format!("pair{names} of contacts"),
            Noun::PairOfKnights => format!("pair{names} of knights"),
            Noun::Pair => format!("pair{names} of {}", self.material(own[0])),
            Noun::Step => format!("step{names}"),
            Noun::Group(touch) => {
                let material = self.material(own[0]);
                format!(
                    "{}{names} of {material}{}",
                    one("group", "groups"),
                    by(*touch)
                )
            }
            Noun::EqualGroup(layer) => {
                format!(
                    "{}{names} of equal {}",
                    one("group", "groups"),
                    self.layer(*layer)
                )
            }
            Noun::JoinedGroup => {
                let (material, links) = (self.material(own[0]), self.material(own[1]));
                format!(
                    "{}{names} of {material} joined by {links}",
                    one("group", "groups")
                )
            }
            Noun::Run => {
                let material = self.material(own[0]);
                format!("{}{names} of {material}", one("run", "runs"))
            }
            Noun::Regions(layer) => format!("{}{names}", self.layer(*layer)),
            Noun::Face => one("face", "faces") + names,
            Noun::Value => {
                let from = self.say(own[0]).at(Level::Sum);
                let to = self.say(own[1]).at(Level::Sum);
                format!("{}{names} from {from} to {to}", one("value", "values"))
            }
            Noun::Entry => format!(
                "{}{names} in {}",
                one("value", "values"),
                self.primary(own[0])
            ),
            Noun::Direction => one("direction", "directions") + names,
            Noun::Board => one("board", "boards") + names,
        };
        for (at, qualifier) in range.qualifiers.iter().enumerate() {
            let (own, rest) = further.split_at(qualifier.parts());
            further = rest;
            let is_before_of = range.qualifiers.get(at + 1) == Some(&Qualifier::Of);
            text += &self.qualifier(qualifier, own, is_before_of);
        }
        text
    }

    /// A qualifier, with its place in parentheses if `of` follows: `in r of c` would be in something called `r of c`.
    fn qualifier(&mut self, qualifier: &Qualifier, parts: &[Term], is_before_of: bool) -> String {
        let word = match qualifier {
            Qualifier::In => "in",
            Qualifier::Of => "of",
            Qualifier::On => "on",
            Qualifier::Before => "before",
            Qualifier::After => "after",
            Qualifier::Besides => "besides",
            Qualifier::Touching => "touching",
            Qualifier::Towards => "towards",
            Qualifier::SeenFrom => "seen from",
            Qualifier::Beyond => {
                return self.with_parts(" towards {} from {}", parts);
            }
            Qualifier::Reached => {
                let from = self.primary(parts[0]);
                // In parentheses, or what is said of the member next would be said of the cells on the way.
                let through = self.material(parts[1]);
                return match through.starts_with('(') {
                    true => format!(" reached from {from} through {through}"),
                    false => format!(" reached from {from} through ({through})"),
                };
            }
            Qualifier::Until(is_negated, word) => {
                let not = if *is_negated { "not " } else { "" };
                return format!(" until {not}{word}");
            }
        };
        let place = self.primary(parts[0]);
        match is_before_of && !place.starts_with('(') {
            true => format!(" {word} ({place})"),
            false => format!(" {word} {place}"),
        }
    }

    /// A place of which groups or runs are made.
    pub(super) fn material(&mut self, place: Term) -> String {
        if let Form::Fold(Fold::Place, binders, guard, body) = self.store.form(place).clone() {
            let (binders, guard, _) = self.store.opened(&binders, guard, body);
            let outer = self.names.clone();
            self.name(&binders);
            let conditions = self.store.conjuncts(guard);
            let (text, _) = self.phrase(&binders[0], conditions, false, false);
            self.names = outer;
            // What stands behind the noun would be said of the groups.
            let kind = self.store.sort(place).kind();
            let is_simple = kind.is_some_and(|kind| {
                text.ends_with(kind.plural()) && text.matches(kind.plural()).count() == 1
            });
            return if is_simple { text } else { format!("({text})") };
        }
        match self.store.sort(place).kind() {
            Some(kind) => format!("({} in {})", kind.plural(), self.primary(place)),
            None => self.primary(place),
        }
    }

    /// The phrase after `first`.
    pub(super) fn taken_phrase(&mut self, place: Term) -> String {
        if let Form::Fold(Fold::Place, binders, guard, body) = self.store.form(place).clone() {
            let (binders, guard, _) = self.store.opened(&binders, guard, body);
            let outer = self.names.clone();
            self.name(&binders);
            let conditions = self.store.conjuncts(guard);
            let (text, _) = self.phrase(&binders[0], conditions, false, true);
            self.names = outer;
            return text;
        }
        let kind = self.store.sort(place).kind().unwrap_or(Kind::Cell);
        format!("{} in {}", kind.singular(), self.primary(place))
    }
}
