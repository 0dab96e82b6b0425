//! Enums, which become assignments to an object:
//!
//! ```text
//! enum E { A, B = f(), C }
//!
//! var E
//! {
//!     const o = E || (E = {})
//!     o[o.A = 0] = "A"
//!     typeof (o.B = f()) === "string" || (o[o.B] = "B")
//!     o[o.C = typeof o.B === "number" ? o.B + 1 : void 0] = "C"
//!     void 0
//! }
//! ```
//!
//! In blocks and functions the variable is a `let`, but not in the function that a CommonJS file is. A second declaration
//! of the name declares nothing. `o` has a name that no identifier has. Numbers that consist of literals and members are
//! computed here.

use ferrotape_text::{Name, Span};

use super::super::statement::Place;
use super::super::{AcceptIn, Parser};
use super::ambient::Constant;
use super::qualified::{Declares, Symbol};
use crate::error::{Message, Parsed};
use crate::scope::BindingKind;
use crate::token::TokenKind;
use crate::tree::{
    BinaryOperator, BindingTarget, DeclaratorId, ExpressionId, ExpressionKind, LexicalKind, List, LogicalOperator,
    StatementId, StatementKind, UnaryOperator, VariableDeclarator,
};

/// The place that a declaration is exported from.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Export {
    Not,
    Module,
    Namespace,
}

/// An enum that is being read.
struct OpenEnum {
    name: Name,
    symbol: Symbol,
    object: Name,
    previous: Previous,
}

/// The member before, which gives the next one its value.
#[derive(Copy, Clone)]
enum Previous {
    None,
    Number(f64),
    /// Known at run time only.
    Member(Key),
}

/// The name of a member.
#[derive(Copy, Clone)]
struct Key {
    name: Name,
    span: Span,
    /// The name could be that of a variable.
    is_plain: bool,
}

/// Operators that may nest in an initializer. Deeper nesting is computed at run time.
const DEEPEST: u32 = 64;

