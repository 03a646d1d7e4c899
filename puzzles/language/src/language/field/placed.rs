//! Puzzles that were turned, mirrored, moved or given another size, with all that stands in them.

use std::collections::BTreeMap;

use super::super::file::{self, Group};
use super::super::geometry::{Atom, Geometry};
use super::super::notation::visible;
use super::super::puzzle::Puzzle;
use super::super::signs::sign;
use super::super::syntax::{Domain, Ground, Layer, Lines};
use super::super::values::{Data, atom_at, place_name, position, positions};
use super::placing::{Key, Placing, SIDES, Spot};
use super::{Entered, rewrite, words};
use crate::document::Source;

/// A puzzle file after a change of its grid.
#[derive(Debug)]
pub struct Placed {
    /// The text of the file.
    pub text: String,
    /// What was entered, as far as its places are still there.
    pub entered: Vec<Entered>,
    /// Where the selected places are now.
    pub selected: Vec<usize>,
}

/// Some places of the atoms on which a key or a layer to find has values.
#[derive(Debug)]
pub struct Selected<'s> {
    /// The key of the puzzle file, or the name of the layer.
    pub key: &'s str,
    /// Whether it is a layer to find.
    pub finds: bool,
    /// The numbers of the places on their ground.
    pub positions: Vec<usize>,
}

impl Puzzle {
    /// The whole puzzle after a change of its grid. In a larger grid, new cells belong to the region of the nearest old
    /// one; from a smaller one, what has no place any more is left out.
    ///
    /// # Errors
    /// If there are no such grids, if something would fall off a grid that keeps its size, or if there are no places for
    /// what stands beside it.
    pub fn placed(
        &self,
        source: &Source,
        entered: Vec<Entered>,
        placing: Placing,
    ) -> Result<Placed, String> {
        let (data, entries) = self.data_and_entries();
        let old = data.geometry;
        if let Placing::Frame { rows, columns, .. } = placing
            && (rows == 0 || columns == 0 || rows.saturating_mul(columns) > file::MOST_PLACES)
        {
            return Err("a grid has at least one row and one column".to_owned());
        }
        let new = placing.geometry(old);
        let is_loss_meant = matches!(placing, Placing::Frame { .. })
            && (new.rows, new.columns) != (old.rows, old.columns);
        let groups = file::groups(&data.book);
        let keys: Vec<&str> = groups.iter().map(|group| group.key).collect();
        let mut changed = Vec::new();
        for group in &groups {
            let layer = &data.book.layers[group.layers[0]];
            if matches!(layer.on, Ground::Puzzle | Ground::Regions(_)) {
                continue;
            }
            let is_regions = layer.domain == Domain::Regions;
            let map = Map::new(&old, &new, &layer.on, placing, is_regions);
            let words = words(data, entries, group, &source.text);
            let is_lost = |&position: &usize| words[position].is_some();
            match map.lost(&words).into_iter().find(is_lost) {
                Some(lost) if !is_regions && !is_loss_meant => {
                    let place = place_name(data, &layer.on, lost);
                    return Err(format!(
                        "`{}` of {place} would have no place any more",
                        group.key
                    ));
                }
                _ => {}
            }
            let word = |word: &str, is_backwards: bool| {
                let turned = turned_data(data, group, word, placing);
                reversed(layer, turned, is_backwards).ok_or_else(|| {
                    format!(
                        "`{}` is read along its line, which would run the other way",
                        group.key
                    )
                })
            };
            let key = renamed(&keys, group.key, placing);
            let Some(target) = groups.iter().find(|group| group.key == key) else {
                continue;
            };
            changed.push((target, map.words(&words, word)?));
        }
        let text = rewrite::rewritten(source, data, new, changed)?;
        let layers: Vec<&str> = visible(&data.book)
            .map(|(_, layer)| &*layer.word.name)
            .collect();
        let mut maps: BTreeMap<String, Map> = BTreeMap::new();
        let moved = entered.into_iter().filter_map(|one| {
            let (_, layer) =
                visible(&data.book).find(|(_, layer)| *layer.word.name == *one.layer)?;
            if matches!(layer.on, Ground::Puzzle | Ground::Regions(_)) {
                return Some(one);
            }
            let made = || Map::new(&old, &new, &layer.on, placing, false);
            let map = maps.entry(one.layer.clone()).or_insert_with(made);
            Some(Entered {
                layer: renamed(&layers, &one.layer, placing).to_owned(),
                position: *map.to.get(&one.position)?,
                word: turned_entry(layer, &one.word, placing),
            })
        });
        Ok(Placed {
            text,
            entered: moved.collect(),
            selected: Vec::new(),
        })
    }

