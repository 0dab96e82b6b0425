//! Sweeping: unmarked cells are freed, and tables that find them forget them.

use std::any::Any;

use ferrotape_budget::Budget;

use crate::bigint;
use crate::buffer::Buffer;
use crate::code::{CodeCell, Scope};
use crate::environment::Record;
use crate::heap::Heap;
use crate::heap::marking::Work;
use crate::heap::pace::{self, Forecast};
use crate::heap::string::{self, StringCell};
use crate::object::cell::{self, ArrayCell, ObjectMarks, OtherCell, Overflow};
use crate::realm::Realm;
use crate::shape::{PropertyTable, RootShape, Transition};

/// Calls a macro with each arena, the function for bytes that its cells own, and the function that frees them.
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

/// Most bytes of small vectors that the free places of an arena keep for its next cells.
const MOST_KEPT: usize = 4 << 20;

/// Functions whose caches are looked at between two looks at the clock.
const CODE_PER_CHECK: u32 = 64;

/// Cells of one kind.
#[derive(Copy, Clone, Debug)]
pub struct KindOfCells {
    pub kind: &'static str,
    pub count: usize,
    /// Bytes of their places, free ones included, and of what they own.
    pub bytes: usize,
}

/// The name that people use for the cells of an arena.
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

/// Frees cells that own no large memory.
fn free<T>(_: T) {}

/// Empties the vector of an array, an `arguments` object or an overflow that is freed, and leaves it to the next one in its
/// place, if it is small. False for all else.
fn keep_small_vector<T: Any>(cell: &mut T) -> bool {
    let cell: &mut dyn Any = cell;
    if let Some(array) = cell.downcast_mut() {
        return ArrayCell::keep_small_vector(array);
    }
    if let Some(overflow) = cell.downcast_mut() {
        return Overflow::keep_small_vector(overflow);
    }
    cell.downcast_mut().is_some_and(OtherCell::keep_small_vector)
}

/// Returns whether freeing the cell may run a destructor of the host, which may take any time.
fn runs_code_of_host<T: Any>(cell: &T) -> bool {
    (cell as &dyn Any).downcast_ref().is_some_and(OtherCell::runs_code_of_host)
}

/// Makes sure that nothing leads to unmarked cells. From then on they are free, or wait for [`sweep_slice`]. If it was
/// stopped before that, the collection is given up.
pub(super) fn begin_sweep(heap: &mut Heap, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
    heap.live_before_sweep = pace::live_bytes(heap);
    heap.reads.clear();
    heap.writes.clear();
    heap.definitions.clear();
    heap.chains.clear();
    heap.nameless_chain = None;
    let before = table_bytes(heap);
    let is_whole = sweep_caches(heap, is_to_stop) && sweep_tables(heap, is_to_stop);
    let after = table_bytes(heap);
    heap.resized(before, after);
    if !is_whole {
        return clear_marks(heap);
    }
    heap.words.end_marking();
    // Cells that it does not reach count as live.
    heap.words.sweep(poisons(heap), || is_to_stop(&heap.budget));
    heap.freed_payload = 0;
    heap.is_sweeping = true;
}

/// Returns whether a use of freed cells is to be noticed.
pub(super) fn poisons(heap: &Heap) -> bool {
    heap.stress || heap.stress_slices
}

/// Frees cells for so much work, one arena after the other; true if nothing is left to look at.
pub(super) fn sweep_slice(heap: &mut Heap, mut work: usize, poison: bool) -> bool {
    let mut released = 0;
    let mut is_whole = true;
    let mut arena = 0;
    let is_tight = heap.budget.bytes() >= heap.budget.memory_limit() / 4;
    let most_kept = if is_tight { 0 } else { MOST_KEPT };
    macro_rules! sweep {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            if is_whole && arena >= heap.swept_arenas {
                let budget = &mut heap.budget;
                let release = |cell| {
                    let is_of_host = runs_code_of_host(&cell);
                    if is_tight {
                        $give_back(cell)
                    } else {
                        free(cell)
                    }
                    is_of_host && budget.look_after_host()
                };
                let swept = $arena.sweep_slice(&mut work, (poison, most_kept), $payload, keep_small_vector, release);
                released += swept.released;
                is_whole = swept.is_whole;
                heap.swept_arenas += usize::from(is_whole);
            }
            arena += 1;
        };
    }
    for_each_arena!(heap, sweep);
    debug_assert!(!is_whole || heap.swept_arenas == arena, "all arenas have been looked at");
    heap.budget.resized(released, 0);
    heap.freed_payload += released;
    is_whole
}

