//! Bytes of an engine changed at random: an error that describes the problem, or an engine that runs and keeps to its
//! limits.

use ferrotape::script::OwnedExecution;
use ferrotape::{Engine, Limits};

/// A deterministic generator of numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// Returns a copy with some changes from a place on, possibly cut off.
    pub fn changed(&mut self, bytes: &[u8], first: usize) -> Vec<u8> {
        let mut changed = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let place = first + self.below(bytes.len() - first);
            match self.below(4) {
                0 => changed[place] ^= 1 << self.below(8),
                1 => changed[place] = self.below(256) as u8,
                2 => changed[place] = changed[self.below(bytes.len())],
                _ => changed[place] = changed[place].wrapping_add(1),
            }
        }
        if self.below(20) == 0 {
            changed.truncate(self.below(bytes.len()));
        }
        changed
    }
}

/// Returns the number of variants to test; a long run asks for more.
pub fn variants() -> usize {
    let asked = std::env::var("FERROTAPE_VARIANTS").ok().and_then(|count| count.parse().ok());
    asked.unwrap_or(600)
}

/// Restores many changed copies of the bytes, and runs all calls in the results. Most changes are after the code, which
/// has its own tests.
pub fn any_bytes_of(bytes: &[u8], code: usize, empty: impl Fn() -> Engine, calls: &[&str]) {
    let mut random = Random(0x9E37_79B9);
    let mut accepted = 0;
    for variant in 0..variants() {
        let changed = random.changed(bytes, if variant % 4 == 0 { 0 } else { code });
        let Ok(mut restored) = Engine::restore_into(empty(), &changed) else { continue };
        accepted += 1;
        for call in calls {
            restored.eval::<()>(call).ok();
            restored.run_jobs().ok();
        }
        restored.run_with_jobs("timers.js", "").ok();
        restored
            .run("all.js", "for (const k of Reflect.ownKeys(globalThis)) { try { String(globalThis[k]) } catch {} }")
            .ok();
        restored.run("churn.js", "for (let i = 0; i < 1e4; i++) [{}]").ok();
        restored.snapshot().ok();
    }
    assert!(accepted > 0, "some changes are of values");
}

/// Continues a restored execution, in slices and then to its end. Any result is right.
pub fn goes_on(mut restored: OwnedExecution, fuel: u64) {
    let mut execution = restored.execution();
    for _ in 0..3 {
        if execution.resume::<String>(&Limits::new().fuel(fuel)).is_ready() {
            break;
        }
        execution.snapshot().ok();
    }
    if execution.is_paused() {
        let _ = execution.resume::<String>(&Limits::new());
    }
    drop(execution);
    let mut engine = restored.into_engine();
    engine.run_jobs().ok();
    engine.run("churn.js", "for (let i = 0; i < 1e4; i++) [{}]").ok();
    engine.snapshot().ok();
}

/// Restores many changed copies of a paused execution, and continues them. Frames stand at the end.
pub fn any_bytes_of_an_execution(bytes: &[u8], empty: impl Fn() -> Engine) {
    let mut random = Random(0x2545_F491);
    let mut accepted = 0;
    for _ in 0..variants() {
        let behind = [40, 200, 1000, bytes.len()][random.below(4)].min(bytes.len());
        let changed = random.changed(bytes, bytes.len() - behind);
        let Ok(restored) = Engine::restore_execution_into(empty(), &changed) else { continue };
        accepted += 1;
        goes_on(restored, 500);
    }
    assert!(accepted > 0, "some changes are of values");
}

/// Creates an engine to restore into, with narrow limits.
pub fn narrow() -> Engine {
    Engine::builder().memory_limit(8 << 20).fuel(200_000).build().expect("an engine")
}
