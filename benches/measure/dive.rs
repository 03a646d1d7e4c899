//! Random walks down a model's tree: decisions at random until something fails or all is fixed, then back.

use quadrille_engine::{Literal, Rng, Solver, Var};

/// Goes down `dives` times over `vars`, which depends on `seed` alone, and leaves the solver as it was. Returns how
/// many of the dives failed.
pub(crate) fn dives(solver: &mut Solver, vars: &[Var], dives: u32, seed: u64) -> u32 {
    let mut rng = Rng::new(seed);
    (0..dives).filter(|_| dive(solver, vars, &mut rng)).count() as u32
}

fn dive(solver: &mut Solver, vars: &[Var], rng: &mut Rng) -> bool {
    let base = solver.level();
    // A start and a stride that shares no factor with the number of variables reach each of them once.
    let start = rng.below(vars.len() as u64) as usize;
    let mut stride = 1 + rng.below(vars.len() as u64) as usize;
    while gcd(stride, vars.len()) > 1 {
        stride += 1;
    }
    let mut failed = false;
    'down: for i in 0..vars.len() {
        let var = vars[(start + i * stride) % vars.len()];
        // A value or two are removed from the variable, then it is fixed.
        for step in 0..3 {
            let domain = solver.domain(var);
            let size = domain.len();
            if size == 1 {
                break;
            }
            let value = domain
                .iter()
                .nth(rng.below(size as u64) as usize)
                .expect("below the size of the domain");
            let literal = if step == 2 {
                Literal::is(var, value)
            } else {
                Literal::is_not(var, value)
            };
            solver.push();
            if solver.assume(literal).is_err() || solver.propagate().is_err() {
                failed = true;
                break 'down;
            }
        }
    }
    while solver.level() > base {
        solver.pop();
    }
    failed
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
