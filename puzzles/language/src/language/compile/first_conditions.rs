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
    /// which they can be decided. `None` if there are none before the last phrase.
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
        let (book, boards) = (&self.data.book, self.data.geometry.boards);
        let mut phrases = phrases.to_vec();
        let mut left = Vec::with_capacity(parts.len());
        for part in parts {
            let last = phrases
                .iter()
                .rposition(|phrase| names_any(part, &|name| binds(phrase, name)));
            let moves = last.filter(|&last| {
                last + 1 < phrases.len()
                    && takes_conditions(&phrases[last])
                    && self.speaks_of_known(part, &phrases)
                    && is_of_data(book, part, boards)
            });
            match moves {
                Some(last) => {
                    let node = Node::Not(Box::new(part.clone()));
                    let span = part.span.clone();
                    let holds = Qualifier::Where(Expr { node, span });
                    phrases[last].qualifiers.push(holds);
                }
                None => left.push(part.clone()),
            }
        }
        if left.is_empty() || left.len() == parts.len() {
            return None;
        }
        let body = Expr {
            node: Node::Or(left),
            span: body.span.clone(),
        };
        Some((phrases, body))
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

/// Whether the members of a phrase are known one by one, and are named.
fn takes_conditions(phrase: &Phrase) -> bool {
    let is_plain = matches!(
        phrase.noun,
        Noun::Atoms(_) | Noun::Lines(_) | Noun::Neighbour | Noun::Contact | Noun::Knight
    );
    is_plain && phrase.take.is_none() && phrase.variables.len() == 1
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
