//! JSON.stringify: writes values as text.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::plain::{Attempt, Plain, break_line};
use super::quote::{quote, quote_key};
use super::{circle, enumerable_own_keys, raw_text};
use crate::array::gaps::Gaps;
use ferrotape_runtime::cell;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::key_set::KeySet;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::{keys, strings};
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::operations::get;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::rope;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The greatest length of the gap.
const MAX_GAP: usize = 10;

/// Length up to which a path is searched from end to end.
const SHORT_PATH: usize = 16;

/// Members that may be written in vain before an object is found to be not plain, for each one that was written.
const VAIN_PER_WRITTEN: u64 = 2;

/// Members that may be written in vain in any case.
const LEAST_IN_VAIN: u64 = 64;

/// The state of a serialization (ECMA-262 25.5.2, the JSON Serialization Record), and the text so far.
struct Serializer {
    replacer: Option<Value>,
    /// The only keys to write, in this order.
    property_list: Option<Arc<[PropertyKey]>>,
    /// The objects being written in order, each with the key that led to it: for finding cycles, and for messages.
    path: Vec<(PropertyKey, ObjectId)>,
    /// The objects of a path that is longer than [`SHORT_PATH`].
    open: FxHashSet<ObjectId>,
    /// The key that is being written.
    key: PropertyKey,
    gap: Vec<u16>,
    text: StringBuilder,
    /// Members written one by one, and those that were written in vain.
    written: u64,
    in_vain: u64,
}

/// JSON.stringify, ECMA-262 25.5.2
pub(super) fn stringify_value(vm: &mut Vm, value: Value, replacer: Value, space: Value) -> Completion<Value> {
    let mut property_list = None;
    let mut replacer_function = None;
    if vm.heap.is_callable(replacer) {
        replacer_function = Some(replacer);
    } else if proxy::is_array(vm, replacer)?
        && let Some(list) = replacer.as_object()
    {
        property_list = Some(property_list_of(vm, list)?);
    }
    let gap = gap_of(vm, space)?;
    let mut text = StringBuilder::new();
    let mut in_vain = 0;
    if replacer_function.is_none() && property_list.is_none() {
        vm.work(1)?;
        let mut plain = Plain::new(&mut text, &gap, &[]);
        match plain.value(vm, value)? {
            Attempt::Written => return Ok(Value::string(text.finish(vm)?)),
            Attempt::Omitted => return Ok(Value::UNDEFINED),
            Attempt::GivenUp => in_vain = plain.seen,
        }
        text.truncate(0);
    }
    let mut serializer = Serializer {
        replacer: replacer_function,
        property_list,
        open: FxHashSet::default(),
        path: Vec::new(),
        key: PropertyKey::from_atom(StringId::EMPTY),
        gap,
        text,
        written: 0,
        in_vain,
    };

    let empty_name = PropertyKey::from_atom(StringId::EMPTY);
    // Only a replacer function sees the object around the value.
    let is_written = if serializer.replacer.is_none() {
        vm.work(1)?;
        serializer.written(vm, None, empty_name, value)?
    } else {
        let wrapper = vm.new_plain_object();
        vm.keep(Value::object(wrapper));
        object::create_data_property_or_throw(vm, wrapper, empty_name, value)?;
        serializer.property(vm, wrapper, empty_name)?
    };
    if is_written { Ok(Value::string(serializer.text.finish(vm)?)) } else { Ok(Value::UNDEFINED) }
}

/// Bytes of a key in the list, in the set of seen keys, and among the values kept alive, with room to grow.
const LISTED_KEY_BYTES: usize = 40;

/// Returns the keys that a replacer array allows, without duplicates. Keeps them alive.
fn property_list_of(vm: &mut Vm, replacer: ObjectId) -> Completion<Arc<[PropertyKey]>> {
    let length = convert::length_of_array_like(vm, replacer)?;
    let mut list = Vec::new();
    let mut seen = KeySet::default();
    for index in 0..length {
        vm.work(1)?;
        let key = vm.heap.key_of_index(index);
        let item = object::get(vm, replacer, key)?;
        let kind = item.as_object().map(|object| vm.heap.kind(object));
        if item.is_string() || item.is_number() || matches!(kind, Some(Kind::String(_) | Kind::Number(_))) {
            let name = convert::to_string(vm, item)?;
            let key = vm.heap.key_of_string(name)?;
            if seen.insert(key) {
                vm.heap.lend(LISTED_KEY_BYTES)?;
                if let Some(atom) = key.as_atom() {
                    vm.keep(Value::string(atom));
                }
                list.push(key);
            }
        }
    }
    Ok(list.into())
}

