//! The built-in objects, one file for each global. Every file begins with its tables, so that all of a prototype is seen
//! on one screen; [`install`] puts them into the realm.
//!
//! Built-ins are functions `fn(&mut Vm, Call) -> Completion<Value>`. They see the operations of the specification as methods of
//! `Vm`, and objects through its heap; nothing of the engine depends on this crate.

pub(crate) mod array;
mod array_buffer;
mod async_from_sync;
mod atomics;
mod bigint;
mod boolean;
mod collection_iterator;
mod data_view;
pub(crate) mod date;
mod error;
mod eval;
pub(crate) mod function;
mod gathered;
mod generator;
mod global;
mod iterator;
mod json;
mod map;
mod math;
mod number;
pub(crate) mod object;
mod promise;
mod proxy;
mod reflect;
pub(crate) mod regexp;
mod set;
mod species;
mod string;
mod symbol;
mod typed_array;
mod weak_map;
mod weak_ref;
mod weak_set;

use ferrotape_engine::error::Completion;
use ferrotape_engine::realm::RealmBuilder;

/// Installs all built-ins into a realm whose intrinsic prototypes exist.
pub fn install(realm: &mut RealmBuilder) -> Completion<()> {
    object::install(realm)?;
    function::install(realm)?;
    error::install(realm)?;
    eval::install(realm)?;
    iterator::install(realm)?;
    async_from_sync::install(realm)?;
    array::install(realm)?;
    string::install(realm)?;
    // Number has functions of the global object.
    global::install(realm)?;
    number::install(realm)?;
    bigint::install(realm)?;
    boolean::install(realm)?;
    symbol::install(realm)?;
    map::install(realm)?;
    set::install(realm)?;
    collection_iterator::install(realm)?;
    array_buffer::install(realm)?;
    typed_array::install(realm)?;
    data_view::install(realm)?;
    atomics::install(realm)?;
    weak_map::install(realm)?;
    weak_set::install(realm)?;
    weak_ref::install(realm)?;
    promise::install(realm)?;
    reflect::install(realm)?;
    proxy::install(realm)?;
    generator::install(realm)?;
    regexp::install(realm)?;
    date::install(realm)?;
    math::install(realm)?;
    json::install(realm)
}
