//! Rules about groups, against all groups between the certain and the possible members.

use std::sync::{Arc, Mutex};

use super::random::Maker;
use super::*;
use crate::Rng;
use crate::event::Events;
use crate::model::Model;
use crate::propagators::group_rule::GroupRule;
use crate::testing::random_domain;

const VERTICES: usize = 3;

/// Judges and revises once a run, for one group that is partly known.
#[derive(Clone, Debug)]
struct Once {
    rule: FormulaRule,
    certain: Vec<bool>,
    possible: Vec<bool>,
    first_judgement: Arc<Mutex<Option<Option<bool>>>>,
}

impl Constraint for Once {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "group rule"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for var in self.rule.scope() {
            scope.on(var, Events::ANY);
        }
        self
    }
}

impl Propagator for Once {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let judged = self.rule.judge(cx, &self.certain, &self.possible);
        self.first_judgement.lock().unwrap().get_or_insert(judged);
        self.rule.revise(cx, &self.certain, &self.possible)?;
        Ok(Status::Fixpoint)
    }
}

fn drawn(seed: u64, vars: &[Var]) -> Test {
    let mut maker = Maker {
        rng: Rng::new(seed),
        vars,
        vertices: VERTICES,
        reach: 3,
    };
    maker.test(3)
}

/// A group partly known: each vertex in, out or open.
fn partial(rng: &mut Rng, open: bool) -> (Vec<bool>, Vec<bool>) {
    (0..VERTICES)
        .map(|_| match rng.below(if open { 3 } else { 2 }) {
            0 => (true, true),
            1 => (false, false),
            _ => (false, true),
        })
        .unzip()
}

fn groups(certain: &[bool], possible: &[bool]) -> Vec<Vec<bool>> {
    (0..1 << VERTICES)
        .map(|bits| (0..VERTICES).map(|v| bits >> v & 1 == 1).collect())
        .filter(|group: &Vec<bool>| {
            (0..VERTICES).all(|v| (group[v] || !certain[v]) && (possible[v] || !group[v]))
        })
        .collect()
}

#[test]
fn partly_known_groups() {
    let mut rng = Rng::new(11);
    let mut judged = [0; 3];
    let mut pruned = 0;
    for seed in 0..6000 {
        let (certain, possible) = partial(&mut rng, true);
        let boxes: Vec<Vec<i32>> = (0..2).map(|_| random_domain(&mut rng, -2..=3)).collect();
        let meaning = drawn(seed, &[stand_in(0), stand_in(1)]);
        // Who has a support, and what the rule says of all.
        let mut supported = [Vec::new(), Vec::new()];
        let (mut some, mut all) = (false, true);
        for group in groups(&certain, &possible) {
            for &x in &boxes[0] {
                for &y in &boxes[1] {
                    let values = [x, y];
                    let value = |var: Var| values[var.index()];
                    let holds = meaning.holds_for_group(&value, &|member| group[member.vertex()]);
                    some |= holds;
                    all &= holds;
                    if holds {
                        supported[0].push(x);
                        supported[1].push(y);
                    }
                }
            }
        }
        let mut model = Model::new();
        let vars: Vec<Var> = boxes.iter().map(|values| model.var_of(values)).collect();
        let judgement = Arc::default();
        model.post(Once {
            rule: FormulaRule::new(&drawn(seed, &vars)),
            certain,
            possible,
            first_judgement: Arc::clone(&judgement),
        });
        let mut solver = model.solver();
        let outcome = solver.propagate();
        let judgement = judgement.lock().unwrap().expect("it ran");
        match judgement {
            Some(true) => assert!(all, "seed {seed}"),
            Some(false) => assert!(!some && outcome.is_err(), "seed {seed}"),
            None => {}
        }
        judged[judgement.map_or(2, usize::from)] += 1;
        if outcome.is_err() {
            assert!(!some, "seed {seed}");
            continue;
        }
        for (i, values) in boxes.iter().enumerate() {
            let left = solver.domain(vars[i]);
            pruned += values.len() - left.len();
            for value in &supported[i] {
                assert!(left.contains(*value), "seed {seed}");
            }
        }
    }
    // All judgements come up, and something is narrowed.
    assert!(judged.iter().all(|&count| count > 500), "{judged:?}");
    assert!(pruned > 500, "{pruned}");
}

