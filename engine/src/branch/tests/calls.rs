//! Every part of a brancher hears what the search reports to it.

use std::fmt;
use std::sync::{Arc, Mutex};

use super::super::*;
use super::model;
use crate::model::Model;
use crate::search::Restarts;

/// How often each method was called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Calls {
    attached: u64,
    selected: u64,
    siblings: u64,
    failed: u64,
    entered: u64,
    solved: u64,
    restarted: u64,
}

/// An order of variables and of values, and a brancher, that counts.
#[derive(Clone, Default)]
struct Spy(Arc<Mutex<Calls>>);

impl fmt::Debug for Spy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spy")
    }
}

impl Spy {
    fn count(&self, call: impl Fn(&mut Calls) -> &mut u64) {
        *call(&mut self.0.lock().expect("no panic")) += 1;
    }

    fn calls(&self) -> Calls {
        self.0.lock().expect("no panic").clone()
    }
}

impl VariableOrder for Spy {
    fn attach(&mut self, _: &[Var], _: &mut View<'_>) {
        self.count(|calls| &mut calls.attached);
    }
    fn select(&mut self, _: &mut View<'_>, open: &[Candidate]) -> Var {
        self.count(|calls| &mut calls.selected);
        open.iter().min_by_key(|c| c.rank).expect("not empty").var
    }
    fn failed(&mut self, _: &View<'_>, _: Option<PropagatorId>, _: Option<Var>) {
        self.count(|calls| &mut calls.failed);
    }
    fn entered(&mut self, _: &View<'_>, _: Literal) {
        self.count(|calls| &mut calls.entered);
    }
    fn restarted(&mut self) {
        self.count(|calls| &mut calls.restarted);
    }
}

impl ValueOrder for Spy {
    fn attach(&mut self, _: &[Var], _: &mut View<'_>) {
        self.count(|calls| &mut calls.attached);
    }
    fn select(&mut self, view: &mut View<'_>, var: Var) -> i32 {
        self.count(|calls| &mut calls.selected);
        view.max(var)
    }
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        self.count(|calls| &mut calls.siblings);
        view.domain(var).iter().find(|value| !tried.contains(value))
    }
    fn entered(&mut self, _: &View<'_>, _: Literal) {
        self.count(|calls| &mut calls.entered);
    }
    fn solved(&mut self, _: &View<'_>) {
        self.count(|calls| &mut calls.solved);
    }
}

/// A brancher that never has anything to choose.
impl Brancher for Spy {
    fn attach(&mut self, _: &[Var], _: &mut View<'_>) {
        self.count(|calls| &mut calls.attached);
    }
    fn choose(&mut self, _: &mut View<'_>) -> Option<Choice> {
        self.count(|calls| &mut calls.selected);
        None
    }
    fn failed(&mut self, _: &View<'_>, _: Option<PropagatorId>, _: Option<Var>) {
        self.count(|calls| &mut calls.failed);
    }
    fn entered(&mut self, _: &View<'_>, _: Literal) {
        self.count(|calls| &mut calls.entered);
    }
    fn solved(&mut self, _: &View<'_>) {
        self.count(|calls| &mut calls.solved);
    }
    fn restarted(&mut self) {
        self.count(|calls| &mut calls.restarted);
    }
}

#[test]
fn every_part_hears_everything() {
    let (order, values, brancher) = (Spy::default(), Spy::default(), Spy::default());
    // As deep as the crate itself nests them: groups of boxes of branchings of boxes.
    let boxed: Box<dyn VariableOrder> = Box::new(order.clone());
    let boxed_values: Box<dyn ValueOrder> = Box::new(values.clone());
    let branching: Box<dyn Brancher> =
        Box::new(Branching::new(boxed, boxed_values).split(Split::Values));
    let groups = Groups::new().then(brancher.clone()).then(branching);
    let mut solver = model().solver();
    let mut search = solver
        .search_with(groups)
        .restarts(Restarts::Luby { unit: 1 });
    let found = search.by_ref().count() as u64;
    let stats = search.stats().clone();
    assert!(found > 3 && stats.restarts > 3, "{found}, {stats:?}");
    // The start node, which each restart enters again, is entered by no literal, and fails unseen when the no-goods
    // leave nothing of it.
    let children = stats.nodes - stats.restarts - 1;
    for (spy, is_values) in [(&brancher, false), (&order, false), (&values, true)] {
        let calls = spy.calls();
        assert_eq!(calls.attached, 1);
        assert!(calls.selected > 0);
        if is_values {
            assert_eq!(calls.solved, found);
            assert!(calls.siblings > 0);
        } else {
            assert_eq!(calls.restarted, stats.restarts);
            assert_eq!(calls.entered + calls.failed, children);
            assert!(stats.failures - calls.failed <= 1);
        }
    }
    assert_eq!(values.calls().entered, order.calls().entered);
    assert_eq!(brancher.calls().solved, found);
}

/// A way to branch of which it is known whether it is static.
#[derive(Debug)]
struct Known(bool);

impl VariableOrder for Known {
    fn select(&mut self, _: &mut View<'_>, open: &[Candidate]) -> Var {
        open[0].var
    }
    fn is_static(&self) -> bool {
        self.0
    }
}

impl ValueOrder for Known {
    fn sibling(&mut self, _: &mut View<'_>, _: Var, _: &[i32]) -> Option<i32> {
        None
    }
    fn is_static(&self) -> bool {
        self.0
    }
}

