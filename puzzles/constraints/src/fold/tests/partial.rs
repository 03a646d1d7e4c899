//! Tests of folding partial shapes.

use std::collections::BTreeSet;

use super::naive::{Random, free_polyominoes, naive_counts, random_nets, shape_of};
use crate::fold::{Mark, PartialFolder, Shape, check_fold, folds};
use crate::grid::{Cell, Grid};

#[test]
fn partial_knowledge_of_a_net_never_refutes_it() {
    for (seed, lengths) in [
        (21, [1, 1, 2]),
        (22, [1, 2, 3]),
        (23, [2, 2, 2]),
        (24, [2, 3, 4]),
    ] {
        let mut random = Random(seed * 1001);
        for net in random_nets(seed, lengths, 10) {
            let grid = net.cells();
            let inside: Vec<Cell> = net.inside().collect();
            let anchor = inside[random.below(inside.len())];
            let (rows, columns) = (grid.rows(), grid.columns());
            let mut folder = PartialFolder::new(rows, columns, anchor, 1..=400).unwrap();
            let mut order: Vec<Cell> = grid.cells().collect();
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i + 1));
            }
            let found = folds(&net);
            let mut kept = folder.all();
            let mut sizes = Vec::new();
            let mut known: BTreeSet<Cell> = BTreeSet::new();
            for part in order.chunks(4) {
                known.extend(part);
                let look = |cell: Cell| known.contains(&cell).then(|| net.contains(cell));
                let afresh = folder.survivors(&folder.all(), look);
                kept = folder.survivors(&kept, look);
                assert_eq!(kept, afresh, "filtering a parent's list gives the same");
                assert!(!kept.is_empty());
                for &cell in folder.barred(&kept, look) {
                    assert!(!net.contains(cell) && !known.contains(&cell));
                }
                if kept.len().is_some_and(|len| len < 200) {
                    let known = Grid::from_fn(rows, columns, look);
                    let (mut fewer, every) = (kept.clone(), kept.len());
                    for &(cell, is_inside) in folder.decide(&mut fewer, &known) {
                        assert!(known[cell].is_none() && net.contains(cell) == is_inside);
                    }
                    assert!(!fewer.is_empty() && fewer.len() <= every);
                    assert_eq!(folder.folds(&fewer, &net), found);
                }
                assert_eq!(folder.folds(&kept, &net), found);
                sizes.push(kept.len().unwrap());
            }
            assert!(sizes.is_sorted_by(|more, fewer| more >= fewer));
            assert_eq!(sizes.last(), Some(&found.len()));
        }
    }
}

#[test]
fn complete_shapes_survive_exactly_as_they_fold() {
    for places in free_polyominoes(6).into_iter().chain(free_polyominoes(8)) {
        let shape = shape_of(places);
        let grid = shape.cells();
        for anchor in shape.inside() {
            let mut folder =
                PartialFolder::new(grid.rows(), grid.columns(), anchor, 1..=50).unwrap();
            let all = folder.all();
            let left = folder.survivors(&all, |cell| Some(grid[cell]));
            assert_eq!(left.len(), Some(folds(&shape).len()));
            assert_eq!(folder.folds(&all, &shape), folds(&shape));
            let mut wider =
                PartialFolder::new(grid.rows(), grid.columns() + 1, anchor, 1..=50).unwrap();
            assert_eq!(wider.folds(&wider.all(), &shape), []);
        }
        if let Some(outside) = grid.cells().find(|&cell| !grid[cell]) {
            let mut folder =
                PartialFolder::new(grid.rows(), grid.columns(), outside, 1..=50).unwrap();
            assert_eq!(folder.folds(&folder.all(), &shape), []);
        }
    }
}

