//! The model of the queens, for the example, the tests and the benchmarks.

use std::ops::RangeInclusive;

use quadrille_engine::Model;
use quadrille_engine::propagators::NotEqual;

/// `n` queens of which none attacks another, one in each row: the columns, which have the numbers `columns`.
pub(crate) fn queens(n: usize, columns: RangeInclusive<i32>) -> Model {
    let mut model = Model::new();
    let queens = model.vars(n, columns);
    for i in 0..n {
        for j in i + 1..n {
            let rows = (j - i) as i32;
            for offset in [0, rows, -rows] {
                model.post(NotEqual::with_offset(queens[i], queens[j], offset));
            }
        }
    }
    model
}
