//! The engine of this repository.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ferrotape::{Engine, Function, Json, Script};

use crate::case::{Order, Peer, RULE, What, library_text, loop_text};

pub struct Ferrotape {
    engine: Engine,
    sum: Function,
    rule: Function,
    script: Script,
    library: String,
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
        Ferrotape { engine, sum, rule, script, library: library_text() }
    }

    fn loop_time(&mut self, text: &str, count: u32) -> Duration {
        let work: Function = self.engine.eval(text).expect("a function");
        let start = Instant::now();
        let _: f64 = work.call(&mut self.engine, (count,)).expect("a number");
        start.elapsed()
    }
}

impl Peer for Ferrotape {
    fn name(&self) -> &'static str {
        "ferrotape"
    }

    fn time(&mut self, what: What, count: u32) -> Option<Duration> {
        let engine = &mut self.engine;
        let start = Instant::now();
        match what {
            What::Nop | What::Add | What::Length => {
                let [with, without] = loop_text(what);
                return Some(self.loop_time(with, count).saturating_sub(self.loop_time(without, count)));
            }
            What::Call => {
                for _ in 0..count {
                    black_box(self.sum.call::<f64>(engine, (1.0, 2.0)).expect("a number"));
                }
            }
            What::Engine => (0..count).for_each(|_| drop(black_box(Engine::new()))),
            What::Rule => {
                let order = Json(Order::example());
                for _ in 0..count {
                    let result: Json<Order> = self.rule.call(engine, (&order,)).expect("an order");
                    assert!(result.0.is_checked());
                }
            }
            What::Again => {
                for _ in 0..count {
                    black_box(self.script.run::<f64>(engine).expect("a number"));
                }
            }
            What::Library => {
                let mut time = Duration::ZERO;
                for _ in 0..count {
                    let mut engine = Engine::new();
                    let start = Instant::now();
                    black_box(engine.run("library.js", &self.library).expect("loaded"));
                    time += start.elapsed();
                }
                return Some(time);
            }
        }
        Some(start.elapsed())
    }
}
