//! Why a puzzle has no solution: a small set of conflicting rules.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use quadrille_engine::Interrupt;

use super::explainer::{Explainer, Goal, Question, Searched};
use super::instance::InstanceId;
use super::rest::{Rest, rest};
use crate::grid::Cell;
use crate::puzzle::{BuildOptions, Puzzle};

/// How minimal a set of conflicting rules is known to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimal {
    /// Unknown: time ran out.
    #[default]
    Unknown,
    /// No sentence can be left out at all its places. Perhaps fewer places of a sentence would be enough.
    Sentences,
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
    /// Those each of which, left out alone, gives the whole puzzle a solution, as far as could be determined in time.
    pub culprits: Vec<String>,
    /// Parts of the file, by number, each of which, left out alone, gives the puzzle a solution, as far as found.
    pub parts: Vec<usize>,
    /// Parts of the file that are none of those.
    pub cleared: Vec<usize>,
    /// Whether it is known that there are none of these rules: leaving out one rule is not enough.
    pub is_without_solution: bool,
    /// A further set of conflicting rules, none of them among the first, and how minimal it is.
    pub second: Option<(Vec<String>, Minimal)>,
    /// The cells that the first rules are about, each with the number of its board; empty if these are all.
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

/// Looks for a minimal set of rules that has no solution, by leaving out more and more of them (deletion, after
/// Chinneck and Dravnieks 1991): first those that propagation does not need, then those that searches show to be
/// unnecessary.
///
/// Each question gets a part of `time`; a rule that could not be decided in that time is kept, and the set is then not
/// reported as minimal.
///
/// `None` if the puzzle has a solution, or was not refuted in time.
pub fn explain(
    puzzle: &dyn Puzzle,
    options: &BuildOptions,
    time: Duration,
    interrupt: &Interrupt,
) -> Option<Clash> {
    let deadline = Instant::now() + time;
    let options = BuildOptions {
        interrupt: Interrupt::at(deadline).or(interrupt),
        ..options.clone()
    };
    let mut explainer = Explainer::new(puzzle, &options)?;
    explainer.set_interrupt(interrupt.clone());
    let all: Vec<InstanceId> = explainer.all().collect();
    let mut inquiry = Inquiry::new(puzzle, &options, explainer, deadline);
    let (rules, minimal) = inquiry.shrunk(&all)?;
    let mut clash = Clash {
        rules: inquiry.texts(&rules),
        minimal,
        cells: inquiry.explainer.cells_of(&rules),
        parts: inquiry.parts.clone(),
        cleared: inquiry.cleared.clone(),
        ..Clash::default()
    };
    // Leaving out other rules does not resolve the conflict, so only its own rules can be culprits.
    let mut is_known = true;
    for (at, &rule) in rules.iter().enumerate() {
        if inquiry.culprit == Some(rule) {
            clash.culprits.extend(inquiry.texts(&[rule]));
            continue;
        }
        let rest: Vec<InstanceId> = all.iter().copied().filter(|&own| own != rule).collect();
        let share = inquiry.left() / (rules.len() - at + 1) as u32;
        match inquiry.ask(&rest, share) {
            Searched::Solved => clash.culprits.extend(inquiry.texts(&[rule])),
            Searched::Refuted { .. } => {}
            Searched::Stopped => is_known = false,
        }
    }
    if clash.culprits.is_empty() && is_known && rules.len() < all.len() {
        clash.is_without_solution = true;
        let others = all.iter().copied().filter(|own| !rules.contains(own));
        let second = inquiry.shrunk(&others.collect::<Vec<_>>());
        clash.second = second.map(|(rules, minimal)| (inquiry.texts(&rules), minimal));
    }
    Some(clash)
}

/// Of the time, the first refutation of all rules may take this part.
const FIRST: u32 = 3;

/// Of the remaining time, rules near one another may take this part.
const NEAR: u32 = 4;

/// Of the remaining time, each question about a solution of all rules but a few may take this part, and all of them
/// about four times as much.
const HOME: u32 = 12;

/// So many rules are left out at once in such a question: with fewer of them it takes longer to find the right ones,
/// with more it takes longer to find a solution.
const SUSPECTS: usize = 8;

/// Of the remaining time, looking for a part of the file without which there is a solution may take this part, and
/// looking for the sentences that are needed.
const PARTS: u32 = 2;
const SENTENCES: u32 = 3;

/// Of that time, one part of the file may take this part of what is left.
const PART: u32 = 3;

/// Of the remaining time, the first pass over the sentences, or the rules, takes at most about this part. In each
/// further pass a question may take [`MORE`] times as long.
const PASS: u32 = 8;
const MORE: u32 = 4;

