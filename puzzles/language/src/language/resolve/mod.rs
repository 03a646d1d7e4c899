//! From the parsed text of a rulebook to its [core](super::core): names are bound, sugar is gone.
//!
//! `value` resolves expressions, `phrase` noun phrases, `test` what is said of something, and `compare` comparisons. What
//! each sugar means is said here and nowhere else. A formula with a form that has no term, which is rare, stays as it is
//! written.

mod compare;
mod phrase;
mod test;
mod value;

use super::core::{Sort, Store, Term, Traits};
use super::syntax::{Domain, Expr, Ground, Kind, Layer, Name, Node, Role, Rulebook};

/// That a form has no term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unresolved;

/// A term, or none.
type Resolved<T> = Result<T, Unresolved>;

/// Resolves the formulas of a rulebook.
pub(crate) struct Resolver<'b> {
    book: &'b Rulebook,
    pub(crate) store: Store,
    /// Names in scope.
    scope: Vec<(Name, Term)>,
    /// What is known of each definition so far.
    definitions: Vec<Traits>,
}

impl<'b> Resolver<'b> {
    /// A resolver for a rulebook without mistakes, with or without laws.
    pub(crate) fn new(book: &'b Rulebook, has_laws: bool) -> Self {
        let mut resolver = Self {
            book,
            store: Store::new(has_laws),
            scope: Vec::new(),
            definitions: Vec::new(),
        };
        resolver.set_ends();
        resolver.set_words();
        for definition in &book.definitions {
            for parameter in &definition.parameters {
                let term = resolver.store.unknown(Sort::Other);
                resolver.scope.push((parameter.name.clone(), term));
            }
            // A definition may use those above it. Nothing is known of one that cannot be resolved.
            let unknown = Traits {
                is_found: true,
                ..Traits::of(match definition.is_test {
                    true => Sort::Test,
                    false => Sort::Other,
                })
            };
            let body = resolver.value(&definition.body);
            resolver.scope.clear();
            resolver.definitions.push(match body {
                Ok(body) => {
                    let known = resolver.store.attributes(body);
                    Traits {
                        sort: known.sort,
                        is_total: false,
                        is_found: known.is_found,
                        low: known.low,
                        high: known.high,
                    }
                }
                Err(Unresolved) => unknown,
            });
        }
        resolver.set_grounds();
        resolver
    }

    /// Tells the store on which atoms the regions of layers to find stand, and whether there is one board.
    fn set_grounds(&mut self) {
        let book = self.book;
        if book.boards <= 1 {
            self.store.set_one_board();
        }
        for (number, layer) in book.layers.iter().enumerate() {
            let (Ground::Atoms(kind, condition), Domain::Regions) = (&layer.on, &layer.domain)
            else {
                continue;
            };
            if layer.role == Role::Data {
                continue;
            }
            let stands = match condition {
                None => Ok((self.store.fresh(), self.store.truth(true))),
                Some(phrase) => self.scoped(|this| {
                    let (binder, guards) = this.member(phrase)?;
                    let is_all = binder.range == this.store.all_atoms(*kind);
                    let test = this.store.and(&guards);
                    is_all.then_some((binder.variable, test)).ok_or(Unresolved)
                }),
            };
            if let Ok((variable, test)) = stands {
                self.store.set_stands(number, variable, test);
            }
        }
    }

    /// Tells the store on what layers are declared, and between which numbers their values lie, where these are written or the
    /// size of the grid.
    fn set_ends(&mut self) {
        let book = self.book;
        for (number, layer) in book.layers.iter().enumerate() {
            if !matches!(layer.on, Ground::Atoms(..)) {
                self.store.set_of_places(number);
            }
            let Domain::Values { ranges, words } = &layer.domain else {
                continue;
            };
            let ([(low, Some(high))], []) = (&ranges[..], &words[..]) else {
                continue;
            };
            if !is_plain(book, low) || !is_plain(book, high) {
                continue;
            }
            if let (Ok(low), Ok(high)) = (self.value(low), self.value(high)) {
                self.store.set_ends(number, low, high);
            }
        }
    }

