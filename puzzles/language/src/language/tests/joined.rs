//! Stretches of a loop and pieces of one shape, counted by plain enumeration.

use std::collections::BTreeMap;

use super::texts_of_solutions;
use crate::puzzle::BuildOptions;
use crate::read::{Source, parse};

const ROWS: usize = 3;
const COLUMNS: usize = 4;

/// The two cells of each link.
fn links() -> Vec<[usize; 2]> {
    let cells = 0..ROWS * COLUMNS;
    let right = cells.clone().filter(|cell| cell % COLUMNS + 1 < COLUMNS);
    let down = cells.filter(|cell| cell / COLUMNS + 1 < ROWS);
    let across = right.map(|cell| [cell, cell + 1]);
    across
        .chain(down.map(|cell| [cell, cell + COLUMNS]))
        .collect()
}

/// The sizes of the sets of cells that links join.
fn sizes(cells: &[usize], links: &[[usize; 2]]) -> Vec<usize> {
    let mut label: Vec<usize> = (0..ROWS * COLUMNS).collect();
    for _ in cells {
        for &[a, b] in links {
            if cells.contains(&a) && cells.contains(&b) {
                let least = label[a].min(label[b]);
                (label[a], label[b]) = (least, least);
            }
        }
    }
    let of_label = |own: usize| cells.iter().filter(|&&cell| label[cell] == own).count();
    let mut sizes: Vec<usize> = (0..label.len())
        .map(of_label)
        .filter(|&size| size > 0)
        .collect();
    sizes.sort_unstable();
    sizes
}

/// Sets of links that are one closed curve.
fn loops() -> Vec<Vec<[usize; 2]>> {
    let links = links();
    let sets = (1u32..1 << links.len()).map(|set| -> Vec<[usize; 2]> {
        let own = links.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        own.map(|(_, &link)| link).collect()
    });
    let is_loop = |set: &Vec<[usize; 2]>| {
        let on: Vec<usize> = (0..ROWS * COLUMNS)
            .filter(|&cell| degree(set, cell) > 0)
            .collect();
        on.iter().all(|&cell| degree(set, cell) == 2) && sizes(&on, set).len() == 1
    };
    sets.filter(is_loop).collect()
}

fn degree(links: &[[usize; 2]], cell: usize) -> usize {
    links.iter().filter(|link| link.contains(&cell)).count()
}

fn solutions(rules: &str, data: &str) -> usize {
    let source = Source {
        name: "loop.toml".to_owned(),
        text: format!("rules = '''\n{rules}'''\nsize = \"{ROWS}x{COLUMNS}\"\n{data}"),
    };
    let puzzle = parse(&source)
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .puzzle;
    texts_of_solutions(&puzzle, &BuildOptions::default()).len()
}

#[test]
fn stretches_around_a_cell() {
    let rules = "
data clue on cells: list of number
decide way on links: drawn or gap
\"One loop.\"
    drawn links are one loop
\"It passes by the clues, and around them in stretches of these lengths.\"
    each cell c with clue: no drawn link of c
    each cell c with clue: bag over groups g of (cells in ring of c where some drawn link of it) joined by drawn links: size of g = clue of c
";
    let clue = 5;
    let around = |&cell: &usize| {
        let apart = |a: usize, b: usize| a.abs_diff(b) <= 1;
        cell != clue
            && apart(cell / COLUMNS, clue / COLUMNS)
            && apart(cell % COLUMNS, clue % COLUMNS)
    };
    let mut expected: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for set in loops().iter().filter(|set| degree(set, clue) == 0) {
        let cells = (0..ROWS * COLUMNS).filter(around);
        let cells: Vec<usize> = cells.filter(|&cell| degree(set, cell) > 0).collect();
        *expected.entry(sizes(&cells, set)).or_default() += 1;
    }
    assert!(expected.len() > 2, "{expected:?}");
    for (sizes, count) in expected {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let grid = format!(". . . .\n. {} . .\n. . . .\n", sizes.join(","));
        let data = format!("clue = '''\n{grid}'''\n");
        assert_eq!(solutions(rules, &data), count, "{grid}");
    }
}

#[test]
fn the_longest_stretch_in_a_room() {
    let rules = "
data room on cells: regions
data number on room: number
decide way on links: drawn or gap
\"One loop through all cells.\"
    drawn links are one loop
    each cell c: some drawn link of c
\"The longest stretch in a room has so many cells.\"
    each room r with number: greatest over groups g of (cells in r) joined by drawn links: size of g = number of r
";
    let room = [0, 1, 4, 5, 8];
    let mut expected: BTreeMap<usize, usize> = BTreeMap::new();
    for set in loops() {
        if (0..ROWS * COLUMNS).all(|cell| degree(&set, cell) > 0) {
            let longest = sizes(&room, &set).into_iter().max().unwrap_or(0);
            *expected.entry(longest).or_default() += 1;
        }
    }
    assert!(expected.len() > 1, "{expected:?}");
    for longest in 1..=5 {
        let grid = "AABB\nAABB\nABBB\n";
        let data = format!("room = '''\n{grid}'''\nnumber = {{ A = {longest} }}\n");
        let count = expected.get(&longest).copied().unwrap_or(0);
        assert_eq!(solutions(rules, &data), count, "{longest}");
    }
}

