//! Which givens and clues of a puzzle are redundant, which are to blame for there being no solution, and which extra givens
//! would make the solution unique.

use quadrille_engine::clock::Instant;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use quadrille_engine::Limits;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::filling::Entries;
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, Completed, FilePart, PlaceValue};
use crate::solve::{CheckFailed, Goal, Request, Unwatched, Verdict, first_solution, solve};

/// The most solutions that are listed to find the fewest cells.
const LISTED: u64 = 1000;

/// The most places for which all sets of three are tried.
const MOST_TRIPLES: usize = 120;

/// The most other values of a clue that are searched for a solution.
const MOST_OTHERS: usize = 8;

/// What can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinned {
    /// The numbers of the parts that can go together, rising.
    pub removed: Vec<usize>,
    /// Whether none of the others can be left out in addition. If false, time ran out before this was known.
    pub is_minimal: bool,
    /// The numbers of the parts without which there is no solution at all, rising. A rule may fail where nothing is given.
    pub indispensable: Vec<usize>,
}

/// Why nothing was thinned: the puzzle does not have exactly one solution, as far as is known.
#[derive(Debug)]
pub enum NotThinned {
    /// It has none or several, or that could not be determined in time.
    Verdict(Verdict),
    /// A defect of the program.
    Defect(CheckFailed),
}

impl From<CheckFailed> for NotThinned {
    fn from(error: CheckFailed) -> Self {
        Self::Defect(error)
    }
}

/// The request with what is left of its time.
fn left(request: &Request, started: Instant) -> Request {
    let time = request.limits.time;
    Request {
        limits: Limits {
            time: time.map(|time| time.saturating_sub(started.elapsed())),
            ..request.limits.clone()
        },
        ..request.clone()
    }
}

/// Leaves out the parts of `order` one after the other, and keeps each without which there would be another solution or
/// it could not be determined in time, until all that are kept have been tried since the last one went. The parts by
/// number are those of [`Puzzle::parts_of_file`]. Before each, `look` is told how many are left out, and how many are still
/// to be tried if none of them can be.
///
/// # Errors
/// [`NotThinned`] if the puzzle does not have exactly one solution.
pub fn thin(
    puzzle: &Puzzle,
    order: &[usize],
    request: &Request,
    look: &mut dyn FnMut(usize, usize),
) -> Result<Thinned, NotThinned> {
    let started = Instant::now();
    let findings = solve(puzzle, request, &mut Unwatched)?;
    let only = match (&findings.solutions[..], findings.verdict.is_exhaustive()) {
        ([only], true) => puzzle.write(only),
        _ => return Err(NotThinned::Verdict(findings.verdict)),
    };
    let mut thinned = Thinned {
        removed: Vec::new(),
        is_minimal: true,
        indispensable: Vec::new(),
    };
    // A part that was needed may not be once others are gone, if a rule speaks of it: each is tried again until all
    // have been since the last one went.
    let mut open: VecDeque<usize> = order.iter().copied().collect();
    let mut needed = 0;
    while needed < open.len()
        && let Some(part) = open.pop_front()
    {
        look(thinned.removed.len(), open.len() + 1 - needed);
        let request = left(request, started);
        let limits = &request.limits;
        if limits.interrupt.is_due() || limits.time.is_some_and(|time| time.is_zero()) {
            thinned.is_minimal = false;
            break;
        }
        thinned.removed.push(part);
        let verdict = match puzzle.without_parts(&thinned.removed) {
            None => Some(false),
            Some(without) => {
                let findings = solve(&without, &request, &mut Unwatched)?;
                match (&findings.solutions[..], findings.verdict.is_exhaustive()) {
                    ([other], true) => Some(puzzle.write(other) == only),
                    ([], true) => {
                        thinned.indispensable.push(part);
                        Some(false)
                    }
                    ([_, _, ..], _) => Some(false),
                    _ => None,
                }
            }
        };
        if verdict == Some(true) {
            thinned.is_minimal = true;
            needed = 0;
        } else {
            thinned.removed.pop();
            thinned.is_minimal &= verdict.is_some();
            open.push_back(part);
            needed += 1;
        }
    }
    thinned.removed.sort_unstable();
    thinned.indispensable.sort_unstable();
    thinned.indispensable.dedup();
    Ok(thinned)
}

