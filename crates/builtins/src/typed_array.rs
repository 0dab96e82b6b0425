//! Typed arrays, ECMA-262 23.2: %TypedArray%, its prototype, and the constructors of all element types. The engine
//! implements typed arrays, in its `typed_array.rs`.
//!
//! After any call of script the buffer may be shorter, or detached. Lengths are then read again, and elements that are
//! gone are neither read nor written.
//!
//! ```text
//! construct    the constructors
//! create       the receivers of methods, and the creation of typed arrays
//! from         from, of
//! iterate      methods that call a function for each element
//! search       at, includes, indexOf, lastIndexOf
//! mutate       copyWithin, fill, reverse, set
//! copy         slice, subarray, with, toReversed
//! sort         sort, toSorted
//! join         join, toLocaleString
//! uint8_array  base64 and hexadecimal digits
//! ```

mod construct;
mod copy;
mod create;
mod from;
mod iterate;
mod join;
mod mutate;
mod search;
mod sort;
mod uint8_array;

use ferrotape_runtime::buffer;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, Role, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, Yields};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::typed_array::ElementType;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::array::number;
use crate::array_buffer::install_getters;
use crate::species;
use create::{this_typed_array, this_view};

static CONSTRUCTOR: NativeFunction = constructor("TypedArray", 0, abstract_constructor);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from::from), method("of", 0, from::of)];

static METHODS: &[NativeFunction] = &[
    method("at", 1, search::at),
    method("copyWithin", 2, mutate::copy_within),
    method("entries", 0, entries),
    method("every", 1, iterate::every),
    method("fill", 1, mutate::fill),
    method("filter", 1, iterate::filter),
    method("find", 1, iterate::find),
    method("findIndex", 1, iterate::find_index),
    method("findLast", 1, iterate::find_last),
    method("findLastIndex", 1, iterate::find_last_index),
    method("forEach", 1, iterate::for_each),
    method("includes", 1, search::includes),
    method("indexOf", 1, search::index_of),
    method("join", 1, join::join),
    method("keys", 0, keys_of),
    method("lastIndexOf", 1, search::last_index_of),
    method("map", 1, iterate::map),
    method("reduce", 1, iterate::reduce),
    method("reduceRight", 1, iterate::reduce_right),
    method("reverse", 0, mutate::reverse),
    method("set", 1, mutate::set),
    method("slice", 2, copy::slice),
    method("some", 1, iterate::some),
    method("sort", 1, sort::sort),
    method("subarray", 2, copy::subarray),
    method("toLocaleString", 0, join::to_locale_string),
    method("toReversed", 0, copy::to_reversed),
    method("toSorted", 1, sort::to_sorted),
    method("values", 0, values),
    method("with", 2, copy::with),
];

static GETTERS: &[NativeFunction] = &[
    method("get buffer", 0, buffer),
    method("get byteLength", 0, byte_length),
    method("get byteOffset", 0, byte_offset),
    method("get length", 0, length).with_role(Role::ViewLength),
];

static STRING_TAG: NativeFunction = method("get [Symbol.toStringTag]", 0, string_tag);

static CONSTRUCTORS: [NativeFunction; ElementType::ALL.len()] = [
    row::<0>(),
    row::<1>(),
    row::<2>(),
    row::<3>(),
    row::<4>(),
    row::<5>(),
    row::<6>(),
    row::<7>(),
    row::<8>(),
    row::<9>(),
    row::<10>(),
    row::<11>(),
];

/// Returns the constructor of the element type with that number.
const fn row<const ELEMENT: usize>() -> NativeFunction {
    let element = ElementType::ALL[ELEMENT];
    constructor(element.constructor_name(), 3, |vm, call| construct::construct(vm, call, ElementType::ALL[ELEMENT]))
}

/// The names in the order of [`ElementType::ALL`].
pub(crate) static NAMES: &[&str] = &{
    let mut names = [""; ElementType::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = ElementType::ALL[place].constructor_name();
        place += 1;
    }
    names
};

