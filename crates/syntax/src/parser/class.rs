//! Classes (ECMA-262 15.7).

use ferrotape_text::{Name, Span, nearest};

use super::context::FunctionContext;
use super::function::Form;
use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed, SourceError};
use crate::scope::{BindingKind, PrivateKind, Resolution, ScopeId, ScopeKind};
use crate::token::{Token, TokenKind};
use crate::tree::{
    Class, ClassId, ClassMember, ExpressionId, ExpressionKind, FunctionId, FunctionKind, HiddenBinding, List, MemberId,
    MemberKind, PropertyName, StatementId, StatementKind,
};

/// Most names compared with an undeclared one, to bound the time.
const MOST_CANDIDATES: usize = 10_000;

/// State of a class that is being parsed.
pub(super) struct OpenClass {
    name_span: Span,
    is_derived: bool,
    constructor: Option<FunctionId>,
    /// Members that parameters of the constructor declare. They stand before all others.
    pub parameter_properties: Vec<MemberId>,
    /// Getters and setters that follow the member that was just parsed.
    pub accessors: Vec<ClassMember>,
    fields: Option<Synthetic>,
    statics: Option<Synthetic>,
}

/// The synthetic function that initializers belong to, and the region of its scope.
#[derive(Copy, Clone)]
struct Synthetic {
    function: FunctionId,
    region: u32,
}

