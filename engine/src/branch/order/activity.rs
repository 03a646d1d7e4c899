//! Activity-based search (Michel and Van Hentenryck 2012).

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// The unfixed variable with the most activity ÷ domain size, where a variable's activity grows by one whenever a
/// child narrows its domain, and older activity counts less with every child (by 0.999); ties to the lowest rank.
///
/// Unlike in the paper, activity also decays while a variable is fixed (so that all can be decayed at once, by raising
/// the worth of new activity), it starts at the degree instead of by probing, and children that fail count.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    activity: Vec<f64>,
    /// What a change is worth now.
    worth: f64,
    /// By variable: the child at which it was last counted.
    counted: Vec<u64>,
    child: u64,
}

impl Activity {
    fn count(&mut self, view: &View<'_>) {
        const FADE: f64 = 1.0 / 0.999;
        const MOST: f64 = 1e100;
        self.child += 1;
        for var in view.touched() {
            let i = var.index();
            if std::mem::replace(&mut self.counted[i], self.child) != self.child {
                self.activity[i] += self.worth;
            }
        }
        self.worth *= FADE;
        if self.worth > MOST {
            self.worth /= MOST;
            self.activity.iter_mut().for_each(|a| *a /= MOST);
        }
    }
}

impl VariableOrder for Activity {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        self.activity = super::degrees(view).into_iter().map(|d| d as f64).collect();
        self.worth = 1.0;
        self.counted = vec![0; view.variables()];
        self.child = 0;
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let score = |c: &Candidate| self.activity[c.var.index()] / view.size(c.var) as f64;
        open.iter()
            .max_by(|a, b| score(a).total_cmp(&score(b)).then(b.rank.cmp(&a.rank)))
            .expect("open is not empty")
            .var
    }

    fn failed(&mut self, view: &View<'_>, _: Option<PropagatorId>, _: Option<Var>) {
        self.count(view);
    }

    fn entered(&mut self, view: &View<'_>, _: Literal) {
        self.count(view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    /// After many children all activity is divided by the same number, which keeps the order.
    #[test]
    fn scaling_down_changes_no_order() {
        let mut model = Model::new();
        let vars = model.vars(2, 0..=1);
        let mut solver = model.solver();
        let open: Vec<Candidate> = (0..)
            .zip(&vars)
            .map(|(rank, &var)| Candidate { rank, var })
            .collect();
        let mut view = View {
            kernel: &mut solver.kernel,
            entered_at: 0,
        };
        let mut order = Activity::default();
        order.attach(&vars, &mut view);
        // As after some two hundred thousand children, the second variable the more active.
        order.worth = 0.9999e100;
        order.activity = vec![3e102, 4e102];
        let steps = (0..10)
            .map(|_| {
                order.entered(&view, Literal::is(vars[0], 0));
                assert_eq!(order.select(&mut view, &open), vars[1]);
                order.worth
            })
            .filter(|&worth| worth < 2.0);
        assert!(steps.count() > 0, "it was scaled down");
        assert!((order.activity[1] / order.activity[0] - 4.0 / 3.0).abs() < 1e-9);
        assert!(order.activity[1] < 1e3);
    }
}
