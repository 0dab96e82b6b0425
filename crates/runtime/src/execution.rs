//! Execution state: stacks, frames and registers of both machines, and abrupt completions on their way.

use ferrotape_budget::NativeStack;
use ferrotape_heap::code::WINDOW;
use ferrotape_heap::frame::{Frame, OpenScope};
use ferrotape_regexp::Scratch;
use rustc_hash::FxHashSet;

use crate::function::host::HostCodes;
use crate::heap::retention::Root;
use crate::heap::{Marker, ObjectId};
use crate::profile::Profile;
use crate::stack_machine::state::StackMachine;
use crate::stopped::Stopped;
use crate::throw_site::ThrowSites;
use crate::value::Value;
use crate::vm::checked_in::CheckedIn;
use crate::watch::Watch;

/// The part of a [`Vm`](crate::vm::Vm) that runs code. Its fields are for the runtime and the machines.
pub struct Execution {
    pub stack: Vec<Value>,
    /// First free index of the value stack.
    pub top: usize,
    pub frames: Vec<Frame>,
    /// Number of frames that wait while the host has its turn: those of a program. They have not called what runs meanwhile.
    pub waiting_frames: usize,
    /// Scopes that frames have open, inner frames last.
    pub open_scopes: Vec<OpenScope>,
    /// Stacks and registers of stack code, which has frames as well.
    pub stack_machine: StackMachine,
    /// Index of the instruction after the one that the running frame executes; for stack code the L register, an offset in
    /// the source text.
    pub pc: u32,
    /// Values that native code keeps alive until it returns.
    pub kept: Vec<Value>,
    /// The code that ran last. Collections forget it.
    pub checked_in: CheckedIn,
    pub host_codes: HostCodes,
    /// An enumeration that has ended, for the next loop. Collections forget it.
    pub ended_enumeration: Option<ObjectId>,
    /// The captures of the last regular expression match, and scratch memory of matching.
    pub scratch: Scratch,
    /// Memory that the last short text was built in, for the next one.
    pub spare_text: Vec<u8>,
    /// Activations of async functions that have ended, for the next ones: no script has them. Collections forget them.
    pub spare_activations: Vec<ObjectId>,
    /// Arrays whose `join` has not returned yet.
    pub joining: FxHashSet<ObjectId>,
    /// Bytes accounted for by `Vm::account_stacks`.
    pub stack_bytes: usize,
    pub throw_sites: ThrowSites,
    /// The termination, while the run that it has ended unwinds.
    pub stopped: Option<Stopped>,
    pub pausing: Pausing,
    pub native_stack: NativeStack,
    /// The observer of steps.
    pub watch: Option<Box<Watch>>,
    /// The profiler.
    pub profile: Option<Box<Profile>>,
    pub cache_misses: u64,
    /// Hits of inline caches, counted only if `Options::count_cache_hits` is set.
    pub cache_hits: u64,
}

/// State of pauses.
#[derive(Default)]
pub struct Pausing {
    /// Runs of a loop on the native stack, without that of the slice: the caller of `Vm::run` counts them.
    pub runs: u32,
    /// True while a slice runs.
    pub is_allowed: bool,
    /// True if the host answers calls that wait for it: what runs is a program that was started.
    pub answers: bool,
    /// True once the slice has done something, so that each slice makes progress.
    pub has_moved: bool,
}

impl Execution {
    /// Makes one that runs nothing, with this many bytes of native stack below this call.
    pub fn new(native_stack_bytes: usize) -> Self {
        Execution {
            stack: vec![Value::UNDEFINED; 3 * WINDOW],
            top: 0,
            frames: Vec::new(),
            waiting_frames: 0,
            open_scopes: Vec::new(),
            stack_machine: StackMachine::default(),
            pc: 0,
            kept: Vec::new(),
            checked_in: CheckedIn::default(),
            host_codes: HostCodes::default(),
            ended_enumeration: None,
            scratch: Scratch::default(),
            spare_text: Vec::new(),
            spare_activations: Vec::new(),
            joining: FxHashSet::default(),
            stack_bytes: 0,
            throw_sites: ThrowSites::default(),
            stopped: None,
            pausing: Pausing::default(),
            native_stack: NativeStack::from_here(native_stack_bytes),
            watch: None,
            profile: None,
            cache_misses: 0,
            cache_hits: 0,
        }
    }

    /// The frames of the running code, outermost first.
    pub fn running_frames(&self) -> &[Frame] {
        self.frames.get(self.waiting_frames..).unwrap_or_default()
    }

    /// Copies the state for a fork of the engine, without caches.
    pub fn fork(&self, native_stack_bytes: usize) -> Self {
        let Execution {
            stack,
            top,
            frames,
            waiting_frames: _,
            open_scopes,
            stack_machine,
            pc,
            kept,
            checked_in: _,
            host_codes: _,
            ended_enumeration: _,
            scratch: _,
            spare_text: _,
            spare_activations: _,
            joining,
            stack_bytes,
            throw_sites,
            stopped: _,
            pausing: _,
            native_stack: _,
            watch: _,
            profile: _,
            cache_misses,
            cache_hits,
        } = self;
        Execution {
            stack: stack.clone(),
            top: *top,
            frames: frames.clone(),
            open_scopes: open_scopes.clone(),
            stack_machine: stack_machine.fork(),
            pc: *pc,
            kept: kept.clone(),
            joining: joining.clone(),
            stack_bytes: *stack_bytes,
            throw_sites: throw_sites.clone(),
            cache_misses: *cache_misses,
            cache_hits: *cache_hits,
            ..Execution::new(native_stack_bytes)
        }
    }

    /// Marks everything that it keeps alive under a root, each field named, so that a new field cannot be forgotten.
    pub fn mark(&self, root: Root, marker: &mut Marker<'_>) {
        let Execution {
            stack,
            top,
            frames,
            stack_machine,
            kept,
            throw_sites,
            // Scopes lie in registers; the last match and what ran last are forgotten by collections or hold no cell.
            open_scopes: _,
            checked_in: _,
            host_codes: _,
            ended_enumeration: _,
            scratch: _,
            spare_text: _,
            spare_activations: _,
            stopped: _,
            // Whoever joins holds the array.
            joining: _,
            waiting_frames: _,
            pc: _,
            stack_bytes: _,
            pausing: _,
            native_stack: _,
            watch: _,
            profile: _,
            cache_misses: _,
            cache_hits: _,
        } = self;
        match root {
            Root::Running => {
                stack[..*top].iter().for_each(|&value| marker.one_of_many(value));
                for &Frame {
                    code,
                    callee,
                    environment,
                    base: _,
                    top: _,
                    pc: _,
                    dst: _,
                    kind: _,
                    ending: _,
                    is_caller_known: _,
                } in frames
                {
                    marker.code(code);
                    marker.object(callee);
                    environment.iter().for_each(|&record| marker.record(record));
                }
                stack_machine.trace(&mut |value| marker.value(value));
            }
            Root::Native => kept.iter().for_each(|&value| marker.one_of_many(value)),
            _ => throw_sites.places().for_each(|place| marker.code(place.code)),
        }
    }
}
