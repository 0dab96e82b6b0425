//! Values that outlive a stop, and a host that looks while code goes on.

use std::sync::{Arc, Mutex};

use ferrotape::convert::JsValue;
use ferrotape::debug::{Breakpoint, DebugHost, Debugger, Primitive, Resume, Source, Stopped};
use ferrotape::{Console, Engine};

use super::{Notes, each};

#[test]
fn facts_and_properties_run_no_script() {
    let text = "var ran = 0; var target = {};\n\
        var trap = new Proxy({}, { get() { ran++ } }); var proxy = new Proxy(target, trap);\n\
        var object = { a: 1, get b() { ran++ }, proxy, [Symbol('s')]: 2n, text: 'long '.repeat(1e6) };\n\
        debugger;";
    each(
        |engine, notes| {
            engine.run("a.js", text).unwrap();
            let wanted = [
                "a number 1",
                "b accessor",
                "proxy object Proxy(Obje…",
                "text string long long ",
                "Symbol(s) bigint 2n",
                "entries [(None, 2)]",
                "prototype Object",
            ];
            assert_eq!(notes.take(), wanted);
            assert_eq!(engine.eval::<f64>("ran").unwrap(), 0.0);
        },
        |stopped, notes| {
            let object = stopped.evaluate_value(0, "object").unwrap();
            let set = stopped.evaluate_value(0, "new Set([1, 2])").unwrap();
            let mut values = stopped.values();
            for property in values.properties(&object, 0..10).unwrap() {
                let name = property.name;
                match property.value {
                    Some(value) => {
                        let facts = values.facts(&value, 10).unwrap();
                        notes.add(format!("{name} {} {}", facts.type_name, facts.text));
                    }
                    None => notes.add(format!("{name} accessor")),
                }
            }
            let entries = values.entries(&set, 5).unwrap().unwrap();
            let (key, last) = &entries[1];
            let shown = values.facts(last, 10).unwrap().text;
            notes.add(format!("entries [({key:?}, {shown})]"));
            let prototype = values.prototype(&object).unwrap();
            notes.add(format!("prototype {}", values.facts(&prototype, 10).unwrap().text));
            Resume::Run
        },
    );
}

#[test]
fn internal_slots_are_shown_and_run_no_script() {
    let text = "var ran = 0; function f(a) { return a }\n\
        var trap = new Proxy({}, { get() { ran++ } }); var target = { t: 1 }; var revoked = Proxy.revocable({}, {});\n\
        revoked.revoke(); function* g() { yield 1 } var closed = g(); closed.return();\n\
        var map = new Map([['a', 1], ['b', 2]]).entries(); map.next(); var ended = new Set().values(); ended.next();\n\
        debugger;";
    each(
        |engine, notes| {
            engine.run("a.js", text).unwrap();
            let wanted = [
                "[[PromiseState]] fulfilled, [[PromiseResult]] 5",
                "[[PromiseState]] pending, [[PromiseResult]] undefined",
                "[[Handler]] Proxy(Object), [[Target]] Object, [[IsRevoked]] false",
                "[[Handler]] null, [[Target]] null, [[IsRevoked]] true",
                "[[TargetFunction]] function f(a) { return a }, [[BoundThis]] 1, [[BoundArgs]] Array(2)",
                "[[GeneratorState]] suspended, [[GeneratorFunction]] function* g() { yield 1 }",
                "[[GeneratorState]] closed",
                "[[WeakRefTarget]] Object",
                "[[PrimitiveValue]] 3",
                "[[IteratorHasMore]] true, [[IteratorKind]] entries, 1 left",
                "[[IteratorHasMore]] false, [[IteratorKind]] values, 0 left",
                "[[ArrayBufferByteLength]] 4",
                "",
                "",
            ];
            assert_eq!(notes.take(), wanted);
            assert_eq!(engine.eval::<f64>("ran").unwrap(), 0.0);
        },
        |stopped, notes| {
            let texts = [
                "Promise.resolve(5)",
                "new Promise(() => {})",
                "new Proxy(target, trap)",
                "revoked.proxy",
                "f.bind(1, 2, 3)",
                "g()",
                "closed",
                "new WeakRef(target)",
                "new Number(3)",
                "map",
                "ended",
                "new ArrayBuffer(4)",
                "({})",
                "7",
            ];
            for text in texts {
                let value = stopped.evaluate_value(0, text).unwrap();
                let mut values = stopped.values();
                let slots = values.internal_slots(&value).unwrap();
                let mut shown: Vec<String> = Vec::new();
                for (name, value) in &slots {
                    shown.push(format!("{name} {}", values.facts(value, 100).unwrap().text));
                }
                let is_iterator = slots.iter().any(|(name, _)| *name == "[[IteratorKind]]");
                if let Some(entries) = values.entries(&value, 5).unwrap().filter(|_| is_iterator) {
                    shown.push(format!("{} left", entries.len()));
                }
                notes.add(shown.join(", "));
            }
            Resume::Run
        },
    );
}

