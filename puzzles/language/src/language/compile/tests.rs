//! Small puzzles with known numbers of solutions.

use std::sync::Arc;

use quadrille_engine::{Literal, Rng, Var};

use super::budget::MOST_STEPS;
use super::{Selection, compile};
use crate::document::Problems;
use crate::grid::Direction;
use crate::language::geometry::Geometry;
use crate::language::parse::parse;
use crate::language::syntax::{Domain, Role};
use crate::language::values::{Data, Datum, Filled, positions};

/// Data of a rulebook whose numbers come from texts, by layer: a word for each position.
pub(super) fn data(book: &str, rows: usize, columns: usize, given: &[(&str, &str)]) -> Arc<Data> {
    let mut problems = Problems::default();
    let book = Arc::new(parse(book, 0, &|_| None, &mut problems));
    assert!(problems.is_empty(), "{problems:?}");
    let mut data = Data {
        geometry: Geometry {
            rows,
            columns,
            boards: 1,
        },
        layers: Vec::new(),
        region_names: vec![Vec::new(); book.layers.len()],
        asked: None,
        book: Arc::clone(&book),
    };
    for (number, layer) in book.layers.iter().enumerate() {
        let words: Vec<String> = given
            .iter()
            .find(|(name, _)| **name == *layer.word.name)
            .map(|(_, text)| text.split_whitespace().map(str::to_owned).collect())
            .unwrap_or_default();
        let mut values = vec![Datum::Missing; positions(&data, &layer.on)];
        for (value, word) in values.iter_mut().zip(words) {
            *value = if word == "." {
                Datum::Missing
            } else if word == "?" {
                Datum::Untold
            } else if let Ok(number) = word.parse() {
                Datum::Number(number)
            } else if layer.domain == Domain::Directions {
                let named = |direction: &Direction| word.contains(direction.letter());
                Datum::Directions(Direction::ALL.into_iter().filter(named).collect())
            } else {
                let names = &mut data.region_names[number];
                let place = names
                    .iter()
                    .position(|name| *name == word)
                    .unwrap_or_else(|| {
                        names.push(word);
                        names.len() - 1
                    });
                Datum::Region(place)
            };
        }
        if layer.role != Role::Data && values.iter().all(|value| matches!(value, Datum::Missing)) {
            values.clear();
        }
        data.layers.push(values);
    }
    Arc::new(data)
}

/// The solutions, each as a text of its first layer to find: the number or the number of the word.
pub(super) fn solutions(data: &Arc<Data>) -> Vec<String> {
    solutions_with(data, &Selection::default())
}

pub(super) fn solutions_with(data: &Arc<Data>, selection: &Selection) -> Vec<String> {
    let compiled = match compile(data, selection) {
        Ok(compiled) => compiled,
        Err(problems) => panic!("{problems:?}"),
    };
    let mut solver = compiled.model.solver();
    let found: Vec<String> = solver
        .solutions()
        .map(|solution| {
            let filling = compiled.reading.filling(&solution.unwrap());
            let layer = filling
                .layers
                .iter()
                .find(|layer| !layer.is_empty())
                .unwrap();
            layer
                .iter()
                .map(|value| match value {
                    Filled::Number(number) => number.to_string(),
                    Filled::Word(word) => ["#", ".", "x"][*word].to_owned(),
                    Filled::Region(region) => char::from(b'A' + *region as u8).to_string(),
                    other => format!("{other:?}"),
                })
                .collect()
        })
        .collect();
    found
}

const NURIKABE: &str = r#"
data   number on cells: number
decide shade on cells: shaded "@" or open "."

"The shaded cells form one group."
    shaded cells are connected
"No block of two by two cells is all shaded."
    each block b of 2 by 2: some open cell in b
"Cells with a number stay open."
    each cell with number is open
"Every island holds exactly one number: the number of its cells."
    each group g of open cells: exactly 1 cell in g with number
    each group g of open cells: each cell c in g with number: number of c = size of g
"#;

