//! Blocks: the maximal parts of a graph without a cut vertex.

use super::state::has;
use crate::propagators::graph::Graph;

/// No number.
const NONE: u32 = u32::MAX;

/// The blocks of the graph of possible edges, and buffers; computed by [`find`](Self::find).
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// By edge: its block; `u32::MAX` for one that is not possible.
    pub(super) of: Vec<u32>,
    pub(super) blocks: Vec<Block>,
    /// By vertex: its number in the order of the search, from 1; 0 before it is reached.
    pub(super) order: Vec<u32>,
    low: Vec<u32>,
    /// The path of the search: the vertex, the position of the next edge to look at, and the edge that led here.
    path: Vec<(u32, u32, u32)>,
    /// Edges whose block is not closed yet.
    open: Vec<u32>,
    /// The path of the search that only looks for a cut vertex, without its last vertex, at the beginning of the list.
    above: Vec<Above>,
}

/// A vertex that a search has left for one below it.
#[derive(Clone, Copy, Debug, Default)]
struct Above {
    vertex: u32,
    /// The position of the next edge to look at.
    at: u32,
    /// The least number of a vertex that an edge from here or from below leads to.
    low: u32,
}

/// What is known of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The vertex that the search reached first.
    pub(super) top: u32,
    /// The vertices below the top through this block have the numbers from `first` up to `last`.
    pub(super) first: u32,
    pub(super) last: u32,
    /// Number of edges.
    pub(super) edges: u32,
}

impl Blocks {
    pub(super) fn new(graph: &Graph) -> Self {
        let (n, m) = (graph.vertices.len(), graph.ends.len());
        Self {
            of: vec![NONE; m],
            blocks: Vec::with_capacity(m),
            order: vec![0; n],
            low: vec![0; n],
            path: Vec::with_capacity(n),
            open: Vec::with_capacity(m),
            above: vec![Above::default(); n],
        }
    }

    /// Finds all blocks, in a search that starts at `start`. O(vertices + edges).
    pub(super) fn find(&mut self, graph: &Graph, start: u32, possible: impl Fn(u32) -> bool) {
        let all = std::iter::once(start).chain(0..graph.vertices.len() as u32);
        self.search(graph, all, possible);
    }

    /// Finds the blocks that can be reached from a vertex. O(vertices + edges).
    pub(super) fn find_from(&mut self, graph: &Graph, root: u32, possible: impl Fn(u32) -> bool) {
        self.search(graph, [root], possible);
    }

    /// Whether the edges that are not `out`, of which there are `left`, all lie in one block of at least two edges, with
    /// one of them at `root`. O(vertices + edges).
    ///
    /// Nearly always they do, and to see that takes half of the instructions of finding all blocks. The edge back to the
    /// vertex above may count, for only cut vertices are looked for.
    // Not inlined: among all else that a run does the compiler has no registers left for it.
    #[inline(never)]
    pub(super) fn are_one(&mut self, graph: &Graph, root: u32, out: &[u64], left: usize) -> bool {
        // All of one length, which saves most checks of it.
        let n = graph.vertices.len();
        let (starts, around) = (&graph.starts[..n + 1], &graph.around[..]);
        let (order, above) = (&mut self.order[..n], &mut self.above[..n]);
        order.fill(0);
        order[root as usize] = 1;
        let mut own = Above {
            vertex: root,
            at: starts[root as usize],
            low: 1,
        };
        let (mut depth, mut count, mut below_root, mut halves) = (0, 1, 0, 0);
        loop {
            let end = starts[own.vertex as usize + 1];
            let Above {
                mut at, mut low, ..
            } = own;
            let mut below = None;
            while at < end {
                let step = around[at as usize];
                at += 1;
                if has(out, step.edge) {
                    continue;
                }
                halves += 1;
                let number = order[step.to as usize];
                if number == 0 {
                    below = Some(step.to);
                    break;
                }
                // The number of a vertex further down the path changes nothing.
                low = low.min(number);
            }
            if let Some(vertex) = below {
                count += 1;
                order[vertex as usize] = count;
                above[depth] = Above { at, low, ..own };
                depth += 1;
                own = Above {
                    vertex,
                    at: starts[vertex as usize],
                    low: count,
                };
                continue;
            }
            if depth == 0 {
                return left > 1 && halves == 2 * left;
            }
            depth -= 1;
            let before = above[depth];
            // A vertex above whose part below reaches no higher is a cut vertex; so is the root with two such parts.
            below_root += usize::from(depth == 0);
            if below_root > 1 || depth > 0 && low >= order[before.vertex as usize] {
                return false;
            }
            own = Above {
                low: low.min(before.low),
                ..before
            };
        }
    }

