//! The Iterator constructor and prototype, ECMA-262 27.1.3 and 27.1.4, and %AsyncIteratorPrototype%.
//!
//! ```text
//! consume    every, find, forEach, includes, join, reduce, some, toArray
//! helper     drop, filter, flatMap, map, take, concat, and their result objects
//! zip        zip, zipKeyed
//! chunking   chunks, windows
//! elements   the iterators of arrays and strings
//! ```

mod chunking;
mod consume;
pub(crate) mod elements;
mod helper;
mod zip;

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, Role, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, IteratorRecord};
use ferrotape_runtime::iterator_helper::{HelperForm, IteratorHelper};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operators;
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::home_setter::set_but_on_home;

static CONSTRUCTOR: NativeFunction = constructor("Iterator", 0, iterator);

static FUNCTIONS: &[NativeFunction] = &[
    method("concat", 0, helper::concat),
    method("from", 1, from),
    method("zip", 1, zip::zip),
    method("zipKeyed", 1, zip::zip_keyed),
];

static METHODS: &[NativeFunction] = &[
    method("chunks", 1, chunking::chunks),
    method("drop", 1, helper::drop),
    method("every", 1, consume::every),
    method("filter", 1, helper::filter),
    method("find", 1, consume::find),
    method("flatMap", 1, helper::flat_map),
    method("forEach", 1, consume::for_each),
    method("includes", 1, consume::includes),
    method("join", 1, consume::join),
    method("map", 1, helper::map),
    method("reduce", 1, consume::reduce),
    method("some", 1, consume::some),
    method("take", 1, helper::take),
    method("toArray", 0, consume::to_array),
    method("windows", 1, chunking::windows),
];

static ITERATOR: NativeFunction = method("[Symbol.iterator]", 0, this_iterator).with_role(Role::This);

static ASYNC_ITERATOR: NativeFunction = method("[Symbol.asyncIterator]", 0, this_iterator).with_role(Role::This);

static DISPOSE: NativeFunction = method("[Symbol.dispose]", 0, dispose);

static ASYNC_DISPOSE: NativeFunction = method("[Symbol.asyncDispose]", 0, async_dispose);

static UNDEFINED: NativeFunction =
    method("", 1, undefined).capturing([Captured::Nothing, Captured::Nothing, Captured::Nothing]);

pub(crate) static CLOSURES: &[&NativeFunction] = &[&UNDEFINED];

static GET_CONSTRUCTOR: NativeFunction = method("get constructor", 0, get_constructor);
static SET_CONSTRUCTOR: NativeFunction = method("set constructor", 1, set_constructor);
static GET_TAG: NativeFunction = method("get [Symbol.toStringTag]", 0, get_tag);
static SET_TAG: NativeFunction = method("set [Symbol.toStringTag]", 1, set_tag);

static WRAPPED_METHODS: &[NativeFunction] =
    &[method("next", 0, next_of_wrapped), method("return", 0, return_of_wrapped)];

/// Defines the global `Iterator`, and completes the prototypes of async iterators, of helpers, and of the iterators
/// that Iterator.from wraps.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let (prototype, async_prototype) = (intrinsics.iterator_prototype, intrinsics.async_iterator_prototype);
    let (helper, wrapped) = (intrinsics.iterator_helper_prototype, intrinsics.wrapped_iterator_prototype);
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.iterator = constructor;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    realm.symbol_method(prototype, symbols::ITERATOR, &ITERATOR, Attributes::METHOD)?;
    realm.accessor(prototype, keys::CONSTRUCTOR, Some(&GET_CONSTRUCTOR), Some(&SET_CONSTRUCTOR))?;
    realm.accessor(prototype, symbols::TO_STRING_TAG, Some(&GET_TAG), Some(&SET_TAG))?;
    realm.symbol_method(async_prototype, symbols::ASYNC_ITERATOR, &ASYNC_ITERATOR, Attributes::METHOD)?;
    realm.symbol_method(prototype, symbols::DISPOSE, &DISPOSE, Attributes::METHOD)?;
    realm.symbol_method(async_prototype, symbols::ASYNC_DISPOSE, &ASYNC_DISPOSE, Attributes::METHOD)?;
    realm.methods(helper, helper::METHODS)?;
    realm.string_tag(helper, "Iterator Helper")?;
    realm.methods(wrapped, WRAPPED_METHODS)
}

