//! A table that holds if a variable is 1.
//!
//! State: none; scratch only.

use std::sync::Arc;

use fxhash::FxHashSet;

use super::reified_linear::restrict_to_truth_values;
use super::tuples::Tuples;
use crate::constraint::{Constraint, Scope};
use crate::domain::Domain;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// If `b` is 1, the values of the variables are one of the given rows; and, if it is fully reified, only then. Other
/// values of `b` are removed.
///
/// If `b` is 0, it is a table of forbidden rows.
///
/// # Strength and cost
///
/// Domain consistent when no variable occurs twice, else sound. Every run goes through all rows, as in the simplest
/// table algorithms (Ullmann 2007, "Partition search for non-binary constraint satisfaction"): O(rows × columns); for
/// large tables that must hold use [`Table`](super::Table). A value is removed by forbidden rows if all remaining rows
/// with it are forbidden. Reasons are, for each row, one value of it that had been removed.
#[derive(Clone, Debug)]
pub struct ReifiedTable {
    b: Var,
    vars: Box<[Var]>,
    tuples: Arc<Tuples>,
    full: bool,
    /// Some variable occurs twice.
    repeated: bool,
    /// Scratch, by variable and bit of its domain: the possible rows with that value.
    rows: Vec<u64>,
    starts: Vec<u32>,
}

/// Reason tags.
const NO_ROW: u32 = 1;
const ALL_ROWS: u32 = 2;
const ALLOWED: u32 = 3;
const FORBIDDEN: u32 = 4;

impl ReifiedTable {
    /// If `b` is 1, the values of `vars` are one of `tuples`.
    ///
    /// # Panics
    /// If there are not as many variables as columns.
    pub fn implied_by(b: Var, vars: &[Var], tuples: Arc<Tuples>) -> Self {
        assert_eq!(vars.len(), tuples.arity(), "a variable for each column");
        let all: Vec<Var> = vars.iter().copied().chain([b]).collect();
        Self {
            b,
            vars: vars.into(),
            tuples,
            full: false,
            repeated: super::all_different::repeats(&all),
            rows: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// `b` is 1 if and only if the values of `vars` are one of `tuples`.
    ///
    /// # Panics
    /// As [`implied_by`](Self::implied_by).
    pub fn new(b: Var, vars: &[Var], tuples: Arc<Tuples>) -> Self {
        Self {
            full: true,
            ..Self::implied_by(b, vars, tuples)
        }
    }

    /// Counts the possible rows, in total and by value.
    fn count(&mut self, cx: &Context<'_>) -> u64 {
        self.rows.fill(0);
        let mut total = 0;
        for row in self.tuples.iter() {
            let fits = |i: usize| cx.contains(self.vars[i], row[i]);
            let twice = |i: usize| (0..i).all(|j| self.vars[i] != self.vars[j] || row[i] == row[j]);
            if !(0..row.len()).all(|i| fits(i) && (!self.repeated || twice(i))) {
                continue;
            }
            total += 1;
            for (i, &value) in row.iter().enumerate() {
                let offset = cx.domain(self.vars[i]).offset();
                let bit = (i64::from(value) - i64::from(offset)) as usize;
                self.rows[self.starts[i] as usize + bit] += 1;
            }
        }
        total
    }

    fn rows_with(&self, cx: &Context<'_>, i: usize, value: i32) -> u64 {
        let offset = cx.domain(self.vars[i]).offset();
        let bit = (i64::from(value) - i64::from(offset)) as usize;
        self.rows[self.starts[i] as usize + bit]
    }

    /// Removes the values of variable `i` unless `is_kept` holds for the number of their rows.
    fn filter(
        &self,
        cx: &mut Context<'_>,
        i: usize,
        is_kept: impl Fn(u64) -> bool,
    ) -> Result<bool, Conflict> {
        let offset = i64::from(cx.domain(self.vars[i]).offset());
        let start = self.starts[i] as usize;
        cx.keep_if(self.vars[i], |value| {
            is_kept(self.rows[start + (i64::from(value) - offset) as usize])
        })
    }
}

impl Constraint for ReifiedTable {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "reified table"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        see(self.b);
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.b, Events::FIXED);
        let mut end = 0;
        self.starts.clear();
        for &var in &self.vars {
            scope.on(var, Events::ANY);
            self.starts.push(end);
            end += 64 * scope.domain(var).words().len() as u32;
        }
        self.rows = vec![0; end as usize];
        self
    }
}

