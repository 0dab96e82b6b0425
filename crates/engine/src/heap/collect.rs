//! Precise mark and sweep, only at safepoints.
//!
//! Marking goes by an explicit stack, so no structure is too deep for it. Roots: the value stack up to the top, frames,
//! what native code and the embedder keep, the first and the current realm. Property names, shapes, code and records are
//! collected like objects; tables that find them again (interned strings, transitions, root shapes, inline caches) do not keep
//! them alive.
//!
//! A collection that a script has caused is work of that script: it is charged for, and the deadline or an interrupt ends it
//! half-way: then nothing is freed, or not all of it.

use std::sync::Arc;

use ferrotape_budget::costs::{LIVE_BYTES_PER_TICK, TICKS_PER_MARKED_CELL};
use ferrotape_budget::{Budget, Termination};

use crate::code::{CodeBlock, LoadedUnit, TemplateObject};
use crate::environment::{AddedBindings, Record, RecordKind};
use crate::heap::pattern::Pattern;
use crate::heap::string::{NO_ATOM, StringCell, StringData};
use crate::heap::weak::{Entry, Waiting, number_of};
use crate::heap::{
    Accessor, CodeId, Heap, ObjectId, PatternId, RealmId, RecordId, ScopeId, ShapeId, StringId, TableId,
};
use crate::names::TEXTS;
use crate::object::{Elements, Flags, Kind};
use crate::property_key::PropertyKey;
use crate::shape::Shape;
use crate::symbol::well_known_symbols;
use crate::throw_site::ThrowSite;
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
    /// What is wide and has been looked at up to some place. It waits until nothing else is pending, so that what is pending
    /// stays short however wide the data are.
    wide: Vec<(Wide, usize)>,
    collection: u64,
    /// Weak tables that were reached, and values in them whose keys were not.
    weak_tables: Vec<ObjectId>,
    waiting: Waiting,
}

/// What is looked at a piece after the other.
enum Wide {
    Slots(ObjectId),
    Elements(ObjectId),
    Sparse(ObjectId),
    /// The names that an enumeration still gives.
    Names(ObjectId),
    /// Those that it does not give again, in parts.
    Shadowed(ObjectId),
    Added(RecordId),
    /// The names of a scope.
    Bound(ScopeId),
    /// The values of a closed record.
    Closed(RecordId),
    Keys(TableId),
    /// The entries of a weak table, in parts.
    Weak(ObjectId),
    /// The values that an object of the embedder keeps.
    Kept(ObjectId),
    /// What waits for a promise.
    Reactions(ObjectId),
    Strings(Arc<LoadedUnit>),
}

/// What is looked at of it in one go.
const PIECE: usize = 256;

/// Cells that are looked into between two looks at the clock.
const CELLS_PER_CHECK: u32 = 1 << 12;

impl Heap {
    /// What a collection costs that finds what is there now alive, in ticks.
    pub fn collection_work(&self) -> u64 {
        self.live_cells() * TICKS_PER_MARKED_CELL + self.live_bytes() as u64 / LIVE_BYTES_PER_TICK
    }
}

impl Vm {
    /// Frees what nothing refers to. To be called only at a safepoint. Within a run the deadline or an interrupt ends it
    /// half-way: a function of the embedder may ask for it again and again.
    pub fn collect_garbage(&mut self) {
        self.collect(Budget::is_to_stop);
    }

    /// The same on account of the running script. An error where that must stop, or where collections free next to nothing.
    #[cold]
    #[inline(never)]
    pub fn collect_for_script(&mut self) -> Result<(), Termination> {
        let live_before = self.heap.live_bytes();
        self.collect(Budget::is_to_stop);
        if self.heap.stress {
            return Ok(());
        }
        self.heap.tick(self.heap.collection_work())?;
        self.heap.note_gain(live_before.saturating_sub(self.heap.live_bytes()))
    }

    /// Is all that there is accounted for? What natives have charged for a while comes on top.
    #[cfg(debug_assertions)]
    fn audit_memory(&self) {
        let counted = self.heap.counted_bytes() + self.stack_bytes() + self.scratch.bytes();
        let accounted = self.heap.budget.bytes();
        assert!(accounted >= counted, "{counted} bytes are there, {accounted} are accounted for");
    }

