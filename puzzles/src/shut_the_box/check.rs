//! The checker: the rules as written, applied to a filled grid. It is written apart from the model; both look for folds
//! with [`folds`], and what it finds is verified by [`check_fold`], which shares nothing with that search.

use super::{Given, ShutTheBox};
use crate::filled::{check_size, check_symbols, list};
use crate::fold::{BrokenRule, Mark, Shape, check_fold, folds};
use crate::grid::{Cell, Direction, Grid};
use crate::puzzle::Completed;
use crate::symbol::{Symbol, Violation};

impl ShutTheBox {
    /// Every rule about the flat grid that `grid` breaks: arrows, numbers, connection, holes; not the fold and the
    /// marks. Takes O(cells × (rows + columns)).
    ///
    /// A grid without any inside cell breaks the rule of connection: no part of a box is kept.
    pub fn check_grid_rules(&self, grid: &Grid<Symbol>) -> Vec<Violation> {
        let size = (self.givens.rows(), self.givens.columns());
        if let Some(violation) = check_size(grid, size) {
            return vec![violation];
        }
        let mut violations =
            check_symbols(grid, "every cell is kept (#) or cut away (.)", |symbol| {
                matches!(symbol, Symbol::Hash | Symbol::Dot)
            });
        let inside = grid.map(|&symbol| symbol == Symbol::Hash);
        for cell in grid.cells() {
            match &self.givens[cell] {
                Given::Nothing => {}
                Given::Arrow(points) => violations.extend(check_arrow(&inside, cell, points)),
                Given::Number { count, .. } => {
                    violations.extend(check_number(&inside, cell, *count));
                }
            }
        }
        violations.extend(check_connected(&inside));
        violations.extend(check_holes(&inside));
        violations
    }

    /// The numbered cells, in reading order.
    pub(super) fn numbers(&self) -> Vec<(Cell, u32, Option<Mark>)> {
        self.givens
            .cells()
            .filter_map(|cell| match self.givens[cell] {
                Given::Number { count, mark } => Some((cell, count, mark)),
                _ => None,
            })
            .collect()
    }
}

/// Every broken rule: those of the flat grid first, then, if the inside is one piece, fold and marks.
pub(super) fn check(puzzle: &ShutTheBox, completed: &Completed) -> Vec<Violation> {
    let mut violations = puzzle.check_grid_rules(&completed.grid);
    let inside = completed.grid.map(|&symbol| symbol == Symbol::Hash);
    let size = (puzzle.givens.rows(), puzzle.givens.columns());
    if (inside.rows(), inside.columns()) == size {
        violations.extend(check_box(puzzle, inside));
    }
    violations
}

fn check_arrow(inside: &Grid<bool>, cell: Cell, points: &[Direction]) -> Vec<Violation> {
    let violation = |rule: &str, message: String| Violation {
        rule: format!("arrow at {cell}: {rule}"),
        cells: vec![cell],
        message,
    };
    let mut violations = Vec::new();
    if inside[cell] {
        violations.push(violation(
            "arrow cells are cut away",
            format!("{cell} is kept"),
        ));
    }
    let distances: Vec<(Direction, Option<usize>)> = Direction::ALL
        .into_iter()
        .map(|direction| {
            let steps = inside.ray(cell, direction).position(|next| inside[next]);
            (direction, steps.map(|steps| steps + 1))
        })
        .collect();
    let told: Vec<String> = distances
        .iter()
        .map(|(direction, steps)| match steps {
            Some(steps) => format!("{} {steps}", direction.letter()),
            None => format!("{} none", direction.letter()),
        })
        .collect();
    let told = format!(
        "it points {}, and the first kept cells are at distances {}",
        points.iter().map(|p| p.letter()).collect::<String>(),
        told.join(", ")
    );
    // The arrow points to the nearest inside cells, and to all of them.
    let nearest = distances.iter().filter_map(|&(_, steps)| steps).min();
    let pointed = distances.iter().filter(|(d, _)| points.contains(d));
    let others = distances.iter().filter(|(d, _)| !points.contains(d));
    let pointed: Vec<Option<usize>> = pointed.map(|&(_, steps)| steps).collect();
    let rule = if pointed.contains(&None) {
        "there is a kept cell in each direction it points"
    } else if pointed.windows(2).any(|pair| pair[0] != pair[1]) {
        "the first kept cells in the directions it points are equally far"
    } else if pointed.first() != Some(&nearest) || others.map(|o| o.1).any(|o| o == nearest) {
        "the first kept cells in the other directions are farther away"
    } else {
        return violations;
    };
    violations.push(violation(rule, told));
    violations
}

