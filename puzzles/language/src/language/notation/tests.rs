use std::sync::Arc;

use super::*;
use crate::document::{Document, Problems, Source};
use crate::language::syntax::Rulebook;
use crate::language::values::Datum;
use crate::language::values::Filled::{Direction as To, Nowhere, Number, Region, Unknown, Word};
use crate::language::{file, parse};

fn data(rules: &str, toml: &str) -> Data {
    let mut problems = Problems::default();
    let library = |_: &str| -> Option<Rulebook> { None };
    let book = Arc::new(parse::parse(rules, 0, &library, &mut problems));
    let source = Source {
        name: "test".to_owned(),
        text: toml.to_owned(),
    };
    let document = Document::parse(&source, &mut problems).unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    let data = file::read(&document, &book, &mut problems);
    data.unwrap_or_else(|| panic!("{problems:?}"))
}

/// Writes a grid, compares the text, and reads it again.
#[track_caller]
fn round_trip(data: &Data, layers: &[&[Filled]], text: &str) {
    let mut filling = Filling::blank(data);
    let shown: Vec<usize> = visible(&data.book).map(|(number, _)| number).collect();
    assert_eq!(shown.len(), layers.len());
    for (&number, values) in shown.iter().zip(layers) {
        assert_eq!(filling.layers[number].len(), values.len());
        filling.layers[number] = values.to_vec();
    }
    assert_eq!(write(data, &filling), text);
    assert_eq!(read(data, text), Ok(filling));
}

/// Line and column where a text goes wrong, and what is said.
#[track_caller]
fn wrong(data: &Data, text: &str, (line, column): (usize, usize), part: &str) {
    let error = read(data, text).unwrap_err();
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.message.contains(part), "{error}");
}

#[test]
fn one_layer_on_cells_is_its_grid() {
    let shade = data("decide shade on cells: shaded or open\n", "size = '2x3'");
    let values = [Word(0), Word(1), Unknown, Word(1), Word(1), Word(0)];
    round_trip(&shade, &[&values], "#.?\n..#\n");
    let filling = read(&shade, "shade:\n shaded open ?\n . open #\n").unwrap();
    assert_eq!(filling.layers[0], values);
    wrong(
        &shade,
        "#.?\n.x#\n",
        (2, 2),
        "found `x`, expected `shaded` (`#`), `open` or `?`",
    );
    wrong(&shade, "#.?\n", (1, 4), "found 1 row, expected 2");
    wrong(
        &shade,
        "#.?\n..\n",
        (2, 3),
        "found 2 cells in row 2, expected 3",
    );
    wrong(&shade, "#.?\n....\n", (2, 4), "found 4 cells");
    wrong(&shade, "#.?\n...\n...\n", (3, 1), "an extra row");
    wrong(&shade, "shde:\n", (1, 1), "did you mean `shade`?");

    let digit = data("decide digit on cells: 0..12 or none\n", "size = '1x3'");
    round_trip(&digit, &[&[Number(3), Word(0), Number(0)]], "3.0\n");
    round_trip(&digit, &[&[Number(12), Word(0), Number(0)]], "12  .  0\n");
    let tall = data("decide digit on cells: 0..12\n", "size = '2x1'");
    round_trip(&tall, &[&[Number(12), Number(3)]], "12\n 3\n");

    let letters = data(
        "decide piece on cells: left_one \"L\" or pipe or tee\n",
        "size = '1x3'",
    );
    round_trip(&letters, &[&[Word(0), Word(1), Word(2)]], "Lpt\n");
    let clash = data("decide piece on cells: top or tee or bar\n", "size = '1x3'");
    round_trip(&clash, &[&[Word(0), Word(1), Word(2)]], "top tee   b\n");
}

#[test]
fn partitions_are_compared_by_who_is_with_whom() {
    let rooms = data("decide room on cells: regions\n", "size = '2x2'");
    round_trip(
        &rooms,
        &[&[Region(0), Region(1), Region(0), Region(0)]],
        "AB\nAA\n",
    );
    assert_eq!(read(&rooms, "xy\nxx\n"), read(&rooms, "BA\nBB\n"));
    let a = read(&rooms, "AB\nA?\n").unwrap();
    let b = read(&rooms, "AB\nBA\n").unwrap();
    // What is not known differs from nothing.
    assert_eq!(a.differences(&b, &rooms.book), [(0, 2)]);
}

