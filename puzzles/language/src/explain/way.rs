//! All steps from a puzzle to its solution, and how hard they are.

use quadrille_engine::clock::Instant;
use std::time::Duration;

use quadrille_engine::{Interrupt, Literal};

use super::entries::judge;
use super::guide::{Demand, Guide, Next};
use super::step::Step;
use crate::language::Puzzle;

/// A puzzle with the steps to its solution.
#[derive(Debug)]
pub struct Walk {
    /// The guide after all steps.
    pub guide: Guide,
    /// What was known at the beginning.
    pub before: Vec<Literal>,
    /// The steps.
    pub way: Way,
}

/// Takes all steps from a puzzle to its solution, as far as `time` allows and until the interrupt is due. `None` if
/// that was not enough to start.
pub fn walk(puzzle: &Puzzle, time: Duration, interrupt: &Interrupt) -> Option<Walk> {
    let deadline = Instant::now().checked_add(time);
    let (mut guide, options) = Guide::until(puzzle, None, deadline, interrupt)?;
    let half = Interrupt::from(Instant::now().checked_add(time / 2)).or(interrupt);
    let verdict = judge(puzzle, guide.explainer(), &options, &[], &half);
    if !verdict.is_impossible {
        guide.tell_values(verdict.values);
    }
    let before = guide.facts().to_vec();
    let mut way = Way::of(&mut guide);
    // A search knows what the steps do not show.
    match way.end {
        Next::Open | Next::Late if verdict.is_impossible => way.end = Next::Clash(Box::default()),
        Next::Solved if verdict.is_impossible => {
            way.end = Next::Clash(Box::new(guide.refuted_by_search()));
        }
        _ => {}
    }
    Some(Walk { guide, before, way })
}

/// All steps from a guide's current state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Why there is no further one.
    pub end: Next,
}

impl Way {
    /// Takes all steps that there are.
    pub fn of(guide: &mut Guide) -> Self {
        let mut steps = Vec::new();
        loop {
            match guide.step() {
                Next::Step(step) => steps.push(*step),
                end => return Self { steps, end },
            }
        }
    }
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// Larger is harder; 0 for a puzzle whose steps are all trivial.
    pub number: f64,
    /// The same in a word.
    pub word: &'static str,
    /// The number of the hardest step among those of the way.
    pub hardest: Option<usize>,
    /// The number of steps that are about as hard as that.
    pub as_hard: usize,
    /// What pencil marks ask for at most.
    pub demand: Demand,
}

/// Words for grades: each for numbers below its limit.
const WORDS: [(f64, &str); 6] = [
    (0.2, "trivial"),
    (2.15, "easy"),
    (3.35, "medium"),
    (4.3, "hard"),
    (5.4, "very hard"),
    (f64::INFINITY, "fiendish"),
];

impl Walk {
    /// How hard the puzzle is.
    pub fn grade(&mut self) -> Grade {
        let demand = self.guide.demand(&self.before);
        Grade::of(&self.way, demand)
    }
}

