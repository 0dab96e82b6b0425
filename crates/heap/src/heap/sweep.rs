//! Sweeping: what is not marked is freed, and forgotten by the tables that find it.

use std::any::Any;

use ferrotape_budget::Budget;

use crate::bigint;
use crate::buffer::Buffer;
use crate::code::{CodeCell, Scope};
use crate::environment::Record;
use crate::heap::Heap;
use crate::heap::marking::Work;
use crate::heap::pace::Forecast;
use crate::heap::string::StringCell;
use crate::object::cell::{ArrayCell, ObjectMarks, OtherCell, Overflow};
use crate::realm::Realm;
use crate::shape::{PropertyTable, RootShape, Transition};

/// Does something with each arena, with what tells the bytes that its cells own, and with how those go back to the system.
macro_rules! for_each_arena {
    ($heap:expr, $visit:ident) => {
        $visit!($heap.arrays, ArrayCell::payload_bytes, ArrayCell::give_back);
        $visit!($heap.others, OtherCell::payload_bytes, OtherCell::give_back);
        $visit!($heap.overflows, Overflow::payload_bytes, Overflow::give_back);
        $visit!($heap.strings, StringCell::payload_bytes, StringCell::give_back);
        $visit!($heap.symbols, |_| 0, free);
        $visit!($heap.bigints, bigint::payload_bytes, free);
        $visit!($heap.records, Record::payload_bytes, free);
        $visit!($heap.accessors, |_| 0, free);
        $visit!($heap.shapes, |_| 0, free);
        $visit!($heap.tables, PropertyTable::bytes, free);
        $visit!($heap.patterns, |pattern| pattern.as_ref().map_or(0, |pattern| pattern.payload_bytes()), free);
        $visit!($heap.scopes, |scope| scope.as_deref().map_or(0, Scope::bytes), free);
        $visit!($heap.realms, |realm| realm.as_deref().map_or(0, Realm::bytes), free);
        $visit!($heap.buffers, Buffer::payload_bytes, Buffer::give_back);
        $visit!($heap.code, |cell| cell.as_ref().map_or(0, CodeCell::bytes), free);
    };
}

/// Functions whose caches are looked at between two looks at the clock.
const CODE_PER_CHECK: u32 = 64;

/// Cells of one kind.
#[derive(Copy, Clone, Debug)]
pub struct KindOfCells {
    pub kind: &'static str,
    pub count: usize,
    /// Their places, those that are free as well, and what they own.
    pub bytes: usize,
}

