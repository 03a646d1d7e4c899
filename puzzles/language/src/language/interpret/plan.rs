//! What the words of a rulebook show about its phrases, found once for all filled grids: which conditions of a phrase
//! depend on the data alone, and which groups mean the same wherever they stand.

use std::ptr;

use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::super::syntax::{
    Expr, Kind, Name, Node, Noun, PairOf, Phrase, Predicate, Qualifier, Rulebook, Word,
};
use super::super::walk::{Term, is_of_data, walk};
use super::member::IT;

/// A phrase for atoms whose candidates depend on data and on variables alone, and so do some of its conditions: the
/// candidates that these leave are the same in all filled grids.
///
/// `shaded cells d where x of d = x of c` is about few cells for each `c`, and only these are asked whether they are
/// shaded.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The names on whose values all this may depend.
    pub(super) names: SmallVec<[Name; 2]>,
    /// Which adjectives depend on the data alone.
    pub(super) adjectives: SmallVec<[bool; 2]>,
    /// The parts of conditions after `where` that do, by their addresses.
    parts: SmallVec<[usize; 2]>,
    /// The qualifiers that are done with.
    pub(super) done: SmallVec<[usize; 2]>,
}

impl Plan {
    /// Whether a part of a condition depends on the data alone.
    pub(super) fn has(&self, part: &Expr) -> bool {
        self.parts.contains(&ptr::from_ref(part).addr())
    }

    fn of(book: &Rulebook, phrase: &Phrase) -> Option<Self> {
        let of_data = |expr: &Expr| is_of_data(book, expr, 1);
        let it = || Expr {
            node: Node::Name(IT.into()),
            span: phrase.span.clone(),
        };
        let asks = |node: Node| {
            let span = phrase.span.clone();
            of_data(&Expr { node, span })
        };
        let has = |word: &Word| asks(Node::Has(Box::new(it()), false, word.clone()));
        let is = |word: &Word| {
            let adjective = Predicate::Adjective(word.clone(), Vec::new());
            asks(Node::Is(Box::new(it()), false, adjective))
        };
        let mut plan = Self::default();
        let mut read: Vec<&Expr> = Vec::new();
        // Whether it is of use: to list the cells of a place takes no longer than to remember them.
        let mut pays = match &phrase.noun {
            Noun::Atoms(_) => false,
            Noun::Neighbour | Noun::Contact | Noun::Knight => true,
            Noun::Pair(PairOf::Atoms(inner)) => {
                let whole = Self::of(book, inner)?;
                if inner.take.is_some() || !whole.leaves_nothing(inner) {
                    return None;
                }
                plan.names = whole.names;
                true
            }
            Noun::Pair(_) => true,
            _ => return None,
        };
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            match qualifier {
                Qualifier::Of(e) | Qualifier::In(e) | Qualifier::SeenFrom(e) if of_data(e) => {
                    pays |= !matches!(e.node, Node::Name(_));
                    read.push(e);
                }
                Qualifier::Towards(e) | Qualifier::Besides(e) if of_data(e) => {
                    pays = true;
                    read.push(e);
                }
                Qualifier::Beyond(a, b) if of_data(a) && of_data(b) => read.extend([a, b]),
                Qualifier::With(word) | Qualifier::Without(word) if has(word) => pays = true,
                Qualifier::With(_) | Qualifier::Without(_) => continue,
                Qualifier::Where(test) => {
                    let mut open = vec![test];
                    let mut all = true;
                    while let Some(part) = open.pop() {
                        match &part.node {
                            Node::And(parts) => open.extend(parts),
                            _ if of_data(part) => {
                                plan.parts.push(ptr::from_ref(part).addr());
                                read.push(part);
                            }
                            _ => all = false,
                        }
                    }
                    pays |= !plan.parts.is_empty();
                    if !all {
                        continue;
                    }
                }
                // The others count candidates, or depend on the filled grid.
                _ => return None,
            }
            plan.done.push(at);
        }
        for (_, word) in &phrase.adjectives {
            let fixed = is(word);
            pays |= fixed;
            plan.adjectives.push(fixed);
        }
        for expr in read {
            walk(expr, &mut |part| {
                if let Term::Expr(Expr {
                    node: Node::Name(name),
                    ..
                }) = part
                    && !phrase.variables.iter().any(|own| own.name == *name)
                    && !plan.names.contains(name)
                {
                    plan.names.push(name.clone());
                }
            });
        }
        pays.then_some(plan)
    }

    /// Whether no condition of the phrase depends on the filled grid.
    fn leaves_nothing(&self, phrase: &Phrase) -> bool {
        self.done.len() == phrase.qualifiers.len() && self.adjectives.iter().all(|&fixed| fixed)
    }
}

