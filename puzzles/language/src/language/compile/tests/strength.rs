//! What propagation leaves, against all that is possible.

use quadrille_engine::{Literal, Var};

use super::*;

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
