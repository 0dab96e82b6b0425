//! Instructions per operation, by callgrind.

use super::Script;
use crate::instructions;

/// Operations in the shorter of the two runs.
const TURNS: u32 = 100_000;

/// An operation to be counted.
pub(super) struct Operation {
    pub name: &'static str,
    /// Statements before the loop.
    setup: &'static str,
    /// Body of the loop, which counts with `i` and may assign to `s`.
    body: &'static str,
    /// Number of operations in the body.
    times: u32,
}

const EMPTY: Operation = once("empty loop", "", "");

pub(super) const OPERATIONS: [Operation; 50] = [
    once("read, own", "var o = {a: 1, b: 2};", "s = o.b;"),
    once("read, inherited", "var o = Object.create({a: 1, b: 2});", "s = o.b;"),
    once("read, getter", "var o = {get a() { return 1; }};", "s = o.a;"),
    once("read, absent", "var o = {a: 1, b: 2};", "s = o.c;"),
    once("read, method of a string", "var t = \"text\";", "s = t.charCodeAt;"),
    once("write, own", "var o = {a: 1, b: 2};", "o.b = i;"),
    once("call", "function f(x) { return x; }", "s = f(i);"),
    once("call, reads and writes captured", "var n = 0; function f() { n = n + 1; }", "f();"),
    once("call, makes a closure", "function f(x) { return function () { return x; }; }", "s = f(i);"),
    once("call, method", "var o = {f: function (x) { return x; }};", "s = o.f(i);"),
    once("call, native", "var abs = Math.abs;", "s = abs(i);"),
    once(
        "call, f.apply(x, arguments)",
        "function f(x) { return x; } function g() { return f.apply(this, arguments); }",
        "s = g(i);",
    ),
    many(
        "callback of forEach",
        "var a = []; while (a.length < 100) a.push(1); function f(x) { return x; }",
        "a.forEach(f);",
        100,
    ),
    once("new C", "function C(a, b) { this.a = a; this.b = b; }", "s = new C(i, i);"),
    once("{a, b}", "", "s = {a: i, b: i};"),
    once("[1, 2]", "", "s = [i, i];"),
    once("freeze({a, b})", "var freeze = Object.freeze;", "s = freeze({a: i, b: i});"),
    once("for-in over two", "var o = {a: 1, b: 2};", "for (var k in o) s = k;"),
    once("array push", "var a = [];", "a.push(i);"),
    once("array push and pop", "var a = [1];", "a.push(i); s = a.pop();"),
    once(
        "array push and shift, 100 wait",
        "var a = []; while (a.length < 100) a.push(1);",
        "a.push(i); s = a.shift();",
    ),
    once(
        "array push and shift, 5,000 wait",
        "var a = []; while (a.length < 5000) a.push(1);",
        "a.push(i); s = a.shift();",
    ),
    once("charCodeAt", "var t = \"some text\";", "s = t.charCodeAt(3);"),
    once("read, private", "class C { #a = 1; static f(o) { return o.#a; } } let o = new C(), f = C.f;", "s = f(o);"),
    once("read, typed array", "let a = new Uint8Array(8);", "s = a[3];"),
    once("write, typed array", "let a = new Float64Array(8);", "a[3] = i;"),
    once("new, class with fields", "class C { a = 1; #b; constructor(b) { this.#b = b; } }", "s = new C(i);"),
    once("new, derived class", "class C { constructor(b) { this.b = b; } } class D extends C {}", "s = new D(i);"),
    many("for-of, array", "let a = new Array(100).fill(1);", "for (let x of a) s = x;", 100),
    many(
        "for-of, Map",
        "let m = new Map(Array.from({length: 100}, (_, i) => [i, i]));",
        "for (let [k, v] of m) s = v;",
        100,
    ),
    many(
        "for-of, generator",
        "function* g() { for (let i = 0; i < 100; i++) yield i; }",
        "for (let x of g()) s = x;",
        100,
    ),
    many("await of a number", "", "(async () => { for (let i = 0; i < 100; i++) s = await i; })();", 100),
    many(
        "await of a promise",
        "let f = async x => x;",
        "(async () => { for (let i = 0; i < 100; i++) s = await f(i); })();",
        100,
    ),
    once("[a, b] = [b, a]", "let a = 1, b = 2;", "[a, b] = [b, a];"),
    once("{...o}", "let o = {a: 1, b: 2};", "s = {...o};"),
    once("f(...a)", "let f = (x, y) => y, a = [1, 2];", "s = f(...a);"),
    once("template of two values", "let t = 'text';", "s = `${t}: ${i}`;"),
    once("for-in over three", "var o = {a: 1, b: 2, c: 3};", "for (var k in o) s = k;"),
    once("Object.keys, three", "var o = {a: 1, b: 2, c: 3};", "s = Object.keys(o);"),
    once("Object.assign({}, o), three", "var o = {a: 1, b: 2, c: 3};", "s = Object.assign({}, o);"),
    once("[] instanceof Array", "var a = [];", "s = a instanceof Array;"),
    once("o instanceof C", "class C {} var o = new C();", "s = o instanceof C;"),
    once("{a, ...r} = o", "var o = {a: 1, b: 2, c: 3};", "var {a, ...r} = o; s = r;"),
    once("JSON.stringify, three", "var o = {a: 1, b: 'two', c: [3]};", "s = JSON.stringify(o);"),
    once(
        "map().filter() of ten",
        "var a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];",
        "s = a.map(x => x + 1).filter(x => x & 1);",
    ),
    once("call, counts a captured variable", "var n = 0; var f = () => { n++; };", "f();"),
    once(
        "hasOwnProperty.call",
        "var o = {a: 1, b: 2, c: 3}, has = Object.prototype.hasOwnProperty;",
        "s = has.call(o, 'b');",
    ),
    once("[...a], three", "var a = [1, 2, 3];", "s = [...a];"),
    once("test of a short string", "var r = /b/;", "s = r.test('abc');"),
    once("read, element of a frozen array", "var a = Object.freeze([1, 2, 3]);", "s = a[1];"),
];

