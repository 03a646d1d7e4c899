//! How far several sources reach, each with steps of its own to go.

use crate::propagators::graph::{Graph, Step};

/// The result of a search, and its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// By vertex: the most steps that are left of a source when it is reached, and 1; 0 if it is not reached.
    left: Vec<u32>,
    /// The same for each vertex to start from, before the vertex.
    sources: Vec<(u32, u32)>,
    queue: Vec<u32>,
}

impl Spread {
    pub(super) fn new(graph: &Graph) -> Self {
        let n = graph.vertices.len();
        Self {
            left: vec![0; n],
            sources: Vec::with_capacity(n),
            queue: Vec::with_capacity(n),
        }
    }

    /// Forgets all sources and what they reached.
    pub(super) fn clear(&mut self) {
        self.sources.clear();
    }

    /// The vertices at most `steps` away from `vertex` will be reached.
    pub(super) fn start(&mut self, vertex: u32, steps: usize) {
        let left = steps.min(self.left.len()) as u32 + 1;
        self.sources.push((left, vertex));
    }

    /// Goes from all sources along the steps that are `open`. Whatever has the most steps left goes first, so that each
    /// vertex is visited once. O(vertices + edges + s log s) for s sources.
    pub(super) fn find(&mut self, graph: &Graph, open: impl Fn(Step) -> bool) {
        let Self {
            left,
            sources,
            queue,
        } = self;
        left.fill(0);
        queue.clear();
        sources.sort_unstable();
        let mut next = 0;
        loop {
            let waiting = queue.get(next).map_or(0, |&v| left[v as usize]);
            let v = match sources.last() {
                Some(&(steps, v)) if steps >= waiting => {
                    sources.pop();
                    if left[v as usize] >= steps {
                        continue;
                    }
                    left[v as usize] = steps;
                    v
                }
                _ if waiting == 0 => break,
                _ => {
                    next += 1;
                    queue[next - 1]
                }
            };
            let steps = left[v as usize] - 1;
            if steps == 0 {
                continue;
            }
            for &step in graph.around(v) {
                if left[step.to as usize] == 0 && open(step) {
                    left[step.to as usize] = steps;
                    queue.push(step.to);
                }
            }
        }
    }

    /// The most steps that are left when a vertex is reached.
    pub(super) fn left(&self, vertex: u32) -> Option<u32> {
        self.left[vertex as usize].checked_sub(1)
    }
}
