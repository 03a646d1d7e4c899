//! Steps in words, as JSON, and in pictures.

use serde_json::{Value, json};

use quadrille_engine::{Literal, Relation};

use super::explainer::{Explainer, Link};
use super::guide::{Means, Step};
use super::instance::{Instance, InstanceId};
use crate::picture::{Highlight, Picture};

/// The most facts and changes that are told one by one in a line.
const MOST_TOLD: usize = 12;

/// The most values that are listed.
const MOST_VALUES: usize = 6;

/// `a, b and c`; if there are many, the first ones and the number of others.
pub(super) fn listed(parts: &[String], most: usize) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        _ if parts.len() > most + 1 => {
            let more = parts.len() - most;
            format!("{} and {more} more", parts[..most].join(", "))
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A sentence without its full stop.
pub(super) fn without_stop(sentence: &str) -> &str {
    sentence.trim().trim_end_matches('.')
}

impl Instance {
    /// The rule with its place: `row 3 (Every row and column holds each number once)`.
    pub fn words(&self) -> String {
        let sentence = without_stop(&self.sentence);
        match &self.place[..] {
            "" => sentence.to_owned(),
            place => format!("{place} ({sentence})"),
        }
    }
}

/// What a change means for its place.
#[derive(PartialEq, Eq)]
enum Change {
    Is(String),
    IsNot(String),
    Leaves(String),
    RulesOut(String),
}

impl Explainer {
    /// Changes in words: `r3c4 is 7`, `leaves 2, 4 and 7 at r3c4 and r3c5`.
    fn changes(&self, links: &[&Link]) -> String {
        let mut alike: Vec<(Change, Vec<String>)> = Vec::new();
        for link in links {
            let spot = &self.spots()[link.spot];
            let values = |values: &[i32]| -> String {
                let values: Vec<String> = values.iter().map(|&value| spot.value(value)).collect();
                listed(&values, MOST_VALUES)
            };
            let change = match (link.only(), &link.removed[..]) {
                (Some(only), _) => Change::Is(spot.value(only)),
                (None, [one]) => Change::IsNot(spot.value(*one)),
                _ if link.left.len() <= MOST_VALUES => Change::Leaves(values(&link.left)),
                (None, removed) => Change::RulesOut(values(removed)),
            };
            match alike.iter_mut().find(|(known, _)| *known == change) {
                Some((_, names)) => names.push(spot.name.clone()),
                None => alike.push((change, vec![spot.name.clone()])),
            }
        }
        let told = alike.iter().map(|(change, names)| {
            let (are, names) = (
                if names.len() > 1 { "are" } else { "is" },
                listed(names, MOST_TOLD),
            );
            match change {
                Change::Is(value) => format!("{names} {are} {value}"),
                Change::IsNot(value) => format!("{names} {are} not {value}"),
                Change::Leaves(values) => format!("leaves {values} at {names}"),
                Change::RulesOut(values) => format!("rules out {values} at {names}"),
            }
        });
        let told: Vec<String> = told.collect();
        // A list in a list needs a different separator.
        if !told.iter().any(|change| change.contains(',')) {
            return listed(&told, MOST_TOLD);
        }
        match told.len().saturating_sub(MOST_TOLD) {
            0 => told.join("; "),
            more => format!("{}; and {more} more", told[..MOST_TOLD].join("; ")),
        }
    }

    /// Facts in a list.
    pub fn list(&self, facts: &[Literal]) -> String {
        let words: Vec<String> = facts.iter().map(|&fact| self.words(fact)).collect();
        listed(&words, MOST_TOLD)
    }

    /// The places that a step decides.
    pub fn places(&self, step: &Step) -> String {
        let spots = step
            .conclusions
            .iter()
            .filter_map(|fact| self.spot_of(fact.var));
        let names: Vec<String> = spots.map(|spot| self.spots()[spot].name.clone()).collect();
        listed(&names, MOST_TOLD)
    }

    /// What a step decides: `r3c4 is 7`.
    pub fn conclusion(&self, step: &Step) -> String {
        self.list(&step.conclusions)
    }

    /// What each rule of a step derives, in the order in which they are needed.
    fn told(&self, step: &Step) -> Vec<(Option<InstanceId>, String)> {
        let support = &step.shrunk.support;
        let mut links: Vec<(Option<InstanceId>, Vec<&Link>)> = Vec::new();
        for link in &support.links {
            match links.last_mut() {
                Some((rule, changes)) if *rule == link.rule || link.rule.is_none() => {
                    changes.push(link);
                }
                _ => links.push((link.rule, vec![link])),
            }
        }
        let told: Vec<_> = links
            .iter()
            .map(|(rule, links)| (*rule, self.changes(links)))
            .collect();
        // Rules that derive nothing about a place themselves, but are needed.
        let mut silent = Vec::new();
        for &rule in &step.shrunk.question.rules {
            let is_told = told.iter().any(|(known, _)| *known == Some(rule));
            if !is_told && support.broken != Some(rule) {
                silent.push((Some(rule), String::new()));
            }
        }
        silent.extend(told);
        silent
    }

    /// Why, line by line: the assumption, what each rule derives, the contradiction, and the facts used.
    pub fn why(&self, step: &Step) -> Vec<String> {
        let mut lines = Vec::new();
        for &assumed in &step.shrunk.question.assumed {
            lines.push(format!("suppose that {}", self.words(assumed)));
        }
        for (rule, changes) in self.told(step) {
            let rule = rule.map(|rule| self.instance(rule).words());
            lines.push(match (rule, changes.as_str()) {
                (Some(rule), "") => rule,
                (Some(rule), changes) => format!("{rule}: {changes}"),
                (None, changes) => changes.to_owned(),
            });
        }
        if let Some(broken) = step.shrunk.support.broken {
            let rule = self.instance(broken).words();
            lines.push(format!("{rule}: this rule cannot hold any more"));
        } else if let Means::Searched(nodes) = step.means {
            lines.push(format!(
                "trying what is left, {nodes} case{}, finds no way to keep these rules",
                if nodes == 1 { "" } else { "s" }
            ));
        }
        let facts = &step.shrunk.question.facts;
        if !facts.is_empty() {
            lines.push(format!("known: {}", self.list(facts)));
        }
        lines
    }

    /// A step as JSON.
    pub fn json(&self, step: &Step) -> Value {
        let fact = |&fact: &Literal| {
            let spot = self.spot_of(fact.var).map(|spot| &self.spots()[spot]);
            let cells: Vec<String> = spot.map_or_else(Vec::new, |spot| {
                spot.cells
                    .iter()
                    .map(|(_, cell)| cell.to_string())
                    .collect()
            });
            json!({
                "place": spot.map(|spot| &spot.name),
                "cells": cells,
                "text": self.words(fact),
            })
        };
        let question = &step.shrunk.question;
        let rules = question.rules.iter().map(|&id| {
            let rule = self.instance(id);
            json!({
                "id": rule.id,
                "sentence": rule.sentence,
                "place": rule.place,
            })
        });
        json!({
            "conclusions": step.conclusions.iter().map(fact).collect::<Vec<_>>(),
            "means": match step.means {
                Means::Forced => "forced",
                Means::Refuted => "refuted",
                Means::Searched(_) => "searched",
            },
            "assumed": question.assumed.first().map(fact),
            "rules": rules.collect::<Vec<_>>(),
            "known": question.facts.iter().map(fact).collect::<Vec<_>>(),
            "why": self.why(step),
            "minimal": step.shrunk.is_minimal,
            "cost": step.cost(),
        })
    }

    /// Highlights the cells of a step in a picture.
    pub fn highlight(&self, picture: &mut Picture, step: &Step) {
        for fact in &step.shrunk.question.facts {
            self.highlight_fact(picture, fact, Highlight::Known);
        }
        self.highlight_conclusions(picture, step);
    }

    /// The same for only what it decides.
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
            for &(board, cell) in &self.spots()[spot].cells {
                picture.highlight(board, cell, part);
            }
        }
    }
}
