//! Cells with automatic lifetime: objects, strings, symbols, BigInts, records, shapes, code.
//!
//! Each kind has an [`Arena`] and a handle type of its own. Handles are `Copy` and have 32 bits, so code reads
//! `heap[object]` and no lifetime goes with a value. Nothing here runs script. `&Heap` looks, `&mut Heap` allocates,
//! and neither collects: collection happens only at the interpreter's safepoints (see `collect`).
//!
//! Bytes are accounted where they are added. Small cells are accounted after the fact ([`Heap::resized`]). Memory that
//! scripts can make large is charged before it is allocated ([`Heap::take`]). Memory that a native function needs for a while
//! is on loan (`loan`), or, if it is a single allocation, only asks for room ([`Heap::room`]).

pub(crate) mod arena;
pub(crate) mod collect;
pub mod cycle;
mod empty;
pub mod finalization;
pub mod fork;
mod loan;
pub mod marking;
pub mod pace;
pub mod pattern;
pub mod retention;
pub mod rope;
pub mod string;
pub mod sweep;
pub mod weak;
pub(crate) mod words;

use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::{Budget, Termination};
use ferrotape_text::SplitTable;

pub use crate::accessor::Accessor;
use crate::bigint::BigIntCell;
use crate::buffer::Buffer;
use crate::cache::{ChainCache, LookupCache};
use crate::code::{CodeBlock, CodeCell, Scope};
use crate::environment::Record;
pub use crate::id::{
    AccessorId, BigIntId, BufferId, CodeId, ObjectId, PatternId, RealmId, RecordId, ScopeId, ShapeId, StringId,
    SymbolId, TableId,
};
use crate::object::cell::{ArrayCell, OtherCell, Overflow};
use crate::realm::Realm;
use crate::shape::{PropertyTable, RootShape, Shape, Transition};
use crate::symbol::{Symbol, SymbolRegistry};
use crate::value::Value;

use arena::Arena;
pub use collect::Marker;
pub use finalization::FinalizationRegistry;
use marking::{Slices, Work};
use pattern::{Pattern, PatternCache};
pub use string::{FlatString, MAX_STRING_LENGTH, StringLayout, StringView};
use string::{InternTable, StringCell};
pub use sweep::KindOfCells;
use weak::WeakHandles;
pub use weak::{WeakHandle, WeakTable};
use words::Words;

/// The cells of an engine, with the budget that they are charged to.
pub struct Heap {
    pub budget: Budget,
    pub(crate) words: Words,
    pub(crate) arrays: Arena<ArrayCell>,
    pub(crate) others: Arena<OtherCell>,
    pub(crate) overflows: Arena<Overflow>,
    pub(crate) strings: Arena<StringCell>,
    pub(crate) symbols: Arena<Symbol>,
    pub(crate) bigints: Arena<BigIntCell>,
    pub(crate) records: Arena<Record>,
    pub(crate) accessors: Arena<Accessor>,
    pub(crate) shapes: Arena<Shape>,
    pub(crate) tables: Arena<PropertyTable>,
    pub(crate) code: Arena<Option<CodeCell>>,
    pub(crate) scopes: Arena<Option<Box<Scope>>>,
    pub(crate) patterns: Arena<Option<Box<Pattern>>>,
    pub(crate) realms: Arena<Option<Box<Realm>>>,
    pub buffers: Arena<Buffer>,
    pub(crate) pattern_cache: PatternCache,
    interned: InternTable,
    pub(crate) symbol_registry: SymbolRegistry,
    pub(crate) transitions: SplitTable<Transition>,
    /// The empty shape of each prototype and class.
    pub(crate) root_shapes: SplitTable<RootShape>,
    /// Counter of shape changes of prototypes: when it moves, cached inherited lookups are void.
    pub(crate) prototype_epoch: u32,
    /// The prototype from which on no object had an enumerable named property in that epoch. Collections forget it.
    pub(crate) nameless_chain: Option<(ObjectId, u32)>,
    pub(crate) weak_handles: WeakHandles,
    /// [[KeptAlive]] of the agent, ECMA-262 9.6.
    kept_during_job: SplitTable<Value>,
    /// Registries with dead targets.
    registries_to_clean: Vec<ObjectId>,
    /// True if an object on the prototype chain of an %Array.prototype% has, or had, elements. Then holes must be
    /// looked up.
    pub(crate) elements_behind_arrays: bool,
    /// Work list of the cycle under way; see `marking`.
    pub(crate) marking: Option<Box<Work>>,
    /// True while unmarked cells are being freed. So many arenas have been looked at.
    pub(crate) is_sweeping: bool,
    swept_arenas: usize,
    live_before_sweep: usize,
    /// Counter of markings, by which units know the last one that reached them.
    pub(crate) marking_count: u64,
    /// Stress mode: every safepoint collects, except those that `passes_in_stress` lets pass.
    pub stress: bool,
    /// Number of safepoints passed under `stress`.
    safepoints_in_stress: u64,
    /// Stress mode: every safepoint looks into one cell.
    pub stress_slices: bool,
    /// Hits of inline caches are counted. The loop then leaves all of them to the slow path.
    pub counts_cache_hits: bool,
    /// True once an object has [[IsHTMLDDA]]: see [`Heap::is_html_dda`].
    pub(crate) has_html_dda: bool,
    /// Most units of a string that is made of others.
    pub(crate) longest_string: usize,
    /// Bytes owned by cells that the last sweep has freed.
    freed_payload: usize,
    slices: Slices,
    /// Number of poor collections in a row; see `pace::note_gain`.
    poor_collections: u32,
    dear_collections: u32,
    /// Fuel spent at the last collection.
    spent_at_collection: u64,
    /// The memory limit as set. The budget's may be a little higher, see [`Heap::grant_entry`].
    memory_limit: usize,
    /// Bytes that native functions have borrowed; see `loan`.
    on_loan: usize,
    pub(crate) statistics: HeapStatistics,
    /// Object that stands for absent properties: its first slot is undefined. Caches name it.
    pub nothing: ObjectId,
    /// Second chances of property reads and writes.
    pub(crate) reads: LookupCache,
    pub(crate) writes: LookupCache,
    /// Second chances of definitions with all attributes: prototypes have no say in them.
    pub(crate) definitions: LookupCache,
    /// Findings of `instanceof`.
    pub(crate) chains: ChainCache,
}

