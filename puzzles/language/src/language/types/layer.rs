//! Layers at places, words of layers and other adjectives.

use super::super::parse::built_in_adjectives;
use super::super::syntax::{Domain, Ground, Kind, Lines, Name, Role, Span, Word};
use super::Checker;
use super::kind::{Form, Type};
use crate::document::known_words;

impl Checker<'_> {
    /// The places of a layer, in words.
    pub(super) fn stands_on(&self, layer: usize) -> String {
        match &self.book.layers[layer].on {
            Ground::Puzzle => "the puzzle".to_owned(),
            Ground::Atoms(kind, _) => kind.plural().to_owned(),
            Ground::Lines(lines) => match lines {
                Lines::Row => "rows",
                Lines::Column => "columns",
                Lines::Line => "lines",
                Lines::View => "views",
                Lines::Diagonal => "diagonals",
            }
            .to_owned(),
            Ground::Regions(word) => format!("regions of `{}`", word.name),
        }
    }

    /// The type of a layer's values.
    pub(super) fn layer_type(&self, layer: usize) -> Type {
        let declared = &self.book.layers[layer];
        match &declared.domain {
            Domain::Values { ranges, words } => {
                let words: Vec<Name> = words
                    .iter()
                    .map(|symbol| symbol.word.name.clone())
                    .collect();
                match (ranges.is_empty(), words.is_empty()) {
                    (_, true) => Type::NUMBER,
                    (true, false) => Type::Word(words),
                    (false, false) => Type::Mixed(words),
                }
            }
            Domain::Number => Type::NUMBER,
            Domain::Name => Type::Name,
            Domain::Regions => {
                let kind = match &declared.on {
                    Ground::Atoms(kind, _) => Some(*kind),
                    _ => None,
                };
                Type::Place(kind, Form::Region(layer))
            }
            Domain::List => Type::List,
            Domain::Clue => Type::Clue,
            Domain::Patterns { of, .. } => Type::Patterns(of.name.clone()),
            Domain::Direction => Type::Direction,
            Domain::Directions => Type::Directions,
            Domain::Shapes => Type::Shapes,
            Domain::Mark => Type::Test,
        }
    }

    /// Whether a layer may have a value at something.
    fn stands(&self, layer: usize, at: &Type) -> bool {
        let declared = &self.book.layers[layer];
        let is_found = declared.role != Role::Data;
        match (&declared.on, at) {
            (_, Type::Any) | (Ground::Puzzle, _) => true,
            (_, at) if !at.is_place() => false,
            // For regions of data, anything inside one has it.
            (Ground::Atoms(kind, _), at) if declared.domain == Domain::Regions => {
                !is_found || at.atoms().is_none_or(|own| own == *kind)
            }
            // The checker could not tell which one is meant.
            (Ground::Atoms(..), at) if at.is_several() => false,
            (Ground::Atoms(kind, _), at) => at.atoms().is_none_or(|own| own == *kind),
            (Ground::Lines(Lines::Row | Lines::Column), _) => true,
            (Ground::Lines(Lines::Line), Type::Place(_, Form::Line(own))) => {
                !matches!(own, Lines::View | Lines::Diagonal)
            }
            (Ground::Lines(Lines::View), Type::Place(_, Form::Line(own))) => {
                !matches!(own, Lines::Line | Lines::Diagonal)
            }
            (Ground::Lines(lines), Type::Place(_, Form::Line(own))) => lines == own,
            (Ground::Lines(_), Type::Place(None, _)) => true,
            (Ground::Lines(_), _) => false,
            (Ground::Regions(_), _) => true,
        }
    }

    /// A layer at something.
    pub(super) fn layer_at(&mut self, layer: usize, at: &Type, word: &Word, span: &Span) -> Type {
        if self.stands(layer, at) {
            return self.layer_type(layer);
        }
        if let (Ground::Atoms(kind, _), Type::Place(of, Form::Several)) =
            (&self.book.layers[layer].on, at)
            && of.is_none_or(|of| of == *kind)
        {
            return self.several(at, span);
        }
        let name = &word.name;
        let stands = self.stands_on(layer);
        self.wrong_but(
            span,
            format!("`{name}` is not declared on this"),
            format!(
                "found {}, but `{name}` is declared on {stands}",
                at.called()
            ),
            match at.is_place() {
                true if matches!(self.book.layers[layer].on, Ground::Atoms(..)) => format!(
                    "name one of the {stands}, or those of a place as in `{stands} in row 1`; or declare `{name}` on something else"
                ),
                true => format!("name one of the {stands}, or declare `{name}` on something else"),
                false => format!("expected one of the {stands} after `of`"),
            },
        )
    }

    /// That something is one thing of the grid, where a single one is meant.
    pub(super) fn single(&mut self, at: &Type, span: &Span) {
        if at.is_several() {
            self.several(at, span);
        }
    }

    /// That something is one thing of the grid that may be in a place. A region, a line or a group is a place itself.
    pub(super) fn member(&mut self, at: &Type, span: &Span) {
        let (what, help) = match at {
            Type::Place(_, Form::Region(layer)) => {
                let name = &self.book.layers[*layer].word.name;
                (
                    "region",
                    format!("regions are compared by `=`: instead of `{name} of d is in {name}s touching p` say `some {name} r touching p: r = {name} of d`; or say it of cells"),
                )
            }
            Type::Place(_, Form::Line(_)) => (
                "line",
                "say it of each of its cells, as in `each cell c in r: …`; two lines are compared by `=`".to_owned(),
            ),
            _ => return self.single(at, span),
        };
        self.wrong_but(
            span,
            format!("this is a {what}"),
            format!(
                "found {}, expected a single cell, link, edge or corner",
                at.called()
            ),
            help,
        );
    }

    fn several(&mut self, at: &Type, span: &Span) -> Type {
        let one = at.atoms().map_or("cell", Kind::singular);
        self.wrong_but(
            span,
            format!("this may be several {one}s"),
            format!("expected a single {one}"),
            format!("say it of each, as in `each {one} c in p: …`, or of the first, as in `first {one} in p`"),
        )
    }

    /// The layer of a name.
    pub(super) fn layer(&mut self, word: &Word) -> Option<usize> {
        if let Some(layer) = self.book.layer(&word.name) {
            return Some(layer);
        }
        let book = self.book;
        let known: Vec<&str> = book.layers.iter().map(|layer| &*layer.word.name).collect();
        let name = &word.name;
        if let Some((layer, _)) = book.symbol(name) {
            let stands = self.stands_on(layer);
            let one = stands.strip_suffix('s').unwrap_or(&stands);
            let of = &book.layers[layer].word.name;
            self.wrong_but(
                &word.span,
                format!("unknown layer `{name}`"),
                format!("`{name}` is a word of the layer `{of}`; expected the name of a layer"),
                format!("ask `x is {name}` of one of the {stands}, or `some {name} {one} in p` of several"),
            );
            return None;
        }
        let expected = "expected the name of a layer";
        self.unknown(&word.span, "layer", name, expected, &known);
        None
    }

    /// That a layer may have a value at something.
    pub(super) fn has(&mut self, at: &Type, word: &Word, span: &Span) {
        let Some(layer) = self.layer(word) else {
            return;
        };
        self.layer_at(layer, at, word, span);
    }

    /// That an adjective may fit something.
    ///
    /// Longer than other functions: a branch for each thing that an adjective can be.
    pub(super) fn adjective(&mut self, word: &Word, at: &Type, further: Vec<Type>) {
        let name = &*word.name;
        if let Some(definition) = self.definition(name) {
            if !self.book.definitions[definition].is_test {
                self.wrong_but(
                    &word.span,
                    format!("`{name}` is not a test"),
                    "expected a word of a layer or a test",
                    format!(
                        "it is a value, used as `{name} of x`; `define {name} x: …` makes a test"
                    ),
                );
                return;
            }
            let with = std::iter::once(at.clone()).chain(further).collect();
            self.defined(definition, with, &word.span);
            return;
        }
        match at {
            Type::Any => return,
            Type::Word(words) | Type::Mixed(words) if words.iter().any(|own| **own == *name) => {
                return;
            }
            Type::Word(words) => {
                let known: Vec<&str> = words.iter().map(|own| &**own).collect();
                let help = known_words(name, &known);
                self.wrong_but(
                    &word.span,
                    format!("`{name}` is not a possible value here"),
                    format!("expected {}", super::kind::list(words)),
                    help,
                );
                return;
            }
            Type::Direction | Type::Directions | Type::Number(_) | Type::Mixed(_) => {
                if matches!(at, Type::Number(_))
                    || !matches!(name, "up" | "right" | "down" | "left")
                {
                    self.misfit(word, at);
                }
                return;
            }
            Type::Known(_) | Type::Shape | Type::Standing | Type::Shapes | Type::Board => return,
            _ => {}
        }
        let layers: Vec<usize> = (0..self.book.layers.len())
            .filter(|&layer| {
                let words = &self.book.layers[layer].domain;
                matches!(words, Domain::Values { words, .. }
                    if words.iter().any(|symbol| &*symbol.word.name == name))
            })
            .collect();
        if let Some(&first) = layers.first() {
            // Of layers on different places, that on the place itself is meant.
            let on = |layer: usize| &self.book.layers[layer].on;
            let fits = |&layer: &usize| self.stands(layer, at) && *on(layer) != Ground::Puzzle;
            let fitting: Vec<usize> = layers.iter().copied().filter(fits).collect();
            let alike = fitting.iter().enumerate().find_map(|(place, &one)| {
                let mut others = fitting[place + 1..].iter();
                let other = others.find(|&&other| on(other) == on(one));
                other.map(|&other| [one, other])
            });
            if let Some(alike) = alike {
                // What the puzzle gives of a layer to find needs no layer of its own.
                let is_to_find = |layer: &usize| {
                    matches!(self.book.layers[*layer].role, Role::Decide { given: false })
                };
                let is_data = |layer: usize| self.book.layers[layer].role == Role::Data;
                let found = alike.iter().find(|layer| is_to_find(layer));
                let given = found.filter(|_| alike.iter().any(|&layer| is_data(layer)));
                let given = given.map(|&layer| {
                    let name = &self.book.layers[layer].word.name;
                    format!("; a puzzle gives some of it with `decide {name} on …, given`")
                });
                let given = given.unwrap_or_default();
                let [one, other] = alike.map(|layer| &self.book.layers[layer].word.name);
                self.wrong_but(
                    &word.span,
                    format!("`{name}` is a word of `{one}` and of `{other}`"),
                    "which of them is meant?",
                    format!("say `{one} of x = {name}` or `{other} of x = {name}`, or give one of the words another name{given}"),
                );
            } else if !layers.iter().any(|&layer| self.stands(layer, at)) {
                let stands = self.stands_on(first);
                let of = self.book.layers[first].word.name.clone();
                let found = format!(
                    "found {}, but `{name}` is a word of `{of}`, which is declared on {stands}",
                    at.called()
                );
                let message = format!("`{name}` does not fit this");
                if at.is_place() && !matches!(at, Type::Atom(_)) {
                    let one = stands.strip_suffix('s').unwrap_or(&stands);
                    let help = format!(
                        "say of which {stands} in it, as in `each {one} in p is {name}`, `some {name} {one} in p`"
                    );
                    self.wrong_but(&word.span, message, found, help);
                } else {
                    self.wrong(&word.span, message, found);
                }
            }
            return;
        }
        let is_view = matches!(at, Type::Place(_, Form::Line(Lines::View)));
        let is_set = matches!(
            at,
            Type::Place(_, Form::Line(_) | Form::Region(_) | Form::Group)
        );
        let fits = match (name, at.atoms()) {
            _ if !at.is_place() => false,
            ("left" | "right" | "up" | "down" | "top" | "bottom", _) if is_view => true,
            _ if is_set => false,
            ("horizontal" | "vertical", Some(kind)) => matches!(kind, Kind::Link | Kind::Edge),
            ("border", Some(kind)) => kind != Kind::Link,
            ("given", Some(kind)) => self.may_be_given(kind),
            ("top" | "bottom", _) => false,
            _ => built_in_adjectives().contains(&name),
        };
        if !fits {
            self.misfit(word, at);
        }
    }

    /// Whether a puzzle file may give values to find on such atoms.
    fn may_be_given(&self, kind: Kind) -> bool {
        self.book.layers.iter().any(|layer| {
            layer.role == Role::Decide { given: true }
                && matches!(layer.on, Ground::Atoms(own, _) if own == kind)
        })
    }

    fn misfit(&mut self, word: &Word, at: &Type) {
        let expected = match &*word.name {
            "horizontal" | "vertical" => {
                "only links and edges are horizontal or vertical; `left`, `right`, `up` and `down` fit neighbours"
            }
            "border" => "cells, edges and corners lie at the border",
            "given" => {
                "only layers declared as `decide NAME on …: VALUES, given` have given values"
            }
            "top" | "bottom" => "views look from the left, the right, the top or the bottom",
            _ => "expected an adjective that fits",
        };
        self.wrong(
            &word.span,
            format!("`{}` does not fit this", word.name),
            format!("found {}; {expected}", at.called()),
        );
    }
}