fn check_number(inside: &Grid<bool>, cell: Cell, count: u32) -> Vec<Violation> {
    let rule = format!("number {count} at {cell}");
    let mut violations = Vec::new();
    if !inside[cell] {
        violations.push(Violation {
            rule: format!("{rule}: numbered cells are kept"),
            cells: vec![cell],
            message: format!("{cell} is cut away"),
        });
    }
    let found = inside.block(cell).filter(|&near| inside[near]).count();
    if found != count as usize {
        violations.push(Violation {
            rule: format!("{rule}: counts the kept cells of its 3×3 block"),
            cells: vec![cell],
            message: format!("there are {found}"),
        });
    }
    violations
}

/// Marks everything of `cells` that can be reached from `start` by steps between cells of it.
fn flood(cells: &Grid<bool>, start: Cell, reached: &mut Grid<bool>) {
    let mut waiting = vec![start];
    reached[start] = true;
    while let Some(cell) = waiting.pop() {
        for direction in Direction::ALL {
            if let Some(next) = cells.step(cell, direction)
                && cells[next]
                && !reached[next]
            {
                reached[next] = true;
                waiting.push(next);
            }
        }
    }
}

fn check_connected(inside: &Grid<bool>) -> Option<Violation> {
    let rule = "the kept cells are orthogonally connected, and there is one".to_owned();
    let Some(first) = inside.cells().find(|&cell| inside[cell]) else {
        return Some(Violation {
            rule,
            cells: Vec::new(),
            message: "no cell is kept".to_owned(),
        });
    };
    let mut reached = inside.map(|_| false);
    flood(inside, first, &mut reached);
    let cut_off = |cell: &Cell| inside[*cell] && !reached[*cell];
    let unreached: Vec<Cell> = inside.cells().filter(cut_off).collect();
    (!unreached.is_empty()).then(|| Violation {
        rule,
        message: format!("{first} does not reach {}", list(&unreached)),
        cells: unreached,
    })
}

fn check_holes(inside: &Grid<bool>) -> Option<Violation> {
    let outside = inside.map(|&kept| !kept);
    let mut reached = inside.map(|_| false);
    for cell in outside.cells() {
        let at_edge = outside.neighbours(cell).count() < 4;
        if at_edge && outside[cell] && !reached[cell] {
            flood(&outside, cell, &mut reached);
        }
    }
    let enclosed = |cell: &Cell| outside[*cell] && !reached[*cell];
    let enclosed: Vec<Cell> = outside.cells().filter(enclosed).collect();
    (!enclosed.is_empty()).then(|| Violation {
        rule: "every cell that is cut away reaches the edge of the grid through such cells"
            .to_owned(),
        message: format!("enclosed: {}", list(&enclosed)),
        cells: enclosed,
    })
}

/// The inside folds into a box on which the marks hold. Folds are found by the search for them and then believed
/// only if the fold checker, which rolls frames in space, agrees.
fn check_box(puzzle: &ShutTheBox, inside: Grid<bool>) -> Vec<Violation> {
    let Ok(shape) = Shape::new(inside.clone()) else {
        // Not one piece, which has been said.
        return Vec::new();
    };
    let folds: Vec<_> = folds(&shape)
        .into_iter()
        .filter(|fold| check_fold(&inside, fold, &[], None).is_empty())
        .collect();
    // A number outside is a rule of the grid, not of the fold.
    let numbers: Vec<_> = puzzle
        .numbers()
        .into_iter()
        .filter(|&(cell, ..)| inside[cell])
        .collect();
    let broken = folds
        .iter()
        .map(|fold| (fold, check_fold(&inside, fold, &numbers, None)))
        .min_by_key(|(_, broken)| broken.len());
    let Some((fold, broken)) = broken else {
        return vec![Violation {
            rule: "the kept cells fold along grid lines into the surface of a box".to_owned(),
            cells: Vec::new(),
            message: format!("there is no way to fold these {} cells", shape.count()),
        }];
    };
    let ways = match folds.len() {
        1 => "the only way to fold it".to_owned(),
        n => format!("the best of {n} ways to fold it"),
    };
    broken
        .into_iter()
        .map(|rule| Violation {
            rule: "circled numbers lie opposite each other, numbers in squares side by side"
                .to_owned(),
            cells: numbers
                .iter()
                .map(|number| number.0)
                .filter(|&cell| {
                    matches!(rule, BrokenRule::CircleAlone(at) | BrokenRule::SquareAlone(at) if at == cell)
                })
                .collect(),
            message: format!("on the {} box, {ways}, {rule}", fold.size()),
        })
        .collect()
}

