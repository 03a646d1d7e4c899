//! The terms, each of them once, and what is known of each.
//!
//! A variable that a fold binds has a number below [`FREE`]: one more than the greatest that is bound within the fold.
//! So two folds that differ only in the names of their variables are one term. While a fold is made or looked into, its
//! variables are free, with numbers that nothing else has.

use fxhash::{FxHashMap, FxHashSet};

use super::super::syntax::{Arithmetic, Kind, Name};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Sort, Traits};
use super::laws::{LAWS, Law};
use super::term::Term;

/// The first number of a free variable.
pub(super) const FREE: u32 = 1 << 30;

/// The bit of a variable among those of a term.
pub(super) fn bit(number: u32) -> u64 {
    1 << (number % 64)
}

/// What is known of a term, computed once when it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attributes {
    pub(crate) sort: Sort,
    /// Whether it is never empty. It may be missing.
    pub(crate) is_total: bool,
    /// Whether it depends on what is to be found.
    pub(crate) is_found: bool,
    /// The ends of the numbers between which it lies, whatever the data.
    pub(crate) low: Option<i128>,
    pub(crate) high: Option<i128>,
    /// The greatest number of a bound variable in it.
    pub(super) bound: u32,
    pub(super) has_free: bool,
    /// The variables in it, bound ones included, each as one of 64 bits.
    pub(super) variables: u64,
}

/// All terms of some formulas.
#[derive(Debug)]
pub(crate) struct Store {
    forms: Vec<Form>,
    attributes: Vec<Attributes>,
    terms: FxHashMap<Form, Term>,
    /// What was known when a [`Form::Apply`] was made, apart from what is known of its parts.
    traits: FxHashMap<Term, Traits>,
    free: u32,
    /// What each free variable ranges over.
    pub(super) ranges: FxHashMap<u32, Term>,
    /// Whether any term speaks of groups of equal values, and of what is reached: laws about these look through whole terms,
    /// and most rulebooks have neither.
    pub(super) has_equal_groups: bool,
    pub(super) has_reached: bool,
    /// Whether laws are applied, apart from those that only put parts in order.
    pub(super) has_laws: bool,
    fired: [usize; LAWS.len()],
    /// The least and the greatest number of each layer whose values are those between them.
    pub(super) ends: FxHashMap<usize, (Term, Term)>,
    /// The layers that are declared on rooms or lines.
    pub(super) of_places: FxHashSet<usize>,
    /// The layer of each word that one layer of cells, to be found, has and nothing else.
    pub(super) layer_of_word: FxHashMap<Name, usize>,
    /// The layer of numbers, to be found, of each word that says that there is none, if it is the only one.
    pub(super) blanks: FxHashMap<Name, usize>,
    /// Of each word that all atoms of a kind have unless they have another one: that one, and whether it is the second.
    pub(super) others: FxHashMap<Name, (Kind, Name, bool)>,
    /// Of each layer of regions to find: a test of a variable, which is so of the atoms on which the layer stands.
    pub(super) stands: FxHashMap<usize, (u32, Term)>,
    /// Whether the cells of the grid, which is on one board, hang together.
    pub(super) is_on_one_board: bool,
}

impl Store {
    /// A store without terms. Without laws, a term stays as close to its wording as the forms allow.
    pub(crate) fn new(has_laws: bool) -> Self {
        Self {
            forms: Vec::new(),
            attributes: Vec::new(),
            terms: FxHashMap::default(),
            traits: FxHashMap::default(),
            free: FREE,
            ranges: FxHashMap::default(),
            has_equal_groups: false,
            has_reached: false,
            has_laws,
            fired: [0; LAWS.len()],
            ends: FxHashMap::default(),
            of_places: FxHashSet::default(),
            layer_of_word: FxHashMap::default(),
            blanks: FxHashMap::default(),
            others: FxHashMap::default(),
            stands: FxHashMap::default(),
            is_on_one_board: false,
        }
    }

    /// Says that the values of a layer are the numbers from one to another.
    pub(crate) fn set_ends(&mut self, layer: usize, low: Term, high: Term) {
        self.ends.insert(layer, (low, high));
    }

    /// Says that a layer is declared on rooms or lines.
    pub(crate) fn set_of_places(&mut self, layer: usize) {
        self.of_places.insert(layer);
    }

    /// Says that a layer of regions to find stands on the atoms of which a test is so, in place of a variable.
    pub(crate) fn set_stands(&mut self, layer: usize, variable: u32, test: Term) {
        self.stands.insert(layer, (variable, test));
    }

    /// Says that there is one board.
    pub(crate) fn set_one_board(&mut self) {
        self.is_on_one_board = true;
    }

    /// Says that only a layer has a word.
    pub(crate) fn set_word(&mut self, layer: usize, word: &Name) {
        self.layer_of_word.insert(word.clone(), layer);
    }