#[test]
fn classes_are_named_by_tags_and_constructors() {
    each(
        |engine, notes| {
            engine.run("a.js", "class A {} class B extends Map {} debugger").unwrap();
            let wanted = "Array Map Generator A B Tag Object Object Object Function Map Iterator Uint8Array";
            assert_eq!(notes.take(), [wanted]);
        },
        |stopped, notes| {
            let texts = [
                "Array.prototype",
                "Map.prototype",
                "(function* () {})()",
                "new A",
                "new B",
                "({ [Symbol.toStringTag]: 'Tag' })",
                "({ get [Symbol.toStringTag]() { throw 1 } })",
                "({ constructor: 1 })",
                "Object.create(null)",
                "() => 1",
                "new Map().keys()",
                "new Uint8Array(1)",
            ];
            let mut classes = Vec::new();
            for text in texts {
                let value = stopped.evaluate_value(0, text).unwrap();
                classes.push(stopped.values().facts(&value, 100).unwrap().class_name.unwrap());
            }
            notes.add(classes.join(" "));
            Resume::Run
        },
    );
}

#[test]
fn values_are_made_called_and_refused() {
    each(
        |engine, notes| {
            engine.run("a.js", "function add(a, b) { return a + b }\ndebugger").unwrap();
            assert_eq!(
                notes.take(),
                ["String(\"x1\")", "ReferenceError", "it takes too long", "SyntaxError", "it is not a BigInt"]
            );
        },
        |stopped, notes| {
            let mut values = stopped.values();
            let add = values.evaluate("add").unwrap();
            let global = values.global();
            let arguments = [Primitive::String("x".to_owned()), Primitive::Number(1.0)];
            let arguments: Vec<JsValue> = arguments.iter().map(|it| values.primitive_value(it).unwrap()).collect();
            let sum = values.call(&add, &global, &arguments).unwrap();
            notes.add(format!("{:?}", values.facts(&sum, 10).unwrap().primitive.unwrap()));
            let thrown = values.evaluate("missing").unwrap_err().thrown.unwrap();
            notes.add(values.facts(&thrown, 100).unwrap().class_name.unwrap());
            notes.add(values.evaluate("for (;;);").unwrap_err().message);
            let wrong = values.check("let let").unwrap_err().thrown.unwrap();
            notes.add(values.facts(&wrong, 100).unwrap().class_name.unwrap());
            notes.add(values.primitive_value(&Primitive::BigInt("f()n".to_owned())).unwrap_err().message);
            Resume::Run
        },
    );
}

/// A host that looks wherever it is called.
#[derive(Clone, Default)]
struct Watcher(Notes, Arc<Mutex<Vec<JsValue>>>);

impl DebugHost for Watcher {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        let frame = stopped.frames().swap_remove(0);
        self.0.add(format!("{}:{}", frame.source.name(), frame.line));
        Resume::Run
    }

    fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
        self.0.add(format!("{:?}", debugger.places(source)));
    }

    fn woken(&mut self, running: &mut Stopped<'_>) {
        let value = running.values().evaluate("n").unwrap();
        self.1.lock().unwrap().push(value);
        self.0.add("woken");
    }

    fn printed(&mut self, running: &mut Stopped<'_>, method: &str, values: &[JsValue]) {
        let facts: Vec<String> = values.iter().map(|it| running.values().facts(it, 10).unwrap().text).collect();
        self.0.add(format!("{method} {}", facts.join(" ")));
    }
}

struct Nowhere;

impl Console for Nowhere {
    fn message(&self, _: ferrotape::console::Level, _: &str) {}
}

#[test]
fn hosts_are_told_of_places_and_prints_and_answer_while_nothing_runs() {
    let watcher = Watcher::default();
    let mut engine = Engine::new();
    engine.define_console(Nowhere, Default::default()).unwrap();
    let control = engine.set_debugger(watcher.clone());
    engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 2).by_whole_name());
    engine.run("b/a.js", "var n = 1;\nn++;").unwrap();
    engine.run("a.js", "console.warn(n, [1]);\nn++; n").unwrap();
    assert_eq!(watcher.0.take(), ["[(1, 1), (2, 1)]", "[(1, 1), (1, 9), (2, 1), (2, 6)]", "warn 2 Array(1)", "a.js:2"]);
    control.wake();
    engine.answer_debugger();
    engine.answer_debugger();
    assert_eq!(watcher.0.take(), ["woken"]);
    // The value is there as long as its handle.
    engine.collect_garbage();
    assert_eq!(watcher.1.lock().unwrap().len(), 1);
}