    /// Tells the store which words the layers to find have, and which of these are one of two words everywhere. Words that
    /// mean something else as well are left out.
    fn set_words(&mut self) {
        let book = self.book;
        let words = |layer: &'b Layer| match &layer.domain {
            Domain::Values { words, .. } => &words[..],
            _ => &[],
        };
        let named = book
            .layers
            .iter()
            .flat_map(words)
            .map(|word| &word.word.name);
        let names = book.layers.iter().map(|layer| &layer.word.name);
        let defined = book.definitions.iter().map(|own| &own.word.name);
        let known: Vec<&Name> = named.chain(names).chain(defined).collect();
        // A layer may be called like its word.
        let is_once = |layer: &Layer, word: &Name| {
            let count = known.iter().filter(|own| ***own == *word).count();
            count == 1 + usize::from(layer.word.name == *word)
        };
        for (number, layer) in book.layers.iter().enumerate() {
            let (Ground::Atoms(kind, None), Domain::Values { ranges, words }) =
                (&layer.on, &layer.domain)
            else {
                continue;
            };
            if layer.role == Role::Data {
                continue;
            }
            let words: Vec<&Name> = words.iter().map(|word| &word.word.name).collect();
            // Beside numbers a word means that there is none.
            if !ranges.is_empty() {
                if let [blank] = words[..]
                    && is_once(layer, blank)
                {
                    self.store.set_blank(number, blank);
                }
                continue;
            }
            for word in &words {
                if *kind == Kind::Cell && is_once(layer, word) {
                    self.store.set_word(number, word);
                }
            }
            if let [one, other] = words[..]
                && is_once(layer, one)
                && is_once(layer, other)
            {
                self.store.set_words(*kind, [one, other]);
            }
        }
    }

    /// The statements of a rule, all of which must hold: one or more for each formula, in order.
    pub(crate) fn rule(&mut self, formulas: &[Expr]) -> Resolved<Vec<Term>> {
        let mut statements = Vec::new();
        for formula in formulas {
            self.scope.clear();
            let statement = self.test(formula)?;
            statements.extend(self.store.conjuncts(statement));
        }
        Ok(self.store.statements(statements))
    }

    /// Runs `inner` with the names that it binds, and forgets them.
    fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> Resolved<T>) -> Resolved<T> {
        let before = self.scope.len();
        let result = inner(self);
        self.scope.truncate(before);
        result
    }

    fn bound(&self, name: &str) -> Option<Term> {
        let mut scope = self.scope.iter().rev();
        scope
            .find(|(known, _)| **known == *name)
            .map(|(_, term)| *term)
    }

    fn layer(&self, number: usize) -> &'b Layer {
        &self.book.layers[number]
    }

    /// The definition of this name with this number of parameters.
    fn definition(&self, name: &str, parameters: usize) -> Option<usize> {
        self.book.definitions.iter().position(|definition| {
            *definition.word.name == *name && definition.parameters.len() == parameters
        })
    }

    /// What is known of the values of a layer.
    fn layer_traits(&self, number: usize) -> Traits {
        let layer = self.layer(number);
        let is_found = layer.role != Role::Data;
        let on_all = matches!(&layer.on, Ground::Atoms(_, None) | Ground::Puzzle);
        let (mut low, mut high) = (None, None);
        let sort = match &layer.domain {
            Domain::Values { ranges, words } if words.is_empty() => {
                (low, high) = ends(ranges);
                Sort::Number
            }
            Domain::Number => Sort::Number,
            Domain::Regions => {
                let kind = match layer.on {
                    Ground::Atoms(kind, _) => Some(kind),
                    _ => None,
                };
                match is_found && on_all {
                    true => Sort::Component(kind),
                    false => Sort::Place(kind),
                }
            }
            Domain::Direction => Sort::Direction,
            Domain::Mark => Sort::Test,
            _ => Sort::Other,
        };
        Traits {
            sort,
            is_total: on_all && !matches!(sort, Sort::Other),
            is_found,
            low,
            high,
        }
    }

    /// Whether a word of layers, said of something, is to be found.
    fn is_found_word(&self, word: &str) -> bool {
        self.book.layers.iter().any(|layer| match &layer.domain {
            Domain::Values { words, .. } => {
                layer.role != Role::Data && words.iter().any(|symbol| *symbol.word.name == *word)
            }
            _ => false,
        })
    }
}

/// Whether an end of a range is written as numbers and dimensions of the grid.
fn is_plain(book: &Rulebook, end: &Expr) -> bool {
    match &end.node {
        Node::Number(_) => true,
        Node::Name(name) => book.dimension(name).is_some(),
        Node::Arithmetic(_, a, b) => is_plain(book, a) && is_plain(book, b),
        _ => false,
    }
}

/// The least and the greatest number of some ranges, where they are constants.
fn ends(ranges: &[(Expr, Option<Expr>)]) -> (Option<i128>, Option<i128>) {
    let constant = |expr: &Expr| match expr.node {
        Node::Number(number) => Some(number),
        _ => None,
    };
    let lows: Option<Vec<i128>> = ranges.iter().map(|(from, _)| constant(from)).collect();
    let highs: Option<Vec<i128>> = ranges
        .iter()
        .map(|(from, to)| constant(to.as_ref().unwrap_or(from)))
        .collect();
    let is_open = |to: &Option<Expr>| to.is_none();
    let least = lows.and_then(|lows| lows.into_iter().min());
    let most = highs.and_then(|highs| highs.into_iter().max());
    // A single number and a range without an upper end are parsed alike.
    match ranges.iter().any(|(_, to)| is_open(to)) {
        true => (least, None),
        false => (least, most),
    }
}

/// The kind of the atoms of a layer, if it stands on atoms.
fn kind_of(layer: &Layer) -> Option<Kind> {
    match layer.on {
        Ground::Atoms(kind, _) => Some(kind),
        _ => None,
    }
}
