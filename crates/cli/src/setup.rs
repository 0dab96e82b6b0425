//! Engines as the options say.

use std::time::Instant;

use ferrotape::{Builder, Engine, Error};

use crate::host::{Files, Host, Output};
use crate::options::{Limits, Options};
use crate::report;

/// Of each thread that an engine runs on. Virtual memory: only what is used of it is ever taken.
pub const STACK_BYTES: usize = 64 << 20;
/// What is left to the engine of it; the rest is for the frames above and below its own count.
const NATIVE_STACK_BYTES: usize = STACK_BYTES - (2 << 20);
/// What is left where memory is limited: this part of the limit, but enough for ordinary nesting.
const NATIVE_STACK_SHARE: usize = 16;
const LEAST_NATIVE_STACK_BYTES: usize = 512 << 10;

/// An engine in which nothing is defined but the language.
pub fn bare_engine(options: &Options) -> Result<Engine, Error> {
    builder(options).build()
}

/// An engine with what scripts get from the command.
pub fn engine(options: &Options, output: &Output, files: &Files) -> Result<(Engine, Host), Error> {
    let mut engine = bare_engine(options)?;
    let host = Host::define(&mut engine, output, options, files)?;
    Ok((engine, host))
}

/// What they are built with.
pub fn builder(options: &Options) -> Builder {
    let Limits { fuel, time, memory, depth } = options.limits;
    let native_stack = memory.map_or(NATIVE_STACK_BYTES, |limit| {
        (limit / NATIVE_STACK_SHARE).clamp(LEAST_NATIVE_STACK_BYTES, NATIVE_STACK_BYTES)
    });
    let stress = |kind| std::env::var_os("FERROTAPE_GC").is_some_and(|value| value == kind);
    let mut builder = Engine::builder()
        .native_stack(native_stack)
        .backend(options.backend.unwrap_or_default())
        .tail_calls(options.tail_calls)
        .fuel(fuel)
        .timeout(time)
        .memory_limit(memory)
        .count_cache_hits(options.stats)
        .measure_pauses(options.stats)
        .stress_collection(stress("stress"))
        .stress_slices(stress("slices"));
    if options.trace_gc {
        let began = Instant::now();
        builder = builder.on_collection(move |collection| report::print_collection(collection, began.elapsed()));
    }
    if let Some(values) = depth {
        builder = builder.stack_values(values);
    }
    if let Some(name) = &options.time_zone {
        builder = builder.time_zone(name);
    }
    builder
}