/// Statistics of the heap for `--stats`.
#[derive(Copy, Clone, Default, Debug)]
pub struct HeapStatistics {
    pub records_made: u64,
    pub collections: u64,
    /// The longest pause, measured only if [`cycle::Mutator::measures_pauses`] says so.
    pub longest_pause: Duration,
    /// The collection under way, measured under the same condition.
    pub(crate) under_way: Collection,
}

/// A finished collection of garbage.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Collection {
    /// Number of the collection, from 1 on.
    pub number: u64,
    /// Number of pauses: one, or that of the slices between which the script went on.
    pub pauses: u32,
    /// Duration of all pauses together.
    pub time: Duration,
    /// Longest of the pauses.
    pub longest_pause: Duration,
    /// Bytes in use when it began, garbage included.
    pub bytes_before: usize,
    /// Bytes in use when it ended.
    pub bytes_after: usize,
}

impl Heap {
    pub fn statistics(&self) -> HeapStatistics {
        self.statistics
    }

    /// Accounts for work in proportion to data, before the work is done: [`Budget::work`].
    #[inline]
    pub fn work(&mut self, amount: u64) -> Result<(), Termination> {
        if self.budget.work_later(amount) { self.check_budget() } else { Ok(()) }
    }

    /// Checks the limits, and notes a sample that has come due.
    #[cold]
    #[inline(never)]
    fn check_budget(&mut self) -> Result<(), Termination> {
        let checked = self.budget.check();
        if self.budget.has_new_sample() {
            self.note_sample();
        }
        checked
    }

    /// Checks whether `bytes` to be allocated fit in the memory limit, without accounting for them. For memory that is
    /// freed before the running native function returns, or that its receiver accounts for.
    pub fn room(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.budget.would_exceed(bytes) { Err(Termination::OutOfMemory) } else { Ok(()) }
    }

    /// Charges `bytes` of payload that are about to be allocated and stay; see [`allocation_bytes`].
    pub fn take(&mut self, bytes: usize) -> Result<(), Termination> {
        self.budget.take(bytes)
    }

    /// Accounts for payload that has changed its size: [`Budget::resized`].
    #[inline(always)]
    pub fn resized(&mut self, before: usize, after: usize) {
        self.budget.resized(before, after);
    }

    /// The object that stands for none in internal slots that only hold an object.
    pub fn nothing(&self) -> ObjectId {
        self.nothing
    }

