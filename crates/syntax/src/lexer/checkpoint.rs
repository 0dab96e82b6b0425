//! Going back in the text: where a few tokens decide what the text before them means, and where types split operators.

use super::Lexer;
use crate::token::{Token, TokenKind};

/// A token that reading can go back to.
#[derive(Copy, Clone)]
pub(crate) struct Checkpoint {
    position: usize,
    token: Token,
    previous_end: u32,
}

impl Checkpoint {
    /// Returns the kind of the token.
    pub fn kind(&self) -> TokenKind {
        self.token.kind
    }
}

impl Lexer<'_> {
    /// Remembers the current token.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { position: self.position, token: self.token, previous_end: self.previous_end }
    }

    /// Goes back to a token. Text that is read again is accounted for again.
    pub fn rewind(&mut self, to: &Checkpoint) {
        if self.meter.stopped().is_some() {
            return self.end_here();
        }
        self.position = to.position;
        self.accounted = to.position;
        self.token = to.token;
        self.previous_end = to.previous_end;
        let start = to.token.start as usize;
        // What belongs to these tokens is not in the token itself.
        match to.token.kind {
            TokenKind::Template => {
                self.position = start;
                self.token.kind = self.template_piece();
            }
            TokenKind::Invalid => {
                self.position = start;
                self.scan();
                self.token.newline_before = to.token.newline_before;
            }
            _ => {}
        }
    }

    /// Makes a token of the first character of the current one. The rest is read again as the next token.
    pub fn split(&mut self, first: TokenKind) {
        self.token.kind = first;
        self.token.end = self.token.start + 1;
        self.position = self.token.end as usize;
        self.accounted = self.position;
    }

    /// Returns the next character of the text, if it follows without white space and is ASCII.
    pub fn byte_behind(&self) -> u8 {
        self.byte(self.token.end as usize)
    }
}
