//! Rules: what must hold, decomposed until there is a propagator for it.

use quadrille_engine::Var;
use quadrille_engine::propagators::{AllDifferent, AllDifferentGac, Number, Test};

use super::logic::{FALSE, TRUE, Truth, and, not, or};
use super::regions::placed::stated_rectangle;
use super::shapes::tiles::Tiles;
use super::value::{Place, Value};
use super::{Cause, Compiler, Made};
use crate::language::syntax::{
    Comparison, Expr, Kind, Node, Noun, Over, Phrase, Predicate, Quantifier, Touch, ValuesTest,
};
use crate::puzzle::{Origin, Pass};
use std::rc::Rc;
use std::sync::Arc;

impl Compiler<'_> {
    /// Posts a formula of a rule on the current board.
    pub(super) fn rule(&mut self, formula: &Expr) -> Made<()> {
        self.at("");
        self.require(formula, "")
    }

    /// Sets the place for the propagators that follow.
    pub(super) fn at(&mut self, place: &str) {
        self.current.place = place.into();
        let Cause::Rule(rule) = self.current.cause else {
            return;
        };
        let rule = &self.data.book.rules[rule];
        self.begin_rule(Origin {
            id: Arc::clone(&rule.id),
            sentence: Arc::clone(&rule.sentence),
            place: Arc::clone(&self.current.place),
        });
    }

    /// Posts that a formula holds (or is missing) at a place.
    fn require(&mut self, expr: &Expr, place: &str) -> Made<()> {
        // What is found missing on the way to a propagator says nothing about the formulas after this one.
        let missing = std::mem::replace(&mut self.eval.missing, false);
        let outside = std::mem::take(&mut self.eval.absence);
        let made = self.require_here(expr, place);
        self.eval.missing = missing;
        self.eval.absence = outside;
        made
    }

    /// Longer than other functions: an arm for each form of a rule that has a propagator of its own.
    fn require_here(&mut self, expr: &Expr, place: &str) -> Made<()> {
        if self.post_beam(expr)? {
            return Ok(());
        }
        match &expr.node {
            Node::And(parts) => {
                for part in parts {
                    self.require(part, place)?;
                }
                return Ok(());
            }
            Node::Let(bound, body) => {
                let depth = self.eval.scope.names.len();
                for (word, value) in bound {
                    let value = self.value_to_name(value)?;
                    self.eval.scope.names.push((word.name.clone(), value));
                }
                let made = self.require(body, place);
                self.eval.scope.names.truncate(depth);
                return made;
            }
            Node::If(condition, holds, otherwise) => {
                let condition = self.truth(condition)?;
                match condition {
                    Truth::Plain(TRUE) => return self.require(holds, place),
                    Truth::Plain(FALSE) => {
                        return match otherwise {
                            Some(otherwise) => self.require(otherwise, place),
                            None => Ok(()),
                        };
                    }
                    _ => {}
                }
            }
            Node::Quantified(quantifier, phrases, Some(body))
                if self.post_none_congruent(quantifier, phrases, body)? =>
            {
                return Ok(());
            }
            Node::Quantified(Quantifier::Each, ..) if self.is_said_by_pieces(expr) => {
                return Ok(());
            }
            Node::Values(ValuesTest::Different, over)
                if self.post_different_pieces(over)? || self.post_different_regions(over)? =>
            {
                return Ok(());
            }
            Node::Quantified(Quantifier::Each, phrases, Some(body)) => {
                if place.is_empty()
                    && self.pass(Pass::Nearest, |this| this.post_nearest(phrases, body))?
                {
                    return Ok(());
                }
                if let Some(of_neighbours) = self.found(Pass::Neighbours, |this| {
                    Ok(this.of_neighbours(phrases, body))
                })? {
                    return self.require(&of_neighbours, place);
                }
                if let Some((phrases, body)) = self.conditions_first(phrases, body) {
                    return self.require_each(&phrases, &body, TRUE, place);
                }
                return self.require_each(phrases, body, TRUE, place);
            }
            Node::Quantified(Quantifier::No, phrases, body) => {
                return self.require_none(phrases, body.as_deref());
            }
            Node::Is(subject, false, predicate)
                if matches!(
                    predicate,
                    Predicate::Connected(_)
                        | Predicate::OneLoop
                        | Predicate::OneCrossingLoop
                        | Predicate::OnePath
                        | Predicate::WithoutLoop
                ) =>
            {
                let Some(at) = self.certain_place(subject)? else {
                    let test = self.truth(expr)?.stands();
                    return self.post(test);
                };
                if std::mem::take(&mut self.eval.missing) {
                    return Ok(());
                }
                if self.post_form(&at, predicate, &expr.span)? {
                    return Ok(());
                }
                let exists = !matches!(
                    predicate,
                    Predicate::OneLoop | Predicate::OneCrossingLoop | Predicate::OnePath
                );
                if at.members.is_empty() {
                    return if exists { Ok(()) } else { self.post(FALSE) };
                }
            }
            Node::NoLoop(phrases, body) => {
                return self.post_no_loop(phrases, body);
            }
            Node::Is(subject, false, Predicate::Folds(folding)) => {
                return self.post_fold(subject, folding);
            }
            Node::Compare(Comparison::Equal, a, b)
                if self.pass(Pass::Sight, |this| this.post_sight(a, b))? =>
            {
                return Ok(());
            }
            Node::Compare(Comparison::Equal, a, b)
                if self.pass(Pass::Pieces, |this| this.post_pieces(a, b, &expr.span))? =>
            {
                return Ok(());
            }
            Node::Compare(comparison, a, b)
                if self.pass(Pass::Runs, |this| this.post_runs(*comparison, a, b))?
                    || self.pass(Pass::Remainder, |this| {
                        this.post_remainder(*comparison, a, b)
                    })? =>
            {
                return Ok(());
            }
            Node::Values(ValuesTest::Different, over)
                if self.post_distinct_runs(over)?
                    || self.pass(Pass::Different, |this| this.post_different(over))? =>
            {
                return Ok(());
            }
            Node::Values(ValuesTest::Equal, over)
                if self.pass(Pass::AllEqual, |this| this.post_all_equal(over))? =>
            {
                return Ok(());
            }
            _ => {}
        }
        let test = self.truth(expr)?.stands();
        self.post(test)
    }

    /// `no …: body`, each combination by itself: to join them all before they are taken apart again was a tenth of
    /// compiling akari.
    fn require_none(&mut self, phrases: &[Phrase], body: Option<&Expr>) -> Made<()> {
        if self.pass(Pass::MutualSight, |this| {
            this.post_mutual_sight(phrases, body)
        })? {
            return Ok(());
        }
        let ways = self.ways(&Quantifier::No, phrases, body);
        let missing = std::mem::take(&mut self.eval.missing);
        let absence = std::mem::take(&mut self.eval.absence).when;
        let ways = ways?;
        if missing {
            return Ok(());
        }
        // What is about the members of one group is said of all of them at once.
        if !absence.is_empty() || ways.iter().any(|way| self.group_in(way).is_some()) {
            let none = self.reify(not(or(ways)))?;
            let there = self.reify(not(or(absence)))?;
            return self.post(not(and([there, not(none)])));
        }
        ways.into_iter().try_for_each(|way| self.post(not(way)))
    }

    /// `each …: body`, an instance for each combination.
    fn require_each(
        &mut self,
        phrases: &[Phrase],
        body: &Expr,
        guard: Test,
        place: &str,
    ) -> Made<()> {
        let Some((phrase, rest)) = phrases.split_first() else {
            let guard = self.reify(guard)?;
            if guard == TRUE {
                self.at(place);
                if self.pass(Pass::AsBefore, |this| this.post_as_before(body))? {
                    return Ok(());
                }
                return self.require(body, place);
            }
            self.at(place);
            let test = self.truth(body)?.stands();
            let test = self.reify(or([not(guard), test]))?;
            return self.post(test);
        };
        let is_of_owners = guard == TRUE && self.is_of_owners(phrase, body);
        if is_of_owners {
            self.fired(Pass::OfMarks);
        }
        let open = if guard == TRUE && !is_of_owners {
            self.open(phrase)?
        } else {
            None
        };
        if std::mem::take(&mut self.eval.missing) {
            return Ok(());
        }
        if let Some((number, group)) = open {
            let defining = self.eval.defining.len();
            let made = self.require_groups(phrase, rest, body, number, group);
            // What differs from group to group is said of each group by its first atom.
            if !std::mem::take(&mut self.eval.needs_root) || made.is_ok() {
                return made;
            }
            self.eval.defining.truncate(defining);
        }
        if rest.is_empty() && guard == TRUE {
            self.at(place);
            if let Some(parts) =
                self.found(Pass::RunClues, |this| this.post_run_rule(phrase, body))?
            {
                return parts
                    .into_iter()
                    .try_for_each(|part| self.require_each(phrases, part, TRUE, place));
            }
            if self.pass(Pass::Windows, |this| this.post_windows(phrase, body, place))? {
                return Ok(());
            }
        }
        let mut made = Ok(());
        // The members are bound one by one, so that each is an instance of its own.
        self.for_each_named(
            std::slice::from_ref(phrase),
            &guard,
            Some(place),
            &mut |compiler, guard, name| {
                // Nothing is posted for missing members of the phrase.
                let absence = compiler.eval.absence.when.clone();
                let guard = and([guard, not(or(absence.iter().cloned()))]);
                let outcome = compiler.require_each(rest, body, guard, name);
                compiler.eval.absence.when = absence;
                if outcome.is_err() {
                    made = outcome.clone();
                }
                outcome
            },
        )?;
        self.eval.absence.when.clear();
        self.eval.missing = false;
        made
    }

    /// Whether a rule about each region is better said of each mark: unless it is about forms, of which there are
    /// propagators.
    fn is_of_owners(&self, phrase: &Phrase, body: &Expr) -> bool {
        let Noun::Regions(word) = &phrase.noun else {
            return false;
        };
        let variable = phrase.variables.first().map(|word| &word.name);
        let is_form = |body: &Expr| {
            if variable.is_some_and(|name| stated_rectangle(body, name).is_some()) {
                return true;
            }
            let Node::Is(_, _, form) = &body.node else {
                return false;
            };
            matches!(
                form,
                Predicate::Rectangle | Predicate::Square | Predicate::Congruent(_)
            )
        };
        let is_form = match &body.node {
            Node::Not(inner) => is_form(inner),
            Node::And(parts) => parts.iter().any(is_form),
            _ => is_form(body),
        };
        let layer = self.data.book.layer(&word.name);
        !is_form && self.uses(Pass::OfMarks) && layer.is_some_and(|layer| self.has_owners(layer))
    }

    /// `each group g of …: body`.
    fn require_groups(
        &mut self,
        phrase: &Phrase,
        rest: &[Phrase],
        body: &Expr,
        number: usize,
        group: Place,
    ) -> Made<()> {
        self.at("");
        let mut parts = match &body.node {
            Node::And(parts) if rest.is_empty() => parts.clone(),
            _ => vec![body.clone()],
        };
        if rest.is_empty() {
            let mut left = Vec::new();
            for part in parts {
                if !self.pass(Pass::Rectangles, |this| {
                    this.rectangles(phrase, &part, number)
                })? && !self.pass(Pass::Border, |this| {
                    this.post_reaching_border(phrase, &part, number)
                })? {
                    left.push(part);
                }
            }
            parts = left;
        }
        let body = match &mut parts[..] {
            [] => return Ok(()),
            [only] => only,
            _ => &Expr {
                node: Node::And(parts),
                span: body.span.clone(),
            },
        };
        let depth = self.eval.scope.names.len();
        if let Some(variable) = phrase.variables.first() {
            self.eval
                .scope
                .names
                .push((variable.name.clone(), Value::Place(Rc::new(group.clone()))));
        }
        let outer = self.eval.open_group.replace(number);
        let kept = self.filtered(phrase, vec![(Value::Place(Rc::new(group)), TRUE)]);
        let missing = std::mem::take(&mut self.eval.missing);
        let rule = kept.and_then(|kept| {
            if missing {
                return Ok(TRUE);
            }
            let Some((_, condition)) = kept.into_iter().next() else {
                return Ok(TRUE);
            };
            let mut tests = Vec::new();
            self.for_each(rest, &mut |compiler, guard| {
                // Nothing is posted for missing members of a phrase.
                let guard = and([guard, not(or(compiler.eval.absence.when.iter().cloned()))]);
                let truth = compiler.truth(body)?;
                tests.push(compiler.reify(or([not(guard), truth.stands()]))?);
                Ok(())
            })?;
            Ok(or([not(condition), and(tests)]))
        });
        self.eval.missing = false;
        self.eval.absence.when.clear();
        self.eval.open_group = outer;
        self.eval.scope.names.truncate(depth);
        self.at("");
        self.post_group(number, rule?)
    }

    /// `each group g of shaded cells: g is a rectangle`, or a square. False if the rule is something else.
    fn rectangles(&mut self, phrase: &Phrase, body: &Expr, number: usize) -> Made<bool> {
        let variable = phrase.variables.first();
        let Some(is_square) = variable.and_then(|word| stated_rectangle(body, &word.name)) else {
            return Ok(false);
        };
        let vertices = &self.groups.all[number].vertices;
        let on_cells = vertices.iter().all(|(atom, _)| atom.kind == Kind::Cell);
        // Neighbours in one group of cells joined by links need not be joined themselves.
        if !on_cells
            || self.groups.all[number].touch != Touch::Sides
            || matches!(phrase.noun, Noun::JoinedGroup(..))
            || phrase.take.is_some()
            || !phrase.adjectives.is_empty()
            || !phrase.qualifiers.is_empty()
        {
            return Ok(false);
        }
        let Some(tiles) = Tiles::of(self, number)? else {
            return Ok(false);
        };
        let mut tests = tiles.three_of_four();
        if is_square {
            tests.append(&mut tiles.equal_sides());
        }
        self.at("");
        for test in tests {
            self.post(test)?;
        }
        Ok(true)
    }

    /// `all different digit in r` with a variable for each: a propagator of its own.
    fn post_different(&mut self, over: &Over) -> Made<bool> {
        let values = self.values(over)?;
        if std::mem::take(&mut self.eval.missing) {
            return Ok(true);
        }
        let mut vars: Vec<Var> = Vec::new();
        for (guard, value) in &values.members {
            match value {
                Value::Number(Number::Var(var)) if *guard == TRUE => vars.push(*var),
                Value::Choice(choice) if *guard == TRUE => vars.push(choice.var),
                _ => return Ok(false),
            }
        }
        if vars.len() < 2 || !self.are_different(&vars) {
            return Ok(false);
        }
        let holds_each_once = |var: &Var| {
            let domain = self.model.domain(*var);
            (domain.len(), domain.min()) == (vars.len(), Some(1))
                && domain.max() == i32::try_from(vars.len()).ok()
        };
        self.facts.different.push(vars.clone());
        if vars.iter().all(holds_each_once) {
            self.notes.permutations.push(vars.clone());
        }
        let narrow = vars.iter().all(|&var| self.model.domain(var).len() <= 64);
        if narrow && vars.len() <= 64 {
            self.post_as(
                AllDifferentGac::new(&vars),
                "all different",
                "domain consistent",
            );
        } else {
            self.post_as(
                AllDifferent::new(&vars),
                "all different",
                "values of fixed variables",
            );
        }
        Ok(true)
    }

    /// A variable that equals an expression, to be minimised or maximised.
    pub(super) fn objective(&mut self, expr: &Expr) -> Made<Var> {
        self.current.cause = Cause::Best;
        self.begin_rule(Origin::new("best", "the best is asked for", ""));
        // A grid in which it is empty is no solution.
        let (number, there) = match self.number(expr)? {
            Ok(number) => {
                let there = number.defined();
                (number, there)
            }
            Err(_) => (Number::Const(0), FALSE),
        };
        self.post(there)?;
        if let Number::Var(var) = number {
            return Ok(var);
        }
        let (low, high) = self.bounds(&number);
        if low > high {
            self.post(FALSE)?;
            return Ok(self.model.var(0..=0));
        }
        let width = high.saturating_sub(low);
        if width >= (1 << 20) || i32::try_from(low).is_err() || i32::try_from(high).is_err() {
            return self.wrong(
                &expr.span,
                format!("the value asked for may be anything from {low} to {high}"),
                "at most 1048576 different values are possible",
            );
        }
        let var = self.model.var(low as i32..=high as i32);
        self.post(Test::compare(
            Number::Var(var),
            quadrille_engine::propagators::Comparison::Equal,
            number,
        ))?;
        Ok(var)
    }
}
