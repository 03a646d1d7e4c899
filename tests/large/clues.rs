//! Moved and combined clues of 6 to 18 digits: what a filter leaves, compared with the support of the digits, by
//! independent definitions.

use quadrille::clue::{Clue, Digits, Filtered};
use quadrille_engine::Rng;

/// A clue as a tree, with its text and its meaning.
#[derive(Clone, Debug)]
enum Spec {
    Square,
    Cube,
    Fibonacci,
    Triangular,
    Palindrome,
    Odd,
    Multiple(u64),
    DigitSum(u64),
    ProductEnds(u64),
    EachDigit,
    PowerOf(u64),
    More(u64, Box<Spec>),
    Less(u64, Box<Spec>),
    Both(Box<Spec>, Box<Spec>),
    Either(Box<Spec>, Box<Spec>),
    Not(Box<Spec>),
}

use Spec::*;

impl Spec {
    fn text(&self) -> String {
        match self {
            Square => "square".to_owned(),
            Cube => "cube".to_owned(),
            Fibonacci => "fibonacci".to_owned(),
            Triangular => "triangular".to_owned(),
            Palindrome => "palindrome".to_owned(),
            Odd => "odd".to_owned(),
            Multiple(n) => format!("multiple of {n}"),
            DigitSum(n) => format!("sum of digits is {n}"),
            ProductEnds(n) => format!("product of digits ends in {n}"),
            EachDigit => "divisible by each of its digits".to_owned(),
            PowerOf(n) => format!("power of {n}"),
            More(n, of) => format!("{n} more than ({})", of.text()),
            Less(n, of) => format!("{n} less than ({})", of.text()),
            Both(a, b) => format!("({}) & ({})", a.text(), b.text()),
            Either(a, b) => format!("({}) or ({})", a.text(), b.text()),
            Not(of) => format!("not ({})", of.text()),
        }
    }

    fn holds(&self, n: u128) -> bool {
        let digits = || {
            n.to_string()
                .bytes()
                .map(|b| u128::from(b - b'0'))
                .collect::<Vec<_>>()
        };
        match self {
            Square => root(n, 2).pow(2) == n,
            Cube => root(n, 3).pow(3) == n,
            Fibonacci => {
                let (mut a, mut b) = (0, 1);
                while a < n {
                    (a, b) = (b, a + b);
                }
                a == n
            }
            Triangular => {
                let k = root(2 * n, 2);
                (k.saturating_sub(1)..=k + 1).any(|k| k * (k + 1) / 2 == n)
            }
            Palindrome => digits().iter().eq(digits().iter().rev()),
            Odd => n % 2 == 1,
            Multiple(m) => n.is_multiple_of(u128::from(*m)),
            DigitSum(sum) => digits().iter().sum::<u128>() == u128::from(*sum),
            ProductEnds(end) => {
                let product: u128 = digits().iter().product();
                product.to_string().ends_with(&end.to_string())
            }
            EachDigit => digits()
                .iter()
                .all(|&digit| digit > 0 && n.is_multiple_of(digit)),
            PowerOf(base) => {
                let mut power = 1;
                while power < n {
                    power *= u128::from(*base);
                }
                power == n
            }
            More(by, of) => n >= u128::from(*by) && of.holds(n - u128::from(*by)),
            Less(by, of) => of.holds(n + u128::from(*by)),
            Both(a, b) => a.holds(n) && b.holds(n),
            Either(a, b) => a.holds(n) || b.holds(n),
            Not(of) => !of.holds(n),
        }
    }

    /// A number near `n` that may satisfy the clue; with luck it does.
    fn near(&self, n: u128) -> u128 {
        match self {
            Square => root(n, 2).pow(2),
            Cube => root(n, 3).pow(3),
            Fibonacci => {
                let (mut a, mut b) = (0, 1);
                while b <= n {
                    (a, b) = (b, a + b);
                }
                a
            }
            Triangular => {
                let k = root(2 * n, 2);
                k * (k + 1) / 2
            }
            Palindrome => {
                let digits = n.to_string();
                let half = digits.len().div_ceil(2);
                let back: String = digits[..digits.len() / 2].chars().rev().collect();
                format!("{}{back}", &digits[..half])
                    .parse()
                    .expect("digits")
            }
            Odd => n | 1,
            Multiple(m) => n - n % u128::from(*m),
            PowerOf(base) => {
                let mut power = 1;
                while power * u128::from(*base) <= n {
                    power *= u128::from(*base);
                }
                power
            }
            More(by, of) => of.near(n.saturating_sub(u128::from(*by))) + u128::from(*by),
            Less(by, of) => of.near(n + u128::from(*by)).saturating_sub(u128::from(*by)),
            Both(a, _) | Either(a, _) => a.near(n),
            _ => n,
        }
    }

