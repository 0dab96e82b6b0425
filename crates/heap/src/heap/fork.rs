//! Copies of heaps: the beginning of a second engine with the same state.
//!
//! ```text
//! cells          words, arenas and tables are copied as they are: handles mean the same in both heaps
//! code           blocks are copied with their caches, which hold numbers of shapes; units are made of the same templates
//! host objects   their data come afterwards, from who knows what they are ([`crate::object::host::hosts::put_host_data`])
//! ```
//!
//! The copy is a loop over arenas, so nesting of objects does not matter. No vector of a cell is smaller in the copy.
//! So both heaps take the same bytes, and the account of one is right for the other.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Heap;
use crate::code::{CodeBlock, CodeSet, LoadedUnit};
use crate::heap::marking;

/// Copies of code. Several places refer to code, and each block is copied once.
#[derive(Default)]
pub struct CodeCopies {
    units: FxHashMap<*const LoadedUnit, Arc<LoadedUnit>>,
    sets: FxHashMap<*const CodeSet, Arc<CodeSet>>,
    blocks: FxHashMap<*const CodeBlock, Arc<CodeBlock>>,
}

impl CodeCopies {
    pub fn unit(&mut self, unit: &Arc<LoadedUnit>) -> Arc<LoadedUnit> {
        let copy = self.units.entry(Arc::as_ptr(unit)).or_insert_with(|| Arc::new(LoadedUnit::clone(unit)));
        Arc::clone(copy)
    }

    fn block(&mut self, block: &Arc<CodeBlock>) -> Arc<CodeBlock> {
        if let Some(copy) = self.blocks.get(&Arc::as_ptr(block)) {
            return Arc::clone(copy);
        }
        let copy = Arc::new(CodeBlock { unit: self.unit(&block.unit), ..CodeBlock::clone(block) });
        self.blocks.insert(Arc::as_ptr(block), Arc::clone(&copy));
        copy
    }

    fn set(&mut self, set: &Arc<CodeSet>) -> Arc<CodeSet> {
        if let Some(copy) = self.sets.get(&Arc::as_ptr(set)) {
            return Arc::clone(copy);
        }
        let unit = self.unit(&set.unit);
        let copy = Arc::new(set.copy_with(unit, |block| self.block(block)));
        self.sets.insert(Arc::as_ptr(set), Arc::clone(&copy));
        copy
    }
}

impl Heap {
    /// Copies the heap: the same cells, by the same handles. No cycle of the collector may be under way. The copies of
    /// the code serve others that refer to code.
    pub fn fork(&self) -> (Heap, CodeCopies) {
        debug_assert!(!marking::is_collecting(self), "a cycle is under way");
        let mut heap = Heap {
            budget: self.budget.fork(),
            words: self.words.clone(),
            arrays: self.arrays.clone(),
            others: self.others.clone(),
            overflows: self.overflows.clone(),
            strings: self.strings.clone(),
            symbols: self.symbols.clone(),
            bigints: self.bigints.clone(),
            records: self.records.clone(),
            accessors: self.accessors.clone(),
            shapes: self.shapes.clone(),
            tables: self.tables.clone(),
            code: self.code.clone(),
            scopes: self.scopes.clone(),
            patterns: self.patterns.clone(),
            realms: self.realms.clone(),
            buffers: self.buffers.clone(),
            pattern_cache: self.pattern_cache.clone(),
            interned: self.interned.clone(),
            symbol_registry: self.symbol_registry.clone(),
            transitions: self.transitions.clone(),
            root_shapes: self.root_shapes.clone(),
            weak_handles: self.weak_handles.clone(),
            kept_during_job: self.kept_during_job.clone(),
            registries_to_clean: self.registries_to_clean.clone(),
            marking: None,
            is_sweeping: false,
            reads: self.reads.clone(),
            writes: self.writes.clone(),
            definitions: self.definitions.clone(),
            chains: self.chains.clone(),
            prototype_epoch: self.prototype_epoch,
            nameless_chain: self.nameless_chain,
            elements_behind_arrays: self.elements_behind_arrays,
            swept_arenas: self.swept_arenas,
            live_before_sweep: self.live_before_sweep,
            marking_count: self.marking_count,
            stress: self.stress,
            safepoints_in_stress: self.safepoints_in_stress,
            stress_slices: self.stress_slices,
            counts_cache_hits: self.counts_cache_hits,
            has_html_dda: self.has_html_dda,
            longest_string: self.longest_string,
            freed_payload: self.freed_payload,
            slices: self.slices.clone(),
            poor_collections: self.poor_collections,
            dear_collections: self.dear_collections,
            spent_at_collection: self.spent_at_collection,
            memory_limit: self.memory_limit,
            on_loan: self.on_loan & !super::loan::SAMPLE,
            statistics: self.statistics,
            nothing: self.nothing,
        };
        let copies = heap.copy_code();
        (heap, copies)
    }

    /// Makes every cell of code refer to a copy of the code.
    fn copy_code(&mut self) -> CodeCopies {
        let mut copies = CodeCopies::default();
        for place in 0..self.code.capacity() {
            if let Some(cell) = self.code.get_mut_light(place) {
                cell.set = copies.set(&cell.set);
                cell.block = copies.block(&cell.block);
            }
        }
        copies
    }
}
