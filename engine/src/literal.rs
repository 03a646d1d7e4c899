//! Literals: the one-variable facts that decisions, reasons, clauses and no-goods are made of.

use std::fmt;
use std::str::FromStr;

use crate::Var;
use crate::domain::{Dom, Domain};

/// How a [`Literal`] relates its variable to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `x = v`
    Is,
    /// `x ≠ v`
    IsNot,
    /// `x ≤ v`
    AtMost,
    /// `x ≥ v`
    AtLeast,
}

/// A fact about one variable: `x = v`, `x ≠ v`, `x ≤ v` or `x ≥ v`.
///
/// It prints as `x12=3`, `x12!=3`, `x12<=3`, `x12>=3` and is parsed from the same notation; the number after
/// `x` is [`Var::index`], with a `w` in place of `x` for a wide variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The relation of the variable to the value.
    pub relation: Relation,
    /// The value.
    pub value: i32,
}

impl Literal {
    /// `var = value`
    #[inline]
    pub const fn is(var: Var, value: i32) -> Literal {
        Literal {
            var,
            relation: Relation::Is,
            value,
        }
    }

    /// `var ≠ value`
    #[inline]
    pub const fn is_not(var: Var, value: i32) -> Literal {
        Literal {
            var,
            relation: Relation::IsNot,
            value,
        }
    }

    /// `var ≤ value`
    #[inline]
    pub const fn at_most(var: Var, value: i32) -> Literal {
        Literal {
            var,
            relation: Relation::AtMost,
            value,
        }
    }

    /// `var ≥ value`
    #[inline]
    pub const fn at_least(var: Var, value: i32) -> Literal {
        Literal {
            var,
            relation: Relation::AtLeast,
            value,
        }
    }

    /// The literal that holds exactly when this one does not.
    ///
    /// # Panics
    /// On the negation of `x ≤ i32::MAX` or `x ≥ i32::MIN`, which no `i32` satisfies.
    #[inline]
    pub const fn negated(self) -> Literal {
        let (relation, value) = match self.relation {
            Relation::Is => (Relation::IsNot, self.value),
            Relation::IsNot => (Relation::Is, self.value),
            Relation::AtMost => match self.value.checked_add(1) {
                Some(value) => (Relation::AtLeast, value),
                None => panic!("x <= i32::MAX has no negation"),
            },
            Relation::AtLeast => match self.value.checked_sub(1) {
                Some(value) => (Relation::AtMost, value),
                None => panic!("x >= i32::MIN has no negation"),
            },
        };
        Literal {
            var: self.var,
            relation,
            value,
        }
    }

    /// The values of a narrow variable for which the literal is true.
    pub(crate) fn narrow(self) -> Dom {
        match self.relation {
            Relation::Is => Dom::single(self.value),
            Relation::IsNot => !Dom::single(self.value),
            Relation::AtMost => Dom::at_most(self.value),
            Relation::AtLeast => Dom::at_least(self.value),
        }
    }

    /// Whether the literal is true for all values of its variable's domain, or false for all of them.
    pub fn status_in(self, domain: Domain<'_>) -> Option<bool> {
        // Most domains are narrow, and this is asked about each test that is compiled.
        if let (0, &[left]) = (domain.offset(), domain.words()) {
            let both = left & self.narrow().bits();
            return match both {
                0 => Some(false),
                _ => (both == left).then_some(true),
            };
        }
        let (min, max) = (domain.min()?, domain.max()?);
        let (first, last) = (self.admits(min), self.admits(max));
        match self.relation {
            _ if min == max => Some(first),
            Relation::AtMost | Relation::AtLeast => (first == last).then_some(first),
            Relation::Is => (!domain.contains(self.value)).then_some(false),
            Relation::IsNot => (!domain.contains(self.value)).then_some(true),
        }
    }

    /// Whether the literal is true if the variable has the value `value`.
    #[inline]
    pub const fn admits(self, value: i32) -> bool {
        match self.relation {
            Relation::Is => value == self.value,
            Relation::IsNot => value != self.value,
            Relation::AtMost => value <= self.value,
            Relation::AtLeast => value >= self.value,
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.relation {
            Relation::Is => "=",
            Relation::IsNot => "!=",
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
        };
        write!(f, "{}{relation}{}", self.var, self.value)
    }
}

/// The error for a text that is not a literal, or not a path of literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLiteralError {
    text: String,
}

impl fmt::Display for ParseLiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "found `{}`, expected a decision such as x12=3, x12!=3, x12<=3 or x12>=3",
            self.text
        )
    }
}

impl std::error::Error for ParseLiteralError {}

impl FromStr for Literal {
    type Err = ParseLiteralError;

    fn from_str(text: &str) -> Result<Literal, ParseLiteralError> {
        let parse = || {
            let at = text.find(['=', '!', '<', '>'])?;
            let var = Var::parse(&text[..at])?;
            let (relation, rest) = [
                ("!=", Relation::IsNot),
                ("<=", Relation::AtMost),
                (">=", Relation::AtLeast),
                ("=", Relation::Is),
            ]
            .into_iter()
            .find_map(|(sign, relation)| Some((relation, text[at..].strip_prefix(sign)?)))?;
            Some(Literal {
                var,
                relation,
                value: rest.parse().ok()?,
            })
        };
        parse().ok_or_else(|| ParseLiteralError {
            text: text.to_owned(),
        })
    }
}

/// A node of the search as data: the decisions and refutations that lead to it from the root, in order.
///
/// Two different nodes of one tree that are not ancestor and descendant have paths that contradict each other, so their
/// parts of the space are disjoint. It prints as literals separated by spaces, and can be parsed from that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Path(pub Vec<Literal>);

impl Path {
    /// Whether every variable in it exists in the solver, and is of the same kind. O(length).
    pub fn fits(&self, solver: &crate::Solver) -> bool {
        self.0.iter().all(|literal| {
            let index = literal.var.index();
            index < solver.variables() && solver.kernel.handle(index as u32) == literal.var
        })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, literal) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{literal}")?;
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = ParseLiteralError;

    fn from_str(text: &str) -> Result<Path, ParseLiteralError> {
        text.split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map(Path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_and_its_negation_split_the_integers() {
        let x = Var::narrow(3);
        for literal in [
            Literal::is(x, 4),
            Literal::is_not(x, 4),
            Literal::at_most(x, 4),
            Literal::at_least(x, 4),
        ] {
            for value in 0..9 {
                assert_ne!(literal.admits(value), literal.negated().admits(value));
            }
            assert_eq!(literal.negated().negated(), literal);
            assert_eq!(literal.to_string().parse(), Ok(literal));
        }
    }

    #[test]
    fn paths_are_written_and_read() {
        let path = Path(vec![
            Literal::is(Var::narrow(0), 4),
            Literal::is_not(Var::wide(12), -3),
            Literal::at_most(Var::narrow(7), 0),
        ]);
        assert_eq!(path.to_string(), "x0=4 w12!=-3 x7<=0");
        assert_eq!(path.to_string().parse(), Ok(path));
        assert!("x0=4 y".parse::<Path>().is_err());
        assert!("x=4".parse::<Path>().is_err());
        assert!("x0==4".parse::<Path>().is_err());
        assert!("é=1".parse::<Path>().is_err());
        assert_eq!("".parse(), Ok(Path::default()));
    }
}
