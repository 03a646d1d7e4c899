//! What can be posted: propagators, and comparisons of expressions, which choose one.

use crate::expression::Comparison;
use crate::model::Model;
use crate::propagator::Propagator;

/// What [`Model::post`] takes: any [`Propagator`], or a [`Comparison`] such as `x.lt(y)`.
pub trait Constraint {
    /// The propagator that stands for it. Called once, by [`Model::post`].
    fn into_propagator(self, model: &Model) -> Box<dyn Propagator>;
}

impl<P: Propagator + 'static> Constraint for P {
    fn into_propagator(self, _: &Model) -> Box<dyn Propagator> {
        Box::new(self)
    }
}

impl Constraint for Comparison {
    #[track_caller]
    fn into_propagator(self, model: &Model) -> Box<dyn Propagator> {
        self.propagator(model)
    }
}
