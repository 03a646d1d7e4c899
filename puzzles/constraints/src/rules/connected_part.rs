//! Whether some members of a group are connected by themselves.

use quadrille_engine::propagators::GroupTest;
use smallvec::SmallVec;

/// The members of a group in one place are connected without the others, or there are none there.
///
/// It holds for some set between the bounds, exactly, if those that are certain are connected through possible ones. O(the
/// vertices and edges of the place).
#[derive(Clone, Debug)]
pub struct ConnectedPart {
    /// The vertices of the place, by their numbers in the group.
    part: Vec<usize>,
    /// By vertex of the place: its neighbours there.
    neighbours: Vec<SmallVec<[u32; 8]>>,
    vertices: usize,
}

impl ConnectedPart {
    /// For a place in a group of so many vertices, given by its vertices and the pairs of these that are neighbours, by
    /// their positions in `part`.
    ///
    /// # Panics
    /// If a vertex is beyond the group, or a position beyond the place.
    pub fn new(part: &[usize], pairs: &[(usize, usize)], vertices: usize) -> Self {
        assert!(
            part.iter().all(|&vertex| vertex < vertices),
            "the vertices are those of the group"
        );
        let mut neighbours = vec![SmallVec::new(); part.len()];
        for &(a, b) in pairs {
            neighbours[a].push(b as u32);
            neighbours[b].push(a as u32);
        }
        Self {
            part: part.to_vec(),
            neighbours,
            vertices,
        }
    }
}

impl GroupTest for ConnectedPart {
    fn vertices(&self) -> usize {
        self.vertices
    }

    fn cost(&self) -> u64 {
        self.part.len() as u64
    }

    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let is_in = |set: &[bool], at: usize| set.get(self.part[at]) == Some(&true);
        let wanted: SmallVec<[u32; 32]> = (0..self.part.len() as u32)
            .filter(|&at| is_in(certain, at as usize))
            .collect();
        // Most groups that are asked about have one certain member there, or none.
        let mut open: SmallVec<[u32; 32]> = match wanted[..] {
            [first, _, ..] => [first].into_iter().collect(),
            _ => SmallVec::new(),
        };
        let mut met = if open.is_empty() { wanted.len() } else { 1 };
        let mut reached: SmallVec<[bool; 64]> = SmallVec::new();
        if let Some(&first) = open.first() {
            reached.resize(self.part.len(), false);
            reached[first as usize] = true;
        }
        while met < wanted.len()
            && let Some(at) = open.pop()
        {
            for &next in &self.neighbours[at as usize] {
                if !std::mem::replace(&mut reached[next as usize], true)
                    && is_in(possible, next as usize)
                {
                    met += usize::from(is_in(certain, next as usize));
                    open.push(next);
                }
            }
        }
        match met == wanted.len() {
            false => Some(false),
            true => (certain == possible).then_some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that can be known of a group with seven vertices, against the sets between the bounds: those of the place are
    /// connected if no way to divide them has no pair across.
    #[test]
    fn against_brute_force() {
        let (part, pairs) = ([0, 2, 3, 5, 6], [(0, 1), (1, 2), (3, 4), (2, 4), (0, 3)]);
        for kept in 0..1usize << pairs.len() {
            let pairs: Vec<(usize, usize)> = (0..pairs.len())
                .filter(|pair| kept >> pair & 1 == 1)
                .map(|pair| pairs[pair])
                .collect();
            let test = ConnectedPart::new(&part, &pairs, 7);
            let of_part = |set: usize| -> usize {
                let there = |at: &usize| set >> part[*at] & 1 == 1;
                (0..part.len()).filter(there).map(|at| 1 << at).sum()
            };
            let is_connected = |set: usize| {
                let set = of_part(set);
                let divided = (1..set).filter(|half| half & !set == 0 && half & set != set);
                divided.into_iter().all(|half| {
                    let is_across = |&(a, b): &(usize, usize)| {
                        set >> a & set >> b & 1 == 1 && (half >> a & 1) != (half >> b & 1)
                    };
                    pairs.iter().any(is_across)
                })
            };
            let list = |set: usize| (0..7).map(|at| set >> at & 1 == 1).collect::<Vec<bool>>();
            for possible in 0..1usize << 7 {
                for certain in (0..1 << 7).filter(|certain| certain & !possible == 0) {
                    let sets =
                        (0..1usize << 7).filter(|set| certain & !set == 0 && set & !possible == 0);
                    let is_some = sets.clone().any(is_connected);
                    let is_all = sets.clone().all(is_connected);
                    match test.status(&list(certain), &list(possible)) {
                        Some(false) => assert!(!is_some, "{certain:b} {possible:b}"),
                        Some(true) => assert!(is_all, "{certain:b} {possible:b}"),
                        None => assert!(is_some && certain != possible),
                    }
                }
            }
        }
    }
}
