//! The heap: values, strings, shapes, objects as storage, code, records, and the collector. It runs no script, and
//! knows neither machine nor built-in. The crate `runtime` builds on it.
//!
//! ```text
//! value      8 bytes: numbers, or handles of cells          property_key, names, symbol: what properties are found by
//! heap/      arenas, strings, the collector                  shape, cache: which properties there are, and where
//! object/    how objects lie: cells, elements, properties    bigint, buffer, typed_array, collection: what some own
//! code       templates on the heap: constants, caches        environment, frame, generator: what runs, while it waits
//! ```
//!
//! The file of a kind of cell defines its data, `heap` holds the arenas of all kinds, and operations on a kind are in
//! `on_heap` below its file. So types can be read without operations, and no file depends on all others.
//!
//! Read `value`, `heap`, `object`, `shape` first. Signatures say what a function may do: `&mut Heap` may allocate, `&Heap` only
//! looks, and neither collects. The runner of scripts decides when to collect, and enumerates the roots ([`heap::cycle`]).

pub mod accessor;
pub mod bigint;
pub mod buffer;
pub mod cache;
pub mod code;
pub mod collection;
pub mod convert;
pub mod date;
pub mod disposal;
pub mod enumeration;
pub mod environment;
pub mod error;
pub mod frame;
pub mod function;
pub mod generator;
pub mod heap;
pub mod id;
pub mod intl;
pub mod iteration;
pub mod iterator_helper;
pub mod key_set;
pub mod names;
pub mod number;
pub mod object;
pub mod panics;
pub mod promise;
pub mod property_key;
pub mod realm;
pub mod regexp;
pub mod relaxed;
mod room;
pub mod shadow_realm;
pub mod shape;
pub mod shown;
pub mod stack_activation;
pub mod symbol;
pub mod tail_calls;
pub mod temporal;
pub mod typed_array;
pub mod value;
