//! The engine as hosts see it, with bad input of all kinds.
//!
//! - `source_text`: texts that are no programs, or programs of absurd form. `recursion`: endless calls. `endless`:
//!   endless work, stopped by a limit. `memory`: the accuracy of accounted bytes.
//! - `growth`: the cost of compiling. `frames`: the cost of calls, throws and enumerations. `tail_calls`: the frames
//!   that stay.
//! - `every_point`: runs stopped at every point. `random_stops`: one engine stopped over and over.
//! - `jobs`: promise jobs. `dates`: clock and time zone. `threads`: engines that move between threads, and panics
//!   during runs.
//! - `shared_memory`: memory shared by engines on several threads.
//! - `first_hour`: where new hosts stop. `embedding`: what they build with. `diagnosed`: what the compiler says of them.
//! - `errors`: the contents of errors. `error_kinds`: their kinds. `messages`: their texts. `realms`: further realms.
//! - `limits`: the built-in limits.
//! - `handles`: handles, conversions, closures. `calls_in_limits`: limits of single calls; precompiled code.
//! - `classes`: Rust types as classes. `derive`, `class_macros`: the macros.
//! - `futures`: host futures, and promises. `async_modules`: modules that are fetched.
//! - `process_growth`: the memory of a process that converts values under a memory limit.
//! - `conversions`: scripts that run during conversions, and their cost.
//! - `slow_hosts`: slow callbacks, under each limit.
//! - `host_limits`: functions, futures and errors of the host that a script causes.
//! - `gate`: the files that can be read. `reading`: files and loaders within limits.
//! - `resources`: limits that a host sets on one kind of resource. `retention`: paths that keep an object alive.
//! - `documented`: examples of public items.
//! - `calls`: programs whose calls the host answers later, perhaps in another process.
//! - `saved`: code as bytes. `execution`: runs in slices. `fuel`: the fuel of all of this.
//! - `scopes`: lent values. `owned`: script values that Rust values own. `panics`: panics of the host, in any place.
//! - `serde_values`: values by way of serde. `paths`: the paths in conversion errors.
//! - `api_sequences`: random sequences of API calls.
//! - `wasm`: WebAssembly within limits, and modules of any bytes.
//! - `declarations`: what the host gives, as TypeScript.
//! - `debugger`: stops, steps, and what is seen and done there; the same fuel with it and without.
//! - `profiles`: profiles by work, time and memory, of hostile programs too.
//! - `weak`: scripts that observe the collector.
//! - `seeds`: rows of the seed map that numbers show.

mod api_sequences;
mod async_modules;
mod calls;
mod calls_in_limits;
mod class_macros;
mod classes;
mod conversions;
mod dates;
mod debugger;
mod declarations;
mod deletion_growth;
mod derive;
mod diagnosed;
mod documented;
mod embedding;
mod endless;
mod error_kinds;
mod errors;
mod every_point;
mod execution;
mod first_hour;
mod forks;
mod frames;
mod fuel;
mod futures;
mod gate;
mod growth;
mod handles;
mod host_functions;
mod host_limits;
mod intl;
mod jobs;
mod limits;
mod memory;
mod messages;
mod modules;
mod nested_growth;
mod owned;
mod panics;
mod paths;
mod process_growth;
mod profiles;
mod random_stops;
mod reading;
mod realms;
mod recursion;
mod resources;
mod retention;
mod saved;
mod scopes;
mod seal;
mod seeds;
mod serde_values;
mod shadow_realms;
mod shared_memory;
mod slow_hosts;
mod snapshots;
mod source_text;
mod straight_line;
mod support;
mod suspended;
mod tail_calls;
mod temporal;
mod threads;
mod thrown_values;
mod typescript;
mod wasm;
mod weak;
