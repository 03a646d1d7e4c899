//! The type check of a rulebook, without data: mistakes are reported when it is read, whatever the data of puzzles.
//!
//! It determines the type of each expression (`kind`) and refuses those without a meaning for any data: unknown words,
//! a number where a test is needed, a layer at a place that it does not cover, a division by 0. It is lenient where the
//! data decides. Definitions have no types of their own: each is checked for the arguments that it is used with.
//!
//! | module | |
//! |---|---|
//! | `kind` | the type of an expression |
//! | `declare` | declarations: values, signs, places, unused data |
//! | `expression`, `compare`, `function`, `measure` | formulas, numbers and values |
//! | `phrase` | noun phrases |
//! | `layer` | layers at places, words of layers |

mod beam;
mod compare;
mod declare;
mod expression;
mod function;
mod kind;
mod layer;
mod measure;
mod phrase;
mod predicate;
#[cfg(test)]
mod tests;

use super::parse::{of_a_value, otherwise, reserved_word_near};
use super::syntax::{Name, Rulebook, Span};
use crate::document::{Problem, Problems, near_word};
use kind::Type;

pub(crate) use declare::unused;

/// The deepest nesting of definitions.
pub(crate) const MAX_DEFINED: usize = 30;

/// How many variables a formula may have in scope at one place. Each adds to what one combination of members costs in
/// time, memory and nesting.
pub(crate) const MAX_SCOPE: usize = 20;

/// How deep formulas may be nested, those of definitions included.
pub(crate) const MAX_NESTING: usize = 150;

/// Everything that is wrong with a rulebook for any data.
pub(crate) fn check(book: &Rulebook, problems: &mut Problems) {
    let mut checker = Checker::new(book);
    checker.declarations();
    checker.formulas();
    checker.unused_definitions();
    checker.tell(problems);
}

/// Mistakes in the formulas of a rulebook, some of which could not be parsed, while everything else could.
pub(crate) fn check_the_rest(book: &Rulebook, problems: &mut Problems) {
    let mut checker = Checker::new(book);
    checker.formulas();
    checker.tell(problems);
}

struct Checker<'b> {
    book: &'b Rulebook,
    problems: Vec<Problem>,
    /// The types of variables, the innermost last.
    scope: Vec<(Name, Type)>,
    /// Whether it was reported that these are too many.
    is_scope_full: bool,
    /// The names in scope for numbers of lists, which may be `?`.
    listed: Vec<Name>,
    /// The names of phrases whose qualifiers are being read, in which they do not stand yet.
    declared: Vec<Name>,
    /// Where the innermost condition after `where` stands.
    condition: Option<Span>,
    /// How many comparisons were reported that were meant to be about what stands before a condition.
    misplaced: usize,
    /// Definitions that are being checked.
    defining: Vec<usize>,
    /// Definitions with the types of their arguments, their type for these, and their nesting.
    known: Vec<(usize, Vec<Type>, Type, usize)>,
    /// How deep in formulas and definitions, and how deep it has been.
    depth: usize,
    deepest: usize,
}

impl<'b> Checker<'b> {
    fn new(book: &'b Rulebook) -> Self {
        Self {
            book,
            problems: Vec::new(),
            scope: Vec::new(),
            listed: Vec::new(),
            declared: Vec::new(),
            condition: None,
            misplaced: 0,
            defining: Vec::new(),
            known: Vec::new(),
            depth: 0,
            deepest: 0,
            is_scope_full: false,
        }
    }

    fn formulas(&mut self) {
        for rule in &self.book.rules {
            for formula in &rule.formulas {
                self.test(formula);
            }
        }
        for answer in &self.book.answers {
            self.value(&answer.value);
        }
        if let Some((_, value)) = &self.book.best {
            self.number(value);
        }
        if let Some(phrase) = &self.book.borders {
            self.members(phrase);
        }
        if let Some(phrase) = &self.book.tinted {
            self.tinted(phrase);
        }
        for draw in &self.book.draw {
            self.drawn_on(draw);
        }
    }

    /// Reports the problems, in the order of the text.
    fn tell(self, problems: &mut Problems) {
        let mut found = self.problems;
        found.sort_by_key(|problem| problem.span.as_ref().map_or(0, |span| span.start));
        found.dedup();
        found.into_iter().for_each(|problem| problems.push(problem));
    }
}

