//! SHA-256 (FIPS 180-4), by which files name each other and damage is noticed. `sha256sum` gives the same.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// An incremental digest.
#[derive(Clone, Debug)]
pub(super) struct Sha256 {
    state: [u32; 8],
    /// What does not fill a block yet.
    rest: Vec<u8>,
    length: u64,
}

impl Sha256 {
    pub(super) fn new() -> Self {
        Self {
            state: [
                0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                0x5be0cd19,
            ],
            rest: Vec::with_capacity(64),
            length: 0,
        }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let missing = (64 - self.rest.len()).min(bytes.len());
        let (head, bytes) = bytes.split_at(missing);
        self.rest.extend_from_slice(head);
        if self.rest.len() < 64 {
            return;
        }
        let block = std::mem::take(&mut self.rest);
        self.mix(&block);
        let mut blocks = bytes.chunks_exact(64);
        for block in &mut blocks {
            self.mix(block);
        }
        self.rest.extend_from_slice(blocks.remainder());
    }

    fn mix(&mut self, block: &[u8]) {
        let mut w = [0u32; 64];
        for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        }
        for i in 16..64 {
            let [a, b] = [w[i - 15], w[i - 2]];
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w[i] = w[i - 16]
                .wrapping_add(s0)
                .wrapping_add(w[i - 7])
                .wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for (&k, &w) in K.iter().zip(&w) {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let t1 = [s1, choice, k, w].into_iter().fold(h, u32::wrapping_add);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
            (d, c, b, a) = (c, b, a, t1.wrapping_add(t2));
        }
        for (sum, word) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *sum = sum.wrapping_add(word);
        }
    }

    /// The digest of what was added so far, in hexadecimal.
    pub(super) fn hex(&self) -> String {
        let mut end = self.clone();
        let bits = self.length.wrapping_mul(8);
        let zeros = (119 - self.rest.len()) % 64;
        end.add(&[0x80]);
        end.add(&vec![0; zeros]);
        end.add(&bits.to_be_bytes());
        end.state.iter().map(|word| format!("{word:08x}")).collect()
    }
}

/// The digest of a text.
pub(super) fn digest(text: &str) -> String {
    let mut digest = Sha256::new();
    digest.add(text.as_bytes());
    digest.hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-2, appendix B.
    #[test]
    fn as_published() {
        assert_eq!(
            digest("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        assert_eq!(
            digest(&"a".repeat(1_000_000)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }

    #[test]
    fn in_pieces_it_is_the_same() {
        let text = "0123456789".repeat(20);
        for length in 0..text.len() {
            for cut in [0, length / 3, length.min(64), length] {
                let mut pieces = Sha256::new();
                pieces.add(&text.as_bytes()[..cut]);
                pieces.add(&text.as_bytes()[cut..length]);
                assert_eq!(pieces.hex(), digest(&text[..length]), "{length} at {cut}");
            }
        }
    }
}
