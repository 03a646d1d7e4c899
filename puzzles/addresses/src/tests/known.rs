//! Each codec on small texts of our own, derived by hand from the format.

use super::super::{Datum, parse, parse_declaration};
use super::{decode, words};

/// A text stands for these data, both ways.
#[track_caller]
fn stands_for(declaration: &str, text: &str, data: &[Datum]) {
    let address = format!("https://puzz.link/p?x/{text}");
    let read = decode(declaration, &address);
    let brought: Vec<Datum> = read.iter().map(|(_, datum)| datum.clone()).collect();
    assert_eq!(brought, data);
    let size = parse(&address).unwrap();
    let layout = parse_declaration(declaration).unwrap();
    let again = layout.encode("x", size.rows, size.columns, &read).unwrap();
    assert_eq!(again.trim_end_matches('/'), address);
}

fn cells(rows: usize, columns: usize, text: &str) -> Datum {
    Datum::Cells {
        rows,
        columns,
        words: words(text),
    }
}

fn links(horizontal: &[&str], vertical: &[&str]) -> Datum {
    let rows = |rows: &[&str]| rows.iter().map(|row| words(row)).collect();
    Datum::Links {
        horizontal: rows(horizontal),
        vertical: rows(vertical),
    }
}

fn sides(top: &str, bottom: &str, left: &str, right: &str) -> Datum {
    Datum::Sides {
        left: words(left),
        right: words(right),
        top: words(top),
        bottom: words(bottom),
    }
}

fn shapes(text: &str) -> Datum {
    Datum::Shapes(words(text))
}

#[test]
fn hexadecimal_numbers_of_every_length() {
    let numbers = "0 15 16 255 256 4095 4096 8191 8192 12239 12240 77775 77776 1126351";
    let text = "0f-10-ff+100+fff=000=fff@000@fcf*0000*ffff$00000$fffff";
    stands_for(
        "number16 n",
        &format!("14/1/{text}"),
        &[cells(1, 14, numbers)],
    );
    // An older site wrote % for @.
    let old = decode("number16 n", "https://puzz.link/p?x/1/1/%000");
    assert_eq!(old[0].1, cells(1, 1, "8192"));
}

#[test]
fn hexadecimal_numbers_with_gaps() {
    stands_for("number16 n", "4/1/.i", &[cells(1, 4, "? . . .")]);
    stands_for(
        "number16 n",
        "2/11/1zg",
        &[cells(11, 2, &format!("1 {}", ". ".repeat(21)))],
    );
}

#[test]
fn words_for_numbers() {
    stands_for(
        "number16(I,L,O,S,T,12=#) n",
        "7/1/01234c.",
        &[cells(1, 7, "I L O S T # ?")],
    );
    stands_for("number10(7=#) n", "5/1/73a9.", &[cells(1, 5, "# 3 . 9 ?")]);
    stands_for("digits4(?=#) n", "4/1/.7.", &[cells(1, 4, "# 2 . #")]);
}

#[test]
fn numbers_of_one_digit() {
    stands_for(
        "number10 n",
        "4/7/0z9",
        &[cells(7, 4, &format!("0 {} 9", ". ".repeat(26)))],
    );
}

#[test]
fn digits_with_gaps_of_their_own() {
    stands_for("digits4 n", "4/2/38d.g", &[cells(2, 4, "3 3 . 3 . . ? .")]);
    // A gap that runs over the end, as some sites write it.
    assert_eq!(
        decode("digits4 n", "https://puzz.link/p?x/2/1/d")[0].1,
        cells(1, 2, "3 .")
    );
}

#[test]
fn one_character_for_each_cell() {
    stands_for("base36 n", "5/1/a.@-10z", &[cells(1, 5, "10 . ? 36 35")]);
}

#[test]
fn three_and_five_cells_a_character() {
    stands_for(
        "circles(white,black) n",
        "2/2/b0",
        &[cells(2, 2, "white . black .")],
    );
    stands_for("circles n", "3/1/m", &[cells(1, 3, "2 1 1")]);
    stands_for("bits n", "3/2/ig", &[cells(2, 3, "# . . # . #")]);
    stands_for("bits(ice) n", "2/1/8", &[cells(1, 2, ". ice")]);
}

