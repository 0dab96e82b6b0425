//! Samples of a profiler: which functions run when a sample is due.
//!
//! A sample comes due at a check of the limits (budget: `sampling`). It is taken at the safepoint that made the
//! check, or at the end of the native function whose work made it. So the loops do nothing for it. The stacks are
//! kept as a tree, whose size is bounded whatever a script does.

use std::sync::{Arc, Weak};
use std::time::Duration;

use ferrotape_budget::Instant;
use ferrotape_bytecode::Instruction;
use rustc_hash::FxHashMap;

use crate::code::{CodeCell, LoadedUnit};
use crate::function::{self, Native};
use crate::heap::ObjectId;
use crate::object::Kind;
use crate::shown;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Most functions of a stack, counted from the innermost one.
const MOST_FRAMES: usize = 256;
/// Most functions that are told apart.
const MOST_FUNCTIONS: usize = 1 << 16;
/// Most nodes of the tree.
const MOST_NODES: usize = 1 << 20;
/// Most samples whose order is kept.
const MOST_SAMPLES: usize = 1 << 20;

/// Unit of the weights of samples.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Weight {
    /// Units of work: about one for each instruction. The same program gives the same profile.
    Fuel,
    /// Nanoseconds.
    Time,
}

/// A function that was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Empty for functions without a name.
    pub name: String,
    /// The name of the source text. Empty for native functions.
    pub source: String,
    /// The line and column at which it begins, counted from 1; zero for native functions.
    pub line: u32,
    pub column: u32,
    /// Whether it is no function, but the code outside of functions.
    pub is_top: bool,
}

/// A function that was seen, called by those above it in the tree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The index of the caller's node, which is smaller. None for the outermost ones.
    pub caller: Option<u32>,
    /// The index in [`Tree::functions`].
    pub function: u32,
    /// The number of samples that were taken in the function itself, and their weights.
    pub samples: u64,
    pub weight: u64,
}

/// Call tree of the functions that samples have seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    pub functions: Vec<Seen>,
    pub nodes: Vec<Node>,
    /// Nodes with weights, in the order of time: the first ones, of very many.
    pub order: Vec<(u32, u64)>,
}

/// A function as samples tell it apart.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// By the address of its unit, and its place there.
    Script(usize, u32),
    Native(String),
    Collector,
    Further,
}

/// A profiler of an engine.
pub struct Profile {
    pub weight: Weight,
    tree: Tree,
    /// The units keep their addresses.
    functions: FxHashMap<Key, (u32, Weak<LoadedUnit>)>,
    calls: FxHashMap<(Option<u32>, u32), u32>,
    /// The stack that is looked at, innermost first.
    stack: Vec<u32>,
}

/// Begins a profile in place of any other one.
pub fn begin_by_fuel(vm: &mut Vm, every: u64) {
    vm.heap.budget.sample_by_fuel(every);
    begin(vm, Weight::Fuel);
}

/// Begins a profile by time.
pub fn begin_by_time(vm: &mut Vm, every: Duration) {
    vm.heap.budget.sample_by_time(every);
    begin(vm, Weight::Time);
}

fn begin(vm: &mut Vm, weight: Weight) {
    vm.execution.profile = Some(Box::new(Profile {
        weight,
        tree: Tree::default(),
        functions: FxHashMap::default(),
        calls: FxHashMap::default(),
        stack: Vec::new(),
    }));
}

/// Ends the profile, and returns what it has seen.
pub fn end(vm: &mut Vm) -> Option<(Weight, Tree)> {
    let profile = vm.execution.profile.take()?;
    vm.heap.budget.stop_samples();
    vm.heap.end_sample();
    Some((profile.weight, profile.tree))
}

/// Takes the sample that is due, in the functions that run, and in a native one that they have called.
#[cold]
#[inline(never)]
pub(crate) fn take(vm: &mut Vm, native: Option<ObjectId>) {
    let weight = vm.heap.end_sample();
    with_profile(vm, |vm, profile| profile.take(vm, native, weight));
}

/// Runs a part of a collection, whose time is its own in a profile by time.
pub(crate) fn around_collection<T>(vm: &mut Vm, collect: impl FnOnce(&mut Vm) -> T) -> T {
    if vm.execution.profile.as_ref().is_none_or(|profile| profile.weight != Weight::Time) {
        return collect(vm);
    }
    let began = Instant::now();
    let done = collect(vm);
    let weight = vm.heap.budget.leave_out_of_sample(began);
    with_profile(vm, |vm, profile| {
        profile.look(vm);
        let collector = profile.function(Key::Collector, || plain("(garbage collector)"), Weak::new());
        profile.stack.insert(0, collector);
        profile.add(weight);
    });
    done
}

fn with_profile(vm: &mut Vm, work: impl FnOnce(&mut Vm, &mut Profile)) {
    if let Some(mut profile) = vm.execution.profile.take() {
        work(vm, &mut profile);
        vm.execution.profile = Some(profile);
    }
}

