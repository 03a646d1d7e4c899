//! Decision diagrams for tests on which reasoning about intervals is weak: what is added up, or which value counts,
//! depends on other values of the line.

use std::sync::Arc;

use quadrille_engine::Var;
use quadrille_engine::propagators::{InMdd, Mdd, Number, Subformula, Test};

use super::{Compiler, Made};

/// The fewest and the most variables of a test whose diagram is made.
const VARIABLES: std::ops::RangeInclusive<usize> = 5..=16;

/// The most states of a diagram, before equal ones are merged, and the most arcs after that. Larger ones take longer than
/// they save.
const MOST_STATES: usize = 1_000;
const MOST_ARCS: usize = 1_000;

/// The most nodes of expressions for all diagrams of a model: a twentieth of a second.
const MOST_NODES: usize = 60_000;

/// How many more may be too large than are made.
const MOST_FAILED: usize = 2;

/// The nodes made in the time of a step.
const NODES_A_STEP: usize = 2;

/// What diagrams have taken so far.
#[derive(Debug, Default)]
pub(super) struct Spent {
    nodes: usize,
    made: usize,
    failed: usize,
}

impl Compiler<'_> {
    /// Posts the diagram of the assignments of these variables, in order, that pass a test, if it is small and may do
    /// more than the general method. False if not.
    ///
    /// Only in a model for a search that learns: making diagrams takes longer than solving an easy puzzle. A sudoku whose
    /// clues are the sums between two marks takes 4,750 nodes with them (25,000 without), and a fifth of the time.
    pub(super) fn post_diagram(&mut self, vars: &[Var], test: &Test) -> Made<bool> {
        let spent = &self.memo.diagrams;
        if !self.learns
            || !VARIABLES.contains(&vars.len())
            || spent.nodes > MOST_NODES
            || spent.failed > spent.made + MOST_FAILED
            || !has_conditions(test)
        {
            return Ok(false);
        }
        let domain = |&var: &Var| self.model.domain(var).iter().collect();
        let domains: Vec<Vec<i32>> = vars.iter().map(domain).collect();
        let (diagram, nodes) = Mdd::of_test(MOST_STATES, vars, &domains, test);
        self.memo.diagrams.nodes += nodes;
        self.spend_here(nodes / NODES_A_STEP)?;
        let arcs = |diagram: &Mdd| {
            (0..vars.len())
                .map(|layer| diagram.arcs(layer))
                .sum::<usize>()
        };
        let Some(diagram) = diagram.filter(|diagram| arcs(diagram) <= MOST_ARCS) else {
            self.memo.diagrams.failed += 1;
            return Ok(false);
        };
        self.memo.diagrams.made += 1;
        let diagram = InMdd::new(vars, Arc::new(diagram));
        self.post_as(diagram, "automaton", "domain consistent");
        Ok(true)
    }
}

/// Whether a number in it depends on a test of several variables.
fn has_conditions(test: &Test) -> bool {
    let is_of_several =
        |test: &Test| !matches!(test, Test::Const(_) | Test::In(..) | Test::Literal(_));
    let mut found = false;
    test.walk(&mut |part| {
        found |= match part {
            Subformula::Number(Number::Choose(test, ..) | Number::Truth(test)) => {
                is_of_several(test)
            }
            Subformula::Number(
                Number::Least(members)
                | Number::Greatest(members)
                | Number::First(members)
                | Number::Gcd(members)
                | Number::Distinct(members),
            ) => members.iter().any(|(test, _)| is_of_several(test)),
            _ => false,
        };
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::language::compile::tests::{data, solutions_with};
    use crate::language::compile::{Selection, compile};

    #[test]
    fn sums_between_marks_are_a_diagram_for_a_search_that_learns() {
        let book = "data clue: 0..\ndecide digit on cells: 1..4\n\
                    define mark c: digit of c is one of 1, 4\n\"A clue is the sum between the marks.\"\n    \
                    clue = sum digit in (cells in row 1 after (first mark cell in row 1) before (last mark cell in row 1))\n";
        let data = data(book, 1, 6, &[("clue", "5")]);
        let learning = Selection {
            learns: true,
            ..Selection::default()
        };
        let compiled = compile(&data, &learning).expect("a model");
        let is_diagram = |part: &super::super::Posting| part.propagator == "automaton";
        assert_eq!(
            compiled
                .parts
                .iter()
                .filter(|part| is_diagram(part))
                .count(),
            1
        );
        // By enumeration: what lies strictly between the first and the last 1 or 4 adds up to 5.
        let is_mark = |digit: &u32| matches!(digit, 1 | 4);
        let mut wanted = Vec::new();
        for number in 0..4u32.pow(6) {
            let row: Vec<u32> = (0..6)
                .rev()
                .map(|at| number / 4u32.pow(at) % 4 + 1)
                .collect();
            let first = row.iter().position(is_mark);
            let last = row.iter().rposition(is_mark);
            let between = first.zip(last).map(|(first, last)| {
                row.get(first + 1..last)
                    .map_or(0, |between| between.iter().sum())
            });
            if between == Some(5) {
                wanted.push(row.iter().map(u32::to_string).collect::<String>());
            }
        }
        let mut found = solutions_with(&data, &learning);
        found.sort_unstable();
        assert!(wanted.len() > 100);
        assert_eq!(found, wanted);
        assert_eq!(
            solutions_with(&data, &Selection::default()).len(),
            wanted.len()
        );
    }
}
