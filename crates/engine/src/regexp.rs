//! What the machine itself knows of regular expressions: objects for literals, whether anybody can tell how their properties
//! are looked up, and the last match.

use std::ops::Range;

use crate::error::Completion;
use crate::heap::pattern::PatternError;
use crate::heap::{FlatString, ObjectId, PatternId, ShapeId, StringId, allocation_bytes};
use crate::messages;
use crate::names::keys;
use crate::object::{Class, Kind, ObjectKind};
use crate::shape::Attributes;
use crate::symbols;
use crate::value::Value;
use crate::vm::Vm;

/// What %RegExp.prototype% was when it was made: the constructor, the methods and the getters.
#[derive(Default)]
pub struct Pristine {
    shape: Option<ShapeId>,
    slots: Vec<Value>,
}

impl Pristine {
    pub fn of(vm: &Vm, prototype: ObjectId) -> Self {
        let shape = vm.heap.shape_of(prototype);
        let slots = (0..vm.heap[shape].count).map(|slot| vm.heap.slot(prototype, slot)).collect();
        Pristine { shape: Some(shape), slots }
    }

    /// Bytes of memory that the copies take.
    pub(crate) fn bytes(&self) -> usize {
        allocation_bytes(size_of_val(&*self.slots))
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.slots.iter().for_each(|&value| visit(value));
    }
}

impl Vm {
    /// Is it unobservable how properties of this regular expression are looked up?
    pub fn is_pristine_regexp(&self, regexp: ObjectId) -> bool {
        let prototype = self.intrinsics().regexp_prototype;
        let Pristine { shape, slots } = &self.heap.realm(self.realm.id).pristine_regexp;
        self.heap.shape_of(regexp) == self.realm.shapes.regexp
            && Some(self.heap.shape_of(prototype)) == *shape
            && (0..).zip(slots).all(|(slot, &value)| self.heap.slot(prototype, slot) == value)
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

/// What an object of %RegExpStringIteratorPrototype% remembers, ECMA-262 22.2.9.
#[derive(Copy, Clone)]
pub struct RegExpStringIterator {
    /// [`Heap::nothing`](crate::heap::Heap::nothing) once it has ended, and while it looks for the next match.
    pub regexp: ObjectId,
    pub string: StringId,
    pub is_global: bool,
    pub unicode: bool,
    /// Does it look for the next match?
    pub is_running: bool,
}

/// Groups that have a property, with group 0.
const GROUPS: usize = 10;

/// The last successful match of any built-in method of a realm.
pub struct LastMatch {
    pub subject: StringId,
    /// [[RegExpInput]], which scripts can assign to.
    pub input: StringId,
    groups: [(u32, u32); GROUPS],
    /// How many of them the pattern had.
    group_count: usize,
    /// The last group, whatever its number.
    pub last_group: (u32, u32),
}

/// A group that took no part in the match is empty here.
const NO_GROUP: (u32, u32) = (0, 0);

impl Default for LastMatch {
    fn default() -> Self {
        LastMatch {
            subject: StringId::EMPTY,
            input: StringId::EMPTY,
            groups: [NO_GROUP; GROUPS],
            group_count: 1,
            last_group: NO_GROUP,
        }
    }
}

impl LastMatch {
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        visit(Value::string(self.subject));
        visit(Value::string(self.input));
    }

    pub fn group(&self, index: usize) -> Range<usize> {
        let (start, end) = if index < self.group_count { self.groups[index] } else { NO_GROUP };
        start as usize..end as usize
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
        let positions = |index: usize| match scratch.group(index) {
            // Strings are shorter than 2^32.
            Some(range) => (range.start as u32, range.end as u32),
            None => NO_GROUP,
        };
        let last = &mut self.heap.realm_mut(self.realm.id).last_match;
        last.subject = subject.id();
        last.input = subject.id();
        last.group_count = group_count.min(GROUPS);
        for (index, group) in last.groups[..last.group_count].iter_mut().enumerate() {
            *group = positions(index);
        }
        last.last_group = if group_count > 1 { positions(group_count - 1) } else { NO_GROUP };
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

/// RegExpAlloc ( newTarget ), ECMA-262 22.2.3.2, with the internal slots set at once.
pub fn regexp_alloc(vm: &mut Vm, prototype: ObjectId, pattern: PatternId) -> ObjectId {
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
        let pattern = match self.heap.pattern(source, flags) {
            Ok(pattern) => pattern,
            Err(error) => return pattern_error(self, source, flags, error),
        };
        let prototype = self.intrinsics().regexp_prototype;
        Ok(Value::object(regexp_alloc(self, prototype, pattern)))
    }
}
