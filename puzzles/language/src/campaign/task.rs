//! The puzzle and the question: everything that the parts of a search must have in common.

use quadrille_engine::Solver;
use serde_json::{Map, Value, json};

use super::sealed::{Document, fields, list, pairs};
use super::sha256::{Sha256, digest};
use crate::language::library::Shelf;
use crate::read::{BadInput, Loaded, Source, parse_on};
use crate::solve::{Goal, Halt};

/// A puzzle with the question about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The name of the puzzle.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// Name and text of the rulebooks that it is of.
    pub rulebooks: Vec<(String, String)>,
    /// How far to go.
    pub goal: Goal,
    /// Whether to report what each cell holds in all solutions.
    pub consensus: bool,
    /// Names of rules that are left out.
    pub without: Vec<String>,
    /// How to search, as the words of the command line. Literals mean the same however a model is searched, but parts
    /// are alike in size only if they are searched as they were split.
    pub search: Vec<String>,
}

/// A goal, as it is written.
fn goal_word(goal: Goal) -> String {
    match goal {
        Goal::Uniqueness => "uniqueness".to_owned(),
        Goal::Count => "count".to_owned(),
        Goal::All => "all".to_owned(),
        Goal::Limit(most) => format!("limit {most}"),
    }
}

/// The goal that is written so.
fn goal_of(word: &str) -> Option<Goal> {
    Some(match word {
        "uniqueness" => Goal::Uniqueness,
        "count" => Goal::Count,
        "all" => Goal::All,
        _ => Goal::Limit(word.strip_prefix("limit ")?.parse().ok()?),
    })
}

impl Task {
    /// The puzzle of `loaded`, which was read from `source`, with nothing asked but whether its solution is the only
    /// one.
    pub fn new(source: &Source, loaded: &Loaded) -> Self {
        Self {
            name: source.name.clone(),
            text: source.text.clone(),
            rulebooks: loaded.rulebooks.clone(),
            goal: Goal::Uniqueness,
            consensus: false,
            without: Vec::new(),
            search: Vec::new(),
        }
    }

    /// The puzzle, read again with the rulebooks stored with it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn load(&self) -> Result<Loaded, BadInput> {
        let source = Source {
            name: self.name.clone(),
            text: self.text.clone(),
        };
        let mut loaded = match parse_on(&source, &Shelf::carrying(&self.rulebooks)) {
            Ok(loaded) => loaded,
            Err(problems) => return Err(BadInput { source, problems }),
        };
        if !self.without.is_empty() {
            loaded.puzzle = loaded.puzzle.without(&self.without);
        }
        Ok(loaded)
    }

    /// Whether all solutions are kept.
    pub(super) fn keeps_all(&self) -> bool {
        matches!(self.goal, Goal::All | Goal::Limit(_))
    }

    /// Whether the first two are kept.
    pub(super) fn keeps_firsts(&self) -> bool {
        self.goal == Goal::Uniqueness || self.consensus
    }

    /// Whether each answer is kept with one solution.
    pub(super) fn keeps_answers(&self) -> bool {
        self.may_ask()
    }

    /// Whether only the number of solutions is wanted.
    pub(super) fn only_counts(&self) -> bool {
        self.goal == Goal::Count && !self.consensus
    }

    /// Whether the search may end before all is searched.
    pub(super) fn may_stop(&self) -> bool {
        matches!(self.goal, Goal::Limit(_)) || self.goal == Goal::Uniqueness && !self.consensus
    }

    /// The number of solutions that is enough, and the reason to stop, once `found` of them are known.
    pub(super) fn enough(&self, found: u64) -> Option<(u64, Halt)> {
        match self.goal {
            Goal::Uniqueness if !self.consensus && found >= 2 => Some((2, Halt::Several)),
            Goal::Limit(most) if found >= most => Some((most, Halt::Solutions)),
            _ => None,
        }
    }

    /// Whether the number of solutions does not matter once there are several, only the values of each place.
    pub(super) fn may_ask(&self) -> bool {
        self.goal == Goal::Uniqueness && self.consensus
    }

    /// The digest of the puzzle: of its text and its rulebooks.
    pub(super) fn puzzle_digest(&self) -> String {
        digest(&json!([self.text, pairs(&self.rulebooks)]).to_string())
    }

    /// What names the task in a document.
    pub(super) fn named(&self) -> Map<String, Value> {
        fields([
            (
                "puzzle",
                json!({ "name": self.name, "digest": self.puzzle_digest() }),
            ),
            (
                "options",
                json!({
                    "goal": goal_word(self.goal),
                    "consensus": self.consensus,
                    "without": list(self.without.iter().cloned()),
                    "search": list(self.search.iter().cloned()),
                }),
            ),
        ])
    }

    /// The same with the puzzle's texts.
    pub(super) fn in_full(&self) -> Map<String, Value> {
        let mut all = self.named();
        all.insert("text".to_owned(), self.text.clone().into());
        all.insert("rulebooks".to_owned(), pairs(&self.rulebooks));
        all
    }

    /// The task of a document that has it in full.
    pub(super) fn of(document: &Document) -> Result<Self, String> {
        let rulebooks = document.field("rulebooks", |value| {
            let all = value.as_object()?.iter();
            all.map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())))
                .collect()
        })?;
        let options = document.get("options");
        let task = document.field("options", |options| {
            let words = |key: &str| -> Option<Vec<String>> {
                let words = options[key].as_array()?.iter();
                words.map(|word| Some(word.as_str()?.to_owned())).collect()
            };
            Some(Self {
                name: document.get("puzzle")["name"].as_str()?.to_owned(),
                text: document.get("text").as_str()?.to_owned(),
                rulebooks,
                goal: goal_of(options["goal"].as_str()?)?,
                consensus: options["consensus"].as_bool()?,
                without: words("without")?,
                search: words("search")?,
            })
        })?;
        debug_assert_eq!(options, &task.named()["options"]);
        task.fits(document)?;
        Ok(task)
    }

    /// Whether a document is about this task.
    ///
    /// # Errors
    /// A text that names the document and says what differs.
    pub(super) fn fits(&self, document: &Document) -> Result<(), String> {
        let named = self.named();
        let path = &document.path;
        let (theirs, ours) = (document.get("puzzle"), &named["puzzle"]);
        if theirs["digest"] != ours["digest"] {
            return Err(format!(
                "error: `{path}` is about another puzzle: {}, or a rulebook of it, has changed or is not `{}`",
                theirs["name"], self.name,
            ));
        }
        let (theirs, ours) = (document.get("options"), &named["options"]);
        for key in ["goal", "consensus", "without", "search"] {
            if theirs[key] != ours[key] {
                return Err(format!(
                    "error: `{path}` was begun with {key} {}, which is now {}",
                    theirs[key], ours[key]
                ));
            }
        }
        Ok(())
    }
}

/// Tells models apart whose literals mean different things: variables, decisions and propagators.
pub(super) fn fingerprint(solver: &Solver) -> String {
    let mut digest = Sha256::new();
    digest.add(format!("{}\n", solver.variables()).as_bytes());
    for &var in solver.decisions() {
        let domain = solver.domain(var);
        digest.add(format!("{var} {}\n", domain.iter().count()).as_bytes());
    }
    for (_, name, ..) in solver.propagators() {
        digest.add(name.as_bytes());
        digest.add(b"\n");
    }
    digest.hex()[..16].to_owned()
}
