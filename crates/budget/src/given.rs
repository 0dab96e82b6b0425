//! The limits as the host gave them, for messages: the budget itself knows totals, which mean nothing to a reader.

use std::mem;

use crate::{Budget, MAX_MEMORY, Termination};

/// The limits of the host, as messages name them.
#[derive(Copy, Clone, Default)]
pub(crate) struct Given {
    /// The units of work of the tightest limit.
    pub fuel: u64,
    /// The bytes of the tightest limit, where that is one of a call. Zero where it is the limit of all memory.
    pub bytes: usize,
}

impl Budget {
    /// Sets the bytes that messages name as the memory limit, for a call whose limit counts from its beginning. Zero
    /// stands for the limit of all memory. Returns what was set before.
    pub fn set_given_bytes(&mut self, bytes: usize) -> usize {
        mem::replace(&mut self.given.bytes, bytes)
    }

    /// Sets the fuel that messages name, where the rest of it is the tightest limit.
    pub fn set_given_fuel(&mut self, rest: u64, whole: u64) {
        if self.given.fuel == rest {
            self.given.fuel = whole;
        }
    }

    /// Describes what ended a run, with the limit as the host gave it: `the script used up its fuel: 20000 units of work`.
    pub fn describe(&self, termination: Termination) -> String {
        let limit = match termination {
            Termination::OutOfFuel => self.fuel.map(|_| format!("{} units of work", self.given.fuel)),
            Termination::DeadlineReached => self.deadline.map(|deadline| format!("{:?}", deadline.after)),
            Termination::OutOfMemory if self.given.bytes > 0 => Some(bytes(self.given.bytes)),
            Termination::OutOfMemory if self.memory_limit < MAX_MEMORY => Some(bytes(self.memory_limit)),
            _ => None,
        };
        limit.map_or_else(|| termination.to_string(), |limit| format!("{termination}: {limit}"))
    }
}

/// Shows a number of bytes in the largest unit that divides it.
fn bytes(bytes: usize) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(bits, _)| bytes.trailing_zeros() >= *bits) {
        Some((bits, unit)) => format!("{} {unit}", bytes >> bits),
        None if bytes == 1 => "1 byte".to_owned(),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Deadline;

    #[test]
    fn limits_are_told_as_they_were_given() {
        let mut budget = Budget::default();
        assert_eq!(budget.describe(Termination::OutOfFuel), "the script used up its fuel");
        budget.set_fuel(Some(1000));
        budget.set_memory_limit(Some(8 << 20));
        let _ = budget.work(400);
        let outer = budget.narrow(Some(50), Deadline::after(Duration::from_millis(20)), None);
        assert_eq!(budget.describe(Termination::OutOfFuel), "the script used up its fuel: 50 units of work");
        assert_eq!(budget.describe(Termination::DeadlineReached), "the script reached its deadline: 20ms");
        assert_eq!(budget.describe(Termination::OutOfMemory), "the script reached its memory limit: 8 MiB");
        // A wider limit within does not hold.
        let inner = budget.narrow(Some(5000), Deadline::after(Duration::from_secs(2)), None);
        assert_eq!(budget.describe(Termination::OutOfFuel), "the script used up its fuel: 50 units of work");
        assert_eq!(budget.describe(Termination::DeadlineReached), "the script reached its deadline: 20ms");
        budget.set_given_fuel(5000, 9000);
        assert_eq!(budget.describe(Termination::OutOfFuel), "the script used up its fuel: 50 units of work");
        budget.widen(inner);
        // The rest of a limit is named by the whole.
        budget.set_given_fuel(50, 200);
        assert_eq!(budget.describe(Termination::OutOfFuel), "the script used up its fuel: 200 units of work");
        budget.widen(outer);
        assert_eq!(budget.describe(Termination::OutOfFuel), "the script used up its fuel: 1000 units of work");
        assert_eq!(budget.describe(Termination::Interrupted), "the script was interrupted");
        assert_eq!(budget.set_given_bytes(1000), 0);
        assert_eq!(budget.describe(Termination::OutOfMemory), "the script reached its memory limit: 1000 bytes");
        assert_eq!(bytes(1), "1 byte");
    }
}
