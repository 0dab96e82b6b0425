//! Precise mark and sweep, only at safepoints.
//!
//! Marking goes by an explicit stack, so no structure is too deep for it. Roots: the value stack up to the top, frames,
//! what native code and the embedder keep, the realm. Property names, shapes, code and records are collected like
//! objects; tables that find them again (interned strings, transitions, root shapes, inline caches) do not keep them alive.

use std::rc::Rc;

use crate::code::{CACHE_MARK, CodeBlock, InlineCache, NO_HOLDER, NO_SHAPE};
use crate::environment::{Bindings, Record, RecordKind};
use crate::heap::pattern::Pattern;
use crate::heap::string::{NO_ATOM, StringCell, StringData};
use crate::heap::{
    ATOM_BYTES, Accessor, CodeId, Heap, MIN_COLLECT_BYTES, ObjectId, PatternId, ROOT_SHAPE_BYTES, RecordId, ShapeId,
    StringId, Symbol, TRANSITION_BYTES,
};
use crate::names::TEXTS;
use crate::object::{Elements, Object, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape::{PropertyTable, Shape};
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// A cell that is marked but whose references are not yet.
enum Pending {
    Object(ObjectId),
    String(StringId),
    Record(RecordId),
    Shape(ShapeId),
    Code(CodeId),
}

/// The marking phase: the heap and what is still to be looked into.
struct Marker<'heap> {
    heap: &'heap Heap,
    pending: Vec<Pending>,
    collection: u64,
}

impl Vm {
    /// Frees what nothing refers to. To be called only at a safepoint.
    pub fn collect_garbage(&mut self) {
        self.heap.statistics.collections += 1;
        let collection = self.heap.statistics.collections;
        let patterns = self.heap.pattern_cache.take_used();
        let mut marker = Marker { heap: &self.heap, pending: Vec::new(), collection };
        // A caller may have registers above the top of what it called. They are dead, but will be looked at again.
        let top = self.frames.iter().map(|frame| frame.top as usize).fold(self.top, usize::max);
        for &value in self.stack[..top].iter().chain(&self.kept).chain(&self.handles) {
            marker.value(value);
        }
        for &Frame { code, callee, environment, base: _, top: _, pc: _, dst: _, kind: _, ends_plainly: _ } in
            &self.frames
        {
            marker.code(code);
            marker.object(callee);
            environment.iter().for_each(|&record| marker.record(record));
        }
        self.stack_machine.trace(&mut |value| marker.value(value));
        self.realm.trace(&mut |value| marker.value(value));
        self.last_match.trace(&mut |string| marker.string(string));
        for pattern in patterns {
            marker.pattern(pattern);
        }
        for shape in self.realm.shapes.all() {
            marker.shape(shape);
        }
        for fixed in 0..(257 + TEXTS.len()) as u32 {
            marker.string(StringId(fixed));
        }
        marker.run();
        self.heap.sweep(self.options.stress_collection);
    }
}

