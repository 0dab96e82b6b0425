//! The constructor string parser, URL Pattern 2.1.1: splits the pattern of a whole URL into those of its components.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use super::super::encode_sets::copied;
use super::canonical::Canonical;
use super::component::Compiled;
use super::init::{Component, Init};
use super::parts::Options;
use super::tokens::{Policy, Token, TokenKind, tokenize};

/// The part of the URL that is being read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum State {
    Init,
    Authority,
    In(Component),
    Done,
}

use Component::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};

/// Parse a constructor string.
pub(super) fn parse(vm: &mut Vm, text: &str) -> Completion<Init> {
    let tokens = super::valid(vm, "string", |heap| tokenize(heap, text, Policy::Lenient))?;
    let mut parser = Parser {
        text,
        tokens: &tokens,
        init: Init::default(),
        state: State::Init,
        start: 0,
        at: 0,
        step: 1,
        depth: 0,
        brackets: 0,
        is_special: false,
    };
    while parser.at < tokens.len() && parser.state != State::Done {
        vm.work(1)?;
        parser.step = 1;
        parser.token(vm)?;
        parser.at += parser.step;
    }
    let texts = &mut parser.init.texts;
    if texts[Hostname as usize].is_some() && texts[Port as usize].is_none() {
        texts[Port as usize] = Some(Vec::new());
    }
    Ok(parser.init)
}

/// State of the parser.
struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    init: Init,
    state: State,
    /// The token that begins the component.
    start: usize,
    at: usize,
    /// Tokens to the next one.
    step: usize,
    /// Groups in braces that are open.
    depth: usize,
    /// Brackets of addresses that are open.
    brackets: usize,
    /// Set where the protocol matches a special scheme.
    is_special: bool,
}

