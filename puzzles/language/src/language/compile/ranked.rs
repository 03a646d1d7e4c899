//! Expressions of few values as variables, so that propagators over variables apply to them.

use std::collections::BTreeSet;
use std::sync::Arc;

use quadrille_engine::Var;
use quadrille_engine::propagators::{self, Number, Tuples};

use super::logic::TRUE;
use super::measure::Values;
use super::value::Value;
use super::{Compiler, Made};

/// The most combinations of values of the variables of one expression.
const MOST_COMBINATIONS: usize = 4096;

/// The most values of all expressions together, as many as one word has bits.
const MOST_RANKS: usize = 64;

impl Compiler<'_> {
    /// A variable for each of some expressions: the rank of its value among those of all of them, so that equal values
    /// have equal ranks. `None` if there are fewer than three, if one of them may be empty, or if they have too many values.
    ///
    /// `all different over cells c: latin of c * 10 + greek of c` is then one propagator for all cells. With a formula for
    /// each two cells, a search for Graeco-Latin squares of 7×7 that takes 4 s did not end in 30.
    pub(super) fn ranked(&mut self, values: &Values) -> Made<Option<Vec<Var>>> {
        let is_many = (3..=MOST_RANKS).contains(&values.members.len());
        if !is_many || values.untold || !values.partly.is_empty() {
            return Ok(None);
        }
        let mut tables = Vec::new();
        let mut all: BTreeSet<i128> = BTreeSet::new();
        for (guard, value) in &values.members {
            let Value::Number(number) = value else {
                return Ok(None);
            };
            if *guard != TRUE || number.defined() != TRUE {
                return Ok(None);
            }
            let Some(table) = self.value_table(number) else {
                return Ok(None);
            };
            all.extend(table.rows.iter().map(|(_, value)| *value));
            if all.len() > MOST_RANKS {
                return Ok(None);
            }
            tables.push(table);
        }
        let all: Vec<i128> = all.into_iter().collect();
        let mut ranks = Vec::new();
        for Table { mut vars, rows } in tables {
            self.spend_here(rows.len())?;
            let rank = self.model.var(0..=all.len() as i32 - 1);
            vars.push(rank);
            let cells = rows.into_iter().flat_map(|(mut row, value)| {
                // Every value has been put there.
                row.extend(all.binary_search(&value).map(|rank| rank as i32));
                row
            });
            let tuples = Arc::new(Tuples::from_cells(vars.len(), cells.collect()));
            self.define(rank, |compiler| {
                let table = propagators::Table::new(&vars, tuples);
                compiler.post_as(table, "table", "domain consistent");
                Ok(())
            })?;
            ranks.push(rank);
        }
        Ok(Some(ranks))
    }

    /// The values that a number has by those of its variables. `None` if there are too many combinations, or if it is
    /// empty for one of them.
    fn value_table(&self, number: &Number) -> Option<Table> {
        let mut vars = number.variables();
        vars.sort_unstable();
        vars.dedup();
        let mut combinations: usize = 1;
        let mut domains: Vec<Vec<i32>> = Vec::new();
        for &var in &vars {
            let domain: Vec<i32> = self.model.domain(var).iter().collect();
            combinations = combinations.saturating_mul(domain.len());
            domains.push(domain);
        }
        if combinations > MOST_COMBINATIONS {
            return None;
        }
        let mut rows = Vec::new();
        for mut rest in 0..combinations {
            let mut row = Vec::new();
            for domain in &domains {
                row.push(domain[rest % domain.len()]);
                rest /= domain.len();
            }
            let value = number.value(&|var| vars.binary_search(&var).map_or(0, |at| row[at]))?;
            rows.push((row, value));
        }
        Some(Table { vars, rows })
    }
}

/// The values of an expression by those of its variables.
struct Table {
    vars: Vec<Var>,
    rows: Vec<(Vec<i32>, i128)>,
}