    /// The puzzle after a change of some places: the rectangle around them is turned in its upper left corner, mirrored,
    /// or moved. With a key all data on the same places go along except regions, with a layer to find all entries.
    ///
    /// # Errors
    /// If there are no such places, or a place would leave the grid.
    pub fn placed_in_part(
        &self,
        source: &Source,
        entered: Vec<Entered>,
        placing: Placing,
        selected: &Selected<'_>,
    ) -> Result<Placed, String> {
        let (data, entries) = self.data_and_entries();
        let groups = file::groups(&data.book);
        let on = match selected.finds {
            true => {
                let mut layers = visible(&data.book).map(|(_, layer)| layer);
                let found = layers.find(|layer| *layer.word.name == *selected.key);
                found.map(|layer| &layer.on)
            }
            false => {
                let found = groups.iter().find(|group| group.key == selected.key);
                found.map(|group| &data.book.layers[group.layers[0]].on)
            }
        };
        let Some(on @ Ground::Atoms(kind, _)) = on else {
            return Err(format!(
                "`{}` has no places that can be moved",
                selected.key
            ));
        };
        let to = targets(data, on, placing, &selected.positions)?;
        let of_kind = |other: &Ground| matches!(other, Ground::Atoms(of, _) if of == kind);
        let mut changed = Vec::new();
        let keys: Vec<&str> = groups.iter().map(|group| group.key).collect();
        let own = groups.iter().filter(|group| {
            let layer = &data.book.layers[group.layers[0]];
            !selected.finds && of_kind(&layer.on) && layer.domain != Domain::Regions
        });
        for group in own {
            let old = words(data, entries, group, &source.text);
            let key = renamed(&keys, group.key, placing);
            let Some(target) = groups.iter().find(|group| group.key == key) else {
                continue;
            };
            let mut new = words(data, entries, target, &source.text);
            to.keys().for_each(|&from| new[from] = None);
            for (&from, &to) in &to {
                let word = old[from].as_deref();
                new[to] = word.map(|word| turned_data(data, group, word, placing));
            }
            changed.push((target, new));
        }
        let text = match changed.is_empty() {
            true => source.text.clone(),
            false => rewrite::rewritten(source, data, data.geometry, changed)?,
        };
        let layer_of = |name: &str| {
            let mut layers = visible(&data.book).map(|(_, layer)| layer);
            layers.find(|layer| *layer.word.name == *name)
        };
        let targets: Vec<usize> = to.values().copied().collect();
        let moved = entered.into_iter().filter_map(|one| {
            let layer = layer_of(&one.layer).filter(|layer| selected.finds && of_kind(&layer.on));
            let Some(layer) = layer else { return Some(one) };
            match to.get(&one.position) {
                Some(&position) => Some(Entered {
                    position,
                    word: turned_entry(layer, &one.word, placing),
                    layer: one.layer,
                }),
                None => (!targets.contains(&one.position)).then_some(one),
            }
        });
        Ok(Placed {
            text,
            entered: moved.collect(),
            selected: targets_in_order(&selected.positions, &to),
        })
    }
}

fn targets_in_order(positions: &[usize], to: &BTreeMap<usize, usize>) -> Vec<usize> {
    let found = positions.iter().filter_map(|position| to.get(position));
    found.copied().collect()
}

