//! Steps in words, as JSON, and in pictures.

use serde_json::{Value, json};

use quadrille_engine::{Literal, PropagatorId, Relation};

use super::explainer::Explainer;
use super::instance::{Instance, InstanceId};
use super::question::Link;
use super::shrink::Shrunk;
use super::step::{Means, Pattern, Shared, Step};
use super::telling::{MOST_TOLD, Statement, Telling, listed, places};
use crate::picture::{Band, Highlight, Picture};
use crate::puzzle::Manner;
use crate::violation::without_stop;

/// The most values that are listed.
const MOST_VALUES: usize = 6;

impl Instance {
    /// The rule with its place, as it is told: `row 3 (Every row and column holds each number once)`.
    pub fn words(&self) -> String {
        let sentence = without_stop(&self.sentence);
        match &self.place_in_words[..] {
            "" => sentence.to_owned(),
            place => format!("{place} ({sentence})"),
        }
    }
}

/// Clauses in a list; one that contains a list itself needs a different separator.
fn list_of(clauses: &[String]) -> String {
    let is_list = |clause: &String| clause.contains(',') || clause.contains(" and ");
    if clauses.len() < 2 || !clauses.iter().any(is_list) {
        return listed(clauses, MOST_TOLD);
    }
    match clauses.len().saturating_sub(MOST_TOLD) {
        0 => clauses.join("; "),
        more => format!("{}; and {more} more", clauses[..MOST_TOLD].join("; ")),
    }
}

/// Whether a value is a number, a letter or a sign, and not a word such as `shaded`.
fn is_sign(value: &str) -> bool {
    value.chars().count() <= 2 || value.chars().all(|sign| sign.is_ascii_digit())
}

/// Whether the place of a rule is something in which other places are: `row 3`, and not `r3c4`.
fn is_area(place: &str) -> bool {
    place
        .split_once(' ')
        .is_some_and(|(noun, _)| noun.chars().all(char::is_alphabetic))
}

/// What a rule derives, in words.
#[derive(Debug, Default)]
struct Derivation {
    rule: Option<InstanceId>,
    /// The other rules that it needs for that.
    with: String,
    changes: String,
    shared: Option<Shared>,
}

impl Explainer {
    /// Changes in words: `r3c4 is 7`, `leaves 2, 4 and 7 at r3c4 and r3c5`.
    fn changes(&self, links: &[&Link], are_exclusions: bool) -> String {
        let mut telling = Telling::new(self.spots());
        // What is left of a place in the end includes what was ruled out there before.
        let mut merged: Vec<Link> = Vec::new();
        for &link in links {
            match merged.iter_mut().find(|known| known.spot == link.spot) {
                Some(known) => {
                    known.removed.extend(&link.removed);
                    known.removed.sort_unstable();
                    known.left.clone_from(&link.left);
                }
                None => merged.push(link.clone()),
            }
        }
        for link in &merged {
            let spot = &self.spots()[link.spot];
            let values = |values: &[i32]| -> String {
                let values: Vec<String> = values.iter().map(|&value| spot.value(value)).collect();
                listed(&values, MOST_VALUES)
            };
            let only = link.only().filter(|_| !are_exclusions);
            match (only, &link.removed[..]) {
                (Some(only), _) => telling.is(link.spot, only),
                (None, [one]) => telling.add(link.spot, Statement::IsNot(spot.value(*one))),
                _ if link.left.len() <= MOST_VALUES && !are_exclusions => {
                    telling.add(link.spot, Statement::Leaves(values(&link.left)));
                }
                (None, removed) => telling.add(link.spot, Statement::RulesOut(values(removed))),
            }
        }
        list_of(&telling.clauses())
    }

