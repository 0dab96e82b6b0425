//! The identifier algorithms by themselves. Scripts bring the records into being and call `probe(name, scope)`, which
//! looks from the running frame. It begins in a scope of its function, or with -1 in the environment the function was made in.

use std::sync::{Arc, Mutex};

use ferrotape_compiler::Backend;
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use ferrotape_bytecode::{BindingForm, NameStart};
use ferrotape_runtime::convert;
pub use ferrotape_runtime::environment::{self, Place, Record, RecordKind};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::error_report;
use ferrotape_runtime::function;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Options;
use ferrotape_runtime::vm::Vm;

fn new_vm() -> Vm {
    Vm::new(Options::default(), ferrotape_builtins::PARTS, crate::MACHINES)
        .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
}

/// Returns what `look` says at each call of `probe`.
fn probed(
    source: &str,
    look: impl Fn(&mut Vm, NameStart, PropertyKey) -> Completion<String> + Send + Sync + 'static,
) -> Vec<String> {
    let mut vm = new_vm();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let push = Arc::new(move |vm: &mut Vm, call: ferrotape_runtime::Call| {
        let argument = call.argument(vm, 0);
        let key = convert::to_property_key(vm, argument)?;
        let start = call.argument(vm, 1);
        let start = match convert::to_int32(vm, start)? {
            -1 => NameStart::Environment(0),
            scope => NameStart::Scope(scope as u16),
        };
        let answer = look(vm, start, key)?;
        log.lock().expect("no panic").push(answer);
        Ok(Value::UNDEFINED)
    });
    let probe = function::new_host_function(&mut vm, "probe", 2, push);
    let (global, key) = (vm.realm.global, vm.heap.key("probe"));
    object::set(&mut vm, global, key, Value::object(probe), true).expect("probe is defined");
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    let source = Arc::new(SourceText::new("test.js", source));
    let unit = ferrotape_compiler::compile_source(source, &options, Backend::Register, &mut vm.heap.budget)
        .unwrap_or_else(|error| panic!("{error}"));
    if let Err(thrown) = eval::run_script(&mut vm, unit) {
        panic!("{}", described(&mut vm, thrown));
    }
    let seen = seen.lock().expect("no panic");
    seen.clone()
}

/// The head line of an exception.
fn described(vm: &mut Vm, thrown: Throw) -> String {
    match thrown {
        Throw::Exception(value) => error_report::describe_exception(vm, value),
        Throw::Terminated(termination) => format!("{termination:?}"),
    }
}

fn shown(vm: &mut Vm, value: Value) -> String {
    if value.as_object() == Some(vm.realm.global) { "global".to_owned() } else { messages::describe(vm, value) }
}

/// The row of the document's table that a place belongs to, and its attributes: writable, configurable.
fn row(vm: &Vm, place: Place) -> String {
    let attributes = |form| if form == BindingForm::OwnName { "-" } else { "W" };
    match place {
        Place::Register { form, .. } => format!("delayed, register {}", attributes(form)),
        Place::Bound { record, form, .. } => match &vm.heap[record].kind {
            RecordKind::Open { .. } => {
                format!("open record, register {}", attributes(form))
            }
            _ => format!("closed record, property {}", attributes(form)),
        },
        Place::Added { .. } => "record, property WC".to_owned(),
        Place::With { .. } => "object record, this is the target".to_owned(),
        Place::Lexical => "declarative record of the global environment".to_owned(),
        Place::Global => "object record, no this".to_owned(),
        Place::NotFound => "not found".to_owned(),
    }
}

fn rows(source: &str) -> Vec<String> {
    probed(source, |vm, start, key| {
        let place = environment::get_identifier_reference(vm, start, key)?;
        Ok(row(vm, place))
    })
}

#[test]
fn seed_i07_getidref_cases() {
    let delayed = "function f(p) { 'use strict'; var l; if (!p) eval(''); probe('p', 0); probe('l', 0); } f(1)";
    assert_eq!(rows(delayed), ["delayed, register W"; 2]);
    let open = "function f(p) { (function () { probe('p', -1); return p })() } f(1)";
    assert_eq!(rows(open), ["open record, register W"], "keep on close: p is seen only if an inner function names it");
    let open = "function f(p) { eval(''); (function () { probe('p', -1); probe('f', -1) })() } f(1)";
    assert_eq!(rows(open), ["open record, register W", "object record, no this"]);
    let added = "function f(p) { eval('var p, a'); probe('a', 0); probe('p', 0); return function () { probe('a', -1) } } f(1)()";
    assert_eq!(rows(added), ["record, property WC", "open record, register W", "record, property WC"]);
    let closed = "function f(p) { return eval('(function () { probe(\"p\", -1) })') } f(1)()";
    assert_eq!(rows(closed), ["closed record, property W"]);
    let immutable = "(function f() { return eval('(function () { probe(\"f\", -1) })') })()()";
    assert_eq!(rows(immutable), ["closed record, property -"]);
    let objects = "with ({t: 1}) { probe('t', 0); probe('probe', 0); probe('nowhere', 0) }";
    assert_eq!(rows(objects), ["object record, this is the target", "object record, no this", "not found"]);
}

