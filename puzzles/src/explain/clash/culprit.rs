//! What alone, left out, gives the whole puzzle a solution: a part of the file, or a rule.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::super::instance::InstanceId;
use super::super::settle::Searched;
use super::super::solved::Rest;
use super::inquiry::{Inquiry, MORE, PASS};

/// Of the remaining time, each question about a solution of all rules but a few may take this part, and all of them
/// about four times as much.
const HOME: u32 = 12;

/// So many rules are left out at once in such a question: with fewer of them it takes longer to find the right ones,
/// with more it takes longer to find a solution.
const SUSPECTS: usize = 8;

/// Of the remaining time, looking for a part of the file without which there is a solution may take this part.
const PARTS: u32 = 2;

impl Inquiry<'_> {
    /// Looks for a part of the file without which there is a solution, among those at places where rules conflict, the
    /// nearest to where they failed first, again and again with more time. They are tried one by one: rules may ask for
    /// things of all givens together that hold without one of them, but not without several.
    pub(super) fn find_part(&mut self, rules: &[InstanceId]) {
        let until = Instant::now() + self.left() / PARTS;
        let mut nearest: BTreeMap<&str, usize> = BTreeMap::new();
        for &rule in rules {
            let place = &self.explainer.instance(rule).place[..];
            let distance = nearest.entry(place).or_insert(usize::MAX);
            *distance = self.distance(rule).min(*distance);
        }
        let parts = self.puzzle.parts_of_file().into_iter().enumerate();
        let parts = parts.filter(|(_, part)| !part.is_structure);
        let near = parts.filter_map(|(at, part)| Some((*nearest.get(&part.place[..])?, at)));
        let mut near: Vec<(usize, usize)> = near.collect();
        near.sort_unstable();
        let left = || until.saturating_duration_since(Instant::now());
        let mut most = left() / (PASS * near.len().max(1) as u32);
        while !near.is_empty() && !left().is_zero() && !self.is_over() {
            for (distance, part) in std::mem::take(&mut near) {
                let started = Instant::now();
                let Some(without) = self.puzzle.without_parts(&[part]) else {
                    continue;
                };
                match self.rest_of(&*without, most.min(left())) {
                    Rest::Solved(grid) => {
                        self.whole = started.elapsed();
                        self.parts.push(part);
                        self.adopt(&grid);
                        self.explainer.rotate(rules, &mut self.needed);
                        return;
                    }
                    Rest::Refuted => self.cleared.push(part),
                    Rest::Unknown => near.push((distance, part)),
                }
            }
            most *= MORE;
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
}
