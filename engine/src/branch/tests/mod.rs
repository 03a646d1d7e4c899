//! Each order does what its description says, judged by a naive replay of what it was told.

mod calls;
mod values;

use std::collections::BTreeSet;

use super::order::{
    Activity, ConflictOrdering, DomWdeg, DomWdegCacd, DomainOverDegree, InputOrder, LastConflict,
    SmallestDomain,
};
use super::value::{Largest, MostSupports, SavedPhase, Smallest};
use super::*;
use crate::model::Model;
use crate::propagators::{AllDifferent, NotEqual};

/// A child that was entered.
#[derive(Clone, Debug)]
struct Child {
    /// Whether it failed, and then by whom and upon which decision.
    failed: bool,
    culprit: Option<PropagatorId>,
    decision: Option<Var>,
    /// The variables with several values afterwards, with their number.
    open: Vec<(Var, usize)>,
    touched: BTreeSet<Var>,
}

impl Child {
    fn is_open(&self, var: Var) -> bool {
        self.open.iter().any(|&(x, _)| x == var)
    }
}

/// What is to be chosen after these children from the candidates, which are sorted by rank.
type Judge = fn(children: &[Child], view: &View<'_>, open: &[Var]) -> Var;

/// An order that is compared with a judge at each selection.
#[derive(Debug)]
struct Judged<O> {
    order: O,
    judge: Judge,
    children: Vec<Child>,
    /// The domain sizes when a variable was selected, until the child is entered.
    before: Option<Vec<usize>>,
}

fn sizes(view: &View<'_>) -> Vec<usize> {
    all(view).map(|var| view.size(var)).collect()
}

fn all(view: &View<'_>) -> impl Iterator<Item = Var> {
    (0..view.kernel.variables).map(|i| view.kernel.handle(i))
}

impl<O> Judged<O> {
    fn child(&mut self, view: &View<'_>) -> Child {
        let touched: BTreeSet<Var> = view.touched().collect();
        if let Some(before) = self.before.take() {
            let changed = all(view).filter(|&var| view.size(var) != before[var.index()]);
            assert_eq!(touched, changed.collect());
        }
        Child {
            failed: false,
            culprit: None,
            decision: None,
            open: all(view)
                .filter(|&var| !view.is_fixed(var))
                .map(|var| (var, view.size(var)))
                .collect(),
            touched,
        }
    }
}

impl<O: VariableOrder> VariableOrder for Judged<O> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        self.order.attach(vars, view);
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let mut sorted = open.to_vec();
        sorted.sort_by_key(|c| c.rank);
        let sorted: Vec<Var> = sorted.iter().map(|c| c.var).collect();
        let chosen = self.order.select(view, open);
        assert_eq!(chosen, (self.judge)(&self.children, view, &sorted));
        self.before = Some(sizes(view));
        chosen
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        let child = Child {
            failed: true,
            culprit,
            decision,
            ..self.child(view)
        };
        self.children.push(child);
        self.order.failed(view, culprit, decision);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        let child = self.child(view);
        self.children.push(child);
        self.order.entered(view, literal);
    }
}

/// Queens, some on wide domains, and two variables of low degree beside them.
fn model() -> Model {
    let mut model = Model::new();
    let mut rows = model.vars(3, 58..=63);
    rows.extend(model.vars(3, 58..=64));
    for i in 0..6 {
        for j in i + 1..6 {
            let apart = (j - i) as i32;
            for offset in [0, apart, -apart] {
                model.post(NotEqual::with_offset(rows[i], rows[j], offset));
            }
        }
    }
    let more = model.vars(2, 58..=60);
    model.post(NotEqual::new(more[0], rows[5]));
    model.post(NotEqual::new(more[1], more[0]));
    model
}

/// A Latin square whose broken diagonals differ, too, with some pairs beside: after a failure some variables of a scope
/// are open, and as most degrees and sizes are alike, the least difference of weights decides.
fn wide_scopes() -> Model {
    const SIDE: usize = 5;
    let mut model = Model::new();
    let vars: Vec<Var> = (0..SIDE * SIDE)
        .map(|cell| match cell {
            0 => model.var(0..=0),
            13 | 24 => model.var(0..=3),
            _ => model.var(0..=4),
        })
        .collect();
    let mut different = |cells: &[usize]| {
        let scope: Vec<Var> = cells.iter().map(|&cell| vars[cell]).collect();
        model.post(AllDifferent::new(&scope));
    };
    for line in 0..SIDE {
        let place = |row: usize, column: usize| SIDE * row + column % SIDE;
        different(&[0, 1, 2, 3, 4].map(|i| place(line, i)));
        different(&[0, 1, 2, 3, 4].map(|i| place(i, line)));
        different(&[0, 1, 2, 3, 4].map(|i| place(i, line + i)));
    }
    for pair in [[10, 23], [10, 18], [2, 14], [8, 15], [11, 14]] {
        different(&pair);
    }
    model
}

