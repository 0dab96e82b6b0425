//! Makes engines according to the options.

use std::time::Instant;

use ferrotape::script::{SourceKind, TailCalls};
use ferrotape::{Builder, Engine, Error};

use crate::host::{Files, Host, Output};
use crate::options::{Limits, Mode, Options};
use crate::{repeat, report};

/// Stack of each thread that runs an engine. This is virtual memory: only used pages are taken.
pub const STACK_BYTES: usize = 64 << 20;
/// Part of the stack that the engine may use; the rest is for frames above and below the engine's count.
pub const NATIVE_STACK_BYTES: usize = STACK_BYTES - (2 << 20);
/// Share of the memory limit for the native stack, at least [`LEAST_NATIVE_STACK_BYTES`], which is enough for ordinary
/// nesting.
const NATIVE_STACK_SHARE: usize = 16;
const LEAST_NATIVE_STACK_BYTES: usize = 512 << 10;

/// Makes an engine with the language's built-ins only.
pub fn bare_engine(options: &Options) -> Result<Engine, Error> {
    builder(options).build()
}

/// Makes an engine with the command's globals and modules.
pub fn engine(options: &Options, output: &Output, files: &Files) -> Result<(Engine, Host), Error> {
    // Whoever reads a pipe sees what was written before the program waits.
    let waiting = output.clone();
    let mut builder = builder(options);
    if let Some(begin) = options.back {
        builder = repeat::prepare(builder, begin, output);
    }
    // A program hears of an exception before its later jobs run, as in node.
    let exceptions_first = options.mode == Mode::Run && !options.prints_value;
    builder = builder.exceptions_first(exceptions_first);
    let mut engine = builder.on_wait(move || drop(waiting.write_out())).build()?;
    let host = Host::define(&mut engine, output, options, files)?;
    Ok((engine, host))
}

/// Returns a builder set up according to the options.
pub fn builder(options: &Options) -> Builder {
    let Limits { fuel, time, memory, depth } = options.limits;
    let native_stack = memory.map_or(NATIVE_STACK_BYTES, |limit| {
        (limit / NATIVE_STACK_SHARE).clamp(LEAST_NATIVE_STACK_BYTES, NATIVE_STACK_BYTES)
    });
    let stress = |kind| std::env::var_os("FERROTAPE_GC").is_some_and(|value| value == kind);
    // Packages for Node look at frames of their callers: test doubles, loggers, deprecation warnings.
    let tail_calls = if options.commonjs { TailCalls::Never } else { TailCalls::default() };
    let mut builder = Engine::builder()
        .native_stack(native_stack)
        .backend(options.backend.unwrap_or_default())
        .tail_calls(options.tail_calls.unwrap_or(tail_calls))
        .verbatim_imports(options.verbatim_imports)
        .fuel(fuel)
        .timeout(time)
        .memory_limit(memory)
        .entropy(|bytes| getrandom::fill(bytes).is_ok())
        .count_cache_hits(options.stats)
        .measure_pauses(options.stats)
        .stress_collection(stress("stress"))
        .stress_slices(stress("slices"));
    if let Some(ending) = options.ending.clone() {
        builder = builder.interrupt_when(move || ending.is_wanted());
    }
    if options.typescript {
        builder = builder.source_kind(SourceKind::TypeScript);
    }
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
