//! Boa.

use std::hint::black_box;
use std::time::{Duration, Instant};

use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsValue, NativeFunction, Script, Source, js_string};

use crate::case::{Order, Peer, RULE, Work, library_text};

pub struct Boa {
    context: Context,
    sum: JsFunction,
    rule: JsFunction,
    script: Script,
    library: String,
}

impl Boa {
    pub fn new() -> Self {
        let mut context = Context::default();
        let nop = NativeFunction::from_copy_closure(|_, _, _| Ok(JsValue::undefined()));
        let add = NativeFunction::from_copy_closure(|_, arguments, context| {
            let number = |place: usize, context: &mut Context| {
                arguments.get(place).map_or(Ok(f64::NAN), |value| value.to_number(context))
            };
            Ok(JsValue::from(number(0, context)? + number(1, context)?))
        });
        let length = NativeFunction::from_copy_closure(|_, arguments, _| {
            Ok(arguments.first().and_then(JsValue::as_string).map_or(0, |text| text.len()).into())
        });
        for (name, count, function) in [("nop", 0, nop), ("add", 2, add), ("len", 1, length)] {
            context.register_global_builtin_callable(js_string!(name), count, function).expect("registered");
        }
        let sum = function(&mut context, "(a, b) => a + b");
        let rule = function(&mut context, RULE);
        let script = Script::parse(Source::from_bytes("1"), None, &mut context).expect("compiled");
        Boa { context, sum, rule, script, library: library_text() }
    }
}

fn function(context: &mut Context, text: &str) -> JsFunction {
    let value = context.eval(Source::from_bytes(text)).expect("a function");
    JsFunction::from_object(value.as_object().expect("a function").clone()).expect("a function")
}

impl Peer for Boa {
    fn name(&self) -> &'static str {
        "boa_engine"
    }

    fn loop_time(&mut self, text: &str, count: u32) -> Duration {
        let work = function(&mut self.context, text);
        let start = Instant::now();
        work.call(&JsValue::undefined(), &[count.into()], &mut self.context).expect("a number");
        start.elapsed()
    }

    fn work_time(&mut self, work: Work, count: u32) -> Option<Duration> {
        let start = Instant::now();
        match work {
            Work::Call => {
                for _ in 0..count {
                    let arguments = [JsValue::from(1.0), JsValue::from(2.0)];
                    let result = self.sum.call(&JsValue::undefined(), &arguments, &mut self.context).expect("a number");
                    black_box(result.as_number());
                }
            }
            Work::Engine => (0..count).for_each(|_| drop(black_box(Context::default()))),
            Work::Rule => {
                let order = Order::example();
                for _ in 0..count {
                    let json = serde_json::to_value(&order).expect("JSON");
                    let argument = JsValue::from_json(&json, &mut self.context).expect("an object");
                    let result =
                        self.rule.call(&JsValue::undefined(), &[argument], &mut self.context).expect("an object");
                    let json = result.to_json(&mut self.context).expect("JSON").expect("no undefined");
                    assert!(serde_json::from_value::<Order>(json).expect("an order").is_checked());
                }
            }
            Work::Again => {
                for _ in 0..count {
                    black_box(self.script.evaluate(&mut self.context).expect("a number"));
                }
            }
            Work::Library => {
                let mut time = Duration::ZERO;
                for _ in 0..count {
                    let mut context = Context::default();
                    let start = Instant::now();
                    context.eval(Source::from_bytes(self.library.as_str())).expect("loaded");
                    time += start.elapsed();
                }
                return Some(time);
            }
            // There are neither turns nor saved code.
            Work::AgainWithin | Work::Compiled | Work::Saved => return None,
        }
        Some(start.elapsed())
    }
}
