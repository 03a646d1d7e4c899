//! The word of the variables' values is in a decision diagram.
//!
//! State on the trail: a bit for each node. Hints: for each node an arc in and an arc out, and for each value an arc,
//! that were alive when last checked. The copy of the domains and the layers' flags are scratch.

use std::sync::Arc;

use super::Mdd;
use crate::bits::{Bits, none_of};
use crate::constraint::{Constraint, Scope};
use crate::domain::Dom;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::all_different::repeats;
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, ReadState, RevWords, WriteState};
use crate::var::Var;

/// The values of the variables, in order, are a word of the diagram.
///
/// # Strength and cost
///
/// A node is alive while it lies on a path from root to end whose values are all in the domains. When domains have
/// narrowed, a forward sweep drops nodes without a living incoming arc, a backward sweep those without a living
/// outgoing arc, each starting at a layer that narrowed and continuing only where nodes died; then the values of the
/// layers beside dead nodes search for a living arc. This is MDD propagation as in Hoda, van Hoeve and Hooker 2010 and
/// Compact-MDD (Verhaeghe, Lecoutre and Schaus 2018), with the layered graph of Pesant 2004 when the diagram came from
/// an automaton; instead of keeping the status of each arc on the trail (as MDD4R, Perez and Régin 2014, does), it
/// keeps only nodes there, one bit each, and an arc is alive if its two ends and its value are.
///
/// Domain consistent in one run if no variable occurs twice; otherwise sound, and exact once all variables are fixed.
///
/// A run costs O(living nodes and values of the layers touched) if the remembered arcs are still alive, and O(arcs of
/// the nodes there that were alive before it) at worst.
#[derive(Clone, Debug)]
pub struct InMdd {
    vars: Box<[Var]>,
    /// It may be large, and is dropped when the constraint is attached: the propagator lays out what it needs.
    mdd: Arc<Mdd>,
}

/// The propagator of [`InMdd`].
#[derive(Debug)]
pub struct InMddPropagator {
    repeated: bool,
    pub(super) layers: Vec<Layer>,
    /// By level: its first word among the node bits.
    pub(super) level_start: Vec<u32>,
    inward: Arcs,
    pub(super) outward: Arcs,
    /// By bit of the domains: the two ends of an arc with that value that was alive when last checked.
    value_arcs: Vec<(u32, u32)>,
    alive: RevWords,
    /// Scratch: the domains, copied at the start of a run; the values found supported.
    domains: Vec<u64>,
    keep: Vec<u64>,
    narrowed: Bits,
    lost: Bits,
}

/// A place of the word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub(super) var: Var,
    pub(super) offset: i32,
    /// Its words in the copy of the domains.
    pub(super) start: u32,
    pub(super) len: u32,
}

/// The arcs into each node, or out of each, in one array, with the position where a living one was last found.
#[derive(Clone, Debug)]
pub(super) struct Arcs {
    starts: Vec<u32>,
    /// The bit numbers of the arc's other end and of its value.
    arcs: Vec<(u32, u32)>,
    residues: Vec<u32>,
}

impl Arcs {
    /// Makes lists of these lengths, to be [filled](Self::push).
    fn with_lengths(lengths: &[u32]) -> Self {
        let mut starts = Vec::with_capacity(lengths.len() + 1);
        let mut end = 0;
        starts.push(end);
        for length in lengths {
            end += length;
            starts.push(end);
        }
        Self {
            residues: starts[..lengths.len()].to_vec(),
            arcs: vec![(0, 0); end as usize],
            starts,
        }
    }

    /// Puts an arc into the next free place of a list, which its residue marks until all are filled.
    fn push(&mut self, list: u32, arc: (u32, u32)) {
        let place = &mut self.residues[list as usize];
        self.arcs[*place as usize] = arc;
        *place += 1;
    }

    /// To be called when all lists are filled.
    fn complete(&mut self) {
        let lists = self.residues.len();
        self.residues.copy_from_slice(&self.starts[..lists]);
    }

