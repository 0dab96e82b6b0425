//! Array, object and regular expression literals (ECMA-262 13.2.4, 13.2.5, 13.2.7): calls of the original constructor,
//! whose result is filled.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::tree::{
    ExpressionId, ExpressionKind, List, Property, PropertyId, PropertyKind, PropertyName, Tree,
};
use ferrotape_text::Name;

use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::{self, Stop, Values};

/// Returns whether an element is `...element`.
pub(super) fn is_spread(tree: &Tree, element: ExpressionId) -> bool {
    matches!(tree[element].kind, ExpressionKind::Spread { .. })
}

impl FunctionGenerator<'_> {
    pub(super) fn regexp(&mut self, pattern: Name, flags: Name, at: u32) {
        self.emit(StackInstruction::RegExp);
        self.string(text_id(pattern));
        self.string(text_id(flags));
        self.emit_at(at, StackInstruction::New(2));
    }

    /// Makes an array and defines its elements by index. After a hole at the end, the length is set too.
    pub(super) fn array(&mut self, elements: List<Option<ExpressionId>>) -> Compiled {
        let tree = self.core.tree;
        self.emit(StackInstruction::Array);
        self.emit(StackInstruction::New(0));
        if tree.list(elements).flatten().any(|element| is_spread(tree, element)) {
            return self.append_all(tree.list(elements));
        }
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

    /// Appends elements, some of which are spread, to the array on top.
    pub(super) fn append_all(&mut self, elements: impl Iterator<Item = Option<ExpressionId>>) -> Compiled {
        let tree = self.core.tree;
        for element in elements {
            self.core.work(1)?;
            let Some(element) = element else {
                self.emit(StackInstruction::Hole);
                continue;
            };
            match tree[element].kind {
                ExpressionKind::Spread { argument, .. } => {
                    self.value(argument)?;
                    self.emit_at(tree[argument].span.start, StackInstruction::Spread);
                }
                _ => {
                    self.value(element)?;
                    self.emit(StackInstruction::Append);
                }
            }
        }
        Ok(())
    }

    pub(super) fn object(&mut self, properties: List<PropertyId>) -> Compiled {
        let tree = self.core.tree;
        self.emit(StackInstruction::Object);
        self.emit(StackInstruction::New(0));
        tree.list(properties).try_for_each(|property| self.property(tree[property]))
    }

    /// Emits the definition of a literal's member.
    fn property(&mut self, property: Property) -> Compiled {
        if let ExpressionKind::Spread { argument, .. } = self.core.tree[property.value].kind {
            self.value(argument)?;
            self.emit_at(self.core.tree[argument].span.start, StackInstruction::CopyProperties);
            return Ok(());
        }
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
            (_, PropertyName::Private(_)) => return Err(Stop::Misplaced(property.span)),
            (_, PropertyName::Computed(key)) => {
                self.value(key)?;
                self.emit_at(self.core.tree[key].span.start, StackInstruction::ToKey);
                self.core.is_anonymous_function(property.value)
            }
        };
        match (property.key, self.core.anonymous_class(property.value)) {
            (PropertyName::Computed(_), Some(class)) => lowering::class(self, class, Some(()), ())?,
            _ => self.value(property.value)?,
        }
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
            PropertyKind::Spread => return Err(Stop::Misplaced(property.span)),
        });
        Ok(())
    }
}