/// All completions of random partial 3 × 4 grids, listed: refuted exactly implies that none folds, a barred cell is in
/// none that folds, and a decided one in all or none.
#[test]
fn refuted_partial_shapes_have_no_completion_that_folds() {
    let folding: Vec<Shape> = (0..1u32 << 12)
        .filter_map(|mask| {
            let grid = Grid::from_fn(3, 4, |cell| mask >> (cell.row * 4 + cell.column) & 1 == 1);
            Shape::new(grid).ok()
        })
        .filter(|shape| !naive_counts(shape).is_empty())
        .collect();
    assert!(!folding.is_empty());
    let mut random = Random(31);
    let (mut refuted, mut left, mut barred) = (0, 0, 0);
    let (mut uncovered, mut decided_in, mut decided_out) = (0, 0, 0);
    for i in 0..3000 {
        let mix = if i % 2 == 0 {
            [Some(true), Some(false), None, None]
        } else {
            [Some(true), Some(true), Some(true), None]
        };
        let mut known = Grid::from_fn(3, 4, |_| mix[random.below(4)]);
        let anchor = Cell::new(random.below(3), random.below(4));
        known[anchor] = Some(true);
        let mut folder = PartialFolder::new(3, 4, anchor, 1..=12).unwrap();
        let kept = folder.survivors(&folder.all(), |cell| known[cell]);
        // A folder that was made for another anchor, and has been used there, does the same.
        let elsewhere = Cell::new(random.below(3), random.below(4));
        let mut moved = PartialFolder::new(3, 4, elsewhere, 1..=12).unwrap();
        moved.survivors(&moved.all(), |cell| known[cell]);
        assert!(!moved.move_to(Cell::new(3, 0)) && moved.anchor() == elsewhere);
        assert!(moved.move_to(anchor));
        assert_eq!(moved.survivors(&moved.all(), |cell| known[cell]), kept);
        let mut copy = moved.clone();
        assert_eq!(copy.survivors(&copy.all(), |cell| known[cell]), kept);
        let agrees = |shape: &&Shape| {
            known
                .cells()
                .all(|cell| known[cell].is_none_or(|inside| inside == shape.contains(cell)))
        };
        let completions: Vec<&Shape> = folding.iter().filter(agrees).collect();
        if kept.is_empty() {
            refuted += 1;
            assert!(completions.is_empty());
        } else {
            left += 1;
        }
        for &cell in folder.barred(&kept, |cell| known[cell]) {
            // Without a placement left there is none in which it could lie.
            barred += usize::from(!kept.is_empty());
            assert!(completions.iter().all(|shape| !shape.contains(cell)));
        }
        let mut covered = kept.clone();
        let decided = folder.decide(&mut covered, &known).to_vec();
        if covered.is_empty() && !kept.is_empty() {
            uncovered += 1;
            assert!(completions.is_empty());
        }
        for &(cell, is_inside) in &decided {
            *if is_inside {
                &mut decided_in
            } else {
                &mut decided_out
            } += 1;
            let agrees = |shape: &&Shape| shape.contains(cell) == is_inside;
            assert!(completions.iter().all(agrees));
        }
        if !covered.is_empty() {
            let barred = folder.barred(&kept, |cell| known[cell]);
            assert!(barred.iter().all(|&cell| decided.contains(&(cell, false))));
        }
    }
    let all = [refuted, left, barred, uncovered, decided_in, decided_out];
    assert!(all.iter().all(|&number| number > 100), "{all:?}");
}

#[test]
fn too_many_placements_are_left_unlisted() {
    let anchor = Cell::new(30, 30);
    let mut folder = PartialFolder::new(60, 60, anchor, 0..=usize::MAX).unwrap();
    let all = folder.survivors(&folder.all(), |_| None);
    assert_eq!(all.len(), None);
    assert!(!all.is_empty());
    assert_eq!(folder.barred(&all, |_| None), []);
    let near = |cell: Cell| (cell.taxicab(anchor) > 3).then_some(false);
    let some = folder.survivors(&all, near);
    assert!(some.len().is_some_and(|n| n > 0));
    // 25 cells are an odd number, which no box has.
    let all_inside = |cell: Cell| near(cell).or(Some(true));
    assert!(folder.survivors(&some, all_inside).is_empty());
    for (row, column) in [(3, 0), (4, 0), (0, 3), (0, 4)] {
        assert!(PartialFolder::new(3, 3, Cell::new(row, column), 1..=9).is_none());
    }
    assert!(PartialFolder::new(61, 3, Cell::new(0, 0), 1..=9).is_none());
}

