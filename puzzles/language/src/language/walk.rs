//! Visiting the parts of a formula: purely syntactic.

use super::syntax::{
    Expr, Layer, Measure, Node, Noun, Over, PairOf, Phrase, Predicate, Qualifier, Quantifier, Role,
    Rulebook, Word,
};
use quadrille_engine::bits::none_of;

/// A part of an expression.
pub(crate) enum Term<'e> {
    Expr(&'e Expr),
    Phrase(&'e Phrase),
    Predicate(&'e Predicate),
}

type Visit<'v, 'e> = &'v mut dyn FnMut(Term<'e>);

/// Shows `visit` the expression and all its parts.
///
/// Longer than other functions: an arm for each form.
pub(crate) fn walk<'e>(expr: &'e Expr, visit: Visit<'_, 'e>) {
    visit(Term::Expr(expr));
    match &expr.node {
        Node::Number(_) | Node::Text(_) | Node::Name(_) => {}
        Node::Of(_, parts) | Node::And(parts) | Node::Or(parts) => all(parts, visit),
        Node::Phrase(phrase) => walk_phrase(phrase, visit),
        Node::Measure(_, over) | Node::Values(_, over) => match over {
            Over::Layer(_, place) => walk(place, visit),
            Over::Phrases(phrases, value) => {
                all_phrases(phrases, visit);
                walk(value, visit);
            }
        },
        Node::Directions(from, nearest) => {
            walk(from, visit);
            walk_phrase(nearest, visit);
        }
        Node::Walk(ends, through) => {
            all(&**ends, visit);
            walk_phrase(through, visit);
        }
        Node::Nearest(_, cell, place) => {
            walk(cell, visit);
            if let Some(place) = place {
                walk(place, visit);
            }
        }
        Node::Count(phrases) => all_phrases(phrases, visit),
        Node::Negative(inner)
        | Node::Not(inner)
        | Node::Beam(_, inner, _)
        | Node::Has(inner, ..) => {
            walk(inner, visit);
        }
        Node::Arithmetic(_, a, b)
        | Node::Else(a, b)
        | Node::Compare(_, a, b)
        | Node::Iff(a, b)
        | Node::Satisfies(a, b)
        | Node::Reads(_, a, _, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        Node::If(a, b, c) => {
            walk(a, visit);
            walk(b, visit);
            if let Some(c) = c {
                walk(c, visit);
            }
        }
        Node::Quantified(quantifier, phrases, body) => {
            if let Quantifier::Exactly(n) | Quantifier::AtLeast(n) | Quantifier::AtMost(n) =
                quantifier
            {
                walk(n, visit);
            }
            all_phrases(phrases, visit);
            if let Some(body) = body {
                walk(body, visit);
            }
        }
        Node::NoLoop(phrases, body) => {
            all_phrases(phrases, visit);
            walk(body, visit);
        }
        Node::Is(subject, _, predicate) => {
            walk(subject, visit);
            visit(Term::Predicate(predicate));
            match predicate {
                Predicate::Adjective(_, parts) | Predicate::OneOf(parts) => all(parts, visit),
                Predicate::Value(inner)
                | Predicate::In(inner)
                | Predicate::Inside(inner)
                | Predicate::Congruent(inner)
                | Predicate::SymmetricAbout(_, inner) => walk(inner, visit),
                Predicate::Folds(folding) => folding.parts().for_each(|part| walk(part, visit)),
                _ => {}
            }
        }
        Node::Let(bound, body) => {
            bound.iter().for_each(|(_, value)| walk(value, visit));
            walk(body, visit);
        }
    }
}

fn all<'e>(parts: &'e [Expr], visit: Visit<'_, 'e>) {
    parts.iter().for_each(|part| walk(part, visit));
}

fn all_phrases<'e>(phrases: &'e [Phrase], visit: Visit<'_, 'e>) {
    phrases.iter().for_each(|phrase| walk_phrase(phrase, visit));
}

