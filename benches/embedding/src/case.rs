//! What is measured, and what an engine must be able to do for it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One row of the table.
pub struct Case {
    pub name: &'static str,
    pub what: What,
    /// How often it is done in one round.
    pub count: u32,
    /// At most so many nanoseconds for Ferrotape, on the machine of the README's tables.
    pub goal: Option<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A script calls a function of the host without arguments; the loop around it is measured without the call and taken off.
    Nop,
    /// The same with two numbers and a number as result.
    Add,
    /// The same with a text, of which the host takes the length without keeping it.
    Length,
    /// The host calls a function of the script with two numbers and takes a number.
    Call,
    /// An engine is made and dropped.
    Engine,
    /// A rule of the script gets a structure of ten fields and gives one.
    Rule,
    /// A compiled script that does nothing runs again.
    Again,
    /// The library of `library_text` is loaded into a new engine from its text, less the time of the engine.
    Library,
}

pub const CASES: &[Case] = &[
    Case { name: "script → host, nop()", what: What::Nop, count: 1_000_000, goal: Some(25) },
    Case { name: "script → host, add(i, 1)", what: What::Add, count: 1_000_000, goal: Some(40) },
    Case { name: "script → host, len(\"hello world\")", what: What::Length, count: 1_000_000, goal: Some(60) },
    Case { name: "host → script, f(1, 2)", what: What::Call, count: 1_000_000, goal: Some(50) },
    Case { name: "an engine made and dropped", what: What::Engine, count: 200, goal: Some(40_000) },
    Case { name: "a rule, ten fields in and out", what: What::Rule, count: 50_000, goal: Some(3_000) },
    Case { name: "a compiled script runs again", what: What::Again, count: 1_000_000, goal: Some(100) },
    Case { name: "a library of 70 KB from its text", what: What::Library, count: 20, goal: None },
];

pub trait Peer {
    fn name(&self) -> &'static str;

    /// The time of so many repetitions; `None` if the engine has nothing like it.
    fn time(&mut self, what: What, count: u32) -> Option<Duration>;
}

/// Loops with the call and without, for engines that run JavaScript. `work(n)` is the loop.
pub fn loop_text(what: What) -> [&'static str; 2] {
    let with = match what {
        What::Nop => "(function (n) { let r = 0; for (let i = 0; i < n; i++) nop(); return r })",
        What::Add => "(function (n) { let r = 0; for (let i = 0; i < n; i++) r = add(i, 1); return r })",
        _ => "(function (n) { let r = 0; for (let i = 0; i < n; i++) r = len('hello world'); return r })",
    };
    [with, "(function (n) { let r = 0; for (let i = 0; i < n; i++) r = i; return r })"]
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
