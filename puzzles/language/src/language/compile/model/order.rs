//! The order in which puzzles of rulebooks are searched.

use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::value::Smallest;
use quadrille_engine::{Brancher, Branching};

/// The default brancher for rulebooks' puzzles.
pub(super) fn brancher() -> Box<dyn Brancher> {
    Box::new(Branching::new(
        LastConflict::new(DomWdeg::default()),
        Smallest,
    ))
}
