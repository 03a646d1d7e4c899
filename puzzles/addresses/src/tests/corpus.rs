//! Addresses of published puzzles against the data that another program reads from them.
//!
//! The puzzles are not part of this repository. `QUADRILLE_CORPUS` says where they lie; without it they are looked
//! for beside the repository.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use super::super::{Datum, GENRES, genre_named, parse};

type Data = Vec<(String, Datum)>;

fn corpus() -> Option<PathBuf> {
    let folder = match env::var_os("QUADRILLE_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
    };
    if folder.join("genres").is_dir() {
        Some(folder)
    } else {
        eprintln!(
            "skipped: there are no published puzzles at {}",
            folder.display()
        );
        None
    }
}

/// Decodes an address, encodes the data, and compares with the address but for host, name and the last slash.
fn round_trip(text: &str) -> Data {
    let address = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let genre = genre_named(&address.genre).unwrap_or_else(|| panic!("{text}: no such genre"));
    let layout = genre.layout().unwrap();
    let data = layout
        .decode(&address)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    let again = layout
        .encode(genre.names[0], address.rows, address.columns, &data)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    let body = |text: &str| -> String {
        let query = text.split_once('?').unwrap().1;
        query
            .split_once('/')
            .unwrap()
            .1
            .trim_end_matches('/')
            .to_owned()
    };
    let (ours, theirs) = (body(&again), body(text));
    if ours != theirs {
        // The sites differ in the last character of `digits4`, which may claim empty places beyond the grid. Nothing
        // else may differ, and the meaning may not.
        assert_eq!(ours.len(), theirs.len(), "{text}");
        let declaration = layout.to_string();
        let digit = |c: char| c.to_digit(36).unwrap();
        for (at, (a, b)) in ours.chars().zip(theirs.chars()).enumerate() {
            let beyond = declaration.ends_with(" number")
                && (declaration.contains("digits4") || declaration.contains("corners"))
                && at + 1 == ours.len()
                && digit(a) % 5 == digit(b) % 5;
            assert!(a == b || beyond, "{text}\n{again}");
        }
        assert_eq!(
            layout.decode(&parse(&again).unwrap()),
            Ok(data.clone()),
            "{text}"
        );
        eprintln!("note: not written as {text}\n               but as {again}");
    }
    data
}

#[test]
fn large_addresses_come_back() {
    let Some(corpus) = corpus() else { return };
    let list = fs::read_to_string(corpus.join("large.tsv")).unwrap();
    let addresses: Vec<&str> = list
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').nth(3))
        .collect();
    assert!(addresses.len() >= 28);
    for text in addresses {
        round_trip(text);
    }
}

#[test]
fn addresses_bring_what_others_read_from_them() {
    let Some(corpus) = corpus() else { return };
    let mut seen = Vec::new();
    for file in fs::read_dir(corpus.join("genres")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        let more = json["more"].as_array().cloned().unwrap_or_default();
        for puzzle in [&json].into_iter().chain(&more) {
            let Some(text) = puzzle["url"].as_str() else {
                continue;
            };
            let address = parse(text).unwrap();
            let genre = genre_named(&address.genre).unwrap();
            let data = round_trip(text);
            for (name, datum) in &data {
                let given = given(genre.names[0], name, &puzzle["given"], datum);
                assert_eq!(datum, &given, "{text}: {name}");
            }
            seen.push(genre.names[0]);
        }
    }
    for genre in GENRES {
        assert!(
            seen.contains(&genre.names[0]),
            "no address of {}",
            genre.names[0]
        );
    }
}