impl Propagator for ReifiedTable {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        restrict_to_truth_values(cx, self.b)?;
        let b = cx.value(self.b);
        if b == Some(0) && !self.full {
            return Ok(Status::Entailed);
        }
        let possible = self.count(cx);
        if b != Some(0) && possible == 0 {
            cx.because(NO_ROW);
            cx.fix(self.b, 0)?;
            return Ok(Status::Active);
        }
        if b == Some(1) {
            cx.because(ALLOWED);
            for i in 0..self.vars.len() {
                self.filter(cx, i, |rows| rows > 0)?;
            }
            return Ok(if self.repeated {
                Status::Active
            } else {
                Status::Fixpoint
            });
        }
        let sizes = self.vars.iter().map(|&var| cx.size(var) as u128);
        let all = sizes.fold(1u128, u128::saturating_mul);
        if b.is_none() {
            if self.full && u128::from(possible) == all && !self.repeated {
                cx.because(ALL_ROWS);
                cx.fix(self.b, 1)?;
                return Ok(Status::Entailed);
            }
            if self.full
                && self.repeated
                && possible > 0
                && self.vars.iter().all(|&x| cx.is_fixed(x))
            {
                cx.because(ALL_ROWS);
                cx.fix(self.b, 1)?;
            }
            return Ok(if self.repeated {
                Status::Active
            } else {
                Status::Fixpoint
            });
        }
        // The rows are forbidden.
        if possible == 0 {
            return Ok(if self.repeated {
                Status::Active
            } else {
                Status::Entailed
            });
        }
        cx.because(FORBIDDEN);
        if self.repeated {
            if self.vars.iter().all(|&x| cx.is_fixed(x)) {
                return Err(Conflict);
            }
            return Ok(Status::Active);
        }
        if u128::from(possible) == all {
            return Err(Conflict);
        }
        let mut changed = false;
        for i in 0..self.vars.len() {
            let others = all / cx.size(self.vars[i]) as u128;
            let is_full = |&value: &i32| u128::from(self.rows_with(cx, i, value)) == others;
            if cx.domain(self.vars[i]).iter().any(|value| is_full(&value)) {
                self.filter(cx, i, |rows| u128::from(rows) != others)?;
                changed = true;
                break;
            }
        }
        Ok(Status::after(changed))
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let fails = change.after.is_empty();
        if self.repeated {
            return past.describe_scope(facts);
        }
        let column = self.vars.iter().position(|&var| Some(var) == change.var);
        match change.tag {
            NO_ROW | ALLOWED => {
                let is_asked = |row: &[i32]| match column {
                    Some(i) if !fails => {
                        !change.after.contains(row[i]) && change.before.contains(row[i])
                    }
                    _ => true,
                };
                let except = change.var.filter(|_| !fails);
                if change.tag == ALLOWED || fails {
                    facts.push(Literal::is(self.b, 1));
                }
                if !rule_out(&self.tuples, &self.vars, except, is_asked, past, facts) {
                    facts.clear();
                    past.describe_scope(facts);
                }
            }
            ALL_ROWS | FORBIDDEN => {
                if change.tag == FORBIDDEN || fails {
                    past.describe(self.b, facts);
                }
                for &var in &self.vars {
                    if fails || change.var != Some(var) {
                        past.describe(var, facts);
                    }
                }
            }
            // Values other than 0 and 1 need no reason.
            _ if fails => past.describe(self.b, facts),
            _ => {}
        }
    }
}

/// Adds facts that rule out each row for which `is_asked` holds: for each row one value that its variable did not have,
/// if possible one that rules out other rows as well. Facts about `except` are not used. False if a row is possible.
///
/// O(rows asked for × columns).
fn rule_out(
    tuples: &Tuples,
    vars: &[Var],
    except: Option<Var>,
    is_asked: impl Fn(&[i32]) -> bool,
    past: &Past<'_>,
    facts: &mut Vec<Literal>,
) -> bool {
    let then: Vec<Domain<'_>> = vars.iter().map(|&var| past.domain(var)).collect();
    let declared: Vec<Domain<'_>> = vars.iter().map(|&var| past.declared(var)).collect();
    let repeats = super::all_different::repeats(vars);
    let mut said: FxHashSet<(Var, i32)> = FxHashSet::default();
    for row in tuples.iter().filter(|row| is_asked(row)) {
        // By declaration, or with two values for one variable, the row is never possible.
        let is_none = (0..row.len()).any(|i| !declared[i].contains(row[i]))
            || repeats
                && (0..row.len()).any(|i| (0..i).any(|j| vars[i] == vars[j] && row[i] != row[j]));
        if is_none {
            continue;
        }
        let gone = |&i: &usize| except != Some(vars[i]) && !then[i].contains(row[i]);
        if (0..row.len()).any(|i| said.contains(&(vars[i], row[i]))) {
            continue;
        }
        match (0..row.len()).find(gone) {
            Some(i) => {
                said.insert((vars[i], row[i]));
            }
            None => return false,
        }
    }
    for (i, &var) in vars.iter().enumerate() {
        if !vars[..i].contains(&var) && said.iter().any(|&(x, _)| x == var) {
            past.describe_within(var, |value| !said.contains(&(var, value)), facts);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        let mut rng = crate::Rng::new(11);
        for case in 0..24 {
            let arity = case % 4;
            let rows: Vec<Vec<i32>> = (0..rng.below(12))
                .map(|_| (0..arity).map(|_| rng.below(4) as i32 - 1).collect())
                .collect();
            for full in [false, true] {
                PropagatorTest::new(
                    |model, v| {
                        let tuples = Arc::new(Tuples::new(arity, &rows));
                        model.post(if full {
                            ReifiedTable::new(v[0], &v[1..], tuples)
                        } else {
                            ReifiedTable::implied_by(v[0], &v[1..], tuples)
                        });
                    },
                    |v| {
                        let holds = rows.iter().any(|row| *row == v[1..]);
                        (0..=1).contains(&v[0])
                            && if full {
                                (v[0] == 1) == holds
                            } else {
                                v[0] == 0 || holds
                            }
                    },
                )
                .strength(Strength::Domain)
                .random(30, arity + 1, -1..=2);
            }
        }
    }

    #[test]
    fn repeated_variables() {
        let rows = [[0, 1, 0], [1, 1, 1], [2, 0, 2], [2, 1, 0]];
        for full in [false, true] {
            PropagatorTest::new(
                |model, v| {
                    let tuples = Arc::new(Tuples::new(3, rows));
                    let columns = [v[1], v[0], v[1]];
                    model.post(if full {
                        ReifiedTable::new(v[0], &columns, tuples)
                    } else {
                        ReifiedTable::implied_by(v[0], &columns, tuples)
                    });
                },
                |v| {
                    let holds = rows.contains(&[v[1], v[0], v[1]]);
                    (0..=1).contains(&v[0])
                        && if full {
                            (v[0] == 1) == holds
                        } else {
                            v[0] == 0 || holds
                        }
                },
            )
            .random(60, 2, 0..=2);
        }
    }
}
