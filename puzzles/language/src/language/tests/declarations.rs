//! Random layers, grids and data.

use quadrille_engine::Rng;

use super::super::values::Datum;
use super::large::LARGE;
use crate::clue::Clue;
use crate::grid::Direction;

/// What a layer is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    Cells,
    Edges,
    Links,
    Corners,
    Rows,
    Columns,
    Lines,
    Views,
    Diagonals,
    Rooms,
    Puzzle,
}

/// What values it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Number,
    Words(&'static [&'static str]),
    /// Numbers, or a word for none.
    Mixed(&'static str),
    Direction,
    Directions,
    Regions,
    Mark,
    Name,
    List,
    Clue,
}

/// A layer with its declaration and, of data or givens, its values.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) name: &'static str,
    pub(super) on: On,
    pub(super) values: Values,
    pub(super) found: bool,
    pub(super) given: bool,
    pub(super) line: String,
    pub(super) data: Vec<Datum>,
    pub(super) regions: usize,
}

pub(super) fn one<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u64) as usize]
}

pub(super) fn chance(rng: &mut Rng, percent: u64) -> bool {
    rng.below(100) < percent
}

/// What a layer is on, as a word of the language, and how many positions that has.
pub(super) fn ground(on: On, rows: usize, columns: usize) -> (&'static str, usize) {
    match on {
        On::Cells => ("cells", rows * columns),
        On::Edges => ("edges", (rows + 1) * columns + rows * (columns + 1)),
        On::Links => ("links", rows * (columns - 1) + (rows - 1) * columns),
        On::Corners => ("corners", (rows + 1) * (columns + 1)),
        On::Rows => ("rows", rows),
        On::Columns => ("columns", columns),
        On::Lines => ("lines", rows + columns),
        On::Views => ("views", 2 * (rows + columns)),
        On::Diagonals => ("diagonals", 2 * (rows + columns - 1)),
        On::Rooms => ("room", 0),
        On::Puzzle => ("", 1),
    }
}

/// What a rulebook may bring.
const DATA: &[(&str, On, Values, &str)] = &[
    ("number", On::Cells, Values::Number, "number"),
    ("wall", On::Cells, Values::Mark, "mark"),
    ("letter", On::Cells, Values::Name, "name"),
    (
        "mood",
        On::Cells,
        Values::Words(&["good", "bad"]),
        "good or bad",
    ),
    ("arrow", On::Cells, Values::Direction, "direction"),
    ("signs", On::Cells, Values::Directions, "directions"),
    ("tuple", On::Cells, Values::List, "list of number"),
    (
        "glass",
        On::Cells,
        Values::Words(&["lean", "drop"]),
        r#"lean "/" or drop "\""#,
    ),
    ("goal", On::Views, Values::Number, "0..9"),
    ("total", On::Rows, Values::Number, "number"),
    ("load", On::Lines, Values::Number, "number"),
    ("target", On::Columns, Values::Number, "number"),
    ("lengths", On::Lines, Values::List, "list of number"),
    ("kind", On::Rows, Values::Clue, "clue"),
    ("limit", On::Puzzle, Values::Number, "number"),
    ("dot", On::Edges, Values::Mark, "mark"),
    ("price", On::Links, Values::Number, "number"),
    ("knot", On::Corners, Values::Number, "number"),
    ("slope", On::Diagonals, Values::Number, "number"),
    ("weight", On::Rooms, Values::Number, "number"),
];

