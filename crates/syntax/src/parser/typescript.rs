//! TypeScript: its types are read and dropped, and what has a value becomes nodes that JavaScript has too.
//!
//! Types are walked without making nodes or references ([`types`], [`members`], [`parameters`]). So reading them changes
//! nothing but the lexer's position, and where only a few tokens tell types from values, the walk is a trial: mark, walk,
//! and go back ([`Lexer::checkpoint`](crate::lexer::Lexer::checkpoint)). Whatever could be tried again and again is
//! remembered by its position ([`Trials`]), so each text is tried once however deep it nests.
//!
//! The rest of the parser comes here only where the tokens of JavaScript have been ruled out, or behind
//! [`Parser::typescript`], which is one predictable branch.

mod accessors;
mod ambient;
mod arguments;
mod arrows;
mod classes;
mod commonjs;
mod elision;
mod enums;
mod hidden;
mod members;
mod modules;
mod namespaces;
mod parameters;
mod properties;
mod qualified;
mod skipping;
mod statements;
mod trials;
mod type_aliases;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ferrotape_text::Name;

use self::ambient::{Ambient, Constant, Known};
pub(super) use self::arrows::ArrowPlace;
use self::commonjs::CommonJs;
use self::elision::Requesting;
use self::hidden::ConstantUses;
pub(crate) use self::hidden::HiddenNames;
use self::properties::ParameterProperty;
use self::qualified::{Qualified, Symbol};
use self::type_aliases::ExportedAlias;
use super::Parser;
use crate::Language;
use crate::by_name::ByName;
use crate::error::Parsed;
use crate::lexer::Checkpoint;
use crate::meter::Meter;
use crate::scope::{ReferenceId, ScopeBuilder, ScopePlace};
use crate::token::TokenKind;
use crate::tree::{ExpressionId, StatementId, Tree};

/// Parser state that only TypeScript needs.
#[derive(Default)]
pub(super) struct TypeScript {
    trials: Trials,
    /// Start of the assignment expression being parsed, and whether a `:` ends it.
    pub(super) assignment: (u32, bool),
    /// Start of an item of parentheses, as it may be an optional parameter.
    pub(super) item: u32,
    /// The item is followed by a `?`, which has been read.
    is_optional: bool,
    /// Names that are declared without a value here: 1 if they have one elsewhere, else 0.
    names: ByName,
    /// The last `infer U extends T` may be a condition instead: a `?` follows.
    is_open_constraint: bool,
    commonjs: CommonJs,
    /// Imports stay, but for those marked by `type`.
    keeps_imports: bool,
    /// The file declares what is elsewhere: functions need no body.
    is_declarations: bool,
    /// The statements of a module with requests.
    requesting: Vec<Requesting>,
    /// Names in computed keys of types, which may be those of imports.
    named_by_keys: BTreeSet<u32>,
    /// The text declares what is elsewhere: it uses no imports.
    is_ambient: bool,
    /// References in computed keys of members that are dropped.
    dropped: Vec<Range<u32>>,
    /// `export default a`, and the reference to `a`.
    default: Option<(StatementId, ReferenceId)>,
    /// Parameter properties of unfinished classes.
    properties: Vec<ParameterProperty>,
    /// Whether names that are declared elsewhere are exported by the namespace around.
    is_exporting: bool,
    /// Whether what is declared elsewhere stands in a namespace, and in no block or function there.
    is_in_namespace: bool,
    /// The namespace being read that is declared elsewhere.
    ambient: Option<Ambient>,
    /// Enums and constants that are declared elsewhere, by name, each with the scope that declares it and its region.
    known: BTreeMap<Name, Vec<(ScopePlace, u32, Known)>>,
    constants: ConstantUses,
    /// Variables that the open namespaces export.
    exported: Vec<Name>,
    /// Enums and namespaces.
    qualified: Qualified,
    exported_aliases: Vec<ExportedAlias>,
    /// Imports whose names mean members of enums and namespaces somewhere.
    hidden_imports: BTreeSet<u32>,
    /// The last operand whose type was asserted.
    asserted: Option<ExpressionId>,
    /// Targets of assignments whose types are asserted.
    targets: Vec<ExpressionId>,
}

/// Answers of trials, by the position that they were about.
#[derive(Default)]
struct Trials {
    answers: BTreeMap<u32, bool>,
    /// The walk is a trial, whose inner answers are kept.
    are_kept: bool,
    /// The text ended in a trial: with more text it could have been what was tried.
    reached_end: bool,
    arrows: trials::Arrows,
}

/// Bytes that an answer takes.
const ANSWER: usize = 32;

