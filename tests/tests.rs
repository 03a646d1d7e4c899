//! Integration tests over the public API, in one binary: random models against plain enumeration.

mod differential;
mod laws;
mod models;
mod reasons;
