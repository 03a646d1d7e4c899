//! The checker: the rules as written, applied to a filled grid. It shares no code with the model.

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
            check_symbols(grid, "every cell is inside (#) or outside (.)", |symbol| {
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
            "arrow cells are outside",
            format!("{cell} is inside"),
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
        "it points {}, and the first inside cells are at distances {}",
        points.iter().map(|p| p.letter()).collect::<String>(),
        told.join(", ")
    );
    // The arrow points to the nearest inside cells, and to all of them.
    let nearest = distances.iter().filter_map(|&(_, steps)| steps).min();
    let pointed = distances.iter().filter(|(d, _)| points.contains(d));
    let others = distances.iter().filter(|(d, _)| !points.contains(d));
    let pointed: Vec<Option<usize>> = pointed.map(|&(_, steps)| steps).collect();
    let equal = pointed.windows(2).all(|pair| pair[0] == pair[1]);
    if !equal || pointed.contains(&None) {
        violations.push(violation(
            "the first inside cells in the directions it points are equally far",
            told.clone(),
        ));
    } else if others.clone().any(|&(_, steps)| steps == nearest) {
        violations.push(violation(
            "the first inside cells in the other directions are farther away",
            told.clone(),
        ));
    }
    violations
}

fn check_number(inside: &Grid<bool>, cell: Cell, count: u32) -> Vec<Violation> {
    let rule = format!("number {count} at {cell}");
    let mut violations = Vec::new();
    if !inside[cell] {
        violations.push(Violation {
            rule: format!("{rule}: numbered cells are inside"),
            cells: vec![cell],
            message: format!("{cell} is outside"),
        });
    }
    let found = inside.block(cell).filter(|&near| inside[near]).count();
    if found != count as usize {
        violations.push(Violation {
            rule: format!("{rule}: counts the inside cells of its 3×3 block"),
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
    let rule = "the inside cells are orthogonally connected".to_owned();
    let Some(first) = inside.cells().find(|&cell| inside[cell]) else {
        return Some(Violation {
            rule,
            cells: Vec::new(),
            message: "no cell is inside".to_owned(),
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
        rule: "every outside cell reaches the edge of the grid through outside cells".to_owned(),
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
            rule: "the inside cells fold along grid lines into the surface of a box".to_owned(),
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

    fn rules(found: &[Violation]) -> Vec<&str> {
        found
            .iter()
            .map(|violation| violation.rule.as_str())
            .collect()
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
            "every cell is inside (#) or outside (.)",
            &[(0, 0)],
            "r1c1 holds 3",
        );
        let only = |givens: &[((usize, usize), &str)], rule: &str, message: &str| {
            let found = check(&on_cross(givens), &cross());
            let (row, column) = givens.last().unwrap().0;
            assert_only(&found, rule, &[(row, column)], message);
            assert_eq!(on_cross(givens).check_grid_rules(&cross().grid), found);
        };
        // Around (0, 2): only south, at distance 1. Around (1, 0): east 2, south none.
        assert_eq!(
            check(
                &on_cross(&[((0, 2), "S"), ((1, 0), "E"), ((1, 1), "ES")]),
                &cross()
            ),
            []
        );
        only(
            &[((2, 2), "N")],
            "arrow at r3c3: arrow cells are outside",
            "r3c3 is inside",
        );
    }
}
