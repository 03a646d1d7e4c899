//! The size of the grid: fixed by the rulebook, given by the file, or implied by its data.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::notation::strokes_size;
use super::super::syntax::{Dimension, Ground, Kind, Lines, Rulebook};
use super::{Group, MOST_PLACES, plain};
use crate::document::Block;
use crate::document::{Document, Problem, Problems, SizeLimits};
use crate::document::{block_text, inside, wrong_type};
use crate::words::counted;

/// The size of a grid.
#[derive(Debug)]
pub(super) struct Sized {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Its source, to follow "as in".
    pub(super) model: String,
}

/// What is known about the size so far.
#[derive(Default)]
struct SizeSoFar {
    rows: Option<usize>,
    columns: Option<usize>,
    model: Option<String>,
    span: Option<Range<usize>>,
}

impl SizeSoFar {
    fn add(
        &mut self,
        size: (Option<usize>, Option<usize>),
        model: &str,
        span: Option<Range<usize>>,
    ) {
        let news = (self.rows.is_none() && size.0.is_some())
            || (self.columns.is_none() && size.1.is_some());
        if news {
            self.rows = self.rows.or(size.0);
            self.columns = self.columns.or(size.1);
            self.model = Some(model.to_owned());
            self.span = span.or(self.span.take());
        }
    }

    /// Adds what the key `size` says.
    fn add_key(&mut self, document: &Document<'_>, problems: &mut Problems) {
        if let Some(value) = document.entries().get("size") {
            let written = plain(&document.source.text, value).map(|(size, _)| size);
            match written.as_deref().map(parse) {
                Some(Some((rows, columns))) => {
                    let clash = self.rows.is_some_and(|side| side != rows)
                        || self.columns.is_some_and(|known| known != columns);
                    if clash {
                        problems.push(Problem::new(
                            value.span(),
                            "`size` is not the size that the rules require",
                            format!("found {rows}x{columns}, expected {}", in_words(self)),
                        ));
                    }
                    self.add((Some(rows), Some(columns)), "`size`", Some(value.span()));
                }
                Some(None) => problems.push(Problem::new(
                    value.span(),
                    "`size` is not a size",
                    format!(
                        "found `{}`, expected a text like \"6x7\": 6 rows and 7 columns",
                        written.as_deref().unwrap_or_default()
                    ),
                )),
                None => problems.push(wrong_type(
                    "size",
                    value,
                    "a text like \"6x7\": 6 rows and 7 columns",
                )),
            }
        }
    }

    fn is_known(&self) -> bool {
        self.rows.is_some() && self.columns.is_some()
    }
}

