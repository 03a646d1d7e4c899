//! Random data of every codec.

use super::super::codec::{Kind, Places};
use super::super::coding::Coding;
use super::super::names::{Names, Sign};
use super::super::outside::Side;
use super::super::{Datum, Layout};

/// A small generator (xorshift64*, Vigna 2016): the same numbers for the same seed everywhere.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 to below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Numbers of all lengths, up to `last`.
    fn number(&mut self, last: u32) -> u32 {
        let bits = 32 - last.leading_zeros() as usize;
        let range = 1_u64 << self.below(bits + 1);
        (self.below(range as usize) as u32).min(last)
    }
}

/// All that is known of a grid while data are made for it.
struct Maker<'a> {
    random: &'a mut Random,
    rows: usize,
    columns: usize,
    regions: usize,
    /// The cells that belong to no region.
    holes: Vec<bool>,
    /// Words are seldom next to each other.
    sparse: bool,
}

/// Random data of a layout.
pub(super) fn data(
    layout: &Layout,
    rows: usize,
    columns: usize,
    random: &mut Random,
) -> Vec<(String, Datum)> {
    let sparse = random.one_in(2);
    let mut maker = Maker {
        random,
        rows,
        columns,
        regions: 0,
        holes: vec![false; rows * columns],
        sparse,
    };
    let holes = layout
        .parts()
        .iter()
        .find_map(|part| match &part.codec().kind {
            Kind::Borders(holes) => holes.as_ref(),
            _ => None,
        });
    if holes.is_some() && maker.random.one_in(2) {
        maker.holes = (0..rows * columns)
            .map(|_| maker.random.one_in(5))
            .collect();
    }
    let mut data = Vec::new();
    for part in layout.parts() {
        let brought = match part.data().first() {
            Some(name) if Some(name) == holes => vec![maker.hole_words()],
            _ => maker.part(&part.codec().kind),
        };
        data.extend(part.data().iter().cloned().zip(brought));
    }
    data
}