#[test]
fn nurikabe() {
    let puzzle = data(NURIKABE, 3, 3, &[("number", ". 1 . . . . 2 . .")]);
    assert_eq!(solutions(&puzzle), ["#.####..#"]);
}

#[test]
fn slitherlink() {
    let book = r#"
data number on cells: 0..4
decide way on edges: drawn or blank
"A number counts the drawn sides of its cell."
    each cell c: count drawn edges of c = number of c
"The drawn edges form one loop."
    drawn edges are one loop
"#;
    // Loops around the cells of a 2 by 2 grid: connected sets without holes that touch at no corner alone.
    assert_eq!(solutions(&data(book, 2, 2, &[])).len(), 13);
    assert_eq!(
        solutions(&data(book, 2, 2, &[("number", "3 . . 3")])).len(),
        2
    );
    assert_eq!(
        solutions(&data(book, 2, 2, &[("number", "2 2 2 2")])).len(),
        1
    );
}

#[test]
fn latin_squares_and_towers() {
    let book = r#"
grid n by n
data clue on views: 1..n
decide height on cells: 1..n, given
define tall c in v: each cell d in v before c: height of d < height of c
"Every row and every column holds each height once."
    each line l: all different height in l
"A number outside counts the buildings seen from there."
    each view v: count (cells c in v where c is tall in v) = clue of v
"#;
    assert_eq!(solutions(&data(book, 3, 3, &[])).len(), 12);
    assert_eq!(
        solutions(&data(book, 3, 3, &[("clue", "3 . . . . . . . . . . .")])).len(),
        2
    );
}

#[test]
fn partitions() {
    let book = r#"
decide area: regions
"#;
    // Partitions of a 2 by 2 grid into connected regions.
    assert_eq!(solutions(&data(book, 2, 2, &[])).len(), 12);
    let book = r#"
data number on cells: number
decide area: regions
"Every region is a rectangle."
    each area b: b is a rectangle
"Its number is the number of its cells."
    each area b: exactly 1 cell in b with number
    each area b: size of b = sum number in b
"#;
    assert_eq!(
        solutions(&data(book, 2, 3, &[("number", "2 . . . 4 .")])),
        ["ABBABB"]
    );
}

#[test]
fn fillomino() {
    let book = r#"
decide number on cells: 1..rows * columns, given
"Every group of equal numbers has as many cells as its number says."
    each group g of equal number: each cell c in g: number of c = size of g
"#;
    let one = solutions(&data(book, 1, 3, &[]));
    assert_eq!(one, ["122", "221", "333"]);
    assert_eq!(
        solutions(&data(book, 2, 2, &[("number", "3 . . 1")])),
        ["3331"]
    );
}

#[test]
fn a_ring_at_the_border_is_no_circle() {
    let book = r#"
decide shade on cells: shaded or open
"The cells around the middle of the first row form one run."
    each cell c where x of c = 2 and y of c = 1: exactly 1 run n of shaded cells in ring of c
"The middle is open."
    each cell c where x of c = 2 and y of c = 1: c is open
"#;
    // The stretches of a path of five.
    assert_eq!(solutions(&data(book, 2, 3, &[])).len(), 15);
}

/// An arrow points to all nearest shaded cells: a 3 by 3 grid with an arrow in its middle, which is open.
#[test]
fn arrows_to_the_nearest() {
    let book = r#"
data arrow on cells: directions
decide shade on cells: shaded or open
"Arrow cells are open."
    each cell with arrow is open
"An arrow points to all nearest shaded cells."
    each cell c with arrow: directions from c to nearest shaded cells = arrow of c
"#;
    let arrows = |words: &str| solutions(&data(book, 3, 3, &[("arrow", words)])).len();
    // The four corners are free, each side of the middle is known.
    assert_eq!(arrows(". . . . N . . . ."), 16);
    assert_eq!(arrows(". . . . NSEW . . . ."), 16);
    // Seen from a corner two ways lead off the grid; one step away or two, at the same distance.
    assert_eq!(arrows("ES . . . . . . . ."), 64 + 16);
    assert_eq!(arrows("E . . . . . . . ."), 64 + 16);
    assert_eq!(arrows("N . . . . . . . ."), 0);
}

