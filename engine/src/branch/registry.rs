//! Branching by name, as the command line gives it.

use std::fmt;
use std::str::FromStr;

use super::order::{
    Activity, ConflictOrdering, DomWdeg, DomWdegCacd, DomainOverDegree, InputOrder, LastConflict,
    SmallestDomain, VariableOrder,
};
use super::value::{Largest, Middle, MostSupports, Random, SavedPhase, Smallest, ValueOrder};
use super::{Brancher, Branching, Split};

/// The names of variable orders that [`named`] knows.
pub const ORDERS: &[&str] = &[
    "input",
    "smallest",
    "dom/deg",
    "dom/wdeg",
    "dom/wdeg-cacd",
    "activity",
    "last-conflict",
    "conflict-ordering",
];

/// The names of value orders that [`named`] knows.
pub const VALUES: &[&str] = &[
    "smallest",
    "largest",
    "middle",
    "random",
    "saved-phase",
    "most-supports",
];

/// The names of splits that [`named`] knows.
pub const SPLITS: &[&str] = &["binary", "values", "halving"];

/// A name that is not in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// What was to be named, such as `variable order`.
    pub what: &'static str,
    /// The name given.
    pub name: String,
    /// The names known.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, known } = self;
        write!(f, "unknown {what} `{name}`; known: {}", known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// A brancher over all decision variables, from a variable order of [`ORDERS`], a value order of [`VALUES`] and a
/// split of [`SPLITS`].
///
/// For names given by a user, as on a command line; in a program, use the types, which the compiler checks:
/// `Branching::new(LastConflict::new(DomWdeg::default()), Largest).split(Split::Binary)`.
///
/// `last-conflict` and `conflict-ordering` wrap `smallest`, unless another order follows after a colon, as in
/// `last-conflict:dom/wdeg`; likewise `saved-phase` wraps value `smallest`. A seed other than 0 breaks ties among
/// variables by a random rank instead of by input order (`input` itself excepted); the value order `random` uses any
/// seed, including 0.
///
/// ```
/// use quadrille_engine::{Count, Model, branch};
///
/// let mut model = Model::new();
/// model.vars(3, 0..=1);
/// let brancher = branch::named("last-conflict:dom/wdeg", "largest", "binary", 0)?;
/// assert_eq!(model.solver().search().boxed_brancher(brancher).count(), Count::Exactly(8));
/// assert!(branch::named("cleverest", "largest", "binary", 0).is_err());
/// # Ok::<(), branch::UnknownName>(())
/// ```
///
/// # Errors
/// [`UnknownName`] for a name in none of the lists.
pub fn named(
    order: &str,
    values: &str,
    split: &str,
    seed: u64,
) -> Result<Box<dyn Brancher>, UnknownName> {
    let brancher = Branching::new(variable_order(order)?, value_order(values, seed)?);
    let seed = if order == "input" { 0 } else { seed };
    Ok(Box::new(brancher.split(split.parse()?).ties(seed)))
}

fn variable_order(name: &str) -> Result<Box<dyn VariableOrder>, UnknownName> {
    Ok(match name.split_once(':') {
        Some(("last-conflict", inner)) => Box::new(LastConflict::new(variable_order(inner)?)),
        Some(("conflict-ordering", inner)) => {
            Box::new(ConflictOrdering::new(variable_order(inner)?))
        }
        _ => match name {
            "input" => Box::new(InputOrder),
            "smallest" => Box::new(SmallestDomain),
            "dom/deg" => Box::new(DomainOverDegree::default()),
            "dom/wdeg" => Box::new(DomWdeg::default()),
            "dom/wdeg-cacd" => Box::new(DomWdegCacd::default()),
            "activity" => Box::new(Activity::default()),
            "last-conflict" => Box::new(LastConflict::new(SmallestDomain)),
            "conflict-ordering" => Box::new(ConflictOrdering::new(SmallestDomain)),
            _ => {
                return Err(UnknownName {
                    what: "variable order",
                    name: name.to_owned(),
                    known: ORDERS,
                });
            }
        },
    })
}

fn value_order(name: &str, seed: u64) -> Result<Box<dyn ValueOrder>, UnknownName> {
    Ok(match name.split_once(':') {
        Some(("saved-phase", inner)) => Box::new(SavedPhase::new(value_order(inner, seed)?)),
        _ => match name {
            "smallest" => Box::new(Smallest),
            "largest" => Box::new(Largest),
            "middle" => Box::new(Middle),
            "random" => Box::new(Random::new(seed)),
            "saved-phase" => Box::new(SavedPhase::new(Smallest)),
            "most-supports" => Box::new(MostSupports::default()),
            _ => {
                return Err(UnknownName {
                    what: "value order",
                    name: name.to_owned(),
                    known: VALUES,
                });
            }
        },
    })
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Split::Binary => "binary",
            Split::Values => "values",
            Split::Halving => "halving",
        })
    }
}

impl FromStr for Split {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Split, UnknownName> {
        [Split::Binary, Split::Values, Split::Halving]
            .into_iter()
            .find(|split| split.to_string() == name)
            .ok_or_else(|| UnknownName {
                what: "split",
                name: name.to_owned(),
                known: SPLITS,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_known_and_no_other() {
        for order in ORDERS {
            for values in VALUES {
                for split in SPLITS {
                    assert!(named(order, values, split, 1).is_ok());
                }
            }
            assert!(named(&format!("last-conflict:{order}"), "largest", "binary", 0).is_ok());
        }
        let message = |order: &str, values: &str, split: &str| {
            named(order, values, split, 0)
                .map(|_| ())
                .map_err(|error| error.to_string())
        };
        assert_eq!(
            message("input", "big", "binary"),
            Err("unknown value order `big`; known: smallest, largest, middle, random, saved-phase, most-supports".to_owned())
        );
        assert!(message("last-conflict:", "smallest", "binary").is_err());
        assert!(message("input:input", "smallest", "binary").is_err());
        assert!(message("input", "smallest", "Binary").is_err());
    }
}
