//! Clues about the product of the digits: `product of digits is N`, `product of digits ends in N`.

use std::sync::Arc;

use super::automaton::{Automata, Automaton};
use super::entry::Entry;
use super::{Language, POWERS_OF_TEN, digits_upwards, length};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        phrase: "product of digits is N",
        meaning: "the decimal digits multiplied give N; 0 when one of them is 0",
        build: |numbers| Ok(Arc::new(DigitProduct::new(numbers[0]))),
    },
    Entry {
        phrase: "product of digits ends in N",
        meaning: "the product of the digits, written down, ends in the digits of N",
        build: |numbers| Ok(Arc::new(ProductEnding::new(numbers[0]))),
    },
];

fn product(number: u64) -> u64 {
    // At most 9^20 < 2^64.
    digits_upwards(number).map(u64::from).product()
}

/// Numbers with a given product of digits. Filter: GAC by an automaton whose states are the divisors still to be
/// reached (for 0: whether a 0 was seen); it has at most a few thousand states.
#[derive(Debug)]
pub(super) struct DigitProduct {
    product: u64,
    automata: Vec<Arc<Automaton>>,
}

impl DigitProduct {
    fn new(product: u64) -> DigitProduct {
        let automaton = if product == 0 {
            Automaton::explore(
                1,
                2,
                |&left, digit| Some(if digit == 0 { 0 } else { left }),
                |&left| left == 0,
            )
        } else {
            let step = |&left: &u64, digit: u8| {
                (digit > 0 && left % u64::from(digit) == 0).then(|| left / u64::from(digit))
            };
            Automaton::explore(product, Automaton::MAX_STATES, step, |&left| left == 1)
        };
        DigitProduct {
            product,
            automata: automaton.into_iter().map(Arc::new).collect(),
        }
    }
}

impl Language for DigitProduct {
    fn contains(&self, number: u64) -> bool {
        product(number) == self.product
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        Automata {
            list: &self.automata,
            exact: !self.automata.is_empty(),
        }
    }
}

/// The most states of an automaton for the ending of a product.
const MOST_STATES: usize = 4096;

/// Numbers whose product of digits ends in the digits of a number. Filter: GAC by an automaton over the products modulo
/// a power of ten, where no more than 4,096 of them can come up (always for endings of up to three digits), else the
/// default for lists.
#[derive(Debug)]
pub(super) struct ProductEnding {
    ending: u64,
    modulus: u64,
    automata: Vec<Arc<Automaton>>,
}

impl ProductEnding {
    fn new(ending: u64) -> ProductEnding {
        let modulus = POWERS_OF_TEN[length(ending).min(19)];
        // The ending is below 10^18, hence `modulus` at most 10^18, and one digit more cannot overflow.
        let step = |&so_far: &u64, digit: u8| Some(so_far * u64::from(digit) % modulus);
        let automaton =
            Automaton::explore(1 % modulus, MOST_STATES, step, |&so_far| so_far == ending);
        ProductEnding {
            ending,
            modulus,
            automata: automaton.into_iter().map(Arc::new).collect(),
        }
    }
}

impl Language for ProductEnding {
    fn contains(&self, number: u64) -> bool {
        product(number) % self.modulus == self.ending
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        Automata {
            list: &self.automata,
            exact: !self.automata.is_empty(),
        }
    }
}
