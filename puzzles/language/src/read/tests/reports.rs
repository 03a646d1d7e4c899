//! Reports for people.

use super::*;

#[test]
fn a_report_shows_the_line_underlined() {
    let text = CROSS_4.replace("square", "sqare");
    let source = source(&text);
    let report = parse(&source)
        .unwrap_err()
        .render(&source, ReportStyle::default());
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
    let styled = |style| parse(&source).unwrap_err().render(&source, style);
    let ascii = styled(ReportStyle {
        ascii: true,
        ..ReportStyle::default()
    });
    assert!(ascii.is_ascii(), "{ascii}");
    assert_eq!(ascii.lines().count(), report.lines().count());
    assert!(ascii.contains("^^^^^ found `sqare`, expected a clue"));
    let coloured = styled(ReportStyle {
        colour: true,
        ..ReportStyle::default()
    });
    assert!(coloured.contains("\u{1b}[") && coloured.contains("sqare"));
}

#[test]
fn long_reports_and_lines_are_cut_short_and_control_characters_are_shown() {
    let row = vec!["!"; 18].join(" ");
    let source = source(&format!(
        "kind = \"number-cross-4\"\nregions = '''\n{row}\n{row}'''\nclues=[\"odd\",\"odd\"]"
    ));
    let problems = parse(&source).unwrap_err();
    assert_eq!(problems.len(), 36);
    let report = problems.render(&source, ReportStyle::default());
    assert_eq!(report.matches("error:").count(), MAX_SHOWN);
    assert!(report.ends_with("... and 16 more\n"), "{report}");

    let long = super::source(&format!("kind = \"{}\"", "x".repeat(900_000)));
    let report = parse(&long)
        .unwrap_err()
        .render(&long, ReportStyle::default());
    assert!(
        report.len() < 2000 && report.contains("test.toml:1:9"),
        "{report}"
    );

    let escape = super::source("kind = \"\u{1b}[2J\"");
    let report = parse(&escape)
        .unwrap_err()
        .render(&escape, ReportStyle::default());
    assert!(
        !report.contains('\u{1b}') && report.contains('␛'),
        "{report}"
    );
}
