use quadrille_engine::bits::{Bits, BitsRef, all_of};
use quadrille_engine::testing::PropagatorTest;

use super::*;
use crate::rules::tests::boards::Board;

/// The least of the images of some cells, moved to the upper left.
fn normal(board: &Board, cells: &[usize], turns: u8) -> Vec<(i64, i64)> {
    let image = |turn: u8| {
        let image = cells.iter().map(|&cell| {
            let (r, c) = (
                board.cells[cell].row as i64,
                board.cells[cell].column as i64,
            );
            let (r, c) = if turn & 1 > 0 { (-r, c) } else { (r, c) };
            let (r, c) = if turn & 2 > 0 { (r, -c) } else { (r, c) };
            if turn & 4 > 0 { (c, r) } else { (r, c) }
        });
        let image: Vec<(i64, i64)> = image.collect();
        let top = image.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = image.iter().map(|cell| cell.1).min().unwrap_or(0);
        let mut image: Vec<_> = image.iter().map(|&(r, c)| (r - top, c - left)).collect();
        image.sort_unstable();
        image
    };
    (0..turns).map(image).min().unwrap_or_default()
}

/// The group of a cell, of those that count.
fn group(groups: &[Vec<usize>], root: usize, counts: &BitsRef) -> Vec<usize> {
    let own = groups.iter().find(|group| group.contains(&root));
    let own = own.into_iter().flatten().copied();
    own.filter(|&cell| counts[cell]).collect()
}

fn is(var: Var) -> Presence {
    Presence::If(Literal::is(var, 1))
}

#[test]
fn groups_against_brute_force() {
    for (rows, columns, a, b, uncounted) in [
        (1, 4, 0, 3, ""),
        (2, 2, 0, 3, ""),
        (2, 3, 0, 5, ""),
        (2, 3, 1, 2, "4"),
        (2, 3, 0, 0, ""),
        (3, 3, 0, 8, ""),
        (3, 3, 0, 5, "14"),
    ] {
        let board = Board::new(rows, columns);
        let counts: Bits = (0..rows * columns)
            .map(|cell| !uncounted.contains(&cell.to_string()))
            .collect();
        for turns in [1, 8] {
            let alike = |groups: &[Vec<usize>], value: i32| {
                let all = all_of(counts.len());
                let one = normal(&board, &group(groups, a, &counts), turns);
                let other = normal(&board, &group(groups, b, &all), turns);
                (one == other) == (value == 1)
            };
            // The first variable is the truth, the others are cells or links.
            let post = |vertices: Vec<Presence>, links: &[(usize, usize, Presence)], truth| {
                let one = Figure::of_cells(&board.cells, vertices.clone())
                    .in_group_of(a, links)
                    .counting(counts.clone());
                let other = Figure::of_cells(&board.cells, vertices).in_group_of(b, links);
                Congruence::new(Literal::is(truth, 1), [one, other], turns == 8)
            };
            PropagatorTest::new(
                |model, vars| {
                    let vertices = vars[1..].iter().map(|&var| is(var)).collect();
                    let links = board.links.iter().map(|&(a, b)| (a, b, Presence::Always));
                    model.post(post(vertices, &links.collect::<Vec<_>>(), vars[0]));
                },
                |values| {
                    let there: Bits = values[1..].iter().map(|&v| v == 1).collect();
                    alike(&board.groups(&there, |_| true), values[0])
                },
            )
            .random(150, 1 + counts.len(), 0..=1);
            PropagatorTest::new(
                |model, vars| {
                    let vertices = vec![Presence::Always; counts.len()];
                    let links = board.links.iter().zip(&vars[1..]);
                    let links = links.map(|(&(a, b), &var)| (a, b, is(var)));
                    model.post(post(vertices, &links.collect::<Vec<_>>(), vars[0]));
                },
                |values| {
                    let there = all_of(counts.len());
                    let groups = board.groups(&there, |link| values[1 + link] == 1);
                    alike(&groups, values[0])
                },
            )
            .random(
                if rows < 3 { 150 } else { 20 },
                1 + board.links.len(),
                0..=1,
            );
        }
    }
}

/// The cells with one value of a variable, and those with another.
#[test]
fn cells_against_brute_force() {
    for (rows, columns) in [(1, 4), (2, 2), (2, 3)] {
        let board = Board::new(rows, columns);
        for turns in [1, 8] {
            PropagatorTest::new(
                |model, vars| {
                    let figures = [1, 2].map(|value| {
                        let own = vars[1..].iter();
                        let own = own.map(|&var| Presence::If(Literal::is(var, value)));
                        Figure::of_cells(&board.cells, own.collect())
                    });
                    let truth = Literal::is(vars[0], 1);
                    model.post(Congruence::new(truth, figures, turns == 8));
                },
                |values| {
                    let [one, other] = [1, 2].map(|value| {
                        let cells = 0..board.cells.len();
                        let own = cells.filter(|&cell| values[1 + cell] == value);
                        normal(&board, &own.collect::<Vec<_>>(), turns)
                    });
                    (one == other) == (values[0] == 1)
                },
            )
            .random(150, 1 + board.cells.len(), 0..=3);
        }
    }
}
