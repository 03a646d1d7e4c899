//! Tasks of which no two overlap.
//!
//! State: none; scratch only.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// Tasks, given by start and duration, of which no two overlap in time: one machine. A task without duration takes no
/// time and may be anywhere.
///
/// # Strength and cost
///
/// Sound; bounds of the starts. Tasks that must lie between two times must fit there, and any other task that would
/// then fit neither before nor after them is moved away: the overload check and edge finding of Carlier and Pinson
/// 1989, "An algorithm for solving the job-shop problem", for every interval between a start and an end, which covers
/// every pair of tasks. O(tasks³) a run, meant for a few dozen tasks. Reasons are the bounds of the tasks in one
/// interval.
#[derive(Clone, Debug)]
pub struct NoOverlap {
    tasks: Box<[(Var, i64)]>,
    /// Scratch, by task: the earliest start and the latest end.
    start: Vec<i64>,
    end: Vec<i64>,
    by_end: Vec<u32>,
}

/// The tasks within an interval, and their total duration.
#[derive(Clone, Copy, Debug)]
struct Interval {
    from: i64,
    to: i64,
    work: i64,
}

impl Interval {
    /// The starts that a task of this duration cannot have because of the tasks within: the first, and the one after
    /// the last.
    fn blocks(self, duration: i64) -> Option<(i64, i64)> {
        let Interval { from, to, work } = self;
        (work > 0 && from + work + duration > to).then_some((to - work - duration + 1, from + work))
    }
}

impl NoOverlap {
    /// `(start, duration)` of each task.
    ///
    /// # Panics
    /// If a duration is negative.
    pub fn new(tasks: &[(Var, i32)]) -> Self {
        assert!(tasks.iter().all(|&(_, d)| d >= 0), "a negative duration");
        let tasks: Box<[(Var, i64)]> = tasks
            .iter()
            .filter(|task| task.1 > 0)
            .map(|&(start, duration)| (start, i64::from(duration)))
            .collect();
        Self {
            start: vec![0; tasks.len()],
            end: vec![0; tasks.len()],
            by_end: (0..tasks.len() as u32).collect(),
            tasks,
        }
    }

    /// Calls `see` with each interval between a start and an end and the tasks within it, without `except`, until it
    /// breaks.
    fn for_each_interval(
        &self,
        bounds: &[(i64, i64)],
        except: Option<usize>,
        mut see: impl FnMut(Interval) -> bool,
    ) {
        let mut by_end: Vec<usize> = (0..bounds.len()).filter(|&i| except != Some(i)).collect();
        by_end.sort_by_key(|&i| bounds[i].1);
        for &first in &by_end {
            let from = bounds[first].0;
            let mut work = 0;
            for &task in by_end.iter().filter(|&&task| bounds[task].0 >= from) {
                work += self.tasks[task].1;
                let to = bounds[task].1;
                if see(Interval { from, to, work }) {
                    return;
                }
            }
        }
    }

    /// The bounds of the tasks within the interval.
    fn describe_within(
        &self,
        bounds: &[(i64, i64)],
        interval: Interval,
        except: Option<usize>,
        facts: &mut Vec<Literal>,
    ) {
        for (i, &(start, duration)) in self.tasks.iter().enumerate() {
            if except != Some(i) && bounds[i].0 >= interval.from && bounds[i].1 <= interval.to {
                let fit = |value: i64| i32::try_from(value);
                facts.extend(fit(interval.from).map(|value| Literal::at_least(start, value)));
                let latest = fit(interval.to - duration);
                facts.extend(latest.map(|value| Literal::at_most(start, value)));
            }
        }
    }
}

impl Constraint for NoOverlap {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "no overlap"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.tasks.iter().for_each(|&(start, _)| see(start));
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &(start, _) in &self.tasks {
            scope.on(start, Events::BOUNDS);
        }
        self
    }
}

