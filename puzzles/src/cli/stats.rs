//! The table of `--stats`: where the time went, and what the propagators did.

use std::fmt::Write;
use std::time::Duration;

use crate::solve::{Findings, peak_bytes, thousands};

/// The table as text, each line ending in a line feed.
pub(super) fn table(findings: &Findings, parse: Duration, total: Duration) -> String {
    let stats = &findings.stats;
    let mut text = String::new();
    text.push_str("seconds\n");
    for (name, time) in [
        ("parse", parse),
        ("build", stats.build),
        ("root", stats.root),
        ("search", stats.search),
        ("total", total),
    ] {
        let _ = writeln!(text, "  {name:<14}{:>14.6}", time.as_secs_f64());
    }
    if let Some(bytes) = peak_bytes() {
        let mebibytes = bytes as f64 / f64::from(1 << 20);
        let _ = writeln!(text, "memory, MiB\n  {:<14}{mebibytes:>14.1}", "peak");
    }
    text.push_str("search\n");
    for (name, number) in [
        ("nodes", stats.nodes),
        ("failures", stats.failures),
        ("solutions", stats.solutions),
        ("propagations", stats.propagations),
        ("changes", stats.changes),
        ("peak depth", stats.peak_depth as u64),
        ("restarts", stats.restarts),
        ("no-goods", stats.no_goods),
    ] {
        let _ = writeln!(text, "  {name:<14}{:>14}", thousands(number));
    }
    let wide = findings
        .propagators
        .iter()
        .map(|figures| figures.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(10);
    let _ = writeln!(
        text,
        "{:<wide$}  {:>6} {:>12} {:>12} {:>11} {:>11}",
        "propagator", "number", "calls", "prunings", "failures", "did nothing"
    );
    for figures in &findings.propagators {
        let calls = figures.calls;
        let _ = writeln!(
            text,
            "{:<wide$}  {:>6} {:>12} {:>12} {:>11} {:>11}",
            figures.name,
            figures.number,
            thousands(calls.calls),
            thousands(calls.pruning),
            thousands(calls.failing),
            idle_share(calls.calls, calls.pruning, calls.failing),
        );
    }
    text
}

/// The share of runs that neither pruned nor failed, as a percentage.
fn idle_share(calls: u64, pruning: u64, failing: u64) -> String {
    if calls == 0 {
        return "-".to_owned();
    }
    // A run may do both.
    let idle = calls.saturating_sub(pruning + failing);
    format!("{:.1} %", 100.0 * idle as f64 / calls as f64)
}
