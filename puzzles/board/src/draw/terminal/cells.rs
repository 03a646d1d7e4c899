//! What stands in a cell, and in which colours.

use std::borrow::Cow;

use anstyle::{Ansi256Color, Style};

use super::super::{TINTS, printable, region_tints};
use super::{Layout, TerminalOptions};
use crate::grid::{Cell, Direction, Grid};
use crate::picture::{CellPicture, Consensus, Fill, Highlight, MarkPicture, Picture};

/// What cells and borders look like.
pub(super) struct Look<'a> {
    picture: &'a Picture,
    pub(super) ascii: bool,
    tints: Option<(&'a Grid<usize>, Vec<usize>)>,
    /// The region of the cells that belong to none.
    unassigned: Option<usize>,
}

/// Light backgrounds of the 256-colour palette, on which black can be read.
const TINT_COLOURS: [u8; TINTS] = [223, 153, 157, 225, 229, 195, 217, 189];

const fn on(background: u8, foreground: u8) -> Style {
    Style::new()
        .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(background))))
        .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(foreground))))
}

impl<'a> Look<'a> {
    pub(super) fn new(picture: &'a Picture, options: TerminalOptions) -> Self {
        let regions = picture.regions.as_ref();
        Self {
            picture,
            ascii: options.ascii,
            unassigned: picture.unassigned,
            tints: regions
                .filter(|_| picture.tinted)
                .map(|regions| (regions, region_tints(regions))),
        }
    }

    /// The background of a cell's region.
    pub(super) fn tint(&self, cell: Cell) -> Style {
        match &self.tints {
            Some((regions, tints)) => match regions.get(cell) {
                Some(region) if self.unassigned == Some(*region) => Style::new(),
                Some(&region) => on(TINT_COLOURS[tints[region]], 16),
                None => Style::new(),
            },
            None => Style::new(),
        }
    }

    pub(super) fn style(&self, cell: Cell) -> Style {
        let drawn = &self.picture.cells[cell];
        let style = match (drawn.consensus, drawn.fill) {
            _ if drawn.highlight.is_some() => match drawn.highlight {
                Some(Highlight::Decided) => on(220, 16),
                Some(Highlight::Assumed) => on(217, 16),
                _ => on(117, 16),
            },
            (Some(Consensus::Differs), _) => on(214, 16),
            (Some(Consensus::Unknown), _) => on(250, 16),
            (_, Fill::Shaded | Fill::Rounded) => {
                let is_empty = drawn.text.is_empty() && drawn.arrows.is_empty();
                on(238, if is_empty { 238 } else { 231 })
            }
            (_, Fill::Grey) => on(248, 16),
            (_, Fill::Tile) => on(180, 16),
            (_, Fill::Inside) => on(229, if drawn.text.is_empty() { 187 } else { 16 }),
            (_, Fill::Outside) => Style::new(),
            (Some(Consensus::Same), Fill::Plain) if self.tints.is_none() => on(157, 16),
            (_, Fill::Plain) => self.tint(cell),
        };
        if drawn.given { style.bold() } else { style }
    }

    /// The character that fills a cell around its content.
    pub(super) fn filling(&self, cell: &CellPicture) -> char {
        match (cell.fill, self.ascii) {
            (Fill::Shaded | Fill::Rounded, false) => '█',
            (Fill::Shaded | Fill::Rounded | Fill::Inside, true) => '#',
            (Fill::Grey, false) => '░',
            (Fill::Grey, true) => '%',
            (Fill::Tile, false) => '▒',
            (Fill::Inside, false) => '▓',
            _ => ' ',
        }
    }

