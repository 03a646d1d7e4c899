//! Clues of lines, which wait until all rules are known: if neighbours in a line are tied, there are few ways to fill
//! it, and the values that one line leaves for its cells narrow those tied to them.

use std::sync::Arc;

use fxhash::FxHashMap;
use quadrille_engine::propagators::{Table, Tuples};
use quadrille_engine::{Constraint, Dom, Interrupt, Literal, Model, RuleId, Var};

use super::super::posting::pairs::Allowed;
use super::super::{Cause, Compiled, Posting};
use super::ties::{BinaryRule, Ties, post_differing, values};
use crate::clue::line::{Cost, Line, SHORTEST, Tie};
use crate::clue::{Clue, RunClue, Runs};
use crate::puzzle::ImpliedRule;
use crate::puzzle::Pass;
use Empty::{ByItself, WithOthers};

/// The cost of the languages of the lines above which weaker propagators are used. A table of 100,000 words takes some
/// milliseconds to make; a grid of 50 rows by 18 columns stays below a second and 100 MB.
const OF_ONE: Cost = Cost {
    words: 100_000,
    nanoseconds: 2e7,
};
const OF_ALL: Cost = Cost {
    words: 400_000,
    nanoseconds: 1.5e8,
};

/// A rule about the runs of a line: a clue, or only their form.
#[derive(Clone, Debug)]
pub(super) struct RunRule {
    /// Each with the values that are blanks.
    pub(crate) cells: Vec<(Var, Dom)>,
    pub(crate) clue: Option<Clue>,
    pub(crate) form: Runs,
    pub(crate) rule: RuleId,
    pub(crate) cause: Cause,
    pub(crate) place: Arc<str>,
}

/// The rules about lines, and about two variables each.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Each rule is posted by itself.
    apart: bool,
    /// There will be lines that may imply rules about neighbours.
    pub(super) are_expected: bool,
    rules: Vec<RunRule>,
    pub(crate) ties: Vec<BinaryRule>,
}

impl Lines {
    pub(crate) fn new(apart: bool, are_expected: bool) -> Self {
        Self {
            apart,
            are_expected,
            rules: Vec::new(),
            ties: Vec::new(),
        }
    }

    pub(super) fn wait(&mut self, rule: RunRule) {
        self.rules.push(rule);
    }

    /// Posts everything that waits.
    pub(crate) fn post(self, compiled: &mut Compiled, interrupt: &Interrupt) {
        if self.apart {
            return self.post_apart(compiled);
        }
        let lines = match self.rules.is_empty() {
            true => Vec::new(),
            false => {
                let ties = Ties::new(&self.ties);
                let mut lines = lines(self.rules, &ties, &compiled.model);
                if compiled.passes.uses(Pass::Lines) {
                    list(&mut lines, &ties, &compiled.model, interrupt);
                    for _ in lines.iter().filter(|line| line.words.is_some()) {
                        compiled.passes.note(Pass::Lines);
                    }
                }
                lines
            }
        };
        // Make no table that nobody will use.
        let is_due = interrupt.is_due();
        let mut implied: FxHashMap<[Var; 2], Implied> = FxHashMap::default();
        for line in &lines {
            line.note_implied(!is_due, &mut implied);
        }
        // Constraints posted first run first: a line that refutes the puzzle by itself should be the one named.
        let is_refuted = |line: &Waiting| line.is_empty == Some(ByItself);
        let (refuted, lines): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_refuted);
        refuted
            .into_iter()
            .for_each(|line| line.post(compiled, !is_due));
        let has_ties = compiled.passes.uses(Pass::Ties);
        let mut implied_ties = 0;
        let is_left = |tie: &BinaryRule| {
            let [a, b] = tie.vars;
            let known = implied.get(&[a, b]).or(implied.get(&[b, a]));
            let is_implied = has_ties && known.is_some_and(|known| known.implies(tie));
            implied_ties += usize::from(is_implied);
            tie.waits.is_some() && !is_implied
        };
        let left = self.ties.into_iter().filter(is_left);
        let (differing, others): (Vec<_>, Vec<_>) = left.partition(|tie| tie.differ);
        (0..implied_ties).for_each(|_| compiled.passes.note(Pass::Ties));
        for tie in others {
            tie.post(Vec::new(), compiled);
        }
        post_differing(differing, compiled);
        lines
            .into_iter()
            .for_each(|line| line.post(compiled, !is_due));
    }
}

