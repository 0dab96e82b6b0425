//! Unsettled promises of `Atomics.waitAsync`: the rest of their time, and their memory.

use std::sync::Arc;

use ferrotape_bytecode::Writer;
use rustc_hash::FxHashMap;

use super::super::{Done, JOB};
use super::Writing;
use ferrotape_runtime::buffers;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Finds the waiters. Cells that they lead to are written with all others.
    pub(super) fn find_waiters(&mut self) -> Done<()> {
        (self.current, self.current_key) = (JOB, PropertyKey::NONE);
        for left in self.vm.agent.async_waiters.left() {
            self.vm.work(1)?;
            let mut promise = Vec::new();
            self.value(Value::object(left.promise), &mut promise)?;
            self.waiters.push((promise, left));
        }
        Ok(())
    }

    /// Writes the waiters. Memory that no object leads to any more is not written: nobody has it in the other engine.
    pub(super) fn write_waiters(&self) -> Writer {
        let mut blocks = FxHashMap::default();
        for (number, &buffer) in (1..).zip(&self.buffers.all) {
            if let Some(bytes) = buffers::shared_bytes(&self.vm.heap, buffer) {
                blocks.entry(Arc::as_ptr(bytes)).or_insert(number);
            }
        }
        let mut out = Writer::default();
        out.number(self.waiters.len() as u64);
        for (promise, left) in &self.waiters {
            out.bytes.extend(promise);
            let element = left.element.as_ref();
            let element = element.and_then(|it| Some((*blocks.get(&Arc::as_ptr(&it.bytes))?, it.at)));
            out.number(element.map_or(0, |(block, _)| block));
            element.iter().for_each(|&(_, at)| out.number(at as u64));
            out.number(left.notified.map_or(0, |turn| turn + 1));
            out.byte(left.timeout.is_some().into());
            if let Some(timeout) = left.timeout {
                out.number(timeout.as_secs());
                out.number(timeout.subsec_nanos().into());
            }
        }
        out
    }
}