#[test]
fn regions_are_called_as_in_the_other_grid() {
    let rooms = data("decide room on cells: regions\n", "size = '2x3'");
    let renamed = |text: &str, other: &str| {
        let (own, other) = (read(&rooms, text).unwrap(), read(&rooms, other).unwrap());
        let named = own.named_as(&other, &rooms.book);
        assert_eq!(named.named_as(&named, &rooms.book), named);
        write(&rooms, &named)
    };
    // The second row is one region in both, though the first has become two.
    assert_eq!(renamed("ABB\nCCC\n", "AAA\nBBB\n"), "CAA\nBBB\n");
    assert_eq!(renamed("ABC\nABC\n", "ABC\nABC\n"), "ABC\nABC\n");
    // A cell that two regions share as many of keeps its name where the first one does.
    assert_eq!(renamed("AAB\nAAB\n", "AAA\nBBB\n"), "AAB\nAAB\n");
}

#[test]
fn strokes_are_drawn() {
    let edges = data("decide fence on edges: drawn or free\n", "size = '1x2'");
    let values = [
        Word(0),
        Word(1),
        Word(0),
        Word(1),
        Word(0),
        Unknown,
        Word(1),
    ];
    round_trip(&edges, &[&values], "fence:\n+-+ +\n| ?\n+-+ +\n");
    // The name may be left out, and the margin is that of the grid points.
    let text = "\n   +-+ +\n   | ?\n   +-+ +\n\n";
    assert_eq!(read(&edges, text).unwrap().layers[0], values);
    wrong(&edges, "fence:\n+-+ +\n| x\n+-+ +\n", (3, 3), "found `x`");
    wrong(&edges, "+-+ +\n+-+ +\n", (2, 6), "found 2 lines");
    wrong(&edges, "+-+ +-\n\n+-+ +\n", (1, 6), "longer than 5");
    wrong(
        &edges,
        "+-+\n\n+-+ +\n",
        (1, 4),
        "found 2 grid points in this line, expected 3",
    );

    let links = data(
        "decide bridge on links: 0..2\ndecide shade on cells: shaded or open\n",
        "size = '2x2'",
    );
    let bridges = [Number(0), Number(2), Number(1), Number(0)];
    let shades = [Word(0), Word(1), Word(1), Word(0)];
    round_trip(
        &links,
        &[&bridges, &shades],
        "bridge:\n+0+\n1 0\n+2+\nshade:\n#.\n.#\n",
    );
    // What is missing is told where it would stand, or where its line ends before it.
    for (text, place) in [
        ("bridge:\n+ +\n1 0\n+2+\nshade:\n#.\n.#\n", (2, 2)),
        ("bridge:\n+0+\n  0\n+2+\nshade:\n#.\n.#\n", (3, 1)),
        ("bridge:\n+0+\n1\n+2+\nshade:\n#.\n.#\n", (3, 2)),
        ("bridge:\n\n  +0+\n  1 0\n  + +\nshade:\n#.\n.#\n", (5, 4)),
    ] {
        wrong(&links, text, place, "found nothing at the link");
    }
    let wide = data("decide flow on links: 0..20\n", "size = '2x2'");
    round_trip(
        &wide,
        &[&[Number(10), Number(2), Number(1), Number(0)]],
        "flow.horizontal:\n10\n 2\nflow.vertical:\n1 0\n",
    );
    // One column has no links in its rows.
    let column = data("decide flow on links: -1 or 1\n", "size = '3x1'");
    round_trip(
        &column,
        &[&[Number(-1), Number(1)]],
        "flow.horizontal:\nflow.vertical:\n-1\n 1\n",
    );
}

