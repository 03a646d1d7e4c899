//! Every order, value order, split and restart policy against brute force.

use super::*;

#[test]
fn every_way_to_branch_finds_the_same_set() {
    for seed in 0..60 {
        let random = if seed % 2 == 0 {
            Random::new(seed)
        } else {
            Random::projected(seed)
        };
        let expected = random.brute_force();
        let mut solver = random.solver();
        for order in branch::ORDERS {
            for values in branch::VALUES {
                for split in branch::SPLITS {
                    let brancher = || named(order, values, split, seed).expect("they are listed");
                    let mut search = solver.search().boxed_brancher(brancher());
                    let found = random.rest(&mut search);
                    assert_eq!(
                        sorted(found.clone()),
                        expected,
                        "seed {seed}: {order}, {values}, {split}"
                    );
                    drop(search);
                    let again = random.rest(&mut solver.search().boxed_brancher(brancher()));
                    assert_eq!(again, found, "the same search twice");
                }
            }
        }
    }
}

/// Every restart policy, order, value order and split: each solution exactly once.
#[test]
fn restarts_find_each_solution_once() {
    let policies = [
        Restarts::Luby { unit: 1 },
        Restarts::Luby { unit: 3 },
        Restarts::Geometric {
            first: 1,
            factor: 1.3,
        },
    ];
    let (mut restarts, mut no_goods) = (0, 0);
    for seed in 0..60 {
        let random = if seed % 2 == 0 {
            Random::new(1000 + seed)
        } else {
            Random::projected(1000 + seed)
        };
        let expected = random.brute_force();
        let mut solver = random.solver();
        for order in branch::ORDERS {
            for values in branch::VALUES {
                for (split, policy) in branch::SPLITS.iter().zip(policies) {
                    let brancher = named(order, values, split, seed).expect("they are listed");
                    let mut search = solver.search().boxed_brancher(brancher).restarts(policy);
                    let found = random.rest(&mut search);
                    assert_eq!(
                        sorted(found),
                        expected,
                        "seed {seed}: {order}, {values}, {split}, {policy:?}"
                    );
                    restarts += search.stats().restarts;
                    no_goods += search.stats().no_goods;
                    assert!(search.stats().no_goods >= search.stats().restarts);
                }
            }
        }
    }
    assert!(restarts > 1000 && no_goods > restarts);
}

#[test]
fn restarts_on_queens() {
    for split in branch::SPLITS {
        for unit in [1, 5, 50] {
            let mut solver = queens(7, 1..=7).solver();
            let brancher = named("dom/wdeg", "random", split, unit).expect("they are listed");
            let search = solver
                .search()
                .boxed_brancher(brancher)
                .restarts(Restarts::Luby { unit });
            assert_eq!(search.count(), Count::Exactly(40));
        }
    }
}

