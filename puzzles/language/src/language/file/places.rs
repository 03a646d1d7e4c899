//! The places of a key: cells of a drawn grid, lines, sides of cells, regions.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::notation::strokes;
use super::super::signs::signs;
use super::super::syntax::{Domain, Ground, Kind, Lines};
use super::super::values::Datum;
use super::word::shape;
use super::{Group, Reader, bad_word, plain};
use crate::document::{Block, Piece};
use crate::document::{Problem, known_words, shown};
use crate::document::{block_text, inside, report_unknown};

/// The key of a part of a layer's values.
pub(in crate::language) fn part_key(layer: &str, part: &str) -> String {
    match part {
        "" => layer.to_owned(),
        part => format!("{layer}.{part}"),
    }
}

/// The lists in which a file has the values of lines: the key of each below that of the layer, which is empty where one
/// list is enough, and its length.
pub(in crate::language) fn lists(
    lines: Lines,
    rows: usize,
    columns: usize,
) -> Vec<(&'static str, usize)> {
    match lines {
        Lines::Row => vec![("", rows)],
        Lines::Column => vec![("", columns)],
        Lines::Line => vec![("rows", rows), ("columns", columns)],
        Lines::View => vec![
            ("left", rows),
            ("right", rows),
            ("top", columns),
            ("bottom", columns),
        ],
        Lines::Diagonal => vec![("", 2 * (rows + columns - 1))],
    }
}

/// The words of a list, or of a text: of several lines, or (for `words`) between white space.
pub(super) fn items(
    text: &str,
    value: &Spanned<DeValue<'_>>,
    words: bool,
) -> Option<Vec<(String, Range<usize>)>> {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().map(|value| plain(text, value)).collect(),
        DeValue::String(_) => {
            let owned = |piece: Piece<'_>| (piece.text.to_owned(), piece.span());
            let piece = inside(text, value)?;
            let parts = match words {
                true => piece.words(),
                false => piece.lines(),
            };
            Some(parts.into_iter().map(owned).collect())
        }
        _ => None,
    }
}

