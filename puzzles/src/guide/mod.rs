//! The guide: how to use the command and how to extend the library. Its examples run as tests.
