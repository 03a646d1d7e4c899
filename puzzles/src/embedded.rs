//! The puzzle files that are part of the program.

/// Name and text of every embedded puzzle, in the order in which they are listed.
pub const fn all() -> &'static [(&'static str, &'static str)] {
    &[
        (
            "number-cross-4",
            include_str!("../instances/number-cross-4.toml"),
        ),
        (
            "number-cross-5",
            include_str!("../instances/number-cross-5.toml"),
        ),
        (
            "block-party-4",
            include_str!("../instances/block-party-4.toml"),
        ),
        (
            "shut-the-box",
            include_str!("../instances/shut-the-box.toml"),
        ),
    ]
}

/// The text of the embedded puzzle called `name`.
pub fn find(name: &str) -> Option<&'static str> {
    all()
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
