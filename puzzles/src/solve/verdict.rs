//! The one line that says how many solutions there are, and the exit code that goes with it.

use std::fmt;

use quadrille_engine::Stop;

/// How many solutions there are, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Solutions found.
    pub found: u64,
    /// Why there may be more; `None` if the whole space was seen.
    pub stopped: Option<Stop>,
}

impl Verdict {
    pub(crate) fn new(found: u64, stopped: Option<Stop>) -> Self {
        Self { found, stopped }
    }

    /// 0 for exactly one solution, 1 for none, 3 for several, 4 if a limit other than the wanted number of
    /// solutions stopped the search before it was known.
    pub fn exit_code(self) -> u8 {
        match (self.found, self.stopped) {
            (2.., _) => match self.stopped {
                None | Some(Stop::Solutions) => 3,
                Some(_) => 4,
            },
            (_, Some(_)) => 4,
            (1, None) => 0,
            (0, None) => 1,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = thousands(self.found);
        let s = if self.found == 1 { "" } else { "s" };
        match (self.found, self.stopped) {
            (0, None) => write!(f, "no solution"),
            (1, None) => write!(f, "exactly one solution"),
            (_, None) => write!(f, "{number} solution{s}"),
            (0, Some(stop)) => write!(f, "no solution found yet (stopped: {stop})"),
            (_, Some(Stop::Solutions)) => {
                write!(f, "at least {number} solution{s} (stopped at the limit)")
            }
            (_, Some(stop)) => write!(f, "at least {number} solution{s} (stopped: {stop})"),
        }
    }
}

/// Decimal digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_cannot_be_misread() {
        let text = |found, stopped| Verdict::new(found, stopped).to_string();
        assert_eq!(text(0, None), "no solution");
        assert_eq!(text(1, None), "exactly one solution");
        assert_eq!(text(72, None), "72 solutions");
        assert_eq!(
            text(1, Some(Stop::Time)),
            "at least 1 solution (stopped: time limit)"
        );
        assert_eq!(
            text(5, Some(Stop::Solutions)),
            "at least 5 solutions (stopped at the limit)"
        );
        assert_eq!(
            text(0, Some(Stop::Nodes)),
            "no solution found yet (stopped: node limit)"
        );
        assert_eq!(text(1_234_567, None), "1,234,567 solutions");
    }

    #[test]
    fn exit_codes() {
        let code = |found, stopped| Verdict::new(found, stopped).exit_code();
        assert_eq!(code(1, None), 0);
        assert_eq!(code(0, None), 1);
        assert_eq!(code(2, None), 3);
        assert_eq!(code(2, Some(Stop::Solutions)), 3);
        assert_eq!(code(1, Some(Stop::Solutions)), 4);
        assert_eq!(code(0, Some(Stop::Time)), 4);
        assert_eq!(code(7, Some(Stop::Cancelled)), 4);
    }
}