#[test]
fn strokes_with_signs_of_their_own() {
    let named = data(
        "decide way on links: hoop \"=\" or snake \"-\" or none \" \"\n",
        "size = '1x4'",
    );
    round_trip(&named, &[&[Word(0), Word(2), Word(1)]], "way:\n+=+ +-+\n");
    // A line is the first word only where no word is written so.
    let walls =
        "data wall on links: hard \"=\" or soft \"-\"\ndecide shade on cells: shaded or open\n";
    let read = data(walls, "wall = '+-+ +=+'");
    assert!(matches!(
        read.layers[0][..],
        [Datum::Word(1), Datum::Missing, Datum::Word(0)]
    ));
    let both = data(
        "decide wall on links: hard \"=\" or soft \"-\"\n",
        "size = '1x3'",
    );
    round_trip(&both, &[&[Word(1), Word(0)]], "wall:\n+-+=+\n");
}

#[test]
fn corners_lines_regions_and_single_values() {
    let all = data(
        "data room on cells: regions\ndecide height on corners: 0..9\ndecide way on cells: direction\n\
         decide total on room: 0..99\ndecide look on views: 0..9\ndecide level: 0..9\nhidden depth on cells: 0..9\n",
        "room = '''\nAB\n'''",
    );
    let heights: Vec<Filled> = (0..6).map(Number).collect();
    round_trip(
        &all,
        &[
            &heights,
            &[To(Direction::West), Unknown],
            &[Number(12), Unknown],
            &[
                Number(1),
                Number(2),
                Number(3),
                Number(4),
                Number(5),
                Unknown,
            ],
            &[Number(7)],
        ],
        "height:\n012\n345\nway:\n<?\ntotal: A=12 B=?\nlook: left1=1 right1=2 top1=3 top2=4 bottom1=5 bottom2=?\nlevel: 7\n",
    );
    let read = read(&all, "total: B=4,\nlevel:\n 3\n").unwrap();
    assert_eq!(read.layers[3], [Unknown, Number(4)]);
    assert_eq!(read.layers[5], [Number(3)]);
    wrong(&all, "total: C=4\n", (1, 8), "found `C`");
    wrong(&all, "total: A=4 A=5\n", (1, 12), "a second value");
    wrong(&all, "total: 4\n", (1, 8), "NAME=VALUE");
    wrong(&all, "level: 4 5\n", (1, 7), "one value");
}

#[test]
fn the_only_layer_on_cells_needs_no_name() {
    let all = data(
        "data room on cells: regions\ndecide total on room: 0..99\ndecide digit on cells: 0..9\n",
        "room = '''\nAB\n'''",
    );
    let both = read(&all, "total: A=12 B=3\ndigit:\n45\n").unwrap();
    for text in [
        "45\nA=12 B=3\n",
        "\n4 5\n\nB=3\nA=12\n",
        "45\ntotal: A=12, B=3\n",
    ] {
        assert_eq!(read(&all, text), Ok(both.clone()), "{text}");
    }
    let bare = read(&all, "45\n").unwrap();
    assert_eq!(bare.layers[1], [Unknown, Unknown]);
    assert_eq!(bare.layers[2], both.layers[2]);
    wrong(&all, "45\nC=4\n", (2, 1), "found `C`");
    wrong(&all, "456\n", (1, 3), "found 3 cells in row 1, expected 2");
    // Of two layers on cells neither is meant.
    let two = data(
        "decide shade on cells: shaded or open\ndecide digit on cells: 0..9\n",
        "size = '1x2'",
    );
    wrong(
        &two,
        "45\n",
        (1, 1),
        "expected a line with the name of a layer",
    );
}

#[test]
fn json_has_the_shape_of_the_places() {
    let all = data(
        "boards 2\ndecide shade on cells: shaded or open\ndecide fence on links: drawn or free\n",
        "size = '1x2'",
    );
    let filling = read(&all, "shade:\n#.\n.#\nfence:\n+-+\n+ +\n").unwrap();
    assert_eq!(
        to_json(&all, &filling),
        json!({
            "shade": [[["shaded", "open"]], [["open", "shaded"]]],
            "fence": [
                { "horizontal": [["drawn"]], "vertical": [] },
                { "horizontal": [["free"]], "vertical": [] },
            ],
        })
    );
    assert_eq!(
        write(&all, &filling),
        "shade:\n#.\n\n.#\nfence:\n+-+\n\n+ +\n"
    );
    let mut nowhere = filling;
    nowhere.layers[0][0] = Nowhere;
    assert_eq!(to_json(&all, &nowhere)["shade"][0][0][0], Value::Null);
}
