//! The genres that come as rulebooks: how they are listed, and the puzzle of each.

use std::collections::BTreeSet;
use std::fs;

use quadrille::embedded;

use super::*;

/// Genres of which the program or the archive has a puzzle already.
const ELSEWHERE: [&str; 3] = ["block-party", "hooks", "twenty-four-seven"];

/// A folder of the library.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What the files of a folder are called that end so.
fn files(folder: &Path, ending: &str) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(ending).map(str::to_owned)
        })
        .collect()
}

#[test]
fn each_genre_has_a_puzzle_with_one_solution() {
    let puzzles = folder("instances/genres");
    let known = files(&puzzles, ".toml");
    let mut genres = files(&folder("rulebooks"), ".rules");
    genres.retain(|name| !ELSEWHERE.contains(&name.as_str()));
    assert_eq!(known, genres);
    let embedded = embedded::genres().iter();
    let embedded = embedded.map(|(name, _)| name.trim_start_matches("genres/").to_owned());
    assert_eq!(embedded.collect::<BTreeSet<_>>(), known);
    // What a solution is, the checker says, which is written apart from the solver.
    let tested = run(&["test", puzzles.to_str().unwrap()]);
    let all = format!("{0} of {0} as expected", known.len());
    assert_eq!(
        tested.out.lines().last(),
        Some(all.as_str()),
        "{}",
        tested.out
    );
    for (name, text) in embedded::genres() {
        let genre = name.trim_start_matches("genres/");
        assert!(text.starts_with(&format!("kind = \"{genre}\"\n")), "{name}");
        assert!(text.contains("expected.solutions = 1\n"), "{name}");
    }
    let solved = run(&["solve", "-q", "genres/akari"]);
    assert_eq!(
        solved.first_line(),
        "exactly one solution",
        "{}",
        solved.err
    );
}

#[test]
fn genres_are_listed_by_family() {
    let listed = run(&["list"]).out;
    let (_, genres) = listed.split_once("\nGenres (").unwrap();
    let mut family = "";
    let mut of_nurikabe = "";
    let mut names = BTreeSet::new();
    for line in genres.lines().skip(1) {
        if let Some(title) = line.strip_suffix(':') {
            family = title;
        } else if let Some(name) = line.split_whitespace().next() {
            assert!(names.insert(name.to_owned()), "{name} twice");
            if name == "nurikabe" {
                of_nurikabe = family;
            }
        }
    }
    assert_eq!(of_nurikabe, "Shading");
    assert_eq!(names, files(&folder("rulebooks"), ".rules"));
    assert!(!listed.contains("Others:"), "{listed}");
}
