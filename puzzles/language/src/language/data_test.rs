//! Definitions that only ask which data an atom has, such as `define numbered c: c has plain or c has ringed`.
//!
//! Phrases ask them of every cell. To resolve their names once saves most of the time that it takes to compile and to
//! check rules about numbered cells.

use super::syntax::{Definition, Domain, Expr, Ground, Kind, Node, Role, Rulebook};

/// A test of one atom that only asks which layers of data have a value there.
#[derive(Clone, Debug)]
pub(crate) struct DataTest {
    /// The atoms that all these layers are on.
    pub(crate) on: Kind,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    Has(usize),
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
}

impl DataTest {
    /// What a definition says, if it is of this form.
    pub(crate) fn of(book: &Rulebook, definition: &Definition) -> Option<Self> {
        let [parameter] = &definition.parameters[..] else {
            return None;
        };
        let mut on = None;
        let test = read(book, &definition.body, &parameter.name, &mut on)?;
        Some(Self { on: on?, test })
    }

    /// Whether it holds of an atom that has values of the layers for which `has` is true.
    pub(crate) fn holds(&self, has: &dyn Fn(usize) -> bool) -> bool {
        self.test.holds(has)
    }
}

impl Test {
    fn holds(&self, has: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Has(layer) => has(*layer),
            Self::Not(inner) => !inner.holds(has),
            Self::All(parts) => parts.iter().all(|part| part.holds(has)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(has)),
        }
    }
}

fn read(book: &Rulebook, expr: &Expr, atom: &str, on: &mut Option<Kind>) -> Option<Test> {
    let mut all = |parts: &[Expr]| -> Option<Vec<Test>> {
        let parts = parts.iter();
        parts.map(|part| read(book, part, atom, on)).collect()
    };
    Some(match &expr.node {
        Node::Not(inner) => Test::Not(Box::new(read(book, inner, atom, on)?)),
        Node::And(parts) => Test::All(all(parts)?),
        Node::Or(parts) => Test::Any(all(parts)?),
        Node::Has(subject, negated, word) => {
            let is_atom = matches!(&subject.node, Node::Name(name) if **name == *atom);
            let layer = book.layer(&word.name)?;
            let declared = &book.layers[layer];
            let Ground::Atoms(kind, _) = declared.on else {
                return None;
            };
            let is_alike = *on.get_or_insert(kind) == kind;
            let is_of_data = declared.role == Role::Data && declared.domain != Domain::Regions;
            if !is_atom || !is_alike || !is_of_data {
                return None;
            }
            match negated {
                false => Test::Has(layer),
                true => Test::Not(Box::new(Test::Has(layer))),
            }
        }
        _ => return None,
    })
}