/// What takes no longer than so many times the latest refutation may be refuted, too, and is given the time.
const PATIENCE: u32 = 3;
/// But no more than this part of the remaining time.
const PATIENT: u32 = 6;

/// The largest number of places of a sentence for which each place is tried before others: often these are the clues.
const FEW_PLACES: usize = 32;

struct Inquiry<'p> {
    puzzle: &'p dyn Puzzle,
    options: BuildOptions,
    explainer: Explainer,
    deadline: Instant,
    /// Rules that each conflict among those that are left needs.
    needed: BTreeSet<InstanceId>,
    /// Sentences that each of them needs at some place.
    needed_sentences: BTreeSet<String>,
    /// How long the latest refutation took.
    taken: Duration,
    /// The latest rules that were refuted by themselves. What a refutation used is less, but only as far as reasons
    /// tell.
    refuted: Vec<InstanceId>,
    /// By rule: how far it is from the one that failed most often.
    distances: BTreeMap<InstanceId, usize>,
    /// A rule without which all others have a solution.
    culprit: Option<InstanceId>,
    /// Parts of the file without which there is a solution.
    parts: Vec<usize>,
    /// Parts of the file that are none of these.
    cleared: Vec<usize>,
    /// By spot: a grid that breaks few rules, if one is known.
    near: Vec<i32>,
    /// How long the latest solution in the model that is solved took.
    whole: Duration,
}

impl<'p> Inquiry<'p> {
    fn new(
        puzzle: &'p dyn Puzzle,
        options: &BuildOptions,
        explainer: Explainer,
        deadline: Instant,
    ) -> Self {
        Self {
            puzzle,
            options: options.clone(),
            explainer,
            deadline,
            needed: BTreeSet::new(),
            needed_sentences: BTreeSet::new(),
            refuted: Vec::new(),
            taken: Duration::ZERO,
            distances: BTreeMap::new(),
            culprit: None,
            parts: Vec::new(),
            cleared: Vec::new(),
            near: Vec::new(),
            whole: Duration::ZERO,
        }
    }

    fn texts(&self, rules: &[InstanceId]) -> Vec<String> {
        let texts = rules
            .iter()
            .map(|&rule| &self.explainer.instance(rule).text);
        texts.cloned().collect()
    }

    /// A subset of these rules without a solution, and how minimal it is.
    fn shrunk(&mut self, rules: &[InstanceId]) -> Option<(Vec<InstanceId>, Minimal)> {
        self.needed.clear();
        self.needed_sentences.clear();
        let all = rules;
        let rules = self.without_distant(all)?;
        if all.len() < self.explainer.instances().len() {
            self.find_culprit(all, &rules);
            return Some(self.reduced(rules));
        }
        if !self.find_part(&rules) {
            self.find_culprit(all, &rules);
        }
        let rules = self.with_needed_sentences(rules);
        Some(self.reduced(rules))
    }

    /// Looks for a part of the file without which there is a solution, among those at places where rules conflict, the
    /// nearest to where they failed first. Whether there are any. They are tried one by one: rules may ask for things of
    /// all givens together that hold without one of them, but not without several.
    fn find_part(&mut self, rules: &[InstanceId]) -> bool {
        let until = Instant::now() + self.left() / PARTS;
        let mut nearest: BTreeMap<&str, usize> = BTreeMap::new();
        for &rule in rules {
            let place = &self.explainer.instance(rule).place[..];
            let distance = nearest.entry(place).or_insert(usize::MAX);
            *distance = self.distance(rule).min(*distance);
        }
        let parts = self.puzzle.parts_of_file().into_iter().enumerate();
        let parts = parts.filter(|(_, part)| !part.is_mark);
        let near = parts.filter_map(|(at, part)| Some((*nearest.get(&part.place[..])?, at)));
        let mut near: Vec<(usize, usize)> = near.collect();
        near.sort_unstable();
        for &(_, part) in &near {
            let started = Instant::now();
            let most = until.saturating_duration_since(started) / PART;
            if most.is_zero() {
                break;
            }
            let Some(without) = self.puzzle.without_parts(&[part]) else {
                continue;
            };
            match self.rest_of(&*without, most) {
                Rest::Solved(grid) => {
                    self.whole = started.elapsed();
                    self.parts.push(part);
                    self.adopt(&grid);
                    self.explainer.rotate(rules, &mut self.needed);
                    break;
                }
                Rest::Refuted => self.cleared.push(part),
                Rest::Unknown => {}
            }
        }
        !near.is_empty()
    }

