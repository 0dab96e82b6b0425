//! The built-in objects, one file for each global. Every file begins with its tables, which show all of a prototype on
//! one screen. [`PARTS`] defines which globals are created together when a script first touches one.
//!
//! Built-ins are functions `fn(&mut Vm, Call) -> Completion<Value>`. They call the specification's operations on `Vm`,
//! and reach objects through its heap. Nothing of the engine depends on this crate.

pub(crate) mod array;
mod array_buffer;
mod async_from_sync;
mod atomics;
mod bigint;
mod boolean;
mod collection_iterator;
mod data_view;
pub(crate) mod date;
mod disposable_stack;
mod error;
mod eval;
pub(crate) mod function;
mod gathered;
mod generator;
mod global;
mod home_setter;
mod iterator;
mod json;
mod map;
mod math;
mod number;
pub(crate) mod object;
mod options;
mod promise;
mod proxy;
mod reflect;
pub(crate) mod regexp;
mod set;
mod shadow_realm;
mod species;
mod string;
mod symbol;
mod typed_array;
mod weak_map;
mod weak_ref;
mod weak_set;

use ferrotape_runtime::realm::{Install, Part, Parts, Prototypes};

const fn part(globals: &'static [&'static str], objects: Prototypes, install: Install) -> Part {
    Part { globals, objects, install, closures: &[] }
}

/// All built-ins.
pub static PARTS: Parts = &[
    part(&["Object"], |intrinsics, show| show(intrinsics.object_prototype), object::install),
    part(&["Function"], |intrinsics, show| show(intrinsics.function_prototype), function::install),
    part(
        error::NAMES,
        |intrinsics, show| {
            intrinsics.error_prototypes.iter().copied().for_each(&mut *show);
            show(intrinsics.aggregate_error_prototype);
            show(intrinsics.suppressed_error_prototype);
        },
        error::install,
    ),
    part(&["eval"], |_, _| {}, eval::install),
    part(
        &["Iterator"],
        |intrinsics, show| {
            show(intrinsics.iterator_prototype);
            show(intrinsics.async_iterator_prototype);
            show(intrinsics.iterator_helper_prototype);
            show(intrinsics.wrapped_iterator_prototype);
        },
        iterator::install,
    )
    .with_closures(iterator::CLOSURES),
    part(
        &[],
        |intrinsics, show| {
            show(intrinsics.array_iterator_prototype);
            show(intrinsics.string_iterator_prototype);
        },
        iterator::elements::install,
    ),
    part(&[], |intrinsics, show| show(intrinsics.async_from_sync_iterator_prototype), async_from_sync::install)
        .with_closures(async_from_sync::CLOSURES),
    part(&["Array"], |intrinsics, show| show(intrinsics.array_prototype), array::install)
        .with_closures(array::from_async::CLOSURES),
    part(&["String"], |intrinsics, show| show(intrinsics.string_prototype), string::install),
    part(global::NAMES, |_, _| {}, global::install),
    part(&["parseFloat", "parseInt", "Number"], |intrinsics, show| show(intrinsics.number_prototype), number::install),
    part(&["BigInt"], |intrinsics, show| show(intrinsics.bigint_prototype), bigint::install),
    part(&["Boolean"], |intrinsics, show| show(intrinsics.boolean_prototype), boolean::install),
    part(&["Symbol"], |intrinsics, show| show(intrinsics.symbol_prototype), symbol::install),
    part(&["Map"], |intrinsics, show| show(intrinsics.map_prototype), map::install),
    part(&["Set"], |intrinsics, show| show(intrinsics.set_prototype), set::install),
    part(
        &[],
        |intrinsics, show| {
            show(intrinsics.map_iterator_prototype);
            show(intrinsics.set_iterator_prototype);
        },
        collection_iterator::install,
    ),
    part(
        &["ArrayBuffer", "SharedArrayBuffer"],
        |intrinsics, show| {
            show(intrinsics.array_buffer_prototype);
            show(intrinsics.shared_array_buffer_prototype);
        },
        array_buffer::install,
    ),
    part(
        typed_array::NAMES,
        |intrinsics, show| {
            show(intrinsics.typed_array_prototype);
            intrinsics.typed_array_prototypes.iter().copied().for_each(show);
        },
        typed_array::install,
    ),
    part(&["DataView"], |intrinsics, show| show(intrinsics.data_view_prototype), data_view::install),
    part(&["Atomics"], |_, _| {}, atomics::install),
    part(&["WeakMap"], |intrinsics, show| show(intrinsics.weak_map_prototype), weak_map::install),
    part(&["WeakSet"], |intrinsics, show| show(intrinsics.weak_set_prototype), weak_set::install),
    part(
        &["WeakRef", "FinalizationRegistry"],
        |intrinsics, show| {
            show(intrinsics.weak_ref_prototype);
            show(intrinsics.finalization_registry_prototype);
        },
        weak_ref::install,
    ),
    part(
        disposable_stack::NAMES,
        |intrinsics, show| {
            show(intrinsics.disposable_stack_prototype);
            show(intrinsics.async_disposable_stack_prototype);
        },
        disposable_stack::install,
    )
    .with_closures(disposable_stack::CLOSURES),
    part(&["Promise"], |intrinsics, show| show(intrinsics.promise_prototype), promise::install)
        .with_closures(promise::CLOSURES),
    part(&["ShadowRealm"], |intrinsics, show| show(intrinsics.shadow_realm_prototype), shadow_realm::install)
        .with_closures(shadow_realm::CLOSURES),
    part(&["Reflect"], |_, _| {}, reflect::install),
    part(&["Proxy"], |_, _| {}, proxy::install).with_closures(proxy::CLOSURES),
    part(
        &[],
        |intrinsics, show| {
            show(intrinsics.generator_function_prototype);
            show(intrinsics.generator_prototype);
            show(intrinsics.async_function_prototype);
            show(intrinsics.async_generator_function_prototype);
            show(intrinsics.async_generator_prototype);
        },
        generator::install,
    ),
    part(
        &["RegExp"],
        |intrinsics, show| {
            show(intrinsics.regexp_prototype);
            show(intrinsics.regexp_string_iterator_prototype);
        },
        regexp::install,
    ),
    part(&["Date"], |intrinsics, show| show(intrinsics.date_prototype), date::install),
    part(&["Math"], |_, _| {}, math::install),
    part(&["JSON"], |_, _| {}, json::install),
    part(&[], |intrinsics, show| show(intrinsics.call_site_prototype), error::call_site::install),
    #[cfg(feature = "temporal")]
    ferrotape_temporal::PART,
    #[cfg(feature = "intl")]
    ferrotape_intl::PART,
];
