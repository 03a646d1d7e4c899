//! The kit on random graphs, with rules of several kinds.

use super::*;
use crate::propagators::{MeasureRule, Measured, Presence};
use crate::random::Rng;
use crate::store::Store;
use crate::testing::PropagatorTest;
use crate::testing::graphs::{Case, Mix};

fn count(set: &[bool]) -> i32 {
    set.iter().filter(|&&there| there).count() as i32
}

/// As many vertices as this.
#[derive(Clone, Debug)]
struct Size(i32);

impl GroupRule for Size {
    fn judge(&mut self, _: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let (least, most) = (count(certain), count(possible));
        if least == most {
            return Some(least == self.0);
        }
        (least > self.0 || most < self.0).then_some(false)
    }
}

/// At most one of these vertices.
#[derive(Clone, Debug)]
struct AtMostOne(Vec<usize>);

impl GroupRule for AtMostOne {
    fn judge(&mut self, _: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let marked = |set: &[bool]| self.0.iter().filter(|&&v| set[v]).count();
        match (marked(certain), marked(possible)) {
            (2.., _) => Some(false),
            (_, 0 | 1) => Some(true),
            _ => None,
        }
    }
}

/// Exactly one of these vertices, and its variable is the size.
#[derive(Clone, Debug)]
struct Numbered(Vec<(usize, Var)>);

impl Numbered {
    /// Those of which the group may be, by position.
    fn whose(
        &self,
        store: &Store,
        certain: &[bool],
        possible: &[bool],
    ) -> Option<std::vec::IntoIter<usize>> {
        let sure: Vec<usize> = (0..self.0.len())
            .filter(|&i| certain[self.0[i].0])
            .collect();
        if sure.len() > 1 {
            return None;
        }
        let sizes = count(certain)..=count(possible);
        let candidates = (0..self.0.len()).filter(|&i| {
            let (vertex, number) = self.0[i];
            possible[vertex]
                && sure.first().is_none_or(|&only| only == i)
                && store.domain(number).iter().any(|n| sizes.contains(&n))
        });
        Some(candidates.collect::<Vec<_>>().into_iter())
    }
}

