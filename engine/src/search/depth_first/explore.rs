//! The steps of a depth-first search: into a child, and back to the next open one.

use super::{Base, Choice, Conflict, DepthFirst, Frame, Literal, Phase, View};
use crate::branch::Brancher;
use crate::literal::Relation;

impl DepthFirst {
    /// At a consistent node: a solution (true), or enter its first child.
    pub(super) fn explore(&mut self, base: &mut Base<'_>) -> bool {
        let Some(choice) = base.choose() else {
            self.share.close();
            base.note_solution();
            return true;
        };
        let (var, value) = match choice {
            Choice::Binary(literal) => (literal.var, literal),
            Choice::Values(var, value) => (var, Literal::is(var, value)),
        };
        let part = Self::part_kept(base, value);
        self.tree.frames.push(Frame {
            choice,
            path: self.tree.path.len() as u32,
            tried: self.tree.tried.len() as u32,
            witness: !base.solver.is_decision[var.index()],
            given_away: false,
            rest: self.share.here * (1.0 - part),
        });
        self.share.here *= part;
        if let Choice::Values(_, value) = choice {
            self.tree.tried.push(value);
        }
        base.solver.push();
        self.enter(base, value);
        false
    }

    /// The part of its variable's domain that a literal keeps.
    fn part_kept(base: &Base<'_>, literal: Literal) -> f64 {
        let size = base.solver.kernel.size(literal.var);
        let kept = match literal.relation {
            Relation::Is => 1,
            Relation::IsNot => size - 1,
            Relation::AtMost | Relation::AtLeast => {
                let values = base.solver.domain(literal.var).iter();
                values.filter(|&value| literal.admits(value)).count()
            }
        };
        kept as f64 / size as f64
    }

    /// Makes `literal` true at the current level and propagates.
    pub(super) fn enter(&mut self, base: &mut Base<'_>, literal: Literal) {
        base.entered_at = base.solver.kernel.trail.log_len();
        self.tree.path.push(literal);
        base.count_node(self.tree.frames.len());
        base.schedule_objective();
        let outcome = match base.solver.assume(literal) {
            Ok(_) if self.no_goods.is_empty() => base.solver.propagate(),
            Ok(_) => self.no_goods.propagate(base.solver),
            Err(Conflict) => Err(Conflict),
        };
        if outcome.is_err() {
            self.share.close();
        }
        base.arrive(outcome, literal);
    }

    /// Goes back to the deepest choice point with an open child and enters that.
    pub(super) fn leave(&mut self, base: &mut Base<'_>) {
        // Other witnesses of a solution may have a better value.
        let improves = base.solver.objective.is_some() && !base.wanted.ties;
        let solved = base.phase == Phase::LeaveSolution && !improves;
        loop {
            let Some(&frame) = self.tree.frames.last() else {
                base.phase = Phase::Done;
                return;
            };
            base.solver.pop();
            self.no_goods.popped(base.solver);
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
                    self.enter(base, literal.negated());
                    return;
                }
                Choice::Values(var, _) => {
                    let tried = &self.tree.tried[frame.tried as usize..];
                    let view = &mut View {
                        kernel: &mut base.solver.kernel,
                        entered_at: base.entered_at,
                    };
                    let is_left = |view: &View<'_>, value: i32| {
                        !tried.contains(&value) && view.domain(var).contains(value)
                    };
                    // If the search started among siblings, no-goods may have removed some of those tried.
                    let domain = view.domain(var);
                    let done = tried.iter().filter(|&&value| domain.contains(value));
                    let left = view.size(var) - done.count();
                    let value = base
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
                        base.solver.push();
                    }
                    self.enter(base, Literal::is(var, value));
                    return;
                }
            }
        }
    }
}