#[test]
fn rare_marks() {
    stands_for("marks n", "7/1/j30", &[cells(1, 7, ". . # . . . #")]);
    let far = format!("{} tree {}", ". ".repeat(19), ". ".repeat(18));
    stands_for("marks(tree) n", "19/2/zihi", &[cells(2, 19, &far)]);
}

#[test]
fn lists_around_a_cell() {
    let lists = "0 8 ? 1,1,1,1 1,5 ?,2 3,?,1 1,?,1,? .";
    stands_for("tapa n", "3/3/08.9aba2cdd2g", &[cells(3, 3, lists)]);
}

#[test]
fn arrows() {
    let arrows = "^2 v? <10 >16 ?3 >256 # . . . . . . .";
    stands_for(
        "arrows16 n",
        "7/2/122.3a91003-4100+g",
        &[cells(2, 7, arrows)],
    );
}

#[test]
fn arrows_in_shaded_cells() {
    let data = [
        cells(1, 5, "v3 . . ^? >16"),
        cells(1, 5, "grey . . white black"),
    ];
    stands_for("castle arrow shade", "5/1/023b11.2910", &data);
    let data = [cells(1, 1, "v3"), cells(1, 1, "outside")];
    stands_for("castle(any,inside,outside) arrow shade", "1/1/223", &data);
}

#[test]
fn compasses() {
    let data = ["1 # .", "? # .", "2 # .", "16 # ."].map(|words| cells(1, 3, words));
    stands_for("compass up down left right", "3/1/1.2-10_g", &data);
}

#[test]
fn sums_with_the_edges() {
    let down = "# 17 45   # . .   # # .";
    let right = "# # #   20 . .   # 3 .";
    let data = [cells(3, 3, down), cells(3, 3, right)];
    stands_for("kakuro down right", "2/2/l-3khZA", &data);
    let data = [cells(2, 3, "# # 9   # # ."), cells(2, 3, "# # #   # # .")];
    stands_for("kakuro down right", "2/1/.k9", &data);
}

#[test]
fn regions_and_their_numbers() {
    let room = Datum::Regions {
        rows: 2,
        columns: 2,
        of: vec![0, 0, 0, 1],
    };
    let wanted = Datum::ByRegion(words("3 ."));
    stands_for("borders room, rooms16 wanted", "2/2/883g", &[room, wanted]);
    // One column: a cell's neighbour below is the next cell.
    let room = Datum::Regions {
        rows: 3,
        columns: 1,
        of: vec![0, 0, 1],
    };
    stands_for("borders room", "1/3/8", &[room]);
}

#[test]
fn a_border_within_a_region() {
    let room = Datum::Regions {
        rows: 2,
        columns: 2,
        of: vec![0; 4],
    };
    let drawn = links(&["#", "."], &[". ."]);
    stands_for("borders room wall", "2/2/g0", &[room.clone(), drawn]);
    let data = decode("borders room", "https://puzz.link/p?x/2/2/g0");
    assert_eq!(data, [("room".to_owned(), room)]);
}

#[test]
fn regions_in_any_order() {
    let layout = parse_declaration("borders room, rooms16 wanted").unwrap();
    let data = [
        (
            "room".to_owned(),
            Datum::Regions {
                rows: 1,
                columns: 3,
                of: vec![2, 0, 1],
            },
        ),
        ("wanted".to_owned(), Datum::ByRegion(words("5 6 7"))),
    ];
    assert_eq!(
        layout.encode("x", 1, 3, &data).unwrap(),
        "https://puzz.link/p?x/3/1/o756"
    );
}

#[test]
fn corners() {
    let words = words("1 . 2 ?");
    stands_for(
        "corners n",
        "1/1/62.",
        &[Datum::Corners {
            rows: 1,
            columns: 1,
            words,
        }],
    );
}

#[test]
fn between_cells() {
    let dots = links(&["white", "."], &["black ."]);
    stands_for("dots(white,black) dot", "2/2/b0", &[dots]);
    stands_for("walls wall", "2/2/g8", &[links(&["#", "."], &[". #"])]);
    stands_for("walls wall", "1/2/g", &[links(&["", ""], &["#"])]);
}