impl Marker<'_> {
    fn value(&mut self, value: Value) {
        if let Some(object) = value.as_object() {
            self.object(object);
        } else if let Some(string) = value.as_string() {
            self.string(string);
        } else if let Some(symbol) = value.as_symbol() {
            if self.heap.symbols.mark(symbol.0) {
                let Symbol { description } = *self.heap.symbols.get(symbol.0);
                self.value(description);
            }
        } else if let Some(record) = value.as_record() {
            self.record(record);
        } else if let Some(accessor) = value.as_accessor()
            && self.heap.accessors.mark(accessor.0)
        {
            let Accessor { getter, setter } = self.heap[accessor];
            self.value(getter);
            self.value(setter);
        }
    }

    fn object(&mut self, object: ObjectId) {
        if self.heap.objects.mark(object.0) {
            self.pending.push(Pending::Object(object));
        }
    }

    fn string(&mut self, string: StringId) {
        if self.heap.strings.mark(string.0) {
            let StringCell { data, atom, .. } = self.heap.string_cell(string);
            let is_leaf = !matches!(data, StringData::Rope { .. }) && (*atom == NO_ATOM || *atom == string.0);
            if !is_leaf {
                self.pending.push(Pending::String(string));
            }
        }
    }

    fn pattern(&mut self, pattern: PatternId) {
        if self.heap.patterns.mark(pattern.0) {
            let &Pattern { program: _, source, flags, bytes: _ } = self.heap.pattern_cell(pattern);
            self.string(source);
            self.string(flags);
        }
    }

    fn record(&mut self, record: RecordId) {
        if self.heap.records.mark(record.0) {
            self.pending.push(Pending::Record(record));
        }
    }

    fn shape(&mut self, shape: ShapeId) {
        if shape != NO_SHAPE && self.heap.shapes.mark(shape.0) {
            self.pending.push(Pending::Shape(shape));
        }
    }

    fn key(&mut self, key: PropertyKey) {
        if let Some(atom) = key.as_atom() {
            self.string(atom);
        } else if let Some(symbol) = key.as_symbol() {
            self.value(Value::symbol(symbol));
        }
    }

    fn code(&mut self, code: CodeId) {
        if self.heap.code.mark(code.0) {
            self.pending.push(Pending::Code(code));
        }
    }

    fn run(&mut self) {
        while let Some(pending) = self.pending.pop() {
            match pending {
                Pending::Object(object) => self.trace_object(object),
                Pending::String(string) => self.trace_string(string),
                Pending::Record(record) => self.trace_record(record),
                Pending::Shape(shape) => self.trace_shape(shape),
                Pending::Code(code) => {
                    if let Some(block) = self.heap.code.get(code.0).clone() {
                        self.block(&block);
                    }
                }
            }
        }
    }

    fn trace_string(&mut self, string: StringId) {
        let StringCell { data, atom, .. } = self.heap.string_cell(string);
        let atom = *atom;
        if let StringData::Rope { left, right, length: _, latin1: _ } = *data {
            self.string(left);
            self.string(right);
        }
        if atom != NO_ATOM {
            self.string(StringId(atom));
        }
    }

    fn trace_shape(&mut self, shape: ShapeId) {
        let Shape { prototype, table, count: _, dictionary: _ } = self.heap[shape];
        prototype.iter().for_each(|&prototype| self.object(prototype));
        if let Some(table) = table
            && self.heap.tables.mark(table.0)
        {
            self.heap[table].entries.iter().for_each(|entry| self.key(entry.key));
        }
    }

    fn values(&mut self, values: &[Value]) {
        for &value in values {
            self.value(value);
        }
    }

    fn trace_object(&mut self, id: ObjectId) {
        let Object { shape, flags: _, inline, slots, elements, kind } = &self.heap[id];
        self.shape(*shape);
        self.values(inline);
        self.values(slots);
        match elements {
            Elements::Dense(values) => self.values(values),
            Elements::Sparse(map) => map.values().for_each(|element| self.value(element.value)),
        }
        self.trace_kind(kind);
    }

    fn trace_kind(&mut self, kind: &ObjectKind) {
        match kind {
            ObjectKind::Ordinary
            | ObjectKind::Array { length: _ }
            | ObjectKind::Native(_)
            | ObjectKind::Host(_)
            | ObjectKind::Boolean(_)
            | ObjectKind::Number(_)
            | ObjectKind::Date(_)
            | ObjectKind::UnmappedArguments
            | ObjectKind::Global => {}
            ObjectKind::Closure { code, environment } => {
                self.code(*code);
                environment.iter().for_each(|&record| self.record(record));
            }
            ObjectKind::Error(error) => error.stack.iter().for_each(|place| self.code(place.code)),
            ObjectKind::Bound(bound) => {
                self.object(bound.target);
                self.value(bound.this);
                self.values(&bound.arguments);
            }
            ObjectKind::String(string) => self.string(*string),
            ObjectKind::RegExp(pattern) => self.pattern(*pattern),
            ObjectKind::Symbol(symbol) => self.value(Value::symbol(*symbol)),
            ObjectKind::MappedArguments(arguments) => self.record(arguments.record),
            ObjectKind::Enumeration(enumeration) => {
                enumeration.object.iter().chain(&enumeration.awaited).for_each(|&object| self.object(object));
                enumeration.keys.iter().for_each(|&key| self.key(key));
                enumeration.shadowed.iter().for_each(|&key| self.key(key));
            }
        }
    }

    fn trace_record(&mut self, id: RecordId) {
        let Record { parent, kind } = &self.heap[id];
        parent.iter().for_each(|&parent| self.record(parent));
        match kind {
            // An open record's values are on the stack.
            RecordKind::Declarative { scope, bindings, added } => {
                scope.names.iter().for_each(|&name| self.key(name));
                match bindings {
                    Bindings::Open { base: _ } => {}
                    Bindings::Closed(values) => self.values(values),
                }
                for (name, value) in added.iter().flat_map(|added| added.iter()) {
                    self.key(name);
                    self.value(value);
                }
            }
            RecordKind::Object { target } => self.object(*target),
        }
    }

    /// Marks a unit as a whole: its strings and all code made of it so far.
    fn block(&mut self, block: &Rc<CodeBlock>) {
        let unit = &block.unit;
        if unit.marked_in.replace(self.collection) == self.collection {
            return;
        }
        unit.strings.iter().for_each(|&string| self.string(string));
        unit.blocks.iter().filter_map(|code| code.get()).for_each(|code| self.code(code));
    }
}

