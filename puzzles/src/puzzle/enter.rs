//! Models of puzzles with a user's entries, and the rules that the entries break.

use std::collections::BTreeSet;

use quadrille_engine::propagators::{Clause, ConnectedGraph, Presence};
use quadrille_engine::{Literal, Model, RuleId, Solver};

use super::{BuildOptions, Built, Join, Puzzle, Reading};
use crate::entries::Entries;
use crate::filling::Filled;
use crate::symbol::Violation;

/// The rule of a model for the entries.
const ENTERED: &str = "Entered values stay.";

/// The rule for the names of regions, which also says something of cells that do not touch.
pub(crate) const NAMED: &str =
    "Cells of one name are in one region, and cells of two names are in two.";

/// The most rules reported as broken by a model.
const MOST_CLASHES: usize = 20;

/// The model of a puzzle, with the entries that the options bring.
pub(crate) fn build(puzzle: &dyn Puzzle, options: &BuildOptions) -> Built {
    let mut built = puzzle.build(options);
    if let Some(entries) = &options.entries {
        enter(&mut built, entries);
    }
    built
}

/// Adds the entries to a model, under a rule of their own.
fn enter(built: &mut Built, entries: &Entries) -> RuleId {
    let Built { model, reading, .. } = built;
    let rule = model.rule(ENTERED);
    for (at, var) in reading.vars().enumerate() {
        let values = model.domain(var).iter().collect();
        let Some(values) = listed(values, reading, entries, at) else {
            continue;
        };
        if let [only] = values[..] {
            model.post(Clause::new(&[Literal::is(var, only)]));
            continue;
        }
        let others: Vec<i32> = model.domain(var).iter().collect();
        let others = others.into_iter().filter(|value| !values.contains(value));
        let literals: Vec<Literal> = others.map(|value| Literal::is_not(var, value)).collect();
        for literal in literals {
            model.post(Clause::new(&[literal]));
        }
    }
    let Some(filling) = &entries.filling else {
        return rule;
    };
    if !reading.joins.is_empty() {
        model.rule(NAMED);
    }
    let same = |a: &Join, b: &Join| (a.layer, a.board) == (b.layer, b.board);
    for joins in reading.joins.chunk_by(same) {
        enter_regions(model, joins, &filling.layers[joins[0].layer]);
    }
    rule
}

/// The entered values of the variable at this place of [`Reading::vars`], `None` if nothing was entered.
pub(crate) fn listed(
    values: Vec<i32>,
    reading: &Reading,
    entries: &Entries,
    at: usize,
) -> Option<Vec<i32>> {
    let those = |is_entered: &dyn Fn(i32) -> bool| {
        let values = values.iter().copied();
        Some(values.filter(|&value| is_entered(value)).collect())
    };
    let cells = reading.cells.values();
    if let Some((_, symbol)) = cells.get(at) {
        let may = entries.cells.values().get(at)?;
        return (!may.is_empty()).then(|| those(&|value| may.contains(&symbol(value))))?;
    }
    let filling = entries.filling.as_ref()?;
    let at = at - cells.len();
    if let Some(place) = reading.places.get(at) {
        let known = filling.layers[place.layer][place.position];
        let fits = |value: i32, may: &[Filled]| may.contains(&(place.filled)(value));
        return match entries.candidates.get(&(place.layer, place.position)) {
            _ if known != Filled::Unknown => those(&|value| fits(value, &[known])),
            Some(may) => those(&|value| fits(value, may)),
            None => None,
        };
    }
    let join = &reading.joins[at - reading.places.len()];
    match join.cells.map(|cell| filling.layers[join.layer][cell]) {
        [Filled::Region(a), Filled::Region(b)] => Some(vec![i32::from(a == b)]),
        _ => None,
    }
}