#[test]
fn outside() {
    let clue = sides("1 .", ". .", ". 16 ?", ". . .");
    stands_for("outside16 clue", "2/3/1h-10.", &[clue]);
    let clue = sides("1 2", "3 4", "5", "6");
    stands_for(
        "outside16(top,bottom,left,right) clue",
        "2/1/123456",
        std::slice::from_ref(&clue),
    );
    stands_for(
        "outside16(right,left,bottom,top) clue",
        "2/1/653412",
        &[clue],
    );
}

#[test]
fn lists_outside() {
    let clue = sides("1,2 . 0", ". . .", "3 . ?,1 .", ". . . .");
    stands_for("outside_lists clue", "3/4/21h0g3i1.h", &[clue]);
}

#[test]
fn shapes_to_place() {
    let all = "pieces(tetrominoes,double_tetrominoes,pentominoes) p";
    stands_for(all, "1/1//2/11g/32u", &[shapes("# ###/#..")]);
    stands_for(all, "1/1///z", &[shapes("")]);
    let ships = shapes("# # # ## ## ###");
    stands_for(
        "pieces(fleet3,fleet4) p",
        "1/1///c",
        std::slice::from_ref(&ships),
    );
    let spelt = "https://puzz.link/p?x/1/1//6/11g/11g/11g/21o/21o/31s";
    assert_eq!(decode("pieces p", spelt)[0].1, ships);

    let spelt = [
        ("t", "5/14u/23bg/22u/23f/23eg"),
        ("d", "10/14u/14u/23bg/23bg/22u/22u/23f/23f/23eg/23eg"),
        (
            "p",
            "12/337k/15v/24as/24bo/23fg/337i/23rg/334u/335s/33bk/24bk/337o",
        ),
    ];
    for (letter, list) in spelt {
        let short = decode(all, &format!("https://puzz.link/p?x/1/1///{letter}"));
        assert_eq!(
            short,
            decode(all, &format!("https://puzz.link/p?x/1/1//{list}")),
            "{letter}"
        );
        stands_for(all, &format!("1/1///{letter}"), &[short[0].1.clone()]);
    }
}

#[test]
fn numbers_flags_and_slashes() {
    stands_for(
        "decimal k, number16 n",
        "1/1/12/3",
        &[Datum::Number(12), cells(1, 1, "3")],
    );
    stands_for(
        "number16 a, slash, number10 b",
        "1/1/3/4",
        &[cells(1, 1, "3"), cells(1, 1, "4")],
    );
    let flags = "flag(o) outside, flag(m) mines, flag(b), number16 n";
    let data = |outside, mines| [Datum::Flag(outside), Datum::Flag(mines), cells(1, 1, "3")];
    stands_for(flags, "om/1/1/3", &data(true, true));
    stands_for(flags, "m/1/1/3", &data(false, true));
    stands_for(flags, "1/1/3", &data(false, false));
    // After the size, too.
    let late = decode(flags, "https://puzz.link/p?x/1/1/om/3");
    assert_eq!(late, decode(flags, "https://puzz.link/p?x/om/1/1/3"));
    // A flag without a name changes nothing.
    let shown = decode(flags, "https://puzz.link/p?x/ob/1/1/3");
    assert_eq!(shown, decode(flags, "https://puzz.link/p?x/o/1/1/3"));
}

#[test]
fn parts_that_may_be_missing() {
    let layout = "number16 n, bits? a, walls? b";
    let nothing = links(&["."], &[]);
    stands_for(
        layout,
        "2/1/3g",
        &[cells(1, 2, "3 ."), cells(1, 2, ". ."), nothing],
    );
    // Empty, but something follows.
    let wall = links(&["#"], &[]);
    stands_for(
        layout,
        "2/1/3g0g",
        &[cells(1, 2, "3 ."), cells(1, 2, ". ."), wall],
    );
    // Left out by who gives the data, too.
    let layout = parse_declaration(layout).unwrap();
    let data = [("n".to_owned(), cells(1, 1, "5"))];
    assert_eq!(
        layout.encode("x", 1, 1, &data).unwrap(),
        "https://puzz.link/p?x/1/1/5"
    );
    let data = [
        ("n".to_owned(), cells(1, 2, "5 6")),
        ("b".to_owned(), links(&["#"], &[])),
    ];
    assert_eq!(
        layout.encode("x", 1, 2, &data).unwrap(),
        "https://puzz.link/p?x/2/1/560g"
    );
}
