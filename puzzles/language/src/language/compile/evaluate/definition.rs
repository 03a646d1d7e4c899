//! Definitions: their values for given arguments.

use smallvec::SmallVec;

use super::super::value::{Scope, Value};
use super::super::{Compiler, Made};
use super::once::What;
use crate::language::syntax::Span;

impl Compiler<'_> {
    /// A definition with values for its parameters.
    pub(crate) fn defined(
        &mut self,
        number: usize,
        values: SmallVec<[Value; 2]>,
        span: &Span,
    ) -> Made<Value> {
        let book = &self.data.book;
        let definition = &book.definitions[number];
        if self.eval.defining.contains(&number) {
            return self.unclear(span);
        }
        if definition.parameters.len() != values.len() {
            return self.unclear(span);
        }
        let subject = self.subject(What::Definition(number), values.iter());
        let made = |this: &mut Self| this.newly_defined(number, values);
        self.work_out_once(subject, span, made)
    }

    fn newly_defined(&mut self, number: usize, values: SmallVec<[Value; 2]>) -> Made<Value> {
        let definition = &self.data.book.definitions[number];
        let parameters = definition.parameters.iter().map(|word| word.name.clone());
        let inner = Scope {
            names: parameters.zip(values).collect(),
        };
        let outer = std::mem::replace(&mut self.eval.scope, inner);
        self.eval.defining.push(number);
        let value = if definition.is_test {
            self.truth(&definition.body).map(Value::Test)
        } else {
            self.value(&definition.body)
        };
        self.eval.defining.pop();
        self.eval.scope = outer;
        value
    }
}
