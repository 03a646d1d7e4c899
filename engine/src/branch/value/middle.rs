//! The value nearest the middle first.

use super::ValueOrder;
use crate::branch::View;
use crate::var::Var;

/// The value nearest the middle between the bounds first; ties to the smaller.
#[derive(Clone, Copy, Debug, Default)]
pub struct Middle;

impl ValueOrder for Middle {
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        let twice_middle = i64::from(view.min(var)) + i64::from(view.max(var));
        view.domain(var)
            .iter()
            .filter(|value| !tried.contains(value))
            .min_by_key(|&value| ((2 * i64::from(value) - twice_middle).abs(), value))
    }

    fn is_static(&self) -> bool {
        true
    }
}
