//! Values of a layer: in cells, on edges and links, at corners, outside the grid, in regions.

use fxhash::FxHashSet;

use super::super::geometry::{Atom, Geometry};
use super::super::style::{Shown, Style, drawn_so, style_of};
use super::super::syntax::{Domain, Ground, Kind, Layer, Lines, Role};
use super::super::values::{Data, Datum, atom_at};
use super::board_of;
use super::cell::{Source, add, draw_cell, shown_text, words};
use crate::grid::Direction;
use crate::picture::{EdgePicture, LinkPicture, Outside, Picture, Stroke};

/// Draws the values of a layer, by position; if `cells` is given, only in these.
pub(super) fn draw_layer(
    picture: &mut Picture,
    data: &Data,
    layer: &Layer,
    values: Vec<Option<Shown>>,
    cells: Option<FxHashSet<Atom>>,
    data_only: bool,
) {
    let style = style_of(&data.book, layer);
    if matches!(style, Style::Nothing | Style::Flow) {
        return;
    }
    let geometry = &data.geometry;
    match &layer.on {
        Ground::Puzzle => draw_fact(picture, layer, &values),
        Ground::Atoms(kind, _) => {
            for (position, value) in values.into_iter().enumerate() {
                let Some(value) = value else { continue };
                let atom = atom_at(geometry, *kind, position);
                if cells.as_ref().is_none_or(|cells| cells.contains(&atom)) {
                    let place = (atom, position);
                    draw_value(picture, data, layer, place, value, data_only);
                }
            }
        }
        Ground::Lines(lines) => draw_lines(picture, data, *lines, layer, values),
        Ground::Regions(word) => {
            let Some(regions) = data.book.layer(&word.name) else {
                return;
            };
            if cells.is_some() || is_of_two_words_to_find(data, layer) {
                draw_in_all_cells(picture, data, layer, regions, &values, cells, data_only);
            } else {
                draw_in_first_cells(picture, data, layer, regions, values);
            }
        }
    }
}

/// Says a value of the whole puzzle beside it.
fn draw_fact(picture: &mut Picture, layer: &Layer, values: &[Option<Shown>]) {
    if let (Some(Some(value)), true) = (values.first(), layer.role == Role::Data) {
        if !picture.facts.is_empty() {
            picture.facts.push_str(", ");
        }
        let name = &*layer.word.name;
        picture.facts.push_str(&match value {
            Shown::First => name.to_owned(),
            value => format!("{name}: {}", words(value, name)),
        });
    }
}

/// Draws a value at an atom, which is that of the position in the layer.
fn draw_value(
    picture: &mut Picture,
    data: &Data,
    layer: &Layer,
    (atom, position): (Atom, usize),
    value: Shown,
    data_only: bool,
) {
    let geometry = &data.geometry;
    let style = style_of(&data.book, layer);
    let picture = board_of(picture, atom.board.into());
    match atom.kind {
        Kind::Cell => {
            let cell = geometry.cell(atom.index);
            if style == Style::Corner && has_value_of_region(data, position) {
                let second = &mut picture.cells[cell].second;
                return add(second, &shown_text(layer, &value));
            }
            let source = match data_only {
                true if is_beside_data(data, layer, position) => Source::PuzzleBesideData,
                true => Source::Puzzle,
                false if is_given_elsewhere(data, layer, position) => Source::FoundBesideGiven,
                false => Source::Found,
            };
            draw_cell(&mut picture.cells[cell], value, style, layer, source);
        }
        Kind::Edge => draw_edge(picture, geometry, atom.index, &value, style, !data_only),
        Kind::Link => {
            // A number to find is that many lines; one of the data is a number.
            let style = match (&layer.role, &value, style) {
                (Role::Data, Shown::Number(_), Style::Plain) => Style::Text,
                _ => style,
            };
            draw_link(picture, geometry, atom.index, &value, style, !data_only);
        }
        Kind::Corner => {
            let (row, column) = geometry.corner_position(atom.index);
            let mut text = shown_text(layer, &value);
            let is_here = |point: &(usize, usize, String)| (point.0, point.1) == (row, column);
            // Another layer may have a value at the same point.
            if let Some(at) = picture.points.iter().position(is_here) {
                let before = picture.points.remove(at).2;
                if data_only && !before.is_empty() && before != text {
                    text = format!("{before} {text}");
                }
            }
            if !text.is_empty() {
                picture.points.push((row, column, text));
            }
        }
    }
}

