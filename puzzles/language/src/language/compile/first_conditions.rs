//! Conditions on data, asked as soon as the members are known that they are about.
//!
//! Of `each line l, cell a in l, cell b in l: P or Q`, where P is about a and data alone, most a may be of no interest: then
//! no b need be looked at. (A look-air of 10×10 that speaks of each run and each two cells of its line compiles in a sixth
//! of the time.)

use super::Compiler;
use super::value::Value;
use crate::language::syntax::{Expr, Name, Node, Noun, Phrase, Qualifier};
use crate::language::walk::{Term, is_of_data, walk};

impl Compiler<'_> {
    /// `each PHRASES: body` with the alternatives of its body that only data decides as conditions of the first phrase after
    /// which they can be decided. `None` if there are none before the last phrase, or only such.
    ///
    /// An alternative that is missing leaves nothing to demand, and a member for which a condition is missing is none.
    pub(super) fn conditions_first(
        &self,
        phrases: &[Phrase],
        body: &Expr,
    ) -> Option<(Vec<Phrase>, Expr)> {
        let Node::Or(parts) = &body.node else {
            return None;
        };
        let places = parts.iter().map(|part| self.known_after(part, phrases));
        let places: Vec<Option<usize>> = places.collect();
        // One alternative is left to be demanded.
        if places.iter().all(Option::is_none) || places.iter().all(Option::is_some) {
            return None;
        }
        let mut phrases = phrases.to_vec();
        let mut left = Vec::new();
        for (part, place) in parts.iter().zip(places) {
            let Some(place) = place else {
                left.push(part.clone());
                continue;
            };
            let node = Node::Not(Box::new(part.clone()));
            let span = part.span.clone();
            let condition = Qualifier::Where(Expr { node, span });
            phrases[place].qualifiers.push(condition);
        }
        let body = Expr {
            node: Node::Or(left),
            span: body.span.clone(),
        };
        Some((phrases, body))
    }

    /// The phrase before the last after whose member is known whether a formula holds, if only data decides that.
    fn known_after(&self, formula: &Expr, phrases: &[Phrase]) -> Option<usize> {
        let is_named = |phrase: &Phrase| names_any(formula, &|name| binds(phrase, name));
        let place = phrases.iter().rposition(is_named)?;
        let phrase = &phrases[place];
        let is_single = phrase.take.is_none() && phrase.variables.len() == 1;
        let (book, boards) = (&self.data.book, self.data.geometry.boards);
        (place + 1 < phrases.len()
            && is_single
            && self.speaks_of_known(formula, phrases)
            && is_of_data(book, formula, boards))
        .then_some(place)
    }

    /// Whether what a formula names is known: members of phrases of which only it depends on the solution that they are
    /// members, not what they are.
    fn speaks_of_known(&self, formula: &Expr, phrases: &[Phrase]) -> bool {
        let is_known = |name: &Name| {
            let bound = phrases.iter().find(|phrase| binds(phrase, name));
            match (bound, self.eval.scope.get(name)) {
                (Some(phrase), _) => has_known_members(phrase),
                (None, Some(value)) => matches!(value, Value::Atom(_) | Value::Direction(_)),
                (None, None) => true,
            }
        };
        !names_any(formula, &|name| !is_known(name))
    }
}

/// Whether what the members of a phrase are is known.
fn has_known_members(phrase: &Phrase) -> bool {
    matches!(
        phrase.noun,
        Noun::Atoms(_)
            | Noun::Lines(_)
            | Noun::Block(..)
            | Noun::Box(..)
            | Noun::Neighbour
            | Noun::Contact
            | Noun::Knight
            | Noun::Run(_)
            | Noun::Direction
    )
}

fn binds(phrase: &Phrase, name: &Name) -> bool {
    phrase.variables.iter().any(|word| word.name == *name)
}

/// Whether a formula names something like this.
fn names_any(formula: &Expr, is_wanted: &dyn Fn(&Name) -> bool) -> bool {
    let mut found = false;
    walk(formula, &mut |part| {
        if let Term::Expr(expr) = part
            && let Node::Name(name) = &expr.node
        {
            found |= is_wanted(name);
        }
    });
    found
}
