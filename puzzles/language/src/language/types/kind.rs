//! The types of expressions, as far as they are known without data.

use super::super::syntax::{Kind, Lines, Name};

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// It depends on the data, or has a mistake that has been reported.
    Any,
    Test,
    /// A number, and which one if it is a constant.
    Number(Option<i128>),
    /// One of these words of layers.
    Word(Vec<Name>),
    /// A number, or one of these words.
    Mixed(Vec<Name>),
    /// A word of the puzzle's own.
    Name,
    Text,
    Clue,
    /// Regular expressions of the data over the values of this layer.
    Patterns(Name),
    List,
    Bag,
    Direction,
    Directions,
    /// A shape that the rulebook declares.
    Known(Name),
    /// The shape of a place.
    Shape,
    /// The shape of a place, neither turned nor mirrored.
    Standing,
    /// Shapes of the data.
    Shapes,
    Board,
    Atom(Kind),
    /// Atoms of a kind.
    Place(Option<Kind>, Form),
}

/// The form of a place, apart from its atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Line(Lines),
    /// A region of a layer.
    Region(usize),
    /// A group, a run, a block or a face.
    Group,
    /// Atoms of which there may be several, whatever the data.
    Several,
    Other,
}

impl Type {
    pub(super) const NUMBER: Type = Type::Number(None);

    /// Whether it may be a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Type::Any | Type::Number(_) | Type::Mixed(_))
    }

    /// Whether it may be one thing of the grid or several.
    pub(super) fn is_place(&self) -> bool {
        matches!(self, Type::Any | Type::Atom(_) | Type::Place(..))
    }

    /// Whether it may be several things of the grid, whatever the data.
    pub(super) fn is_several(&self) -> bool {
        matches!(self, Type::Place(_, form) if *form != Form::Other)
    }

    /// The kind of its atoms, if it has any and all are of one kind.
    pub(super) fn atoms(&self) -> Option<Kind> {
        match self {
            Type::Atom(kind) => Some(*kind),
            Type::Place(kind, _) => *kind,
            _ => None,
        }
    }

    /// Its name in messages.
    pub(super) fn called(&self) -> String {
        let name = match self {
            Type::Any => "something",
            Type::Test => "a test, which is true or false",
            Type::Number(Some(number)) => return format!("the number {number}"),
            Type::Number(None) => "a number",
            Type::Word(words) => match &words[..] {
                [only] => return format!("the word `{only}`"),
                _ => return format!("a word ({})", list(words)),
            },
            Type::Mixed(words) => return format!("a number or {}", list(words)),
            Type::Name => "a name",
            Type::Text => "a text in quotes",
            Type::Clue => "a clue",
            Type::Patterns(layer) => return format!("a pattern of `{layer}`"),
            Type::List => "a list of values",
            Type::Bag => "values in no order",
            Type::Direction => "a direction",
            Type::Directions => "directions",
            Type::Known(_) | Type::Shape => "a shape",
            Type::Standing => "a shape as it stands",
            Type::Shapes => "shapes",
            Type::Board => "a board",
            Type::Atom(kind) => return format!("{} {}", article(*kind), kind.singular()),
            Type::Place(_, Form::Line(lines)) => line(*lines),
            Type::Place(_, Form::Region(_)) => "a region",
            Type::Place(Some(kind), Form::Group | Form::Several | Form::Other) => {
                return format!("a place of {}", kind.plural());
            }
            Type::Place(None, Form::Group | Form::Several | Form::Other) => "a place",
        };
        name.to_owned()
    }

    /// What both may be.
    pub(super) fn join(self, other: Type) -> Type {
        match (self, other) {
            (one, other) if one == other => one,
            (Type::Number(_), Type::Number(_)) => Type::NUMBER,
            (Type::Number(_), Type::Mixed(words)) | (Type::Mixed(words), Type::Number(_)) => {
                Type::Mixed(words)
            }
            (Type::Word(mut one), Type::Word(other)) => {
                for word in other {
                    if !one.contains(&word) {
                        one.push(word);
                    }
                }
                Type::Word(one)
            }
            (Type::Atom(one), Type::Atom(other)) if one == other => Type::Atom(one),
            (one, other) if one.is_place() && other.is_place() => {
                match (one.atoms(), other.atoms()) {
                    (Some(a), Some(b)) if a == b => Type::Place(Some(a), Form::Other),
                    _ => Type::Any,
                }
            }
            _ => Type::Any,
        }
    }
}

pub(super) fn list(words: &[Name]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(" or ")
}

pub(super) fn article(kind: Kind) -> &'static str {
    match kind {
        Kind::Edge => "an",
        _ => "a",
    }
}

pub(super) fn line(lines: Lines) -> &'static str {
    match lines {
        Lines::Row => "a row",
        Lines::Column => "a column",
        Lines::Line => "a line",
        Lines::View => "a view",
        Lines::Diagonal => "a diagonal",
    }
}
