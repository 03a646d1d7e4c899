//! The pictures that commands draw.

use super::*;

#[test]
fn show_draws_without_solving() {
    let folder = Folder::new();
    let path = folder.file("none.toml", NONE);
    let ran = run(&["show", &path]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("square") && !ran.out.contains("solution"));
    let svg = folder.name("puzzle.svg");
    let ran = run(&["show", "shut-the-box", "--coordinates", "--svg", &svg]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("c20") || ran.out.contains("r20"));
    let drawn = std::fs::read_to_string(&svg).unwrap();
    assert!(drawn.contains("<svg") && drawn.trim_end().ends_with("</svg>"));
    assert_eq!(folder.files(), ["none.toml", "puzzle.svg"]);
}

#[test]
fn pictures_of_a_solution() {
    let folder = Folder::new();
    let svg = folder.name("solved.svg");
    let ran = run(&["solve", "shut-the-box", "--svg", &svg]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(
        folder.files(),
        ["solved-box.svg", "solved-net.svg", "solved.svg"]
    );
    let ran = run(&[
        "solve",
        "shut-the-box",
        "--no-fold",
        "--consensus",
        "--svg",
        &svg,
    ]);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    // A folder cannot be created where there is a file.
    let ran = run(&["solve", "number-cross-4", "block-party-4", "--svg", &svg]);
    assert_eq!(ran.code, Some(74));
    assert!(ran.err.contains("cannot create the folder"), "{}", ran.err);
}

#[test]
fn every_puzzle_of_a_batch_has_its_picture() {
    let folder = Folder::new();
    let pictures = folder.name("pictures");
    std::fs::create_dir_all(folder.path("puzzles/below")).unwrap();
    for name in ["puzzles/a.toml", "puzzles/below/a.toml"] {
        std::fs::write(folder.path(name), NONE).unwrap();
    }
    let ran = run(&[
        "solve",
        &folder.name("puzzles"),
        "block-party-4",
        "-r",
        "--svg",
        &pictures,
    ]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(
        ran.out
            .contains("3 puzzles: 1 with exactly one solution, 2 without"),
        "{}",
        ran.out
    );
    let drawn = |name: &str| {
        let path = folder.path("pictures").join(name);
        std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{name}: {why}"))
    };
    let one = drawn("block-party-4.svg");
    assert!(one.contains("Block Party 4") && one.contains("Jane Street, June 2022"));
    assert!(!one.contains("no solution"));
    for name in ["a.svg", "a-2.svg"] {
        assert!(drawn(name).contains("no solution"), "{name}");
    }
    // By default, subfolders are ignored.
    let flat = run(&["solve", &folder.name("puzzles")]);
    assert!(flat.out.contains("1 puzzle: "), "{}", flat.out);
    run(&["solve", &folder.name("")]).assert_failed_with("--recursive");
}

#[test]
fn pictures_explain_their_signs() {
    let folder = Folder::new();
    let svg = folder.name("solved.svg");
    let ran = run(&["solve", "number-cross-5", "--svg", &svg]);
    for part in ["key: * locked", "▒2▒ a tile, with the digit that it covers"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for part in [
        "locked: no tile may",
        "a tile, with the digit",
        "what a tile hands",
    ] {
        assert!(drawn.contains(part), "{part}");
    }
    let plain = run(&["show", "block-party-4"]).out;
    assert!(!plain.contains("key:"), "{plain}");
    // Names of regions on request: 2 by 2 cells, each in a region of its own.
    let path = folder.file(
        "p.toml",
        "kind = \"number-cross-4\"\nregions = '''\nPQ\nRS\n'''\nclues = [\"odd\", \"odd\"]\n",
    );
    let shown = run(&["show", &path, "--regions", "--svg", &svg]).out;
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for name in ["P", "Q", "R", "S"] {
        assert!(shown.contains(&format!(" {name} ")), "{shown}");
        assert!(drawn.contains(&format!(">\n{name}\n</text>")), "{drawn}");
    }
    assert!(!run(&["show", &path]).out.contains(" P "));
}

/// An impossible request is refused before anything is solved.
#[test]
fn a_picture_of_the_other_sort_is_refused() {
    let folder = Folder::new();
    let ran = run(&["solve", "block-party-4", "--svg", &folder.name("x.PNG")]);
    ran.assert_bad_input("did you mean --png?");
    let ran = run(&["show", "block-party-4", "--png", &folder.name("x.svg")]);
    ran.assert_bad_input("did you mean --svg?");
    let ran = run(&["show", "block-party-4", "--pdf", &folder.name("x.svg")]);
    ran.assert_bad_input("did you mean --svg?");
    for size in ["0", "3mm2", "5000", "1mm", "-4"] {
        let ran = run(&[
            "show",
            "sudoku",
            "--pdf",
            &folder.name("x"),
            &format!("--cell={size}"),
        ]);
        ran.assert_bad_input("--cell");
    }
    assert!(folder.files().is_empty());
}

/// A page for the printer: its size in points follows from that of a cell.
#[test]
fn pictures_have_the_size_and_style_asked_for() {
    let folder = Folder::new();
    let [pdf, svg] = ["sudoku.pdf", "sudoku.svg"].map(|name| folder.name(name));
    let mut line = vec!["show", "sudoku", "--pdf", &pdf, "--svg", &svg];
    line.extend(["--cell", "9mm", "--style", "print"]);
    let ran = run(&line);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let drawn = std::fs::read_to_string(&svg).unwrap();
    let stated = |name: &str| -> f64 {
        let value = drawn.split(&format!(" {name}=\"")).nth(1).unwrap();
        let value = value.split('"').next().unwrap();
        value.trim_end_matches("mm").parse().unwrap()
    };
    // Nine cells of 9 mm, and what is around them in proportion.
    let view = drawn.split("viewBox=\"0 0 ").nth(1).unwrap();
    let view: f64 = view.split(' ').next().unwrap().parse().unwrap();
    assert!(view >= 9.0 * 40.0);
    assert!((stated("width") - view / 40.0 * 9.0).abs() < 0.01);
    assert!(!drawn.contains("#1b5fa8") && drawn.contains("#000000"));
    let page = std::fs::read(&pdf).unwrap();
    let page = String::from_utf8_lossy(&page);
    let size = page.split("/MediaBox [0 0 ").nth(1).unwrap();
    let width: f64 = size.split(' ').next().unwrap().parse().unwrap();
    assert!(
        (width - stated("width") / 25.4 * 72.0).abs() < 0.05,
        "{width}"
    );
}

/// The amounts of tiles belong to one solution: a picture of what all have in common shows none, unless it is the only
/// one.
#[test]
fn amounts_are_drawn_where_they_are_known() {
    /// The colour in which they are drawn.
    const AMOUNT: &str = "#1b5fa8";
    let folder = Folder::new();
    let svg = folder.name("solved.svg");
    let one = run(&["new", "number-cross-5", "--example"]).out;
    let clue = one.lines().find(|line| line.starts_with("  \"")).unwrap();
    let several = one.replace(clue, "  \"odd or even\",");
    for (text, code, amounts) in [(&one, 0, true), (&several, 3, false)] {
        let path = folder.file("puzzle.toml", text);
        let ran = run(&["solve", &path, "--consensus", "--svg", &svg]);
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        let drawn = std::fs::read_to_string(&svg).unwrap();
        assert_eq!(drawn.contains(AMOUNT), amounts);
    }
}
