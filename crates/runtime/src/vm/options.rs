//! Settings of an engine, and the callbacks of the host among them.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::{IS_BARE, NativeStack};
use ferrotape_compiler::Backend;
use ferrotape_heap::buffer::MAX_BYTE_LENGTH;
use ferrotape_syntax::Languages;
use ferrotape_time::{Clock, TimeZone};

use crate::chance::Chance;
use crate::heap::{Collection, MAX_STRING_LENGTH};
use crate::tail_calls::TailCalls;

/// The time that a thread sleeps between two checks of its run's limits.
pub(crate) const SLEEP: Duration = Duration::from_millis(2);

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of native stack for recursions that have to go through native code.
    pub native_stack_bytes: usize,
    /// Most values that the value stack holds, which bounds how deep script functions nest.
    pub stack_values: usize,
    /// Collect at every safepoint.
    pub stress_collection: bool,
    /// Look into one cell at every safepoint. With debug assertions, compare the marks of each cycle with those of one
    /// that stops the world.
    pub stress_slices: bool,
    /// Scripts may put the thread to sleep: [[CanBlock]], ECMA-262 9.6.
    pub can_block: bool,
    /// Jobs wait until the host has taken an exception that has escaped from a job or an event.
    pub exceptions_first: bool,
    /// Languages of texts that the host gives.
    pub languages: Languages,
    /// Scripts may make code from text: HostEnsureCanCompileStrings, ECMA-262 19.2.1.2.
    pub compiles_texts: bool,
    /// Most units of a string that an operation makes of others.
    pub string_length: usize,
    /// Most bytes that a buffer may have, now or ever.
    pub buffer_bytes: usize,
    /// Most modules at the time when one more is requested.
    pub modules: usize,
    /// Look at the clock before and after each part of a collection.
    pub measure_pauses: bool,
    /// Callback for each collection.
    pub on_collection: Option<OnCollection>,
    /// Callback before the thread sleeps.
    pub on_wait: Option<OnWait>,
    /// Count hits of inline caches; the loop's fast paths are off then.
    pub count_cache_hits: bool,
    /// Machine for scripts. Eval code and functions made from text run on the machine of the code that makes them.
    pub backend: Backend,
    /// Tail calls of all code that this engine runs, eval code and functions made from text included.
    pub tail_calls: TailCalls,
    /// Seed of hash tables and of `Math.random`.
    pub seed: u64,
    /// Source of random bytes that could be secrets.
    pub chance: Chance,
    /// Local time zone; the system's if there is none.
    pub time_zone: Option<TimeZone>,
    pub clock: Clock,
}

impl Options {
    /// Tells the host that the thread is about to sleep.
    pub(crate) fn tell_of_wait(&self) {
        if let Some(OnWait(tell)) = &self.on_wait {
            tell();
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            native_stack_bytes: NativeStack::DEFAULT_BYTES,
            stack_values: 1 << 19,
            stress_collection: false,
            stress_slices: false,
            can_block: !IS_BARE,
            exceptions_first: false,
            languages: Languages::default(),
            compiles_texts: true,
            string_length: MAX_STRING_LENGTH,
            buffer_bytes: MAX_BYTE_LENGTH,
            modules: usize::MAX,
            measure_pauses: false,
            on_collection: None,
            on_wait: None,
            count_cache_hits: false,
            backend: Backend::default(),
            tail_calls: TailCalls::default(),
            seed: 0x5eed_f00d,
            chance: Chance::default(),
            time_zone: None,
            clock: Clock::default(),
        }
    }
}

/// Callback for each finished collection.
#[derive(Clone)]
pub struct OnCollection(pub(super) Arc<dyn Fn(&Collection) + Send + Sync>);

impl OnCollection {
    pub fn new(tell: impl Fn(&Collection) + Send + Sync + 'static) -> Self {
        OnCollection(Arc::new(tell))
    }
}

impl fmt::Debug for OnCollection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("OnCollection(function)")
    }
}

/// Callback before each time that the thread sleeps.
#[derive(Clone)]
pub struct OnWait(Arc<dyn Fn() + Send + Sync>);

impl OnWait {
    pub fn new(tell: impl Fn() + Send + Sync + 'static) -> Self {
        OnWait(Arc::new(tell))
    }
}

impl fmt::Debug for OnWait {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("OnWait(function)")
    }
}
