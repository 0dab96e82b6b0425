//! The stacks of samples, as a tree whose size is bounded whatever a script does.

use std::sync::{Arc, Weak};

use ferrotape_bytecode::Instruction;
use rustc_hash::FxHashMap;

use crate::code::{CodeCell, LoadedUnit};
use crate::function::{self, Native};
use crate::heap::{CodeId, ObjectId};
use crate::object::Kind;
use crate::shown;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Most frames of a stack, counted from the innermost one, and by how many fewer there may be: deep recursion changes the
/// outermost frame of its samples only now and then.
const MOST_FRAMES: usize = 256;
const STRIDE: usize = 128;
/// Most functions that are told apart.
const MOST_FUNCTIONS: usize = 1 << 16;
/// Most nodes of the tree.
const MOST_NODES: usize = 1 << 20;
/// Most samples whose order is kept.
const MOST_SAMPLES: usize = 1 << 20;
/// Most places whose lines are remembered.
const MOST_PLACES: usize = 1 << 16;

/// A function that was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Empty for functions without a name.
    pub name: String,
    /// The name of the source text. Empty for native functions.
    pub source: String,
    /// Place where it begins, counted from 1; zero for native functions.
    pub line: u32,
    pub column: u32,
    /// True for what is outside of functions.
    pub is_top: bool,
}

/// A line of a function that was seen, called by those above it in the tree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The index of the caller's node, which is smaller. None for the outermost ones.
    pub caller: Option<u32>,
    /// The index in [`Tree::functions`].
    pub function: u32,
    /// The line that runs, or from which the next function is called. Zero for native functions.
    pub line: u32,
    /// Number of samples that were taken there, and their weights.
    pub samples: u64,
    pub weight: u64,
}

/// Call tree that samples have seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    pub functions: Vec<Seen>,
    pub nodes: Vec<Node>,
    /// Nodes with weights, in the order of time: the first ones, of very many.
    pub order: Vec<(u32, u64)>,
}

/// A function as samples tell it apart.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// By the address of its unit, and its place there.
    Script(usize, u32),
    Native(String),
    Collector,
    Idle,
    Program,
    Further,
}

/// A frame as it was seen, and its node.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Known {
    code: CodeId,
    base: u32,
    pc: u32,
    /// The native function that has called it, if one has, as the calling instruction says.
    native: Option<Value>,
    node: Option<u32>,
}

/// The tree while it grows.
#[derive(Default)]
pub(super) struct Stacks {
    pub tree: Tree,
    /// The units keep their addresses.
    functions: FxHashMap<Key, (u32, Weak<LoadedUnit>)>,
    /// Lines by function and position.
    lines: FxHashMap<(u32, u32), u32>,
    calls: FxHashMap<(Option<u32>, u32, u32), u32>,
    /// The frames of the last sample, from that with the number `first` on: those that have not moved have their nodes.
    known: Vec<Known>,
    first: usize,
    /// The node of the stack that was looked at.
    leaf: Option<u32>,
}

/// Makes an entry with a name and no place.
fn plain(name: &str) -> Seen {
    Seen { name: name.to_owned(), source: String::new(), line: 0, column: 0, is_top: false }
}

impl Stacks {
    /// Looks at the functions that run, and the native ones that have called some of them.
    pub fn look(&mut self, vm: &mut Vm) {
        self.look_at(vm, vm.execution.running_frames().len());
    }

    /// Visits the caller of the innermost function.
    pub fn look_outside(&mut self, vm: &mut Vm) {
        let count = vm.execution.running_frames().len().saturating_sub(1);
        let native = running(vm, count).and_then(|innermost| innermost.native);
        self.look_at(vm, count);
        if let Some(native) = native.and_then(Value::as_object) {
            self.add_native(vm, native);
        }
    }

    /// Looks at the outermost functions.
    fn look_at(&mut self, vm: &mut Vm, count: usize) {
        let first = count.saturating_sub(MOST_FRAMES).next_multiple_of(STRIDE);
        if first != self.first {
            (self.first, self.known) = (first, Vec::new());
        }
        self.known.truncate(count - first);
        self.forget_moved(vm);
        self.leaf = match self.known.last() {
            Some(known) => known.node,
            None if first > 0 => self.node(None, Key::Further, "(functions further out)"),
            None => None,
        };
        for index in first + self.known.len()..count {
            let Some(seen) = running(vm, index) else { break };
            self.leaf = self.add_frame(vm, &seen);
            self.known.push(Known { node: self.leaf, ..seen });
        }
    }

