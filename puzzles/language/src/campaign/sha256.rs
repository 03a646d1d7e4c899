//! SHA-256, by which files name each other and damage is noticed. `sha256sum` gives the same.

use sha2::Digest;

/// An incremental digest.
#[derive(Clone, Debug)]
pub(super) struct Sha256(sha2::Sha256);

impl Sha256 {
    pub(super) fn new() -> Self {
        Self(sha2::Sha256::new())
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of what was added so far, in hexadecimal.
    pub(super) fn hex(&self) -> String {
        let digest = self.0.clone().finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
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
}
