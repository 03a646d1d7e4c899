//! Variables ordered by their involvement in recent conflicts.

use crate::bits::BitsRef;
use crate::branch::View;
use crate::kernel::Kernel;
use crate::trail::{AllocateState, RevSparseSet};
use crate::var::Var;

/// Selects the open variable with the highest activity ÷ number of values. Conflicts add activity to the variables
/// involved, and all activity decays (Moskewicz et al. 2001, "Chaff", as in MiniSat: the amount added grows instead).
///
/// Dividing by the number of values, as dom/wdeg does, means looking at every open variable for each decision, which no
/// heap can avoid; on quasigroups it saves four failures in five.
#[derive(Clone, Debug)]
pub(super) struct Activity {
    /// By variable.
    activity: Vec<f64>,
    worth: f64,
    /// Variables that are not known to be fixed: first decisions, then witnesses.
    open: [(Vec<Var>, RevSparseSet); 2],
}

/// The share of all activity that is left after a conflict.
const DECAY: f64 = 0.95;
/// The activity that every variable is assumed to have, in conflicts: without any other, the smallest domain comes
/// first.
const FLOOR: f64 = 0.01;

impl Activity {
    pub(super) fn new(is_decision: &BitsRef, kernel: &mut Kernel, mut activity: Vec<f64>) -> Self {
        activity.resize(is_decision.len(), 0.0);
        let all = (0..kernel.variables).map(|i| kernel.handle(i));
        let (decisions, witnesses) = all.partition(|var: &Var| is_decision[var.index()]);
        let open = [decisions, witnesses].map(|vars: Vec<Var>| {
            let open = kernel.store.trail.new_sparse_set(vars.len());
            (vars, open)
        });
        Self {
            activity,
            worth: 1.0,
            open,
        }
    }

    /// `var` was involved in the conflict.
    pub(super) fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.worth;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.worth *= 1e-100;
        }
    }

    /// By variable: its activity, in conflicts.
    pub(super) fn relative(&self) -> Vec<f64> {
        self.activity.iter().map(|own| own / self.worth).collect()
    }

    /// A conflict is over.
    pub(super) fn decay(&mut self) {
        self.worth /= DECAY;
    }

    /// The next variable; ties go to the lowest number. `None` if all are fixed. O(open variables).
    pub(super) fn select(&mut self, view: &mut View<'_>) -> Option<Var> {
        let floor = FLOOR * self.worth;
        for (vars, open) in &mut self.open {
            let mut best: Option<(f64, Var)> = None;
            // Backwards, because removing a member moves the last one into its place.
            for place in (0..open.len(view)).rev() {
                let member = open.members(view)[place];
                let var = vars[member as usize];
                if view.is_fixed(var) {
                    open.remove(view, member);
                    continue;
                }
                let score = (self.activity[var.index()] + floor) / view.size(var) as f64;
                let is_better =
                    |&(most, other): &(f64, Var)| score > most || score == most && var < other;
                if best.as_ref().is_none_or(is_better) {
                    best = Some((score, var));
                }
            }
            if let Some((_, var)) = best {
                return Some(var);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Literal, Model, Rng};

    /// It chooses what a scan of all variables would, whether or not activities were scaled down, and wherever the
    /// search has backtracked to.
    #[test]
    fn the_most_active_for_its_size() {
        let mut rng = Rng::new(3);
        let mut model = Model::new();
        let vars: Vec<Var> = (1..13).map(|i| model.var(0..=10 * i)).collect();
        model.decide(&vars[..6]);
        let mut solver = model.solver();
        solver.push();
        let mut order = Activity::new(&solver.is_decision, &mut solver.kernel, Vec::new());
        let mut scaled = 0;
        for _ in 0..60_000 {
            match rng.below(6) {
                0 => order.bump(vars[rng.below(12) as usize]),
                1 => {
                    let before = order.worth;
                    order.bump(vars[0]);
                    scaled += usize::from(order.worth < before);
                    order.decay();
                }
                2 if solver.level() > 1 => solver.pop(),
                3 => {
                    let var = vars[rng.below(12) as usize];
                    solver.push();
                    let values: Vec<i32> = solver.domain(var).iter().collect();
                    let value = values[rng.below(values.len() as u64) as usize];
                    solver
                        .assume(Literal::is(var, value))
                        .expect("a value left");
                }
                _ => {
                    let of = |var: &Var| {
                        let size = solver.domain(*var).len() as f64;
                        (order.activity[var.index()] + 0.01 * order.worth) / size
                    };
                    let open = |vars: &[Var]| {
                        let open = vars.iter().filter(|&&v| solver.value(v).is_none());
                        open.copied()
                            .reduce(|a, b| if of(&b) > of(&a) { b } else { a })
                    };
                    let best = open(&vars[..6]).or_else(|| open(&vars[6..]));
                    let view = &mut View {
                        kernel: &mut solver.kernel,
                        entered_at: 0,
                    };
                    assert_eq!(order.select(view), best);
                }
            }
        }
        assert!(scaled > 0, "activities were scaled down");
    }
}
