//! The guide: how to use the command, and how to extend the library.
//!
//! * [`tour`]: the command in five minutes
//! * [`puzzle_files`]: reference of puzzle files, for each kind
//! * [`rules`]: reference of the language of rules: rulebooks, puzzles with rules of their own, addresses
//! * [`genres`]: the genres that come as rulebooks, with pictures
//! * [`rules_by_example`]: each construct of the language with an example
//! * [`fifteen_minutes`]: write your own puzzle, from its statement to its picture
//! * [`clues`]: reference of the clue language
//! * [`browser`]: the page in the browser
//! * [`hints`]: the next step, all steps, how hard a puzzle is
//! * [`scripts`]: exit codes and machine output
//! * [`long_searches`]: searches that are saving a search, splitting it over many machines, merging the results
//! * [`extending`]: how to add a propagator, a heuristic, a kind of puzzle
//! * [`engine`]: how the engine works
//! * [`scaling`]: how the work grows with the side of the grid
//! * [`stories`]: the four puzzles
//!
//! The commands in the chapters are run by a test and their output is compared, the puzzle files are read, the
//! phrases of the clue language are compared with the parser's, and the Rust examples are compiled and run.
//!
//! The texts link to each other and to the source as files do, for readers of the files. The lines above each chapter
//! here say where the same links lead in this documentation: of two targets of one name the first counts.

/// A chapter as a text, for `quadrille guide`.
#[derive(Debug)]
pub(crate) struct Chapter {
    pub(crate) name: &'static str,
    /// What it is about, in a few words.
    pub(crate) about: &'static str,
    /// The parts of its text, in Markdown.
    pub(crate) text: &'static [&'static str],
}

/// The chapters, in the order in which to read them.
///
/// Longer than other functions: it is a table.
pub(crate) const fn chapters() -> &'static [Chapter] {
    &[
        Chapter {
            name: "tour",
            about: "the command in five minutes",
            text: &[include_str!("tour.md")],
        },
        Chapter {
            name: "puzzle-files",
            about: "the keys of a puzzle file, for each kind",
            text: &[include_str!("puzzle_files.md")],
        },
        Chapter {
            name: "rules",
            about: "the language of rules: how to write your own genre, and its addresses",
            text: &[include_str!("rules.md")],
        },
        Chapter {
            name: "genres",
            about: "the genres that come as rulebooks, by family",
            text: &[include_str!("genres.md")],
        },
        Chapter {
            name: "rules-by-example",
            about: "each construct of the language of rules, with an example",
            text: &[include_str!("rules_by_example.md")],
        },
        Chapter {
            name: "fifteen-minutes",
            about: "write your own puzzle, from its statement to its picture",
            text: &[include_str!("fifteen_minutes.md")],
        },
        Chapter {
            name: "clues",
            about: "every word used in clues, with an example",
            text: &[include_str!("clues.md")],
        },
        Chapter {
            name: "browser",
            about: "the page in the browser: open, set, solve, share and print",
            text: &[include_str!("browser.md")],
        },
        Chapter {
            name: "hints",
            about: "the next step, all steps, how hard a puzzle is",
            text: &[include_str!("hints.md")],
        },
        Chapter {
            name: "scripts",
            about: "exit codes and machine output",
            text: &[
                include_str!("scripts.md"),
                "\n",
                include_str!("../protocol/documents.md"),
            ],
        },
        Chapter {
            name: "long-searches",
            about: "saving a search, splitting it over many machines, merging the results",
            text: &[include_str!("long_searches.md")],
        },
        Chapter {
            name: "extending",
            about: "how to add a propagator, a heuristic, a kind of puzzle",
            text: &[include_str!("extending.md")],
        },
        Chapter {
            name: "engine",
            about: "how the engine works",
            text: &[include_str!("engine.md")],
        },
        Chapter {
            name: "scaling",
            about: "how the work grows with the side of the grid",
            text: &[include_str!("scaling.md")],
        },
        Chapter {
            name: "stories",
            about: "the four puzzles",
            text: &[include_str!("stories.md")],
        },
    ]
}

#[doc = "[`puzzle_files`]: crate::guide::puzzle_files"]
#[doc = "[`clues`]: crate::guide::clues"]
#[doc = ""]
#[doc = include_str!("tour.md")]
pub mod tour {}

#[doc = include_str!("puzzle_files.md")]
pub mod puzzle_files {}

#[doc = include_str!("rules.md")]
pub mod rules {}

#[doc = include_str!("genres.md")]
pub mod genres {}

#[doc = "[`rules`]: crate::guide::rules"]
#[doc = ""]
#[doc = include_str!("rules_by_example.md")]
pub mod rules_by_example {}

#[doc = "[`rules`]: crate::guide::rules"]
#[doc = "[`rules_by_example`]: crate::guide::rules_by_example"]
#[doc = ""]
#[doc = include_str!("fifteen_minutes.md")]
pub mod fifteen_minutes {}

#[doc = "[`Language`]: crate::clue::Language"]
#[doc = ""]
#[doc = include_str!("clues.md")]
pub mod clues {}

#[doc = include_str!("browser.md")]
pub mod browser {}

#[doc = "[scripts]: crate::guide::scripts"]
#[doc = ""]
#[doc = include_str!("hints.md")]
pub mod hints {}

#[doc = include_str!("scripts.md")]
#[doc = include_str!("../protocol/documents.md")]
pub mod scripts {}

#[doc = include_str!("long_searches.md")]
pub mod long_searches {}

#[doc = "[`clues`]: crate::guide::clues"]
#[doc = "[`Propagator`]: quadrille_engine::Propagator"]
#[doc = "[`VariableOrder`]: quadrille_engine::branch::VariableOrder"]
#[doc = "[`ValueOrder`]: quadrille_engine::branch::ValueOrder"]
#[doc = "[`Branching`]: quadrille_engine::Branching"]
#[doc = "[`Request`]: crate::solve::Request"]
#[doc = "[`Rule`]: crate::Rule"]
#[doc = "[`with_rule`]: crate::Puzzle::with_rule"]
#[doc = "[`spots`]: crate::Puzzle::spots"]
#[doc = ""]
#[doc = include_str!("extending.md")]
pub mod extending {}

#[doc = "[`Entailed`]: quadrille_engine::Status::Entailed"]
#[doc = "[`Active`]: quadrille_engine::Status::Active"]
#[doc = "[parallel search]: quadrille_engine::parallel"]
#[doc = "[`record`]: quadrille_engine::Solver::record"]
#[doc = "[`reason`]: quadrille_engine::Solver::reason"]
#[doc = "[`quadrille_engine`]: quadrille_engine"]
#[doc = ""]
#[doc = include_str!("engine.md")]
pub mod engine {}

#[doc = include_str!("scaling.md")]
pub mod scaling {}

#[doc = include_str!("stories.md")]
pub mod stories {}