/// What is open is connected with the border.
#[test]
fn no_holes() {
    let book = r#"
decide shade on cells: shaded or open
"There are no holes."
    each group g of open cells: some border cell in g
"#;
    // Of all ways to shade a 3 by 3 grid, only a ring around an open middle has one.
    assert_eq!(solutions(&data(book, 3, 3, &[])).len(), 512 - 16);
}

/// How many propagators of a name there are.
fn count_of(data: &Arc<Data>, name: &str) -> usize {
    let compiled = compile(data, &Selection::default()).unwrap();
    let postings = compiled.postings.iter();
    let postings = postings.filter(|posting| posting.propagator == name);
    postings.count()
}

#[test]
fn the_group_of_a_cell_is_one_propagator_for_all_cells() {
    let numbers = "3 . . . . . . . 2";
    let by_cell = "data number on cells: 1..
decide shade on cells: shaded or open
\"The group of a number has so many cells.\"
    each cell c with number: size of (first group of shaded cells of c) = number of c
";
    let by_group = "data number on cells: 1..
decide shade on cells: shaded or open
\"The group of a number has so many cells.\"
    each cell with number is shaded
    each group g of shaded cells: each cell c in g with number: size of g = number of c
";
    let given = [("number", numbers)];
    let [one, other] = [by_cell, by_group].map(|book| data(book, 3, 3, &given));
    let (mut found, mut expected) = (solutions(&one), solutions(&other));
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert!(!found.is_empty());
    assert_eq!(count_of(&one, "groups"), 1);
}

#[test]
fn rules_that_would_take_too_long_are_refused() {
    let book = "decide shade on cells: shaded or open
\"No two groups have the same size.\"
    all different over groups g of shaded cells: size of g
";
    let refused = compile(&data(book, 30, 30, &[]), &Selection::default());
    let problems = refused.err().expect("it is too large");
    assert_eq!(problems[0].message, "the rules are too large for this grid");
    // The formula that most steps went into is underlined, not the one that took the last of them.
    let heavy = "all different over groups g of shaded cells: size of g";
    let light = "    all different over groups g of open cells: size of g\n";
    let book = format!("decide shade on cells: shaded or open\n\"Both.\"\n    {heavy}\n{light}");
    let mut side = 10;
    // The largest grid for which the first formula alone is not refused.
    let alone = |side| {
        let alone = book.replace(light, "");
        compile(&data(&alone, side, side, &[]), &Selection::default()).is_ok()
    };
    while alone(side + 1) {
        side += 1;
    }
    if let Err(problems) = compile(&data(&book, side, side, &[]), &Selection::default()) {
        let span = problems[0].span.clone().expect("it has a place");
        assert_eq!(&book[span], heavy);
    } else {
        panic!("{side} by {side} is not too large");
    }
}

#[test]
fn rules_told_apart_do_without_those_that_take_too_long() {
    let light = "decide shade on cells: shaded or open
\"Each row has a shaded cell.\"
    each row r: some cell in r is shaded
";
    let heavy = "\"No two groups have the same size.\"
    all different over groups g of shaded cells: size of g
";
    let last = "\"Each column has one.\"
    each column c: exactly 1 cell in c is shaded
";
    let found = |parts: &[&str], most_steps| {
        let selection = Selection {
            apart: true,
            most_steps,
            ..Selection::default()
        };
        let mut found = solutions_with(&data(&parts.concat(), 3, 3, &[]), &selection);
        found.sort();
        found
    };
    let whole = |most_steps| found(&[light, heavy, last], most_steps);
    let without = found(&[light, last], MOST_STEPS);
    let mut all = solutions(&data(&[light, heavy, last].concat(), 3, 3, &[]));
    all.sort();
    assert!(all.len() < without.len());
    let by_limit: Vec<_> = (5..24).map(|power| whole(1 << power)).collect();
    assert!(by_limit.contains(&without));
    assert_eq!(by_limit.last(), Some(&all));
    // Nothing wrong follows, however much was left out.
    for found in by_limit {
        assert!(all.iter().all(|solution| found.contains(solution)));
    }
}