impl Maker<'_> {
    fn part(&mut self, kind: &Kind) -> Vec<Datum> {
        let (rows, columns) = (self.rows, self.columns);
        match kind {
            Kind::Flag(_) => vec![Datum::Flag(self.random.one_in(2))],
            Kind::Slash => Vec::new(),
            Kind::Decimal(_) => vec![Datum::Number(i64::from(self.random.number(999_999)))],
            Kind::Borders(_) => self.regions(),
            Kind::Words {
                places,
                coding,
                names,
            } => vec![self.words(places, *coding, names)],
            Kind::Lists { sides, none } => {
                let list = |maker: &mut Self, room: usize| {
                    let numbers: Vec<String> = (0..maker.random.below(room + 1))
                        .map(|_| maker.word(Coding::Number16, &Names::none()))
                        .collect();
                    if numbers.is_empty() {
                        none.clone()
                    } else {
                        numbers.join(",")
                    }
                };
                vec![self.sides(sides, |maker, side| {
                    let across = matches!(side, Side::Left | Side::Right);
                    list(
                        maker,
                        if across {
                            columns.div_ceil(2)
                        } else {
                            rows.div_ceil(2)
                        },
                    )
                })]
            }
            Kind::Place(names) => {
                let mut words = vec![".".to_owned(); rows * columns];
                let place = self.random.below(words.len());
                words[place] = names.word(Sign::Value(1)).unwrap();
                vec![Datum::Cells {
                    rows,
                    columns,
                    words,
                }]
            }
            Kind::Dots { coding, names } => self.dots(coding.kinds(), names),
            Kind::Castle(shades) => {
                let (mut arrows, mut cells) = (Vec::new(), Vec::new());
                for _ in 0..rows * columns {
                    if self.nothing() {
                        arrows.push(".".to_owned());
                        cells.push(".".to_owned());
                    } else {
                        arrows.push(self.arrow());
                        let shade = self.random.below(3) as u32;
                        cells.push(shades.word(Sign::Value(shade)).unwrap());
                    }
                }
                [arrows, cells]
                    .map(|words| Datum::Cells {
                        rows,
                        columns,
                        words,
                    })
                    .into()
            }
            Kind::Compass => {
                let mut layers = vec![Vec::new(); 4];
                for _ in 0..rows * columns {
                    let (nothing, hole) = (self.nothing(), self.random.one_in(5));
                    for layer in &mut layers {
                        layer.push(match (nothing, hole) {
                            (true, _) => ".".to_owned(),
                            (_, true) => "#".to_owned(),
                            _ => self.word(Coding::Number16, &Names::none()),
                        });
                    }
                }
                let cells = |words| Datum::Cells {
                    rows,
                    columns,
                    words,
                };
                layers.into_iter().map(cells).collect()
            }
            Kind::Kakuro => self.kakuro(),
            Kind::Shapes(_) => {
                let count = self.random.below(4);
                vec![Datum::Shapes((0..count).map(|_| self.shape()).collect())]
            }
        }
    }

    fn nothing(&mut self) -> bool {
        let n = if self.sparse { 12 } else { 2 };
        if self.sparse {
            !self.random.one_in(n)
        } else {
            self.random.one_in(n)
        }
    }

    fn dots(&mut self, kinds: u32, names: &Names) -> Vec<Datum> {
        let (rows, columns) = (self.rows, self.columns);
        let mut dot = || match self.nothing() {
            true => ".".to_owned(),
            false => {
                let value = 1 + self.random.below(kinds as usize) as u32;
                names.word(Sign::Value(value)).unwrap()
            }
        };
        let mut several = |count: usize| (0..count).map(|_| dot()).collect::<Vec<String>>();
        let cells = several(rows * columns);
        let horizontal = (0..rows).map(|_| several(columns - 1)).collect();
        let vertical = (1..rows).map(|_| several(columns)).collect();
        let corners = (0..(rows + 1) * (columns + 1)).map(|at| {
            let (row, column) = (at / (columns + 1), at % (columns + 1));
            let is_inner = (1..rows).contains(&row) && (1..columns).contains(&column);
            if is_inner {
                several(1).remove(0)
            } else {
                ".".to_owned()
            }
        });
        let corners = corners.collect();
        vec![
            Datum::Cells {
                rows,
                columns,
                words: cells,
            },
            Datum::Links {
                horizontal,
                vertical,
            },
            Datum::Corners {
                rows,
                columns,
                words: corners,
            },
        ]
    }

    /// A word that is something.
    fn word(&mut self, coding: Coding, names: &Names) -> String {
        match coding {
            Coding::Angles => match self.random.below(4) {
                0 => ["^", "v", "<", ">"][self.random.below(4)].to_owned(),
                1 => ["o", "@"][self.random.below(2)].to_owned(),
                _ => self.random.number(255).to_string(),
            },
            Coding::Tones => {
                let tone = self.random.below(2) as u32;
                let tone = names.word(Sign::Value(tone)).unwrap();
                match self.random.number(9_999) {
                    0 => format!("{tone}?"),
                    number => format!("{tone}{number}"),
                }
            }
            Coding::Arrows16 if self.random.one_in(9) => "#".to_owned(),
            Coding::Arrows16 => self.arrow(),
            Coding::Tapa => {
                let length = 1 + self.random.below(4);
                // What fits around a cell: one number up to 8, two up to 5, three up to 3, four up to 1.
                let last = [8, 5, 3, 1][length - 1];
                let numbers: Vec<String> = (0..length)
                    .map(|_| match self.random.below(last + 1) {
                        0 => "?".to_owned(),
                        number => number.to_string(),
                    })
                    .collect();
                if length == 1 && self.random.one_in(5) {
                    "0".to_owned()
                } else {
                    numbers.join(",")
                }
            }
            _ => {
                let (first, last, unknown) = coding.values().unwrap();
                loop {
                    let sign = if unknown && self.random.one_in(6) {
                        Sign::Unknown
                    } else {
                        let value = self.random.number(last);
                        if value < first {
                            continue;
                        }
                        Sign::Value(value)
                    };
                    if let Some(word) = names.word(sign) {
                        return word;
                    }
                }
            }
        }
    }

    fn arrow(&mut self) -> String {
        let direction = ["^", "v", "<", ">", "?"][self.random.below(5)];
        match self.random.one_in(6) {
            true => format!("{direction}?"),
            false => format!("{direction}{}", self.random.number(4_095)),
        }
    }

    fn several(&mut self, count: usize, coding: Coding, names: &Names) -> Vec<String> {
        (0..count)
            .map(|_| {
                if self.nothing() {
                    ".".to_owned()
                } else {
                    self.word(coding, names)
                }
            })
            .collect()
    }

    fn words(&mut self, places: &Places, coding: Coding, names: &Names) -> Datum {
        let (rows, columns) = (self.rows, self.columns);
        match places {
            Places::Cells => {
                let words = self.several(rows * columns, coding, names);
                Datum::Cells {
                    rows,
                    columns,
                    words,
                }
            }
            Places::Corners => {
                let words = self.several((rows + 1) * (columns + 1), coding, names);
                Datum::Corners {
                    rows,
                    columns,
                    words,
                }
            }
            Places::Regions => Datum::ByRegion(self.several(self.regions, coding, names)),
            Places::Links { .. } => Datum::Links {
                horizontal: (0..rows)
                    .map(|_| self.several(columns - 1, coding, names))
                    .collect(),
                vertical: (1..rows)
                    .map(|_| self.several(columns, coding, names))
                    .collect(),
            },
            Places::Sides(sides) => self.sides(sides, |maker, _| {
                if maker.nothing() {
                    ".".to_owned()
                } else {
                    maker.word(coding, names)
                }
            }),
        }
    }

    fn sides(&mut self, sides: &[Side], mut word: impl FnMut(&mut Self, Side) -> String) -> Datum {
        let (rows, columns) = (self.rows, self.columns);
        let mut list = |side: Side, length: usize| -> Vec<String> {
            let coded = sides.contains(&side);
            (0..length)
                .map(|_| {
                    if coded {
                        word(self, side)
                    } else {
                        ".".to_owned()
                    }
                })
                .collect()
        };
        Datum::Sides {
            left: list(Side::Left, rows),
            right: list(Side::Right, rows),
            top: list(Side::Top, columns),
            bottom: list(Side::Bottom, columns),
        }
    }

    /// Regions that grow from random borders, with these borders.
    fn regions(&mut self) -> Vec<Datum> {
        let (rows, columns) = (self.rows, self.columns);
        let chance = 1 + self.random.below(4);
        let mut row = |length: usize| -> Vec<bool> {
            (0..length)
                .map(|_| !self.random.one_in(chance + 1))
                .collect()
        };
        let across: Vec<Vec<bool>> = (0..rows).map(|_| row(columns - 1)).collect();
        let down: Vec<Vec<bool>> = (1..rows).map(|_| row(columns)).collect();
        // Labels sink until neighbours without a border agree; each is then the first cell of its region.
        let mut of: Vec<usize> = (0..rows * columns).collect();
        loop {
            let before = of.clone();
            for r in 0..rows {
                for c in 0..columns {
                    let cell = r * columns + c;
                    let mut join = |other: usize| {
                        let least = of[cell].min(of[other]);
                        (of[cell], of[other]) = (least, least);
                    };
                    let (hole, holes) = (self.holes[cell], &self.holes);
                    // Neighbouring holes go together.
                    let joined = |other: usize, drawn: bool| match (hole, holes[other]) {
                        (false, false) => !drawn,
                        (a, b) => a && b,
                    };
                    if c + 1 < columns && joined(cell + 1, across[r][c]) {
                        join(cell + 1);
                    }
                    if r + 1 < rows && joined(cell + columns, down[r][c]) {
                        join(cell + columns);
                    }
                }
            }
            if of == before {
                break;
            }
        }
        let mut firsts = of.clone();
        firsts.sort_unstable();
        firsts.dedup();
        self.regions = firsts.len();
        let of: Vec<usize> = of
            .iter()
            .map(|first| firsts.binary_search(first).unwrap())
            .collect();
        // Regions tell of the borders between them, unless beside a hole.
        let words = |rows: &[Vec<bool>], step: usize| {
            let word = |r: usize, c: usize, drawn: bool| {
                let cell = r * columns + c;
                let is_told =
                    of[cell] != of[cell + step] && !self.holes[cell] && !self.holes[cell + step];
                (if drawn && !is_told { "#" } else { "." }).to_owned()
            };
            let rows = rows.iter().enumerate();
            rows.map(|(r, row)| {
                let row = row.iter().enumerate();
                row.map(|(c, drawn)| word(r, c, *drawn)).collect()
            })
            .collect()
        };
        let inner = Datum::Links {
            horizontal: words(&across, 1),
            vertical: words(&down, columns),
        };
        vec![Datum::Regions { rows, columns, of }, inner]
    }

    fn hole_words(&self) -> Datum {
        let word = |&hole: &bool| (if hole { "#" } else { "." }).to_owned();
        Datum::Cells {
            rows: self.rows,
            columns: self.columns,
            words: self.holes.iter().map(word).collect(),
        }
    }

    fn kakuro(&mut self) -> Vec<Datum> {
        let (rows, columns) = (self.rows + 1, self.columns + 1);
        let black: Vec<bool> = (0..rows * columns)
            .map(|cell| cell < columns || cell % columns == 0 || self.random.one_in(3))
            .collect();
        let mut layer = |step: usize, inside: fn(usize, usize) -> bool| -> Datum {
            let words = (0..rows * columns)
                .map(|cell| {
                    let edge = cell < columns || cell % columns == 0;
                    // On the edges only where white cells begin.
                    let begins =
                        inside(cell, columns) && cell + step < black.len() && !black[cell + step];
                    if !black[cell] {
                        ".".to_owned()
                    } else if (edge && !begins) || self.random.one_in(4) {
                        "#".to_owned()
                    } else {
                        self.random.number(45).to_string()
                    }
                })
                .collect();
            Datum::Cells {
                rows,
                columns,
                words,
            }
        };
        let down = layer(columns, |cell, columns| cell % columns != 0);
        let right = layer(1, |cell, columns| cell >= columns);
        vec![down, right]
    }

    fn shape(&mut self) -> String {
        let (width, height) = (1 + self.random.below(4), 1 + self.random.below(4));
        loop {
            let rows: Vec<String> = (0..height)
                .map(|_| {
                    (0..width)
                        .map(|_| if self.random.one_in(2) { '#' } else { '.' })
                        .collect()
                })
                .collect();
            let shape = rows.join("/");
            if shape.contains('#') {
                return shape;
            }
        }
    }
}
