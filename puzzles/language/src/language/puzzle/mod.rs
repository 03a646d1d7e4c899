//! The puzzles of a rulebook: what they consist of, and the models made of them. The modules have what else a puzzle is
//! asked: which rules a grid breaks, what is drawn, filled grids as text, names of places, and the parts of its file.

mod broken;
mod drawing;
mod grids;
mod names;
mod parts;
mod rest;
mod rule;

use std::fmt;
use std::sync::{Arc, Mutex};

use super::syntax::{Extreme, Rulebook};
use super::values::{Data, Filling};
use super::walk::rules_about_folding;
pub use rule::Rule;

use super::{compile, file, interpret, link, normal, picture};
use crate::puzzle::enter::enter;
use crate::puzzle::{Answer, BuildOptions, Built, Compilation, Completed, Pass, RulePart};

/// A puzzle: a rulebook with data.
pub struct Puzzle {
    data: Arc<Data>,
    /// The positions of the values in the file.
    entries: Arc<[file::Entry]>,
    /// What reading it has compiled, for the first solve to take.
    compiled: Mutex<Option<compile::Draft>>,
    /// The best value, once it was found out.
    best: compile::BestKnown,
    /// What checking it has found out that holds for all filled grids.
    determined: interpret::Determined,
    /// Rules beside those of the rulebook.
    rules_in_rust: Vec<Arc<dyn Rule>>,
    /// What the rules about folding have to show of the grid that was shown last: picture and report need it.
    folded: Mutex<Option<(Filling, Arc<[interpret::Folded]>)>>,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzle")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

impl Puzzle {
    /// The puzzle of data that has been read, with what compiling it has given already.
    pub(crate) fn new(
        data: Arc<Data>,
        entries: Vec<file::Entry>,
        compiled: Option<compile::Draft>,
    ) -> Self {
        Self::of(data, entries.into(), compiled)
    }

    fn of(data: Arc<Data>, entries: Arc<[file::Entry]>, compiled: Option<compile::Draft>) -> Self {
        Self {
            data,
            entries,
            compiled: Mutex::new(compiled),
            best: compile::BestKnown::default(),
            determined: interpret::Determined::default(),
            rules_in_rust: Vec::new(),
            folded: Mutex::default(),
        }
    }

    /// The same puzzle with other data.
    fn with_data(&self, data: Arc<Data>) -> Self {
        Self {
            rules_in_rust: self.rules_in_rust.clone(),
            ..Self::of(data, Arc::clone(&self.entries), None)
        }
    }

    /// The data, and the positions of the values in the file.
    pub(super) fn data_and_entries(&self) -> (&Data, &[file::Entry]) {
        (&self.data, &self.entries)
    }

    fn book(&self) -> &Rulebook {
        &self.data.book
    }

