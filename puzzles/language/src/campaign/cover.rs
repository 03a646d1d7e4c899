//! Whether nodes cover the whole space exactly once, judged by their paths alone.

use quadrille_engine::{Literal, Path, Relation};

/// A node that was searched, or excluded from one that was searched.
#[derive(Clone, Debug)]
pub(super) struct Piece<'p> {
    pub(super) path: &'p Path,
    /// 1 for searched, -1 for left out.
    pub(super) times: i32,
    /// Its source, for messages.
    pub(super) owner: usize,
}

/// A region that is not covered exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) path: Path,
    /// How often it is covered.
    pub(super) times: i32,
    /// The owners of nodes that contain it or that it contains.
    pub(super) owners: Vec<usize>,
}

/// The rest of a path below the current region.
struct Rest<'p> {
    literals: &'p [Literal],
    piece: &'p Piece<'p>,
}

/// The regions that are not covered exactly once, at most `most` of them.
///
/// Goes down from the whole space. At each region some path continues with a literal: it and its negation are the
/// halves, and every other path belongs to one of them. If no path continues, the pieces that contain the region are
/// counted. O(literals in all paths) for the paths of one tree that is split in two everywhere. Every literal has a
/// negation: [`nodes::read`](super::nodes::read) ensures that.
///
/// # Errors
/// The owners of two nodes whose regions overlap without one containing the other: they do not belong to one tree.
pub(super) fn faults(pieces: &[Piece<'_>], most: usize) -> Result<Vec<Fault>, (usize, usize)> {
    let mut faults = Vec::new();
    let rests = pieces.iter().map(|piece| Rest {
        literals: &piece.path.0,
        piece,
    });
    // Regions still to be examined: the path, how often it is covered by larger ones, and their owners.
    let mut regions = vec![(Vec::new(), 0, Vec::new(), rests.collect::<Vec<_>>())];
    while let Some((way, mut times, mut owners, rests)) = regions.pop() {
        let (whole, parts): (Vec<_>, Vec<_>) = rests
            .into_iter()
            .partition(|rest: &Rest<'_>| rest.literals.is_empty());
        times += whole.iter().map(|rest| rest.piece.times).sum::<i32>();
        owners.extend(whole.iter().map(|rest| rest.piece.owner));
        let Some(first) = parts.first() else {
            if times != 1 {
                owners.sort_unstable();
                owners.dedup();
                faults.push(Fault {
                    path: Path(way),
                    times,
                    owners,
                });
                if faults.len() >= most {
                    break;
                }
            }
            continue;
        };
        let (literal, known) = (first.literals[0], first.piece.owner);
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for rest in parts {
            let next = rest.literals[0];
            let beyond = Rest {
                literals: &rest.literals[1..],
                ..rest
            };
            if next == literal {
                inside.push(beyond);
            } else if next == literal.negated() {
                outside.push(beyond);
            } else if excludes(next, literal) {
                outside.push(rest);
            } else if excludes(next, literal.negated()) {
                inside.push(rest);
            } else {
                return Err((known, rest.piece.owner));
            }
        }
        for (literal, half) in [(literal, inside), (literal.negated(), outside)] {
            let mut way = way.clone();
            way.push(literal);
            regions.push((way, times, owners.clone(), half));
        }
    }
    Ok(faults)
}

/// Whether the two can never hold together.
fn excludes(a: Literal, b: Literal) -> bool {
    use Relation::{AtLeast, AtMost, Is, IsNot};
    if a.var != b.var {
        return false;
    }
    match (a.relation, b.relation) {
        (Is, _) => !b.admits(a.value),
        (_, Is) => !a.admits(b.value),
        (AtMost, AtLeast) => a.value < b.value,
        (AtLeast, AtMost) => b.value < a.value,
        (AtMost | AtLeast | IsNot, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    fn paths(texts: &[&str]) -> Vec<Path> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn told(whole: &[Path], left_out: &[Path]) -> Result<Vec<(String, i32)>, (usize, usize)> {
        let searched = whole.iter().map(|path| (path, 1));
        let pieces: Vec<Piece<'_>> = searched
            .chain(left_out.iter().map(|path| (path, -1)))
            .enumerate()
            .map(|(owner, (path, times))| Piece { path, times, owner })
            .collect();
        let faults = faults(&pieces, 100)?;
        Ok(faults
            .into_iter()
            .map(|fault| (fault.path.to_string(), fault.times))
            .collect())
    }

    #[test]
    fn holes_and_overlaps_are_named() {
        let told = |texts: &[&str]| told(&paths(texts), &[]);
        assert_eq!(told(&[""]), Ok(vec![]));
        assert_eq!(told(&[]), Ok(vec![(String::new(), 0)]));
        assert_eq!(told(&["", ""]), Ok(vec![(String::new(), 2)]));
        assert_eq!(told(&["x1=2", "x1!=2"]), Ok(vec![]));
        assert_eq!(told(&["x1<=2", "x1>=3 x2=1", "x1>=3 x2!=1"]), Ok(vec![]));
        assert_eq!(told(&["x1=2"]), Ok(vec![("x1!=2".to_owned(), 0)]));
        assert_eq!(
            told(&["x1=2", "x1!=2", "x1!=2 x3=0"]),
            Ok(vec![("x1!=2 x3=0".to_owned(), 2)])
        );
        // Children by value leave the other values open.
        assert_eq!(
            told(&["x1=2", "x1=3"]),
            Ok(vec![("x1!=2 x1!=3".to_owned(), 0)])
        );
        assert_eq!(told(&["x1=2", "x1!=2 x1=3", "x1!=2 x1!=3"]), Ok(vec![]));
        assert_eq!(told(&["x1=2", "x2=2"]), Err((0, 1)));
    }

    #[test]
    fn what_was_left_out_is_to_be_covered_by_others() {
        let whole = paths(&["x1=2", "x1!=2"]);
        let left_out = paths(&["x1!=2 x5=1", "x1!=2 x5=2"]);
        assert_eq!(
            told(&whole, &left_out),
            Ok(vec![
                ("x1!=2 x5!=1 x5=2".to_owned(), 0),
                ("x1!=2 x5=1".to_owned(), 0),
            ])
        );
        let mended = [
            whole,
            paths(&["x1!=2 x5=1", "x1!=2 x5=2 x7<=0", "x1!=2 x5=2 x7>=1"]),
        ]
        .concat();
        assert_eq!(told(&mended, &left_out), Ok(vec![]));
    }

    /// Random trees cover the space; with a leaf removed or duplicated, the fault is that leaf.
    #[test]
    fn random_trees() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut leaves = vec![Path::default()];
            for step in 0..rng.below(30) {
                let at = rng.below(leaves.len() as u64) as usize;
                let path = leaves.swap_remove(at);
                let literal: Literal = match step % 2 {
                    0 => format!("x{step}={}", rng.below(5)),
                    _ => format!("w{step}<={}", rng.below(5)),
                }
                .parse()
                .unwrap();
                for literal in [literal, literal.negated()] {
                    leaves.push(Path([&path.0[..], &[literal]].concat()));
                }
            }
            assert_eq!(told(&leaves, &[]), Ok(vec![]), "seed {seed}");
            let at = rng.below(leaves.len() as u64) as usize;
            let leaf = leaves[at].to_string();
            let twice = [leaves.clone(), vec![leaves[at].clone()]].concat();
            assert_eq!(told(&twice, &[]), Ok(vec![(leaf.clone(), 2)]));
            let taken = leaves.swap_remove(at);
            // A hole is named by the halves that lead to it.
            assert_eq!(told(&leaves, &[]), Ok(vec![(taken.to_string(), 0)]));
        }
    }
}
