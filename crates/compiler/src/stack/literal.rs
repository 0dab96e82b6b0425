//! Array, object and regular expression literals (ECMA-262 13.2.4, 13.2.5, 13.2.7): the original constructor is called, and
//! what it makes is filled.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::tree::{ExpressionId, List, Property, PropertyId, PropertyKind, PropertyName};
use ferrotape_text::Name;

use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::Stop;
use crate::unbuilt::unbuilt_keys;

impl FunctionGenerator<'_> {
    pub(super) fn regexp(&mut self, pattern: Name, flags: Name, at: u32) {
        self.emit(StackInstruction::RegExp);
        self.string(text_id(pattern));
        self.string(text_id(flags));
        self.emit_at(at, StackInstruction::New(2));
    }

    pub(super) fn array(&mut self, elements: List<Option<ExpressionId>>) -> Compiled {
        let tree = self.core.tree;
        self.emit(StackInstruction::Array);
        self.emit(StackInstruction::New(0));
        for (index, element) in (0u32..).zip(tree.list(elements)) {
            self.core.work(1)?;
            let Some(element) = element else { continue };
            self.literal(Literal::Number(index.into()));
            self.value(element)?;
            self.emit(StackInstruction::Define);
        }
        if tree.list(elements).next_back() == Some(None) {
            self.emit(StackInstruction::Dup);
            self.string(text_id(self.core.session.known.length));
            self.emit(StackInstruction::Ref);
            self.literal(Literal::Number(elements.len() as f64));
            self.emit(StackInstruction::PutValue);
        }
        Ok(())
    }

    pub(super) fn object(&mut self, properties: List<PropertyId>) -> Compiled {
        let tree = self.core.tree;
        self.emit(StackInstruction::Object);
        self.emit(StackInstruction::New(0));
        tree.list(properties).try_for_each(|property| self.property(tree[property]))
    }

    fn property(&mut self, property: Property) -> Compiled {
        self.core.name_by_property(&property)?;
        let is_named = match (property.kind, property.key) {
            (PropertyKind::Prototype | PropertyKind::Spread, _) => false,
            (_, PropertyName::Text(name)) => {
                self.string(text_id(name));
                false
            }
            (_, PropertyName::Number(number)) => {
                self.literal(Literal::Number(number + 0.0));
                false
            }
            (_, PropertyName::Computed(key)) => {
                self.value(key)?;
                self.emit_at(self.core.tree[key].span.start, StackInstruction::ToKey);
                self.core.is_anonymous_function(property.value)
            }
            (_, unbuilt_keys!()) => return Err(Stop::Unbuilt(property.span)),
        };
        self.value(property.value)?;
        self.core.position = property.span.start;
        if is_named {
            self.emit_throwing(match property.kind {
                PropertyKind::Get => StackInstruction::SetGetName,
                PropertyKind::Set => StackInstruction::SetSetName,
                PropertyKind::Init | PropertyKind::Prototype | PropertyKind::Spread => StackInstruction::SetName,
            });
        }
        if self.core.needs_home(&property) {
            self.emit(StackInstruction::SetHome);
        }
        self.emit(match property.kind {
            PropertyKind::Init => StackInstruction::Define,
            PropertyKind::Get => StackInstruction::DefGet,
            PropertyKind::Set => StackInstruction::DefSet,
            PropertyKind::Prototype => StackInstruction::SetProto,
            PropertyKind::Spread => return Err(Stop::Unbuilt(property.span)),
        });
        Ok(())
    }
}
