//! The commands other than `solve`.

use super::*;

/// The grid printed in the article, with the answer 16842072: it breaks the rule in eight cells.
const PRINTED: &str = "\
9 3 6 2 3 7 4 9 6 5
8 7 5 4 1 1 2 3 8 2
10 5 3 2 1 2 5 1 2 4
4 1 2 1 2 6 3 1 1 3
6 3 1 1 3 2 1 4 2 7
2 1 4 5 1 1 1 3 5 6
3 1 2 3 2 4 2 1 2 3
7 2 1 1 1 1 3 1 4 9
5 8 3 4 2 1 6 2 3 8
4 6 9 10 5 3 4 7 2 5
";

/// Digits of the grid that are not what the nearest equal digit demands, by plain enumeration.
fn broken_in_printed() -> Vec<String> {
    let grid: Vec<Vec<i32>> = PRINTED
        .lines()
        .map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect())
        .collect();
    let cells = || (0..100).map(|i| (i / 10, i % 10));
    let far = |(r, c): (usize, usize), (s, d): (usize, usize)| r.abs_diff(s) + c.abs_diff(d);
    cells()
        .filter(|&at| {
            let value = grid[at.0][at.1];
            let nearest = cells()
                .filter(|&other| other != at && grid[other.0][other.1] == value)
                .map(|other| far(at, other))
                .min();
            nearest != Some(value as usize)
        })
        .map(|(row, column)| format!("r{}c{}", row + 1, column + 1))
        .collect()
}

#[test]
fn the_printed_grid_breaks_eight_cells() {
    let expected = broken_in_printed();
    assert_eq!(expected.len(), 8);
    let folder = Folder::new();
    let path = folder.file("printed.txt", PRINTED);
    let ran = run(&["check", "block-party-4", &path]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "1 rule is broken, at 8 places", "{}", ran.out);
    assert_eq!(lines.len(), 9);
    for cell in &expected {
        assert!(
            lines[1..]
                .iter()
                .any(|line| line.contains(&format!("{cell} holds "))),
            "{cell}: {}",
            ran.out
        );
    }
    let json = run(&["check", "block-party-4", &path, "--json"]);
    assert_eq!(json.code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["holds"], false);
    let cells: Vec<&str> = json["broken"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["cells"][0].as_str().unwrap())
        .collect();
    assert_eq!(cells, expected);
}