    /// Exactly as many characters as the content of a cell has.
    pub(super) fn content(&self, cell: &CellPicture, layout: &Layout) -> String {
        let unsure = sign_of_doubt(cell);
        let lock = if cell.locked { Some('*') } else { None };
        let filling = self.filling(cell);
        let text: Cow<'_, str> = match (cell.fill, cell.arrows.is_empty()) {
            _ if !cell.text.is_empty() || !cell.second.is_empty() => written(cell),
            _ if !cell.candidates.is_empty() => candidates(cell).into(),
            (_, false) => arrows(&cell.arrows, self.ascii).collect::<String>().into(),
            (Fill::Tile, _) if layout.padded && unsure.is_none() => (&*cell.corner).into(),
            (Fill::Plain, _) => (&*cell.corner).into(),
            _ => "".into(),
        };
        let sign = unsure.or(lock);
        let framed = match (cell.mark, self.ascii) {
            (None, _) => None,
            (Some(MarkPicture::Circle), false) => Some("○"),
            (Some(MarkPicture::Square), false) => Some("□"),
            (Some(MarkPicture::Circle), true) => Some("( )"),
            (Some(MarkPicture::Square), true) => Some("[ ]"),
        };
        if text.is_empty()
            && sign.is_none()
            && let Some(framed) = framed
        {
            return centred(framed, filling, layout.content);
        }
        if text.is_empty() {
            // A sign alone is in the middle.
            let (empty, filled) = match (cell.fill, self.ascii) {
                (Fill::Plain | Fill::Outside, _) if layout.ruled => (' ', false),
                (Fill::Plain | Fill::Outside, true) => ('.', false),
                (Fill::Plain | Fill::Outside, false) => ('·', false),
                (Fill::Tile, true) => ('#', true),
                _ => (filling, true),
            };
            let around = if filled { empty } else { ' ' };
            let sign = sign.unwrap_or(empty);
            return centred(sign.encode_utf8(&mut [0; 4]), around, layout.content);
        }
        if cell.text.is_empty() && !cell.arrows.is_empty() && layout.padded {
            let signed: String = text.chars().chain(unsure).collect();
            let around = match cell.fill {
                Fill::Shaded | Fill::Rounded => filling,
                _ => ' ',
            };
            return centred(&signed, around, layout.content);
        }
        if !layout.padded {
            // No room beside the text: an uncertain value matters more than the one found first.
            return match unsure {
                Some(sign) if !cell.given => {
                    centred(sign.encode_utf8(&mut [0; 4]), ' ', layout.content)
                }
                _ => format!("{text:>width$}", width = layout.content),
            };
        }
        let (before, after) = match (cell.mark, cell.fill, self.ascii) {
            (Some(MarkPicture::Circle), ..) => ('(', ')'),
            (Some(MarkPicture::Square), ..) => ('[', ']'),
            (None, Fill::Tile, true) => ('[', ']'),
            (None, Fill::Inside, _) => (' ', ' '),
            (None, ..) => (filling, filling),
        };
        let after = match cell.mark {
            None => sign.unwrap_or(after),
            Some(_) => after,
        };
        let inner = layout.content - 2;
        match cell.mark {
            Some(_) => centred(&format!("{before}{text}{after}"), ' ', layout.content),
            None => format!("{before}{text:>inner$}{after}"),
        }
    }
}

/// The sign of a cell whose value is not the same everywhere, or has a part in a step.
fn sign_of_doubt(cell: &CellPicture) -> Option<char> {
    match (cell.consensus, cell.highlight) {
        (Some(Consensus::Unknown), _) => Some('~'),
        (Some(Consensus::Differs), _) | (_, Some(Highlight::Assumed)) => Some('?'),
        (_, Some(Highlight::Decided)) => Some('!'),
        _ => None,
    }
}

/// The text of a cell. A number in the corner beside a sign, both of the puzzle, is a part of what the puzzle says there;
/// a second value follows the first one.
pub(super) fn written(cell: &CellPicture) -> Cow<'_, str> {
    let is_number = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    let text: Cow<'_, str> = match cell.given && is_number(&cell.corner) && !is_number(&cell.text) {
        true => format!("{}{}", cell.text, cell.corner).into(),
        false => (&*cell.text).into(),
    };
    match (text.is_empty(), cell.second.is_empty()) {
        (_, true) => text,
        (true, false) => (&*cell.second).into(),
        (false, false) => format!("{text}/{}", cell.second.replace(' ', "/")).into(),
    }
}

/// The most candidates of a cell that are written.
const MOST_CANDIDATES: usize = 4;

/// A few short candidates of a cell, one after the other; of others nothing.
pub(super) fn candidates(cell: &CellPicture) -> String {
    let is_short = cell.candidates.len() <= MOST_CANDIDATES
        && cell.candidates.iter().all(|word| word.chars().count() == 1);
    match is_short && cell.text.is_empty() {
        true => printable(&cell.candidates.concat()),
        false => String::new(),
    }
}

/// `text` with `around` on both sides, the odd one on the left.
pub(super) fn centred(text: &str, around: char, width: usize) -> String {
    let free = width.saturating_sub(text.chars().count());
    let side = |count: usize| std::iter::repeat_n(around, count);
    let mut centred = String::with_capacity(text.len() + free * around.len_utf8());
    centred.extend(side(free.div_ceil(2)));
    centred.push_str(text);
    centred.extend(side(free / 2));
    centred
}

/// At most two characters.
pub(super) fn arrows(points: &[Direction], ascii: bool) -> impl Iterator<Item = char> + use<> {
    let [up, right, down, left, upright, level] = match ascii {
        true => ['^', '>', 'v', '<', '|', '-'],
        false => ['↑', '→', '↓', '←', '↕', '↔'],
    };
    let has = |direction| points.contains(&direction);
    let pair = |first, second, one: char, other: char, both: char| match (has(first), has(second)) {
        (true, true) => Some(both),
        (true, false) => Some(one),
        (false, true) => Some(other),
        (false, false) => None,
    };
    let vertical = pair(Direction::North, Direction::South, up, down, upright);
    let horizontal = pair(Direction::West, Direction::East, left, right, level);
    vertical.into_iter().chain(horizontal)
}
