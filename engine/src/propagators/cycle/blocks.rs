//! Blocks: the maximal parts of a graph without a cut vertex.

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
