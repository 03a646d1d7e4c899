//! `array[index] = value`, over an array of variables or of constants.

use super::equal::{equate, explain_equality};
use super::value_set::ValueSet;
use super::{Linear, LinearGac};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::{Literal, Relation};
use crate::model::Model;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The entry at `place`, if there is one.
fn entry<T: Copy>(array: &[T], place: i32) -> Option<T> {
    array.get(usize::try_from(place).ok()?).copied()
}

/// `array[index] = value` over an array of variables; places count from 0, and an index outside the array is not a
/// solution.
///
/// # Strength and cost
///
/// Domain consistent, also if the array repeats a variable; sound if the index or the value occurs in the array or
/// they are the same variable. A run costs O(places left in the index × words of the domains).
#[derive(Clone, Debug)]
pub struct Element {
    array: Box<[Var]>,
    index: Var,
    value: Var,
    /// Scratch.
    supported: ValueSet,
}

impl Element {
    /// `array[index] = value`
    pub fn new(array: &[Var], index: Var, value: Var) -> Self {
        Self {
            array: array.into(),
            index,
            value,
            supported: ValueSet::default(),
        }
    }
}

impl Constraint for Element {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "element"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let ends = [self.index, self.value];
        self.array.iter().copied().chain(ends).for_each(see);
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        let ends = [self.index, self.value];
        for &var in self.array.iter().chain(&ends) {
            scope.on(var, Events::ANY);
            self.supported.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Element {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Self {
            array,
            index,
            value,
            supported,
            ..
        } = self;
        let (index, value) = (*index, *value);
        supported.start(cx, index);
        let mut only = None;
        let mut several = false;
        for place in cx.domain(index).iter() {
            let Some(var) = entry(array, place) else {
                continue;
            };
            if cx.domain(var).meets(cx.domain(value), 0) {
                supported.insert(place);
                several |= only.replace(var).is_some_and(|other| other != var);
            }
        }
        supported.keep(cx)?;
        let Some(only) = only.filter(|_| !several) else {
            supported.start(cx, value);
            for place in cx.domain(index).iter() {
                if let Some(var) = entry(array, place) {
                    supported.insert_shifted(cx.domain(var), 0);
                }
            }
            supported.keep(cx)?;
            return Ok(Status::Fixpoint);
        };
        equate(cx, only, value, 0, supported)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let Some(var) = change.var.filter(|_| !change.after.is_empty()) else {
            past.describe_scope(facts);
            return;
        };
        let at = |place| entry(&self.array, place);
        if var == self.index {
            past.describe(self.value, facts);
            for entry in change.removed().filter_map(at) {
                past.describe(entry, facts);
            }
        } else {
            past.describe(self.index, facts);
            for entry in past.domain(self.index).iter().filter_map(at) {
                if var == self.value {
                    explain_equality(entry, var, 0, change, past, facts);
                } else {
                    explain_equality(var, self.value, 0, change, past, facts);
                }
            }
        }
    }
}

/// `array[index] = value` over an array of constants; places count from 0, and an index outside the array is not a
/// solution.
///
/// # Strength and cost
///
/// Domain consistent, also if index and value are the same variable. A run costs O(places left in the index).
#[derive(Clone, Debug)]
pub struct ElementConstant {
    array: Box<[i32]>,
    index: Var,
    value: Var,
    /// Scratch.
    places: ValueSet,
    /// Scratch.
    supported: ValueSet,
}

impl ElementConstant {
    /// `array[index] = value`
    pub fn new(array: &[i32], index: Var, value: Var) -> Self {
        Self {
            array: array.into(),
            index,
            value,
            places: ValueSet::default(),
            supported: ValueSet::default(),
        }
    }
}

impl Constraint for ElementConstant {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "element of constants"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.index, self.value].into_iter().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Linear
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.index, Events::ANY);
        scope.on(self.value, Events::ANY);
        self.places.reserve(scope, self.index);
        self.supported.reserve(scope, self.value);
        self
    }
}

