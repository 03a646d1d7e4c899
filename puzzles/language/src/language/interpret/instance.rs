//! The instances of a rule, and those that are false whatever the unknown values are.

use super::super::syntax::{Expr, Node, Phrase, Quantifier};
use super::super::values::Filled;
use super::super::walk::speaks_of_boards;
use super::message::atoms_of;
use super::state::Interpreter;
use super::value::{Read, Stop, Truth, Value, sorted};
use super::{Broken, Law, MAX_BROKEN, possible};

/// The most combinations of unknown values that are tried for one instance.
const MAX_TRIED: usize = 2000;

/// The members at which the leading `each` of a formula stand: of the innermost, and of those around it.
#[derive(Clone, Copy)]
struct Trail<'t> {
    member: &'t [Value],
    outer: Option<&'t Trail<'t>>,
}

/// The members along a trail, the innermost first.
fn inwards_out<'t>(trail: Option<&'t Trail<'t>>) -> impl Iterator<Item = &'t [Value]> {
    std::iter::successors(trail, |trail| trail.outer).map(|trail| trail.member)
}

impl<'d> Interpreter<'d> {
    /// Adds all broken instances of a rule.
    pub(super) fn rule(&mut self, rule: usize, broken: &mut Vec<Broken>) {
        let book = self.book;
        let Some(stated) = book.rules.get(rule) else {
            return;
        };
        for formula in &stated.formulas {
            let whole = self.geometry.boards <= 1 || speaks_of_boards(book, formula);
            let boards: Vec<Option<u8>> = if whole {
                vec![None]
            } else {
                (0..self.geometry.boards as u8).map(Some).collect()
            };
            for board in boards {
                self.board = board;
                if let Err(stop) = self.instances(rule, formula, None, broken) {
                    let problem = match stop {
                        // What is not known may settle it before that part is reached.
                        Stop::Trouble(_) if self.is_partial() => continue,
                        Stop::Trouble(problem) => problem,
                        _ => "it does not end".to_owned(),
                    };
                    broken.push(Broken {
                        rule: Law::Rule(rule),
                        place: self.here(None),
                        atoms: Vec::new(),
                        message: format!("the rule cannot be evaluated: {problem}"),
                    });
                }
            }
        }
        self.board = None;
    }

    fn instances(
        &mut self,
        rule: usize,
        expr: &'d Expr,
        trail: Option<&Trail<'_>>,
        broken: &mut Vec<Broken>,
    ) -> Read<()> {
        if broken.len() >= MAX_BROKEN {
            return Ok(());
        }
        match &expr.node {
            Node::Quantified(Quantifier::Each, phrases, Some(body)) => {
                let before = broken.len();
                let mut open = false;
                self.each_instance(rule, phrases, body, trail, broken, &mut open)?;
                if open && broken.len() == before {
                    // Members that may or may not be there: all of it together may still be impossible.
                    self.judge(rule, expr, trail, broken)?;
                }
                Ok(())
            }
            Node::If(condition, holds, otherwise) => match (self.test(condition)?, otherwise) {
                (Truth::True, _) => self.instances(rule, holds, trail, broken),
                (Truth::False, Some(otherwise)) => self.instances(rule, otherwise, trail, broken),
                _ => self.judge(rule, expr, trail, broken),
            },
            Node::Let(bound, body) => self.named(bound, |this| {
                this.deeper(|this| this.instances(rule, body, trail, broken))
            }),
            _ => self.judge(rule, expr, trail, broken),
        }
    }

    fn each_instance(
        &mut self,
        rule: usize,
        phrases: &'d [Phrase],
        body: &'d Expr,
        trail: Option<&Trail<'_>>,
        broken: &mut Vec<Broken>,
        open: &mut bool,
    ) -> Read<()> {
        let [phrase, rest @ ..] = phrases else {
            return self.deeper(|this| this.instances(rule, body, trail, broken));
        };
        let members = match self.leading(phrase) {
            Err(Stop::Unknown) => {
                *open = true;
                return Ok(());
            }
            Err(Stop::Missing | Stop::Untold) => return Ok(()),
            members => members?,
        };
        let key = members.key;
        for (number, member) in members.enumerate() {
            if member.truth == Truth::Unknown {
                *open = true;
                continue;
            }
            if key.is_some_and(|key| self.is_known(key, number)) {
                continue;
            }
            let own = Trail {
                member: &member.values,
                outer: trail,
            };
            let trail = Some(&own);
            let before = broken.len();
            let mut is_open = false;
            let mut inside = |this: &mut Self| {
                this.with(phrase, &member.values, |this| {
                    this.each_instance(rule, rest, body, trail, broken, &mut is_open)
                })
            };
            // To note what it reads takes time, and keeps groups and the like from being found once only.
            let Some(key) = key.filter(|&key| !self.memo.is_hopeless(key, number)) else {
                inside(self)?;
                *open |= is_open;
                continue;
            };
            self.looking(inside).0?;
            *open |= is_open;
            // With too many broken instances the others are not looked at.
            if broken.len() == before && before < MAX_BROKEN && !is_open {
                self.keep_known(key, number);
            }
        }
        Ok(())
    }

