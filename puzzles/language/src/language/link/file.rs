//! From the data of an address to the text of a puzzle file.

use std::fmt::Write;

use super::super::syntax::{Domain, Ground, Kind, Layer, Lines, Rulebook};
use super::{fits, key_of, marks_beside};
use crate::address::{Address, Datum, Layout};
use crate::document::quoted;

/// A key of the puzzle file with the words in its places.
struct Entry {
    key: String,
    value: Value,
}

enum Value {
    /// Drawn grids, by the parts of the key: none has a name if there is only one.
    Grids(Vec<(&'static str, usize, Vec<String>)>),
    /// Lists in one line each.
    Lists(Vec<(&'static str, Vec<String>)>),
    ByRegion(Vec<String>),
    Flag(bool),
    Number(i64),
    Shapes(Vec<String>),
}

/// The puzzle file of an address with these data.
///
/// # Errors
/// If the rulebook does not declare the data.
pub(crate) fn write(
    text: &str,
    address: &Address,
    layout: &Layout,
    data: &[(String, Datum)],
    book: &Rulebook,
) -> Result<String, String> {
    let rim: usize = layout.parts().iter().map(|part| part.codec().rim()).sum();
    let (rows, columns) = (address.rows + rim, address.columns + rim);
    let mut entries: Vec<Entry> = Vec::new();
    let brought = super::brought(layout);
    for ((name, datum), (_, brings)) in data.iter().zip(brought) {
        let layers = fits(book, name, brings)?;
        let Some((_, layer)) = layers.first() else {
            continue;
        };
        if layer.domain == Domain::Mark && may_be_there(datum) {
            return Err(format!("`?` is no value of `{name}`, which is a mark"));
        }
        let mut value = value(layer, datum)?;
        let key = key_of(layer).unwrap_or(name);
        for (_, mark) in marks_beside(book, layer) {
            if let (Some(marks), Some(key)) = (take(&mut value, &mark.word.name), key_of(mark)) {
                add(&mut entries, key, marks, name)?;
            }
        }
        add(&mut entries, key, value, name)?;
    }
    let mut file = format!(
        "kind = {}\nsource = {}\nsize = \"{rows}x{columns}\"\n",
        quoted(&book.name),
        quoted(text)
    );
    if let Some(variant) = &address.variant {
        let _ = writeln!(file, "variant = {}", quoted(variant));
    }
    for Entry { key, value } in &entries {
        // Writing to a string never fails.
        let _ = write_value(&mut file, key, value);
    }
    Ok(file)
}

/// Whether a mark may be somewhere: no site says so of marks.
fn may_be_there(datum: &Datum) -> bool {
    matches!(datum, Datum::Cells { words, .. } if words.iter().any(|word| word == "?"))
}

fn add(entries: &mut Vec<Entry>, key: &str, value: Value, name: &str) -> Result<(), String> {
    match entries.iter_mut().find(|entry| entry.key == key) {
        Some(entry) => merge(&mut entry.value, value, name),
        None => {
            entries.push(Entry {
                key: key.to_owned(),
                value,
            });
            Ok(())
        }
    }
}

/// Removes a word from grids; returns the grids with only this word, if it occurs.
fn take(value: &mut Value, word: &str) -> Option<Value> {
    let Value::Grids(grids) = value else {
        return None;
    };
    let is_there = grids
        .iter()
        .any(|(_, _, words)| words.iter().any(|known| known == word));
    is_there.then(|| {
        let nothing = || ".".to_owned();
        let taken = grids.iter_mut().map(|(part, columns, words)| {
            let taken = words.iter_mut().map(|known| match known == word {
                true => std::mem::replace(known, nothing()),
                false => nothing(),
            });
            let taken: Vec<String> = taken
                .map(|word| if word == "." { word } else { "#".to_owned() })
                .collect();
            (*part, *columns, taken)
        });
        Value::Grids(taken.collect())
    })
}

/// The value of a key of the file. Longer than other functions: an arm for each sort of data.
fn value(layer: &Layer, datum: &Datum) -> Result<Value, String> {
    let word = |word: &String| word_of(layer, word);
    let words = |list: &[String]| -> Vec<String> { list.iter().map(word).collect() };
    let rows = |list: &[Vec<String>]| -> Vec<String> { list.iter().flatten().map(word).collect() };
    let grid = |columns: usize, list: Vec<String>| Value::Grids(vec![("", columns, list)]);
    Ok(match (datum, &layer.on) {
        (
            Datum::Cells {
                columns,
                words: list,
                ..
            },
            _,
        ) => grid(*columns, words(list)),
        (
            Datum::Corners {
                columns,
                words: list,
                ..
            },
            _,
        ) => grid(*columns + 1, words(list)),
        (Datum::Regions { columns, of, .. }, _) => grid(
            *columns,
            of.iter().map(|&region| region_name(region)).collect(),
        ),
        (Datum::ByRegion(list), _) => Value::ByRegion(words(list)),
        (
            Datum::Links {
                horizontal,
                vertical,
            },
            Ground::Atoms(Kind::Edge, _),
        ) => {
            // A value between two adjacent cells of a row is an upright stroke.
            let (rows, columns) = (horizontal.len(), horizontal.first().map_or(0, Vec::len) + 1);
            let outer = || ".".to_owned();
            let mut flat = vec![outer(); columns];
            flat.extend(vertical.iter().flatten().map(word));
            flat.extend((0..columns).map(|_| outer()));
            let mut upright = Vec::with_capacity(rows * (columns + 1));
            for row in horizontal {
                upright.push(outer());
                upright.extend(row.iter().map(word));
                upright.push(outer());
            }
            Value::Grids(vec![
                ("horizontal", columns, flat),
                ("vertical", columns + 1, upright),
            ])
        }
        (
            Datum::Links {
                horizontal,
                vertical,
            },
            _,
        ) => {
            let columns = horizontal.first().map_or(0, Vec::len);
            Value::Grids(vec![
                ("horizontal", columns, rows(horizontal)),
                ("vertical", columns + 1, rows(vertical)),
            ])
        }
        (
            Datum::Sides {
                left,
                right,
                top,
                bottom,
            },
            Ground::Lines(lines),
        ) => {
            let sides: [(&'static str, &Vec<String>, bool); 4] = match lines {
                Lines::View => [
                    ("left", left, true),
                    ("right", right, true),
                    ("top", top, true),
                    ("bottom", bottom, true),
                ],
                Lines::Line => [
                    ("rows", left, true),
                    ("columns", top, true),
                    ("", right, false),
                    ("", bottom, false),
                ],
                Lines::Row => [
                    ("", left, true),
                    ("", right, false),
                    ("", top, false),
                    ("", bottom, false),
                ],
                _ => [
                    ("", top, true),
                    ("", left, false),
                    ("", right, false),
                    ("", bottom, false),
                ],
            };
            if sides
                .iter()
                .any(|(_, list, has_place)| !has_place && list.iter().any(|word| word != "."))
            {
                return Err(format!(
                    "the address contains `{}` on sides where it has no place",
                    layer.word.name
                ));
            }
            let lists = sides.iter().filter(|side| side.2);
            Value::Lists(lists.map(|(part, list, _)| (*part, words(list))).collect())
        }
        (Datum::Flag(flag), _) => Value::Flag(*flag),
        (Datum::Number(number), _) => Value::Number(*number),
        (Datum::Shapes(shapes), _) => Value::Shapes(shapes.clone()),
        (datum, _) => return Err(format!("`{}` cannot be {}", layer.word.name, datum.kind())),
    })
}

/// A word of a codec as the rulebook's files have it.
fn word_of(layer: &Layer, word: &str) -> String {
    match word {
        // An arrow's cell without an arrow is an unknown clue.
        "#" if layer.template.is_some() => "?".to_owned(),
        word => word.to_owned(),
    }
}

/// Puts the words of two layers into one grid.
fn merge(value: &mut Value, other: Value, name: &str) -> Result<(), String> {
    let twice = || format!("`{name}` and another value of the address are in the same place");
    let (Value::Grids(mine), Value::Grids(others)) = (value, other) else {
        return Err(twice());
    };
    for ((_, _, mine), (_, _, others)) in mine.iter_mut().zip(others) {
        for (word, other) in mine.iter_mut().zip(others) {
            match (word.as_str(), other.as_str()) {
                (_, ".") => {}
                (".", _) => *word = other,
                (mine, other) if mine == other => {}
                _ => return Err(twice()),
            }
        }
    }
    Ok(())
}

fn write_value(file: &mut String, key: &str, value: &Value) -> std::fmt::Result {
    let is_something = |words: &[String]| words.iter().any(|word| word != ".");
    let dotted = |part: &str| match part {
        "" => key.to_owned(),
        part => format!("{key}.{part}"),
    };
    match value {
        Value::Grids(grids) => {
            for (part, columns, words) in grids {
                if words.is_empty() || !is_something(words) {
                    continue;
                }
                let wide = words
                    .iter()
                    .map(|word| word.chars().count())
                    .max()
                    .unwrap_or(1);
                writeln!(file, "\n{} = '''", dotted(part))?;
                for row in words.chunks((*columns).max(1)) {
                    let padded = row.iter().map(|word| format!("{word:>wide$}"));
                    let line = padded
                        .collect::<Vec<_>>()
                        .join(if wide > 1 { " " } else { "" });
                    writeln!(file, "{}", line.trim_end())?;
                }
                writeln!(file, "'''")?;
            }
        }
        Value::Lists(lists) => {
            for (part, words) in lists.iter().filter(|(_, words)| is_something(words)) {
                writeln!(file, "{} = {}", dotted(part), quoted(&words.join(" ")))?;
            }
        }
        Value::ByRegion(words) => {
            let told = words.iter().enumerate().filter(|(_, word)| *word != ".");
            let told = told.map(|(region, word)| {
                let is_number = word
                    .parse::<u32>()
                    .is_ok_and(|number| number.to_string() == *word);
                let word = if is_number {
                    word.clone()
                } else {
                    quoted(word)
                };
                format!("{} = {word}", region_name(region))
            });
            let told: Vec<String> = told.collect();
            if !told.is_empty() {
                writeln!(file, "{key} = {{ {} }}", told.join(", "))?;
            }
        }
        Value::Flag(false) => {}
        Value::Flag(true) => writeln!(file, "{key} = true")?,
        Value::Number(number) => writeln!(file, "{key} = {number}")?,
        Value::Shapes(shapes) => {
            let shapes: Vec<String> = shapes.iter().map(|shape| quoted(shape)).collect();
            writeln!(file, "{key} = [{}]", shapes.join(", "))?;
        }
    }
    Ok(())
}

/// A letter, or from the 53rd on a number.
fn region_name(number: usize) -> String {
    super::super::notation::region_name(number)
}
