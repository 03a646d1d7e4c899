//! Memory use of the process.

/// The bytes of memory that the process uses now, as the system counts them; `None` on systems without
/// `/proc/self/status`.
pub fn resident_bytes() -> Option<u64> {
    status("VmRSS:")
}

/// The largest value of [`resident_bytes`] since the process began.
pub fn peak_bytes() -> Option<u64> {
    status("VmHWM:")
}

fn status(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_in_use_is_counted() {
        let before = resident_bytes().unwrap();
        let block = vec![1u8; 64 << 20];
        let after = resident_bytes().unwrap();
        assert!(
            after >= before + (32 << 20),
            "{before} {after} {}",
            block.len()
        );
        drop(block);
        // The system's figure is approximate and rounded.
        assert!(peak_bytes().unwrap() >= before + (32 << 20));
    }
}