/// Marks of random cells: a complete shape survives as its folds that keep the marks, and no partial knowledge
/// of a net refutes a fold that keeps them.
#[test]
fn marks_drop_exactly_the_folds_that_break_them() {
    let mut random = Random(41);
    let (mut kept_all, mut kept_some, mut kept_none) = (0, 0, 0);
    for lengths in [[1, 1, 1], [1, 1, 2], [1, 2, 2], [1, 2, 3]] {
        for net in random_nets(43, lengths, 40) {
            let (grid, cells): (_, Vec<Cell>) = (net.cells(), net.inside().collect());
            let found = folds(&net);
            let pick = |random: &mut Random| cells[random.below(cells.len())];
            // A fold's own relations half of the time, so that some marks hold.
            let fold = &found[random.below(found.len())];
            let circle = pick(&mut random);
            let other_circle = match random.below(3) {
                0 => pick(&mut random),
                _ => fold.opposite(circle).unwrap(),
            };
            let square = pick(&mut random);
            let beside = cells.iter().find(|&&cell| fold.are_beside(square, cell));
            let mut numbers = vec![
                (circle, 1, Some(Mark::Circle)),
                (other_circle, 1, Some(Mark::Circle)),
                (pick(&mut random), 1, None),
            ];
            if let Some(&beside) = beside {
                numbers.push((square, 1, Some(Mark::Square)));
                numbers.push((beside, 1, Some(Mark::Square)));
            }
            let keeping: Vec<_> = found
                .iter()
                .filter(|fold| {
                    // The independent checker decides.
                    check_fold(grid, fold, &numbers, None).is_empty()
                })
                .cloned()
                .collect();
            match keeping.len() {
                0 => kept_none += 1,
                n if n < found.len() => kept_some += 1,
                _ => kept_all += 1,
            }
            let anchor = pick(&mut random);
            let mut folder = PartialFolder::new(grid.rows(), grid.columns(), anchor, 1..=40)
                .unwrap()
                .with_marks(&numbers);
            let hidden: Vec<Cell> = (0..random.below(6)).map(|_| pick(&mut random)).collect();
            let known = |cell: Cell| (!hidden.contains(&cell)).then(|| net.contains(cell));
            let some = folder.survivors(&folder.all(), known);
            assert!(some.len().unwrap() >= keeping.len());
            assert_eq!(folder.folds(&some, &net), keeping);
            let Some(counts) = folder.counts(&some) else {
                assert!(some.is_empty());
                continue;
            };
            let (least, most) = (counts.start(), counts.end());
            assert!(keeping.is_empty() || counts.contains(&net.count()));
            // Both ends are boxes' surfaces, which are even.
            assert!(least % 2 == 0 && most % 2 == 0 && least <= most);
        }
    }
    let seen = [kept_all, kept_some, kept_none];
    assert!(seen.iter().all(|&number| number > 0), "{seen:?}");
}

#[test]
fn a_circle_opposite_a_plain_cell_refutes_before_the_shape_is_complete() {
    // In a row of four cells around the cube the first and the third are opposite.
    let count_of = |columns: usize, numbers: &[(Cell, u32, Option<Mark>)]| {
        let known = |cell: Cell| (cell.row == 1 && cell.column < columns).then_some(true);
        let folder = PartialFolder::new(3, 4, Cell::new(1, 0), 6..=6);
        let mut folder = folder.unwrap().with_marks(numbers);
        folder.survivors(&folder.all(), known).len()
    };
    let count = |numbers: &[_]| count_of(4, numbers);
    let circle = |row, column| (Cell::new(row, column), 1, Some(Mark::Circle));
    let square = |row, column| (Cell::new(row, column), 1, Some(Mark::Square));
    assert_eq!(count(&[]), Some(1));
    assert_eq!(count(&[circle(1, 0), circle(1, 2)]), Some(1));
    assert_eq!(count(&[circle(0, 1), circle(2, 1)]), Some(1));
    assert_eq!(count(&[circle(1, 0), circle(0, 1)]), Some(0));
    assert_eq!(count(&[circle(1, 0)]), Some(0));
    // Neighbours are not opposite each other, and no other cell is circled.
    assert_eq!(count_of(2, &[circle(1, 0), circle(1, 1)]), Some(0));
    assert_eq!(count_of(2, &[circle(1, 0), circle(1, 2)]), Some(1));
    // No face of the cube has two cells.
    assert_eq!(count(&[square(1, 0), square(1, 1)]), Some(0));
}

