//! Programs as trees of fragments, which the generator builds and the shrinker takes apart.
//!
//! A fragment is source text with fragments in it. It knows just enough of the grammar to be replaced by another
//! fragment of its kind. An expression is written in parentheses, a statement ends itself, and a list of statements may
//! lose any of them.

use std::borrow::Cow;

/// The kinds of fragments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FragmentKind {
    Statement,
    Expression,
}

/// A part of a program that can be left out or made smaller.
#[derive(Clone, Debug)]
pub struct Fragment {
    pub kind: FragmentKind,
    pub pieces: Vec<Piece>,
}

/// A piece of a fragment.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(Cow<'static, str>),
    Fragment(Fragment),
    /// Any number of statements.
    Statements(Vec<Fragment>),
    /// The text of statements as a string literal, for `eval` and `Function`.
    Quoted(Vec<Fragment>),
}

impl Fragment {
    /// Makes an empty statement, for the builder methods to fill.
    pub fn statement() -> Self {
        Fragment { kind: FragmentKind::Statement, pieces: Vec::new() }
    }

    /// Makes an empty expression, for the builder methods to fill.
    pub fn expression() -> Self {
        Fragment { kind: FragmentKind::Expression, pieces: Vec::new() }
    }

    /// Makes a program: a statement that is a list of statements.
    pub fn program(statements: Vec<Fragment>) -> Self {
        Fragment::statement().statements(statements)
    }

    pub fn text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.pieces.push(Piece::Text(text.into()));
        self
    }

    pub fn fragment(mut self, fragment: Fragment) -> Self {
        self.pieces.push(Piece::Fragment(fragment));
        self
    }

    pub fn statements(mut self, statements: Vec<Fragment>) -> Self {
        self.pieces.push(Piece::Statements(statements));
        self
    }

    pub fn quoted(mut self, statements: Vec<Fragment>) -> Self {
        self.pieces.push(Piece::Quoted(statements));
        self
    }

    /// Returns the source text. The generator bounds how deep fragments nest.
    pub fn source(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Appends the source text. Each expression has parentheses, so any other expression may replace it.
    fn write(&self, to: &mut String) {
        let is_expression = self.kind == FragmentKind::Expression;
        if is_expression {
            to.push('(');
        }
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => to.push_str(text),
                Piece::Fragment(fragment) => fragment.write(to),
                Piece::Statements(statements) => write_lines(statements, to),
                Piece::Quoted(statements) => {
                    let mut text = String::new();
                    write_lines(statements, &mut text);
                    write_literal(&text, to);
                }
            }
        }
        if is_expression {
            to.push(')');
        }
    }

    /// Returns the number of fragments, including this one.
    pub fn size(&self) -> usize {
        1 + self.children().map(Fragment::size).sum::<usize>()
    }

    /// Returns the fragments directly inside, in order.
    pub fn children(&self) -> impl Iterator<Item = &Fragment> {
        self.pieces.iter().flat_map(|piece| match piece {
            Piece::Text(_) => &[],
            Piece::Fragment(fragment) => std::slice::from_ref(fragment),
            Piece::Statements(statements) | Piece::Quoted(statements) => statements.as_slice(),
        })
    }
}

fn write_lines(statements: &[Fragment], to: &mut String) {
    for statement in statements {
        statement.write(to);
        to.push('\n');
    }
}

/// Writes a string literal of generated text, which is ASCII.
fn write_literal(text: &str, to: &mut String) {
    to.push('"');
    for character in text.chars() {
        match character {
            '"' => to.push_str("\\\""),
            '\\' => to.push_str("\\\\"),
            '\n' => to.push_str("\\n"),
            _ => to.push(character),
        }
    }
    to.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_parenthesized_and_statements_on_lines() {
        let sum = Fragment::expression().text("a+").fragment(Fragment::expression().text("1"));
        let block = Fragment::statement().text("{\n").statements(vec![
            Fragment::statement().text("print").fragment(sum).text(";"),
            Fragment::statement().text(";"),
        ]);
        assert_eq!(block.text("}").source(), "{\nprint(a+(1));\n;\n}");
    }

    #[test]
    fn quoted_statements_are_one_string_literal() {
        let say = Fragment::statement().text("print(\"a\");");
        let once = Fragment::statement().text("eval(").quoted(vec![say]).text(");");
        assert_eq!(once.source(), r#"eval("print(\"a\");\n");"#);
        let twice = Fragment::expression().text("eval(").quoted(vec![once]).text(")");
        assert_eq!(twice.source(), r#"(eval("eval(\"print(\\\"a\\\");\\n\");\n"))"#);
    }

    #[test]
    fn the_size_counts_all_fragments() {
        let inner = Fragment::expression().text("1");
        let outer = Fragment::statement().fragment(inner.clone()).statements(vec![inner.clone(), inner]);
        assert_eq!(outer.size(), 4);
        assert_eq!(outer.children().count(), 3);
    }
}
