//! Rulebooks in normal words: each rule said as its [core](super::core) is said, so that it does not matter for the
//! compiler how a person worded it. The checker reads the rules as they are written.

use std::fmt::Write;
use std::sync::Arc;

use super::core::{LAWS, Words};
use super::origin;
use super::parse::{self, FormulaReader};
use super::resolve::Resolver;
use super::syntax::Rulebook;
use super::values::Data;
use super::walk::speaks_of_boards;

/// The rules of a rulebook in normal words.
pub(crate) struct Normal {
    /// For each rule its formulas; none if the rule has a form without a term, or names boards, and stays as it is written.
    pub(crate) rules: Vec<Option<Vec<String>>>,
    /// How often each law was applied, with its name and what it says.
    pub(crate) laws: Vec<(&'static str, &'static str, usize)>,
}

/// The rules of a rulebook without mistakes in normal words.
pub(crate) fn normal(book: &Rulebook) -> Normal {
    let mut resolver = Resolver::new(book, true);
    let rules = book
        .rules
        .iter()
        .map(|rule| {
            // A formula holds on each board unless it names boards, so what is said together must stay together.
            if rule.formulas.iter().any(|own| speaks_of_boards(book, own)) {
                return None;
            }
            let statements = resolver.rule(&rule.formulas).ok()?;
            let mut words = Words::new(&mut resolver.store, book);
            Some(
                statements
                    .into_iter()
                    .map(|statement| words.statement(statement))
                    .collect(),
            )
        })
        .collect();
    let fired = resolver.store.fired().iter();
    let laws = LAWS.iter().zip(fired);
    Normal {
        rules,
        laws: laws
            .map(|(&(name, law), &count)| (name, law, count))
            .collect(),
    }
}

/// Each rule with its formulas in normal words, and the laws that were applied.
pub(super) fn shown(book: &Rulebook) -> String {
    let normal = normal(book);
    let mut text = String::new();
    for (rule, formulas) in book.rules.iter().zip(normal.rules) {
        let _ = writeln!(text, "{}", rule.sentence);
        match formulas {
            None => text.push_str("    (as it is written)\n"),
            Some(formulas) => {
                for formula in formulas {
                    let _ = writeln!(text, "    {formula}");
                }
            }
        }
    }
    let mut applied = normal
        .laws
        .iter()
        .filter(|(.., count)| *count > 0)
        .peekable();
    if applied.peek().is_some() {
        text.push_str("\nLaws applied:\n");
    }
    for (name, law, count) in applied {
        let _ = writeln!(text, "    {count} × {name}: {law}");
    }
    text
}

/// A rulebook without mistakes with its rules in normal words, and whether any of them is.
fn worded(book: &Rulebook) -> Option<Rulebook> {
    let normal = normal(book);
    let vocabulary = FormulaReader::of(book);
    let mut worded = book.clone();
    // No text has these places; they only tell formulas apart.
    let mut at = origin::beginning(parse::MAX_LIKE + 1);
    let mut is_any = false;
    for (rule, said) in worded.rules.iter_mut().zip(normal.rules) {
        let Some(said) = said else {
            continue;
        };
        let formulas: Option<Vec<_>> = said
            .iter()
            .map(|text| {
                let start = at;
                at += text.len() + 1;
                vocabulary.formula(text, start)
            })
            .collect();
        if let Some(formulas) = formulas {
            rule.formulas = formulas;
            is_any = true;
        }
    }
    is_any.then_some(worded)
}

/// The data of a puzzle with the rules in normal words.
pub(crate) fn data(data: &Arc<Data>) -> Option<Arc<Data>> {
    let book = data
        .book
        .normal
        .0
        .get_or_init(|| worded(&data.book).map(Arc::new));
    let book = Arc::clone(book.as_ref()?);
    Some(Arc::new(Data {
        book,
        ..Data::clone(data)
    }))
}