/// Returns the indentation of one level, ECMA-262 25.5.2 steps 5 to 8.
fn gap_of(vm: &mut Vm, space: Value) -> Completion<Vec<u16>> {
    let space = match space.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::Number(_)) => Value::number(convert::to_number(vm, space)?),
        Some(Kind::String(_)) => Value::string(convert::to_string(vm, space)?),
        _ => space,
    };
    if space.is_number() {
        let count = convert::to_integer_or_infinity(vm, space)?.clamp(0.0, MAX_GAP as f64);
        return Ok(vec![b' '.into(); count as usize]);
    }
    match space.as_string() {
        Some(string) => {
            let flat = vm.heap.flatten(string)?;
            Ok(vm.heap.view(flat).slice(0, MAX_GAP).to_units())
        }
        None => Ok(Vec::new()),
    }
}

impl Serializer {
    /// SerializeJSONProperty ( state, key, holder ), ECMA-262 25.5.2.2. Returns false without writing anything if the
    /// specification says undefined.
    fn property(&mut self, vm: &mut Vm, holder: ObjectId, key: PropertyKey) -> Completion<bool> {
        vm.work(1)?;
        self.written += 1;
        let vm = &mut vm.scope();
        let value = member(vm, holder, key)?;
        self.written(vm, Some(holder), key, value)
    }

    /// SerializeJSONProperty from step 2 on; there is a holder if there is a replacer function.
    fn written(
        &mut self,
        vm: &mut Vm,
        holder: Option<ObjectId>,
        key: PropertyKey,
        mut value: Value,
    ) -> Completion<bool> {
        if value.is_object() || value.is_bigint() {
            vm.keep(value);
            let to_json = get::get_remembered(vm, value, keys::TO_JSON)?;
            if vm.heap.is_callable(to_json) {
                let name = vm.heap.value_of_key(key);
                value = vm.call(to_json, value, &[name])?;
            }
        }
        if let (Some(replacer), Some(holder)) = (self.replacer, holder) {
            let name = vm.heap.value_of_key(key);
            value = vm.call(replacer, Value::object(holder), &[name, value])?;
        }
        vm.keep(value);
        self.key = key;
        self.value(vm, value)
    }