/// What there may be to find: the weight says how often.
const FOUND: &[(u64, &str, On, Values, &str, u64)] = &[
    (
        6,
        "shade",
        On::Cells,
        Values::Words(&["shaded", "open"]),
        "shaded or open",
        2,
    ),
    (
        2,
        "tint",
        On::Cells,
        Values::Words(&["red", "green", "blue"]),
        "red or green or blue",
        3,
    ),
    (
        1,
        "slant",
        On::Cells,
        Values::Words(&["rise", "fall", "plain"]),
        r#"rise "/" or fall "\" or plain ".""#,
        3,
    ),
    (
        2,
        "slant",
        On::Cells,
        Values::Words(&["rise", "fall"]),
        r#"rise "/" or fall "\""#,
        2,
    ),
    (
        1,
        "slant",
        On::Cells,
        Values::Mixed("rise"),
        r#"1 or rise "/""#,
        2,
    ),
    (4, "digit", On::Cells, Values::Number, "1..3", 3),
    (3, "digit", On::Cells, Values::Number, "0..1", 2),
    (1, "digit", On::Cells, Values::Number, "-1..1", 3),
    (1, "digit", On::Cells, Values::Number, "1 or 64", 2),
    (1, "digit", On::Cells, Values::Number, "1 or 131072", 2),
    (
        1,
        "digit",
        On::Cells,
        Values::Mixed("blank"),
        "1 or 500 or blank",
        3,
    ),
    (
        2,
        "digit",
        On::Cells,
        Values::Number,
        "1..size of room of it",
        3,
    ),
    (
        3,
        "digit",
        On::Cells,
        Values::Mixed("blank"),
        "1..2 or blank",
        3,
    ),
    (
        1,
        "digit",
        On::Cells,
        Values::Mixed("blank"),
        "blank or 0",
        2,
    ),
    (
        2,
        "way",
        On::Edges,
        Values::Words(&["drawn", "bare"]),
        "drawn or bare",
        2,
    ),
    (
        3,
        "way_",
        On::Links,
        Values::Words(&["taken", "idle"]),
        "taken or idle",
        2,
    ),
    (
        1,
        "peg",
        On::Corners,
        Values::Words(&["pinned", "loose"]),
        "pinned or loose",
        2,
    ),
    (1, "tally", On::Rows, Values::Number, "0..2", 3),
    (1, "rim", On::Views, Values::Number, "1..2", 2),
    (1, "sum_", On::Rooms, Values::Number, "0..2", 3),
    (
        1,
        "tally",
        On::Rows,
        Values::Mixed("blank"),
        "1..2 or blank",
        3,
    ),
    (2, "answer_", On::Puzzle, Values::Number, "1..3", 3),
    (
        2,
        "answer_",
        On::Puzzle,
        Values::Mixed("blank"),
        "1..2 or blank",
        3,
    ),
    (
        1,
        "colour",
        On::Puzzle,
        Values::Words(&["warm", "cold"]),
        "warm or cold",
        2,
    ),
    (2, "heading", On::Cells, Values::Direction, "direction", 4),
    (3, "area", On::Cells, Values::Regions, "regions", 3),
];

fn layer(name: &'static str, on: On, values: Values, line: String, found: bool) -> Layer {
    Layer {
        name,
        on,
        values,
        found,
        given: false,
        line,
        data: Vec::new(),
        regions: 0,
    }
}

/// A grid and layers, with no more than about `most` assignments.
pub(super) fn layers(rng: &mut Rng, most: u64) -> (usize, usize, Vec<Layer>) {
    loop {
        let (rows, columns) = (1 + rng.below(3) as usize, 1 + rng.below(4) as usize);
        let mut layers: Vec<Layer> = Vec::new();
        let has_rooms = chance(rng, 40);
        if has_rooms {
            let line = "data room on cells: regions".to_owned();
            layers.push(layer("room", On::Cells, Values::Regions, line, false));
        }
        for &(name, on, values, text) in DATA {
            if !chance(rng, if name == "number" { 40 } else { 9 }) || on == On::Rooms && !has_rooms
            {
                continue;
            }
            let line = match on {
                On::Puzzle => format!("data {name}: {text}"),
                _ => format!("data {name} on {}: {text}", ground(on, rows, columns).0),
            };
            layers.push(layer(name, on, values, line, false));
        }
        let mut space: f64 = 1.0;
        for _ in 0..1 + rng.below(2) {
            let weights: u64 = FOUND.iter().map(|entry| entry.0).sum();
            let mut pick = rng.below(weights);
            let entry = FOUND.iter().find(|entry| {
                let found = pick < entry.0;
                pick = pick.saturating_sub(entry.0);
                found
            });
            let &(_, name, on, values, text, sizes) = entry.expect("the weights add up");
            let needs_rooms = on == On::Rooms || text.contains("room");
            if layers.iter().any(|known| known.name == name) || needs_rooms && !has_rooms {
                continue;
            }
            let places = match on {
                On::Rooms => 3,
                _ => ground(on, rows, columns).1,
            };
            space *= (sizes as f64).powi(places as i32);
            let hidden = chance(rng, 10);
            let role = if hidden { "hidden" } else { "decide" };
            let given = !hidden && values != Values::Regions && chance(rng, 25);
            let wall = on == On::Cells
                && values != Values::Regions
                && layers.iter().any(|known| known.name == "wall")
                && chance(rng, 60);
            let mut line = match on {
                On::Puzzle => format!("{role} {name}: {text}"),
                _ if values == Values::Regions => format!("{role} {name}: {text}"),
                _ if wall => format!("{role} {name} on cells without wall: {text}"),
                _ => format!("{role} {name} on {}: {text}", ground(on, rows, columns).0),
            };
            if given {
                line += ", given";
            }
            let mut new = layer(name, on, values, line, true);
            new.given = given;
            layers.push(new);
        }
        if layers.iter().any(|layer| layer.found) && space <= most as f64 {
            fill(rng, rows, columns, &mut layers);
            return (rows, columns, layers);
        }
    }
}