/// Once interrupted, some placements stay that could have been dropped, never one fewer; a complete shape is judged
/// exactly.
#[test]
fn an_interrupt_only_leaves_more() {
    use quadrille_engine::Interrupt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    let asked = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&asked);
    let always = Interrupt::when(move || counter.fetch_add(1, Ordering::Relaxed) < u64::MAX);
    let seldom = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&seldom);
    let never = Interrupt::when(move || counter.fetch_add(1, Ordering::Relaxed) == u64::MAX);
    // A net of the cube, and a strip through it that goes around many boxes more than once.
    let net = [(5, 5), (6, 5), (7, 5), (8, 5), (6, 4), (6, 6)];
    let inside = |cell: Cell| net.contains(&(cell.row, cell.column));
    let strip = |cell: Cell| cell.row == 6 && (1..13).contains(&cell.column);
    let mut exact = PartialFolder::new(14, 14, Cell::new(6, 5), 6..=196).unwrap();
    let mut hasty = exact.clone().with_interrupt(always.clone());
    let all = exact.all();

    let open = |cell: Cell| strip(cell).then_some(true);
    let few = exact.survivors(&all, open);
    let many = hasty.survivors(&all, open);
    assert!(asked.load(Ordering::Relaxed) > 0);
    assert!(many.len() > few.len(), "{:?} {:?}", many.len(), few.len());
    assert_ne!(many, few);
    // What the interrupt left can still be dropped.
    assert_eq!(exact.survivors(&many, open), few);

    let complete = |cell: Cell| Some(inside(cell));
    let ways = exact.survivors(&all, complete);
    assert!(!ways.is_empty());
    assert_eq!(hasty.survivors(&all, complete), ways);
    let begun = exact.survivors(&all, |cell| inside(cell).then_some(true));
    assert_eq!(hasty.survivors(&begun, complete), ways);

    // It looks at the interrupt now and then, and tries none once that is due.
    let placements = begun.len().unwrap();
    assert!(placements > 2000);
    assert!(hasty.survivors(&begun, open).len() > Some(placements - 300));
    let mut patient = exact.clone().with_interrupt(never.clone());
    patient.survivors(&begun, open);
    let looks = seldom.load(Ordering::Relaxed) as usize;
    assert!((1..placements / 100).contains(&looks), "{looks}");

    // Clashing placements that the interrupt has left bar no cell, and none is barred before all have been tried.
    // The placements that are tried in earnest come late, among the largest boxes.
    let (mut random, mut barred) = (Random(62), 0);
    let (mut placements, before) = (0, seldom.load(Ordering::Relaxed) as usize);
    for net in random_nets(61, [2, 3, 4], 10) {
        let (rows, columns) = (net.cells().rows(), net.cells().columns());
        let anchor = net.inside().next().unwrap();
        let mut exact = PartialFolder::new(rows, columns, anchor, 6..=56).unwrap();
        let mut hasty = exact.clone().with_interrupt(always.clone());
        let mut patient = exact.clone().with_interrupt(never.clone());
        let begun = exact.survivors(&exact.all(), |_| None);
        for _ in 0..10 {
            let hidden = Grid::from_fn(rows, columns, |_| random.below(8) == 0);
            let known = |cell: Cell| (!hidden[cell]).then(|| net.contains(cell));
            let few = exact.survivors(&begun, known);
            let many = hasty.survivors(&begun, known);
            let sure = exact.barred(&few, known).to_vec();
            let is_sure = |cell: &Cell| sure.contains(cell);
            assert!(hasty.barred(&many, known).iter().all(is_sure));
            let found = patient.barred(&many, known);
            assert!(found.iter().all(is_sure));
            barred += found.len();
            placements += many.len().unwrap();
        }
    }
    assert!(barred > 0);
    let looks = seldom.load(Ordering::Relaxed) as usize - before;
    assert!(
        (1..placements / 100).contains(&looks),
        "{looks} of {placements}"
    );
}

/// Four cells in a row go around the cube: a fifth would lie on the first, and beside them is room for the two others.
#[test]
fn a_fifth_cell_in_a_row_is_barred() {
    let known = |cell: Cell| (cell.row == 1 && cell.column < 4).then_some(true);
    let mut folder = PartialFolder::new(3, 5, Cell::new(1, 0), 6..=6).unwrap();
    let left = folder.survivors(&folder.all(), known);
    // Other queries to the folder make no difference.
    folder.survivors(&folder.all(), |_| None);
    assert_eq!(folder.barred(&left, known), [Cell::new(1, 4)]);
}
