//! Source texts, kept small until they are written: this process must stay smaller than the processes that it measures,
//! because a child begins with its parent's peak of memory.

use std::io::{self, BufWriter, Write};

/// Placeholder in a piece's text for the number of the repetition.
const NUMBER: char = '@';

/// A repeated text.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    times: usize,
}

/// A source text in pieces.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pieces: Vec<Piece>,
}

impl Source {
    pub fn text(text: impl Into<String>) -> Self {
        Source::default().then(text)
    }

    /// Makes a source that repeats `text`; `@` in it is the number of the repetition.
    pub fn repeated(text: impl Into<String>, times: usize) -> Self {
        Source::default().then_repeated(text, times)
    }

    pub fn then(self, text: impl Into<String>) -> Self {
        self.then_repeated(text, 1)
    }

    pub fn then_repeated(mut self, text: impl Into<String>, times: usize) -> Self {
        self.pieces.push(Piece { text: text.into(), times });
        self
    }

    pub fn then_source(mut self, other: Source) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// Writes the pieces as often as they are repeated. `@` in a piece becomes the number of the repetition.
    pub fn write(&self, output: impl Write) -> io::Result<()> {
        let mut output = BufWriter::new(output);
        for Piece { text, times } in &self.pieces {
            let parts: Vec<&str> = text.split(NUMBER).collect();
            for number in 0..*times {
                output.write_all(parts[0].as_bytes())?;
                for part in &parts[1..] {
                    write!(output, "{number}{part}")?;
                }
            }
        }
        output.flush()
    }

    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to memory does not fail, and pieces are UTF-8 text.
        let _ = self.write(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_repeated_and_numbered() {
        let source = Source::text("f(").then_repeated("x@=@;", 3).then_source(Source::repeated(")", 2));
        assert_eq!(source.to_text(), "f(x0=0;x1=1;x2=2;))");
    }
}
