//! Limits as they are typed: `10s`, `2GiB`, `5000`.

use std::time::Duration;

use clap::Args;
use quadrille_engine::{Interrupt, Limits};

/// When to give up.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArguments {
    /// Stop after this time, such as 10s, 500ms, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,

    /// Stop after this many nodes of the search
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,

    /// Stop after this many failed nodes
    #[arg(long, value_name = "N")]
    pub(super) failures: Option<u64>,

    /// Stop when the process uses this much memory, such as 2GiB or 500MB (needs Linux)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) memory: Option<u64>,
}

impl LimitArguments {
    /// Whether there are none.
    pub(super) fn are_default(&self) -> bool {
        self.time.is_none()
            && self.nodes.is_none()
            && self.failures.is_none()
            && self.memory.is_none()
    }

    /// The limits of a search that also ends when the interrupt is due.
    pub(super) fn of_search(&self, interrupt: &Interrupt) -> Limits {
        Limits {
            time: self.time,
            nodes: self.nodes,
            failures: self.failures,
            solutions: None,
            interrupt: interrupt.clone(),
        }
    }
}

/// Reads a time: a number, whole or with a fraction, and `ms`, `s`, `m` or `h`; seconds if there is no unit.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`, expected ms, s, m or h")),
    };
    let number = parse_number(number).ok_or("expected a time such as 10s, 500ms or 2m")?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "the time is too long".to_owned())
}

/// Reads a size in bytes: a number, whole or with a fraction, and `B`, `kB`, `MB`, `GB`, `KiB`, `MiB` or `GiB`, in
/// either case. A number without a unit is refused as ambiguous.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" if parse_number(number).is_some() => {
            return Err(format!(
                "expected a unit after the number, such as {number}MiB or {number}GiB"
            ));
        }
        "" | "b" => 1u64,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => {
            return Err(format!(
                "unknown unit `{unit}`, expected kB, MB, GB, KiB, MiB or GiB"
            ));
        }
    };
    let number = parse_number(number).ok_or("expected a size such as 2GiB or 500MB")?;
    let bytes = number * factor as f64;
    if bytes < u64::MAX as f64 {
        Ok(bytes as u64)
    } else {
        Err("the size is too large".to_owned())
    }
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn parse_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_time("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_time("10"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1h"), Ok(Duration::from_secs(3600)));
        for bad in [
            "",
            "s",
            "ten",
            "-1s",
            "1.2.3s",
            "10 parsecs",
            "1e99s",
            "99999999999999999999999h",
        ] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("2GiB"), Ok(2 << 30));
        assert_eq!(parse_size("500MB"), Ok(500_000_000));
        assert_eq!(parse_size("1.5 kib"), Ok(1536));
        assert_eq!(parse_size("4096B"), Ok(4096));
        let bare = parse_size("2").unwrap_err();
        assert!(bare.contains("2GiB"), "{bare}");
        for bad in [
            "",
            "GiB",
            "-1",
            "2 pebibytes",
            "99999999999999999999TB",
            "nan",
        ] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