/// Where each of some atoms goes, if the rectangle around them is changed.
fn targets(
    data: &Data,
    on: &Ground,
    placing: Placing,
    selected: &[usize],
) -> Result<BTreeMap<usize, usize>, String> {
    let geometry = &data.geometry;
    let Ground::Atoms(kind, _) = on else {
        return Ok(BTreeMap::new());
    };
    let mut spots = Vec::new();
    for &at in selected {
        let spot = (at < positions(data, on))
            .then(|| atom_at(geometry, *kind, at))
            .and_then(|atom| Some((atom, Spot::of(geometry, on, atom.index as usize)?)));
        let (atom, spot) = spot.ok_or_else(|| format!("there is no place {at}"))?;
        spots.push((at, atom, spot));
    }
    // The rectangle of cells around them, in halves of cells.
    let ends = |part: fn(&Spot) -> i64| {
        let values = spots.iter().map(|(.., spot)| part(spot));
        let (least, most) = (values.clone().min(), values.max());
        (least.unwrap_or(0) & !1, (most.unwrap_or(0) + 1) & !1)
    };
    let (top, bottom) = ends(|spot| spot.at.0);
    let (left, right) = ends(|spot| spot.at.1);
    let mut known: BTreeMap<Key, usize> = BTreeMap::new();
    for number in 0..geometry.count(*kind) {
        if let Some(spot) = Spot::of(geometry, on, number) {
            known.insert(spot.key(false).0, number);
        }
    }
    let mut to = BTreeMap::new();
    for (at, atom, spot) in spots {
        let inside = Spot {
            at: (spot.at.0 - top, spot.at.1 - left),
            ..spot
        };
        let image = placing.image(inside, (bottom - top, right - left));
        let image = Spot {
            at: (image.at.0 + top, image.at.1 + left),
            ..image
        };
        let number = known.get(&image.key(false).0);
        let &number = number.ok_or_else(|| {
            let name = place_name(data, on, at);
            format!("{name} would leave the grid")
        })?;
        let atom = Atom {
            index: number as u32,
            ..atom
        };
        to.insert(at, position(geometry, atom));
    }
    Ok(to)
}

/// Which positions of a ground come from which, and whether their lines are read the other way.
struct Map {
    /// By the new position.
    from: Vec<Option<(usize, bool)>>,
    to: BTreeMap<usize, usize>,
}

impl Map {
    /// With `nearest`, cells that come from none have the words of the nearest old one.
    fn new(old: &Geometry, new: &Geometry, on: &Ground, placing: Placing, nearest: bool) -> Self {
        let count = |geometry: &Geometry| match on {
            Ground::Atoms(kind, _) => geometry.count(*kind),
            Ground::Lines(lines) => geometry.count_lines(*lines),
            _ => 0,
        };
        let is_view = matches!(on, Ground::Lines(Lines::View));
        let box_of_all = (2 * old.rows as i64, 2 * old.columns as i64);
        let mut images: BTreeMap<Key, (usize, bool)> = BTreeMap::new();
        for number in 0..count(old) {
            if let Some(spot) = Spot::of(old, on, number) {
                let was_backwards = spot.key(is_view).1;
                let (key, is_backwards) = placing.image(spot, box_of_all).key(is_view);
                images.insert(key, (number, was_backwards != is_backwards));
            }
        }
        let mut map = Self {
            from: Vec::new(),
            to: BTreeMap::new(),
        };
        for board in 0..old.boards {
            for number in 0..count(new) {
                let spot = Spot::of(new, on, number);
                let found = spot.and_then(|spot| match images.get(&spot.key(is_view).0) {
                    None if nearest => near(old, placing, spot).map(|number| (number, false)),
                    found => found.copied(),
                });
                let found = found.map(|(number, turned)| (board * count(old) + number, turned));
                if let Some((from, _)) = found {
                    map.to.insert(from, map.from.len());
                }
                map.from.push(found);
            }
        }
        map
    }

    /// The old positions that have no new one.
    fn lost(&self, words: &[Option<String>]) -> Vec<usize> {
        let all = 0..words.len();
        all.filter(|position| !self.to.contains_key(position))
            .collect()
    }

    /// The words at the new positions.
    fn words(
        &self,
        words: &[Option<String>],
        change: impl Fn(&str, bool) -> Result<String, String>,
    ) -> Result<Vec<Option<String>>, String> {
        let from = self.from.iter().map(|from| {
            let Some((from, is_backwards)) = *from else {
                return Ok(None);
            };
            let word = words.get(from).and_then(Option::as_deref);
            word.map(|word| change(word, is_backwards)).transpose()
        });
        from.collect()
    }
}

/// The old cell that is nearest to a new one in another frame.
fn near(old: &Geometry, placing: Placing, spot: Spot) -> Option<usize> {
    let Placing::Frame { down, right, .. } = placing else {
        return None;
    };
    let inside = |at: i64, moved: isize, side: usize| {
        let place = (at - 1) / 2 - moved as i64;
        usize::try_from(place.max(0)).unwrap_or(0).min(side - 1)
    };
    let row = inside(spot.at.0, down, old.rows);
    let column = inside(spot.at.1, right, old.columns);
    Some(row * old.columns + column)
}

/// A name that says for which side something is, such as `north`, if there is one for each side.
fn renamed<'n>(names: &[&'n str], name: &'n str, placing: Placing) -> &'n str {
    let other = placing.word(name, &|other| names.contains(&other));
    let is_side = SIDES.iter().any(|sides| sides.contains(&name));
    other.filter(|_| is_side).unwrap_or(name)
}

