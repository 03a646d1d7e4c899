//! Sets of small numbers: the types of `bitvec` in the one layout that all of this library uses, words with the least bit
//! first, as in the domains of variables.

pub use bitvec::field::BitField;
pub use bitvec::order::Lsb0;
pub use bitvec::slice::BitSlice;
pub use bitvec::vec::BitVec;
use bitvec::view::BitView;

/// A word of a set. `bitvec` has 64 bits in one only where pointers have them.
#[cfg(target_pointer_width = "64")]
pub type Word = u64;
/// A word of a set. `bitvec` has 64 bits in one only where pointers have them.
#[cfg(not(target_pointer_width = "64"))]
pub type Word = u32;

/// A set of small numbers that owns its memory.
pub type Bits = BitVec<Word, Lsb0>;

/// Some bits of such a set, or of a domain.
pub type BitsRef = BitSlice<Word, Lsb0>;

#[cfg(all(not(target_pointer_width = "64"), target_endian = "big"))]
compile_error!("halves of 64-bit words would be in the wrong order");

/// The bits of some words of 64.
pub(crate) fn of_words(words: &[u64]) -> &BitsRef {
    #[cfg(not(target_pointer_width = "64"))]
    let words = bytemuck::cast_slice::<u64, Word>(words);
    words.view_bits()
}

/// As many bits, none of them set.
pub fn none_of(bits: usize) -> Bits {
    Bits::repeat(false, bits)
}

/// As many bits, all of them set.
pub fn all_of(bits: usize) -> Bits {
    Bits::repeat(true, bits)
}

/// The 64 bits that start at bit `start`, which may lie partly or wholly outside.
pub(crate) fn window(bits: &BitsRef, start: i64) -> u64 {
    let end = bits.len() as i64;
    let (low, high) = (start.clamp(0, end), start.saturating_add(64).clamp(0, end));
    match low < high {
        true => bits[low as usize..high as usize].load_le::<u64>() << (low - start),
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_the_bits_at_its_place() {
        let bits: Bits = (0..200).map(|bit| bit % 3 == 0 || bit % 7 == 1).collect();
        for (first, last) in [(0, 200), (5, 130), (64, 128), (70, 70)] {
            let part = &bits[first..last];
            for start in -70..210 {
                let expected = (0..64).filter(|bit| {
                    let at = usize::try_from(start + bit);
                    at.is_ok_and(|at| part.get(at).is_some_and(|bit| *bit))
                });
                let expected = expected.fold(0, |word: u64, bit| word | 1 << bit);
                assert_eq!(
                    window(part, start),
                    expected,
                    "{first}..{last} from {start}"
                );
            }
        }
    }
}
