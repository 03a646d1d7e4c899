//! A term in the language: always the same words for one term.
//!
//! What is said is the wording that propagates best: each cell rather than each group with its cells, `exactly 1` rather
//! than a comparison, adjectives rather than `where`. The text is parsed again by the compiler.

mod fold;
mod number;
mod phrase;

use fxhash::FxHashMap;

use super::super::syntax::{BeamPart, End, Extent, Motion, Rulebook, STANDING, Touch};
use super::form::{Form, Head, Owner};
use super::store::Store;
use super::term::Term;

/// How tightly a text is bound: what is looser than its place allows needs parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// What extends as far as possible: `each …: …`, `… where …`, `a exactly when b`.
    Open,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Power,
    Primary,
}

/// A text, and how tightly it is bound.
struct Text {
    text: String,
    level: Level,
}

impl Text {
    fn new(text: impl Into<String>, level: Level) -> Self {
        Self {
            text: text.into(),
            level,
        }
    }

    /// The text in a place that allows what is bound at least so tightly.
    fn at(self, level: Level) -> String {
        match self.level < level {
            true => format!("({})", self.text),
            false => self.text,
        }
    }
}

/// Says terms in the language.
pub(crate) struct Words<'a> {
    store: &'a mut Store,
    book: &'a Rulebook,
    /// The names of the free variables in scope.
    names: FxHashMap<u32, String>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(store: &'a mut Store, book: &'a Rulebook) -> Self {
        Self {
            store,
            book,
            names: FxHashMap::default(),
        }
    }

    /// A statement of a rule.
    pub(crate) fn statement(&mut self, term: Term) -> String {
        self.names.clear();
        self.say(term).text
    }

    fn say(&mut self, term: Term) -> Text {
        match self.store.form(term).clone() {
            Form::Truth(true) => Text::new("1 = 1", Level::Comparison),
            Form::Truth(false) => Text::new("1 = 0", Level::Comparison),
            Form::Number(number) => Text::new(number.to_string(), Level::Primary),
            Form::Variable(number, ..) => Text::new(self.name_of(number), Level::Primary),
            Form::Apply(head, parts) => self.application(&head, &parts),
            Form::Linear(terms, constant) => self.sum(&terms, constant),
            Form::Within(number, set) => self.within(number, &set),
            Form::Same(a, b) => self.same(a, b, "="),
            Form::Not(inner) => self.not(inner),
            Form::And(parts) => match self.square(&parts) {
                Some(square) => square,
                None => self.junction(&parts, " and ", Level::And),
            },
            Form::Or(parts) => self.or(&parts),
            Form::Iff(a, b) => self.exactly_when(a, b),
            Form::If(condition, holds, otherwise) => {
                let condition = self.say(condition).text;
                let holds = self.say(holds).at(Level::Or);
                let otherwise = self.say(otherwise).at(Level::Or);
                Text::new(
                    format!("if {condition} then {holds} otherwise {otherwise}"),
                    Level::Open,
                )
            }
            Form::Fold(fold, binders, guard, body) => {
                let (binders, guard, body) = self.store.opened(&binders, guard, body);
                self.folded(fold, &binders, guard, body)
            }
            Form::Part(range, atom) => self.part(range, atom),
        }
    }

    fn primary(&mut self, term: Term) -> String {
        self.say(term).at(Level::Primary)
    }

    fn name_of(&self, variable: u32) -> String {
        self.names.get(&variable).cloned().unwrap_or_default()
    }

    fn junction(&mut self, parts: &[Term], joint: &str, level: Level) -> Text {
        let parts: Vec<String> = parts
            .iter()
            .map(|&part| self.say(part).at(Level::Not))
            .collect();
        Text::new(parts.join(joint), level)
    }

    /// A disjunction. What only the data says stands before `then`, otherwise what is not to be so; words of one value
    /// stand in a list.
    fn or(&mut self, parts: &[Term]) -> Text {
        let (mut rest, mut conditions): (Vec<Term>, Vec<Term>) = parts
            .iter()
            .copied()
            .partition(|&part| self.store.attributes(part).is_found);
        if conditions.is_empty() {
            (conditions, rest) = rest.into_iter().partition(|&part| self.is_negative(part));
        }
        if !rest.is_empty() && !conditions.is_empty() {
            let not: Vec<Term> = conditions
                .iter()
                .map(|&part| self.store.not(part))
                .collect();
            let condition = self.store.and(&not);
            let condition = self.say(condition).text;
            let rest = self.store.or(&rest);
            let rest = self.say(rest).text;
            return Text::new(format!("if {condition} then {rest}"), Level::Open);
        }
        let words: Option<Vec<(Term, String)>> =
            parts.iter().map(|&part| self.word_of(part)).collect();
        if let Some(words) = words
            && words.iter().all(|(of, _)| *of == words[0].0)
        {
            let of = self.say(words[0].0).at(Level::Sum);
            let words: Vec<String> = words.into_iter().map(|(_, word)| word).collect();
            return Text::new(format!("{of} is one of {}", words.join(", ")), Level::Open);
        }
        self.junction(parts, " or ", Level::Or)
    }

    /// Whether a test says that something is not so.
    fn is_negative(&self, test: Term) -> bool {
        match self.store.form(test) {
            Form::Not(_) => true,
            Form::Within(_, set) => set.complement().only().is_some(),
            _ => false,
        }
    }

    /// The value and the word, if a test says that it is this word.
    fn word_of(&self, test: Term) -> Option<(Term, String)> {
        let Form::Same(a, b) = self.store.form(test) else {
            return None;
        };
        match (self.store.form(*a), self.store.form(*b)) {
            (_, Form::Apply(Head::Name(name), _)) => Some((*a, name.to_string())),
            (Form::Apply(Head::Name(name), _), _) => Some((*b, name.to_string())),
            _ => None,
        }
    }

    fn exactly_when(&mut self, a: Term, b: Term) -> Text {
        let (a, b) = (self.say(a).at(Level::Not), self.say(b).at(Level::Not));
        Text::new(format!("{a} exactly when {b}"), Level::Open)
    }

    /// Two values are equal, or are not.
    fn same(&mut self, a: Term, b: Term, sign: &str) -> Text {
        let is_name =
            |store: &Store, term: Term| matches!(store.form(term), Form::Apply(Head::Name(_), _));
        let (a, b) = match is_name(self.store, a) {
            true => (b, a),
            false => (a, b),
        };
        let has_name = is_name(self.store, b);
        let (mut a, mut b) = (self.say(a).at(Level::Sum), self.say(b).at(Level::Sum));
        if !has_name && b < a {
            std::mem::swap(&mut a, &mut b);
        }
        Text::new(format!("{a} {sign} {b}"), Level::Comparison)
    }

    fn not(&mut self, inner: Term) -> Text {
        match self.store.form(inner).clone() {
            Form::Same(a, b) => self.same(a, b, "!="),
            Form::Iff(a, b) => {
                let b = self.store.not(b);
                self.exactly_when(a, b)
            }
            Form::Within(number, set) if set.only().is_some() => {
                let constant = set.only().unwrap_or_default();
                self.compared(number, "!=", constant)
            }
            Form::Apply(Head::Defined(definition), parts)
                if self.book.definitions[definition].is_test =>
            {
                self.defined(definition, &parts, true)
            }
            Form::Apply(head, parts)
                if matches!(
                    head,
                    Head::Is(_)
                        | Head::Has(_)
                        | Head::In
                        | Head::Inside
                        | Head::Told
                        | Head::Rectangle(_)
                        | Head::Congruent
                        | Head::Connected(_)
                        | Head::Symmetric(_)
                        | Head::SymmetricAbout(_)
                ) =>
            {
                self.test(&head, &parts, " not")
            }
            // `not shaded cells …` would be the others.
            _ => {
                let inner = self.say(inner).text;
                Text::new(format!("not ({inner})"), Level::Not)
            }
        }
    }

    fn owner(&self, owner: Owner) -> String {
        match owner {
            Owner::Layer(layer) => self.book.layers[layer].word.name.to_string(),
            Owner::Definition(definition) => {
                self.book.definitions[definition].word.name.to_string()
            }
        }
    }

    fn layer(&self, layer: usize) -> &str {
        &self.book.layers[layer].word.name
    }

    /// What a head says of its parts.
    fn application(&mut self, head: &Head, parts: &[Term]) -> Text {
        let primary = |text: String| Text::new(text, Level::Primary);
        let test = |text: String| Text::new(text, Level::Comparison);
        match head {
            Head::Layer(layer) => {
                let name = self.layer(*layer).to_owned();
                primary(match parts {
                    [] => name,
                    [at, ..] => format!("{name} of {}", self.primary(*at)),
                })
            }
            Head::Name(name) => primary(name.to_string()),
            Head::Text(text) => primary(format!("\"{text}\"")),
            Head::Of(name) if &**name == STANDING => {
                primary(format!("shape of {} as it stands", self.primary(parts[0])))
            }
            Head::Of(name) => primary(format!("{name} of {}", self.primary(parts[0]))),
            Head::Defined(definition) => self.defined(*definition, parts, false),
            Head::Distance => primary(self.with_parts("distance of {} and {}", parts)),
            Head::LinkBetween => primary(self.with_parts("link between {} and {}", parts)),
            Head::Operation(operation) => self.operation(*operation, parts[0], parts[1]),
            Head::Else => {
                let (a, b) = (self.say(parts[0]).at(Level::Power), self.primary(parts[1]));
                Text::new(format!("{a} else {b}"), Level::Power)
            }
            Head::Divides => {
                let (a, b) = (
                    self.say(parts[0]).at(Level::Sum),
                    self.say(parts[1]).at(Level::Sum),
                );
                test(format!("{a} divides {b}"))
            }
            Head::Nearest(_)
            | Head::Walk
            | Head::Directions
            | Head::Take(_)
            | Head::TakeSome(_) => self.found(head, parts),
            Head::Beam(part, layer) => {
                let called = |(name, own): (&'static str, BeamPart)| (own == *part).then_some(name);
                let name = BeamPart::ALL
                    .into_iter()
                    .find_map(called)
                    .unwrap_or_default();
                primary(format!("{name} of {} by {layer}", self.primary(parts[0])))
            }
            Head::Reads(layer, extent) => {
                let verb = match extent {
                    Extent::Whole => "reads",
                    Extent::Part => "contains",
                };
                let template = format!("{} in {{}} {verb} {{}}", self.layer(*layer));
                test(self.with_parts(&template, parts))
            }
            Head::Range(_) => {
                // Only as the range of a variable.
                Text::new("", Level::Open)
            }
            _ => self.test(head, parts, ""),
        }
    }

    /// What is found by looking along the grid or through a place.
    fn found(&mut self, head: &Head, parts: &[Term]) -> Text {
        match head {
            Head::Nearest(layer) => {
                let start = format!("nearest equal {} of {}", self.layer(*layer), "{}");
                let template = match parts.len() {
                    1 => start,
                    _ => start + " in {}",
                };
                Text::new(self.with_parts(&template, parts), Level::Power)
            }
            Head::Walk => {
                let ends = self.with_parts("distance from {} to {}", &parts[..2]);
                let through = self.material(parts[2]);
                Text::new(format!("{ends} through {through}"), Level::Power)
            }
            Head::Directions => {
                let from = self.primary(parts[0]);
                let nearest = self.material(parts[1]);
                Text::new(
                    format!("directions from {from} to nearest {nearest}"),
                    Level::Power,
                )
            }
            Head::Take(end) => {
                let phrase = self.taken_phrase(parts[0]);
                Text::new(format!("{} {phrase}", end_word(*end)), Level::Open)
            }
            Head::TakeSome(end) => {
                let count = self.primary(parts[1]);
                let count = match self.store.constant(parts[1]) {
                    Some(_) => count,
                    None => format!("({count})"),
                };
                let phrase = self.taken_phrase(parts[0]);
                Text::new(format!("{} {count} {phrase}", end_word(*end)), Level::Open)
            }
            _ => Text::new("", Level::Open),
        }
    }

    /// A test: what stands before the verb, `not` if it is negated, and the rest.
    fn test(&mut self, head: &Head, parts: &[Term], not: &str) -> Text {
        let subject = self.say(parts[0]).at(Level::Sum);
        let is_one = matches!(
            self.store.form(parts[0]),
            Form::Variable(..) | Form::Part(..)
        );
        let verb = if is_one { "is" } else { "are" };
        let curve = |rest: &str| match is_one {
            true => rest.replacen("are ", "is ", 1),
            false => rest.to_owned(),
        };
        let further = parts
            .get(1)
            .map(|&part| self.primary(part))
            .unwrap_or_default();
        let text = match head {
            Head::Is(word) => format!("{subject} is{not} {word}"),
            Head::Has(owner) => {
                let no = if not.is_empty() { "" } else { " no" };
                format!("{subject} has{no} {}", self.owner(*owner))
            }
            Head::Told => format!("{subject} is{not} told"),
            Head::In => format!("{subject} is{not} in {further}"),
            Head::Inside => format!("{subject} is{not} inside {further}"),
            Head::Satisfies => format!("{subject} satisfies {further}"),
            Head::Rectangle(is_square) => {
                let form = if *is_square { "square" } else { "rectangle" };
                format!("{subject} {verb}{not} a {form}")
            }
            Head::Congruent => format!("{subject} is{not} congruent to {further}"),
            Head::Connected(touch) => format!("{subject} {verb}{not} connected{}", by(*touch)),
            Head::Curve(words) => format!("{subject} {}", curve(words)),
            Head::Symmetric(motion) => format!("{subject} {verb}{not} symmetric{}", under(*motion)),
            Head::SymmetricAbout(motion) => {
                format!(
                    "{subject} {verb}{not} symmetric{} about {further}",
                    under(*motion)
                )
            }
            _ => String::new(),
        };
        Text::new(text, Level::Comparison)
    }

    /// A template with each `{}` replaced by a part.
    fn with_parts(&mut self, template: &str, parts: &[Term]) -> String {
        let mut text = template.to_owned();
        for &part in parts {
            let part = self.primary(part);
            text = text.replacen("{}", &part, 1);
        }
        text
    }

    fn defined(&mut self, definition: usize, parts: &[Term], is_negated: bool) -> Text {
        let defined = &self.book.definitions[definition];
        let name = defined.word.name.clone();
        let further: Vec<String> = parts[1..]
            .iter()
            .map(|&part| format!(" in {}", self.primary(part)))
            .collect();
        match defined.is_test {
            true => {
                let subject = self.say(parts[0]).at(Level::Sum);
                let not = if is_negated { "not " } else { "" };
                Text::new(
                    format!("{subject} is {not}{name}{}", further.concat()),
                    Level::Comparison,
                )
            }
            false => {
                let of = self.primary(parts[0]);
                Text::new(
                    format!("{name} of {of}{}", further.concat()),
                    Level::Primary,
                )
            }
        }
    }
}

fn end_word(end: End) -> &'static str {
    match end {
        End::First => "first",
        End::Last => "last",
    }
}

fn by(touch: Touch) -> &'static str {
    match touch {
        Touch::Sides => "",
        Touch::Contacts => " by contacts",
        Touch::Knights => " by knights",
    }
}

fn under(motion: Option<Motion>) -> &'static str {
    match motion {
        None => "",
        Some(Motion::Mirror) => " under mirror",
        Some(Motion::HalfTurn) => " under half turn",
        Some(Motion::QuarterTurn) => " under quarter turn",
    }
}