fn judge<O: VariableOrder + 'static>(order: fn() -> O, judge: Judge) {
    for model in [model, wide_scopes] {
        let mut failures = 0;
        for split in [Split::Binary, Split::Values, Split::Halving] {
            let judged = Judged {
                order: order(),
                judge,
                children: Vec::new(),
                before: None,
            };
            let mut solver = model().solver();
            let mut search = solver.search_with(Branching::new(judged, Smallest).split(split));
            assert!(search.by_ref().count() > 0);
            failures += search.stats().failures;
        }
        assert!(failures > 3, "{failures} failures");
    }
}

/// The first variable with the least score.
fn least(open: &[Var], score: impl Fn(Var) -> f64) -> Var {
    let best = open
        .iter()
        .copied()
        .map(&score)
        .fold(f64::INFINITY, f64::min);
    open.iter()
        .copied()
        .find(|&var| score(var) <= best)
        .expect("one is the least")
}

fn degree(view: &View<'_>, var: Var) -> f64 {
    view.scopes()
        .filter(|(_, scope)| scope.contains(&var))
        .count() as f64
}

#[test]
fn orders_without_memory() {
    judge(|| InputOrder, |_, _, open| open[0]);
    judge(
        || SmallestDomain,
        |_, view, open| least(open, |x| view.size(x) as f64),
    );
    judge(DomainOverDegree::default, |_, view, open| {
        least(open, |x| view.size(x) as f64 / degree(view, x))
    });
}

#[test]
fn weighted_degrees() {
    judge(DomWdeg::default, |children, view, open| {
        least(open, |x| {
            let culprits = children.iter().filter_map(|child| child.culprit);
            let failures = culprits.filter(|&p| view.scope(p).contains(&x)).count();
            view.size(x) as f64 / (1.0 + degree(view, x) + failures as f64)
        })
    });
    judge(DomWdegCacd::default, |children, view, open| {
        least(open, |x| {
            let mut weight = 1.0 + degree(view, x);
            for child in children {
                let Some(culprit) = child.culprit else {
                    continue;
                };
                let scope = view.scope(culprit);
                let future: Vec<_> = child
                    .open
                    .iter()
                    .filter(|(y, _)| scope.contains(y))
                    .collect();
                if let Some((_, size)) = future.iter().find(|(y, _)| *y == x) {
                    weight += 1.0 / (future.len() as f64 * *size as f64);
                }
            }
            view.size(x) as f64 / weight
        })
    });
}

#[test]
fn activity_counts_what_is_touched() {
    judge(Activity::default, |children, view, open| {
        least(open, |x| {
            let (mut activity, mut worth) = (degree(view, x), 1.0);
            for child in children {
                if child.touched.contains(&x) {
                    activity += worth;
                }
                worth *= 1.0 / 0.999;
            }
            -activity / view.size(x) as f64
        })
    });
}

#[test]
fn last_conflict_stays_until_it_is_fixed() {
    judge(
        || LastConflict::new(InputOrder),
        |children, _, open| {
            let mut kept = None;
            for child in children {
                if child.failed {
                    kept = kept.or(child.decision);
                } else {
                    kept = kept.filter(|&var| child.is_open(var));
                }
            }
            kept.filter(|var| open.contains(var)).unwrap_or(open[0])
        },
    );
    // The second kept variable comes up once the first is fixed.
    judge(
        || LastConflict::keeping(2, InputOrder),
        |children, _, open| {
            let mut kept: Vec<Var> = Vec::new();
            for child in children {
                if let Some(var) = child.decision.filter(|_| child.failed) {
                    if kept.len() < 2 && !kept.contains(&var) {
                        kept.push(var);
                    }
                } else if !kept.iter().any(|&var| child.is_open(var)) {
                    kept.clear();
                }
            }
            let first = kept.into_iter().find(|var| open.contains(var));
            first.unwrap_or(open[0])
        },
    );
}

#[test]
fn conflict_ordering_takes_the_latest_failure() {
    judge(
        || ConflictOrdering::new(InputOrder),
        |children, _, open| {
            let failed = children.iter().rev().filter_map(|child| child.decision);
            failed
                .into_iter()
                .find(|var| open.contains(var))
                .unwrap_or(open[0])
        },
    );
}

/// Value orders under judgement: what was seen of earlier children decides.
#[derive(Debug)]
struct JudgedValues<V> {
    values: V,
    kind: Kind,
    last_solution: Option<Vec<i32>>,
    /// By (variable, value): values removed elsewhere by each assignment.
    removed: Vec<(Literal, usize)>,
    before: Vec<usize>,
    judged: usize,
}

#[derive(Debug, PartialEq)]
enum Kind {
    Saved,
    Supports,
}

