//! Pictures of puzzles of a rulebook: what each layer looks like, from its places and values or as `draw` says.

use fxhash::FxHashSet;

use super::geometry::{Atom, Geometry};
use super::interpret;
use super::notation::{self, text_of};
use super::syntax::{Domain, Draw, Ground, Kind, Layer, Lines, Phrase, Role, Rulebook};
use super::values::{Data, Datum, Filled, Filling, atom_at, position};
use crate::grid::{Cell, Direction, Grid};
use crate::picture::{
    CellPicture, Consensus, EdgePicture, Explained, Fill, Flow, LinkPicture, MarkPicture, Outside,
    Picture, Stroke,
};

/// How a layer can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// As its places and values suggest.
    Plain,
    /// Cells of the first word, with a mark or a value are dark.
    Fill,
    Text,
    Circle,
    Square,
    /// The value in white on a dark cell.
    Block,
    /// Texts, with borders between cells of different values.
    Areas,
    /// Near one side of a cell that two diagonals cut.
    Side(Direction),
    /// In the upper right half of a dark cell that a diagonal cuts.
    Upper,
    /// In its lower left half.
    Lower,
    /// A small text in the corner of the cell.
    Corner,
    Arrow,
    /// A line on the sides or links of the first word, with a mark or a value.
    Line,
    /// A line on the side between the two cells of a link.
    Wall,
    /// A small lock in the corner of the cell.
    Lock,
    /// An amount that the dark one of the two cells of a link hands to the other: an arrow across the side between them.
    Flow,
    Nothing,
}

/// The styles by name, for `draw`.
const STYLES: [(&str, Style); 19] = [
    ("fill", Style::Fill),
    ("text", Style::Text),
    ("circle", Style::Circle),
    ("square", Style::Square),
    ("corner", Style::Corner),
    ("block", Style::Block),
    ("areas", Style::Areas),
    ("up", Style::Side(Direction::North)),
    ("right", Style::Side(Direction::East)),
    ("down", Style::Side(Direction::South)),
    ("left", Style::Side(Direction::West)),
    ("upper", Style::Upper),
    ("lower", Style::Lower),
    ("arrow", Style::Arrow),
    ("line", Style::Line),
    ("wall", Style::Wall),
    ("lock", Style::Lock),
    ("flow", Style::Flow),
    ("none", Style::Nothing),
];

/// The names of the styles.
pub(super) fn style_names() -> Vec<&'static str> {
    STYLES.iter().map(|style| style.0).collect()
}

/// The sign for a cell on which a tile lies.
const TILE: &str = "▣";

/// What the key has a sign for, of what a rulebook has drawn.
pub(super) fn explained(draw: &Draw) -> Option<Explained> {
    match draw.style.as_ref().map(|style| &*style.name) {
        Some("lock") => Some(Explained::Lock),
        Some("flow") => Some(Explained::Amount),
        Some("circle") => Some(Explained::Circle),
        Some("square") => Some(Explained::Square),
        _ => {
            let mut signs = draw.signs.iter();
            signs
                .any(|(_, sign)| sign == TILE)
                .then_some(Explained::Tile)
        }
    }
}

/// How the rulebook says that a layer is drawn.
fn drawn_so<'b>(book: &'b Rulebook, layer: &Layer) -> Option<&'b Draw> {
    let mut all = book.draw.iter().rev();
    all.find(|draw| draw.layer.name == layer.word.name)
}

fn style_of(book: &Rulebook, layer: &Layer) -> Style {
    let word = drawn_so(book, layer).and_then(|draw| draw.style.as_ref());
    let known = word.and_then(|word| STYLES.iter().find(|(name, _)| **name == *word.name));
    known.map_or(Style::Plain, |known| known.1)
}

/// The sign that the rulebook gives to a word of a layer, or to its mark.
fn sign_of(book: &Rulebook, layer: &Layer, word: Option<&str>) -> Option<Shown> {
    let mut signs = drawn_so(book, layer)?.signs.iter();
    let (_, sign) = signs.find(|(of, _)| of.as_ref().map(|of| &*of.name) == word)?;
    Some(Shown::Sign(sign.clone()))
}

