//! Tasks that share a resource.
//!
//! State: none; scratch only.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// Tasks, given by start, duration and demand, whose total demand never exceeds a capacity.
///
/// # Strength and cost
///
/// Sound; bounds of the starts, by time-tabling (Lahrichi 1982): between its latest start and its earliest end a task
/// certainly runs (its compulsory part), and no other task runs where the compulsory parts leave it no room. It does
/// not notice that tasks without compulsory parts have too little room together. O(tasks²) a run. Reasons are those of
/// Schutt, Feydy, Stuckey and Wallace 2011, "Explaining the cumulative propagator": the compulsory parts at one time.
#[derive(Clone, Debug)]
pub struct Cumulative {
    tasks: Box<[Task]>,
    capacity: i64,
    /// Scratch, by task: its compulsory part.
    sure: Vec<(i64, i64)>,
}

#[derive(Clone, Copy, Debug)]
struct Task {
    start: Var,
    duration: i64,
    demand: i64,
}

impl Cumulative {
    /// `(start, duration, demand)` of each task. One without duration or demand may be anywhere.
    ///
    /// # Panics
    /// If a duration or a demand is negative.
    pub fn new(tasks: &[(Var, i32, i32)], capacity: i32) -> Self {
        let fine = tasks
            .iter()
            .all(|&(_, duration, demand)| duration >= 0 && demand >= 0);
        assert!(fine, "a negative duration or demand");
        let tasks = tasks
            .iter()
            .filter(|&&(_, duration, demand)| duration > 0 && demand > 0)
            .map(|&(start, duration, demand)| Task {
                start,
                duration: duration.into(),
                demand: demand.into(),
            });
        let tasks: Box<[Task]> = tasks.collect();
        Self {
            sure: vec![(0, 0); tasks.len()],
            tasks,
            capacity: capacity.into(),
        }
    }

    /// The demand of the compulsory parts at `time`, without `except`.
    fn load(&self, sure: &[(i64, i64)], time: i64, except: Option<usize>) -> i64 {
        let runs = |&(i, &(from, to)): &(usize, &(i64, i64))| {
            except != Some(i) && from <= time && time < to
        };
        let running = sure.iter().enumerate().filter(runs);
        running.map(|(i, _)| self.tasks[i].demand).sum()
    }

    /// The latest time from `from` on and before `to` at which the others leave no room for `own`.
    fn last_clash(&self, sure: &[(i64, i64)], own: usize, from: i64, to: i64) -> Option<i64> {
        let clashes =
            |&time: &i64| self.load(sure, time, Some(own)) + self.tasks[own].demand > self.capacity;
        let ends = sure.iter().map(|&(_, end)| end - 1).chain([to - 1]);
        ends.filter(|time| (from..to).contains(time))
            .filter(clashes)
            .max()
    }

    /// The first such time.
    fn first_clash(&self, sure: &[(i64, i64)], own: usize, from: i64, to: i64) -> Option<i64> {
        let clashes =
            |&time: &i64| self.load(sure, time, Some(own)) + self.tasks[own].demand > self.capacity;
        let starts = sure.iter().map(|&(start, _)| start).chain([from]);
        starts
            .filter(|time| (from..to).contains(time))
            .filter(clashes)
            .min()
    }

    /// Enough compulsory parts at `time` to exceed `room`.
    fn say(
        &self,
        sure: &[(i64, i64)],
        time: i64,
        mut room: i64,
        except: Option<usize>,
        facts: &mut Vec<Literal>,
    ) {
        let mut running: Vec<usize> = (0..sure.len())
            .filter(|&i| except != Some(i) && sure[i].0 <= time && time < sure[i].1)
            .collect();
        running.sort_by_key(|&i| -self.tasks[i].demand);
        for i in running {
            if room < 0 {
                return;
            }
            let Task {
                start,
                duration,
                demand,
            } = self.tasks[i];
            room -= demand;
            let fit = |value: i64| i32::try_from(value);
            facts.extend(fit(time - duration + 1).map(|value| Literal::at_least(start, value)));
            facts.extend(fit(time).map(|value| Literal::at_most(start, value)));
        }
    }
}

impl Constraint for Cumulative {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.tasks.iter().for_each(|task| see(task.start));
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for task in &self.tasks {
            scope.on(task.start, Events::BOUNDS);
        }
        self
    }
}

