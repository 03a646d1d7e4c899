//! Numbers in texts for people.

/// Decimal digits in groups of three.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with what is counted: `1 row`, `2,000 rows`. The noun forms its plural with `s`.
pub fn counted(number: u64, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {noun}{s}", thousands(number))
}

/// The verb for so many.
pub fn is_or_are(number: u64) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_with_their_nouns() {
        let texts = [0, 1, 2, 1234567].map(|number| counted(number, "row"));
        assert_eq!(texts, ["0 rows", "1 row", "2 rows", "1,234,567 rows"]);
        assert_eq!([0, 1, 2].map(is_or_are), ["are", "is", "are"]);
    }
}
