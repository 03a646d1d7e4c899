//! Open nodes as text: each path as the length of its common prefix with the one before, and the rest.

use quadrille_engine::{Literal, OpenNode, Path, Relation};

/// A line for each node: its share of the space, the number of literals that its path begins with in common with that
/// of the line before, and the rest of its path. The open nodes of a search are few lines however deep it is.
pub(super) fn write(nodes: &[OpenNode]) -> Vec<String> {
    let mut before: &[Literal] = &[];
    let mut lines = Vec::with_capacity(nodes.len());
    for node in nodes {
        let path = &node.path.0;
        let common = path.iter().zip(before).take_while(|(a, b)| a == b).count();
        let mut line = format!("{:e} {common}", node.share);
        for literal in &path[common..] {
            line.push(' ');
            line.push_str(&literal.to_string());
        }
        lines.push(line);
        before = path;
    }
    lines
}

/// The nodes of such lines; `None` if they are not.
pub(super) fn read(lines: &[String]) -> Option<Vec<OpenNode>> {
    let mut before: Vec<Literal> = Vec::new();
    let mut nodes = Vec::with_capacity(lines.len());
    for line in lines {
        let mut words = line.split(' ');
        let share: f64 = words.next()?.parse().ok()?;
        let common: usize = words.next()?.parse().ok()?;
        if common > before.len() || !(0.0..=1.0).contains(&share) {
            return None;
        }
        before.truncate(common);
        for word in words {
            before.push(word.parse().ok().filter(has_negation)?);
        }
        nodes.push(OpenNode {
            path: Path(before.clone()),
            share,
        });
    }
    Some(nodes)
}

/// Whether some 32-bit number makes it false; no search decides others.
fn has_negation(literal: &Literal) -> bool {
    !matches!(
        (literal.relation, literal.value),
        (Relation::AtMost, i32::MAX) | (Relation::AtLeast, i32::MIN)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let node = |path: &str, share| OpenNode {
            path: path.parse().unwrap(),
            share,
        };
        let nodes = [
            node("x1=2 w5<=3 x3!=1", 1e-30),
            node("x1=2 w5>=4", 0.1),
            node("x1!=2", 1.0 / 3.0),
            node("", 1.0),
        ];
        let lines = write(&nodes);
        assert_eq!(lines[0], "1e-30 0 x1=2 w5<=3 x3!=1");
        assert_eq!(lines[1], "1e-1 1 w5>=4");
        assert_eq!(read(&lines).unwrap(), nodes);
        for bad in [
            "",
            "0.5",
            "0.5 1 x1=2",
            "2 0",
            "nan 0",
            "0.5 0 x",
            "0.5 0  x1=2",
            "1 0 x1<=2147483647",
        ] {
            assert_eq!(read(&[bad.to_owned()]), None, "{bad}");
        }
    }
}
