//! The numbers of lists: what is said of each of them says nothing of a `?`.

use super::super::syntax::{Expr, Name, Node, Phrase, Predicate, Qualifier};
use super::super::walk::{Term, names, walk, walk_phrase};

/// Lets what `each value k in LIST: …` and the like say be about the numbers that are told, unless the formula asks
/// whether they are. Otherwise `some link l: length of l = k` would be false for a `?`: it is missing for every link, and
/// what is missing is skipped.
pub(super) fn leave_untold_out(phrases: &mut [Phrase], body: &Expr) {
    for at in 0..phrases.len() {
        let Some(name) = phrases[at].entry().cloned() else {
            continue;
        };
        let is_asked = phrases[at..]
            .iter()
            .any(|phrase| is_asked_in(phrase, &name));
        if !is_asked && !is_asked_of(body, &name) {
            keep_told(&mut phrases[at], name);
        }
    }
}

/// The same for conditions: `count values k in LIST where …`.
pub(super) fn leave_untold_out_of(phrase: &mut Phrase) {
    let Some(name) = phrase.entry().cloned() else {
        return;
    };
    let is_condition = |qualifier: &Qualifier| match qualifier {
        Qualifier::Where(test) => names(test, &phrase.variables),
        _ => false,
    };
    if phrase.qualifiers.iter().any(is_condition) && !is_asked_in(phrase, &name) {
        keep_told(phrase, name);
    }
}

/// Adds `where k is told`.
fn keep_told(phrase: &mut Phrase, name: Name) {
    let expr = |node| Expr {
        node,
        span: phrase.span.clone(),
    };
    let subject = expr(Node::Name(name));
    let is_told = expr(Node::Is(Box::new(subject), false, Predicate::Told));
    phrase.qualifiers.insert(0, Qualifier::Where(is_told));
}

fn is_asked_of(expr: &Expr, name: &Name) -> bool {
    let mut found = false;
    walk(expr, &mut |part| found |= is_question(&part, name));
    found
}

fn is_asked_in(phrase: &Phrase, name: &Name) -> bool {
    let mut found = false;
    walk_phrase(phrase, &mut |part| found |= is_question(&part, name));
    found
}

/// `k is told`, `k is not told`.
fn is_question(part: &Term<'_>, name: &Name) -> bool {
    match part {
        Term::Expr(Expr {
            node: Node::Is(subject, _, Predicate::Told),
            ..
        }) => subject.node == Node::Name(name.clone()),
        _ => false,
    }
}