impl Checker<'_> {
    /// Reports a problem. The type is then `Any`, so that no further problems follow from it.
    fn wrong(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Type {
        self.problems
            .push(Problem::new(span.clone(), message, expected));
        Type::Any
    }

    /// The same with a way to mend it.
    fn wrong_but(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        expected: impl Into<String>,
        help: impl Into<String>,
    ) -> Type {
        self.problems
            .push(Problem::new(span.clone(), message, expected).help(help));
        Type::Any
    }

    /// Reports an unknown word, with the nearest known one; if none is near, with the list of known ones.
    fn unknown(
        &mut self,
        span: &Span,
        what: &str,
        name: &str,
        expected: &str,
        known: &[&str],
    ) -> Type {
        let problem = Problem::new(span.clone(), format!("unknown {what} `{name}`"), expected);
        if self.declared.iter().any(|declared| **declared == *name) {
            self.problems.push(problem.help(format!(
                "this belongs to the place before it; put that in parentheses, as in `each cell {name} in (first row) where …`"
            )));
            return Type::Any;
        }
        if let Some(help) = otherwise(name) {
            self.problems.push(problem.help(help));
            return Type::Any;
        }
        let problem = match near_word(name, known).or_else(|| reserved_word_near(name)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None if known.is_empty() => problem,
            None => {
                let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
                let known = format!("known here are {}", known.join(", "));
                // A single letter is a variable that nothing has introduced.
                problem.help(match what == "name" && name.chars().count() == 1 {
                    true => format!("say what `{name}` is, as in `each cell {name}: …`; {known}"),
                    false => known,
                })
            }
        };
        self.problems.push(problem);
        Type::Any
    }

    /// Runs `inner` with further names.
    fn with<T>(
        &mut self,
        names: impl IntoIterator<Item = (Name, Type)>,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.scope.len();
        self.scope.extend(names);
        let result = inner(self);
        self.scope.truncate(before);
        result
    }

    /// Checks unused definitions, for any arguments.
    fn unused_definitions(&mut self) {
        for (number, definition) in self.book.definitions.iter().enumerate() {
            if !self.known.iter().any(|(known, ..)| *known == number) {
                let any = vec![Type::Any; definition.parameters.len()];
                self.defined(number, any, &definition.word.span);
            }
        }
    }

    /// The type of a definition for these arguments.
    fn defined(&mut self, number: usize, with: Vec<Type>, span: &Span) -> Type {
        let definition = &self.book.definitions[number];
        let name = &definition.word.name;
        if self.defining.contains(&number) {
            return self.wrong(
                span,
                format!("`{name}` is defined in terms of itself"),
                "expected a definition in terms of others",
            );
        }
        if self.defining.len() == MAX_DEFINED {
            return self.wrong(
                span,
                "definitions use each other too deeply",
                format!("at most {MAX_DEFINED} levels are possible"),
            );
        }
        if definition.parameters.len() != with.len() {
            let wants = format!("`{name}` takes {} arguments", definition.parameters.len());
            let found = format!("found {}", with.len());
            if definition.is_test && definition.parameters.len() == 2 && with.len() == 1 {
                let help = format!(
                    "with two arguments it comes after `is`, as in `cells c in r where c is {name} in r`"
                );
                return self.wrong_but(span, wants, found, help);
            }
            return self.wrong(span, wants, found);
        }
        let known = self
            .known
            .iter()
            .find(|(known, types, ..)| *known == number && *types == with);
        if let Some((_, _, result, depth)) = known {
            let (result, depth) = (result.clone(), self.depth + depth);
            self.deepest = self.deepest.max(depth);
            if depth > MAX_NESTING {
                return self.too_deep(span);
            }
            return result;
        }
        let before = std::mem::replace(&mut self.deepest, self.depth);
        let parameters = definition.parameters.iter().map(|word| word.name.clone());
        let inner: Vec<(Name, Type)> = parameters.zip(with.iter().cloned()).collect();
        let outer = std::mem::replace(&mut self.scope, inner);
        let listed = std::mem::take(&mut self.listed);
        self.defining.push(number);
        let result = if definition.is_test {
            let parameters = definition.parameters.iter();
            let names: Vec<&str> = parameters.map(|word| &*word.name).collect();
            self.test_or(&definition.body, || {
                (!names.is_empty()).then(|| of_a_value(name, &names.join(" to ")))
            });
            Type::Test
        } else {
            self.value(&definition.body)
        };
        self.defining.pop();
        self.scope = outer;
        self.listed = listed;
        let depth = self.deepest - self.depth;
        self.deepest = self.deepest.max(before);
        self.known.push((number, with, result.clone(), depth));
        result
    }

    fn too_deep(&mut self, span: &Span) -> Type {
        self.wrong_but(
            span,
            "the formula is nested too deeply",
            format!("at most {MAX_NESTING} levels are possible, including those of definitions"),
            "split it into several rules",
        )
    }

    fn definition(&self, name: &str) -> Option<usize> {
        let definitions = &self.book.definitions;
        definitions
            .iter()
            .position(|known| &*known.word.name == name)
    }
}
