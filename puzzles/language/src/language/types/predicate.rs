//! What is said of something: words, forms, comparisons with places.

use super::super::geometry::direction_called;
use super::super::syntax::{Expr, Kind, Node, Predicate, Role, Span};
use super::Checker;
use super::kind::{Form, Type};

impl Checker<'_> {
    /// That a predicate fits its subject. Longer than other functions: an arm for each predicate.
    pub(super) fn predicate(&mut self, subject: &Expr, predicate: &Predicate) {
        match predicate {
            Predicate::Adjective(word, arguments) => {
                let at = self.value(subject);
                let further: Vec<Type> = arguments.iter().map(|part| self.value(part)).collect();
                if direction_called(&word.name).is_some()
                    && matches!(
                        at,
                        Type::Atom(_) | Type::Place(_, Form::Several | Form::Other)
                    )
                {
                    self.wrong(
                        &word.span,
                        format!("`{}` of what?", word.name),
                        "expected what it lies beside, as in `d = left neighbour of c`",
                    );
                    return;
                }
                self.adjective(word, &at, further);
            }
            Predicate::Value(other) => {
                let (one, two) = (self.value(subject), self.value(other));
                self.same(&one, &two, &(subject.span.start..other.span.end));
            }
            Predicate::Told => {
                self.value(subject);
                let layer = match &subject.node {
                    Node::Of(word, _) => self.book.layer(&word.name),
                    Node::Name(name) if self.listed.contains(name) => return,
                    Node::Name(name) => self.book.layer(name),
                    _ => None,
                };
                if layer.is_none_or(|layer| self.book.layers[layer].role != Role::Data) {
                    self.wrong(
                        &subject.span,
                        "only data can be told or `?`",
                        "expected a layer of data, as in `number of c is told`, or a number of a list, as in `value k in parts of r where k is told`",
                    );
                }
            }
            Predicate::OneOf(others) => {
                let one = self.value(subject);
                for other in others {
                    let two = self.value(other);
                    if two != Type::Shapes {
                        self.same(&one, &two, &other.span);
                    }
                }
            }
            Predicate::In(place) => {
                let at = self.value(subject);
                let whole = self.value(place);
                match whole {
                    Type::Any | Type::List | Type::Bag | Type::Shapes => {}
                    Type::Directions | Type::Direction => {
                        if !matches!(at, Type::Any | Type::Direction | Type::Directions) {
                            self.wrong(
                                &subject.span,
                                "this is not a direction",
                                format!("found {}, expected a direction", at.called()),
                            );
                        }
                    }
                    _ if whole.is_place() => match at.is_place() {
                        true => self.member(&at, &subject.span),
                        false => {
                            self.wrong(
                                &subject.span,
                                "this lies in no place",
                                format!("found {}, expected a cell", at.called()),
                            );
                        }
                    },
                    _ => {
                        self.wrong(
                            &place.span,
                            "this is not a place",
                            format!("found {}, expected a place", whole.called()),
                        );
                    }
                }
            }
            Predicate::Inside(place) => {
                let at = self.place(subject);
                self.single(&at, &subject.span);
                if matches!(at.atoms(), Some(Kind::Edge | Kind::Link)) {
                    self.wrong(
                        &subject.span,
                        "only cells and corners lie inside a loop",
                        "expected a cell or a corner",
                    );
                }
                let of = self.place(place);
                self.strokes(&of, &place.span);
            }
            Predicate::OneLoop
            | Predicate::OneCrossingLoop
            | Predicate::OnePath
            | Predicate::WithoutLoop => {
                let of = self.place(subject);
                self.strokes(&of, &subject.span);
            }
            Predicate::Rectangle | Predicate::Square | Predicate::Symmetric(_) => {
                let of = self.place(subject);
                if of.atoms().is_some_and(|kind| kind != Kind::Cell)
                    && !matches!(predicate, Predicate::Symmetric(_))
                {
                    self.wrong(
                        &subject.span,
                        "only cells fill a rectangle",
                        format!("found {}, expected cells", of.called()),
                    );
                }
            }
            Predicate::SymmetricAbout(_, about) => {
                self.place(subject);
                let centre = self.place(about);
                let has_none = match centre {
                    Type::Place(_, Form::Region(layer)) => {
                        self.book.layers[layer].role != Role::Data
                    }
                    Type::Place(_, form) => form != Form::Other,
                    _ => false,
                };
                if has_none {
                    self.wrong_but(
                        &about.span,
                        "this has no middle",
                        format!(
                            "found {}, expected a cell, a link, an edge, a corner or a region of the data",
                            centre.called()
                        ),
                        "about the middle of a place itself: `p is symmetric under half turn`",
                    );
                }
            }
            Predicate::Congruent(other) => {
                for cells in [subject, other] {
                    let of = self.place(cells);
                    if of.atoms().is_some_and(|kind| kind != Kind::Cell) {
                        self.wrong(
                            &cells.span,
                            "only cells are congruent",
                            format!("found {}, expected cells", of.called()),
                        );
                    }
                }
            }
            Predicate::Connected(_) => {
                self.place(subject);
            }
            Predicate::Folds(folding) => {
                let marked = folding.opposite.iter().chain(&folding.adjacent);
                for cells in [subject].into_iter().chain(marked) {
                    let of = self.place(cells);
                    if of.atoms().is_some_and(|kind| kind != Kind::Cell) {
                        self.wrong(
                            &cells.span,
                            "only cells fold into a box",
                            format!("found {}, expected cells", of.called()),
                        );
                    }
                }
                for length in folding.size.iter().flatten() {
                    if self.number(length).is_some_and(|number| number < 1) {
                        self.wrong(&length.span, "a box without cells", "expected at least 1");
                    }
                }
            }
        }
    }

    /// Loops and paths are made of links or edges.
    fn strokes(&mut self, of: &Type, span: &Span) {
        if matches!(of.atoms(), Some(Kind::Cell | Kind::Corner)) {
            self.wrong_but(
                span,
                "only links and edges form loops and paths",
                format!("found {}, expected links or edges", of.called()),
                "for a loop through cells decide `on links` which are drawn, and ask `drawn links are one loop`",
            );
        }
    }
}