    /// By Hopcroft and Tarjan 1973, "Efficient algorithms for graph manipulation".
    fn search(
        &mut self,
        graph: &Graph,
        roots: impl IntoIterator<Item = u32>,
        possible: impl Fn(u32) -> bool,
    ) {
        let Self {
            of,
            blocks,
            order,
            low,
            path,
            open,
            ..
        } = self;
        of.fill(NONE);
        order.fill(0);
        blocks.clear();
        open.clear();
        path.clear();
        let mut count = 0;
        for root in roots {
            if order[root as usize] != 0 {
                continue;
            }
            count += 1;
            order[root as usize] = count;
            low[root as usize] = count;
            path.push((root, graph.starts[root as usize], NONE));
            while let Some(top) = path.last_mut() {
                let v = top.0 as usize;
                if top.1 < graph.starts[v + 1] {
                    let step = graph.around[top.1 as usize];
                    let w = step.to as usize;
                    top.1 += 1;
                    if step.edge == top.2 || order[w] > order[v] || !possible(step.edge) {
                        continue;
                    }
                    open.push(step.edge);
                    if order[w] == 0 {
                        count += 1;
                        order[w] = count;
                        low[w] = count;
                        path.push((step.to, graph.starts[w], step.edge));
                    } else {
                        low[v] = low[v].min(order[w]);
                    }
                    continue;
                }
                let edge = top.2;
                path.pop();
                let Some(&(above, _, _)) = path.last() else {
                    break;
                };
                let u = above as usize;
                if low[v] >= order[u] {
                    let mut edges = 0;
                    while let Some(closed) = open.pop() {
                        of[closed as usize] = blocks.len() as u32;
                        edges += 1;
                        if closed == edge {
                            break;
                        }
                    }
                    blocks.push(Block {
                        top: above,
                        first: order[v],
                        last: count,
                        edges,
                    });
                }
                low[u] = low[u].min(low[v]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::propagators::presence::Presence;

    /// Random graphs with parallel edges, some of whose edges are out.
    #[test]
    fn one_block_is_seen_as_such() {
        let mut rng = Rng::new(7);
        let mut one = 0;
        for _ in 0..3000 {
            let n = 2 + rng.below(6) as usize;
            let m = 1 + rng.below(12) as usize;
            let vertex = |rng: &mut Rng| rng.below(n as u64) as usize;
            let edges: Vec<(usize, usize, Presence)> = (0..m)
                .map(|_| (vertex(&mut rng), vertex(&mut rng), Presence::Always))
                .filter(|(a, b, _)| a != b)
                .collect();
            let graph = Graph::of_edges(n, &edges);
            let out = rng.below(1 << edges.len()) & rng.below(1 << edges.len());
            let possible: Vec<u32> = (0..edges.len() as u32)
                .filter(|edge| out >> edge & 1 == 0)
                .collect();
            let Some(&first) = possible.first() else {
                continue;
            };
            let root = graph.ends[first as usize].0;
            let mut blocks = Blocks::new(&graph);
            blocks.find_from(&graph, root, |edge| out >> edge & 1 == 0);
            let of = blocks.of[first as usize];
            let is_one = possible.iter().all(|&edge| blocks.of[edge as usize] == of);
            let expected = is_one && possible.len() > 1;
            let found = blocks.are_one(&graph, root, &[out], possible.len());
            assert_eq!(found, expected, "{edges:?} without {out:b}");
            one += usize::from(expected);
        }
        assert!(one > 100, "{one}");
    }
}
