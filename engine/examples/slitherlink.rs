//! Slitherlink: one closed line along the edges of a grid; a number says how many edges of its cell are on it.
//!
//! `cargo run --release --example slitherlink -- [--learn on|off] [FILE]`: the file has the grid, a digit or `.` for
//! each cell.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::propagators::{Graph, Linear, Loop, Presence};
use quadrille_engine::{Literal, Model, Relation, Var};

const BUILT_IN: &str = "\
2...
.3.3
2..1
2..3
";

fn main() {
    let (options, text) = shared::start(BUILT_IN);
    let grid: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.trim().chars().collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let (height, width) = (grid.len(), grid.first().map_or(0, Vec::len));
    assert!(grid.iter().all(|row| row.len() == width), "a rectangle");
    let mut model = Model::new();
    let corner = |row: usize, column: usize| row * (width + 1) + column;
    let mut edges = Vec::new();
    let mut edge = |model: &mut Model, from: usize, to: usize| {
        let drawn = model.var(0..=1);
        edges.push((from, to, Presence::If(Literal::is(drawn, 1))));
        drawn
    };
    // Above and below the cells, and left and right of them.
    let mut across = Vec::new();
    for row in 0..=height {
        let line: Vec<Var> = (0..width)
            .map(|column| edge(&mut model, corner(row, column), corner(row, column + 1)))
            .collect();
        across.push(line);
    }
    let mut down = Vec::new();
    for row in 0..height {
        let line: Vec<Var> = (0..=width)
            .map(|column| edge(&mut model, corner(row, column), corner(row + 1, column)))
            .collect();
        down.push(line);
    }
    let corners = (height + 1) * (width + 1);
    model.post(Loop::new(Graph::of_edges(corners, &edges)));
    for row in 0..height {
        for column in 0..width {
            let Some(number) = grid[row][column].to_digit(10) else {
                continue;
            };
            let around = [
                across[row][column],
                across[row + 1][column],
                down[row][column],
                down[row][column + 1],
            ];
            model.post(Linear::sum(&around, Relation::Is, i64::from(number)));
        }
    }
    shared::unique(&options, model, |solution| {
        for row in 0..=height {
            let drawn =
                |var: Var, line: &'static str, gap| if solution[var] == 1 { line } else { gap };
            let edges = across[row].iter().map(|&var| drawn(var, "──", "  "));
            println!(
                "+{}",
                edges.map(|edge| format!("{edge}+")).collect::<String>()
            );
            if row < height {
                let edges = down[row].iter().map(|&var| drawn(var, "│", " "));
                println!(
                    "{}",
                    edges.map(|edge| format!("{edge}  ")).collect::<String>()
                );
            }
        }
    });
}
