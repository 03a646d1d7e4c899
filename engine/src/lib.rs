//! A finite-domain constraint engine.