/// Iterator ( ), ECMA-262 27.1.3.1.1: a class to be extended.
fn iterator(vm: &mut Vm, call: Call) -> Completion<Value> {
    match call.new_target {
        None => vm.type_error(messages::requires_new("Iterator")),
        Some(new_target) if new_target == call.callee => {
            vm.type_error("Abstract class Iterator not directly constructable")
        }
        Some(_) => {
            let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.iterator_prototype)?;
            Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary)))
        }
    }
}

/// %Iterator.prototype% [ %Symbol.iterator% ] ( ), ECMA-262 27.1.4.14, and
/// %AsyncIteratorPrototype% [ %Symbol.asyncIterator% ] ( ), 27.1.5.1
fn this_iterator(_: &mut Vm, call: Call) -> Completion<Value> {
    Ok(call.this)
}

/// %Iterator.prototype% [ %Symbol.dispose% ] ( ), ECMA-262 27.1.4.15
fn dispose(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(method) = object::get_method(vm, call.this, keys::RETURN)? {
        vm.call(Value::object(method), call.this, &[])?;
    }
    Ok(Value::UNDEFINED)
}

/// %AsyncIteratorPrototype% [ %Symbol.asyncDispose% ] ( ), ECMA-262 27.1.5.2
fn async_dispose(vm: &mut Vm, call: Call) -> Completion<Value> {
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    match start_return(vm, call, promise) {
        Ok(()) => {}
        Err(Throw::Exception(reason)) => promise::reject_promise(vm, promise, reason)?,
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::object(promise))
}

/// Calls `return` of an async iterator. The promise is fulfilled with undefined when the result is.
fn start_return(vm: &mut Vm, call: Call, promise: ObjectId) -> Completion<()> {
    let Some(method) = object::get_method(vm, call.this, keys::RETURN)? else {
        return promise::resolve_promise(vm, promise, Value::UNDEFINED);
    };
    let result = vm.call(Value::object(method), call.this, &[])?;
    vm.keep(result);
    let constructor = Value::object(realm::made(vm, "Promise", |intrinsics| intrinsics.promise));
    let result = promise::promise_resolve(vm, constructor, result)?;
    vm.keep(result);
    let Some((result, _)) = promise::promise(vm, result) else { return Ok(()) };
    let unwrap = Value::object(function::new_native_closure(vm, &UNDEFINED, [Value::UNDEFINED; 3]));
    promise::perform_promise_then(vm, result, unwrap, Value::EMPTY, Capability::Promise(promise))
}

/// The closure of %AsyncIteratorPrototype% [ %Symbol.asyncDispose% ], ECMA-262 27.1.5.2
fn undefined(_: &mut Vm, _: Call) -> Completion<Value> {
    Ok(Value::UNDEFINED)
}

/// The treatment of values that are no objects.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Primitives {
    /// reject-primitives
    Rejected,
    /// iterate-string-primitives
    Strings,
}

/// GetIteratorFlattenable ( obj, primitiveHandling ), ECMA-262 7.4.5. The record is kept until the native returns.
fn flattenable_iterator(vm: &mut Vm, value: Value, primitives: Primitives) -> Completion<IteratorRecord> {
    let is_iterated = value.is_object() || primitives == Primitives::Strings && value.is_string();
    if !is_iterated {
        let found = messages::describe(vm, value);
        return vm.type_error(format!("{found} is not an object"));
    }
    match iteration::iterator_method(vm, value, symbols::ITERATOR)? {
        Some(method) => iteration::get_iterator_from_method(vm, value, method),
        None => {
            vm.keep(value);
            iteration::get_iterator_direct(vm, value)
        }
    }
}

