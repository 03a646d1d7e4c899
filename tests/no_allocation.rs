//! Once warm, the search of a puzzle allocates nothing: neither the engine nor the puzzles' own propagators.

use std::alloc::System;

use quadrille::embedded;
use quadrille::puzzle::{BuildOptions, Built};
use quadrille::read::{self, Source};
use quadrille_engine::{Brancher, Limits, Solver, Stats, Step, Stop};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Searches to the end; how often memory was asked for after the root.
fn search(solver: &mut Solver, brancher: Box<dyn Brancher>) -> (usize, Stats) {
    let mut search = solver.search().boxed_brancher(brancher).limits(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    assert_eq!(search.step(), Step::Stopped(Stop::Nodes));
    search.set_limits(Limits::default());
    let region = Region::new(ALLOCATOR);
    while search.step() != Step::Exhausted {}
    let change = region.change();
    let stats = search.stats().clone();
    (change.allocations + change.reallocations, stats)
}

/// One test, so that no other thread allocates meanwhile.
#[test]
fn none_in_a_second_search() {
    let region = Region::new(ALLOCATOR);
    drop(std::hint::black_box(vec![0u8; 100]));
    assert_eq!(region.change().allocations, 1, "the allocator counts");
    for &(name, text) in embedded::all() {
        for fold in [true, false] {
            let (name, text) = (name.to_owned(), text.to_owned());
            let loaded = read::parse(&Source { name, text }).expect("an embedded puzzle");
            let options = BuildOptions {
                fold,
                ..BuildOptions::default()
            };
            let Built {
                model,
                brancher,
                reading,
            } = loaded.puzzle.build(&options);
            let mut solver = model.solver();
            // What is first needed somewhere in the tree is kept: tables of boxes, buffers, filter results.
            let (first, stats) = search(&mut solver, brancher(&reading));
            let (second, again) = search(&mut solver, brancher(&reading));
            assert_eq!((again.nodes, again.failures), (stats.nodes, stats.failures));
            println!(
                "{}, fold {fold}: {} nodes, {first} allocations in the first search, {second} in the second",
                loaded.title.as_deref().unwrap_or_default(),
                stats.nodes,
            );
            assert_eq!(second, 0, "{:?}, fold {fold}", loaded.title);
        }
    }
}
