//! An empty heap: what each has from the beginning.

use ferrotape_budget::Budget;
use ferrotape_text::SplitTable;

use super::arena::Arena;
use super::marking::Slices;
use super::pattern::PatternCache;
use super::string::{self, InternTable, MAX_STRING_LENGTH};
use super::weak::WeakHandles;
use super::words::Words;
use super::{Heap, HeapStatistics};
use crate::cache::{ChainCache, LookupCache};
use crate::environment::Record;
use crate::id::ObjectId;
use crate::object::ObjectKind;
use crate::symbol::{self, SymbolRegistry};

/// Cells of each kind that there is room for from the beginning: those of a small program, so that no arena of it grows.
const ROOM_FOR_SHAPES: usize = 112;
const ROOM_FOR_TABLES: usize = 16;
const ROOM_FOR_SYMBOLS: usize = 24;

impl Heap {
    /// Makes an empty heap whose hash tables are seeded with `seed`; `names` get the first free string ids.
    pub fn new(seed: u64, names: &[&str]) -> Self {
        let mut heap = Heap {
            budget: Budget::default(),
            words: Words::new(),
            arrays: Arena::new(),
            others: Arena::new(),
            overflows: Arena::new(),
            strings: Arena::new(),
            symbols: Arena::new(),
            bigints: Arena::new(),
            records: Arena::new(),
            accessors: Arena::new(),
            shapes: Arena::new(),
            tables: Arena::new(),
            code: Arena::new(),
            scopes: Arena::new(),
            patterns: Arena::new(),
            realms: Arena::new(),
            buffers: Arena::new(),
            pattern_cache: PatternCache::default(),
            interned: InternTable::new(seed),
            symbol_registry: SymbolRegistry::default(),
            transitions: SplitTable::new(),
            root_shapes: SplitTable::new(),
            prototype_epoch: 0,
            nameless_chain: None,
            weak_handles: WeakHandles::default(),
            kept_during_job: SplitTable::new(),
            registries_to_clean: Vec::new(),
            elements_behind_arrays: false,
            marking: None,
            is_sweeping: false,
            swept_arenas: 0,
            live_before_sweep: 0,
            marking_count: 0,
            stress: false,
            safepoints_in_stress: 0,
            stress_slices: false,
            counts_cache_hits: false,
            has_html_dda: false,
            longest_string: MAX_STRING_LENGTH,
            freed_payload: 0,
            slices: Slices::default(),
            poor_collections: 0,
            dear_collections: 0,
            spent_at_collection: 0,
            memory_limit: usize::MAX,
            on_loan: 0,
            statistics: HeapStatistics::default(),
            nothing: ObjectId(0),
            reads: LookupCache::new(),
            writes: LookupCache::new(),
            definitions: LookupCache::new(),
            chains: ChainCache::default(),
        };
        string::make_fixed_strings(&mut heap, names);
        heap.shapes.reserve(ROOM_FOR_SHAPES, &mut heap.budget);
        heap.tables.reserve(ROOM_FOR_TABLES, &mut heap.budget);
        heap.symbols.reserve(ROOM_FOR_SYMBOLS, &mut heap.budget);
        symbol::make_well_known_symbols(&mut heap);
        heap.records.insert_light(Record::default(), &mut heap.budget);
        heap.nothing = heap.new_object_with_prototype(None, ObjectKind::Ordinary);
        heap
    }
}
