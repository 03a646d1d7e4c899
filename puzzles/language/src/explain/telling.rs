//! Clauses about spots, those that are alike put together.

use std::collections::BTreeMap;

use crate::puzzle::{Manner, Spot};

/// The most facts and changes that are listed one by one in a line.
pub(super) const MOST_TOLD: usize = 12;

/// `a, b and c`; if there are many, the first ones and the number of others.
pub(super) fn listed(parts: &[String], most: usize) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        _ if parts.len() > most + 1 => {
            let more = parts.len() - most;
            format!("{} and {more} more", parts[..most].join(", "))
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What is said of a spot, beside what it is a side of.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Statement {
    Is(String),
    IsNot(String),
    Leaves(String),
    RulesOut(String),
}

/// What is said of several spots.
#[derive(Debug)]
pub(super) struct Telling<'s> {
    spots: &'s [Spot],
    alike: Vec<(Statement, Vec<usize>)>,
    /// By layer of regions, if there are several.
    sides: Vec<(Option<&'s str>, Sides<'s>)>,
}

/// Neighbours by their names: whether a border runs between them, or both are in one region.
#[derive(Debug, Default)]
struct Sides<'s> {
    borders: Vec<[&'s str; 2]>,
    together: Vec<[&'s str; 2]>,
}

impl<'s> Telling<'s> {
    pub(super) fn new(spots: &'s [Spot]) -> Self {
        Self {
            spots,
            alike: Vec::new(),
            sides: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, spot: usize, statement: Statement) {
        match self.alike.iter_mut().find(|(known, _)| *known == statement) {
            Some((_, spots)) => spots.push(spot),
            None => self.alike.push((statement, vec![spot])),
        }
    }

    /// A spot has a value.
    pub(super) fn is(&mut self, spot: usize, value: i32) {
        let own = &self.spots[spot];
        let Manner::Side { ends, layer } = &own.manner else {
            return self.add(spot, Statement::Is(own.value(value)));
        };
        let layer = layer.as_deref();
        let at = self.sides.iter().position(|(known, _)| *known == layer);
        let at = at.unwrap_or_else(|| {
            self.sides.push((layer, Sides::default()));
            self.sides.len() - 1
        });
        let [a, b] = ends;
        let sides = &mut self.sides[at].1;
        match value {
            0 => sides.borders.push([a, b]),
            _ => sides.together.push([a, b]),
        }
    }

    /// The places of each clause are in the order of the grid, in whichever they were added.
    pub(super) fn clauses(mut self) -> Vec<String> {
        for (_, sides) in &mut self.sides {
            let numbers = |pair: &[&str; 2]| pair.map(by_number);
            sides.borders.sort_by_key(numbers);
            sides.together.sort_by_key(numbers);
        }
        for (_, spots) in &mut self.alike {
            spots.sort_unstable();
        }
        let mut clauses = Vec::new();
        for (layer, sides) in &self.sides {
            let of = layer.map_or_else(String::new, |layer| format!(" of {layer}"));
            for cells in sides.regions() {
                let cells = listed(&cells, MOST_TOLD);
                clauses.push(format!("{cells} are in one region{of}"));
            }
            match &sides.borders[..] {
                [] => {}
                [[a, b]] => clauses.push(format!("a border{of} runs between {a} and {b}")),
                several => {
                    let between = several.iter().map(|[a, b]| format!("{a}/{b}"));
                    let between = listed(&between.collect::<Vec<_>>(), MOST_TOLD);
                    clauses.push(format!("borders{of} run between {between}"));
                }
            }
        }
        clauses.extend(self.alike.iter().map(|(statement, spots)| {
            let names = grouped(self.spots, spots);
            // The shade of r1c1 and r1c2 is one thing.
            let is_one = match &names[..] {
                [_] => {
                    let of_layer = matches!(self.spots[spots[0]].manner, Manner::Named);
                    spots.len() == 1 || of_layer
                }
                _ => false,
            };
            let are = if is_one { "is" } else { "are" };
            let names = listed(&names, MOST_TOLD);
            match statement {
                Statement::Is(value) => format!("{names} {are} {value}"),
                Statement::IsNot(value) => format!("{names} {are} not {value}"),
                Statement::Leaves(values) => format!("leaves {values} at {names}"),
                Statement::RulesOut(values) => format!("rules out {values} at {names}"),
            }
        }));
        clauses
    }
}

impl Sides<'_> {
    /// The cells that are in one region according to these, region by region.
    fn regions(&self) -> Vec<Vec<String>> {
        let mut regions: Vec<Vec<&str>> = Vec::new();
        for pair in &self.together {
            let mut cells = pair.to_vec();
            // What was in two regions so far may become one.
            regions.retain(|region| {
                let meets = region.iter().any(|cell| pair.contains(cell));
                if meets {
                    cells.extend(region);
                }
                !meets
            });
            regions.push(cells);
        }
        let tidy = |mut cells: Vec<&str>| {
            cells.sort_by_key(|cell| by_number(cell));
            cells.dedup();
            cells.into_iter().map(str::to_owned).collect()
        };
        regions.into_iter().map(tidy).collect()
    }
}

/// The numbers in a name, so that `r2c10` comes after `r2c9`.
fn by_number(name: &str) -> Vec<u32> {
    let numbers = name.split(|sign: char| !sign.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// Spots by name; those of one noun share it.
pub(super) fn places(spots: &[Spot], of: &[usize]) -> String {
    listed(&grouped(spots, of), MOST_TOLD)
}

/// The names of spots, one for all those that share a noun, or the layer in `shade of r1c1`.
fn grouped(spots: &[Spot], of: &[usize]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut of_layers: Vec<(&str, Vec<String>)> = Vec::new();
    let mut among: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for &spot in of {
        match &spots[spot].manner {
            Manner::Among { noun, own } => among.entry(noun).or_default().push(own.clone()),
            Manner::Side { ends: [a, b], .. } => {
                names.push(format!("the side between {a} and {b}"))
            }
            Manner::Named => {
                let name = &spots[spot].name;
                let Some((layer, own)) = name.split_once(" of ") else {
                    names.push(name.clone());
                    continue;
                };
                match of_layers.iter_mut().find(|(known, _)| *known == layer) {
                    Some((_, places)) => places.push(own.to_owned()),
                    None => of_layers.push((layer, vec![own.to_owned()])),
                }
            }
        }
    }
    for (layer, own) in of_layers {
        names.push(format!("{layer} of {}", listed(&own, MOST_TOLD)));
    }
    for (noun, own) in among {
        match &own[..] {
            [_] => {
                let is_own = |spot: &&usize| match &spots[**spot].manner {
                    Manner::Among { noun: other, .. } => other == noun,
                    _ => false,
                };
                names.extend(of.iter().find(is_own).map(|&spot| spots[spot].name.clone()));
            }
            _ => names.push(format!("{noun} {}", listed(&own, MOST_TOLD))),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Model;

    /// As a person goes through the grid, whichever came first.
    #[test]
    fn places_are_listed_in_the_order_of_the_grid() {
        let mut model = Model::new();
        let mut spot = |name: &str, manner: Manner| {
            let words = |value: i32| value.to_string();
            Spot::new(model.var(0..=1), name.to_owned(), Vec::new(), words).in_manner(manner)
        };
        let side = |ends: [&str; 2]| Manner::Side {
            ends: ends.map(str::to_owned),
            layer: None,
        };
        let mut spots: Vec<Spot> = ["r1c2", "r1c9", "r1c10"]
            .map(|name| spot(name, Manner::Named))
            .into();
        spots.push(spot("a", side(["r1c9", "r2c9"])));
        spots.push(spot("b", side(["r1c10", "r2c10"])));
        let mut telling = Telling::new(&spots);
        for (spot, value) in [(2, 1), (0, 1), (1, 1), (4, 0), (3, 0)] {
            telling.is(spot, value);
        }
        let clauses = telling.clauses();
        assert_eq!(
            clauses,
            [
                "borders run between r1c9/r2c9 and r1c10/r2c10",
                "r1c2, r1c9 and r1c10 are 1"
            ]
        );
    }
}
