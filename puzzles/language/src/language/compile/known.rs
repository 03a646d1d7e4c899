//! The values that the rules leave before the search, so that they can be compiled a second time with these.
//!
//! If a rule determines the black cells, rules about the runs between them are about fixed places only once these are
//! known: then they become plain sums and all-different constraints.

use quadrille_engine::{Interrupt, Var};

use super::super::syntax::Role;
use super::super::values::{Data, positions};
use super::{Compiled, Posting};

/// By layer to find and position: the values left, if some were removed; as codes of the variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    values: Vec<Vec<Option<Box<[i32]>>>>,
    /// By layer of regions to find whose cells have owners: those left, by cell.
    owners: Vec<(usize, Vec<Box<[i32]>>)>,
}

impl Known {
    /// What propagation leaves; `None` if that is nothing new, no grid at all, useless for the rules, or not known when
    /// the interrupt is due.
    pub(super) fn at_root(data: &Data, compiled: &Compiled, interrupt: &Interrupt) -> Option<Self> {
        if !compiled.parts.iter().any(Posting::is_weak) && compiled.owners.is_empty() {
            return None;
        }
        let mut solver = compiled.model.clone().solver_until(interrupt)?;
        if !solver.propagate_until(interrupt).ok()? {
            return None;
        }
        let mut is_new = false;
        let mut left = |var: Var| {
            let (declared, now) = (compiled.model.domain(var), solver.domain(var));
            if now.len() == declared.len() {
                return None;
            }
            is_new |= now.len() == 1;
            Some(now.iter().collect())
        };
        let layers = data.book.layers.iter().enumerate();
        let values = layers
            .map(|(layer, declared)| {
                if declared.role == Role::Data {
                    return Vec::new();
                }
                (0..positions(data, &declared.on))
                    .map(|position| compiled.reading.var(layer, position).and_then(&mut left))
                    .collect()
            })
            .collect();
        let owners = compiled.owners.iter().map(|(layer, vars)| {
            let left = |&var: &Var| {
                let (declared, now) = (compiled.model.domain(var), solver.domain(var));
                is_new |= now.len() < declared.len();
                now.iter().collect()
            };
            (*layer, vars.iter().map(left).collect())
        });
        let owners = owners.collect();
        is_new.then_some(Self { values, owners })
    }

    /// The owners left at a cell.
    pub(super) fn owners(&self, layer: usize, cell: usize) -> Option<&[i32]> {
        let owners = self.owners.iter().find(|(own, _)| *own == layer);
        owners.map(|(_, left)| &*left[cell])
    }

    /// The values left at a position, if some were removed.
    pub(super) fn values(&self, layer: usize, position: usize) -> Option<&[i32]> {
        self.values.get(layer)?.get(position)?.as_deref()
    }
}
