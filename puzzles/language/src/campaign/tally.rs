//! Findings in a part of the space, and how they are combined.

use std::collections::BTreeMap;

use quadrille_engine::Stats;

use crate::puzzle::Answer;

/// The values of a solution's decisions.
pub(super) type Decided = Box<[i32]>;

/// The findings so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    /// Solutions; if the best is asked for, those as good as the best so far.
    pub(super) found: u64,
    /// The number that passed the checker; the others were only counted.
    pub(super) checked: u64,
    /// The value of the best, with the sign for which smaller is better; `None` before the first, or if the best is not
    /// asked for.
    pub(super) best: Option<i64>,
    /// By variable of a cell or place: its values in some solution, in ascending order. Empty before the first, or if
    /// not requested.
    pub(super) seen: Vec<Vec<i32>>,
    /// The decisions of the first two solutions in the order of decisions. Empty if not requested.
    pub(super) firsts: Vec<Decided>,
    /// The answers that occur, each with the first solution that has it in the order of decisions. Empty if not
    /// requested.
    pub(super) answers: BTreeMap<Option<Answer>, Decided>,
    /// Of solutions that are all to be kept: those not yet written down.
    pub(super) fresh: Vec<Decided>,
    pub(super) nodes: u64,
    pub(super) failures: u64,
}

impl Tally {
    /// Adds the findings in another part of the space. The order of adding does not matter, except for that of the
    /// solutions kept.
    pub(super) fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.failures += other.failures;
        if other.found == 0 || !self.admits(other.best) {
            return;
        }
        self.found += other.found;
        self.checked += other.checked;
        self.fresh.extend(other.fresh);
        self.firsts.extend(other.firsts);
        self.firsts.sort_unstable();
        self.firsts.truncate(2);
        for (answer, decided) in other.answers {
            self.note_answer(answer, decided);
        }
        if self.seen.is_empty() {
            self.seen = other.seen;
        } else {
            for (values, more) in self.seen.iter_mut().zip(other.seen) {
                values.extend(more);
                values.sort_unstable();
                values.dedup();
            }
        }
    }

    /// Whether solutions of this value count along with those known. Those known are dropped if they are worse.
    pub(super) fn admits(&mut self, value: Option<i64>) -> bool {
        match (value, self.best) {
            (Some(value), Some(best)) if value > best => return false,
            (Some(value), Some(best)) if value == best => return true,
            (Some(_), _) => {
                (self.found, self.checked) = (0, 0);
                self.seen.clear();
                self.fresh.clear();
                self.firsts.clear();
                self.answers.clear();
                self.best = value;
            }
            (None, _) => {}
        }
        true
    }

    /// The figures of the search.
    pub(super) fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        stats.nodes = self.nodes;
        stats.failures = self.failures;
        stats.solutions = self.found;
        stats
    }

    /// Notes the decisions of one solution if it is among the first.
    pub(super) fn note_first(&mut self, decided: impl Iterator<Item = i32> + Clone) {
        if self.firsts.len() == 2 && self.firsts[1].iter().copied().le(decided.clone()) {
            return;
        }
        self.firsts.push(decided.collect());
        self.firsts.sort_unstable();
        self.firsts.truncate(2);
    }

    /// Notes the answer of one solution, with its decisions.
    pub(super) fn note_answer(&mut self, answer: Option<Answer>, decided: Decided) {
        let first = self
            .answers
            .entry(answer)
            .or_insert_with(|| decided.clone());
        if decided < *first {
            *first = decided;
        }
    }

    /// Notes the values of one solution.
    pub(super) fn see(&mut self, values: impl ExactSizeIterator<Item = i32>) {
        self.seen.resize(values.len(), Vec::new());
        for (seen, value) in self.seen.iter_mut().zip(values) {
            if let Err(place) = seen.binary_search(&value) {
                seen.insert(place, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(found: u64, best: Option<i64>, seen: &[&[i32]]) -> Tally {
        Tally {
            found,
            best,
            seen: seen.iter().map(|values| values.to_vec()).collect(),
            nodes: 1,
            ..Tally::default()
        }
    }

    #[test]
    fn the_best_count_and_others_do_not() {
        let parts = [
            tally(3, Some(7), &[&[1], &[2]]),
            tally(2, Some(5), &[&[4], &[2, 3]]),
            tally(0, None, &[]),
            tally(1, Some(5), &[&[3], &[2]]),
            tally(9, Some(6), &[&[9], &[9]]),
        ];
        let expected = Tally {
            nodes: 5,
            ..tally(3, Some(5), &[&[3, 4], &[2, 3]])
        };
        for shift in 0..parts.len() {
            let mut sum = Tally::default();
            for at in 0..parts.len() {
                sum.add(parts[(at + shift) % parts.len()].clone());
            }
            assert_eq!(sum, expected, "from {shift}");
        }
    }

    #[test]
    fn the_first_two_are_kept() {
        let mut tally = Tally::default();
        for decided in [[3, 1], [2, 2], [2, 1], [9, 9], [2, 0]] {
            tally.note_first(decided.into_iter());
        }
        let expected: [Decided; 2] = [[2, 0].into(), [2, 1].into()];
        assert_eq!(tally.firsts, expected);
    }

    #[test]
    fn the_first_solution_with_each_answer_is_kept() {
        let answer = |number: u128| Some(Answer::from(number));
        let note = |of: &[(Option<Answer>, [i32; 2])]| {
            let mut tally = Tally {
                found: 1,
                ..Tally::default()
            };
            for (answer, decided) in of {
                tally.note_answer(answer.clone(), (*decided).into());
            }
            tally
        };
        let mut sum = note(&[(answer(7), [2, 0]), (answer(7), [1, 9]), (None, [3, 3])]);
        sum.add(note(&[(answer(7), [1, 8]), (answer(5), [9, 9])]));
        let expected: BTreeMap<_, Decided> = [
            (answer(7), [1, 8].into()),
            (answer(5), [9, 9].into()),
            (None, [3, 3].into()),
        ]
        .into();
        assert_eq!(sum.answers, expected);
    }

    #[test]
    fn values_are_seen_once() {
        let mut tally = Tally::default();
        for values in [[3, 1], [2, 1], [3, 5]] {
            tally.see(values.into_iter());
        }
        assert_eq!(tally.seen, [vec![2, 3], vec![1, 5]]);
    }
}
