//! Random models searched in every way that the engine offers: always exactly the solutions of plain enumeration,
//! each once.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quadrille_engine::branch::{self, ORDERS, SPLITS, VALUES};
use quadrille_engine::{
    Brancher, Count, Limits, Optimum, Path, Restarts, Search, Solution, Solver, Step, Stop,
    Uniqueness, parallel,
};

use crate::models::{Blueprint, blueprints, run};

/// How a model is searched.
#[derive(Clone, Debug)]
struct Way {
    order: &'static str,
    values: &'static str,
    split: &'static str,
    seed: u64,
    restarts: Restarts,
    record: bool,
    threads: usize,
    /// After how many nodes the search is split up.
    pause: u64,
    /// Coefficients of an objective, by variable.
    objective: Vec<i64>,
}

fn ways() -> impl Strategy<Value = Way> {
    let orders = [
        ORDERS,
        &["last-conflict:dom/wdeg", "conflict-ordering:dom/deg"],
    ]
    .concat();
    let values = [VALUES, &["saved-phase:middle"]].concat();
    let restarts = [
        Restarts::Never,
        Restarts::Luby { unit: 1 },
        Restarts::Geometric {
            first: 1,
            factor: 1.0,
        },
        Restarts::Geometric {
            first: 2,
            factor: 1.5,
        },
    ];
    (
        prop::sample::select(orders),
        prop::sample::select(values),
        prop::sample::select(SPLITS),
        0..4u64,
        prop::sample::select(restarts.to_vec()),
        any::<bool>(),
        1..=3usize,
        0..30u64,
        prop::collection::vec(-2..=2i64, 5),
    )
        .prop_map(
            |(order, values, split, seed, restarts, record, threads, pause, objective)| Way {
                order,
                values,
                split,
                seed,
                restarts,
                record,
                threads,
                pause,
                objective,
            },
        )
}

impl Way {
    fn brancher(&self) -> Box<dyn Brancher> {
        branch::named(self.order, self.values, self.split, self.seed).expect("known names")
    }

    fn solver(&self, blueprint: &Blueprint) -> Solver {
        let mut solver = blueprint.model().0.solver();
        if self.record {
            solver.record();
        }
        solver
    }

    fn search<'s>(&self, solver: &'s mut Solver) -> Search<'s> {
        let search = solver.search().boxed_brancher(self.brancher());
        search.restarts(self.restarts)
    }
}

/// What was found so far; a repetition or a false solution panics.
#[derive(Default)]
struct Found(BTreeSet<Vec<i32>>);

impl Found {
    fn add(&mut self, blueprint: &Blueprint, solution: &Solution) {
        let values = solution.values();
        assert!(blueprint.accepts(values), "{values:?} is no solution");
        let part = blueprint.project(values);
        assert!(!self.0.contains(&part), "{part:?} is found twice");
        self.0.insert(part);
    }

    fn add_all(&mut self, blueprint: &Blueprint, search: Search<'_>) {
        for solution in search {
            self.add(blueprint, &solution.expect("no limits are set"));
        }
    }
}

/// Steps until the node limit; whether the end came first.
fn pause(search: &mut Search<'_>, nodes: u64, blueprint: &Blueprint, found: &mut Found) -> bool {
    search.set_limits(Limits {
        nodes: Some(nodes),
        ..Limits::default()
    });
    loop {
        match search.step() {
            Step::Solution => found.add(blueprint, &search.solution()),
            Step::Exhausted => return true,
            Step::Stopped(stop) => {
                assert_eq!(stop, Stop::Nodes);
                return false;
            }
        }
    }
}

/// Searches each part from a fresh solver, its path written down and read back.
fn search_parts(
    way: &Way,
    blueprint: &Blueprint,
    parts: &[Path],
    no_goods: &[Path],
    found: &mut Found,
) {
    for part in parts {
        let path: Path = part.to_string().parse().expect("a path reads back");
        assert_eq!(&path, part);
        let mut solver = blueprint.model().0.solver();
        assert!(path.fits(&solver));
        let search = way.search(&mut solver).from(path);
        found.add_all(blueprint, search.excluding(no_goods.to_vec()));
    }
}

