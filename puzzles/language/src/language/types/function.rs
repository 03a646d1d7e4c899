//! `NAME of X`: layers, definitions and functions of the language.

use super::super::syntax::{BeamPart, Domain, Expr, Kind, Layer, Lines, STANDING, Span, Word};
use super::Checker;
use super::kind::{Form, Type};

/// The functions of the language.
const FUNCTIONS: [&str; 13] = [
    "size", "width", "height", "distance", "x", "y", "row", "column", "ring", "shape", "board",
    "side", "opposite",
];

impl Checker<'_> {
    /// Whether an expression without mistakes is a direction, or several.
    fn is_direction(&mut self, of: &Expr) -> bool {
        let told = self.problems.len();
        let found = self.value(of);
        self.problems.truncate(told);
        matches!(found, Type::Direction | Type::Directions)
    }

    /// What a function of these is. Longer than other functions: an arm for each function.
    pub(super) fn function(&mut self, word: &Word, arguments: &[Expr], span: &Span) -> Type {
        let name = &*word.name;
        if let Some(definition) = self.definition(name) {
            let with = arguments.iter().map(|part| self.value(part)).collect();
            return self.defined(definition, with, span);
        }
        if let Some(layer) = self.book.layer(name) {
            let at = self.value(&arguments[0]);
            return self.layer_at(layer, &at, word, &arguments[0].span);
        }
        match (name, arguments) {
            ("link", [a, b]) | ("distance", [a, b]) => {
                for part in [a, b] {
                    let at = self.place(part);
                    self.single(&at, &part.span);
                    let fits = match at.atoms() {
                        Some(Kind::Corner) => name == "distance",
                        Some(Kind::Cell) | None => true,
                        Some(_) => false,
                    };
                    if !fits {
                        self.wrong(
                            &part.span,
                            format!("`{name}` is for cells"),
                            format!("found {}, expected a cell", at.called()),
                        );
                    }
                }
                match name {
                    "link" => Type::Atom(Kind::Link),
                    _ => Type::NUMBER,
                }
            }
            ("size", [of]) => {
                let at = self.value(of);
                if let Type::Atom(_) = at {
                    return self.wrong_but(
                        &of.span,
                        "the size of one thing is always 1",
                        format!("found {}, expected a place", at.called()),
                        "of the members of a step or pair in a place of runs or groups, only `pair a, b of runs …` are runs",
                    );
                }
                if !matches!(at, Type::List | Type::Bag) && !at.is_place() {
                    self.wrong(
                        &of.span,
                        "this has no size",
                        format!("found {}, expected a place", at.called()),
                    );
                }
                Type::NUMBER
            }
            ("width" | "height" | "x" | "y", [of]) => {
                self.place(of);
                Type::NUMBER
            }
            ("row" | "column", [of]) => {
                let at = self.place(of);
                if at.atoms() == Some(Kind::Corner) {
                    return self.wrong(
                        &of.span,
                        "a corner does not lie in a row",
                        "expected a cell, a link or an edge",
                    );
                }
                let lines = match name {
                    "row" => Lines::Row,
                    _ => Lines::Column,
                };
                Type::Place(Some(Kind::Cell), Form::Line(lines))
            }
            ("ring", [of]) => {
                let at = self.place(of);
                self.single(&at, &of.span);
                if at.atoms().is_some_and(|kind| kind != Kind::Cell) {
                    return self.wrong(
                        &of.span,
                        "only cells have a ring",
                        format!("found {}, expected a cell", at.called()),
                    );
                }
                Type::Place(Some(Kind::Cell), Form::Other)
            }
            ("opposite", [of]) if self.is_direction(of) => Type::Direction,
            ("side" | "opposite", [of]) => {
                let at = self.place(of);
                if !matches!(at, Type::Any | Type::Place(_, Form::Line(Lines::View))) {
                    self.wrong(
                        &of.span,
                        match name {
                            "side" => "only views have a side",
                            _ => "only views and directions have an opposite",
                        },
                        format!("found {}, expected a view", at.called()),
                    );
                }
                match name {
                    "side" => Type::Direction,
                    _ => Type::Place(Some(Kind::Cell), Form::Line(Lines::View)),
                }
            }
            ("board", [of]) => {
                self.place(of);
                Type::Board
            }
            (_, [view]) if BeamPart::called(name).is_some() => {
                self.value(view);
                self.wrong_but(
                    span,
                    format!("`{name}` by which mirrors?"),
                    "expected `by` and a layer of mirrors",
                    format!("as in `{name} of v by mirror`"),
                )
            }
            ("shape" | STANDING, [of]) => {
                let at = self.place(of);
                if at.atoms().is_some_and(|kind| kind != Kind::Cell) {
                    return self.wrong(
                        &of.span,
                        "only cells have a shape",
                        format!("found {}, expected cells", at.called()),
                    );
                }
                if name == STANDING {
                    return Type::Standing;
                }
                let book = self.book;
                let is_list = |layer: &Layer| layer.domain == Domain::Shapes;
                if book.shapes.is_empty() && !book.layers.iter().any(is_list) {
                    return self.wrong(
                        span,
                        "no shape is declared",
                        "the shape of a place is one that a `shape` declares or a layer of `shapes` lists, or none at all; of two places say `a is congruent to b`",
                    );
                }
                Type::Shape
            }
            ("cell" | "link" | "edge" | "corner", _) => self.wrong(
                span,
                format!("which {name}?"),
                format!("expected a phrase such as `first {name} in p`"),
            ),
            _ if self.scope.iter().any(|(own, _)| **own == *name) => self.wrong(
                &word.span,
                format!("`{name}` is a value, not a function"),
                format!(
                    "`of` goes with functions; without it `{name}` is the value itself, and a place before `of` is put in parentheses: `in ({name}) of c`"
                ),
            ),
            _ => {
                arguments.iter().for_each(|part| {
                    self.value(part);
                });
                let book = self.book;
                let layers = book.layers.iter().map(|layer| &*layer.word.name);
                let definitions = book.definitions.iter().map(|known| &*known.word.name);
                let known: Vec<&str> = layers.chain(definitions).chain(FUNCTIONS).collect();
                self.unknown(
                    &word.span,
                    "function",
                    name,
                    "expected a layer, a definition, or a function such as `size` or `distance`",
                    &known,
                )
            }
        }
    }
}