/// The parts each of which, left out alone, gives a puzzle without a solution one, as far as found until `deadline`,
/// and whether all were tried. Those that are `known` come first; they and those that are `cleared` are not tried again.
///
/// # Errors
/// [`CheckFailed`] if the checker rejects a solution: a bug in this program.
pub fn to_blame(
    puzzle: &Puzzle,
    request: &Request,
    known: &[usize],
    cleared: &[usize],
    deadline: Instant,
) -> Result<(Vec<usize>, bool), CheckFailed> {
    let mut found = known.to_vec();
    let mut is_known = true;
    let parts = puzzle.parts_of_file().into_iter().enumerate();
    let is_open = |part: &usize| !known.contains(part) && !cleared.contains(part);
    for (part, _) in parts.filter(|(part, own)| !own.is_structure && is_open(part)) {
        let time = deadline.saturating_duration_since(Instant::now());
        if time.is_zero() {
            return Ok((found, false));
        }
        let Some(without) = puzzle.without_parts(&[part]) else {
            continue;
        };
        let verdict = first_solution(&without, request, time / 4)?.verdict;
        if verdict.found > 0 {
            found.push(part);
        }
        is_known &= verdict.found > 0 || verdict.is_exhaustive();
    }
    Ok((found, is_known))
}

/// Of some parts, tried in this order until `deadline`: those that give a puzzle without a solution one if they have
/// another value, each with the nearest such value that is found, in words. With one value after another a part may take
/// long, so where there are many this is asked only of parts with which there is a solution once only that they have some
/// value is said.
///
/// # Errors
/// [`CheckFailed`] if the checker rejects a solution: a bug in this program.
pub fn to_change(
    puzzle: &Puzzle,
    request: &Request,
    order: &[usize],
    deadline: Instant,
) -> Result<Vec<(usize, String)>, CheckFailed> {
    let mut found = Vec::new();
    for &part in order {
        if Instant::now() >= deadline {
            break;
        }
        let others = puzzle.other_values(part);
        if others.is_empty() {
            continue;
        }
        let first = |with: Option<usize>| {
            let time = deadline.saturating_duration_since(Instant::now());
            let Some(changed) = puzzle.with_other_value(part, with) else {
                return Ok(None);
            };
            let findings = first_solution(&changed, request, time / 4)?;
            Ok(findings.solutions.into_iter().next())
        };
        let grid = first(None)?;
        // Of a rule about certain words `?` is none, so a few are tried in any case.
        if grid.is_none() && others.len() > MOST_OTHERS {
            continue;
        }
        // The grid may tell a value, but nearer ones are tried.
        let mut value = grid.and_then(|grid| puzzle.fitting_value(part, &grid));
        let nearer = 0..value.unwrap_or(others.len()).min(MOST_OTHERS);
        for other in nearer {
            if Instant::now() >= deadline {
                break;
            }
            if first(Some(other))?.is_some() {
                value = Some(other);
                break;
            }
        }
        found.extend(value.map(|value| (part, others[value].clone())));
    }
    Ok(found)
}

/// The text of a file with `.` in place of some of its parts, or the sign of a block, as wide as they were; all else stays
/// as it is.
pub fn rewritten(text: &str, parts: &[FilePart], removed: &[usize]) -> String {
    let mut gone: Vec<&FilePart> = removed.iter().map(|&part| &parts[part]).collect();
    gone.sort_by_key(|part| part.span.start);
    let mut within = Vec::new();
    if let Ok(table) = DeTable::parse(text) {
        let values = table.get_ref().values();
        values.for_each(|value| texts(value, &mut within));
    }
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for part in gone {
        let span = part.span.clone();
        written.push_str(&text[at..span.start]);
        let old = &text[span.clone()];
        // A member of a list is a text of its own; a part of a longer text is not in quotes.
        let before = text[..span.start].trim_end();
        let is_member = before.ends_with(['[', ',', '='])
            && !old.starts_with(['"', '\''])
            && !within.iter().any(|text| text.contains(&span.start));
        let is_quoted = old.starts_with(['"', '\'']);
        let is_text = is_member || is_quoted;
        let sign = part.without.as_deref().unwrap_or(".");
        let pad = old.chars().count().saturating_sub(sign.chars().count());
        if is_text {
            written.extend(["\"", sign, "\""]);
        } else {
            written.push_str(&" ".repeat(pad));
            written.push_str(sign);
        }
        at = span.end;
    }
    written.push_str(&text[at..]);
    written
}

