//! Measures each of the attacks of `tests/redos`, on texts of two lengths: `cargo run --release -p ferrotape-regexp
//! --example redos`.

#[path = "../tests/redos/attacks.rs"]
mod attacks;

use std::time::{Duration, Instant};

use attacks::{ATTACKS, Attack};
use ferrotape_budget::Budget;
use ferrotape_regexp::{Flags, Input, Regexp, Scratch};

/// Returns the best time of a few searches in a text of about this length; None if the fuel of a pattern with back
/// references ran out.
fn time(attack: &Attack, length: usize) -> Option<Duration> {
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let flags = Flags::parse(&units(attack.flags))?;
    let regexp = Regexp::new(&units(attack.pattern), flags, &mut Budget::default()).ok()?;
    let pumps = attack.pump.repeat(length / attack.pump.len());
    let text = units(&format!("{}{pumps}{}", attack.prefix, attack.suffix));
    let mut scratch = Scratch::default();
    let times = (0..5).map(|_| {
        let mut budget = Budget::default();
        budget.set_fuel(Some(400_000_000));
        let start = Instant::now();
        let found = regexp.find(Input::Utf16(&text), 0, &mut budget, &mut scratch);
        found.ok().map(|_| start.elapsed())
    });
    times.min().flatten()
}

fn main() {
    let mut worst = 0.0f64;
    for attack in ATTACKS {
        let (Some(once), Some(twice)) = (time(attack, 50_000), time(attack, 100_000)) else {
            println!("{:45} stopped by the budget", attack.name);
            continue;
        };
        let slope = twice.as_secs_f64() / once.as_secs_f64();
        println!("{:45} {:9.3} ms {:9.3} ms  × {slope:.2}", attack.name, ms(once), ms(twice));
        if ms(twice) > 1.0 {
            worst = worst.max(slope);
        }
    }
    println!("worst slope of those above a millisecond: {worst:.2}");
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
