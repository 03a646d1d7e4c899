//! The known solutions of a puzzle, and their comparison with what was found.
//!
//! Corpus and rulebooks name things differently: 1 is shaded, a lamp, a star. So known solutions are compared with
//! every layer of the solution that has as many places: numbers must be equal, and other words and known values must
//! correspond one to one.

use std::collections::BTreeSet;

use serde_json::Value;

/// Where values are: a grid of cells, or the horizontal and vertical strokes between them, as rows and columns of each.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Cells(usize, usize),
    Strokes([usize; 2], [usize; 2]),
}

/// Values in their places, row by row.
#[derive(Clone, Debug)]
struct Values {
    shape: Shape,
    of: Vec<Value>,
}

/// A part of an answer. Unknown values are null.
#[derive(Debug)]
pub(crate) struct Told {
    name: String,
    values: Values,
    /// Whether null means that solutions differ there, not just that the value is not recorded.
    is_open: bool,
}

/// Rows of values as one list, with the number of rows and columns.
fn rows(value: &Value) -> Option<([usize; 2], Vec<Value>)> {
    let rows: Vec<&Vec<Value>> = value
        .as_array()?
        .iter()
        .map(Value::as_array)
        .collect::<Option<_>>()?;
    let wide = rows.first().map_or(0, |row| row.len());
    let even = rows.iter().all(|row| row.len() == wide);
    even.then(|| {
        (
            [rows.len(), wide],
            rows.into_iter().flatten().cloned().collect(),
        )
    })
}

/// The values of a grid, or of a table of strokes.
fn values(value: &Value) -> Option<Values> {
    if let Some(([rows, columns], of)) = rows(value) {
        return Some(Values {
            shape: Shape::Cells(rows, columns),
            of,
        });
    }
    let (flat, mut of) = rows(&value["horizontal"])?;
    let (upright, more) = rows(&value["vertical"])?;
    of.extend(more);
    Some(Values {
        shape: Shape::Strokes(flat, upright),
        of,
    })
}

