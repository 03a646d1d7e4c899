//! Markdown as it reads on a terminal: headings, lists, tables and code, in lines of a given width.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::lines::fill;

/// Columns between those of a table.
const GAP: usize = 2;

/// How far code is moved to the right.
const CODE: &str = "    ";

/// The text in lines of at most this width, as far as words and code allow. Of links only their words are left, pictures
/// are left out, and of Rust examples there is only what documentation shows.
pub(super) fn rendered(markdown: &str, width: usize) -> String {
    let mut page = Page {
        width,
        ..Page::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.flush();
    page.text.trim_end().to_owned() + "\n"
}

/// What has been written, and where in the document it is.
#[derive(Default)]
struct Page {
    text: String,
    width: usize,
    /// Text of the block that has begun.
    inline: String,
    /// For each list that it is in: the number of the next item, if items are numbered.
    lists: Vec<Option<u64>>,
    /// The sign of an item whose first line is not written yet.
    mark: Option<String>,
    /// The level of the heading that it is.
    heading: Option<HeadingLevel>,
    /// Within code: whether lines that begin with `#` are left out.
    code: Option<bool>,
    /// Within pictures, whose text is left out.
    pictures: usize,
    /// Rows of the table that it is in.
    rows: Option<Vec<Vec<String>>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match self.code {
                Some(hides) => self.code_lines(&text, hides),
                None if self.pictures == 0 => self.inline.push_str(&text),
                None => {}
            },
            Event::Code(code) => self.inline.push_str(&format!("`{code}`")),
            Event::SoftBreak | Event::HardBreak => self.inline.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => self.heading = Some(level),
            Tag::CodeBlock(kind) => {
                self.flush();
                self.space();
                let info = match &kind {
                    CodeBlockKind::Fenced(info) => info.as_ref(),
                    CodeBlockKind::Indented => "",
                };
                self.code = Some(info.is_empty() || info.starts_with("rust"));
            }
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.space();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "* ".to_owned(),
                });
            }
            Tag::Table(_) => {
                self.flush();
                self.rows = Some(Vec::new());
            }
            Tag::TableHead | Tag::TableRow => {
                self.rows.get_or_insert_default().push(Vec::new());
            }
            Tag::Image { .. } => self.pictures += 1,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item => self.flush(),
            TagEnd::CodeBlock => self.code = None,
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.rows.as_mut().and_then(|rows| rows.last_mut()) {
                    row.push(cell.trim().to_owned());
                }
            }
            TagEnd::Table => {
                let rows = self.rows.take().unwrap_or_default();
                self.space();
                self.text.push_str(&table(&rows, self.width));
            }
            TagEnd::Image => self.pictures -= 1,
            _ => {}
        }
    }

    /// An empty line before a block, unless it is the first.
    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn code_lines(&mut self, code: &str, hides: bool) {
        let is_shown = |line: &&str| !(hides && (*line == "#" || line.starts_with("# ")));
        for line in code.lines().filter(is_shown) {
            let line = format!("{CODE}{line}");
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// Writes the text of a paragraph, a heading or an item.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.inline);
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else {
            return;
        };
        if let Some(level) = self.heading.take() {
            self.space();
            let text = text.trim();
            let line = match level {
                HeadingLevel::H1 => "=",
                HeadingLevel::H2 => "-",
                _ => "",
            };
            self.text.push_str(&format!("{text}\n"));
            if !line.is_empty() {
                let line = line.repeat(text.chars().count());
                self.text.push_str(&format!("{line}\n"));
            }
            return;
        }
        let depth = self.lists.len();
        let mark = self.mark.take();
        if depth == 0 || mark.is_none() {
            self.space();
        }
        let outer = "  ".repeat(depth.saturating_sub(1));
        let own = if depth > 0 { "  " } else { "" };
        let head = format!("{outer}{}{first}", mark.as_deref().unwrap_or(own));
        let indent = format!("{outer}{own}");
        self.text.push_str(&fill(&head, words, &indent, self.width));
        self.text.push('\n');
    }
}

