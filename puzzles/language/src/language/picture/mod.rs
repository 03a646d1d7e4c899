//! Pictures of puzzles of a rulebook: what each layer looks like, from its places and values or as `draw` says.

mod cell;
mod layer;
mod template;
mod thread;

use fxhash::FxHashSet;

use self::cell::text_of_parts;
use self::layer::draw_layer;
pub(super) use self::thread::{is_on_thread, remarks};
use super::geometry::{Atom, Geometry};
use super::interpret;
use super::notation;
use super::style::{
    Shown, Style, drawn_so, explained, shown_datum, shown_filled, sign_of, style_of,
};
use super::syntax::{Domain, Ground, Kind, Layer, Phrase, Role, Rulebook};
use super::values::{Data, Datum, Filled, Filling, atom_at, position};
use super::walk::speaks_of_boxes;
use crate::grid::{Cell, Direction, Grid};
use crate::picture::{
    Consensus, Course, EdgePicture, Fill, Flow, LinkPicture, Picture, Ruling, Stroke,
};

/// The puzzle as it was read.
pub(super) fn of_puzzle(data: &Data) -> Picture {
    let Geometry {
        rows,
        columns,
        boards,
    } = data.geometry;
    let mut first = Picture::blank(rows, columns);
    for draw in &data.book.draw {
        if let (Some(explained), Some(key)) = (explained(draw), &draw.key) {
            first.key.push((explained, key.clone()));
        }
    }
    first.further = (1..boards).map(|_| Picture::blank(rows, columns)).collect();
    for (number, layer) in data.book.layers.iter().enumerate() {
        if layer.template.is_some() && layer.domain == Domain::Mark {
            thread::draw(&mut first, data, layer);
            continue;
        }
        if is_on_thread(&data.book, layer) {
            continue;
        }
        let names = &data.region_names[number];
        let values: Vec<Option<Shown>> = data.layers[number]
            .iter()
            .map(|datum| shown_datum(&data.book, layer, datum, names))
            .collect();
        let values = match template::words(data, layer) {
            Some(words) => words,
            None => values,
        };
        if layer.domain == Domain::Regions && style_of(&data.book, layer) != Style::Nothing {
            let regions: Vec<Option<usize>> = data.layers[number]
                .iter()
                .map(|datum| match datum {
                    Datum::Region(region) => Some(*region),
                    _ => None,
                })
                .collect();
            let is_known = regions.iter().any(Option::is_some);
            if is_known && first.regions.is_none() {
                draw_layer_of_regions(&mut first, data, number, &regions, values);
                continue;
            }
        }
        let cells = drawn_on(data, layer, &|| Filling::blank(data));
        draw_layer(&mut first, data, layer, values, cells, true);
        if let Some(Datum::Shapes(shapes)) = data.layers[number].first() {
            let cells = |shape: &Vec<(usize, usize)>| {
                let cells = shape.iter().map(|&(row, column)| Cell::new(row, column));
                cells.collect()
            };
            first.pieces = shapes.iter().map(cells).collect();
            first.rounded = style_of(&data.book, layer) == Style::Rounded;
        }
        if matches!(layer.role, Role::Decide { .. }) {
            for board in 0..boards {
                prepare_for(board_of(&mut first, board), layer);
            }
        }
    }
    if let Some(phrase) = &data.book.borders {
        draw_borders(&mut first, data, phrase);
    }
    for board in 0..boards {
        let picture = board_of(&mut first, board);
        for cell in picture.cells.cells() {
            let drawn = &mut picture.cells[cell];
            drawn.text.push_str(&text_of_parts(&drawn.parts));
        }
        if data.book.ruling != Ruling::Thin {
            picture.ruling = data.book.ruling;
        }
        picture.frame = picture.ruling != Ruling::Bare;
    }
    tint(&mut first, data, &Filling::blank(data));
    first
}

