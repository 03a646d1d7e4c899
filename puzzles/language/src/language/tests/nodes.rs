//! How large the searches for the embedded puzzles are, however their rules are worded.
//!
//! `nodes.txt` has the nodes of each before rules were said in normal words. A search may be some larger, since it depends
//! on the order in which propagators are made, but not all of them together.

use super::wordings::Reworder;
use super::*;
use crate::solve::{Request, Unwatched, solve};
use crate::{embedded, verdict::Verdict};

const LEDGER: &str = include_str!("nodes.txt");

/// Instances with their nodes.
fn ledger() -> BTreeMap<&'static str, u64> {
    let lines = LEDGER.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(name, nodes)| (name, nodes.parse().expect("a number")))
        .collect()
}

/// The most nodes that are as good as this many.
fn allowed(nodes: u64) -> u64 {
    (nodes + nodes / 2).max(nodes + 20)
}

pub(super) fn text_of(instance: &str) -> &'static str {
    let mut all = embedded::all().iter().chain(embedded::genres());
    all.find(|(name, _)| *name == instance)
        .expect("an embedded puzzle")
        .1
}

/// What a solve finds, and its nodes.
fn solved(text: String) -> (Verdict, u64) {
    let loaded = load(text);
    let findings = solve(&loaded.puzzle, &Request::default(), &mut Unwatched)
        .expect("all solutions are accepted");
    (findings.verdict, findings.stats.nodes)
}

/// Embedded puzzles with wordings that mean the same as those of their rulebooks.
const REWORDED: &[(&str, &[(&str, &str)])] = &[
    (
        "genres/galaxies",
        &[(
            "    each galaxy g: (count cells in g with dot) + (count links in g with side_dot) + (count corners in g with corner_dot) = 1",
            "    each galaxy g: (count cells in g with dot) + (count links in g with side_dot) + (count corners in g with corner_dot) >= 1\n    each galaxy g: (count cells in g with dot) + (count links in g with side_dot) + (count corners in g with corner_dot) <= 1",
        )],
    ),
    (
        "genres/nonogram",
        &[(
            "n of shaded cells in l: size of n",
            "n of shaded cells in l: count cells in n",
        )],
    ),
    (
        "genres/nonogram",
        &[(
            "clue of l = list over runs n of shaded cells in l: size of n",
            "let x be list over runs n of shaded cells in l: (let k be size of n: k): x = clue of l",
        )],
    ),
    (
        "genres/shikaku",
        &[
            (
                "each room r is a rectangle",
                "each room r: size of r / width of r = height of r and size of r mod width of r = 0",
            ),
            (
                "exactly 1 cell in r with number",
                "some cell in r with number and at most 1 cell in r with number",
            ),
            (
                "each cell c: number of c = size of room of c",
                "each room r, cell c in r with number: number of c = size of r",
            ),
        ],
    ),
    (
        "genres/compass",
        &[(
            "exactly 1 cell in r with north",
            "(sum over cells c in r: if c has north then 1 otherwise 0) = 1",
        )],
    ),
    (
        "block-party-4",
        &[(
            "nearest equal digit of c = digit of c\n    otherwise",
            "(least over cells d where digit of d = digit of c and d != c: distance of c and d) = digit of c\n    otherwise",
        )],
    ),
    (
        "shut-the-box",
        &[("some border cell in g", "not no border cell in g")],
    ),
    (
        "genres/fivecells",
        &[("size of r = 5", "not count cells in r != 5")],
    ),
    (
        "genres/slitherlink",
        &[(
            "number of c = count drawn edges of c",
            "exactly (number of c) drawn edges of c",
        )],
    ),
];

#[test]
fn searches_are_as_small_as_before_in_all() {
    let (mut before, mut now) = (0, 0);
    let mut larger = Vec::new();
    for (instance, nodes) in ledger() {
        let (verdict, own) = solved(text_of(instance).to_owned());
        assert_eq!(verdict.stopped, None, "{instance}");
        before += nodes;
        now += own;
        if own != nodes && std::env::var_os("NODES").is_some() {
            eprintln!("{instance}: {own} nodes, {nodes} before");
        }
        if own > allowed(nodes) {
            larger.push(format!("{instance}: {own} nodes, {nodes} before"));
        }
    }
    // One in twenty may be.
    assert!(larger.len() * 20 <= ledger().len(), "{larger:#?}");
    assert!(now <= before, "{now} nodes in all, {before} before");
}

#[test]
fn searches_do_not_depend_on_the_wording() {
    let ledger = ledger();
    for (instance, replaced) in REWORDED {
        let reworder = Reworder::of(instance);
        let (verdict, nodes) = solved(reworder.file(&reworder.with(replaced)));
        let (written, _) = solved(text_of(instance).to_owned());
        assert_eq!(verdict.found, written.found, "{instance}");
        assert!(
            nodes <= allowed(ledger[instance]),
            "{instance}: {nodes} nodes with {replaced:?}"
        );
    }
}
