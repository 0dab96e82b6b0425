//! Rhai.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rhai::serde::{from_dynamic, to_dynamic};
use rhai::{AST, Dynamic, Engine, ImmutableString, Scope};

use crate::case::{Call, Order, Peer, Work};

const FUNCTIONS: &str = "
    fn with_nop(n) { let r = 0; for i in 0..n { nop(); } r }
    fn with_add(n) { let r = 0; for i in 0..n { r = add(i, 1); } r }
    fn with_length(n) { let r = 0; for i in 0..n { r = length(\"hello world\"); } r }
    fn without(n) { let r = 0; for i in 0..n { r = i; } r }
    fn sum(a, b) { a + b }
    fn rule(order) {
        let total = order.price * order.count * (1.0 - order.discount);
        order.total = total;
        order.approved = total < order.limit;
        order.note = order.name + \" checked\";
        order
    }";

pub struct Rhai {
    engine: Engine,
    functions: AST,
    empty: AST,
}

impl Rhai {
    pub fn new() -> Self {
        let mut engine = Engine::new();
        engine.register_fn("nop", || ());
        engine.register_fn("add", |a: i64, b: i64| a + b);
        engine.register_fn("length", |text: ImmutableString| text.len() as i64);
        let functions = engine.compile(FUNCTIONS).expect("compiled");
        let empty = engine.compile("1").expect("compiled");
        Rhai { engine, functions, empty }
    }
}

impl Peer for Rhai {
    fn name(&self) -> &'static str {
        "rhai"
    }

    /// Of functions that are compiled with the others, the names.
    fn loops(&self, call: Call) -> [&'static str; 2] {
        let with = match call {
            Call::Nop => "with_nop",
            Call::Add => "with_add",
            Call::Length => "with_length",
        };
        [with, "without"]
    }

    fn loop_time(&mut self, name: &str, count: u32) -> Duration {
        let start = Instant::now();
        let result: Dynamic =
            self.engine.call_fn(&mut Scope::new(), &self.functions, name, (i64::from(count),)).expect("a number");
        let _ = black_box(result);
        start.elapsed()
    }

    fn work_time(&mut self, work: Work, count: u32) -> Option<Duration> {
        let start = Instant::now();
        match work {
            Work::Call => {
                let mut scope = Scope::new();
                for _ in 0..count {
                    let result: f64 =
                        self.engine.call_fn(&mut scope, &self.functions, "sum", (1.0, 2.0)).expect("a number");
                    black_box(result);
                }
            }
            Work::Engine => (0..count).for_each(|_| drop(black_box(Engine::new()))),
            Work::Rule => {
                let (mut scope, order) = (Scope::new(), Order::example());
                for _ in 0..count {
                    let argument = to_dynamic(&order).expect("a map");
                    let result: Dynamic =
                        self.engine.call_fn(&mut scope, &self.functions, "rule", (argument,)).expect("a map");
                    assert!(from_dynamic::<Order>(&result).expect("an order").is_checked());
                }
            }
            Work::Again => {
                for _ in 0..count {
                    black_box(self.engine.eval_ast::<i64>(&self.empty).expect("a number"));
                }
            }
            // There are no turns; and it is not the same language, so a library would not be the same either.
            Work::AgainWithin | Work::Library | Work::Compiled | Work::Saved => return None,
        }
        Some(start.elapsed())
    }
}