    fn rest_of(&self, rest_of: &dyn Puzzle, most: Duration) -> Rest {
        let deadline = Instant::now() + most.min(self.left());
        let until = Interrupt::at(deadline).or(&self.options.interrupt);
        rest(rest_of, &self.options, &self.near, &until)
    }

    /// Goes on from a grid that breaks few rules.
    fn adopt(&mut self, grid: &[i32]) {
        let all: Vec<InstanceId> = self.explainer.all().collect();
        self.explainer.set_deadline(Some(self.deadline));
        let broken = self.explainer.broken_in(grid, &all);
        if broken.is_some() {
            self.explainer.stay_near_latest();
            self.near = grid.to_vec();
        }
        if let Some(&[only]) = broken.as_deref() {
            self.culprit = Some(only);
            self.needed.insert(only);
        }
    }

    /// What the model that is solved says of these rules: it has their sentences at all of their places, and all parts of
    /// the file but some. That is more, so only a solution says something of the rules themselves; it is verified.
    fn ask_whole(&mut self, rules: &[InstanceId], idle: &[usize], most: Duration) -> Rest {
        if most < self.whole {
            return Rest::Unknown;
        }
        let started = Instant::now();
        let sentences = self.places(rules);
        let left_out = self.names().into_iter();
        let left_out: Vec<String> = left_out
            .filter(|own| !sentences.contains_key(own))
            .collect();
        let Some(without) = self.puzzle.without(&left_out) else {
            return Rest::Unknown;
        };
        let without = match idle {
            [] => without,
            _ => without.without_parts(idle).unwrap_or(without),
        };
        let answer = self.rest_of(&*without, most);
        if let Rest::Solved(grid) = &answer {
            self.whole = started.elapsed();
            self.explainer.set_deadline(Some(self.deadline));
            if self.explainer.broken_in(grid, rules) != Some(Vec::new()) {
                return Rest::Unknown;
            }
        }
        answer
    }

    /// The sentences that may be left out.
    fn names(&self) -> BTreeSet<String> {
        let rules = self.puzzle.rules().into_iter();
        rules.map(|(name, _)| name).collect()
    }

    /// The parts of the file at whose places none of these rules is.
    fn idle_parts(&self, rules: &[InstanceId]) -> Vec<usize> {
        let places = rules
            .iter()
            .map(|&rule| &self.explainer.instance(rule).place[..]);
        let places: BTreeSet<&str> = places.collect();
        let parts = self.puzzle.parts_of_file().into_iter().enumerate();
        let idle = parts.filter(|(_, part)| !places.contains(&part.place[..]));
        idle.map(|(at, _)| at).collect()
    }

    /// The rules without sentences that are not needed, as far as this is decided in time.
    fn with_needed_sentences(&mut self, mut rules: Vec<InstanceId>) -> Vec<InstanceId> {
        let until = Instant::now() + self.left() * SENTENCES / (SENTENCES + 1);
        let mut open: Vec<String> = self.places(&rules).into_keys().collect();
        let mut most = self.left() / (4 * PASS * open.len().max(1) as u32);
        // Those that are needed with the others at all of their places, and those that are not.
        let mut everywhere: BTreeSet<String> = BTreeSet::new();
        let mut nowhere: BTreeSet<String> = BTreeSet::new();
        // What was left when the latest of these was found.
        let mut left = BTreeMap::new();
        while !open.is_empty() && Instant::now() < until {
            for sentence in std::mem::take(&mut open) {
                if self.is_sentence_needed(&sentence, &rules) {
                    continue;
                }
                let rest = self.without_sentences_of(&[&sentence].into(), &rules);
                if rest.len() == rules.len() {
                    continue;
                }
                match self.ask(&rest, most) {
                    Searched::Refuted { used, .. } => {
                        rules = used;
                        continue;
                    }
                    Searched::Solved => {}
                    Searched::Stopped => {
                        open.push(sentence.clone());
                        if nowhere.contains(&sentence)
                            || everywhere.contains(&sentence)
                            || !self.names().contains(&sentence)
                        {
                            continue;
                        }
                        let less = self.without_sentences_of(&nowhere.iter().collect(), &rest);
                        match self.ask_whole(&less, &[], MORE * most) {
                            Rest::Solved(_) if nowhere.is_empty() => {
                                everywhere.insert(sentence.clone());
                                open.pop();
                            }
                            Rest::Solved(_) => {
                                everywhere.insert(sentence);
                                continue;
                            }
                            Rest::Refuted => {
                                nowhere.insert(sentence);
                                left = self.places(&less);
                                continue;
                            }
                            Rest::Unknown => continue,
                        }
                    }
                }
                self.needed_sentences.insert(sentence);
                self.explainer.rotate(&rules, &mut self.needed);
            }
            let is_known = |own: &String| everywhere.contains(own) || nowhere.contains(own);
            if open.iter().all(is_known) {
                break;
            }
            most *= MORE;
        }
        let of_open = open.iter().any(|sentence| nowhere.contains(sentence));
        let left = left.into_keys().collect();
        let wide = of_open.then(|| self.spread(&rules, left, everywhere));
        wide.flatten().unwrap_or(rules)
    }