    pub fn collect(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        self.heap.statistics.collections += 1;
        self.release_dropped_handles();
        self.checked_in = None;
        let collection = self.heap.statistics.collections;
        // Registers above the top are dead, but callers will have them below their own top again.
        let end = self.frames.iter().map(|frame| frame.top as usize).fold(self.top, usize::max);
        self.stack[self.top..end].fill(Value::UNDEFINED);
        self.throw_sites.forget_above(end, self.stack_machine.blocks.len());
        let patterns = self.heap.pattern_cache.take_used();
        let mut marker = Marker {
            heap: &self.heap,
            pending: Vec::new(),
            wide: Vec::new(),
            collection,
            weak_tables: Vec::new(),
            waiting: Waiting::default(),
        };
        for &value in self.stack[..self.top].iter().chain(&self.kept).chain(self.handles.values()) {
            marker.value(value);
        }
        for &Frame { code, callee, environment, base: _, top: _, pc: _, dst: _, kind: _, ending: _ } in &self.frames {
            marker.code(code);
            marker.object(callee);
            environment.iter().for_each(|&record| marker.record(record));
        }
        self.jobs.trace(&mut |value| marker.value(value));
        self.modules.trace(&mut |value| marker.value(value));
        self.modules.realms().for_each(|realm| marker.realm(realm));
        self.unhandled.iter().for_each(|unhandled| marker.value(unhandled.value()));
        self.stack_machine.trace(&mut |value| marker.value(value));
        marker.object(self.heap.nothing);
        // The place that no record has.
        self.heap.records.mark(0);
        for realm in [RealmId::FIRST, self.realm.id] {
            marker.realm(realm);
        }
        well_known_symbols().for_each(|symbol| marker.value(symbol));
        for pattern in patterns {
            marker.pattern(pattern);
        }
        for fixed in 0..(257 + TEXTS.len()) as u32 {
            marker.string(StringId(fixed));
        }
        self.throw_sites.places().for_each(|place| marker.code(place.code));
        let is_whole = marker.run(is_to_stop);
        let weak_tables = std::mem::take(&mut marker.weak_tables);
        if is_whole && self.heap.sweep_weak(&weak_tables, is_to_stop) {
            if self.throw_sites.last.value.is_some_and(|value| !self.heap.is_marked(value)) {
                self.throw_sites.last = ThrowSite::default();
            }
            self.heap.sweep(self.options.stress_collection, is_to_stop);
        } else {
            self.heap.clear_marks();
        }
        #[cfg(debug_assertions)]
        self.audit_memory();
    }
}

impl Heap {
    /// Has marking reached the value? What has no cell counts as reached.
    pub(super) fn is_marked(&self, value: Value) -> bool {
        match (value.as_object(), value.as_string(), value.as_symbol()) {
            (Some(object), _, _) => self.is_object_marked(object),
            (_, Some(string), _) => self.strings.is_marked(string.0),
            (_, _, Some(symbol)) => self.symbols.is_marked(symbol.0),
            _ => true,
        }
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
                self.reached(value);
                self.value(self.heap.symbol_description(symbol));
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
        if self.heap.mark_object(object) {
            self.pending.push(Pending::Object(object));
        }
    }

    fn string(&mut self, string: StringId) {
        if self.heap.strings.mark(string.0) {
            let StringCell { data, atom, .. } = self.heap.string_cell(string);
            let refers = matches!(data, StringData::Rope { .. } | StringData::Slice { .. });
            let is_leaf = !refers && (*atom == NO_ATOM || *atom == string.0);
            if !is_leaf {
                self.pending.push(Pending::String(string));
            }
        }
    }

    fn pattern(&mut self, pattern: PatternId) {
        if self.heap.patterns.mark(pattern.0) {
            let &Pattern { program: _, source, flags, ref names, bytes: _ } = self.heap.pattern_cell(pattern);
            let count = names.len();
            self.string(source);
            self.string(flags);
            for index in 0..count {
                let (key, _) = self.heap.pattern_cell(pattern).names[index];
                self.key(key);
            }
        }
    }

    fn record(&mut self, record: RecordId) {
        if self.heap.records.mark(record.place()) {
            self.pending.push(Pending::Record(record));
        }
    }

