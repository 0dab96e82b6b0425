//! Wakes a driver when a timer is due.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::task::Waker;
use std::thread;
use std::time::Duration;

use ferrotape_budget::Instant;
use ferrotape_runtime::panics::unless_it_panics;

/// A waker with the time at which it is woken.
struct Alarm {
    at: Instant,
    waker: Waker,
}

impl PartialEq for Alarm {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Alarm {}

impl PartialOrd for Alarm {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The earliest alarm is the greatest.
impl Ord for Alarm {
    fn cmp(&self, other: &Self) -> Ordering {
        other.at.cmp(&self.at)
    }
}

/// Wakes after some time, by a thread that all engines share and the first use starts. On platforms without threads it
/// wakes at once, and the driver polls the clock.
pub(super) fn wake_after(after: Duration, waker: &Waker) {
    static ALARMS: OnceLock<Option<Sender<Alarm>>> = OnceLock::new();
    let alarms = ALARMS.get_or_init(|| {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("ferrotape alarms".to_owned());
        thread.spawn(move || keep(&receiver)).ok().map(|_| sender)
    });
    // A time beyond the clock's range is as late as anything needs.
    let at = Instant::now().checked_add(after).unwrap_or_else(|| Instant::now() + A_DAY);
    let sent = alarms.as_ref().is_some_and(|alarms| alarms.send(Alarm { at, waker: waker.clone() }).is_ok());
    if !sent {
        waker.wake_by_ref();
    }
}

const A_DAY: Duration = Duration::from_secs(86_400);

/// Loop of the alarm thread: wakes all that is due, then waits for the next time, or for an earlier alarm to come.
fn keep(new: &mpsc::Receiver<Alarm>) {
    let mut alarms = BinaryHeap::new();
    loop {
        let now = Instant::now();
        while alarms.peek().is_some_and(|alarm: &Alarm| alarm.at <= now) {
            if let Some(alarm) = alarms.pop() {
                // A panic must not end the other alarms.
                unless_it_panics(|| alarm.waker.wake());
            }
        }
        let next = alarms.peek().map_or(A_DAY, |alarm| alarm.at.saturating_duration_since(now));
        match new.recv_timeout(next) {
            Ok(alarm) => alarms.push(alarm),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