/// Draws the regions of a layer of the data, and their names, values or fillings.
fn draw_layer_of_regions(
    first: &mut Picture,
    data: &Data,
    number: usize,
    regions: &[Option<usize>],
    values: Vec<Option<Shown>>,
) {
    let (layer, names) = (&data.book.layers[number], &data.region_names[number]);
    draw_regions(first, data, regions);
    for board in 0..data.geometry.boards {
        board_of(first, board).region_names.clone_from(names);
    }
    let style = style_of(&data.book, layer);
    // Borders alone do not show which pieces belong together.
    let is_in_pieces = layer.role == Role::Data
        && drawn_so(&data.book, layer).is_none()
        && !are_connected(&data.geometry, regions);
    if style == Style::Text || is_in_pieces {
        draw_layer(first, data, layer, values, None, true);
    } else if style == Style::Corner {
        name_first_cells(first, data, regions, names);
    } else if let Some(fill) = fill_of_regions(data, layer, style) {
        for (position, region) in regions.iter().enumerate() {
            let atom = atom_at(&data.geometry, Kind::Cell, position);
            let cell = data.geometry.cell(atom.index);
            if region.is_some() {
                board_of(first, atom.board.into()).cells[cell].fill = fill;
            }
        }
    }
}

/// Makes room for lines to find on edges or between cells.
fn prepare_for(picture: &mut Picture, layer: &Layer) {
    match layer.on {
        Ground::Atoms(Kind::Edge, _) => {
            picture.edges.get_or_insert_default();
            if picture.regions.is_none() {
                picture.ruling = Ruling::Bare;
            }
        }
        Ground::Atoms(Kind::Link, _) => {
            picture.links.get_or_insert_default();
        }
        _ => {}
    }
}

/// Whether a layer is hidden, but the rulebook says how to draw it.
fn is_hidden_but_drawn(book: &Rulebook, layer: &Layer) -> bool {
    layer.role == Role::Hidden && drawn_so(book, layer).is_some()
}

/// Whether some layer is drawn as amounts that flow between cells.
pub(super) fn has_flows(book: &Rulebook) -> bool {
    let mut layers = book.layers.iter();
    layers.any(|layer| style_of(book, layer) == Style::Flow)
}

/// Whether hidden layers are to be drawn, too.
pub(super) fn draws_what_is_hidden(book: &Rulebook) -> bool {
    let mut layers = book.layers.iter();
    layers.any(|layer| is_hidden_but_drawn(book, layer))
}

/// How the cells of regions of the data are filled, if the rulebook says so.
fn fill_of_regions(data: &Data, layer: &Layer, style: Style) -> Option<Fill> {
    match sign_of(&data.book, layer, None) {
        Some(Shown::Sign(sign)) if sign == "▒" => Some(Fill::Grey),
        Some(Shown::Sign(sign)) if sign == "■" => Some(Fill::Shaded),
        _ => match style {
            Style::Fill | Style::Block => Some(Fill::Shaded),
            Style::Rounded => Some(Fill::Rounded),
            _ => None,
        },
    }
}

/// The cells in which a layer is drawn, if the rulebook says so: a region that is filled is filled altogether.
fn drawn_on(data: &Data, layer: &Layer, filling: &dyn Fn() -> Filling) -> Option<FxHashSet<Atom>> {
    let draw = drawn_so(&data.book, layer)?;
    match &draw.on {
        Some(phrase) => {
            let named = interpret::named(data, &filling(), phrase);
            Some(named.into_iter().collect())
        }
        None if matches!(layer.on, Ground::Regions(_))
            && style_of(&data.book, layer) == Style::Fill =>
        {
            let cells = 0..data.geometry.boards * data.geometry.count(Kind::Cell);
            Some(
                cells
                    .map(|cell| atom_at(&data.geometry, Kind::Cell, cell))
                    .collect(),
            )
        }
        None => None,
    }
}

