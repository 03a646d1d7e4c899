//! Grids that are filled in part.

use super::*;

fn broken(formula: &str, rows: usize, columns: usize, grid: &str) -> bool {
    !holds(
        "decide d on cells: 1..4\n",
        formula,
        rows,
        columns,
        &[("d", grid)],
    )
}

#[test]
fn only_what_cannot_hold_is_broken() {
    for (formula, grid, expected) in [
        ("each row r: all different d in r", "1?1", true),
        ("each row r: all different d in r", "1?2", false),
        ("each row r: sum d in r = 12", "4?4", false),
        // Two cells with at most four each: found by trying.
        ("each row r: sum d in r = 12", "1??", true),
        ("each row r: sum d in r = 12", "4??", false),
        ("each row r: increasing d in r", "3?2", true),
        (
            "each row r: exactly 1 cell c in r where d of c = 1",
            "11?",
            true,
        ),
        (
            "each row r: exactly 1 cell c in r where d of c = 1",
            "1??",
            false,
        ),
        (
            "each row r: at least 2 cells c in r where d of c = 1",
            "23?",
            true,
        ),
        (
            "each row r: at least 2 cells c in r where d of c = 1",
            "2??",
            false,
        ),
        (
            "each row r: at most 1 cell c in r where d of c = 1",
            "11?",
            true,
        ),
        ("each row r: no cell c in r where d of c = 1", "1??", true),
        ("each row r: some cell c in r where d of c = 1", "223", true),
        ("each cell c where d of c > 0: d of c > 4", "?", true),
        ("each cell c: d of c > 4", "?", true),
        ("each cell c: d of c > 3", "?", false),
        (
            "each pair p, b of neighbours: d of p + d of b = 9",
            "??",
            true,
        ),
        (
            "each pair p, b of neighbours: d of p = 1 and d of b = 1 or d of p + d of b = 9",
            "??",
            false,
        ),
    ] {
        assert_eq!(
            broken(formula, 1, grid.len(), grid),
            expected,
            "{formula} of {grid}"
        );
    }
}

#[test]
fn trying_has_a_limit() {
    // 4^5 combinations are tried, 4^6 are not.
    assert!(broken("(sum d in (cells)) = 21", 1, 5, "?????"));
    assert!(!broken("(sum d in (cells)) = 25", 1, 6, "??????"));
}

#[test]
fn connected_through_unknown_cells() {
    let shade = "decide s on cells: shaded or open\n";
    for (grid, expected) in [
        ("#?#", true),
        ("#.#", false),
        ("#.?", true),
        ("?.#", true),
        ("#?.#", false),
        ("????", true),
    ] {
        assert_eq!(
            holds(
                shade,
                "shaded cells are connected",
                1,
                grid.len(),
                &[("s", grid)]
            ),
            expected,
            "{grid}"
        );
    }
    // Too many unknown cells to try, but a wall of open ones.
    let sign = |row: usize, column: usize| match (row, column) {
        (0, 0) | (6, 7) => '#',
        _ if row + column == 7 => '.',
        _ => '?',
    };
    let grid: Vec<String> = (0..7)
        .map(|row| (0..8).map(|column| sign(row, column)).collect())
        .collect();
    assert!(!holds(
        shade,
        "shaded cells are connected",
        7,
        8,
        &[("s", &grid.join("/"))]
    ));
    assert!(!holds(
        shade,
        "each group g of shaded cells: size of g = 9",
        1,
        3,
        &[("s", "?#?")]
    ));
    assert!(holds(
        shade,
        "each group g of shaded cells: size of g = 2",
        1,
        3,
        &[("s", "?#?")]
    ));
    let loops = "decide l on links: used or free\n";
    assert!(!holds(
        loops,
        "used links are without loop",
        2,
        2,
        &[("l", "####")]
    ));
    assert!(holds(
        loops,
        "used links are without loop",
        2,
        2,
        &[("l", "###?")]
    ));
    let pairs = "no loop over pairs a, b of neighbours: link between a and b is used";
    assert!(!holds(loops, pairs, 2, 2, &[("l", "####")]));
    assert!(holds(loops, pairs, 2, 2, &[("l", "###?")]));
    assert!(!holds(
        loops,
        "used links are one loop",
        2,
        2,
        &[("l", "##.?")]
    ));
}

/// Instances of a small grid: refuted exactly if no filling of it holds.
#[test]
fn trying_agrees_with_all_fillings() {
    let formulas = [
        "each row r: all different d in r",
        "(sum d in (cells)) = 7",
        "each cell c: some neighbour e of c: d of e > d of c or d of c = 4",
        "exactly 2 cells where d of it = 2",
        "each cell c where d of c = 1: no neighbour e of c: d of e = 1",
    ];
    for code in 0..625_usize {
        let signs: Vec<char> = (0..4)
            .map(|at| b"?1234"[code / 5_usize.pow(at) % 5] as char)
            .collect();
        if signs.iter().filter(|sign| **sign == '?').count() != 1 {
            continue;
        }
        let row = |signs: &[char]| {
            signs
                .chunks(2)
                .map(|row| row.iter().collect::<String>())
                .collect::<Vec<_>>()
                .join("/")
        };
        for formula in formulas {
            let mut puzzle = bench(
                &format!("decide d on cells: 1..4\n\"Rule.\"\n    {formula}\n"),
                2,
                2,
            );
            let told = |puzzle: &mut Bench, grid: &str| {
                puzzle
                    .put("d", grid)
                    .rules()
                    .into_iter()
                    .map(|broken| broken.place)
                    .collect::<Vec<_>>()
            };
            let partly = told(&mut puzzle, &row(&signs));
            let full: Vec<Vec<String>> = (1..=4)
                .map(|digit| {
                    let filled: Vec<char> = signs
                        .iter()
                        .map(|&sign| {
                            if sign == '?' {
                                char::from(b'0' + digit)
                            } else {
                                sign
                            }
                        })
                        .collect();
                    told(&mut puzzle, &row(&filled))
                })
                .collect();
            for place in &partly {
                // The whole formula is judged where members are not known.
                let always = full.iter().all(|places| {
                    if place == "the grid" {
                        !places.is_empty()
                    } else {
                        places.contains(place)
                    }
                });
                assert!(always, "{formula} {signs:?} {place}");
            }
            for place in &full[0] {
                if full.iter().all(|places| places.contains(place)) {
                    assert!(
                        partly.contains(place)
                            || partly.contains(&"the grid".to_owned())
                            || formula.contains("where"),
                        "{formula} {signs:?} {place}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_may_not_be_reached_is_not_said_to_be_impossible_to_evaluate() {
    let text = "decide digit on cells: 1 or 131072\n\"Rule.\"\n    each cell c where digit of last cell = 1: 7 ^ digit of c = 7\n";
    let mut puzzle = bench(text, 1, 2);
    for (grid, count) in [("131072 ?", 0), ("131072 131072", 0), ("131072 1", 1)] {
        let broken = puzzle.put("digit", grid).rules();
        let told = |broken: &Broken| broken.message.contains("cannot be evaluated");
        assert_eq!(broken.len(), count, "{grid}: {broken:?}");
        assert!(broken.iter().all(told), "{grid}: {broken:?}");
    }
}
