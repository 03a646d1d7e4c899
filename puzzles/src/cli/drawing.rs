//! Drawings for the terminal: the puzzle, a solution, two solutions compared, and the consensus of all.

use std::borrow::Cow;

use clap::{Args, ValueEnum};

use super::console::Console;
use super::files;
use super::open::Failure;
use crate::draw::{
    CellSize, Style, SvgOptions, TerminalOptions, key, name_regions, svg, terminal, widest_line,
};
use crate::picture::Picture;
use crate::read::Loaded;
use crate::whole::write_whole;

/// How drawings look.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Drawing")]
pub(super) struct DrawArguments {
    /// Draw with ASCII characters only, including the frames of error reports
    #[arg(long)]
    pub(super) ascii: bool,

    /// Name rows and columns (r3c5 is row 3 from the top, column 5 from the left)
    #[arg(long)]
    pub(super) coordinates: bool,

    /// Write the names of regions into their empty cells
    #[arg(long)]
    pub(super) regions: bool,
}

/// How a command draws on the terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing {
    pub(super) options: TerminalOptions,
    regions: bool,
    /// Columns that there are, where it is known that no more can be seen.
    room: Option<usize>,
}

impl DrawArguments {
    /// The same with the console's preferences.
    pub(super) fn on(self, console: &Console) -> Drawing {
        let room = console.columns();
        let options = TerminalOptions {
            ascii: self.ascii,
            coordinates: self.coordinates,
            colour: console.colours(),
            ..TerminalOptions::default()
        };
        Drawing {
            options: TerminalOptions {
                width: room.unwrap_or(options.width),
                ..options
            },
            regions: self.regions,
            room,
        }
    }
}

impl Drawing {
    /// Draws for the terminal, without a title, which is in the report. If the terminal is too narrow, a message takes
    /// the place of the drawing.
    pub(super) fn draw(self, picture: Picture) -> String {
        let picture = self.prepared(picture);
        let plain = TerminalOptions {
            colour: false,
            ..self.options
        };
        let drawn = terminal(&picture, self.options);
        let Some(room) = self.room else { return drawn };
        let wide = match self.options.colour {
            true => widest_line(&terminal(&picture, plain)),
            false => widest_line(&drawn),
        };
        if wide <= room {
            return drawn;
        }
        format!(
            "(not drawn: the drawing is {wide} characters wide, the terminal {room}; --svg FILE draws it)\n"
        )
    }

    /// The meaning of the signs in the drawings of these pictures, if there are any.
    pub(super) fn key(self, pictures: &[&Picture]) -> String {
        key(pictures, self.options.ascii)
    }

    fn prepared(self, mut picture: Picture) -> Picture {
        picture.title.clear();
        if self.regions {
            name_regions(&mut picture, true);
        }
        picture
    }
}

/// Which files pictures go to.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Drawing")]
pub(super) struct PictureArguments {
    /// Write the picture to this file as SVG (further pictures, such as a net and a box, beside it); for several
    /// puzzles, one picture each into this folder
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Write the picture to this file as PNG, likewise
    #[arg(long, value_name = "FILE")]
    png: Option<String>,

    /// Write the picture to this file as PDF, likewise: a page as large as the picture
    #[arg(long, value_name = "FILE")]
    pdf: Option<String>,

    /// The colours of these files: `colour`, or `print`, black on white with rooms told by their borders alone
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "colour",
        hide_default_value = true
    )]
    style: PictureStyle,

    /// The side of a cell in these files, in pixels or, as in `9mm`, in millimetres; 40 pixels (10.6 mm) by default,
    /// and 80 in a PNG
    #[arg(long, value_name = "SIDE", value_parser = cell_size)]
    cell: Option<CellSize>,
}

/// How pictures in files are coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PictureStyle {
    Colour,
    Print,
}

/// The least and the greatest side of a cell in a file, in pixels.
const CELLS: std::ops::RangeInclusive<f64> = 4.0..=1000.0;

/// The side of a cell, as `32` or `9mm`.
fn cell_size(text: &str) -> Result<CellSize, String> {
    let (number, is_on_paper) = match text.strip_suffix("mm") {
        Some(number) => (number, true),
        None => (text.strip_suffix("px").unwrap_or(text), false),
    };
    let side: f64 = number
        .trim()
        .parse()
        .map_err(|_| "expected pixels, as in `32`, or millimetres, as in `9mm`".to_owned())?;
    let (pixels, size) = match is_on_paper {
        true => (side * PIXELS_PER_MILLIMETRE, CellSize::Millimetres(side)),
        false => (side, CellSize::Pixels(side)),
    };
    match CELLS.contains(&pixels) {
        true => Ok(size),
        false => Err("expected 4 to 1000 pixels, or 1.1 to 264 millimetres".to_owned()),
    }
}

/// Of SVG.
const PIXELS_PER_MILLIMETRE: f64 = 96.0 / 25.4;

/// Pixels of a PNG for each of the SVG's: as many as there are to be, on paper 300 to the inch, and otherwise two.
#[cfg(feature = "png")]
const fn png_scale(cell: Option<CellSize>) -> f32 {
    match cell {
        None => 2.0,
        Some(CellSize::Pixels(_)) => 1.0,
        Some(CellSize::Millimetres(_)) => 300.0 / 96.0,
    }
}

impl PictureArguments {
    pub(super) fn are_wanted(&self) -> bool {
        self.files().any(|(file, _)| file.is_some())
    }