impl TypeScript {
    pub fn of(language: Language, name: &str) -> Self {
        let is_declarations = [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| name.ends_with(end));
        let keeps_imports = language == Language::VerbatimTypeScript;
        TypeScript { keeps_imports, is_declarations, ..TypeScript::default() }
    }

    /// Begins a text in which these names mean no constants that are declared elsewhere.
    pub fn knowing(&mut self, hidden: &HiddenNames) {
        self.constants = ConstantUses::knowing(hidden);
    }

    /// Finds further names that mean none, once the text has been read.
    pub fn hidden_names(&self, tree: &Tree, scopes: &ScopeBuilder, meter: &mut Meter) -> HiddenNames {
        self.constants.found(tree, scopes, meter)
    }

    /// Returns the constant that a path leads to from an enum that is declared elsewhere, as the last of its name, or from the
    /// namespace of its name.
    fn constant_of_enum(&self, symbol: Symbol, name: Name, path: &[Name], in_brackets: bool) -> Option<Constant> {
        if let &[member] = path
            && let Some(constant) = self.qualified.constant(symbol, member)
        {
            return Some(constant);
        }
        match self.known.get(&name)?.as_slice() {
            &[.., (around, _, Known::Namespace(namespace)), (place, _, Known::Enum(_))] if around == place => {
                self.qualified.constant_at(namespace, path, in_brackets)
            }
            _ => None,
        }
    }

    /// Returns whether the text ended where a type was tried, so that more text could mend an error.
    pub fn reached_end(&self) -> bool {
        self.trials.reached_end
    }
}

impl Parser<'_> {
    /// Goes back to a token.
    pub(super) fn rewind(&mut self, to: &Checkpoint) {
        self.lexer.rewind(to);
    }

    /// Returns what a look at the tokens behind the current one finds, and stays where it is.
    pub(super) fn peek<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let here = self.lexer.checkpoint();
        self.advance();
        let found = look(self);
        self.rewind(&here);
        found
    }

    /// Returns the kind of the token behind the current one, and whether it begins a line.
    pub(super) fn next_token(&mut self) -> (TokenKind, bool) {
        self.peek(|parser| (parser.kind(), parser.token().newline_before))
    }

    /// Returns whether a word is behind the current token.
    fn is_word_behind(&mut self, word: TokenKind) -> bool {
        self.lexer.word_behind().unwrap_or_else(|| self.next_token().0) == word
    }

    /// Returns whether the current token is this word, on the line of the token before.
    pub(super) fn is_word_on_line(&self, word: &str) -> bool {
        self.kind() == TokenKind::Identifier && !self.token().newline_before && self.lexer.raw() == word
    }

    /// Keeps the answer of a trial.
    fn keep_answer(&mut self, at: u32, answer: bool) {
        if self.lexer.meter.charge(ANSWER) {
            self.types.trials.answers.insert(at, answer);
        }
    }

    /// Returns whether the current text may be read once more.
    fn is_on_trial(&self) -> bool {
        self.types.trials.are_kept || self.types.trials.arrows.is_trial()
    }

    fn answer(&self, at: u32) -> Option<bool> {
        self.types.trials.answers.get(&at).copied()
    }

    /// Walks on trial. Goes back if the walk fails, or finds `false`.
    fn on_trial(&mut self, walk: impl FnOnce(&mut Self) -> Parsed<bool>) -> Parsed<bool> {
        let here = self.lexer.checkpoint();
        let around = std::mem::replace(&mut self.types.trials.are_kept, true);
        let found = walk(self);
        self.types.trials.are_kept = around;
        match found {
            Ok(true) => Ok(true),
            // Not a matter of what the text means.
            Err(error) if error.kind != crate::SourceErrorKind::Syntax => Err(error),
            found => {
                self.types.trials.reached_end |= found.is_err_and(|error| error.is_unfinished);
                self.rewind(&here);
                Ok(false)
            }
        }
    }

    /// Reads the type behind a `:`, if there is one.
    #[inline]
    pub(super) fn annotation(&mut self) -> Parsed<()> {
        if self.kind() == TokenKind::Colon { self.type_behind_colon() } else { Ok(()) }
    }

    #[inline(never)]
    fn type_behind_colon(&mut self) -> Parsed<()> {
        self.among_types(|parser| {
            parser.advance();
            parser.whole_type()
        })
    }

    /// Reads what may stand behind the name of a variable: `!`, and a type.
    #[inline]
    pub(super) fn variable_annotation(&mut self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Colon => self.type_behind_colon(),
            TokenKind::Not if !self.token().newline_before => {
                self.advance();
                if self.kind() == TokenKind::Colon { self.type_behind_colon() } else { self.fail_expected("`:`") }
            }
            _ => Ok(()),
        }
    }
}
