//! Micro-benchmarks of the kernel: levels, changes, queue, propagation, recording, and the two kinds of variable.

#[path = "measure/clock.rs"]
mod clock;
#[path = "../engine/examples/shared/queens.rs"]
mod queens;
#[path = "measure/criterion.rs"]
mod set_up;

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use quadrille_engine::propagators::{AllDifferent, Equal};
use quadrille_engine::{
    Conflict, Constraint, Context, Events, Limits, Literal, Model, Propagator, Scope, Solver,
    Status, Var,
};

use set_up::CpuTime;

/// A propagator that is woken by any change of its variable and finds nothing to do.
#[derive(Clone, Debug)]
struct Onlooker(Var);

impl Constraint for Onlooker {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "onlooker"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.0, Events::ANY);
        self
    }
}

impl Propagator for Onlooker {
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        Ok(Status::Fixpoint)
    }
}

fn levels(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("kernel/levels");
    let mut model = Model::new();
    let vars = model.vars(100, 0..=9);
    let mut solver = model.solver();
    solver.propagate().expect("nothing is posted");
    group.bench_function("push and pop", |b| {
        b.iter(|| {
            solver.push();
            solver.pop();
        });
    });
    for changes in [1, 10, 100] {
        group.bench_with_input(
            BenchmarkId::new("push, changes, pop", changes),
            &changes,
            |b, &changes| {
                b.iter(|| {
                    solver.push();
                    for &var in &vars[..changes] {
                        let _ = black_box(solver.assume(Literal::is_not(var, 3)));
                    }
                    solver.pop();
                });
            },
        );
    }
    group.finish();
}

/// A change with `subscribers` subscribers, up to the queue and through it.
fn subscribers(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("kernel/change");
    for subscribers in [0, 1, 8, 64] {
        let mut model = Model::new();
        let var = model.var(0..=63);
        for _ in 0..subscribers {
            model.post(Onlooker(var));
        }
        let mut solver = model.solver();
        solver.propagate().expect("nobody objects");
        group.bench_function(BenchmarkId::new("into the queue", subscribers), |b| {
            b.iter(|| {
                solver.push();
                let _ = black_box(solver.assume(Literal::is_not(var, 9)));
                solver.pop();
            });
        });
        group.bench_function(BenchmarkId::new("and through it", subscribers), |b| {
            b.iter(|| {
                solver.push();
                let _ = black_box(solver.assume(Literal::is_not(var, 9)));
                let _ = black_box(solver.propagate());
                solver.pop();
            });
        });
    }
    group.finish();
}

/// A value that passes along a chain of equal variables.
fn chain(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("kernel/chain of equalities");
    for (kind, range) in [("narrow", 0..=63), ("wide", -64..=63)] {
        let mut model = Model::new();
        let vars = model.vars(100, range);
        for pair in vars.windows(2) {
            model.post(Equal::new(pair[0], pair[1]));
        }
        let mut solver = model.solver();
        solver.propagate().expect("all are alike");
        group.bench_function(kind, |b| {
            b.iter(|| {
                solver.push();
                let _ = black_box(solver.assume(Literal::is_not(vars[0], 9)));
                let _ = black_box(solver.propagate());
                solver.pop();
            });
        });
    }
    group.finish();
}

/// A Latin square of order `n`.
fn latin_square(n: usize) -> Solver {
    let mut model = Model::new();
    let cells = model.vars(n * n, 1..=n as i32);
    for i in 0..n {
        let row: Vec<Var> = (0..n).map(|j| cells[i * n + j]).collect();
        let column: Vec<Var> = (0..n).map(|j| cells[j * n + i]).collect();
        model.post(AllDifferent::new(&row));
        model.post(AllDifferent::new(&column));
    }
    model.solver()
}

fn search(mut solver: Solver, solutions: u64) {
    let limits = Limits {
        solutions: Some(solutions),
        ..Limits::default()
    };
    black_box(solver.search().limits(limits).count());
}

/// What recording costs when it is on. Only a comparison with a kernel without it shows that it costs nothing when off.
fn recording(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("kernel/recording");
    type Maker = fn() -> Solver;
    let models: [(&str, Maker); 2] = [
        ("8 queens", || queens::queens(8, 0..=7).solver()),
        ("Latin square of order 6", || latin_square(6)),
    ];
    for (name, make) in models {
        for on in [false, true] {
            let id = BenchmarkId::new(name, if on { "on" } else { "off" });
            group.bench_function(id, |b| {
                b.iter_batched(
                    || {
                        let mut solver = make();
                        if on {
                            solver.record();
                        }
                        solver
                    },
                    |solver| search(solver, 1_000),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

/// The same model in both kinds of variable.
fn kinds_of_variable(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("kernel/8 queens");
    for (kind, columns) in [("narrow", 0..=7), ("wide", -8..=-1)] {
        group.bench_function(kind, |b| {
            b.iter_batched(
                || queens::queens(8, columns.clone()).solver(),
                |solver| search(solver, u64::MAX),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group! {
    name = kernel;
    config = set_up::criterion();
    targets = levels, subscribers, chain, recording, kinds_of_variable
}
criterion_main!(kernel);
