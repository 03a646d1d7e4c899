//! Micro-benchmarks of each propagator alone, the engine's and the puzzles': twenty random dives to a failure or a full
//! assignment.

#[path = "measure/clock.rs"]
mod clock;
#[path = "measure/dive.rs"]
mod dive;
#[path = "measure/criterion.rs"]
mod set_up;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille::embedded;
use quadrille::puzzle::BuildOptions;
use quadrille::read::{self, Source};
use quadrille_engine::propagators::{
    AllDifferent, AllDifferentGac, Among, Clause, Connected, Dfa, Element, Equal, InMdd, Linear,
    LinearGac, Mdd, NotEqual, Regular, ReifiedEqual, ReifiedLinear, Table, Tuples,
};
use quadrille_engine::{Literal, Model, Relation, Rng, Solver, Var};

use set_up::CpuTime;

const DIVES: u32 = 20;
const SEED: u64 = 1;

/// Dives into a solver with one propagator, or several of one kind.
fn bench(c: &mut Criterion<CpuTime>, name: &str, mut solver: Solver) {
    solver.propagate().expect("the root has solutions");
    let vars = solver.decisions().to_vec();
    c.bench_function(name, |b| {
        b.iter(|| black_box(dive::dives(&mut solver, &vars, DIVES, SEED)));
    });
}

/// A model of `n` variables over `0..=max`, to which `post` adds.
fn model_of(n: usize, max: i32, post: impl FnOnce(&mut Model, &[Var])) -> Solver {
    let mut model = Model::new();
    let vars = model.vars(n, 0..=max);
    post(&mut model, &vars);
    model.solver()
}

fn stock(c: &mut Criterion<CpuTime>) {
    let mut one = |name: &str, n, max, post: &dyn Fn(&mut Model, &[Var])| {
        bench(c, &format!("stock/{name}"), model_of(n, max, post));
    };
    one("equal", 2, 63, &|model, v| {
        model.post(Equal::new(v[0], v[1]));
    });
    one("not equal", 2, 9, &|model, v| {
        model.post(NotEqual::with_offset(v[0], v[1], 1));
    });
    one("all different, 16 of 16 values", 16, 15, &|model, v| {
        model.post(AllDifferent::new(v));
    });
    one("all different GAC, 16 of 16 values", 16, 15, &|model, v| {
        model.post(AllDifferentGac::new(v));
    });
    let terms = |v: &[Var]| -> Vec<(i64, Var)> { (1..).zip(v.iter().copied()).collect() };
    one("linear =, 10 terms", 10, 9, &|model, v| {
        model.post(Linear::new(&terms(v), Relation::Is, 250));
    });
    one("linear <=, 10 terms", 10, 9, &|model, v| {
        model.post(Linear::new(&terms(v), Relation::AtMost, 200));
    });
    one("linear GAC, 10 terms", 10, 9, &|model, v| {
        model.post(LinearGac::new(&terms(v), 250));
    });
    one("clause of 20", 20, 1, &|model, v| {
        let literals: Vec<Literal> = v.iter().map(|&x| Literal::is(x, 1)).collect();
        model.post(Clause::new(&literals));
    });
    one("reified equal", 3, 9, &|model, v| {
        let b = model.var(0..=1);
        model.post(ReifiedEqual::vars(b, v[0], v[1]));
    });
    one("reified linear, 10 terms", 10, 9, &|model, v| {
        let b = model.var(0..=1);
        model.post(ReifiedLinear::new(b, &terms(v), Relation::AtMost, 200));
    });
    one("element of 10 variables", 12, 9, &|model, v| {
        model.post(Element::new(&v[2..], v[0], v[1]));
    });
    one("among 16", 16, 9, &|model, v| {
        model.post(Among::exactly(v, &[2, 3, 5, 7], 6));
    });
    one("table of 2,000 tuples of 8", 8, 9, &|model, v| {
        let mut rng = Rng::new(SEED);
        let cells = (0..16_000).map(|_| rng.below(10) as i32).collect();
        let tuples = Tuples::from_cells(8, cells);
        model.post(Table::new(v, Arc::new(tuples)));
    });
    one("regular: 12 digits, multiple of 37", 12, 9, &|model, v| {
        let arcs: Vec<(u32, i32, u32)> = (0..37)
            .flat_map(|rest| (0..10).map(move |d| (rest, d, (10 * rest + d as u32) % 37)))
            .collect();
        let dfa = Dfa::new(37, 0, &[0], &arcs).expect("residues are states");
        model.post(Regular::new(v, Arc::new(dfa)));
    });
    one("in MDD: 12 digits, multiple of 37", 12, 9, &|model, v| {
        let digits: Vec<i32> = (0..10).collect();
        let mdd = Mdd::unroll(
            &vec![digits; v.len()],
            0,
            |_, rest, digit| Some((10 * rest + digit) % 37),
            |&rest| rest == 0,
        );
        model.post(InMdd::new(v, Arc::new(mdd)));
    });
    one("connected, 12 by 12 grid", 144, 1, &|model, v| {
        let right = (0..144).filter(|at| at % 12 < 11).map(|at| (at, at + 1));
        let down = (0..132).map(|at| (at, at + 12));
        let edges: Vec<(usize, usize)> = right.chain(down).collect();
        model.post(Connected::new(v, 1, &edges).not_empty());
    });
}

/// The propagators of the embedded puzzles: all that have one name, with everything else silenced.
fn puzzle(c: &mut Criterion<CpuTime>) {
    for &(puzzle, text) in embedded::all() {
        let source = Source {
            name: puzzle.to_owned(),
            text: text.to_owned(),
        };
        let loaded = read::parse(&source).expect("an embedded puzzle");
        let build = || {
            let built = loaded.puzzle.build(&BuildOptions::default());
            built.model.solver()
        };
        let mut names: Vec<&str> = build().propagators().map(|(_, name, ..)| name).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let mut solver = build();
            let of_name: Vec<_> = solver
                .propagators()
                .filter(|&(_, other, ..)| other == name)
                .map(|(.., rule, _)| rule)
                .collect();
            solver.silence(|rule| !of_name.contains(&rule));
            bench(c, &format!("{puzzle}/{name} ({})", of_name.len()), solver);
        }
    }
}

criterion_group! {
    name = propagators;
    config = set_up::criterion();
    targets = stock, puzzle
}
criterion_main!(propagators);
