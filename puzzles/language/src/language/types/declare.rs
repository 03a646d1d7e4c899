//! Declarations: possible values, their signs, the places of layers, and unused data.

use super::super::syntax::{
    Domain, Draw, Expr, Ground, Kind, Layer, Node, Noun, Over, Phrase, Predicate, Qualifier, Role,
    Rulebook, Symbol, Word,
};
use super::super::walk::{Term, walk, walk_phrase};
use super::Checker;
use super::kind::{Form, Type};
use crate::document::Problem;
use quadrille_engine::bits::none_of;

impl Checker<'_> {
    pub(super) fn declarations(&mut self) {
        let book = self.book;
        for layer in &book.layers {
            self.ground(layer);
            self.domain(layer);
        }
    }

    fn ground(&mut self, layer: &Layer) {
        match &layer.on {
            Ground::Regions(word) => {
                let found = self.layer(word);
                if let Some(regions) = found
                    && self.book.layers[regions].domain != Domain::Regions
                {
                    self.wrong(
                        &word.span,
                        format!("`{}` are not regions", word.name),
                        "expected a layer that is declared as `regions`",
                    );
                }
            }
            Ground::Atoms(_, Some(phrase)) => {
                self.members(phrase);
                self.only_data(phrase);
            }
            _ => {}
        }
    }

    /// Checks where a layer is drawn, if this is given: in cells, for a layer on cells or regions.
    pub(super) fn drawn_on(&mut self, draw: &Draw) {
        self.drawn_through(draw);
        let Some(phrase) = &draw.on else { return };
        let members = self.members(phrase);
        let layers = &self.book.layers;
        let layer = layers
            .iter()
            .find(|layer| layer.word.name == draw.layer.name);
        let has_cells = layer.is_none_or(|layer| {
            matches!(layer.on, Ground::Atoms(Kind::Cell, _) | Ground::Regions(_))
        });
        if !has_cells || !matches!(members[..], [Type::Atom(Kind::Cell) | Type::Any]) {
            self.wrong(
                &phrase.span,
                format!("`{}` is not drawn on these", draw.layer.name),
                "expected cells, of a layer on cells or on regions",
            );
        }
    }

    /// What has a tint of its own.
    pub(super) fn tinted(&mut self, phrase: &Phrase) {
        let members = self.members(phrase);
        if !matches!(members[..], [Type::Atom(Kind::Cell) | Type::Any]) {
            self.wrong(
                &phrase.span,
                "only cells have a tint",
                "expected cells, as in `draw lit cells: tint`",
            );
        }
    }

    /// A line through cells needs a number for their order.
    fn drawn_through(&mut self, draw: &Draw) {
        let Some(style) = &draw.style else { return };
        let mut layers = self.book.layers.iter();
        let whole = layers.find(|layer| layer.word.name == draw.layer.name);
        let is_whole = whole.is_some_and(|layer| {
            let is_on_cells = matches!(layer.on, Ground::Atoms(Kind::Cell, _));
            is_on_cells && layer.template.is_some() && layer.domain == Domain::Mark
        });
        if matches!(&*style.name, "thread" | "thermometer" | "shaft") && !is_whole {
            self.wrong(
                &draw.layer.span,
                format!("`{}` is not a line through cells", draw.layer.name),
                "expected cells with a name and a number, as in `data wire on cells: \"{strand}{place}\" with strand: name; place: 1..`",
            );
        }
    }

    /// The restriction of a layer must be known before anything is found.
    fn only_data(&mut self, phrase: &Phrase) {
        let book = self.book;
        let mut found = Vec::new();
        let mut look = |name: &str, span: &std::ops::Range<usize>| {
            let layer = book
                .layer(name)
                .or(book.symbol(name).map(|(layer, _)| layer));
            if let Some(layer) = layer
                && book.layers[layer].role != Role::Data
            {
                found.push((book.layers[layer].word.name.clone(), span.clone()));
            }
        };
        for (_, word) in &phrase.adjectives {
            look(&word.name, &word.span);
        }
        for qualifier in &phrase.qualifiers {
            if let Qualifier::With(word) | Qualifier::Without(word) = qualifier {
                look(&word.name, &word.span);
            }
        }
        for (name, span) in found {
            self.wrong(
                &span,
                format!("`{name}` is to be found"),
                "a layer can only be restricted by data, which is known before",
            );
        }
    }

    /// Patterns match the values of a layer of words or numbers.
    fn patterns(&mut self, layer: &Layer, of: &Word, are_several: bool) {
        let Some(matched) = self.layer(of) else {
            return;
        };
        let domain = &self.book.layers[matched].domain;
        if !matches!(domain, Domain::Values { .. } | Domain::Number) {
            self.wrong(
                &of.span,
                format!("no expression reads the values of `{}`", of.name),
                "expected a layer of words or numbers",
            );
        }
        if are_several && layer.on != Ground::Puzzle {
            self.wrong_but(
                &layer.word.span,
                format!("`{}` has several patterns in each place", layer.word.name),
                "expected one in each place, or a list without `on`",
                format!(
                    "one pattern matches several words: `pattern of {}`, as in \"CAT|DOG\"",
                    of.name
                ),
            );
        }
    }

    /// Whether a name stands for the value of a layer without places, and so for no word.
    fn is_single(&self, name: &str) -> bool {
        let layer = self.book.layer(name).map(|layer| &self.book.layers[layer]);
        layer.is_some_and(|layer| layer.on == Ground::Puzzle)
    }

    /// Mistakes in the values of a layer. Longer than other functions: a branch for each mistake.
    fn domain(&mut self, layer: &Layer) {
        let mut shapes = self.book.shapes.iter();
        if shapes.any(|(shape, _)| shape.name == layer.word.name) {
            self.wrong(
                &layer.word.span,
                format!("`{}` is a shape and a layer", layer.word.name),
                "expected different names",
            );
        }
        if let Domain::Patterns { of, are_several } = &layer.domain {
            return self.patterns(layer, of, *are_several);
        }
        let Domain::Values { ranges, words } = &layer.domain else {
            return;
        };
        let it = match &layer.on {
            Ground::Puzzle => None,
            Ground::Atoms(kind, _) => Some(Type::Atom(*kind)),
            Ground::Lines(lines) => Some(Type::Place(Some(Kind::Cell), Form::Line(*lines))),
            Ground::Regions(word) => Some(match self.book.layer(&word.name) {
                Some(regions) => Type::Place(None, Form::Region(regions)),
                None => Type::Any,
            }),
        };
        let it: Vec<_> = it.into_iter().map(|it| ("it".into(), it)).collect();
        for (from, to) in ranges {
            let ends = self.with(it.clone(), |checker| {
                let least = checker.number(from);
                (least, to.as_ref().map(|to| checker.number(to)))
            });
            match ends {
                (Some(least), Some(Some(greatest))) if least > greatest => {
                    let end = to.as_ref().map_or(from.span.end, |to| to.span.end);
                    self.wrong_but(
                        &(from.span.start..end),
                        "a range without numbers",
                        format!("{least} is greater than {greatest}"),
                        format!("did you mean `{greatest}..{least}`?"),
                    );
                }
                (_, None) if layer.role != Role::Data => {
                    self.wrong(
                        &from.span,
                        format!("no upper bound for `{}`", layer.word.name),
                        "layers to find need one, as in `1..99`",
                    );
                }
                _ => {}
            }
        }
        for (at, symbol) in words.iter().enumerate() {
            let word = &symbol.word;
            let shapes = &self.book.shapes;
            if shapes.iter().any(|(shape, _)| shape.name == word.name) {
                self.wrong_but(
                    &word.span,
                    format!(
                        "`{}` is a shape and a word of `{}`",
                        word.name, layer.word.name
                    ),
                    "expected different names",
                    "a shape may have the name in lower case: `shape l: …`",
                );
            } else if self.is_single(&word.name) {
                self.wrong(
                    &word.span,
                    format!(
                        "`{}` is a layer with one value and a word of `{}`",
                        word.name, layer.word.name
                    ),
                    "expected different names",
                );
            } else if words[..at].iter().any(|known| known.word.name == word.name) {
                self.wrong(
                    &word.span,
                    format!("the word `{}` twice", word.name),
                    "expected each possible value once",
                );
            } else if let Some(sign) = &symbol.sign
                && let Some(other) = words[..at]
                    .iter()
                    .find(|known| known.sign.as_ref() == Some(sign))
            {
                self.wrong(
                    &word.span,
                    format!(
                        "`{}` and `{}` are both written `{sign}`",
                        other.word.name, word.name
                    ),
                    "expected a sign of its own for each",
                );
            }
            self.check_sign(layer, symbol);
        }
    }

    /// Refuses a sign that means something else in a grid.
    fn check_sign(&mut self, layer: &Layer, symbol: &Symbol) {
        let (name, span) = (&symbol.word.name, &symbol.word.span);
        match symbol.sign.as_deref() {
            Some(".") if layer.role == Role::Data => {
                let none = &layer.word.name;
                self.wrong_but(
                    span,
                    format!("`{name}` is written `.`"),
                    "in data, `.` is a place without a value",
                    format!("give it another sign, or leave it out: places `without {none}` have no value"),
                );
            }
            Some(r"\\") => {
                self.wrong_but(
                    span,
                    format!(r"`{name}` is written `\\`"),
                    r"expected `\`",
                    r"in rules a `\` stands for itself",
                );
            }
            _ => {}
        }
    }
}

