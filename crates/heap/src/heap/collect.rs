//! Marking: what a collection looks at in each kind of cell.
//!
//! It uses an explicit stack, so no structure is too deep. Property names, shapes, code and records are collected like
//! objects. Tables that find them again (interned strings, transitions, root shapes, inline caches) do not keep them
//! alive. `cycle` has the roots and the order of a collection; `marking` says what holds while scripts run between two
//! slices.

use std::ops::Range;
use std::sync::Arc;

use ferrotape_budget::Budget;

use crate::accessor::Accessor;
use crate::buffer::buffers;
use crate::code::{CodeBlock, TemplateObject};
use crate::collection::{Collection, Entry};
use crate::environment::added::AddedBindings;
use crate::environment::{Record, RecordKind};
use crate::heap::Heap;
use crate::heap::marking::{Pending, Wide, Work};
use crate::heap::pattern::{self, Pattern};
use crate::heap::string::{NO_ATOM, StringCell, StringData};
use crate::id::{BufferId, CodeId, ObjectId, PatternId, RealmId, RecordId, ScopeId, ShapeId, StringId};
use crate::object::cell;
use crate::object::host::hosts;
use crate::object::internal_slots::{PIECE, Part, Visit};
use crate::object::{Elements, Flags, Kind};
use crate::property_key::PropertyKey;
use crate::shape::Shape;
use crate::symbol;
use crate::value::Value;

/// The marking phase: the heap and the work list.
pub struct Marker<'heap> {
    pub(super) heap: &'heap Heap,
    pub(super) work: Box<Work>,
}

/// Cells that are looked into between two looks at the clock.
const CELLS_PER_CHECK: u32 = 1 << 12;

impl Heap {
    /// Returns whether marking has reached the value. Values without a cell count as reached.
    pub fn is_marked(&self, value: Value) -> bool {
        match (value.as_object(), value.as_string(), value.as_symbol()) {
            (Some(object), _, _) => cell::is_object_marked(self, object),
            (_, Some(string), _) => self.strings.is_marked(string.0),
            (_, _, Some(symbol)) => self.symbols.is_marked(symbol.0),
            _ => value.as_bigint().is_none_or(|bigint| self.bigints.is_marked(bigint.0)),
        }
    }
}

