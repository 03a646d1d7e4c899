//! Why a puzzle has no solution: a small set of its rules that has none already.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadrille_engine::{Limits, Solver, Step};

use crate::interrupt::Interrupt;
use crate::puzzle::{BuildOptions, Built, Puzzle};

/// Rules that no grid satisfies together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The rules in the puzzle's own words, in the order of the model.
    pub rules: Vec<String>,
    /// Whether the others have a solution without any one of them. If not, time was too short to tell.
    pub is_minimal: bool,
    /// Those without any one of which the whole puzzle has a solution, as far as that was found out in time.
    pub culprits: Vec<String>,
    /// Whether it is known that there are none of these: leaving out one rule is not enough.
    pub is_without_solution: bool,
    /// Further rules that have no solution together, none of them among the first, and whether these are minimal.
    pub second: Option<(Vec<String>, bool)>,
}

impl Clash {
    /// The sets of rules, each with whether it is minimal.
    pub fn sets(&self) -> impl Iterator<Item = (&[String], bool)> {
        let second = self.second.iter();
        std::iter::once((&self.rules[..], self.is_minimal))
            .chain(second.map(|(rules, is_minimal)| (&rules[..], *is_minimal)))
    }
}

/// Looks for a minimal set of rules that has no solution, by leaving out more and more of them (deletion, after
/// Chinneck and Dravnieks 1991, in chunks of falling size). A rule is everything that carries the same text.
///
/// Every answer "no solution" also tells which rules had any part in it; the others are left out at once. Each of
/// the questions builds the model anew and is given a part of `time`; a rule that could not be judged in that time
/// is kept, and the set is then not said to be minimal.
///
/// `None` if the puzzle has a solution, or it was not found in time that it has none.
pub fn explain(
    puzzle: &dyn Puzzle,
    options: &BuildOptions,
    time: Duration,
    cancel: &Arc<AtomicBool>,
) -> Option<Clash> {
    let mut inquiry = Inquiry {
        puzzle,
        options: BuildOptions {
            join_rules: false,
            ..options.clone()
        },
        deadline: Instant::now() + time,
        cancel: Arc::clone(cancel),
        all: Vec::new(),
    };
    let (rules, is_minimal) = inquiry.shrunk(None)?;
    let all = std::mem::take(&mut inquiry.all);
    let mut clash = Clash {
        rules,
        is_minimal,
        ..Clash::default()
    };
    // Whatever is left out beside the clash leaves it as it is, so that only its own rules can be to blame.
    let mut is_known = true;
    for rule in clash.rules.clone() {
        let rest: Vec<String> = all.iter().filter(|own| **own != rule).cloned().collect();
        let time = inquiry.left() / 4;
        match inquiry.ask(Some(&rest), time) {
            Answer::Solution => clash.culprits.push(rule),
            Answer::NoSolution(_) => {}
            Answer::Unknown => is_known = false,
        }
    }
    if clash.culprits.is_empty() && is_known && clash.rules.len() < all.len() {
        clash.is_without_solution = true;
        let is_other = |rule: &&String| !clash.rules.contains(rule);
        let rest: Vec<String> = all.iter().filter(is_other).cloned().collect();
        clash.second = inquiry.shrunk(Some(&rest));
    }
    Some(clash)
}

struct Inquiry<'p> {
    puzzle: &'p dyn Puzzle,
    options: BuildOptions,
    deadline: Instant,
    cancel: Arc<AtomicBool>,
    /// The texts of all rules, known from the first question on.
    all: Vec<String>,
}

enum Answer {
    /// There is none, and these rules suffice for that.
    NoSolution(Vec<String>),
    Solution,
    Unknown,
}

impl Inquiry<'_> {
    fn left(&self) -> Duration {
        if self.cancel.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// A set of rules that has no solution, of those that are kept (all, for `None`), and whether it is minimal.
    fn shrunk(&mut self, kept: Option<&[String]>) -> Option<(Vec<String>, bool)> {
        let time = self.left();
        let mut rules = self.refute(kept, time)?;
        let mut is_minimal = true;
        let mut chunk = rules.len().div_ceil(2);
        while chunk > 0 {
            let mut end = rules.len();
            while end > 0 {
                let start = end.saturating_sub(chunk);
                let mut rest = rules.clone();
                rest.drain(start..end);
                let left = self.left();
                if left.is_zero() {
                    return Some((rules, false));
                }
                match self.ask(Some(&rest), left / 4) {
                    Answer::NoSolution(used) => {
                        // Rules outside of the chunk that had no part in it go with it.
                        let before = &rules[..start];
                        end = used.iter().filter(|rule| before.contains(rule)).count();
                        rules = used;
                    }
                    Answer::Solution => end = start,
                    Answer::Unknown => {
                        is_minimal &= chunk > 1;
                        end = start;
                    }
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
        Some((rules, is_minimal))
    }

    fn refute(&mut self, kept: Option<&[String]>, time: Duration) -> Option<Vec<String>> {
        match self.ask(kept, time) {
            Answer::NoSolution(rules) => Some(rules),
            Answer::Solution | Answer::Unknown => None,
        }
    }

    /// Whether the rules that are kept (all, for `None`) have a solution. What carries no rule is always kept.
    fn ask(&mut self, kept: Option<&[String]>, time: Duration) -> Answer {
        let (started, time) = (Instant::now(), time.min(self.left()));
        let cancel = Arc::clone(&self.cancel);
        let is_due = move || cancel.load(Ordering::Relaxed) || started.elapsed() >= time;
        let options = BuildOptions {
            interrupt: Interrupt::when(is_due),
            ..self.options.clone()
        };
        let Built {
            model,
            brancher,
            reading,
        } = super::enter::build(self.puzzle, &options);
        let Some(mut solver) = model.solver_while(|| !options.interrupt.is_due()) else {
            return Answer::Unknown;
        };
        if self.all.is_empty() {
            let texts = solver.rules().map(|(_, text)| text.to_owned());
            self.all = texts.filter(|text| !text.is_empty()).collect();
            self.all.sort_unstable();
            self.all.dedup();
        }
        if let Some(kept) = kept {
            let silent: Vec<bool> = solver
                .rules()
                .map(|(_, text)| !text.is_empty() && !kept.iter().any(|rule| rule == text))
                .collect();
            solver.silence(|rule| silent[rule.index()]);
        }
        let limits = Limits {
            time: Some(time.saturating_sub(started.elapsed())),
            cancel: Some(Arc::clone(&self.cancel)),
            ..Limits::default()
        };
        let step = solver
            .search()
            .boxed_brancher(brancher(&reading))
            .limits(limits)
            .step();
        match step {
            Step::Solution => Answer::Solution,
            Step::Stopped(_) => Answer::Unknown,
            Step::Exhausted => Answer::NoSolution(used(&solver)),
        }
    }
}

/// The rules whose propagators changed something or failed. Without the others everything would have gone the
/// same way.
pub(super) fn used(solver: &Solver) -> Vec<String> {
    let mut used = vec![false; solver.rules().count()];
    for (_, _, rule, calls) in solver.propagators() {
        used[rule.index()] |= calls.pruning > 0 || calls.failing > 0;
    }
    let mut texts: Vec<String> = Vec::new();
    for (rule, text) in solver.rules() {
        if used[rule.index()] && !text.is_empty() && !texts.iter().any(|known| known == text) {
            texts.push(text.to_owned());
        }
    }
    texts
}