    fn without_sentences_of(
        &self,
        sentences: &BTreeSet<&String>,
        rules: &[InstanceId],
    ) -> Vec<InstanceId> {
        let of_others = |rule: &&InstanceId| {
            let own = &self.explainer.instance(**rule).rule;
            !sentences.contains(own)
        };
        rules.iter().filter(of_others).copied().collect()
    }

    /// The rules of some sentences at all of their places, which were refuted, if each of the sentences is needed then,
    /// and those of the rules that are left are among them.
    fn spread(
        &mut self,
        rules: &[InstanceId],
        kept: BTreeSet<String>,
        mut everywhere: BTreeSet<String>,
    ) -> Option<Vec<InstanceId>> {
        let known = self.places(rules);
        if !kept.iter().all(|sentence| known.contains_key(sentence)) {
            return None;
        }
        let culprit = self
            .culprit
            .map(|rule| self.explainer.instance(rule).rule.clone());
        everywhere.extend(culprit);
        // Givens and entries are always there.
        let names = self.names();
        let is_kept = |own: &&InstanceId| {
            let own = self.explainer.instance(**own);
            !names.contains(&own.rule) || kept.contains(&own.rule)
        };
        let all: Vec<InstanceId> = self.explainer.all().collect();
        let all: Vec<InstanceId> = all.iter().filter(is_kept).copied().collect();
        for sentence in kept {
            if everywhere.contains(&sentence) {
                continue;
            }
            let rest = self.without_sentences_of(&[&sentence].into(), &all);
            let Rest::Solved(_) = self.ask_whole(&rest, &[], self.left()) else {
                return None;
            };
            everywhere.insert(sentence);
        }
        self.refuted.clone_from(&all);
        self.needed = self.culprit.into_iter().collect();
        self.needed_sentences = everywhere;
        Some(all)
    }

    /// Looks for a rule without which all others have a solution, among those that conflict: if a single clue is wrong,
    /// it is in every conflict, and the grid of the solution is close to grids that satisfy all but another one of the
    /// conflict's rules. Rules about most of the grid are not suspected; without them nothing is near to a solution.
    fn find_culprit(&mut self, all: &[InstanceId], rules: &[InstanceId]) {
        let started = Instant::now();
        let most = self.left() / HOME;
        let spots = self.explainer.spots().len();
        let size = |rule: InstanceId| self.explainer.instance(rule).spots.len();
        let mut suspects: Vec<InstanceId> = rules.to_vec();
        suspects.retain(|&rule| size(rule) <= spots / 2);
        suspects.sort_by_key(|&rule| (self.distance(rule), Reverse(size(rule))));
        for some in suspects.chunks(SUSPECTS) {
            if started.elapsed() > 4 * most {
                return;
            }
            if self.is_solved_without(some, all, most) {
                self.culprit = self.culprit_among(some.to_vec(), all, most);
                if self.culprit.is_some() {
                    self.needed.extend(self.culprit);
                    self.explainer.rotate(rules, &mut self.needed);
                }
                return;
            }
        }
    }

    /// Of rules without which all others have a solution, one for which this is true by itself, if there is one and
    /// there is time.
    fn culprit_among(
        &mut self,
        mut suspects: Vec<InstanceId>,
        all: &[InstanceId],
        most: Duration,
    ) -> Option<InstanceId> {
        while suspects.len() > 1 {
            let others = suspects.split_off(suspects.len().div_ceil(2));
            if self.is_solved_without(&suspects, all, most) {
                continue;
            }
            suspects = others;
            if !self.is_solved_without(&suspects, all, most) {
                return None;
            }
        }
        suspects.pop()
    }

    fn is_solved_without(
        &mut self,
        some: &[InstanceId],
        all: &[InstanceId],
        most: Duration,
    ) -> bool {
        let rest = all.iter().copied().filter(|rule| !some.contains(rule));
        let is_solved = self.ask(&rest.collect::<Vec<_>>(), most) == Searched::Solved;
        if is_solved {
            self.explainer.stay_near_latest();
        }
        is_solved
    }