impl Lines {
    /// Posts each rule by itself, and additionally what the rules of a line imply together.
    fn post_apart(self, compiled: &mut Compiled) {
        let mut posted: FxHashMap<RuleId, usize> = FxHashMap::default();
        for rule in &self.rules {
            posted.insert(rule.rule, compiled.model.propagator_count());
            rule.post_runs(compiled, rule.form);
        }
        let ties = Ties::new(&self.ties);
        let mut left = OF_ALL;
        for mut line in lines(self.rules.clone(), &ties, &compiled.model) {
            let cells = line.cells().to_vec();
            let between = cells.windows(2).flat_map(|pair| {
                let tied = ties.of(pair[0].0).iter().filter(|tie| tie.0 == pair[1].0);
                tied.map(|tie| tie.1.rule)
            });
            let own = line.rules.iter().map(|rule| rule.rule);
            let of: Vec<RuleId> = own.chain(between).collect();
            if of.len() < 2 {
                continue;
            }
            let domains: Vec<Dom> = cells
                .iter()
                .map(|&(var, _)| values(&compiled.model, var))
                .collect();
            if compiled.passes.uses(Pass::Lines)
                && line.clue().is_some()
                && let Some(tied) = line.line(&domains)
            {
                line.words = listed(&tied, &mut left);
            }
            let covered = line.rules.iter().map(|rule| posted[&rule.rule]).collect();
            let outer = compiled.model.resume(RuleId::NAMELESS);
            let rule = compiled.model.rule("the rules of a line together");
            compiled.model.resume(outer);
            line.rules.iter_mut().for_each(|own| own.rule = rule);
            line.post(compiled, true);
            compiled.origins.implied.push(ImpliedRule {
                rule,
                premises: of,
                covered,
                covered_rules: Vec::new(),
                is_shown: false,
            });
        }
    }
}

/// What the propagator of a line implies about two neighbours in it.
#[derive(Clone, Copy, Debug)]
enum Implied {
    /// Everything that ties them.
    All,
    /// They are not both blank: the values that are blanks in each.
    NoTwoBlanks([(Var, Dom); 2]),
}

impl Implied {
    fn implies(self, tie: &BinaryRule) -> bool {
        match (self, &tie.allowed) {
            (Implied::All, _) => true,
            (Implied::NoTwoBlanks(cells), Allowed::Either(facts)) => facts.iter().all(|fact| {
                cells.iter().any(|&(var, blanks)| {
                    *fact == Literal::is_not(var, fact.value) && blanks == Dom::single(fact.value)
                })
            }),
            (Implied::NoTwoBlanks(_), Allowed::Pairs(_)) => false,
        }
    }
}

/// The lines with the rules about each.
fn lines(rules: Vec<RunRule>, ties: &Ties<'_>, model: &Model) -> Vec<Waiting> {
    let mut place_of: FxHashMap<Vec<(Var, Dom)>, usize> = FxHashMap::default();
    let mut lines: Vec<Waiting> = Vec::new();
    for rule in rules {
        let place = *place_of.entry(rule.cells.clone()).or_insert_with(|| {
            lines.push(Waiting {
                rules: Vec::new(),
                form: rule.form,
                tied: None,
                words: None,
                is_empty: None,
            });
            lines.len() - 1
        });
        let line = &mut lines[place];
        line.form.shortest = line.form.shortest.max(rule.form.shortest);
        line.form.leading_zeros &= rule.form.leading_zeros;
        line.rules.push(rule);
    }
    for line in &mut lines {
        let cells = line.cells();
        let between: Vec<Vec<Dom>> = cells
            .windows(2)
            .map(|pair| ties.partners_of_each(model, pair[0].0, pair[1].0))
            .collect();
        let apart = cells.windows(2).zip(&between).all(|(pair, partners)| {
            let blanks = pair[0].1.iter();
            let mut partners = blanks.filter_map(|blank| partners.get(blank as usize));
            partners.all(|partners| (*partners & pair[1].1).is_empty())
        });
        line.form.wide_gaps = !apart;
        line.tied = line.how_tied(&between, model);
    }
    lines
}

/// A line whose rules are not posted yet.
struct Waiting {
    rules: Vec<RunRule>,
    /// The form of its runs according to all rules together.
    form: Runs,
    /// How each cell is tied to the next one, and the value that is a blank, if its words can be listed.
    tied: Option<(Vec<Tie>, i32)>,
    /// All ways to fill it as a flat list, if they were listed.
    words: Option<Vec<i32>>,
    /// Why there is no way to fill it, if there is none.
    is_empty: Option<Empty>,
}