/// With the group known a rule is as good as a formula.
#[test]
fn known_groups() {
    let mut rng = Rng::new(12);
    for seed in 10_000..11_500 {
        let (certain, _) = partial(&mut rng, false);
        let meaning = drawn(seed, &[stand_in(0), stand_in(1)]);
        let group = &certain;
        PropagatorTest::new(
            |model, vars| {
                model.post(Once {
                    rule: FormulaRule::new(&drawn(seed, vars)),
                    certain: group.clone(),
                    possible: group.clone(),
                    first_judgement: Arc::default(),
                });
            },
            |values| {
                meaning
                    .holds_for_group(&|var| values[var.index()], &|member| group[member.vertex()])
            },
        )
        .seed(seed)
        .random(1, 2, -2..=3);
    }
}

#[test]
fn vertices_beyond_the_graph_are_no_members() {
    let mut model = Model::new();
    let x = model.var(0..=3);
    let outside = Test::Member(Member::new(3, u32::MAX as usize));
    let test = Test::Or(vec![
        outside,
        Test::Member(Member::new(3, 7)),
        Test::is(x, 2),
    ]);
    model.post(Once {
        rule: FormulaRule::new(&test),
        certain: vec![true],
        possible: vec![true],
        first_judgement: Arc::default(),
    });
    let mut solver = model.solver();
    assert_eq!(solver.propagate(), Ok(()));
    assert_eq!(solver.value(x), Some(2));
}

#[test]
#[should_panic(expected = "membership")]
fn a_formula_asks_of_no_group() {
    let _ = Formula::new(&Test::And(vec![Test::compare(
        Number::Truth(Box::new(Test::Member(Member::new(0, 0)))),
        Comparison::Equal,
        constant(1),
    )]));
}

/// Judges one group after the other, with the domains as they are.
#[derive(Clone, Debug)]
struct InTurn {
    rule: FormulaRule,
    groups: Vec<Vec<bool>>,
    judgements: Arc<Mutex<Vec<Option<bool>>>>,
}

impl Constraint for InTurn {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "groups in turn"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for var in self.rule.scope() {
            scope.on(var, Events::ANY);
        }
        self
    }
}

impl Propagator for InTurn {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Self {
            rule,
            groups,
            judgements,
        } = self;
        let judged = groups.iter().map(|group| rule.judge(cx, group, group));
        judgements.lock().unwrap().extend(judged);
        Ok(Status::Fixpoint)
    }
}

/// What is remembered of one group says nothing of the next.
#[test]
fn one_group_after_the_other() {
    let mut rng = Rng::new(13);
    let mut both = 0;
    for seed in 20_000..22_000 {
        let values: Vec<i32> = (0..2).map(|_| rng.below(6) as i32 - 2).collect();
        let meaning = drawn(seed, &[stand_in(0), stand_in(1)]);
        let groups: Vec<Vec<bool>> = (0..12).map(|_| partial(&mut rng, false).0).collect();
        let expected: Vec<Option<bool>> = groups
            .iter()
            .map(|group| {
                Some(
                    meaning.holds_for_group(&|var| values[var.index()], &|member| {
                        group[member.vertex()]
                    }),
                )
            })
            .collect();
        let mut model = Model::new();
        let vars: Vec<Var> = values.iter().map(|&v| model.var_of(&[v])).collect();
        let judgements = Arc::default();
        model.post(InTurn {
            rule: FormulaRule::new(&drawn(seed, &vars)),
            groups,
            judgements: Arc::clone(&judgements),
        });
        assert_eq!(model.solver().propagate(), Ok(()));
        assert_eq!(*judgements.lock().unwrap(), expected, "seed {seed}");
        both += usize::from(expected.contains(&Some(true)) && expected.contains(&Some(false)));
    }
    assert!(both > 300, "{both}");
}