    /// A subset of these rules without a solution: what propagation needs, or else what a search needs that is near
    /// what failed most often.
    fn without_distant(&mut self, rules: &[InstanceId]) -> Option<Vec<InstanceId>> {
        if self.explainer.is_contradiction {
            return Some(Vec::new());
        }
        self.explainer.set_deadline(Some(self.deadline));
        let question = Question {
            rules: rules.to_vec(),
            ..Question::default()
        };
        if let Some(shrunk) = self.explainer.shrink(&question, Goal::Clash) {
            let rules = shrunk.question.rules;
            if let Some(&centre) = shrunk.support.broken.as_ref().or(rules.first()) {
                self.measure(centre, &rules);
            }
            self.refuted.clone_from(&rules);
            return Some(rules);
        }
        match self.ask(rules, self.left() / FIRST) {
            Searched::Refuted { used, blamed, .. } => {
                if let Some(centre) = blamed {
                    self.measure(centre, &used);
                }
                Some(self.near(used))
            }
            Searched::Solved => None,
            Searched::Stopped => {
                let are_all = rules.len() == self.explainer.instances().len();
                if !are_all || self.ask_whole(rules, &[], self.left()) != Rest::Refuted {
                    return None;
                }
                self.refuted = rules.to_vec();
                Some(rules.to_vec())
            }
        }
    }

    fn measure(&mut self, centre: InstanceId, rules: &[InstanceId]) {
        let distances = self.explainer.distances(centre, rules);
        self.distances = rules.iter().copied().zip(distances).collect();
    }

    /// The distance of a rule.
    fn distance(&self, rule: InstanceId) -> usize {
        self.distances.get(&rule).copied().unwrap_or_default()
    }

    /// Conflicting rules are often close together: those within one step of the centre, within two and so on are tried,
    /// until some have no solution.
    fn near(&mut self, rules: Vec<InstanceId>) -> Vec<InstanceId> {
        let farthest = rules.iter().map(|&rule| self.distance(rule)).max();
        for most in 1..=farthest.unwrap_or_default() {
            let is_near = |rule: &InstanceId| self.distance(*rule) <= most;
            let near: Vec<InstanceId> = rules.iter().copied().filter(is_near).collect();
            match self.cut(&near, self.left() / NEAR) {
                Searched::Refuted { used, .. } => return used,
                Searched::Solved => {}
                // With more rules it would hardly be sooner.
                Searched::Stopped => break,
            }
        }
        rules
    }

    /// The same without unnecessary rules, as far as time allows.
    fn reduced(&mut self, mut rules: Vec<InstanceId>) -> (Vec<InstanceId>, Minimal) {
        let mut patience = 1;
        loop {
            rules = self.without_sentences(rules, patience);
            rules = self.without_places(rules, patience);
            let is_decided = rules.iter().all(|rule| self.needed.contains(rule));
            if is_decided || self.is_over() {
                break;
            }
            patience *= MORE;
        }
        if rules.len() < self.refuted.len() {
            // This takes about as long as the latest refutation, even if time is up.
            let refuted = std::mem::take(&mut self.refuted);
            self.deadline = self.deadline.max(Instant::now() + PATIENCE * self.taken);
            if !matches!(self.ask(&rules, self.left()), Searched::Refuted { .. }) {
                return (refuted, Minimal::Unknown);
            }
        }
        let minimal = if rules.iter().all(|rule| self.needed.contains(rule)) {
            Minimal::Places
        } else if self.are_sentences_needed(&rules) {
            Minimal::Sentences
        } else {
            Minimal::Unknown
        };
        (rules, minimal)
    }

    fn are_sentences_needed(&self, rules: &[InstanceId]) -> bool {
        let mut sentences = self.places(rules).into_keys();
        sentences.all(|sentence| self.is_sentence_needed(&sentence, rules))
    }

    fn is_sentence_needed(&self, sentence: &str, rules: &[InstanceId]) -> bool {
        let mut places = rules
            .iter()
            .filter(|&&rule| self.explainer.instance(rule).rule == sentence);
        self.needed_sentences.contains(sentence) || places.any(|rule| self.needed.contains(rule))
    }