/// Whether each number of a grid of three columns is the size of its group of equal numbers.
fn numbers_are_sizes(grid: &[u8]) -> bool {
    (0..grid.len()).all(|start| {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&from) = group.get(next) {
            next += 1;
            for to in 0..grid.len() {
                let rows = (from / 3).abs_diff(to / 3);
                let columns = (from % 3).abs_diff(to % 3);
                if rows + columns == 1 && grid[to] == grid[start] && !group.contains(&to) {
                    group.push(to);
                }
            }
        }
        group.len() == usize::from(grid[start] - b'0')
    })
}

#[test]
fn groups_as_large_as_their_number_are_one_propagator() {
    let by_group = "decide number on cells: 1..6, given
\"Every group of equal numbers has as many cells as its number says.\"
    each group g of equal number: each cell c in g: number of c = size of g
";
    // Of each cell by itself.
    let by_cell = "decide number on cells: 1..6, given
\"Every group of equal numbers has as many cells as its number says.\"
    each cell c: size of (first group of equal number of c) = number of c
";
    for numbers in [". . . . . .", "3 . . . . 2", ". 1 . 2 . .", "3 . 3 . . ."] {
        let given = [("number", numbers)];
        let givens: Vec<u8> = numbers.bytes().filter(|byte| *byte != b' ').collect();
        let grids = (0..6u32.pow(6)).map(|code| {
            let cells = (0..6).map(|cell| b'1' + (code / 6u32.pow(cell) % 6) as u8);
            cells.collect::<Vec<u8>>()
        });
        let expected = grids.filter(|grid| {
            let mut pairs = grid.iter().zip(&givens);
            pairs.all(|(own, given)| own == given || *given == b'.') && numbers_are_sizes(grid)
        });
        let mut expected: Vec<String> = expected
            .map(|grid| String::from_utf8(grid).expect("digits"))
            .collect();
        expected.sort();
        assert!(!expected.is_empty(), "{numbers}");
        for book in [by_group, by_cell] {
            let book = data(book, 2, 3, &given);
            let mut found = solutions(&book);
            found.sort();
            assert_eq!(found, expected, "{numbers}");
            assert_eq!(count_of(&book, "sized groups"), 1);
        }
    }
}

/// What the propagators of a rulebook are, by name.
pub(super) fn propagators(data: &Arc<Data>) -> Vec<&'static str> {
    let compiled = compile(data, &Selection::default()).expect("it fits");
    let postings = compiled.postings.iter();
    postings.map(|posting| posting.propagator).collect()
}

#[test]
fn cells_that_differ_two_by_two_are_one_propagator_for_each_line() {
    let book =
        |formula: &str| format!("decide digit on cells: 1..3\n\n\"All differ.\"\n    {formula}\n");
    let by_pairs = data(
        &book("each line l, pair a, b of cells in l: digit of a != digit of b"),
        3,
        3,
        &[],
    );
    let by_line = data(&book("each line l: all different digit in l"), 3, 3, &[]);
    assert_eq!(propagators(&by_pairs), ["all different"; 6]);
    let [mut found, mut expected] = [&by_pairs, &by_line].map(solutions);
    found.sort();
    expected.sort();
    assert_eq!(expected.len(), 12);
    assert_eq!(found, expected);
    let two = data(
        &book("each pair a, b of neighbours: digit of a != digit of b"),
        1,
        3,
        &[],
    );
    assert_eq!(propagators(&two), ["table"; 2]);
}

/// Each of the two is found for what it is, though they are said in one breath.
#[test]
fn sizes_and_symmetry_of_groups_in_one_statement() {
    let text = "decide digit on cells: 1..4\n\n\"Rule.\"\n    each group g of equal digit: \
        (digit of (first cell in g)) = size of g and g is symmetric under half turn\n";
    let mut found = propagators(&data(text, 3, 3, &[]));
    // Whether two neighbours are equal.
    found.retain(|&name| name != "table");
    assert_eq!(found, ["sized groups", "groups"]);
}

