//! The allocator of the command: small blocks of the first thread come from one region, without a lock or a search.
//!
//! This is the only crate of the workspace with `unsafe` code: an allocator cannot be written without.

#[cfg(test)]
mod tests;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};

/// Blocks have multiples of so many bytes, and are aligned to it.
const STEP: usize = 16;

/// The most bytes of a block.
const LARGEST: usize = 1024;

/// The bytes of the region: zeroed memory of the process, which takes none before it is touched. A limit on the addresses of
/// a process (`ulimit -v`) counts all of it.
const REGION: usize = if cfg!(any(test, miri)) {
    1 << 15
} else {
    1 << 25
};

/// An allocator that gives one thread, the one that called [`own`](Self::own), its blocks of up to 1,024 bytes from a
/// region of 32 MB. What is larger, what other threads ask for, and what does not fit any more is the system's.
///
/// There is a list of free blocks for each size, in steps of 16 bytes (segregated free lists: Wilson et al. 1995, "Dynamic
/// storage allocation: a survey and critical review"). Allocating and dropping take O(1). A block keeps its size, so
/// memory that is free in one size does not serve another, and a block that another thread drops is not used again. Both
/// suit a command that compiles a puzzle and solves it: the allocator of glibc takes 14 to 25 % of its instructions for a
/// printed puzzle of the usual size, this one 3 to 8 %.
#[derive(Debug)]
pub struct Blocks;

/// A free block: the next of its size.
struct Free {
    next: Option<NonNull<Free>>,
}

/// The blocks of the region.
struct State {
    /// By size, in steps: those that are free.
    free: [Option<NonNull<Free>>; LARGEST / STEP + 1],
    /// The bytes of the region that belong to blocks.
    used: usize,
}

#[repr(C, align(4096))]
struct Shared<T>(UnsafeCell<T>);

// SAFETY: `STATE` is only used by the thread for which `IS_OWNER` is true, and `own` makes it so for one at most. The bytes
// of `BYTES` are only used through pointers that `alloc` gave, each by whoever was given it.
unsafe impl<T> Sync for Shared<T> {}

static BYTES: Shared<[u8; REGION]> = Shared(UnsafeCell::new([0; REGION]));

static STATE: Shared<State> = Shared(UnsafeCell::new(State {
    free: [None; LARGEST / STEP + 1],
    used: 0,
}));

static IS_OWNED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether the region belongs to this thread.
    static IS_OWNER: Cell<bool> = const { Cell::new(false) };
}

impl Blocks {
    /// From now on this thread gets its small blocks from the region. False if it belongs to another thread already.
    pub fn own() -> bool {
        let is_mine = !IS_OWNED.swap(true, Ordering::Relaxed);
        if is_mine {
            IS_OWNER.set(true);
        }
        IS_OWNER.get()
    }

    /// The size in steps of a block that comes from the region.
    fn class(layout: Layout) -> Option<usize> {
        let fits = layout.size() <= LARGEST && layout.align() <= STEP;
        (fits && IS_OWNER.get()).then(|| layout.size().div_ceil(STEP))
    }

    fn contains(block: *mut u8) -> bool {
        let start = BYTES.0.get().addr();
        (start..start + REGION).contains(&block.addr())
    }
}

impl State {
    /// A block of so many steps, if there is one.
    fn take(&mut self, class: usize) -> Option<*mut u8> {
        if let Some(block) = self.free[class] {
            // SAFETY: a block in a list is nobody else's, and `put` wrote this to it.
            self.free[class] = unsafe { block.as_ref().next };
            return Some(block.as_ptr().cast());
        }
        let start = self.used;
        let end = start + class * STEP;
        if end > REGION {
            return None;
        }
        self.used = end;
        // SAFETY: it is within the region.
        Some(unsafe { BYTES.0.get().cast::<u8>().add(start) })
    }

    /// Takes a block of so many steps back.
    ///
    /// # Safety
    /// `take` gave it for this size, and nobody uses it any more.
    unsafe fn put(&mut self, block: *mut u8, class: usize) {
        let block = block.cast::<Free>();
        let next = self.free[class];
        // SAFETY: it is nobody else's, aligned to a step, and at least one step large.
        unsafe { block.write(Free { next }) };
        self.free[class] = NonNull::new(block);
    }
}

// SAFETY: `take` never gives a block twice before `put` took it back, since `used` only grows and a list has what was put
// there. It is aligned to a step, which `class` demands to be enough, and as large as asked for. Nothing here panics.
unsafe impl GlobalAlloc for Blocks {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if let Some(class) = Self::class(layout) {
            // SAFETY: this thread owns the state, and does nothing else with it meanwhile.
            let state = unsafe { &mut *STATE.0.get() };
            if let Some(block) = state.take(class) {
                return block;
            }
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if Self::class(layout).is_none() {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the caller's promise.
        let block = unsafe { self.alloc(layout) };
        if !block.is_null() {
            // SAFETY: it is that large.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if !Self::contains(block) {
            // SAFETY: `alloc` had it from the system, for this layout.
            unsafe { System.dealloc(block, layout) };
        } else if let Some(class) = Self::class(layout) {
            // SAFETY: this thread owns the state, and does nothing else with it meanwhile. The block is of this size, and
            // the caller gives it back.
            unsafe { (*STATE.0.get()).put(block, class) };
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let is_ours = Self::contains(block);
        if !is_ours && size > LARGEST {
            // SAFETY: `alloc` had it from the system, for this layout.
            return unsafe { System.realloc(block, layout, size) };
        }
        if is_ours && size.div_ceil(STEP) == layout.size().div_ceil(STEP) {
            return block;
        }
        // SAFETY: the caller's promise: rounded up to the alignment, it is no larger than memory can be.
        let new_layout = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: the caller's promise.
        let new = unsafe { self.alloc(new_layout) };
        if !new.is_null() {
            // SAFETY: both are as large as their layouts say, and apart.
            unsafe { ptr::copy_nonoverlapping(block, new, layout.size().min(size)) };
            // SAFETY: the caller's promise.
            unsafe { self.dealloc(block, layout) };
        }
        new
    }
}