    pub fn should_collect(&self) -> bool {
        self.stress || self.stress_slices || self.budget.has_reached_watermark()
    }

    pub fn new_accessor(&mut self, accessor: Accessor) -> AccessorId {
        AccessorId(self.accessors.insert_light(accessor, &mut self.budget))
    }

    /// Stores a record. One without memory of its own takes the light path, where nothing is accounted but its place.
    pub fn new_record(&mut self, record: Record) -> RecordId {
        self.statistics.records_made += 1;
        let place = if record.owns_memory() {
            self.resized(0, record.payload_bytes());
            self.records.insert(record, &mut self.budget)
        } else {
            self.records.insert_light(record, &mut self.budget)
        };
        match RecordId::at(place) {
            Some(record) => record,
            None => unreachable!("place 0 is taken from the beginning, and marked in each collection"),
        }
    }

    /// A record, for a change that leaves it without memory of its own.
    #[inline(always)]
    pub fn record_mut_light(&mut self, record: RecordId) -> &mut Record {
        self.records.get_mut_light(record.place())
    }

    /// The names of a scope.
    #[inline(always)]
    pub fn scope(&self, scope: ScopeId) -> &Scope {
        match self.scopes.get(scope.0) {
            Some(scope) => scope,
            None => unreachable!("scopes live as long as their code and records"),
        }
    }

    pub fn new_scope(&mut self, scope: Scope) -> ScopeId {
        self.resized(0, scope.bytes());
        ScopeId(self.scopes.insert(Some(Box::new(scope)), &mut self.budget))
    }

    #[inline(always)]
    pub fn realm(&self, realm: RealmId) -> &Realm {
        match self.realms.get(realm.place()) {
            Some(realm) => realm,
            None => unreachable!("realms live as long as their functions and frames"),
        }
    }

    pub fn realm_mut(&mut self, realm: RealmId) -> &mut Realm {
        match self.realms.get_mut(realm.place()) {
            Some(realm) => realm,
            None => unreachable!("realms live as long as their functions and frames"),
        }
    }

    /// Number of realms that live or are not collected yet.
    pub fn realm_count(&self) -> usize {
        self.realms.live()
    }

    pub fn insert_realm(&mut self, realm: Realm) -> RealmId {
        self.resized(0, realm.bytes());
        RealmId::at(self.realms.insert(Some(Box::new(realm)), &mut self.budget))
    }

    /// A function's code.
    #[inline(always)]
    pub fn code_block(&self, code: CodeId) -> &Arc<CodeBlock> {
        &self.code_cell(code).block
    }

    /// The cell of a function's code, with its unit.
    #[inline(always)]
    pub fn code_cell(&self, code: CodeId) -> &CodeCell {
        match self.code.get(code.0) {
            Some(cell) => cell,
            None => unreachable!("code lives as long as its closures and frames"),
        }
    }

    pub(crate) fn new_code(&mut self, cell: CodeCell) -> CodeId {
        self.resized(0, cell.bytes());
        CodeId(self.code.insert(Some(cell), &mut self.budget))
    }

    pub(crate) fn replace_block(&mut self, code: CodeId, block: Arc<CodeBlock>) {
        if let Some(cell) = self.code.get_mut(code.0) {
            let before = cell.bytes();
            cell.block = block;
            let now = cell.bytes();
            self.resized(before, now);
        }
    }
}

impl Index<RecordId> for Heap {
    type Output = Record;
    #[inline(always)]
    fn index(&self, id: RecordId) -> &Record {
        self.records.get(id.place())
    }
}

impl IndexMut<RecordId> for Heap {
    #[inline(always)]
    fn index_mut(&mut self, id: RecordId) -> &mut Record {
        self.records.get_mut(id.place())
    }
}

macro_rules! indexed {
    ($($id:ident => $arena:ident: $cell:ty;)*) => {$(
        impl Index<$id> for Heap {
            type Output = $cell;
            #[inline(always)]
            fn index(&self, id: $id) -> &$cell {
                self.$arena.get(id.0)
            }
        }

        impl IndexMut<$id> for Heap {
            #[inline(always)]
            fn index_mut(&mut self, id: $id) -> &mut $cell {
                self.$arena.get_mut(id.0)
            }
        }
    )*};
}

indexed! {
    AccessorId => accessors: Accessor;
    ShapeId => shapes: Shape;
    TableId => tables: PropertyTable;
}
