//! Timers as bytes. The clock of the restored engine continues from the saved time, and each timer stays due at its
//! time.
//!
//! ```text
//! timers   timers made, turns, the time now, how many are left, each of them
//! timer    its number, when it is due, its turn, its nesting level, its place among the kept values, what it takes, whether
//!          nobody waits for it, its interval
//! time     seconds, nanoseconds
//! ```

use std::collections::BTreeSet;
use std::time::Duration;

use ferrotape_budget::Instant;
use ferrotape_runtime::{Reader, Writer};

use super::{Timer, Timers};

/// The greatest number that is accepted: numbers count up from it.
const MOST: u64 = 1 << 53;

/// Writes the timers. All times are of the timers' own clock, so they mean the same when they are restored.
pub(super) fn save(timers: &Timers) -> Vec<u8> {
    let mut to = Writer::default();
    to.number(timers.made);
    to.number(timers.turns);
    time(&mut to, timers.now());
    to.number(timers.by_id.len() as u64);
    for (&id, timer) in &timers.by_id {
        let (due, turn) = timer.due;
        to.number(id);
        time(&mut to, due);
        [turn, timer.nesting.into(), timer.place as u64].into_iter().for_each(|number| to.number(number));
        time(&mut to, timer.after);
        to.byte(timer.is_unreferenced.into());
        to.byte(timer.interval.is_some().into());
        timer.interval.iter().for_each(|&interval| time(&mut to, interval));
    }
    to.bytes
}

fn time(to: &mut Writer, time: Duration) {
    to.number(time.as_secs());
    to.number(time.subsec_nanos().into());
}

/// Reads timers. None if the bytes are not valid, or refer to functions beyond the kept values.
pub(super) fn restore(timers: &mut Timers, bytes: &[u8], kept: usize) -> Option<()> {
    let mut reader = Reader::new(bytes, 0);
    let number = |reader: &mut Reader<'_>| reader.number().ok().filter(|&number| number <= MOST);
    let (made, turns) = (number(&mut reader)?, number(&mut reader)?);
    let mut restored =
        Timers { made, turns, time: read_time(&mut reader)?, start: Instant::now(), ..timers.without_any() };
    let mut free: BTreeSet<usize> = (0..kept).collect();
    for _ in 0..reader.count(1).ok()? {
        let id = number(&mut reader)?;
        let due = (read_time(&mut reader)?, number(&mut reader)?);
        let nesting = u32::try_from(number(&mut reader)?).ok()?;
        let place = usize::try_from(number(&mut reader)?).ok()?;
        let after = read_time(&mut reader)?;
        let is_unreferenced = match reader.byte().ok()? {
            0 => false,
            1 => true,
            _ => return None,
        };
        restored.unreferenced += usize::from(is_unreferenced);
        let interval = match reader.byte().ok()? {
            0 => None,
            1 => Some(read_time(&mut reader)?),
            _ => return None,
        };
        let is_new = free.remove(&place) && id <= made && due.1 <= turns && nesting <= u32::MAX / 2;
        let timer = Timer { due, interval, nesting, place, after, is_unreferenced };
        if !is_new || restored.by_id.insert(id, timer).is_some() || restored.queue.insert(due, id).is_some() {
            return None;
        }
    }
    restored.free = free.into_iter().collect();
    *timers = restored;
    (reader.left() == 0).then_some(())
}

fn read_time(reader: &mut Reader<'_>) -> Option<Duration> {
    let seconds = reader.number().ok()?;
    let nanoseconds = u32::try_from(reader.number().ok()?).ok()?;
    (nanoseconds < 1_000_000_000).then(|| Duration::new(seconds, nanoseconds))
}