/// Makes an entry with a name and no place.
fn plain(name: &str) -> Seen {
    Seen { name: name.to_owned(), source: String::new(), line: 0, column: 0, is_top: false }
}

impl Profile {
    fn take(&mut self, vm: &mut Vm, native: Option<ObjectId>, weight: u64) {
        self.look(vm);
        if let Some(name) = native.and_then(|native| native_name(vm, native)) {
            let leaf = self.native(name);
            self.stack.insert(0, leaf);
        }
        self.add(weight);
    }

    /// Notes the functions that run, and the native ones that have called some of them.
    fn look(&mut self, vm: &mut Vm) {
        self.stack.clear();
        let frames = vm.execution.running_frames();
        let count = frames.len();
        let first = count.saturating_sub(MOST_FRAMES);
        for index in (first..count).rev() {
            let Some(&frame) = vm.execution.running_frames().get(index) else { break };
            let function = self.script(vm, &frame);
            self.stack.push(function);
            let caller = index.checked_sub(1).and_then(|caller| vm.execution.running_frames().get(caller)).copied();
            if let (true, Some(caller)) = (frame.kind.is_entry(), caller)
                && let Some(name) = called_native(vm, &caller)
            {
                let between = self.native(name);
                self.stack.push(between);
            }
        }
        if first > 0 {
            let further = self.function(Key::Further, || plain("(functions further out)"), Weak::new());
            self.stack.push(further);
        }
    }

    fn script(&mut self, vm: &Vm, frame: &Frame) -> u32 {
        let CodeCell { index, name, set, block, .. } = vm.heap.code_cell(frame.code);
        let key = Key::Script(Arc::as_ptr(&set.unit).addr(), *index);
        let seen = || {
            let unit = &block.unit.unit;
            let span = unit.functions.get(*index as usize).map(|template| template.span.start);
            let position = unit.source.position(span.unwrap_or_default());
            Seen {
                name: vm.heap.atom_view(*name).shown_name(),
                source: unit.source.name().to_owned(),
                line: position.line,
                column: position.column,
                is_top: *index == 0,
            }
        };
        self.function(key, seen, Arc::downgrade(&set.unit))
    }

    fn native(&mut self, name: String) -> u32 {
        self.function(Key::Native(name.clone()), || plain(&name), Weak::new())
    }

    fn function(&mut self, key: Key, seen: impl FnOnce() -> Seen, unit: Weak<LoadedUnit>) -> u32 {
        if let Some((known, _)) = self.functions.get(&key) {
            return *known;
        }
        let number = self.tree.functions.len() as u32;
        match self.functions.len() {
            MOST_FUNCTIONS => self.tree.functions.push(plain("(other functions)")),
            count if count > MOST_FUNCTIONS => return MOST_FUNCTIONS as u32,
            _ => self.tree.functions.push(seen()),
        }
        self.functions.insert(key, (number, unit));
        number
    }

    /// Adds a sample of the stack that was looked at.
    fn add(&mut self, weight: u64) {
        let mut caller = None;
        for &function in self.stack.iter().rev() {
            caller = match self.calls.get(&(caller, function)) {
                Some(&known) => Some(known),
                // What is further in counts as the last node that there is.
                None if self.tree.nodes.len() >= MOST_NODES => break,
                None => {
                    let number = self.tree.nodes.len() as u32;
                    self.tree.nodes.push(Node { caller, function, samples: 0, weight: 0 });
                    self.calls.insert((caller, function), number);
                    Some(number)
                }
            };
        }
        let Some(number) = caller else { return };
        if let Some(node) = self.tree.nodes.get_mut(number as usize) {
            node.samples += 1;
            node.weight = node.weight.saturating_add(weight);
        }
        let is_full = self.tree.order.len() >= MOST_SAMPLES;
        match self.tree.order.last_mut() {
            Some((last, sum)) if *last == number => *sum = sum.saturating_add(weight),
            _ if is_full => {}
            _ => self.tree.order.push((number, weight)),
        }
    }
}

/// The name of a native function. None for other objects.
fn native_name(vm: &mut Vm, object: ObjectId) -> Option<String> {
    match vm.heap.kind(object) {
        Kind::Native(Native { function, .. }) => Some(function::native(vm, function).name.to_owned()),
        Kind::Host(_) => {
            let described = shown::describe_object(&mut vm.heap, object);
            Some(described.strip_prefix("function ").unwrap_or("(host function)").to_owned())
        }
        _ => None,
    }
}

/// The native function that register code is calling, as its call instruction says.
fn called_native(vm: &mut Vm, caller: &Frame) -> Option<String> {
    let code = vm.heap.code_block(caller.code);
    if code.is_stack_code() {
        return None;
    }
    let at = caller.pc.checked_sub(1)? as usize;
    let Instruction::Call { callee, .. } = *code.instructions.get(at)? else { return None };
    let value: Value = *vm.execution.stack.get(caller.base as usize + callee as usize)?;
    native_name(vm, value.as_object()?)
}
