//! The engine of this repository.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ferrotape::{AsContext, Context, Engine, Function, Json, Script};

use crate::case::{Order, Peer, RULE, Work, library_text};

pub struct Ferrotape {
    engine: Engine,
    sum: Function,
    rule: Function,
    script: Script,
    library: String,
    compiled: Script,
    saved: Vec<u8>,
}

/// The time to have a script and run it, each time in a new engine.
fn time_of_loads(count: u32, script: impl Fn() -> Script) -> Duration {
    let mut time = Duration::ZERO;
    for _ in 0..count {
        let mut engine = Engine::new();
        let start = Instant::now();
        let script = script();
        script.run::<()>(&mut engine).expect("loaded");
        time += start.elapsed();
        drop(black_box((script, engine)));
    }
    time
}

impl Ferrotape {
    pub fn new() -> Self {
        let mut engine = Engine::new();
        engine.define("nop", || ()).expect("defined");
        engine.define("add", |a: f64, b: f64| a + b).expect("defined");
        engine.define("len", |text: &str| text.len() as f64).expect("defined");
        let sum = engine.eval("(a, b) => a + b").expect("a function");
        let rule = engine.eval(RULE).expect("a function");
        let script = Script::compile("empty.js", "1").expect("compiled");
        let library = library_text();
        let compiled = Script::compile("library.js", &library).expect("compiled");
        let saved = compiled.to_bytes().expect("saved code");
        Ferrotape { engine, sum, rule, script, library, compiled, saved }
    }
}

impl Peer for Ferrotape {
    fn name(&self) -> &'static str {
        "ferrotape"
    }

    fn loop_time(&mut self, text: &str, count: u32) -> Duration {
        let work: Function = self.engine.eval(text).expect("a function");
        let start = Instant::now();
        let _: f64 = work.call(&mut self.engine, (count,)).expect("a number");
        start.elapsed()
    }

    fn work_time(&mut self, work: Work, count: u32) -> Option<Duration> {
        let engine = &mut self.engine;
        let start = Instant::now();
        match work {
            Work::Call => {
                for _ in 0..count {
                    black_box(self.sum.call::<f64>(engine, (1.0, 2.0)).expect("a number"));
                }
            }
            Work::Engine => (0..count).for_each(|_| drop(black_box(Engine::new()))),
            Work::Rule => {
                let order = Json(Order::example());
                for _ in 0..count {
                    let result: Json<Order> = self.rule.call(engine, (&order,)).expect("an order");
                    assert!(result.0.is_checked());
                }
            }
            Work::Again => {
                for _ in 0..count {
                    black_box(self.script.run::<f64>(engine).expect("a number"));
                }
            }
            Work::AgainWithin => {
                let run = |cx: &mut Context<'_>| {
                    for _ in 0..count {
                        black_box(self.script.run::<f64>(cx)?);
                    }
                    Ok(())
                };
                engine.enter(run).expect("numbers");
            }
            Work::Library => {
                let mut time = Duration::ZERO;
                for _ in 0..count {
                    let mut engine = Engine::new();
                    let start = Instant::now();
                    black_box(engine.run("library.js", &self.library).expect("loaded"));
                    time += start.elapsed();
                }
                return Some(time);
            }
            Work::Compiled => {
                return Some(time_of_loads(count, || self.compiled.clone()));
            }
            Work::Saved => {
                return Some(time_of_loads(count, || Script::from_bytes(&self.saved).expect("saved code")));
            }
        }
        Some(start.elapsed())
    }
}
