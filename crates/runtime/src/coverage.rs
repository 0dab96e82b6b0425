//! Counting of executed instructions, for coverage: by the watched loop, in counts that hang on each unit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{Code, Instruction, Unit};
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
pub struct Coverage {
    /// Tells its counts from those of others.
    pub(crate) number: u64,
    units: Vec<(Arc<Unit>, Arc<UnitCounts>)>,
    bytes: usize,
    /// Tells by the name of a text whether its unit is kept. All are, if there is none.
    is_kept: Option<fn(&str) -> bool>,
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

    /// Returns how often a function was begun. Its first instruction may be the head of a loop: jumps back to it begin nothing.
    pub fn calls(&self, function: usize) -> u64 {
        let all = self.count(function, 0);
        let Some(template) = self.unit.functions.get(function) else { return all };
        let jumps = jumps(&template.code);
        let mut left = MOST_JUMPS;
        let back = jumps.iter().filter(|jump| jump.to == 0);
        let back = back.map(|jump| self.taken(function, &jumps, jump, &mut left)).sum::<Option<u64>>();
        all.saturating_sub(back.unwrap_or(0))
    }

    /// Returns how often a jump was taken: where it was not, what is behind it went on, to which other jumps may have led. None
    /// where too many have.
    fn taken(&self, function: usize, jumps: &[Jump], jump: &Jump, left: &mut usize) -> Option<u64> {
        *left = left.checked_sub(1)?;
        let all = self.count(function, jump.at);
        if jump.is_always {
            return Some(all);
        }
        let next = jump.at + 1;
        let mut passed = self.count(function, next);
        for other in jumps.iter().filter(|other| other.to == next) {
            passed = passed.saturating_sub(self.taken(function, jumps, other, left)?);
        }
        Some(all.saturating_sub(passed))
    }
}

/// Most jumps that are looked at for the calls of a function.
const MOST_JUMPS: usize = 200;

/// A jump of a function.
struct Jump {
    at: u32,
    to: u32,
    /// Whether it has no condition.
    is_always: bool,
}

/// Returns the jumps of a function, in the order of its code.
fn jumps(code: &Code) -> Vec<Jump> {
    match code {
        Code::Register(code) => {
            let targets = (0..).zip(code.instructions.iter());
            let is_always = |it: &Instruction| matches!(it, Instruction::Jump { .. });
            targets.filter_map(|(at, it)| Some(Jump { at, to: it.target()?, is_always: is_always(it) })).collect()
        }
        Code::Stack(code) => {
            let targets = (0..).zip(&code.instructions);
            targets.filter_map(|(at, it)| Some(Jump { at, to: it.target()?, is_always: it.ends_path() })).collect()
        }
    }
}

/// Begins to count, for code that begins to run from now on. The function tells which texts are kept, by their names.
pub fn begin(vm: &mut Vm, is_kept: Option<fn(&str) -> bool>) {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    watch::set_coverage(vm, Some(Coverage { number, units: Vec::new(), bytes: 0, is_kept }));
}

/// Ends counting, and returns the code that ran, in the order in which it began.
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
    let counts = code.unit.counts.made(unit, coverage.number);
    let bytes = coverage.bytes.saturating_add(unit.source.text().len()).saturating_add(counts.bytes());
    let is_kept = coverage.is_kept.is_none_or(|is_kept| is_kept(unit.source.name()));
    if is_kept && coverage.units.len() < MOST_UNITS && (bytes <= MOST_BYTES || coverage.units.is_empty()) {
        coverage.bytes = bytes;
        coverage.units.push((Arc::clone(unit), Arc::clone(counts)));
    }
    code.unit.counts.of(code.index, coverage.number).iter().for_each(|counts| counts.count(at));
}
