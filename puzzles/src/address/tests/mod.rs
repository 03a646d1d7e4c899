//! Tests of the addresses.

mod corpus;
