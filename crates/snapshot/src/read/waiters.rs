//! Promises of `Atomics.waitAsync`, which wait for the rest of their time, or for a notification.

use std::time::Duration;

use ferrotape_bytecode::Saved;

use super::super::Done;
use super::{Reading, unreadable};
use ferrotape_runtime::buffer::waiting::{self, Element, WaiterLeft};
use ferrotape_runtime::promise::read_promise;

impl Reading<'_, '_> {
    /// Reads the waiters, and lets them wait once all of them are known.
    pub(super) fn read_waiters(&mut self) -> Done<()> {
        let mut waiters = Vec::new();
        for _ in 0..self.reader.count(4)? {
            self.room()?;
            let promise = read_promise(self)?;
            let element = match self.reader.number()?.checked_sub(1) {
                Some(block) => Some(self.element_of(block)?),
                None => None,
            };
            let notified = self.reader.number()?.checked_sub(1);
            let timeout = if bool::read(&mut self.reader)? { Some(self.duration()?) } else { None };
            self.vm.heap.lend_room(&mut waiters, 1)?;
            waiters.push(WaiterLeft { promise, element, timeout, notified });
        }
        Ok(waiting::wait_again(self.vm, waiters)?)
    }

    fn element_of(&mut self, block: u64) -> Done<Element> {
        let bytes = self.shared_block(block)?;
        let at = usize::try_from(self.reader.number()?).ok().filter(|&at| at < bytes.byte_length());
        at.map_or_else(|| unreadable("there is no such element"), |at| Ok(Element { bytes, at }))
    }

    fn duration(&mut self) -> Done<Duration> {
        let (seconds, nanoseconds) = (self.reader.number()?, self.reader.number()?);
        let nanoseconds = u32::try_from(nanoseconds).ok().filter(|&nanoseconds| nanoseconds < 1_000_000_000);
        nanoseconds.map_or_else(|| unreadable("there is no such time"), |rest| Ok(Duration::new(seconds, rest)))
    }
}
