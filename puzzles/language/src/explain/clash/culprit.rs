//! What alone, left out, gives the whole puzzle a solution: a part of the file, or a rule.

use quadrille_engine::clock::Instant;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use super::super::instance::InstanceId;
use super::super::settle::Searched;
use super::super::solved::Rest;
use super::inquiry::{Inquiry, MORE};

/// Of the remaining time, each question about a solution of all rules but a few may take this part, and all of them
/// about four times as much.
const HOME: u32 = 12;

/// So many rules are left out at once in such a question: with fewer of them it takes longer to find the right ones,
/// with more it takes longer to find a solution.
const SUSPECTS: usize = 8;

/// Of the remaining time, looking for a part of the file without which there is a solution may take this part.
const PARTS: u32 = 4;

impl Inquiry<'_> {
    /// Looks for a part of the file without which there is a solution, among those at places where rules conflict; where
    /// it finds none in time, for such a rule, and then for a part at its place.
    ///
    /// Parts are tried one by one: rules may ask for things of all givens together that hold without one of them, but not
    /// without several. Rules are tried several at once, which is sooner where there are many. A clue may be needed by
    /// another rule as well, so that only one of its rules is to blame.
    pub(super) fn find_blamed(&mut self, all: &[InstanceId], rules: &[InstanceId]) {
        // Where rules one by one could not be refuted at all, little can be said of them, and parts get most of the time.
        let first = match rules.len() < all.len() {
            true => self.left() / PARTS,
            false => self.left() * (PARTS - 1) / PARTS,
        };
        let mut open = self.parts_near(rules, first);
        if self.find_part(&mut open, Instant::now() + first, rules) {
            return;
        }
        self.find_culprit(all, rules);
        if let Some(culprit) = self.culprit {
            let place = self.explainer.instance(culprit).place.clone();
            let parts = self.puzzle.parts_of_file();
            let is_here = |&(_, part): &(Duration, usize)| parts[part].place == place;
            let (mut here, others): (Vec<_>, Vec<_>) = open.into_iter().partition(is_here);
            open = others;
            let most = self.left() / PARTS;
            here.iter_mut().for_each(|(time, _)| *time = most);
            let until = self.until(PARTS);
            if self.find_part(&mut here, until, rules) {
                return;
            }
        }
        let until = self.until(PARTS);
        while !open.is_empty() && Instant::now() < until && !self.is_over() {
            if self.find_part(&mut open, until, rules) {
                return;
            }
        }
    }

    /// When one part in so many of the remaining time is over.
    fn until(&self, one_in: u32) -> Instant {
        Instant::now() + self.left() / one_in
    }

    /// The parts of the file at places where rules conflict, each with its share of some time. The nearest to where they
    /// failed come first, and of those equally near the kinds of which there are few. Each kind gets the same time: a
    /// number of Shut the Box may take longer than one of its arrows, of which there are many more.
    fn parts_near(&self, rules: &[InstanceId], time: Duration) -> Vec<(Duration, usize)> {
        let mut nearest: BTreeMap<&str, usize> = BTreeMap::new();
        for &rule in rules {
            let place = &self.explainer.instance(rule).place[..];
            let distance = nearest.entry(place).or_insert(usize::MAX);
            *distance = self.distance(rule).min(*distance);
        }
        let parts = self.puzzle.parts_of_file();
        let mut alike: BTreeMap<&[String], usize> = BTreeMap::new();
        for part in &parts {
            *alike.entry(&part.keys).or_default() += 1;
        }
        let near = parts.iter().enumerate().filter_map(|(at, part)| {
            let distance = *nearest.get(&part.place[..])?;
            (!part.is_structure).then_some((distance, alike[&part.keys[..]], at))
        });
        let mut near: Vec<(usize, usize, usize)> = near.collect();
        near.sort_unstable();
        let kinds = || near.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let share = time / kinds().count().max(1) as u32;
        let timed = |kind: &[(usize, usize, usize)]| {
            let most = share / kind.len() as u32;
            let timed = kind.iter().map(|&(.., part)| (most, part));
            timed.collect::<Vec<_>>()
        };
        kinds().flat_map(timed).collect()
    }

    /// Tries each of these parts for the time that it has, until there is a solution without one. What has no answer is
    /// left, with more time for the next try.
    fn find_part(
        &mut self,
        open: &mut Vec<(Duration, usize)>,
        until: Instant,
        rules: &[InstanceId],
    ) -> bool {
        for (most, part) in std::mem::take(open) {
            let left = until.saturating_duration_since(Instant::now());
            match self.is_solved_without_part(part, most.min(left), rules) {
                Some(true) => return true,
                Some(false) => {}
                None => open.push((MORE * most, part)),
            }
        }
        false
    }

    /// Whether the puzzle has a solution without a part of the file, if this is found in time; goes on from it.
    fn is_solved_without_part(
        &mut self,
        part: usize,
        most: Duration,
        rules: &[InstanceId],
    ) -> Option<bool> {
        let started = Instant::now();
        if most.is_zero() {
            return None;
        }
        // Without some parts a puzzle cannot be stated.
        let Some(without) = self.puzzle.without_parts(&[part]) else {
            return Some(false);
        };
        // What stating the puzzle took is part of the time, or the last of many would get none.
        match self.rest_of(&without, most.saturating_sub(started.elapsed())) {
            Rest::Solved(grid) => {
                self.whole = started.elapsed();
                self.parts.push(part);
                self.adopt(&grid);
                self.explainer.rotate(rules, &mut self.needed);
                Some(true)
            }
            Rest::Refuted => {
                self.cleared.push(part);
                Some(false)
            }
            Rest::Unknown => None,
        }
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

    /// Looks for a rule without which all others have a solution, among those that conflict: if a single clue is wrong,
    /// it is in every conflict, and the grid of the solution is close to grids that satisfy all but another one of the
    /// conflict's rules. Rules about most of the grid are not suspected; without them nothing is near to a solution.
    pub(super) fn find_culprit(&mut self, all: &[InstanceId], rules: &[InstanceId]) {
        let started = Instant::now();
        let most = self.left() / HOME;
        let spots = self.explainer.spots().len();
        let size = |rule: InstanceId| self.explainer.instance(rule).spots.len();
        let mut suspects: Vec<InstanceId> = rules.to_vec();
        suspects.retain(|&rule| size(rule) <= spots / 2);
        let places = self.places(&suspects);
        suspects.sort_by_key(|&rule| {
            let alike = places[&self.explainer.instance(rule).rule];
            (self.distance(rule), alike, Reverse(size(rule)))
        });
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
            self.near = self.explainer.latest_by_spot().unwrap_or_default();
        }
        is_solved
    }
}