/// A row that is found in two steps has long tests, which a rectangle repeats for each two of its cells.
#[test]
fn a_rectangle_repeats_no_long_tests() {
    let text = "decide shade on cells: shaded or open\n\n\"Rule.\"\n    \
        (row of (first shaded cell in (row of last shaded cell))) is a rectangle\n";
    let compiled = compile(&data(text, 3, 4, &[]), &Selection::default()).expect("it fits");
    assert!(compiled.steps < MOST_STEPS / 10, "{}", compiled.steps);
}

/// Regions with a mark each, and how many cells they may have above and left of it: with owners and how far
/// these reach, and with neither.
#[test]
fn regions_reach_no_further_than_their_cells_allow() {
    let book = |marked: &str| {
        format!(
            "data upper, lefter on cells: 0..
decide region on cells: regions

\"Every region holds exactly one mark.\"
    {marked}
\"It has at most so many cells above and left of it.\"
    each cell c: upper of c >= count cells d in region of c where y of d < y of c
    each cell c: lefter of c >= count cells d in region of c where x of d < x of c
"
        )
    };
    let by_owners = book("each region r: exactly 1 cell in r with upper");
    let by_hand =
        book("each region r: some cell c in r with upper: each cell d in r with upper: d = c");
    let mut rng = Rng::new(9);
    let (mut some, mut none) = (0, 0);
    for _ in 0..60 {
        let mut layers = [vec!["."; 9], vec!["."; 9]];
        for _ in 0..2 + rng.below(2) {
            let cell = rng.below(9) as usize;
            for layer in &mut layers {
                layer[cell] = ["0", "1", "2"][rng.below(3) as usize];
            }
        }
        let [upper, lefter] = layers.map(|layer| layer.join(" "));
        let given = [("upper", &*upper), ("lefter", &*lefter)];
        let [mut found, mut expected] =
            [&by_owners, &by_hand].map(|book| solutions(&data(book, 3, 3, &given)));
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{given:?}");
        match found.is_empty() {
            true => none += 1,
            false => some += 1,
        }
    }
    assert!(
        some > 10 && none > 10,
        "{some} with solutions, {none} without"
    );
}

/// Hidden numbers that follow from what is found: the product of the steps from one mark of a row to the next.
#[test]
fn a_chain_of_products_is_no_matter_of_the_interpreter() {
    let book = "data total on rows: number\n\
        decide mark on cells: full or none\n\
        hidden worth on cells: 1..64\n\
        \"Each mark multiplies.\"\n    \
        each full cell c: worth of c = (x of c - (x of (first full cell left of c) else 0)) * (worth of (first full cell left of c) else 1)\n    \
        each none cell c: worth of c = 1\n\
        \"The last counts.\"\n    \
        each row r: total of r = worth of (last full cell in r) else 1\n";
    for total in 1..=9 {
        let data = data(book, 1, 7, &[("total", &total.to_string())]);
        assert!(!propagators(&data).contains(&"interpreted"));
        let product = |marks: u32| {
            let at = (1..=7).filter(|x| marks >> (x - 1) & 1 == 1);
            let steps = at.fold((0, 1), |(last, product), x| (x, product * (x - last)));
            steps.1
        };
        let expected = (0..1u32 << 7).filter(|&marks| product(marks) == total);
        assert_eq!(solutions(&data).len(), expected.count(), "total {total}");
    }
}

