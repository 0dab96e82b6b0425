//! QuickJS-ng by way of rquickjs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rquickjs::{Context, Ctx, Function, Persistent, Runtime, Value};

use crate::case::{Order, Peer, RULE, Work, library_text};

const EMPTY: &str = "(function () { return 1 })";

pub struct QuickJs {
    context: Context,
    _runtime: Runtime,
    library: String,
}

impl QuickJs {
    pub fn new() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        context.with(|ctx| {
            let globals = ctx.globals();
            globals.set("nop", Function::new(ctx.clone(), || ())).expect("set");
            globals.set("add", Function::new(ctx.clone(), |a: f64, b: f64| a + b)).expect("set");
            let length = |text: rquickjs::String<'_>| text.to_cstring().map(|text| text.len() as f64);
            globals.set("len", Function::new(ctx.clone(), length)).expect("set");
        });
        QuickJs { context, _runtime: runtime, library: library_text() }
    }

    fn rule_time(&self, count: u32) -> Duration {
        self.context.with(|ctx| {
            let rule: Function = ctx.eval(RULE).expect("a function");
            let order = Order::example();
            let start = Instant::now();
            for _ in 0..count {
                let argument = rquickjs_serde::to_value(ctx.clone(), &order).expect("an object");
                let result: Value = rule.call((argument,)).expect("an object");
                let result: Order = rquickjs_serde::from_value(result).expect("an order");
                assert!(result.is_checked());
            }
            start.elapsed()
        })
    }
}

impl Peer for QuickJs {
    fn name(&self) -> &'static str {
        "rquickjs"
    }

    fn loop_time(&mut self, text: &str, count: u32) -> Duration {
        self.context.with(|ctx| {
            let work: Function = ctx.eval(text).expect("a function");
            let start = Instant::now();
            let _: f64 = work.call((count,)).expect("a number");
            start.elapsed()
        })
    }

    fn work_time(&mut self, work: Work, count: u32) -> Option<Duration> {
        let start = Instant::now();
        match work {
            Work::Call => self.context.with(|ctx| {
                let sum: Function = ctx.eval("(a, b) => a + b").expect("a function");
                for _ in 0..count {
                    black_box(sum.call::<_, f64>((1.0, 2.0)).expect("a number"));
                }
            }),
            Work::Engine => {
                for _ in 0..count {
                    let runtime = Runtime::new().expect("a runtime");
                    drop(black_box(Context::full(&runtime).expect("a context")));
                }
            }
            Work::Rule => return Some(self.rule_time(count)),
            // Compiled scripts cannot be kept; a function without anything to do comes nearest.
            Work::Again => {
                let empty = self
                    .context
                    .with(|ctx| Persistent::save(&ctx, ctx.eval::<Function, _>(EMPTY).expect("a function")));
                for _ in 0..count {
                    let run = |ctx: Ctx<'_>| empty.clone().restore(&ctx)?.call::<_, f64>(());
                    black_box(self.context.with(run).expect("a number"));
                }
            }
            Work::AgainWithin => self.context.with(|ctx| {
                let empty: Function = ctx.eval(EMPTY).expect("a function");
                for _ in 0..count {
                    black_box(empty.call::<_, f64>(()).expect("a number"));
                }
            }),
            Work::Library => {
                let mut time = Duration::ZERO;
                for _ in 0..count {
                    let runtime = Runtime::new().expect("a runtime");
                    let context = Context::full(&runtime).expect("a context");
                    context.with(|ctx| {
                        let start = Instant::now();
                        ctx.eval::<(), _>(self.library.as_str()).expect("loaded");
                        time += start.elapsed();
                    });
                }
                return Some(time);
            }
            // Bytes of its compiler are trusted: what is not its own is undefined behaviour.
            Work::Compiled | Work::Saved => return None,
        }
        Some(start.elapsed())
    }
}