/// Data that no rule, answer or picture uses: its values in a puzzle have no effect.
///
/// Longer than other functions: an arm for each form that uses data.
pub(crate) fn unused(book: &Rulebook) -> Vec<Problem> {
    let mut used = none_of(book.layers.len());
    let mut name = |word: &str| {
        for (number, layer) in book.layers.iter().enumerate() {
            let has_word = matches!(&layer.domain, Domain::Values { words, .. }
                if words.iter().any(|symbol| &*symbol.word.name == word));
            if &*layer.word.name == word || has_word {
                used.set(number, true);
            }
        }
    };
    let mut look = |part: Term<'_>| match part {
        Term::Expr(Expr { node, .. }) => match node {
            Node::Name(word) => name(word),
            Node::Of(word, _)
            | Node::Has(_, _, word)
            | Node::Reads(word, ..)
            | Node::Beam(_, _, word) => name(&word.name),
            Node::Measure(_, Over::Layer(word, _)) | Node::Values(_, Over::Layer(word, _)) => {
                name(&word.name);
            }
            _ => {}
        },
        Term::Predicate(Predicate::Adjective(word, _)) => name(&word.name),
        Term::Predicate(_) => {}
        Term::Phrase(phrase) => {
            phrase
                .adjectives
                .iter()
                .for_each(|(_, word)| name(&word.name));
            if let Noun::Regions(word) | Noun::EqualGroup(word) = &phrase.noun {
                name(&word.name);
            }
            for qualifier in &phrase.qualifiers {
                if let Qualifier::With(word)
                | Qualifier::Without(word)
                | Qualifier::Until(_, word) = qualifier
                {
                    name(&word.name);
                }
            }
        }
    };
    let formulas = book.rules.iter().flat_map(|rule| &rule.formulas);
    let definitions = book.definitions.iter().map(|known| &known.body);
    let best = book.best.iter().map(|(_, value)| value);
    let answer = book.answers.iter().map(|answer| &answer.value);
    for expr in formulas.chain(definitions).chain(best).chain(answer) {
        walk(expr, &mut look);
    }
    let drawn = book.draw.iter().filter_map(|draw| draw.on.as_ref());
    for phrase in drawn.chain(&book.tinted) {
        walk_phrase(phrase, &mut look);
    }
    for layer in &book.layers {
        match &layer.on {
            Ground::Atoms(_, Some(phrase)) => walk_phrase(phrase, &mut look),
            Ground::Regions(word) => look(Term::Expr(&Expr {
                node: Node::Name(word.name.clone()),
                span: word.span.clone(),
            })),
            _ => {}
        }
        if let Domain::Values { ranges, .. } = &layer.domain {
            for (from, to) in ranges {
                walk(from, &mut look);
                to.iter().for_each(|to| walk(to, &mut look));
            }
        }
    }
    let layers = book.layers.iter().zip(used);
    layers
        .filter(|(layer, used)| {
            // A template's parts, and layers that are only drawn, need not be used.
            let is_drawn = book
                .draw
                .iter()
                .any(|draw| draw.layer.name == layer.word.name);
            !used && layer.role == Role::Data && layer.template.is_none() && !is_drawn
        })
        .map(|(layer, _)| {
            Problem::new(
                layer.word.span.clone(),
                format!("no rule uses `{}`", layer.word.name),
                "its values in a puzzle have no effect",
            )
        })
        .collect()
}