/// A word by how many of four cells are full.
#[test]
fn a_word_is_chosen_step_by_step() {
    let in_steps = "if count full cells > 2 then full \
        otherwise if count full cells < 2 then none otherwise full";
    let in_first = "if (if count full cells < 2 then none otherwise full) = none then none \
        otherwise (if count full cells > 2 then full otherwise full)";
    for choice in [in_steps, in_first] {
        let book = format!(
            "decide mark on cells: full or none\n\"Rule.\"\n    mark of (first cell) = {choice}\n"
        );
        let data = data(&book, 1, 4, &[]);
        assert!(!propagators(&data).contains(&"interpreted"), "{choice}");
        // All full, three with the first, two with it, one without it, none.
        assert_eq!(solutions(&data).len(), 1 + 3 + 3 + 3 + 1, "{choice}");
    }
}

/// Only the part of a rule that cannot be compiled is left to the interpreter.
#[test]
fn parts_of_a_rule_are_compiled_by_themselves() {
    let book = "decide mark on cells: full or none\n\
        \"Two are seen from the first.\"\n    \
        each row r: exactly 3 full cells in r and count full cells seen from (first full cell in r) = 2\n";
    let data = data(book, 1, 4, &[]);
    let names = propagators(&data);
    assert_eq!(
        names.iter().filter(|name| **name == "interpreted").count(),
        1
    );
    assert!(names.iter().any(|name| *name != "interpreted"));
    assert_eq!(solutions(&data).len(), 4);
}

/// Which cell, place or region it is may depend on what is found.
#[test]
fn what_is_said_of_a_cell_that_is_found() {
    for (rule, expected) in [
        // Marks at 1 and 2, 1 and 3, ... of a row of four: how far the first is from the last.
        ("distance of (first full cell) and (last full cell) = 2", 4),
        ("(first full cell) is border", 15),
        ("count cells left of (last full cell) = 1", 2),
        ("size of row of (first full cell) = 4", 15),
        ("room of (first full cell) = room of (last full cell)", 6),
        (
            "count full cells in (if (first cell) is full then (row 1) otherwise (first cell)) = 2",
            3,
        ),
    ] {
        let book = format!(
            "data room on cells: regions\ndecide mark on cells: full or none\n\"Rule.\"\n    {rule}\n"
        );
        let data = data(&book, 1, 4, &[("room", "a a b b")]);
        assert!(!propagators(&data).contains(&"interpreted"), "{rule}");
        assert_eq!(solutions(&data).len(), expected, "{rule}");
    }
}

/// What a rule about regions to find leaves open, since no number is given there, does not concern the next rule.
#[test]
fn absence_ends_with_the_rule_about_a_region() {
    let book = "data number on cells: number
decide area on cells: regions
\"Nothing is said of a sum that is not told.\"
    each area a, value k from 1 to (sum number in a): size of a > 0
\"Nothing is said at all.\"
    each edges: 1 = 1
";
    let data = data(book, 1, 3, &[("number", ". . ?")]);
    // Each of the two borders is there or not.
    assert_eq!(solutions(&data).len(), 4);
}

#[test]
fn without_a_number_to_count_to_a_rule_is_broken() {
    let book = "data room on cells: regions\ndecide digit on cells: 1..2 or blank\n\"Rule.\"\n    \
                at most (digit of (first cell in grid)) link k in (room of (first cell)): 1 = 2\n";
    // The first cell has no room, so nothing is said of its links if there is a digit; the other cell may be anything.
    let puzzle = data(book, 1, 2, &[("room", ". A")]);
    assert_eq!(solutions(&puzzle).len(), 2 * 3);
}

/// The four cells of a mask, moved to the upper left, if they are an L or an I: three in a line and one beside an end of
/// it, or four in a line.
fn is_l_or_i(mask: u32, columns: usize) -> bool {
    let cells: Vec<(usize, usize)> = (0..12)
        .filter(|cell| mask >> cell & 1 == 1)
        .map(|cell| (cell / columns, cell % columns))
        .collect();
    if cells.len() != 4 {
        return false;
    }
    let lines = [cells.clone(), cells.iter().map(|&(r, c)| (c, r)).collect()];
    lines.into_iter().any(|cells| {
        cells.iter().any(|&(row, start)| {
            let run = |length: usize| (start..start + length).all(|c| cells.contains(&(row, c)));
            let is_beside =
                |&(r, c): &(usize, usize)| r.abs_diff(row) == 1 && (c == start || c == start + 2);
            run(4) || run(3) && cells.iter().any(is_beside)
        })
    })
}

