//! Compares every value of `tests/inspect/values.txt` with node's output, or with the difference noted in the file.

use std::path::Path;
use std::sync::{Arc, Mutex};

use ferrotape::console::{InspectOptions, Level};
use ferrotape::{Console, Engine};

/// A block of lines: node's output, and the engine's if it differs.
struct Block {
    expression: String,
    node: String,
    difference: Option<String>,
}

fn blocks() -> Vec<Block> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inspect/values.txt");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let block = |block: &str| {
        let (expression, shown) = block.split_once('\n').expect("a line for itself");
        let (node, difference) = match shown.split_once("\n! ") {
            Some((node, difference)) => (node, Some(difference)),
            None => (shown.trim_end(), None),
        };
        // The first line is the reason.
        let difference = difference.map(|text| text.split_once('\n').expect("what is shown").1.trim_end().to_owned());
        Block { expression: expression.to_owned(), node: node.to_owned(), difference }
    };
    let mut parts = text.split("\n> ");
    parts.next();
    parts.map(block).collect()
}

/// Keeps the printed messages.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<(Level, String)>>>);

impl Console for Printed {
    fn message(&self, level: Level, text: &str) {
        self.0.lock().expect("no thread has panicked").push((level, text.to_owned()));
    }
}

impl Printed {
    fn take(&self) -> Vec<(Level, String)> {
        std::mem::take(&mut *self.0.lock().expect("no thread has panicked"))
    }

    fn texts(&self) -> Vec<String> {
        self.take().into_iter().map(|(_, text)| text).collect()
    }
}

fn engine(options: InspectOptions) -> (Engine, Printed) {
    let printed = Printed::default();
    // Unoptimised builds have large frames.
    let mut engine =
        Engine::builder().fuel(500_000_000).memory_limit(64 << 20).native_stack(1 << 20).build().expect("builds");
    engine.define_console(printed.clone(), options).expect("room for a console");
    (engine, printed)
}