    /// Facts in a list. Those about sides and edges, of which there are many, are put together, and where three or more
    /// others say the same.
    pub fn list(&self, facts: &[Literal]) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut telling = Telling::new(self.spots());
        let known = |fact: Literal| {
            let spot = self.spot_of(fact.var)?;
            Some((spot, self.only(spot, &[fact])?))
        };
        let is_named = |spot: usize| self.spots()[spot].manner == Manner::Named;
        let named = facts.iter().filter_map(|&fact| known(fact));
        let named = named.filter(|&(spot, _)| is_named(spot));
        let mut values: Vec<String> = named
            .map(|(spot, value)| self.spots()[spot].value(value))
            .collect();
        values.sort_unstable();
        let are_many = |spot: usize, value: i32| {
            let own = self.spots()[spot].value(value);
            let first = values.partition_point(|value| *value < own);
            values.get(first + 2) == Some(&own)
        };
        for &fact in facts {
            match known(fact) {
                Some((spot, only)) if !is_named(spot) || are_many(spot, only) => {
                    telling.is(spot, only);
                }
                _ => words.push(self.words(fact)),
            }
        }
        words.extend(telling.clauses());
        list_of(&words)
    }

    /// A fact about a spot in words: `r3c4 is 7`, `r3c4 is not 7`, `r3c4 and r3c5 are in one region`.
    pub fn words(&self, fact: Literal) -> String {
        let Some(number) = self.spot_of(fact.var) else {
            return fact.to_string();
        };
        let spot = &self.spots()[number];
        match (fact.relation, self.only(number, &[fact])) {
            (_, Some(only)) if matches!(spot.manner, Manner::Side { .. }) => {
                let mut telling = Telling::new(self.spots());
                telling.is(number, only);
                list_of(&telling.clauses())
            }
            (Relation::Is, _) => format!("{} is {}", spot.name, spot.value(fact.value)),
            (_, Some(only)) => format!("{} is {}", spot.name, spot.value(only)),
            (Relation::IsNot, _) => format!("{} is not {}", spot.name, spot.value(fact.value)),
            (Relation::AtMost, _) => format!("{} is at most {}", spot.name, fact.value),
            (Relation::AtLeast, _) => format!("{} is at least {}", spot.name, fact.value),
        }
    }

    /// The places that a step decides.
    pub fn places(&self, step: &Step) -> String {
        let spots = step
            .conclusions
            .iter()
            .filter_map(|fact| self.spot_of(fact.var));
        places(self.spots(), &spots.collect::<Vec<_>>())
    }

    /// What a step decides: `r3c4 is 7`.
    pub fn conclusion(&self, step: &Step) -> String {
        self.list(&step.conclusions)
    }

    /// What each rule of a step derives, in the order in which they are needed.
    fn derivations(&self, step: &Step) -> Vec<Derivation> {
        let support = &step.shrunk.support;
        let mut links: Vec<(Option<InstanceId>, usize, Vec<&Link>)> = Vec::new();
        for (number, link) in support.links.iter().enumerate() {
            // What is to be seen in the end is said in words of its own.
            if let Some(Pattern::Place { rule, .. }) = step.pattern
                && link.rule == Some(rule)
            {
                continue;
            }
            match links.last_mut() {
                Some((rule, _, changes)) if *rule == link.rule || link.rule.is_none() => {
                    changes.push(link);
                }
                _ => links.push((link.rule, number, vec![link])),
            }
        }
        let are_exclusions = matches!(step.pattern, Some(Pattern::Value { .. }));
        // What is only the conclusion has been said.
        let concludes = |link: &&Link| {
            let var = self.spots()[link.spot].var;
            let only = link.only().map(|only| Literal::is(var, only));
            only.is_some_and(|fact| step.conclusions.contains(&fact))
        };
        let is_said = links.len() == 1 && links[0].2.iter().all(concludes) || step.is_at_once();
        let told: Vec<Derivation> = links
            .iter()
            .map(|(rule, first, links)| Derivation {
                rule: *rule,
                with: self.with(*rule, links.iter().map(|link| link.maker)),
                changes: match is_said {
                    true => String::new(),
                    false => self.changes(links, are_exclusions),
                },
                shared: step.shared.iter().find(|own| own.first == *first).cloned(),
            })
            .filter(|told| told.rule.is_some() || !told.changes.is_empty())
            .collect();
        // Rules that derive nothing about a place themselves, but are needed.
        let rules = step.shrunk.question.rules.iter();
        let is_seen = |own: InstanceId| matches!(step.pattern, Some(Pattern::Place { rule, .. }) if rule == own);
        let is_silent = |rule: &&InstanceId| {
            let is_told = told.iter().any(|known| known.rule == Some(**rule));
            !is_told && support.broken != Some(**rule) && !is_seen(**rule)
        };
        let silent = rules.filter(is_silent).map(|&rule| Derivation {
            rule: Some(rule),
            ..Derivation::default()
        });
        silent.collect::<Vec<_>>().into_iter().chain(told).collect()
    }

    /// The other rules that are needed for what a rule derives or why it cannot hold, in words, or nothing.
    fn with(
        &self,
        rule: Option<InstanceId>,
        makers: impl Iterator<Item = Option<PropagatorId>>,
    ) -> String {
        let sentence = |rule: InstanceId| without_stop(&self.instance(rule).sentence);
        let Some(own) = rule else {
            return String::new();
        };
        let premises = makers.flat_map(|maker| self.other_premises(maker));
        let premises: Vec<InstanceId> = premises.collect();
        let mut others: Vec<&str> = premises.iter().map(|&rule| sentence(rule)).collect();
        others.retain(|other| *other != sentence(own));
        others.sort_unstable();
        others.dedup();
        match (&others[..], premises.is_empty()) {
            (_, true) => String::new(),
            ([], false) => ", with others of this sentence".to_owned(),
            ([one], _) => format!(", with `{one}`"),
            ([one, other], _) => format!(", with `{one}` and `{other}`"),
            _ => ", with others of these rules".to_owned(),
        }
    }

    /// A line for each, and one for those of one sentence that derive nothing themselves.
    fn lines(&self, told: &[Derivation]) -> Vec<String> {
        let mut lines = Vec::new();
        // What derives nothing itself, of one sentence at several places, is one line.
        let is_alike = |a: &Derivation, b: &Derivation| {
            let sentence = |told: &Derivation| told.rule.map(|rule| &self.instance(rule).sentence);
            a.changes.is_empty() && b.changes.is_empty() && sentence(a) == sentence(b)
        };
        for alike in told.chunk_by(is_alike) {
            let rules = alike.iter().filter_map(|told| told.rule);
            let rules: Vec<&Instance> = rules.map(|rule| self.instance(rule)).collect();
            let Derivation {
                with,
                changes,
                shared,
                ..
            } = &alike[0];
            let with = match shared {
                Some(shared) => format!("{with}, {}", self.sharing(shared)),
                None => with.clone(),
            };
            lines.push(match (&rules[..], changes.as_str()) {
                ([], changes) => changes.to_owned(),
                (&[rule], "") => format!("{}{with}", rule.words()),
                (&[rule], changes) => format!("{}{with}: {changes}", rule.words()),
                ([first, ..], _) => {
                    let mut places: Vec<String> = Vec::new();
                    for rule in &rules {
                        if !rule.place_in_words.is_empty() && !places.contains(&rule.place_in_words)
                        {
                            places.push(rule.place_in_words.clone());
                        }
                    }
                    if rules.iter().any(|rule| rule.place.is_empty()) {
                        places.push("the whole grid".to_owned());
                    }
                    let sentence = without_stop(&first.sentence);
                    format!("{} ({sentence})", list_of(&places))
                }
            });
        }
        lines
    }

    /// Why, line by line: the assumption, what each rule derives, the contradiction, and the facts used.
    pub fn why(&self, step: &Step) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((line, rule)) = self.confined(step) {
            lines.push(line);
            let mut others = self.derivations(step);
            others.retain(|told| told.rule != Some(rule));
            lines.extend(self.lines(&others));
            lines.extend(self.known(&step.shrunk));
            return lines;
        }
        lines.extend(self.seen(step));
        for &assumed in &step.shrunk.question.assumed {
            lines.push(format!("suppose that {}", self.words(assumed)));
        }
        lines.extend(self.lines(&self.derivations(step)));
        if let Some(Pattern::NoPlace { rule, value, .. }) = step.pattern {
            let (rule, value) = (self.instance(rule), self.value_of(rule, value));
            lines.push(match is_sign(&value) {
                true => format!("{}: no place is left for {value}", rule.words()),
                false => format!("{}: nothing can be {value} any more", rule.words()),
            });
        } else if let Some(broken) = step.shrunk.support.broken {
            let with = self.with(Some(broken), std::iter::once(step.shrunk.support.failing));
            let rule = self.instance(broken).words();
            lines.push(match &with[..] {
                "" => format!("{rule}: this rule cannot hold any more"),
                with => format!("{rule}{with}: these cannot hold any more"),
            });
        } else if step.means == Means::Searched(0) {
            lines.push(
                "no values satisfy all of these rules, of which fewer may be enough".to_owned(),
            );
        } else if let Means::Searched(nodes) = step.means {
            lines.push(format!(
                "trying the remaining values, {nodes} case{}, finds no way to satisfy these rules, of which \
                 fewer may be enough",
                if nodes == 1 { "" } else { "s" }
            ));
        }
        if let Means::Rest(nodes) = step.means {
            lines.push(format!(
                "found by search alone, with all rules and all that is known: a search of {nodes} node{} finds no \
                 solution in which this is otherwise",
                if nodes == 1 { "" } else { "s" }
            ));
        }
        lines.extend(self.known(&step.shrunk));
        lines
    }

    /// A value as one of the places of a rule shows it.
    fn value_of(&self, rule: InstanceId, value: i32) -> String {
        let mut spots = self.instance(rule).spots.iter();
        let spot = spots.find(|&&spot| self.values(spot).contains(&value));
        spot.map_or_else(String::new, |&spot| self.spots()[spot].value(value))
    }

    /// Whether a rule is about which cells are in one region: these have no values to speak of.
    fn is_about_sides(&self, rule: InstanceId) -> bool {
        let mut spots = self.instance(rule).spots.iter();
        spots.any(|&spot| matches!(self.spots()[spot].manner, Manner::Side { .. }))
    }

    /// Whether a rule has places that a step neither concludes to have a value nor, if that is a word, finds possible: a 0
    /// in slitherlink has none, even if some of its edges are known.
    fn has_other_places(&self, step: &Step, rule: InstanceId, value: i32) -> bool {
        let is_word = !is_sign(&self.value_of(rule, value));
        let Shrunk {
            question, support, ..
        } = &step.shrunk;
        let mut spots = self.instance(rule).spots.iter();
        spots.any(|&spot| {
            let is_own = |fact: &&Literal| fact.var == self.spots()[spot].var;
            let is_concluded = step.conclusions.iter().any(|fact| is_own(&fact));
            let mut facts = question.facts.iter().filter(is_own);
            let mut links = support.links.iter().filter(|link| link.spot == spot);
            let is_excluded = facts.any(|fact| !fact.admits(value))
                || links.any(|link| link.removed.contains(&value));
            !is_concluded && (is_excluded || !is_word)
        })
    }

    /// What is to be seen in a step that the rules force, if it is something usual.
    fn seen(&self, step: &Step) -> Option<String> {
        match step.pattern? {
            // A rule about borders has no values, and where there is no other place there is nothing to choose from.
            Pattern::Place { rule, value }
                if self.is_about_sides(rule) || !self.has_other_places(step, rule, value) =>
            {
                Some(self.instance(rule).words())
            }
            Pattern::Place { rule, value } => {
                let (rule, value) = (self.instance(rule), self.value_of(rule, value));
                let are = if step.conclusions.len() > 1 {
                    "places"
                } else {
                    "place"
                };
                Some(match (is_sign(&value), is_area(&rule.place_in_words)) {
                    (true, true) => format!("the only {are} for {value} in {}", rule.words()),
                    (true, false) => format!("{}: the only {are} for {value}", rule.words()),
                    (false, _) => format!("{}: nothing else can be {value}", rule.words()),
                })
            }
            Pattern::Value { spot } => Some(format!(
                "the only value left for {}",
                self.spots()[spot].name
            )),
            Pattern::NoPlace { .. } => None,
        }
    }

    /// That a value can only be at places of a rule that are all among those of another, if a step rests on that; and
    /// this other rule.
    fn confined(&self, step: &Step) -> Option<(String, InstanceId)> {
        let Some(Pattern::NoPlace {
            rule,
            value,
            line: Some(by),
        }) = step.pattern
        else {
            return None;
        };
        let value = self.value_of(rule, value);
        let (rule, line) = (self.instance(rule), self.instance(by));
        let are_areas =
            is_area(&rule.place_in_words) && is_area(&line.place_in_words) && is_sign(&value);
        are_areas.then(|| {
            let [rule, line] = [rule.words(), line.words()];
            let told = format!("all places left for {value} in {rule} are in {line}");
            (told, by)
        })
    }

    /// That some places share as many values as they are.
    fn sharing(&self, shared: &Shared) -> String {
        let spot = &self.spots()[shared.spots[0]];
        let values: Vec<String> = shared
            .values
            .iter()
            .map(|&value| spot.value(value))
            .collect();
        let places = places(self.spots(), &shared.spots);
        format!("where {places} take {}", listed(&values, MOST_VALUES))
    }

    /// The rules of a contradiction in words, and last the facts that have to be known for it.
    pub fn conflict(&self, clash: &Shrunk) -> Vec<String> {
        let silent = |&rule: &InstanceId| Derivation {
            rule: Some(rule),
            ..Derivation::default()
        };
        let mut told: Vec<Derivation> = clash.question.rules.iter().map(silent).collect();
        let sentence = |told: &Derivation| told.rule.map(|rule| &self.instance(rule).sentence);
        let order: Vec<_> = told.iter().map(|told| sentence(told).cloned()).collect();
        told.sort_by_key(|told| order.iter().position(|own| own.as_ref() == sentence(told)));
        let mut lines = self.lines(&told);
        lines.extend(self.known(clash));
        lines
    }

    /// What has to be known, if anything has.
    fn known(&self, shrunk: &Shrunk) -> Option<String> {
        let facts = &shrunk.question.facts;
        (!facts.is_empty()).then(|| format!("known: {}", self.list(facts)))
    }

    /// A fact as JSON.
    fn json_of_fact(&self, fact: Literal) -> Value {
        let spot = self.spot_of(fact.var).map(|spot| &self.spots()[spot]);
        let cells = spot.into_iter().flat_map(|spot| &spot.cells);
        let cells: Vec<String> = cells.map(|(_, cell)| cell.to_string()).collect();
        json!({
            "place": spot.map(|spot| &spot.name),
            "cells": cells,
            "text": self.words(fact),
        })
    }

    /// Rules and facts as JSON.
    pub fn json_of_premises(&self, shrunk: &Shrunk) -> Value {
        let question = &shrunk.question;
        let rules = question.rules.iter().map(|&id| {
            let rule = self.instance(id);
            json!({
                "id": rule.id,
                "sentence": rule.sentence,
                "place": rule.place,
            })
        });
        let facts = question.facts.iter();
        json!({
            "rules": rules.collect::<Vec<_>>(),
            "known": facts.map(|&fact| self.json_of_fact(fact)).collect::<Vec<_>>(),
        })
    }

    /// A step as JSON.
    pub fn json(&self, step: &Step) -> Value {
        let fact = |&fact: &Literal| self.json_of_fact(fact);
        let question = &step.shrunk.question;
        let mut premises = self.json_of_premises(&step.shrunk);
        json!({
            "conclusions": step.conclusions.iter().map(fact).collect::<Vec<_>>(),
            "means": match step.means {
                Means::Forced => "forced",
                Means::Refuted => "refuted",
                Means::Searched(_) => "searched",
                Means::Rest(_) => "rest",
            },
            "assumed": question.assumed.first().map(fact),
            "rules": premises["rules"].take(),
            "known": premises["known"].take(),
            "why": self.why(step),
            "minimal": step.shrunk.is_minimal,
            "cost": step.cost(),
            "pattern": step.pattern.map(Pattern::word),
        })
    }

    /// Highlights the places of a step in a picture, with the values that are left where its words list them.
    pub fn highlight(&self, picture: &mut Picture, step: &Step) {
        for fact in &step.shrunk.question.facts {
            self.highlight_fact(picture, fact, Highlight::Known);
        }
        self.highlight_conclusions(picture, step);
        self.note_candidates(picture, step);
    }

    /// Writes the values that are left at places, where the words of a step list them.
    fn note_candidates(&self, picture: &mut Picture, step: &Step) {
        if let Some(Pattern::Place { .. } | Pattern::Value { .. }) = step.pattern {
            return;
        }
        let links = step.shrunk.support.links.iter();
        let listed = links.map(|link| (link.spot, &link.left[..]));
        let shared = step.shared.iter();
        let shared = shared.flat_map(|own| own.spots.iter().map(|&spot| (spot, &own.values[..])));
        for (spot, left) in shared.chain(listed) {
            let spot = &self.spots()[spot];
            let (&[(board, cell)], None) = (&spot.cells[..], spot.course) else {
                continue;
            };
            let board = match board.checked_sub(1) {
                Some(further) => picture.further.get_mut(further),
                None => Some(&mut *picture),
            };
            let drawn = board.and_then(|board| board.cells.get_mut(cell));
            let values: Vec<String> = left.iter().map(|&value| spot.value(value)).collect();
            let fits = |value: &String| value.chars().count() <= 2;
            if let Some(drawn) = drawn
                && drawn.text.is_empty()
                && (2..=MOST_VALUES).contains(&values.len())
                && values.iter().all(fits)
            {
                drawn.candidates = values;
            }
        }
    }

    /// Highlights only what a step decides.
    pub fn highlight_conclusions(&self, picture: &mut Picture, step: &Step) {
        for fact in &step.conclusions {
            let part = match fact.relation {
                Relation::Is => Highlight::Decided,
                // A value that is only ruled out decides nothing.
                _ => Highlight::Assumed,
            };
            self.highlight_fact(picture, fact, part);
        }
    }

    fn highlight_fact(&self, picture: &mut Picture, fact: &Literal, part: Highlight) {
        if let Some(spot) = self.spot_of(fact.var) {
            self.highlight_spot(picture, spot, part);
        }
    }

    /// Highlights a spot: its side or joint, if it is one, else its cells.
    pub fn highlight_spot(&self, picture: &mut Picture, spot: usize, part: Highlight) {
        let spot = &self.spots()[spot];
        if let (Some(course), Some(&(board, _))) = (spot.course, spot.cells.first()) {
            let cells = spot.cells.iter().map(|&(_, cell)| cell).collect();
            let band = Band {
                course,
                cells,
                part,
            };
            picture.highlight_band(board, band);
            return;
        }
        for &(board, cell) in &spot.cells {
            picture.highlight(board, cell, part);
        }
    }
}