#[test]
fn static_only_if_every_part_is() {
    for order in [false, true] {
        for values in [false, true] {
            let boxed = || -> Box<dyn Brancher> {
                let order: Box<dyn VariableOrder> = Box::new(Known(order));
                let values: Box<dyn ValueOrder> = Box::new(Known(values));
                Box::new(Branching::new(order, values))
            };
            assert_eq!(boxed().is_static(), order && values);
            let groups = Groups::new().then(smallest_domain()).then(boxed());
            assert_eq!(groups.is_static(), order && values);
        }
    }
    assert!(!Brancher::is_static(&Spy::default()));
    // What learns is not static; what looks at domains alone is.
    for order in ORDERS {
        for values in VALUES {
            let brancher = named(order, values, "binary", 0).expect("they are listed");
            let is_static = ["input", "smallest", "dom/deg"].contains(order)
                && ["smallest", "largest", "middle"].contains(values);
            assert_eq!(brancher.is_static(), is_static, "{order}, {values}");
        }
    }
}

#[test]
fn groups_ask_the_group_that_chose() {
    let mut model = Model::new();
    let (a, b) = (model.var(0..=2), model.var(0..=2));
    let by_value = |values: Box<dyn ValueOrder>, var| {
        let branching = Branching::new(order::InputOrder, values);
        branching.split(Split::Values).over(&[var])
    };
    let groups = Groups::new()
        .then(by_value(Box::new(value::Smallest), a))
        .then(by_value(Box::new(value::Largest), b));
    let mut solver = model.solver();
    let found: Vec<Vec<i32>> = solver
        .search_with(groups)
        .map(|solution| solution.expect("no limits").values().to_vec())
        .collect();
    let expected = [0, 1, 2].map(|a| [2, 1, 0].map(|b| vec![a, b])).concat();
    assert_eq!(found, expected);
}

#[test]
fn names_stand_for_what_they_say() {
    let text = |order, values, split| {
        let brancher = named(order, values, split, 3).expect("known names");
        format!("{brancher:?}")
    };
    let inner = text("last-conflict:dom/wdeg", "saved-phase:middle", "halving");
    for part in [
        "LastConflict { inner: DomWdeg {",
        "SavedPhase { inner: Middle",
        "Halving",
    ] {
        assert!(inner.contains(part), "{part} in {inner}");
    }
    let inner = text("conflict-ordering:dom/wdeg-cacd", "largest", "values");
    for part in ["ConflictOrdering { inner: DomWdegCacd", "Largest", "Values"] {
        assert!(inner.contains(part), "{part} in {inner}");
    }
}

#[test]
fn orders_around_another_pass_everything_on() {
    type Around = fn(Spy) -> Box<dyn VariableOrder>;
    let orders: [Around; 2] = [
        |inner| Box::new(order::ConflictOrdering::new(inner)),
        |inner| Box::new(order::LastConflict::new(inner)),
    ];
    for around in orders {
        let inner = Spy::default();
        let mut solver = model().solver();
        let branching = Branching::new(around(inner.clone()), value::Smallest);
        let mut search = solver.search_with(branching);
        assert!(search.by_ref().count() > 0);
        let (calls, stats) = (inner.calls(), search.stats());
        assert_eq!(calls.attached, 1);
        assert_eq!(calls.failed, stats.failures);
        // The start node is entered by no literal.
        assert_eq!(calls.entered + calls.failed, stats.nodes - 1);

        let inner = Spy::default();
        let mut solver = model().solver();
        let mut search = solver
            .search_with(Branching::new(around(inner.clone()), value::Smallest))
            .restarts(Restarts::Luby { unit: 1 });
        assert!(search.by_ref().count() > 0);
        assert!(search.stats().restarts > 3);
        assert_eq!(inner.calls().restarted, search.stats().restarts);
    }
}

#[test]
fn values_around_others_pass_everything_on() {
    let inner = Spy::default();
    let values = value::SavedPhase::new(inner.clone());
    let mut solver = model().solver();
    let mut search = solver.search_with(Branching::new(order::InputOrder, values));
    let found = search.by_ref().count() as u64;
    let (calls, stats) = (inner.calls(), search.stats());
    assert_eq!((calls.attached, calls.solved), (1, found));
    // The start node is entered by no literal.
    assert_eq!(calls.entered, stats.nodes - 1 - stats.failures);
}

/// A brancher that says no more than it must.
#[derive(Debug, Default)]
struct Plain(Vec<Var>);

impl Brancher for Plain {
    fn attach(&mut self, decisions: &[Var], _: &mut View<'_>) {
        self.0 = decisions.to_vec();
    }
    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        let open = self.0.iter().find(|&&var| !view.is_fixed(var));
        open.map(|&var| Choice::Values(var, view.max(var)))
    }
}

#[test]
fn siblings_come_in_rising_order_unless_a_brancher_says_otherwise() {
    let mut model = Model::new();
    model.vars(2, 0..=3);
    let mut solver = model.solver();
    let search = solver.search_with(Plain::default());
    let found: Vec<Vec<i32>> = search
        .map(|solution| solution.expect("no limits").values().to_vec())
        .collect();
    let values = [3, 0, 1, 2];
    let expected = values.map(|a| values.map(|b| vec![a, b])).concat();
    assert_eq!(found, expected);
}

/// A seed draws any order of variables that tie: with smallest values first, the solutions come in the order of
/// those in which the variables are branched on.
#[test]
fn a_seed_draws_every_order() {
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 1..=100 {
        let mut model = Model::new();
        let vars = model.vars(3, 0..=1);
        let mut solver = model.solver();
        let branching = Branching::new(order::InputOrder, value::Smallest).ties(seed);
        let found: Vec<_> = solver.search_with(branching).flatten().collect();
        // In the second solution the last variable has changed, in the third the one before it.
        let changed = |at: usize| vars.iter().position(|&var| found[at][var] == 1);
        drawn.insert((changed(1), changed(2)));
    }
    assert_eq!(drawn.len(), 6, "{drawn:?}");
}
