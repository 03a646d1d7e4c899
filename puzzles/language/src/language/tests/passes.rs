//! Whether each pass of the compiler is worth its lines: searches and models with it and without it.
//!
//! `passes.txt` has, for each, a small puzzle in which it matters, what is less with it, and how much of that there is with
//! it and without it. `PASSES=all cargo test all_passes -- --nocapture` prints this for all passes and embedded puzzles.

use super::super::genres::LIBRARY;
use super::super::loaded::examples;
use super::*;
use crate::embedded;
use crate::puzzle::{Compilation, Pass};
use crate::solve::{Request, Unwatched, solve};
use crate::verdict::Verdict;
use quadrille_engine::Limits;

const LEDGER: &str = include_str!("passes.txt");

/// The folder of the puzzles of the archive.
const ARCHIVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/archive");

/// Passes that no embedded puzzle needs. They matter on larger ones: a compass takes 493 nodes with `reach` and
/// 8,696 without it, one of LITS 245 with `shape-placements` and 2,072 without, another 600 with `cover` and more than 20,000
/// without. `few-ways` matters where people say `exactly 4` and `connected` for a tetromino.
const ELSEWHERE: &[&str] = &["reach", "shape-placements", "cover", "few-ways"];

/// A line of the ledger.
struct Gain {
    pass: Pass,
    instance: &'static str,
    of: &'static str,
    with: u64,
}

fn ledger() -> Vec<Gain> {
    let gain = |line: &'static str| {
        let [name, instance, of, with, _] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let pass = Pass::ALL.iter().find(|pass| pass.name() == name);
        Gain {
            pass: *pass.unwrap_or_else(|| panic!("{name} is no pass")),
            instance,
            of,
            with: with.parse().expect("a number"),
        }
    };
    LEDGER.lines().map(gain).collect()
}

/// An embedded puzzle, one of the archive, or an example of a rulebook by its number: `rules/NAME/0`.
fn puzzle_of(instance: &str) -> Puzzle {
    if let Some(example) = instance.strip_prefix("rules/") {
        let (name, number) = example.split_once('/').expect("a number");
        let (_, text) = LIBRARY.iter().find(|(own, _)| *own == name).expect(name);
        let kind = super::genres::kind(name, text);
        let number: usize = number.parse().expect("a number");
        let example = examples(&kind).into_iter().nth(number).expect("an example");
        let example = example.unwrap_or_else(|(_, problems)| panic!("{problems:?}"));
        return example.puzzle;
    }
    let text = match instance.strip_prefix("archive/") {
        Some(name) => std::fs::read_to_string(format!("{ARCHIVE}/{name}.toml")).expect(name),
        None => super::nodes::text_of(instance).to_owned(),
    };
    load(text).puzzle
}

/// What a solve finds, and its nodes; at most `most`.
fn solved(instance: &str, without: &[Pass], most: u64) -> (Verdict, u64) {
    let request = Request {
        build: BuildOptions {
            without_passes: without.to_vec(),
            ..BuildOptions::default()
        },
        limits: Limits {
            nodes: Some(most),
            ..Limits::default()
        },
        ..Request::default()
    };
    let puzzle = puzzle_of(instance);
    let findings = solve(&puzzle, &request, &mut Unwatched).expect("all solutions are accepted");
    (findings.verdict, findings.stats.nodes)
}

fn compiled(instance: &str, without: &[Pass], learns: bool) -> Compilation {
    puzzle_of(instance).compilation(&BuildOptions {
        without_passes: without.to_vec(),
        learns,
        ..BuildOptions::default()
    })
}

fn has_fired(compilation: &Compilation, pass: Pass) -> bool {
    compilation.passes.iter().any(|(fired, _)| *fired == pass)
}

/// The most nodes of a solve without a pass: more tell no more.
fn most_without(nodes: u64) -> u64 {
    nodes + nodes / 2 + 2_000
}

#[test]
fn each_pass_is_worth_it() {
    let ledger = ledger();
    let mut useless = Vec::new();
    for pass in Pass::ALL {
        let is_held = ledger.iter().any(|gain| gain.pass == *pass);
        assert_ne!(is_held, ELSEWHERE.contains(&pass.name()), "{pass:?}");
    }
    for Gain {
        pass,
        instance,
        of,
        with,
    } in ledger
    {
        let name = pass.name();
        let plain = compiled(instance, &[], false);
        let fires = has_fired(&plain, pass) || has_fired(&compiled(instance, &[], true), pass);
        if !fires {
            useless.push(format!("{name} does nothing in {instance}"));
            continue;
        }
        let off = compiled(instance, &[pass], false);
        assert!(!has_fired(&off, pass), "{name} is left out of {instance}");
        let (verdict, nodes) = solved(instance, &[], 100_000);
        let (other, nodes_off) = solved(instance, &[pass], most_without(nodes));
        let is_cut = matches!(other.stopped, Some(halt) if halt.word() == "nodes");
        assert!(is_cut || verdict == other, "{instance} without {name}");
        let (own, own_off) = match of {
            "nodes" => (nodes, nodes_off),
            "propagators" => (plain.parts.len() as u64, off.parts.len() as u64),
            "steps" => (plain.steps as u64, off.steps as u64),
            _ => panic!("{of} are not counted"),
        };
        if own >= own_off {
            useless.push(format!("{instance}: {own} {of}, {own_off} without {name}"));
        }
        // As for `nodes.txt`.
        assert!(
            own <= (with + with / 2).max(with + 20),
            "{instance}: {own} {of}, {with} before"
        );
    }
    assert!(useless.is_empty(), "{useless:#?}");
}

#[test]
fn all_passes() {
    if std::env::var_os("PASSES").is_none_or(|which| which != "all") {
        return;
    }
    let embedded = embedded::all().iter().chain(embedded::genres());
    let mut instances: Vec<String> = embedded.map(|(name, _)| (*name).to_owned()).collect();
    let archive = std::fs::read_dir(ARCHIVE).expect("a folder").flatten();
    let names = archive.filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    instances.extend(names.iter().map(|name| format!("archive/{name}")));
    for (name, text) in LIBRARY {
        let of_book = examples(&super::genres::kind(name, text)).len();
        instances.extend((0..of_book).map(|number| format!("rules/{name}/{number}")));
    }
    for instance in &instances {
        let (verdict, nodes) = solved(instance, &[], 100_000);
        let plain = compiled(instance, &[], false);
        let learning = compiled(instance, &[], true);
        for &pass in Pass::ALL {
            if !has_fired(&plain, pass) && !has_fired(&learning, pass) {
                continue;
            }
            let (other, nodes_off) = solved(instance, &[pass], most_without(nodes));
            let off = compiled(instance, &[pass], false);
            let more = if other.stopped == verdict.stopped {
                ""
            } else {
                ">"
            };
            eprintln!(
                "{} {instance}: nodes {nodes} {more}{nodes_off}, propagators {} {}, steps {} {}",
                pass.name(),
                plain.parts.len(),
                off.parts.len(),
                plain.steps,
                off.steps
            );
        }
    }
}
