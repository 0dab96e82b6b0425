//! Statistics of an engine's memory.

use ferrotape_runtime::heap::KindOfCells;
use ferrotape_runtime::sweep;

use crate::Engine;

/// All objects of one kind in an engine: see [`Engine::heap_stats`].
///
/// ```
/// use ferrotape::limits::HeapKind;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.run("a.js", "var text = 'a long text '.repeat(100_000)")?;
/// let strings: Vec<HeapKind> = engine.heap_stats().into_iter().filter(|found| found.kind.contains("string")).collect();
/// assert!(strings.iter().map(|found| found.bytes).sum::<usize>() > 1_000_000);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HeapKind {
    /// `plain objects` (functions among them), `arrays`, `strings`, `code`, `buffers` and so on.
    pub kind: &'static str,
    /// The number of objects. Garbage that is not collected yet counts.
    pub count: usize,
    /// Bytes of memory: the objects' places, free ones included, and everything that they own.
    pub bytes: usize,
}

impl Engine {
    /// Returns the memory of the engine by kind, the largest first. Counting takes time in proportion to the heap. Call
    /// [`Engine::collect_garbage`] first to leave out garbage.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let arrays = |engine: &Engine| {
    ///     let kinds = engine.heap_stats();
    ///     kinds.iter().find(|found| found.kind == "arrays").map_or(0, |found| found.count)
    /// };
    /// let before = arrays(&engine);
    /// engine.run("a.js", "var all = []; for (let i = 0; i < 1000; i++) all.push([i])")?;
    /// engine.collect_garbage();
    /// assert_eq!(arrays(&engine), before + 1001);
    /// assert!(engine.heap_stats().iter().map(|kind| kind.bytes).sum::<usize>() <= engine.stats().bytes);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn heap_stats(&self) -> Vec<HeapKind> {
        let kinds = sweep::kinds(&self.vm.heap);
        let mut all: Vec<HeapKind> =
            kinds.iter().map(|&KindOfCells { kind, count, bytes }| HeapKind { kind, count, bytes }).collect();
        all.push(HeapKind { kind: "stacks", count: 1, bytes: self.vm.stack_bytes() });
        all.sort_by_key(|kind| std::cmp::Reverse(kind.bytes));
        all
    }
}