    fn shape(&mut self, shape: ShapeId) {
        if self.heap.shapes.mark(shape.0) {
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

    fn realm(&mut self, realm: RealmId) {
        if self.heap.realms.mark(realm.place()) {
            let realm = self.heap.realm(realm);
            realm.trace(&mut |value| self.value(value));
            realm.shapes.all().chain(realm.pristine_iteration.shapes()).for_each(|shape| self.shape(shape));
        }
    }

    fn code(&mut self, code: CodeId) {
        if self.heap.code.mark(code.0) {
            self.pending.push(Pending::Code(code));
        }
    }

    /// Marks all that can be reached from what is pending; false where it was to stop before the end.
    fn run(&mut self, is_to_stop: impl Fn(&Budget) -> bool) -> bool {
        let mut cells = 0u32;
        loop {
            cells = cells.wrapping_add(1);
            if cells.is_multiple_of(CELLS_PER_CHECK) && is_to_stop(&self.heap.budget) {
                return false;
            }
            if let Some(pending) = self.pending.pop() {
                self.trace(pending);
            } else if let Some((wide, start)) = self.wide.pop() {
                self.trace_piece(wide, start);
            } else {
                return true;
            }
        }
    }

    #[inline(always)]
    fn trace(&mut self, pending: Pending) {
        match pending {
            Pending::Object(object) => self.trace_object(object),
            Pending::String(string) => self.trace_string(string),
            Pending::Record(record) => self.trace_record(record),
            Pending::Shape(shape) => self.trace_shape(shape),
            Pending::Code(code) => {
                let heap = self.heap;
                if let Some(cell) = heap.code.get(code.0) {
                    self.block(&cell.block);
                }
            }
        }
    }

    /// Looks at a part; the rest waits.
    #[inline(never)]
    fn trace_piece(&mut self, wide: Wide, start: usize) {
        let heap = self.heap;
        let (end, length) = match &wide {
            Wide::Slots(object) => self.part_of(heap.further_slots(*object), start, Marker::values),
            Wide::Elements(object) => {
                self.part_of(heap.elements(*object).as_dense().unwrap_or_default(), start, Marker::values)
            }
            Wide::Sparse(object) => self.sparse_part(heap.elements(*object), start),
            Wide::Names(object) => match heap.kind(*object) {
                Kind::Enumeration(enumeration) => self.part_of(&enumeration.keys, start, Marker::keys),
                _ => (0, 0),
            },
            Wide::Shadowed(object) => match heap.kind(*object) {
                Kind::Enumeration(enumeration) => match enumeration.shadowed.part(start) {
                    Some(keys) => {
                        keys.for_each(|key| self.key(key));
                        (start + 1, usize::MAX)
                    }
                    None => (0, 0),
                },
                _ => (0, 0),
            },
            Wide::Added(record) => {
                let added = heap[*record].kind.added().map_or(&[][..], AddedBindings::as_slice);
                self.part_of(added, start, |marker, bindings| {
                    for &(name, value) in bindings {
                        marker.key(name);
                        marker.value(value);
                    }
                })
            }
            Wide::Bound(scope) => self.part_of(&heap.scope(*scope).names, start, Marker::keys),
            Wide::Closed(record) => match &heap[*record].kind {
                RecordKind::Many { values, .. } => self.part_of(values, start, Marker::values),
                _ => (0, 0),
            },
            Wide::Weak(object) => self.weak_part(*object, start),
            Wide::Reactions(object) => match heap.kind(*object) {
                Kind::Promise(promise) => self.part_of(&promise.reactions, start, |marker, reactions| {
                    reactions.iter().for_each(|reaction| reaction.trace(&mut |value| marker.value(value)));
                }),
                _ => (0, 0),
            },
            Wide::Kept(object) => self.part_of(heap.kept_values(*object), start, Marker::values),
            Wide::Keys(table) => self.part_of(&heap[*table].entries, start, |marker, entries| {
                entries.iter().for_each(|entry| marker.key(entry.key));
            }),
            Wide::Strings(unit) => self.part_of(&unit.strings, start, |marker, strings| {
                strings.iter().for_each(|&string| marker.string(string));
            }),
        };
        if end < length {
            self.wide.push((wide, end));
        }
    }

    /// Where the part ends, and the whole.
    #[inline(always)]
    fn part_of<T>(&mut self, items: &[T], start: usize, look: impl FnOnce(&mut Self, &[T])) -> (usize, usize) {
        let end = items.len().min(start + PIECE);
        look(self, &items[start.min(end)..end]);
        (end, items.len())
    }

    /// The same of a map, by indices instead of places.
    fn sparse_part(&mut self, elements: &Elements, start: usize) -> (usize, usize) {
        let Elements::Sparse(map) = elements else { return (0, 0) };
        let mut last = None;
        for (&index, element) in map.range(start as u32..).take(PIECE) {
            self.value(element.value);
            last = Some(index);
        }
        // No index is the largest number there is.
        last.map_or((0, 0), |last| (last as usize + 1, u32::MAX as usize))
    }

    fn keys(&mut self, keys: &[PropertyKey]) {
        keys.iter().for_each(|&key| self.key(key));
    }

    fn trace_string(&mut self, string: StringId) {
        let StringCell { data, atom, .. } = self.heap.string_cell(string);
        let atom = *atom;
        match *data {
            StringData::Rope { left, right, length: _, latin1: _ } => {
                self.string(left);
                self.string(right);
            }
            StringData::Slice { parent, start: _, length: _ } => self.string(parent),
            StringData::Short { .. } | StringData::Latin1(_) | StringData::Utf16(_) => {}
        }
        if atom != NO_ATOM {
            self.string(StringId(atom));
        }
    }

    fn trace_shape(&mut self, shape: ShapeId) {
        let Shape { prototype, table, .. } = self.heap[shape];
        prototype.iter().for_each(|&prototype| self.object(prototype));
        if let Some(table) = table
            && self.heap.tables.mark(table.0)
        {
            self.trace_piece(Wide::Keys(table), 0);
        }
    }

    fn values(&mut self, values: &[Value]) {
        values.iter().for_each(|&value| self.slot(value));
    }

    #[inline(always)]
    fn slot(&mut self, value: Value) {
        if let Some(object) = value.as_object() {
            self.object(object);
        } else if value.is_cell() {
            self.value(value);
        }
    }

    fn trace_object(&mut self, id: ObjectId) {
        let heap = self.heap;
        if heap.has_flag(id, Flags::WEAK_KEY) {
            self.reached(Value::object(id));
        }
        self.shape(heap.shape_of(id));
        match heap.slots_of_words(id) {
            Some(words) => words.iter().for_each(|&word| self.slot(Value::from_bits(word))),
            None => self.values(heap.slots_of_other(id)),
        }
        heap.mark_what_it_owns(id);
        let further = heap.further_slots(id);
        if further.len() <= PIECE {
            self.values(further);
        } else {
            self.wide.push((Wide::Slots(id), 0));
        }
        match heap.elements(id) {
            Elements::Dense(values) if values.len() <= PIECE => self.values(values),
            Elements::Frozen(values) if values.len() <= PIECE => self.values(values),
            Elements::Queue(queue) if queue.live().len() <= PIECE => self.values(queue.live()),
            Elements::Dense(_) | Elements::Frozen(_) | Elements::Queue(_) => self.wide.push((Wide::Elements(id), 0)),
            Elements::Sparse(_) => self.wide.push((Wide::Sparse(id), 0)),
        }
        self.trace_kind(id, self.heap.kind(id));
    }

    fn trace_kind(&mut self, id: ObjectId, kind: Kind<'_>) {
        match kind {
            Kind::Ordinary
            | Kind::Array { length: _ }
            | Kind::Boolean(_)
            | Kind::Number(_)
            | Kind::Date(_)
            | Kind::UnmappedArguments => {}
            Kind::Native { function: _, realm } => {
                self.realm(realm);
                self.values(self.heap.all_captured(id));
            }
            Kind::Global { realm } => self.realm(realm),
            Kind::Generator(generator) => {
                self.code(generator.code());
                generator.trace(&mut |value| self.value(value));
            }
            Kind::Promise(promise) => {
                self.value(promise.result);
                if !promise.reactions.is_empty() {
                    self.wide.push((Wide::Reactions(id), 0));
                }
            }
            Kind::Host(host) => self.realm(host.realm),
            Kind::Closure { code, environment, home } => {
                self.code(code);
                self.object(home);
                environment.iter().for_each(|&record| self.record(record));
            }
            Kind::Error(error) => error.stack.iter().for_each(|place| self.code(place.code)),
            Kind::Bound(bound) => {
                self.object(bound.target);
                self.value(bound.this);
                self.values(&bound.arguments);
            }
            Kind::HostObject(host) if host.kept.len() <= PIECE => self.values(&host.kept),
            Kind::HostObject(_) => self.wide.push((Wide::Kept(id), 0)),
            Kind::String(string) | Kind::StringIterator { string, position: _ } => self.string(string),
            Kind::ArrayIterator { array, index: _, yields: _ } => self.object(array),
            Kind::RegExp(pattern) => self.pattern(pattern),
            Kind::Symbol(symbol) => self.value(Value::symbol(symbol)),
            Kind::MappedArguments(arguments) => self.record(arguments.record),
            Kind::WeakTable(_) => {
                self.weak_tables.push(id);
                self.wide.push((Wide::Weak(id), 0));
            }
            Kind::Enumeration(enumeration) => {
                enumeration.object.iter().chain(&enumeration.awaited).for_each(|&object| self.object(object));
                self.wide.extend([(Wide::Names(id), 0), (Wide::Shadowed(id), 0)]);
            }
        }
    }

    /// A key of weak tables: what waits for it lives.
    #[inline(never)]
    fn reached(&mut self, key: Value) {
        if let Some(values) = self.waiting.remove(&number_of(key)) {
            self.values(&values);
        }
    }

    /// Where the part of a weak table ends, and the whole.
    fn weak_part(&mut self, table: ObjectId, start: usize) -> (usize, usize) {
        let heap = self.heap;
        let Kind::WeakTable(table) = heap.kind(table) else { return (0, 0) };
        let Some(entries) = table.part(start) else { return (0, 0) };
        for Entry { key, value } in entries {
            if heap.is_marked(key) {
                self.value(value);
            } else {
                self.waiting.entry(number_of(key)).or_default().push(value);
            }
        }
        (start + 1, usize::MAX)
    }

    fn trace_record(&mut self, id: RecordId) {
        let Record { parent, kind } = &self.heap[id];
        parent.iter().for_each(|&parent| self.record(parent));
        match kind {
            // An open record's values are on the stack.
            RecordKind::Open { scope, base: _, added } => {
                self.scope(*scope);
                self.added(id, added.is_some());
            }
            RecordKind::Few { scope, values } => {
                self.scope(*scope);
                self.values(values);
            }
            RecordKind::Many { scope, values, added } => {
                self.scope(*scope);
                if values.len() <= PIECE {
                    self.values(values);
                } else {
                    self.wide.push((Wide::Closed(id), 0));
                }
                self.added(id, added.is_some());
            }
            RecordKind::Object { target } => self.object(*target),
            RecordKind::Import { target, index: _ } => self.record(*target),
        }
    }

    fn added(&mut self, record: RecordId, has_added: bool) {
        if has_added {
            self.wide.push((Wide::Added(record), 0));
        }
    }

    fn scope(&mut self, scope: ScopeId) {
        if self.heap.scopes.mark(scope.0) {
            let heap = self.heap;
            let names = &heap.scope(scope).names;
            if names.len() <= PIECE {
                self.keys(names);
            } else {
                self.wide.push((Wide::Bound(scope), 0));
            }
        }
    }

    /// Marks a unit as a whole: its strings and all code made of it so far.
    fn block(&mut self, block: &CodeBlock) {
        block.all_scopes().for_each(|scope| self.scope(scope));
        block.template_objects.iter().filter_map(TemplateObject::get).for_each(|object| self.object(object));
        let unit = &block.unit;
        if unit.marked_in.get() == self.collection {
            return;
        }
        unit.marked_in.set(self.collection);
        self.realm(unit.realm);
        self.trace_piece(Wide::Strings(Arc::clone(unit)), 0);
        unit.all_made().for_each(|code| self.code(code));
    }
}
