//! Rules that a conflict cannot do without, found by changing a grid that breaks one of them.

use std::collections::BTreeSet;

use quadrille_engine::{Conflict, Literal};

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::Question;

/// Rules about more spots than this are not looked at: each of their spots would be changed.
const MOST_SPOTS: usize = 24;

impl Explainer {
    /// If the grid found last breaks just one of these rules, the others have a solution, so that one is needed for
    /// their conflict. Then changes of one spot that mend it may break just one other, which is needed as well, and so
    /// on (recursive model rotation, Belov and Marques-Silva 2011, "Accelerating MUS extraction with recursive model
    /// rotation"). Adds all of these to `needed`.
    pub(super) fn rotate(&mut self, rules: &[InstanceId], needed: &mut BTreeSet<InstanceId>) {
        let mut speaking: Vec<Vec<InstanceId>> = vec![Vec::new(); self.spots().len()];
        for &rule in rules {
            for &spot in &self.instance(rule).spots {
                speaking[spot].push(rule);
            }
        }
        let Some(grid) = self.latest_by_spot() else {
            return;
        };
        let spoken: Vec<usize> = (0..speaking.len())
            .filter(|&spot| !speaking[spot].is_empty())
            .collect();
        let mut waiting = Vec::new();
        if self.put(&grid, &spoken) == Ok(true)
            && let Some(only) = self.only_broken(rules)
            && self.is_solved_without(only, rules)
        {
            needed.insert(only);
            waiting.push((only, grid));
        }
        self.pop();
        let mut seen: BTreeSet<InstanceId> = waiting.iter().map(|(rule, _)| *rule).collect();
        while let Some((rule, grid)) = waiting.pop() {
            let spots = self.instance(rule).spots.clone();
            if spots.len() > MOST_SPOTS {
                continue;
            }
            for spot in spots {
                if self.is_late() {
                    return;
                }
                let others: Vec<usize> = spoken.iter().copied().filter(|&s| s != spot).collect();
                let is_possible = self.put(&grid, &others) == Ok(true);
                for value in self.values(spot).to_vec() {
                    if !is_possible || value == grid[spot] {
                        continue;
                    }
                    let mut changed = grid.clone();
                    changed[spot] = value;
                    if self.put(&changed, &[spot]) == Ok(true)
                        && let Some(only) = self.only_broken(&speaking[spot])
                        && !seen.contains(&only)
                        && self.is_solved_without(only, rules)
                    {
                        seen.insert(only);
                        needed.insert(only);
                        waiting.push((only, changed));
                    }
                    self.pop();
                }
                self.pop();
            }
        }
    }

    /// Starts a level on which these spots have their values in a grid.
    fn put(&mut self, grid: &[i32], spots: &[usize]) -> Result<bool, Conflict> {
        let is = |&spot: &usize| Literal::is(self.spots()[spot].var, grid[spot]);
        let facts = spots.iter().map(is).collect();
        self.enter(
            &Question {
                facts,
                ..Question::default()
            },
            |_| false,
        )
    }

    /// The only one of these rules that fails by itself on the current level.
    fn only_broken(&mut self, rules: &[InstanceId]) -> Option<InstanceId> {
        let mut only = None;
        for &rule in rules {
            let alone = Question {
                rules: vec![rule],
                ..Question::default()
            };
            let outcome = self.enter(&alone, |_| false);
            self.pop();
            if outcome.is_err() && only.replace(rule).is_some() {
                return None;
            }
        }
        only
    }

    /// Whether what is known on the current level satisfies all of these rules but one.
    fn is_solved_without(&mut self, rule: InstanceId, rules: &[InstanceId]) -> bool {
        let others: Vec<InstanceId> = rules.iter().copied().filter(|&own| own != rule).collect();
        let question = Question {
            rules: others,
            ..Question::default()
        };
        let outcome = self.enter(&question, |_| false);
        let is_solved = outcome == Ok(true)
            && question.rules.iter().all(|&own| {
                let own = self.instance(own);
                let mut of_rule = own.propagators.iter().chain(&own.definitions);
                of_rule.all(|&propagator| {
                    let scope = self.solver.scope(propagator);
                    scope.iter().all(|&var| self.solver.domain(var).len() == 1)
                })
            });
        self.pop();
        is_solved
    }
}
