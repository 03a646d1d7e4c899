//! Numbers of groups that are all equal: one variable that each of them equals, not an equation for each two.

use std::rc::Rc;

use quadrille_engine::MAX_WIDTH;
use quadrille_engine::propagators::{Comparison, Number};

use super::super::logic::{TRUE, compare, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use super::measured::weights;
use crate::language::syntax::{Noun, Over};

impl Compiler<'_> {
    /// `all equal over areas a: sum digit in a`, over groups or regions to find. False if it is something else.
    ///
    /// If the numbers are sums over the cells of regions, which divide the grid, the sum of all cells is a multiple of
    /// the number. A division of 8×8 cells into regions with the same sum of digits takes 6 s; with a formula for each
    /// two regions it was not found in 25 s.
    pub(crate) fn post_all_equal(&mut self, over: &Over) -> Made<bool> {
        let Over::Phrases(phrases, body) = over else {
            return Ok(false);
        };
        let [phrase] = &phrases[..] else {
            return Ok(false);
        };
        let is_of_all =
            phrase.adjectives.is_empty() && phrase.qualifiers.is_empty() && phrase.take.is_none();
        let is_of_owners = match &phrase.noun {
            Noun::Regions(word) => {
                let layer = self.data.book.layer(&word.name);
                layer.is_some_and(|layer| self.has_owners(layer))
            }
            _ => false,
        };
        if !is_of_all || is_of_owners || self.data.geometry.boards > 1 {
            return Ok(false);
        }
        let Some((number, group)) = self.open(phrase)? else {
            return Ok(false);
        };
        let (depth, defining) = (self.eval.scope.names.len(), self.eval.defining.len());
        if let Some(variable) = phrase.variables.first() {
            let group = Value::Place(Rc::new(group));
            self.eval.scope.names.push((variable.name.clone(), group));
        }
        let outer = self.eval.open_group.replace(number);
        let made = self.with_absence(|compiler| compiler.value(body));
        self.eval.open_group = outer;
        self.eval.scope.names.truncate(depth);
        self.eval.defining.truncate(defining);
        let is_per_group = std::mem::take(&mut self.eval.needs_root);
        let Ok((Value::Number(value), absence)) = made else {
            return Ok(false);
        };
        if is_per_group || absence.untold || !absence.when.is_empty() || value.defined() != TRUE {
            return Ok(false);
        }
        let (low, high) = self.bounds(&value);
        let fits = |end: i128| i32::try_from(end).ok();
        let (Some(low), Some(high)) = (fits(low), fits(high)) else {
            return Ok(false);
        };
        if low > high || i64::from(high) - i64::from(low) >= MAX_WIDTH as i64 {
            return Ok(false);
        }
        let sum = match phrase.noun {
            Noun::Regions(_) => self.sum_of_all(number, &value),
            _ => None,
        };
        let all = self.model.var_where(low..=high, |value| {
            sum.is_none_or(|sum| sum == 0 || value != 0 && sum % i64::from(value) == 0)
        });
        let equals = |value| compare(Number::Var(all), Comparison::Equal, value);
        self.post_group(number, equals(value))?;
        // Without any group it would be one of several values.
        let vertices = self.groups.all[number].vertices.iter();
        let some = or(vertices.map(|(_, there)| there.clone()));
        self.post(or([some, equals(Number::Const(low.into()))]))?;
        Ok(true)
    }

    /// What a sum over the members of a region to find is over all cells, if these are all in regions.
    fn sum_of_all(&self, number: usize, value: &Number) -> Option<i64> {
        let vertices = &self.groups.all[number].vertices;
        if vertices.iter().any(|(_, there)| *there != TRUE) {
            return None;
        }
        let weights = weights(value, vertices.len())?;
        weights.into_iter().try_fold(0, i64::checked_add)
    }
}
