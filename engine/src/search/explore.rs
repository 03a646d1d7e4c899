//! The steps of a depth-first search: into a child, and back to the next open one.

use super::tree::Frame;
use super::{Phase, Search};
use crate::branch::{Brancher, Choice, View};
use crate::literal::{Literal, Relation};
use crate::propagator::Conflict;

impl Search<'_> {
    /// At a consistent node: a solution (true), or enter its first child.
    pub(super) fn explore(&mut self) -> bool {
        let Some(choice) = self.choose() else {
            self.share.close();
            self.note_solution();
            return true;
        };
        let (var, value) = match choice {
            Choice::Binary(literal) => (literal.var, literal),
            Choice::Values(var, value) => (var, Literal::is(var, value)),
        };
        let part = self.part_kept(value);
        self.tree.frames.push(Frame {
            choice,
            path: self.tree.path.len() as u32,
            tried: self.tree.tried.len() as u32,
            witness: !self.solver.is_decision[var.index()],
            given_away: false,
            rest: self.share.here * (1.0 - part),
        });
        self.share.here *= part;
        if let Choice::Values(_, value) = choice {
            self.tree.tried.push(value);
        }
        self.solver.push();
        self.enter(value);
        false
    }

    /// The current node is a solution.
    pub(super) fn note_solution(&mut self) {
        self.stats.solutions += 1;
        self.phase = Phase::LeaveSolution;
        if let Some(objective) = &self.solver.objective {
            let kernel = &self.solver.kernel;
            let value = objective.evaluate(|var| kernel.min(var));
            if self.wanted.ties {
                objective.limit_to(value);
            } else {
                objective.improve_on(value);
            }
        }
        self.brancher.solved(&View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        });
    }

    /// The part of its variable's domain that a literal keeps.
    pub(super) fn part_kept(&self, literal: Literal) -> f64 {
        let size = self.solver.kernel.size(literal.var);
        let kept = match literal.relation {
            Relation::Is => 1,
            Relation::IsNot => size - 1,
            Relation::AtMost | Relation::AtLeast => {
                let values = self.solver.domain(literal.var).iter();
                values.filter(|&value| literal.admits(value)).count()
            }
        };
        kept as f64 / size as f64
    }

    pub(super) fn choose(&mut self) -> Option<Choice> {
        let view = &mut View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        };
        if let Some(choice) = self.brancher.choose(view) {
            let literal = match choice {
                Choice::Binary(literal) => literal,
                Choice::Values(var, value) => Literal::is(var, value),
            };
            let var = literal.var;
            assert!(
                self.solver.is_decision[var.index()],
                "the brancher chose {var}, which is not a decision variable"
            );
            assert!(
                view.status_of(literal).is_none(),
                "the brancher chose {literal}, which is decided already"
            );
            return Some(choice);
        }
        // Decisions first: `rest` prefers small domains, so let it choose only among decisions while any is open.
        let open = self
            .solver
            .decisions
            .iter()
            .copied()
            .filter(|&var| !view.is_fixed(var))
            .min_by_key(|&var| view.size(var));
        match open {
            Some(var) => Some(Choice::Binary(Literal::is(var, view.min(var)))),
            None => self.rest.choose(view),
        }
    }

    /// Makes `literal` true at the current level and propagates.
    pub(super) fn enter(&mut self, literal: Literal) {
        self.entered_at = self.solver.kernel.trail.log_len();
        self.tree.path.push(literal);
        self.count_node();
        if let Some(objective) = &self.solver.objective
            && (self.stats.solutions > 0 || self.wanted.ties)
        {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
        }
        let outcome = match self.solver.assume(literal) {
            Ok(_) if self.no_goods.is_empty() => self.solver.propagate(),
            Ok(_) => self.no_goods.propagate(self.solver),
            Err(Conflict) => Err(Conflict),
        };
        match outcome {
            Ok(()) => {
                self.phase = Phase::Explore;
                let view = View {
                    kernel: &mut self.solver.kernel,
                    entered_at: self.entered_at,
                };
                self.brancher.entered(&view, literal);
            }
            Err(Conflict) => {
                self.stats.failures += 1;
                self.share.close();
                self.phase = Phase::Leave;
                let culprit = self.solver.culprit();
                let view = View {
                    kernel: &mut self.solver.kernel,
                    entered_at: self.entered_at,
                };
                self.brancher.failed(&view, culprit, Some(literal.var));
            }
        }
    }

    /// Goes back to the deepest choice point with an open child and enters that.
    pub(super) fn leave(&mut self) {
        let solved = self.phase == Phase::LeaveSolution;
        loop {
            let Some(&frame) = self.tree.frames.last() else {
                self.phase = Phase::Done;
                return;
            };
            self.solver.pop();
            self.no_goods.popped(self.solver);
            self.tree.path.truncate(frame.path as usize);
            if frame.given_away || (solved && frame.witness) {
                if !frame.given_away {
                    self.share.seen += frame.rest;
                }
                self.tree.drop_frame();
                continue;
            }
            match frame.choice {
                Choice::Binary(literal) => {
                    self.share.here = frame.rest;
                    self.tree.drop_frame();
                    self.enter(literal.negated());
                    return;
                }
                Choice::Values(var, _) => {
                    let tried = &self.tree.tried[frame.tried as usize..];
                    let view = &mut View {
                        kernel: &mut self.solver.kernel,
                        entered_at: self.entered_at,
                    };
                    let is_left = |view: &View<'_>, value: i32| {
                        !tried.contains(&value) && view.domain(var).contains(value)
                    };
                    // If the search started among siblings, no-goods may have removed some of those tried.
                    let domain = view.domain(var);
                    let done = tried.iter().filter(|&&value| domain.contains(value));
                    let left = view.size(var) - done.count();
                    let value = self
                        .brancher
                        .sibling(view, var, tried)
                        .filter(|&value| is_left(view, value))
                        // No value is skipped, whatever the brancher returns.
                        .or_else(|| view.domain(var).iter().find(|&value| is_left(view, value)));
                    let Some(value) = value else {
                        self.tree.drop_frame();
                        continue;
                    };
                    self.tree.tried.push(value);
                    self.share.here = frame.rest / left as f64;
                    if left == 1 {
                        // The last child needs no choice point.
                        self.tree.drop_frame();
                    } else {
                        let top = self
                            .tree
                            .frames
                            .last_mut()
                            .expect("the frame is still there");
                        top.rest -= self.share.here;
                        self.solver.push();
                    }
                    self.enter(Literal::is(var, value));
                    return;
                }
            }
        }
    }
}