/// What is known of the phrases of a rulebook, by their addresses. A phrase made on the way is none of them.
#[derive(Debug, Default)]
pub(super) struct Plans {
    pub(super) phrases: FxHashMap<usize, Plan>,
    /// The nouns of groups, and what cells are reached through, that mean the same wherever they stand.
    pub(super) closed: FxHashSet<usize>,
}

impl Plans {
    /// Those of a rulebook for puzzles with one board: with several, phrases are about one of them.
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut plans = Self::default();
        let rules = book.rules.iter().flat_map(|rule| &rule.formulas);
        let definitions = book.definitions.iter().map(|definition| &definition.body);
        for formula in rules.chain(definitions) {
            walk(formula, &mut |part| {
                if let Term::Phrase(phrase) = part {
                    plans.add(book, phrase);
                }
            });
        }
        plans
    }

    fn add(&mut self, book: &Rulebook, phrase: &Phrase) {
        if let Some(plan) = Plan::of(book, phrase) {
            self.phrases.insert(ptr::from_ref(phrase).addr(), plan);
        }
        // Runs may cross.
        if is_closed(&phrase.noun) && !matches!(phrase.noun, Noun::Run(_)) {
            self.closed.insert(ptr::from_ref(&phrase.noun).addr());
        }
        for qualifier in &phrase.qualifiers {
            if let Qualifier::Reached(_, through) = qualifier
                && is_plain(through)
            {
                self.closed.insert(ptr::from_ref(&**through).addr());
            }
        }
    }
}

/// Whether a noun of groups, or of runs in all lines, means the same wherever it stands: nothing in it is a name bound
/// outside.
pub(super) fn is_closed(noun: &Noun) -> bool {
    match noun {
        Noun::Group(material, _) | Noun::Run(material) => is_plain(material),
        Noun::JoinedGroup(material, links) => is_plain(material) && is_plain(links),
        Noun::EqualGroup(_) => true,
        _ => false,
    }
}

fn is_plain(material: &Phrase) -> bool {
    let mut qualifiers = material.qualifiers.iter();
    material.take.is_none()
        && matches!(material.noun, Noun::Atoms(_))
        && qualifiers.all(|own| matches!(own, Qualifier::With(_) | Qualifier::Without(_)))
}

/// The thing of which a phrase names the group, and the noun of the groups: `first group of shaded cells of c`.
pub(super) fn group_of(phrase: &Phrase) -> Option<&Expr> {
    let is_first = matches!(phrase.take, Some((super::super::syntax::End::First, None)));
    match &phrase.qualifiers[..] {
        [Qualifier::Of(of)] if is_first && phrase.adjectives.is_empty() => Some(of),
        _ => None,
    }
}

/// From where to where `cells reached from c through shaded cells` leads.
pub(super) fn reached(phrase: &Phrase) -> Option<(&Expr, &Phrase)> {
    match &phrase.qualifiers[..] {
        [Qualifier::Reached(from, through)]
            if phrase.take.is_none()
                && phrase.adjectives.is_empty()
                && phrase.noun == Noun::Atoms(Kind::Cell) =>
        {
            Some((from, through))
        }
        _ => None,
    }
}