impl GroupRule for Numbered {
    fn scope(&self) -> Vec<Var> {
        self.0.iter().map(|&(_, number)| number).collect()
    }
    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let mut whose = match self.whose(store, certain, possible) {
            None => return Some(false),
            Some(whose) => whose,
        };
        let Some(first) = whose.next() else {
            return Some(false);
        };
        (certain == possible && store.is_fixed(self.0[first].1)).then_some(true)
    }
    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict> {
        let Some(mut whose) = self.whose(cx, certain, possible) else {
            return Err(Conflict);
        };
        match (whose.next(), whose.next()) {
            (None, _) => Err(Conflict),
            (Some(only), None) if certain[self.0[only].0] => {
                let number = self.0[only].1;
                cx.at_least(number, count(certain))?;
                cx.at_most(number, count(possible))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Which rule, before there are variables: the numbers are the last variables.
#[derive(Clone, Debug)]
enum Kind {
    Size(i32),
    AtMostOne(Vec<usize>),
    Numbered(Vec<usize>),
    /// All of these.
    All(Vec<Kind>),
}

impl Kind {
    fn numbers(&self) -> usize {
        match self {
            Kind::Numbered(marked) => marked.len(),
            Kind::All(kinds) => kinds.iter().map(Kind::numbers).sum(),
            _ => 0,
        }
    }

    fn rule(&self, vars: &[Var]) -> Box<dyn GroupRule> {
        match self {
            Kind::Size(size) => Box::new(Size(*size)),
            Kind::AtMostOne(marked) => Box::new(AtMostOne(marked.clone())),
            Kind::Numbered(marked) => {
                let numbers = &vars[vars.len() - marked.len()..];
                let numbers = numbers.iter().copied();
                Box::new(Numbered(marked.iter().copied().zip(numbers).collect()))
            }
            Kind::All(kinds) => {
                let rules = kinds.iter().map(|kind| kind.rule(vars));
                Box::new(rules.collect::<Vec<_>>())
            }
        }
    }

    fn holds(&self, group: &[usize], values: &[i32]) -> bool {
        match self {
            Kind::Size(size) => group.len() as i32 == *size,
            Kind::AtMostOne(marked) => marked.iter().filter(|v| group.contains(v)).count() <= 1,
            Kind::Numbered(marked) => {
                let numbers = &values[values.len() - marked.len()..];
                let mut of_group = marked
                    .iter()
                    .zip(numbers)
                    .filter(|(v, _)| group.contains(v));
                matches!(
                    (of_group.next(), of_group.next()),
                    (Some((_, &number)), None) if number == group.len() as i32
                )
            }
            Kind::All(kinds) => kinds.iter().all(|kind| kind.holds(group, values)),
        }
    }
}

fn test<'a>(case: &'a Case, kind: &'a Kind, root: Option<usize>) -> PropagatorTest<'a> {
    PropagatorTest::new(
        move |model, vars| {
            let mut groups = Groups::new(case.with(vars), kind.rule(vars));
            if let Some(root) = root {
                groups = groups.rooted(root);
            }
            model.post(groups);
        },
        move |values| {
            let parts = Case::parts(&case.vertices_in(values), &case.edges_in(values));
            parts.iter().all(|group| {
                root.is_some_and(|root| !group.contains(&root)) || kind.holds(group, values)
            })
        },
    )
}

#[test]
fn random_graphs_against_brute_force() {
    let mut rng = Rng::new(31);
    for number in 0..600 {
        let n = 1 + number % 7;
        let mut marked: Vec<usize> = (0..n).filter(|_| rng.below(2) == 0).collect();
        let size = Kind::Size(1 + rng.below(4) as i32);
        let kind = match number % 5 {
            0 => size,
            1 => Kind::AtMostOne(marked),
            2 => Kind::All(vec![size, Kind::AtMostOne(marked)]),
            parts => {
                marked.truncate(3);
                let other = Kind::AtMostOne((0..n).filter(|_| rng.below(2) == 0).collect());
                match parts {
                    3 => Kind::Numbered(marked),
                    _ => Kind::All(vec![other, Kind::Numbered(marked)]),
                }
            }
        };
        let mix = Mix {
            vertices: number % 4 != 1,
            edges: number % 4 != 2,
            relations: false,
            most: 9 - kind.numbers(),
        };
        let mut case = Case::random(&mut rng, n, mix);
        let of_graph = case.vars;
        case.vars += kind.numbers();
        let root = (rng.below(3) == 0).then(|| rng.below(n as u64) as usize);
        // Presences of 0..=1, numbers of 1..=4.
        for walk in 0..4 {
            let domains: Vec<Vec<i32>> = (0..case.vars)
                .map(|var| {
                    let range = if var < of_graph { 0..=1 } else { 1..=4 };
                    crate::testing::random_domain(&mut rng, range)
                })
                .collect();
            let domains: Vec<&[i32]> = domains.iter().map(Vec::as_slice).collect();
            test(&case, &kind, root)
                .seed(number as u64 * 4 + walk)
                .domains(&domains);
        }
    }
}

/// A variable at vertices, at edges and in the rule, with both signs.
#[test]
fn shared_variables() {
    let mut rng = Rng::new(37);
    for number in 0..120 {
        let n = 1 + number % 6;
        let mix = Mix {
            vertices: false,
            edges: false,
            relations: false,
            most: 0,
        };
        let case = Case::random(&mut rng, n, mix);
        let mut pick = || (rng.below(6) as usize, rng.below(3) as i32);
        let of_vertex: Vec<_> = (0..n).map(|_| pick()).collect();
        let of_edge: Vec<_> = case.edges.iter().map(|_| pick()).collect();
        // The number is the last of the six variables, which occurs at vertices and edges, too.
        let kind = Kind::Numbered(vec![number % n]);
        let holds = |&(var, value): &(usize, i32), values: &[i32]| values[var] == value;
        PropagatorTest::new(
            |model, vars| {
                let there =
                    |&(var, value): &(usize, i32)| Presence::If(Literal::is(vars[var], value));
                let edges: Vec<_> = (case.edges.iter().zip(&of_edge))
                    .map(|(&(a, b, _), of)| (a, b, there(of)))
                    .collect();
                let vertices: Vec<_> = of_vertex.iter().map(there).collect();
                let groups = Groups::new(Graph::new(&vertices, &edges), kind.rule(vars));
                model.post(groups.rooted(number % n));
            },
            |values| {
                let members: Vec<bool> = of_vertex.iter().map(|of| holds(of, values)).collect();
                let edges: Vec<_> = (case.edges.iter().zip(&of_edge))
                    .filter(|(_, of)| holds(of, values))
                    .map(|(&(a, b, _), _)| (a, b))
                    .collect();
                let parts = Case::parts(&members, &edges);
                let mut of_root = parts.iter().filter(|part| part.contains(&(number % n)));
                of_root.all(|group| kind.holds(group, values))
            },
        )
        .seed(number as u64)
        .random(5, 6, 0..=2);
    }
}

/// A solver with a variable for each vertex, all edges present, and what is known after some are put in or out.
fn known(
    n: usize,
    edges: &[(usize, usize)],
    kind: &Kind,
    there: &[(usize, i32)],
) -> (crate::Solver, Vec<Var>, String) {
    let mut model = crate::Model::new();
    let vars = model.vars(n, 0..=1);
    let vertices = vars.iter().map(|&v| Presence::If(Literal::is(v, 1)));
    let edges = edges.iter().map(|&(a, b)| (a, b, Presence::Always));
    let graph = Graph::new(&vertices.collect::<Vec<_>>(), &edges.collect::<Vec<_>>());
    model.post(Groups::new(graph, kind.rule(&vars)));
    let mut solver = model.solver();
    solver.record();
    solver.propagate().unwrap();
    for &(v, value) in there {
        solver.assume(Literal::is(vars[v], value)).unwrap();
    }
    let failed = solver.propagate().is_err();
    let known = vars.iter().map(|&var| match solver.value(var) {
        _ if failed => '!',
        None => '?',
        Some(0) => '-',
        Some(_) => '+',
    });
    let known = known.collect();
    (solver, vars, known)
}

/// What is seen, each case with what must not be seen beside it.
#[test]
fn what_a_group_needs_and_cannot_have() {
    let path: Vec<_> = (1..6).map(|v| (v - 1, v)).collect();
    let square = Case::grid(2, 3);
    let three = Kind::Size(3);
    type Seen<'a> = (&'a [(usize, usize)], Kind, &'a [(usize, i32)], &'a str);
    let cases: [Seen<'_>; 9] = [
        // The only way to grow, then the border, then what is left alone.
        (&path, three.clone(), &[(0, 1)], "+++---"),
        (&path, three.clone(), &[(0, 1), (5, 1)], "!!!!!!"),
        (&path, Kind::Size(2), &[(0, 1), (4, 0)], "++----"),
        // Too little room, at either side of a vertex that is out.
        (&path, three.clone(), &[(2, 0)], "---???"),
        (&path, three.clone(), &[(2, 0), (4, 1)], "---+++"),
        // An articulation vertex, beside which two ways are open.
        (&path, three.clone(), &[(3, 1)], "???+??"),
        (&path, three.clone(), &[(3, 1), (4, 0)], "-+++--"),
        (&square, Kind::Size(5), &[(0, 1)], "+?????"),
        // What would join two marked ones.
        (
            &path,
            Kind::AtMostOne(vec![0, 2]),
            &[(0, 1), (2, 1)],
            "+-+???",
        ),
    ];
    for (edges, kind, there, expected) in cases {
        let (_, _, found) = known(6, edges, &kind, there);
        assert_eq!(found, expected, "{kind:?} {there:?}");
    }
}

/// A path of six vertices, the groups of size three: the part, and what bounds what it can reach.
#[test]
fn reasons_are_sharp() {
    let path: Vec<_> = (1..6).map(|v| (v - 1, v)).collect();
    let (solver, vars, found) = known(6, &path, &Kind::Size(3), &[(2, 0), (4, 1)]);
    assert_eq!(found, "---+++");
    let reason = |v: usize| {
        let of_v = |id: &_| solver.change(*id).0.var == Some(vars[v]);
        let id = solver.changes().rfind(of_v).unwrap();
        solver.reason(id).facts
    };
    let (there, out) = (Literal::is(vars[4], 1), Literal::is_not(vars[2], 1));
    assert_eq!(reason(0), [out]);
    // Without it there is the vertex beyond alone.
    assert_eq!(reason(3), [there]);
}

/// A path with a group of at most four around its middle and one of one vertex at its end, and no others. What neither
/// can reach is out because of what blocks the way or of the members that a group has, and of nothing else.
#[test]
fn reasons_for_what_is_out_of_reach_are_sharp() {
    let limit = |sum, low, high, holder| Measured {
        sum,
        var: None,
        low,
        high,
        holder,
    };
    let ends: Vec<i64> = (0..9).map(|v| i64::from(v == 4 || v == 8)).collect();
    let limits = vec![
        limit(1, 1, 1, None),
        limit(0, 1, 4, Some(4)),
        limit(0, 1, 1, Some(8)),
    ];
    let rule = MeasureRule::new(vec![vec![1; 9], ends], limits);
    let mut model = crate::Model::new();
    let vars = model.vars(9, 0..=1);
    let vertices: Vec<_> = vars
        .iter()
        .map(|&v| Presence::If(Literal::is(v, 1)))
        .collect();
    let edges: Vec<_> = (1..9).map(|v| (v - 1, v, Presence::Always)).collect();
    model.post(Groups::new(Graph::new(&vertices, &edges), Box::new(rule)));
    let put = |there: &[(usize, i32)]| {
        let mut solver = model.clone().solver();
        solver.record();
        for v in [4, 8] {
            solver.assume(Literal::is(vars[v], 1)).unwrap();
        }
        solver.propagate().unwrap();
        assert_eq!(solver.value(vars[0]), Some(0), "four steps away");
        assert_eq!(solver.value(vars[1]), None);
        solver.push();
        for &(v, value) in there {
            solver.assume(Literal::is(vars[v], value)).unwrap();
        }
        let failed = solver.propagate().is_err();
        (solver, failed)
    };
    let of = |solver: &crate::Solver, v: usize| {
        let of_v = |id: &_| solver.change(*id).0.var == Some(vars[v]);
        solver.reason(solver.changes().rfind(of_v).unwrap()).facts
    };
    let (within, out) = (
        |v: usize| Literal::is(vars[v], 1),
        |v: usize| Literal::is_not(vars[v], 1),
    );
    // The way is blocked; 5 has nothing to do with it.
    let (solver, failed) = put(&[(5, 1), (2, 0)]);
    assert!(!failed);
    assert_eq!(of(&solver, 1), [out(2)]);
    // The group has used up its size.
    let (solver, failed) = put(&[(5, 1), (6, 1)]);
    assert!(!failed);
    assert_eq!(of(&solver, 1), [within(4), within(5), within(6)]);
    // What is out of reach is in.
    let (solver, failed) = put(&[(5, 1), (2, 0), (1, 1)]);
    assert!(failed);
    let reason = solver.failure_reason().map(|reason| reason.facts);
    assert_eq!(reason, Some(vec![within(1), out(2)]));
}
