//! Parts of formulas that are asked again, of the same things or of others: what the compiler makes of a part is often
//! kept for the next time.

use super::declarations::{chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

/// Longer parts are not repeated, lest formulas double in length again and again.
const LONGEST: usize = 120;

/// A part of a formula, and the variables that were in scope where it stood.
pub(super) struct Said {
    tree: Tree,
    variables: Vec<(String, &'static str)>,
}

impl Maker<'_> {
    /// Something of a sort: something said before, or something new.
    pub(super) fn again_or(
        &mut self,
        sort: Sort,
        depth: usize,
        make: impl FnOnce(&mut Self) -> Tree,
    ) -> Tree {
        if depth > 0
            && chance(self.rng, 12)
            && let Some(tree) = self.again(sort)
        {
            return tree;
        }
        let tree = make(self);
        if depth > 0 && tree.text().len() <= LONGEST {
            self.said.push(Said {
                tree: tree.clone(),
                variables: self.variables.clone(),
            });
        }
        tree
    }

    /// Something said before, about variables that are in scope here.
    fn again(&mut self, sort: Sort) -> Option<Tree> {
        let known = self.said.iter().filter(|said| said.tree.sort == sort);
        let known: Vec<&Said> = known.collect();
        if known.is_empty() {
            return None;
        }
        let said = known[self.rng.below(known.len() as u64) as usize];
        let tree = said.tree.clone();
        let mentioned = said.variables.iter();
        let mentioned: Vec<(String, &'static str)> = mentioned
            .filter(|(name, _)| tree.mentions(name))
            .cloned()
            .collect();
        self.about_others(&tree, &mentioned)
    }

    /// The same with some of its variables replaced by others, and each by another that is no longer in scope.
    fn about_others(&mut self, tree: &Tree, mentioned: &[(String, &'static str)]) -> Option<Tree> {
        let mut names = Vec::new();
        for (name, kind) in mentioned {
            let is_here = self.variables.contains(&(name.clone(), kind));
            if !is_here || chance(self.rng, 40) {
                names.push((name.clone(), self.variable(kind)?));
            }
        }
        Some(tree.renamed(&names))
    }

    /// A comparison of a number with the same one of something else, or with itself.
    pub(super) fn compared_with_another(&mut self, depth: usize) -> Tree {
        let number = self.number(depth);
        let mentioned = self.variables.clone();
        let mentioned: Vec<(String, &'static str)> = mentioned
            .into_iter()
            .filter(|(name, _)| number.mentions(name))
            .collect();
        let other = self.about_others(&number, &mentioned);
        let other = other.unwrap_or_else(|| number.clone());
        let sign = one(self.rng, &["=", "!=", "<", "<="]);
        Tree::new(Sort::Test, &format!("(% {sign} %)"), [number, other])
    }
}
