//! Which propagators rules become, and that they mean what the rules say.

use quadrille_engine::Rng;

use super::*;

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