fn whole(way: &Way, blueprint: &Blueprint, expected: &BTreeSet<Vec<i32>>) {
    let mut solver = way.solver(blueprint);
    let mut found = Found::default();
    found.add_all(blueprint, way.search(&mut solver));
    assert_eq!(&found.0, expected, "a full search");
    // The search leaves the solver as it was.
    assert_eq!(solver.level(), 0);
    let count = way.search(&mut solver).count();
    assert_eq!(count, Count::Exactly(expected.len() as u64), "counting");
    let same = match way.search(&mut solver).uniqueness() {
        Uniqueness::Nothing => expected.is_empty(),
        Uniqueness::Unique(_) => expected.len() == 1,
        Uniqueness::Several(a, b) => {
            expected.len() > 1 && blueprint.project(a.values()) != blueprint.project(b.values())
        }
        Uniqueness::Stopped(..) => false,
    };
    assert!(same, "uniqueness");
}

fn in_parts(way: &Way, blueprint: &Blueprint, expected: &BTreeSet<Vec<i32>>) {
    // Stopped, saved, and resumed elsewhere.
    let mut found = Found::default();
    let mut solver = way.solver(blueprint);
    let mut search = way.search(&mut solver);
    if !pause(&mut search, way.pause, blueprint, &mut found) {
        let (open, no_goods) = (search.open_nodes(), search.no_goods());
        drop(search);
        search_parts(way, blueprint, &open, &no_goods, &mut found);
    }
    assert_eq!(found.0, *expected, "open nodes");
    // Part of it given away, the rest searched here.
    let mut found = Found::default();
    let mut solver = way.solver(blueprint);
    let mut search = way.search(&mut solver);
    if !pause(&mut search, way.pause, blueprint, &mut found) {
        let no_goods = search.no_goods();
        let given = search.split();
        search.set_limits(Limits::default());
        found.add_all(blueprint, search);
        search_parts(way, blueprint, &given, &no_goods, &mut found);
    }
    assert_eq!(found.0, *expected, "a split");
}

fn on_threads(way: &Way, blueprint: &Blueprint, expected: &BTreeSet<Vec<i32>>) {
    let build = || (way.solver(blueprint), way.brancher());
    let outcome = parallel::Plan::new(way.threads)
        .restarts(way.restarts)
        .run(build);
    let mut found = Found::default();
    for solution in &outcome.solutions {
        found.add(blueprint, solution);
    }
    assert_eq!(found.0, *expected, "{} threads", way.threads);
    assert_eq!(outcome.count(), Count::Exactly(expected.len() as u64));
}

fn optimum(way: &Way, blueprint: &Blueprint) {
    let everything = Blueprint {
        decide: None,
        ..blueprint.clone()
    };
    let value = |t: &[i32]| -> i64 {
        let pairs = t.iter().zip(&way.objective);
        pairs.map(|(&v, &c)| c * i64::from(v)).sum()
    };
    let best = everything.enumerate().iter().map(|t| value(t)).min();
    let (mut model, vars) = everything.model();
    let terms = vars.iter().zip(&way.objective);
    let terms: Vec<_> = terms.map(|(&var, &c)| (c, var)).collect();
    model.minimise(&terms);
    let mut solver = model.solver();
    match way.search(&mut solver).optimum() {
        Optimum::Nothing => assert_eq!(best, None),
        Optimum::Proved(solution) => {
            assert!(everything.accepts(solution.values()));
            assert_eq!(Some(value(solution.values())), best);
        }
        Optimum::Best(..) => panic!("no limits are set"),
    }
}

fn check((blueprint, way): (Blueprint, Way)) {
    let expected = blueprint.expected();
    whole(&way, &blueprint, &expected);
    in_parts(&way, &blueprint, &expected);
    optimum(&way, &blueprint);
    on_threads(&way, &blueprint, &expected);
}

#[test]
fn two_thousand_models() {
    run(2000, 1, &(blueprints(4), ways()), check);
}

/// `cargo test --release --test tests -- --ignored --nocapture differential` takes a few minutes.
#[test]
#[ignore = "a hundred thousand models take minutes; QUADRILLE_SEED varies them"]
fn a_hundred_thousand_models() {
    let seed = std::env::var("QUADRILLE_SEED").map_or(2, |text| text.parse().expect("a number"));
    run(100_000, seed, &(blueprints(5), ways()), check);
}

/// The policies of the product below; short, so that small models see them.
const RESTARTS: [Restarts; 3] = [
    Restarts::Never,
    Restarts::Luby { unit: 1 },
    Restarts::Geometric {
        first: 1,
        factor: 1.5,
    },
];

