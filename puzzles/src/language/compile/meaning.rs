//! Adjectives of atoms, looked up once for all members of a phrase.

use quadrille_engine::propagators::Test;
use smallvec::SmallVec;

use super::super::syntax::{Domain, Expr, Ground, Kind, Node, Role};
use super::super::values::{Data, Datum, position};
use super::Compiler;
use super::value::Value;

/// For each adjective of a phrase its meaning, if it is one of these.
pub(super) type Meanings = SmallVec<[Option<Meaning>; 2]>;

/// What an adjective says of an atom.
pub(super) enum Meaning {
    /// That it has this word of a layer to find.
    Word { layer: usize, word: usize },
    /// What the data alone decides.
    Known(Known),
}

/// A definition about the data at the atom itself. Without it half the time of compiling rules about `numbered cells`
/// would go into binding a name and making tests for each cell, most of which are dropped.
pub(super) enum Known {
    /// The layer has a value there.
    Has(usize),
    Not(Box<Known>),
    All(Vec<Known>),
    Any(Vec<Known>),
}

impl Compiler<'_> {
    /// The meaning of an adjective of what the members of a phrase are like.
    pub(super) fn meaning(&self, name: &str, value: &Value) -> Option<Meaning> {
        let Value::Atom(atom) = value else {
            return None;
        };
        let book = &self.data.book;
        let mut definitions = book.definitions.iter();
        if let Some(definition) = definitions.find(|known| *known.word.name == *name) {
            let [parameter] = &definition.parameters[..] else {
                return None;
            };
            let of_atom = Known::of(self.data, &definition.body, &parameter.name, atom.kind);
            return of_atom.map(Meaning::Known);
        }
        let (layer, word) = self.symbol_for(name, value)?;
        let declared = &book.layers[layer];
        let fits = matches!(&declared.on, Ground::Atoms(kind, _) if *kind == atom.kind)
            && matches!(&declared.domain, Domain::Values { ranges, .. } if ranges.is_empty());
        fits.then_some(Meaning::Word { layer, word })
    }

    /// The test that an adjective of this meaning fits an atom, if it can be told so quickly.
    pub(super) fn meant(&self, meaning: Option<&Meaning>, value: &Value) -> Option<Test> {
        let (meaning, Value::Atom(atom)) = (meaning?, value) else {
            return None;
        };
        let at = position(&self.data.geometry, *atom);
        match meaning {
            Meaning::Word { layer, word } => {
                let var = self.layers.var(*layer, at)?;
                let code = self.layers.codes(*layer).first_word + *word as i32;
                Some(self.tidy(Test::is(var, code)))
            }
            Meaning::Known(known) => Some(Test::Const(known.holds(self.data, at))),
        }
    }
}

impl Known {
    /// What an expression says of the atom with this name.
    fn of(data: &Data, expr: &Expr, atom: &str, kind: Kind) -> Option<Self> {
        let all = |parts: &[Expr]| -> Option<Vec<Self>> {
            let parts = parts.iter();
            parts.map(|part| Self::of(data, part, atom, kind)).collect()
        };
        Some(match &expr.node {
            Node::Not(inner) => Self::Not(Box::new(Self::of(data, inner, atom, kind)?)),
            Node::And(parts) => Self::All(all(parts)?),
            Node::Or(parts) => Self::Any(all(parts)?),
            Node::Has(subject, negated, layer) => {
                let is_of_atom = matches!(&subject.node, Node::Name(name) if **name == *atom);
                let layer = data.book.layer(&layer.name)?;
                let declared = &data.book.layers[layer];
                let is_on_atom = matches!(&declared.on, Ground::Atoms(on, _) if *on == kind);
                if !is_of_atom || !is_on_atom || declared.role != Role::Data {
                    return None;
                }
                match negated {
                    false => Self::Has(layer),
                    true => Self::Not(Box::new(Self::Has(layer))),
                }
            }
            _ => return None,
        })
    }

    /// Whether it holds at a position of the layers on atoms of the kind.
    fn holds(&self, data: &Data, at: usize) -> bool {
        match self {
            Self::Has(layer) => stands(data, *layer, data.layers[*layer].get(at)),
            Self::Not(inner) => !inner.holds(data, at),
            Self::All(parts) => parts.iter().all(|part| part.holds(data, at)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(data, at)),
        }
    }
}

/// Whether a datum of a layer counts as a value: a word among numbers stands for having none.
pub(super) fn stands(data: &Data, layer: usize, datum: Option<&Datum>) -> bool {
    let is_mixed = || matches!(&data.book.layers[layer].domain, Domain::Values { ranges, .. } if !ranges.is_empty());
    match datum {
        None | Some(Datum::Missing) => false,
        Some(Datum::Word(_)) => !is_mixed(),
        Some(_) => true,
    }
}