impl<V: ValueOrder> ValueOrder for JudgedValues<V> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        self.values.attach(vars, view);
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        let chosen = self.values.sibling(view, var, tried);
        self.before = sizes(view);
        let left: Vec<i32> = view
            .domain(var)
            .iter()
            .filter(|v| !tried.contains(v))
            .collect();
        let expected = match self.kind {
            Kind::Saved => {
                let saved = self
                    .last_solution
                    .as_ref()
                    .map(|values| values[var.index()]);
                let saved = saved.filter(|value| left.contains(value));
                self.judged += usize::from(saved.is_some());
                saved.or(left.last().copied())
            }
            Kind::Supports => {
                let average = |value: i32| {
                    let made = || {
                        self.removed
                            .iter()
                            .filter(|(l, _)| *l == Literal::is(var, value))
                    };
                    let total: usize = made().map(|(_, removed)| removed).sum();
                    total as f64 / made().count().max(1) as f64
                };
                let best = left
                    .iter()
                    .map(|&v| average(v))
                    .fold(f64::INFINITY, f64::min);
                self.judged += usize::from(average(left[0]) > best);
                left.iter().copied().find(|&v| average(v) <= best)
            }
        };
        assert_eq!(chosen, expected);
        chosen
    }

    fn solved(&mut self, view: &View<'_>) {
        self.last_solution = Some(all(view).map(|var| view.min(var)).collect());
        self.values.solved(view);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        let removed = all(view)
            .filter(|&var| var != literal.var)
            .map(|var| self.before[var.index()] - view.size(var))
            .sum();
        self.removed.push((literal, removed));
        self.values.entered(view, literal);
    }
}

impl<V> Drop for JudgedValues<V> {
    fn drop(&mut self) {
        assert!(std::thread::panicking() || self.judged > 3, "hardly judged");
    }
}

#[test]
fn values_that_learn() {
    let judged = |values: Box<dyn ValueOrder>, kind| JudgedValues {
        values,
        kind,
        last_solution: None,
        removed: Vec::new(),
        before: Vec::new(),
        judged: 0,
    };
    // By value, so that the value order is asked before each child.
    let count = |values| {
        let brancher = Branching::new(SmallestDomain, values).split(Split::Values);
        model().solver().search_with(brancher).count()
    };
    let expected = model().solver().solutions().count();
    let saved = judged(Box::new(SavedPhase::new(Largest)), Kind::Saved);
    assert_eq!(count(saved), expected);
    let supports = judged(Box::<MostSupports>::default(), Kind::Supports);
    assert_eq!(count(supports), expected);
}

#[test]
fn a_seed_settles_ties_only() {
    let first = |order: &str, seed: u64| {
        let mut model = Model::new();
        let wide = model.vars(9, 0..=5);
        let small = model.vars(9, 0..=1);
        let mut solver = model.solver();
        let brancher = named(order, "smallest", "binary", seed).expect("known names");
        let mut search = solver.search().boxed_brancher(brancher);
        search.step();
        let var = search.path().0[0].var;
        assert!(order == "input" || small.contains(&var));
        assert!(order != "input" || var == wide[0]);
        var
    };
    let drawn = |order| -> BTreeSet<Var> { (1..20).map(|seed| first(order, seed)).collect() };
    assert!(drawn("smallest").len() > 3);
    assert_eq!(drawn("input").len(), 1);
    assert_eq!(first("smallest", 5), first("smallest", 5));
    assert_eq!(first("smallest", 0), Var::narrow(9));
}

/// Calls `f` with the candidates of a model with these domains and `NotEqual` pairs.
fn at_root(
    sizes: &[i32],
    pairs: &[(usize, usize)],
    f: impl FnOnce(&mut View<'_>, &[Var], &[Candidate]),
) {
    let mut model = Model::new();
    let vars: Vec<Var> = sizes.iter().map(|&n| model.var(0..=n - 1)).collect();
    for &(a, b) in pairs {
        model.post(NotEqual::new(vars[a], vars[b]));
    }
    let mut solver = model.solver();
    let mut view = View {
        kernel: &mut solver.kernel,
        entered_at: 0,
    };
    let open: Vec<Candidate> = (0..)
        .zip(&vars)
        .map(|(rank, &var)| Candidate { rank, var })
        .collect();
    f(&mut view, &vars, &open);
}

#[test]
fn a_variable_that_nothing_names_has_degree_one() {
    // The first has 4 ÷ 1, the others 7 ÷ 1 and 6 ÷ 1.
    at_root(&[4, 7, 6], &[(1, 2)], |view, vars, open| {
        let mut order = DomainOverDegree::default();
        order.attach(vars, view);
        assert_eq!(order.select(view, open), vars[0]);
    });
}

#[test]
fn a_restart_forgets_the_last_conflict() {
    at_root(&[2, 2, 2], &[], |view, vars, open| {
        let mut order = LastConflict::new(InputOrder);
        order.attach(vars, view);
        order.failed(view, None, Some(vars[2]));
        assert_eq!(order.select(view, open), vars[2]);
        // Not among those that may be chosen.
        assert_eq!(order.select(view, &open[..2]), vars[0]);
        order.restarted();
        assert_eq!(order.select(view, open), vars[0]);
        // Conflict ordering does not forget.
        let mut order = ConflictOrdering::new(InputOrder);
        order.attach(vars, view);
        order.failed(view, None, Some(vars[2]));
        order.restarted();
        assert_eq!(order.select(view, open), vars[2]);
        // A new search does.
        order.attach(vars, view);
        assert_eq!(order.select(view, open), vars[0]);
    });
}