impl Propagator for ElementConstant {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let same = self.index == self.value;
        self.places.start(cx, self.index);
        self.supported.start(cx, self.value);
        for place in cx.domain(self.index).iter() {
            if let Some(value) = entry(&self.array, place)
                && cx.contains(self.value, value)
                && (!same || value == place)
            {
                self.places.insert(place);
                self.supported.insert(value);
            }
        }
        self.places.keep(cx)?;
        self.supported.keep(cx)?;
        Ok(if same || cx.is_fixed(self.index) {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.index == self.value {
            // A place that does not contain its own index is never a solution; a failure needs the domain.
            if change.after.is_empty() {
                past.describe_scope(facts);
            }
        } else if change.after.is_empty() {
            past.describe_scope(facts);
        } else if change.var == Some(self.index) {
            let declared = past.declared(self.value);
            let start = facts.len();
            for value in change
                .removed()
                .filter_map(|place| entry(&self.array, place))
            {
                let fact = Literal::is_not(self.value, value);
                if declared.contains(value) && !facts[start..].contains(&fact) {
                    facts.push(fact);
                }
            }
        } else {
            // Every place with a removed value had been removed.
            let gone = past.declared(self.index).iter().filter(|&place| {
                entry(&self.array, place)
                    .is_some_and(|v| change.before.contains(v) && !change.after.contains(v))
            });
            facts.extend(gone.map(|place| Literal::is_not(self.index, place)));
        }
    }
}

/// `matrix[row][column] = value` over a matrix of variables, given row by row; places count from 0, and a place outside
/// the matrix is not a solution.
///
/// A variable for the place `row · width + column`, a [`LinearGac`] that defines it, and an [`Element`]: they share
/// only that variable, so together they are domain consistent as long as no variable occurs twice. The cost is that of
/// the two.
///
/// # Panics
/// If the rows are not equally long, or the matrix is empty.
pub fn matrix_element(model: &mut Model, matrix: &[Vec<Var>], row: Var, column: Var, value: Var) {
    let place = place_in(model, matrix, row, column);
    model.post(Element::new(&matrix.concat(), place, value));
}

/// The same over a matrix of constants, with [`ElementConstant`].
///
/// # Panics
/// As [`matrix_element`].
pub fn matrix_element_constant(
    model: &mut Model,
    matrix: &[Vec<i32>],
    row: Var,
    column: Var,
    value: Var,
) {
    let place = place_in(model, matrix, row, column);
    model.post(ElementConstant::new(&matrix.concat(), place, value));
}

fn place_in<T>(model: &mut Model, matrix: &[Vec<T>], row: Var, column: Var) -> Var {
    let (height, width) = (matrix.len() as i32, matrix.first().map_or(0, Vec::len));
    assert!(
        width > 0 && matrix.iter().all(|row| row.len() == width),
        "a matrix has equally long rows, and at least one cell"
    );
    let width = width as i32;
    let place = model.var(0..=height * width - 1);
    model.post(Linear::new(&[(1, column)], Relation::AtLeast, 0));
    model.post(Linear::new(
        &[(1, column)],
        Relation::AtMost,
        i64::from(width) - 1,
    ));
    let terms = [(i64::from(width), row), (1, column), (-1, place)];
    model.post(LinearGac::new(&terms, 0));
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn holds<T: Copy + Into<i64>>(array: &[T], index: i32, value: i32) -> bool {
        usize::try_from(index)
            .ok()
            .and_then(|i| array.get(i))
            .is_some_and(|&entry| entry.into() == i64::from(value))
    }

    #[test]
    fn an_array_of_variables() {
        for n in 0..=3 {
            let test = PropagatorTest::new(
                |model, vars| {
                    model.post(Element::new(&vars[2..], vars[0], vars[1]));
                },
                |v| holds(&v[2..], v[0], v[1]),
            )
            .strength(Strength::Domain);
            test.random(300, n + 2, -1..=3);
            test.random(300, n + 2, 0..=3);
        }
        PropagatorTest::new(
            |model, vars| {
                model.post(Element::new(&vars[2..], vars[0], vars[1]));
            },
            |v| holds(&v[2..], v[0], v[1]),
        )
        .strength(Strength::Domain)
        .domains(&[
            &[-5, 0, 1, 2, 64],
            &[0, 63, 64, 130],
            &[0, 1, 63],
            &[-1, 64],
            &[130, 131],
        ]);
    }

    #[test]
    fn an_array_of_constants() {
        let arrays: [&[i32]; 5] = [
            &[],
            &[2],
            &[1, 1, 3],
            &[3, -1, 0, 3, 2, 70],
            &[i32::MIN, 0, i32::MAX],
        ];
        for array in arrays {
            let test = PropagatorTest::new(
                |model, vars| {
                    model.post(ElementConstant::new(array, vars[0], vars[1]));
                },
                |v| holds(array, v[0], v[1]),
            )
            .strength(Strength::Domain);
            test.random(300, 2, -1..=6);
            test.random(300, 2, 0..=6);
            test.domains(&[&[-64, 0, 1, 2, 5, 63], &[-1, 0, 3, 63, 70]]);
            PropagatorTest::new(
                |model, vars| {
                    model.post(ElementConstant::new(array, vars[0], vars[0]));
                },
                |v| holds(array, v[0], v[0]),
            )
            .strength(Strength::Domain)
            .random(50, 1, -1..=6);
        }
        PropagatorTest::new(
            |model, vars| {
                model.post(ElementConstant::new(&[4, 1, 0, 3], vars[0], vars[0]));
            },
            |v| v[0] == 1 || v[0] == 3,
        )
        .strength(Strength::Domain)
        .random(100, 1, -1..=5);
    }

    #[test]
    fn matrices() {
        let constants = vec![vec![3, 1, 2], vec![0, 3, 3]];
        let at = |row: i32, column: i32| {
            let row = usize::try_from(row).ok().filter(|&row| row < 2)?;
            let column = usize::try_from(column).ok().filter(|&column| column < 3)?;
            Some((row, column))
        };
        PropagatorTest::new(
            |model, v| matrix_element_constant(model, &constants, v[0], v[1], v[2]),
            |v| at(v[0], v[1]).is_some_and(|(r, c)| constants[r][c] == v[2]),
        )
        .strength(Strength::Domain)
        .random(150, 3, -1..=3);
        PropagatorTest::new(
            |model, v| {
                let rows = vec![v[3..5].to_vec(), v[5..7].to_vec()];
                matrix_element(model, &rows, v[0], v[1], v[2]);
            },
            |v| {
                let place = at(v[0], v[1]).filter(|&(_, column)| column < 2);
                place.is_some_and(|(r, c)| v[3 + 2 * r + c] == v[2])
            },
        )
        .strength(Strength::Domain)
        .random(60, 7, 0..=2);
    }

    #[test]
    fn repeated_variables() {
        // Index, value and array, as numbers of variables.
        let shapes: [(&[usize], Strength); 6] = [
            (&[0, 1, 2, 2], Strength::Domain),
            (&[0, 1, 2, 3, 2], Strength::Domain),
            (&[0, 0, 1, 2], Strength::Sound),
            (&[0, 1, 0, 2], Strength::Sound),
            (&[0, 1, 2, 1], Strength::Sound),
            (&[0, 0, 0, 0], Strength::Sound),
        ];
        for (shape, strength) in shapes {
            PropagatorTest::new(
                |model, vars| {
                    let parts: Vec<Var> = shape.iter().map(|&i| vars[i]).collect();
                    model.post(Element::new(&parts[2..], parts[0], parts[1]));
                },
                |v| {
                    let parts: Vec<i32> = shape.iter().map(|&i| v[i]).collect();
                    holds(&parts[2..], parts[0], parts[1])
                },
            )
            .strength(strength)
            .random(200, 4, -1..=2);
        }
    }
}