impl Parser<'_> {
    /// Parses an enum from the word on. `start` is the start of the whole declaration.
    #[inline(never)]
    pub(in super::super) fn enum_declaration(&mut self, start: u32, place: Place) -> Parsed<StatementId> {
        if !place.is_list() {
            return self.fail(Message::LexicalAsBody("enum"), self.span());
        }
        self.exported_enum(start, Export::Not)
    }

    /// Parses an enum from the word on, and exports it as `export` says. Declarations that are merged share one
    /// variable.
    pub(super) fn exported_enum(&mut self, start: u32, export: Export) -> Parsed<StatementId> {
        self.advance();
        let span = self.span();
        let name = self.binding_identifier()?;
        let merged = self.declare_merged(name, span)?;
        let key = self.key(Declares::Enum, name, export == Export::Namespace);
        let symbol = self.symbol_of(key);
        self.export_merged(export, name, span, merged.is_new)?;
        let body_start = self.token().start;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        let block = self.open_qualified(Declares::Enum, symbol);
        self.open_block(body_start);
        let first_item = self.scratch.len();
        let object = block.object;
        let bound = self.bind_enum_object(object, name, span, export)?;
        self.note(bound);
        self.begin_members(&block);
        let mut open = OpenEnum { name, symbol, object, previous: Previous::None };
        self.enum_members(&mut open).map_err(|error| self.unclosed(error, "`{`", body_start))?;
        let nothing = self.void(span);
        let last = self.statement_node(span, StatementKind::Expression { expression: nothing });
        self.note(last);
        let body = self.list_from(first_item);
        let scope = self.close_block();
        self.close_qualified(&block);
        self.advance();
        let statement = self.statement_node(self.span_from(start), StatementKind::Block { body, scope });
        Ok(if merged.needs_let { self.behind_let(name, span, statement) } else { statement })
    }

    /// Exports a name, unless another declaration of it has done so.
    pub(super) fn export_merged(&mut self, export: Export, name: Name, span: Span, is_new: bool) -> Parsed<()> {
        match export {
            Export::Module if is_new || !self.is_exported(name) => self.export_local(name, name, span, span)?,
            Export::Namespace => self.add_export(name),
            _ => {}
        }
        Ok(())
    }

    /// Puts a `let` of the name before a statement.
    pub(super) fn behind_let(&mut self, name: Name, span: Span, statement: StatementId) -> StatementId {
        let reference = self.initializing(name);
        let declared = self.declaration_of(BindingTarget::Identifier { name, reference }, span, None, LexicalKind::Let);
        let first_item = self.scratch.len();
        self.note(declared);
        self.note(statement);
        let body = self.list_from(first_item);
        self.statement_node(self.tree[statement].span, StatementKind::Block { body, scope: None })
    }

    /// Makes a lexical declaration of one declarator. Its names must have been declared in the scope.
    pub(super) fn declaration_of(
        &mut self,
        target: BindingTarget,
        span: Span,
        init: Option<ExpressionId>,
        kind: LexicalKind,
    ) -> StatementId {
        let id = DeclaratorId(self.tree.declarators.len() as u32);
        self.lexer.meter.push(&mut self.tree.declarators, VariableDeclarator { span, target, init });
        let declarations = self.list_of(id);
        self.statement_node(span, StatementKind::LexicalDeclaration { kind, declarations })
    }

    /// Makes `var target = init`.
    pub(super) fn variable_of(&mut self, target: BindingTarget, span: Span, init: Option<ExpressionId>) -> StatementId {
        let id = DeclaratorId(self.tree.declarators.len() as u32);
        self.lexer.meter.push(&mut self.tree.declarators, VariableDeclarator { span, target, init });
        let declarations = self.list_of(id);
        self.statement_node(span, StatementKind::VariableDeclaration { declarations })
    }

    /// Makes `const object = E || (E = {})`.
    fn bind_enum_object(&mut self, object: Name, name: Name, span: Span, export: Export) -> Parsed<StatementId> {
        let first_bound = self.bound.len();
        self.declare_lexical(object, BindingKind::Const, span)?;
        let reference = self.initializing(object);
        let init = self.object_of(name, span, export);
        self.initialized(first_bound);
        let target = BindingTarget::Identifier { name: object, reference };
        Ok(self.declaration_of(target, span, Some(init), LexicalKind::Const))
    }

    /// Makes `E || (E = {})`, or `E = N.E || (N.E = {})` of what the namespace `N` exports.
    pub(super) fn object_of(&mut self, name: Name, span: Span, export: Export) -> ExpressionId {
        let is_exported = export == Export::Namespace;
        let [read, written] = [(); 2].map(|()| match is_exported {
            true => self.exported(name, span),
            false => self.name_at(name, span),
        });
        let properties = List::EMPTY;
        let new = self.expression_node(span, ExpressionKind::Object { properties });
        let made = self.assigned(written, new, span);
        let kind = ExpressionKind::Logical { operator: LogicalOperator::Or, left: read, right: made };
        let either = self.expression_node(span, kind);
        if !is_exported {
            return either;
        }
        let local = self.name_at(name, span);
        self.assigned(local, either, span)
    }

    /// Makes `left = right` of a name or a member.
    fn assigned(&mut self, left: ExpressionId, right: ExpressionId, span: Span) -> ExpressionId {
        if let ExpressionKind::Identifier { reference, .. } = self.tree[left].kind {
            self.scopes.write(reference);
        }
        self.expression_node(span, ExpressionKind::Assignment { operator: None, left, right })
    }

    fn enum_members(&mut self, open: &mut OpenEnum) -> Parsed<()> {
        while self.kind() != TokenKind::RightBrace {
            self.enum_member(open)?;
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        Ok(())
    }

    /// Parses a member and notes the statement that makes it.
    fn enum_member(&mut self, open: &mut OpenEnum) -> Parsed<()> {
        let key = self.enum_key()?;
        let span = key.span;
        let (mut number, mut is_computed) = (None, false);
        let statement = if self.take(TokenKind::Assign) {
            let value = self.assignment(AcceptIn::Yes)?;
            // The text of a number has no negative zero.
            number = self.folded(open, value, 0).map(|number| number + 0.0);
            if number.is_none() {
                self.put_text(open, value);
                self.put_joined(open, value);
            }
            is_computed = number.is_none() && self.is_computed(open.symbol, value);
            match (number, self.tree[value].kind) {
                (Some(number), _) => self.numeric_member(open, key, number),
                (None, _) if is_computed => self.reversed_member(open, key, value),
                (None, ExpressionKind::StringLiteral { .. }) => {
                    let target = self.enum_target(open, key);
                    self.assigning(target, value, span)
                }
                (None, _) => self.computed_member_of_enum(open, key, value),
            }
        } else {
            match open.previous {
                Previous::None => number = Some(0.0),
                Previous::Number(before) => number = Some(before + 1.0),
                Previous::Member(_) => {}
            }
            match (number, open.previous) {
                (None, Previous::Member(before)) => {
                    let value = self.next_of(open, before, span);
                    self.reversed_member(open, key, value)
                }
                (number, _) => self.numeric_member(open, key, number.unwrap_or(0.0)),
            }
        };
        self.note(statement);
        open.previous = number.map_or(Previous::Member(key), Previous::Number);
        if key.is_plain {
            self.add_member(open.symbol, key.name, number);
            if is_computed {
                self.add_computed(open.symbol, key.name);
            }
        }
        Ok(())
    }

    /// Parses the name of a member. Returns it, and whether it could be that of a variable.
    pub(super) fn name_of_member(&mut self) -> Parsed<(Name, bool)> {
        self.enum_key().map(|key| (key.name, key.is_plain))
    }

    /// Parses the name of a member: a word, a string, or a string in brackets.
    fn enum_key(&mut self) -> Parsed<Key> {
        let in_brackets = self.take(TokenKind::LeftBracket);
        let span = self.span();
        let key = match self.kind() {
            TokenKind::String => {
                let name = self.token().name;
                self.advance();
                Key { name, span, is_plain: self.is_plain_name(name) }
            }
            TokenKind::Template if in_brackets && self.lexer.template.is_last => {
                let name = self.lexer.template.cooked;
                self.advance();
                match name {
                    Some(name) => Key { name, span, is_plain: self.is_plain_name(name) },
                    None => return self.fail(Message::InvalidEscape, span),
                }
            }
            TokenKind::Number | TokenKind::BigInt => return self.fail(Message::NumericMember, span),
            kind if kind.is_identifier_name() && !in_brackets => {
                Key { name: self.identifier_name()?, span, is_plain: true }
            }
            _ => return self.fail_expected("the name of a member"),
        };
        if in_brackets {
            self.expect(TokenKind::RightBracket, "`]`")?;
        }
        if is_number(&self.lexer.names.text(key.name).to_string()) {
            return self.fail(Message::NumericMember, span);
        }
        Ok(Key { is_plain: key.is_plain && !self.is_text(key.name, "this"), ..key })
    }

    /// Returns whether a name could be an identifier.
    fn is_plain_name(&self, name: Name) -> bool {
        let text = self.lexer.names.text(name).to_string();
        let mut characters = text.chars();
        characters.next().is_some_and(crate::is_identifier_start) && characters.all(crate::is_identifier_part)
    }

    /// Makes `o.A`.
    fn enum_target(&mut self, open: &OpenEnum, key: Key) -> ExpressionId {
        let Key { name, span, is_plain } = key;
        let object = self.name_at(open.object, span);
        if is_plain {
            return self.expression_node(span, ExpressionKind::Member { object, property: name });
        }
        let property = self.expression_node(span, ExpressionKind::StringLiteral { value: name });
        self.expression_node(span, ExpressionKind::ComputedMember { object, property })
    }

    fn numeric_member(&mut self, open: &OpenEnum, key: Key, value: f64) -> StatementId {
        let value = self.expression_node(key.span, ExpressionKind::NumericLiteral { value });
        self.reversed_member(open, key, value)
    }

    /// Makes `o[o.A = value] = "A"`.
    fn reversed_member(&mut self, open: &OpenEnum, key: Key, value: ExpressionId) -> StatementId {
        let target = self.enum_target(open, key);
        let property = self.assigned(target, value, key.span);
        self.reverse_entry(open, key, property)
    }

    /// Makes the statement `o[property] = "A"`.
    fn reverse_entry(&mut self, open: &OpenEnum, key: Key, property: ExpressionId) -> StatementId {
        let object = self.name_at(open.object, key.span);
        let left = self.expression_node(key.span, ExpressionKind::ComputedMember { object, property });
        let right = self.expression_node(key.span, ExpressionKind::StringLiteral { value: key.name });
        self.assigning(left, right, key.span)
    }

    /// Makes `typeof (o.A = value) === "string" || (o[o.A] = "A")`.
    fn computed_member_of_enum(&mut self, open: &OpenEnum, key: Key, value: ExpressionId) -> StatementId {
        let span = key.span;
        let target = self.enum_target(open, key);
        let assigned = self.assigned(target, value, span);
        let left = self.has_type(assigned, "string", span);
        let property = self.enum_target(open, key);
        let entry = self.reverse_entry(open, key, property);
        let StatementKind::Expression { expression: right } = self.tree[entry].kind else { return entry };
        let kind = ExpressionKind::Logical { operator: LogicalOperator::Or, left, right };
        let expression = self.expression_node(span, kind);
        self.statement_node(span, StatementKind::Expression { expression })
    }

    /// Makes `typeof argument === "name"`.
    fn has_type(&mut self, argument: ExpressionId, name: &'static str, span: Span) -> ExpressionId {
        let left = self.expression_node(span, ExpressionKind::Unary { operator: UnaryOperator::TypeOf, argument });
        let value = self.lexer.intern_ascii(name);
        let right = self.expression_node(span, ExpressionKind::StringLiteral { value });
        self.expression_node(span, ExpressionKind::Binary { operator: BinaryOperator::StrictEqual, left, right })
    }

    /// Makes the value behind a member that is known at run time only.
    fn next_of(&mut self, open: &OpenEnum, before: Key, span: Span) -> ExpressionId {
        let before = Key { span, ..before };
        let argument = self.enum_target(open, before);
        let test = self.has_type(argument, "number", span);
        let left = self.enum_target(open, before);
        let right = self.expression_node(span, ExpressionKind::NumericLiteral { value: 1.0 });
        let operator = BinaryOperator::Add;
        let consequent = self.expression_node(span, ExpressionKind::Binary { operator, left, right });
        let alternate = self.void(span);
        self.expression_node(span, ExpressionKind::Conditional { test, consequent, alternate })
    }

    /// Makes `void 0`.
    fn void(&mut self, span: Span) -> ExpressionId {
        let argument = self.expression_node(span, ExpressionKind::NumericLiteral { value: 0.0 });
        self.expression_node(span, ExpressionKind::Unary { operator: UnaryOperator::Void, argument })
    }

    /// Returns whether TypeScript takes an initializer for computed, so that there is a reverse entry, whatever its value is: one
    /// whose type is asserted, like `"a" as any`, and the name of such a member.
    fn is_computed(&self, symbol: Symbol, value: ExpressionId) -> bool {
        match self.tree[value].kind {
            _ if self.types.asserted == Some(value) => true,
            ExpressionKind::Identifier { name, .. } => self.is_computed_member(symbol, name),
            _ => false,
        }
    }

    /// Returns the object and the name of a property: `E.A` or `E["A"]`.
    fn named_property(&self, expression: ExpressionId) -> Option<(ExpressionId, Name)> {
        match self.tree[expression].kind {
            ExpressionKind::Member { object, property } => Some((object, property)),
            ExpressionKind::ComputedMember { object, property } => match self.tree[property].kind {
                ExpressionKind::StringLiteral { value } => Some((object, value)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the member of the enum that an expression names: `A`, `E.A` or `E["A"]`.
    fn named_member_of(&self, open: &OpenEnum, expression: ExpressionId) -> Option<Name> {
        if let ExpressionKind::Identifier { name, .. } = self.tree[expression].kind {
            return Some(name);
        }
        let (object, property) = self.named_property(expression)?;
        let is_enum = matches!(self.tree[object].kind, ExpressionKind::Identifier { name, .. } if name == open.name);
        // A member may have the name of the enum.
        (is_enum && !self.is_member(open.symbol, open.name)).then_some(property)
    }

    /// Returns the constant that an expression names, if that is declared elsewhere: `a`, `E.A` of another enum, or `N.E.A`.
    fn constant_elsewhere(&mut self, open: &OpenEnum, expression: ExpressionId) -> Option<Constant> {
        let (mut object, mut path) = (expression, Vec::new());
        let in_brackets = matches!(self.tree[object].kind, ExpressionKind::ComputedMember { .. });
        if let Some((around, property)) = self.named_property(object) {
            self.lexer.meter.push(&mut path, property);
            object = around;
        }
        // Only the last name may stand in brackets, and only that of an enum's member.
        while let ExpressionKind::Member { object: around, property } = self.tree[object].kind {
            self.lexer.meter.push(&mut path, property);
            object = around;
            if path.len() > DEEPEST as usize {
                return None;
            }
        }
        path.reverse();
        let ExpressionKind::Identifier { name, reference } = self.tree[object].kind else { return None };
        let at = self.tree[object].span.start;
        if self.types.constants.hidden.contains(&at) {
            return None;
        }
        let (constant, region) = self.known_constant(open.symbol, name, &path, in_brackets)?;
        self.types.constants.note(&mut self.lexer.meter, at, reference, region);
        Some(constant)
    }

    /// Puts a string in the place of a constant that has this value, but is declared elsewhere.
    fn put_text(&mut self, open: &OpenEnum, value: ExpressionId) {
        if self.types.asserted == Some(value) {
            return;
        }
        let own = self.named_member_of(open, value).and_then(|name| self.text_of(open.symbol, name));
        let text = match own {
            Some(text) => text,
            None => match self.constant_elsewhere(open, value) {
                Some(Constant::Text(text)) => text,
                _ => return,
            },
        };
        self.tree[value].kind = ExpressionKind::StringLiteral { value: text };
    }

    /// Puts values in the places of constants that are declared elsewhere, in a text that is joined of them: `` `${a}b` ``,
    /// `a + "b"`. Nothing is put unless all parts are known.
    fn put_joined(&mut self, open: &OpenEnum, value: ExpressionId) {
        let is_joined = matches!(
            self.tree[value].kind,
            ExpressionKind::Template { .. } | ExpressionKind::Binary { operator: BinaryOperator::Add, .. }
        );
        let mut found = Vec::new();
        if !is_joined || !self.joins(open, value, 0, &mut found) {
            return;
        }
        for (part, constant) in found {
            self.tree[part].kind = match constant {
                Constant::Number(value) => ExpressionKind::NumericLiteral { value },
                Constant::Text(value) => ExpressionKind::StringLiteral { value },
            };
        }
    }

    /// Returns whether a text consists of literals, members and known constants. Finds the parts that are to be replaced.
    fn joins(
        &mut self,
        open: &OpenEnum,
        value: ExpressionId,
        depth: u32,
        found: &mut Vec<(ExpressionId, Constant)>,
    ) -> bool {
        if self.lexer.meter.tick(1) || depth > DEEPEST || self.types.asserted == Some(value) {
            return false;
        }
        match self.tree[value].kind {
            ExpressionKind::NumericLiteral { .. } | ExpressionKind::StringLiteral { .. } => return true,
            ExpressionKind::Binary { operator: BinaryOperator::Add, left, right } => {
                return self.joins(open, left, depth + 1, found) && self.joins(open, right, depth + 1, found);
            }
            ExpressionKind::Template { template } => {
                let parts = self.tree[template].expressions;
                return (0..parts.len()).all(|index| {
                    let part = ExpressionId(self.tree.lists[parts.start as usize + index]);
                    self.joins(open, part, depth + 1, found)
                });
            }
            _ => {}
        }
        let own = self.named_member_of(open, value).filter(|&name| self.is_member(open.symbol, name));
        let constant = match own.and_then(|name| self.text_of(open.symbol, name)) {
            Some(text) => Some(Constant::Text(text)),
            None => match self.folded(open, value, depth) {
                Some(number) => Some(Constant::Number(number)),
                None => self.constant_elsewhere(open, value),
            },
        };
        if let Some(constant) = constant {
            self.lexer.meter.push(found, (value, constant));
        }
        constant.is_some() || own.is_some()
    }

    /// Returns the value of an initializer, if it is a number that consists of literals and earlier members. What has an
    /// asserted type is left to the run.
    fn folded(&mut self, open: &OpenEnum, value: ExpressionId, depth: u32) -> Option<f64> {
        if depth > DEEPEST || self.types.asserted == Some(value) {
            return None;
        }
        match self.tree[value].kind {
            ExpressionKind::NumericLiteral { value } => Some(value),
            ExpressionKind::Unary { operator, argument } => unary(operator, self.folded(open, argument, depth + 1)?),
            ExpressionKind::Binary { operator, left, right } => {
                let left = self.folded(open, left, depth + 1)?;
                binary(operator, left, self.folded(open, right, depth + 1)?)
            }
            _ => match self.named_member_of(open, value) {
                Some(name) if self.is_member(open.symbol, name) => self.number_of(open.symbol, name),
                _ => match self.constant_elsewhere(open, value)? {
                    Constant::Number(number) => Some(number),
                    Constant::Text(_) => None,
                },
            },
        }
    }
}

/// Returns whether a name is the text of a number, like `-1.5`: a reverse entry could have it. `2d`, `01` and `-0` are none.
fn is_number(name: &str) -> bool {
    // Others have an exponent.
    let is_plain = |number: f64| (1e-6..1e21).contains(&number.abs()) || name == "0";
    name.parse().is_ok_and(|number: f64| is_plain(number) && number.to_string() == name)
}

/// Applies an operator to a number.
pub(super) fn unary(operator: UnaryOperator, operand: f64) -> Option<f64> {
    match operator {
        UnaryOperator::Plus => Some(operand),
        UnaryOperator::Minus => Some(-operand),
        UnaryOperator::BitNot => Some(f64::from(!to_int32(operand))),
        _ => None,
    }
}

/// Applies an operator to two numbers. `**` is left to the run.
pub(super) fn binary(operator: BinaryOperator, left: f64, right: f64) -> Option<f64> {
    let shift = to_int32(right) & 31;
    Some(match operator {
        BinaryOperator::Multiply => left * right,
        BinaryOperator::Divide => left / right,
        BinaryOperator::Remainder => left % right,
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::ShiftLeft => f64::from(to_int32(left) << shift),
        BinaryOperator::ShiftRight => f64::from(to_int32(left) >> shift),
        BinaryOperator::ShiftRightUnsigned => f64::from(to_int32(left) as u32 >> shift),
        BinaryOperator::BitAnd => f64::from(to_int32(left) & to_int32(right)),
        BinaryOperator::BitOr => f64::from(to_int32(left) | to_int32(right)),
        BinaryOperator::BitXor => f64::from(to_int32(left) ^ to_int32(right)),
        _ => return None,
    })
}

/// ToInt32, ECMA-262 7.1.6
fn to_int32(number: f64) -> i32 {
    /// 2³²
    const MODULUS: f64 = 4_294_967_296.0;
    // The remainder is whole and below 2³², so the conversions lose nothing but what wraps around.
    if number.is_finite() { (number.trunc() % MODULUS) as i64 as i32 } else { 0 }
}