/// A value of the data or of a filled grid, as far as pictures tell values apart.
#[derive(Clone)]
enum Shown {
    /// The first of two words, or a mark.
    First,
    /// A word beside numbers or several others that is written `#`.
    Dark,
    /// A word that is written `.`, or a layer that does not stand here.
    Gap,
    Number(i64),
    Arrows(Vec<Direction>),
    /// As the rulebook has it drawn.
    Sign(String),
    Text(String),
}

fn shown_datum(book: &Rulebook, layer: &Layer, datum: &Datum, names: &[String]) -> Option<Shown> {
    Some(match datum {
        Datum::Missing => return None,
        Datum::Untold => Shown::Text("?".to_owned()),
        Datum::Mark => sign_of(book, layer, None).unwrap_or(Shown::First),
        Datum::Number(number) => Shown::Number(*number),
        Datum::Word(word) => return shown_filled(book, layer, Filled::Word(*word)),
        Datum::Name(name) => Shown::Text(name.to_string()),
        Datum::Region(region) => Shown::Text(names.get(*region)?.clone()),
        Datum::List(list) => {
            let parts = list
                .iter()
                .map(|part| part.map_or("?".to_owned(), |part| part.to_string()));
            let parts: Vec<String> = parts.collect();
            match parts.is_empty() {
                true => Shown::Text("0".to_owned()),
                false => Shown::Text(parts.join(",")),
            }
        }
        Datum::Clue(clue) => Shown::Text(clue.text().to_owned()),
        Datum::Directions(directions) => Shown::Arrows(directions.clone()),
        Datum::Shapes(_) => return None,
    })
}

fn shown_filled(book: &Rulebook, layer: &Layer, value: Filled) -> Option<Shown> {
    let (words, only_words) = match &layer.domain {
        Domain::Values { words, ranges } => (&words[..], ranges.is_empty()),
        _ => (&[][..], false),
    };
    if let Filled::Word(word) = value
        && let Some(symbol) = words.get(word)
        && let Some(sign) = sign_of(book, layer, Some(&symbol.word.name))
    {
        return Some(sign);
    }
    Some(match value {
        Filled::Nowhere => return None,
        Filled::Number(number) => Shown::Number(number),
        Filled::Direction(direction) => Shown::Arrows(vec![direction]),
        Filled::Word(0) if only_words && words.len() <= 2 => Shown::First,
        Filled::Word(_) => match text_of(layer, value).as_str() {
            "#" => Shown::Dark,
            "." => Shown::Gap,
            sign => Shown::Text(sign.to_owned()),
        },
        Filled::Unknown | Filled::Region(_) => Shown::Text(text_of(layer, value)),
    })
}

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
            continue;
        }
        let names = &data.region_names[number];
        let values: Vec<Option<Shown>> = data.layers[number]
            .iter()
            .map(|datum| shown_datum(&data.book, layer, datum, names))
            .collect();
        if layer.domain == Domain::Regions && style_of(&data.book, layer) != Style::Nothing {
            let regions: Vec<Option<usize>> = data.layers[number]
                .iter()
                .map(|datum| match datum {
                    Datum::Region(region) => Some(*region),
                    _ => None,
                })
                .collect();
            let is_told = regions.iter().any(Option::is_some);
            if is_told && first.regions.is_none() {
                draw_regions(&mut first, data, &regions);
                for board in 0..boards {
                    board_of(&mut first, board).region_names.clone_from(names);
                }
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
        }
        if matches!(layer.role, Role::Decide { .. }) {
            let kind = match layer.on {
                Ground::Atoms(kind, _) => kind,
                _ => continue,
            };
            for board in 0..boards {
                let picture = board_of(&mut first, board);
                match kind {
                    Kind::Edge => {
                        picture.edges.get_or_insert_default();
                        picture.frame = picture.regions.is_some();
                    }
                    Kind::Link => {
                        picture.links.get_or_insert_default();
                    }
                    _ => {}
                }
            }
        }
    }
    if let Some(phrase) = data
        .book
        .borders
        .as_ref()
        .filter(|_| first.regions.is_none())
    {
        draw_borders(&mut first, data, phrase);
    }
    for board in 0..boards {
        let picture = board_of(&mut first, board);
        for cell in picture.cells.cells() {
            let drawn = &mut picture.cells[cell];
            drawn.text.push_str(&joined(&drawn.parts));
            // One beside the other has no room.
            if !drawn.text.is_empty() && !drawn.arrows.is_empty() {
                let arrows = std::mem::take(&mut drawn.arrows);
                let signs = arrows
                    .into_iter()
                    .map(|arrow| ['↑', '→', '↓', '←'][arrow as usize]);
                drawn.text = signs
                    .chain(std::mem::take(&mut drawn.text).chars())
                    .collect();
            }
        }
    }
    first
}