/// Ends the sweep: gives back places that will not be needed.
pub(super) fn end_sweep(heap: &mut Heap, is_to_stop: impl Fn(&Budget) -> bool) {
    (heap.is_sweeping, heap.swept_arenas) = (false, 0);
    give_back_places(heap, is_to_stop);
    pace::plan_next_collection(heap);
}

/// Begins a cycle whose roots are marked: new cells are marked from birth.
pub(super) fn begin_marking(heap: &mut Heap, work: Box<Work>) {
    heap.marking = Some(work);
    macro_rules! begin {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            $arena.begin_marking();
        };
    }
    for_each_arena!(heap, begin);
    heap.words.begin_marking();
}

/// Takes the marks of a cycle away, to compare them with those of another one.
#[cfg(debug_assertions)]
pub(super) fn take_marks(heap: &mut Heap) -> (Vec<Vec<bool>>, Vec<u64>) {
    let mut marks = Vec::new();
    macro_rules! take {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            marks.push($arena.take_marks());
        };
    }
    for_each_arena!(heap, take);
    (marks, heap.words.take_marks())
}

/// Puts the marks back, and asserts that everything marked now is among them.
#[cfg(debug_assertions)]
pub(super) fn assert_marked_before(heap: &mut Heap, (marks, of_words): (Vec<Vec<bool>>, Vec<u64>)) {
    let mut marks = marks.iter();
    macro_rules! compare {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            let missed = marks.next().and_then(|marks| $arena.put_marks_back(marks));
            assert!(missed.is_none(), "{} {missed:?} is reached, and has no mark", stringify!($arena));
        };
    }
    for_each_arena!(heap, compare);
    let missed = heap.words.put_marks_back(&of_words);
    assert!(missed.is_none(), "a cell of words is reached, and has no mark: its place in the marks is {missed:?}");
}

/// Gives up a collection.
pub(super) fn clear_marks(heap: &mut Heap) {
    macro_rules! clear {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            $arena.clear_marks();
        };
    }
    for_each_arena!(heap, clear);
    heap.words.end_marking();
    heap.words.clear_marks();
}

/// Gives free places back to the system. Each arena keeps as many as it will need until the next collection, and a
/// quarter more.
fn give_back_places(heap: &mut Heap, is_to_stop: impl Fn(&Budget) -> bool) {
    let forecast = pace::forecast(heap);
    macro_rules! trim {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            let wanted = forecast.of($arena.freed_bytes());
            $arena.trim(wanted + wanted / 4, &mut heap.budget, $payload, &is_to_stop);
        };
    }
    for_each_arena!(heap, trim);
    let wanted = forecast.of(heap.words.freed_bytes());
    heap.words.trim(wanted + wanted / 4, &mut heap.budget);
}

/// Bytes of places that the last sweep has freed.
pub(super) fn freed_bytes(heap: &Heap) -> usize {
    let mut bytes = heap.words.freed_bytes();
    macro_rules! add {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            bytes += $arena.freed_bytes();
        };
    }
    for_each_arena!(heap, add);
    bytes
}

/// Bytes by which the arenas will grow if the forecast comes true.
pub(super) fn expected_growth(heap: &Heap, forecast: &Forecast) -> usize {
    let mut bytes = forecast.of(heap.words.freed_bytes()).saturating_sub(heap.words.idle_bytes());
    macro_rules! add {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            bytes += forecast.of($arena.freed_bytes()).saturating_sub($arena.idle_bytes());
        };
    }
    for_each_arena!(heap, add);
    bytes
}

/// Bytes of places that no cell uses.
pub(crate) fn idle_bytes(heap: &Heap) -> usize {
    let mut bytes = heap.words.idle_bytes();
    macro_rules! add {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            bytes += $arena.idle_bytes();
        };
    }
    for_each_arena!(heap, add);
    bytes
}

