//! Code that is read on trial: the body of what may be an arrow function behind a `?`.
//!
//! `a ? (b): c => d : e` has an arrow function, and `a ? (b) : c => d` has none: the `:` behind the body tells. So the body
//! is parsed into a tree of its own, which is dropped, and the text is read again as what it is.
//!
//! Bodies nest. The end of each one that has been read on trial is remembered by its `=>`, and the trials around jump over
//! it. So each text is read at most once on trial, and once in earnest.

use std::collections::BTreeMap;
use std::mem::{replace, take};

use ferrotape_text::Span;

use super::super::{AcceptIn, Parser};
use super::hidden::ConstantUses;
use super::{Trials, TypeScript};
use crate::error::Parsed;
use crate::lexer::Checkpoint;
use crate::scope::ScopeKind;
use crate::token::TokenKind;
use crate::tree::{ExpressionId, ExpressionKind, FunctionKind, Tree};

/// Bodies of arrow functions that have been read on trial.
#[derive(Default)]
pub(super) struct Arrows {
    /// The token behind each body. None if the body has an error.
    ends: BTreeMap<Body, Option<Checkpoint>>,
    /// Code is being read on trial.
    is_trial: bool,
}

impl Arrows {
    /// Returns whether code is being read on trial.
    pub fn is_trial(&self) -> bool {
        self.is_trial
    }
}

/// A body, as it has been read: the position of its `=>`, whether the function is async, and whether `in` ends it.
type Body = (u32, bool, bool);

/// Bytes that an end takes in the table.
const ENTRY: usize = 96;

impl Parser<'_> {
    /// Returns whether a `:` stands behind the body whose `=>` is the current token. Stays there.
    pub(super) fn has_colon_behind_body(&mut self, is_async: bool) -> Parsed<bool> {
        self.check_depth()?;
        let key = (self.token().start, is_async, false);
        let is_colon = |end: Option<Checkpoint>| end.is_some_and(|end| end.kind() == TokenKind::Colon);
        if let Some(&end) = self.types.trials.arrows.ends.get(&key) {
            return Ok(is_colon(end));
        }
        let here = self.lexer.checkpoint();
        let was_trial = replace(&mut self.types.trials.arrows.is_trial, true);
        let read = self.aside(is_async, |parser| {
            parser.advance();
            match parser.kind() {
                TokenKind::LeftBrace => parser.function_body(None),
                _ => parser.expression_body(AcceptIn::UpToColon),
            }
        });
        self.types.trials.arrows.is_trial = was_trial;
        let end = match read {
            Ok(()) => Some(self.lexer.checkpoint()),
            Err(error) if error.kind == crate::SourceErrorKind::Syntax => {
                self.types.trials.reached_end |= error.is_unfinished;
                None
            }
            Err(error) => return Err(error),
        };
        self.note_end(key, end);
        self.rewind(&here);
        Ok(is_colon(end))
    }

    /// Notes that the body of an arrow function ends here, if this is a trial.
    #[inline(never)]
    pub(in super::super) fn note_body(&mut self, arrow: u32, is_async: bool, accept_in: AcceptIn) {
        if self.types.trials.arrows.is_trial {
            let end = self.lexer.checkpoint();
            self.note_end((arrow, is_async, accept_in == AcceptIn::No), Some(end));
        }
    }

    fn note_end(&mut self, body: Body, end: Option<Checkpoint>) {
        if self.lexer.meter.charge(ENTRY) {
            self.types.trials.arrows.ends.insert(body, end);
        }
    }

    /// Jumps over the body of an arrow function, from its `=>` on, if this is a trial and another one has read the body.
    /// Returns what stands for the function.
    #[inline(never)]
    pub(in super::super) fn arrow_known_on_trial(
        &mut self,
        is_async: bool,
        accept_in: AcceptIn,
    ) -> Parsed<Option<ExpressionId>> {
        if !self.types.trials.arrows.is_trial {
            return Ok(None);
        }
        let arrow = self.token().start;
        // `in` is nothing to a block.
        let in_ends = accept_in == AcceptIn::No && self.next_token().0 != TokenKind::LeftBrace;
        let known = self.types.trials.arrows.ends.get(&(arrow, is_async, in_ends)).copied();
        let Some(end) = known else { return Ok(None) };
        // Elsewhere than before a `:` an expression may go on, unless no `:` has ended it.
        let ends_at_colon = end.is_some_and(|end| end.kind() == TokenKind::Colon);
        if accept_in == AcceptIn::Yes && ends_at_colon && self.next_token().0 != TokenKind::LeftBrace {
            return Ok(None);
        }
        let Some(end) = end else { return self.fail_unexpected() };
        let span = self.span();
        self.rewind(&end);
        Ok(Some(self.expression_node(span, ExpressionKind::NullLiteral)))
    }

    /// Parses in an arrow function of a tree that is dropped. Everything is then as it was, but for the position.
    fn aside(&mut self, is_async: bool, parse: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let fresh = Tree::new(&self.tree.source);
        let tree = replace(&mut self.tree, fresh);
        let scopes = take(&mut self.scopes);
        let (labels, labels_before) = (take(&mut self.labels), take(&mut self.labels_before));
        let (scratch, item_ends, bound) = (take(&mut self.scratch), take(&mut self.item_ends), take(&mut self.bound));
        let (own_this, private_uses) = (take(&mut self.own_this), take(&mut self.private_uses));
        let (cover_error, arrow_head, private_operand) =
            (self.cover_error.take(), self.arrow_head.take(), self.private_operand.take());
        let (saw_expression, classes, implicit_names) = (self.saw_expression, self.classes, self.implicit_names);
        let types = self.types_aside();

        let start = self.token().start;
        let program = self.add_function(FunctionKind::Script, None, Span::new(start, start), Span::new(start, start));
        let meter = &mut self.lexer.meter;
        self.tree[program].scope = self.scopes.open(&mut self.tree, meter, ScopeKind::Script, program, start);
        let function = self.add_function(FunctionKind::Arrow, None, Span::new(start, start), Span::new(start, start));
        self.tree[function].is_async = is_async;
        let arrow = self.context.arrow(function, 0, is_async);
        let context = replace(&mut self.context, arrow);
        self.tree[function].scope = self.open_scope(ScopeKind::Function, start);
        let parsed = parse(self);

        let trials = take(&mut self.types.trials);
        self.types = TypeScript { trials, ..types };
        self.context = context;
        (self.saw_expression, self.classes, self.implicit_names) = (saw_expression, classes, implicit_names);
        (self.cover_error, self.arrow_head, self.private_operand) = (cover_error, arrow_head, private_operand);
        (self.own_this, self.private_uses) = (own_this, private_uses);
        (self.scratch, self.item_ends, self.bound) = (scratch, item_ends, bound);
        (self.labels, self.labels_before) = (labels, labels_before);
        self.scopes = scopes;
        self.tree = tree;
        parsed
    }

    /// Takes the state that only TypeScript needs, but for the answers of trials.
    fn types_aside(&mut self) -> TypeScript {
        let trials: Trials = take(&mut self.types.trials);
        let (keeps_imports, is_declarations) = (self.types.keeps_imports, self.types.is_declarations);
        let constants = ConstantUses::knowing(&self.types.constants.hidden);
        let fresh = TypeScript { trials, keeps_imports, is_declarations, constants, ..TypeScript::default() };
        replace(&mut self.types, fresh)
    }
}