/// A member's source text up to its parameters or initializer.
pub(super) struct Head {
    pub start: u32,
    /// Start of a method's source text: behind `static`.
    pub text_start: u32,
    pub is_static: bool,
    pub kind: MemberKind,
    pub is_async: bool,
    pub is_generator: bool,
    pub key: PropertyName,
    pub key_span: Span,
}

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn class_expression(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let class = self.class(None)?.0;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Class { class }))
    }

    /// Parses a class declaration. `default` is the name that a class without a name declares: `*default*` of a module.
    #[inline(never)]
    pub(super) fn class_declaration(&mut self, default: Option<Name>) -> Parsed<StatementId> {
        let start = self.token().start;
        let first_bound = self.bound.len();
        let (class, declared) = self.class(Some(default))?;
        let reference = self.initializing(declared);
        self.initialized(first_bound);
        if self.typescript {
            self.scopes.merges(declared);
        }
        Ok(self.statement_node(self.span_from(start), StatementKind::ClassDeclaration { class, reference }))
    }

    /// Parses a class from its first word on. `declares` is set for a declaration; its content is the name for a class
    /// without one. Returns the class, and for a declaration the declared name.
    fn class(&mut self, declares: Option<Option<Name>>) -> Parsed<(ClassId, Name)> {
        self.check_depth()?;
        let (start, keyword) = (self.token().start, self.span());
        self.advance();
        let around_is_strict = std::mem::replace(&mut self.context.strict, true);
        let mut name_span = keyword;
        let mut name = None;
        let is_anonymous = matches!(self.kind(), TokenKind::LeftBrace | TokenKind::Extends)
            || self.typescript && self.begins_class_without_name();
        if !is_anonymous {
            name_span = self.span();
            name = Some(self.binding_identifier()?);
        }
        if self.typescript {
            self.optional_type_parameters()?;
        }
        let declared = name.or(declares.flatten());
        match (declares, declared) {
            (Some(_), Some(name)) => self.declare_lexical(name, BindingKind::Class, name_span)?,
            (Some(_), None) if matches!(self.kind(), TokenKind::LeftBrace | TokenKind::Implements) => {
                return self.fail(Message::NamelessClass, self.span());
            }
            (Some(_), None) => return self.fail_expected("a name"),
            (None, _) => {}
        }
        let class = self.class_tail(start, name, name_span)?;
        self.context.strict = around_is_strict;
        Ok((class, declared.unwrap_or(Name(0))))
    }

    /// Parses a ClassTail.
    fn class_tail(&mut self, start: u32, name: Option<Name>, name_span: Span) -> Parsed<ClassId> {
        let scope = self.open_scope(ScopeKind::Class, start);
        if let Some(name) = name {
            let meter = &mut self.lexer.meter;
            // Nothing else has been declared in the scope yet.
            let _ = self.scopes.declare_lexical(&mut self.tree, meter, name, BindingKind::ClassName, name_span);
        }
        let binding = name.and_then(|name| self.scopes.binding_of(name));
        let heritage = if self.take(TokenKind::Extends) { Some(self.heritage()?) } else { None };
        if self.typescript {
            self.implemented_types()?;
        }
        let body_start = self.token().start;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        self.classes += 1;
        let body_scope = self.scopes.has_eval().then(|| self.open_scope(ScopeKind::Class, body_start));
        self.scopes.open_private_names(&self.tree);
        let mut open = OpenClass {
            name_span,
            is_derived: heritage.is_some(),
            constructor: None,
            parameter_properties: Vec::new(),
            accessors: Vec::new(),

            fields: None,
            statics: None,
        };
        let members = self.class_members(&mut open);
        let members = members.map_err(|error| self.unclosed(error, "`{`", body_start))?;
        let has_implicit_constructor = open.constructor.is_none();
        let constructor = match open.constructor {
            Some(written) => written,
            None => self.implicit_constructor(&open, start),
        };
        if body_scope.is_some() {
            self.scopes.close(&mut self.tree, &mut self.lexer.meter);
        }
        self.scopes.close(&mut self.tree, &mut self.lexer.meter);
        self.classes -= 1;
        self.advance();
        if self.classes == 0 {
            self.check_private_names()?;
        }
        let OpenClass { fields, statics, .. } = open;
        let [fields, statics] = [fields, statics].map(|synthetic| synthetic.map(|synthetic| synthetic.function));
        let span = self.span_from(start);
        let class = Class {
            span,
            name,
            name_span,
            scope,
            body_scope,
            binding,
            heritage,
            constructor,
            has_implicit_constructor,
            members,
            fields,
            statics,
        };
        let id = ClassId(self.tree.classes.len() as u32);
        for function in [Some(constructor), fields, statics].into_iter().flatten() {
            self.tree[function].class = Some(id);
        }
        self.lexer.meter.push(&mut self.tree.classes, class);
        Ok(id)
    }

    /// Makes the constructor of a class without one in its text (ECMA-262 15.7.14, step 14).
    fn implicit_constructor(&mut self, open: &OpenClass, start: u32) -> FunctionId {
        let kind = if open.is_derived { FunctionKind::DerivedConstructor } else { FunctionKind::Constructor };
        let function = self.add_function(kind, None, Span::new(start, self.token().end), open.name_span);
        let around = self.enter_function(function);
        self.open_function_scope();
        self.finish_function(Resolution::Global);
        self.context = around;
        function
    }

    /// Parses the LeftHandSideExpression behind `extends`.
    fn heritage(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let operand = self.operand()?;
        let heritage = self.call_chain(start, operand)?;
        if self.typescript {
            self.type_arguments_of_heritage()?;
        }
        if self.cover_error.is_some() { self.fail_cover() } else { Ok(heritage) }
    }

    /// Parses the members up to the `}`, which stays. What TypeScript adds to them stands before them or behind each.
    fn class_members(&mut self, open: &mut OpenClass) -> Parsed<List<MemberId>> {
        let first_item = self.scratch.len();
        while self.kind() != TokenKind::RightBrace {
            if self.take(TokenKind::Semicolon) {
                continue;
            }
            if let Some(member) = self.class_member(open)? {
                let id = MemberId(self.tree.members.len() as u32);
                self.lexer.meter.push(&mut self.tree.members, member);
                self.note(id);
                if !open.accessors.is_empty() {
                    self.put_accessors(open);
                }
            }
        }
        if !open.parameter_properties.is_empty() {
            self.put_before(first_item, &open.parameter_properties);
        }
        Ok(self.list_from(first_item))
    }

    /// Fails unless all private names in use are declared (AllPrivateIdentifiersValid, ECMA-262 8.3.1).
    pub(super) fn check_private_names(&mut self) -> Parsed<()> {
        for index in 0..self.private_uses.len() {
            self.lexer.meter.tick(1);
            let (reference, span) = self.private_uses[index];
            if self.tree[reference].resolution != Resolution::Global {
                continue;
            }
            let name = self.lexer.names.text(self.tree[reference].name);
            let text = String::from_utf16_lossy(&name.units().collect::<Vec<_>>());
            if self.lexer.meter.tick_bytes(text.len()) {
                break;
            }
            if !self.around.private_names.contains(&text) {
                let name = name.shown_name();
                let meant = self.private_name_near(&name);
                let error = SourceError::new(Message::PrivateUndeclared(name), span);
                return Err(match meant {
                    Some(meant) => error.with_note(format!("did you mean `{meant}`?"), None),
                    None => error,
                });
            }
        }
        self.private_uses.clear();
        Ok(())
    }

    /// Returns the private name that was probably meant.
    #[cold]
    fn private_name_near(&self, name: &str) -> Option<String> {
        let names = self.tree.bindings.iter().map(|binding| self.lexer.names.text(binding.name).shown_name());
        let private: Vec<String> = names.take(MOST_CANDIDATES).filter(|name| name.starts_with('#')).collect();
        nearest(name, private.iter().map(String::as_str)).map(str::to_owned)
    }

    /// Parses a ClassElement. None for the constructor.
    fn class_member(&mut self, open: &mut OpenClass) -> Parsed<Option<ClassMember>> {
        if self.typescript {
            return self.typed_member(open);
        }
        let first = *self.token();
        if first.kind == TokenKind::At {
            return self.fail_decorator();
        }
        let mut is_static = false;
        if first.kind == TokenKind::Static && !first.escaped {
            self.advance();
            if self.ends_key() {
                return self.class_member_of(open, self.head_of_word(&first, false));
            }
            if self.kind() == TokenKind::LeftBrace {
                return self.static_block(open, first.start).map(Some);
            }
            is_static = true;
        }
        let head = self.class_member_head(first.start, is_static)?;
        self.class_member_of(open, head)
    }

    /// Returns whether the word before the current token is a key, not a modifier.
    pub(super) fn ends_key(&self) -> bool {
        use TokenKind::{Assign, Colon, EndOfInput, LeftParen, Less, Not, Question, RightBrace, Semicolon};
        let ends = matches!(self.kind(), LeftParen | Assign | Semicolon | RightBrace | EndOfInput);
        ends || self.typescript && matches!(self.kind(), Colon | Question | Not | Less)
    }

    /// Makes the head of a field that a word alone names; the caller then adjusts it for what follows.
    pub(super) fn head_of_word(&self, word: &Token, is_static: bool) -> Head {
        Head {
            start: word.start,
            text_start: word.start,
            is_static,
            kind: MemberKind::Field,
            is_async: false,
            is_generator: false,
            key: PropertyName::Text(word.name),
            key_span: Span::new(word.start, word.end),
        }
    }

    /// Parses modifiers and key. The current token then is the one behind the key: parameters or an initializer.
    pub(super) fn class_member_head(&mut self, start: u32, is_static: bool) -> Parsed<Head> {
        let first = *self.token();
        let mut head = Head { start, ..self.head_of_word(&first, is_static) };
        match first.kind {
            TokenKind::Async if !first.escaped => {
                self.advance();
                if self.ends_key() || self.token().newline_before {
                    return Ok(head);
                }
                head.is_async = true;
                head.is_generator = self.take(TokenKind::Star);
            }
            TokenKind::Get | TokenKind::Set if !first.escaped => {
                self.advance();
                if !self.begins_key() && self.kind() != TokenKind::PrivateName {
                    return Ok(head);
                }
                head.kind = if first.kind == TokenKind::Get { MemberKind::Get } else { MemberKind::Set };
            }
            TokenKind::Star => {
                self.advance();
                head.is_generator = true;
            }
            _ => {}
        }
        head.key_span = self.span();
        head.key = match self.kind() {
            TokenKind::PrivateName => {
                let name = self.token().name;
                if self.is_text(name, "#constructor") {
                    return self.fail(Message::PrivateConstructor, self.span());
                }
                self.advance();
                PropertyName::Private(name)
            }
            _ => self.property_name()?,
        };
        Ok(head)
    }

    /// Parses a member from behind its key on.
    pub(super) fn class_member_of(&mut self, open: &mut OpenClass, mut head: Head) -> Parsed<Option<ClassMember>> {
        if self.kind() == TokenKind::LeftParen || self.typescript && self.kind() == TokenKind::Less {
            if head.kind == MemberKind::Field {
                head.kind = MemberKind::Method;
            }
            return self.class_method(open, &head);
        }
        if head.kind != MemberKind::Field || head.is_async || head.is_generator {
            return self.fail_expected("`(`");
        }
        self.class_field(open, &head, None).map(Some)
    }

    /// Parses a method from its parameters on. None for the constructor, which is kept in `open` and is no member.
    fn class_method(&mut self, open: &mut OpenClass, head: &Head) -> Parsed<Option<ClassMember>> {
        let is_constructor = !head.is_static && self.is_key(head, "constructor");
        if head.is_static && self.is_key(head, "prototype") {
            return self.fail(Message::StaticPrototype, head.key_span);
        }
        let kind = match head.kind {
            _ if is_constructor => self.constructor_kind(open, head)?,
            MemberKind::Get => FunctionKind::Getter,
            MemberKind::Set => FunctionKind::Setter,
            _ => FunctionKind::Method,
        };
        let form = Form { kind, is_async: head.is_async, is_generator: head.is_generator };
        let mut member = self.member_of(head);
        if let PropertyName::Private(name) = head.key {
            self.private_method(open, &mut member, name, head.key_span)?;
        }
        let function = self.function(form, head.text_start, None, head.key_span)?;
        let text = self.span_from(head.text_start);
        if is_constructor {
            if self.typescript {
                self.fields_of_parameters(open, function);
            }
            open.constructor = Some(function);
            return Ok(None);
        }
        let value = self.expression_node(text, ExpressionKind::Function { function });
        Ok(Some(ClassMember { span: self.span_from(head.start), value: Some(value), ..member }))
    }

    fn constructor_kind(&mut self, open: &OpenClass, head: &Head) -> Parsed<FunctionKind> {
        if head.kind != MemberKind::Method || head.is_async || head.is_generator {
            return self.fail(Message::SpecialConstructor, head.key_span);
        }
        if open.constructor.is_some() {
            return self.fail(Message::DuplicateConstructor, head.key_span);
        }
        Ok(if open.is_derived { FunctionKind::DerivedConstructor } else { FunctionKind::Constructor })
    }

    /// Declares a method or accessor with a private name, and makes a hidden binding for its closure.
    pub(super) fn private_method(
        &mut self,
        open: &mut OpenClass,
        member: &mut ClassMember,
        name: Name,
        span: Span,
    ) -> Parsed<()> {
        let kind = match member.kind {
            MemberKind::Get => PrivateKind::Getter,
            MemberKind::Set => PrivateKind::Setter,
            _ => PrivateKind::Method,
        };
        self.declare_private(name, kind, member.is_static, span)?;
        let hidden = self.hidden_binding(span);
        let around = self.enter_synthetic(open, member.is_static, span.start);
        member.private_name = Some(self.refer(name));
        member.hidden = Some(self.hidden_inside(hidden));
        self.leave_synthetic(around);
        Ok(())
    }

    fn declare_private(&mut self, name: Name, kind: PrivateKind, is_static: bool, span: Span) -> Parsed<()> {
        let meter = &mut self.lexer.meter;
        let declared = self.scopes.declare_private(&mut self.tree, meter, name, kind, is_static, span);
        declared.or_else(|conflict| self.fail_declared(name, span, &conflict))
    }

    /// Declares a hidden binding. Its inner reference is set later.
    fn hidden_binding(&mut self, span: Span) -> HiddenBinding {
        let name = self.lexer.intern_ascii("");
        let (binding, outside) = self.scopes.hidden(&mut self.tree, &mut self.lexer.meter, name, span);
        HiddenBinding { binding, outside, inside: outside }
    }

    fn hidden_inside(&mut self, hidden: HiddenBinding) -> HiddenBinding {
        let meter = &mut self.lexer.meter;
        let inside = self.scopes.refer_hidden(&mut self.tree, meter, hidden.binding, false);
        HiddenBinding { inside, ..hidden }
    }

    /// Fails if a field cannot have this name.
    pub(super) fn check_field_name(&mut self, head: &Head) -> Parsed<()> {
        if self.is_key(head, "constructor") {
            return self.fail_so_far(Message::ConstructorField, head.key_span);
        }
        if head.is_static && self.is_key(head, "prototype") {
            return self.fail(Message::StaticPrototype, head.key_span);
        }
        Ok(())
    }

    /// Parses a field from behind its key and type on. `named_by` is a variable with the key of an auto-accessor.
    pub(super) fn class_field(
        &mut self,
        open: &mut OpenClass,
        head: &Head,
        named_by: Option<Name>,
    ) -> Parsed<ClassMember> {
        self.check_field_name(head)?;
        let mut member = self.member_of(head);
        let mut hidden = None;
        match head.key {
            PropertyName::Private(name) => {
                self.declare_private(name, PrivateKind::Field, head.is_static, head.key_span)?;
            }
            PropertyName::Computed(_) => hidden = Some(self.hidden_binding(head.key_span)),
            _ => {}
        }
        let around = self.enter_synthetic(open, head.is_static, head.key_span.start);
        if let PropertyName::Private(name) = head.key {
            member.private_name = Some(self.refer(name));
        }
        member.hidden = hidden.map(|hidden| self.hidden_inside(hidden));
        if self.take(TokenKind::Assign) {
            let value = self.assignment(AcceptIn::Yes)?;
            member.value = Some(named_by.map_or(value, |key| self.named_by_variable(value, key)));
        }
        self.leave_synthetic(around);
        self.semicolon()?;
        member.span = self.span_from(head.start);
        Ok(member)
    }

    /// Parses a static block from its `{` on. Its scope is in the function that all static initializers share.
    pub(super) fn static_block(&mut self, open: &mut OpenClass, start: u32) -> Parsed<ClassMember> {
        self.check_depth()?;
        let around = self.enter_synthetic(open, true, start);
        self.context.reserves_await = true;
        let block_start = self.token().start;
        self.advance();
        let scope = self.open_scope(ScopeKind::StaticBlock, start);
        let first_item = self.scratch.len();
        let body = self.statement_list_rest(TokenKind::RightBrace, first_item);
        let body = body.map_err(|error| self.unclosed(error, "`{`", block_start))?;
        self.scopes.close_static_block(&mut self.tree, &mut self.lexer.meter);
        self.leave_synthetic(around);
        self.advance();
        Ok(ClassMember {
            span: self.span_from(start),
            kind: MemberKind::StaticBlock,
            is_static: true,
            key: PropertyName::Number(0.0),
            value: None,
            body,
            scope: Some(scope),
            private_name: None,
            hidden: None,
        })
    }

    /// Adds a field without an initializer.
    pub(super) fn plain_field(&mut self, open: &mut OpenClass, name: Name, span: Span) -> MemberId {
        let key = PropertyName::Text(name);
        let head = Head { key, ..self.head_of_word(&self.lexer.token, false) };
        let around = self.enter_synthetic(open, false, span.start);
        self.leave_synthetic(around);
        let id = MemberId(self.tree.members.len() as u32);
        let member = ClassMember { span, ..self.member_of(&head) };
        self.lexer.meter.push(&mut self.tree.members, member);
        id
    }

    /// Makes a member with the head's parts only. Callers add its value and what a private name needs.
    pub(super) fn member_of(&self, head: &Head) -> ClassMember {
        ClassMember {
            span: head.key_span,
            kind: head.kind,
            is_static: head.is_static,
            key: head.key,
            value: None,
            body: List::EMPTY,
            scope: None,
            private_name: None,
            hidden: None,
        }
    }

    /// Returns whether the key is this text, written as a name or a string.
    fn is_key(&self, head: &Head, text: &str) -> bool {
        matches!(head.key, PropertyName::Text(name) if self.is_text(name, text))
    }

    /// Makes the function for fields or static elements the current one. Opens its scope for the first time, or again.
    fn enter_synthetic(&mut self, open: &mut OpenClass, is_static: bool, start: u32) -> FunctionContext {
        let synthetic = if is_static { open.statics } else { open.fields };
        let around = match synthetic {
            Some(Synthetic { function, region }) => {
                let around = self.enter_function(function);
                self.scopes.reopen(&mut self.tree, &mut self.lexer.meter, function, region, start);
                around
            }
            None => {
                let kind = if is_static { FunctionKind::Statics } else { FunctionKind::Fields };
                let function = self.add_function(kind, None, Span::new(start, start), open.name_span);
                self.tree[function].scope = ScopeId(0);
                let around = self.enter_function(function);
                self.open_function_scope();
                let synthetic = Some(Synthetic { function, region: self.scopes.region() });
                *(if is_static { &mut open.statics } else { &mut open.fields }) = synthetic;
                around
            }
        };
        self.context.allows_return = false;
        self.context.allows_super = true;
        self.context.refuses_arguments = true;
        around
    }

    fn leave_synthetic(&mut self, around: FunctionContext) {
        self.finish_function(Resolution::Global);
        self.context = around;
    }
}
