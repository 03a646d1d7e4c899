//! The explainer on small puzzles of several rulebooks.

use super::refute::Weights;
use super::settle::Searched;
use super::*;
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::read::{Source, parse};

use quadrille_engine::{Interrupt, Literal, Relation};

pub(super) fn open(text: &str) -> Puzzle {
    let source = Source {
        name: "test.toml".to_owned(),
        text: text.to_owned(),
    };
    parse(&source).unwrap().puzzle
}

const SUDOKU: &str = "kind = \"sudoku\"\nnumber = '''\n4..3\n...4\n1...\n3...\n'''\n";

#[test]
fn instances_have_names_of_their_own_that_stay() {
    for text in [SUDOKU, crate::embedded::find("number-cross-5").unwrap()] {
        let names = || -> Vec<String> {
            let explainer = Explainer::new(&open(text), &BuildOptions::default()).unwrap();
            explainer.instances().iter().map(|i| i.id.clone()).collect()
        };
        let (first, second) = (names(), names());
        assert_eq!(first, second);
        let mut distinct = first.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), first.len());
    }
}

#[test]
fn a_conclusion_follows_from_what_is_named_and_from_nothing_less() {
    let puzzle = open(SUDOKU);
    let mut explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    assert_eq!(explainer.givens().len(), 5);
    let all = Question {
        rules: explainer.rules(),
        facts: explainer.givens().to_vec(),
        assumed: Vec::new(),
    };
    // r4c4 sees 4 and 3 in its column and 3 in its row; r3c4 sees the 1 as well: it is 2, and then r4c4 is 1.
    let spot = explainer
        .spots()
        .iter()
        .position(|spot| spot.name == "r3c4")
        .unwrap();
    let goal = Goal::Fact(Literal::is(explainer.spots()[spot].var, 2));
    let shrunk = explainer.shrink(&all, goal).unwrap();
    assert!(shrunk.is_minimal);
    let places: Vec<&str> = shrunk
        .question
        .rules
        .iter()
        .map(|&id| &explainer.instance(id).place[..])
        .collect();
    assert_eq!(places, ["row 3", "column 4"]);
    let facts: Vec<String> = shrunk
        .question
        .facts
        .iter()
        .map(|&f| explainer.words(f))
        .collect();
    assert_eq!(facts, ["r1c4 is 3", "r2c4 is 4", "r3c1 is 1"]);
    assert!(explainer.follows(&shrunk.question, goal));
    for at in 0..2 {
        let mut less = shrunk.question.clone();
        less.rules.remove(at);
        assert!(!explainer.follows(&less, goal));
    }
    for at in 0..3 {
        let mut less = shrunk.question.clone();
        less.facts.remove(at);
        assert!(!explainer.follows(&less, goal));
    }
}

#[test]
fn an_assumption_is_refuted() {
    let puzzle = open(SUDOKU);
    let mut explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    let spot = explainer
        .spots()
        .iter()
        .position(|spot| spot.name == "r3c4")
        .unwrap();
    let question = Question {
        rules: explainer.rules(),
        facts: explainer.givens().to_vec(),
        assumed: vec![Literal::is(explainer.spots()[spot].var, 4)],
    };
    let shrunk = explainer.shrink(&question, Goal::Clash).unwrap();
    let facts: Vec<String> = shrunk
        .question
        .facts
        .iter()
        .map(|&f| explainer.words(f))
        .collect();
    assert_eq!(
        (shrunk.question.rules.len(), facts),
        (1, vec!["r2c4 is 4".to_owned()])
    );
}

/// A small puzzle, and the possible values of its cells.
struct Small {
    text: &'static str,
    signs: &'static str,
}