/// Why there is no way to fill a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Empty {
    ByItself,
    /// The values that other lines leave for its cells are part of it.
    WithOthers,
}

impl Waiting {
    fn cells(&self) -> &[(Var, Dom)] {
        &self.rules[0].cells
    }

    fn clue(&self) -> Option<&Clue> {
        self.rules.iter().find_map(|rule| rule.clue.as_ref())
    }

    /// Equal or different digits between all neighbours, and blanks that never touch: these make words few.
    fn how_tied(&self, between: &[Vec<Dom>], model: &Model) -> Option<(Vec<Tie>, i32)> {
        let cells = self.cells();
        let blank = cells.iter().find_map(|&(_, blank)| blank.value())?;
        let is_plain = |&(var, blanks): &(Var, Dom)| {
            blanks.is_subset(Dom::single(blank))
                && values(model, var).contains(blank) != blanks.is_empty()
        };
        if self.form.wide_gaps
            || self.form.leading_zeros
            || self.form.shortest < SHORTEST
            || cells.len() < 2
            || !cells.iter().all(is_plain)
        {
            return None;
        }
        let tie = |(pair, partners): (&[(Var, Dom)], &Vec<Dom>)| {
            let (here, there) = (values(model, pair[0].0), values(model, pair[1].0));
            let digits = there - Dom::single(blank);
            let partners_are = |expected: &dyn Fn(i32) -> Dom| {
                let mut values = here.iter();
                values.all(|value| partners[value as usize] == expected(value))
            };
            let with = |value: i32, rest: Dom| {
                if value == blank {
                    digits
                } else {
                    rest | (there - digits)
                }
            };
            let same = |value: i32| with(value, digits & Dom::single(value));
            let different = |value: i32| with(value, digits - Dom::single(value));
            if partners_are(&same) {
                Some(Tie::Same)
            } else {
                partners_are(&different).then_some(Tie::Different)
            }
        };
        let ties: Option<Vec<Tie>> = cells.windows(2).zip(between).map(tie).collect();
        Some((ties?, blank))
    }

    /// With its cells narrowed to `domains`.
    fn line<'a>(&'a self, domains: &'a [Dom]) -> Option<Line<'a>> {
        let (ties, blank) = self.tied.as_ref()?;
        Some(Line {
            ties,
            domains,
            blank: *blank,
            shortest: self.form.shortest,
            clue: self.clue()?,
        })
    }

    /// What its propagator will imply about neighbours; for a table only if it `may_be_listed`.
    fn note_implied(&self, may_be_listed: bool, implied: &mut FxHashMap<[Var; 2], Implied>) {
        // Every listed word satisfies the ties between neighbours; otherwise only that no two blanks touch, if the
        // rules say so for all.
        let is_listed = may_be_listed && self.words.is_some();
        if !is_listed && self.form.wide_gaps {
            return;
        }
        for pair in self.cells().windows(2) {
            let all = match is_listed {
                true => Implied::All,
                false => Implied::NoTwoBlanks([pair[0], pair[1]]),
            };
            implied.insert([pair[0].0, pair[1].0], all);
        }
    }

    fn post(mut self, compiled: &mut Compiled, may_be_listed: bool) {
        if self.is_empty == Some(WithOthers) {
            for rule in &mut self.rules {
                rule.rule = with_linked_lines(compiled, rule.rule);
            }
        }
        let vars: Vec<Var> = self.cells().iter().map(|&(var, _)| var).collect();
        // A table takes more memory than its list.
        let words = self.words.filter(|_| may_be_listed);
        // The form of the runs is part of their clue.
        let has_clue = self.rules.iter().any(|rule| rule.clue.is_some());
        let mut rules = self
            .rules
            .iter()
            .filter(|rule| rule.clue.is_some() == has_clue);
        if let Some(words) = words
            && let Some(rule) = rules.next()
        {
            let tuples = Arc::new(Tuples::from_cells(vars.len(), words));
            rule.post(
                compiled,
                Table::new(&vars, tuples),
                "table of the line",
                "domain consistent",
            );
        }
        for rule in rules {
            rule.post_runs(compiled, self.form);
        }
    }
}