/// A datum as the JSON of the corpus has it. `like` only says of what kind it is.
fn given(genre: &str, name: &str, given: &Value, like: &Datum) -> Datum {
    match like {
        Datum::Flag(_) => {
            let key = match name {
                "alternating" => "border_exactly_once",
                "by_region" => "region_aware",
                "three" => "max3",
                same => same,
            };
            // None of the addresses has boxes; the corpus does not say so.
            let given = match key {
                "boxed" => Some(false),
                _ => given[key].as_bool(),
            };
            Datum::Flag(given.unwrap())
        }
        Datum::Number(_) => Datum::Number(given["k"].as_i64().unwrap()),
        Datum::Regions { .. } => {
            let letters = region_letters(given);
            let cells = letters.concat();
            let mut order: Vec<char> = Vec::new();
            let of = cells.chars().map(|letter| {
                order
                    .iter()
                    .position(|&other| other == letter)
                    .unwrap_or_else(|| {
                        order.push(letter);
                        order.len() - 1
                    })
            });
            let of = of.collect();
            Datum::Regions {
                rows: letters.len(),
                columns: letters[0].len(),
                of,
            }
        }
        Datum::ByRegion(_) => {
            let mut letters: Vec<char> = Vec::new();
            for letter in region_letters(given).concat().chars() {
                if !letters.contains(&letter) {
                    letters.push(letter);
                }
            }
            let clues = &given["clues"]["by_region"];
            Datum::ByRegion(
                letters
                    .iter()
                    .map(|l| word(genre, &clues[l.to_string()]))
                    .collect(),
            )
        }
        Datum::Cells { .. } | Datum::Corners { .. } => {
            let keys = [
                "clues",
                "board",
                "trees",
                "problem",
                "cells",
                "given_numbers",
            ];
            let grid = keys.iter().find_map(|key| given[key].as_array());
            let Some(grid) = grid else {
                // An optional part that is not there.
                let Datum::Cells {
                    rows,
                    columns,
                    words,
                } = like
                else {
                    panic!("{genre}: {name}")
                };
                let words = vec![".".to_owned(); words.len()];
                return Datum::Cells {
                    rows: *rows,
                    columns: *columns,
                    words,
                };
            };
            let cells: Vec<&Value> = grid
                .iter()
                .flat_map(|row| row.as_array().unwrap())
                .collect();
            let (rows, columns) = (grid.len(), cells.len() / grid.len());
            let words = cells.iter().map(|cell| layer(genre, name, cell)).collect();
            match like {
                Datum::Corners { .. } => Datum::Corners {
                    rows: rows - 1,
                    columns: columns - 1,
                    words,
                },
                _ if name == "hole" => Datum::Cells {
                    rows,
                    columns,
                    words: vec![".".to_owned(); rows * columns],
                },
                _ => Datum::Cells {
                    rows,
                    columns,
                    words,
                },
            }
        }
        Datum::Sides {
            left,
            right,
            top,
            bottom,
        } => {
            let side = |keys: [&str; 2], like: &Vec<String>| -> Vec<String> {
                let line = |value: &Value| match word(genre, value) {
                    // No number in a nonogram is no shaded cell.
                    none if genre == "nonogram" && none == "." => "0".to_owned(),
                    word => word,
                };
                match keys.iter().find_map(|key| given[key].as_array()) {
                    Some(list) => list.iter().map(line).collect(),
                    None => vec![".".to_owned(); like.len()],
                }
            };
            Datum::Sides {
                left: side(["clue_horizontal", "clues_left"], left),
                right: side(["clues_right", ""], right),
                top: side(["clue_vertical", "clues_up"], top),
                bottom: side(["clues_down", ""], bottom),
            }
        }
        Datum::Links { .. } if given["borders"]["borders"].is_object() => {
            let edges = &given["borders"]["borders"];
            let letters = region_letters(given);
            let region = |row: usize, column: usize| letters[row].as_bytes()[column];
            // There, edges are named by how they lie, not by the cells that they part; those between regions are not
            // among the walls.
            let rows = |key: &str, (down, right): (usize, usize)| -> Vec<Vec<String>> {
                let rows: Vec<Vec<u8>> = serde_json::from_value(edges[key].clone()).unwrap();
                let word = |row: usize, column: usize, edge: u8| {
                    let is_inner = region(row, column) == region(row + down, column + right);
                    (if edge == 1 && is_inner { "#" } else { "." }).to_owned()
                };
                let rows = rows.iter().enumerate();
                rows.map(|(row, edges)| {
                    let edges = edges.iter().enumerate();
                    edges
                        .map(|(column, edge)| word(row, column, *edge))
                        .collect()
                })
                .collect()
            };
            Datum::Links {
                horizontal: rows("vertical", (0, 1)),
                vertical: rows("horizontal", (1, 0)),
            }
        }
        Datum::Links {
            horizontal,
            vertical,
        } if name == "wall" => {
            let blank = |rows: &Vec<Vec<String>>| {
                rows.iter()
                    .map(|row| vec![".".to_owned(); row.len()])
                    .collect()
            };
            Datum::Links {
                horizontal: blank(horizontal),
                vertical: blank(vertical),
            }
        }
        Datum::Links { .. } => {
            // There, edges are named by how they lie, not by the cells that they join.
            let rows = |key: &str| -> Vec<Vec<String>> {
                let rows = given["clues"][key].as_array().unwrap().iter();
                rows.map(|row| {
                    row.as_array()
                        .unwrap()
                        .iter()
                        .map(|value| word(genre, value))
                        .collect()
                })
                .collect()
            };
            Datum::Links {
                horizontal: rows("vertical"),
                vertical: rows("horizontal"),
            }
        }
        Datum::Shapes(mine) => {
            let theirs: Vec<Vec<String>> = serde_json::from_value(given["pieces"].clone()).unwrap();
            let mut all: Vec<Vec<String>> = theirs.iter().map(|rows| least(rows)).collect();
            let split = |shape: &String| shape.split('/').map(str::to_owned).collect::<Vec<_>>();
            let mut ours: Vec<Vec<String>> =
                mine.iter().map(|shape| least(&split(shape))).collect();
            all.sort();
            ours.sort();
            // The sets with letters are written in other positions there.
            if ours == all {
                like.clone()
            } else {
                Datum::Shapes(theirs.iter().map(|rows| rows.join("/")).collect())
            }
        }
    }
}

