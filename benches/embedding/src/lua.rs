//! Lua 5.4 by way of mlua.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mlua::{BorrowedStr, Function, LuaSerdeExt, Value};

use crate::case::{Call, Order, Peer, Work};

const RULE: &str = "return function(order)
    local total = order.price * order.count * (1 - order.discount)
    local result = {}
    for key, value in pairs(order) do result[key] = value end
    result.total = total
    result.approved = total < order.limit
    result.note = order.name .. ' checked'
    return result
end";

pub struct Lua {
    lua: mlua::Lua,
}

impl Lua {
    pub fn new() -> Self {
        let lua = mlua::Lua::new();
        let globals = lua.globals();
        globals.set("nop", lua.create_function(|_, ()| Ok(())).expect("a function")).expect("set");
        globals.set("add", lua.create_function(|_, (a, b): (f64, f64)| Ok(a + b)).expect("a function")).expect("set");
        let length = lua.create_function(|_, text: BorrowedStr| Ok(text.len() as f64)).expect("a function");
        globals.set("len", length).expect("set");
        Lua { lua }
    }

    fn function(&self, text: &str) -> Function {
        self.lua.load(text).eval().expect("a function")
    }
}

impl Peer for Lua {
    fn name(&self) -> &'static str {
        if cfg!(feature = "luajit") { "mlua (LuaJIT)" } else { "mlua (Lua 5.4)" }
    }

    fn loops(&self, call: Call) -> [&'static str; 2] {
        let with = match call {
            Call::Nop => "return function(n) local r = 0; for i = 0, n - 1 do nop() end return r end",
            Call::Add => "return function(n) local r = 0; for i = 0, n - 1 do r = add(i, 1) end return r end",
            Call::Length => {
                "return function(n) local r = 0; for i = 0, n - 1 do r = len('hello world') end return r end"
            }
        };
        [with, "return function(n) local r = 0; for i = 0, n - 1 do r = i end return r end"]
    }

    fn loop_time(&mut self, text: &str, count: u32) -> Duration {
        let work = self.function(text);
        let start = Instant::now();
        let _: f64 = work.call(count).expect("a number");
        start.elapsed()
    }

    fn work_time(&mut self, work: Work, count: u32) -> Option<Duration> {
        let start = match work {
            Work::Call => {
                let sum = self.function("return function(a, b) return a + b end");
                let start = Instant::now();
                for _ in 0..count {
                    black_box(sum.call::<f64>((1.0, 2.0)).expect("a number"));
                }
                start
            }
            Work::Engine => {
                let start = Instant::now();
                (0..count).for_each(|_| drop(black_box(mlua::Lua::new())));
                start
            }
            Work::Rule => {
                let (rule, order) = (self.function(RULE), Order::example());
                let start = Instant::now();
                for _ in 0..count {
                    let argument = self.lua.to_value(&order).expect("a table");
                    let result: Value = rule.call(argument).expect("a table");
                    assert!(self.lua.from_value::<Order>(result).expect("an order").is_checked());
                }
                start
            }
            Work::Again => {
                let script = self.lua.load("return 1").into_function().expect("compiled");
                let start = Instant::now();
                for _ in 0..count {
                    black_box(script.call::<f64>(()).expect("a number"));
                }
                start
            }
            // There are no turns; and it is not the same language, so a library would not be the same either.
            Work::AgainWithin | Work::Library | Work::Compiled | Work::Saved => return None,
        };
        Some(start.elapsed())
    }
}
