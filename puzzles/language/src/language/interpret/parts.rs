//! The parts that an answer is made of, for the report: `row 1  2 × 3 × 10  = 60`.

use super::super::syntax::{Domain, Expr, Ground, Measure, Node, Over};
use super::super::values::{Data, Filling, line_position};
use super::determined::Determined;
use super::member::names_of;
use super::state::Interpreter;
use super::value::{Stop, Value, What};

/// One part: its subject, its operands, its value, and the clues of its subject.
struct Operand {
    place: String,
    from: String,
    value: String,
    clues: String,
}

/// The parts of a sum or product over places, one line each; nothing for other expressions. A sum over several phrases
/// has a part for each member of the first.
pub(crate) fn parts(
    settled: &Determined,
    data: &Data,
    filling: &Filling,
    expr: &Expr,
) -> Vec<String> {
    let Node::Measure(measure @ (Measure::Sum | Measure::Product), Over::Phrases(phrases, value)) =
        &expr.node
    else {
        return Vec::new();
    };
    let (phrases, further) = phrases.split_at(1.min(phrases.len()));
    let inner = match further {
        [] => (**value).clone(),
        further => Expr {
            node: Node::Measure(*measure, Over::Phrases(further.to_vec(), value.clone())),
            span: expr.span.clone(),
        },
    };
    let value = &inner;
    let mut interpreter = Interpreter::knowing(settled, data, filling);
    let names: Vec<_> = phrases.iter().flat_map(names_of).collect();
    let mut parts = Vec::new();
    // What cannot be evaluated has no parts, and no answer.
    let _ = interpreter.each_member(phrases, &mut |this, _| {
        let (known, from) = this.taken_apart(value);
        if matches!(known, Value::Missing) || known.is_empty() {
            return Ok(true);
        }
        let places: Vec<Value> = names
            .iter()
            .filter_map(|name| this.variable(name))
            .collect();
        let named: Vec<String> = places.iter().map(|place| this.place_name(place)).collect();
        parts.push(Operand {
            place: named.join(", "),
            from,
            value: match known {
                Value::Unknown => "?".to_owned(),
                known => this.show(&known),
            },
            clues: this.clues_of(&places),
        });
        Ok(true)
    });
    interpreter.done();
    align_numbers(&mut parts);
    let widest = |text: fn(&Operand) -> &str| {
        let lengths = parts.iter().map(|part| text(part).chars().count());
        lengths.max().unwrap_or(0)
    };
    let (places, from) = (widest(|part| &part.place), widest(|part| &part.from));
    let values = widest(|part| &part.value);
    let line = |part: &Operand| {
        let Operand { place, value, .. } = part;
        let line = match from {
            0 => format!("{place:places$}  = {value:values$}"),
            _ => format!("{place:places$}  {:from$}  = {value:values$}", part.from),
        };
        format!("{line}  {}", part.clues).trim_end().to_owned()
    };
    parts.iter().map(line).collect()
}

/// Numbers at the ends of names below each other: `row  9`, `row 10`.
fn align_numbers(parts: &mut [Operand]) {
    fn split(place: &str) -> Option<(&str, &str)> {
        let (word, number) = place.rsplit_once(' ')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && !word.contains(' ')).then_some((word, number))
    }
    let split_all: Option<Vec<_>> = parts.iter().map(|part| split(&part.place)).collect();
    let Some(numbers) = split_all else { return };
    let digits = numbers.iter().map(|(_, number)| number.len()).max();
    let digits = digits.unwrap_or(0);
    let aligned: Vec<String> = numbers
        .iter()
        .map(|(word, number)| format!("{word} {number:>digits$}"))
        .collect();
    for (part, place) in parts.iter_mut().zip(aligned) {
        part.place = place;
    }
}

impl Interpreter<'_> {
    /// The clues of the lines among these.
    fn clues_of(&mut self, places: &[Value]) -> String {
        let book = self.book;
        let mut found = Vec::new();
        for place in places {
            let Value::Place(place) = place else { continue };
            let What::Line(lines, number) = place.what else {
                continue;
            };
            let at = line_position(&self.geometry, place.board.into(), lines, number);
            for (layer, declared) in book.layers.iter().enumerate() {
                if declared.domain == Domain::Clue
                    && declared.on == Ground::Lines(lines)
                    && let Ok(Value::Clue(clue)) = self.value_at(layer, at)
                {
                    found.push(clue.text().to_owned());
                }
            }
        }
        found.join(", ")
    }

    /// A value and its operands: the terms of a sum, the factors of a product, or the candidates for the least or
    /// greatest.
    fn taken_apart(&mut self, expr: &Expr) -> (Value, String) {
        let (measure, over, sign) = match &expr.node {
            Node::Measure(Measure::Sum, over) => (Measure::Sum, over, " + "),
            Node::Measure(Measure::Product, over) => (Measure::Product, over, " × "),
            _ => {
                let value = self.eval(expr).unwrap_or(Value::Unknown);
                let from = self.reached_by(expr, &value);
                return (value, from);
            }
        };
        let values = match self.values(over) {
            Ok(values) => values,
            Err(stop) => return (gap_of(stop), String::new()),
        };
        let shown = values.iter().map(|(value, _)| match value {
            Value::Unknown => "?".to_owned(),
            value => self.show(value),
        });
        let from = shown.collect::<Vec<String>>().join(sign);
        let value = self.measured(measure, values);
        (value.unwrap_or_else(gap_of), from)
    }

    /// Where the least or greatest value is reached.
    fn reached_by(&mut self, expr: &Expr, value: &Value) -> String {
        let Node::Measure(Measure::Least | Measure::Greatest, Over::Phrases(phrases, member)) =
            &expr.node
        else {
            return String::new();
        };
        let names: Vec<_> = phrases.iter().flat_map(names_of).collect();
        let mut found = String::new();
        let _ = self.each_member(phrases, &mut |this, _| {
            let is_it = match (this.eval(member), value) {
                (Ok(Value::Number(one)), Value::Number(other)) => one == *other,
                _ => false,
            };
            if is_it {
                let places = names.iter().filter_map(|name| this.variable(name));
                let places: Vec<String> = places.map(|place| this.place_name(&place)).collect();
                found = places.join(", ");
            }
            Ok(!is_it)
        });
        found
    }
}

/// The value of what has none.
fn gap_of(stop: Stop) -> Value {
    match stop {
        Stop::Missing => Value::Missing,
        Stop::Untold => Value::Untold,
        // What cannot be evaluated is shown like what is not known.
        Stop::Unknown | Stop::Trouble(_) => Value::Unknown,
    }
}
