//! After the root a search allocates nothing: neither the kernel nor the branchers nor the search itself.

#[path = "../examples/shared/queens.rs"]
mod model;

use std::alloc::System;

use quadrille_engine::propagators::{Comparison, Formula, Number, Test};
use quadrille_engine::{Limits, Model, Search, Step, Stop, branch};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Queens in formulas, with a rule of each kind of number that needs room to work.
fn queens_in_formulas(n: usize, low: i32) -> Model {
    let mut model = Model::new();
    let rows = model.vars(n, low..=low + n as i32 - 1);
    let compare = |a, comparison, b| Test::Compare(Box::new(a), comparison, Box::new(b));
    for i in 0..n {
        for j in i + 1..n {
            let difference =
                Number::Sum(vec![(1, Number::Var(rows[i])), (-1, Number::Var(rows[j]))]);
            let apart = Number::Const((j - i) as i128);
            let distance = Number::Absolute(Box::new(difference));
            model.post(Formula::new(&compare(
                distance,
                Comparison::NotEqual,
                apart,
            )));
        }
    }
    let all = rows
        .iter()
        .map(|&row| (Test::Const(true), Number::Var(row)));
    let different = Number::Distinct(all.collect());
    model.post(Formula::new(&compare(
        different,
        Comparison::Equal,
        Number::Const(n as i128),
    )));
    model
}

/// Allocations and reallocations between the root and the end of the search.
fn after_the_root(search: &mut Search<'_>) -> usize {
    search.set_limits(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    assert_eq!(search.step(), Step::Stopped(Stop::Nodes));
    search.set_limits(Limits::default());
    let region = Region::new(ALLOCATOR);
    while search.step() != Step::Exhausted {}
    let change = region.change();
    change.allocations + change.reallocations
}

/// Without the harness, whose own thread allocates now and then: every allocation counts, wherever it comes from.
fn main() {
    let region = Region::new(ALLOCATOR);
    drop(std::hint::black_box(vec![0u8; 100]));
    assert_eq!(region.change().allocations, 1, "the allocator counts");
    for low in [0, -4] {
        let mut solver = queens_in_formulas(8, low).solver();
        let mut search = solver.search();
        assert_eq!(after_the_root(&mut search), 0, "{low}: formulas");
        assert_eq!(search.stats().solutions, 92);
        let mut solver = model::queens(8, low..=low + 7).solver();
        for order in branch::ORDERS {
            for values in branch::VALUES {
                for split in branch::SPLITS {
                    let brancher = branch::named(order, values, split, 7).expect("they are listed");
                    let mut search = solver.search().boxed_brancher(brancher);
                    let count = after_the_root(&mut search);
                    assert_eq!(count, 0, "{low}: {order}, {values}, {split}");
                    assert_eq!(search.stats().solutions, 92);
                }
            }
        }
    }
}