/// Draws values of regions in each of their cells; if `cells` is given, only in these.
fn draw_in_all_cells(
    picture: &mut Picture,
    data: &Data,
    layer: &Layer,
    regions: usize,
    values: &[Option<Shown>],
    cells: Option<FxHashSet<Atom>>,
    data_only: bool,
) {
    let source = match data_only {
        true => Source::Puzzle,
        false => Source::Found,
    };
    let style = style_of(&data.book, layer);
    for (position, datum) in data.layers[regions].iter().enumerate() {
        let atom = atom_at(&data.geometry, Kind::Cell, position);
        if let Datum::Region(region) = datum
            && cells.as_ref().is_none_or(|cells| cells.contains(&atom))
            && let Some(value) = &values[*region]
        {
            let picture = board_of(picture, atom.board.into());
            let cell = &mut picture.cells[data.geometry.cell(atom.index)];
            draw_cell(cell, value.clone(), style, layer, source);
        }
    }
}

/// Draws values of regions each in one cell, behind the name of the region.
fn draw_in_first_cells(
    picture: &mut Picture,
    data: &Data,
    layer: &Layer,
    regions: usize,
    values: Vec<Option<Shown>>,
) {
    for (region, value) in values.into_iter().enumerate() {
        let Some(at) = cell_for_value(data, regions, region) else {
            continue;
        };
        if let Some(value) = value {
            let atom = atom_at(&data.geometry, Kind::Cell, at);
            let picture = board_of(picture, atom.board.into());
            let corner = &mut picture.cells[data.geometry.cell(atom.index)].corner;
            let text = shown_text(layer, &value);
            // Two numbers are not one; a number and its sign may be.
            let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            if data.region_names[regions].get(region) == Some(corner)
                || (is_digit(corner.chars().next_back()) && is_digit(text.chars().next()))
            {
                corner.push(' ');
            }
            corner.push_str(&text);
        }
    }
}

/// Whether a layer to find has two words and the rulebook does not say how it is drawn: the cells of a region then are
/// dark or not, as single cells would be.
fn is_of_two_words_to_find(data: &Data, layer: &Layer) -> bool {
    let is_of_words = match &layer.domain {
        Domain::Values { words, ranges } => words.len() == 2 && ranges.is_empty(),
        _ => false,
    };
    is_of_words && layer.role != Role::Data && drawn_so(&data.book, layer).is_none()
}

/// Whether the puzzle gives the value of another layer to find in a cell.
fn is_given_elsewhere(data: &Data, layer: &Layer, position: usize) -> bool {
    let mut others = data.book.layers.iter().zip(&data.layers);
    others.any(|(other, values)| {
        other.word.name != layer.word.name
            && matches!(other.role, Role::Decide { .. })
            && matches!(other.on, Ground::Atoms(Kind::Cell, _))
            && !matches!(values.get(position), None | Some(Datum::Missing))
    })
}

/// The cell in whose corner the value of a region is drawn: its first one without data of its own, beside which a
/// terminal has no room for it, or else its first.
fn cell_for_value(data: &Data, regions: usize, region: usize) -> Option<usize> {
    let is_here =
        |at: &usize| matches!(&data.layers[regions][*at], Datum::Region(here) if *here == region);
    let mut cells = (0..data.layers[regions].len()).filter(is_here);
    let has_data = |at: usize| {
        let mut layers = data.book.layers.iter().zip(&data.layers);
        layers.any(|(layer, values)| {
            layer.role == Role::Data
                && layer.domain != Domain::Regions
                && matches!(layer.on, Ground::Atoms(Kind::Cell, _))
                && !matches!(values.get(at), None | Some(Datum::Missing))
        })
    };
    let first = cells.clone().next();
    cells.find(|&at| !has_data(at)).or(first)
}

