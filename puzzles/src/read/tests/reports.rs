//! Reports for people.

use super::*;

#[test]
fn a_report_shows_the_line_underlined() {
    let text = CROSS_4.replace("square", "sqare");
    let source = source(&text);
    let report = parse(&source).unwrap_err().render(&source, false);
    let lines: Vec<&str> = report.lines().map(str::trim_end).collect();
    assert_eq!(
        lines,
        [
            "error: the clue of row 1 cannot be read",
            "  ┌─ test.toml:6:11",
            "  │",
            "6 │ clues = [\"sqare\", \"prime\"]",
            "  │           ^^^^^ found `sqare`, expected a clue",
            "  │",
            "  = help: did you mean `square`?",
            "",
        ]
    );
    let coloured = parse(&source).unwrap_err().render(&source, true);
    assert!(coloured.contains("\u{1b}[") && coloured.contains("sqare"));
}

#[test]
fn long_reports_and_lines_are_cut_short_and_control_characters_are_shown() {
    let row = vec!["?"; 18].join(" ");
    let source = source(&format!(
        "kind = \"number-cross-4\"\nregions = '''\n{row}\n{row}'''\nclues=[\"odd\",\"odd\"]"
    ));
    let problems = parse(&source).unwrap_err();
    assert_eq!(problems.len(), 36);
    let report = problems.render(&source, false);
    assert_eq!(report.matches("error:").count(), MAX_SHOWN);
    assert!(report.ends_with("... and 16 more\n"), "{report}");

    let long = super::source(&format!("kind = \"{}\"", "x".repeat(900_000)));
    let report = parse(&long).unwrap_err().render(&long, false);
    assert!(
        report.len() < 2000 && report.contains("test.toml:1:9"),
        "{report}"
    );

    let escape = super::source("kind = \"\u{1b}[2J\"");
    let report = parse(&escape).unwrap_err().render(&escape, false);
    assert!(
        !report.contains('\u{1b}') && report.contains('␛'),
        "{report}"
    );
}