#[test]
fn values_are_shown_as_node_shows_them() {
    let (mut engine, printed) = engine(InspectOptions::default());
    let mut wrong = Vec::new();
    let blocks = blocks();
    for Block { expression, node, difference } in &blocks {
        engine.run("value.js", format!("console.dir(({expression}))")).expect(expression);
        let shown = printed.texts().concat();
        let expected = difference.as_ref().unwrap_or(node);
        if shown.trim_end() != expected {
            wrong.push(format!("> {expression}\n{shown}\n-- expected --\n{expected}\n"));
        } else if difference.as_ref().is_some_and(|difference| difference == node) {
            wrong.push(format!("> {expression}\nis no difference any more"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} values:\n{}", wrong.len(), blocks.len(), wrong.join("\n"));
}

#[test]
fn errors_without_prototypes_have_their_stacks() {
    let (mut engine, printed) = engine(InspectOptions::default());
    engine.run("lost.js", "console.log(Object.setPrototypeOf(new Error('x'), null))").expect("runs");
    let shown = printed.texts().concat();
    assert!(shown.starts_with("[Error: null prototype]: x\n    at lost.js:1:"), "{shown}");
}

#[test]
fn placeholders_are_replaced_as_node_does_it() {
    let (mut engine, printed) = engine(InspectOptions::default());
    for (arguments, expected) in [
        ("", ""),
        ("'a', 1, 'b', [1]", "a 1 b [ 1 ]"),
        ("'%s is %d years', 'Ann', '42', 'more'", "Ann is 42 years more"),
        ("'%i %f %i', '42.9px', '1.5e3x', 'x'", "42 1500 NaN"),
        ("'%j', { a: [1] }", "{\"a\":[1]}"),
        ("'%j', globalThis.circle = { get c() { return circle } }", "[Circular]"),
        ("'%f', 1n", "1"),
        ("'%o', [1]", "[ 1, [length]: 1 ]"),
        ("'%O', { a: { b: { c: {} } } }", "{ a: { b: { c: {} } } }"),
        ("'%c styled', 'color: red'", " styled"),
        ("'%% %s'", "%% %s"),
        ("'100%', 'x'", "100% x"),
        ("'%% %s', 'x'", "% x"),
        ("'%x %s', 'x'", "%x x"),
        ("'%s', 1n, 2n", "1n 2n"),
        ("'%s %s %s', null, undefined, true", "null undefined true"),
        ("'%s', { a: { b: 1 } }", "{ a: [Object] }"),
        ("'%s', { toString() { return 'own' } }", "own"),
        ("'%s', Symbol('s')", "Symbol(s)"),
        ("'%d', 5n", "5n"),
        ("'%d', Symbol('s')", "NaN"),
        ("'%s', -0", "-0"),
        ("1, '%s', 2", "1 %s 2"),
        ("'%s'", "%s"),
        ("new Map([[1, 2]]), 'x'", "Map(1) { 1 => 2 } x"),
    ] {
        engine.run("log.js", format!("console.log({arguments})")).expect(arguments);
        assert_eq!(printed.texts(), [expected], "{arguments}");
    }
}

#[test]
fn a_console_groups_counts_and_measures() {
    let (mut engine, printed) = engine(InspectOptions::default());
    let text = "console.group('outer'); console.info('a\\nb'); console.group(); console.warn('inner'); console.groupEnd();
        console.groupEnd(); console.groupEnd(); console.count(); console.count('x'); console.count(); console.countReset();
        console.count(); console.countReset('y'); console.assert(true, 'no'); console.assert(false);
        console.assert(0, 'why %s', 1);
        console.timeEnd('t'); console.table([[1, 2], { b: 'x' }, 5]); console.table(new Map([['k', 1]])); console.table(7);
        console.dir({ a: { b: { c: { d: 1 } } } }, { depth: null }); console.debug('end')";
    engine.run("console.js", text).expect("runs");
    let expected = [
        (Level::Log, "outer"),
        (Level::Info, "  a\n  b"),
        (Level::Warn, "    inner"),
        (Level::Log, "default: 1"),
        (Level::Log, "x: 1"),
        (Level::Log, "default: 2"),
        (Level::Log, "default: 1"),
        (Level::Warn, "Count for 'y' does not exist"),
        (Level::Warn, "Assertion failed"),
        (Level::Warn, "Assertion failed: why 1"),
        (Level::Warn, "No such label 't' for console.timeEnd()"),
        (
            Level::Log,
            "┌─────────┬───┬───┬─────┬────────┐\n│ (index) │ 0 │ 1 │ b   │ Values │\n├─────────┼───┼───┼─────┼────────┤\n\
             │ 0       │ 1 │ 2 │     │        │\n│ 1       │   │   │ 'x' │        │\n│ 2       │   │   │     │ 5      │\n\
             └─────────┴───┴───┴─────┴────────┘",
        ),
        (
            Level::Log,
            "┌───────────────────┬─────┬────────┐\n│ (iteration index) │ Key │ Values │\n├───────────────────┼─────┼────────┤\n\
             │ 0                 │ 'k' │ 1      │\n└───────────────────┴─────┴────────┘",
        ),
        (Level::Log, "7"),
        (Level::Log, "{\n  a: { b: { c: { d: 1 } } }\n}"),
        (Level::Debug, "end"),
    ];
    let printed = printed.take();
    let shown: Vec<(Level, &str)> = printed.iter().map(|(level, text)| (*level, text.as_str())).collect();
    assert_eq!(shown, expected);
    engine.run("time.js", "console.time('t'); console.timeLog('t', 1); console.timeEnd('t')").expect("runs");
    engine.run("trace.js", "function f() { console.trace('here') } f()").expect("runs");
}

/// Node 20 prints these tables.
#[test]
fn tables_are_as_wide_as_they_look() {
    let (mut engine, printed) = engine(InspectOptions::default());
    for (value, rows) in [
        (
            "[{ a: '日本', f: class A {} }, { a: 'é' }]",
            "│ 0       │ '日本' │ [class A] │\n│ 1       │ 'é'    │           │",
        ),
        ("new Map([['k', { a: 1 }]]).entries()", "│ 0                 │ 'k' │ { a: 1 } │"),
        ("new Map([['k', 1]]).values()", "│ 0                 │ 1      │"),
        ("new Set(['x']).values()", "│ 0                 │ 'x'    │"),
        ("[{ a: { b: 1, c: 2, d: 3 } }, [1, 2]]", "│ 0       │   │   │ [Object] │\n│ 1       │ 1 │ 2 │          │"),
    ] {
        engine.run("table.js", format!("console.table({value})")).expect(value);
        let text = printed.texts().concat();
        let body: Vec<&str> = text.lines().skip(3).take_while(|line| line.starts_with('│')).collect();
        assert_eq!(body.join("\n"), rows, "{value}\n{text}");
    }
    engine.run("end.js", "const i = new Map([[1, 2]]).keys(); [...i]; console.table(i)").expect("runs");
    assert_eq!(printed.texts().concat().lines().count(), 4);
}

#[test]
fn colours_do_not_change_the_lines() {
    let values =
        "[[1, 'a', null, undefined, 1n, true, Symbol('s')], { re: /x/, date: new Date(0), f() {} }, new Array(3),
        Array.from({ length: 50 }, (_, i) => i)]";
    let mut texts = Vec::new();
    for colors in [false, true] {
        let (mut engine, printed) = engine(InspectOptions { colors, ..InspectOptions::default() });
        engine.run("log.js", format!("console.dir({values})")).expect("runs");
        texts.extend(printed.texts());
    }
    let mut plain = String::new();
    let mut characters = texts[1].chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            characters.by_ref().take_while(|&character| character != 'm').for_each(drop);
        } else {
            plain.push(character);
        }
    }
    assert!(texts[1].contains("\u{1b}[33m1\u{1b}[39m"));
    assert_eq!(plain, texts[0]);
}