/// The amounts on links that are drawn as arrows, by board: each from the dark cell of the link to the other.
pub(super) fn flows(picture: &Picture, data: &Data, filling: &Filling) -> Vec<(usize, Flow)> {
    let geometry = &data.geometry;
    let mut found = Vec::new();
    for (number, layer) in data.book.layers.iter().enumerate() {
        if style_of(&data.book, layer) != Style::Flow || layer.on != Ground::Atoms(Kind::Link, None)
        {
            continue;
        }
        for (position, &value) in filling.layers[number].iter().enumerate() {
            let amount = match value {
                Filled::Number(amount) => u32::try_from(amount).unwrap_or(0),
                _ => 0,
            };
            let atom = atom_at(geometry, Kind::Link, position);
            let board = usize::from(atom.board);
            let cells = match board.checked_sub(1) {
                None => &picture.cells,
                Some(further) => &picture.further[further].cells,
            };
            let [a, b] = geometry
                .link_cells(atom.index)
                .map(|cell| geometry.cell(cell));
            let [dark, other] =
                [a, b].map(|cell| matches!(cells[cell].fill, Fill::Shaded | Fill::Tile));
            let towards = match (dark, other, a.row == b.row) {
                (true, false, true) => (a, Direction::East),
                (true, false, false) => (a, Direction::South),
                (false, true, true) => (b, Direction::West),
                (false, true, false) => (b, Direction::North),
                _ => continue,
            };
            if amount > 0 {
                let (from, towards) = towards;
                found.push((
                    board,
                    Flow {
                        from,
                        towards,
                        amount,
                    },
                ));
            }
        }
    }
    found.sort_by_key(|&(board, flow)| (board, flow.from, flow.towards));
    found
}

/// Gives the cells that the rulebook names for this a tint of their own, as far as they are known.
fn tint(picture: &mut Picture, data: &Data, filling: &Filling) {
    let Some(phrase) = &data.book.tinted else {
        return;
    };
    for atom in interpret::named(data, filling, phrase) {
        let cell = data.geometry.cell(atom.index);
        board_of(picture, atom.board.into()).cells[cell].is_tinted = true;
    }
}

/// Draws what has been found into the picture of the puzzle.
pub(super) fn fill(picture: &mut Picture, data: &Data, filling: &Filling) {
    let layers = data.book.layers.iter().enumerate();
    let drawn = layers.filter(|(_, layer)| {
        matches!(layer.role, Role::Decide { .. }) || is_hidden_but_drawn(&data.book, layer)
    });
    for (number, layer) in drawn {
        let values = &filling.layers[number];
        if layer.domain == Domain::Regions && style_of(&data.book, layer) != Style::Nothing {
            let regions: Vec<Option<usize>> = values
                .iter()
                .map(|value| match value {
                    Filled::Region(region) => Some(*region),
                    _ => None,
                })
                .collect();
            draw_regions(picture, data, &regions);
            picture.region_names.clear();
            continue;
        }
        let is_given = |at: usize| {
            let given = data.layers[number].get(at);
            !matches!(given, None | Some(Datum::Missing | Datum::Untold))
        };
        // Givens have been drawn.
        let shown = values.iter().enumerate().map(|(at, &value)| match value {
            Filled::Unknown => None,
            _ if is_given(at) => None,
            value => shown_filled(&data.book, layer, value),
        });
        let shown: Vec<Option<Shown>> = shown.collect();
        let cells = drawn_on(data, layer, &|| filling.clone());
        draw_layer(picture, data, layer, shown, cells, false);
        if style_of(&data.book, layer) == Style::Areas {
            let number = |value: &Filled| match value {
                Filled::Number(number) => usize::try_from(*number).ok(),
                _ => None,
            };
            draw_regions(
                picture,
                data,
                &values.iter().map(number).collect::<Vec<_>>(),
            );
        }
    }
    for (board, flow) in flows(picture, data, filling) {
        board_of(picture, board).flows.push(flow);
    }
    tint(picture, data, filling);
}