/// Givens that no grid can satisfy: arrows that point only off the grid, and numbers that their blocks cannot have.
pub(super) fn contradictions(puzzle: &ShutTheBox) -> Vec<Violation> {
    let grid = &puzzle.givens;
    let mut found = Vec::new();
    for cell in grid.cells() {
        let message = match &grid[cell] {
            Given::Nothing => None,
            Given::Arrow(points) => points
                .iter()
                .all(|&direction| grid.step(cell, direction).is_none())
                .then(|| "it points only off the grid, where no cell is kept".to_owned()),
            Given::Number { count, .. } => {
                let room = grid.block(cell).count();
                let possible = 1..=room;
                (!possible.contains(&(*count as usize))).then(|| {
                    format!(
                        "it says {count}, and its block has 1 to {room} kept cells, itself included"
                    )
                })
            }
        };
        found.extend(message.map(|message| Violation {
            rule: match grid[cell] {
                Given::Arrow(_) => format!("arrow at {cell}"),
                _ => format!("number at {cell}"),
            },
            cells: vec![cell],
            message,
        }));
    }
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::filled::testing::{assert_only, filled, perturbations};

    /// A puzzle from rows of cells separated by spaces: `.` nothing, `NE` an arrow that points north and east,
    /// `4`, `(4)` and `[4]` numbers without a mark, circled and in a square.
    pub(crate) fn puzzle(rows: &[&str]) -> ShutTheBox {
        let rows: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.split_whitespace().collect())
            .collect();
        ShutTheBox {
            givens: Grid::from_fn(rows.len(), rows[0].len(), |cell| {
                let text = rows[cell.row][cell.column];
                if text == "." {
                    return Given::Nothing;
                }
                if text.starts_with(|c: char| c.is_ascii_uppercase()) {
                    return Given::Arrow(text.chars().filter_map(Direction::from_letter).collect());
                }
                let mark = match text.as_bytes()[0] {
                    b'(' => Some(Mark::Circle),
                    b'[' => Some(Mark::Square),
                    _ => None,
                };
                let count = text
                    .trim_matches(|c: char| !c.is_ascii_digit())
                    .parse()
                    .unwrap();
                Given::Number { count, mark }
            }),
        }
    }

    /// Jane Street's puzzle of November 2025, "Shut the Box".
    pub(crate) fn published() -> ShutTheBox {
        puzzle(&[
            ".    E    .    .    .    .    .    .    SW   .    .    .    S    .    .    S    .    .    .    SW",
            ".    .    .    .    E    .    .    .    .    .    .    4    .    ESW  .    (4)  .    .    .    .",
            ".    .    .    .    .    .    E    [5]  .    ESW  .    .    .    .    .    .    .    .    NSW  .",
            ".    S    .    ES   .    .    .    .    .    .    .    .    7    .    (5)  .    .    .    .    .",
            "E    .    .    .    .    ES   .    .    .    .    (4)  .    .    7    .    NEW  .    (4)  .    .",
            ".    .    .    .    .    .    4    .    [7]  .    .    ES   .    .    .    .    .    .    .    .",
            ".    .    .    S    .    .    .    9    .    .    EW   .    .    NSW  .    .    E    .    .    SW",
            ".    ES   .    .    .    .    .    .    .    .    .    .    .    .    SW   .    .    [6]  .    .",
            ".    .    (7)  .    .    NES  .    .    .    NESW .    [5]  .    .    .    .    .    .    .    .",
            ".    NE   .    .    .    .    .    .    .    .    .    .    NEW  .    5    .    ES   .    NSW  .",
            ".    N    .    NS   .    4    .    7    .    .    .    .    .    .    .    .    .    .    [3]  .",
            ".    .    .    .    .    .    .    .    NEW  .    EW   .    .    .    NEW  .    .    NW   .    .",
            ".    .    NE   .    .    NESW .    .    .    .    .    .    .    .    .    .    .    .    N    .",
            "E    .    .    [5]  .    .    6    .    .    2    .    .    NW   .    .    .    N    .    .    .",
            ".    .    .    .    .    .    .    .    NSW  .    .    NS   .    S    .    .    .    .    .    .",
            ".    .    NE   .    N    .    5    .    .    SW   .    .    .    .    SW   .    .    .    .    W",
            ".    .    .    .    .    N    .    NE   .    .    .    .    .    .    .    .    W    .    NW   .",
            ".    E    .    .    .    .    .    .    .    .    NSW  .    (5)  5    .    .    .    .    .    .",
            ".    .    .    .    NE   .    E    .    [4]  .    .    .    .    .    NW   .    .    .    .    .",
            "E    .    .    .    NE   .    .    E    .    .    .    W    .    .    .    .    .    .    NW   .",
        ])
    }

    /// The shape whose product of face sums is the answer published by Jane Street.
    pub(crate) fn solution() -> Completed {
        filled(&[
            "......##.........##.",
            ".......##.##...#####",
            ".......#...##.##.#..",
            ".......##.#####..###",
            "........###.##...#.#",
            "......###...##...#..",
            "......####.##....##.",
            "..#######..###...###",
            ".###..##...#####.##.",
            "..##.####..#.##..#..",
            ".....#####.#....###.",
            "..##...#.#.##...#...",
            "...#...#...##.......",
            "...##.####.#........",
            "...#####............",
            "......###..##.......",
            "........#####.......",
            ".........#..###.....",
            "........###..#......",
            ".........#..........",
        ])
    }

    #[test]
    fn the_published_solution_breaks_no_rule() {
        assert_eq!(check(&published(), &solution()), []);
        assert_eq!(published().check_grid_rules(&solution().grid), []);
    }

    /// A net of the unit cube with an arrow and numbers around it.
    const CROSS: [&str; 5] = [".....", "..#..", ".####", "..#..", "....."];

    fn on_cross(changes: &[((usize, usize), &str)]) -> ShutTheBox {
        let mut rows = vec![vec!["."; 5]; 5];
        for &((row, column), text) in changes {
            rows[row][column] = text;
        }
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        puzzle(&rows.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn each_rule_alone_is_told_with_its_place() {
        let cross = || filled(&CROSS);
        assert_eq!(check(&on_cross(&[]), &cross()), []);
        let mut wrong = cross();
        wrong.grid[Cell::new(0, 0)] = Symbol::Number(3);
        assert_only(
            &check(&on_cross(&[]), &wrong),
            "every cell is kept (#) or cut away (.)",
            &[(0, 0)],
            "r1c1 holds 3",
        );
        let only = |givens: &[((usize, usize), &str)], rule: &str, message: &str| {
            let found = check(&on_cross(givens), &cross());
            let (row, column) = givens.last().unwrap().0;
            assert_only(&found, rule, &[(row, column)], message);
            assert_eq!(on_cross(givens).check_grid_rules(&cross().grid), found);
        };
        // From r1c3 the cross is seen to the south, from r2c1 to the east, from r2c2 to the east and the south, and
        // from r2c4 to the south and the west; r1c2 sees it two steps to the south.
        let right = [
            ((0, 2), "S"),
            ((1, 0), "E"),
            ((1, 1), "ES"),
            ((1, 3), "SW"),
            ((0, 1), "S"),
            ((2, 2), "5"),
            ((1, 2), "4"),
        ];
        assert_eq!(check(&on_cross(&right), &cross()), []);
        let farther = "the first kept cells in the other directions are farther away";
        let each = "there is a kept cell in each direction it points";
        let equally = "the first kept cells in the directions it points are equally far";
        for (cell, points, rule, distances) in [
            ((1, 1), "E", farther, "N none, E 1, S 1, W none"),
            ((1, 4), "W", farther, "N none, E none, S 1, W 2"),
            ((1, 4), "SW", equally, "N none, E none, S 1, W 2"),
            ((1, 0), "S", each, "N none, E 2, S none, W none"),
            ((1, 0), "ES", each, "N none, E 2, S none, W none"),
            ((0, 0), "E", each, "N none, E none, S none, W none"),
        ] {
            only(
                &[(cell, points)],
                &format!("arrow at {}: {rule}", Cell::new(cell.0, cell.1)),
                &format!(
                    "it points {points}, and the first kept cells are at distances {distances}"
                ),
            );
        }
        only(
            &[((2, 4), "4")],
            "number 4 at r3c5: counts the kept cells of its 3×3 block",
            "there are 2",
        );
        only(
            &[((4, 0), "0")],
            "number 0 at r5c1: numbered cells are kept",
            "r5c1 is cut away",
        );
        let inside = check(&on_cross(&[((2, 2), "N")]), &cross());
        assert_eq!(inside[0].rule, "arrow at r3c3: arrow cells are cut away");
        assert_eq!(inside[0].message, "r3c3 is kept");
        assert_only(
            &check(&on_cross(&[]), &filled(&CROSS[..4])),
            "size of the grid",
            &[],
            "expected 5 rows of 5 cells, found 4 rows of 5 cells",
        );
    }

    #[test]
    fn pieces_holes_and_shapes_that_do_not_fold_are_told() {
        let check = |rows: [&str; 5]| check(&on_cross(&[]), &filled(&rows));
        let connected = "the kept cells are orthogonally connected, and there is one";
        assert_only(
            &check(["#...#", "..#..", ".####", "..#..", "....."]),
            connected,
            &[(0, 4), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4), (3, 2)],
            "r1c1 does not reach r1c5, r2c3, r3c2, r3c3, r3c4, r3c5 and r4c3",
        );
        assert_only(&check(["....."; 5]), connected, &[], "no cell is kept");
        let fold = "the kept cells fold along grid lines into the surface of a box";
        assert_only(
            &check([".....", ".##..", ".###.", "..#..", "....."]),
            fold,
            &[],
            "there is no way to fold these 6 cells",
        );
        let holed = check([".....", ".###.", ".#.#.", ".###.", "....."]);
        assert_eq!(holed.len(), 2);
        assert_eq!(
            holed[0].rule,
            "every cell that is cut away reaches the edge of the grid through such cells"
        );
        assert_eq!(holed[0].message, "enclosed: r3c3");
        assert_eq!(holed[1].rule, fold);
        // A hole that touches the outside at a corner only is a hole.
        let corner = check([".....", ".####", ".#.##", ".##..", "....."]);
        assert_eq!(corner[0].message, "enclosed: r3c3");
    }

    #[test]
    fn marks_are_judged_on_the_folded_box() {
        // On the cube of the cross, r2c3 and r4c3 are opposite, and no face has two cells.
        let circles = [((1, 2), "(4)"), ((3, 2), "(4)")];
        assert_eq!(check(&on_cross(&circles), &filled(&CROSS)), []);
        let rule = "circled numbers lie opposite each other, numbers in squares side by side";
        let cube = "on the 1×1×1 box, the only way to fold it";
        assert_only(
            &check(
                &on_cross(&[((1, 2), "(4)"), ((3, 2), "4")]),
                &filled(&CROSS),
            ),
            rule,
            &[(1, 2)],
            &format!("{cube}, the circled number at r2c3 is not opposite another"),
        );
        assert_only(
            &check(&on_cross(&[((1, 2), "[4]")]), &filled(&CROSS)),
            rule,
            &[(1, 2)],
            &format!("{cube}, the number in a square at r2c3 is not beside another on its face"),
        );
    }

    #[test]
    fn without_the_fold_marks_and_boxes_do_not_count() {
        let flat = filled(&[".....", ".##..", ".###.", "..#..", "....."]);
        assert_eq!(on_cross(&[]).check_grid_rules(&flat.grid), []);
    }

    /// The rules of the grid once more, except that the inside is not empty: by distances, and by growing sets of
    /// cells until nothing changes.
    fn second_reading(puzzle: &ShutTheBox, grid: &Grid<Symbol>) -> bool {
        let cells: Vec<Cell> = grid.cells().collect();
        let inside = |cell: Cell| grid[cell] == Symbol::Hash;
        let heading = |from: Cell, to: Cell| {
            let (down, right) = (
                to.row as i64 - from.row as i64,
                to.column as i64 - from.column as i64,
            );
            match (down.signum(), right.signum()) {
                (-1, 0) => Some(Direction::North),
                (0, 1) => Some(Direction::East),
                (1, 0) => Some(Direction::South),
                (0, -1) => Some(Direction::West),
                _ => None,
            }
        };
        let given = |&cell: &Cell| match &puzzle.givens[cell] {
            Given::Nothing => true,
            Given::Arrow(points) => {
                let seen = |d: usize| -> Vec<Direction> {
                    let at = |&other: &Cell| inside(other) && other.taxicab(cell) == d;
                    let mut seen: Vec<Direction> = cells
                        .iter()
                        .filter(|c| at(c))
                        .filter_map(|&c| heading(cell, c))
                        .collect();
                    seen.sort();
                    seen
                };
                let first = (1..)
                    .take(cells.len())
                    .map(seen)
                    .find(|seen| !seen.is_empty());
                !inside(cell) && first.as_ref() == Some(points)
            }
            Given::Number { count, .. } => {
                let near = |other: &&Cell| {
                    other.row.abs_diff(cell.row) < 2 && other.column.abs_diff(cell.column) < 2
                };
                let found = cells.iter().filter(near).filter(|&&c| inside(c)).count();
                inside(cell) && found == *count as usize
            }
        };
        let grows_to_all = |from: Vec<Cell>, kept: bool| {
            let mut grown = from;
            loop {
                let touches = |cell: &Cell| grown.iter().any(|other| other.taxicab(*cell) == 1);
                let more: Vec<Cell> = cells
                    .iter()
                    .copied()
                    .filter(|&c| inside(c) == kept && !grown.contains(&c) && touches(&c))
                    .collect();
                if more.is_empty() {
                    break;
                }
                grown.extend(more);
            }
            grown.len() == cells.iter().filter(|&&c| inside(c) == kept).count()
        };
        let first = cells.iter().copied().find(|&c| inside(c));
        let at_edge = |cell: &Cell| {
            [0, grid.rows() - 1].contains(&cell.row)
                || [0, grid.columns() - 1].contains(&cell.column)
        };
        let edge = cells
            .iter()
            .copied()
            .filter(|c| at_edge(c) && !inside(*c))
            .collect();
        let marks = grid
            .values()
            .iter()
            .all(|s| matches!(s, Symbol::Hash | Symbol::Dot));
        marks
            && cells.iter().all(given)
            && first.is_some_and(|first| grows_to_all(vec![first], true))
            && grows_to_all(edge, false)
    }

    #[test]
    fn changed_solutions_are_judged_as_by_a_second_reading() {
        let symbols = [Symbol::Hash, Symbol::Dot, Symbol::Number(1)];
        let givens = [((1, 1), "ES"), ((2, 2), "5"), ((0, 2), "S")];
        for (puzzle, solution, more) in [
            (published(), solution(), 500),
            (on_cross(&givens), filled(&CROSS), 4000),
        ] {
            let mut kept = 0;
            for grid in perturbations(&solution.grid, &symbols, more) {
                let holds = second_reading(&puzzle, &grid);
                let found = puzzle.check_grid_rules(&grid);
                assert_eq!(holds, found.is_empty(), "{found:?}");
                kept += usize::from(holds);
            }
            // The eight cells in which the 72 shapes differ, or anything around the cross.
            assert!(kept > 0);
        }
    }

    /// Every cell but eight is the same in the 72 shapes that satisfy the rules of the grid, and one of them folds.
    #[test]
    fn of_the_72_shapes_only_the_published_one_folds() {
        let free = [
            (0, 5),
            (0, 6),
            (0, 17),
            (1, 16),
            (2, 16),
            (3, 19),
            (4, 19),
            (17, 15),
        ];
        let (mut flat, mut whole) = (0, Vec::new());
        for code in 0..1 << free.len() {
            let mut other = solution();
            for (bit, &(row, column)) in free.iter().enumerate() {
                let kept = code >> bit & 1 == 1;
                other.grid[Cell::new(row, column)] = if kept { Symbol::Hash } else { Symbol::Dot };
            }
            if published().check_grid_rules(&other.grid).is_empty() {
                flat += 1;
                if check(&published(), &other).is_empty() {
                    whole.push(other);
                }
            }
        }
        assert_eq!(flat, 72);
        assert_eq!(whole, [solution()]);
    }
}