/// A word of a key after a change: what it says of sides and corners is changed, too.
fn turned_data(data: &Data, group: &Group<'_>, word: &str, placing: Placing) -> String {
    let size = (data.geometry.rows, data.geometry.columns);
    let mut parts = group.parts(&data.book, word, size);
    parts.sort_by_key(|(_, bytes)| bytes.start);
    let mut result = String::new();
    let mut at = 0;
    for (layer, bytes) in parts {
        let value = turned(&data.book.layers[layer], &word[bytes.clone()], placing);
        result.push_str(&word[at..bytes.start]);
        result.push_str(&value);
        at = bytes.end;
    }
    result.push_str(&word[at..]);
    result
}

/// An entry after a change: a value, or `{1,2}` for several.
fn turned_entry(layer: &Layer, word: &str, placing: Placing) -> String {
    let listed = word
        .strip_prefix('{')
        .and_then(|word| word.strip_suffix('}'));
    match listed {
        Some(listed) => {
            let values = listed.split(',');
            let values: Vec<String> = values.map(|word| turned(layer, word, placing)).collect();
            format!("{{{}}}", values.join(","))
        }
        None => turned(layer, word, placing),
    }
}

/// A value after a change.
fn turned(layer: &Layer, word: &str, placing: Placing) -> String {
    match &layer.domain {
        Domain::Direction | Domain::Directions => {
            let letters = ["N", "E", "S", "W"];
            let one = |word: &str| match letters.iter().position(|letter| *letter == word) {
                Some(at) => {
                    let turned = placing.word(SIDES[0][at], &|_| true);
                    let turned =
                        turned.and_then(|sign| SIDES[0].iter().position(|one| *one == sign));
                    Some(letters[turned.unwrap_or(at)])
                }
                None => placing.word(word, &|_| true),
            };
            let each = |c: char| {
                let own = c.to_string();
                one(&own).map_or(own, str::to_owned)
            };
            one(word).map_or_else(|| word.chars().map(each).collect(), str::to_owned)
        }
        Domain::Values { words, .. } => {
            let known = |wanted: &str| {
                let mut all = words.iter().enumerate();
                all.any(|(at, symbol)| sign(layer, at) == wanted || *symbol.word.name == *wanted)
            };
            // A word may be written as its sign, and the sign says more than the word.
            let at = words.iter().position(|symbol| *symbol.word.name == *word);
            let written = at.map_or(word, |at| sign(layer, at));
            let turned = placing.word(written, &known);
            let turned = turned.or_else(|| placing.word(word, &known));
            let named = |sign_of: &str| {
                let mut all = words.iter().enumerate();
                let found = all.find(|(at, _)| sign(layer, *at) == sign_of);
                found.map_or(sign_of.to_owned(), |(_, symbol)| {
                    symbol.word.name.to_string()
                })
            };
            match (turned, at) {
                (Some(turned), Some(_)) => named(turned),
                (Some(turned), None) => turned.to_owned(),
                (None, _) => word.to_owned(),
            }
        }
        _ => word.to_owned(),
    }
}

/// What stands at a line that is read the other way now. `None` if that cannot be written.
fn reversed(layer: &Layer, word: String, is_backwards: bool) -> Option<String> {
    match (&layer.domain, is_backwards) {
        (Domain::List, true) => {
            let parts: Vec<&str> = word.split(',').map(str::trim).rev().collect();
            Some(parts.join(","))
        }
        (Domain::Clue | Domain::Patterns { .. }, true) => None,
        _ => Some(word),
    }
}

/// The side that a word of a layer shows, if the layer has one for each side.
pub(super) fn towards(layer: &Layer, word: usize) -> Option<&'static str> {
    let Domain::Values { words, .. } = &layer.domain else {
        return None;
    };
    let known = |wanted: &str| {
        let mut all = words.iter().enumerate();
        all.any(|(at, symbol)| sign(layer, at) == wanted || *symbol.word.name == *wanted)
    };
    let own = [sign(layer, word), &words.get(word)?.word.name];
    let whole = |sides: &&[&str; 4]| sides.iter().all(|side| known(side));
    let mut found = SIDES.iter().filter(whole);
    let at = found.find_map(|sides| sides.iter().position(|side| own.contains(side)))?;
    Some(["up", "right", "down", "left"][at])
}