/// Finds the size. `None` if it is not given, wrong or too large, which has been reported.
pub(super) fn find(
    document: &Document<'_>,
    book: &Rulebook,
    groups: &[Group<'_>],
    tables: &[&DeTable<'_>],
    problems: &mut Problems,
) -> Option<Sized> {
    let before = problems.len();
    let text = document.source.text.as_str();
    let mut known = SizeSoFar::default();
    let fixed = |dimension: &Option<Dimension>| match dimension {
        Some(Dimension::Number(number)) => Some(*number),
        _ => None,
    };
    known.add((fixed(&book.rows), fixed(&book.columns)), "the rules", None);
    known.add_key(document, problems);
    // A drawn grid says more than a list.
    for lists in [false, true] {
        for group in groups {
            for table in tables {
                if let Some(value) = table.get(group.key).filter(|_| !known.is_known()) {
                    let size = shows(text, book, group, value, lists);
                    let model = match tables.len() {
                        1 => format!("`{}`", group.key),
                        _ => format!("`{}` of the first board", group.key),
                    };
                    known.add(size, &model, Some(value.span()));
                }
            }
        }
    }
    let square = is_square(book);
    // With two names the grid may be of any size, and is a square if no more is known.
    let named = |side: &Option<Dimension>| matches!(side, Some(Dimension::Name(_)));
    if named(&book.rows) && named(&book.columns) {
        known.rows = known.rows.or(known.columns);
        known.columns = known.columns.or(known.rows);
    }
    let (Some(rows), Some(columns)) = (known.rows, known.columns) else {
        if problems.len() == before {
            report_drawn(document, book, groups, tables, problems);
        }
        if problems.len() == before {
            problems.push(not_given(document, &known));
        }
        return None;
    };
    let span = known.span.clone().unwrap_or(0..0);
    if !(1..=MOST_PLACES).contains(&rows.saturating_mul(columns)) {
        problems.push(Problem::new(
            span,
            "the grid is too large",
            format!(
                "found {}, expected at most {MOST_PLACES} cells",
                rows_and_columns(rows, columns)
            ),
        ));
        return None;
    }
    if square && rows != columns {
        problems.push(Problem::new(
            span,
            "the grid is not a square",
            format!(
                "found {}, expected as many rows as columns",
                rows_and_columns(rows, columns)
            ),
        ));
        return None;
    }
    Some(Sized {
        rows,
        columns,
        model: known.model.unwrap_or_default(),
    })
}

/// That the size is not given.
fn not_given(document: &Document<'_>, known: &SizeSoFar) -> Problem {
    let place = document.entries().get("kind").map_or(0..0, Spanned::span);
    let found = format!("found {}", in_words(known));
    Problem::new(place, "the size of the grid is not given", found)
        .help("`size = \"6x7\"` stands for 6 rows and 7 columns")
}

/// Whether the rulebook has as many rows as columns.
fn is_square(book: &Rulebook) -> bool {
    match (&book.rows, &book.columns) {
        (Some(Dimension::Name(a)), Some(Dimension::Name(b))) => a.name == b.name,
        _ => false,
    }
}

/// The side of a square grid that is written in one line. Fewer cells are rather a row of something larger.
fn side_in_a_line(rows: usize, cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (rows == 1 && side >= 4 && side * side == cells).then_some(side)
}

/// Reports mistakes in grids of cells that hide the size.
fn report_drawn(
    document: &Document<'_>,
    book: &Rulebook,
    groups: &[Group<'_>],
    tables: &[&DeTable<'_>],
    problems: &mut Problems,
) {
    let limits = SizeLimits {
        rows: 1..=MOST_PLACES,
        columns: 1..=MOST_PLACES,
    };
    let is_drawn = |group: &&Group<'_>| {
        matches!(
            book.layers[group.layers[0]].on,
            Ground::Atoms(Kind::Cell, _)
        )
    };
    for group in groups.iter().filter(is_drawn) {
        for value in tables.iter().filter_map(|table| table.get(group.key)) {
            if let Some(piece) = block_text(&document.source.text, group.key, value, problems) {
                Block::new(group.key, piece)
                    .with_hashes()
                    .within(&limits, problems);
            }
        }
    }
}

fn rows_and_columns(rows: usize, columns: usize) -> String {
    let rows = counted(rows as u64, "row");
    format!("{rows} and {}", counted(columns as u64, "column"))
}

fn in_words(known: &SizeSoFar) -> String {
    match (known.rows, known.columns) {
        (Some(rows), Some(columns)) => format!("{rows}x{columns}"),
        (Some(rows), None) => format!("{}, but no number of columns", counted(rows as u64, "row")),
        (None, Some(columns)) => format!(
            "{}, but no number of rows",
            counted(columns as u64, "column")
        ),
        (None, None) => "neither rows nor columns".to_owned(),
    }
}

/// `6x7`.
fn parse(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', '×'])?;
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number > 0);
    Some((number(rows)?, number(columns)?))
}

/// The size implied by the value of a key, as far as possible; mistakes in it are reported later.
fn shows(
    text: &str,
    book: &Rulebook,
    group: &Group<'_>,
    value: &Spanned<DeValue<'_>>,
    lists: bool,
) -> (Option<usize>, Option<usize>) {
    let layer = &book.layers[group.layers[0]];
    let part = |key: &str| value.get_ref().as_table().and_then(|table| table.get(key));
    let block = |value: &Spanned<DeValue<'_>>| {
        let block = Block::new(group.key, inside(text, value)?);
        (block.rows() > 0).then(|| (block.rows(), block.columns()))
    };
    let both = |size: Option<(usize, usize)>| match size {
        Some((rows, columns)) => (Some(rows), Some(columns)),
        None => (None, None),
    };
    match &layer.on {
        Ground::Regions(_) | Ground::Atoms(Kind::Cell, _) if !lists => {
            let drawn = block(value);
            let in_a_line = drawn.filter(|_| is_square(book));
            let side = in_a_line.and_then(|(rows, columns)| side_in_a_line(rows, columns));
            both(side.map(|side| (side, side)).or(drawn))
        }
        Ground::Atoms(Kind::Corner, _) if !lists => both(
            block(value).map(|(rows, columns)| (rows.saturating_sub(1), columns.saturating_sub(1))),
        ),
        Ground::Atoms(kind @ (Kind::Edge | Kind::Link), _) if !lists => {
            let is_edge = *kind == Kind::Edge;
            if value.get_ref().is_str() {
                return both(inside(text, value).and_then(|piece| strokes_size(*kind, piece.text)));
            }
            let (flat, upright) = (
                part("horizontal").and_then(block),
                part("vertical").and_then(block),
            );
            let by_flat = flat.map(|(rows, columns)| match is_edge {
                true => (rows.saturating_sub(1), columns),
                false => (rows, columns + 1),
            });
            let by_upright = upright.map(|(rows, columns)| match is_edge {
                true => (rows, columns.saturating_sub(1)),
                false => (rows + 1, columns),
            });
            both(by_flat.or(by_upright))
        }
        Ground::Lines(kind) if lists => {
            let long = |value: &Spanned<DeValue<'_>>| {
                let words = !layer.domain.is_quoted();
                super::places::items(text, value, words).map(|items| items.len())
            };
            let part_long = |keys: &[&str]| keys.iter().find_map(|key| part(key).and_then(long));
            match kind {
                Lines::Row => (long(value), None),
                Lines::Column => (None, long(value)),
                Lines::Line => (part_long(&["rows"]), part_long(&["columns"])),
                Lines::View => (part_long(&["left", "right"]), part_long(&["top", "bottom"])),
                Lines::Diagonal => (None, None),
            }
        }
        _ => (None, None),
    }
}