pub(crate) fn walk_phrase<'e>(phrase: &'e Phrase, visit: Visit<'_, 'e>) {
    visit(Term::Phrase(phrase));
    if let Some((_, Some(count))) = &phrase.take {
        walk(count, visit);
    }
    match &phrase.noun {
        Noun::Block(a, b) | Noun::Box(a, b) | Noun::Value(a, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        Noun::Entry(list) => walk(list, visit),
        Noun::Group(inner, _) | Noun::Run(inner) | Noun::Pair(PairOf::Atoms(inner)) => {
            walk_phrase(inner, visit)
        }
        Noun::JoinedGroup(inner, links) => {
            walk_phrase(inner, visit);
            walk_phrase(links, visit);
        }
        _ => {}
    }
    for qualifier in &phrase.qualifiers {
        match qualifier {
            Qualifier::Of(e)
            | Qualifier::In(e)
            | Qualifier::Where(e)
            | Qualifier::Towards(e)
            | Qualifier::SeenFrom(e)
            | Qualifier::Before(e)
            | Qualifier::After(e)
            | Qualifier::Besides(e)
            | Qualifier::Touching(e)
            | Qualifier::On(e) => walk(e, visit),
            Qualifier::Beyond(a, b) => {
                walk(a, visit);
                walk(b, visit);
            }
            Qualifier::Reached(from, through) => {
                walk(from, visit);
                walk_phrase(through, visit);
            }
            Qualifier::With(_) | Qualifier::Without(_) | Qualifier::Until(..) => {}
        }
    }
}

/// Whether some rule reads numbers of a layer as the digits of one.
pub(crate) fn reads_digits(book: &Rulebook) -> bool {
    let mut layers = book.layers.iter();
    layers.any(|layer| is_read(book, &layer.word))
}

/// Whether some rule reads the numbers of this layer as the digits of one.
pub(crate) fn is_read(book: &Rulebook, layer: &Word) -> bool {
    let mut formulas = book.rules.iter().flat_map(|rule| &rule.formulas);
    formulas.any(|formula| {
        uses(book, formula, &|part| match part {
            Term::Expr(Expr {
                node: Node::Measure(Measure::Reading, Over::Layer(word, _)),
                ..
            }) => word.name == layer.name,
            _ => false,
        })
    })
}

/// The ids of the rules about folding.
pub(crate) fn rules_about_folding(book: &Rulebook) -> Vec<String> {
    let is_fold = |part: &Term<'_>| matches!(part, Term::Predicate(Predicate::Folds(_)));
    let rules = book.rules.iter().filter(|rule| {
        let mut formulas = rule.formulas.iter();
        formulas.any(|formula| uses(book, formula, &is_fold))
    });
    rules.map(|rule| rule.id.to_string()).collect()
}

/// Whether an expression uses one of these names for a value.
pub(crate) fn names(expr: &Expr, wanted: &[super::syntax::Word]) -> bool {
    let mut found = false;
    walk(expr, &mut |part| {
        if let Term::Expr(Expr {
            node: Node::Name(name),
            ..
        }) = part
        {
            found |= wanted.iter().any(|word| word.name == *name);
        }
    });
    found
}

/// Whether an expression mentions boards, itself or through definitions.
pub(crate) fn speaks_of_boards(book: &Rulebook, expr: &Expr) -> bool {
    uses(book, expr, &|part| match part {
        Term::Expr(Expr {
            node: Node::Of(word, _),
            ..
        }) => &*word.name == "board",
        Term::Phrase(phrase) => {
            let mut qualifiers = phrase.qualifiers.iter();
            phrase.noun == Noun::Board || qualifiers.any(|known| matches!(known, Qualifier::On(_)))
        }
        _ => false,
    })
}

/// Whether some rule is about boxes.
pub(crate) fn speaks_of_boxes(book: &Rulebook) -> bool {
    let is_box = |part: &Term<'_>| match part {
        Term::Phrase(phrase) => matches!(phrase.noun, Noun::Box(..)),
        _ => false,
    };
    let mut formulas = book.rules.iter().flat_map(|rule| &rule.formulas);
    formulas.any(|formula| uses(book, formula, &is_box))
}

