//! Shapes of which a strength is promised.
