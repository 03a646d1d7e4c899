//! Variables ordered by their involvement in recent conflicts.

use crate::bits::BitsRef;
use crate::branch::View;
use crate::kernel::Kernel;
use crate::trail::{AllocateState, RevSparseSet};
use crate::var::Var;

/// Selects the open variable with the highest activity ÷ number of values. Conflicts add activity to the variables
/// involved, and all activity decays (Moskewicz et al. 2001, "Chaff", as in MiniSat: the amount added grows instead).
///
/// Dividing by the number of values, as dom/wdeg does, saves four failures in five on quasigroups. It means looking at
/// every open variable for each decision, except at those with two values: they keep this number as long as they are
/// open, so a heap orders them, by activity alone. (Looking at all of them was an eighth of the time of a large
/// yajilin.)
#[derive(Clone, Debug)]
pub(super) struct Activity {
    /// By variable.
    activity: Vec<f64>,
    worth: f64,
    /// First decisions, then witnesses.
    parts: [Part; 2],
    /// By variable: its place in the heap of its part.
    places: Vec<u32>,
    /// By variable with two values: its part.
    part_of: Vec<Option<bool>>,
}

/// Variables to choose from.
#[derive(Clone, Debug)]
struct Part {
    /// Those with more than two values, and which of them are not known to be fixed.
    wide: Vec<Var>,
    open: RevSparseSet,
    /// A binary heap of those with two values, the most active first: all that are open, and some that are fixed.
    pairs: Vec<Var>,
}

/// The place of what is not in a heap.
const NOWHERE: u32 = u32::MAX;

/// The share of all activity that is left after a conflict.
const DECAY: f64 = 0.95;
/// The activity that every variable is assumed to have, in conflicts: without any other, the smallest domain comes
/// first.
const FLOOR: f64 = 0.01;

impl Activity {
    /// If `together`, witnesses of more than two values are not left until all decisions are fixed.
    pub(super) fn new(
        is_decision: &BitsRef,
        together: bool,
        kernel: &mut Kernel,
        mut activity: Vec<f64>,
    ) -> Self {
        activity.resize(is_decision.len(), 0.0);
        let mut firsts = is_decision.to_bitvec();
        for var in (0..kernel.variables).map(|i| kernel.handle(i)) {
            if together && kernel.store.size(var) > 2 {
                firsts.set(var.index(), true);
            }
        }
        let is_first = |var: &Var| firsts[var.index()];
        let all = (0..kernel.variables).map(|i| kernel.handle(i));
        let (decisions, witnesses) = all.partition(is_first);
        let mut part_of = vec![None; is_decision.len()];
        let parts = [decisions, witnesses].map(|vars: Vec<Var>| {
            let has_two = |var: &Var| kernel.store.size(*var) == 2;
            let (pairs, wide): (Vec<Var>, Vec<Var>) = vars.into_iter().partition(has_two);
            for var in &pairs {
                part_of[var.index()] = Some(!is_first(var));
            }
            let open = kernel.store.trail.new_sparse_set(wide.len());
            Part { wide, open, pairs }
        });
        let mut order = Self {
            activity,
            worth: 1.0,
            parts,
            places: vec![NOWHERE; is_decision.len()],
            part_of,
        };
        order.arrange();
        order
    }

    /// Makes the heaps anew.
    fn arrange(&mut self) {
        for part in 0..self.parts.len() {
            for place in 0..self.parts[part].pairs.len() {
                let var = self.parts[part].pairs[place];
                self.places[var.index()] = place as u32;
            }
            for place in (0..self.parts[part].pairs.len() / 2).rev() {
                self.sink(part, place);
            }
        }
    }

    /// Whether one of two variables with two values comes first.
    #[inline]
    fn is_before(&self, a: Var, b: Var) -> bool {
        let (of_a, of_b) = (self.activity[a.index()], self.activity[b.index()]);
        of_a > of_b || of_a == of_b && a < b
    }

    fn rise(&mut self, part: usize, mut place: usize) {
        let var = self.parts[part].pairs[place];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.parts[part].pairs[above];
            if !self.is_before(var, other) {
                break;
            }
            self.put(part, place, other);
            place = above;
        }
        self.put(part, place, var);
    }

    fn sink(&mut self, part: usize, mut place: usize) {
        let var = self.parts[part].pairs[place];
        loop {
            let pairs = &self.parts[part].pairs;
            let first = 2 * place + 1;
            let Some(&left) = pairs.get(first) else { break };
            let (below, other) = match pairs.get(first + 1) {
                Some(&right) if self.is_before(right, left) => (first + 1, right),
                _ => (first, left),
            };
            if !self.is_before(other, var) {
                break;
            }
            self.put(part, place, other);
            place = below;
        }
        self.put(part, place, var);
    }

    fn put(&mut self, part: usize, place: usize, var: Var) {
        self.parts[part].pairs[place] = var;
        self.places[var.index()] = place as u32;
    }

    /// `var` may be open again.
    pub(super) fn reopen(&mut self, var: Var) {
        if let Some(part) = self.part_of[var.index()].map(usize::from)
            && self.places[var.index()] == NOWHERE
        {
            self.parts[part].pairs.push(var);
            self.rise(part, self.parts[part].pairs.len() - 1);
        }
    }

    /// The most active open variable of those with two values.
    fn first_pair(&mut self, part: usize, view: &View<'_>) -> Option<Var> {
        loop {
            let &first = self.parts[part].pairs.first()?;
            if !view.is_fixed(first) {
                return Some(first);
            }
            self.places[first.index()] = NOWHERE;
            let last = self.parts[part].pairs.pop()?;
            if last != first {
                self.parts[part].pairs[0] = last;
                self.sink(part, 0);
            }
        }
    }

    /// `var` was involved in the conflict.
    pub(super) fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.worth;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.worth *= 1e-100;
            // Activities that have become equal by underflow are ordered by variable from now on.
            self.arrange();
        } else if let Some(part) = self.part_of[var.index()].map(usize::from)
            && self.places[var.index()] != NOWHERE
        {
            self.rise(part, self.places[var.index()] as usize);
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

    /// The next variable; ties go to the lowest number. `None` if all are fixed. O(open variables with more than two
    /// values), and the logarithm of the number of others for each of these that has been fixed since.
    pub(super) fn select(&mut self, view: &mut View<'_>) -> Option<Var> {
        let floor = FLOOR * self.worth;
        for part in 0..self.parts.len() {
            let pair = self.first_pair(part, view);
            let score = |var: Var| (self.activity[var.index()] + floor) / 2.0;
            let mut best: Option<(f64, Var)> = pair.map(|var| (score(var), var));
            let Part { wide, open, .. } = &mut self.parts[part];
            // Backwards, because removing a member moves the last one into its place.
            for place in (0..open.len(view)).rev() {
                let member = open.members(view)[place];
                let var = wide[member as usize];
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
        // Every second one has two values.
        let most = |i: i32| if i % 2 == 0 { 1 } else { 10 * i };
        let vars: Vec<Var> = (1..13).map(|i| model.var(0..=most(i))).collect();
        model.decide(&vars[..6]);
        let mut solver = model.solver();
        solver.push();
        let mut order = Activity::new(&solver.is_decision, false, &mut solver.kernel, Vec::new());
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
                2 if solver.level() > 1 => {
                    solver.pop();
                    for &var in &vars {
                        if solver.value(var).is_none() {
                            order.reopen(var);
                        }
                    }
                }
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