/// Shows places known to be empty, to distinguish them from unknown ones.
pub(super) fn mark_gaps(picture: &mut Picture, data: &Data, filling: &Filling) {
    let geometry = &data.geometry;
    for (number, layer) in notation::visible(&data.book) {
        let Ground::Atoms(kind, _) = &layer.on else {
            continue;
        };
        for (position, &value) in filling.layers[number].iter().enumerate() {
            if value == Filled::Unknown
                || !matches!(shown_filled(&data.book, layer, value), Some(Shown::Gap))
            {
                continue;
            }
            let atom = atom_at(geometry, *kind, position);
            let picture = board_of(picture, atom.board.into());
            match kind {
                Kind::Cell => {
                    let drawn = &mut picture.cells[geometry.cell(atom.index)];
                    if drawn.text.is_empty() && drawn.arrows.is_empty() {
                        "·".clone_into(&mut drawn.text);
                    }
                }
                Kind::Edge => {
                    let (is_level, row, column) = geometry.edge_position(atom.index);
                    let edges = picture.edges.get_or_insert_default();
                    edges.push(EdgePicture {
                        is_level,
                        point: (row, column),
                        stroke: Stroke::Text("×".to_owned()),
                        is_found: true,
                    });
                }
                Kind::Link => {
                    let [from, to] = geometry.link_cells(atom.index);
                    let (from, to) = (geometry.cell(from), geometry.cell(to));
                    let towards = match from.row == to.row {
                        true => Direction::East,
                        false => Direction::South,
                    };
                    let links = picture.links.get_or_insert_default();
                    links.push(LinkPicture {
                        from,
                        towards,
                        stroke: Stroke::Text("×".to_owned()),
                        is_found: true,
                    });
                }
                Kind::Corner => {}
            }
        }
    }
}

/// Draws borders of regions to find, of which some are known: by link whether its cells lie in one region.
pub(super) fn draw_known_borders(
    picture: &mut Picture,
    data: &Data,
    links: impl Iterator<Item = (usize, bool)>,
) {
    for (link, _) in links.filter(|(_, is_inside)| !is_inside) {
        side(picture, &data.geometry, link, Stroke::Line);
    }
}

/// Marks a cell of a board with what is known about it.
pub(super) fn mark(
    picture: &mut Picture,
    board: usize,
    cell: Cell,
    consensus: Consensus,
    candidates: Vec<String>,
) {
    let drawn = &mut board_of(picture, board).cells[cell];
    drawn.consensus = Some(consensus);
    drawn.candidates = candidates;
}

/// Draws a question mark for each of some values to find, by layer and position.
pub(super) fn doubt(picture: &mut Picture, data: &Data, places: &[(usize, usize)]) {
    for (number, layer) in data.book.layers.iter().enumerate() {
        let of_layer = places.iter().filter(|(layer, _)| *layer == number);
        let mut shown = vec![None; data.layers[number].len()];
        for &(_, position) in of_layer {
            shown[position] = Some(Shown::Text("?".to_owned()));
        }
        draw_layer(picture, data, layer, shown, None, false);
    }
}

/// Draws something on the side between the two cells of a link.
pub(super) fn side(picture: &mut Picture, geometry: &Geometry, link: usize, stroke: Stroke) {
    let atom = atom_at(geometry, Kind::Link, link);
    let [a, b] = geometry
        .link_cells(atom.index)
        .map(|cell| geometry.cell(cell));
    let is_level = a.row != b.row;
    let point = (b.row, b.column);
    let edges = &mut board_of(picture, atom.board.into()).edges;
    edges.get_or_insert_default().push(EdgePicture {
        is_level,
        point,
        stroke,
        is_found: false,
    });
}

/// Where an edge or a link is drawn; a link that is a wall, on the side between its cells. Nothing for other atoms.
pub(super) fn course(
    geometry: &Geometry,
    kind: Kind,
    position: usize,
    is_wall: bool,
) -> Option<Course> {
    let atom = atom_at(geometry, kind, position);
    match kind {
        Kind::Edge => {
            let (is_level, row, column) = geometry.edge_position(atom.index);
            let point = (row, column);
            Some(Course::Side { is_level, point })
        }
        Kind::Link => {
            let [from, to] = geometry.link_cells(atom.index);
            let (from, to) = (geometry.cell(from), geometry.cell(to));
            let is_level = from.row == to.row;
            Some(match is_wall {
                true => Course::Side {
                    is_level: !is_level,
                    point: (to.row, to.column),
                },
                false => Course::Link {
                    from,
                    towards: if is_level {
                        Direction::East
                    } else {
                        Direction::South
                    },
                },
            })
        }
        _ => None,
    }
}

