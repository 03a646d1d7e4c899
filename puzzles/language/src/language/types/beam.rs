//! Beams that mirrors turn, and the numbers of lists.

use super::super::signs::mirrors;
use super::super::syntax::{BeamPart, Domain, Expr, Kind, Lines, Node, Word};
use super::Checker;
use super::kind::{Form, Type};

impl Checker<'_> {
    /// `turns of v by mirror`.
    pub(super) fn beam(&mut self, part: BeamPart, view: &Expr, layer: &Word) -> Type {
        let at = self.place(view);
        if !matches!(at, Type::Any | Type::Place(_, Form::Line(Lines::View))) {
            self.wrong_but(
                &view.span,
                "a beam enters at a view",
                format!("found {}, expected a view", at.called()),
                "a view is a line as seen from one of its ends: `each left view v: …`",
            );
        }
        if let Some(number) = self.layer(layer)
            && mirrors(&self.book.layers[number]).is_none()
        {
            let name = &layer.name;
            let on = self.stands_on(number);
            let found = match self.book.layers[number].on.is_of_cells() {
                true => format!("no word of `{name}` is written `/` or `\\`"),
                false => format!("`{name}` is declared on {on}, expected a layer on cells"),
            };
            self.wrong_but(
                &layer.span,
                format!("`{name}` has no mirrors"),
                found,
                r#"declare the words that turn a beam with these signs, as in `slash "/" or back "\" or none "."`"#,
            );
        }
        let cells = Type::Place(Some(Kind::Cell), Form::Other);
        match part {
            BeamPart::Exit => Type::Place(Some(Kind::Cell), Form::Line(Lines::View)),
            BeamPart::Turns => Type::NUMBER,
            BeamPart::Stretches => Type::List,
            BeamPart::Cells | BeamPart::Crossings => cells,
        }
    }

    /// The type of the values of `value k in LIST`, which must be numbers or patterns.
    pub(super) fn entries(&mut self, list: &Expr) -> Type {
        let found = self.value(list);
        let layer = match &list.node {
            Node::Of(word, _) => self.book.layer(&word.name),
            Node::Name(name) => self.book.layer(name),
            _ => None,
        };
        let is_list = layer.is_some_and(|layer| match &self.book.layers[layer].domain {
            Domain::List => true,
            Domain::Patterns { are_several, .. } => *are_several,
            _ => false,
        });
        let is_stretches = matches!(list.node, Node::Beam(BeamPart::Stretches, ..));
        if is_list || is_stretches || found == Type::Any {
            return match found {
                Type::Patterns(layer) => Type::Patterns(layer),
                _ => Type::NUMBER,
            };
        }
        let help = match found {
            Type::Shapes => {
                "each shape once is said as `(bag over groups g of shaded cells: shape of g) = piece`"
            }
            _ => {
                "the values of other lists are named after `over`, as in `sum over cells c in r: digit of c`"
            }
        };
        self.wrong_but(
            &list.span,
            "these are not the values of a list",
            format!(
                "found {}, expected a list of the data or the stretches of a beam",
                found.called()
            ),
            help,
        );
        Type::NUMBER
    }
}