#[test]
fn seed_i07_getidref_goes_on_outwards_and_not_into_prototypes_of_records() {
    let source = "var x = 'global';
        function f(x) { with ({y: 1}) { with (Object.create({z: 1})) { eval(''); probe('x', 2); probe('y', 2); probe('z', 2) } } }
        f(1)";
    let seen = rows(source);
    assert_eq!(
        seen[1..],
        ["object record, this is the target"; 2],
        "[[HasProperty]] looks into prototypes of the target"
    );
    assert!(seen[0].ends_with("register W"), "{seen:?}");
    let skipped = "function f(x) { with ({x: 1}) { (function () { probe('x', -1) })() } } f(1)";
    assert_eq!(rows(skipped), ["object record, this is the target"]);
}

#[test]
fn seed_i07_getidref_does_not_recurse_over_outer_records() {
    let small_stack = std::thread::Builder::new().stack_size(128 * 1024);
    let done = small_stack.spawn(|| {
        let mut vm = new_vm();
        let mut outermost = None;
        for _ in 0..1_000_000 {
            let target = realm::intrinsics(&vm).object_prototype;
            outermost = Some(vm.heap.new_record(Record { parent: outermost, kind: RecordKind::Object { target } }));
        }
        let key = vm.heap.key("nowhere");
        let place = environment::find_outwards(&mut vm, outermost, key);
        assert!(matches!(place, Ok(Place::NotFound)));
    });
    done.and_then(|thread| thread.join().map_err(|_| std::io::Error::other("panic"))).expect("no recursion");
}

#[test]
fn seed_i08_getvar_gives_value_and_this() {
    let source = "var g = 'global value';
        function f(p) { eval('var a = 2'); with ({w: 3, toString: function () { return 'target' }}) {
            probe('p', 0); probe('a', 0); probe('w', 1); probe('g', 1); probe('nowhere', 1) } }
        f(1)";
    let seen = probed(source, |vm, start, key| {
        let place = environment::get_identifier_reference(vm, start, key)?;
        Ok(match environment::get_variable(vm, place, key) {
            Ok((value, this)) => format!("{} {}", shown(vm, value), if this.is_undefined() { "-" } else { "this" }),
            Err(thrown) => described(vm, thrown),
        })
    });
    assert_eq!(seen[..4], ["1 -", "2 -", "3 this", "'global value' -"].map(|text| text.replace('\'', "\"")));
    assert_eq!(seen[4], "ReferenceError: nowhere is not defined");
}

#[test]
fn seed_i08_hasvar_looks_into_one_record_only() {
    let source =
        "function f(p) { eval('var a'); (function () { probe('p', -1); probe('a', -1); probe('f', -1) })() } f(1)";
    let seen = probed(source, |vm, _, key| {
        let record = vm.frame().environment.expect("the function is made in f");
        Ok((environment::find_in_record(vm, record, key)? != Place::NotFound).to_string())
    });
    assert_eq!(seen, ["true", "true", "false"]);
}

/// Assigns 9 and reads again, or gives the error.
fn assigned(source: &str, strict: bool) -> Vec<String> {
    probed(source, move |vm, start, key| {
        let place = environment::get_identifier_reference(vm, start, key)?;
        if let Err(thrown) = environment::put_variable(vm, place, key, Value::int(9), strict) {
            return Ok(described(vm, thrown));
        }
        let place = environment::get_identifier_reference(vm, start, key)?;
        let value = environment::get_variable(vm, place, key)?.0;
        Ok(shown(vm, value))
    })
}

#[test]
fn seed_i09_putvar_cases() {
    let source = "var g = 1; Object.defineProperty(this, 'fixed', {value: 8});
        (function own(p) { eval('var a = 2'); with ({w: 3, get r() { return 7 }}) {
            probe('p', 1); probe('a', 1); probe('w', 2); probe('g', 2);
            probe('own', 2); probe('r', 2); probe('fixed', 2); probe('fresh', 2) } })(1)";
    let sloppy = assigned(source, false);
    assert_eq!(sloppy[..4], ["9"; 4]);
    assert!(sloppy[4].contains("own"), "an immutable binding keeps its value: {sloppy:?}");
    assert_eq!(sloppy[5..], ["7", "8", "9"], "the last one is a new global");
    let strict = assigned(source, true);
    assert_eq!(strict[..4], ["9"; 4]);
    assert!(strict[4..7].iter().all(|text| text.starts_with("TypeError: ")), "{strict:?}");
    assert_eq!(strict[7], "ReferenceError: fresh is not defined");
}

#[test]
fn seed_i09_putvar_in_strict_code_notices_that_an_object_lost_the_name() {
    for (strict, expected) in [(true, "ReferenceError: gone is not defined"), (false, "assigned")] {
        let source = "var o = {gone: 1}; with (o) { probe('gone', 0); } eval('var gone'); probe('gone', -1)";
        let seen = probed(source, move |vm, start, key| {
            let place = environment::get_identifier_reference(vm, start, key)?;
            assert!(environment::delete_variable(vm, place, key)?, "it was deletable");
            Ok(match environment::put_variable(vm, place, key, Value::TRUE, strict) {
                Ok(()) => "assigned".to_owned(),
                Err(thrown) => described(vm, thrown),
            })
        });
        assert_eq!(seen, [expected; 2]);
    }
}