    /// Adds an instance if it is false.
    fn judge(
        &mut self,
        rule: usize,
        expr: &Expr,
        trail: Option<&Trail<'_>>,
        broken: &mut Vec<Broken>,
    ) -> Read<()> {
        self.reads.clear();
        let finding = match self.test(expr)? {
            Truth::True | Truth::Missing => return Ok(()),
            Truth::False => self.finding(expr),
            Truth::Unknown => {
                if !self.is_refuted(expr, MAX_TRIED) {
                    return Ok(());
                }
                "cannot hold, whatever the unknown values are"
                    .to_owned()
                    .into()
            }
        };
        let atoms = if finding.atoms.is_empty() {
            inwards_out(trail)
                .map(|member| member.iter().flat_map(atoms_of).collect::<Vec<_>>())
                .find(|atoms| !atoms.is_empty())
                .unwrap_or_default()
        } else {
            finding.atoms
        };
        broken.push(Broken {
            rule: Law::Rule(rule),
            place: self.here(trail),
            atoms: sorted(atoms),
            message: finding.message,
        });
        Ok(())
    }

    /// Whether a formula is false for all values of the unknown places that its last evaluation has asked for. At most
    /// `room` combinations are tried.
    fn is_refuted(&mut self, expr: &Expr, room: usize) -> bool {
        let mut reads = std::mem::take(&mut self.reads);
        reads.sort_unstable();
        reads.dedup();
        let mut product: usize = 1;
        for &(layer, position) in &reads {
            let Some(values) = self.choices(layer, position) else {
                return false;
            };
            product = product.saturating_mul(values.len());
            if product > room {
                return false;
            }
        }
        let Some(&(layer, position)) = reads.first() else {
            return false;
        };
        let Some(values) = self.choices(layer, position) else {
            return false;
        };
        let room = room / values.len().max(1);
        for value in values {
            if !self.set(layer, position, value) {
                return false;
            }
            self.reads.clear();
            let refuted = match self.test(expr) {
                Ok(Truth::False) => true,
                Ok(Truth::Unknown) => self.is_refuted(expr, room),
                _ => false,
            };
            self.set(layer, position, Filled::Unknown);
            if !refuted {
                return false;
            }
        }
        true
    }

    /// The values that an unknown place may have, if they can be listed.
    fn choices(&self, layer: usize, position: usize) -> Option<Vec<Filled>> {
        let listed = self
            .candidates
            .and_then(|candidates| candidates.get(&(layer, position)));
        match listed {
            Some(values) => Some(values.clone()),
            None => possible(self.data, layer, position, MAX_TRIED),
        }
    }

    fn set(&mut self, layer: usize, position: usize, value: Filled) -> bool {
        match self
            .filling_mut()
            .get_mut(layer)
            .and_then(|values| values.get_mut(position))
        {
            Some(place) => {
                *place = value;
                true
            }
            None => false,
        }
    }

    /// The name of an instance's place.
    fn here(&self, trail: Option<&Trail<'_>>) -> String {
        let mut members: Vec<&[Value]> = inwards_out(trail).collect();
        members.reverse();
        let mut names: Vec<String> = Vec::new();
        for member in members {
            if let (Some(last), &[Value::Atom(a), Value::Atom(b)]) = (names.last(), member)
                && self.geometry.names_between(last, [a, b])
            {
                continue;
            }
            names.extend(member.iter().map(|value| self.place_name(value)));
        }
        match self.board {
            _ if !names.is_empty() => names.join(", "),
            Some(board) => format!("board {}", board + 1),
            None => "the grid".to_owned(),
        }
    }
}
