//! Presentation of the puzzle and its solutions: picture, report, answer.

use std::cell::RefCell;

use super::{Given, ShutTheBox};
use crate::fold::{Face, Fold, Mark, Shape, box_svg, folds, net_svg};
use crate::picture::{Fill, MarkPicture, Picture};
use crate::puzzle::Completed;
use crate::symbol::Symbol;

pub(super) fn picture(puzzle: &ShutTheBox) -> Picture {
    let mut picture = Picture::blank(puzzle.givens.rows(), puzzle.givens.columns());
    for cell in puzzle.givens.cells() {
        let drawn = &mut picture.cells[cell];
        match &puzzle.givens[cell] {
            Given::Nothing => {}
            Given::Arrow(points) => {
                drawn.arrows = points.clone();
                drawn.given = true;
            }
            Given::Number { count, mark } => {
                drawn.text = count.to_string();
                drawn.given = true;
                drawn.mark = mark.map(|mark| match mark {
                    Mark::Circle => MarkPicture::Circle,
                    Mark::Square => MarkPicture::Square,
                });
            }
        }
    }
    picture
}

pub(super) fn fill(puzzle: &ShutTheBox, picture: &mut Picture, completed: &Completed) {
    for cell in picture.cells.cells() {
        picture.cells[cell].fill = match completed.grid.get(cell) {
            Some(Symbol::Hash) => Fill::Inside,
            Some(Symbol::Dot) => Fill::Outside,
            _ => Fill::Plain,
        };
    }
    if let [fold, ..] = &ways(puzzle, completed)[..] {
        picture.folds = fold.fold_lines().collect();
    }
}

thread_local! {
    /// The shape last folded, with all its folds. Answer, report and pictures ask for those of one solution one after
    /// the other: without this, most of the time of a run that prints many large shapes goes into folding them anew.
    static LAST: RefCell<Option<(Shape, Vec<Fold>)>> = const { RefCell::new(None) };
}

/// The ways to fold the inside of `completed` into a box on which the marks hold.
fn ways(puzzle: &ShutTheBox, completed: &Completed) -> Vec<Fold> {
    let inside = completed.grid.map(|&symbol| symbol == Symbol::Hash);
    let Ok(shape) = Shape::new(inside) else {
        return Vec::new();
    };
    let mut ways = LAST.with_borrow_mut(|last| match last {
        Some((known, folds)) if *known == shape => folds.clone(),
        _ => {
            let folds = folds(&shape);
            last.insert((shape, folds)).1.clone()
        }
    });
    let numbers = puzzle.numbers();
    ways.retain(|fold| fold.keeps_marks(&numbers));
    ways
}

/// The box, each face with its numbers and their sum, and how many ways there are to fold it.
pub(super) fn report(puzzle: &ShutTheBox, completed: &Completed) -> Vec<String> {
    let cells = completed
        .grid
        .values()
        .iter()
        .filter(|&&s| s == Symbol::Hash)
        .count();
    let ways = ways(puzzle, completed);
    let Some(fold) = ways.first() else {
        return vec![format!(
            "{cells} cells are kept; they do not fold into a box"
        )];
    };
    let numbers = puzzle.numbers();
    let ways = match ways.len() {
        1 => "in exactly one way".to_owned(),
        n => format!("in {n} ways, the first of which is"),
    };
    let mut lines = vec![format!(
        "{cells} cells are kept; they fold into a {} box {ways}",
        fold.size()
    )];
    let wide = Face::ALL
        .map(|face| face.name().len())
        .into_iter()
        .max()
        .unwrap_or(0);
    for (face, sum) in Face::ALL.into_iter().zip(fold.face_sums(&numbers)) {
        let on_face = numbers
            .iter()
            .filter(|number| fold.face(number.0) == Some(face));
        let texts: Vec<String> = on_face.map(|number| number.1.to_string()).collect();
        lines.push(format!(
            "{:wide$}  {} = {sum}",
            face.name(),
            texts.join(" + ")
        ));
    }
    lines
}

/// The product of the sums of the six faces of the first fold; `None` if there is none.
pub(super) fn answer(puzzle: &ShutTheBox, completed: &Completed) -> Option<u128> {
    let ways = ways(puzzle, completed);
    let sums = ways.first()?.face_sums(&puzzle.numbers());
    let mut sums = sums.into_iter().map(u128::from);
    sums.try_fold(1, u128::checked_mul)
}

/// The net and the box of the first fold.
pub(super) fn extra_pictures(
    puzzle: &ShutTheBox,
    completed: &Completed,
) -> Vec<(&'static str, String)> {
    let numbers = puzzle.numbers();
    match &ways(puzzle, completed)[..] {
        [] => Vec::new(),
        [fold, ..] => vec![
            ("net", net_svg(fold, &numbers)),
            ("box", box_svg(fold, &numbers)),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{published, puzzle, solution};
    use super::*;
    use crate::filled::testing::filled;
    use crate::grid::{Cell, Direction};

    #[test]
    fn the_answer_is_the_published_one() {
        assert_eq!(answer(&published(), &solution()), Some(16_414_860));
    }

    #[test]
    fn the_report_tells_the_box_and_its_faces() {
        let lines = report(&published(), &solution());
        assert_eq!(lines.len(), 7);
        assert_eq!(
            lines[0],
            "136 cells are kept; they fold into a 2×6×7 box in exactly one way"
        );
        // The sums that Jane Street's answer is the product of.
        let mut sums: Vec<u32> = lines[1..]
            .iter()
            .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
            .collect();
        sums.sort_unstable();
        assert_eq!(sums, [5, 11, 11, 17, 28, 57]);
    }

    #[test]
    fn what_does_not_fold_has_no_answer_and_no_further_picture() {
        let square = filled(&["##", "##"]);
        let puzzle = puzzle(&[". .", ". ."]);
        assert_eq!(answer(&puzzle, &square), None);
        assert_eq!(
            report(&puzzle, &square),
            ["4 cells are kept; they do not fold into a box"]
        );
        assert!(extra_pictures(&puzzle, &square).is_empty());
        assert_eq!(extra_pictures(&published(), &solution()).len(), 2);
    }

    #[test]
    fn the_picture_shows_arrows_marks_and_the_shape() {
        let mut drawn = picture(&published());
        let arrow = drawn.cells[Cell::new(0, 8)].arrows.clone();
        assert_eq!(arrow, [Direction::South, Direction::West]);
        let marked = Cell::new(1, 15);
        assert_eq!(drawn.cells[marked].mark, Some(MarkPicture::Circle));
        fill(&published(), &mut drawn, &solution());
        assert_eq!(drawn.cells[marked].fill, Fill::Inside);
        assert_eq!(drawn.cells[Cell::new(0, 8)].fill, Fill::Outside);
        assert!(!drawn.folds.is_empty());
    }
}