impl Propagator for NoOverlap {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.tasks.len();
        for (i, &(start, duration)) in self.tasks.iter().enumerate() {
            self.start[i] = i64::from(cx.min(start));
            self.end[i] = i64::from(cx.max(start)) + duration;
        }
        let end = &self.end;
        self.by_end.sort_unstable_by_key(|&i| end[i as usize]);
        let mut changed = false;
        for first in 0..n {
            let from = self.start[first];
            let mut work = 0;
            for place in 0..n {
                let last = self.by_end[place] as usize;
                if self.start[last] < from {
                    continue;
                }
                work += self.tasks[last].1;
                let to = self.end[last];
                if work > to - from {
                    return Err(Conflict);
                }
                for (i, &(start, duration)) in self.tasks.iter().enumerate() {
                    // If it is one of those within, it is not counted against itself.
                    let within = self.start[i] >= from && self.end[i] <= to;
                    if within && self.end[i] == to && self.by_end[place + 1..].contains(&(i as u32))
                    {
                        continue;
                    }
                    let own = if within { duration } else { 0 };
                    let interval = Interval {
                        from,
                        to,
                        work: work - own,
                    };
                    let Some((low, high)) = interval.blocks(duration) else {
                        continue;
                    };
                    // Bounds beyond 32 bits leave no value.
                    if (low..high).contains(&i64::from(cx.min(start))) {
                        changed |=
                            cx.at_least(start, i32::try_from(high).map_err(|_| Conflict)?)?;
                    }
                    if (low..high).contains(&i64::from(cx.max(start))) {
                        changed |=
                            cx.at_most(start, i32::try_from(low - 1).map_err(|_| Conflict)?)?;
                    }
                }
            }
        }
        Ok(Status::after(changed))
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let bounds: Vec<(i64, i64)> = self
            .tasks
            .iter()
            .map(|&(start, duration)| {
                let domain = past.domain(start);
                let (min, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
                (i64::from(min), i64::from(max) + duration)
            })
            .collect();
        let mut own = (0..self.tasks.len()).filter(|&i| Some(self.tasks[i].0) == change.var);
        let (own, again) = (own.next(), own.next());
        let Some(own) = own else {
            let mut found = None;
            self.for_each_interval(&bounds, None, |interval| {
                let fails = interval.work > interval.to - interval.from;
                found = fails.then_some(interval);
                fails
            });
            return match found {
                Some(interval) => self.describe_within(&bounds, interval, None, facts),
                None => past.describe_scope(facts),
            };
        };
        if again.is_some() || change.after.is_empty() {
            return past.describe_scope(facts);
        }
        let duration = self.tasks[own].1;
        let mut covered: Vec<(i64, i64)> = Vec::new();
        for value in change.removed().map(i64::from) {
            if covered
                .iter()
                .any(|&(low, high)| (low..high).contains(&value))
            {
                continue;
            }
            // Of the intervals that block the value, the one with the least work.
            let mut found: Option<Interval> = None;
            self.for_each_interval(&bounds, Some(own), |interval| {
                let blocked = interval.blocks(duration);
                let does = blocked.is_some_and(|(low, high)| (low..high).contains(&value));
                if does && found.is_none_or(|best| interval.work < best.work) {
                    found = Some(interval);
                }
                false
            });
            let Some(interval) = found else {
                facts.clear();
                return past.describe_scope(facts);
            };
            covered.extend(interval.blocks(duration));
            self.describe_within(&bounds, interval, Some(own), facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::PropagatorTest;

    fn apart(starts: &[i32], durations: &[i32]) -> bool {
        let overlap = |i: usize, j: usize| {
            let (a, b) = (starts[i], starts[j]);
            durations[i] > 0 && durations[j] > 0 && a < b + durations[j] && b < a + durations[i]
        };
        (0..starts.len()).all(|i| (0..i).all(|j| !overlap(i, j)))
    }

    #[test]
    fn against_brute_force() {
        let cases: [&[i32]; 6] = [&[], &[3], &[2, 3], &[1, 2, 2], &[3, 0, 1, 2], &[1, 1, 2, 3]];
        for durations in cases {
            PropagatorTest::new(
                |model, v| {
                    let tasks: Vec<(Var, i32)> =
                        v.iter().copied().zip(durations.iter().copied()).collect();
                    model.post(NoOverlap::new(&tasks));
                },
                |v| apart(v, durations),
            )
            .random(150, durations.len(), -1..=6);
        }
        // One variable for two tasks.
        PropagatorTest::new(
            |model, v| {
                model.post(NoOverlap::new(&[(v[0], 1), (v[1], 2), (v[0], 1)]));
            },
            |_| false,
        )
        .random(20, 2, 0..=4);
    }

    /// Three tasks of 2 within 0..6 and one of 2 that ends by 8 at the latest: it comes last.
    #[test]
    fn edges_are_found() {
        let mut model = crate::Model::new();
        let within = model.vars(3, 0..=4);
        let last = model.var(0..=6);
        let tasks: Vec<(Var, i32)> = within.iter().chain([&last]).map(|&x| (x, 2)).collect();
        model.post(NoOverlap::new(&tasks));
        let mut solver = model.solver();
        solver.propagate().expect("there is room");
        assert_eq!(solver.value(last), Some(6));
    }
}