    pub(super) fn of(&self, list: usize) -> &[(u32, u32)] {
        &self.arcs[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    /// Whether `list` has an arc with both bits set, the first in `first` and the second in `second`.
    #[inline]
    fn find(&mut self, list: usize, first: &[u64], second: &[u64]) -> bool {
        let residue = self.residues[list] as usize;
        let alive = |&(a, b): &(u32, u32)| bit(first, a) && bit(second, b);
        let (start, end) = (self.starts[list] as usize, self.starts[list + 1] as usize);
        if start == end {
            return false;
        }
        if alive(&self.arcs[residue]) {
            return true;
        }
        // The search starts at the residue and wraps around: neighbours tend to live and die together.
        let after = self.arcs[residue + 1..end].iter().position(alive);
        let found = match after {
            Some(place) => Some(residue + 1 + place),
            None => self.arcs[start..residue]
                .iter()
                .position(alive)
                .map(|place| start + place),
        };
        if let Some(place) = found {
            self.residues[list] = place as u32;
        }
        found.is_some()
    }
}

#[inline]
fn bit(words: &[u64], index: u32) -> bool {
    words[index as usize / 64] >> (index % 64) & 1 == 1
}

impl InMdd {
    /// `vars` spell a word of `mdd`, in order.
    ///
    /// # Panics
    /// If the words are not as long as `vars`.
    pub fn new(vars: &[Var], mdd: Arc<Mdd>) -> Self {
        assert_eq!(
            vars.len(),
            mdd.arity(),
            "words of another length than the scope"
        );
        Self {
            vars: vars.into(),
            mdd,
        }
    }
}

/// Calls `visit` with the bit numbers of both ends and of the value of every arc whose value is declared.
fn for_each_arc(
    mdd: &Mdd,
    layers: &[Layer],
    level_start: &[u32],
    scope: &Scope<'_>,
    mut visit: impl FnMut(u32, u32, u32),
) {
    for (depth, layer) in layers.iter().enumerate() {
        let (level, domain) = (&mdd.levels[depth], scope.domain(layer.var));
        let (here, below) = (level_start[depth] * 64, level_start[depth + 1] * 64);
        for node in 0..level.nodes() as u32 {
            for &(value, to) in level.arcs_of(node) {
                if domain.contains(value) {
                    let bit = (i64::from(value) - i64::from(layer.offset)) as u32;
                    visit(here + node, below + to, layer.start * 64 + bit);
                }
            }
        }
    }
}

impl InMddPropagator {
    /// Drops the nodes of `level` without a living incoming (or outgoing) arc. True if there were any.
    fn sweep(
        &mut self,
        cx: &mut Context<'_>,
        alive: RevWords,
        level: usize,
        inward: bool,
    ) -> Result<bool, Conflict> {
        let (first, last) = (self.level_start[level], self.level_start[level + 1]);
        let arcs = if inward {
            &mut self.inward
        } else {
            &mut self.outward
        };
        let (mut lost, mut any) = (false, 0);
        for word in first as usize..last as usize {
            let nodes = cx.words(alive);
            let old = nodes[word];
            let mut new = old;
            let mut left = old;
            while left != 0 {
                let place = left.trailing_zeros();
                left &= left - 1;
                if !arcs.find(word * 64 + place as usize, nodes, &self.domains) {
                    new &= !(1 << place);
                }
            }
            if new != old {
                lost = true;
                cx.set_word(alive, word, new);
            }
            any |= new;
        }
        if any == 0 { Err(Conflict) } else { Ok(lost) }
    }

    /// Removes the values of layer number `depth` without a living arc.
    fn filter(
        &mut self,
        cx: &mut Context<'_>,
        alive: RevWords,
        depth: usize,
    ) -> Result<(), Conflict> {
        let layer = self.layers[depth];
        let (start, len) = (layer.start as usize, layer.len as usize);
        let nodes = cx.words(alive);
        // The remembered arcs come first; `keep` contains the values that have lost theirs.
        let mut missing = 0;
        for i in 0..len {
            let mut left = self.domains[start + i];
            let mut lost = 0u64;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                let (from, to) = self.value_arcs[(start + i) * 64 + place];
                if !(bit(nodes, from) && bit(nodes, to)) {
                    lost |= 1 << place;
                }
            }
            missing += lost.count_ones();
            self.keep[i] = lost;
        }
        if missing == 0 {
            return Ok(());
        }
        // The arcs of living nodes come next, until all values have one again.
        let (first, last) = (self.level_start[depth], self.level_start[depth + 1]);
        'search: for word in first..last {
            let mut left = nodes[word as usize];
            while left != 0 {
                let from = word * 64 + left.trailing_zeros();
                left &= left - 1;
                for &(to, value) in self.outward.of(from as usize) {
                    let lost = &mut self.keep[value as usize / 64 - start];
                    let mask = 1 << (value % 64);
                    if *lost & mask != 0 && bit(nodes, to) {
                        *lost &= !mask;
                        self.value_arcs[value as usize] = (from, to);
                        missing -= 1;
                        if missing == 0 {
                            break 'search;
                        }
                    }
                }
            }
        }
        if missing == 0 {
            return Ok(());
        }
        for (keep, domain) in self.keep.iter_mut().zip(&self.domains[start..start + len]) {
            *keep = domain & !*keep;
        }
        if layer.var.is_wide() {
            cx.keep_words(layer.var, layer.offset, &self.keep[..len])?;
        } else {
            cx.keep(layer.var, Dom::from_bits(self.keep[0]))?;
        }
        Ok(())
    }
}

