//! The kit finds broken propagators, and passes sound ones.
//!
//! The kit must bite: each of these propagators is broken in one way, and is caught.

use super::*;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};

/// `x < y`, broken on request.
#[derive(Clone, Copy, Debug)]
struct Less {
    x: Var,
    y: Var,
    flaw: Flaw,
    /// Memory that backtracking does not restore, as it should.
    asleep: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    RemovesTooMuch,
    RemovesTooLittle,
    NeverFails,
    MissesAnEvent,
    Forgets,
    ClaimsEntailment,
    ClaimsFixpoint,
    GivesNoReason,
    GivesAnUntrueReason,
    IsNotMonotone,
}

impl Constraint for Less {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "less"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.x, Events::MIN);
        if self.flaw == Flaw::MissesAnEvent {
            scope.cover(self.y);
        } else {
            scope.on(self.y, Events::MAX);
        }
        self
    }
}

impl Propagator for Less {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Less { x, y, flaw, .. } = *self;
        if flaw == Flaw::Forgets && self.asleep {
            return Ok(Status::Fixpoint);
        }
        if flaw == Flaw::NeverFails && cx.min(x) >= cx.max(y) {
            return Ok(Status::Fixpoint);
        }
        let step = if flaw == Flaw::RemovesTooMuch { 2 } else { 1 };
        cx.at_least(y, cx.min(x) + step)?;
        if flaw == Flaw::ClaimsFixpoint && cx.size(x) > 2 {
            // The other half is put off to a run that will not come.
            return Ok(Status::Fixpoint);
        }
        // Lazy once little is left of `x`.
        if flaw != Flaw::RemovesTooLittle && !(flaw == Flaw::IsNotMonotone && cx.size(x) == 2) {
            cx.at_most(x, cx.max(y) - 1)?;
        }
        self.asleep = cx.max(x) < cx.min(y);
        let entailed = self.asleep || (flaw == Flaw::ClaimsEntailment && cx.size(x) < 3);
        Ok(if entailed {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        match self.flaw {
            Flaw::GivesNoReason => {}
            Flaw::GivesAnUntrueReason => {
                past.describe_scope(facts);
                let max = change.before.max().unwrap_or(0);
                facts.push(Literal::at_most(self.x, max - 5));
            }
            _ => past.describe_scope(facts),
        }
    }
}

/// Whether the kit finds something wrong.
fn caught(flaw: Flaw) -> bool {
    std::panic::catch_unwind(|| {
        PropagatorTest::new(
            |model, vars| {
                model.post(Less {
                    x: vars[0],
                    y: vars[1],
                    flaw,
                    asleep: false,
                });
            },
            |v| v[0] < v[1],
        )
        .strength(if flaw == Flaw::IsNotMonotone {
            Strength::Sound
        } else {
            Strength::Domain
        })
        .random(300, 2, 0..=6);
    })
    .is_err()
}

/// Claims of one propagator that hold only because of another beside it.
#[test]
fn one_of_several_is_judged_alone() {
    for (flaw, sound) in [
        (Flaw::Nothing, true),
        (Flaw::ClaimsEntailment, false),
        (Flaw::GivesNoReason, false),
    ] {
        let outcome = std::panic::catch_unwind(|| {
            PropagatorTest::new(
                |model, vars| {
                    for flaw in [flaw, Flaw::Nothing] {
                        model.post(Less {
                            x: vars[0],
                            y: vars[1],
                            flaw,
                            asleep: false,
                        });
                    }
                },
                |v| v[0] < v[1],
            )
            .random(100, 2, 0..=6);
        });
        assert_eq!(outcome.is_ok(), sound, "{flaw:?}");
    }
}

#[test]
fn facts_are_propagated_alone() {
    let test = PropagatorTest::new(
        |model, vars| {
            model.post(Less {
                x: vars[0],
                y: vars[1],
                flaw: Flaw::Nothing,
                asleep: false,
            });
        },
        |v| v[0] < v[1],
    );
    let declared = vec![vec![0, 1, 2, 3]; 2];
    let (_, vars) = test.solver(&declared);
    let (x, y) = (vars[0], vars[1]);
    let walk = Walk {
        declared,
        rng: &mut Rng::new(1),
        judges: Vec::new(),
        judged: FxHashSet::default(),
        known: KnownReasons::default(),
    };
    let gives = |facts: &[Literal], lost: Option<&(Var, Vec<i32>)>| {
        test.propagated_alone(&walk, facts, lost)
    };
    let lost = (y, vec![1, 2]);
    assert!(gives(&[Literal::at_least(x, 2)], Some(&lost)));
    assert!(!gives(&[Literal::at_least(x, 1)], Some(&lost)));
    assert!(!gives(&[], Some(&lost)));
    assert!(gives(
        &[Literal::at_least(x, 2), Literal::at_most(y, 2)],
        None
    ));
    assert!(!gives(&[Literal::at_least(x, 2)], None));
}

#[test]
fn a_violation_names_the_seed() {
    let outcome = std::panic::catch_unwind(|| {
        PropagatorTest::new(|_, _| {}, |v| v[0] < v[1])
            .seed(0xbad)
            .random(10, 2, 0..=2);
    });
    let message = outcome.expect_err("nothing is posted");
    let text = message.downcast_ref::<String>().expect("a formatted text");
    assert!(text.contains("seed 0xbad, case 0"), "{text}");
}

#[test]
fn every_flaw_is_caught_and_a_sound_propagator_passes() {
    let flaws = [
        Flaw::RemovesTooMuch,
        Flaw::RemovesTooLittle,
        Flaw::NeverFails,
        Flaw::MissesAnEvent,
        Flaw::Forgets,
        Flaw::ClaimsEntailment,
        Flaw::ClaimsFixpoint,
        Flaw::GivesNoReason,
        Flaw::GivesAnUntrueReason,
        Flaw::IsNotMonotone,
    ];
    assert!(!caught(Flaw::Nothing));
    for flaw in flaws {
        assert!(caught(flaw), "{flaw:?} passes");
    }
}

#[test]
fn random_domains_are_never_empty_and_stay_in_range() {
    let mut rng = Rng::new(1);
    let mut whole = 0;
    for _ in 0..1000 {
        let domain = random_domain(&mut rng, -2..=3);
        assert!(!domain.is_empty() && domain.is_sorted_by(|a, b| a < b));
        assert!(domain.iter().all(|v| (-2..=3).contains(v)));
        whole += usize::from(domain.len() == 6);
    }
    assert!(
        (100..600).contains(&whole),
        "{whole} of 1000 are the whole range"
    );
}