    fn draw(rng: &mut Rng, depth: usize) -> Spec {
        let inner = |rng: &mut Rng| Box::new(Spec::draw(rng, depth - 1));
        if depth > 0 && rng.below(4) > 0 {
            // Carries through many nines, and moves of every size.
            let by = match rng.below(4) {
                0 => 1 + rng.below(9),
                1 => 10u64.pow(rng.below(12) as u32),
                2 => 10u64.pow(rng.below(12) as u32) - 1,
                _ => rng.below(1_000_000),
            };
            return match rng.below(6) {
                0 | 1 => More(by, inner(rng)),
                2 => Less(by, inner(rng)),
                3 => Both(inner(rng), inner(rng)),
                4 => Either(inner(rng), inner(rng)),
                _ => Not(inner(rng)),
            };
        }
        match rng.below(11) {
            0 => Square,
            1 => Cube,
            2 => Fibonacci,
            3 => Triangular,
            4 => Palindrome,
            5 => Odd,
            6 => Multiple(2 + rng.below(200)),
            7 => DigitSum(rng.below(100)),
            8 => ProductEnds(rng.below(40)),
            9 => EachDigit,
            _ => PowerOf(2 + rng.below(6)),
        }
    }
}

/// The greatest number whose power is at most `n`, digit by digit of the base 2.
fn root(n: u128, power: u32) -> u128 {
    let mut root = 0u128;
    for bit in (0..31).rev() {
        let more = root | 1 << bit;
        if more.checked_pow(power).is_some_and(|value| value <= n) {
            root = more;
        }
    }
    root
}

/// All numbers without leading zero that the candidates allow.
fn numbers(run: &[Vec<u8>]) -> Vec<u128> {
    let mut all = vec![0];
    for (place, digits) in run.iter().enumerate() {
        let digits = digits.iter().filter(|&&digit| place > 0 || digit > 0);
        let digits: Vec<u128> = digits.map(|&digit| u128::from(digit)).collect();
        all = all
            .iter()
            .flat_map(|&head: &u128| digits.iter().map(move |&digit| 10 * head + digit))
            .collect();
    }
    all
}

#[test]
fn filters_of_long_numbers_leave_what_is_supported() {
    let mut rng = Rng::new(7);
    let (mut exact, mut relaxed, mut nothing, mut planted) = (0, 0, 0, 0);
    for _ in 0..1500 {
        let spec = Spec::draw(&mut rng, 3);
        let text = spec.text();
        let clue = Clue::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let length = 6 + rng.below(13) as usize;
        let least = 10u128.pow(length as u32 - 1);
        let somewhere = least + u128::from(rng.below(9 * least as u64));
        let near = spec.near(somewhere);
        let middle = if near.to_string().len() == length {
            near
        } else {
            somewhere
        };
        // Its digits, and others at some places.
        let mut run: Vec<Vec<u8>> = middle.to_string().bytes().map(|b| vec![b - b'0']).collect();
        let mut ways = 1;
        while ways < 1500 {
            let place = rng.below(length as u64) as usize;
            let digit = rng.below(10) as u8;
            if !run[place].contains(&digit) {
                ways = ways / run[place].len() * (run[place].len() + 1);
                run[place].push(digit);
            }
            if run.iter().all(|digits| digits.len() == 10) {
                break;
            }
        }
        let fitting: Vec<u128> = numbers(&run)
            .into_iter()
            .filter(|&n| spec.holds(n))
            .collect();
        planted += usize::from(!fitting.is_empty());
        let mut supported = vec![Digits::from_mask(0); length];
        for number in &fitting {
            assert!(clue.contains(*number as u64), "{text}: {number}");
            for (place, digit) in number.to_string().bytes().enumerate() {
                supported[place].insert(digit - b'0');
            }
        }
        let mut left: Vec<Digits> = run
            .iter()
            .map(|digits| {
                let mut set = Digits::from_mask(0);
                digits.iter().for_each(|&digit| set.insert(digit));
                set
            })
            .collect();
        let before = left.clone();
        match clue.filter(&mut left) {
            Filtered::NoWord => {
                assert!(fitting.is_empty(), "{text} in {run:?}: {fitting:?}");
                nothing += 1;
            }
            Filtered::Exact => {
                assert_eq!(left, supported, "{text} in {run:?}");
                exact += 1;
            }
            Filtered::Relaxed => {
                for (place, digits) in left.iter().enumerate() {
                    assert!(digits.is_subset(before[place]), "{text} in {run:?}");
                    assert!(supported[place].is_subset(*digits), "{text} in {run:?}");
                }
                relaxed += 1;
            }
        }
    }
    assert!(
        exact > 300 && nothing > 100 && planted > 300,
        "{exact} exact, {relaxed} relaxed, {nothing} nothing, {planted} planted"
    );
}
