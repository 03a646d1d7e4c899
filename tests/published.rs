//! A published model made by hand, from the propagators of both crates.

use quadrille::grid::Grid;
use quadrille::rules::{Metric, NearestEqual};
use quadrille_engine::propagators::{AllDifferentGac, Clause};
use quadrille_engine::{Count, Literal, Model, Var};

/// A published program for Block Party 4 applied the rule in the region with 0-based index i (in the order of the
/// alphabet) only to the values up to i, instead of the region's size. That model is known to have 1584 solutions.
#[test]
fn a_published_mistake_has_1584_solutions() {
    let rows = [
        "ABBBCCCCCC",
        "AABBBCDDCC",
        "AAEEFFGDHH",
        "AAIEJGGGHH",
        "AIIJJKLGGH",
        "AMINOKPPHH",
        "AQRNNNPUUU",
        "QQRSNTWVVW",
        "QQQSSWWVVW",
        "QQQQSSWWWW",
    ];
    let letters = Grid::from_fn(10, 10, |cell| rows[cell.row].as_bytes()[cell.column]);
    let members = |letter: u8| {
        letters
            .cells()
            .filter(|&cell| letters[cell] == letter)
            .collect::<Vec<_>>()
    };
    let mut model = Model::new();
    let cells: Grid<Var> = letters.map(|&letter| {
        let size = letters.values().iter().filter(|&&other| other == letter);
        model.var(1..=size.count() as i32)
    });
    for letter in b'A'..=b'W' {
        let vars: Vec<Var> = members(letter)
            .into_iter()
            .map(|cell| cells[cell])
            .collect();
        model.post(AllDifferentGac::new(&vars));
    }
    let (_, loaded) = quadrille::read::open("block-party-4").unwrap();
    let printed = loaded.puzzle.picture().cells;
    for cell in cells.cells() {
        if let Ok(given) = printed[cell].text.parse() {
            model.post(Clause::new(&[Literal::is(cells[cell], given)]));
        }
    }
    for value in 1..=10 {
        model.post(NearestEqual::new(value, &cells, Metric::Taxicab, |cell| {
            value <= i32::from(letters[cell] - b'A')
        }));
    }
    model.decide(cells.values());
    assert_eq!(model.solver().solutions().count(), Count::Exactly(1584));
}
