//! The form of formulas, where a rule is recognised by what it says.

use crate::language::syntax::{Expr, Name, Node, Noun, Phrase, Quantifier};

/// Whether an expression is a variable.
pub(super) fn is(expr: &Expr, name: &Name) -> bool {
    matches!(&expr.node, Node::Name(own) if own == name)
}

/// The one variable of `each NOUN x: …` without further conditions, the noun, and the rest.
pub(super) fn each(formula: &Expr) -> Option<(&Name, &Noun, &Expr)> {
    let (name, phrase, body) = each_of(formula)?;
    phrase.is_whole().then_some((name, &phrase.noun, body))
}

/// The one variable of `each PHRASE: …`, the phrase, and the rest.
pub(super) fn each_of(formula: &Expr) -> Option<(&Name, &Phrase, &Expr)> {
    let Node::Quantified(Quantifier::Each, phrases, Some(body)) = &formula.node else {
        return None;
    };
    let [phrase] = &phrases[..] else {
        return None;
    };
    let [variable] = &phrase.variables[..] else {
        return None;
    };
    Some((&variable.name, phrase, body))
}