impl Heap {
    fn sweep(&mut self, poison: bool) {
        self.sweep_caches();
        self.reads.clear();
        self.writes.clear();
        let tables = self.sweep_tables();
        let released = tables
            + self.objects.sweep(poison, Object::payload_bytes)
            + self.strings.sweep(poison, StringCell::payload_bytes)
            + self.symbols.sweep(poison, |_| 0)
            + self.records.sweep(poison, Record::payload_bytes)
            + self.accessors.sweep(poison, |_| 0)
            + self.shapes.sweep(poison, |_| 0)
            + self.tables.sweep(poison, PropertyTable::bytes)
            + self.patterns.sweep(poison, |pattern| pattern.as_ref().map_or(0, |pattern| pattern.payload_bytes()))
            + self.code.sweep(poison, |block| block.as_ref().map_or(0, |block| block.released_bytes()));
        self.budget.release(released);
        self.plan_next_collection();
    }

    /// Forgets what is about to be freed in tables that keep nothing alive. Gives the bytes that are released.
    fn sweep_tables(&mut self) -> usize {
        let before = self.table_bytes();
        self.sweep_interned();
        let patterns = &self.patterns;
        self.pattern_cache.retain(|pattern| patterns.is_marked(pattern.0));
        let shapes = &self.shapes;
        self.transitions.retain(|&(from, _, _), to| shapes.is_marked(from.0) && shapes.is_marked(to.0));
        let objects = &self.objects;
        self.root_shapes.retain(|prototype, shape| {
            shapes.is_marked(shape.0) && prototype.is_none_or(|prototype| objects.is_marked(prototype.0))
        });
        before - self.table_bytes()
    }

    pub(super) fn table_bytes(&self) -> usize {
        self.interned_count() * ATOM_BYTES
            + self.transitions.len() * TRANSITION_BYTES
            + self.root_shapes.len() * ROOT_SHAPE_BYTES
    }

    /// The next collection comes when the heap has doubled, or has used half of what the limit leaves. So much garbage may
    /// there be then, and what it takes must not count when something is allocated before it is collected.
    pub(crate) fn plan_next_collection(&mut self) {
        let live = self.budget.bytes();
        let limit = self.budget.memory_limit();
        let room = limit.saturating_sub(live);
        let garbage = live.max(MIN_COLLECT_BYTES).min(room / 2).min(limit / 4);
        self.collect_at = if self.stress { 0 } else { live.saturating_add(garbage) };
        self.budget.set_memory_tolerance(garbage);
    }

    /// Makes void what inline caches say of cells that are about to be freed.
    fn sweep_caches(&mut self) {
        for index in 0..self.code.capacity() {
            if !self.code.is_marked(index) {
                continue;
            }
            let Some(block) = self.code.get(index) else { continue };
            for cache in &block.caches {
                if !self.is_cache_live(cache) {
                    cache.clear();
                }
            }
            if let Some((prototype, shape)) = block.construct_cache.get()
                && !(self.objects.is_marked(prototype.0) && self.shapes.is_marked(shape.0))
            {
                block.construct_cache.set(None);
            }
        }
    }

    fn is_cache_live(&self, cache: &InlineCache) -> bool {
        let shape_is_live = |shape: ShapeId| shape == NO_SHAPE || self.shapes.is_marked(shape.0);
        let shape = cache.shape.get();
        let unmarked = if shape == NO_SHAPE { shape } else { ShapeId(shape.0 & !CACHE_MARK) };
        shape_is_live(unmarked)
            && shape_is_live(cache.new_shape.get())
            && (cache.holder.get() == NO_HOLDER || self.objects.is_marked(cache.holder.get().0))
    }
}
