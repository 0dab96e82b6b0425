//! What the machine itself knows of regular expressions: objects for literals, whether anybody can tell how their properties
//! are looked up, and the last match.

use std::sync::Arc;

use crate::error::Completion;
use crate::heap::pattern::PatternError;
use crate::heap::{FlatString, ObjectId, PatternId, StringId};
use crate::messages;
use crate::names::keys;
use crate::object::{Class, Kind, ObjectKind};
use crate::shape::Attributes;
use crate::symbols;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::regexp::{LastMatch, Pristine, RegExpStringIterator};

impl Vm {
    /// Is it unobservable how properties of this regular expression are looked up?
    #[inline]
    pub fn is_pristine_regexp(&mut self, regexp: ObjectId) -> bool {
        let prototype = self.intrinsics().regexp_prototype;
        let pristine = &self.heap.realm(self.realm.id).pristine_regexp;
        self.heap.shape_of(regexp) == self.realm.shapes.regexp
            && (pristine.is_as_it_was(&self.heap, prototype) || self.find_pristine_regexp_again(prototype))
    }

    #[cold]
    #[inline(never)]
    fn find_pristine_regexp_again(&mut self, prototype: ObjectId) -> bool {
        let mut pristine = std::mem::take(&mut self.heap.realm_mut(self.realm.id).pristine_regexp);
        let is_found = pristine.find_again(&self.heap, prototype);
        self.heap.realm_mut(self.realm.id).pristine_regexp = pristine;
        is_found
    }

    /// [[RegExpMatcher]] of an object, if it is a regular expression.
    #[inline]
    pub fn pattern_of(&self, object: ObjectId) -> Option<PatternId> {
        match self.heap.kind(object) {
            Kind::RegExp(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// An object with [[RegExpMatcher]].
    pub fn as_regexp(&self, value: Value) -> Option<ObjectId> {
        value.as_object().filter(|&object| self.pattern_of(object).is_some())
    }

    /// IsRegExp ( argument ), ECMA-262 7.2.8
    pub fn is_regexp(&mut self, value: Value) -> Completion<bool> {
        let Some(object) = value.as_object() else { return Ok(false) };
        if self.is_pristine_regexp(object) {
            return Ok(true);
        }
        let matcher = self.get_remembered(value, symbols::MATCH)?;
        if matcher.is_undefined() { Ok(self.pattern_of(object).is_some()) } else { Ok(self.heap.to_boolean(matcher)) }
    }
}

impl Vm {
    /// The last match of the current realm.
    pub fn last_match(&self) -> &LastMatch {
        &self.heap.realm(self.realm.id).last_match
    }

    #[inline(always)]
    fn lose_last_match(&mut self) {
        if self.heap.is_marking() {
            let &LastMatch { subject, input, .. } = self.last_match();
            self.heap.lose(Value::string(subject));
            self.heap.lose(Value::string(input));
        }
    }

    /// Assigns [[RegExpInput]] of the current realm.
    pub fn set_match_input(&mut self, input: StringId) {
        self.lose_last_match();
        self.heap.realm_mut(self.realm.id).last_match.input = input;
    }

    /// Remembers the match that is in the scratch.
    #[inline]
    pub fn remember_match(&mut self, subject: FlatString, group_count: usize) {
        self.lose_last_match();
        let scratch = &self.scratch;
        let last = &mut self.heap.realm_mut(self.realm.id).last_match;
        last.remember(subject, group_count, |index| scratch.group(index));
    }
}

/// SyntaxError where it is no pattern, or the flags are none.
pub fn compile_text(vm: &mut Vm, source: StringId, flags: StringId) -> Completion<PatternId> {
    match vm.heap.pattern_of_text(source, flags) {
        Ok(pattern) => Ok(pattern),
        Err(error) => pattern_error(vm, source, flags, error),
    }
}

#[cold]
fn pattern_error<T>(vm: &mut Vm, source: StringId, flags: StringId, error: PatternError) -> Completion<T> {
    let message = match error {
        PatternError::Terminated(termination) => return Err(termination.into()),
        PatternError::Flags => messages::invalid_regexp_flags(&vm.heap.shown_name(flags)),
        PatternError::Syntax(error) => {
            let source = vm.heap.shown(source, messages::SHOWN_PATTERN);
            messages::invalid_regexp(&source, &vm.heap.shown_name(flags), &error.message)
        }
    };
    vm.syntax_error(message)
}

/// RegExpAlloc ( newTarget ), ECMA-262 22.2.3.2, with the internal slots set at once, where newTarget is %RegExp%.
pub fn regexp_alloc(vm: &mut Vm, prototype: ObjectId, pattern: PatternId) -> ObjectId {
    let regexp = alloc_without_legacy_features(vm, prototype, pattern);
    vm.heap.enable_legacy_features(regexp, vm.realm.id);
    regexp
}

/// RegExpAlloc where newTarget is another constructor.
pub fn alloc_without_legacy_features(vm: &mut Vm, prototype: ObjectId, pattern: PatternId) -> ObjectId {
    let shape = if prototype == vm.intrinsics().regexp_prototype {
        vm.realm.shapes.regexp
    } else {
        let root = vm.heap.root_shape(Some(prototype), Class::RegExp);
        vm.heap.shape_with(root, keys::LAST_INDEX, Attributes::WRITABLE)
    };
    vm.heap.new_object_with(shape, ObjectKind::RegExp(pattern), &[Value::int(0)])
}

impl Vm {
    /// The object that a regular expression literal stands for, ECMA-262 13.2.7.3.
    pub fn new_regexp(&mut self, source: StringId, flags: StringId) -> Completion<Value> {
        let unit = Arc::clone(&self.heap.code_block(self.frame().code).unit);
        let pattern = match self.heap.pattern_of_literal(&unit, source, flags) {
            Ok(pattern) => pattern,
            Err(error) => return pattern_error(self, source, flags, error),
        };
        let prototype = self.intrinsics().regexp_prototype;
        Ok(Value::object(regexp_alloc(self, prototype, pattern)))
    }
}
