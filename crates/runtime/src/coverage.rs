//! Counting of executed instructions, for coverage: by the watched loop, in counts that hang on each unit.

use std::sync::Arc;

use ferrotape_bytecode::Unit;
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_compiler::debug_tables;

use crate::code::CodeBlock;
use crate::code::counting::UnitCounts;
use crate::vm::Vm;
use crate::watch;

/// Most units whose counts are kept: a script may make any number by eval.
const MOST_UNITS: usize = 1 << 14;
/// Most bytes of their texts and counts, which no limit of the script counts.
const MOST_BYTES: usize = 64 << 20;

/// The units that ran, with the counts of their instructions.
#[derive(Default)]
pub struct Coverage {
    units: Vec<(Arc<Unit>, Arc<UnitCounts>)>,
    bytes: usize,
}

/// Coverage of a unit that ran.
pub struct Covered {
    pub unit: Arc<Unit>,
    /// Positions of statements and branches. None for code whose text does not tell them.
    pub tables: Option<DebugTables>,
    counts: Arc<UnitCounts>,
}

impl Covered {
    /// Returns how often an instruction was executed.
    pub fn count(&self, function: usize, at: u32) -> u64 {
        self.counts.of(function, at)
    }
}

/// Begins to count, for code that begins to run from now on.
pub fn begin(vm: &mut Vm) {
    watch::set_coverage(vm, Some(Coverage::default()));
}

/// Ends counting, and returns what ran, in the order in which it began.
pub fn end(vm: &mut Vm) -> Option<Vec<Covered>> {
    let coverage = watch::set_coverage(vm, None)?;
    let covered = coverage.units.into_iter().map(|(unit, counts)| {
        let language = vm.options.languages.of(unit.source.name());
        let tables = debug_tables(&unit, language, vm.native_stack());
        Covered { unit, tables, counts }
    });
    Some(covered.collect())
}

/// Makes the counts of a unit, and counts the instruction.
#[cold]
#[inline(never)]
pub(crate) fn begin_counts(coverage: &mut Coverage, code: &CodeBlock, at: usize) {
    let unit = &code.unit.unit;
    let counts = code.unit.counts.made(unit);
    let bytes = coverage.bytes.saturating_add(unit.source.text().len()).saturating_add(counts.bytes());
    if coverage.units.len() < MOST_UNITS && (bytes <= MOST_BYTES || coverage.units.is_empty()) {
        coverage.bytes = bytes;
        coverage.units.push((Arc::clone(unit), Arc::clone(counts)));
    }
    code.unit.counts.of(code.index).iter().for_each(|counts| counts.count(at));
}