/// Whether a value of a region is drawn in the corner of a cell.
fn has_value_of_region(data: &Data, position: usize) -> bool {
    let mut layers = data.book.layers.iter().zip(&data.layers);
    layers.any(|(layer, values)| {
        let Ground::Regions(word) = &layer.on else {
            return false;
        };
        let regions = data.book.layer(&word.name);
        match regions.map(|regions| (regions, data.layers[regions].get(position))) {
            Some((regions, Some(Datum::Region(region)))) => {
                cell_for_value(data, regions, *region) == Some(position)
                    && !matches!(values.get(*region), None | Some(Datum::Missing))
            }
            _ => false,
        }
    })
}

/// Whether the puzzle has a value of other data, drawn before, in the middle of a cell.
fn is_beside_data(data: &Data, layer: &Layer, position: usize) -> bool {
    let others = data.book.layers.iter().zip(&data.layers);
    let mut before = others.take_while(|(other, _)| other.word.name != layer.word.name);
    layer.role == Role::Data
        && before.any(|(other, values)| {
            let style = style_of(&data.book, other);
            other.role == Role::Data
                && other.domain != Domain::Regions
                && matches!(other.on, Ground::Atoms(Kind::Cell, _))
                && matches!(
                    style,
                    Style::Plain | Style::Text | Style::Circle | Style::Square
                )
                && !matches!(values.get(position), None | Some(Datum::Missing))
        })
}

/// The stroke on a side or a link.
fn stroke(value: &Shown, style: Style) -> Option<Stroke> {
    match (value, style) {
        (Shown::Gap, _) => None,
        (Shown::Text(text), _) if text == "?" => Some(Stroke::Text(text.clone())),
        (Shown::First, Style::Text) => Some(Stroke::Text("x".to_owned())),
        (Shown::First, Style::Circle) => Some(Stroke::Text("●".to_owned())),
        (Shown::First, Style::Square) => Some(Stroke::Text("■".to_owned())),
        (Shown::Sign(sign), _) => Some(Stroke::Text(sign.clone())),
        (Shown::First, _) | (_, Style::Line | Style::Wall) => Some(Stroke::Line),
        (Shown::Arrows(directions), _) => {
            let sign = |direction: &Direction| ['∧', '>', '∨', '<'][*direction as usize];
            Some(Stroke::Text(directions.iter().map(sign).collect()))
        }
        (value, _) => Some(Stroke::Text(words(value, ""))),
    }
}

fn draw_edge(
    picture: &mut Picture,
    geometry: &Geometry,
    edge: u32,
    value: &Shown,
    style: Style,
    is_found: bool,
) {
    let (is_level, row, column) = geometry.edge_position(edge);
    let edges = picture.edges.get_or_insert_default();
    edges.extend(stroke(value, style).map(|stroke| EdgePicture {
        is_level,
        point: (row, column),
        stroke,
        is_found,
    }));
}

fn draw_link(
    picture: &mut Picture,
    geometry: &Geometry,
    link: u32,
    value: &Shown,
    style: Style,
    is_found: bool,
) {
    let [from, to] = geometry.link_cells(link).map(|cell| geometry.cell(cell));
    let is_level = geometry.is_horizontal_link(link);
    let stroke = match (value, style) {
        // Bridges.
        (Shown::Number(0), Style::Plain | Style::Line) => None,
        (Shown::Number(1), Style::Plain | Style::Line) => Some(Stroke::Line),
        (Shown::Number(2), Style::Plain | Style::Line) => Some(Stroke::Double),
        _ => stroke(value, style),
    };
    if style == Style::Wall {
        let edges = picture.edges.get_or_insert_default();
        edges.extend(stroke.map(|stroke| EdgePicture {
            is_level: !is_level,
            point: (to.row, to.column),
            stroke,
            // A border, as between rooms.
            is_found: false,
        }));
        return;
    }
    let towards = if is_level {
        Direction::East
    } else {
        Direction::South
    };
    let links = picture.links.get_or_insert_default();
    links.extend(stroke.map(|stroke| LinkPicture {
        from,
        towards,
        stroke,
        is_found,
    }));
}