/// Iterator.from ( O ), ECMA-262 27.1.3.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let value = call.argument(vm, 0);
    let record = flattenable_iterator(vm, value, Primitives::Strings)?;
    let constructor = Value::object(realm::intrinsics(vm).iterator);
    if operators::ordinary_has_instance(vm, constructor, record.iterator)? {
        return Ok(record.iterator);
    }
    let prototype = realm::intrinsics(vm).wrapped_iterator_prototype;
    let iterated = [record.iterator, record.next];
    let wrapped = IteratorHelper::new(HelperForm::Wrapped, iterated, Value::UNDEFINED, 0.0);
    let kind = ObjectKind::IteratorHelper(Box::new(wrapped));
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind)))
}

/// RequireInternalSlot ( O, \[\[Iterated]] )
fn wrapped_iterator(vm: &mut Vm, call: Call, method: &str) -> Completion<[Value; 2]> {
    match helper::helper_of(vm, call.this).filter(|(_, helper)| helper.form == HelperForm::Wrapped) {
        Some((_, helper)) => Ok(helper.iterated),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("Wrapped Iterator.prototype.{method}"), &receiver))
        }
    }
}

/// %WrapForValidIteratorPrototype%.next ( ), ECMA-262 27.1.3.2.2.1.1
fn next_of_wrapped(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [iterator, next] = wrapped_iterator(vm, call, "next")?;
    iteration::require_next(vm, next)?;
    vm.call(next, iterator, &[])
}

/// %WrapForValidIteratorPrototype%.return ( ), ECMA-262 27.1.3.2.2.1.2
fn return_of_wrapped(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [iterator, _] = wrapped_iterator(vm, call, "return")?;
    match object::get_method(vm, iterator, keys::RETURN)? {
        Some(method) => vm.call(Value::object(method), iterator, &[]),
        None => Ok(iteration::iterator_result(vm, Value::UNDEFINED, true)),
    }
}

/// Returns the iterator that a method was called on.
fn this_object(vm: &mut Vm, call: Call, method: &str) -> Completion<Value> {
    if call.this.is_object() {
        return Ok(call.this);
    }
    vm.type_error(messages::called_on_non_object(method))
}

/// Returns the function argument of a method. If it is not a function, closes the iterator before `next` is read.
fn require_function(vm: &mut Vm, call: Call, iterator: Value) -> Completion<Value> {
    let function = call.argument(vm, 0);
    if vm.heap.is_callable(function) {
        return Ok(function);
    }
    let found = messages::describe(vm, function);
    let thrown = vm.type_error(messages::not_callable(&found));
    closed_unless(vm, iterator, thrown)
}

/// Returns what an argument was converted to. If that has failed, closes the iterator before `next` is read.
fn closed_unless<T>(vm: &mut Vm, iterator: Value, converted: Completion<T>) -> Completion<T> {
    match converted {
        Ok(value) => Ok(value),
        thrown => {
            iteration::iterator_close(vm, &IteratorRecord { iterator, next: Value::UNDEFINED, done: false }, thrown)
        }
    }
}

/// get Iterator.prototype.constructor, ECMA-262 27.1.4.1.1
fn get_constructor(vm: &mut Vm, _: Call) -> Completion<Value> {
    Ok(Value::object(realm::intrinsics(vm).iterator))
}

/// set Iterator.prototype.constructor, ECMA-262 27.1.4.1.2
fn set_constructor(vm: &mut Vm, call: Call) -> Completion<Value> {
    set_but_on_prototype(vm, call, keys::CONSTRUCTOR)
}

/// get Iterator.prototype [ %Symbol.toStringTag% ], ECMA-262 27.1.4.15.1
fn get_tag(vm: &mut Vm, _: Call) -> Completion<Value> {
    Ok(Value::string(vm.heap.intern_text("Iterator")))
}

/// set Iterator.prototype [ %Symbol.toStringTag% ], ECMA-262 27.1.4.15.2
fn set_tag(vm: &mut Vm, call: Call) -> Completion<Value> {
    set_but_on_prototype(vm, call, symbols::TO_STRING_TAG)
}

/// The setters of the properties of %Iterator.prototype% that are accessors.
fn set_but_on_prototype(vm: &mut Vm, call: Call, key: PropertyKey) -> Completion<Value> {
    let home = realm::intrinsics(vm).iterator_prototype;
    set_but_on_home(vm, call, (home, "Iterator.prototype"), key)
}