/// The same rule, marked as combined with others.
fn with_linked_lines(compiled: &mut Compiled, rule: RuleId) -> RuleId {
    let Some(origin) = compiled.origins.rules.get(&rule).cloned() else {
        return rule;
    };
    let sentence = origin.sentence.trim_end_matches('.');
    let text = format!(
        "{}: {sentence}, together with the lines linked to it",
        origin.place
    );
    let rule = compiled.model.rule(text);
    compiled.origins.rules.insert(rule, origin);
    rule
}

impl RunRule {
    /// Posts that each run satisfies the clue.
    pub(crate) fn post_runs(&self, compiled: &mut Compiled, form: Runs) {
        let clue = match &self.clue {
            Some(clue) => clue.clone(),
            None => Clue::any(),
        };
        let runs = RunClue::new(&self.cells, &clue, form);
        self.post(
            compiled,
            runs,
            "run clue",
            "domain consistent for most clues",
        );
    }

    fn post(
        &self,
        compiled: &mut Compiled,
        constraint: impl Constraint,
        name: &'static str,
        strength: &'static str,
    ) {
        let outer = compiled.model.resume(self.rule);
        compiled.model.post(constraint);
        compiled.model.resume(outer);
        compiled.postings.push(Posting {
            cause: self.cause,
            place: self.place.clone(),
            propagator: name,
            strength,
        });
    }
}

/// Lists the words of the lines that are tied, each in the cheapest strong form within the effort.
///
/// Lines are taken in order of the number of words that they are likely to have, the fewest first, and the values that
/// the words of one leave for its cells narrow those tied to them before their lines are listed: in Number Cross 4 of
/// May 2024 the second row then has 816 words instead of 38,159. When `interrupt` is due, no further line is listed:
/// the model will not be searched.
fn list(lines: &mut [Waiting], ties: &Ties<'_>, model: &Model, interrupt: &Interrupt) {
    let mut domains: FxHashMap<Var, Dom> = FxHashMap::default();
    for line in lines.iter() {
        domains.extend(
            line.cells()
                .iter()
                .map(|&(var, _)| (var, values(model, var))),
        );
    }
    let mut left = OF_ALL;
    let mut waiting: Vec<usize> = (0..lines.len())
        .filter(|&line| lines[line].tied.is_some() && lines[line].clue().is_some())
        .collect();
    while !waiting.is_empty() && !interrupt.is_due() {
        let of = |line: usize| -> Vec<Dom> {
            let cells = lines[line].cells().iter();
            cells.map(|(var, _)| domains[var]).collect()
        };
        let likely = |line: usize| {
            let domains = of(line);
            lines[line]
                .line(&domains)
                .map_or(0.0, |line| line.estimate())
        };
        let next =
            (0..waiting.len()).min_by(|&a, &b| likely(waiting[a]).total_cmp(&likely(waiting[b])));
        let Some(next) = next else { break };
        let number = waiting.remove(next);
        let own = of(number);
        let Some(line) = lines[number].line(&own) else {
            continue;
        };
        let words = listed(&line, &mut left);
        if words.as_ref().is_some_and(Vec::is_empty) {
            let cells = lines[number].cells().iter();
            let whole: Vec<Dom> = cells.map(|&(var, _)| values(model, var)).collect();
            let alone = lines[number].line(&whole);
            let words = alone.and_then(|line| listed(&line, &mut OF_ALL.clone()));
            let why = match words.is_some_and(|words| words.is_empty()) {
                true => ByItself,
                false => WithOthers,
            };
            lines[number].is_empty = Some(why);
        }
        let cells = lines[number].cells();
        if let Some(seen) = words
            .as_deref()
            .and_then(|words| values_of(words, cells.len()))
        {
            for (&(var, _), seen) in cells.iter().zip(seen) {
                let here = domains[&var] & seen;
                for &(other, tie) in ties.of(var) {
                    if let Some(all) = domains.get_mut(&other) {
                        *all = tie.partners(var, here, *all);
                    }
                }
            }
        }
        lines[number].words = words;
    }
}

/// The words of a line, if they are within the effort.
fn listed(line: &Line<'_>, left: &mut Cost) -> Option<Vec<i32>> {
    line.words(OF_ONE, left).ok()
}

/// The values of each cell in a flat list of words, or `None` if there is no word.
fn values_of(words: &[i32], cells: usize) -> Option<Vec<Dom>> {
    (!words.is_empty()).then(|| {
        let mut values = vec![Dom::EMPTY; cells];
        for word in words.chunks_exact(cells) {
            for (seen, &value) in values.iter_mut().zip(word) {
                *seen |= Dom::single(value);
            }
        }
        values
    })
}
