//! The Object constructor and Object.prototype, ECMA-262 20.1.

mod legacy;
mod made_of_entries;
mod properties;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::{keys, strings};
use ferrotape_runtime::object::Proxy;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::operations::get;
use ferrotape_runtime::operators;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use ferrotape_budget::costs::ENTRY;

use properties::*;
pub(crate) use properties::{KeptKeys, array_of_keys, kept_property_key};

static CONSTRUCTOR: NativeFunction = constructor("Object", 1, object);

static FUNCTIONS: &[NativeFunction] = &[
    method("assign", 2, assign),
    method("create", 2, create),
    method("defineProperties", 2, define_properties),
    method("defineProperty", 3, define_property),
    method("entries", 1, entries),
    method("freeze", 1, freeze),
    method("fromEntries", 1, made_of_entries::from_entries),
    method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
    method("getOwnPropertyDescriptors", 1, get_own_property_descriptors),
    method("getOwnPropertyNames", 1, get_own_property_names),
    method("getOwnPropertySymbols", 1, get_own_property_symbols),
    method("getPrototypeOf", 1, get_prototype_of),
    method("groupBy", 2, made_of_entries::group_by),
    method("hasOwn", 2, has_own),
    method("is", 2, is),
    method("isExtensible", 1, is_extensible),
    method("isFrozen", 1, is_frozen),
    method("isSealed", 1, is_sealed),
    method("keys", 1, enumerable_keys),
    method("preventExtensions", 1, prevent_extensions),
    method("seal", 1, seal),
    method("setPrototypeOf", 2, set_prototype_of),
    method("values", 1, values),
];

static METHODS: &[NativeFunction] = &[
    method("hasOwnProperty", 1, has_own_property),
    method("isPrototypeOf", 1, is_prototype_of),
    method("propertyIsEnumerable", 1, property_is_enumerable),
    method("toLocaleString", 0, to_locale_string),
    method("toString", 0, to_string),
    method("valueOf", 0, value_of),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).object_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.object = constructor;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    legacy::install(realm, prototype)
}

/// Object ( [ value ] ), ECMA-262 20.1.1.1
fn object(vm: &mut Vm, call: Call) -> Completion<Value> {
    let value = call.argument(vm, 0);
    if call.new_target.is_some_and(|new_target| new_target != call.callee) {
        let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.object_prototype)?;
        return Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary)));
    }
    if value.is_nullish() {
        return Ok(Value::object(vm.new_plain_object()));
    }
    convert::to_object(vm, value).map(Value::object)
}

/// ToObject, with the result kept alive until the function returns.
fn kept_object(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    let object = convert::to_object(vm, value)?;
    vm.keep(Value::object(object));
    Ok(object)
}

/// Returns an argument for a prototype: an object or null.
pub(crate) fn prototype_argument(vm: &mut Vm, value: Value) -> Completion<Option<ObjectId>> {
    if value.is_object() || value.is_null() {
        return Ok(value.as_object());
    }
    let found = messages::describe(vm, value);
    vm.type_error(messages::prototype_must_be_object_or_null(&found))
}

/// Object.assign ( target, ...sources ), ECMA-262 20.1.2.1
fn assign(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = kept_object(vm, call.argument(vm, 0))?;
    for index in 1..call.argument_count() {
        let source = call.argument(vm, index);
        if source.is_nullish() {
            continue;
        }
        let source = kept_object(vm, source)?;
        let Some(done) = object::assign_plainly(vm, target, source)? else { continue };
        let vm = &mut vm.scope();
        let keys = KeptKeys::of(vm, source)?;
        for &key in &keys.keys[done..] {
            vm.work(ENTRY)?;
            if object::has_own_enumerable(vm, source, key)? {
                let value = object::get(vm, source, key)?;
                object::set(vm, target, key, value, true)?;
            }
        }
        keys.give_back(vm);
    }
    Ok(Value::object(target))
}

/// Object.create ( O, Properties ), ECMA-262 20.1.2.2
fn create(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_argument(vm, call.argument(vm, 0))?;
    let object = vm.heap.new_object_with_prototype(prototype, ObjectKind::Ordinary);
    vm.keep(Value::object(object));
    let properties = call.argument(vm, 1);
    if !properties.is_undefined() {
        object_define_properties(vm, object, properties)?;
    }
    Ok(Value::object(object))
}

/// Object.getPrototypeOf ( O ), ECMA-262 20.1.2.12
fn get_prototype_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = kept_object(vm, call.argument(vm, 0))?;
    let prototype = object::get_prototype_of(vm, object)?;
    Ok(prototype.map_or(Value::NULL, Value::object))
}

/// Object.is ( value1, value2 ), ECMA-262 20.1.2.15
fn is(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let same = call.argument(vm, 1);
    let same = operators::same_value(vm, argument, same)?;
    Ok(Value::bool(same))
}

