//! Every call of `tests/inspect/calls.txt` prints what node prints, or what the file says why not; under each kind of collection.

use std::path::Path;
use std::sync::{Arc, Mutex};

use ferrotape::console::{InspectOptions, Level};
use ferrotape::{Console, Engine};

/// Keeps what was printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<String>>);

impl Console for Printed {
    fn message(&self, _: Level, text: &str) {
        let mut printed = self.0.lock().expect("no thread has panicked");
        printed.push_str(text);
        printed.push('\n');
    }
}

/// A call, and the lines that the engine is to print.
fn calls() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inspect/calls.txt");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let call = |block: &str| {
        let (call, printed) = block.split_once('\n').expect("a line for itself");
        let printed = match printed.split_once("\n! ") {
            // The first line is the reason.
            Some((_, difference)) => difference.split_once('\n').expect("what is printed").1,
            None => printed,
        };
        (call.to_owned(), printed.trim_end().to_owned())
    };
    text.split("\n> ").skip(1).map(call).collect()
}

fn compare(stress: bool) {
    let printed = Printed::default();
    let mut wrong = Vec::new();
    for (call, expected) in calls() {
        let mut engine = Engine::builder().memory_limit(64 << 20).stress_collection(stress).build().expect("builds");
        engine.define_console(printed.clone(), InspectOptions::default()).expect("room for a console");
        if let Err(error) = engine.run("call.js", call.as_str()) {
            wrong.push(format!("> {call}\n{error}\n"));
        }
        let text = std::mem::take(&mut *printed.0.lock().expect("no thread has panicked"));
        if text.trim_end() != expected {
            wrong.push(format!("> {call}\n{text}-- expected --\n{expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} calls:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn calls_print_what_node_prints() {
    compare(false);
}

#[test]
fn calls_print_the_same_while_everything_is_collected() {
    compare(true);
}

/// Options of scripts cannot leave the limits either.
#[test]
fn limits_hold_without_the_usual_lengths() {
    let all = "{ depth: null, maxArrayLength: null, maxStringLength: null, breakLength: Infinity, getters: true, sorted: true }";
    for text in [
        format!("console.dir('\\n'.repeat(1 << 24), {all})"),
        format!("console.dir(new Uint8Array(1 << 24), {all})"),
        format!("console.dir(new ArrayBuffer(1 << 24), {all})"),
        format!("console.dir(new Array(1e6).fill(1), {all})"),
        format!("var o = {{ get a() {{ return {{ __proto__: o }} }} }}; console.dir(o, {all})"),
        format!("var o = {{}}; for (var i = 0; i < 1e5; i++) o['k' + i] = i; console.dir(o, {all})"),
        format!(
            "var p = {{}}; for (var i = 0; i < 1e5; i++) p = new Proxy(p, p); console.dir(p, {{ ...{all}, showProxy: true }})"
        ),
        format!("console.dir({{ get a() {{ for (;;); }} }}, {all})"),
        "console.dir(Array.from({ length: 1e5 }, String), { sorted() { return NaN }, maxArrayLength: null })"
            .to_owned(),
        "console.table({ get a() { for (;;); } })".to_owned(),
        "console.table([{ get a() { return this.b ??= 'x'.repeat(1 << 20) }, get c() { return this.a } }])".to_owned(),
    ] {
        let mut engine = Engine::builder().memory_limit(64 << 20).native_stack(1 << 20).build().expect("builds");
        engine.define_console(Printed::default(), InspectOptions::default()).expect("room for a console");
        engine.set_fuel(3_000_000);
        if let Err(error) = engine.run("hostile.js", text.as_str()) {
            assert!(error.is_termination() || error.name() == Some("RangeError"), "{text}: {error}");
        }
        engine.set_fuel(None);
        engine.run("after.js", "1").expect("the engine is whole");
        assert!(engine.stats().peak_bytes <= 65 << 20, "{text}");
    }
}