/// The texts of a TOML value, by their places in the file.
fn texts(value: &Spanned<DeValue<'_>>, found: &mut Vec<Range<usize>>) {
    match value.get_ref() {
        DeValue::String(_) => found.push(value.span()),
        DeValue::Array(list) => list.iter().for_each(|value| texts(value, found)),
        DeValue::Table(table) => table.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Cells that, given, leave one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Additions {
    /// The places with their values.
    pub given: Vec<PlaceValue>,
    /// Whether fewer cells cannot do, whichever solution is meant.
    pub is_least: bool,
}

/// Finds the fewest cells that, given, make one of several solutions the only one. With at most a thousand solutions
/// and three cells it is known that there are not fewer; else cells are added one by one, each time the one that leaves
/// the fewest of the solutions that are known. `None` if there is nothing to choose, or time was too short.
///
/// # Errors
/// [`CheckFailed`] if the checker rejects a solution: a bug in this program.
pub fn additions(puzzle: &Puzzle, request: &Request) -> Result<Option<Additions>, CheckFailed> {
    let started = Instant::now();
    let mut given: Vec<PlaceValue> = Vec::new();
    let mut entries: Option<Entries> = None;
    loop {
        let request = Request {
            goal: Goal::Limit(LISTED),
            build: BuildOptions {
                entries: entries.map(Arc::new),
                ..request.build.clone()
            },
            ..left(request, started)
        };
        let findings = solve(puzzle, &request, &mut Unwatched)?;
        let solutions = &findings.solutions;
        let is_all = findings.verdict.is_exhaustive();
        let values: Vec<Vec<PlaceValue>> =
            solutions.iter().map(|one| puzzle.values_of(one)).collect();
        if solutions.len() < 2 || values.iter().any(Vec::is_empty) {
            let is_done = solutions.len() == 1 && is_all && !given.is_empty();
            return Ok(is_done.then_some(Additions {
                given,
                is_least: false,
            }));
        }
        let coded = coded(&values);
        if is_all && let Some((solution, places)) = fewest(&coded) {
            let is_least = given.is_empty();
            given.extend(places.into_iter().map(|at| values[solution][at].clone()));
            return Ok(Some(Additions { given, is_least }));
        }
        let Some((at, solution)) = rarest(&coded) else {
            return Ok(None);
        };
        given.push(values[solution][at].clone());
        let places: Vec<(usize, usize)> = given
            .iter()
            .map(|given| (given.layer, given.position))
            .collect();
        entries = Some(Entries::some_of(&solutions[solution], &places));
        let _: &Completed = &solutions[solution];
    }
}

/// By solution and place: a number for the value, the same for equal ones.
fn coded(values: &[Vec<PlaceValue>]) -> Vec<Vec<usize>> {
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for value in values.iter().flatten() {
        let next = codes.len();
        codes.entry(&value.value).or_insert(next);
    }
    let code = |value: &PlaceValue| codes[&*value.value];
    values
        .iter()
        .map(|solution| solution.iter().map(code).collect())
        .collect()
}

/// One, two or three places whose values only one solution has, and which.
fn fewest(solutions: &[Vec<usize>]) -> Option<(usize, Vec<usize>)> {
    let differ = |&at: &usize| solutions.iter().any(|one| one[at] != solutions[0][at]);
    let places: Vec<usize> = (0..solutions[0].len()).filter(differ).collect();
    let only = |chosen: &[usize]| -> Option<usize> {
        let mut groups: BTreeMap<Vec<usize>, (usize, usize)> = BTreeMap::new();
        for (number, one) in solutions.iter().enumerate() {
            let key = chosen.iter().map(|&at| one[at]).collect();
            groups.entry(key).or_insert((0, number)).0 += 1;
        }
        let alone = groups.values().filter(|(count, _)| *count == 1);
        alone.map(|&(_, number)| number).min()
    };
    for (i, &a) in places.iter().enumerate() {
        if let Some(solution) = only(&[a]) {
            return Some((solution, vec![places[i]]));
        }
    }
    for (i, &a) in places.iter().enumerate() {
        for &b in &places[i + 1..] {
            if let Some(solution) = only(&[a, b]) {
                return Some((solution, vec![a, b]));
            }
        }
    }
    if places.len() > MOST_TRIPLES || places.len().pow(3) * solutions.len() > 200_000_000 {
        return None;
    }
    for (i, &a) in places.iter().enumerate() {
        for (j, &b) in places.iter().enumerate().skip(i + 1) {
            for &c in &places[j + 1..] {
                if let Some(solution) = only(&[a, b, c]) {
                    return Some((solution, vec![a, b, c]));
                }
            }
        }
    }
    None
}

/// The place with a value that the fewest solutions have, and the first of these.
fn rarest(solutions: &[Vec<usize>]) -> Option<(usize, usize)> {
    let places = 0..solutions[0].len();
    let counted = places.flat_map(|at| {
        let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (number, one) in solutions.iter().enumerate() {
            counts.entry(one[at]).or_insert((0, number)).0 += 1;
        }
        let counts = counts.into_values();
        counts.map(move |(count, number)| (count, at, number))
    });
    let rare = counted
        .filter(|&(count, ..)| count < solutions.len())
        .min()?;
    Some((rare.1, rare.2))
}