    /// Forgets the frames of the last sample that run elsewhere now, and those behind them.
    fn forget_moved(&mut self, vm: &Vm) {
        let same = self.known.iter().enumerate().take_while(|&(at, before)| {
            running(vm, self.first + at).is_some_and(|seen| *before == Known { node: before.node, ..seen })
        });
        let count = same.count();
        self.known.truncate(count);
    }

    fn add_frame(&mut self, vm: &mut Vm, seen: &Known) -> Option<u32> {
        let mut caller = self.leaf;
        if let Some(name) = seen.native.and_then(Value::as_object).and_then(|native| native_name(vm, native)) {
            caller = self.native_node(caller, name);
        }
        let function = self.script(vm, seen.code);
        let line = self.line(vm, function, seen.code, seen.pc);
        self.child(caller, function, line)
    }

    /// Returns whether no function runs.
    pub fn is_empty(&self) -> bool {
        self.leaf.is_none()
    }

    /// Adds a native function called by the visited one. Does nothing for other objects.
    pub fn add_native(&mut self, vm: &mut Vm, native: ObjectId) {
        if let Some(name) = native_name(vm, native) {
            self.leaf = self.native_node(self.leaf, name);
        }
    }

    /// Adds an entry that is not a function to the visited one.
    pub fn add_inside(&mut self, key: Key, name: &str) {
        self.leaf = self.node(self.leaf, key, name);
    }

    /// Adds a sample of an entry that is not a function, without a caller.
    pub fn add_alone(&mut self, key: Key, name: &str, weight: u64) {
        self.leaf = self.node(None, key, name);
        self.add(weight);
    }

    fn native_node(&mut self, caller: Option<u32>, name: String) -> Option<u32> {
        let seen = plain(&name);
        let function = self.function(Key::Native(name), || seen, Weak::new());
        self.child(caller, function, 0)
    }

    fn node(&mut self, caller: Option<u32>, key: Key, name: &str) -> Option<u32> {
        let function = self.function(key, || plain(name), Weak::new());
        self.child(caller, function, 0)
    }

    /// Returns the number of a script function. Its name and place are worked out once, when it is new.
    fn script(&mut self, vm: &Vm, code: CodeId) -> u32 {
        let CodeCell { index, name, set, block, .. } = vm.heap.code_cell(code);
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

    /// The line of a position of a function.
    fn line(&mut self, vm: &Vm, function: u32, code: CodeId, pc: u32) -> u32 {
        if function as usize >= MOST_FUNCTIONS {
            return 0;
        }
        if let Some(&line) = self.lines.get(&(function, pc)) {
            return line;
        }
        let block = &vm.heap.code_cell(code).block;
        let line = block.unit.unit.source.position(block.source_offset(pc)).line;
        if self.lines.len() < MOST_PLACES {
            self.lines.insert((function, pc), line);
        }
        line
    }

    /// Returns the number of a function; all beyond the limit share one. `unit` keeps the address in a key from being
    /// used again.
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

    /// The node of a function that another one has called. Deeper calls count as the last existing node.
    fn child(&mut self, caller: Option<u32>, function: u32, line: u32) -> Option<u32> {
        if let Some(&known) = self.calls.get(&(caller, function, line)) {
            return Some(known);
        }
        if self.tree.nodes.len() >= MOST_NODES {
            return caller;
        }
        let number = self.tree.nodes.len() as u32;
        self.tree.nodes.push(Node { caller, function, line, samples: 0, weight: 0 });
        self.calls.insert((caller, function, line), number);
        Some(number)
    }

    /// Adds a sample of the stack that was looked at.
    pub fn add(&mut self, weight: u64) {
        let Some(number) = self.leaf else { return };
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

    /// Drops cached data about frames: their code may be freed.
    pub fn forget_frames(&mut self) {
        self.known.clear();
    }
}

/// A running frame, counted from the outermost one.
fn running(vm: &Vm, index: usize) -> Option<Known> {
    let frames = vm.execution.running_frames();
    let Frame { code, base, pc, kind, .. } = *frames.get(index)?;
    let pc = if index + 1 == frames.len() { vm.execution.pc } else { pc };
    let outer = index.checked_sub(1).and_then(|outer| frames.get(outer)).filter(|_| kind.is_entry());
    Some(Known { code, base, pc, native: outer.and_then(|outer| called(vm, outer)), node: None })
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

/// Returns the function that register code is calling, as its call instruction says.
fn called(vm: &Vm, caller: &Frame) -> Option<Value> {
    let code = vm.heap.code_block(caller.code);
    if code.is_stack_code() {
        return None;
    }
    let at = caller.pc.checked_sub(1)? as usize;
    let Instruction::Call { callee, .. } = *code.instructions.get(at)? else { return None };
    vm.execution.stack.get(caller.base as usize + callee as usize).copied()
}