fn region_letters(given: &Value) -> Vec<String> {
    serde_json::from_value(given["borders"]["regions"].clone()).unwrap()
}

/// One word of a cell that has several.
fn layer(genre: &str, name: &str, cell: &Value) -> String {
    match (genre, cell) {
        ("castle", Value::String(text)) if text.contains(' ') => {
            let (shade, arrow) = text.split_once(' ').unwrap();
            (if name == "shade" { shade } else { arrow }).to_owned()
        }
        ("compass", Value::Object(numbers)) => match word(genre, &numbers[name]).as_str() {
            "." => "?".to_owned(),
            number => number.to_owned(),
        },
        ("kakuro", Value::Object(sums)) => match word(genre, &sums[name]).as_str() {
            "." => "#".to_owned(),
            sum => sum.to_owned(),
        },
        _ => word(genre, cell),
    }
}

fn word(genre: &str, value: &Value) -> String {
    match value {
        Value::Null => ".".to_owned(),
        Value::Number(number) if genre == "hitori" && number.as_i64() == Some(0) => ".".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(list) => list
            .iter()
            .map(|value| word(genre, value))
            .collect::<Vec<_>>()
            .join(","),
        Value::String(text) => match text.as_str() {
            "Black" => "black",
            "White" => "white",
            "Water" => "water",
            "ShipUp" => "up",
            "ShipDown" => "down",
            "ShipLeft" => "left",
            "ShipRight" => "right",
            "ShipSquare" => "middle",
            "ShipCircle" => "single",
            "ShipUpLeft" => "up_left",
            "ShipUpRight" => "up_right",
            "ShipDownLeft" => "down_left",
            "ShipDownRight" => "down_right",
            same => same,
        }
        .to_owned(),
        other => panic!("{genre}: {other}"),
    }
}

/// The least of the eight positions of a shape.
fn least(shape: &[String]) -> Vec<String> {
    let turn = |shape: &[String]| -> Vec<String> {
        let column = |c: usize| {
            shape
                .iter()
                .rev()
                .map(|row| row.as_bytes()[c] as char)
                .collect()
        };
        (0..shape[0].len()).map(column).collect()
    };
    let mut all = vec![shape.to_vec()];
    for i in 0..3 {
        all.push(turn(&all[i]));
    }
    for i in 0..4 {
        all.push(
            all[i]
                .iter()
                .map(|row| row.chars().rev().collect())
                .collect(),
        );
    }
    all.into_iter().min().unwrap()
}