/// Puts the value of a diagonal beside the grid, with an arrow to its first cell from the place before that. A diagonal
/// from a corner of the grid begins beside no row or column: it is told in a line below.
fn draw_diagonal(
    picture: &mut Picture,
    geometry: &Geometry,
    number: usize,
    name: &str,
    text: &str,
) {
    let (rows, columns) = (geometry.rows, geometry.columns);
    let cells = geometry.line(Lines::Diagonal, number);
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
        return;
    };
    let (first, last) = (geometry.cell(first), geometry.cell(last));
    let is_rightward = number < rows + columns - 1;
    let outside = &mut picture.outside;
    let beside = match is_rightward {
        true if first.row > 0 => Some((&mut outside.left, rows, first.row - 1)),
        true if first.column > 0 => Some((&mut outside.top, columns, first.column - 1)),
        false if first.row > 0 => Some((&mut outside.right, rows, first.row - 1)),
        false if first.column + 1 < columns => Some((&mut outside.top, columns, first.column + 1)),
        _ => None,
    };
    let arrow = if is_rightward { "↘" } else { "↙" };
    if let Some((side, size, place)) = beside {
        put_beside(side, size, place, ',', &format!("{text}{arrow}"));
        return;
    }
    let entry = match first == last {
        true => format!("{text} at {first}"),
        false => format!("{text} from {first} to {last}"),
    };
    let start = format!("{name}: ");
    match picture
        .notes
        .iter_mut()
        .find(|note| note.starts_with(&start))
    {
        Some(note) => {
            note.push_str("; ");
            note.push_str(&entry);
        }
        None => picture.notes.push(start + &entry),
    }
}

fn draw_lines(
    picture: &mut Picture,
    data: &Data,
    lines: Lines,
    layer: &Layer,
    values: Vec<Option<Shown>>,
) {
    let geometry = &data.geometry;
    let (rows, columns) = (geometry.rows, geometry.columns);
    let count = geometry.count_lines(lines).max(1);
    if values.iter().all(Option::is_none) {
        return;
    }
    let told_beside = |position: usize| {
        let mut layers = data.book.layers.iter().zip(&data.layers);
        let is_told = |datum: &Datum| !matches!(datum, Datum::Missing);
        layers.any(|(other, told)| other.on == layer.on && told.get(position).is_some_and(is_told))
    };
    for (position, value) in values.into_iter().enumerate() {
        let text = match value {
            Some(value) => shown_text(layer, &value),
            // Of several layers, the gap shows of which the other values are.
            None if lines != Lines::Diagonal && told_beside(position) => ".".to_owned(),
            None => continue,
        };
        let picture = board_of(picture, position / count);
        let number = position % count;
        if lines == Lines::Row && layer.domain.is_quoted() {
            picture.row_texts.resize(rows, String::new());
            picture.row_texts[number].push_str(&text);
            continue;
        }
        let Outside {
            left,
            right,
            top,
            bottom,
            are_lists,
        } = &mut picture.outside;
        *are_lists |= layer.domain == Domain::List;
        let (side, size, number) = match lines {
            Lines::Row => (left, rows, number),
            Lines::Column => (top, columns, number),
            Lines::Line if number < rows => (left, rows, number),
            Lines::Line => (top, columns, number - rows),
            Lines::View => match geometry.view_side(number) {
                Direction::West => (left, rows, number),
                Direction::East => (right, rows, number - rows),
                Direction::North => (top, columns, number - 2 * rows),
                Direction::South => (bottom, columns, number - 2 * rows - columns),
            },
            Lines::Diagonal => {
                draw_diagonal(picture, geometry, number, &layer.word.name, &text);
                continue;
            }
        };
        put_beside(side, size, number, ' ', &text);
    }
}

/// Adds a text to one of those on a side of the grid, behind a joint if something is there.
fn put_beside(side: &mut Vec<String>, size: usize, place: usize, joint: char, text: &str) {
    side.resize(size, String::new());
    if let Some(place) = side.get_mut(place) {
        if !place.is_empty() {
            place.push(joint);
        }
        place.push_str(text);
    }
}
