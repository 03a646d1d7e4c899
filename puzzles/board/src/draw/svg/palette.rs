//! The colours and line widths of drawings.

use super::super::TINTS;

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// For a screen: tinted rooms, coloured lines.
    #[default]
    Colour,
    /// For paper: black and grey on white, rooms told by their borders alone.
    Print,
}

impl Style {
    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Style::Colour => &COLOUR,
            Style::Print => &PRINT,
        }
    }
}

/// What everything is drawn with.
#[derive(Debug)]
pub(in super::super) struct Palette {
    pub(super) ink: &'static str,
    /// Thin lines, those that are a little thicker, and the frame.
    pub(super) hair: (&'static str, f64),
    pub(super) fifth: (&'static str, f64),
    pub(super) frame: (&'static str, f64),
    /// Borders of regions.
    pub(super) border: f64,
    /// Of all shaded cells. Lines in ink must show on it.
    pub(super) shaded: &'static str,
    /// Thin lines between shaded cells.
    pub(super) on_shaded: &'static str,
    pub(super) grey: &'static str,
    /// Of cells with a tint of their own.
    pub(super) tinted: &'static str,
    /// The cells of lists beside the grid.
    pub(super) listed: &'static str,
    pub(super) tile: (&'static str, &'static str),
    pub(super) inside: &'static str,
    pub(super) outside: &'static str,
    pub(super) same: &'static str,
    pub(super) differs: &'static str,
    pub(super) unknown: &'static str,
    pub(super) decided: &'static str,
    pub(super) assumed: &'static str,
    pub(super) known: &'static str,
    /// Texts in corners of cells, and those beside the puzzle.
    pub(super) corner: &'static str,
    pub(super) aside: &'static str,
    /// Lines that were to be found, and amounts.
    pub(super) found: &'static str,
    pub(super) tints: [&'static str; TINTS],
    /// Lines through cells, by their kind.
    pub(super) threads: [&'static str; 6],
    pub(super) lamp: &'static str,
    pub(super) tent: &'static str,
    pub(super) leaves: &'static str,
    pub(super) trunk: &'static str,
    pub(super) water: &'static str,
}

const COLOUR: Palette = Palette {
    ink: "#1f2328",
    hair: ("#c9ccd1", 1.0),
    fifth: ("#8c929a", 1.8),
    frame: ("#8c929a", 1.5),
    border: 3.0,
    shaded: "#565d67",
    on_shaded: "#6c737d",
    grey: "#c3c8ce",
    tinted: "#fff3b8",
    listed: "#f1f3f5",
    tile: ("#e8c07d", "#8a5f1c"),
    inside: "#fde8a4",
    outside: "#f4f5f7",
    same: "#c8e9c4",
    differs: "#ffb46b",
    unknown: "#d6d0e6",
    decided: "#ffe04d",
    assumed: "#ffb3b3",
    known: "#b9dcff",
    corner: "#5b3a06",
    aside: "#6a7078",
    found: "#1b5fa8",
    tints: [
        "#fde4d3", "#d8e9fb", "#ddf2d6", "#efdff5", "#fdf4c2", "#d5f1ee", "#fbdbe4", "#e6e6f9",
    ],
    threads: [
        "#c9d3dc", "#f0b9a7", "#a9d8ab", "#cdb5ea", "#ecd27a", "#9fd3e6",
    ],
    lamp: "#ffd23f",
    tent: "#e2703a",
    leaves: "#2f7d3b",
    trunk: "#7a5230",
    water: "#3f86c6",
};

/// Only greys: each colour has three equal parts.
const PRINT: Palette = Palette {
    ink: "#000000",
    hair: ("#808080", 0.8),
    fifth: ("#000000", 1.6),
    frame: ("#000000", 2.4),
    border: 3.2,
    shaded: "#707070",
    on_shaded: "#8a8a8a",
    grey: "#cccccc",
    tinted: "#eeeeee",
    listed: "#ffffff",
    tile: ("#dddddd", "#000000"),
    inside: "#dddddd",
    outside: "#ffffff",
    same: "#ffffff",
    differs: "#bbbbbb",
    unknown: "#e4e4e4",
    decided: "#bbbbbb",
    assumed: "#d4d4d4",
    known: "#ececec",
    corner: "#000000",
    aside: "#444444",
    found: "#777777",
    tints: ["#ffffff"; TINTS],
    threads: [
        "#cccccc", "#b0b0b0", "#dddddd", "#bebebe", "#a4a4a4", "#d5d5d5",
    ],
    lamp: "#ffffff",
    tent: "#ffffff",
    leaves: "#909090",
    trunk: "#000000",
    water: "#555555",
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a colour is black, white or grey.
    fn is_grey(colour: &str) -> bool {
        let digits = colour.trim_start_matches('#');
        digits.len() == 6 && digits[..2] == digits[2..4] && digits[..2] == digits[4..]
    }

    #[test]
    fn paper_has_no_colours() {
        let told = format!("{PRINT:?}");
        let colours: Vec<&str> = told
            .split('"')
            .filter(|part| part.starts_with('#'))
            .collect();
        assert!(colours.len() > 30, "{told}");
        for colour in colours {
            assert!(is_grey(colour), "{colour}");
        }
        assert!(!is_grey(COLOUR.found));
    }
}
