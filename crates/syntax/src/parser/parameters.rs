//! Parameters of functions other than arrow functions (ECMA-262 15.1).

use ferrotape_text::{Name, Span};

use super::Parser;
use super::binding::Declares;
use crate::error::{Message, Parsed};
use crate::scope::BindingKind;
use crate::token::TokenKind;
use crate::tree::{ExpressionKind, FunctionKind, List, Parameter};

/// Facts about parameters that the body's parse depends on.
#[derive(Default)]
pub(super) struct Parameters {
    /// The first parameter name that occurs twice.
    pub duplicate: Option<(Name, Span)>,
    /// ContainsExpression, ECMA-262 15.1.2
    pub have_expressions: bool,
    count: u32,
    ends_in_comma: bool,
    /// Some parameters are no plain names. Then all of them are patterns, on `scratch`.
    has_patterns: bool,
    has_rest: bool,
}

impl Parser<'_> {
    /// Parses the parameters in their parentheses. Not inlined, so that its frame does not stay below those of the
    /// body.
    #[inline(never)]
    pub(super) fn parameters(&mut self, kind: FunctionKind) -> Parsed<Parameters> {
        if self.typescript {
            self.optional_type_parameters()?;
        }
        let start = self.token().start;
        self.expect(TokenKind::LeftParen, "`(`")?;
        let mut parameters = Parameters::default();
        let first_item = self.scratch.len();
        while self.kind() != TokenKind::RightParen {
            if self.typescript && self.begin_parameter(kind)? {
                // `this` is no parameter.
                if !self.take(TokenKind::Comma) {
                    break;
                }
                continue;
            }
            self.parameter(&mut parameters)?;
            parameters.ends_in_comma = self.take(TokenKind::Comma);
            if !parameters.ends_in_comma {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "`)`").map_err(|error| self.unclosed(error, "`(`", start))?;
        if self.typescript {
            self.annotation()?;
        }
        if parameters.has_patterns {
            self.finish_patterns(&mut parameters, first_item)?;
        }
        let Parameters { count, ends_in_comma, has_rest, .. } = parameters;
        match kind {
            FunctionKind::Getter if count != 0 => self.fail(Message::GetterParameters, self.span_from(start)),
            FunctionKind::Setter if count != 1 || ends_in_comma || has_rest => {
                self.fail(Message::SetterParameters, self.span_from(start))
            }
            FunctionKind::Method | FunctionKind::Constructor | FunctionKind::DerivedConstructor => {
                self.refuse_duplicate(&parameters)?;
                Ok(parameters)
            }
            _ => Ok(parameters),
        }
    }

    /// Parses one parameter. A list of plain names needs no patterns; the first other parameter turns those before it
    /// into some.
    #[inline]
    fn parameter(&mut self, parameters: &mut Parameters) -> Parsed<()> {
        let kind = BindingKind::Parameter { index: parameters.count };
        parameters.count += 1;
        let is_pattern = matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace | TokenKind::Ellipsis);
        if parameters.has_patterns || is_pattern {
            return self.pattern_parameter(parameters, kind);
        }
        let span = self.span();
        let name = self.binding_identifier()?;
        let (binding, is_repeated) =
            self.scopes.declare_parameter(&mut self.tree, &mut self.lexer.meter, name, span, kind);
        if self.typescript {
            self.parameter_annotation()?;
        }
        let function = self.context.function;
        self.lexer.meter.push(&mut self.tree[function].parameters, Parameter { name, span, binding });
        if is_repeated {
            parameters.duplicate.get_or_insert((name, span));
        }
        if self.kind() == TokenKind::Assign {
            return self.first_default(parameters, span.start);
        }
        Ok(())
    }

    /// Parses the first default value of a list that had only plain names before.
    #[inline(never)]
    fn first_default(&mut self, parameters: &mut Parameters, start: u32) -> Parsed<()> {
        self.plain_to_patterns(parameters)?;
        // The name with the default value is not initialised yet.
        let Some(left) = self.scratch.pop().map(crate::tree::ExpressionId) else { return Ok(()) };
        let ExpressionKind::Identifier { name, .. } = self.tree[left].kind else { return Ok(()) };
        let declared = self.scopes.parameter(name);
        parameters.have_expressions = true;
        let element = self.with_default(start, left)?;
        self.scopes.initialized(&self.tree, declared);
        self.note(element);
        Ok(())
    }

    /// Turns the plain names that have been parsed into patterns.
    fn plain_to_patterns(&mut self, parameters: &mut Parameters) -> Parsed<()> {
        parameters.has_patterns = true;
        self.refuse_duplicate(parameters)?;
        let function = self.context.function;
        for Parameter { name, span, .. } in std::mem::take(&mut self.tree[function].parameters) {
            self.lexer.meter.tick(1);
            let reference = self.initializing(name);
            let pattern = self.expression_node(span, ExpressionKind::Identifier { name, reference });
            let declared = self.scopes.parameter(name);
            self.scopes.initialized(&self.tree, declared);
            self.note(pattern);
        }
        Ok(())
    }

    /// Parses a parameter of a list that is not all plain names, and puts it on `scratch`.
    #[inline(never)]
    fn pattern_parameter(&mut self, parameters: &mut Parameters, kind: BindingKind) -> Parsed<()> {
        if !parameters.has_patterns {
            self.plain_to_patterns(parameters)?;
        }
        let first_bound = self.bound.len();
        self.saw_expression = false;
        let pattern = if self.kind() == TokenKind::Ellipsis {
            parameters.has_rest = true;
            self.binding_rest(Declares::Parameter(BindingKind::PatternParameter), false)?
        } else {
            let start = self.token().start;
            let left = self.binding_pattern(Declares::Parameter(kind))?;
            if self.typescript {
                self.parameter_annotation()?;
            }
            self.with_default(start, left)?
        };
        parameters.have_expressions |= self.saw_expression;
        self.initialized(first_bound);
        self.note(pattern);
        Ok(())
    }

    fn finish_patterns(&mut self, parameters: &mut Parameters, first_item: usize) -> Parsed<()> {
        self.refuse_duplicate(parameters)?;
        let patterns: List<_> = self.list_from(first_item);
        let function = self.context.function;
        self.tree[function].patterns = patterns;
        Ok(())
    }

    /// Fails at a repeated name. Only plain functions of sloppy code may repeat one, and only in lists of plain names.
    fn refuse_duplicate(&mut self, parameters: &Parameters) -> Parsed<()> {
        match parameters.duplicate {
            Some((name, span)) => self.fail(Message::DuplicateName(self.name_text(name)), span),
            None => Ok(()),
        }
    }
}