    /// Without unnecessary sentences. Readers see each sentence as one rule, and there are few: this is decided soon where
    /// a hundred places are not.
    fn without_sentences(&mut self, mut rules: Vec<InstanceId>, patience: u32) -> Vec<InstanceId> {
        let mut open: Vec<String> = self.places(&rules).into_keys().collect();
        let most = self.left() / (PASS * open.len().max(1) as u32) * patience;
        while let Some(sentence) = open.pop() {
            let of_others = |rule: &&InstanceId| self.explainer.instance(**rule).rule != sentence;
            let rest: Vec<InstanceId> = rules.iter().filter(of_others).copied().collect();
            if rest.len() == rules.len() || self.is_sentence_needed(&sentence, &rules) {
                continue;
            }
            match self.cut(&rest, most) {
                Searched::Refuted { used, .. } => rules = used,
                Searched::Solved => {
                    self.needed_sentences.insert(sentence);
                    self.explainer.rotate(&rules, &mut self.needed);
                }
                Searched::Stopped => {}
            }
        }
        rules
    }

    /// By sentence: its number of places.
    fn places(&self, rules: &[InstanceId]) -> BTreeMap<String, usize> {
        let mut places = BTreeMap::new();
        for &rule in rules {
            *places
                .entry(self.explainer.instance(rule).rule.clone())
                .or_insert(0) += 1;
        }
        places
    }