/// Cells of a board with one name are in one region, and cells with two names are not: for each name, which cells are
/// in its region, and that these are connected.
fn enter_regions(model: &mut Model, joins: &[Join], entered: &[Filled]) {
    let own = joins.iter().flat_map(|join| join.cells);
    let own: BTreeSet<usize> = own.collect();
    let entered: Vec<Filled> = (0..entered.len())
        .map(|at| match own.contains(&at) {
            true => entered[at],
            false => Filled::Nowhere,
        })
        .collect();
    let mut names: Vec<usize> = entered
        .iter()
        .filter_map(|filled| match filled {
            Filled::Region(name) => Some(*name),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let inside: Vec<Presence> = entered
            .iter()
            .map(|filled| match filled {
                Filled::Region(own) if *own == name => Presence::Always,
                Filled::Unknown => Presence::If(Literal::is(model.var(0..=1), 1)),
                _ => Presence::Never,
            })
            .collect();
        for join in joins {
            let [a, b] = join.cells.map(|cell| inside[cell]);
            for (one, other) in [(a, b), (b, a)] {
                // A cell joined to one inside is inside, too.
                imply(model, &[one, Presence::If(Literal::is(join.var, 1))], other);
            }
            imply(model, &[a, b], Presence::If(Literal::is(join.var, 1)));
        }
        let edges: Vec<(usize, usize, Presence)> = joins
            .iter()
            .map(|join| {
                let [a, b] = join.cells;
                (a, b, Presence::Always)
            })
            .collect();
        model.post(ConnectedGraph::new(&inside, &edges));
    }
}

/// If all of `conditions` are there, so is `then`.
fn imply(model: &mut Model, conditions: &[Presence], then: Presence) {
    let mut literals = Vec::new();
    for &condition in conditions {
        match condition {
            Presence::Always => {}
            Presence::Never => return,
            Presence::If(literal) => literals.push(Literal::is_not(literal.var, literal.value)),
        }
    }
    match then {
        Presence::Always => return,
        Presence::Never => {}
        Presence::If(literal) => literals.push(literal),
    }
    model.post(Clause::new(&literals));
}

/// The rules broken in a partly filled grid: for a complete one all broken rules, for any other those that hold for no
/// values of the open places.
///
/// For a kind whose checker can only check complete grids, the model decides, as far as propagation goes. If no rule is
/// broken by itself, but propagation finds that the grid cannot be completed, conflicting rules are named.
pub fn broken_so_far(puzzle: &dyn Puzzle, entries: &Entries) -> Vec<Violation> {
    if let Some(violations) = puzzle.check_entries(entries) {
        return violations;
    }
    if let Some(completed) = puzzle.completed(entries) {
        return puzzle.check(&completed);
    }
    let options = BuildOptions {
        join_rules: false,
        ..BuildOptions::default()
    };
    // Every model has the same rules under the same ids, since it is built in the same way.
    let refute = |is_silent: &dyn Fn(RuleId) -> bool| -> Option<Vec<(RuleId, String)>> {
        let mut built = puzzle.build(&options);
        let entered = enter(&mut built, entries);
        let mut solver = built.model.solver();
        let stays = |rule: RuleId, text: &str| rule == entered || text.is_empty();
        let rules = solver.rules();
        let off: Vec<bool> = rules
            .map(|(rule, text)| !stays(rule, text) && is_silent(rule))
            .collect();
        solver.silence(|rule| off[rule.index()]);
        solver.propagate().err()?;
        let mut used = used(&solver);
        used.retain(|(rule, text)| !stays(*rule, text));
        Some(used)
    };
    let mut violations: Vec<Violation> = Vec::new();
    let mut silent: Vec<RuleId> = Vec::new();
    // Each round costs a propagation for each rule that the clash may contain, and reports each rule once.
    while violations.len() < MOST_CLASHES {
        let Some(mut clash) = refute(&|rule| silent.contains(&rule)) else {
            break;
        };
        let mut at = 0;
        while at < clash.len() {
            let without = clash[at].0;
            let is_kept = |rule| rule != without && clash.iter().any(|(known, _)| *known == rule);
            match refute(&|rule| !is_kept(rule)) {
                Some(smaller) => {
                    // Only rules of the clash are left, and those before this one are needed.
                    let needed = clash[..at].iter();
                    let left = |known: RuleId| smaller.iter().any(|(rule, _)| *rule == known);
                    at = needed.filter(|(rule, _)| left(*rule)).count();
                    clash = smaller;
                }
                None => at += 1,
            }
        }
        if clash.len() != 1 && !violations.is_empty() {
            break;
        }
        let texts: Vec<&str> = clash.iter().map(|(_, text)| text.as_str()).collect();
        let message = match &texts[..] {
            [_] => "cannot hold, whatever the open cells are".to_owned(),
            [_, others @ ..] => format!("cannot hold together with: {}", others.join("; ")),
            [] => "does not fit the puzzle".to_owned(),
        };
        let rule = texts.first().copied().unwrap_or(ENTERED);
        violations.push(Violation::new(rule, Vec::new(), message));
        match clash[..] {
            [(rule, _)] => silent.push(rule),
            _ => break,
        }
    }
    violations
}

/// The rules whose propagators changed something or failed. Without the others nothing would have been different.
fn used(solver: &Solver) -> Vec<(RuleId, String)> {
    let mut used = vec![false; solver.rules().count()];
    for (_, _, rule, calls) in solver.propagators() {
        used[rule.index()] |= calls.pruning > 0 || calls.failing > 0;
    }
    let rules = solver.rules().filter(|(rule, _)| used[rule.index()]);
    rules.map(|(rule, text)| (rule, text.to_owned())).collect()
}
