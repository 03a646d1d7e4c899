//! Ways to say a part of a formula otherwise.

use super::super::super::syntax::{
    Comparison, Domain, Expr, Ground, Kind, Measure, Node, Noun, Over, Phrase, Predicate,
    Qualifier, Quantifier, Role, Rulebook, Span, ValuesTest,
};
use super::super::super::walk::{Term, walk};

/// A part of a text that is said otherwise.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) kind: &'static str,
    pub(super) span: Span,
    pub(super) text: String,
}

/// All ways to say one part of a rulebook otherwise.
pub(super) fn edits(text: &str, book: &Rulebook) -> Vec<Edit> {
    let mut writer = Writer {
        text,
        book,
        edits: Vec::new(),
    };
    for formula in book.rules.iter().flat_map(|rule| &rule.formulas) {
        // Of a rulebook that this extends.
        if !book.is_own(&formula.span) {
            continue;
        }
        walk(formula, &mut |part| {
            if let Term::Expr(expr) = part {
                writer.expression(expr);
            }
        });
    }
    writer.edits
}

struct Writer<'a> {
    text: &'a str,
    book: &'a Rulebook,
    edits: Vec<Edit>,
}

/// Names that no rulebook has.
const NAMES: [&str; 9] = ["za", "zb", "zc", "zd", "ze", "zf", "zg", "zh", "zi"];