    /// SerializeJSONProperty from step 4 on.
    fn value(&mut self, vm: &mut Vm, value: Value) -> Completion<bool> {
        let mut value = value;
        if let Some(object) = value.as_object() {
            if let Some(is_written) = self.plainly(vm, object)? {
                return Ok(is_written);
            }
            value = match vm.heap.kind(object) {
                Kind::Number(_) => Value::number(convert::to_number(vm, value)?),
                Kind::String(_) => Value::string(convert::to_string(vm, value)?),
                Kind::Boolean(truth) => Value::bool(truth),
                Kind::BigInt(bigint) => Value::bigint(bigint),
                _ if vm.heap.has_call(object) => return Ok(false),
                Kind::Array { .. } => return self.array(vm, object),
                Kind::Proxy { .. } => return self.proxy(vm, object),
                Kind::Ordinary if let Some(text) = raw_text(vm, object) => {
                    self.text.push_string(vm, text.as_string().unwrap_or(StringId::EMPTY))?;
                    return Ok(true);
                }
                _ => return self.object(vm, object),
            };
        }
        if let Some(string) = value.as_string() {
            quote(vm, &mut self.text, string)?;
        } else if let Some(number) = value.as_number() {
            if number.is_finite() {
                self.text.push_number(vm, number)?;
            } else {
                self.text.push_bytes(vm, b"null")?;
            }
        } else if let Some(truth) = value.as_bool() {
            self.text.push_string(vm, if truth { strings::TRUE } else { strings::FALSE })?;
        } else if value.is_null() {
            self.text.push_bytes(vm, b"null")?;
        } else if value.is_bigint() {
            return vm.type_error("Do not know how to serialize a BigInt");
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Fast path: an object within others that are not plain. None if it has to be written in the usual way.
    fn plainly(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<Option<bool>> {
        let is_promising = self.in_vain <= LEAST_IN_VAIN + VAIN_PER_WRITTEN * self.written;
        let is_possible = self.replacer.is_none() && self.property_list.is_none();
        if !is_possible || !is_promising || !(1..SHORT_PATH).contains(&self.path.len()) {
            return Ok(None);
        }
        let before = self.text.len();
        let mut plain = Plain::new(&mut self.text, &self.gap, &self.path);
        let attempt = plain.asked(vm, object)?;
        let seen = plain.seen;
        match attempt {
            Attempt::Written => self.written += seen,
            Attempt::Omitted => return Ok(Some(false)),
            Attempt::GivenUp => {
                self.in_vain += seen + 1;
                self.text.truncate(before);
                return Ok(None);
            }
        }
        Ok(Some(true))
    }

    fn proxy(&mut self, vm: &mut Vm, proxy: ObjectId) -> Completion<bool> {
        if proxy::is_array(vm, Value::object(proxy))? { self.array(vm, proxy) } else { self.object(vm, proxy) }
    }

    /// Enters an object, one level deeper.
    fn enter(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<()> {
        vm.check_native_stack()?;
        if !self.opens(object) {
            let message = circle::message(vm, &self.path, self.key, object);
            return vm.type_error(message);
        }
        self.path.push((self.key, object));
        Ok(())
    }

    /// Returns whether the object is not being written already.
    fn opens(&mut self, object: ObjectId) -> bool {
        if self.path.len() < SHORT_PATH {
            return self.path.iter().all(|&(_, other)| other != object);
        }
        if self.path.len() == SHORT_PATH {
            self.open.extend(self.path.iter().map(|&(_, object)| object));
        }
        self.open.insert(object)
    }

    /// Writes a line break and the indentation of the current level, if there is a gap.
    fn line_break(&mut self, vm: &mut Vm) -> Completion<()> {
        if self.gap.is_empty() { Ok(()) } else { break_line(vm, &mut self.text, &self.gap, self.path.len()) }
    }

    /// Writes the end of an object or array.
    fn leave(&mut self, vm: &mut Vm, object: ObjectId, is_empty: bool, end: u8) -> Completion<bool> {
        if self.path.len() == SHORT_PATH + 1 {
            // The path is short again, and what of it is in the set would be found there for ever.
            self.open.clear();
        } else if self.path.len() > SHORT_PATH {
            self.open.remove(&object);
        }
        self.path.pop();
        if !is_empty {
            self.line_break(vm)?;
        }
        self.text.push_byte(vm, end)?;
        Ok(true)
    }

    /// SerializeJSONObject ( state, value ), ECMA-262 25.5.2.4
    fn object(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<bool> {
        self.enter(vm, object)?;
        self.text.push_byte(vm, b'{')?;
        let is_empty = match self.property_list.clone() {
            Some(list) => self.members(vm, object, &list)?,
            None => {
                let keys = enumerable_own_keys(vm, object)?;
                let is_empty = self.members(vm, object, &keys.keys)?;
                keys.give_back(vm);
                is_empty
            }
        };
        self.leave(vm, object, is_empty, b'}')
    }

    /// Writes the members whose values can be written. Returns true if there were none.
    fn members(&mut self, vm: &mut Vm, object: ObjectId, keys: &[PropertyKey]) -> Completion<bool> {
        let mut is_empty = true;
        for &key in keys {
            // Whether the member is written is known only after its value.
            let before = self.text.len();
            if !is_empty {
                self.text.push_byte(vm, b',')?;
            }
            self.line_break(vm)?;
            quote_key(vm, &mut self.text, key)?;
            self.text.push_bytes(vm, if self.gap.is_empty() { b":" } else { b": " })?;
            if self.property(vm, object, key)? {
                is_empty = false;
            } else {
                self.text.truncate(before);
            }
        }
        Ok(is_empty)
    }

    /// SerializeJSONArray ( state, value ), ECMA-262 25.5.2.5. Behind an absent element, whole gaps are written at once,
    /// unless a replacer function is to see each place.
    fn array(&mut self, vm: &mut Vm, array: ObjectId) -> Completion<bool> {
        self.enter(vm, array)?;
        self.text.push_byte(vm, b'[')?;
        let length = convert::length_of_array_like(vm, array)?;
        let (mut index, mut gaps) = (0, Gaps::default());
        while index < length {
            if index > 0 {
                self.text.push_byte(vm, b',')?;
            }
            self.line_break(vm)?;
            let key = vm.heap.key_of_index(index);
            let is_written = self.property(vm, array, key)?;
            if !is_written {
                self.text.push_bytes(vm, b"null")?;
            }
            let next = match self.replacer {
                None => gaps.up(vm, array, index, length, is_written)?,
                Some(_) => index + 1,
            };
            self.absent(vm, next - index - 1)?;
            index = next;
        }
        self.leave(vm, array, length == 0, b']')
    }

    /// Writes a number of absent elements behind another one. RangeError at once if the text would be too long.
    fn absent(&mut self, vm: &mut Vm, count: u64) -> Completion<()> {
        let indentation = if self.gap.is_empty() { 0 } else { 1 + self.gap.len() * self.path.len() };
        let units = count.saturating_mul((b",null".len() + indentation) as u64);
        if units > rope::longest_string(&vm.heap) as u64 {
            return vm.range_error(messages::STRING_TOO_LONG);
        }
        for _ in 0..count {
            vm.work(1)?;
            self.text.push_byte(vm, b',')?;
            self.line_break(vm)?;
            self.text.push_bytes(vm, b"null")?;
        }
        Ok(())
    }
}

/// Get ( O, P ), 7.3.2, of an object that is likely to have the same shape as others.
fn member(vm: &mut Vm, holder: ObjectId, key: PropertyKey) -> Completion<Value> {
    let Some(index) = key.as_index() else {
        return get::get_remembered(vm, Value::object(holder), key);
    };
    match cell::vector_of_array(&vm.heap, holder).and_then(|values| values.get(index as usize)) {
        Some(&value) if !value.is_empty() => Ok(value),
        _ => object::get(vm, holder, key),
    }
}