#[test]
fn the_optimum_is_that_of_brute_force() {
    for seed in 0..100 {
        let random = Random::new(4000 + seed);
        let mut rng = Rng::new(seed);
        let terms: Vec<i64> = (0..random.domains.len())
            .map(|_| rng.below(9) as i64 - 4)
            .collect();
        let cost = |values: &[i32]| -> i64 {
            terms
                .iter()
                .zip(values)
                .map(|(c, &v)| c * i64::from(v))
                .sum()
        };
        let all = random.brute_force();
        let best = all.iter().map(|values| cost(values)).min();
        for maximise in [false, true] {
            for policy in [Restarts::Never, Restarts::Luby { unit: 1 }] {
                let mut model = Model::new();
                let vars: Vec<Var> = random.domains.iter().map(|d| model.var_of(d)).collect();
                for &(x, y, offset) in &random.differ {
                    model.post(NotEqual::with_offset(vars[x], vars[y], offset));
                }
                for (scope, tuples) in &random.lists {
                    model.post(OneOf {
                        vars: scope.iter().map(|&i| vars[i]).collect(),
                        tuples: tuples.clone(),
                    });
                }
                let sign = if maximise { -1 } else { 1 };
                let costs = terms.iter().map(|c| sign * c);
                let objective: Vec<(i64, Var)> = costs.zip(vars.iter().copied()).collect();
                if maximise {
                    model.maximise(&objective);
                } else {
                    model.minimise(&objective);
                }
                let found = |optimum: Optimum| match optimum {
                    Optimum::Proved(solution) => Some(cost(solution.values())),
                    Optimum::Nothing => None,
                    Optimum::Best(..) => panic!("no limits are set"),
                };
                // A solution may have a better value with other witnesses.
                let mut with_witnesses = model.clone();
                let is_decision = |&(at, _): &(usize, &Var)| at % 3 == seed as usize % 3;
                let decisions = vars.iter().enumerate().filter(is_decision);
                with_witnesses.decide(&decisions.map(|(_, &var)| var).collect::<Vec<_>>());
                let mut solver = with_witnesses.solver();
                assert_eq!(
                    found(solver.search().restarts(policy).optimum()),
                    best,
                    "seed {seed}"
                );
                let mut learning = solver.search().learn(Learning::default());
                assert_eq!(found(learning.optimum()), best, "seed {seed}");
                let mut solver = model.solver();
                for split in SPLITS {
                    let brancher = branch::smallest_domain().split(split);
                    let mut search = solver.search_with(brancher).restarts(policy);
                    assert_eq!(found(search.optimum()), best, "seed {seed}");
                }
                // All that are best, whatever bound is known before.
                let ties = all.iter().filter(|v| Some(cost(v)) == best).count();
                let worst = all.iter().map(|values| cost(values)).max();
                for bound in [None, best, worst] {
                    let mut search = solver.search().restarts(policy).with_ties(bound);
                    let mut found: (Option<i64>, usize) = (None, 0);
                    while search.step() == Step::Solution {
                        let value = search.objective_value();
                        assert_eq!(value, Some(cost(search.solution().values())));
                        match found.0 {
                            Some(known) if value > Some(known) => panic!("it got worse"),
                            known if known == value => found.1 += 1,
                            _ => found = (value, 1),
                        }
                    }
                    assert_eq!(found, (best, ties), "seed {seed}");
                }
            }
        }
    }
}

/// Answers nonsense when asked for a sibling.
#[derive(Debug)]
struct Forgetful(branch::Branching<order::InputOrder, value::Smallest>);

impl Brancher for Forgetful {
    fn attach(&mut self, decisions: &[Var], view: &mut View<'_>) {
        self.0.attach(decisions, view);
    }
    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        self.0.choose(view)
    }
    fn sibling(&mut self, _: &mut View<'_>, _: Var, tried: &[i32]) -> Option<i32> {
        (tried.len() % 2 == 1).then_some(tried[0])
    }
}

#[test]
fn no_value_is_passed_over_by_a_bad_brancher() {
    let mut solver = queens(6, 0..=5).solver();
    let inner = Branching::new(order::InputOrder, value::Smallest).split(Split::Values);
    let search = solver.search_with(Forgetful(inner));
    assert_eq!(search.count(), Count::Exactly(4));
}

#[test]
fn groups_keep_the_value_order_of_each() {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=2), model.var(0..=2));
    let mut solver = model.solver();
    let groups = branch::Groups::new()
        .then(
            Branching::new(order::InputOrder, value::Largest)
                .over(&[x])
                .split(Split::Values),
        )
        .then(
            Branching::new(order::InputOrder, value::Middle)
                .over(&[y])
                .split(Split::Values),
        );
    let found: Vec<(i32, i32)> = solver
        .search_with(groups)
        .map(|s| s.expect("no limits"))
        .map(|s| (s[x], s[y]))
        .collect();
    let expected: Vec<(i32, i32)> = [2, 1, 0]
        .into_iter()
        .flat_map(|a| [1, 0, 2].map(|b| (a, b)))
        .collect();
    assert_eq!(found, expected);
}
