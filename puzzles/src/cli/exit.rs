//! The exit codes.

/// Exactly one solution; for commands that do not solve, all went well.
pub(super) const GOOD: u8 = 0;

/// No solution, or something is not as it should be.
pub(super) const NONE: u8 = 1;

/// Bad input or bad arguments.
pub(super) const BAD_INPUT: u8 = 2;

/// Several solutions.
pub(super) const SEVERAL: u8 = 3;

/// Stopped by a limit or a signal.
pub(super) const STOPPED: u8 = 4;

/// A defect of this program (`EX_SOFTWARE`).
pub(super) const DEFECT: u8 = 70;

/// Output could not be written (`EX_IOERR`).
pub(super) const NOT_WRITTEN: u8 = 74;

/// The worse of two codes.
pub(super) fn worse(a: u8, b: u8) -> u8 {
    const ORDER: [u8; 7] = [GOOD, SEVERAL, NONE, STOPPED, BAD_INPUT, NOT_WRITTEN, DEFECT];
    let rank = |code| ORDER.iter().position(|&known| known == code);
    if rank(a) >= rank(b) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_wins() {
        assert_eq!([0, 3, 0, 1].into_iter().fold(GOOD, worse), 1);
        assert_eq!([3, 4, 1].into_iter().fold(GOOD, worse), 4);
        assert_eq!([2, 4].into_iter().fold(GOOD, worse), 2);
        assert_eq!([70, 2, 74].into_iter().fold(GOOD, worse), 70);
    }
}
