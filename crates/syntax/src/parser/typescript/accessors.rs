//! `accessor a = 1` in a class: a private field with a getter and a setter, as the auto-accessors of the proposal
//! Decorators.

use ferrotape_text::{Name, Span};

use super::super::Parser;
use super::super::class::{Head, OpenClass};
use crate::error::Parsed;
use crate::scope::BindingKind;
use crate::tree::{
    ClassMember, ExpressionId, ExpressionKind, FunctionKind, MemberId, MemberKind, Parameter, Property, PropertyId,
    PropertyKind, PropertyName, StatementKind,
};

impl Parser<'_> {
    /// Parses an auto-accessor from behind its key and type on. Returns the field with its value. Getter and setter
    /// stand behind it.
    #[inline(never)]
    pub(super) fn auto_accessor(&mut self, open: &mut OpenClass, head: &Head) -> Parsed<ClassMember> {
        if head.kind != MemberKind::Field || head.is_async || head.is_generator {
            return self.fail_expected("a field behind `accessor`");
        }
        self.check_field_name(head)?;
        // No name in a text has a space.
        let storage = format!("#accessor {}", self.tree.members.len());
        let storage = self.lexer.intern_ascii(&storage);
        let keys = self.accessor_keys(head)?;
        let named_by = match keys {
            [PropertyName::Computed(_), PropertyName::Computed(read)] => self.name_of(read),
            _ => None,
        };
        let mut field = self.class_field(open, &Head { key: PropertyName::Private(storage), ..*head }, named_by)?;
        if named_by.is_none() {
            // The key names a function or a class without a name.
            field.key = head.key;
        }
        for (kind, key) in [MemberKind::Get, MemberKind::Set].into_iter().zip(keys) {
            let member = self.accessor_function(open, &Head { kind, key, ..*head }, storage)?;
            self.lexer.meter.push(&mut open.accessors, member);
        }
        Ok(field)
    }

    /// Returns the keys of getter and setter. A computed one is kept in a variable of the class, as TypeScript does:
    /// `get [key = a]() {…}` and `set [key](value) {…}`.
    fn accessor_keys(&mut self, head: &Head) -> Parsed<[PropertyName; 2]> {
        let PropertyName::Computed(right) = head.key else { return Ok([head.key; 2]) };
        let span = head.key_span;
        // No name in a text has a space.
        let name = format!("accessor key {}", self.tree.members.len());
        let name = self.lexer.intern_ascii(&name);
        let first_bound = self.bound.len();
        self.declare_lexical(name, BindingKind::Const, span)?;
        let reference = self.initializing(name);
        self.initialized(first_bound);
        let left = self.expression_node(span, ExpressionKind::Identifier { name, reference });
        // A function does not get the variable's name.
        self.tree[left].parenthesized = true;
        let kept = self.expression_node(span, ExpressionKind::Assignment { operator: None, left, right });
        Ok([kept, self.name_at(name, span)].map(PropertyName::Computed))
    }

    fn name_of(&self, expression: ExpressionId) -> Option<Name> {
        match self.tree[expression].kind {
            ExpressionKind::Identifier { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Makes `({ [key]: value })[key]` of a function or class without a name, which gets the name of the key.
    #[inline(never)]
    pub(in super::super) fn named_by_variable(&mut self, value: ExpressionId, key: Name) -> ExpressionId {
        let span = self.tree[value].span;
        let is_anonymous = match self.tree[value].kind {
            ExpressionKind::Function { function } => self.tree[function].name.is_none(),
            ExpressionKind::Class { class } => self.tree[class].name.is_none(),
            _ => false,
        };
        if !is_anonymous {
            return value;
        }
        let [name, property] = [(); 2].map(|()| self.name_at(key, span));
        let key = PropertyName::Computed(name);
        let id = PropertyId(self.tree.properties.len() as u32);
        let named = Property { span, kind: PropertyKind::Init, key, value };
        self.lexer.meter.push(&mut self.tree.properties, named);
        let properties = self.list_of(id);
        let object = self.expression_node(span, ExpressionKind::Object { properties });
        self.expression_node(span, ExpressionKind::ComputedMember { object, property })
    }

    /// Makes the getter or the setter of an auto-accessor.
    fn accessor_function(&mut self, open: &mut OpenClass, head: &Head, storage: Name) -> Parsed<ClassMember> {
        let span = head.key_span;
        let mut member = self.member_of(head);
        if let PropertyName::Private(name) = head.key {
            self.private_method(open, &mut member, name, span)?;
        }
        let is_getter = head.kind == MemberKind::Get;
        let kind = if is_getter { FunctionKind::Getter } else { FunctionKind::Setter };
        let text = self.span_from(head.text_start);
        let function = self.add_function(kind, None, text, span);
        let around = self.enter_function(function);
        self.open_function_scope();
        let value = self.lexer.intern_ascii("value");
        if !is_getter {
            self.only_parameter(value, span);
        }
        let object = self.this_at(span);
        let reference = self.refer(storage);
        let place = self.expression_node(span, ExpressionKind::PrivateMember { object, reference });
        let statement = match is_getter {
            true => self.statement_node(span, StatementKind::Return { argument: Some(place) }),
            false => {
                let value = self.name_at(value, span);
                self.assigning(place, value, span)
            }
        };
        self.tree[function].body = self.list_of(statement);
        self.finish_function(crate::scope::Resolution::Global);
        self.context = around;
        let value = self.expression_node(text, ExpressionKind::Function { function });
        Ok(ClassMember { span: text, value: Some(value), ..member })
    }

    fn only_parameter(&mut self, name: Name, span: Span) {
        let kind = BindingKind::Parameter { index: 0 };
        let (binding, _) = self.scopes.declare_parameter(&mut self.tree, &mut self.lexer.meter, name, span, kind);
        let function = self.context.function;
        self.lexer.meter.push(&mut self.tree[function].parameters, Parameter { name, span, binding });
    }

    /// Puts getters and setters of auto-accessors behind the members so far.
    #[inline(never)]
    pub(in super::super) fn put_accessors(&mut self, open: &mut OpenClass) {
        for member in std::mem::take(&mut open.accessors) {
            let id = MemberId(self.tree.members.len() as u32);
            self.lexer.meter.push(&mut self.tree.members, member);
            self.note(id);
        }
    }
}