impl Reader<'_> {
    /// The value of a key for places of a board.
    pub(super) fn board_value(
        &mut self,
        group: &Group<'_>,
        board: usize,
        value: &Spanned<DeValue<'_>>,
    ) {
        let geometry = self.data.geometry;
        let (rows, columns) = (geometry.rows, geometry.columns);
        match self.layer(group).on.clone() {
            Ground::Puzzle => self.single(group, value),
            Ground::Atoms(kind, _) => {
                let base = board * geometry.count(kind);
                match kind {
                    Kind::Cell => self.grid(group, group.key, value, (rows, columns), base),
                    Kind::Corner => {
                        self.grid_between(group, group.key, value, (rows + 1, columns + 1), base);
                    }
                    Kind::Edge | Kind::Link => self.strokes(group, kind, value, base),
                }
            }
            Ground::Lines(lines) => {
                let base = board * geometry.count_lines(lines);
                self.lines(group, lines, value, base);
            }
            Ground::Regions(word) => self.by_region(group, &word.name, board, value),
        }
    }

    /// A value for the whole puzzle.
    pub(super) fn single(&mut self, group: &Group<'_>, value: &Spanned<DeValue<'_>>) {
        let layer = group.layers[0];
        match &self.book.layers[layer].domain {
            Domain::Shapes => return self.shapes(group, value),
            Domain::Patterns {
                are_several: true, ..
            } => return self.patterns(group, value),
            _ => {}
        }
        match plain(self.text, value) {
            Some((text, span)) => self.word(group, 0, &text, span),
            None => self.wrong_type(
                group.key,
                value,
                &super::super::signs::expected(&self.book.layers[layer], None),
            ),
        }
    }

    fn shapes(&mut self, group: &Group<'_>, value: &Spanned<DeValue<'_>>) {
        let Some(items) = items(self.text, value, true) else {
            return self.wrong_type(
                group.key,
                value,
                "a list of shapes, each a text like \"##./.##\"",
            );
        };
        let mut shapes = Vec::new();
        for (text, span) in items {
            match shape(&text) {
                Some(cells) => shapes.push(cells),
                None => self.problems.push(
                    Problem::new(
                        span,
                        format!("`{}`: not a shape", group.key),
                        format!("found `{}`, expected rows of `#` and `.`", shown(&text)),
                    )
                    .help("the rows of a shape stand side by side with `/` between them: ##./.##"),
                ),
            }
        }
        self.put(group.layers[0], 0, Datum::Shapes(shapes), value.span());
    }

    fn patterns(&mut self, group: &Group<'_>, value: &Spanned<DeValue<'_>>) {
        let layer = group.layers[0];
        let Some(items) = items(self.text, value, true) else {
            return self.wrong_type(
                group.key,
                value,
                &super::super::signs::expected(&self.book.layers[layer], None),
            );
        };
        let read = |(text, span)| self.pattern(layer, text, span);
        let patterns: Vec<_> = items.into_iter().filter_map(read).collect();
        self.put(layer, 0, Datum::Patterns(patterns), value.span());
    }

    /// A grid that is drawn as a block of text, its first cell at position `base`.
    fn grid(
        &mut self,
        group: &Group<'_>,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        size: (usize, usize),
        base: usize,
    ) {
        let text = self.text;
        let Some(piece) = block_text(text, key, value, self.problems) else {
            return;
        };
        let mut block = Block::new(key, piece);
        // `#` is not the name of a region.
        if self.layer(group).domain != Domain::Regions {
            block = block.with_hashes();
        }
        let Some(grid) = block.of_size(size, &self.model, self.problems) else {
            return;
        };
        for (at, piece) in grid.values().iter().enumerate() {
            self.word(group, base + at, piece.text, piece.span());
        }
    }

    /// The same for what lies between cells, of which there are more or fewer.
    fn grid_between(
        &mut self,
        group: &Group<'_>,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        size: (usize, usize),
        base: usize,
    ) {
        let (rows, columns) = (self.data.geometry.rows, self.data.geometry.columns);
        let model = std::mem::take(&mut self.model);
        self.model = format!("a grid of {rows}x{columns} cells ({model})");
        self.grid(group, key, value, size, base);
        self.model = model;
    }

    /// The table of a key with these parts.
    fn parts<'v>(
        &mut self,
        group: &Group<'_>,
        value: &'v Spanned<DeValue<'_>>,
        parts: &[&str],
    ) -> Option<&'v DeTable<'v>> {
        match value.get_ref() {
            DeValue::Table(table) => {
                report_unknown(table, parts, self.problems);
                Some(table)
            }
            _ => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| format!("`{}.{part}`", group.key))
                    .collect();
                self.wrong_type(group.key, value, &format!("the keys {}", parts.join(", ")));
                None
            }
        }
    }

    /// Values of edges or links: one picture, or a block for those that are drawn as horizontal strokes and one for
    /// the others.
    fn strokes(
        &mut self,
        group: &Group<'_>,
        kind: Kind,
        value: &Spanned<DeValue<'_>>,
        base: usize,
    ) {
        let geometry = self.data.geometry;
        let (rows, columns) = (geometry.rows, geometry.columns);
        if value.get_ref().is_str() {
            return self.picture(group, kind, value, base);
        }
        let Some(table) = self.parts(group, value, &["horizontal", "vertical"]) else {
            return;
        };
        let (flat, upright) = match kind {
            Kind::Edge => ((rows + 1, columns), (rows, columns + 1)),
            _ => ((rows, columns - 1), (rows - 1, columns)),
        };
        for (part, size, base) in [
            ("horizontal", flat, base),
            ("vertical", upright, base + flat.0 * flat.1),
        ] {
            if let Some(value) = table.get(part).filter(|_| size.0 * size.1 > 0) {
                let key = format!("{}.{part}", group.key);
                self.grid_between(group, &key, value, size, base);
            }
        }
    }

    fn picture(
        &mut self,
        group: &Group<'_>,
        kind: Kind,
        value: &Spanned<DeValue<'_>>,
        base: usize,
    ) {
        let text = self.text;
        let Some(piece) = block_text(text, group.key, value, self.problems) else {
            return;
        };
        let drawn = match strokes(&self.data.geometry, kind, piece.text) {
            Ok(drawn) => drawn,
            Err((span, message)) => {
                self.problems.push(
                    Problem::new(
                        piece.at + span.start..piece.at + span.end,
                        format!("`{}` is not a picture of this grid", group.key),
                        message,
                    )
                    .help("lines with + at the grid points alternate with lines of what is between them"),
                );
                return;
            }
        };
        // A stroke is the first word, or the mark.
        let first = match &self.layer(group).domain {
            Domain::Values { words, .. } => {
                words.first().map(|symbol| symbol.word.name.to_string())
            }
            Domain::Mark => Some("*".to_owned()),
            _ => None,
        };
        for (at, place) in drawn.into_iter().enumerate() {
            let Some(span) = place else { continue };
            let sign = &piece.text[span.clone()];
            let span = piece.at + span.start..piece.at + span.end;
            let is_own = signs(self.layer(group)).any(|own| own == sign);
            match (sign, &first) {
                ("-" | "|", Some(first)) if !is_own => {
                    self.word(group, base + at, &first.clone(), span)
                }
                _ => self.word(group, base + at, sign, span),
            }
        }
    }

    fn lines(
        &mut self,
        group: &Group<'_>,
        lines: Lines,
        value: &Spanned<DeValue<'_>>,
        base: usize,
    ) {
        let geometry = self.data.geometry;
        let (rows, columns) = (geometry.rows, geometry.columns);
        let sides = match lines {
            Lines::Row | Lines::Column | Lines::Diagonal => {
                let what = match lines {
                    Lines::Row => "row",
                    Lines::Column => "column",
                    _ => "diagonal",
                };
                return self.list(
                    group,
                    group.key,
                    value,
                    geometry.count_lines(lines),
                    what,
                    base,
                );
            }
            Lines::Line | Lines::View => lists(lines, rows, columns),
        };
        let names: Vec<&str> = sides.iter().map(|side| side.0).collect();
        let Some(table) = self.parts(group, value, &names) else {
            return;
        };
        let mut base = base;
        for (side, count) in sides {
            if let Some(value) = table.get(side) {
                let what = match side {
                    "rows" | "left" | "right" => "row",
                    _ => "column",
                };
                self.list(
                    group,
                    &format!("{}.{side}", group.key),
                    value,
                    count,
                    what,
                    base,
                );
            }
            base += count;
        }
    }

    /// A value for each row or column.
    fn list(
        &mut self,
        group: &Group<'_>,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        count: usize,
        what: &str,
        base: usize,
    ) {
        let is_clue = self.layer(group).domain.is_quoted();
        if value.get_ref().is_str() && block_text(self.text, key, value, self.problems).is_none() {
            return;
        }
        if is_clue
            && let DeValue::Array(list) = value.get_ref()
            && let Some(other) = list.iter().find(|value| !value.get_ref().is_str())
        {
            return self.wrong_type(key, other, "a clue, in quotes");
        }
        let Some(items) = items(self.text, value, !is_clue) else {
            let expected = format!("a list or a text with a value for each {what}");
            return self.wrong_type(key, value, &expected);
        };
        if items.len() != count {
            let end = value.span().end;
            let (span, more) = match items.get(count) {
                Some((_, extra)) => (extra.clone(), "more"),
                None => (end.saturating_sub(1)..end, "fewer"),
            };
            self.problems.push(
                Problem::new(
                    span,
                    format!("`{key}` has {more} values than there are {what}s"),
                    format!(
                        "found {}, expected {count}, one for each {what}",
                        items.len()
                    ),
                )
                .help("`.` stands for no value"),
            );
        }
        for (at, (text, span)) in items.into_iter().take(count).enumerate() {
            self.word(group, base + at, &text, span);
        }
    }

    /// Values of regions: a table by their names, or a grid with the value in one cell of the region.
    fn by_region(
        &mut self,
        group: &Group<'_>,
        regions: &str,
        board: usize,
        value: &Spanned<DeValue<'_>>,
    ) {
        let Some(layer) = self.book.layer(regions) else {
            return;
        };
        let geometry = self.data.geometry;
        let cells = geometry.rows * geometry.columns;
        let regions_here = self.data.layers[layer]
            .iter()
            .skip(board * cells)
            .take(cells);
        if regions_here
            .clone()
            .all(|datum| matches!(datum, Datum::Missing))
        {
            // Missing or wrong regions have been reported already.
            return;
        }
        let boards = geometry.boards;
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table.iter() {
                    let name: &str = key.get_ref();
                    let full = match boards {
                        1 => name.to_owned(),
                        _ => format!("{}.{name}", board + 1),
                    };
                    let names = &self.data.region_names[layer];
                    let Some(position) = names.iter().position(|known| *known == full) else {
                        let names: Vec<&str> = names.iter().map(String::as_str).collect();
                        let help = known_words(name, &names);
                        self.problems.push(
                            Problem::new(
                                key.span(),
                                format!("`{regions}` has no region `{}`", shown(name)),
                                format!("expected the name of a region of `{regions}`"),
                            )
                            .help(help),
                        );
                        continue;
                    };
                    match plain(self.text, value) {
                        Some((text, span)) => self.word(group, position, &text, span),
                        None => self.wrong_type(name, value, "one value"),
                    }
                }
            }
            DeValue::String(_) => self.region_grid(group, layer, board, value),
            _ => self.wrong_type(
                group.key,
                value,
                "a table like { A = 3, B = 5 }, or a grid with the value in one cell of each region",
            ),
        }
    }

    fn region_grid(
        &mut self,
        group: &Group<'_>,
        regions: usize,
        board: usize,
        value: &Spanned<DeValue<'_>>,
    ) {
        let geometry = self.data.geometry;
        let text = self.text;
        let Some(piece) = block_text(text, group.key, value, self.problems) else {
            return;
        };
        let size = (geometry.rows, geometry.columns);
        let Some(grid) =
            Block::new(group.key, piece)
                .with_hashes()
                .of_size(size, &self.model, self.problems)
        else {
            return;
        };
        let mut known: Vec<Option<Range<usize>>> =
            vec![None; self.data.region_names[regions].len()];
        for (at, piece) in grid.values().iter().enumerate() {
            if piece.text == "." {
                continue;
            }
            let cell = geometry.cell(at as u32);
            let region = match self.data.layers[regions].get(board * grid.len() + at) {
                Some(&Datum::Region(region)) => region,
                _ => {
                    self.problems.push(bad_word(
                        &cell.to_string(),
                        piece.text,
                        "`.`: this cell belongs to no region",
                        piece.span(),
                    ));
                    continue;
                }
            };
            if known[region].is_some() {
                self.problems.push(bad_word(
                    &cell.to_string(),
                    piece.text,
                    "`.`: the region has its value in another cell",
                    piece.span(),
                ));
                continue;
            }
            known[region] = Some(piece.span());
            self.word(group, region, piece.text, piece.span());
        }
    }
}