/// The borders between cells with different values: 1 above a cell and the one below it, then between neighbours side
/// by side.
fn borders(cells: &[Value], rows: usize, columns: usize) -> Values {
    let at = |row: usize, column: usize| &cells[row * columns + column];
    let bit = |a: &Value, b: &Value| Value::from(u8::from(a != b));
    let below = (1..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let beside = (0..rows).flat_map(|row| (1..columns).map(move |column| (row, column)));
    let mut of: Vec<Value> = below
        .map(|(row, column)| bit(at(row - 1, column), at(row, column)))
        .collect();
    of.extend(beside.map(|(row, column)| bit(at(row, column - 1), at(row, column))));
    Values {
        shape: Shape::Strokes([rows - 1, columns], [rows, columns - 1]),
        of,
    }
}

/// Everything that a layer of a solution can be taken for.
fn views(layer: &Value) -> Vec<Values> {
    let Some(values) = values(layer) else {
        return Vec::new();
    };
    match values.shape {
        Shape::Cells(rows, columns) if rows > 0 && columns > 0 => {
            let borders = borders(&values.of, rows, columns);
            vec![values, borders]
        }
        Shape::Cells(..) => Vec::new(),
        Shape::Strokes(flat, upright) => {
            // What joins two cells side by side may also be the border between them, which is drawn upright.
            let (first, last) = values.of.split_at(flat[0] * flat[1]);
            let turned = Values {
                shape: Shape::Strokes(upright, flat),
                of: [last, first].concat(),
            };
            vec![values, turned]
        }
    }
}

/// Whether the known and the found values agree.
fn agree(told: &[Value], found: &[Value]) -> bool {
    let mut pairs: BTreeSet<(String, String)> = BTreeSet::new();
    for (told, found) in told.iter().zip(found).filter(|(told, _)| !told.is_null()) {
        match (told, found) {
            // A place that the layer omits: nothing is there.
            (told, Value::Null) if *told == 0 => {}
            (told, Value::Number(_)) => {
                if told != found {
                    return false;
                }
            }
            _ => {
                pairs.insert((told.to_string(), found.to_string()));
            }
        }
    }
    let told: BTreeSet<&String> = pairs.iter().map(|pair| &pair.0).collect();
    let found: BTreeSet<&String> = pairs.iter().map(|pair| &pair.1).collect();
    told.len() == pairs.len() && found.len() == pairs.len()
}

impl Told {
    /// Values of cells, by rows.
    pub(crate) fn cells(of: Vec<Vec<Value>>) -> Told {
        Told::new("solution", &of.into(), false)
    }

    /// Values of strokes, by rows of horizontal and of vertical ones.
    pub(crate) fn strokes(horizontal: Vec<Vec<Value>>, vertical: Vec<Vec<Value>>) -> Told {
        let strokes = serde_json::json!({ "horizontal": horizontal, "vertical": vertical });
        Told::new("solution", &strokes, false)
    }

    fn new(name: &str, value: &Value, is_open: bool) -> Told {
        let values = values(value).unwrap_or_else(|| panic!("{name} is no grid: {value}"));
        Told {
            name: name.to_owned(),
            is_open: is_open && values.of.iter().any(Value::is_null),
            values,
        }
    }

    /// Whether the puzzle has several solutions.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Compares it with solutions, all or some.
    ///
    /// # Errors
    /// If no layer agrees.
    pub(crate) fn compare(&self, solutions: &[Value], all: bool) -> Result<(), String> {
        let layers = solutions[0].as_object().expect("layers by name");
        for (name, layer) in layers {
            for (number, view) in views(layer).into_iter().enumerate() {
                if view.shape != self.values.shape {
                    continue;
                }
                let found: Vec<Vec<Value>> = solutions
                    .iter()
                    .map(|solution| views(&solution[name]).swap_remove(number).of)
                    .collect();
                let agrees = found.iter().all(|found| agree(&self.values.of, found));
                if agrees && (!all || !self.is_open || self.is_open_in(&found)) {
                    return Ok(());
                }
            }
        }
        Err(format!(
            "no layer of {} solutions agrees with {}; the first is {}",
            solutions.len(),
            self.name,
            solutions[0]
        ))
    }

    /// Whether the solutions differ exactly where nothing is known.
    fn is_open_in(&self, solutions: &[Vec<Value>]) -> bool {
        let told = self.values.of.iter().enumerate();
        told.into_iter().all(|(place, told)| {
            let differ = solutions
                .iter()
                .any(|solution| solution[place] != solutions[0][place]);
            differ == told.is_null()
        })
    }
}

/// The known answers of a puzzle of `genres/`.
pub(crate) fn of_published(puzzle: &Value) -> Vec<Told> {
    let mut told = Vec::new();
    for (name, value) in puzzle["solution"].as_object().unwrap() {
        match name.as_str() {
            // The same as the borders.
            "answer_regions" => {}
            "single_facts" => told.push(Told::new(name, &facts(puzzle, value), false)),
            _ => told.push(Told::new(name, value, puzzle["solution_complete"] == false)),
        }
    }
    if let Some(lines) = puzzle["solution_by_us"].get("lines") {
        told.push(Told::new("lines", lines, false));
    }
    told
}

/// Single values by places such as `0.5` (a cell) and `horizontal.4.7` (a link), as a grid with gaps.
fn facts(puzzle: &Value, facts: &Value) -> Value {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let (rows, columns) = (number(&puzzle["rows"]), number(&puzzle["cols"]));
    let gaps = |rows: usize, columns: usize| vec![vec![Value::Null; columns]; rows];
    let mut cells = gaps(rows, columns);
    let mut flat = gaps(rows, columns - 1);
    let mut upright = gaps(rows - 1, columns);
    let mut on_links = false;
    for fact in facts.as_array().unwrap() {
        let place: Vec<&str> = fact[0].as_str().unwrap().split('.').collect();
        let at = |part: &str| part.parse::<usize>().unwrap();
        match place[..] {
            ["horizontal", row, column] => flat[at(row)][at(column)] = fact[1].clone(),
            ["vertical", row, column] => upright[at(row)][at(column)] = fact[1].clone(),
            [row, column] => cells[at(row)][at(column)] = fact[1].clone(),
            _ => panic!("not a place: {fact}"),
        }
        on_links |= place.len() == 3;
    }
    match on_links {
        true => serde_json::json!({ "horizontal": flat, "vertical": upright }),
        false => cells.into(),
    }
}
