//! Calls the reviver of `parse`.

use super::enumerable_own_keys;
use super::records::{RecordId, Records};
use crate::string::part;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{FlatString, ObjectId, StringId};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::operators;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The state passed from value to value.
struct Reviver {
    function: Value,
    records: Records,
    text: FlatString,
}

/// JSON.parse steps 5 to 9, ECMA-262 25.5.1: passes everything to the reviver, innermost first. The caller keeps the
/// text alive.
pub(super) fn revive(
    vm: &mut Vm,
    function: Value,
    text: FlatString,
    (value, record, records): (Value, Option<RecordId>, Records),
) -> Completion<Value> {
    let root = vm.new_plain_object();
    vm.keep(Value::object(root));
    let empty_name = PropertyKey::from_atom(StringId::EMPTY);
    object::create_data_property_or_throw(vm, root, empty_name, value)?;
    Reviver { function, records, text }.internalize(vm, root, empty_name, record)
}

impl Reviver {
    /// InternalizeJSONProperty ( holder, name, reviver, parseRecord ), ECMA-262 25.5.1.3
    fn internalize(
        &self,
        vm: &mut Vm,
        holder: ObjectId,
        name: PropertyKey,
        record: Option<RecordId>,
    ) -> Completion<Value> {
        vm.check_native_stack()?;
        let value = object::get(vm, holder, name)?;
        let vm = &mut vm.scope();
        vm.keep(value);
        // A value that a reviver has put there has no text.
        let record = match record {
            Some(record) if operators::same_value(vm, self.records.value(record), value)? => Some(record),
            _ => None,
        };
        let context = vm.new_plain_object();
        vm.keep(Value::object(context));
        match (value.as_object(), record) {
            (Some(object), record) => self.internalize_members(vm, object, record)?,
            (None, Some(record)) => {
                let text = self.records.text(record);
                let source = part(vm, self.text, text.start, text.end)?;
                object::create_data_property_or_throw(vm, context, keys::SOURCE, source)?;
            }
            (None, None) => {}
        }
        let name = vm.heap.value_of_key(name);
        let revived = vm.call(self.function, Value::object(holder), &[name, value, Value::object(context)])?;
        Ok(revived)
    }

    /// Revives the elements of an array up to its length, or the members of another object, each with its record if it
    /// still has one.
    fn internalize_members(&self, vm: &mut Vm, object: ObjectId, record: Option<RecordId>) -> Completion<()> {
        if proxy::is_array(vm, Value::object(object))? {
            let length = convert::length_of_array_like(vm, object)?;
            for index in 0..length {
                let key = vm.heap.key_of_index(index);
                let element = record.and_then(|record| self.records.element(record, index));
                self.internalize_member(vm, object, key, element)?;
            }
        } else {
            let keys = enumerable_own_keys(vm, object)?;
            for &key in &keys.keys {
                let entry = record.and_then(|record| self.records.entry(record, key));
                self.internalize_member(vm, object, key, entry)?;
            }
            keys.give_back(vm);
        }
        Ok(())
    }

    /// Replaces a member by the reviver's result; undefined deletes it. A frozen member stays, without an error.
    fn internalize_member(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        record: Option<RecordId>,
    ) -> Completion<()> {
        vm.work(1)?;
        let value = self.internalize(vm, object, key, record)?;
        if value.is_undefined() {
            object::delete(vm, object, key)?;
        } else {
            object::create_data_property(vm, object, key, value)?;
        }
        Ok(())
    }
}