/// The 11 nets of the cube fold, a straight hexomino does not, and of 22 cells one known shape makes two boxes.
#[test]
fn fold_lists_every_box() {
    let fold = |shape: &str| run_with_input(&["fold", "-"], shape.as_bytes());
    let cross = fold(".#..\n####\n.#..\n");
    assert_eq!(cross.code, Some(0), "{}", cross.err);
    assert_eq!(
        cross.first_line(),
        "6 cells: folds into a box in exactly one way"
    );
    assert!(cross.out.contains("1×1×1"));
    let straight = fold("######\n");
    assert_eq!(straight.code, Some(1));
    assert_eq!(straight.first_line(), "6 cells: folds into no box");
    fold("#.#\n").assert_bad_input("expected one connected piece");
    fold("#x\n").assert_bad_input("line 1, column 2");
    fold("").assert_bad_input("empty shape");
    let folder = Folder::new();
    let shape = folder.file("shape.txt", ".#..\r\n####\r\n.#..\r\n");
    let ran = run(&["fold", &shape, "--ascii", "--svg", &folder.name("net.svg")]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(folder.files(), ["net-box.svg", "net.svg", "shape.txt"]);
}

#[test]
fn a_new_puzzle_solves_as_it_stands() {
    for kind in [
        "number-cross-4",
        "number-cross-5",
        "block-party",
        "shut-the-box",
    ] {
        let starter = run(&["new", kind, "--example"]);
        assert_eq!(starter.code, Some(0));
        assert!(starter.out.contains(&format!("kind = \"{kind}\"")));
        let solved = run_with_input(&["solve", "-"], starter.out.as_bytes());
        assert_eq!(solved.code, Some(0), "{kind}: {}{}", solved.out, solved.err);
        let tested = run_with_input(&["test", "-"], starter.out.as_bytes());
        assert_eq!(tested.code, Some(0), "{kind}: {}", tested.out);
    }
    run(&["new", "number-cros-4"]).assert_bad_input("did you mean `number-cross-4`?");
    run(&["new", "qqqqqqqq"]).assert_bad_input("`quadrille list` names");
}

/// `new` prints an empty grid of the size that puzzles of the genre have, and nothing that is for tests.
#[test]
fn a_new_puzzle_is_an_empty_one_of_the_usual_size() {
    let sudoku = run(&["new", "sudoku"]).out;
    assert!(sudoku.contains("size = \"9x9\""), "{sudoku}");
    assert_eq!(sudoku.matches(".........\n").count(), 9, "{sudoku}");
    // What there is one of for the puzzle is as usual, and other names of genres do as well.
    let battleships = run(&["new", "Battleships"]).out;
    assert!(
        battleships.contains("piece = [\"####\", \"###\""),
        "{battleships}"
    );
    for text in [&sudoku, &battleships] {
        assert!(
            !text.contains("expected") && !text.contains("wrong"),
            "{text}"
        );
        // Each key has a line that describes it.
        let keys = text.lines().filter_map(|line| line.split_once([' ', '.']));
        let keys = keys.filter(|(key, rest)| {
            key.starts_with(char::is_lowercase)
                && rest.contains('=')
                && !["kind", "size"].contains(key)
        });
        for (key, _) in keys {
            assert!(text.contains(&format!("\n# {key}: ")), "{key}: {text}");
        }
    }
}

/// A puzzle to which nothing was given yet is told what it lacks, where the rules need that.
#[test]
fn an_empty_puzzle_is_told_what_it_lacks() {
    let folder = Folder::new();
    for (genre, size, lacks) in [
        ("nurikabe", "5x5", "no cell has a `number` yet"),
        ("shikaku", "4x4", "no cell has a `number` yet"),
    ] {
        let path = folder.file("empty.toml", run(&["new", genre, "--size", size]).out);
        let ran = run(&["solve", &path]);
        assert_eq!(ran.code, Some(1), "{genre}: {}", ran.err);
        let told = format!("no solution yet: {lacks}");
        assert_eq!(ran.first_line(), told, "{genre}: {}", ran.out);
        assert_eq!(ran.out.lines().last(), Some(told.as_str()), "{genre}");
    }
    // An odd number of cells has no solution whatever is given.
    let rules = "size = \"1x3\"\nrules = '''\ndata number on cells: 1..\ndecide a on cells: x or y\n\
                 \"As many x as y.\"\n    count x cells = count y cells\n\"A number is that of x.\"\n    \
                 each cell c: number of c = count x cells\n'''\n";
    let ran = run(&["solve", &folder.file("odd.toml", rules)]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(!ran.out.contains("yet"), "{}", ran.out);
    // Nor have rooms without space for a tetromino, with walls or without, or four letters in three cells.
    for file in [
        "kind = \"lits\"\nroom = \"\"\"\nAAA\nAAB\nBBB\n\"\"\"\n",
        "kind = \"easy-as-abc\"\nletters = 4\nsize = \"3x3\"\n",
    ] {
        let path = folder.file("never.toml", file);
        let ran = run(&["solve", &path]);
        assert_eq!((ran.code, ran.first_line()), (Some(1), "no solution"));
        assert!(
            ran.out.contains("where the rules below conflict"),
            "{}",
            ran.out
        );
    }
    // Machines are told the same.
    let path = folder.file("empty.toml", run(&["new", "shikaku", "--size", "4x4"]).out);
    let json = run(&["solve", &path, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["verdict"]["text"], run(&["solve", &path]).first_line());
}

/// What `--ascii` draws has no other signs.
#[test]
fn genres_are_drawn_in_ascii() {
    for genre in [
        "tents",
        "hashi",
        "galaxies",
        "akari",
        "battleship",
        "nurimaze",
        "roma",
    ] {
        let ran = run(&["solve", genre, "--ascii"]);
        let drawing = ran.out.lines().filter(|line| line.contains('|'));
        let (lines, others): (Vec<&str>, Vec<&str>) = drawing.partition(|line| line.is_ascii());
        assert!(
            !lines.is_empty() && others.is_empty(),
            "{genre}: {others:?}"
        );
    }
}

/// A genre is solved, shown and begun under any of its names; the puzzle is the embedded one.
#[test]
fn genres_are_found_by_all_their_names() {
    let own = run(&["solve", "-q", "genres/keen"]).out;
    for name in ["keen", "KenKen", "calcudoku"] {
        let ran = run(&["solve", "-q", name]);
        assert_eq!((ran.code, &ran.out), (Some(0), &own), "{name}: {}", ran.err);
    }
    // A genre of which no puzzle is embedded: the example of its rulebook.
    let ran = run(&["solve", "-q", "hooks"]);
    assert_eq!(ran.first_line(), "exactly one solution", "{}", ran.err);
    assert_eq!(
        run(&["rules", "picross"]).out,
        run(&["rules", "nonogram"]).out
    );
    assert!(run(&["show", "Star Battle"]).out.contains("star-battle"));
    run(&["solve", "sudoko"]).assert_bad_input("did you mean `sudoku`?");
    run(&["solve", "slalom"])
        .assert_bad_input("the genre `slalom` is not known yet; near: `masyu`");
    // Files and rulebooks of one's own come first, and a puzzle file may use any name.
    let folder = Folder::new();
    let number = "number = '''\n.3..\n...1\n....\n.2..\n'''\n";
    let own = format!("kind = \"cell structure\"\n{number}");
    let ran = run(&["solve", "-q", &folder.file("own.toml", own)]);
    assert_eq!(ran.first_line(), "exactly one solution", "{}", ran.err);
    let typo = format!("kind = \"cell structur\"\n{number}");
    run(&["solve", &folder.file("typo.toml", typo)]).assert_bad_input("did you mean");
}

#[test]
fn a_call_without_arguments_tells_how_to_begin() {
    let ran = run(&[]);
    assert_eq!(ran.code, Some(2));
    for line in ran
        .err
        .lines()
        .filter(|line| line.starts_with("  quadrille "))
    {
        let words = line.split("  ").find(|part| !part.is_empty()).unwrap();
        let command = words.split_whitespace().nth(1).unwrap();
        assert_eq!(run(&[command, "--help"]).code, Some(0), "{line}");
        if let Some((_, address)) = words.split_once('\'') {
            let solved = run(&["solve", "-q", address.trim_end_matches('\'')]);
            assert_eq!(solved.code, Some(0), "{line}: {}", solved.err);
        }
    }
    assert!(ran.err.contains("quadrille list"), "{}", ran.err);
}

#[test]
fn list_names_puzzles_and_kinds() {
    let ran = run(&["list"]);
    assert_eq!(ran.code, Some(0));
    for name in [
        "number-cross-4",
        "number-cross-5",
        "block-party-4",
        "shut-the-box",
        "block-party ",
    ] {
        assert!(ran.out.contains(&format!("  {name}")), "{name}");
    }
    let some = run(&["list", "kenken"]).out;
    assert!(
        some.contains("  keen ") && !some.contains("sudoku"),
        "{some}"
    );
    let loops = run(&["list", "loop"]).out;
    assert!(
        loops.contains("  masyu ") && !loops.contains("  nurikabe "),
        "{loops}"
    );
    run(&["list", "sudoko"]).assert_bad_input("did you mean `sudoku`?");
}

#[test]
fn test_compares_with_what_is_expected() {
    let all = run(&[
        "test",
        "number-cross-4",
        "number-cross-5",
        "block-party-4",
        "shut-the-box",
    ]);
    assert_eq!(all.code, Some(0), "{}", all.out);
    assert!(all.out.ends_with("4 of 4 as expected\n"));

    let folder = Folder::new();
    let right = embedded("block-party-4");
    folder.file(
        "a.toml",
        right.replace("answer = 24405360", "answer = 16842072"),
    );
    folder.file("b.toml", right.replace("solutions = 1", "solutions = 2"));
    folder.file("c.toml", right.replace(" 4  3  6  5", " 4  3  5  6"));
    folder.file("d.toml", right.split("[expected]").next().unwrap());
    let ran = run(&["test", &folder.name("")]);
    assert_eq!(ran.code, Some(1));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(
        lines[0].contains("sum of row products: 24405360, expected 16842072"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].contains("exactly one solution, expected 2"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].contains("the expected solution breaks a rule"),
        "{}",
        lines[2]
    );
    assert!(
        lines[3].contains("nothing expected; exactly one solution"),
        "{}",
        lines[3]
    );
    assert_eq!(lines[4], "0 of 3 as expected; 1 with nothing expected");
    assert_eq!(run(&["test", "no-such-file"]).code, Some(2));
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, Some(0));
        assert!(
            ran.out.contains("number-cross") || ran.out.contains("consensus"),
            "{shell}"
        );
    }
    run(&["completions", "csh"]).assert_bad_input("csh");
    let page = run(&["man"]);
    assert_eq!(page.code, Some(0));
    assert!(page.out.contains(".TH quadrille 1") && page.out.contains("74"));
    let page = run(&["man", "solve"]);
    assert!(page.out.contains("quadrille\\-solve") && page.out.contains("consensus"));
    run(&["man", "everything"]).assert_bad_input("no command `everything`");
}

#[test]
fn every_help_text_has_an_example() {
    let help = run(&["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.out.contains("Exit codes:") && help.out.contains("Example"));
    for command in [
        "solve",
        "check",
        "show",
        "fold",
        "list",
        "new",
        "test",
        "compare",
        "completions",
        "man",
    ] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, Some(0), "{command}");
        assert!(
            help.out.contains(&format!("quadrille {command}")),
            "{command}"
        );
        assert!(help.out.contains("Example"), "{command}");
    }
    assert!(run(&["--version"]).out.starts_with("quadrille "));
    run(&["conquer"]).assert_bad_input("conquer");
    assert_eq!(run(&[]).code, Some(2));
}

/// A row of regions of one cell holds 1 everywhere: one solution, whose sum is its length.
#[test]
fn examples_in_a_file_are_tested_with_it() {
    let folder = Folder::new();
    let file = |example: &str| {
        let text = format!(
            "kind = 'block-party'\nmetric = 'taxicab'\nanswer = 'sum of all cells'\nregions = 'ABC'\n\
             expected.answer = 3\n\n[[example]]\nmetric = 'taxicab'\nanswer = 'sum of all cells'\n{example}"
        );
        folder.file("row.toml", &text)
    };
    let path = file("regions = 'AB'\nexpected.answer = 2\nexpected.solution = '11'\n");
    let ran = run(&["test", &path]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    let good = "as expected: exactly one solution";
    assert_eq!(
        lines,
        [
            format!("{path}: {good}"),
            format!("{path}, example 1: {good}"),
            "2 of 2 as expected".to_owned(),
        ]
    );
    // Solving does not look at them.
    assert_eq!(run(&["solve", &path]).code, Some(0));

    let ran = run(&["test", &file("regions = 'ABCD'\nexpected.answer = 5\n")]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(
        ran.out
            .contains(", example 1: not as expected: sum of all cells: 4, expected 5")
    );
    assert!(ran.out.ends_with("1 of 2 as expected\n"));

    let broken = |example| run(&["show", &file(example)]);
    broken("").assert_bad_input("the size of the grid is not given");
    broken("kind = 'block-party'\nregions = 'AB'\n").assert_bad_input("unknown key `kind`");
    broken("regions = 'AB'\nexpected.solution = '111'\n").assert_bad_input("not a filled grid");
}

/// Mines whose addresses only this rulebook reads.
const MINES: &str = "about \"numbers count the shaded cells beside them\"\ndata number on cells: 0..4\n\
                     decide shade on cells: shaded or open\n\"Rule.\"\n    each cell c with number: c is open and \
                     number of c = count shaded neighbours of c\naddress MINES: number16 number\n";

/// In a 1x3 grid with a 1 in the middle one of the other two cells is shaded.
#[test]
fn addresses_are_read_by_rulebooks_of_ones_own() {
    let folder = Folder::new();
    let rules = |genre: &str| MINES.replace("MINES", genre);
    folder.file("mymines.rules", rules("mymines"));
    let file = folder.name("mymines.rules");
    let elsewhere = Folder::new();
    let count = |words: &[&str], address: &str| {
        let mut command = command(&[&["solve", address, "--count"], words].concat());
        command.current_dir(elsewhere.path("."));
        command
    };
    let address = "https://puzz.link/p?mymines/3/1/g1g";
    let two = |mut command: Command| {
        let ran = Ran::from(command.output().unwrap());
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        assert!(ran.out.starts_with("2 solutions"), "{}", ran.out);
    };
    let mut beside = count(&[], address);
    beside.current_dir(folder.path("."));
    two(beside);
    two(count(&["--kind", &file], address));
    two(count(&["--rulebooks", &folder.name(".")], address));
    let mut of_environment = count(&[], address);
    of_environment.env("QUADRILLE_RULEBOOKS", folder.path("."));
    two(of_environment);
    // A puzzle file names them as well.
    let puzzle = elsewhere.file("p.toml", "kind = \"mymines\"\nnumber = '.1.'\n");
    two(count(&["--rulebooks", &folder.name(".")], &puzzle));

    let refused = |mut command: Command, part: &str| {
        Ran::from(command.output().unwrap()).assert_bad_input(part);
    };
    refused(
        count(&[], address),
        "no rulebook reads addresses of the genre `mymines`",
    );
    // The rulebook that is given, and no other.
    let nurikabe = "https://puzz.link/p?nurikabe/3/1/g1g";
    refused(
        count(&["--kind", &file], nurikabe),
        "no rulebook reads addresses",
    );
    refused(
        count(&["--kind", "missing.rules"], nurikabe),
        "there is no file",
    );
    refused(
        count(&["--rulebooks", "missing"], nurikabe),
        "there is no folder `missing`",
    );
    // One of one's own comes before that of the program.
    folder.file("mymines.rules", rules("nurikabe"));
    two(count(&["--rulebooks", &folder.name(".")], nurikabe));
}

#[test]
fn addresses_of_variants_are_solved_with_a_warning() {
    let ran = run(&["solve", "https://puzz.link/p?nurikabe/v:/3/3/2k2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("marked it as a variant"), "{}", ran.err);
}

#[test]
fn addresses_stand_for_puzzles() {
    let address = "https://puzz.link/p?skyscrapers/4/4/k13h4j3g";
    let ran = run(&["solve", address, "--json"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.out.contains("[\"2143\",\"1234\",\"4312\",\"3421\"]"),
        "{}",
        ran.out
    );

    let file = run(&["show", address, "--toml"]);
    assert_eq!(file.code, Some(0), "{}", file.err);
    let folder = Folder::new();
    let path = folder.file("own.toml", &file.out);
    let ran = run(&["link", &path]);
    assert_eq!((ran.code, ran.out), (Some(0), format!("{address}\n")));

    let ran = run(&["solve", "https://puzz.link/p?skyscrape/4/4/k13h4j3g"]);
    ran.assert_bad_input("did you mean `skyscraper`");
    run(&["link", "number-cross-4"]).assert_bad_input("have no addresses");
}

/// The address would be that of another puzzle, with more solutions.
#[test]
fn data_without_a_place_in_the_address_is_refused() {
    let folder = Folder::new();
    let text = "kind = \"numberlink\"\nfull = true\nnumber = \"\"\"\n1..\n...\n1..\n\"\"\"\n";
    let path = folder.file("full.toml", text);
    run(&["link", &path]).assert_bad_input("no place for `full`");
    let path = folder.file("lines.toml", text.replace("full = true\n", ""));
    assert!(run(&["link", &path]).out.contains("numlin/3/3/"));
}

#[test]
fn new_takes_puzzles_sizes_and_files() {
    let own = run(&["new", "block-party-4"]);
    assert_eq!((own.code, own.out), (Some(0), embedded("block-party-4")));
    // A kind and a puzzle of the same name.
    let starter = run(&["new", "number-cross-4", "--example"]).out;
    let puzzle = run(&["new", "--puzzle", "number-cross-4"]).out;
    assert_eq!(puzzle, embedded("number-cross-4"));
    assert_ne!(starter, puzzle);

    let folder = Folder::new();
    let path = folder.name("mine.toml");
    let ran = run(&["new", "nurikabe", "--size", "3x4", "-o", &path]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.out.contains(&format!("quadrille solve {path}")),
        "{}",
        ran.out
    );
    let shown = run(&["show", &path]);
    assert!(
        shown.out.contains("nurikabe, 3×4"),
        "{}{}",
        shown.out,
        shown.err
    );
    // An existing file is kept.
    let before = std::fs::read_to_string(&path).unwrap();
    let ran = run(&["new", "nurikabe", "-o", &path]);
    assert_eq!(ran.code, Some(74));
    assert!(ran.err.contains("exists already"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    // Nothing remains of a file that cannot be made.
    let ran = run(&["new", "nurikabee", "-o", &folder.name("other.toml")]);
    ran.assert_bad_input("did you mean `nurikabe`?");
    run(&["new", "crossword", "-o", &folder.name("other.toml")])
        .assert_bad_input("quadrille guide rules");
    run(&[
        "new",
        "sudoku",
        "--size",
        "6x7",
        "-o",
        &folder.name("other.toml"),
    ])
    .assert_bad_input("no empty puzzle of 6 rows and 7 columns; `quadrille new sudoku --example`");
    run(&["new", "nurikabe", "--size", "3"]).assert_bad_input("such as 6x7");
    assert_eq!(folder.files(), ["mine.toml"]);
}

/// An empty grid of every rulebook is a puzzle file.
#[test]
fn every_rulebook_has_an_empty_puzzle() {
    let list = run(&["list"]).out;
    let names = list
        .lines()
        .skip_while(|line| !line.starts_with("Genres"))
        .filter(|line| line.starts_with("  "));
    let mut count = 0;
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        // The sides that rulebooks fix are multiples of these, or 7.
        let made = ["6x6", "9x9", "7x7"]
            .iter()
            .any(|size| run(&["new", name, "--size", size]).code == Some(0));
        assert!(made, "{name}: {}", run(&["new", name, "--size", "6x6"]).err);
        count += 1;
    }
    assert!(count > 50, "{count}");
}

#[test]
fn the_guide_is_in_the_program() {
    let contents = run(&["guide"]);
    assert_eq!(contents.code, Some(0));
    let is_name = |line: &&str| !line.starts_with("   ");
    for line in contents.out.lines().skip(1).filter(is_name) {
        let name = line.split_whitespace().next().unwrap();
        let chapter = run(&["guide", name]);
        assert_eq!(chapter.code, Some(0), "{name}: {}", chapter.err);
        assert!(chapter.out.lines().count() > 20, "{name}");
    }
    let clues = run(&["guide", "clues"]).out;
    let rows =
        ["phrase", "`multiple of"].map(|head| clues.lines().any(|line| line.starts_with(head)));
    assert_eq!(rows, [true, true], "{clues}");
    run(&["guide", "clus"]).assert_bad_input("did you mean `clues`?");
    assert!(run(&["--help"]).out.contains("quadrille guide"));
}
