//! `quadrille rules`: the text of a rulebook, or what its rules became.

use std::fmt::Write;
use std::path::Path;

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::{self, Failure};
use super::passes::PassArguments;
use super::without::WithoutArguments;
use crate::address;
use crate::language::Puzzle;
use crate::language::loaded::examples;
use crate::puzzle::{BuildOptions, Compilation};

/// Print a rulebook: the data of a genre, what there is to find, and the rules
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille rules nurikabe")]
pub(super) struct RulesArguments {
    /// A rulebook (see `quadrille list`), or a file that ends in .rules
    #[arg(value_name = "NAME")]
    name: String,

    /// Print what the solver makes of each rule instead: its propagators with their strength and number. Takes a puzzle
    /// file or address, too; for a rulebook, its first example is compiled
    #[arg(long)]
    compiled: bool,

    /// Print each rule in its normal words instead: what the solver reads, however the rule is written, and the laws
    /// that were applied. Takes a puzzle file or address, too
    #[arg(long, conflicts_with = "compiled")]
    core: bool,

    #[command(flatten)]
    without: WithoutArguments,

    #[command(flatten)]
    passes: PassArguments,
}

pub(super) fn run(arguments: &RulesArguments, console: &mut Console) -> Result<u8, Failure> {
    let style = console.report_style(false);
    let is_file = Path::new(&arguments.name)
        .extension()
        .is_some_and(|end| end == "toml");
    let is_of_puzzle = arguments.compiled || arguments.core;
    if is_of_puzzle && (is_file || address::is_meant(&arguments.name)) {
        let loaded = open::puzzle(&arguments.name, style)?;
        let loaded = arguments.without.apply(loaded)?;
        console.print(&match arguments.core {
            true => loaded.puzzle.core(),
            false => compiled(&loaded.puzzle, &arguments.passes),
        });
        return Ok(exit::GOOD);
    }
    if !arguments.compiled && !arguments.passes.without_passes.is_empty() {
        return Err(Failure::bad_input(
            "error: --without-pass changes what the rules become, so it needs --compiled",
        ));
    }
    let kind = open::rulebook(&arguments.name, style)?;
    if arguments.core {
        console.print(&kind.core());
        return Ok(exit::GOOD);
    }
    if !arguments.compiled {
        let known: Vec<(String, String)> = kind
            .rules()
            .map(|(id, sentence)| (id.to_owned(), sentence.to_owned()))
            .collect();
        let names = arguments
            .without
            .names(&known, kind.rules_about_folding())?;
        console.print(&kind.text_without(&names));
        return Ok(exit::GOOD);
    }
    match examples(&kind).into_iter().next() {
        Some(Ok(loaded)) => {
            let loaded = arguments.without.apply(loaded)?;
            console.print(&compiled(&loaded.puzzle, &arguments.passes));
            Ok(exit::GOOD)
        }
        Some(Err((source, problems))) => Err(Failure::bad_input(problems.render(&source, style))),
        None => Err(Failure::bad_input(
            "error: the rulebook has no example to compile; name a puzzle file instead of it",
        )),
    }
}

/// What each rule became, a line for each sort of propagator with the number of its places and the first of them; then
/// what the compiler did for speed, and how often.
fn compiled(puzzle: &Puzzle, passes: &PassArguments) -> String {
    let mut text = String::new();
    let Compilation { parts, passes, .. } = puzzle.compilation(&BuildOptions {
        without_passes: passes.without_passes.clone(),
        ..BuildOptions::default()
    });
    if parts.is_empty() {
        return "no propagators: the data decides everything, or the kind is written in Rust\n"
            .to_owned();
    }
    // In the order of their first propagators, each once.
    let mut sentences: Vec<&str> = Vec::new();
    for part in &parts {
        if !sentences.contains(&part.rule.as_str()) {
            sentences.push(&part.rule);
        }
    }
    for sentence in sentences {
        let _ = writeln!(text, "{sentence}");
        let mut sorts: Vec<(&str, &str, usize, &str)> = Vec::new();
        for part in parts.iter().filter(|part| part.rule == sentence) {
            match sorts
                .iter_mut()
                .find(|sort| sort.0 == part.propagator && sort.1 == part.strength)
            {
                Some(sort) => sort.2 += 1,
                None => sorts.push((part.propagator, part.strength, 1, &part.place)),
            }
        }
        for (propagator, strength, number, place) in sorts {
            let at = if place.is_empty() {
                String::new()
            } else {
                format!(", first at {place}")
            };
            let _ = writeln!(text, "    {number} × {propagator} ({strength}){at}");
        }
    }
    if !passes.is_empty() {
        let _ = writeln!(text, "(passes)");
    }
    for (pass, times) in passes {
        let _ = writeln!(text, "    {times} × {}: {}", pass.name(), pass.finds());
    }
    text
}