    /// Without unnecessary places of rules.
    fn without_places(&mut self, mut rules: Vec<InstanceId>, patience: u32) -> Vec<InstanceId> {
        // Those not tried in this pass. They are taken from the end: at first sentences with few places, which are often
        // the clues, where mistakes are; then what is far away. The chunk is twice as large after each success: if
        // nearly all are necessary, each is tried once.
        let places = self.places(&rules);
        let mut open = rules.clone();
        open.sort_by_key(|&rule| {
            let has_few = places[&self.explainer.instance(rule).rule] <= FEW_PLACES;
            (has_few, self.distance(rule))
        });
        let most = self.left() / (PASS * open.len().max(1) as u32) * patience;
        let mut chunk = 1;
        while !self.is_over() {
            open.retain(|rule| !self.needed.contains(rule));
            if open.is_empty() {
                break;
            }
            let doubted = open.split_off(open.len().saturating_sub(chunk));
            let is_kept = |rule: &&InstanceId| !doubted.contains(rule);
            let rest: Vec<InstanceId> = rules.iter().filter(is_kept).copied().collect();
            let answer = self.cut(&rest, most);
            if let Searched::Refuted { used, .. } = answer {
                // Others that were not used go with them.
                open.retain(|rule| used.contains(rule));
                rules = used;
                chunk *= 2;
                continue;
            }
            if answer == Searched::Solved {
                self.explainer.rotate(&rules, &mut self.needed);
            }
            if let (&[only], Searched::Stopped) = (&doubted[..], &answer)
                && let Rest::Solved(_) = self.ask_whole(&rest, &self.idle_parts(&rest), most)
            {
                self.needed.insert(only);
                self.explainer.rotate(&rules, &mut self.needed);
            }
            match (&doubted[..], answer) {
                (&[only], Searched::Solved) => drop(self.needed.insert(only)),
                // Perhaps there is time for it in a later pass.
                ([_], _) => {}
                _ => open.extend(doubted),
            }
            chunk = 1;
        }
        rules
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    fn is_over(&mut self) -> bool {
        self.explainer.set_deadline(Some(self.deadline));
        self.explainer.is_late()
    }

    /// As [`ask`](Self::ask); of rules without a solution it goes on with those that the refutation used, as long as
    /// these are much fewer.
    fn cut(&mut self, rules: &[InstanceId], most: Duration) -> Searched {
        const MUCH: usize = 8;
        let mut answer = self.ask(rules, most);
        let mut asked = rules.len();
        while let Searched::Refuted { used, .. } = &answer {
            if asked - used.len() <= asked / MUCH {
                break;
            }
            asked = used.len();
            let again = self.ask(used, most);
            if !matches!(again, Searched::Refuted { .. }) {
                break;
            }
            answer = again;
        }
        answer
    }

    /// Whether these rules have a solution, within some time, or within some times that of the latest refutation if that
    /// is more.
    fn ask(&mut self, rules: &[InstanceId], most: Duration) -> Searched {
        let started = Instant::now();
        let left = self.deadline.saturating_duration_since(started);
        let patience = (PATIENCE * self.taken).min(left / PATIENT);
        let most = most.max(patience).min(left);
        self.explainer.set_deadline(Some(started + most));
        if self.explainer.is_late() {
            return Searched::Stopped;
        }
        let question = Question {
            rules: rules.to_vec(),
            ..Question::default()
        };
        let answer = self.explainer.settle(&question);
        if matches!(answer, Searched::Refuted { .. }) {
            self.taken = started.elapsed();
            self.refuted = rules.to_vec();
        }
        self.explainer.set_deadline(Some(self.deadline));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Origin;
    use crate::read::{Source, parse};
    use crate::solve::tests::{FOREVER, RING, odd_ring};

    /// The rules are known to conflict, but then there is no time to leave any out, or a stop is requested.
    #[test]
    fn what_could_not_be_judged_is_kept() {
        for is_cancelled in [false, true] {
            let ring = odd_ring(|_| ());
            let explainer = Explainer::new(&ring, &BuildOptions::default()).unwrap();
            let mut inquiry = Inquiry::new(
                &ring,
                &BuildOptions::default(),
                explainer,
                Instant::now() + FOREVER,
            );
            let all: Vec<InstanceId> = inquiry.explainer.all().collect();
            let rules = inquiry.without_distant(&all).unwrap();
            match is_cancelled {
                true => inquiry.explainer.set_interrupt(Interrupt::when(|| true)),
                false => inquiry.deadline = Instant::now(),
            }
            let (kept, minimal) = inquiry.reduced(rules.clone());
            assert_eq!((&kept, minimal), (&rules, Minimal::Unknown));
            assert!(
                RING.iter()
                    .all(|rule| inquiry.texts(&kept).contains(&(*rule).to_owned()))
            );
        }
    }

    /// Whether a sudoku of four by four cells with these givens has a solution, by trying all values.
    fn has_solution(grid: &mut [u8; 16]) -> bool {
        let sees = |a: usize, b: usize| {
            let block = |cell: usize| (cell / 8, cell % 4 / 2);
            a != b && (a / 4 == b / 4 || a % 4 == b % 4 || block(a) == block(b))
        };
        let is_wrong = |grid: &[u8; 16], cell: usize| {
            grid[cell] > 0 && (0..16).any(|other| sees(cell, other) && grid[other] == grid[cell])
        };
        if (0..16).any(|cell| is_wrong(grid, cell)) {
            return false;
        }
        let Some(cell) = grid.iter().position(|&value| value == 0) else {
            return true;
        };
        let has = (1..=4).any(|value| {
            grid[cell] = value;
            has_solution(grid)
        });
        grid[cell] = 0;
        has
    }

    /// Whether some of these rules of a sudoku of four by four cells with these givens have a solution together, by trying
    /// all values. Rules are known by their cells.
    fn have_solution(inquiry: &Inquiry<'_>, rules: &[InstanceId], givens: &[u8; 16]) -> bool {
        fn is_filled(grid: &mut [u8; 16], at: usize, fixed: &[u8; 16], units: &[&[usize]]) -> bool {
            if at == 16 {
                return true;
            }
            let has = (1..=4).any(|value| {
                grid[at] = value;
                let twice = |unit: &&[usize]| {
                    unit.contains(&at) && unit.iter().any(|&cell| cell < at && grid[cell] == value)
                };
                let is_right = fixed[at] == 0 || fixed[at] == value;
                is_right && !units.iter().any(twice) && is_filled(grid, at + 1, fixed, units)
            });
            grid[at] = 0;
            has
        }
        let mut fixed = [0; 16];
        let mut units: Vec<&[usize]> = Vec::new();
        for &rule in rules {
            let own = inquiry.explainer.instance(rule);
            match own.is_given {
                true => fixed[own.spots[0]] = givens[own.spots[0]],
                false => units.push(&own.spots),
            }
        }
        is_filled(&mut [0; 16], 0, &fixed, &units)
    }

    fn sudoku(givens: &[u8; 16]) -> Box<dyn Puzzle> {
        let rows = givens.chunks(4).map(|row| {
            let signs = row.iter().map(|&value| match value {
                0 => ".".to_owned(),
                value => value.to_string(),
            });
            signs.collect::<String>()
        });
        let rows: Vec<String> = rows.collect();
        let puzzle = parse(&Source {
            name: "test.toml".to_owned(),
            text: format!(
                "kind = \"sudoku\"\nnumber = '''\n{}\n'''\n",
                rows.join("\n")
            ),
        });
        puzzle.unwrap().puzzle
    }

    /// Sudokus without a solution, made from one by changing a given.
    fn wrong_sudokus() -> Vec<[u8; 16]> {
        let right: [u8; 16] = [4, 0, 0, 3, 0, 3, 0, 4, 1, 0, 3, 2, 3, 0, 0, 0];
        let changed = (0..16).filter(|&cell| right[cell] > 0).flat_map(|cell| {
            (1..4).map(move |more| {
                let mut givens = right;
                givens[cell] = (givens[cell] + more - 1) % 4 + 1;
                givens
            })
        });
        let wrong: Vec<[u8; 16]> = changed
            .filter(|givens| !has_solution(&mut givens.clone()))
            .collect();
        assert!(wrong.len() > 10);
        wrong
    }

    /// What is said of conflicts is true by trying all values: that they are conflicts, which rules and sentences they
    /// need, and what the model that is solved says of them.
    #[test]
    fn what_is_said_to_be_needed_is() {
        let [mut parts, mut whole, mut spread] = [0; 3];
        for givens in wrong_sudokus() {
            let puzzle = sudoku(&givens);
            let options = BuildOptions::default();
            let explainer = Explainer::new(&*puzzle, &options).unwrap();
            let mut inquiry = Inquiry::new(&*puzzle, &options, explainer, Instant::now() + FOREVER);
            let all: Vec<InstanceId> = inquiry.explainer.all().collect();
            let (rules, minimal) = inquiry.shrunk(&all).expect("there is no solution");
            assert_eq!(minimal, Minimal::Places);
            assert!(!have_solution(&inquiry, &rules, &givens));
            for rule in &rules {
                let rest: Vec<InstanceId> =
                    rules.iter().copied().filter(|own| own != rule).collect();
                assert!(have_solution(&inquiry, &rest, &givens));
            }
            for &part in &inquiry.parts {
                let given = (0..16).filter(|&cell| givens[cell] > 0).nth(part).unwrap();
                let mut less = givens;
                less[given] = 0;
                assert!(has_solution(&mut less), "{givens:?} without part {part}");
                parts += 1;
            }
            for sentence in inquiry.places(&all).into_keys() {
                let less = inquiry.without_sentences_of(&[&sentence].into(), &all);
                let can_be = have_solution(&inquiry, &less, &givens);
                match inquiry.ask_whole(&less, &[], FOREVER) {
                    Rest::Solved(_) => assert!(can_be, "{givens:?} without {sentence}"),
                    // It has all givens.
                    Rest::Refuted if sentence != Origin::GIVEN => assert!(!can_be),
                    _ => continue,
                }
                whole += 1;
                if !can_be {
                    let kept = inquiry.places(&less).into_keys();
                    let kept = kept.filter(|own| own != Origin::GIVEN).collect();
                    let Some(wide) = inquiry.spread(&all, kept, BTreeSet::new()) else {
                        continue;
                    };
                    assert!(!have_solution(&inquiry, &wide, &givens));
                    for sentence in inquiry.needed_sentences.clone() {
                        let rest = inquiry.without_sentences_of(&[&sentence].into(), &wide);
                        assert!(have_solution(&inquiry, &rest, &givens));
                    }
                    spread += 1;
                }
            }
        }
        assert!(
            parts > 0 && whole > 0 && spread > 0,
            "{parts} {whole} {spread}"
        );
    }

    /// Of a sudoku with a wrong given, the culprit is a given without which there are solutions, and it is told even if
    /// there is no time to try it again.
    #[test]
    fn the_culprit_is_what_others_can_do_without() {
        let mut found = 0;
        let right: [u8; 16] = [4, 0, 0, 3, 0, 3, 0, 4, 1, 0, 3, 2, 3, 0, 0, 0];
        let mut without = right;
        assert!(has_solution(&mut without), "as it is");
        for wrong in (0..16).filter(|&cell| right[cell] > 0) {
            let mut givens = right;
            givens[wrong] = givens[wrong] % 4 + 1;
            if has_solution(&mut givens) {
                continue;
            }
            let is_culprit: Vec<bool> = (0..16)
                .map(|cell| {
                    let mut less = givens;
                    less[cell] = 0;
                    givens[cell] > 0 && has_solution(&mut less)
                })
                .collect();
            let puzzle = sudoku(&givens);
            let explainer = Explainer::new(&*puzzle, &BuildOptions::default()).unwrap();
            let mut inquiry = Inquiry::new(
                &*puzzle,
                &BuildOptions::default(),
                explainer,
                Instant::now() + FOREVER,
            );
            let all: Vec<InstanceId> = inquiry.explainer.all().collect();
            let rules = inquiry.without_distant(&all).unwrap();
            inquiry.find_culprit(&all, &rules);
            let culprit = inquiry.culprit.expect("the wrong given is one");
            let place = &inquiry.explainer.instance(culprit).text;
            let is_named =
                |cell: &usize| place.contains(&format!("r{}c{}", cell / 4 + 1, cell % 4 + 1));
            if let Some(cell) = (0..16).find(is_named) {
                assert!(is_culprit[cell], "{place}: {givens:?}");
                found += 1;
            }
            assert!(inquiry.needed.contains(&culprit));
        }
        assert!(found > 0, "some given is the culprit");
    }
}