impl Constraint for InMdd {
    type Propagator = InMddPropagator;

    fn name(&self) -> &'static str {
        "mdd"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> InMddPropagator {
        let Self { vars, mdd } = self;
        let mut layers = Vec::with_capacity(vars.len());
        let mut start = 0;
        for &var in &vars {
            scope.track(var, Events::ANY);
            let domain = scope.domain(var);
            let len = domain.words().len() as u32;
            layers.push(Layer {
                var,
                offset: domain.offset(),
                start,
                len,
            });
            start += len;
        }
        let arity = vars.len();
        let mut level_start = Vec::with_capacity(arity + 2);
        let mut bits: Vec<u64> = Vec::new();
        for level in 0..=arity {
            level_start.push(bits.len() as u32);
            let nodes = mdd.nodes(level);
            bits.extend(std::iter::repeat_n(u64::MAX, nodes / 64));
            if !nodes.is_multiple_of(64) {
                bits.push(u64::MAX >> (64 - nodes % 64));
            }
        }
        level_start.push(bits.len() as u32);
        // A value without any arc remembers one between nodes that are never alive.
        let dead = bits.len() as u32 * 64;
        bits.push(0);
        let mut value_arcs = vec![(dead, dead); start as usize * 64];
        // The arcs are enumerated twice: a list of them would take more memory than everything that is kept.
        let lists = bits.len() * 64;
        let (mut inward, mut outward) = (vec![0; lists], vec![0; lists]);
        for_each_arc(&mdd, &layers, &level_start, scope, |from, to, _| {
            inward[to as usize] += 1;
            outward[from as usize] += 1;
        });
        let mut inward = Arcs::with_lengths(&inward);
        let mut outward = Arcs::with_lengths(&outward);
        for_each_arc(&mdd, &layers, &level_start, scope, |from, to, value| {
            inward.push(to, (from, value));
            outward.push(from, (to, value));
            value_arcs[value as usize] = (from, to);
        });
        inward.complete();
        outward.complete();
        let widest = layers.iter().map(|l| l.len as usize).max().unwrap_or(0);
        InMddPropagator {
            repeated: repeats(&vars),
            layers,
            level_start,
            inward,
            outward,
            value_arcs,
            alive: scope.new_words(&bits),
            domains: vec![0; start as usize],
            keep: vec![0; widest],
            narrowed: none_of(arity),
            lost: none_of(arity + 1),
        }
    }
}

impl Propagator for InMddPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let alive = self.alive;
        let arity = self.layers.len();
        // Without nodes there are no words.
        if self.level_start[arity + 1] == 0 {
            return Err(Conflict);
        }
        let first_run = cx.runs_afresh();
        for layer in &self.layers {
            let start = layer.start as usize;
            if layer.var.is_wide() {
                let words = cx.domain(layer.var).words();
                self.domains[start..start + words.len()].copy_from_slice(words);
            } else {
                self.domains[start] = cx.dom(layer.var).bits();
            }
        }
        self.narrowed.fill(false);
        self.lost.fill(false);
        let (mut lowest, mut highest) = (arity, 0);
        for &layer in cx.fired() {
            let layer = layer as usize;
            self.narrowed.set(layer, true);
            lowest = lowest.min(layer);
            highest = highest.max(layer);
        }
        for layer in lowest..arity {
            if self.narrowed[layer] || self.lost[layer] {
                let lost = self.sweep(cx, alive, layer + 1, true)?;
                self.lost.set(layer + 1, lost);
            } else if layer > highest {
                break;
            }
        }
        for layer in (0..arity).rev() {
            if (self.narrowed[layer] || self.lost[layer + 1])
                && self.sweep(cx, alive, layer, false)?
            {
                self.lost.set(layer, true);
            }
        }
        let mut open = 0;
        for at in 0..arity {
            if first_run || self.lost[at] || self.lost[at + 1] {
                self.filter(cx, alive, at)?;
            }
            open += usize::from(!cx.is_fixed(self.layers[at].var));
        }
        // A value that a repeated variable lost at one place in this run was not swept at the other.
        Ok(if open <= 1 && !self.repeated {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    /// Adds the removed values at the other places that cut every path with a value that was lost; for a failure, every
    /// path.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeated || self.explain_by_cut(change, past, facts).is_none() {
            past.describe_scope(facts);
        }
    }
}