/// Whether a layer is hidden, but the rulebook says how to draw it.
fn is_hidden_but_drawn(book: &Rulebook, layer: &Layer) -> bool {
    layer.role == Role::Hidden && drawn_so(book, layer).is_some()
}

/// Whether some layer is drawn as amounts that cells hand each other.
pub(super) fn has_flows(book: &Rulebook) -> bool {
    let mut layers = book.layers.iter();
    layers.any(|layer| style_of(book, layer) == Style::Flow)
}

/// Whether hidden layers are to be drawn, too.
pub(super) fn draws_what_is_hidden(book: &Rulebook) -> bool {
    let mut layers = book.layers.iter();
    layers.any(|layer| is_hidden_but_drawn(book, layer))
}

/// The cells in which a layer is drawn, if the rulebook says so.
fn drawn_on(data: &Data, layer: &Layer, filling: &dyn Fn() -> Filling) -> Option<FxHashSet<Atom>> {
    let phrase = drawn_so(&data.book, layer)?.on.as_ref()?;
    let named = interpret::named(data, &filling(), phrase);
    Some(named.into_iter().collect())
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
        let is_given =
            |at: usize| !matches!(data.layers[number].get(at), None | Some(Datum::Missing));
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
}

/// Shows where it is known that nothing stands, so that it is told from what is not known.
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
    let geometry = &data.geometry;
    for (position, _) in links.filter(|(_, is_inside)| !is_inside) {
        let atom = atom_at(geometry, Kind::Link, position);
        let [_, to] = geometry.link_cells(atom.index);
        let to = geometry.cell(to);
        let picture = board_of(picture, atom.board.into());
        let edges = picture.edges.get_or_insert_default();
        edges.push(EdgePicture {
            is_level: !geometry.is_horizontal_link(atom.index),
            point: (to.row, to.column),
            stroke: Stroke::Line,
        });
    }
}

/// Marks a cell of a board with what is known of it.
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
    });
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
            let picture = board_of(picture, board);
            picture.regions = Grid::from_values(rows, columns, regions);
            picture.tinted = true;
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
    if regions.iter().any(Option::is_some) {
        draw_regions(picture, data, &regions);
        for board in 0..boards {
            board_of(picture, board).tinted = false;
        }
    }
}