/// Nothing runs, everything ends, nothing is too large.
#[test]
fn hostile_values_are_shown_within_the_limits() {
    for text in [
        "var deep = []; for (var i = 0; i < 100000; i++) deep = [deep]; console.dir(deep, { depth: Infinity })",
        "var wide = {}; for (var i = 0; i < 100000; i++) wide['key' + i] = i; for (;;) console.log(wide)",
        "var o = {}; for (var i = 0; i < 60; i++) o = { a: o, b: o }; console.dir(o, { depth: null })",
        "console.log('x'.repeat(1 << 29))",
        "console.log(new Array(4294967295), new Uint8Array(1 << 20), Array.from({ length: 1e5 }))",
        "console.log(new Proxy({}, { get() { ran = 1 }, ownKeys() { ran = 1 } }), { get a() { ran = 1 } })",
        "var p = {}; for (var i = 0; i < 100000; i++) p = new Proxy(p, {}); console.log(p)",
        "var p = {}; for (var i = 0; i < 100000; i++) p = Object.create(p); console.log(p)",
        "for (var i = 0; ; i++) console.count('label ' + i)",
        "console.group(); for (;;) console.group()",
        "console.table(Array.from({ length: 5000 }, (_, i) => ({ ['c' + i]: i })))",
        "console.log({ [Symbol.toStringTag]: { toString() { ran = 1 } } }, Object.create({ get constructor() { ran = 1 } }))",
        "var e = new Error('x'); e.name = {}; e.message = []; Object.defineProperty(e, 'stack', { value: 5 }); console.log(e)",
        "console.log(Object.defineProperty(function () {}, 'name', { get() { ran = 1 } }))",
        "console.log('%s %d %j'.repeat(100000), 1)",
    ] {
        let (mut engine, printed) = engine(InspectOptions::default());
        engine.set_fuel(3_000_000);
        let result = engine.run("hostile.js", text);
        if let Err(error) = &result {
            assert!(error.is_termination() || error.name() == Some("RangeError"), "{text}: {error}");
        }
        engine.set_fuel(None);
        let ran = engine.run("after.js", "typeof ran").expect("the engine is whole");
        assert_eq!(ran, ferrotape::Value::from("undefined"), "{text}");
        assert!(engine.stats().peak_bytes <= 65 << 20, "{text}");
        drop(printed);
    }
}
