//! Array, object and regular expression literals (ECMA-262 13.2.4, 13.2.5, 13.2.7).

use ferrotape_bytecode::{Instruction, Intrinsic, array_index};
use ferrotape_syntax::tree::{
    ExpressionId, ExpressionKind, List, Property, PropertyId, PropertyKind, PropertyName, Tree,
};
use ferrotape_text::{Name, Span};

use super::boilerplate::COMPUTED_ELEMENTS;
use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::lowering::{self, Forms, Parts, Stop};

/// Returns whether an element is `...element`.
pub(super) fn is_spread(tree: &Tree, element: ExpressionId) -> bool {
    matches!(tree[element].kind, ExpressionKind::Spread { .. })
}

impl FunctionCompiler<'_> {
    pub(super) fn regexp(&mut self, pattern: Name, flags: Name, at: u32) -> Operand {
        // Flags have been given ids that fit.
        let flags = self.text_id(flags).0 as u16;
        Operand::RegExp { pattern: self.text_id(pattern).0, flags, at }
    }

    /// Emits an array literal.
    pub(super) fn array(&mut self, elements: List<Option<ExpressionId>>, hint: Option<Register>) -> Compiled<Operand> {
        let tree = self.core.tree;
        let (array, made) = match self.array_boilerplate(elements, hint)? {
            Some(made) => made,
            None => {
                let array = self.hint_or_temporary(hint)?;
                let has_spread = tree.list(elements).flatten().any(|element| is_spread(tree, element));
                let capacity = if has_spread { 0 } else { elements.len() as u32 };
                self.write(array, |dst| Instruction::NewArray { dst, capacity });
                (array, 0)
            }
        };
        let mut rest = tree.list(elements).skip(made);
        if tree.list(elements).skip(made).flatten().any(|element| is_spread(tree, element)) {
            self.append_all(array, rest)?;
            return Ok(Operand::Register(array));
        }
        while rest.len() > 0 {
            let mark = self.mark();
            let count = self.row_within(rest.len().min(COMPUTED_ELEMENTS)).max(1);
            let mut first = None;
            for element in rest.by_ref().take(count) {
                let dst = self.temporary()?;
                first.get_or_insert(dst);
                self.core.work(1)?;
                match element {
                    Some(element) => self.expression_to(element, dst)?,
                    None => self.write(dst, |dst| Instruction::LoadEmpty { dst }),
                }
            }
            if let Some(first) = first {
                let (array, first) = (self.low(array, 0), self.low(first, 1));
                self.emit(Instruction::AppendElements { array, first, count: count as u32 });
            }
            self.release(mark);
        }
        Ok(Operand::Register(array))
    }

    /// Appends elements one after the other, some of which are spread.
    pub(super) fn append_all(
        &mut self,
        array: Register,
        elements: impl Iterator<Item = Option<ExpressionId>>,
    ) -> Compiled {
        let tree = self.core.tree;
        for element in elements {
            self.core.work(1)?;
            let mark = self.mark();
            let value = self.temporary()?;
            match element {
                None => self.write(value, |dst| Instruction::LoadEmpty { dst }),
                Some(element) => match tree[element].kind {
                    ExpressionKind::Spread { argument, .. } => {
                        let src = self.expression(argument, Some(value))?;
                        self.core.position = tree[argument].span.start;
                        let (array, src) = (self.low(array, 0), self.low(src, 1));
                        self.emit(Instruction::AppendIterable { array, src });
                        self.release(mark);
                        continue;
                    }
                    _ => self.expression_to(element, value)?,
                },
            }
            self.append(array, value)?;
            self.release(mark);
        }
        Ok(())
    }

    /// Copies the properties of `{...source}`.
    fn copy_properties(&mut self, object: Register, source: ExpressionId) -> Compiled {
        let [first, second] = [self.frame_register()?, self.frame_register()?];
        self.expression_to(source, second)?;
        self.mov(first, object);
        self.intrinsic(Intrinsic::CopyProperties, first, first, self.core.tree[source].span.start);
        Ok(())
    }

    /// Evaluates an object literal. One instruction makes the leading members, with room for the rest.
    pub(super) fn object(&mut self, properties: List<PropertyId>, hint: Option<Register>) -> Compiled<Operand> {
        let tree = self.core.tree;
        if properties.is_empty() {
            return Ok(Operand::EmptyObject { room: 0 });
        }
        let looked_at = tree.list(properties).take(u8::MAX.into());
        let room = looked_at.filter(|&property| self.takes_room(&tree[property])).count() as u8;
        let (object, made) = self.object_with_room(properties, room, hint)?;
        for property in tree.list(properties).skip(made) {
            let mark = self.mark();
            self.property(object, tree[property])?;
            self.release(mark);
        }
        Ok(Operand::Register(object))
    }

    /// Returns whether the property lies in a slot of its object, and not among the elements.
    fn takes_room(&self, property: &Property) -> bool {
        let is_named = match property.key {
            PropertyName::Text(name) => array_index(self.core.session.names.text(name)).is_none(),
            _ => false,
        };
        is_named && !matches!(property.kind, PropertyKind::Prototype | PropertyKind::Spread)
    }

    /// Defines a member behind the leading ones: PropertyDefinitionEvaluation (ECMA-262 13.2.5.5).
    fn property(&mut self, object: Register, property: Property) -> Compiled {
        if let ExpressionKind::Spread { argument, .. } = self.core.tree[property.value].kind {
            return self.copy_properties(object, argument);
        }
        self.core.name_by_property(&property)?;
        if let (PropertyName::Computed(key), PropertyKind::Init | PropertyKind::Get | PropertyKind::Set) =
            (property.key, property.kind)
        {
            return self.computed_property(object, key, property);
        }
        let value = self.expression(property.value, None)?;
        self.make_method(value, object, &property)?;
        self.core.position = property.span.start;
        match property.kind {
            PropertyKind::Prototype => {
                let (object, src) = (self.low(object, 0), self.low(value, 1));
                self.emit(Instruction::SetPrototype { object, src });
            }
            PropertyKind::Init => self.define(object, property.key, value)?,
            PropertyKind::Spread => return Err(Stop::Misplaced(property.span)),
            PropertyKind::Get | PropertyKind::Set => {
                let key = self.key_register(property.key)?;
                let (object, key, function) = (self.low(object, 0), self.low(key, 1), self.low(value, 2));
                self.emit(match property.kind {
                    PropertyKind::Get => Instruction::DefineGetter { object, key, function },
                    _ => Instruction::DefineSetter { object, key, function },
                });
            }
        }
        Ok(())
    }

    /// Defines `[key]: value`. The key is evaluated and converted before the value. It names the value if that is a
    /// function without a name.
    fn computed_property(&mut self, object: Register, key: ExpressionId, property: Property) -> Compiled {
        let [value, name] = [self.frame_register()?, self.frame_register()?];
        self.expression_to(key, name)?;
        self.core.position = self.core.tree[key].span.start;
        let src = self.low(name, 0);
        self.write(name, |dst| Instruction::ToPropertyKey { dst, src });
        let at = property.span.start;
        if let (Some(class), PropertyKind::Init) = (self.core.anonymous_class(property.value), property.kind) {
            lowering::class(self, class, Some(name), value)?;
        } else {
            self.expression_to(property.value, value)?;
        }
        if self.core.is_anonymous_function(property.value) {
            let which = match property.kind {
                PropertyKind::Get => Intrinsic::SetGetterName,
                PropertyKind::Set => Intrinsic::SetSetterName,
                PropertyKind::Init | PropertyKind::Prototype | PropertyKind::Spread => Intrinsic::SetName,
            };
            self.intrinsic(which, value, value, at);
        }
        self.make_method(value, object, &property)?;
        self.core.position = at;
        let (object, key, src) = (self.low(object, 0), self.low(name, 1), self.low(value, 2));
        self.emit(match property.kind {
            PropertyKind::Get => Instruction::DefineGetter { object, key, function: src },
            PropertyKind::Set => Instruction::DefineSetter { object, key, function: src },
            PropertyKind::Init | PropertyKind::Prototype | PropertyKind::Spread => {
                Instruction::DefineElement { object, key, src }
            }
        });
        Ok(())
    }

    /// Sets the home object of a method or accessor that mentions `super`.
    fn make_method(&mut self, function: Register, home: Register, property: &Property) -> Compiled {
        if !self.core.needs_home(property) {
            return Ok(());
        }
        let mark = self.mark();
        let [first, second] = [self.frame_register()?, self.frame_register()?];
        self.mov(first, function);
        self.mov(second, home);
        self.intrinsic(Intrinsic::SetHome, first, first, property.span.start);
        self.release(mark);
        Ok(())
    }

    /// Defines `key: value`. Names have a cache site; array indices and numbers are keys in a register.
    pub(super) fn define(&mut self, object: Register, key: PropertyName, value: Register) -> Compiled {
        if let PropertyName::Text(name) = key
            && array_index(self.core.session.names.text(name)).is_none()
        {
            let (object, src, cache) = (self.low(object, 0), self.low(value, 1), self.cache(name));
            self.emit(Instruction::DefineProperty { object, src, cache });
            return Ok(());
        }
        let key = self.key_register(key)?;
        let (object, key, src) = (self.low(object, 0), self.low(key, 1), self.low(value, 2));
        self.emit(Instruction::DefineElement { object, key, src });
        Ok(())
    }

    /// Puts the key into a register: an array index as a small integer, others as a string or a number.
    pub(super) fn key_register(&mut self, key: PropertyName) -> Compiled<Register> {
        let literal = match key {
            PropertyName::Number(number) => Literal::Number(number + 0.0),
            PropertyName::Text(name) => match array_index(self.core.session.names.text(name)) {
                Some(index) => Literal::Number(index.into()),
                None => Literal::String(name),
            },
            PropertyName::Private(_) | PropertyName::Computed(_) => {
                return Err(Stop::Misplaced(Span::default()));
            }
        };
        let register = self.temporary()?;
        self.put(Operand::Literal(literal), register)?;
        Ok(register)
    }
}
