//! What it costs that a program waits for its host: `ENGINE PROGRAM` prints a line of figures, which `run` puts into a table.
//!
//! A program calls `search` and waits. All of it is written down, made again in an engine that knows nothing of it, answered, and
//! goes on to its end. Times are the median of the repetitions, in microseconds.

mod ferrotape;
mod quickjs;

use std::time::{Duration, Instant};

/// Repetitions of each measurement.
const COUNT: usize = 400;

/// Programs that wait at once, where their memory is measured.
const WAITING: usize = 1_000;

/// An engine that programs wait in.
pub trait Peer {
    /// A program that waits at its call.
    type Run;

    /// Makes an engine, compiles the program there and runs it until it waits.
    fn start(&self) -> Self::Run;

    /// Writes a waiting program down; none where the engine cannot.
    fn save(&self, run: &mut Self::Run) -> Option<Vec<u8>>;

    /// Makes it again, answers the call, and goes on to the end.
    fn finish(&self, bytes: &[u8]) -> String;
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (engine, program) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let is_large = program == "large";
    match engine.as_str() {
        "ferrotape" => measure(&ferrotape::Ferrotape::new(is_large)),
        "rquickjs" => measure(&quickjs::QuickJs::new(is_large)),
        _ => eprintln!("usage: ferrotape-waiting-bench ferrotape|rquickjs small|large"),
    }
}

fn measure(peer: &impl Peer) {
    let start = median(|| peer.start());
    let mut run = peer.start();
    let (mut save, mut bytes, mut finish) = (None, None, None);
    if let Some(saved) = peer.save(&mut run) {
        save = Some(median(|| peer.save(&mut run)));
        bytes = Some(saved.len());
        finish = Some(median(|| assert_eq!(peer.finish(&saved), "many")));
    }
    drop(run);
    let before = resident();
    let waiting: Vec<_> = (0..WAITING).map(|_| peer.start()).collect();
    let each = resident().saturating_sub(before) / WAITING;
    drop(waiting);
    let micros =
        |time: Option<Duration>| time.map_or("-".to_owned(), |time| format!("{:.1}", time.as_secs_f64() * 1e6));
    let bytes = bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
    println!("{}\t{}\t{bytes}\t{}\t{each}", micros(Some(start)), micros(save), micros(finish));
}

/// Times a piece of work; what it gives is dropped outside of the clock.
fn median<T>(mut work: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..COUNT)
        .map(|_| {
            let start = Instant::now();
            let made = work();
            let time = start.elapsed();
            drop(made);
            time
        })
        .collect();
    times.sort();
    times[COUNT / 2]
}

/// Resident bytes of this process.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse().ok()).map_or(0, |pages: usize| pages * 4096)
}