/// Whether a formula reads a hidden layer of numbers.
pub(crate) fn reads_hidden(book: &Rulebook, formula: &Expr) -> bool {
    let is_hidden = |word: &Word| {
        let layer = book.layer(&word.name).map(|layer| &book.layers[layer]);
        let is_drawn = || book.draw.iter().any(|draw| draw.layer.name == word.name);
        layer.is_some_and(|layer| layer.role == Role::Hidden) && !is_drawn()
    };
    uses(book, formula, &|part| match part {
        Term::Expr(expr) => match &expr.node {
            Node::Of(word, _)
            | Node::Beam(_, _, word)
            | Node::Measure(_, Over::Layer(word, _))
            | Node::Values(_, Over::Layer(word, _)) => is_hidden(word),
            _ => false,
        },
        _ => false,
    })
}

/// Whether a formula reads a layer of the data.
pub(crate) fn reads_data(book: &Rulebook, formula: &Expr) -> bool {
    reads(book, formula, &|layer| {
        book.layers[layer].role == Role::Data
    })
}

/// Whether a formula reads one of these layers. A word that another layer has as well does not count.
pub(crate) fn reads(book: &Rulebook, formula: &Expr, is_wanted: &dyn Fn(usize) -> bool) -> bool {
    let is_wanted = |name: &str| match book.layer(name) {
        Some(layer) => is_wanted(layer),
        None => {
            let layers = book.layers.iter().enumerate();
            let mut known = layers.filter(|(_, layer)| layer.domain.has_word(name));
            known.clone().next().is_some() && known.all(|(number, _)| is_wanted(number))
        }
    };
    uses(book, formula, &|part| match part {
        Term::Expr(expr) => match &expr.node {
            Node::Name(name) => is_wanted(name),
            Node::Of(word, _)
            | Node::Has(_, _, word)
            | Node::Beam(_, _, word)
            | Node::Nearest(word, ..)
            | Node::Measure(_, Over::Layer(word, _))
            | Node::Values(_, Over::Layer(word, _)) => is_wanted(&word.name),
            _ => false,
        },
        Term::Predicate(Predicate::Adjective(word, _)) => is_wanted(&word.name),
        Term::Predicate(_) => false,
        Term::Phrase(phrase) => {
            let mut words = phrase.adjectives.iter().map(|(_, word)| word);
            let mut qualifiers = phrase.qualifiers.iter();
            let is_of_regions =
                matches!(&phrase.noun, Noun::Regions(word) if is_wanted(&word.name));
            is_of_regions
                || words.any(|word| is_wanted(&word.name))
                || qualifiers.any(|qualifier| match qualifier {
                    Qualifier::With(word) | Qualifier::Without(word) => is_wanted(&word.name),
                    _ => false,
                })
        }
    })
}