impl Marker<'_> {
    /// Marks a value. Objects and records become pending, and so do strings that refer to others; symbols and accessors
    /// lead on at once.
    pub fn value(&mut self, value: Value) {
        if let Some(object) = value.as_object() {
            self.object(object);
        } else if let Some(string) = value.as_string() {
            self.string(string);
        } else if let Some(symbol) = value.as_symbol() {
            if self.heap.symbols.mark(symbol.0) {
                self.reached(value);
                self.value(symbol::symbol_description(self.heap, symbol));
            }
        } else if let Some(bigint) = value.as_bigint() {
            self.heap.bigints.mark(bigint.0);
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

    pub fn object(&mut self, object: ObjectId) {
        if cell::mark_object(self.heap, object) {
            self.work.pending.push(Pending::Object(object));
        }
    }

    pub fn string(&mut self, string: StringId) {
        if self.heap.strings.mark(string.0) {
            let StringCell { data, atom, .. } = self.heap.string_cell(string);
            let refers = matches!(data, StringData::Rope { .. } | StringData::Slice { .. });
            let is_leaf = !refers && (*atom == NO_ATOM || *atom == string.0);
            if !is_leaf {
                self.work.pending.push(Pending::String(string));
            }
        }
    }

    /// Marks a pattern, its source and flags, and its groups' names. The compiled program refers to no cells.
    pub fn pattern(&mut self, pattern: PatternId) {
        if self.heap.patterns.mark(pattern.0) {
            let &Pattern { program: _, source, flags, parsed_flags: _, ref names, cost: _, bytes: _ } =
                pattern::pattern_cell(self.heap, pattern);
            let count = names.len();
            self.string(source);
            self.string(flags);
            for index in 0..count {
                let (key, _) = pattern::pattern_cell(self.heap, pattern).names[index];
                self.key(key);
            }
        }
    }

    pub fn record(&mut self, record: RecordId) {
        if self.heap.records.mark(record.place()) {
            self.work.pending.push(Pending::Record(record));
        }
    }

    pub fn shape(&mut self, shape: ShapeId) {
        if self.heap.shapes.mark(shape.0) {
            self.work.pending.push(Pending::Shape(shape));
        }
    }

    pub fn key(&mut self, key: PropertyKey) {
        if let Some(atom) = key.as_atom() {
            self.string(atom);
        } else if let Some(symbol) = key.as_symbol() {
            self.value(Value::symbol(symbol));
        }
    }

    /// A buffer, by what refers to its bytes.
    pub fn buffer(&mut self, buffer: BufferId) {
        if self.heap.buffers.mark(buffer.0) {
            self.object(buffers::get(self.heap, buffer).object);
        }
    }

    pub fn realm(&mut self, realm: RealmId) {
        if self.heap.realms.mark(realm.place()) {
            match &mut self.work.waiting_realms {
                Some(waiting) => waiting.push(realm),
                None => self.what_a_realm_has(realm),
            }
        }
    }

    pub(super) fn what_a_realm_has(&mut self, realm: RealmId) {
        let realm = self.heap.realm(realm);
        realm.trace(&mut |value| self.value(value));
        let pristine = realm.pristine_iteration.shapes().chain(realm.pristine_regexp.shape());
        realm.shapes.all().chain(pristine).for_each(|shape| self.shape(shape));
    }

    pub fn code(&mut self, code: CodeId) {
        if self.heap.code.mark(code.0) {
            self.work.pending.push(Pending::Code(code));
        }
    }

    /// Visits at most this many pending cells; true if nothing is left.
    pub fn run_slice(&mut self, most: u32) -> bool {
        let mut left = most;
        while left > 0 {
            if !self.step() {
                return true;
            }
            left = left.saturating_sub(1 + std::mem::take(&mut self.work.entries));
        }
        self.work.is_done()
    }

    /// Marks everything reachable from pending cells; false if it was stopped before the end.
    pub fn run(&mut self, is_to_stop: impl Fn(&Budget) -> bool) -> bool {
        let mut cells = 0u32;
        loop {
            cells += 1 + std::mem::take(&mut self.work.entries);
            if cells >= CELLS_PER_CHECK {
                cells = 0;
                if is_to_stop(&self.heap.budget) {
                    return false;
                }
            }
            if !self.step() {
                return true;
            }
        }
    }

    /// Looks into one cell, or a piece of one; false if none is pending.
    #[inline(always)]
    fn step(&mut self) -> bool {
        if let Some(pending) = self.work.pending.pop() {
            self.trace(pending);
        } else if let Some((wide, start)) = self.work.wide.pop() {
            self.trace_piece(wide, start);
        } else {
            return false;
        }
        true
    }

    /// Marks the cells that a pending cell refers to. Long lists in it become pending themselves, to be marked in pieces.
    #[inline(always)]
    pub(super) fn trace(&mut self, pending: Pending) {
        match pending {
            Pending::Object(object) => self.trace_object(object),
            Pending::String(string) => self.trace_string(string),
            Pending::Record(record) => self.trace_record(record),
            Pending::Shape(shape) => self.trace_shape(shape),
            Pending::Code(code) => {
                let heap = self.heap;
                if let Some(cell) = heap.code.get(code.0) {
                    self.trace_piece(Wide::Constants(code), 0);
                    self.block(&cell.block);
                }
            }
        }
    }

    /// Looks at one piece; the rest waits.
    #[inline(never)]
    pub(super) fn trace_piece(&mut self, wide: Wide, start: usize) {
        let heap = self.heap;
        let (end, length) = match &wide {
            Wide::Slots(object) => self.part_of(cell::further_slots(heap, *object), start, Marker::values),
            Wide::Elements(object) => {
                let (values, first) = heap.elements(*object).as_memory();
                self.part_of(values, start.max(first), Marker::values)
            }
            Wide::Sparse(object) => self.sparse_part(heap.elements(*object), start),
            Wide::Part(Part::Names, object) => match heap.kind(*object) {
                Kind::Enumeration(enumeration) => {
                    enumeration.shape.into_iter().for_each(|shape| self.shape(shape));
                    self.part_of(&enumeration.keys, start, Marker::keys)
                }
                _ => (0, 0),
            },
            Wide::Part(Part::Shadowed, object) => match heap.kind(*object) {
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
            Wide::Part(Part::Weak, object) => self.weak_part(*object, start),
            Wide::Waiting => self.waiting_part(start),
            Wide::Part(Part::Reactions, object) => match heap.kind(*object) {
                Kind::Promise(promise) => self.part_of(promise.reactions.as_slice(), start, |marker, reactions| {
                    reactions.iter().for_each(|reaction| reaction.trace(&mut |value| marker.value(value)));
                }),
                _ => (0, 0),
            },
            Wide::Part(Part::Collected, object) => match heap.collection(*object) {
                Some(collection) => self.part_of(collection.entries(), start, Marker::collected),
                None => (0, 0),
            },
            Wide::Part(Part::Held, object) => match heap.kind(*object) {
                Kind::FinalizationRegistry(registry) => self.part_of(registry.cells(), start, |marker, cells| {
                    cells.iter().for_each(|cell| marker.slot(cell.held));
                }),
                _ => (0, 0),
            },
            Wide::Part(Part::Kept, object) => self.part_of(hosts::kept_values(heap, *object), start, Marker::values),
            Wide::Keys(table) => self.part_of(&heap[*table].entries, start, |marker, entries| {
                entries.iter().for_each(|entry| marker.key(entry.key));
            }),
            Wide::Constants(code) => match heap.code.get(code.0) {
                Some(cell) => self.part_of(cell.block.all_constants(), start, Marker::values),
                None => (0, 0),
            },
            Wide::Strings(unit) => self.part_of(&unit.strings, start, |marker, strings| {
                strings.iter().for_each(|&string| marker.string(string));
            }),
        };
        if end < length {
            self.work.wide.push((wide, end));
        }
    }

    /// Returns the end of the piece that starts at `start`, and the length of the whole; looks at the piece.
    #[inline(always)]
    fn part_of<T>(&mut self, items: &[T], start: usize, look: impl FnOnce(&mut Self, &[T])) -> (usize, usize) {
        let end = items.len().min(start + PIECE);
        look(self, &items[start.min(end)..end]);
        (end, items.len())
    }

    /// Traces a part of a map, as `part_of` does for a slice: places are indices.
    fn sparse_part(&mut self, elements: &Elements, start: usize) -> (usize, usize) {
        let Elements::Sparse(map) = elements else { return (0, 0) };
        let mut last = None;
        for (&index, element) in map.range(start as u32..).take(PIECE) {
            self.value(element.value);
            last = Some(index);
        }
        // The second number is never reached: no index is that large.
        last.map_or((0, 0), |last| (last as usize + 1, u32::MAX as usize))
    }

    fn keys(&mut self, keys: &[PropertyKey]) {
        keys.iter().for_each(|&key| self.key(key));
    }

    /// Marks the strings that this one shares units with, and the interned string that stands for it as a key.
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

    /// Marks one of a root's values of which there can be any number. Skips the rest if the run is to stop: the
    /// collection is then given up.
    #[inline]
    pub fn one_of_many(&mut self, value: Value) {
        let roots = &mut self.work.roots;
        roots.taken += 1;
        if roots.taken >= CELLS_PER_CHECK {
            roots.taken = 0;
            roots.is_stopped |= roots.may_stop && self.heap.budget.is_to_stop();
        }
        if !self.work.roots.is_stopped {
            self.slot(value);
        }
    }

    pub fn values(&mut self, values: &[Value]) {
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

    /// Marks what an object refers to. Most are plain objects and arrays that have nothing beside their cells.
    fn trace_object(&mut self, id: ObjectId) {
        let heap = self.heap;
        if let Some((shape, slots)) = cell::whole_plain_object(heap, id) {
            self.shape(shape);
            slots.iter().for_each(|&word| self.slot(Value::from_bits(word)));
        } else if let Some((shape, elements)) = cell::whole_array(heap, id)
            && elements.len() <= PIECE
        {
            self.shape(shape);
            self.values(elements);
        } else {
            self.trace_parts(id);
        }
    }

    /// Marks the shape, slots, elements and internal slots of an object, and what waits for it as a key of weak tables.
    #[inline(never)]
    fn trace_parts(&mut self, id: ObjectId) {
        let heap = self.heap;
        if heap.has_flag(id, Flags::WEAK_KEY) {
            self.reached(Value::object(id));
        }
        self.shape(heap.shape_of(id));
        match cell::slots_of_words(heap, id) {
            Some(words) => words.iter().for_each(|&word| self.slot(Value::from_bits(word))),
            None => self.values(cell::slots_of_other(heap, id)),
        }
        cell::mark_what_it_owns(heap, id);
        let further = cell::further_slots(heap, id);
        if further.len() <= PIECE {
            self.values(further);
        } else {
            self.work.wide.push((Wide::Slots(id), 0));
        }
        match heap.elements(id).as_dense() {
            Some(values) if values.len() <= PIECE => self.values(values),
            Some(_) => self.work.wide.push((Wide::Elements(id), 0)),
            None => self.work.wide.push((Wide::Sparse(id), 0)),
        }
        heap.kind(id).trace(id, self);
    }

    pub(crate) fn collected(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.slot(entry.key);
            self.slot(entry.value);
        }
    }

    /// Marks the entries at these places at once.
    pub fn collected_in(&mut self, id: ObjectId, places: Range<usize>) {
        let entries = self.heap.collection(id).map_or(&[][..], Collection::entries);
        self.collected(entries.get(places).unwrap_or_default());
    }

    /// Marks the elements at these indices at once.
    pub fn elements_in(&mut self, id: ObjectId, indices: Range<usize>) {
        match self.heap.elements(id) {
            Elements::Sparse(map) => {
                let indices = indices.start as u32..indices.end.min(u32::MAX as usize) as u32;
                map.range(indices).for_each(|(_, element)| self.value(element.value));
            }
            vector => {
                let values = vector.as_dense().unwrap_or_default();
                let end = indices.end.min(values.len());
                self.values(values.get(indices.start..end).unwrap_or_default());
            }
        }
    }

    /// Looks into the elements again, in whatever form they are then.
    pub fn moved_elements(&mut self, id: ObjectId) {
        match self.heap.elements(id).as_dense() {
            Some(values) if values.len() <= PIECE => self.values(values),
            _ => self.work.wide.extend([(Wide::Elements(id), 0), (Wide::Sparse(id), 0)]),
        }
    }

    /// Marks the parent, the scope and the variables of a record. More than `PIECE` variables are marked in pieces.
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
                    self.work.wide.push((Wide::Closed(id), 0));
                }
                self.added(id, added.is_some());
            }
            RecordKind::Object { target } => self.object(*target),
            RecordKind::Import { target, index: _ } => self.record(*target),
        }
    }

    fn added(&mut self, record: RecordId, has_added: bool) {
        if has_added {
            self.work.wide.push((Wide::Added(record), 0));
        }
    }

    /// Marks a scope and the names of its bindings, more than `PIECE` of them in pieces.
    fn scope(&mut self, scope: ScopeId) {
        if self.heap.scopes.mark(scope.0) {
            let heap = self.heap;
            let names = &heap.scope(scope).names;
            if names.len() <= PIECE {
                self.keys(names);
            } else {
                self.work.wide.push((Wide::Bound(scope), 0));
            }
        }
    }

    /// Marks a unit as a whole: its strings and all code made of it so far.
    fn block(&mut self, block: &CodeBlock) {
        block.all_scopes().for_each(|scope| self.scope(scope));
        block.template_objects.iter().filter_map(TemplateObject::get).for_each(|object| self.object(object));
        let unit = &block.unit;
        if unit.marked_in.get() == self.work.collection {
            return;
        }
        unit.marked_in.set(self.work.collection);
        self.realm(unit.realm);
        self.trace_piece(Wide::Strings(Arc::clone(unit)), 0);
        unit.patterns.all().into_iter().for_each(|(_, pattern)| self.pattern(pattern));
        unit.all_made().for_each(|code| self.code(code));
    }
}