/// Cells in use.
pub(super) fn live_cells(heap: &Heap) -> u64 {
    let mut cells = heap.words.live() as u64;
    macro_rules! add {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            cells += $arena.live() as u64;
        };
    }
    for_each_arena!(heap, add);
    cells
}

/// Counts the bytes that the heap takes, which must equal those accounted for it.
#[cfg(any(test, debug_assertions))]
pub fn counted_bytes(heap: &Heap) -> usize {
    kinds(heap).iter().map(|kind| kind.bytes).sum()
}

/// Counts the cells by kind, garbage that is not collected yet included.
pub fn kinds(heap: &Heap) -> Vec<KindOfCells> {
    let plain = KindOfCells { kind: "plain objects", count: heap.words.live(), bytes: heap.words.bytes() };
    let mut kinds = vec![plain, KindOfCells { kind: "tables of the heap", count: 0, bytes: table_bytes(heap) }];
    macro_rules! add {
        ($arena:expr, $payload:expr, $give_back:expr) => {
            let (kind, bytes) = (kind_of_arena(stringify!($arena)), $arena.counted_bytes($payload));
            kinds.push(KindOfCells { kind, count: $arena.live(), bytes });
        };
    }
    for_each_arena!(heap, add);
    kinds
}

/// Forgets cells that are about to be freed in tables that keep nothing alive. False if it was stopped before the end.
fn sweep_tables(heap: &mut Heap, is_to_stop: impl Fn(&Budget) -> bool + Copy) -> bool {
    if !string::sweep_interned(heap, is_to_stop) {
        return false;
    }
    let (symbols, budget) = (&heap.symbols, &heap.budget);
    if !heap.symbol_registry.retain(|symbol| symbols.is_marked(symbol.0), || is_to_stop(budget)) {
        return false;
    }
    let patterns = &heap.patterns;
    heap.pattern_cache.retain(|pattern| patterns.is_marked(pattern.0));
    let shapes = &heap.shapes;
    let objects = ObjectMarks { words: &heap.words, arrays: &heap.arrays, others: &heap.others };
    let budget = &heap.budget;
    let are_both_marked =
        |transition: &mut Transition| shapes.is_marked(transition.from().0) && shapes.is_marked(transition.to.0);
    let is_root_marked = |root: &mut RootShape| {
        shapes.is_marked(root.shape.0) && root.prototype.is_none_or(|prototype| objects.has(prototype))
    };
    heap.transitions.retain(are_both_marked, Transition::hash, || is_to_stop(budget))
        && heap.root_shapes.retain(is_root_marked, RootShape::hash, || is_to_stop(budget))
}

/// Bytes of the tables that find cells again.
fn table_bytes(heap: &Heap) -> usize {
    string::interned_bytes(heap)
        + heap.symbol_registry.bytes()
        + heap.pattern_cache.bytes()
        + heap.transitions.bytes()
        + heap.root_shapes.bytes()
        + heap.weak_handles.bytes()
}

/// Clears what inline caches say of cells that are about to be freed. False if it was stopped before the end.
fn sweep_caches(heap: &mut Heap, is_to_stop: impl Fn(&Budget) -> bool) -> bool {
    for index in 0..heap.code.capacity() {
        if index % CODE_PER_CHECK == 0 && is_to_stop(&heap.budget) {
            return false;
        }
        if !heap.code.is_marked(index) {
            continue;
        }
        let Some(CodeCell { block, .. }) = heap.code.get(index) else { continue };
        for cache in &block.caches {
            cache.sweep(|shape| heap.shapes.is_marked(shape.0), |object| cell::is_object_marked(heap, object));
        }
        for literal in &block.literals {
            if literal.shape().is_some_and(|shape| !heap.shapes.is_marked(shape.0)) {
                literal.forget();
            }
        }
        if let Some((prototype, shape)) = block.construct_cache.get()
            && !(cell::is_object_marked(heap, prototype) && heap.shapes.is_marked(shape.0))
        {
            block.construct_cache.forget();
        }
    }
    true
}
