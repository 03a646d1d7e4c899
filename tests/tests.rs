//! Integration tests over the public API, in one binary: random models against plain enumeration, hostile input.

mod campaign;
mod differential;
mod hostile;
mod large;
mod laws;
mod layers;
mod learning;
mod models;
mod pictures;
mod published;
mod reasons;
mod threads;