/// Marks on request of internal slots.
impl Visit for Marker<'_> {
    #[inline(always)]
    fn value(&mut self, value: Value) {
        self.slot(value);
    }

    #[inline(always)]
    fn values(&mut self, values: &[Value]) {
        Marker::values(self, values);
    }

    #[inline(always)]
    fn object(&mut self, object: ObjectId) {
        Marker::object(self, object);
    }

    #[inline(always)]
    fn string(&mut self, string: StringId) {
        Marker::string(self, string);
    }

    #[inline(always)]
    fn record(&mut self, record: RecordId) {
        Marker::record(self, record);
    }

    #[inline(always)]
    fn code(&mut self, code: CodeId) {
        Marker::code(self, code);
    }

    #[inline(always)]
    fn realm(&mut self, realm: RealmId) {
        Marker::realm(self, realm);
    }

    fn pattern(&mut self, pattern: PatternId) {
        Marker::pattern(self, pattern);
    }

    fn buffer(&mut self, buffer: BufferId) {
        Marker::buffer(self, buffer);
    }

    #[inline(always)]
    fn captured(&mut self, function: ObjectId) {
        self.values(self.heap.all_captured(function));
    }

    fn weak(&mut self, object: ObjectId) {
        self.work.weak_tables.push(object);
    }

    fn later(&mut self, part: Part, object: ObjectId) {
        self.work.wide.push((Wide::Part(part, object), 0));
    }
}