impl Grade {
    /// The grade of a way and of what pencil marks ask for: the sum of the two. In a way every step counts as two to the
    /// power of its hardness, scaled, so that the hardest decide it; the sum is related to how much there is to decide,
    /// so that a large puzzle is not hard for its size alone.
    fn of(way: &Way, demand: Demand) -> Self {
        const POWER: f64 = 0.65;
        const SIZE: f64 = 1.77;
        const MOST: f64 = 0.04;
        const WAY: f64 = 1.39;
        let hardness: Vec<f64> = way.steps.iter().map(Step::hardness).collect();
        let sum: f64 = hardness.iter().map(|h| (h * POWER).exp2() - 1.0).sum();
        let decided: usize = way.steps.iter().map(|step| step.conclusions.len()).sum();
        let size = (decided.max(1) as f64).powf(SIZE);
        let most = hardness.iter().copied().fold(0.0, f64::max);
        let number = WAY * ((1.0 + sum / size).log2() / POWER + MOST * most) + demand.hardness();
        let hardest = (0..hardness.len()).max_by(|&a, &b| {
            // The first of several.
            hardness[a].total_cmp(&hardness[b]).then(b.cmp(&a))
        });
        Self {
            number,
            word: WORDS
                .iter()
                .find(|(limit, _)| number < *limit)
                .map_or("fiendish", |(_, word)| word),
            hardest,
            as_hard: hardness.iter().filter(|&&h| h > most - 0.25).count(),
            demand,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::explainer::Explainer;
    use super::super::question::Question;
    use super::super::settle::Searched;
    use super::super::tests::open;
    use super::*;
    use crate::puzzle::BuildOptions;

    /// A Latin square with some counts of dots: black between a number and its double, white between other neighbours.
    fn dotted(givens: &str, black: &str, white: &str) -> Puzzle {
        open(&format!(
            r##"rules = """
data black on columns: 0..
data white on columns: 0..
decide n on cells: 1..rows, given
hidden dot on links: B or W or none "."
"Latin."
    each line l: all different n in l
"Double."
    each link k: k is B exactly when n of first cell of k = 2 * n of last cell of k or 2 * n of first cell of k = n of last cell of k
"Next."
    each link k: k is W exactly when abs(n of first cell of k - n of last cell of k) = 1 and not k is B
"Black."
    each column l: count B links in l = black of l
"White."
    each column l: count W links in l = white of l
"""
n = """
{givens}
"""
black = [{black}]
white = [{white}]
"##
        ))
    }

    /// In a column without white dots 2 and 3 are not neighbours, so 1 is between them; that takes two refutations.
    #[test]
    fn what_is_left_when_all_else_is_refuted_is_decided() {
        let puzzle = dotted("...\n...\n...", r#"".", ".", ".""#, r#"0, ".", ".""#);
        let interrupt = Interrupt::default();
        let Walk { guide, way, .. } = walk(&puzzle, Duration::from_secs(60), &interrupt).unwrap();
        let explainer = guide.explainer();
        let told: Vec<String> = way
            .steps
            .iter()
            .map(|step| explainer.conclusion(step))
            .collect();
        let [.., first, last] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(last, "r2c1 is 1");
        let known = &way.steps.last().unwrap().shrunk.question.facts;
        assert_eq!(explainer.list(known), *first);
        assert_eq!(way.end, Next::Open);
    }

    /// Without what the steps before it decided, the rules of a contradiction at the end of a way may have solutions.
    #[test]
    fn a_contradiction_after_steps_needs_what_they_decided() {
        let puzzle = dotted(
            "....\n....\n4...\n....",
            r#"2, 1, ".", ".""#,
            r#"0, ".", ".", ".""#,
        );
        let interrupt = Interrupt::default();
        let walked = walk(&puzzle, Duration::from_secs(60), &interrupt).unwrap();
        let Next::Clash(clash) = &walked.way.end else {
            panic!("{:?}", walked.way.end);
        };
        let told = walked.guide.explainer().conflict(clash);
        assert!(told.last().unwrap().starts_with("known: "), "{told:?}");
        let mut explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
        let refuted = explainer.settle(&clash.question);
        assert!(matches!(refuted, Searched::Refuted { .. }), "{refuted:?}");
        let rules = Question {
            facts: Vec::new(),
            ..clash.question.clone()
        };
        assert_eq!(explainer.settle(&rules), Searched::Solved);
    }

    /// Of row 2, each value of its first cell is refuted before any of them is decided.
    #[test]
    fn a_way_ends_where_all_values_of_a_place_are_refuted() {
        let puzzle = open(
            "kind = \"number-cross-4\"\nregions = \"\"\"\nAA\nBB\n\"\"\"\nclues = [\"prime\", \"square\"]\n",
        );
        let interrupt = Interrupt::default();
        let walked = walk(&puzzle, Duration::from_secs(60), &interrupt).unwrap();
        let Next::Clash(clash) = &walked.way.end else {
            panic!("{:?}", walked.way.end);
        };
        let explainer = walked.guide.explainer();
        let rules = &clash.question.rules;
        assert!(!rules.is_empty());
        // 16, 25, 36, 49, 64 and 81 have no digit twice, and 11 is the prime that has: nothing is wrong with row 1.
        for &rule in rules {
            assert!(!explainer.instance(rule).place.contains("row 1"));
        }
    }

    /// All places may be decided where no hidden values fit them.
    #[test]
    fn a_way_to_a_grid_without_hidden_values_ends_with_a_contradiction() {
        let puzzle = open(
            r##"rules = """
decide shade on cells: shaded "#" or open ".", given
hidden mark on cells: 1..2
"All are shaded."
    each cell c: c is shaded
"Marks of neighbours and of cells two apart differ."
    each pair a, b of neighbours: mark of a != mark of b
    mark of r1c1 != mark of r1c3
"""
size = "1x3"
"##,
        );
        let interrupt = Interrupt::default();
        let walked = walk(&puzzle, Duration::from_secs(60), &interrupt).unwrap();
        let Next::Clash(clash) = &walked.way.end else {
            panic!("{:?}", walked.way.end);
        };
        let told = walked.guide.explainer().conflict(clash);
        assert!(
            told.iter().any(|line| line.contains("Marks of neighbours")),
            "{told:?}"
        );
    }
}