    /// Whether a layer to find has words and stands on all cells.
    pub(super) fn has_words_everywhere(&self, layer: usize) -> bool {
        self.layer_of_word.values().any(|&own| own == layer)
    }

    /// Says that a word means that a layer has no number.
    pub(crate) fn set_blank(&mut self, layer: usize, word: &Name) {
        self.blanks.insert(word.clone(), layer);
    }

    /// Says that each atom of a kind has one of two words.
    pub(crate) fn set_words(&mut self, kind: Kind, words: [&Name; 2]) {
        let [one, other] = words;
        self.others
            .insert(one.clone(), (kind, other.clone(), false));
        self.others.insert(other.clone(), (kind, one.clone(), true));
    }

    /// How often each law of [`LAWS`] was applied.
    pub(crate) fn fired(&self) -> &[usize] {
        &self.fired
    }

    pub(super) fn fire(&mut self, law: Law) {
        self.fired[law as usize] += 1;
    }

    pub(super) fn has_laws(&self) -> bool {
        self.has_laws
    }

    /// The form of a term.
    pub(crate) fn form(&self, term: Term) -> &Form {
        &self.forms[term.0 as usize]
    }

    /// What is known of a term.
    pub(crate) fn attributes(&self, term: Term) -> Attributes {
        self.attributes[term.0 as usize]
    }

    pub(crate) fn sort(&self, term: Term) -> Sort {
        self.attributes(term).sort
    }

    /// The variable of this number that ranges over the members of a range.
    pub(crate) fn member(&mut self, number: u32, range: Term) -> Term {
        let known = self.attributes(range);
        // An atom is itself whether or not it is a member.
        let is_found = known.is_found && !matches!(known.sort, Sort::Atom(_));
        if number >= FREE {
            self.ranges.insert(number, range);
        }
        self.intern(Form::Variable(number, known.sort, is_found))
    }

    /// Whether a term is the variable of this number.
    pub(super) fn is_variable(&self, term: Term, number: u32) -> bool {
        matches!(self.form(term), Form::Variable(own, ..) if *own == number)
    }

    /// What a free variable ranges over.
    pub(super) fn range_of(&self, term: Term) -> Option<Term> {
        match self.form(term) {
            Form::Variable(number, ..) => self.ranges.get(number).copied(),
            _ => None,
        }
    }

    /// A number for a variable, or for the two of a pair, that occurs nowhere else.
    pub(crate) fn fresh(&mut self) -> u32 {
        self.free += 2;
        self.free - 1
    }

    /// A variable that ranges over nothing that is known.
    pub(crate) fn unknown(&mut self, sort: Sort) -> Term {
        let number = self.fresh();
        self.intern(Form::Variable(number, sort, false))
    }

    /// A head applied to some parts.
    pub(crate) fn apply(&mut self, head: Head, traits: Traits, parts: &[Term]) -> Term {
        let form = Form::Apply(head, parts.into());
        if let Some(&known) = self.terms.get(&form) {
            return known;
        }
        let attributes = self.attributes_of(&form, Some(traits));
        let term = self.added(form, attributes);
        self.traits.insert(term, traits);
        term
    }

    /// What was known of a term when its head was applied.
    pub(super) fn traits_of(&self, term: Term) -> Option<Traits> {
        self.traits.get(&term).copied()
    }

    /// A head that was applied to some parts applied to others.
    pub(super) fn apply_again(&mut self, form: Form, parts: &[Term]) -> Term {
        let Form::Apply(head, _) = &form else {
            return self.intern(form);
        };
        let head = head.clone();
        match self.terms.get(&form).and_then(|term| self.traits.get(term)) {
            Some(&traits) => self.apply(head, traits, parts),
            None => self.intern(form),
        }
    }

    /// The term of a form. No law is applied.
    pub(super) fn intern(&mut self, form: Form) -> Term {
        if let Some(&known) = self.terms.get(&form) {
            return known;
        }
        let attributes = self.attributes_of(&form, None);
        self.added(form, attributes)
    }

    fn added(&mut self, form: Form, attributes: Attributes) -> Term {
        if let Form::Apply(Head::Range(range), _) = &form {
            self.has_equal_groups |= matches!(range.noun, Noun::EqualGroup(_));
            self.has_reached |= range.qualifiers.contains(&Qualifier::Reached);
        }
        let term = Term(self.forms.len() as u32);
        self.forms.push(form.clone());
        self.attributes.push(attributes);
        self.terms.insert(form, term);
        term
    }

    /// The parts of a term, in order.
    pub(crate) fn parts(form: &Form) -> Vec<Term> {
        match form {
            Form::Truth(_) | Form::Number(_) | Form::Variable(..) => Vec::new(),
            Form::Apply(_, parts) | Form::And(parts) | Form::Or(parts) => parts.to_vec(),
            Form::Linear(terms, _) => terms.iter().map(|(_, term)| *term).collect(),
            Form::Within(a, _) | Form::Not(a) => vec![*a],
            Form::Same(a, b) | Form::Iff(a, b) | Form::Part(a, b) => vec![*a, *b],
            Form::If(a, b, c) => vec![*a, *b, *c],
            Form::Fold(_, binders, guard, body) => {
                let ranges = binders.iter().map(|binder| binder.range);
                ranges.chain([*guard, *body]).collect()
            }
        }
    }

