//! Which entries of a partly filled grid occur in no solution, and which values occur in any.

use std::collections::BTreeSet;

use quadrille_engine::{Interrupt, Literal};

use super::explainer::Explainer;
use super::solved::{End, Known, Solved, Values};
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;

/// What is known about the solutions of a puzzle and the entries of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong, if anything is.
    pub wrong: Option<Wrong>,
    /// Which values occur in solutions with the entries.
    pub values: Occurring,
    /// Whether the puzzle is known to have no solution at all.
    pub is_impossible: bool,
    /// For a puzzle that asks for the best grids: `greatest` or `least`, and the value of its solutions.
    pub best: Option<(&'static str, i64)>,
}

/// What a search has found out about the values that occur in solutions. The lists are empty if no solution is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurring {
    /// By spot, values that occur in some solution, in ascending order: all of them, unless that takes too long.
    pub seen: Vec<Vec<i32>>,
    /// By spot, the values that may occur: the others are proved to occur in none.
    pub possible: Vec<Vec<i32>>,
    /// How many nodes it searched.
    pub nodes: u64,
}

/// What is wrong with the entries of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// These occur in no solution: by spot, with the entry if it is a possible value there.
    Each(Vec<(usize, Option<Literal>)>),
    /// Each of these occurs in some solution, but no solution has all of them.
    Together(Vec<Literal>),
}

/// So many solutions are listed before single values are searched for, each of which takes a search of its own.
const LISTED: usize = 64;

/// The nodes that all of this may take: so many for each that it took to find two solutions, and a few more.
const MORE: u64 = 4;
const LEAST: u64 = 4_000;

/// The work that it may take beside two solutions: about a second.
const WORK: u64 = 15_000_000;

/// Checks the entries of a grid, in the form of [`Explainer::entries`], by searching for solutions that have them, until
/// this is due.
///
/// If there is one solution, entries that differ from it are wrong. Otherwise it searches for a solution with all
/// entries; if there is none, for one with each of them; and if all of these exist, it leaves out entries as long as no
/// solution has all the others. If nothing is wrong, it searches for each value that may occur in a solution.
pub fn judge(
    puzzle: &Puzzle,
    explainer: &Explainer,
    options: &BuildOptions,
    entries: &[(usize, Option<Literal>)],
    until: &Interrupt,
) -> Verdict {
    let mut solved = Solved::new(puzzle, options, until);
    let best = solved.best();
    let mut verdict = Verdict {
        wrong: None,
        values: Occurring::default(),
        is_impossible: false,
        best: best.and_then(|best| Some((best.word(), best.value()?))),
    };
    let (found, end) = solved.solutions(&[], &[], 2, None);
    let known: Vec<Known> = entries
        .iter()
        .filter_map(|&(spot, fact)| Some((spot, fact?)))
        .collect();
    let wrong = match (&found[..], end) {
        ([], End::All) => {
            verdict.is_impossible = true;
            return verdict;
        }
        ([only], End::All) => {
            let differs = |(spot, fact): &&(usize, Option<Literal>)| {
                fact.is_none_or(|fact| !fact.admits(only[*spot]))
            };
            let wrong: Vec<_> = entries.iter().filter(differs).copied().collect();
            (!wrong.is_empty()).then_some(Wrong::Each(wrong))
        }
        (_, End::Late) => return verdict,
        _ if known.len() < entries.len() => {
            let never = entries.iter().filter(|(_, fact)| fact.is_none());
            Some(Wrong::Each(never.copied().collect()))
        }
        _ => wrong(&mut solved, &known),
    };
    if wrong.is_none() {
        let (seen, possible) = match (&found[..], end) {
            ([only], End::All) => {
                let seen: Vec<Values> = only.iter().map(|&value| vec![value]).collect();
                (seen.clone(), seen)
            }
            _ => occurring(&mut solved, explainer, &known),
        };
        verdict.values = Occurring {
            seen,
            possible,
            nodes: solved.nodes,
        };
    }
    verdict.wrong = wrong;
    verdict
}

/// What is wrong with entries of which each is a possible value.
fn wrong(solved: &mut Solved<'_>, known: &[Known]) -> Option<Wrong> {
    let mut is_impossible = |known: &[Known]| matches!(solved.solutions(known, &[], 1, None), (found, End::All) if found.is_empty());
    if !is_impossible(known) {
        return None;
    }
    let each = known.iter().filter(|&&one| is_impossible(&[one]));
    let each: Vec<_> = each.map(|&(spot, fact)| (spot, Some(fact))).collect();
    if !each.is_empty() {
        return Some(Wrong::Each(each));
    }
    let mut together = known.to_vec();
    let mut at = together.len();
    while at > 0 {
        at -= 1;
        let fact = together.remove(at);
        if !is_impossible(&together) {
            together.insert(at, fact);
        }
    }
    let facts = together.into_iter().map(|(_, fact)| fact);
    Some(Wrong::Together(facts.collect()))
}

/// By spot, the values that occur in some solution in which all of this is so, and those that may.
fn occurring(
    solved: &mut Solved<'_>,
    explainer: &Explainer,
    known: &[Known],
) -> (Vec<Values>, Vec<Values>) {
    // What takes much longer than it took to find two solutions saves less than it costs.
    let last = MORE * solved.nodes + LEAST;
    let nodes = |solved: &Solved<'_>| Some(last.saturating_sub(solved.nodes));
    solved.left_work = Some(WORK);
    let most = nodes(solved);
    let (found, end) = solved.solutions(known, &[], LISTED, most);
    if found.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut seen: Vec<BTreeSet<i32>> = vec![BTreeSet::new(); explainer.spots().len()];
    let note = |seen: &mut Vec<BTreeSet<i32>>, solution: &Values| {
        for (seen, &value) in seen.iter_mut().zip(solution) {
            seen.insert(value);
        }
    };
    found.iter().for_each(|solution| note(&mut seen, solution));
    let mut possible = None;
    if end != End::All {
        let left = solved.left(known);
        let possible = possible.insert(left.clone());
        'spots: for (spot, left) in left.iter().enumerate() {
            for &value in left.iter().filter(|_| end == End::Enough) {
                if seen[spot].contains(&value) {
                    continue;
                }
                let fact = Literal::is(explainer.spots()[spot].var, value);
                let with: Vec<Known> = known.iter().copied().chain([(spot, fact)]).collect();
                let most = nodes(solved);
                let (found, end) = solved.solutions(&with, &[], 1, most);
                if end == End::Late {
                    break 'spots;
                }
                if found.is_empty() {
                    possible[spot].retain(|&other| other != value);
                }
                found.iter().for_each(|solution| note(&mut seen, solution));
            }
        }
    }
    let lists = seen.into_iter().map(|seen| seen.into_iter().collect());
    let seen: Vec<Values> = lists.collect();
    let possible = possible.unwrap_or_else(|| seen.clone());
    (seen, possible)
}