const SMALL: &[Small] = &[
    Small {
        text: "kind = \"skyscrapers\"\nclue.left = [\".\", 2, \".\"]\nclue.top = [3, \".\", \".\"]\nclue.bottom = [\".\", 2, \".\"]\n",
        signs: "123",
    },
    Small {
        text: "kind = \"unequal\"\nnumber = '''\n...\n2..\n...\n'''\nsign.horizontal = '''\n>.\n..\n<.\n'''\nsign.vertical = '''\n.^.\n...\n'''\n",
        signs: "123",
    },
    Small {
        text: "kind = \"keen\"\ncage = '''\nAAB\nCDB\nCDE\n'''\nclue = { A = \"2/\", B = \"5+\", C = \"6*\", D = \"2-\" }\n",
        signs: "123",
    },
    Small {
        text: "kind = \"akari\"\nnumber = '''\n....\n0..0\n...1\n'''\n",
        signs: "*.",
    },
    Small {
        text: "kind = \"nurikabe\"\nnumber = '''\n.3..\n...1\n....\n'''\n",
        signs: "#.",
    },
    Small {
        text: "kind = \"hitori\"\nnumber = '''\n241\n412\n214\n132\n'''\n",
        signs: "#.",
    },
    Small {
        text: "kind = \"heyawake\"\nroom = '''\nABC\nABC\nADD\n'''\nwanted = { A = 1, C = 1 }\n",
        signs: "#.",
    },
    // Its sizes are variables with definitions.
    Small {
        text: r##"rules = """
data number on cells: 1..
decide shade on cells: shaded "#" or open "."
"Open groups are rectangles."
    each group g of open cells: g is a rectangle
"A number is the size of its group."
    each cell c with number: c is open and size of (first group of open cells of c) = number of c
"All groups hang together by their corners."
    open cells are connected by contacts
"No block of two by two cells is all shaded."
    each block b of 2 by 2: some open cell in b
"""
number = """
...
...
2..
..3
"""
"##,
        signs: "#.",
    },
    Small {
        text: "kind = \"cave\"\nnumber = '''\n...\n4..\n..2\n.3.\n'''\n",
        signs: "#.",
    },
];

/// For each way of filling the grid: the value at each spot, and the broken rules, as the checker names them.
fn all_fillings(small: &Small, explainer: &Explainer) -> Vec<(Vec<i32>, Vec<String>)> {
    let puzzle = open(small.text);
    let (rows, columns) = puzzle.size();
    let signs: Vec<char> = small.signs.chars().collect();
    let mut fillings = Vec::new();
    for mut code in 0..signs.len().pow((rows * columns) as u32) {
        let mut text = String::new();
        for _ in 0..rows {
            for _ in 0..columns {
                text.push(signs[code % signs.len()]);
                code /= signs.len();
            }
            text.push('\n');
        }
        let completed = puzzle.read_filled(&text).unwrap();
        let entries = puzzle.read_entries(&text).unwrap();
        let entries = explainer.entries(&entries).into_iter();
        let values = entries.map(|(_, fact)| fact.unwrap().value).collect();
        let broken = puzzle.check(&completed).into_iter();
        fillings.push((values, broken.map(|violation| violation.rule).collect()));
    }
    fillings
}

/// Whether the checker, which is told that `broken` are broken, means this instance by one of them.
fn is_broken(instance: &Instance, broken: &[String]) -> bool {
    let sentence = instance.sentence.trim_end_matches('.');
    let named = match &instance.place[..] {
        "" => sentence.to_owned(),
        place => format!("{sentence} ({place})"),
    };
    broken.iter().any(|rule| match &instance.place[..] {
        // The checker may know better where in the grid it is.
        "" => rule.starts_with(sentence),
        // A stretch of cells has no article in the model.
        _ => rule.replace("the run from ", "") == named,
    })
}

/// Every step, by the checker alone: a grid with the known facts in which a conclusion does not hold breaks one of the
/// named rules at its place. And it is small: with one rule or fact less the step does not come about.
#[test]
fn steps_follow_from_what_they_name_and_from_nothing_less() {
    let (mut steps, mut refutations) = (0, 0);
    for small in SMALL {
        let puzzle = open(small.text);
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        let fillings = all_fillings(small, guide.explainer());
        let mut again = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
        let mut known = guide.facts().to_vec();
        loop {
            let step = match guide.step() {
                Next::Step(step) => step,
                end => {
                    let solutions = fillings.iter().filter(|(_, broken)| broken.is_empty());
                    let is_open = solutions.count() > 1;
                    assert_eq!(end, if is_open { Next::Open } else { Next::Solved });
                    break;
                }
            };
            let question = &step.shrunk.question;
            let spot = |fact: &Literal| again.spot_of(fact.var).unwrap();
            let holds = |fact: &Literal, values: &[i32]| fact.admits(values[spot(fact)]);
            let is_decided = |fact: &Literal, known: &Literal| {
                known.var == fact.var && known.relation == Relation::Is && fact.admits(known.value)
            };
            for fact in &question.facts {
                let is_known =
                    known.contains(fact) || known.iter().any(|own| is_decided(fact, own));
                assert!(is_known, "{} was not known", again.words(*fact));
            }
            for fact in &step.conclusions {
                let was_known = known.iter().any(|own| is_decided(fact, own));
                assert!(!was_known, "{} was known", again.words(*fact));
            }
            for (values, broken) in &fillings {
                let is_known = question.facts.iter().all(|fact| holds(fact, values));
                if is_known && !step.conclusions.iter().all(|fact| holds(fact, values)) {
                    let named = question.rules.iter().map(|&rule| again.instance(rule));
                    assert!(
                        named.clone().any(|instance| is_broken(instance, broken)),
                        "{}: {values:?} breaks {broken:?}, but none of {:?}",
                        again.list(&step.conclusions),
                        named.map(Instance::words).collect::<Vec<_>>(),
                    );
                }
            }
            assert!(step.shrunk.is_minimal);
            let goal = match step.means {
                Means::Forced => Goal::Fact(step.conclusions[0]),
                Means::Refuted => Goal::Clash,
                Means::Searched(_) | Means::Rest(_) => panic!("so small a puzzle needs no search"),
            };
            refutations += usize::from(goal == Goal::Clash);
            // What definitions derive is told of a rule that uses them.
            let support = &step.shrunk.support;
            let told = support.links.iter().map(|link| link.rule);
            let ended = (goal == Goal::Clash).then_some(support.broken);
            for rule in told.chain(ended) {
                assert!(rule.is_some_and(|rule| question.rules.contains(&rule)));
            }
            tells_of_its_own(&again, &step);
            assert!(again.follows(question, goal));
            for at in 0..question.rules.len() {
                let mut less = question.clone();
                less.rules.remove(at);
                assert!(!again.follows(&less, goal));
            }
            for at in 0..question.facts.len() {
                let mut less = question.clone();
                let fact = less.facts.remove(at);
                match question.assumed[..] {
                    // What was ruled out before leaves two values, one of which is refuted.
                    [assumed] if assumed.var == fact.var => {
                        less.facts.push(assumed.negated());
                        let spot = again.spot_of(fact.var).unwrap();
                        assert_eq!(again.only(spot, &less.facts), None);
                    }
                    _ => assert!(!again.follows(&less, goal)),
                }
            }
            // What is decided replaces what was ruled out there.
            for &fact in &step.conclusions {
                if fact.relation == Relation::Is {
                    known.retain(|other| other.var != fact.var);
                }
                known.push(fact);
            }
            // And nothing becomes known that no step tells.
            assert!(guide.facts().iter().all(|fact| known.contains(fact)));
            steps += 1;
        }
    }
    assert!(
        steps > 30 && refutations > 3,
        "{steps} steps, {refutations} refutations"
    );
}

/// Each rule of a step is told to derive something only of what it is about.
pub(super) fn tells_of_its_own(explainer: &Explainer, step: &Step) {
    for link in &step.shrunk.support.links {
        let rule = explainer.instance(link.rule.expect("made by a rule"));
        let spot = &explainer.spots()[link.spot].name;
        assert!(rule.spots.contains(&link.spot), "{}: {spot}", rule.words());
    }
}

/// Random sets of rules of puzzles whose lines are joined: the searches come to the same without that.
#[test]
fn what_the_rules_of_a_line_say_together_changes_no_answer() {
    let clues = ["multiple of 37", "cube", "prime", "product of digits is 20"];
    let mut rng = quadrille_engine::Rng::new(4);
    let (mut refuted, mut solved, mut joined) = (0, 0, 0);
    for _ in 0..40 {
        let mut pick = |n: usize| rng.below(n as u64) as usize;
        let row = |pick: &mut dyn FnMut(usize) -> usize| -> String {
            (0..4).map(|_| ["A", "B"][pick(2)]).collect()
        };
        let regions = format!("{}\n{}", row(&mut pick), row(&mut pick));
        let text = format!(
            "kind = \"number-cross-4\"\nregions = \"\"\"\n{regions}\n\"\"\"\nclues = [\"{}\", \"{}\"]\n",
            clues[pick(clues.len())],
            clues[pick(clues.len())]
        );
        let mut explainer = Explainer::new(&open(&text), &BuildOptions::default()).unwrap();
        for _ in 0..8 {
            let all = explainer.all().collect::<Vec<_>>();
            let question = Question {
                rules: all.into_iter().filter(|_| pick(20) > 0).collect(),
                ..Question::default()
            };
            let together = explainer.settle(&question);
            joined += explainer.joints.len();
            let none = vec![Vec::new(); explainer.joints_from.len()];
            let joints_from = std::mem::replace(&mut explainer.joints_from, none);
            let is_refuted = |searched: &Searched| matches!(searched, Searched::Refuted { .. });
            let apart = explainer.settle(&question);
            assert_eq!(is_refuted(&together), is_refuted(&apart), "{text}");
            if let Searched::Refuted { used, .. } = together {
                let question = Question {
                    rules: used,
                    ..question
                };
                let again = explainer.settle(&question);
                assert!(is_refuted(&again), "{text}");
                refuted += 1;
            } else {
                solved += 1;
            }
            explainer.joints_from = joints_from;
        }
    }
    assert!(
        refuted > 20 && solved > 20 && joined > 300,
        "{refuted} refuted, {solved} solved, {joined} joined"
    );
}

/// Regions to find with marks, or of one size, and cells that are connected while all others reach the border: what their
/// rules say together changes no answer, and what a search refutes is refuted by what its refutation names alone.
#[test]
fn what_rules_say_together_changes_no_answer() {
    let compass = |clues: [&str; 4]| {
        let ways = ["north", "south", "west", "east"].iter().zip(clues);
        let layers = ways.map(|(way, rows)| format!("{way} = \"\"\"\n{rows}\n\"\"\"\n"));
        format!("kind = \"compass\"\n{}", layers.collect::<String>())
    };
    let puzzles = [
        compass([
            "...\n.?0\n.0.",
            "...\n.0?\n.0.",
            "...\n.2?\n.?.",
            "...\n.?0\n.0.",
        ]),
        compass([
            "...\n.1.\n?..",
            "...\n.?.\n1..",
            "...\n.0.\n?..",
            "...\n.?.\n1..",
        ]),
        "kind = \"tetrominous\"\nletter = \"\"\"\n....\n...L\n....\n\"\"\"\n".to_owned(),
        "kind = \"tetrominous\"\nletter = \"\"\"\nO...\n...I\n\"\"\"\n".to_owned(),
        "kind = \"pentominous\"\nletter = \"\"\"\n#..#\n...P\n....\n\"\"\"\n".to_owned(),
        "kind = \"cave\"\nnumber = \"\"\"\n.2..\n...3\n4...\n\"\"\"\n".to_owned(),
        // The symmetry of regions is posted apart under the last formula of its rule, with owners under the first.
        "kind = \"galaxies\"\ndot = \"\"\"\n*.\n.*\n\"\"\"\n".to_owned(),
        // A clause of two facts, said alike with owners and without.
        r#"rules = """
data clue on cells: number
decide area on cells: regions
hidden h: 1..2
"One."
    each area a: exactly 1 cell in a with clue
"Hidden."
    h = 2
"Lengths."
    if area of r1c1 = area of r1c2 then h = 1
"""
clue = "1 . 2"
"#
        .to_owned(),
    ];
    let mut rng = quadrille_engine::Rng::new(7);
    let (mut refuted, mut solved, mut joined) = (0, 0, 0);
    for text in &puzzles {
        let mut explainer = Explainer::new(&open(text), &BuildOptions::default()).unwrap();
        for _ in 0..12 {
            let mut pick = |n: usize| rng.below(n as u64) as usize;
            let all = explainer.all().collect::<Vec<_>>();
            let most = [1, 4, 20][pick(3)];
            let rules: Vec<InstanceId> = all.into_iter().filter(|_| pick(20) >= most).collect();
            let spots = explainer.spots().len();
            let facts = (0..pick(4)).map(|_| {
                let spot = &explainer.spots()[pick(spots)];
                Literal::is(spot.var, pick(2) as i32)
            });
            let question = Question {
                facts: facts.collect(),
                rules,
                ..Question::default()
            };
            let is_refuted = |searched: &Searched| matches!(searched, Searched::Refuted { .. });
            let together = is_refuted(&explainer.settle(&question));
            let named = explainer.refute(&question, u64::MAX, &mut Weights::default());
            assert_eq!(together, named.is_some(), "{text}");
            joined += explainer.joints.len();
            let none = vec![Vec::new(); explainer.joints_from.len()];
            let joints_from = std::mem::replace(&mut explainer.joints_from, none);
            assert_eq!(together, is_refuted(&explainer.settle(&question)), "{text}");
            match named {
                Some(refutation) => {
                    assert!(is_refuted(&explainer.settle(&refutation.named)), "{text}");
                    refuted += 1;
                }
                None => solved += 1,
            }
            explainer.joints_from = joints_from;
        }
    }
    assert!(
        refuted > 10 && solved > 10 && joined > 100,
        "{refuted} refuted, {solved} solved, {joined} joined"
    );
}

/// Of a puzzle with several solutions no step rules out what stands in one of them. Nothing is known here at first, so
/// that refutations begin without any change.
#[test]
fn what_stands_in_a_solution_is_never_refuted() {
    let puzzle = open(
        "size = \"3x3\"\nrules = '''\ndecide n on cells: 1..3\n\"Latin.\"\n    each line l: all different n in l\n\
         \"Two differ.\"\n    n of r1c1 != n of r2c2\n'''\n",
    );
    let squares = (0..3_u32.pow(9))
        .map(|code| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| code / 3_u32.pow(at) % 3 + 1));
    let differ = |a: u32, b: u32, c: u32| a != b && b != c && a != c;
    let solutions: Vec<[u32; 9]> = squares
        .filter(|s| {
            let rows = (0..3).all(|i| differ(s[3 * i], s[3 * i + 1], s[3 * i + 2]));
            let columns = (0..3).all(|i| differ(s[i], s[i + 3], s[i + 6]));
            rows && columns && s[0] != s[4]
        })
        .collect();
    assert_eq!(solutions.len(), 6);
    let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
    let way = Way::of(&mut guide);
    let explainer = guide.explainer();
    for solution in &solutions {
        let rows: Vec<String> = solution
            .chunks(3)
            .map(|row| row.iter().map(u32::to_string).collect())
            .collect();
        let entries = explainer.entries(&puzzle.read_entries(&rows.join("\n")).unwrap());
        for conclusion in way.steps.iter().flat_map(|step| &step.conclusions) {
            let own = entries.iter().filter_map(|(_, fact)| *fact);
            let own = own.filter(|fact| fact.var == conclusion.var);
            for fact in own {
                assert!(
                    conclusion.admits(fact.value),
                    "{} against {rows:?}",
                    explainer.words(*conclusion)
                );
            }
        }
    }
    assert_eq!(way.end, Next::Open);
}

/// A refutation by search tries at least the two values of a variable, and says so.
#[test]
fn a_search_has_cases() {
    let rooms = [
        "AAABB\nAAACB\nAACCB\nDDDDB\nDDDBB",
        "AAACC\nDCCCC\nDDCCC\nDBBCC\nDBBCC",
        "AABB\nAACB\nDCCE\nDDEE",
    ];
    let mut cases: Vec<u64> = Vec::new();
    for rooms in rooms {
        let puzzle = open(&format!(
            "rules = '''\ndata room on cells: regions\ndecide shade on cells: shaded or open\n\"Two.\"\n    \
             each room r: exactly 2 shaded cells in r\n\"Dominoes.\"\n    \
             each group g of shaded cells: size of g = 2\n'''\nroom = '''\n{rooms}\n'''\n"
        ));
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        let way = Way::of(&mut guide);
        cases.extend(way.steps.iter().filter_map(|step| match step.means {
            Means::Searched(cases) => Some(cases),
            _ => None,
        }));
    }
    assert!(
        cases.len() > 1 && cases.iter().all(|&cases| cases >= 2),
        "{cases:?}"
    );
}

fn judged(puzzle: &Puzzle, explainer: &Explainer, grid: &str) -> Verdict {
    let entries = explainer.entries(&puzzle.read_entries(grid).unwrap());
    let (options, until) = (BuildOptions::default(), Interrupt::default());
    judge(puzzle, explainer, &options, &entries, &until)
}

#[test]
fn wrong_entries_are_found() {
    let puzzle = open(SUDOKU);
    let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    // The one solution is 4123 2314 1432 3241.
    let right = judged(&puzzle, &explainer, "4??3\n??14\n1???\n3???\n");
    assert_eq!(
        (right.wrong, right.values.seen),
        (
            None,
            "4123231414323241"
                .bytes()
                .map(|digit| vec![i32::from(digit - b'0')])
                .collect()
        )
    );
    let wrong = judged(&puzzle, &explainer, "4??3\n?214\n1???\n3???\n").wrong;
    let Some(Wrong::Each(wrong)) = wrong else {
        panic!("{wrong:?}");
    };
    assert_eq!(wrong.len(), 1);
    assert_eq!(explainer.words(wrong[0].1.unwrap()), "r2c2 is 2");
    // Without any givens each of two equal digits in a row is in some solution, but not both.
    let puzzle =
        open("kind = \"sudoku\"\nsize = \"4x4\"\nnumber = '''\n....\n....\n....\n....\n'''\n");
    let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    let together = judged(&puzzle, &explainer, "1??1\n????\n?2??\n????\n").wrong;
    let Some(Wrong::Together(facts)) = together else {
        panic!("{together:?}");
    };
    assert_eq!(explainer.list(&facts), "r1c1 is 1 and r1c4 is 1");
}

/// There are 576 Latin squares of order 4, more than are listed, so some values are searched for one by one.
#[test]
fn the_values_seen_are_those_of_all_solutions() {
    let mut rows: Vec<[i32; 4]> = Vec::new();
    for code in 0..256 {
        let row = [0, 2, 4, 6].map(|shift| 1 + (code >> shift & 3));
        if (1..=4).all(|digit| row.contains(&digit)) {
            rows.push(row);
        }
    }
    let mut squares: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..4 {
        let mut longer = Vec::new();
        for square in &squares {
            for row in &rows {
                let mut above = square.chunks(4);
                if above.all(|above| above.iter().zip(row).all(|(a, b)| a != b)) {
                    longer.push([square, &row[..]].concat());
                }
            }
        }
        squares = longer;
    }
    assert_eq!(squares.len(), 576);
    let puzzle = open(
        "size = \"4x4\"\nrules = '''\ndecide n on cells: 1..4\n\"Rows and columns.\"\n    \
         each row r: all different over cells c in r: n of c\n    \
         each column k: all different over cells c in k: n of c\n'''\n",
    );
    let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    for entered in [
        "????????????????",
        "1???2???????????",
        "12????1????2????",
        "1?????????12???4",
    ] {
        let grid: Vec<&str> = (0..4).map(|row| &entered[4 * row..4 * row + 4]).collect();
        let judged = judged(&puzzle, &explainer, &grid.join("\n"));
        let has_entries = |square: &&Vec<i32>| {
            let mut both = entered.bytes().zip(*square);
            both.all(|(known, &value)| known == b'?' || i32::from(known - b'0') == value)
        };
        let squares: Vec<&Vec<i32>> = squares.iter().filter(has_entries).collect();
        assert!(!squares.is_empty());
        let values = |at: usize| {
            let values: std::collections::BTreeSet<i32> = squares.iter().map(|s| s[at]).collect();
            values.into_iter().collect()
        };
        let expected: Vec<Vec<i32>> = (0..16).map(values).collect();
        assert_eq!(
            (judged.wrong, judged.values.seen),
            (None, expected),
            "{entered}"
        );
    }
}

/// Without any work on steps, one step tells all that a search has found out: the values of each cell that occur in some
/// of the squares that are enumerated here.
#[test]
fn the_rest_is_what_occurs_in_solutions() {
    // Rows in order of their numbers, columns without repetition.
    let rows: Vec<[i32; 3]> = (0..27)
        .map(|n| [n / 9 + 1, n / 3 % 3 + 1, n % 3 + 1])
        .collect();
    let differ = |a: &[i32; 3], b: &[i32; 3]| a.iter().zip(b).all(|(a, b)| a != b);
    let is_mixed = |row: &&[i32; 3]| row[0] != row[1] && row[1] != row[2] && row[0] != row[2];
    let rows: Vec<[i32; 3]> = rows.iter().filter(is_mixed).copied().collect();
    let mut squares = Vec::new();
    for a in rows.iter().filter(|a| a[0] == 2) {
        for b in rows.iter().filter(|b| differ(a, b)) {
            let last = rows.iter().filter(|c| differ(a, c) && differ(b, c));
            squares.extend(last.map(|c| [*a, *b, *c].concat()));
        }
    }
    let more = "\"More.\"\n    n of r2c3 = 1\n";
    for (more, number, end) in [("", 4, Next::Open), (more, 1, Next::Solved)] {
        let is_meant = |square: &&Vec<i32>| more.is_empty() || square[5] == 1;
        let squares: Vec<&Vec<i32>> = squares.iter().filter(is_meant).collect();
        assert_eq!(squares.len(), number);
        let puzzle = open(&format!(
            "size = \"3x3\"\nrules = '''\ndecide n on cells: 1..3\n\"Rows and columns.\"\n    \
             each row r: all different over cells c in r: n of c\n    \
             each column k: all different over cells c in k: n of c\n\
             \"Corner.\"\n    n of r1c1 = 2\n{more}'''\n"
        ));
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        let values = judged(&puzzle, guide.explainer(), "???\n???\n???").values;
        guide.tell_values(values);
        guide.allow(0);
        let way = Way::of(&mut guide);
        assert_eq!(way.end, end);
        let [step] = &way.steps[..] else {
            panic!("several steps")
        };
        assert!(matches!(step.means, Means::Rest(nodes) if nodes > 0));
        let why = guide.explainer().why(step);
        assert!(why[0].contains("by search alone"), "{why:?}");
        for (at, spot) in guide.explainer().spots().iter().enumerate() {
            let told = step.conclusions.iter().filter(|fact| fact.var == spot.var);
            let told: Vec<&Literal> = told.collect();
            for value in 1..=3 {
                let occurs = squares.iter().any(|square| square[at] == value);
                assert_eq!(told.iter().all(|fact| fact.admits(value)), occurs);
            }
        }
    }
}

#[test]
fn pencil_marks_ask_for_the_least_that_is_enough() {
    let demand = |columns: u32, most: u32, rules: &[&str]| {
        let rules: String = (1..)
            .zip(rules)
            .map(|(number, rule)| format!("\"Rule {number}.\"\n    {rule}\n"))
            .collect();
        let puzzle = open(&format!(
            "size = \"1x{columns}\"\nrules = '''\ndecide n on cells: 1..{most}\n{rules}'''\n"
        ));
        let mut walked = walk(
            &puzzle,
            std::time::Duration::from_secs(60),
            &std::sync::Arc::default(),
        )
        .unwrap();
        assert_eq!(walked.way.end, Next::Solved, "{rules}");
        walked.grade().demand
    };
    // Each cell is decided by one rule and what was decided before.
    let known = ["n of r1c1 = 1", "n of r1c1 != n of r1c2"];
    assert_eq!(demand(2, 2, &known), Demand::Rounds(1));
    // 1 or 2, and 2 or 3, after one round; both are 2 after another.
    let marked = ["n of r1c1 < 3", "n of r1c2 > 1", "n of r1c1 = n of r1c2"];
    assert_eq!(demand(2, 3, &marked), Demand::Rounds(2));
    // If r1c1 is 1, r1c2 and r1c3 are 2 at once, which the last rule forbids.
    let decided = [
        "n of r1c1 != n of r1c2",
        "n of r1c1 != n of r1c3",
        "n of r1c2 = 1 or n of r1c3 = 1",
    ];
    assert_eq!(demand(3, 2, &decided), Demand::Deciding);
    // If r1c1 is 1, r1c2 is 2 and r1c4 is 1 at once; nothing is left for r1c3 then. It is the same around the ring.
    let ring = [
        "n of r1c1 != n of r1c2",
        "n of r1c2 != n of r1c3",
        "n of r1c3 != n of r1c4",
        "n of r1c1 = 2 or n of r1c4 = 1",
    ];
    assert_eq!(demand(4, 2, &ring), Demand::Chain(2));
}
