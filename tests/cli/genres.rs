//! The genres that come as rulebooks: how they are listed, and the puzzle of each.

use std::collections::BTreeSet;
use std::fs;

use quadrille::embedded;

use super::*;

/// Genres for which the program or the archive already has a puzzle.
const ELSEWHERE: [&str; 6] = [
    "block-party",
    "hooks",
    "number-cross-4",
    "number-cross-5",
    "shut-the-box",
    "twenty-four-seven",
];

/// A folder of the library.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The names of the files of a folder with this ending.
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
    let puzzles = folder("language/instances/genres");
    let known = files(&puzzles, ".toml");
    let mut genres = files(&folder("language/rulebooks"), ".rules");
    genres.retain(|name| !ELSEWHERE.contains(&name.as_str()));
    assert_eq!(known, genres);
    let embedded = embedded::genres().iter();
    let embedded = embedded.map(|(name, _)| name.trim_start_matches("genres/").to_owned());
    assert_eq!(embedded.collect::<BTreeSet<_>>(), known);
    // Solutions are judged by the checker, which is written independently of the solver.
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
    assert_eq!(names, files(&folder("language/rulebooks"), ".rules"));
    assert!(!listed.contains("Others:"), "{listed}");
}

#[test]
fn words_are_drawn_with_signs_of_their_own() {
    let book = |draw: &str| {
        format!(
            "size = \"1x3\"\nstone = '''\nb.w\n'''\ntree = '''\n.*.\n'''\nrules = '''\n\
             data stone on cells: black \"b\" or white \"w\"\ndata tree on cells: mark\n\
             decide shade on cells: shaded or open\ndraw {draw}\n'''\n"
        )
    };
    let folder = Folder::new();
    let shown = |draw: &str| run(&["show", &folder.file("mine.toml", book(draw))]);
    let drawn = shown("stone: black \"●\", white \"○\"; tree: \"♣\"");
    assert_eq!(drawn.code, Some(0), "{}", drawn.err);
    assert!(drawn.out.contains("│ ●  ♣  ○ │"), "{}", drawn.out);
    // A style for all, and a dark cell for one.
    let drawn = shown("stone: circle white \"■\"; tree: text");
    assert!(drawn.out.contains("│ ●  * ███│"), "{}", drawn.out);
    shown("stone: blck \"●\"").assert_bad_input("did you mean `black`?");
    shown("tree: oak \"♣\"").assert_bad_input("there is no word `oak`");
    shown("stone: round").assert_bad_input("there is no style `round`");
    shown("stone: black").assert_bad_input("there is no style `black`");
    shown("stone: black \"●\",").assert_bad_input("a sign in quotes");
}

#[test]
fn pictures_show_what_genres_are_known_by() {
    let folder = Folder::new();
    let drawn = |genre: &str| {
        let file = folder.name("drawn.svg");
        let ran = run(&["show", &format!("genres/{genre}"), "--svg", &file]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        fs::read_to_string(file).unwrap()
    };
    // Each black pearl of the file is a dark disc, each white one a white disc.
    let (_, masyu) = embedded::genres()
        .iter()
        .find(|(name, _)| *name == "genres/masyu")
        .unwrap();
    let pearls = masyu.split("'''").nth(1).unwrap();
    let picture = drawn("masyu");
    for (sign, fill) in [('*', "#1f2328"), ('o', "white")] {
        let discs = picture.lines().filter(|line| line.contains("<circle"));
        let discs = discs.filter(|line| line.contains(&format!("fill=\"{fill}\"")));
        assert_eq!(discs.count(), pearls.matches(sign).count(), "{sign}");
    }
    // Numbers of a compass are drawn between two diagonals, two of a tapa clue side by side.
    assert!(drawn("compass").contains("l40 40m0 -40l-40 40"));
    assert!(!drawn("tapa").contains(">1,2<"));
    // The pieces are drawn below: 20 squares of five tetrominoes.
    assert_eq!(drawn("statue-park").matches("h14v14h-14z").count(), 20);
}

#[test]
fn boxes_have_borders() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "boxes.toml",
        "rules = '''
decide number on cells: 1..4, given
draw boxes of 2 by 2
\"No number twice in a row.\"
    each row r: all different number in r
'''
number = '''
1...
....
....
....
'''
",
    );
    let shown = run(&["show", &puzzle, "--ascii"]);
    let lines: Vec<&str> = shown.out.lines().skip(1).collect();
    assert_eq!(lines[0], "+-------+-------+", "{}", shown.out);
    assert_eq!(lines[1], "| 1     |       |", "{}", shown.out);
    assert_eq!(lines[4], "+-------+-------+", "{}", shown.out);
}

#[test]
fn what_stands_in_one_cell_or_point_is_all_drawn() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "mirrors.toml",
        "rules = '''
grid 2 by 2
data a, b on cells: number
data p, q on corners: number
decide m on cells: slash \"/\" or back \"\\\"
\"Slashes are told.\"
    each cell c: c is slash exactly when c has a
'''
a = \"1.\\n.2\"
b = \"3.\\n..\"
p = \"1..\\n...\\n...\"
q = \"2..\\n...\\n...\"
",
    );
    let file = folder.name("mirrors.svg");
    let solved = run(&["solve", &puzzle, "--ascii", "--svg", &file]);
    assert_eq!(solved.code, Some(0), "{}{}", solved.out, solved.err);
    assert!(solved.out.contains("/\\\n\\/\n"), "{}", solved.out);
    let picture = fs::read_to_string(file).unwrap();
    for text in ["\n1 2\n", "\n1/3\n", "\n2\n"] {
        assert!(picture.contains(text), "{text}: {picture}");
    }
    // As lines, not as letters.
    assert!(!picture.contains("\n/\n"), "{picture}");
}

#[test]
fn what_stands_beside_a_line_is_all_drawn() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "views.toml",
        "rules = '''
data letter on views: name
data hits on views: 0..
decide shade on cells: shaded \"#\" or open \".\"
\"Hits.\"
    each view v with hits: hits of v >= 0
'''
size = \"1x2\"
letter.left = 'a'
hits.left = '3'
",
    );
    let shown = run(&["show", &puzzle, "--ascii"]);
    assert!(shown.out.contains("a 3 |"), "{}", shown.out);
}
