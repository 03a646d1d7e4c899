//! `quadrille fold`: every box that a shape folds into.

use clap::Args;

use super::console::Console;
use super::drawing::PictureArguments;
use super::exit;
use super::open::{self, Failure};
use crate::fold::{Charset, Shape, box_svg, faces_text, folds, net_svg, net_text};
use crate::words::counted;

/// Fold a shape into boxes
///
/// The shape is drawn with rows of `#` (a cell that is kept) and `.` (one that is cut away). All ways to fold it
/// along grid lines into the surface of a box are found; ways that differ by a symmetry of the box are one.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: quadrille fold my-shape.txt --svg net.svg

Exit codes: 0 it folds into a box, 1 into none, 2 bad input.")]
pub(super) struct FoldArguments {
    /// A file with the shape, or - for standard input
    #[arg(value_name = "SHAPE")]
    shape: String,

    /// Draw with ASCII characters only, including the frames of error reports
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    pictures: PictureArguments,
}

/// How wide the drawings of the faces may be side by side.
const WIDTH: usize = 80;

pub(super) fn run(arguments: &FoldArguments, console: &mut Console) -> Result<u8, Failure> {
    arguments.pictures.check()?;
    let source = open::text(&arguments.shape, console.report_style(arguments.ascii))?;
    let shape = Shape::parse(&source.text)
        .map_err(|error| Failure::bad_input(format!("error: {}: {error}", source.name)))?;
    let ways = folds(&shape);
    let charset = if arguments.ascii {
        Charset::Ascii
    } else {
        Charset::Unicode
    };
    let (cells, number) = (shape.count(), ways.len());
    let cells = counted(cells as u64, "cell");
    console.print(&match number {
        0 => format!("{cells}: folds into no box\n"),
        1 => format!("{cells}: folds into a box in exactly one way\n"),
        _ => format!("{cells}: folds into boxes in {number} ways\n"),
    });
    for fold in &ways {
        console.print(&format!("\n{}\n\n", fold.size()));
        console.print(&net_text(fold, &[], charset));
        console.print("\n");
        console.print(&faces_text(fold, &[], charset, WIDTH));
    }
    if let Some(first) = ways.first() {
        let extra = [("box", box_svg(first, &[]))];
        arguments
            .pictures
            .write_documents(&net_svg(first, &[]), &extra)?;
    } else if arguments.pictures.are_wanted() {
        console.complain("warning: there is no box, so no picture was written");
    }
    Ok(if ways.is_empty() {
        exit::NONE
    } else {
        exit::GOOD
    })
}
