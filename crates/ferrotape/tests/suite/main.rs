//! The engine as embedders see it, and what it makes of bad input.
//!
//! `source_text`: texts that are no programs, or programs of absurd form. `recursion`: calls without bottom. `endless`: work
//! without end, stopped by a limit. `memory`: what the accounted bytes are worth.
//! `growth`: what compiling costs. `frames`: what calls, throws and enumerations cost. `tail_calls`: which frames stay.
//! `every_point`: runs stopped at each point that there is. `random_stops`: one engine stopped over and over.
//! `jobs`: what promises leave to be done. `dates`: clock and time zone. `threads`: engines that move from thread to thread,
//! panics that meet what runs.
//! `shared_memory`: memory that engines on several threads have.
//! `errors`: what errors tell, `error_kinds`: of which kind they are; `messages`: what they say. `realms`: further ones.
//! `limits`: what nobody sets.
//! `handles`: handles, conversions, closures. `calls_in_limits`: limits of single calls; code that was compiled before.
//! `classes`: Rust types as classes. `derive`, `class_macros`: what the macros write.
//! `futures`: those of the host, and promises as such. `async_modules`: modules that are fetched.
//! `process_growth`: what the process takes that converts values under a memory limit.
//! `conversions`: what scripts do while their values are converted, and what that takes.
//! `slow_hosts`: callbacks that take their time, under each limit.
//! `host_limits`: what functions, futures and errors of the host take on account of a script.
//! `reading`: files and loaders within limits.
//! `resources`: limits that a host sets on one kind. `retention`: what keeps an object alive.
//! `documented`: examples of public items.
//! `saved`: code as bytes. `execution`: runs in slices. `fuel`: what all of that takes.
//! `scopes`: values that are lent; `owned`: values of scripts that Rust values own. `panics`: of the host, in any place.
//! `serde_values`: by way of serde. `paths`: how errors of conversions name where they are.
//! `api_sequences`: random sequences of calls of the API.
//! `weak`: what scripts see of the collector.
//! `seeds`: rows of the seed map that numbers show.

mod api_sequences;
mod async_modules;
mod calls_in_limits;
#[cfg(feature = "macros")]
mod class_macros;
mod classes;
mod conversions;
mod dates;
#[cfg(feature = "macros")]
mod deletion_growth;
mod derive;
mod documented;
mod endless;
mod error_kinds;
mod errors;
mod every_point;
mod execution;
mod forks;
mod frames;
mod fuel;
mod futures;
mod growth;
mod handles;
mod host_functions;
mod host_limits;
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
mod random_stops;
mod reading;
mod realms;
mod recursion;
mod resources;
mod retention;
mod saved;
mod scopes;
mod seeds;
#[cfg(feature = "serde")]
mod serde_values;
mod shared_memory;
mod slow_hosts;
mod snapshots;
mod source_text;
mod straight_line;
mod support;
mod suspended;
mod tail_calls;
mod threads;
mod thrown_values;
mod weak;