/// A table in columns; columns that are empty are left out. Where words are too long for that, each row is a paragraph.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let number = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let is_full = |&column: &usize| rows.iter().skip(1).any(|row| !cell(row, column).is_empty());
    let columns: Vec<usize> = (0..number).filter(is_full).collect();
    let long = |measure: &dyn Fn(&str) -> usize| -> Vec<usize> {
        let of = |&column: &usize| rows.iter().map(|row| measure(&cell(row, column))).max();
        columns
            .iter()
            .map(|column| of(column).unwrap_or(0))
            .collect()
    };
    let whole = long(&|cell| cell.chars().count());
    let word = |word: &str| word.chars().count();
    let words = long(&|cell| cell.split_whitespace().map(word).max().unwrap_or(0));
    let room = width.saturating_sub(GAP * columns.len().saturating_sub(1));
    let Some(wide) = widths(&whole, &words, room) else {
        return in_paragraphs(rows, &columns, width);
    };
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<String> = columns.iter().map(|&column| cell(row, column)).collect();
        if at == 0 && cells.iter().all(String::is_empty) {
            continue;
        }
        text.push_str(&in_columns(&cells, &wide));
        if at == 0 {
            let lines: Vec<String> = wide.iter().map(|&wide| "-".repeat(wide)).collect();
            text.push_str(&in_columns(&lines, &wide));
        }
    }
    text
}

/// How wide each column is: as its longest cell, where there is room for all; else those that need more than others
/// share what these leave. `None` if there is not even room for the longest word of each.
fn widths(whole: &[usize], words: &[usize], room: usize) -> Option<Vec<usize>> {
    if words.iter().sum::<usize>() > room {
        return None;
    }
    let mut wide = words.to_vec();
    let mut left = room - words.iter().sum::<usize>();
    // One column after the other, the narrowest first, until none needs more.
    while left > 0 {
        let open = (0..wide.len()).filter(|&column| wide[column] < whole[column]);
        let Some(narrowest) = open.min_by_key(|&column| wide[column]) else {
            break;
        };
        wide[narrowest] += 1;
        left -= 1;
    }
    Some(wide)
}

/// A row of a table, whose cells may take several lines.
fn in_columns(cells: &[String], wide: &[usize]) -> String {
    let broken: Vec<Vec<String>> = cells
        .iter()
        .zip(wide)
        .map(|(cell, &wide)| {
            let mut words = cell.split_whitespace();
            let first = words.next().unwrap_or_default();
            let text = fill(first, words, "", wide);
            text.lines().map(str::to_owned).collect()
        })
        .collect();
    let high = broken.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..high {
        let mut written = String::new();
        for (column, &wide) in broken.iter().zip(wide) {
            let part = column.get(line).map_or("", String::as_str);
            written.push_str(&format!("{part:wide$}{:GAP$}", ""));
        }
        text.push_str(written.trim_end());
        text.push('\n');
    }
    text
}

/// A row of a table as a paragraph that begins with its first cell.
fn in_paragraphs(rows: &[Vec<String>], columns: &[usize], width: usize) -> String {
    let mut text = String::new();
    for row in rows.iter().skip(1) {
        let cells = columns.iter().filter_map(|&column| row.get(column));
        let cells: Vec<&str> = cells
            .map(String::as_str)
            .filter(|cell| !cell.is_empty())
            .collect();
        let line = cells.join(" -- ");
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        text.push_str(&fill(first, words, "  ", width));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_plain_text() {
        let source = "\
# A chapter

See [the *other* one](other.md), [`x`] and `a [b]`: a line that is so long
that it is broken.

* one
* two that takes more than a line, since it is long
  1. inner

```sh
$ quadrille list
```

```
# hidden
# Ok::<(), ()>(())
shown();
```

| word | meaning | |
|---|---|---|
| `a` | the first of all letters there are | <img src=\"a.svg\"> |
| `bcd` | short | ![x](b.svg) |

[`x`]: x.md
";
        let expected = "\
A chapter
=========

See the other one, `x` and `a [b]`: a
line that is so long that it is broken.

* one
* two that takes more than a line, since
  it is long
  1. inner

    $ quadrille list

    shown();

word   meaning
-----  ---------------------------------
`a`    the first of all letters there
       are
`bcd`  short
";
        assert_eq!(rendered(source, 40), expected);
    }

    #[test]
    fn a_table_that_is_too_wide_is_told_in_paragraphs() {
        let source = "| a | b |\n|---|---|\n| incomprehensible | indistinguishable words |\n";
        let text = rendered(source, 30);
        assert_eq!(text, "incomprehensible --\n  indistinguishable words\n");
    }
}
