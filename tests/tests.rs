//! Integration tests over the public API, in one binary: random models against plain enumeration, hostile input.

mod campaign;
mod differential;
mod hostile;
mod large;
mod laws;
mod layers;
mod learning;
mod models;
mod reasons;
mod threads;
