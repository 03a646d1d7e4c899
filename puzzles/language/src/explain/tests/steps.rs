//! Conclusions, refutations and steps.

use super::*;

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

/// Every step, by the checker alone: a grid with the known facts in which a conclusion does not hold breaks one of the
/// named rules at its place. And it is small: with one rule or fact less the step does not come about, or not all of it.
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
            if step.is_at_once() {
                let decided = support.links.iter().map(|link| {
                    let var = again.spots()[link.spot].var;
                    Literal::is(var, link.only().expect("it decides the place"))
                });
                assert!(
                    decided
                        .into_iter()
                        .all(|fact| step.conclusions.contains(&fact))
                );
            }
            assert!(again.follows(question, goal));
            for at in 0..question.rules.len() {
                let mut less = question.clone();
                less.rules.remove(at);
                // What several rules say of a place each needs each of them for its own.
                let mut facts = step.conclusions.iter().map(|&fact| Goal::Fact(fact));
                match step.is_at_once() {
                    true => assert!(facts.any(|fact| !again.follows(&less, fact))),
                    false => assert!(!again.follows(&less, goal)),
                }
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

/// Whether a search refutes a question: with the rules that several imply and without, and if so, by what a refutation
/// names alone.
fn is_refuted_alike(
    explainer: &mut Explainer,
    question: &Question,
    named: Option<Question>,
    text: &str,
) -> bool {
    let is_refuted = |searched: &Searched| matches!(searched, Searched::Refuted { .. });
    let refuted = is_refuted(&explainer.settle(question));
    assert_eq!(refuted, named.is_some(), "{text}");
    let none = vec![Vec::new(); explainer.implied.from.len()];
    let implied_from = std::mem::replace(&mut explainer.implied.from, none);
    assert_eq!(refuted, is_refuted(&explainer.settle(question)), "{text}");
    if let Some(named) = named {
        assert!(is_refuted(&explainer.settle(&named)), "{text}");
    }
    explainer.implied.from = implied_from;
    refuted
}

/// Random sets of rules of puzzles whose lines are joined: the searches come to the same without that.
#[test]
fn what_the_rules_of_a_line_say_together_changes_no_answer() {
    let clues = ["multiple of 37", "cube", "prime", "product of digits is 20"];
    let mut rng = quadrille_engine::Rng::new(4);
    let (mut refuted, mut solved, mut implied) = (0, 0, 0);
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
            let named = match explainer.settle(&question) {
                Searched::Refuted { used, .. } => Some(Question {
                    rules: used,
                    ..question.clone()
                }),
                _ => None,
            };
            implied += explainer.implied.all.len();
            match is_refuted_alike(&mut explainer, &question, named, &text) {
                true => refuted += 1,
                false => solved += 1,
            }
        }
    }
    assert!(
        refuted > 20 && solved > 20 && implied > 300,
        "{refuted} refuted, {solved} solved, {implied} implied"
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
    let (mut refuted, mut solved, mut implied) = (0, 0, 0);
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
            let named = explainer.refute(&question, u64::MAX, &mut Weights::default());
            let named = named.map(|refutation| refutation.named);
            implied += explainer.implied.all.len();
            match is_refuted_alike(&mut explainer, &question, named, text) {
                true => refuted += 1,
                false => solved += 1,
            }
        }
    }
    assert!(
        refuted > 10 && solved > 10 && implied > 100,
        "{refuted} refuted, {solved} solved, {implied} implied"
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
