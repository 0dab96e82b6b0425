//! What is measured, and what an engine must be able to do for it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One row of the table.
pub struct Case {
    pub name: &'static str,
    pub what: What,
    /// How often it is done in one round.
    pub count: u32,
    /// At most so many nanoseconds for Ferrotape, on the machine of the guide's tables.
    pub goal: Option<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A script calls a function of the host in a loop; the loop is measured without the call and taken off.
    Loop(Call),
    Work(Work),
}

/// Functions of the host that scripts call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// Without arguments.
    Nop,
    /// With two numbers and a number as result.
    Add,
    /// With a text, of which the host takes the length without keeping it.
    Length,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// The host calls a function of the script with two numbers and takes a number.
    Call,
    /// An engine is made and dropped.
    Engine,
    /// A rule of the script gets a structure of ten fields and gives one.
    Rule,
    /// A compiled script that does nothing runs again, from outside of the engine: what holds for one run begins and ends.
    Again,
    /// The same many times within one turn of the host in the engine, where there is such a thing: `Engine::enter` here,
    /// `Context::with` of rquickjs.
    AgainWithin,
    /// The library of `library_text` is loaded into a new engine from its text, less the time of the engine.
    Library,
    /// The same from a script that was compiled before, without any engine.
    Compiled,
    /// The same from what it was compiled to, as bytes that nobody has vouched for.
    Saved,
}

pub const CASES: &[Case] = &[
    Case { name: "script → host, nop()", what: What::Loop(Call::Nop), count: 1_000_000, goal: Some(25) },
    Case { name: "script → host, add(i, 1)", what: What::Loop(Call::Add), count: 1_000_000, goal: Some(40) },
    Case {
        name: "script → host, len(\"hello world\")",
        what: What::Loop(Call::Length),
        count: 1_000_000,
        goal: Some(60),
    },
    Case { name: "host → script, f(1, 2)", what: What::Work(Work::Call), count: 1_000_000, goal: Some(50) },
    Case { name: "an engine made and dropped", what: What::Work(Work::Engine), count: 200, goal: Some(40_000) },
    Case { name: "a rule, ten fields in and out", what: What::Work(Work::Rule), count: 50_000, goal: Some(3_000) },
    Case { name: "a compiled script runs again", what: What::Work(Work::Again), count: 1_000_000, goal: Some(100) },
    Case { name: "the same within one turn", what: What::Work(Work::AgainWithin), count: 1_000_000, goal: Some(100) },
    Case { name: "a library of 70 KB from its text", what: What::Work(Work::Library), count: 20, goal: None },
    Case { name: "the same, compiled before", what: What::Work(Work::Compiled), count: 100, goal: Some(100_000) },
    Case { name: "the same from compiled bytes", what: What::Work(Work::Saved), count: 100, goal: None },
];

pub trait Peer {
    fn name(&self) -> &'static str;

    /// The loops with a call and without, for engines that run JavaScript. `work(n)` is the loop.
    fn loops(&self, call: Call) -> [&'static str; 2] {
        let with = match call {
            Call::Nop => "(function (n) { let r = 0; for (let i = 0; i < n; i++) nop(); return r })",
            Call::Add => "(function (n) { let r = 0; for (let i = 0; i < n; i++) r = add(i, 1); return r })",
            Call::Length => {
                "(function (n) { let r = 0; for (let i = 0; i < n; i++) r = len('hello world'); return r })"
            }
        };
        [with, "(function (n) { let r = 0; for (let i = 0; i < n; i++) r = i; return r })"]
    }

    /// The time of a loop with so many turns.
    fn loop_time(&mut self, text: &str, count: u32) -> Duration;

    /// The time of so many repetitions; `None` if the engine has nothing like it.
    fn work_time(&mut self, work: Work, count: u32) -> Option<Duration>;

    /// The same for all cases.
    fn time(&mut self, what: What, count: u32) -> Option<Duration> {
        match what {
            What::Loop(call) => {
                let [with, without] = self.loops(call);
                Some(self.loop_time(with, count).saturating_sub(self.loop_time(without, count)))
            }
            What::Work(work) => self.work_time(work, count),
        }
    }
}

pub const RULE: &str = "(function (order) {
    const total = order.price * order.count * (1 - order.discount);
    return { ...order, total, approved: total < order.limit, note: order.name + ' checked' };
})";

/// What a rule gets.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub struct Order {
    pub id: u32,
    pub name: String,
    pub country: String,
    pub price: f64,
    pub count: u32,
    pub discount: f64,
    pub limit: f64,
    pub total: f64,
    pub approved: bool,
    pub note: String,
}

impl Order {
    pub fn example() -> Order {
        Order {
            id: 7,
            name: "lamp".to_owned(),
            country: "NL".to_owned(),
            price: 19.5,
            count: 3,
            discount: 0.1,
            limit: 100.0,
            total: 0.0,
            approved: false,
            note: String::new(),
        }
    }

    /// Is it what the rule makes of the example?
    pub fn is_checked(&self) -> bool {
        self.approved && self.note == "lamp checked" && (self.total - 52.65).abs() < 1e-9
    }
}

/// A library as they are: functions, tables, classes, closures; about 70 KB of it.
pub fn library_text() -> String {
    let mut text = String::from("var library = (function () {\n  'use strict';\n  var exports = {};\n");
    for number in 0..132 {
        text.push_str(&LIBRARY_PART.replace('#', &number.to_string()));
    }
    text.push_str("  return exports;\n})();\n");
    text
}

const LIBRARY_PART: &str = "  var table# = { first: 1, second: 'two', third: [1, 2, 3], fourth: null };
  function normalize#(value, options) {
    if (value === undefined || value === null) return options && options.fallback ? options.fallback : table#.second;
    for (var key in options) { if (Object.prototype.hasOwnProperty.call(options, key)) value = value[key] || value; }
    return String(value).replace(/[a-z]+/g, function (word) { return word.toUpperCase(); });
  }
  class Model# {
    constructor(name) { this.name = name; this.items = []; }
    add(item) { this.items.push({ item, at: this.items.length }); return this; }
  }
  exports.normalize# = normalize#; exports.Model# = Model#;
";
