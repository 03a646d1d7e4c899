//! Rules about groups.