/// Rules about what a loop visits, with links whose first word is either of the two, and without the loop.
#[test]
fn what_a_loop_visits() {
    let visits = |set: &Vec<[usize; 2]>, cell: usize| degree(set, cell) > 0;
    let count = |set: &Vec<[usize; 2]>| (0..ROWS * COLUMNS).filter(|&c| visits(set, c)).count();
    type Judge<'j> = &'j dyn Fn(&Vec<[usize; 2]>) -> bool;
    let rules: [(&str, Judge<'_>); 6] = [
        ("each cell c with mark: some drawn link of c", &|set| {
            visits(set, 5) && visits(set, 10)
        }),
        ("no cell c with mark: some drawn link of c", &|set| {
            !visits(set, 5) && !visits(set, 10)
        }),
        ("exactly 1 cell c with mark: some drawn link of c", &|set| {
            visits(set, 5) != visits(set, 10)
        }),
        ("some cell c with mark: no drawn link of c", &|set| {
            !visits(set, 5) || !visits(set, 10)
        }),
        ("(count cells c where some drawn link of c) = 8", &|set| {
            count(set) == 8
        }),
        (
            "each row r: some drawn link of (last cell in r) exactly when some drawn link of (first cell in r)",
            &|set| {
                (0..ROWS).all(|row| {
                    visits(set, row * COLUMNS) == visits(set, row * COLUMNS + COLUMNS - 1)
                })
            },
        ),
    ];
    let mark = "mark = '''\n....\n.#..\n..#.\n'''\n";
    let all = loops();
    for words in ["drawn or gap", "gap or drawn"] {
        for (rule, judge) in &rules {
            let expected = all.iter().filter(|set| judge(set)).count();
            assert!(expected > 0 && expected < all.len(), "{rule}");
            let text = format!(
                "data mark on cells: mark\ndecide way on links: {words}\n\"One loop.\"\n    drawn links are one loop\n\"More.\"\n    {rule}\n"
            );
            assert_eq!(solutions(&text, mark), expected, "{rule}: {words}");
        }
    }
}

/// A grid of two colours, each cell by its sign.
const CHOCOLATE: [&str; ROWS] = ["##oo", "o#o#", "oo##"];

/// The positions of cells from the upper left, in whichever of eight ways comes first.
fn form(cells: &[usize]) -> Vec<(i32, i32)> {
    let ways = (0..8).map(|way| {
        let at = |&cell: &usize| {
            let (row, column) = ((cell / COLUMNS) as i32, (cell % COLUMNS) as i32);
            let (row, column) = if way & 1 == 0 {
                (row, column)
            } else {
                (-row, column)
            };
            let (row, column) = if way & 2 == 0 {
                (row, column)
            } else {
                (row, -column)
            };
            if way & 4 == 0 {
                (row, column)
            } else {
                (column, row)
            }
        };
        let cells: Vec<(i32, i32)> = cells.iter().map(at).collect();
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let moved = cells.iter().map(|(row, column)| (row - top, column - left));
        let mut moved: Vec<(i32, i32)> = moved.collect();
        moved.sort_unstable();
        moved
    });
    ways.min().unwrap_or_default()
}

#[test]
fn pieces_of_two_congruent_halves() {
    let is_dark = |cell: usize| CHOCOLATE[cell / COLUMNS].as_bytes()[cell % COLUMNS] == b'#';
    let all = links();
    let are_one = |cells: &[usize]| sizes(cells, &all).len() == 1;
    let pieces: Vec<u32> = (1u32..1 << (ROWS * COLUMNS))
        .filter(|set| {
            let cells = (0..ROWS * COLUMNS).filter(|cell| set >> cell & 1 == 1);
            let (dark, light): (Vec<usize>, Vec<usize>) = cells.partition(|&cell| is_dark(cell));
            let whole = [dark.clone(), light.clone()].concat();
            form(&dark) == form(&light)
                && [&dark, &light, &whole]
                    .into_iter()
                    .all(|part| are_one(part))
        })
        .collect();
    fn ways(left: u32, pieces: &[u32]) -> usize {
        if left == 0 {
            return 1;
        }
        let first = left & left.wrapping_neg();
        let fits = pieces
            .iter()
            .filter(|&&piece| piece & first != 0 && piece & left == piece);
        fits.map(|piece| ways(left & !piece, pieces)).sum()
    }
    let expected = ways((1 << (ROWS * COLUMNS)) - 1, &pieces);
    assert!(expected > 1);
    let rules = "
data half on cells: dark \"#\" or light \"o\"
decide area on cells: regions
\"The dark cells of an area hang together, and so do the light ones.\"
    each area a: (dark cells in a) are connected
    each area a: (light cells in a) are connected
\"They are congruent.\"
    each area a: (dark cells in a) are congruent to (light cells in a)
";
    let data = format!("half = '''\n{}\n'''\n", CHOCOLATE.join("\n"));
    assert_eq!(solutions(rules, &data), expected);
}