/// A combination of heuristics, as positions in [`ORDERS`], [`VALUES`], [`SPLITS`] and [`RESTARTS`].
type Combination = [usize; 4];

/// All of them.
fn product() -> Vec<Combination> {
    let orders = 0..ORDERS.len();
    orders
        .flat_map(|order| (0..VALUES.len()).map(move |values| [order, values]))
        .flat_map(|[order, values]| (0..SPLITS.len()).map(move |split| [order, values, split]))
        .flat_map(|[order, values, split]| {
            (0..RESTARTS.len()).map(move |restarts| [order, values, split, restarts])
        })
        .collect()
}

/// A ninth of them, in which any two choices come together somewhere.
fn sample() -> Vec<Combination> {
    let all = product().into_iter();
    let sample: Vec<_> = all
        .filter(|[order, values, split, restarts]| {
            (order + values) % 3 == *split && (order + 2 * values) % 3 == *restarts
        })
        .collect();
    for combination in product() {
        for i in 0..4 {
            for j in 0..i {
                let pair = |c: &Combination| (c[i], c[j]) == (combination[i], combination[j]);
                assert!(sample.iter().any(pair), "{combination:?} at {i}, {j}");
            }
        }
    }
    sample
}

/// Searches `models` random models with each combination: whole, and split up.
fn combine(combinations: &[Combination], models: u32, seed: u64) {
    for (number, &[order, values, split, restarts]) in (0..).zip(combinations) {
        let way = |pause| Way {
            order: ORDERS[order],
            values: VALUES[values],
            split: SPLITS[split],
            seed: number % 3,
            restarts: RESTARTS[restarts],
            record: false,
            threads: 1,
            pause,
            objective: Vec::new(),
        };
        // Each combination has its own models.
        let models_and_pauses = (blueprints(3), 0..30u64);
        run(
            models,
            seed + number,
            &models_and_pauses,
            |(blueprint, pause)| {
                let expected = blueprint.expected();
                whole(&way(pause), &blueprint, &expected);
                in_parts(&way(pause), &blueprint, &expected);
            },
        );
    }
}

#[test]
fn a_ninth_of_all_combinations() {
    combine(&sample(), 20, 5);
}

/// `cargo test --release --test tests -- --ignored all_combinations` takes a minute or two.
#[test]
#[ignore = "some hundred combinations with a thousand models each take minutes"]
fn all_combinations() {
    combine(&product(), 1000, 1_000_000);
}

/// A generator of models that are all impossible, or all free, would make the tests above pass in vain.
#[test]
fn the_models_are_worth_searching() {
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    // By rule: models with it alone, those in which it removes some assignments, those in which it removes all.
    let by_rule: RefCell<BTreeMap<String, [u32; 3]>> = RefCell::default();
    // Models without, with one, with several solutions; with a wide domain; with a real projection.
    let models = RefCell::new([0u32; 5]);
    run(2000, 4, &blueprints(4), |blueprint| {
        let all = blueprint.enumerate().len();
        let mut models = models.borrow_mut();
        models[all.min(2)] += 1;
        let wide = |d: &Vec<i32>| d[0] < 0 || d[d.len() - 1] > 63;
        models[3] += u32::from(blueprint.domains.iter().any(wide));
        models[4] += u32::from(blueprint.expected().len() < all);
        for rule in &blueprint.rules {
            let name = format!("{rule:?}");
            let name = name.split('(').next().expect("a first part").to_owned();
            let alone = Blueprint {
                rules: vec![rule.clone()],
                ..blueprint.clone()
            };
            let (left, whole) = (
                alone.enumerate().len(),
                alone.domains.iter().map(Vec::len).product::<usize>(),
            );
            let mut by_rule = by_rule.borrow_mut();
            let [total, some, none] = by_rule.entry(name).or_default();
            *total += 1;
            *some += u32::from(0 < left && left < whole);
            *none += u32::from(left == 0);
        }
    });
    let models = models.into_inner();
    let by_rule = by_rule.into_inner();
    assert!(models.iter().all(|&n| n >= 100), "{models:?}");
    assert_eq!(by_rule.len(), 17);
    for (name, [total, some, none]) in by_rule {
        assert!(
            total >= 100 && 4 * some >= total,
            "{name}: {some} of {total}"
        );
        assert!(
            3 * none <= 2 * total,
            "{name}: {none} of {total} impossible"
        );
    }
}
