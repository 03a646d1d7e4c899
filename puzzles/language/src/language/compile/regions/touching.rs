//! Rules about each two touching regions to find, as rules about the regions of each two neighbours: there are as many
//! of these as links, but as many pairs of regions as pairs of cells that may be the first of a region.

use super::super::Compiler;
use crate::language::syntax::{
    Comparison, Domain, Expr, Kind, Name, Node, Noun, Phrase, Qualifier, Quantifier, Word,
};

/// The neighbours; no name of a rulebook has a space.
const CELLS: [&str; 2] = ["a cell", "one beside it"];

impl Compiler<'_> {
    /// `each R a, R b touching a: body`, or `each R a: some R b touching a: body`, as a rule about neighbours.
    pub(crate) fn of_neighbours(&self, phrases: &[Phrase], body: &Expr) -> Option<Expr> {
        let (one, other, body, is_some) = match (phrases, &body.node) {
            ([one, other], _) => (one, other, body, false),
            ([one], Node::Quantified(Quantifier::Some, inner, Some(body))) => {
                let [other] = &inner[..] else { return None };
                (one, other, &**body, true)
            }
            _ => return None,
        };
        let (Noun::Regions(layer), [a], [b]) =
            (&one.noun, &one.variables[..], &other.variables[..])
        else {
            return None;
        };
        let number = self.data.book.layer(&layer.name)?;
        let are_found =
            self.data.is_found(number) && self.data.book.layers[number].domain == Domain::Regions;
        let [Qualifier::Touching(touched)] = &other.qualifiers[..] else {
            return None;
        };
        let is_plain = |phrase: &Phrase| phrase.take.is_none() && phrase.adjectives.is_empty();
        if !are_found
            || !matches!(&other.noun, Noun::Regions(own) if own.name == layer.name)
            || touched.node != Node::Name(a.name.clone())
            || !one.qualifiers.is_empty()
            || !is_plain(one)
            || !is_plain(other)
            // Regions with owners are few.
            || is_some && self.has_owners(number)
        {
            return None;
        }
        let made = |node: Node| Expr {
            node,
            span: one.span.clone(),
        };
        let word = |name: &str| Word {
            name: name.into(),
            span: one.span.clone(),
        };
        let cell = |name: &str| made(Node::Name(Name::from(name)));
        let region = |name: &str| made(Node::Of(layer.clone(), vec![cell(name)]));
        let phrase = |noun: Noun, name: &str, qualifiers: Vec<Qualifier>| Phrase {
            take: None,
            adjectives: Vec::new(),
            noun,
            variables: vec![word(name)],
            qualifiers,
            span: one.span.clone(),
        };
        let [here, there] = CELLS;
        let with = || Qualifier::With(layer.clone());
        let differ = Node::Compare(
            Comparison::NotEqual,
            Box::new(region(here)),
            Box::new(region(there)),
        );
        let beside = vec![
            Qualifier::Of(cell(here)),
            with(),
            Qualifier::Where(made(differ)),
        ];
        let within = match is_some {
            true => Qualifier::In(cell(&a.name)),
            false => with(),
        };
        let neighbours = vec![
            phrase(Noun::Atoms(Kind::Cell), here, vec![within]),
            phrase(Noun::Neighbour, there, beside),
        ];
        let bound = vec![(a.clone(), region(here)), (b.clone(), region(there))];
        let body = Some(Box::new(made(Node::Let(bound, Box::new(body.clone())))));
        Some(made(match is_some {
            true => {
                let some = made(Node::Quantified(Quantifier::Some, neighbours, body));
                Node::Quantified(Quantifier::Each, vec![one.clone()], Some(Box::new(some)))
            }
            false => Node::Quantified(Quantifier::Each, neighbours, body),
        }))
    }
}
