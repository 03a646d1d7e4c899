//! What a page in the browser, or any other program, asks of the library: one document of JSON in, one out.
//!
//! [`answer`] takes a request and never fails: what is wrong with it is an answer, too. It does no I/O, knows no
//! genre, and reads no files; so it runs in WebAssembly as in a server, and neither can be made to touch anything.
//!
#![doc = include_str!("protocol.md")]
//!
#![doc = include_str!("documents.md")]

mod about;
pub(crate) mod additions;
pub(crate) mod blank;
mod board;
pub(crate) mod completion;
pub(crate) mod documents;
pub(crate) mod entries;
pub(crate) mod expectations;
pub(crate) mod hint;
mod open;
pub(crate) mod pictures;
mod problems;
mod request;
pub(crate) mod solved;
mod solving;
pub(crate) mod steps;
pub(crate) mod steps_page;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::time::Duration;

use quadrille_engine::Interrupt;
use serde_json::{Value, json};

use problems::Wrong;
use request::Asked;

/// The version of the program, in every document.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the protocol: a request may name it, and is refused if it is another one.
pub const PROTOCOL: u64 = 1;

/// What whoever answers requests allows them.
#[derive(Clone, Debug)]
pub struct Host {
    /// The longest time that a request may ask for.
    pub most_time: Duration,
    /// When to stop early, whatever the request says.
    pub interrupt: Interrupt,
    /// How many threads a search may use.
    pub threads: usize,
}

impl Default for Host {
    fn default() -> Self {
        Self {
            most_time: Duration::from_secs(600),
            interrupt: Interrupt::default(),
            threads: 1,
        }
    }
}

/// The answer to a request, as JSON.
pub fn answer(request: &str, host: &Host) -> String {
    let answered = Asked::read(request, host).and_then(|asked| dispatch(&asked));
    let mut document = answered.unwrap_or_else(Wrong::document);
    if let Some(fields) = document.as_object_mut() {
        fields.insert("version".to_owned(), VERSION.into());
    }
    document.to_string()
}

fn dispatch(asked: &Asked<'_>) -> Result<Value, Wrong> {
    match asked.text("do")? {
        "hello" => Ok(json!({ "type": "hello", "protocol": PROTOCOL })),
        "list" => Ok(about::list()),
        "guide" => Ok(about::guide()),
        "rulebook" => about::rulebook(asked),
        "rules" => about::rules(asked),
        "picture" => about::picture(asked),
        "open" => open::open(asked),
        "new" => open::new(asked),
        "board" => board::board(asked),
        "edit" => board::edit(asked),
        "place" => board::place(asked),
        "entries" => board::entries(asked),
        "solve" => solving::solve(asked),
        "check" => solving::check(asked),
        "solved" => solving::solved(asked),
        "candidates" => solving::candidates(asked),
        "hint" => solving::hint(asked),
        "steps" => solving::steps(asked),
        "steps_page" => solving::steps_page(asked),
        "grade" => solving::grade(asked),
        "minimise" => solving::minimise(asked),
        "additions" => solving::additions(asked),
        "link" => solving::link(asked),
        other => Err(Wrong::Request(format!("nothing is called `{other}` here"))),
    }
}
