//! The rules that a partly filled grid breaks.

use quadrille_engine::clock::Instant;
use std::sync::Arc;
use std::time::Duration;

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::{Goal, Question};
use crate::filling::Entries;
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, enter};
use crate::violation::{Violation, without_stop};

/// The most time for finding out what breaks rules.
const WHY: Duration = Duration::from_millis(500);

/// The rules broken in a grid: for a complete one all of them, for any other those that hold for no values of the open
/// places, as far as the checker or propagation with that rule alone can tell.
pub fn broken_so_far(puzzle: &Puzzle, entries: &Entries) -> Vec<Violation> {
    let mut broken = puzzle.check_entries(entries);
    if puzzle.completed(entries).is_some() {
        return broken;
    }
    // Of a region in pieces propagation sees the pieces, as regions of their own.
    let is_in_pieces = broken.iter().any(|own| own.id.is_none());
    if is_in_pieces && entries.names_of_regions().is_some() {
        return broken;
    }
    // Whether a grid is the best is for a search to say, not for the rules.
    let options = BuildOptions {
        without_best: true,
        entries: entries.names_of_regions().map(Arc::new),
        ..BuildOptions::default()
    };
    let Some(mut explainer) = Explainer::new(puzzle, &options) else {
        return broken;
    };
    let known = explainer.entries(entries).into_iter();
    let is_named =
        |explainer: &Explainer, rule: InstanceId| explainer.instance(rule).rule == enter::NAMED;
    // What names say of cells that do not touch.
    let mut known = Question {
        facts: known.filter_map(|(_, fact)| fact).collect(),
        rules: explainer
            .all()
            .filter(|&rule| is_named(&explainer, rule))
            .collect(),
        ..Question::default()
    };
    // What the checker has found of a sentence it has told of each place.
    let told: Vec<Option<String>> = broken.iter().map(|own| own.id.clone()).collect();
    let is_open = |explainer: &Explainer, rule: InstanceId| {
        let own = &explainer.instance(rule).rule;
        !is_named(explainer, rule) && !told.iter().flatten().any(|id| id == own)
    };
    let mut open = explainer.rules();
    open.retain(|&rule| is_open(&explainer, rule));
    let found = explainer.failing_alone(&known, &open);
    let found = found.unwrap_or_else(|| {
        // The names alone cannot be kept, so the others are looked at without them.
        let mut found = std::mem::take(&mut known.rules);
        found.extend(explainer.failing_alone(&known, &open).into_iter().flatten());
        found
    });
    explainer.set_deadline(Some(Instant::now() + WHY));
    for rule in found {
        let mut with_known = known.clone();
        with_known.rules.insert(0, rule);
        let why = explainer.shrink(&with_known, Goal::Clash);
        let Question { rules, facts, .. } = why.map(|why| why.question).unwrap_or_default();
        let mut because = Vec::new();
        if rules.iter().any(|of| known.rules.contains(of)) {
            because.push("cells of one name are in one region".to_owned());
        }
        if !facts.is_empty() {
            because.push(explainer.list(&facts));
        }
        let rule = explainer.instance(rule);
        let sentence = without_stop(&rule.sentence);
        let message = "cannot hold, whatever the open places are";
        broken.push(Violation {
            id: Some(rule.rule.clone()),
            rule: match &rule.place[..] {
                "" => sentence.to_owned(),
                place => format!("{sentence} ({place})"),
            },
            cells: Vec::new(),
            message: match because.is_empty() {
                true => message.to_owned(),
                false => format!("{message}, because {}", because.join("; ")),
            },
        });
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Source, parse};

    fn broken(puzzle: &str, grid: &str) -> Vec<(Option<String>, String, String)> {
        let source = Source {
            name: "test.toml".to_owned(),
            text: puzzle.to_owned(),
        };
        let puzzle = parse(&source).unwrap().puzzle;
        let entries = puzzle.read_entries(grid).unwrap();
        let broken = broken_so_far(&puzzle, &entries).into_iter();
        broken.map(|own| (own.id, own.rule, own.message)).collect()
    }

    #[test]
    fn a_rule_that_nothing_open_can_satisfy_is_broken() {
        let puzzle = "kind = \"nurikabe\"\nnumber = '''\n......\n.3....\n......\n......\n....2.\n......\n'''\n";
        // The island of the 3 is shut in; with an open cell beside it, it may grow.
        let shut = "?#????\n#.#???\n?#????\n??????\n??????\n??????\n";
        let open = "?#????\n#.????\n?#????\n??????\n??????\n??????\n";
        let told = broken(puzzle, shut);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].1.contains("number of its cells"), "{told:?}");
        assert_eq!(broken(puzzle, open), []);
    }

    #[test]
    fn what_is_not_the_best_breaks_no_rule() {
        let puzzle = "rules = \"\"\"\ndecide digit on cells: 1..3\n\"Neighbours differ.\"\n    \
            each pair a, b of neighbours: digit of a != digit of b\n\
            greatest sum digit in grid\n\"\"\"\nsize = \"1x3\"\n";
        assert_eq!(broken(puzzle, "1??\n"), []);
        assert_eq!(broken(puzzle, "11?\n").len(), 1);
    }

    #[test]
    fn hidden_values_are_those_that_the_rules_without_data_say() {
        let rules = r##"rules = '''
data clue on cells: 0..
decide shade on cells: shaded "#" or open "."
hidden streak on cells: 0..9
run: "Runs are as long as they are."
    each cell c: streak of c = if c is shaded then (if x of c > 1 then streak of left neighbour of c + 1 otherwise 1) otherwise 0
clue: "A clue is the length of the run that ends there."
    each cell c with clue: streak of c = clue of c
few: "At most five cells are shaded."
    count shaded cells <= 5
'''
clue = '''
..2.
.3..
'''
"##;
        // Two shaded cells end at the 2, but also at the 3.
        let told = broken(rules, ".##.\n##..\n");
        let [(id, rule, message)] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(id.as_deref(), Some("clue"));
        assert!(rule.ends_with("(r2c2)"), "{rule}");
        assert!(message.contains("is 2, must be 3"), "{message}");
    }

    /// Where they are the only values, rules about them are told place by place, too; rules about others always are.
    #[test]
    fn places_are_told_where_hidden_values_are_certain() {
        let rules = r##"rules = '''
data dots on rows: 0..
decide digit on cells: 1..3
hidden dot on links: B or none "."
once: "Every row and column has every number once."
    each line l: all different digit in l
double: "A dot is between a number and its double."
    each link k: k is B exactly when digit of first cell of k = 2 * digit of last cell of k or 2 * digit of first cell of k = digit of last cell of k
count: "The number of dots of a row is given."
    each row r: count B links in r = dots of r
'''
size = "3x3"
dots = [1, ".", "."]
"##;
        // Row 1 has no dot, and of the six lines only row 2 has every number.
        let told = broken(rules, "323\n123\n313\n");
        let of = |id: &str| {
            let own = told.iter().filter(|(own, ..)| own.as_deref() == Some(id));
            own.collect::<Vec<_>>()
        };
        assert_eq!(of("once").len(), 5, "{told:?}");
        assert!(of("once")[0].1.ends_with("(row 1)"), "{told:?}");
        let [(_, rule, message)] = of("count")[..] else {
            panic!("{told:?}");
        };
        assert!(rule.ends_with("(row 1)"), "{told:?}");
        assert!(message.contains("counts 0"), "{told:?}");
    }

    /// The cells of a link are not named beside it, and two areas are not told both ways round.
    #[test]
    fn places_are_named_once() {
        let rules = r##"rules = '''
data dot on links: mark
decide area on cells: regions
dots: "Dots are within areas."
    each link k with dot, pair a, b of cells of k: area of a = area of b
sizes: "Areas that touch differ in size."
    each area a, area b touching a: size of a != size of b
'''
dot.horizontal = """
.*
..
"""
dot.vertical = """
...
"""
"##;
        let told = broken(rules, "AAB\nACB\n");
        let places: Vec<&str> = told.iter().map(|(_, rule, _)| &rule[..]).collect();
        assert_eq!(places, ["Dots are within areas (the link r1c2-r1c3)"]);
        let told = broken(rules, "AAA\nBBB\n");
        let places: Vec<&str> = told.iter().map(|(_, rule, _)| &rule[..]).collect();
        assert_eq!(
            places,
            [
                "Areas that touch differ in size (the area of r1c1 (3 cells), the area of r2c1 (3 cells))"
            ]
        );
    }

    /// Cells of one name are in one region although others are between them.
    #[test]
    fn names_say_something_of_cells_that_do_not_touch() {
        let puzzle = r##"rules = """
data number on cells: 1..
decide area on cells: regions
size: "A number is the size of its area."
    each cell c with number: size of area of c = number of c
"""
number = """
1.2
2..
..4
"""
"##;
        let told = broken(puzzle, "A??\n???\n??A\n");
        let ids: Vec<&str> = told.iter().filter_map(|own| own.0.as_deref()).collect();
        assert_eq!(ids, ["size"], "{told:?}");
        assert!(
            told[0]
                .2
                .ends_with("because cells of one name are in one region"),
            "{told:?}"
        );
        assert_eq!(broken(puzzle, "A??\n???\n??B\n"), []);
    }
}