/// In a room of twelve cells, where more shapes fit than can be told cell by cell: whatever two cells are, what is left
/// for the others is what some placement has there.
#[test]
fn shapes_in_large_rooms_leave_what_their_placements_have() {
    let book = |shapes: &str| {
        format!(
            "data room on cells: regions\n\
             decide shade on cells: shaded or open\n\
             shape L: \"#.\" \"#.\" \"##\"\n\
             shape J: \".#\" \".#\" \"##\"\n\
             shape I: \"####\"\n\
             shape T: \"###\" \".#.\"\n\
             define piece of r: shape of shaded cells in r\n\
             \"Its shaded cells are one of these.\"\n    each room r: piece of r is one of {shapes}\n"
        )
    };
    let (rows, columns) = (3, 4);
    let room = [("room", "A A A A A A A A A A A A")];
    let masks: Vec<u32> = (0..1 << 12)
        .filter(|&mask| is_l_or_i(mask, columns))
        .collect();
    // An L and its mirror image are one shape, so here it has two names.
    let twice = data(&book("L, J, I"), rows, columns, &room);
    assert_eq!(solutions(&twice).len(), masks.len());

    let once = book("L, I").replace("shape J: \".#\" \".#\" \"##\"\n", "");
    let puzzle = data(&once, rows, columns, &room);
    assert_eq!(solutions(&puzzle).len(), masks.len());
    let compiled = match compile(&puzzle, &Selection::default()) {
        Ok(compiled) => compiled,
        Err(problems) => panic!("{problems:?}"),
    };
    let cells = (0..12).map(|cell| compiled.reading.var(1, cell).unwrap());
    let cells: Vec<Var> = cells.collect();
    let mut solver = compiled.model.solver();
    solver.propagate().unwrap();
    for (first, second, told) in (0..12 * 12 * 4).map(|i| (i / 48, i / 4 % 12, i % 4)) {
        // The first word is "shaded".
        let facts = [(first, told & 1), (second, told >> 1)];
        let left: Vec<u32> = masks
            .iter()
            .copied()
            .filter(|mask| {
                facts
                    .iter()
                    .all(|&(cell, open)| 1 - (mask >> cell & 1) == open)
            })
            .collect();
        solver.push();
        let outcome = facts
            .iter()
            .try_for_each(|&(cell, open)| {
                let fact = Literal::is(cells[cell as usize], open as i32);
                solver.assume(fact).map(drop)
            })
            .and_then(|()| solver.propagate());
        assert_eq!(outcome.is_ok(), !left.is_empty(), "{facts:?}");
        for cell in (0..12).filter(|_| outcome.is_ok()) {
            for open in 0..=1 {
                let is_left = left.iter().any(|mask| 1 - (mask >> cell & 1) == open);
                let domain = solver.domain(cells[cell as usize]);
                assert_eq!(domain.contains(open as i32), is_left, "{facts:?}: {cell}");
            }
        }
        solver.pop();
    }
}

/// What only the interpreter judges is asked for by a hidden value.
#[test]
fn what_cannot_be_asked_for_is_said_to_be_hidden() {
    let way = "distance from r1c1 to r1c3 through shaded cells";
    let shade = "decide shade on cells: shaded or open\n";
    let text = format!("{shade}greatest ({way})\n\"Some.\"\n    some cell is shaded\n");
    let refused = compile(&data(&text, 1, 3, &[]), &Selection::default()).map(drop);
    let help = refused.map_err(|problems| problems[0].help.clone());
    assert!(matches!(help, Err(Some(help)) if help.contains("hidden best: 0..100")));
    // There is a way in two of the eight grids: only its first cell may be open.
    let text = format!("{shade}hidden best: 0..9\n\"Way.\"\n    best = {way}\n");
    let found = solutions(&data(&text, 1, 3, &[]));
    assert_eq!(found.len(), 2);
}