/// What people call what is in an arena.
fn kind_of_arena(arena: &'static str) -> &'static str {
    match arena.rsplit('.').next().unwrap_or(arena).trim() {
        "others" => "other objects",
        "overflows" => "further properties",
        "records" => "environments",
        "tables" => "property tables",
        "patterns" => "regular expressions",
        name => name,
    }
}

/// How cells go that own no large memory.
fn free<T>(_: T) {}

/// May a destructor of the host run where the cell is freed? Nobody knows how long it takes.
fn runs_code_of_host<T: Any>(cell: &T) -> bool {
    (cell as &dyn Any).downcast_ref().is_some_and(OtherCell::runs_code_of_host)
}

impl Heap {
    /// Makes sure that nothing leads to what is not marked any more; from then on it is free, or waits for
    /// [`Heap::sweep_slice`]. Where it was to stop before that, the collection is given up.
    pub(super) fn begin_sweep(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        self.live_before_sweep = self.live_bytes();
        self.reads.clear();
        self.writes.clear();
        self.definitions.clear();
        let before = self.table_bytes();
        let is_whole = self.sweep_caches(is_to_stop) && self.sweep_tables(is_to_stop);
        let after = self.table_bytes();
        self.account_change(before, after);
        if !is_whole {
            return self.clear_marks();
        }
        self.words.end_marking();
        // What it does not look at counts as reached.
        self.words.sweep(self.poisons(), || is_to_stop(&self.budget));
        self.freed_payload = 0;
        self.is_sweeping = true;
    }

    /// Is the use of freed cells to be noticed?
    pub(super) fn poisons(&self) -> bool {
        self.stress || self.stress_slices
    }

    /// Frees cells for so much work, one arena after the other; true where nothing is left to be looked at.
    pub(super) fn sweep_slice(&mut self, mut work: usize, poison: bool) -> bool {
        let mut released = 0;
        let mut is_whole = true;
        let mut arena = 0;
        let is_tight = self.budget.bytes() >= self.budget.memory_limit() / 4;
        macro_rules! sweep {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                if is_whole && arena >= self.swept_arenas {
                    let budget = &mut self.budget;
                    let release = |cell| {
                        let is_of_host = runs_code_of_host(&cell);
                        if is_tight {
                            $give_back(cell)
                        } else {
                            free(cell)
                        }
                        is_of_host && budget.look_after_host()
                    };
                    let swept = $arena.sweep_slice(&mut work, poison, $payload, release);
                    released += swept.released;
                    is_whole = swept.is_whole;
                    self.swept_arenas += usize::from(is_whole);
                }
                arena += 1;
            };
        }
        for_each_arena!(self, sweep);
        debug_assert!(!is_whole || self.swept_arenas == arena, "all arenas have been looked at");
        self.budget.release(released);
        self.freed_payload += released;
        is_whole
    }

    /// After the sweep.
    pub(super) fn end_sweep(&mut self, is_to_stop: impl Fn(&Budget) -> bool) {
        (self.is_sweeping, self.swept_arenas) = (false, 0);
        self.give_back_places(is_to_stop);
        self.plan_next_collection();
    }

    /// A cycle begins whose roots are marked: what is new is marked from birth.
    pub(super) fn begin_marking(&mut self, work: Box<Work>) {
        self.marking = Some(work);
        macro_rules! begin {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                $arena.begin_marking();
            };
        }
        for_each_arena!(self, begin);
        self.words.begin_marking();
    }

    /// Takes the marks of a cycle away, to be compared with those of another one.
    #[cfg(debug_assertions)]
    pub(super) fn take_marks(&mut self) -> (Vec<Vec<bool>>, Vec<u64>) {
        let mut marks = Vec::new();
        macro_rules! take {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                marks.push($arena.take_marks());
            };
        }
        for_each_arena!(self, take);
        (marks, self.words.take_marks())
    }

    /// Puts the marks back. What is marked now must be among them.
    #[cfg(debug_assertions)]
    pub(super) fn assert_marked_before(&mut self, (marks, of_words): (Vec<Vec<bool>>, Vec<u64>)) {
        let mut marks = marks.iter();
        macro_rules! compare {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                let missed = marks.next().and_then(|marks| $arena.put_marks_back(marks));
                assert!(missed.is_none(), "{} {missed:?} is reached, and has no mark", stringify!($arena));
            };
        }
        for_each_arena!(self, compare);
        let missed = self.words.put_marks_back(&of_words);
        assert!(missed.is_none(), "a cell of words is reached, and has no mark: its place in the marks is {missed:?}");
    }

    /// Gives up a collection.
    pub(super) fn clear_marks(&mut self) {
        macro_rules! clear {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                $arena.clear_marks();
            };
        }
        for_each_arena!(self, clear);
        self.words.end_marking();
        self.words.clear_marks();
    }

    /// As many places of each arena as will be wanted until the next collection stay, and a quarter more. Others go back to the
    /// system.
    fn give_back_places(&mut self, is_to_stop: impl Fn(&Budget) -> bool) {
        let forecast = self.forecast();
        macro_rules! trim {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                let wanted = forecast.of($arena.freed_bytes());
                $arena.trim(wanted + wanted / 4, &mut self.budget, &is_to_stop);
            };
        }
        for_each_arena!(self, trim);
        let wanted = forecast.of(self.words.freed_bytes());
        self.words.trim(wanted + wanted / 4, &mut self.budget);
    }

    /// Bytes of places that the last sweep has freed.
    pub(super) fn freed_bytes(&self) -> usize {
        let mut bytes = self.words.freed_bytes();
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
        let mut bytes = forecast.of(self.words.freed_bytes()).saturating_sub(self.words.idle_bytes());
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
        let mut bytes = self.words.idle_bytes();
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
        let mut cells = self.words.live() as u64;
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
    pub fn counted_bytes(&self) -> usize {
        self.kinds().iter().map(|kind| kind.bytes).sum()
    }

    /// What there is, by kind, counted anew; garbage that was not collected yet is a part of it.
    pub fn kinds(&self) -> Vec<KindOfCells> {
        let plain = KindOfCells { kind: "plain objects", count: self.words.live(), bytes: self.words.bytes() };
        let mut kinds = vec![plain, KindOfCells { kind: "tables of the heap", count: 0, bytes: self.table_bytes() }];
        macro_rules! add {
            ($arena:expr, $payload:expr, $give_back:expr) => {
                let (kind, bytes) = (kind_of_arena(stringify!($arena)), $arena.counted_bytes($payload));
                kinds.push(KindOfCells { kind, count: $arena.live(), bytes });
            };
        }
        for_each_arena!(self, add);
        kinds
    }

    /// Forgets what is about to be freed in tables that keep nothing alive. False where it was to stop before the end.
    fn sweep_tables(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) -> bool {
        if !self.sweep_interned(is_to_stop) {
            return false;
        }
        let (symbols, budget) = (&self.symbols, &self.budget);
        if !self.symbol_registry.retain(|symbol| symbols.is_marked(symbol.0), || is_to_stop(budget)) {
            return false;
        }
        let patterns = &self.patterns;
        self.pattern_cache.retain(|pattern| patterns.is_marked(pattern.0));
        let shapes = &self.shapes;
        let objects = ObjectMarks { words: &self.words, arrays: &self.arrays, others: &self.others };
        let budget = &self.budget;
        let are_both_marked =
            |transition: &mut Transition| shapes.is_marked(transition.from().0) && shapes.is_marked(transition.to.0);
        let is_root_marked = |root: &mut RootShape| {
            shapes.is_marked(root.shape.0) && root.prototype.is_none_or(|prototype| objects.has(prototype))
        };
        self.transitions.retain(are_both_marked, Transition::hash, || is_to_stop(budget))
            && self.root_shapes.retain(is_root_marked, RootShape::hash, || is_to_stop(budget))
    }

    /// Bytes of the tables that find cells again.
    fn table_bytes(&self) -> usize {
        self.interned_bytes()
            + self.symbol_registry.bytes()
            + self.pattern_cache.bytes()
            + self.transitions.bytes()
            + self.root_shapes.bytes()
            + self.weak_handles.bytes()
    }

    /// Makes void what inline caches say of cells that are about to be freed. False where it was to stop before the end.
    fn sweep_caches(&mut self, is_to_stop: impl Fn(&Budget) -> bool) -> bool {
        for index in 0..self.code.capacity() {
            if index % CODE_PER_CHECK == 0 && is_to_stop(&self.budget) {
                return false;
            }
            if !self.code.is_marked(index) {
                continue;
            }
            let Some(CodeCell { block, .. }) = self.code.get(index) else { continue };
            for cache in &block.caches {
                cache.sweep(|shape| self.shapes.is_marked(shape.0), |object| self.is_object_marked(object));
            }
            for literal in &block.literals {
                if literal.shape().is_some_and(|shape| !self.shapes.is_marked(shape.0)) {
                    literal.forget();
                }
            }
            if let Some((prototype, shape)) = block.construct_cache.get()
                && !(self.is_object_marked(prototype) && self.shapes.is_marked(shape.0))
            {
                block.construct_cache.forget();
            }
        }
        true
    }
}