fn board_of(picture: &mut Picture, board: usize) -> &mut Picture {
    match board.checked_sub(1) {
        Some(further) if further < picture.further.len() => &mut picture.further[further],
        _ => picture,
    }
}

/// Draws borders between regions; cells of none are together.
fn draw_regions(picture: &mut Picture, data: &Data, regions: &[Option<usize>]) {
    let Geometry {
        rows,
        columns,
        boards,
    } = data.geometry;
    let none = regions.iter().flatten().max().map_or(0, |last| last + 1);
    let size = rows * columns;
    for board in 0..boards {
        if let Some(part) = regions.get(board * size..(board + 1) * size) {
            let regions = part.iter().map(|region| region.unwrap_or(none)).collect();
            let is_open = part.iter().any(Option::is_none);
            let picture = board_of(picture, board);
            picture.regions = Grid::from_values(rows, columns, regions);
            picture.unassigned = is_open.then_some(none);
            picture.tinted = true;
        }
    }
}

/// Whether the cells of each region are connected by sides, on each board.
fn are_connected(geometry: &Geometry, regions: &[Option<usize>]) -> bool {
    let size = geometry.rows * geometry.columns;
    for part in regions.chunks(size.max(1)) {
        let Some(part) = Grid::from_values(geometry.rows, geometry.columns, part.to_vec()) else {
            continue;
        };
        let mut seen = part.map(|_| false);
        let mut begun = FxHashSet::default();
        for cell in part.cells() {
            let Some(region) = part[cell].filter(|_| !seen[cell]) else {
                continue;
            };
            if !begun.insert(region) {
                return false;
            }
            let mut open = vec![cell];
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut seen[cell], true) {
                    continue;
                }
                let near = Direction::ALL.into_iter();
                let near = near.filter_map(|direction| part.step(cell, direction));
                open.extend(near.filter(|&near| part[near] == Some(region) && !seen[near]));
            }
        }
    }
    true
}

/// Writes the name of each region into the corner of its first cell.
fn name_first_cells(
    picture: &mut Picture,
    data: &Data,
    regions: &[Option<usize>],
    names: &[String],
) {
    for (region, name) in names.iter().enumerate() {
        if let Some(at) = regions.iter().position(|own| *own == Some(region)) {
            let atom = atom_at(&data.geometry, Kind::Cell, at);
            let picture = board_of(picture, atom.board.into());
            picture.cells[data.geometry.cell(atom.index)]
                .corner
                .clone_from(name);
        }
    }
}

/// Draws borders around places that the rulebook names.
fn draw_borders(picture: &mut Picture, data: &Data, phrase: &Phrase) {
    let Geometry {
        rows,
        columns,
        boards,
    } = data.geometry;
    let mut regions = vec![None; rows * columns * boards];
    for (number, cells) in interpret::places(data, phrase).into_iter().enumerate() {
        for atom in cells {
            regions[position(&data.geometry, atom)] = Some(number);
        }
    }
    if !regions.iter().any(Option::is_some) {
        return;
    }
    let are_regions_drawn = picture.regions.is_some();
    // A rulebook may draw boxes that its rules no longer know: it inherits both, and leaves the rules out.
    if are_regions_drawn && !speaks_of_boxes(&data.book) {
        return;
    }
    let mut boxes = Picture::blank(rows, columns);
    boxes.further = vec![boxes.clone(); boards.saturating_sub(1)];
    draw_regions(&mut boxes, data, &regions);
    for board in 0..boards {
        let boxes = board_of(&mut boxes, board).regions.take();
        let picture = board_of(picture, board);
        match are_regions_drawn {
            true => picture.boxes = boxes,
            false => {
                picture.regions = boxes;
                picture.tinted = false;
            }
        }
    }
}
