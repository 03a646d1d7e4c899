//! What the generators of Number Cross puzzles share: blanks, regions, and clues that given numbers satisfy.

use quadrille::clue::Clue;
use quadrille::grid::Cell;
use quadrille_engine::Rng;

use super::tighten::pick;

/// A made grid, before clues are chosen: by row and column.
pub(crate) type Rows<T> = Vec<Vec<T>>;

/// Blanks (`true`) on about one cell in seven where `may` allows: no two share an edge, no run of a row is shorter
/// than two.
pub(crate) fn blanks(
    rows: usize,
    columns: usize,
    rng: &mut Rng,
    may: impl Fn(usize, usize) -> bool,
) -> Rows<bool> {
    let mut blank = vec![vec![false; columns]; rows];
    for row in 0..rows {
        for _ in 0..columns / 3 {
            let column = rng.below(columns as u64) as usize;
            // With a blank here, the cells to the next blanks or edges on both sides.
            let left = blank[row][..column]
                .iter()
                .rev()
                .take_while(|b| !**b)
                .count();
            let right = blank[row][column..].iter().take_while(|b| !**b).count();
            let runs_fit =
                (column == 0 || left >= 2) && (right == 1 && column + 1 == columns || right >= 3);
            let apart = row == 0 || !blank[row - 1][column];
            if runs_fit && apart && may(row, column) {
                blank[row][column] = true;
            }
        }
    }
    blank
}

/// Connected regions of about `size` cells: seeds that grow into free cells.
pub(crate) fn regions(rows: usize, columns: usize, size: usize, rng: &mut Rng) -> Rows<usize> {
    let mut of: Vec<Option<usize>> = vec![None; rows * columns];
    let count = (rows * columns).div_ceil(size).max(2);
    let mut frontier: Vec<(usize, usize)> = Vec::new();
    for region in 0..count {
        let at = rng.below(of.len() as u64) as usize;
        if of[at].is_none() {
            of[at] = Some(region);
            frontier.push((at, region));
        }
    }
    while !frontier.is_empty() {
        let pick = rng.below(frontier.len() as u64) as usize;
        let (at, region) = frontier[pick];
        let free: Vec<usize> = around(rows, columns, at)
            .filter(|&n| of[n].is_none())
            .collect();
        if free.is_empty() {
            frontier.swap_remove(pick);
            continue;
        }
        let next = free[rng.below(free.len() as u64) as usize];
        of[next] = Some(region);
        frontier.push((next, region));
    }
    of.chunks(columns)
        .map(|row| {
            row.iter()
                .map(|region| region.expect("grown over the grid"))
                .collect()
        })
        .collect()
}

/// The neighbours of a cell, as positions in reading order.
pub(crate) fn around(rows: usize, columns: usize, at: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (at / columns, at % columns);
    [
        (row > 0).then(|| at - columns),
        (column + 1 < columns).then(|| at + 1),
        (row + 1 < rows).then(|| at + columns),
        (column > 0).then(|| at - 1),
    ]
    .into_iter()
    .flatten()
}

/// The numbers of a row of digits and blanks (`None`).
pub(crate) fn numbers(row: &[Option<u32>]) -> Vec<u64> {
    row.split(Option::is_none)
        .filter(|run| !run.is_empty())
        .map(|run| {
            run.iter()
                .flatten()
                .fold(0, |number, &d| number * 10 + u64::from(d))
        })
        .collect()
}

/// Clues without arguments, the tightest first.
const NAMED: [&str; 9] = [
    "cube",
    "fibonacci",
    "square",
    "triangular",
    "prime raised to a prime power",
    "palindrome",
    "divisible by each of its digits",
    "prime",
    "square or prime",
];

/// A clue that all of `numbers` satisfy: a named one if there is one; otherwise a random kind that fits them all;
/// otherwise one for each, joined by "or".
///
/// A random clue is satisfied by about one number in `modulus` or fewer, if possible.
pub(crate) fn clue(numbers: &[u64], modulus: u64, rng: &mut Rng) -> Clue {
    let named = NAMED.iter().map(|text| parse(text));
    let fits = |clue: &Clue| numbers.iter().all(|&number| clue.contains(number));
    if let Some(clue) = named.into_iter().find(fits) {
        return clue;
    }
    let first = numbers[0];
    let same = |of: &dyn Fn(u64) -> u64| numbers.iter().all(|&number| of(number) == of(first));
    let mut texts = Vec::new();
    if same(&digit_sum) {
        texts.push(format!("sum of digits is {}", digit_sum(first)));
    }
    let ending = |number| digit_product(number) % 10;
    if same(&ending) && ending(first) != 0 {
        texts.push(format!("product of digits ends in {}", ending(first)));
    }
    // Numbers leave equal remainders by every divisor of their differences.
    let differences = numbers
        .iter()
        .fold(0, |all, number| gcd(all, number.abs_diff(first)));
    let divisor = (modulus..4 * modulus).find(|m| differences.is_multiple_of(*m));
    texts.extend(divisor.map(|m| residue(first, m)));
    if texts.is_empty() {
        let mut each: Vec<String> = numbers
            .iter()
            .map(|&number| clue_of_one(number, modulus, rng))
            .collect();
        each.sort();
        each.dedup();
        return parse(&each.join(" or "));
    }
    parse(&texts[rng.below(texts.len() as u64) as usize])
}

