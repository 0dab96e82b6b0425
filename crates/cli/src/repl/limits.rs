//! Limits on entries. There are defaults, because `for (;;) {}` is usually a mistake.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::options::{Limits, units};

/// The limits on entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryLimits {
    /// Limit on the time of each entry.
    pub time: Option<Duration>,
    /// Limit on all live memory, in bytes.
    pub memory: Option<usize>,
    /// Limit on the fuel of all entries from now on.
    pub fuel: Option<u64>,
}

const TIME: Duration = Duration::from_secs(30);
const MEMORY: usize = 512 << 20;

impl EntryLimits {
    /// Returns the limits of the command line, with defaults for missing ones.
    pub fn of(limits: &Limits) -> EntryLimits {
        EntryLimits { time: limits.time.or(Some(TIME)), memory: limits.memory.or(Some(MEMORY)), fuel: limits.fuel }
    }

    /// Sets a limit from `time 5s`, `memory 64M` or `fuel 1000000`; `off` removes it.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = Some(value.trim()).filter(|&value| value != "off");
        let set = match name {
            "time" => value.map(units::duration).transpose().map(|time| self.time = time),
            "memory" => value.map(units::bytes).transpose().map(|memory| self.memory = memory),
            "fuel" => value.map(units::count).transpose().map(|fuel| self.fuel = fuel),
            _ => return Err("the limits are time, memory and fuel".to_owned()),
        };
        set.map_err(|expected| format!("{name} takes 'off' or {expected}"))
    }
}

impl Display for EntryLimits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
        writeln!(f, "time    {}", or_none(self.time.map(|time| format!("{time:?} for each entry"))))?;
        writeln!(f, "memory  {}", or_none(self.memory.map(shown_bytes)))?;
        writeln!(f, "fuel    {}", or_none(self.fuel.map(|fuel| format!("{fuel} units"))))
    }
}

/// Shows a number of bytes: `512M`, `1.5K`.
pub fn shown_bytes(bytes: usize) -> String {
    let units = [("G", 30), ("M", 20), ("K", 10)];
    match units.into_iter().find(|&(_, shift)| bytes >> shift > 0) {
        Some((unit, shift)) if bytes.is_multiple_of(1 << shift) => format!("{}{unit}", bytes >> shift),
        Some((unit, shift)) => format!("{:.1}{unit}", bytes as f64 / f64::from(1u32 << shift)),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_shown() {
        let mut limits = EntryLimits::of(&Limits::default());
        assert_eq!(limits.to_string(), "time    30s for each entry\nmemory  512M\nfuel    none\n");
        for text in ["time 250ms", "memory 1G", "fuel 7"] {
            limits.set(text).expect("right");
        }
        assert_eq!(limits.to_string(), "time    250ms for each entry\nmemory  1G\nfuel    7 units\n");
        limits.set("memory off").expect("right");
        assert_eq!(limits.memory, None);
        for text in ["time", "time x", "memory 1X", "memory 99999999999999999G", "fuel -1", "size 1"] {
            assert!(limits.set(text).is_err(), "{text}");
        }
        assert_eq!((shown_bytes(1536), shown_bytes(12)), ("1.5K".to_owned(), "12 bytes".to_owned()));
    }
}
