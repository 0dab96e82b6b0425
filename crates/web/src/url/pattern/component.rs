//! Compiled components, URL Pattern 2.3: a regular expression, the pattern in its canonical text, and the names of the groups.

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{pattern, realm, regexp};

use super::super::record::SPECIAL;
use super::canonical::Canonical;
use super::init::Component;
use super::parts::{Options, PartKind, parse};
use super::texts::{pattern_of, regexp_of};
use crate::text;

/// A component. Its objects are kept.
#[derive(Copy, Clone, Debug)]
pub(super) struct Compiled {
    pub(super) regexp: ObjectId,
    pub(super) pattern: StringId,
    /// An array.
    pub(super) names: ObjectId,
    pub(super) has_regexp_groups: bool,
}

impl Compiled {
    /// Compile a component.
    pub(super) fn of(
        vm: &mut Vm,
        component: Component,
        text: &str,
        (canonical, options): (Canonical, Options),
        ignores_case: bool,
    ) -> Completion<Compiled> {
        let parts = super::valid(vm, component.name(), |heap| parse(heap, text, canonical, options))?;
        let source = regexp_of(&mut vm.heap, &parts, options)?;
        let source = text::new_string(vm, &source)?;
        let regexp = new_regexp(vm, component, source, if ignores_case { "vi" } else { "v" })?;
        vm.keep(Value::object(regexp));
        let pattern = pattern_of(&mut vm.heap, &parts, options)?;
        let pattern = text::new_string(vm, &pattern)?;
        let names = array::new_array(vm);
        vm.keep(Value::object(names));
        for part in parts.iter().filter(|part| part.kind != PartKind::FixedText) {
            let vm = &mut vm.scope();
            let name = Value::string(text::new_string(vm, &part.name)?);
            iterate::append_value(vm, names, name)?;
        }
        let has_regexp_groups = parts.iter().any(|part| part.kind == PartKind::Regexp);
        Ok(Compiled { regexp, pattern, names, has_regexp_groups })
    }

    /// Protocol component matches a special scheme.
    pub(super) fn is_special(self, vm: &mut Vm) -> Completion<bool> {
        for (scheme, _) in SPECIAL {
            let scheme = text::new_string(vm, scheme)?;
            if find(vm, self.regexp, scheme)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// RegExpCreate, ECMA-262 22.2.3.1, with a TypeError for what is no regular expression.
fn new_regexp(vm: &mut Vm, component: Component, source: StringId, flags: &str) -> Completion<ObjectId> {
    let flags = vm.heap.intern_text(flags);
    match regexp::compile_text(vm, source, flags) {
        Ok(pattern) => {
            let prototype = realm::intrinsics(vm).regexp_prototype;
            Ok(regexp::alloc_without_legacy_features(vm, prototype, pattern))
        }
        Err(Throw::Exception(_)) => super::invalid(
            vm,
            component.name(),
            ": the text in parentheses is not a regular expression, or is too long",
        ),
        Err(terminated) => Err(terminated),
    }
}

/// RegExpBuiltinExec, ECMA-262 22.2.7.2. Leaves the groups in the scratch memory.
pub(super) fn find(vm: &mut Vm, regexp: ObjectId, text: StringId) -> Completion<bool> {
    let Some(pattern) = regexp::pattern_of(vm, regexp) else { return Ok(false) };
    let subject = vm.heap.flatten(text)?;
    Ok(pattern::find_match(&mut vm.heap, pattern, subject, 0, true, &mut vm.execution.scratch)?)
}

/// The groups of a component result, URL Pattern 2.3: of the match in the scratch memory. The object is kept.
pub(super) fn groups(vm: &mut Vm, text: StringId, names: Value) -> Completion<Value> {
    let subject = vm.heap.flatten(text)?;
    let groups = vm.heap.new_object_with_prototype(Some(realm::intrinsics(vm).object_prototype), ObjectKind::Ordinary);
    vm.keep(Value::object(groups));
    let Some(names) = names.as_object() else { return Ok(Value::object(groups)) };
    let mut index = 0;
    while let Some(name) = vm.heap.elements(names).as_dense().and_then(|names| names.get(index)?.as_string()) {
        index += 1;
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        let value = match vm.execution.scratch.group(index) {
            Some(range) => Value::string(vm.heap.substring(subject, range.start, range.end)?),
            None => Value::UNDEFINED,
        };
        vm.keep(value);
        let key = vm.heap.key_of_string(name)?;
        object::create_data_property_or_throw(vm, groups, key, value)?;
    }
    Ok(Value::object(groups))
}