impl Writer<'_> {
    fn slice(&self, span: &Span) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    fn say(&self, expr: &Expr) -> String {
        if let Node::Name(name) = &expr.node {
            return name.to_string();
        }
        format!("({})", self.slice(&expr.span).trim())
    }

    fn add(&mut self, kind: &'static str, expr: &Expr, text: String) {
        self.edits.push(Edit {
            kind,
            span: expr.span.clone(),
            text: format!("({text})"),
        });
    }

    /// A name that does not occur in the text.
    fn name(&self, after: usize) -> &'static str {
        let free = NAMES.into_iter().filter(|name| {
            !self
                .text
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| word == *name)
        });
        free.into_iter().nth(after).unwrap_or("zz")
    }

    fn phrases(&self, phrases: &[Phrase]) -> String {
        let said: Vec<&str> = phrases.iter().map(|one| self.slice(&one.span)).collect();
        said.join(", ")
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Quantified(quantifier, phrases, body) => {
                self.quantified(expr, quantifier, phrases, body.as_deref());
            }
            Node::Compare(comparison, a, b) => self.comparison(expr, *comparison, a, b),
            Node::Count(phrases) => self.count(expr, phrases),
            Node::Of(word, arguments) if &*word.name == "size" => {
                let of = self.say(&arguments[0]);
                self.add("size as count", expr, format!("count cells in {of}"));
            }
            Node::If(condition, holds, None) => {
                let (a, b) = (self.say(condition), self.say(holds));
                self.add("contraposed", expr, format!("if not {b} then not {a}"));
                self.add("if as or", expr, format!("not {a} or {b}"));
            }
            Node::Or(parts) => {
                let said: Vec<String> = parts.iter().map(|part| self.say(part)).collect();
                let first = &said[0];
                let rest = said[1..].join(" or ");
                self.add("or as if", expr, format!("if not {first} then {rest}"));
                let not: Vec<String> = said.iter().map(|one| format!("not {one}")).collect();
                self.add("de Morgan", expr, format!("not ({})", not.join(" and ")));
            }
            Node::And(parts) => {
                let mut said: Vec<String> = parts.iter().map(|part| self.say(part)).collect();
                said.reverse();
                self.add("and turned", expr, said.join(" and "));
                let not: Vec<String> = said.iter().map(|one| format!("not {one}")).collect();
                self.add("de Morgan", expr, format!("not ({})", not.join(" or ")));
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.say(a), self.say(b));
                self.add(
                    "exactly when in two",
                    expr,
                    format!("(if {a} then {b}) and (if {b} then {a})"),
                );
                self.add(
                    "exactly when as or",
                    expr,
                    format!("({a} and {b}) or (not {a} and not {b})"),
                );
            }
            Node::Is(subject, is_negated, predicate) => {
                self.is(expr, subject, *is_negated, predicate);
            }
            Node::Nearest(word, cell, place) => {
                let (cell, name) = (self.say(cell), self.name(0));
                let word = &word.name;
                let place = match place {
                    Some(place) => format!(" in {}", self.say(place)),
                    None => String::new(),
                };
                self.add(
                    "nearest defined",
                    expr,
                    format!("least over cells {name}{place} where {word} of {name} = {word} of {cell} and {name} != {cell}: distance of {cell} and {name}"),
                );
            }
            Node::Values(ValuesTest::Different, Over::Layer(word, place)) => {
                self.all_different(expr, &word.name, place);
            }
            Node::Measure(measure, Over::Layer(word, place)) => {
                let (name, place) = (self.name(0), self.say(place));
                let (word, noun) = (&word.name, self.plural(&word.name));
                let measure = match measure {
                    Measure::Sum => "sum",
                    Measure::Product => "product",
                    Measure::Least => "least",
                    Measure::Greatest => "greatest",
                    _ => return,
                };
                self.add(
                    "measure over",
                    expr,
                    format!("{measure} over {noun} {name} in {place}: {word} of {name}"),
                );
            }
            _ => {}
        }
    }

    fn plural(&self, layer: &str) -> &'static str {
        let kind = self
            .book
            .layer(layer)
            .map(|number| &self.book.layers[number].on);
        match kind {
            Some(Ground::Atoms(kind, _)) => kind.plural(),
            _ => "cells",
        }
    }

    fn is(&mut self, expr: &Expr, subject: &Expr, is_negated: bool, predicate: &Predicate) {
        if self.slice(&subject.span).is_empty() {
            return;
        }
        let of = self.say(subject);
        let not = if is_negated { "not " } else { "" };
        match predicate {
            Predicate::Rectangle => self.add(
                "rectangle defined",
                expr,
                format!("{not}(size of {of} = width of {of} * height of {of})"),
            ),
            Predicate::Square => self.add(
                "square defined",
                expr,
                format!("{not}({of} is a rectangle and width of {of} = height of {of})"),
            ),
            Predicate::OneOf(choices) => {
                let equal: Vec<String> = choices
                    .iter()
                    .map(|choice| format!("{of} = {}", self.say(choice)))
                    .collect();
                self.add(
                    "one of as or",
                    expr,
                    format!("{not}({})", equal.join(" or ")),
                );
            }
            Predicate::Adjective(word, further) if further.is_empty() && is_negated => {
                self.add("is not as not", expr, format!("not {of} is {}", word.name));
            }
            _ => {}
        }
    }

    fn quantified(
        &mut self,
        expr: &Expr,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
    ) {
        let Some(first) = phrases.first() else {
            return;
        };
        let all = self.slice(&(first.span.start..expr.span.end)).to_owned();
        // `some cell in r is open` and the like.
        let is_verb = body.is_some_and(|body| body.span.start <= first.span.start);
        match quantifier {
            Quantifier::Exactly(n) => {
                let n = self.say(n);
                self.add(
                    "exactly split",
                    expr,
                    format!("(at least {n} {all}) and (at most {n} {all})"),
                );
                if is_verb {
                    return;
                }
                self.counted(expr, phrases, body, &format!("= {n}"));
                self.summed(expr, phrases, body, &format!("= {n}"));
            }
            Quantifier::AtLeast(n) => {
                let n = self.say(n);
                self.counted(expr, phrases, body, &format!(">= {n}"));
                self.add("not at most", expr, format!("not at most ({n} - 1) {all}"));
            }
            Quantifier::AtMost(n) => {
                let n = self.say(n);
                self.counted(expr, phrases, body, &format!("<= {n}"));
                self.add(
                    "not at least",
                    expr,
                    format!("not at least ({n} + 1) {all}"),
                );
            }
            Quantifier::Some => {
                self.add("some as at least 1", expr, format!("at least 1 {all}"));
                self.add("some as not no", expr, format!("not no {all}"));
                self.counted(expr, phrases, body, ">= 1");
                self.counted(expr, phrases, body, "!= 0");
            }
            Quantifier::No => {
                self.add("no as not some", expr, format!("not some {all}"));
                self.add("no as exactly 0", expr, format!("exactly 0 {all}"));
                self.counted(expr, phrases, body, "= 0");
            }
            Quantifier::Each if is_verb => {}
            Quantifier::Each => self.each(expr, phrases, body),
        }
    }

    /// A quantifier as a comparison with a count.
    fn counted(&mut self, expr: &Expr, phrases: &[Phrase], body: Option<&Expr>, set: &str) {
        let said = self.phrases(phrases);
        let last = phrases.last().map(|phrase| &phrase.qualifiers[..]);
        let has_where = matches!(last, Some([.., Qualifier::Where(_)]))
            || body.is_some_and(|body| body.span.start <= phrases[0].span.start);
        let text = match body {
            None => format!("(count {said}) {set}"),
            Some(_) if has_where => return,
            Some(body) => format!("(count {said} where {}) {set}", self.say(body)),
        };
        self.add("quantifier as count", expr, text);
    }

    /// A count as a sum.
    fn summed(&mut self, expr: &Expr, phrases: &[Phrase], body: Option<&Expr>, set: &str) {
        let said = self.phrases(phrases);
        let value = match body {
            Some(body) => format!("if {} then 1 otherwise 0", self.say(body)),
            None => "1".to_owned(),
        };
        let [phrase] = phrases else {
            self.add(
                "sum for count",
                expr,
                format!("(sum over {said}: {value}) {set}"),
            );
            return;
        };
        match self.condition(phrase) {
            Some((bare, condition)) if body.is_none() => self.add(
                "sum for count",
                expr,
                format!("(sum over {bare}: if {condition} then 1 otherwise 0) {set}"),
            ),
            _ => self.add(
                "sum for count",
                expr,
                format!("(sum over {said}: {value}) {set}"),
            ),
        }
    }

    /// A phrase of atoms without its adjectives and `with`, and these as a test of its variable.
    fn condition(&self, phrase: &Phrase) -> Option<(String, String)> {
        let Noun::Atoms(kind) = phrase.noun else {
            return None;
        };
        if phrase.take.is_some() || phrase.span.end > self.text.len() {
            return None;
        }
        let name = match phrase.variables.first() {
            Some(word) => word.name.to_string(),
            None => self.name(1).to_owned(),
        };
        let mut tests = Vec::new();
        for (is_negated, word) in &phrase.adjectives {
            let not = if *is_negated { "not " } else { "" };
            tests.push(format!("{name} is {not}{}", word.name));
        }
        let said = self.slice(&phrase.span);
        let noun = [kind.plural(), kind.singular()]
            .into_iter()
            .find_map(|noun| {
                let mut from = phrase.adjectives.last().map_or(0, |(_, word)| {
                    word.span.end.saturating_sub(phrase.span.start)
                });
                from += said.get(from..)?.find(noun)?;
                Some((from, noun))
            })?;
        let mut rest = said[noun.0 + noun.1.len()..].to_owned();
        if let Some(word) = phrase.variables.first() {
            rest = rest.trim_start().strip_prefix(&*word.name)?.to_owned();
        }
        for qualifier in &phrase.qualifiers {
            let (with, has, word) = match qualifier {
                Qualifier::With(word) => ("with", "has", word),
                Qualifier::Without(word) => ("without", "has no", word),
                _ => continue,
            };
            let own = format!(" {with} {}", word.name);
            if !rest.contains(&own) {
                // An adjective before the noun.
                continue;
            }
            rest = rest.replacen(&own, "", 1);
            tests.push(format!("{name} {has} {}", word.name));
        }
        let is_marked = phrase.qualifiers.iter().any(|qualifier| matches!(qualifier, Qualifier::With(word) if word.span.end < phrase.span.start + noun.0));
        if is_marked {
            return None;
        }
        (!tests.is_empty()).then(|| {
            (
                format!("{} {name}{rest}", kind.plural()),
                tests.join(" and "),
            )
        })
    }

    fn each(&mut self, expr: &Expr, phrases: &[Phrase], body: Option<&Expr>) {
        let Some(body) = body else {
            return;
        };
        let said = self.phrases(phrases);
        let own = self.say(body);
        self.add("each as no", expr, format!("no {said}: not {own}"));
        if let Node::If(condition, holds, None) = &body.node {
            let (a, b) = (self.say(condition), self.say(holds));
            self.add("if as no", expr, format!("no {said}: {a} and not {b}"));
        }
        if let Node::Quantified(Quantifier::Each, inner, Some(more)) = &body.node {
            let (inner, more) = (self.phrases(inner), self.say(more));
            self.add("each in one", expr, format!("each {said}, {inner}: {more}"));
        }
        if let [first, rest @ ..] = phrases
            && !rest.is_empty()
        {
            let (first, rest) = (self.slice(&first.span), self.phrases(rest));
            self.add(
                "each in two",
                expr,
                format!("each {first}: each {rest}: {own}"),
            );
        }
        if let [one, other] = phrases
            && one.variables.iter().all(|word| {
                let text = self.slice(&other.span);
                !text
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|own| own == &*word.name)
            })
        {
            let (one, other) = (self.slice(&one.span), self.slice(&other.span));
            self.add("other order", expr, format!("each {other}, {one}: {own}"));
        }
        let [phrase] = phrases else {
            return;
        };
        if !phrase.variables.is_empty()
            && let Some((bare, condition)) = self.condition(phrase)
        {
            let bare = bare.replacen("cells", "cell", 1);
            self.add(
                "guard as if",
                expr,
                format!("each {bare}: if {condition} then {own}"),
            );
        }
        self.members(expr, phrase, &own);
        self.components(expr, phrase, &own);
    }

    /// What is said of each component said of each of its members.
    fn members(&mut self, expr: &Expr, phrase: &Phrase, own: &str) {
        let [word] = &phrase.variables[..] else {
            return;
        };
        if !phrase.adjectives.is_empty() || !phrase.qualifiers.is_empty() || phrase.take.is_some() {
            return;
        }
        let (g, c) = (&word.name, self.name(2));
        match &phrase.noun {
            Noun::Group(material, _)
                if material.variables.is_empty() && material.span.end <= self.text.len() =>
            {
                let of = self.slice(&material.span);
                let Noun::Atoms(kind) = material.noun else {
                    return;
                };
                let of_each = of.replacen(kind.plural(), &format!("{} {c}", kind.singular()), 1);
                let by = self.slice(&phrase.span);
                let by = by.find(" by ").map_or("", |at| &by[at..]);
                let by = by.split(" of ").next().unwrap_or_default();
                self.add(
                    "each member",
                    expr,
                    format!("each {of_each}: let {g} be (first group of {of}{by} of {c}): {own}"),
                );
            }
            Noun::Regions(layer) => {
                let number = self.book.layer(&layer.name);
                let is_decided = number.is_some_and(|number| {
                    let layer = &self.book.layers[number];
                    matches!(layer.role, Role::Decide { .. })
                        && layer.on == Ground::Atoms(Kind::Cell, None)
                });
                if is_decided {
                    let region = &layer.name;
                    self.add(
                        "each member",
                        expr,
                        format!("each cell {c}: let {g} be {region} of {c}: {own}"),
                    );
                }
            }
            _ => {}
        }
    }

    /// What is said of each cell and its region said of each region and the cells in it.
    fn components(&mut self, expr: &Expr, phrase: &Phrase, own: &str) {
        let [word] = &phrase.variables[..] else {
            return;
        };
        if phrase.noun != Noun::Atoms(Kind::Cell) || phrase.take.is_some() {
            return;
        }
        let mut read = None;
        for layer in &self.book.layers {
            let region = format!("{} of {}", layer.word.name, word.name);
            if layer.domain == Domain::Regions
                && matches!(layer.role, Role::Decide { .. })
                && own.contains(&region)
            {
                read = Some(layer.word.name.clone());
            }
        }
        let (Some(region), r) = (read, self.name(3)) else {
            return;
        };
        let said = self.slice(&phrase.span);
        if said.contains(" in ") {
            return;
        }
        let said = match said.find(" with") {
            Some(at) => format!("{} in {r}{}", &said[..at], &said[at..]),
            None => format!("{said} in {r}"),
        };
        self.add(
            "each component",
            expr,
            format!("each {region} {r}, {said}: {own}"),
        );
    }

    fn comparison(&mut self, expr: &Expr, comparison: Comparison, a: &Expr, b: &Expr) {
        if self.slice(&a.span).is_empty() || self.slice(&b.span).is_empty() {
            return;
        }
        let (x, y) = (self.say(a), self.say(b));
        let sign = |comparison: Comparison| match comparison {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
            Comparison::Divides => "divides",
        };
        if comparison != Comparison::Divides {
            let turned = sign(comparison.turned());
            self.add("sides turned", expr, format!("{y} {turned} {x}"));
        }
        let own = sign(comparison);
        let name = self.name(4);
        self.add("let", expr, format!("let {name} be {x}: {name} {own} {y}"));
        self.add("let", expr, format!("let {name} be {y}: {x} {own} {name}"));
        let opposite = match comparison {
            Comparison::Equal => "!=",
            Comparison::NotEqual => "=",
            Comparison::Less => ">=",
            Comparison::AtMost => ">",
            Comparison::Greater => "<=",
            Comparison::AtLeast => "<",
            Comparison::Divides => return,
        };
        let is_number = |expr: &Expr| {
            matches!(
                &expr.node,
                Node::Number(_) | Node::Count(_) | Node::Arithmetic(..) | Node::Measure(..)
            ) || matches!(&expr.node, Node::Of(word, _) if &*word.name == "size")
        };
        // What is empty is neither equal nor not.
        let is_there = |expr: &Expr| match &expr.node {
            Node::Of(_, at) => matches!(&at[..], [at] if matches!(at.node, Node::Name(_))),
            Node::Measure(measure, _) => matches!(
                measure,
                Measure::Sum | Measure::Product | Measure::Distinct | Measure::List | Measure::Bag
            ),
            _ => is_number(expr),
        };
        if is_there(a) && is_there(b) {
            self.add("not opposite", expr, format!("not {x} {opposite} {y}"));
        }
        if !is_number(a) && !is_number(b) {
            return;
        }
        match comparison {
            Comparison::Equal => {
                self.add("equal in two", expr, format!("{x} >= {y} and {x} <= {y}"));
                self.add("difference", expr, format!("{x} - {y} = 0"));
            }
            Comparison::AtLeast => self.add("more than one less", expr, format!("{x} > {y} - 1")),
            Comparison::AtMost => self.add("less than one more", expr, format!("{x} < {y} + 1")),
            Comparison::Less => self.add("less as at most", expr, format!("{x} + 1 <= {y}")),
            Comparison::Greater => self.add("more as at least", expr, format!("{x} >= {y} + 1")),
            _ => {}
        }
    }

    fn count(&mut self, expr: &Expr, phrases: &[Phrase]) {
        let [phrase] = phrases else {
            return;
        };
        let said = self.slice(&phrase.span);
        let text = match self.condition(phrase) {
            Some((bare, condition)) => {
                format!("sum over {bare}: if {condition} then 1 otherwise 0")
            }
            None => format!("sum over {said}: 1"),
        };
        self.add("sum for count", expr, text);
        if let Some((bare, condition)) = self.condition(phrase)
            && !bare.contains(" where ")
        {
            self.add(
                "adjective as where",
                expr,
                format!("count {bare} where {condition}"),
            );
        }
        if let (Noun::Atoms(Kind::Cell), [Qualifier::In(place)], true) = (
            &phrase.noun,
            &phrase.qualifiers[..],
            phrase.adjectives.is_empty(),
        ) && matches!(place.node, Node::Name(_))
        {
            let place = self.say(place);
            self.add("count as size", expr, format!("size of {place}"));
        }
    }

    /// All different as each value at most once, as pairs, and as the places that every value takes.
    fn all_different(&mut self, expr: &Expr, layer: &str, place: &Expr) {
        let (place, noun) = (self.say(place), self.plural(layer));
        let [a, b, k] = [0, 1, 2].map(|at| self.name(at));
        self.add(
            "different pairs",
            expr,
            format!("each pair {a}, {b} of ({noun} in {place}): {layer} of {a} != {layer} of {b}"),
        );
        let Some(number) = self.book.layer(layer) else {
            return;
        };
        let Domain::Values { ranges, words } = &self.book.layers[number].domain else {
            return;
        };
        let ([(low, Some(high))], []) = (&ranges[..], &words[..]) else {
            return;
        };
        if !matches!(high.node, Node::Number(_) | Node::Name(_)) {
            return;
        }
        let (low, high) = (self.say(low), self.say(high));
        let single = &noun[..noun.len() - 1];
        self.add(
            "value first",
            expr,
            format!("each value {k} from {low} to {high}: at most 1 {single} {a} in {place}: {layer} of {a} = {k}"),
        );
        self.add(
            "value first",
            expr,
            format!("each {single} {a} in {place}: no {single} {b} besides {a} in {place}: {layer} of {a} = {layer} of {b}"),
        );
    }
}