fn parse(text: &str) -> Clue {
    Clue::parse(text).expect("a clue of the standard words")
}

fn residue(number: u64, modulus: u64) -> String {
    match number % modulus {
        0 => format!("multiple of {modulus}"),
        rest => format!("{rest} more than a multiple of {modulus}"),
    }
}

/// A clue for one number.
fn clue_of_one(number: u64, modulus: u64, rng: &mut Rng) -> String {
    let name = ["square", "palindrome", "multiple"][rng.below(3) as usize];
    let language = (name != "multiple").then(|| parse(name));
    let by = language.and_then(|language| {
        (0..number / 2)
            .take(1000)
            .find(|by| language.contains(number - by))
    });
    match by {
        Some(0) => name.to_owned(),
        Some(by) => format!("{by} more than a {name}"),
        None => residue(number, modulus + rng.below(modulus)),
    }
}

/// The clues of a grid in the making: for each number of a row one that it satisfies.
#[derive(Clone, Debug)]
pub(crate) struct Clues {
    rows: Vec<Vec<Conjunct>>,
}

#[derive(Clone, Debug)]
struct Conjunct {
    number: u64,
    strength: usize,
    text: String,
}

/// The strengths that [`clue_of_strength`] knows.
const STRONGEST: usize = 3;

impl Clues {
    /// For the numbers of each row: clues of remainders, as tight as `modulus`.
    pub(crate) fn new(rows: &Rows<Option<u32>>, modulus: u64, rng: &mut Rng) -> Clues {
        let mut part = |number| Conjunct {
            number,
            strength: 0,
            text: residue(number, modulus + rng.below(modulus)),
        };
        let rows = rows
            .iter()
            .map(|row| numbers(row).into_iter().map(&mut part).collect())
            .collect();
        Clues { rows }
    }

    /// Gives the loosest number of one row (one with an open cell, if any) a tighter clue, and writes it to `clues`;
    /// false if there is none left.
    pub(crate) fn tighten(&mut self, clues: &mut [Clue], open: &[Cell], rng: &mut Rng) -> bool {
        let loosest = |parts: &[Conjunct]| parts.iter().map(|part| part.strength).min();
        let loose = |row: usize| loosest(&self.rows[row]).is_some_and(|least| least < STRONGEST);
        let mut rows: Vec<usize> = open.iter().map(|at| at.row).filter(|&r| loose(r)).collect();
        rows.dedup();
        if rows.is_empty() {
            rows = (0..self.rows.len()).filter(|&row| loose(row)).collect();
        }
        let Some(row) = pick(&rows, rng) else {
            return false;
        };
        let parts = self.rows[row].iter_mut();
        if let Some(part) = parts.min_by_key(|part| part.strength) {
            part.strength += 1;
            part.text = clue_of_strength(part.number, part.strength, rng);
        }
        clues[row] = self.of_row(row);
        true
    }

    fn of_row(&self, row: usize) -> Clue {
        let mut texts: Vec<&str> = self.rows[row].iter().map(|part| &*part.text).collect();
        texts.sort_unstable();
        texts.dedup();
        parse(&texts.join(" or "))
    }
}

/// A clue that `number` satisfies, of a strength from 1 to [`STRONGEST`].
fn clue_of_strength(number: u64, strength: usize, rng: &mut Rng) -> String {
    let product = digits(number).product::<u64>();
    let text = match rng.below(3) {
        _ if strength == 1 => residue(number, 300 + rng.below(700)),
        0 if (1..=10_000).contains(&product) => format!("product of digits is {product}"),
        0 | 1 => more_than(number, number - number.isqrt().pow(2), "square"),
        _ => more_than(number, number - palindrome_below(number), "palindrome"),
    };
    if strength < STRONGEST {
        text
    } else {
        format!("{text} & sum of digits is {}", digit_sum(number))
    }
}

fn more_than(number: u64, by: u64, name: &str) -> String {
    match by {
        0 => name.to_owned(),
        by if by < number => format!("{by} more than a {name}"),
        _ => residue(number, 997),
    }
}

/// The largest palindrome that is at most `number`.
fn palindrome_below(number: u64) -> u64 {
    let text = number.to_string();
    let (half, odd) = (text.len().div_ceil(2), text.len() % 2);
    let mirrored = |left: u64| {
        let left = left.to_string();
        let right: String = left[..left.len() - odd].chars().rev().collect();
        format!("{left}{right}").parse().unwrap_or(0)
    };
    let left: u64 = text[..half].parse().unwrap_or(0);
    let found = mirrored(left);
    if found <= number {
        found
    } else {
        mirrored(left - 1)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn digits(number: u64) -> impl Iterator<Item = u64> {
    let more = |rest: &u64| (*rest >= 10).then_some(rest / 10);
    std::iter::successors(Some(number), more).map(|rest| rest % 10)
}

fn digit_sum(number: u64) -> u64 {
    digits(number).sum()
}

/// Modulo 1,000: only its ending is used.
fn digit_product(number: u64) -> u64 {
    digits(number).fold(1, |product, digit| product * digit % 1000)
}
