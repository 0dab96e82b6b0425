//! Array, object and regular expression literals (ECMA-262 13.2.4, 13.2.5, 13.2.7): the original constructor is called, and
//! what it makes is filled.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::tree::{ExpressionId, List, Property, PropertyId, PropertyKind, PropertyName};
use ferrotape_text::Name;

use super::{Compiled, FunctionGenerator, Session, text_id};

impl FunctionGenerator<'_, '_> {
    pub(super) fn regexp(&mut self, pattern: Name, flags: Name, at: u32) {
        self.emitter.emit(StackInstruction::RegExp);
        self.emitter.string(text_id(pattern));
        self.emitter.string(text_id(flags));
        self.emitter.emit_at(at, StackInstruction::New(2));
    }

    pub(super) fn array(&mut self, elements: List<Option<ExpressionId>>) -> Compiled {
        let tree = self.tree;
        self.emitter.emit(StackInstruction::Array);
        self.emitter.emit(StackInstruction::New(0));
        for (index, element) in (0u32..).zip(tree.list(elements)) {
            self.work(1)?;
            let Some(element) = element else { continue };
            self.emitter.literal(Literal::Number(index.into()));
            self.value(element)?;
            self.emitter.emit(StackInstruction::Define);
        }
        if tree.list(elements).next_back() == Some(None) {
            self.emitter.emit(StackInstruction::Dup);
            self.emitter.string(text_id(self.session.known.length));
            self.emitter.emit(StackInstruction::Ref);
            self.emitter.literal(Literal::Number(elements.len() as f64));
            self.emitter.emit(StackInstruction::PutValue);
        }
        Ok(())
    }

    pub(super) fn object(&mut self, properties: List<PropertyId>) -> Compiled {
        let tree = self.tree;
        self.emitter.emit(StackInstruction::Object);
        self.emitter.emit(StackInstruction::New(0));
        tree.list(properties).try_for_each(|property| self.property(tree[property]))
    }

    fn property(&mut self, property: Property) -> Compiled {
        let Session { inferred_names, names, budget, kept, .. } = &mut *self.session;
        *kept += inferred_names.property(self.tree, names, &property, budget)?;
        if property.kind != PropertyKind::Prototype {
            self.emitter.literal(match property.key {
                PropertyName::Text(name) => Literal::String(text_id(name)),
                PropertyName::Number(number) => Literal::Number(number + 0.0),
            });
        }
        self.value(property.value)?;
        self.emitter.position = property.span.start;
        self.emitter.emit(match property.kind {
            PropertyKind::Init => StackInstruction::Define,
            PropertyKind::Get => StackInstruction::DefGet,
            PropertyKind::Set => StackInstruction::DefSet,
            PropertyKind::Prototype => StackInstruction::SetProto,
        });
        Ok(())
    }
}