    /// The answer asked for, if any.
    fn asked(&self) -> Option<&super::syntax::Answer> {
        self.book().answers.get(self.data.asked?)
    }
}

impl Puzzle {
    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.data.geometry.rows, self.data.geometry.columns)
    }

    /// The model of the puzzle, inert until solved.
    pub fn build(&self, options: &BuildOptions) -> Built {
        let known = self.compiled.lock().ok().and_then(|mut known| known.take());
        let mut built = compile::build(&self.data, known, options, &self.best);
        self.post_rules_in_rust(&mut built, options);
        if let Some(entries) = &options.entries {
            enter(&mut built, entries);
        }
        built
    }

    /// What in the file is valid but probably a mistake, a line each.
    pub fn remarks(&self) -> Vec<String> {
        picture::remarks(&self.data)
    }

    /// The address of the puzzle at puzz.link, if puzzles of its kind have addresses, or why it has none.
    pub fn address(&self) -> Option<Result<String, String>> {
        link::write(&self.data)
    }

    /// The answer that the puzzle asks for, of a grid that satisfies the rules; `None` if it asks for none, or if the
    /// value is not defined for the grid.
    pub fn answer(&self, completed: &Completed) -> Option<Answer> {
        let asked = self.asked()?;
        match interpret::evaluate(
            &self.determined,
            &self.data,
            &completed.filling,
            &asked.value,
        ) {
            interpret::Answer::Number(number) => Some(number.into()),
            interpret::Answer::List(numbers) => Some(numbers.into_iter().collect()),
            interpret::Answer::TooLarge => Some(Answer::too_large()),
            interpret::Answer::Nothing => None,
        }
    }

    /// For a puzzle that asks for the best grids: whether the least value is asked for (or the greatest), and the value
    /// of a filled grid.
    pub fn value_of(&self, completed: &Completed) -> Option<(bool, i128)> {
        let (extreme, value) = self.book().best.as_ref()?;
        match interpret::evaluate(&self.determined, &self.data, &completed.filling, value) {
            interpret::Answer::Number(number) => Some((*extreme == Extreme::Least, number)),
            _ => None,
        }
    }

    /// A description of the answer: `sum of all numbers`; empty if none is asked for.
    pub fn answer_text(&self) -> String {
        self.asked()
            .map_or_else(String::new, |answer| answer.text.clone())
    }

    /// The rules that have names: each name with the rule's sentence.
    pub fn rules(&self) -> Vec<(String, String)> {
        let rules = self.book().rules.iter();
        let rules = rules.map(|rule| (rule.id.to_string(), rule.sentence.to_string()));
        let in_rust = self.rules_in_rust.iter().map(|rule| rule.sentence());
        rules
            .chain(in_rust.map(|sentence| (sentence.to_owned(), sentence.to_owned())))
            .collect()
    }

    /// The names of the rules about folding. A model [without](Self::without) these is small.
    pub fn rules_about_folding(&self) -> Vec<String> {
        rules_about_folding(self.book())
    }

    /// The same puzzle without some of its rules, which are called as in [`Puzzle::rules`]; names that it does not have
    /// change nothing.
    #[must_use]
    pub fn without(&self, rules: &[String]) -> Self {
        let mut data = (*self.data).clone();
        let mut book = (*data.book).clone();
        book.rules
            .retain(|rule| !rules.iter().any(|name| **name == *rule.id));
        data.book = Arc::new(book);
        let mut puzzle = self.with_data(Arc::new(data));
        let is_kept = |rule: &Arc<dyn Rule>| !rules.iter().any(|name| name == rule.sentence());
        puzzle.rules_in_rust.retain(is_kept);
        puzzle
    }

    /// Each rule with its formulas in normal words, and the laws that were applied, as lines of text.
    pub fn core(&self) -> String {
        normal::shown(&self.data.book)
    }

    /// What the rules become with these options; nothing if they are too large without some passes.
    pub fn compilation(&self, options: &BuildOptions) -> Compilation {
        let selection = compile::selection(options);
        let Ok(draft) = compile::draft(&self.data, &selection) else {
            return Compilation::default();
        };
        let compiled = draft.finish(&options.interrupt);
        let fired = |&pass: &Pass| (pass, compiled.passes.fired(pass));
        let passes = Pass::ALL.iter().map(fired).filter(|(_, times)| *times > 0);
        let passes = passes.collect();
        let steps = compiled.steps;
        let postings = compiled.postings.into_iter();
        let parts = postings
            .map(|part| RulePart {
                is_weak: part.is_weak(),
                rule: match part.cause {
                    compile::Cause::Rule(rule) => self.book().rules[rule].sentence.to_string(),
                    compile::Cause::Layers => "(layers)".to_owned(),
                    compile::Cause::Best => "(the best value)".to_owned(),
                    compile::Cause::Implied => "(implied)".to_owned(),
                },
                place: part.place.to_string(),
                propagator: part.propagator,
                strength: part.strength,
            })
            .collect();
        Compilation {
            parts,
            passes,
            steps,
        }
    }
}