impl Propagator for Cumulative {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut sure = std::mem::take(&mut self.sure);
        let outcome = self.run(cx, &mut sure);
        self.sure = sure;
        outcome
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let sure: Vec<(i64, i64)> = self
            .tasks
            .iter()
            .map(|task| {
                let domain = past.domain(task.start);
                let (min, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
                (i64::from(max), i64::from(min) + task.duration)
            })
            .collect();
        let mut own = (0..self.tasks.len()).filter(|&i| Some(self.tasks[i].start) == change.var);
        let (own, again) = (own.next(), own.next());
        let Some(own) = own else {
            let mut times = sure.iter().map(|&(start, _)| start);
            let time = times.find(|&time| self.load(&sure, time, None) > self.capacity);
            return match time {
                Some(time) => self.say(&sure, time, self.capacity, None, facts),
                None => past.describe_scope(facts),
            };
        };
        if again.is_some() || change.after.is_empty() {
            return past.describe_scope(facts);
        }
        let Task {
            duration, demand, ..
        } = self.tasks[own];
        let mut said: Vec<i64> = Vec::new();
        for value in change.removed().map(i64::from) {
            if said
                .iter()
                .any(|&time| value <= time && time < value + duration)
            {
                continue;
            }
            let Some(time) = self.last_clash(&sure, own, value, value + duration) else {
                facts.clear();
                return past.describe_scope(facts);
            };
            said.push(time);
            self.say(&sure, time, self.capacity - demand, Some(own), facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

impl Cumulative {
    fn run(&self, cx: &mut Context<'_>, sure: &mut [(i64, i64)]) -> Result<Status, Conflict> {
        for (sure, task) in sure.iter_mut().zip(&self.tasks) {
            let (min, max) = (i64::from(cx.min(task.start)), i64::from(cx.max(task.start)));
            *sure = (max, min + task.duration);
        }
        // The load is largest where a compulsory part begins.
        for &(start, end) in sure.iter() {
            if start < end && self.load(sure, start, None) > self.capacity {
                return Err(Conflict);
            }
        }
        let mut changed = false;
        for (i, task) in self.tasks.iter().enumerate() {
            if task.demand > self.capacity {
                return Err(Conflict);
            }
            if cx.is_fixed(task.start) {
                continue;
            }
            loop {
                let from = i64::from(cx.min(task.start));
                let Some(time) = self.last_clash(sure, i, from, from + task.duration) else {
                    break;
                };
                let next = i32::try_from(time + 1).map_err(|_| Conflict)?;
                changed |= cx.at_least(task.start, next)?;
            }
            loop {
                let from = i64::from(cx.max(task.start));
                let Some(time) = self.first_clash(sure, i, from, from + task.duration) else {
                    break;
                };
                let next = i32::try_from(time - task.duration).map_err(|_| Conflict)?;
                changed |= cx.at_most(task.start, next)?;
            }
        }
        Ok(Status::after(changed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::PropagatorTest;

    fn holds(starts: &[i32], tasks: &[(i32, i32)], capacity: i32) -> bool {
        (-20..40).all(|time| {
            let running = starts.iter().zip(tasks);
            let running = running
                .filter(|&(&start, &(duration, _))| start <= time && time < start + duration);
            let load: i32 = running.map(|(_, &(_, demand))| demand).sum();
            load <= capacity
        })
    }

    #[test]
    fn against_brute_force() {
        let cases: [(&[(i32, i32)], i32); 6] = [
            (&[], 0),
            (&[(2, 1)], 0),
            (&[(2, 1), (3, 1)], 1),
            (&[(2, 2), (3, 1), (1, 2)], 3),
            (&[(2, 1), (3, 1), (2, 1), (0, 9)], 2),
            (&[(2, 2), (1, 1), (3, 1), (2, 3)], 4),
        ];
        for (tasks, capacity) in cases {
            PropagatorTest::new(
                |model, v| {
                    let tasks: Vec<(Var, i32, i32)> = v
                        .iter()
                        .zip(tasks)
                        .map(|(&start, &(duration, demand))| (start, duration, demand))
                        .collect();
                    model.post(Cumulative::new(&tasks, capacity));
                },
                |v| holds(v, tasks, capacity),
            )
            .random(150, tasks.len(), -1..=5);
        }
        PropagatorTest::new(
            |model, v| {
                model.post(Cumulative::new(
                    &[(v[0], 2, 1), (v[1], 2, 1), (v[0], 2, 1)],
                    2,
                ));
            },
            |v| holds(&[v[0], v[1], v[0]], &[(2, 1), (2, 1), (2, 1)], 2),
        )
        .random(100, 2, 0..=4);
    }
}