fn draw_layer(
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
        Ground::Puzzle => {}
        Ground::Atoms(kind, _) => {
            for (position, value) in values.into_iter().enumerate() {
                let Some(value) = value else { continue };
                let atom = atom_at(geometry, *kind, position);
                if cells.as_ref().is_some_and(|cells| !cells.contains(&atom)) {
                    continue;
                }
                let picture = board_of(picture, atom.board.into());
                match kind {
                    Kind::Cell => {
                        let cell = geometry.cell(atom.index);
                        draw_cell(&mut picture.cells[cell], value, style, layer, data_only);
                    }
                    Kind::Edge => draw_edge(picture, geometry, atom.index, &value, style),
                    Kind::Link => draw_link(picture, geometry, atom.index, &value, style),
                    Kind::Corner => {
                        let (row, column) = geometry.corner_position(atom.index);
                        let text = words(&value, &layer.word.name);
                        picture
                            .points
                            .retain(|point| (point.0, point.1) != (row, column));
                        if !text.is_empty() {
                            picture.points.push((row, column, text));
                        }
                    }
                }
            }
        }
        Ground::Lines(lines) => draw_lines(picture, geometry, *lines, layer, values),
        Ground::Regions(word) => {
            let Some(regions) = data.book.layer(&word.name) else {
                return;
            };
            if let Some(cells) = cells {
                for (position, datum) in data.layers[regions].iter().enumerate() {
                    let atom = atom_at(geometry, Kind::Cell, position);
                    if let Datum::Region(region) = datum
                        && cells.contains(&atom)
                        && let Some(value) = &values[*region]
                    {
                        let picture = board_of(picture, atom.board.into());
                        let cell = &mut picture.cells[geometry.cell(atom.index)];
                        draw_cell(cell, value.clone(), style, layer, data_only);
                    }
                }
                return;
            }
            for (region, value) in values.into_iter().enumerate() {
                let is_here =
                    |datum: &Datum| matches!(datum, Datum::Region(here) if *here == region);
                let Some(first) = data.layers[regions].iter().position(is_here) else {
                    continue;
                };
                if let Some(value) = value {
                    let atom = atom_at(geometry, Kind::Cell, first);
                    let picture = board_of(picture, atom.board.into());
                    let corner = &mut picture.cells[geometry.cell(atom.index)].corner;
                    corner.push_str(&words(&value, &layer.word.name));
                }
            }
        }
    }
}

/// Values in parts of a cell as one text.
fn joined(parts: &[String]) -> String {
    match parts {
        [upper, lower] => format!("{lower}\\{upper}"),
        parts => parts.join("/"),
    }
}

fn words(value: &Shown, name: &str) -> String {
    match value {
        Shown::First => name.chars().take(1).collect(),
        Shown::Dark => "#".to_owned(),
        Shown::Gap => String::new(),
        Shown::Number(number) => number.to_string(),
        Shown::Arrows(directions) => directions
            .iter()
            .map(|direction| direction.letter())
            .collect(),
        Shown::Sign(text) | Shown::Text(text) => text.clone(),
    }
}

fn draw_cell(cell: &mut CellPicture, value: Shown, style: Style, layer: &Layer, given: bool) {
    let is_mark = layer.domain == Domain::Mark;
    let is_data = layer.role == Role::Data;
    let fills = match (&value, style) {
        (Shown::Dark, Style::Plain | Style::Fill | Style::Block | Style::Upper | Style::Lower) => {
            true
        }
        (Shown::First, Style::Plain) => !is_mark && !is_data,
        (Shown::Gap, _) => false,
        (_, Style::Fill) => true,
        (_, Style::Block | Style::Upper | Style::Lower) => {
            cell.fill = Fill::Shaded;
            false
        }
        _ => false,
    };
    match (style, value) {
        (Style::Plain | Style::Fill | Style::Arrow, Shown::Arrows(directions)) => {
            cell.arrows = directions;
        }
        (Style::Lock, _) => cell.locked = true,
        _ if fills => cell.fill = Fill::Shaded,
        (Style::Circle, Shown::First) => write(cell, "●".to_owned(), is_data, false),
        (Style::Circle, Shown::Gap) => write(cell, "○".to_owned(), is_data, false),
        (Style::Circle, Shown::Text(text)) if text == "?" => "○".clone_into(&mut cell.text),
        (_, Shown::Gap) => {}
        (_, Shown::Sign(sign)) => match sign.as_str() {
            "■" => cell.fill = Fill::Shaded,
            "▒" => cell.fill = Fill::Grey,
            TILE => cell.fill = Fill::Tile,
            "□" => cell.mark = Some(MarkPicture::Square),
            _ => write(cell, sign, is_data, given),
        },
        (Style::Corner, value) => cell.corner = words(&value, &layer.word.name),
        (Style::Side(side), value) => {
            cell.parts.resize(4, String::new());
            cell.parts[side as usize] = words(&value, &layer.word.name);
        }
        (Style::Upper | Style::Lower, value) => {
            cell.parts.resize(2, String::new());
            cell.parts[usize::from(style == Style::Lower)] = words(&value, &layer.word.name);
        }
        (_, value) => {
            let text = match value {
                Shown::First if is_mark => "*".to_owned(),
                Shown::First => text_of(layer, Filled::Word(0)),
                value => words(&value, &layer.word.name),
            };
            write(cell, text, is_data, given);
            cell.mark = match style {
                Style::Circle => Some(MarkPicture::Circle),
                Style::Square => Some(MarkPicture::Square),
                _ => cell.mark,
            };
        }
    }
}

