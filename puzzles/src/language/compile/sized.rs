//! Groups of equal numbers that are as large as their number, as one propagator.

use std::collections::VecDeque;

use quadrille_engine::propagators::{Clause, Number, SizedGroups, Test};
use quadrille_engine::{Literal, Var};

use super::group::Group;
use super::measured::gives_sizes;
use super::{Compiler, Made};

/// The cost of the propagator for each vertex, in steps.
const STEPS: usize = 8;

impl Compiler<'_> {
    /// The propagator for groups of equal numbers with as many members as the number says, if the rule has this
    /// meaning.
    pub(super) fn sized(&mut self, group: &Group, rule: &Test) -> Made<Option<SizedGroups>> {
        let Some(numbers) = group.numbers.as_deref() else {
            return Ok(None);
        };
        if group.root.is_some() || !gives_sizes(rule, numbers) {
            return Ok(None);
        }
        self.spend_here(STEPS * numbers.len())?;
        let mut vars = Vec::with_capacity(numbers.len());
        for number in numbers {
            vars.push(match number {
                Number::Var(var) => *var,
                Number::Const(value) => match i32::try_from(*value) {
                    Ok(value) => self.model.var(value..=value),
                    Err(_) => return Ok(None),
                },
                _ => return Ok(None),
            });
        }
        let edges: Vec<_> = group.edges.iter().map(|(a, b, _)| (*a, *b)).collect();
        if !self.apart {
            self.leave_room(&vars, &edges);
        }
        Ok(Some(SizedGroups::new(&vars, &edges)))
    }

    /// No group is so large that the groups of the given numbers would not have room. Equal given numbers count
    /// separately if they are too far apart to be in one group.
    fn leave_room(&mut self, vars: &[Var], edges: &[(usize, usize)]) {
        let mut around = vec![Vec::new(); vars.len()];
        for &(a, b) in edges {
            around[a].push(b);
            around[b].push(a);
        }
        let given: Vec<Option<i32>> = vars
            .iter()
            .map(|&var| self.model.domain(var).value())
            .collect();
        let mut room = vars.len() as i64;
        let mut is_counted = vec![false; vars.len()];
        for (vertex, number) in given.iter().enumerate() {
            let Some(number) = number.filter(|_| !is_counted[vertex]) else {
                continue;
            };
            room -= i64::from(number);
            // Others of this number that may be in its group.
            let mut steps = vec![None; vars.len()];
            steps[vertex] = Some(1);
            let mut queue = VecDeque::from([vertex]);
            while let Some(v) = queue.pop_front() {
                is_counted[v] |= given[v] == Some(number);
                for &w in &around[v] {
                    let next = steps[v].map_or(1, |steps| steps + 1);
                    if steps[w].is_none()
                        && next <= number
                        && self.model.domain(vars[w]).contains(number)
                    {
                        steps[w] = Some(next);
                        queue.push_back(w);
                    }
                }
            }
        }
        let mut numbers: Vec<i32> = given.iter().flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        for (&var, _) in vars
            .iter()
            .zip(&given)
            .filter(|(_, number)| number.is_none())
        {
            let domain = self.model.domain(var);
            let fits =
                |value: &i32| i64::from(*value) <= room || numbers.binary_search(value).is_ok();
            let dropped: Vec<i32> = domain.iter().filter(|value| !fits(value)).collect();
            let Some(last) = domain.iter().filter(fits).last() else {
                continue;
            };
            let inner = dropped.iter().filter(|&&value| value < last);
            let holes = inner.map(|&value| Literal::is_not(var, value));
            let facts: Vec<Literal> = holes.chain([Literal::at_most(var, last)]).collect();
            for fact in facts {
                self.model.post(Clause::new(&[fact]));
            }
        }
    }
}
