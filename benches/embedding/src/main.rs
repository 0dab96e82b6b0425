//! What it costs to embed an engine: calls across the border, engines made and dropped, rules with data in and out, libraries
//! loaded. Prints nanoseconds for each engine, and in brackets Ferrotape's over that engine's (below 1: Ferrotape is faster).
//!
//! All are measured in turns in one run, several rounds, and the best of each counts: what else the machine does only adds.

mod boa;
mod case;
mod ferrotape;
mod lua;
mod quickjs;
mod rhai;

use std::time::Duration;

use case::{CASES, Case, Peer};

const ROUNDS: usize = 7;

fn main() {
    // For counts by valgrind a few repetitions of one engine are enough: `CASE ENGINE COUNT`.
    let mut arguments = std::env::args().skip(1);
    let (filter, engine) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let count: Option<u32> = arguments.next().and_then(|count| count.parse().ok());
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(ferrotape::Ferrotape::new()),
        Box::new(quickjs::QuickJs::new()),
        Box::new(boa::Boa::new()),
        Box::new(lua::Lua::new()),
        Box::new(rhai::Rhai::new()),
    ];
    peers.retain(|peer| peer.name().contains(&engine));
    print!("{:34}", "nanoseconds");
    peers.iter().for_each(|peer| print!("{:>20}", peer.name()));
    println!("{:>10}", "goal");
    for case in CASES.iter().filter(|case| case.name.contains(&filter)) {
        print_row(case, &measured(case, count, &mut peers));
    }
}

/// The best time of one repetition for each engine, in nanoseconds.
fn measured(case: &Case, count: Option<u32>, peers: &mut [Box<dyn Peer>]) -> Vec<Option<f64>> {
    let mut best = vec![None; peers.len()];
    let (rounds, count) = count.map_or((ROUNDS, case.count), |count| (1, count));
    for _ in 0..rounds {
        for (peer, best) in peers.iter_mut().zip(&mut best) {
            let Some(time) = peer.time(case.what, count) else { continue };
            let each = nanoseconds(time) / f64::from(count);
            *best = Some(best.map_or(each, |other: f64| other.min(each)));
        }
    }
    best
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

fn print_row(case: &Case, times: &[Option<f64>]) {
    print!("{:34}", case.name);
    let own = times[0];
    for (place, time) in times.iter().enumerate() {
        let text = match (time, own) {
            (None, _) => "–".to_owned(),
            (Some(time), Some(own)) if place > 0 => format!("{time:.0} ({:.2})", own / time),
            (Some(time), _) => format!("{time:.0}"),
        };
        print!("{text:>20}");
    }
    println!("{:>10}", case.goal.map_or_else(String::new, |goal| format!("{goal}")));
}
