//! Namespaces with values, which become calls of a function with the namespace's object:
//!
//! ```text
//! namespace N { export const a = 1; export function f() { return a } }
//!
//! var N
//! (function (o) { o.a = 1; function f() { return o.a } o.f = f })(N || (N = {}))
//! ```
//!
//! `o` has a name that no identifier has. A namespace that declares only types is dropped.

use ferrotape_text::{Name, Span};

use super::super::statement::Place;
use super::super::{AcceptIn, Parser, binding};
use super::enums::Export;
use super::qualified::Declares;
use crate::error::{Message, Parsed};
use crate::scope::{BindingKind, ReferenceId, Resolution};
use crate::token::TokenKind;
use crate::tree::{ExpressionId, ExpressionKind, FunctionKind, List, Parameter, StatementId, StatementKind};

impl Parser<'_> {
    /// Parses a namespace, from the word on.
    pub(super) fn namespace(&mut self, start: u32, export: Export, place: Place) -> Parsed<StatementId> {
        if !matches!(place, Place::Top | Place::Namespace) && !self.is_in_commonjs(place) {
            return self.fail(Message::NamespacePlace, self.span());
        }
        if self.types.is_declarations {
            return self.ambient_statement();
        }
        self.advance();
        if self.kind() == TokenKind::String {
            let error = self.fail(Message::NotBuilt("a module with a string as its name has no values"), self.span());
            return error.map_err(|error| error.with_note("write `declare module`, or give it a plain name", None));
        }
        let name = self.token().name;
        if self.takes_namespace_of_types()? {
            self.note_type(name);
            return Ok(self.dropped(start));
        }
        self.namespace_rest(start, export)
    }

    /// Parses a namespace from its name on.
    fn namespace_rest(&mut self, start: u32, export: Export) -> Parsed<StatementId> {
        self.check_depth()?;
        let span = self.span();
        let name = self.binding_identifier()?;
        let merged = self.declare_merged(name, span)?;
        let key = self.key(Declares::Namespace, name, export == Export::Namespace);
        let symbol = self.symbol_of(key);
        self.export_merged(export, name, span, merged.is_new)?;
        // What is passed belongs to the scope around.
        let argument = self.object_of(name, span, export);
        let function = self.add_function(FunctionKind::Expression, Some(name), Span::new(start, start), span);
        let around = self.enter_function(function);
        (self.context.allows_return, self.context.allows_new_target) = (false, false);
        let block = self.open_qualified(Declares::Namespace, symbol);
        self.open_function_scope();
        self.bind_namespace_object(block.object, span);
        let first_exported = self.types.exported.len();
        let body = self.namespace_body(start)?;
        // They are no variables of the function, but functions in blocks do not become variables of their names.
        for name in self.types.exported.split_off(first_exported) {
            self.scopes.hide_functions_of_name(&mut self.lexer.meter, name);
        }
        let function = self.context.function;
        self.tree[function].body = body;
        self.tree[function].span.end = self.lexer.previous_end;
        self.finish_function(Resolution::Global);
        self.context = around;
        self.close_qualified(&block);
        let span = self.span_from(start);
        let callee = self.expression_node(span, ExpressionKind::Function { function });
        let arguments = self.list_of(argument);
        let expression = self.expression_node(span, ExpressionKind::Call { callee, arguments });
        let statement = self.statement_node(span, StatementKind::Expression { expression });
        Ok(if merged.needs_let { self.behind_let(name, span, statement) } else { statement })
    }

    /// Declares the parameter that is the namespace's object.
    fn bind_namespace_object(&mut self, name: Name, span: Span) {
        let kind = BindingKind::Parameter { index: 0 };
        let (binding, _) = self.scopes.declare_parameter(&mut self.tree, &mut self.lexer.meter, name, span, kind);
        let function = self.context.function;
        self.lexer.meter.push(&mut self.tree[function].parameters, Parameter { name, span, binding });
    }

    /// Parses the braces of a namespace, or `.b { … }`: a namespace that it exports.
    fn namespace_body(&mut self, start: u32) -> Parsed<List<StatementId>> {
        if self.take(TokenKind::Dot) {
            let inner = self.namespace_rest(start, Export::Namespace)?;
            return Ok(self.list_of(inner));
        }
        let body_start = self.token().start;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        let first_item = self.scratch.len();
        let body = self.statements_of(TokenKind::RightBrace, first_item, Place::Namespace);
        let body = body.map_err(|error| self.unclosed(error, "`{`", body_start))?;
        self.advance();
        Ok(body)
    }

    /// Refers to a variable that is being exported.
    pub(in super::super) fn exported_name(&mut self, name: Name) -> ReferenceId {
        self.add_export(name);
        self.lexer.meter.push(&mut self.types.exported, name);
        let reference = self.refer(name);
        self.scopes.write(reference);
        reference
    }

    /// Makes `N.name` of the innermost namespace.
    pub(super) fn exported(&mut self, name: Name, span: Span) -> ExpressionId {
        let Some(object) = self.namespace_object() else { return self.name_at(name, span) };
        let object = self.name_at(object, span);
        self.expression_node(span, ExpressionKind::Member { object, property: name })
    }

    /// Parses an `export` in a namespace.
    #[inline(never)]
    pub(in super::super) fn namespace_export(&mut self) -> Parsed<StatementId> {
        use TokenKind::{Async, At, Class, Const, Enum, Function, Identifier, Import, Interface, Let, Var};
        let start = self.token().start;
        self.advance();
        match self.kind() {
            Const if self.next_token().0 == Enum => {
                self.advance();
                self.exported_enum(start, Export::Namespace)
            }
            Var | Let | Const => self.exported_variables(start),
            Enum => self.exported_enum(start, Export::Namespace),
            Function | Class | Async => self.exported_declaration(),
            Import => self.namespace_alias(start),
            At => self.fail_decorator(),
            Interface | Identifier => match self.lexer.raw() {
                "namespace" | "module" => self.namespace(start, Export::Namespace, Place::Namespace),
                "abstract" if self.next_token() == (Class, false) => self.exported_declaration(),
                "declare" => {
                    self.types.is_exporting = true;
                    let statement = self.typescript_statement(Place::Namespace);
                    self.types.is_exporting = false;
                    statement?.map_or_else(|| self.fail_expected("a declaration"), Ok)
                }
                _ => match self.typescript_statement(Place::Namespace)? {
                    Some(statement) => Ok(statement),
                    None => self.fail_expected("a declaration"),
                },
            },
            _ => self.fail(Message::NamespaceExport, self.span()),
        }
    }

    /// Parses an exported function or class.
    fn exported_declaration(&mut self) -> Parsed<StatementId> {
        let first = self.span();
        let statement = self.statement(Place::List)?;
        let name = match self.tree[statement].kind {
            StatementKind::FunctionDeclaration { function, .. } => self.tree[function].name,
            StatementKind::ClassDeclaration { reference, .. } => Some(self.tree[reference].name),
            // The signature of a function that follows.
            StatementKind::Empty => return Ok(statement),
            _ => return self.fail(Message::NamespaceExport, first),
        };
        let (Some(name), span) = (name, self.name_span_of(statement).unwrap_or(first)) else { return Ok(statement) };
        self.add_export(name);
        let left = self.exported(name, span);
        let right = self.name_at(name, span);
        let assignment = self.assigning(left, right, span);
        Ok(self.both(statement, assignment))
    }

    /// Makes one statement of two, which are in the scope around.
    fn both(&mut self, first: StatementId, second: StatementId) -> StatementId {
        let first_item = self.scratch.len();
        self.note(first);
        self.note(second);
        let body = self.list_from(first_item);
        self.statement_node(self.tree[first].span, StatementKind::Block { body, scope: None })
    }

    /// Parses exported variables, which become properties of the namespace's object.
    fn exported_variables(&mut self, start: u32) -> Parsed<StatementId> {
        self.advance();
        let first_item = self.scratch.len();
        loop {
            if let Some(statement) = self.exported_variable()? {
                self.note(statement);
            }
            if !self.take(TokenKind::Comma) {
                break;
            }
        }
        self.semicolon()?;
        let body = self.list_from(first_item);
        Ok(self.statement_node(self.span_from(start), StatementKind::Block { body, scope: None }))
    }

    /// Parses one declarator as an assignment. None for a name without a value, which then is no member yet.
    fn exported_variable(&mut self) -> Parsed<Option<StatementId>> {
        let span = self.span();
        // The names become members at the end.
        let left = self.binding_pattern(binding::Declares::Exported)?;
        self.variable_annotation()?;
        if self.take(TokenKind::Assign) {
            let right = self.assignment(AcceptIn::Yes)?;
            return Ok(Some(self.assigning(left, right, self.span_from(span.start))));
        }
        match self.tree[left].kind {
            ExpressionKind::Identifier { .. } => Ok(None),
            _ => self.fail(Message::MissingPatternInitializer, self.span_from(span.start)),
        }
    }

    /// Reads a namespace, from its name on, if it declares only types. Returns false and stays if it has values.
    pub(super) fn takes_namespace_of_types(&mut self) -> Parsed<bool> {
        let start = self.token().start;
        if self.answer(start) == Some(false) {
            return Ok(false);
        }
        let holds = self.on_trial(Self::reads_namespace_of_types)?;
        self.keep_answer(start, holds);
        Ok(holds)
    }

    /// Reads the rest of `import a = N.b`, which has no value if nothing around it has one.
    pub(super) fn alias_of_type(&mut self) -> Parsed<()> {
        self.type_name()?;
        self.expect(TokenKind::Assign, "`=`")?;
        self.operand_type()?;
        self.semicolon()
    }

    /// Skips a namespace. Returns whether it has types only.
    fn reads_namespace_of_types(&mut self) -> Parsed<bool> {
        use TokenKind::{Dot, Export, Identifier, Import, Interface, LeftBrace, RightBrace};
        self.check_depth()?;
        self.type_name()?;
        while self.take(Dot) {
            self.type_name()?;
        }
        self.expect(LeftBrace, "`{`")?;
        while self.kind() != RightBrace {
            if self.take(Import) {
                self.alias_of_type()?;
                continue;
            }
            self.take(Export);
            if self.kind() == Identifier && self.lexer.raw() == "declare" && self.peek(Self::begins_ambient) {
                // What is declared is a type with and without the word.
                self.advance();
            }
            let word = if matches!(self.kind(), Interface | Identifier) { self.lexer.raw() } else { "" };
            match word {
                "type" | "interface" if self.is_name_behind() => self.type_declaration()?,
                "namespace" | "module" if self.is_name_behind() => {
                    self.advance();
                    if !self.takes_namespace_of_types()? {
                        return Ok(false);
                    }
                }
                _ => return Ok(false),
            }
        }
        self.advance();
        Ok(true)
    }
}
