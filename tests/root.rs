//! The workspace's root package exists to own `benches/` and `tests/`; it has no code.
