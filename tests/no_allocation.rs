//! After the root, searching a puzzle does not allocate: neither in the engine nor in the puzzles' own propagators.

use std::alloc::System;
use std::path::Path;

use quadrille::embedded;
use quadrille::puzzle::{BuildOptions, Built};
use quadrille::read::{self, Source};
use quadrille_engine::{Brancher, Limits, Solver, Stats, Step, Stop};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The most nodes of one search: enough to reach every place that would allocate, if there were any.
const NODES: u64 = 1500;

/// Searches; returns the number of allocations after the root.
fn search(solver: &mut Solver, brancher: Box<dyn Brancher>) -> (usize, Stats) {
    let limit = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut search = solver.search().boxed_brancher(brancher).limits(limit(1));
    assert_eq!(search.step(), Step::Stopped(Stop::Nodes));
    search.set_limits(limit(NODES));
    let region = Region::new(ALLOCATOR);
    while search.step() == Step::Solution {}
    let change = region.change();
    let stats = search.stats().clone();
    (change.allocations + change.reallocations, stats)
}

fn sources() -> Vec<Source> {
    let embedded = embedded::all().iter().map(|&(name, text)| Source {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    // Larger ones, with long runs, large moduli and products of automata.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/scaling/made");
    let made = [
        "number-cross-4-11-s1",
        "number-cross-4-13-s1",
        "number-cross-5-10-s1",
        "number-cross-5-11-s1",
        "number-cross-5-13-s1",
        "block-party-16-s1",
        "shut-the-box-20-s1",
        "shut-the-box-30-s1",
    ]
    .map(|name| Source {
        name: name.to_owned(),
        text: std::fs::read_to_string(folder.join(name).with_extension("toml")).expect(name),
    });
    embedded.chain(made).collect()
}

/// Without the harness, whose own thread allocates occasionally: every allocation counts, wherever it comes from.
fn main() {
    let region = Region::new(ALLOCATOR);
    drop(std::hint::black_box(vec![0u8; 100]));
    assert_eq!(region.change().allocations, 1, "the allocator counts");
    let mut searched = 0;
    for source in sources() {
        for fold in [true, false] {
            if !fold && !source.name.starts_with("shut-the-box") {
                continue;
            }
            let loaded = read::parse(&source).expect("a puzzle");
            let puzzle = match fold {
                true => loaded.puzzle,
                false => loaded.puzzle.without(&loaded.puzzle.rules_about_folding()),
            };
            let Built {
                model,
                brancher,
                reading,
            } = puzzle.build(&BuildOptions::default());
            let mut solver = model.solver();
            let name = &source.name;
            for pass in ["first", "second"] {
                let (allocations, stats) = search(&mut solver, brancher(&reading));
                println!("{name}, fold {fold}: {} nodes", stats.nodes);
                assert_eq!(allocations, 0, "{name}, fold {fold}, {pass} search");
                searched += stats.nodes;
            }
        }
    }
    assert!(
        searched > 10_000,
        "hardly anything was searched: {searched} nodes"
    );
}
