//! Documents that detect damage: JSON, with a digest of everything before it as the last key.

use std::fs;
use std::io::ErrorKind;

use serde_json::{Map, Value, json};

use super::sha256::digest;
use crate::whole::write_whole;

/// The format that is written, and the only one that is read.
const FORMAT: u64 = 2;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The text before the digest.
const SEAL: &str = ",\n  \"digest\": \"";

/// The text of a document: `what` it is, then its fields, then the seal.
pub(super) fn sealed(what: &str, fields: Map<String, Value>) -> String {
    let mut document = Map::new();
    document.insert("quadrille".to_owned(), what.into());
    document.insert("format".to_owned(), FORMAT.into());
    document.insert("version".to_owned(), VERSION.into());
    document.extend(fields);
    let text = format!("{:#}", Value::Object(document));
    let body = text.strip_suffix("\n}").unwrap_or(&text);
    let seal = digest(body);
    format!("{body}{SEAL}{seal}\"\n}}\n")
}

/// The digest that a sealed text ends with.
pub(super) fn seal_of(text: &str) -> Option<&str> {
    let at = text.rfind(SEAL)? + SEAL.len();
    text[at..].strip_suffix("\"\n}\n")
}

/// Writes a sealed text whole or not at all.
///
/// # Errors
/// A text that says why it could not be written; what stood there before is as it was.
pub(super) fn write(path: &str, text: &str) -> Result<(), String> {
    write_whole(path, text.as_bytes())
}

/// A document that was read and verified.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: String,
    pub(super) text: String,
    fields: Value,
}

impl Document {
    /// Reads one that is expected to be a `what`.
    ///
    /// # Errors
    /// A text that names the file and says what is wrong with it.
    pub(super) fn read(path: &str, what: &str) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("error: there is no file `{path}`"),
            ErrorKind::InvalidData => format!("error: `{path}` is damaged: it is not UTF-8 text"),
            _ => format!("error: cannot read `{path}`: {error}"),
        })?;
        Self::parse(path, text, what)
    }

    fn parse(path: &str, text: String, what: &str) -> Result<Self, String> {
        let wrong = |what: String| Err(format!("error: `{path}` {what}"));
        let Some(seal) = seal_of(&text) else {
            return wrong(if text.starts_with("{\n  \"quadrille\"") {
                "is cut off or damaged: it does not end with its digest".to_owned()
            } else {
                format!("is not a {what} that quadrille has written")
            });
        };
        let body = &text[..text.len() - SEAL.len() - seal.len() - "\"\n}\n".len()];
        if digest(body) != seal {
            return wrong("is damaged: its content does not match its digest".to_owned());
        }
        let fields: Value = match serde_json::from_str(&text) {
            Ok(fields) => fields,
            Err(error) => return wrong(format!("is damaged: {error}")),
        };
        let is = fields["quadrille"].as_str().unwrap_or("something else");
        if is != what {
            return wrong(format!("is a {is}, expected a {what}"));
        }
        if fields["format"] != FORMAT {
            let format = &fields["format"];
            return wrong(format!(
                "has format {format}; this quadrille reads format {FORMAT}"
            ));
        }
        if fields["version"] != VERSION {
            let version = fields["version"].as_str().unwrap_or_default();
            return wrong(format!(
                "was written by quadrille {version}, and this is quadrille {VERSION}: searches differ between \
                 versions; go on with the one that began"
            ));
        }
        Ok(Self {
            path: path.to_owned(),
            fields,
            text,
        })
    }

    /// The digest by which other documents name this one.
    pub(super) fn seal(&self) -> &str {
        seal_of(&self.text).unwrap_or_default()
    }

    pub(super) fn get(&self, key: &str) -> &Value {
        &self.fields[key]
    }

    /// The value of a field.
    ///
    /// # Errors
    /// A text that names file and field, if it is missing or has another type.
    pub(super) fn field<'d, T>(
        &'d self,
        key: &str,
        read: impl FnOnce(&'d Value) -> Option<T>,
    ) -> Result<T, String> {
        read(&self.fields[key])
            .ok_or_else(|| format!("error: `{}` has no valid `{key}`", self.path))
    }

    pub(super) fn number(&self, key: &str) -> Result<u64, String> {
        self.field(key, Value::as_u64)
    }

    pub(super) fn word(&self, key: &str) -> Result<&str, String> {
        self.field(key, Value::as_str)
    }

    pub(super) fn words(&self, key: &str) -> Result<Vec<String>, String> {
        self.field(key, |value| {
            let list = value.as_array()?.iter();
            list.map(|word| Some(word.as_str()?.to_owned())).collect()
        })
    }
}

/// Fields of a document, in the order given.
pub(super) fn fields<const N: usize>(list: [(&str, Value); N]) -> Map<String, Value> {
    list.into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// A list of texts as a value.
pub(super) fn list(texts: impl IntoIterator<Item = String>) -> Value {
    texts
        .into_iter()
        .map(Value::from)
        .collect::<Vec<_>>()
        .into()
}

/// Name and text pairs as a value.
pub(super) fn pairs(pairs: &[(String, String)]) -> Value {
    let map: Map<String, Value> = pairs
        .iter()
        .map(|(name, text)| (name.clone(), json!(text)))
        .collect();
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        sealed(
            "part",
            fields([
                ("a", 1.into()),
                ("b", list(["x".to_owned(), "é".to_owned()])),
            ]),
        )
    }

    #[test]
    fn what_was_sealed_is_read() {
        let document = Document::parse("f", text(), "part").unwrap();
        assert_eq!(document.number("a"), Ok(1));
        assert_eq!(document.words("b").unwrap(), ["x", "é"]);
        assert!(document.number("b").unwrap_err().contains("no valid `b`"));
        assert!(document.word("missing").is_err());
        assert_eq!(document.seal().len(), 64);
        let json: Value = serde_json::from_str(&text()).unwrap();
        assert_eq!(json["digest"], document.seal());
    }

    /// Every text that is cut off, and every one with another byte in one place, is refused.
    #[test]
    fn damage_is_noticed() {
        let text = text();
        for end in 0..text.len() {
            if text.is_char_boundary(end) {
                let cut = Document::parse("f", text[..end].to_owned(), "part");
                assert!(cut.is_err(), "cut at {end}");
            }
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(Document::parse("f", changed, "part").is_err(), "byte {at}");
            }
        }
        assert!(Document::parse("f", text.clone() + "\n", "part").is_err());
    }

    #[test]
    fn what_is_foreign_is_refused_with_the_reason() {
        let reason = |text: String| Document::parse("f", text, "part").unwrap_err();
        assert!(reason("hello".to_owned()).contains("is not a part"));
        let result = sealed("result", fields([]));
        assert!(reason(result).contains("is a result, expected a part"));
        let mut old = text();
        old = old.replacen(VERSION, "0.0.0", 1);
        let body = old[..old.rfind(SEAL).unwrap()].to_owned();
        let old = format!("{body}{SEAL}{}\"\n}}\n", digest(&body));
        assert!(reason(old).contains("written by quadrille 0.0.0"));
    }
}
