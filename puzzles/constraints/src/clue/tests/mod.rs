//! The languages against naive definitions, brute force and published counts.

use super::{Clue, Digits, Pattern, Segment};

mod definitions;
mod filters;
mod number_cross;
mod parsing;
mod patterns;

fn clue(text: &str) -> Clue {
    Clue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Random numbers (SplitMix64: Steele, Lea and Flood 2014), the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number of 1 to 18 digits, every length as likely as every other.
    fn number(&mut self) -> u64 {
        let length = 1 + self.below(18) as u32;
        self.below(10u64.pow(length))
    }

    /// A set of `1..=most` digits.
    fn digits(&mut self, most: u64) -> Digits {
        let wanted = 1 + self.below(most);
        let mut set = Digits::EMPTY;
        while (set.len() as u64) < wanted {
            set.insert(self.below(10) as u8);
        }
        set
    }

    /// Candidates of a run of `cells` cells which no more than about `most` numbers fit.
    fn run(&mut self, cells: usize, most: f64) -> Vec<Digits> {
        loop {
            let widest = 1 + self.below(10);
            let run: Vec<Digits> = (0..cells).map(|_| self.digits(widest)).collect();
            if run
                .iter()
                .map(|digits| digits.len() as f64)
                .product::<f64>()
                <= most
            {
                return run;
            }
        }
    }
}

/// All the digit strings of a run that are numbers, listed by counting with carry.
fn all_numbers(run: &[Digits]) -> Vec<u64> {
    let mut numbers = vec![0];
    for (at, digits) in run.iter().enumerate() {
        let mut longer = Vec::new();
        for number in numbers {
            for digit in 0..10 {
                if digits.contains(digit) && (digit > 0 || at > 0 || run.len() == 1) {
                    longer.push(number * 10 + u64::from(digit));
                }
            }
        }
        numbers = longer;
    }
    numbers
}

/// The pattern of a run of region letters: a stretch of one letter is a segment.
fn pattern_of(letters: &str) -> Pattern {
    let stretches = letters.as_bytes().chunk_by(|a, b| a == b);
    let segments: Vec<Segment> = stretches
        .map(|stretch| Segment {
            length: stretch.len(),
            digits: Digits::ALL,
        })
        .collect();
    Pattern::new(&segments, true).expect("a run of regions has numbers")
}