impl<'a> Parser<'a> {
    fn token_at(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).or(self.tokens.last()).copied()
    }

    fn is_kind(&self, index: usize, kind: TokenKind) -> bool {
        self.token_at(index).is_some_and(|token| token.kind == kind)
    }

    /// Returns whether a token is this character without a meaning of its own: "is a non-special pattern char".
    fn is_at(&self, index: usize, value: &str) -> bool {
        self.token_at(index).is_some_and(|token| {
            matches!(token.kind, TokenKind::Char | TokenKind::EscapedChar | TokenKind::InvalidChar)
                && token.value(self.text) == value
        })
    }

    fn is(&self, value: &str) -> bool {
        self.is_at(self.at, value)
    }

    /// Returns whether the search begins here: "is a search prefix".
    fn is_search_prefix(&self) -> bool {
        if self.is("?") {
            return true;
        }
        let is_mark = self.token_at(self.at).is_some_and(|token| token.value(self.text) == "?");
        let previous = self.at.checked_sub(1).and_then(|index| self.token_at(index));
        // Behind a group it is a modifier.
        is_mark
            && previous.is_none_or(|previous| {
                !matches!(previous.kind, TokenKind::Name | TokenKind::Regexp | TokenKind::Close | TokenKind::Asterisk)
            })
    }

    /// Make a component string.
    fn component_text(&self) -> &'a str {
        let [start, end] = [self.start, self.at].map(|index| self.token_at(index).map_or(0, Token::index));
        self.text.get(start..end).unwrap_or_default()
    }

    fn rewind(&mut self) {
        (self.at, self.step) = (self.start, 0);
    }

    fn rewind_to(&mut self, state: State) {
        self.rewind();
        self.state = state;
    }

    /// Change state.
    fn change(&mut self, vm: &mut Vm, state: State, skipped: usize) -> Completion<()> {
        if let State::In(component) = self.state {
            self.init.texts[component as usize] = Some(copied(&mut vm.heap, self.component_text().as_bytes())?);
        }
        if self.state != State::Init
            && let State::In(next) = state
        {
            let was_before = |component| match self.state {
                State::Authority => (component as usize) > Password as usize,
                State::In(current) => (current as usize) < component as usize,
                State::Init | State::Done => false,
            };
            let is_missing = |component| {
                was_before(component)
                    && (component as usize) < next as usize
                    && self.init.texts[component as usize].is_none()
            };
            let missing = [Hostname, Pathname, Search].map(is_missing);
            if missing[0] {
                self.init.texts[Hostname as usize] = Some(Vec::new());
            }
            if missing[1] {
                let path = if self.is_special { b"/".to_vec() } else { Vec::new() };
                self.init.texts[Pathname as usize] = Some(path);
            }
            if missing[2] {
                self.init.texts[Search as usize] = Some(Vec::new());
            }
        }
        self.state = state;
        self.at += skipped;
        (self.start, self.step) = (self.at, 0);
        Ok(())
    }

    /// Takes the current token. In a group with braces none has a meaning of its own.
    fn token(&mut self, vm: &mut Vm) -> Completion<()> {
        if self.is_kind(self.at, TokenKind::End) {
            return self.end(vm);
        }
        if self.is_kind(self.at, TokenKind::Open) {
            self.depth += 1;
            return Ok(());
        }
        if self.depth > 0 {
            if !self.is_kind(self.at, TokenKind::Close) {
                return Ok(());
            }
            self.depth -= 1;
        }
        match self.state {
            State::Init if self.is(":") => self.rewind_to(State::In(Protocol)),
            State::Authority if self.is("@") => self.rewind_to(State::In(Username)),
            State::Authority if self.is("/") || self.is_search_prefix() || self.is("#") => {
                self.rewind_to(State::In(Hostname));
            }
            State::In(component) => return self.token_of(vm, component),
            _ => {}
        }
        Ok(())
    }

    /// Takes the last token. Without a protocol, the text is read again as one relative to the base URL.
    fn end(&mut self, vm: &mut Vm) -> Completion<()> {
        match self.state {
            State::Init => {
                self.rewind();
                if self.is("#") {
                    self.change(vm, State::In(Hash), 1)
                } else if self.is_search_prefix() {
                    self.change(vm, State::In(Search), 1)
                } else {
                    self.change(vm, State::In(Pathname), 0)
                }
            }
            State::Authority => {
                self.rewind_to(State::In(Hostname));
                Ok(())
            }
            _ => self.change(vm, State::Done, 0),
        }
    }

    /// Takes a token of a component, and changes to the next one where the token is the border between both.
    fn token_of(&mut self, vm: &mut Vm, component: Component) -> Completion<()> {
        let next = match component {
            Protocol if self.is(":") => return self.end_of_protocol(vm),
            Username if self.is(":") => Some((Password, 1)),
            Username | Password if self.is("@") => Some((Hostname, 1)),
            Hostname if self.is("[") => {
                self.brackets += 1;
                None
            }
            Hostname if self.is("]") => {
                self.brackets = self.brackets.saturating_sub(1);
                None
            }
            Hostname if self.is(":") && self.brackets == 0 => Some((Port, 1)),
            Hostname | Port if self.is("/") => Some((Pathname, 0)),
            Hostname | Port | Pathname if self.is_search_prefix() => Some((Search, 1)),
            Hostname | Port | Pathname | Search if self.is("#") => Some((Hash, 1)),
            _ => None,
        };
        match next {
            Some((next, skipped)) => self.change(vm, State::In(next), skipped),
            None => Ok(()),
        }
    }

    /// Compiles the protocol to see whether it matches a special scheme: by that an authority follows without slashes
    /// too.
    fn end_of_protocol(&mut self, vm: &mut Vm) -> Completion<()> {
        // Compute protocol matches a special scheme flag.
        let vm = &mut vm.scope();
        let protocol =
            Compiled::of(vm, Protocol, self.component_text(), (Canonical::Protocol, Options::default()), false)?;
        self.is_special = protocol.is_special(vm)?;
        let has_slashes = self.is_at(self.at + 1, "/") && self.is_at(self.at + 2, "/");
        let (next, skipped) = match (has_slashes, self.is_special) {
            (true, _) => (State::Authority, 3),
            (false, true) => (State::Authority, 1),
            (false, false) => (State::In(Pathname), 1),
        };
        self.change(vm, next, skipped)
    }
}