/// Object.setPrototypeOf ( O, proto ), ECMA-262 20.1.2.23
fn set_prototype_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = call.argument(vm, 0);
    convert::require_object_coercible(vm, target, "Object.setPrototypeOf")?;
    let prototype = prototype_argument(vm, call.argument(vm, 1))?;
    if let Some(object) = target.as_object() {
        object::set_prototype_or_throw(vm, object, prototype)?;
    }
    Ok(target)
}

/// Object.prototype.hasOwnProperty ( V ), ECMA-262 20.1.3.2
fn has_own_property(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    if let Some(known) = known_own(vm, call.this, argument) {
        return Ok(known);
    }
    let key = convert::to_property_key(vm, argument)?;
    let object = convert::to_object(vm, call.this)?;
    object::has_own_property(vm, object, key).map(Value::bool)
}

/// Fast path of HasOwnProperty, ECMA-262 7.3.13: a look at the shape of an object tells it.
#[inline]
fn known_own(vm: &Vm, object: Value, key: Value) -> Option<Value> {
    let key = object::known_key(&vm.heap, key)?;
    object::known_own(&vm.heap, object.as_object()?, key).map(Value::bool)
}

/// Object.prototype.isPrototypeOf ( V ), ECMA-262 20.1.3.3
fn is_prototype_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(object) = call.argument(vm, 0).as_object() else {
        return Ok(Value::FALSE);
    };
    let prototype = kept_object(vm, call.this)?;
    operators::has_in_prototype_chain(vm, object, prototype).map(Value::bool)
}

/// Object.prototype.propertyIsEnumerable ( V ), ECMA-262 20.1.3.4
fn property_is_enumerable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let key = convert::to_property_key(vm, argument)?;
    let object = convert::to_object(vm, call.this)?;
    object::has_own_enumerable(vm, object, key).map(Value::bool)
}

/// Object.prototype.toLocaleString ( ), ECMA-262 20.1.3.5
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let method = object::get_v(vm, call.this, keys::TO_STRING)?;
    vm.call(method, call.this, &[])
}

/// Object.prototype.toString ( ), ECMA-262 20.1.3.6
pub(crate) fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = match call.this {
        Value::UNDEFINED => strings::TAG_UNDEFINED,
        Value::NULL => strings::TAG_NULL,
        this => {
            // The target of a proxy is read first: the getter of the tag may revoke the proxy.
            let builtin = match this.as_object().is_some_and(|object| vm.heap.is_proxy(object)) {
                true => tag_of_proxy(vm, this)?,
                false => builtin_tag(vm, this),
            };
            let tag = get::get_remembered(vm, this, symbols::TO_STRING_TAG)?;
            match tag.as_string() {
                Some(tag) => tagged(vm, tag)?,
                None => builtin,
            }
        }
    };
    Ok(Value::string(text))
}

fn tagged(vm: &mut Vm, tag: StringId) -> Completion<StringId> {
    let (start, end) = (vm.heap.intern_text("[object "), vm.heap.intern_text("]"));
    let text = operators::concat(vm, start, tag)?;
    operators::concat(vm, text, end)
}

fn tag_of_proxy(vm: &mut Vm, this: Value) -> Completion<StringId> {
    Ok(if proxy::is_array(vm, this)? { strings::TAG_ARRAY } else { builtin_tag(vm, this) })
}

/// Text that applies without a string under `Symbol.toStringTag`, in brackets already (ECMA-262 20.1.3.6). The caller
/// looks through proxies of arrays.
fn builtin_tag(vm: &Vm, this: Value) -> StringId {
    let Some(object) = this.as_object() else {
        return match this {
            _ if this.is_string() => strings::TAG_STRING,
            _ if this.is_number() => strings::TAG_NUMBER,
            _ if this.is_bool() => strings::TAG_BOOLEAN,
            _ => strings::TAG_OBJECT,
        };
    };
    match vm.heap.kind(object) {
        Kind::Array { .. } => strings::TAG_ARRAY,
        Kind::Closure { .. } | Kind::Native { .. } | Kind::Host(_) | Kind::Bound(_) => strings::TAG_FUNCTION,
        Kind::Proxy(Proxy { callable: true, .. }) => strings::TAG_FUNCTION,
        Kind::Error(_) if stack_trace::is_call_site(vm, object) => strings::TAG_OBJECT,
        Kind::Error(_) => strings::TAG_ERROR,
        Kind::Boolean(_) => strings::TAG_BOOLEAN,
        Kind::Number(_) => strings::TAG_NUMBER,
        Kind::String(_) => strings::TAG_STRING,
        Kind::Date(_) => strings::TAG_DATE,
        Kind::RegExp(_) => strings::TAG_REGEXP,
        Kind::UnmappedArguments | Kind::MappedArguments(_) => strings::TAG_ARGUMENTS,
        _ => strings::TAG_OBJECT,
    }
}

/// Object.prototype.valueOf ( ), ECMA-262 20.1.3.7
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    convert::to_object(vm, call.this).map(Value::object)
}
