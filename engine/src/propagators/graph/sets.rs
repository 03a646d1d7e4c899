//! Disjoint sets of vertices.

/// Each vertex is in one set; sets are joined two by two (union by path halving, Tarjan and van Leeuwen 1984).
#[derive(Clone, Debug)]
pub(in super::super) struct Sets {
    /// By vertex: another one of its set, or itself if it stands for the set.
    parent: Vec<u32>,
}

impl Sets {
    /// For the vertices `0..vertices`, to be [split](Self::split) first.
    pub(in super::super) fn new(vertices: usize) -> Self {
        Self {
            parent: vec![0; vertices],
        }
    }

    /// Puts each vertex into a set of its own. O(vertices).
    pub(in super::super) fn split(&mut self) {
        for (v, parent) in (0..).zip(&mut self.parent) {
            *parent = v;
        }
    }

    /// One more set, of one vertex of its own, which is returned.
    pub(in super::super) fn add(&mut self) -> u32 {
        let vertex = self.parent.len() as u32;
        self.parent.push(vertex);
        vertex
    }

    /// The vertex that stands for the set of `v`.
    pub(in super::super) fn find(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            let above = self.parent[self.parent[v as usize] as usize];
            self.parent[v as usize] = above;
            v = above;
        }
        v
    }

    /// Makes the sets of two vertices one. False if they are one.
    pub(in super::super) fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        // Path halving keeps the trees low enough without ranks.
        self.parent[a as usize] = b;
        a != b
    }
}