    /// What is known of a form from its parts. Longer than other functions: an arm for each form.
    fn attributes_of(&self, form: &Form, traits: Option<Traits>) -> Attributes {
        let (mut bound, mut has_free, mut is_found, mut is_total) = (0, false, false, true);
        let mut variables = 0;
        for part in Self::parts(form) {
            let part = self.attributes(part);
            bound = bound.max(part.bound);
            has_free |= part.has_free;
            variables |= part.variables;
            is_found |= part.is_found;
            is_total &= part.is_total;
        }
        let (mut low, mut high) = (None, None);
        let sort = match form {
            Form::Truth(_) | Form::Within(..) | Form::Same(..) | Form::Not(_) => Sort::Test,
            Form::And(_) | Form::Or(_) | Form::Iff(..) => Sort::Test,
            Form::Number(number) => {
                (low, high) = (Some(*number), Some(*number));
                Sort::Number
            }
            Form::Variable(number, sort, is_open) => {
                variables = bit(*number);
                match *number {
                    FREE.. => has_free = true,
                    number => bound = number,
                }
                is_found = *is_open;
                *sort
            }
            Form::Apply(head, parts) => {
                let known = traits.unwrap_or(Traits::of(Sort::Other));
                is_total = known.is_total && (is_total || known.sort == Sort::Test);
                is_found |= known.is_found;
                (low, high) = (known.low, known.high);
                match (head, &parts[..]) {
                    (Head::Operation(Arithmetic::Divide | Arithmetic::Modulo), &[a, b]) => {
                        let by = self.attributes(b);
                        is_total = self.attributes(a).is_total && by.is_total && by.low >= Some(1);
                        low = matches!(head, Head::Operation(Arithmetic::Modulo)).then_some(0);
                    }
                    (Head::Of(name), &[place]) if matches!(&**name, "width" | "height") => {
                        low = Some(i128::from(self.has_atoms(place)));
                    }
                    _ => {}
                }
                known.sort
            }
            Form::Linear(terms, constant) => {
                (low, high) = (Some(*constant), Some(*constant));
                for &(factor, term) in terms {
                    let term = self.attributes(term);
                    let (least, most) = match factor {
                        0.. => (term.low, term.high),
                        _ => (term.high, term.low),
                    };
                    let add = |sum: Option<i128>, end: Option<i128>| {
                        sum?.checked_add(end?.checked_mul(factor)?)
                    };
                    (low, high) = (add(low, least), add(high, most));
                }
                Sort::Number
            }
            Form::If(_, one, other) => match (self.sort(*one), self.sort(*other)) {
                (one, other) if one == other => one,
                _ => Sort::Other,
            },
            Form::Fold(fold, binders, guard, body) => {
                let last = binders.iter().map(|binder| *binder.variables().end()).max();
                bound = bound.max(last.filter(|last| *last < FREE).unwrap_or(0));
                is_total = matches!(
                    fold,
                    Fold::Sum
                        | Fold::Product
                        | Fold::Distinct
                        | Fold::List
                        | Fold::Bag
                        | Fold::Place
                );
                if *fold == Fold::Sum {
                    low = self.least_sum(binders, *guard, *body);
                }
                fold.sort(self.sort(*body))
            }
            Form::Part(range, _) => {
                let known = self.attributes(*range);
                // Where the data has no region, it is missing; a cell that is in no region to find has an empty one.
                if self.has_regions(*range) && (known.is_total || !known.is_found) {
                    known.sort
                } else {
                    is_total = false;
                    Sort::Place(known.sort.kind())
                }
            }
        };
        Attributes {
            sort,
            is_total: is_total || sort == Sort::Test,
            is_found,
            low,
            high,
            bound,
            has_free,
            variables,
        }
    }

    /// The least that a sum can be.
    fn least_sum(&self, binders: &[Binder], guard: Term, body: Term) -> Option<i128> {
        let least = self.attributes(body).low?;
        let has_members = *self.form(guard) == Form::Truth(true)
            && binders.iter().all(|binder| match self.form(binder.range) {
                Form::Apply(Head::Range(range), parts) => match (&range.noun, &parts[..]) {
                    // A group of cells has a cell, but not a link between two.
                    (&Noun::Atoms(kind), &[of]) if range.qualifiers[..] == [Qualifier::In] => {
                        self.sort(of).kind() == Some(kind) && self.has_atoms(of)
                    }
                    _ => false,
                },
                _ => false,
            });
        match least {
            1.. if has_members => Some(least),
            0.. => Some(0),
            _ => None,
        }
    }
}