    /// The files asked for, each with the end of its name.
    fn files(&self) -> impl Iterator<Item = (&Option<String>, &'static str)> {
        [(&self.svg, "svg"), (&self.png, "png"), (&self.pdf, "pdf")].into_iter()
    }

    /// Refuses what would surely disappoint, before any work is done.
    ///
    /// # Errors
    /// If a file is named as if it were of the other sort, or this build cannot draw PNG.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let refuse = |text: &str| Err(Failure::bad_input(format!("error: {text}")));
        for (file, sort) in self.files() {
            let name = file.as_deref().unwrap_or_default().to_ascii_lowercase();
            let mut others = self.files().map(|(_, other)| other);
            let other = others.find(|&other| other != sort && name.ends_with(&format!(".{other}")));
            if let Some(other) = other {
                return refuse(&format!(
                    "--{sort} writes {}, and the name of the file ends in .{other}; did you mean --{other}?",
                    sort.to_ascii_uppercase()
                ));
            }
        }
        if (self.png.is_some() || self.pdf.is_some()) && cfg!(not(feature = "png")) {
            return refuse(
                "this program was built without PNG and PDF; --svg FILE works, and so does a build with `--features png`",
            );
        }
        Ok(())
    }

    /// The same for pictures of several puzzles: the files go into the folders named, each called after its puzzle.
    ///
    /// # Errors
    /// If a folder is a file or cannot be made.
    pub(super) fn make_folders(&self) -> Result<(), Failure> {
        for folder in self.files().filter_map(|(file, _)| file.as_ref()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                Failure::not_written(format!(
                    "error: cannot create the folder `{folder}` for the pictures of several puzzles: {error}"
                ))
            })?;
        }
        Ok(())
    }

    /// Where the pictures of one puzzle of several go.
    pub(super) fn in_folders(&self, puzzle: &str) -> Self {
        let within = |folder: &Option<String>, extension: &str| {
            let folder = folder.as_ref()?;
            let path = std::path::Path::new(folder).join(format!("{puzzle}.{extension}"));
            Some(path.to_string_lossy().into_owned())
        };
        Self {
            svg: within(&self.svg, "svg"),
            png: within(&self.png, "png"),
            pdf: within(&self.pdf, "pdf"),
            style: self.style,
            cell: self.cell,
        }
    }

    /// Writes the picture to the requested files, and further SVG documents to files beside them.
    pub(super) fn write(
        &self,
        mut picture: Picture,
        drawing: DrawArguments,
        extra: &[(&'static str, String)],
    ) -> Result<(), Failure> {
        if drawing.regions {
            name_regions(&mut picture, false);
        }
        let options = SvgOptions {
            coordinates: drawing.coordinates,
            style: match self.style {
                PictureStyle::Colour => Style::Colour,
                PictureStyle::Print => Style::Print,
            },
            cell: self.cell,
        };
        self.write_documents(&svg(&picture, options), extra)
    }

    /// The same for pictures that are SVG already.
    pub(super) fn write_documents(
        &self,
        document: &str,
        extra: &[(&'static str, String)],
    ) -> Result<(), Failure> {
        for (file, sort) in self.files() {
            let Some(path) = file else { continue };
            let named = extra
                .iter()
                .map(|(name, text)| (files::beside(path, name), text.as_str()));
            for (path, text) in std::iter::once((path.to_owned(), document)).chain(named) {
                let bytes = match sort {
                    "svg" => Cow::Borrowed(text.as_bytes()),
                    sort => self.converted(text, sort, &path)?.into(),
                };
                write_whole(&path, &bytes).map_err(Failure::not_written)?;
            }
        }
        Ok(())
    }

    /// An SVG document as PNG or PDF.
    #[cfg(feature = "png")]
    fn converted(&self, document: &str, sort: &str, path: &str) -> Result<Vec<u8>, Failure> {
        let converted = match sort {
            "pdf" => crate::draw::pdf(document),
            _ => crate::draw::png(document, png_scale(self.cell)),
        };
        converted
            .map_err(|error| Failure::not_written(format!("error: cannot draw `{path}`: {error}")))
    }

    /// [`PictureArguments::check`] has refused both.
    #[cfg(not(feature = "png"))]
    fn converted(&self, _: &str, _: &str, _: &str) -> Result<Vec<u8>, Failure> {
        Ok(Vec::new())
    }
}

/// A picture with the title of the puzzle's file, what became of the puzzle if that has to be said, and where the
/// puzzle comes from.
pub(super) fn titled(mut picture: Picture, loaded: &Loaded, outcome: &str) -> Picture {
    let title = loaded.title.as_deref().unwrap_or_default();
    picture.title = match (title, outcome) {
        (title, "") => title.to_owned(),
        ("", outcome) => outcome.to_owned(),
        (title, outcome) => format!("{title}: {outcome}"),
    };
    picture.credit = loaded.source.clone().unwrap_or_default();
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_fits_the_terminal_or_is_not_drawn() {
        let picture = Picture::blank(2, 30);
        let drawing = |room: Option<usize>| Drawing {
            options: TerminalOptions {
                width: room.unwrap_or(80),
                colour: true,
                ..TerminalOptions::default()
            },
            regions: false,
            room,
        };
        let whole = drawing(None).draw(picture.clone());
        let wide = widest_line(&whole);
        assert_eq!(drawing(Some(wide)).draw(picture.clone()), whole);
        let refused = drawing(Some(wide - 1)).draw(picture);
        let told = format!("{wide} characters wide, the terminal {}", wide - 1);
        assert!(
            refused.contains(&told) && refused.lines().count() == 1,
            "{refused}"
        );
    }
}