fn fill(rng: &mut Rng, rows: usize, columns: usize, layers: &mut [Layer]) {
    let mut rooms = 0;
    for layer in layers {
        let places = match layer.on {
            On::Rooms => rooms,
            on => ground(on, rows, columns).1,
        };
        if layer.name == "room" {
            let whole = layer.line.is_empty() || chance(rng, 70);
            let mut numbers: Vec<Option<u64>> = (0..places)
                .map(|_| (whole || chance(rng, 80)).then(|| rng.below(3)))
                .collect();
            // A cell for `1..size of room of it` needs a room; names count from 0 in reading order.
            let mut order: Vec<u64> = Vec::new();
            for number in numbers.iter_mut().flatten() {
                let at = order
                    .iter()
                    .position(|known| known == number)
                    .unwrap_or_else(|| {
                        order.push(*number);
                        order.len() - 1
                    });
                *number = at as u64;
            }
            rooms = order.len();
            layer.regions = rooms;
            layer.data = numbers
                .into_iter()
                .map(|number| {
                    number.map_or(Datum::Missing, |number| Datum::Region(number as usize))
                })
                .collect();
            continue;
        }
        if layer.found {
            if layer.line.contains("without wall") {
                layer.given = false;
            }
            let datum = |rng: &mut Rng| match layer.values {
                _ if !layer.given || chance(rng, 80) => Datum::Missing,
                Values::Words(words) => Datum::Word(rng.below(words.len() as u64) as usize),
                Values::Mixed(_) if chance(rng, 50) => Datum::Word(0),
                Values::Direction => Datum::Directions(vec![one(rng, &Direction::ALL)]),
                _ if layer.line.contains("or 0") => Datum::Number(0),
                _ => Datum::Number(1),
            };
            layer.data = (0..places).map(|_| datum(rng)).collect();
            continue;
        }
        let missing = one(rng, &[10, 50, 80]);
        // A layer with large numbers has small ones, too.
        let large = if layer.line.ends_with(": number") && chance(rng, 15) {
            50
        } else {
            0
        };
        let datum = |rng: &mut Rng| match value(rng, layer.values, missing) {
            Datum::Number(_) if chance(rng, large) => Datum::Number(one(rng, LARGE)),
            datum => datum,
        };
        layer.data = (0..places).map(|_| datum(rng)).collect();
    }
}

fn value(rng: &mut Rng, values: Values, missing: u64) -> Datum {
    if chance(rng, missing) {
        return Datum::Missing;
    }
    if chance(rng, 8) && values != Values::Mark {
        return Datum::Untold;
    }
    let number = |rng: &mut Rng| one(rng, &[0, 1, 1, 2, 2, 3, 4, 6]);
    match values {
        Values::Number | Values::Mixed(_) => Datum::Number(number(rng)),
        Values::Words(words) => Datum::Word(rng.below(words.len() as u64) as usize),
        Values::Direction => Datum::Directions(vec![one(rng, &Direction::ALL)]),
        Values::Directions => {
            let mut all = Direction::ALL.to_vec();
            all.retain(|_| chance(rng, 50));
            Datum::Directions(all)
        }
        Values::Mark => Datum::Mark,
        Values::Name => Datum::Name(one(rng, &["a", "b"]).into()),
        Values::List => {
            let length = rng.below(4);
            let entries = (0..length).map(|_| (!chance(rng, 15)).then(|| number(rng).max(1)));
            match length {
                0 => Datum::List(Vec::new()),
                _ => Datum::List(entries.collect()),
            }
        }
        Values::Clue => {
            Datum::Clue(Clue::parse(one(rng, &["prime", "square", "even"])).expect("a known clue"))
        }
        Values::Regions => Datum::Missing,
    }
}