/// Writes a value into a cell. Where several layers have a value, what is to be found stands in the middle, and what the
/// data says in the corner.
fn write(cell: &mut CellPicture, text: String, is_data: bool, given: bool) {
    if cell.text.is_empty() || cell.text == text {
        cell.text = text;
        cell.given |= given;
        return;
    }
    let aside = if is_data {
        text
    } else if cell.given {
        cell.given = given;
        std::mem::replace(&mut cell.text, text)
    } else {
        cell.text = format!("{}/{text}", cell.text);
        return;
    };
    if !cell.corner.is_empty() {
        cell.corner.push(' ');
    }
    cell.corner.push_str(&aside);
}

/// What is drawn on a side or a link.
fn stroke(value: &Shown, style: Style) -> Option<Stroke> {
    match (value, style) {
        (Shown::Gap, _) => None,
        (Shown::First, Style::Text) => Some(Stroke::Text("x".to_owned())),
        (Shown::Sign(sign), _) => Some(Stroke::Text(sign.clone())),
        (Shown::First, _) | (_, Style::Line | Style::Wall) => Some(Stroke::Line),
        (Shown::Arrows(directions), _) => {
            let sign = |direction: &Direction| ['∧', '>', '∨', '<'][*direction as usize];
            Some(Stroke::Text(directions.iter().map(sign).collect()))
        }
        (value, _) => Some(Stroke::Text(words(value, ""))),
    }
}

fn draw_edge(picture: &mut Picture, geometry: &Geometry, edge: u32, value: &Shown, style: Style) {
    let (is_level, row, column) = geometry.edge_position(edge);
    let edges = picture.edges.get_or_insert_default();
    edges.extend(stroke(value, style).map(|stroke| EdgePicture {
        is_level,
        point: (row, column),
        stroke,
    }));
}

fn draw_link(picture: &mut Picture, geometry: &Geometry, link: u32, value: &Shown, style: Style) {
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
    }));
}

fn draw_lines(
    picture: &mut Picture,
    geometry: &Geometry,
    lines: Lines,
    layer: &Layer,
    values: Vec<Option<Shown>>,
) {
    let (rows, columns) = (geometry.rows, geometry.columns);
    let count = geometry.count_lines(lines).max(1);
    if values.iter().all(Option::is_none) {
        return;
    }
    for (position, value) in values.into_iter().enumerate() {
        let Some(value) = value else { continue };
        let text = words(&value, &layer.word.name);
        let picture = board_of(picture, position / count);
        let number = position % count;
        if lines == Lines::Row && layer.domain == Domain::Clue {
            picture.row_texts.resize(rows, String::new());
            picture.row_texts[number].push_str(&text);
            continue;
        }
        let Outside {
            left,
            right,
            top,
            bottom,
        } = &mut picture.outside;
        let (side, size, number) = match lines {
            Lines::Row => (left, rows, number),
            Lines::Column => (top, columns, number),
            Lines::Line if number < rows => (left, rows, number),
            Lines::Line => (top, columns, number - rows),
            Lines::View if number < rows => (left, rows, number),
            Lines::View if number < 2 * rows => (right, rows, number - rows),
            Lines::View if number < 2 * rows + columns => (top, columns, number - 2 * rows),
            Lines::View => (bottom, columns, number - 2 * rows - columns),
            Lines::Diagonal => continue,
        };
        side.resize(size, String::new());
        if let Some(place) = side.get_mut(number) {
            // Another layer may have something to say of the same line.
            if !place.is_empty() {
                place.push(' ');
            }
            place.push_str(&text);
        }
    }
}