/// Defines the constructors of all element types as globals. They inherit from %TypedArray%, which is none.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).typed_array_prototype;
    let constructor = function::new_native_function(realm.vm, &CONSTRUCTOR);
    link(realm, constructor, prototype)?;
    realm.methods(constructor, FUNCTIONS)?;
    species::install(realm, constructor)?;
    realm.methods(prototype, METHODS)?;
    install_getters(realm, prototype, GETTERS)?;
    realm.accessor(prototype, symbols::TO_STRING_TAG, Some(&STRING_TAG), None)?;
    install_shared_functions(realm, prototype)?;
    for (place, element) in ElementType::ALL.into_iter().enumerate() {
        let prototype = realm::intrinsics(realm.vm).typed_array_prototypes[place];
        let function = function::new_native_function(realm.vm, &CONSTRUCTORS[place]);
        link(realm, function, prototype)?;
        realm.vm.heap.replace_prototype(function, Some(constructor));
        realm.realm().intrinsics.typed_arrays[place] = function;
        realm.global(element.constructor_name(), Value::object(function))?;
        for object in [function, prototype] {
            realm.value(object, "BYTES_PER_ELEMENT", Value::int(element.size() as i32), Attributes::NONE)?;
        }
    }
    uint8_array::install(realm)
}

fn link(realm: &mut RealmBuilder, constructor: ObjectId, prototype: ObjectId) -> Completion<()> {
    let heap = &mut realm.vm.heap;
    heap.store_property(constructor, keys::PROTOTYPE, Value::object(prototype), Attributes::NONE)?;
    Ok(heap.store_property(prototype, keys::CONSTRUCTOR, Value::object(constructor), Attributes::METHOD)?)
}

/// Installs `toString`, which is that of arrays, ECMA-262 23.2.3.32, and `[Symbol.iterator]`, which is `values`,
/// 23.2.3.37.
fn install_shared_functions(realm: &mut RealmBuilder, prototype: ObjectId) -> Completion<()> {
    let to_string = Value::object(realm::made(realm.vm, "Array", |intrinsics| intrinsics.array_to_string));
    let heap = &mut realm.vm.heap;
    let values_key = heap.key("values");
    let values = shown::own_data(heap, prototype, values_key).unwrap_or(Value::UNDEFINED);
    heap.store_property(prototype, keys::TO_STRING, to_string, Attributes::METHOD)?;
    Ok(heap.store_property(prototype, symbols::ITERATOR, values, Attributes::METHOD)?)
}

/// %TypedArray% ( ), ECMA-262 23.2.1.1
fn abstract_constructor(vm: &mut Vm, _: Call) -> Completion<Value> {
    vm.type_error("Abstract class TypedArray not directly constructable")
}

/// get %TypedArray%.prototype.buffer, ECMA-262 23.2.3.2
fn buffer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "buffer")?;
    Ok(buffer::buffer_value(vm, view.buffer))
}

/// get %TypedArray%.prototype.byteLength, ECMA-262 23.2.3.3
fn byte_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "byteLength")?;
    let length = views::length_of_view(&vm.heap, view).unwrap_or(0);
    Ok(number((length * view.element.size()) as u64))
}

/// get %TypedArray%.prototype.byteOffset, ECMA-262 23.2.3.4
fn byte_offset(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "byteOffset")?;
    Ok(views::length_of_view(&vm.heap, view).map_or(Value::ZERO, |_| number(view.offset() as u64)))
}

/// get %TypedArray%.prototype.length, ECMA-262 23.2.3.21
fn length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "length")?;
    Ok(number(views::length_of_view(&vm.heap, view).unwrap_or(0) as u64))
}

/// get %TypedArray%.prototype [ %Symbol.toStringTag% ], ECMA-262 23.2.3.38
fn string_tag(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = call.this.as_object().and_then(|object| views::typed_array(&vm.heap, object));
    Ok(view.map_or(Value::UNDEFINED, |view| Value::string(vm.heap.intern_text(view.element.constructor_name()))))
}

/// %TypedArray%.prototype.entries ( ), ECMA-262 23.2.3.7
fn entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    new_iterator(vm, call, "entries", Yields::Entries)
}

/// %TypedArray%.prototype.keys ( ), ECMA-262 23.2.3.19
fn keys_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    new_iterator(vm, call, "keys", Yields::Keys)
}

/// %TypedArray%.prototype.values ( ), ECMA-262 23.2.3.35
fn values(vm: &mut Vm, call: Call) -> Completion<Value> {
    new_iterator(vm, call, "values", Yields::Values)
}

fn new_iterator(vm: &mut Vm, call: Call, method: &str, yields: Yields) -> Completion<Value> {
    let array = this_typed_array(vm, call, method)?;
    Ok(Value::object(iteration::new_array_iterator(vm, array.object, yields, 0)))
}
