//! The allocator as the standard library uses it, and by hand: beyond the region, on two threads, and at random.

use super::*;

#[global_allocator]
static BLOCKS: Blocks = Blocks;

/// One block that is in use.
struct Held {
    block: *mut u8,
    layout: Layout,
    mark: u8,
}

impl Held {
    fn new(layout: Layout, mark: u8) -> Self {
        // SAFETY: no layout here is empty.
        let block = unsafe { Blocks.alloc(layout) };
        assert!(!block.is_null());
        assert_eq!(block.addr() % layout.align(), 0, "{layout:?}");
        let held = Self {
            block,
            layout,
            mark,
        };
        held.fill(0);
        held
    }

    /// Writes the mark from a byte on.
    fn fill(&self, from: usize) {
        for at in from..self.layout.size() {
            // SAFETY: it is within the block.
            unsafe { self.block.add(at).write(self.mark) };
        }
    }

    /// The first bytes are as they were written.
    fn check(&self, bytes: usize) {
        for at in 0..bytes {
            // SAFETY: it is within the block, and was written.
            assert_eq!(unsafe { self.block.add(at).read() }, self.mark, "byte {at}");
        }
    }

    fn resize(&mut self, size: usize) {
        let kept = size.min(self.layout.size());
        // SAFETY: the block is of this layout, and the size is not 0.
        self.block = unsafe { Blocks.realloc(self.block, self.layout, size) };
        self.layout = Layout::from_size_align(size, self.layout.align()).expect("a small size");
        assert_eq!(self.block.addr() % self.layout.align(), 0);
        self.check(kept);
        self.fill(kept);
    }

    fn drop(self) {
        self.check(self.layout.size());
        // SAFETY: the block is of this layout, and not used any more.
        unsafe { Blocks.dealloc(self.block, self.layout) };
    }
}

/// Numbers below `most`, by chance.
fn chance(state: &mut u64, most: usize) -> usize {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    ((*state >> 33) as usize) % most
}

// One test, since the region belongs to one thread of the process.
#[test]
fn blocks_are_apart_and_keep_what_is_written() {
    assert!(Blocks::own());
    assert!(Blocks::own(), "it is this thread's already");

    // A block that was dropped is the next of its size, and zeroed where that is asked for.
    let layout = Layout::from_size_align(40, 8).expect("a small size");
    let held = Held::new(layout, 7);
    assert!(Blocks::contains(held.block));
    let first = held.block;
    held.drop();
    // SAFETY: the layout is not empty.
    let zeroed = unsafe { Blocks.alloc_zeroed(layout) };
    assert_eq!(zeroed, first);
    // SAFETY: the block is that large.
    assert_eq!(unsafe { zeroed.cast::<[u8; 40]>().read() }, [0; 40]);
    // SAFETY: the block is of this layout, and not used any more.
    unsafe { Blocks.dealloc(zeroed, layout) };

    // Another thread has its memory from the system, and may drop what it was handed.
    let handed = vec![1_u32, 2, 3];
    assert!(Blocks::contains(handed.as_ptr().cast_mut().cast()));
    let other = std::thread::spawn(move || {
        assert!(!Blocks::own());
        let own = vec![handed.iter().sum::<u32>()];
        drop(handed);
        assert!(!Blocks::contains(own.as_ptr().cast_mut().cast()));
        own
    });
    assert_eq!(other.join().expect("it does not panic"), [6]);

    // Sizes on both sides of the largest, alignments on both sides of a step, and more than the region holds.
    let mut state = 1;
    let mut held: Vec<Held> = Vec::new();
    let mut outside = 0;
    for step in 0..if cfg!(miri) { 500 } else { 200_000 } {
        let at = chance(&mut state, held.len().max(1));
        match chance(&mut state, 4) {
            0 | 1 if held.len() < 200 => {
                let size = 1 + chance(&mut state, [64, 1500][step % 2]);
                let align = 1 << chance(&mut state, 7);
                let layout = Layout::from_size_align(size, align).expect("a small size");
                held.push(Held::new(layout, step as u8));
                outside += usize::from(!Blocks::contains(held[held.len() - 1].block));
            }
            2 if at < held.len() => held[at].resize(1 + chance(&mut state, 1500)),
            _ if at < held.len() => held.swap_remove(at).drop(),
            _ => {}
        }
    }
    assert!(outside > 0, "the region was full at times");
    held.into_iter().for_each(Held::drop);
}