const fn once(name: &'static str, setup: &'static str, body: &'static str) -> Operation {
    many(name, setup, body, 1)
}

const fn many(name: &'static str, setup: &'static str, body: &'static str, times: u32) -> Operation {
    Operation { name, setup, body, times }
}

impl Operation {
    pub fn program(&self, turns: u32) -> String {
        let Operation { setup, body, times, .. } = self;
        let turns = turns / times;
        format!("(function () {{ var s; {setup} for (var i = 0; i < {turns}; i++) {{ {body} }} }})();")
    }

    /// Returns the instructions of each turn of the loop, including the loop's own.
    fn instructions_of_turn(&self) -> Result<f64, String> {
        let count = |turns| instructions::count(&Script::new(&self.program(turns))?.0);
        let (once, twice) = (count(TURNS)?, count(2 * TURNS)?);
        Ok((twice as f64 - once as f64) / f64::from(TURNS / self.times))
    }
}

/// Prints a row for each operation: the instructions of its turn, less the empty loop, divided by its times.
pub fn report() -> Result<(), String> {
    instructions::require_valgrind()?;
    println!("\nInstructions of ferrotape for each operation, without those of the empty loop around it:");
    let empty = EMPTY.instructions_of_turn()?;
    print_row(EMPTY.name, empty);
    for operation in &OPERATIONS {
        let turn = operation.instructions_of_turn()?;
        print_row(operation.name, (turn - empty) / f64::from(operation.times));
    }
    Ok(())
}

fn print_row(name: &str, instructions: f64) {
    println!("  {name:<36}{instructions:>10.0}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_does_its_operation_as_often_as_it_says() {
        let operation = many("pair", "var a = [];", "a.push(i); a.push(i);", 2);
        let program = operation.program(1_000);
        assert!(program.contains("i < 500;") && program.contains("var a = []; for"), "{program}");
    }

    #[test]
    fn names_are_told_apart() {
        let mut names: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), OPERATIONS.len());
    }
}