#[test]
fn seed_i10_delvar_cases() {
    let source = "var g = 1; implicit = 2;
        function f(p) { 'use strict'; if (!p) eval(''); probe('p', 0) }
        function h(p) { eval('var a = 2'); with ({w: 3}) { probe('p', 0); probe('a', 0); probe('a', 0); probe('w', 1); probe('w', 1);
            probe('g', 1); probe('implicit', 1); probe('nowhere', 1) } }
        f(1); h(1)";
    let seen = probed(source, |vm, start, key| {
        let place = environment::get_identifier_reference(vm, start, key)?;
        Ok(environment::delete_variable(vm, place, key)?.to_string())
    });
    let expected = ["false", "false", "true", "true", "true", "true", "false", "true", "true"];
    assert_eq!(seen, expected, "a second deletion finds nothing");
}

#[test]
fn seed_i11_declvar_in_records() {
    let source = "function f(p) { eval(''); (function () { probe('p', -1); probe('q', -1) })(); return typeof p } f(1)";
    let seen = probed(source, |vm, start, key| {
        let environment = vm.frame().environment;
        let record = environment::variable_record(vm, environment)?.expect("f has a direct eval");
        let mut steps = Vec::new();
        for function in [None, Some(Value::int(5)), None] {
            environment::declare_in_record(vm, record, key, function)?;
            let place = environment::get_identifier_reference(vm, start, key)?;
            let value = environment::get_variable(vm, place, key)?.0;
            steps.push(shown(vm, value));
        }
        let place = environment::get_identifier_reference(vm, start, key)?;
        steps.push(environment::delete_variable(vm, place, key)?.to_string());
        Ok(steps.join(" "))
    });
    assert_eq!(seen, ["1 5 5 false", "undefined 5 5 true"], "redeclaring keeps the value, a function replaces it");
}

#[test]
fn seed_i11_declvar_of_globals() {
    let source = "Object.defineProperty(this, 'readonly', {value: 1, enumerable: true});
        Object.defineProperty(this, 'hidden', {value: 1, writable: true});
        Object.defineProperty(this, 'accessor', {get: function () {}, enumerable: true});
        Object.defineProperty(this, 'usual', {value: 1, writable: true, enumerable: true});
        Object.defineProperty(this, 'loose', {get: function () {}, configurable: true});
        for (var name in {readonly: 0, hidden: 0, accessor: 0, usual: 0, loose: 0, fresh: 0}) probe(name, -1)";
    let seen = probed(source, |vm, _, key| {
        let as_variable = environment::check_global_declaration(vm, key, false).is_ok();
        if let Err(thrown) = environment::check_global_declaration(vm, key, true) {
            return Ok(format!("{as_variable} {}", &described(vm, thrown)[..9]));
        }
        environment::declare_global_function(vm, key, Value::int(5), true)?;
        let global = vm.realm.global;
        let property = object::get_own_property(vm, global, key)?.expect("it is declared");
        let value = property.value.map_or("accessor".to_owned(), |value| shown(vm, value));
        Ok(format!("{as_variable} {value} {:?}", property.configurable == Some(true)))
    });
    let refused = "true TypeError";
    assert_eq!(seen, [refused, refused, refused, "true 5 false", "true 5 true", "true 5 true"]);
}

#[test]
fn seed_i03_open_and_closed_bindings() {
    // The same binding by way of the record: first the live register, then the copy.
    let source = "function f(p) { eval(''); var inner = function () { probe('p', -1) }; inner(); p = 2; inner(); return inner } f(1)()";
    let seen = probed(source, |vm, start, key| {
        let place = environment::get_identifier_reference(vm, start, key)?;
        let value = environment::get_variable(vm, place, key)?.0;
        environment::put_variable(vm, place, key, Value::int(7), false)?;
        Ok(format!("{} {}", row(vm, place), shown(vm, value)))
    });
    assert_eq!(seen, ["open record, register W 1", "open record, register W 2", "closed record, property W 7"]);
}

#[test]
fn places_survive_in_registers() {
    let source = "var g; function f(p) { 'use strict'; if (!p) eval(''); probe('p', 0); probe('g', 0); probe('nowhere', 0) } f(1);
        function h(p) { eval('var a'); with ({w: 1}) { probe('a', 1); probe('w', 1) } } h(1)";
    let seen = probed(source, |vm, start, key| {
        let place = environment::get_identifier_reference(vm, start, key)?;
        let value = environment::value_of_place(vm, place);
        let place = environment::place_of_value(vm, value, key)?;
        Ok(row(vm, place))
    });
    let expected = [
        "open record, register W",
        "object record, no this",
        "not found",
        "record, property WC",
        "object record, this is the target",
    ];
    assert_eq!(seen, expected, "a register's place opens the record");
}
