//! Why a puzzle has no solution: a small set of conflicting rules.
//!
//! | module | |
//! |---|---|
//! | `inquiry` | questions about rules within the time that is left |
//! | `culprit` | what alone, left out, gives the puzzle a solution |
//! | `sentences` | sentences that a conflict needs |
//! | `deletion` | conflicts by deletion |
//! | `nearly` | conflicts of two parts: a rule and all others |

mod culprit;
mod deletion;
mod inquiry;
mod nearly;
mod sentences;
#[cfg(test)]
mod tests;

use quadrille_engine::clock::Instant;
use std::time::Duration;

use quadrille_engine::Interrupt;

use self::inquiry::Inquiry;
pub use self::nearly::Nearly;
use super::explainer::Explainer;
use super::instance::InstanceId;
use super::settle::Searched;
use crate::grid::Cell;
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;

/// How minimal a set of conflicting rules is known to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimal {
    /// Unknown: time ran out.
    #[default]
    Unknown,
    /// Some sentences cannot be left out at all their places, nor can all others of the set together.
    Parts,
    /// No sentence can be left out at all its places. Perhaps fewer places of a sentence would be enough.
    Sentences,
    /// Nor can any rule that is there because of a clue or a given. Perhaps fewer of the other places would be enough.
    Clues,
    /// No rule can be left out at any of its places.
    Places,
}

/// Rules that no grid satisfies together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The rules in the puzzle's own words, in the order of the model.
    pub rules: Vec<String>,
    /// How minimal the set is known to be.
    pub minimal: Minimal,
    /// If it is known to be minimal by parts: the rules that are only known not to go all together.
    pub together: Vec<String>,
    /// Those each of which, left out alone, gives the whole puzzle a solution, as far as could be determined in time.
    pub culprits: Vec<String>,
    /// Whether it is known that there are no other culprits.
    pub are_all_culprits: bool,
    /// Parts of the file, by number, each of which, left out alone, gives the puzzle a solution, as far as found.
    pub parts: Vec<usize>,
    /// Parts of the file that are none of those.
    pub cleared: Vec<usize>,
    /// Whether it is known that there are no culprits: leaving out one rule at one place is not enough.
    pub is_without_solution: bool,
    /// A further set of conflicting rules, none of them among the first, or at least none that is there because of a clue
    /// or a given, and how minimal it is.
    pub second: Option<(Vec<String>, Minimal)>,
    /// If not every clue is known to be needed: what none of the solutions of all other rules satisfies.
    pub nearly: Option<Nearly>,
    /// The cells that the rules are about, each with the number of its board, without those of rules about more than half
    /// of the places.
    pub cells: Vec<(usize, Cell)>,
}

impl Clash {
    /// The sets of rules, each with how minimal it is.
    pub fn sets(&self) -> impl Iterator<Item = (&[String], Minimal)> {
        let second = self.second.iter();
        std::iter::once((&self.rules[..], self.minimal))
            .chain(second.map(|(rules, minimal)| (&rules[..], *minimal)))
    }
}

/// Parts that a conflict needs, and conflicts of two parts, are looked for even if time is up, for this part of it each.
const NEARLY: u32 = 6;

/// Looks for a minimal set of rules that has no solution, by leaving out more and more of them (deletion, after
/// Chinneck and Dravnieks 1991): first those that propagation does not need, then those that searches show to be
/// unnecessary.
///
/// Each question gets a part of `time`; a rule that could not be decided in that time is kept, and the set is then not
/// reported as minimal.
///
/// `None` if the puzzle has a solution, or was not refuted in time.
pub fn explain(
    puzzle: &Puzzle,
    options: &BuildOptions,
    time: Duration,
    interrupt: &Interrupt,
) -> Option<Clash> {
    explained(puzzle, options, time, interrupt, false)
}

/// The same of a puzzle that a search has refuted: a conflict of all rules is found in any case, and no time is spent on
/// refuting them once more.
pub fn explain_refuted(
    puzzle: &Puzzle,
    options: &BuildOptions,
    time: Duration,
    interrupt: &Interrupt,
) -> Option<Clash> {
    explained(puzzle, options, time, interrupt, true)
}

fn explained(
    puzzle: &Puzzle,
    options: &BuildOptions,
    time: Duration,
    interrupt: &Interrupt,
    is_refuted: bool,
) -> Option<Clash> {
    let deadline = Instant::now() + time;
    let options = BuildOptions {
        interrupt: Interrupt::at(deadline).or(interrupt),
        // There are no solutions, not only none of a certain value, and what remains of a puzzle may have many.
        without_best: true,
        ..options.clone()
    };
    let mut explainer = Explainer::new(puzzle, &options)?;
    explainer.set_interrupt(interrupt.clone());
    let all: Vec<InstanceId> = explainer.all().collect();
    let mut inquiry = Inquiry::new(puzzle, &options, explainer, deadline);
    inquiry.is_refuted = is_refuted;
    let (rules, mut minimal) = inquiry.shrunk(&all)?;
    let mut together = Vec::new();
    if minimal == Minimal::Unknown
        && let Some(open) = inquiry.needed_together(&rules, Instant::now() + time / NEARLY)
    {
        minimal = Minimal::Parts;
        together = inquiry.texts(&open);
    }
    let mut culprit = None;
    let mut clash = Clash {
        rules: inquiry.texts(&rules),
        minimal,
        together,
        cells: inquiry.explainer.cells_of(&rules),
        parts: inquiry.parts.clone(),
        cleared: inquiry.cleared.clone(),
        ..Clash::default()
    };
    // Leaving out other rules does not resolve the conflict, so only its own rules can be culprits.
    clash.are_all_culprits = true;
    for (at, &rule) in rules.iter().enumerate() {
        if inquiry.culprit == Some(rule) {
            clash.culprits.extend(inquiry.texts(&[rule]));
            culprit = Some(rule);
            continue;
        }
        let rest: Vec<InstanceId> = all.iter().copied().filter(|&own| own != rule).collect();
        let share = inquiry.left() / (rules.len() - at + 1) as u32;
        match inquiry.ask(&rest, share) {
            Searched::Solved => {
                clash.culprits.extend(inquiry.texts(&[rule]));
                culprit = culprit.or(Some(rule));
            }
            Searched::Refuted { .. } => {}
            Searched::Stopped => clash.are_all_culprits = false,
        }
    }
    if clash.culprits.is_empty() && clash.are_all_culprits && rules.len() < all.len() {
        clash.is_without_solution = true;
        if clash.parts.is_empty()
            && let Some((rules, minimal)) = inquiry.independent_of(&rules, &all)
        {
            clash.cells.extend(inquiry.explainer.cells_of(&rules));
            clash.second = Some((inquiry.texts(&rules), minimal));
        }
    }
    if minimal < Minimal::Clues {
        let left = inquiry.left().max(time / NEARLY);
        clash.nearly = inquiry.nearly(&rules, left);
        let is_of_two = clash.nearly.as_ref().is_some_and(|two| two.is_possible);
        if let (true, Some(culprit)) = (minimal < Minimal::Sentences && !is_of_two, culprit) {
            let alone = inquiry.alone(culprit, Instant::now() + time / NEARLY);
            clash.nearly = alone.or(clash.nearly);
        }
    }
    Some(clash)
}
