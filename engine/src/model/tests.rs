//! What users of the library trip over: variables of other models, clones, names, wide variables.

use super::*;
use crate::branch::{Branching, order::InputOrder, value::Smallest};
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::parallel::Plan;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::{
    AllDifferent, Among, Clause, Element, Equal, Linear, NotEqual, ReifiedEqual, Table, Tuples,
};
use crate::search::{Count, First, Optimum};
use crate::{Events, Relation};

/// The message with which `f` panics.
fn panics(f: impl FnOnce()) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).expect_err("a panic");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => (*other.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[test]
fn variables_of_another_model_are_refused_at_posting() {
    let mut other = Model::new();
    let strange = other.vars(3, 0..=3);
    let wide = other.var(-5..=99);
    type Post = fn(&mut Model, &[Var], Var);
    let posts: [Post; 11] = [
        |m, x, _| _ = m.post(AllDifferent::new(x)),
        |m, x, _| _ = m.post(NotEqual::new(x[0], x[1])),
        |m, x, w| _ = m.post(Equal::new(x[0], w)),
        |m, x, _| _ = m.post(Linear::sum(x, Relation::Is, 3)),
        |m, x, _| _ = m.post(Among::new(x, &[1], x[0])),
        |m, x, _| _ = m.post(Clause::new(&[Literal::is(x[2], 0)])),
        |m, x, _| _ = m.post(Element::new(x, x[0], x[1])),
        |m, x, w| _ = m.post(ReifiedEqual::vars(x[0], x[1], w)),
        |m, x, _| _ = m.post(Table::new(x, Tuples::new(3, [[0, 1, 2]]).into())),
        |m, x, _| _ = m.post(x[0].lt(x[1])),
        |m, x, _| m.decide(x),
    ];
    for post in posts {
        let mut model = Model::new();
        model.vars(8, 0..=3);
        model.var(-5..=99);
        let message = panics(|| post(&mut model, &strange, wide));
        assert!(
            message.contains("not a variable of this model"),
            "{message}"
        );
    }
    // Each of them is as it should be over variables of the model's own.
    for post in posts {
        let mut model = Model::new();
        let own = model.vars(3, 0..=3);
        let wide = model.var(-5..=99);
        post(&mut model, &own, wide);
        model.solver();
    }
}

/// It does not name its variables before it is attached.
#[derive(Clone, Debug)]
struct Silent(Var);

impl Constraint for Silent {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "silent"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.0, Events::ANY);
        self
    }
}

impl Propagator for Silent {
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        Ok(Status::Entailed)
    }
}

#[test]
fn what_tells_no_variables_is_found_out_with_the_line_that_posted_it() {
    let strange = Model::new().var(0..=3);
    let mut model = Model::new();
    model.vars(4, 0..=3);
    let line = line!() + 1;
    model.post(Silent(strange));
    let message = panics(|| drop(model.solver()));
    let at = format!("model/tests.rs:{line}:");
    assert!(
        message.contains("silent") && message.contains(&at),
        "{message}"
    );
}

#[test]
fn a_wide_variable_is_never_read_as_a_narrow_one() {
    let mut model = Model::new();
    model.vars(3, 0..=3);
    let wide = model.var(60..=70);
    let solver = model.solver();
    assert!(panics(|| _ = solver.dom(wide)).contains("is wide"));
    assert!(solver.domain(wide).iter().eq(60..=70));
}

#[test]
fn a_clone_is_a_model_of_its_own() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=4);
    model.post(AllDifferent::new(&x));
    model.maximise(&[(1, x[0]), (2, x[1]), (1, x[2])]);
    let mut clone = model.clone();
    clone.post(x[1].le(2));
    let best = |model: Model| match model.solver().search().optimum() {
        Optimum::Proved(solution) => solution[x[0]] + 2 * solution[x[1]] + solution[x[2]],
        other => panic!("{other:?}"),
    };
    // 4 twice, 3, 2; and 2 twice, 4, 3.
    let again = model.clone();
    assert_eq!((best(model), best(clone), best(again)), (13, 11, 13));
}

#[test]
fn threads_search_clones() {
    let mut model = Model::new();
    let x = model.vars(5, 1..=5);
    for (i, j) in (0..5).flat_map(|j| (0..j).map(move |i| (i, j))) {
        let apart = (j - i) as i32;
        for offset in [0, apart, -apart] {
            model.post(x[i].ne(x[j] + offset));
        }
    }
    for threads in 1..=3 {
        let outcome = Plan::new(threads).run_model(&model, || Branching::new(InputOrder, Smallest));
        assert_eq!(outcome.found, 10);
        assert_eq!(outcome.solutions[0].values(), [1, 3, 5, 2, 4]);
    }
}

#[test]
fn names_stand_in_what_is_told() {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=3), model.var(0..=3));
    model.name(y, "bid of Ann");
    let solver = model.solver();
    let facts = [Literal::is(x, 3), Literal::at_least(y, 2)];
    assert_eq!(solver.describe(&facts), "x0 = 3, bid of Ann ≥ 2");
    assert_eq!((solver.name(x), solver.name(y)), (None, Some("bid of Ann")));
}

#[test]
fn defined_variables_have_the_values_of_their_expressions() {
    let mut model = Model::new();
    let x = model.var_of(&[0, 2, 3]);
    let y = model.var(1..=2);
    let (minus, sum) = (model.define(5 - x), model.define(x + y * 2));
    assert_eq!(model.define(x * 1), x);
    assert!(model.domain(minus).iter().eq([2, 3, 5]));
    assert!(model.domain(sum).iter().eq(2..=7));
    model.decide(&[x, y]);
    let mut solver = model.solver();
    for solution in solver.solutions() {
        let s = solution.expect("no limits");
        assert_eq!((s[minus], s[sum]), (5 - s[x], s[x] + 2 * s[y]));
    }
    assert_eq!(solver.last_search().solutions, 6);
}

#[test]
fn a_search_gives_the_solver_back_and_keeps_its_figures() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=1);
    let mut solver = model.solver();
    assert_eq!(solver.last_search().nodes, 0);
    let mut search = solver.search();
    assert!(matches!(search.first(), First::Found(_)));
    assert_eq!(search.solver().value(x[0]), Some(0));
    let nodes = search.end().nodes;
    assert!(nodes > 0 && solver.dom(x[0]).len() == 2);
    assert_eq!(solver.solutions().count(), Count::Exactly(8));
    assert!(solver.last_search().nodes > nodes);
    assert_eq!(solver.last_search().solutions, 8);
}
