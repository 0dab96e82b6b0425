//! Sweeping: what is not marked is freed, and forgotten by the tables that find it.

#[cfg(any(test, debug_assertions))]
use std::rc::Rc;

#[cfg(any(test, debug_assertions))]
use crate::code::CodeBlock;
use crate::code::{CACHE_MARK, InlineCache, NO_HOLDER, NO_SHAPE};
use crate::environment::Record;
use crate::heap::pace::Forecast;
use crate::heap::string::StringCell;
use crate::heap::{Heap, ShapeId};
use crate::object::Object;
use crate::shape::PropertyTable;

/// Does something with each arena, with what tells the bytes that its cells own, and with how those go back to the system.
macro_rules! for_each_arena {
    ($heap:expr, $visit:ident) => {
        $visit!($heap.objects, Object::payload_bytes, Object::give_back);
        $visit!($heap.strings, StringCell::payload_bytes, StringCell::give_back);
        $visit!($heap.symbols, |_| 0, free);
        $visit!($heap.records, Record::payload_bytes, free);
        $visit!($heap.accessors, |_| 0, free);
        $visit!($heap.shapes, |_| 0, free);
        $visit!($heap.tables, PropertyTable::bytes, free);
        $visit!($heap.patterns, |pattern| pattern.as_ref().map_or(0, |pattern| pattern.payload_bytes()), free);
        // After the records, whose scopes are the code's as long as there is any.
        $visit!($heap.code, |block| block.as_ref().map_or(0, |block| block.released_bytes()), free);
    };
}

/// How cells go that own no large memory.
fn free<T>(_: T) {}

impl Heap {
    /// Frees what is not marked.
    pub(super) fn sweep(&mut self, poison: bool) {
        self.sweep_caches();
        self.reads.clear();
        self.writes.clear();
        let before = self.table_bytes();
        self.sweep_tables();
        let after = self.table_bytes();
        self.account_change(before, after);
        let mut released = 0;
        let is_tight = self.budget.bytes() >= self.budget.memory_limit() / 4;
        macro_rules! sweep {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                released += $arena.sweep(poison, $payload, |cell| {
                    if is_tight {
                        $give_back(cell)
                    }
                });
            };
        }
        for_each_arena!(self, sweep);
        self.budget.release(released);
        self.freed_payload = released;
        self.give_back_places();
        self.plan_next_collection();
    }

    /// Gives up a collection.
    pub(super) fn clear_marks(&mut self) {
        macro_rules! clear {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                $arena.clear_marks();
            };
        }
        for_each_arena!(self, clear);
    }

    /// As many places of each arena as will be wanted until the next collection stay, and a quarter more. Others go back to the
    /// system.
    fn give_back_places(&mut self) {
        let forecast = self.forecast();
        macro_rules! trim {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                let wanted = forecast.of($arena.freed_bytes());
                $arena.trim(wanted + wanted / 4, &mut self.budget);
            };
        }
        for_each_arena!(self, trim);
    }

    /// Bytes of places that the last sweep has freed.
    pub(super) fn freed_bytes(&self) -> usize {
        let mut bytes = 0;
        macro_rules! add {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                bytes += $arena.freed_bytes();
            };
        }
        for_each_arena!(self, add);
        bytes
    }

    /// Bytes by which the arenas will grow, if that comes true.
    pub(super) fn expected_growth(&self, forecast: &Forecast) -> usize {
        let mut bytes = 0;
        macro_rules! add {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                bytes += forecast.of($arena.freed_bytes()).saturating_sub($arena.idle_bytes());
            };
        }
        for_each_arena!(self, add);
        bytes
    }

    /// Bytes of places that no cell uses.
    pub(crate) fn idle_bytes(&self) -> usize {
        let mut bytes = 0;
        macro_rules! add {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                bytes += $arena.idle_bytes();
            };
        }
        for_each_arena!(self, add);
        bytes
    }

    /// Cells in use.
    pub(super) fn live_cells(&self) -> u64 {
        let mut cells = 0;
        macro_rules! add {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                cells += $arena.live() as u64;
            };
        }
        for_each_arena!(self, add);
        cells
    }

    /// What the heap takes, counted anew: must be what was accounted for it.
    #[cfg(any(test, debug_assertions))]
    pub(crate) fn counted_bytes(&self) -> usize {
        let mut bytes = self.table_bytes();
        macro_rules! add {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                bytes += $arena.counted_bytes($payload);
            };
        }
        for_each_arena!(self, add);
        // The scopes that the code shares with records are its own.
        let of_code =
            |block: &Option<Rc<CodeBlock>>| block.as_ref().map_or(0, |block| block.bytes() - block.released_bytes());
        bytes + self.code.counted_bytes(of_code) - self.code.place_bytes()
    }

    /// Forgets what is about to be freed in tables that keep nothing alive.
    fn sweep_tables(&mut self) {
        self.sweep_interned();
        let patterns = &self.patterns;
        self.pattern_cache.retain(|pattern| patterns.is_marked(pattern.0));
        let shapes = &self.shapes;
        self.transitions.retain(|&(from, _, _), to| shapes.is_marked(from.0) && shapes.is_marked(to.0));
        if is_roomy(self.transitions.len(), self.transitions.capacity()) {
            self.transitions.shrink_to(self.transitions.len() * 2);
        }
        let objects = &self.objects;
        self.root_shapes.retain(|prototype, shape| {
            shapes.is_marked(shape.0) && prototype.is_none_or(|prototype| objects.is_marked(prototype.0))
        });
        if is_roomy(self.root_shapes.len(), self.root_shapes.capacity()) {
            self.root_shapes.shrink_to(self.root_shapes.len() * 2);
        }
    }

    /// Bytes of the tables that find cells again.
    fn table_bytes(&self) -> usize {
        self.interned_bytes()
            + self.pattern_cache.bytes()
            + self.transitions.allocation_size()
            + self.root_shapes.allocation_size()
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

/// Is so little left in a hash table that a smaller one is worth making?
pub(super) fn is_roomy(length: usize, capacity: usize) -> bool {
    capacity > 64 && length < capacity / 4
}