/// Whether the value of an expression depends on data and variables alone: for certain, since some forms are not looked
/// into. On several boards phrases and `grid` depend on the board that a rule is about.
pub(crate) fn is_of_data(book: &Rulebook, expr: &Expr, boards: usize) -> bool {
    let is_found = |word: &Word| {
        let layer = book.layer(&word.name).map(|layer| &book.layers[layer]);
        layer.is_some_and(|layer| layer.role != Role::Data)
    };
    let is_defined = |name: &str| book.definitions.iter().any(|own| *own.word.name == *name);
    // Definitions are looked into.
    let may_say_found = |word: &Word| {
        let mut layers = book.layers.iter();
        let is_value = |layer: &Layer| layer.domain.has_word(&word.name);
        is_found(word) || layers.any(|layer| layer.role != Role::Data && is_value(layer))
    };
    let may_be_found = |part: &Term<'_>| match part {
        Term::Expr(expr) => match &expr.node {
            Node::Number(_)
            | Node::Negative(_)
            | Node::Arithmetic(..)
            | Node::Else(..)
            | Node::If(..)
            | Node::Compare(..)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Iff(..)
            | Node::Let(..)
            | Node::Quantified(..)
            | Node::Count(_)
            | Node::Phrase(_)
            | Node::Walk(..)
            | Node::Measure(_, Over::Phrases(..))
            | Node::Is(
                _,
                _,
                Predicate::Told | Predicate::Value(_) | Predicate::OneOf(_) | Predicate::In(_),
            ) => false,
            Node::Is(_, _, Predicate::Adjective(word, _)) => may_say_found(word),
            Node::Name(name) if &**name == "grid" => boards > 1,
            Node::Name(name) => book
                .layer(name)
                .is_some_and(|layer| book.layers[layer].role != Role::Data),
            Node::Of(word, _) | Node::Measure(_, Over::Layer(word, _)) => is_found(word),
            Node::Has(_, _, word) => is_found(word) || is_defined(&word.name),
            _ => true,
        },
        Term::Phrase(phrase) => {
            let is_fixed = matches!(
                phrase.noun,
                Noun::Atoms(_)
                    | Noun::Lines(_)
                    | Noun::Neighbour
                    | Noun::Contact
                    | Noun::Knight
                    | Noun::Image
            );
            let mut adjectives = phrase.adjectives.iter();
            let mut qualifiers = phrase.qualifiers.iter();
            boards > 1
                || !is_fixed
                || adjectives.any(|(_, word)| may_say_found(word))
                || qualifiers.any(|qualifier| match qualifier {
                    Qualifier::With(word) | Qualifier::Without(word) => {
                        is_found(word) || is_defined(&word.name)
                    }
                    Qualifier::Until(_, word) => may_say_found(word),
                    Qualifier::Reached(..) => true,
                    _ => false,
                })
        }
        Term::Predicate(_) => false,
    };
    !uses(book, expr, &may_be_found)
}

/// Whether the rules, or what is asked to be best, have such a part.
pub(crate) fn says(book: &Rulebook, is_said: &dyn Fn(&Term<'_>) -> bool) -> bool {
    let rules = book.rules.iter().flat_map(|rule| &rule.formulas);
    let best = book.best.iter().map(|(_, value)| value);
    rules
        .chain(best)
        .any(|formula| uses(book, formula, is_said))
}

/// Whether a part of an expression, or of the definitions that it uses, satisfies `is_wanted`.
pub(crate) fn uses(book: &Rulebook, expr: &Expr, is_wanted: &dyn Fn(&Term<'_>) -> bool) -> bool {
    let mut seen = none_of(book.definitions.len());
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let mut found = false;
        let mut called: Vec<&str> = Vec::new();
        walk(expr, &mut |part| {
            found |= is_wanted(&part);
            match part {
                Term::Expr(Expr {
                    node:
                        Node::Of(word, _)
                        | Node::Measure(_, Over::Layer(word, _))
                        | Node::Values(_, Over::Layer(word, _))
                        | Node::Nearest(word, ..),
                    ..
                })
                | Term::Predicate(Predicate::Adjective(word, _)) => called.push(&word.name),
                Term::Phrase(phrase) => {
                    called.extend(phrase.adjectives.iter().map(|(_, word)| &*word.name));
                    for qualifier in &phrase.qualifiers {
                        if let Qualifier::Until(_, word) = qualifier {
                            called.push(&word.name);
                        }
                    }
                }
                _ => {}
            }
        });
        if found {
            return true;
        }
        for (number, definition) in book.definitions.iter().enumerate() {
            if !seen[number] && called.contains(&&*definition.word.name) {
                seen.set(number, true);
                open.push(&definition.body);
            }
        }
    }
    false
}
