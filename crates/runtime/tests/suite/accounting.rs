//! Accounting: the engine counts what there is. Otherwise a limit comes too early in the long run, or never.

use std::sync::Arc;

use ferrotape_compiler::Backend;
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use ferrotape_runtime::jobs;
use ferrotape_runtime::object;
use ferrotape_runtime::pace;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::sweep;
use ferrotape_runtime::vm::{Options, Vm};

#[track_caller]
fn expect_exact_account(vm: &Vm, when: &str) {
    let counted = sweep::counted_bytes(&vm.heap) + vm.stack_bytes() + vm.execution.scratch.bytes();
    assert_eq!(vm.heap.budget.bytes(), counted, "{when}");
}

/// Runs a script on both machines, collects, and compares.
#[track_caller]
fn check(source: &str) {
    for backend in [Backend::Register, Backend::Stack] {
        let mut vm = Vm::new(Options::default(), ferrotape_builtins::PARTS, crate::MACHINES)
            .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
        expect_exact_account(&vm, "a new realm");
        let options = ParseOptions::new(Goal::Script, vm.native_stack());
        let text = Arc::new(SourceText::new("test", source));
        let unit = ferrotape_compiler::compile_source(text, &options, backend, &mut vm.heap.budget);
        eval::run_script(&mut vm, unit.expect("it compiles")).unwrap_or_else(|thrown| panic!("{thrown:?}"));
        vm.account_stacks();
        expect_exact_account(&vm, &format!("before the collection, {backend:?}: {source}"));
        vm.collect_garbage();
        expect_exact_account(&vm, &format!("after the collection, {backend:?}: {source}"));
    }
}

#[test]
fn elements_are_accounted_for() {
    check(
        "var a = []; for (var i = 0; i < 1000; i++) a.push(i); a.length = 3; a.splice(1, 1, 5, 6, 7); \
         a.unshift(0); a.shift()",
    );
    check(
        "var a = []; for (var i = 0; i < 100; i++) a[i * 100000] = i; for (i = 0; i < 90; i++) delete a[i * \
         100000]",
    );
    check("var a = []; for (var i = 0; i < 100; i++) a[i * 100000] = i; a.length = 5; a[3] = 1");
    check(
        "var a = [1, 2, 3]; Object.freeze(a); var b = a.concat(a).map(String).filter(Boolean).sort().reverse(); \
         b.pop()",
    );
    check("var a = new Array(1000); a[5] = 1; a.fill(2, 10, 20); var o = JSON.parse('[[1],{\"a\":[2,3]},[]]')");
}

/// Arrays of many lengths die, so that others get their places with the vectors in them, or have vectors already.
const USED_PLACES: &str = "var kept = []; function rest(...r) { return r } function own() { 'use strict'; return arguments } \
     for (var i = 0; i < 40000; i++) { var a = [i, i]; a = [...a, i]; a = rest(i, a, i, i); a = own(i, i, i); \
     if (i % 100 == 0) kept.push(a, [i]); a = []; if (i & 1) a.push(i); a = [].concat([i], [i]); a = Object.keys({p: i}); \
     a = 'x,y'.split(','); a = new Set; for (var k in {p: 1}) a = k } \
     kept.forEach(function (a, at) { if (a[0] != (at >> 1) * 100) throw at })";

#[test]
fn vectors_that_free_places_keep_are_accounted_for() {
    check(USED_PLACES);
    check(
        "var a = [], i; for (i = 0; i < 50000; i++) a[i] = [i]; a = null; for (i = 0; i < 50000; i++) [i, i, i, i, i]",
    );
}

/// Objects die whose properties are not in their cells, so that others get the places of these with the vectors in them.
#[test]
fn slots_that_free_places_keep_are_accounted_for() {
    check(
        "for (var i = 0; i < 40000; i++) { var a = /(b)/.exec('abc'); if (i & 1) a.more = i; a = []; a.x = i; a.y = a; \
         if (a.x != i || a.y != a) throw i; a = [i]; if (i % 3 == 0) for (var j = 0; j < 6; j++) a['p' + j] = j }",
    );
}

#[test]
fn free_places_keep_nothing_where_memory_is_short() {
    let mut vm = Vm::new(Options::default(), ferrotape_builtins::PARTS, crate::MACHINES)
        .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    let source = Arc::new(SourceText::new("test", USED_PLACES));
    let unit = ferrotape_compiler::compile_source(source, &options, Backend::Register, &mut vm.heap.budget);
    eval::run_script(&mut vm, unit.expect("it compiles")).unwrap_or_else(|thrown| panic!("{thrown:?}"));
    vm.account_stacks();
    vm.collect_garbage();
    let before = vm.heap.budget.bytes();
    expect_exact_account(&vm, "collected");
    vm.heap.set_memory_limit(Some(before * 2));
    vm.collect_garbage();
    expect_exact_account(&vm, "collected with a limit");
    assert!(vm.heap.budget.bytes() < before, "{} of {before}", vm.heap.budget.bytes());
}

/// Room for many names is made at once, where there is room for some of them.
#[test]
fn room_for_names_is_accounted_for() {
    let names: Vec<String> = (0..2000).map(|name| format!("name{name}")).collect();
    check(&format!("var {}", names.join(",")));
}

/// Runs scripts with their jobs, each with so much fuel. Returns the bytes that are accounted for and not there: room for
/// jobs is all that there may be.
fn unfound_after(scripts: &[(&str, Option<u64>)]) -> usize {
    let mut vm = Vm::new(Options::default(), ferrotape_builtins::PARTS, crate::MACHINES)
        .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
    for &(text, fuel) in scripts {
        let options = ParseOptions::new(Goal::Script, vm.native_stack());
        let source = Arc::new(SourceText::new("test", text));
        let unit = ferrotape_compiler::compile_source(source, &options, Backend::Register, &mut vm.heap.budget);
        vm.heap.budget.set_fuel(fuel);
        let result = eval::run_script(&mut vm, unit.expect("it compiles"));
        assert_eq!(result.is_err(), fuel.is_some(), "{text}: {result:?}");
        vm.heap.budget.set_fuel(None);
        jobs::run_jobs(&mut vm).unwrap_or_else(|thrown| panic!("{thrown:?}"));
    }
    vm.account_stacks();
    let counted = sweep::counted_bytes(&vm.heap) + vm.stack_bytes() + vm.execution.scratch.bytes();
    vm.heap.budget.bytes() - counted
}

#[test]
fn what_promises_and_activations_take_is_accounted_for() {
    let of_jobs = unfound_after(&[("Promise.resolve().then()", None)]);
    let activations = "async function f(n) { var a = [n, n]; await null; \
         try { await (n % 7 ? n : Promise.reject(n)) } catch (e) { a.push(e) } return n % 3 ? a : Promise.resolve(a) } \
         async function many() { let r = []; for (let i of [1, 2, 3]) { r.push(() => i); await i } return r } \
         for (var i = 0; i < 2000; i++) { f(i); if (i % 10 == 0) many() }";
    assert_eq!(unfound_after(&[(activations, None), (activations, None)]), of_jobs);
    // A limit may end a run between the reactions of a promise: their list is gone all the same.
    let reactions = "var settle, all = new Promise(f => settle = f); for (var i = 0; i < 5000; i++) all.then()";
    assert_eq!(unfound_after(&[(reactions, None), ("settle()", Some(1000))]), of_jobs);
}

#[test]
fn properties_are_accounted_for() {
    check("var o = {}; for (var i = 0; i < 500; i++) o['p' + i] = i; for (i = 0; i < 480; i++) delete o['p' + i]");
    check(
        "var o = {}; for (var i = 0; i < 50; i++) o['p' + i] = i; var q = Object.create(o); q.x = 1; \
         Object.freeze(q)",
    );
    check(
        "var o = { get x() { return 1 }, set x(v) {} }; Object.defineProperty(o, 'y', { get: eval }); o.__proto__ \
         = []",
    );
    check(
        "var o = {}, p = {}; for (var i = 0; i < 99; i++) { o['p' + i] = i; p['q' + i] = i } o.__proto__ = p; for \
         (i in o);",
    );
}

#[test]
fn strings_errors_and_functions_are_accounted_for() {
    check(
        "var s = ''; for (var i = 0; i < 1000; i++) s += 'ab' + i; s.length; s.charAt(3); var t = s.toUpperCase() \
         + '\\u1234'; t.indexOf('x')",
    );
    check(
        "function f(a, b) { arguments[0] = 1; Object.freeze(arguments); return arguments } var a = f(1, 2, 3), b \
         = f.bind(a, 1)",
    );
    check(
        "function f(a) { 'use strict'; arguments[7] = 1; return arguments } var a = f(1, 2); delete a[0]; try { \
         null.x } catch (e) { var m = e.stack }",
    );
    check(
        "function f(a) { for (var i = 0; i < 20; i++) eval('var x' + i + ' = 1; delete x' + i + '; var y'); \
         return function () { return a } } var g = f(1)",
    );
    check(
        "function never() { return [1n, 'x', { y: 2 }] } function called(a) { let b = a; return () => b + 1n } \
         class C { m() {} n() {} } called(2n)(); new C().m()",
    );
    check(
        "function f(n) { return n ? f(n - 1) : 0 } f(2000); with ({ a: 1 }) { var h = function () { return a } } \
         new Function('x', 'return x')(1)",
    );
}

/// A deadline ends a collection half-way: nothing is freed, nothing stays marked, and the next one is as any other. The next tick
/// says so.
#[test]
fn a_collection_can_be_given_up() {
    let mut vm = Vm::new(Options::default(), ferrotape_builtins::PARTS, crate::MACHINES)
        .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    let text = "var list = null; for (var i = 0; i < 20000; i++) list = { next: list, s: 'text' + i }";
    let source = Arc::new(SourceText::new("test", text));
    let unit = ferrotape_compiler::compile_source(source, &options, Backend::Register, &mut vm.heap.budget);
    eval::run_script(&mut vm, unit.expect("it compiles")).unwrap_or_else(|thrown| panic!("{thrown:?}"));
    let list = vm.heap.key("list");
    let global = vm.realm.global;
    object::set(&mut vm, global, list, ferrotape_runtime::value::Value::NULL, true)
        .unwrap_or_else(|thrown| panic!("{thrown:?}"));
    vm.collect_garbage();
    let small = pace::live_bytes(&vm.heap);
    expect_exact_account(&vm, "collected");

    let source = Arc::new(SourceText::new("test", text));
    let unit = ferrotape_compiler::compile_source(source, &options, Backend::Register, &mut vm.heap.budget);
    eval::run_script(&mut vm, unit.expect("it compiles")).unwrap_or_else(|thrown| panic!("{thrown:?}"));
    vm.heap.budget.begin_run(ferrotape_budget::Deadline::after(std::time::Duration::ZERO));
    assert_eq!(vm.collect_for_script(), Ok(()));
    assert_eq!(vm.heap.work(0), Err(ferrotape_budget::Termination::DeadlineReached));
    assert!(pace::live_bytes(&vm.heap) > small + 20_000 * 32);
    expect_exact_account(&vm, "given up");
    vm.heap.budget.end_run();
    object::set(&mut vm, global, list, ferrotape_runtime::value::Value::NULL, true)
        .unwrap_or_else(|thrown| panic!("{thrown:?}"));
    vm.collect_garbage();
    assert!(pace::live_bytes(&vm.heap) < small + (64 << 10));
    expect_exact_account(&vm, "collected again");
}

/// At whatever look at the clock a collection ends, in marking or in sweeping: the machine goes on, and the next one finishes.
#[test]
fn a_collection_ends_at_any_look_at_the_clock() {
    use std::cell::Cell;
    let mut vm = Vm::new(Options::default(), ferrotape_builtins::PARTS, crate::MACHINES)
        .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    // Interned names, transitions, roots of shapes, cells of all kinds; some of each stay.
    let text = "var kept = []; for (var i = 0; i < 40000; i++) { var o = Object.create({}); o['name' + i] = [i]; \
                if (i % 10 == 0) kept.push(o) } kept.forEach(function (o, at) { \
                if (o['name' + at * 10][0] != at * 10) throw at })";
    let run = |vm: &mut Vm| {
        let source = Arc::new(SourceText::new("test", text));
        let unit = ferrotape_compiler::compile_source(source, &options, Backend::Register, &mut vm.heap.budget);
        eval::run_script(vm, unit.expect("it compiles")).unwrap_or_else(|thrown| panic!("{thrown:?}"));
    };
    run(&mut vm);
    let looks = Cell::new(0);
    vm.collect(|_| {
        looks.set(looks.get() + 1);
        false
    });
    let small = pace::live_bytes(&vm.heap);
    assert!(looks.get() > 10, "only {} looks", looks.get());
    for last in (1..looks.get()).step_by(2) {
        run(&mut vm);
        looks.set(0);
        vm.collect(|_| {
            looks.set(looks.get() + 1);
            looks.get() >= last
        });
        expect_exact_account(&vm, &format!("given up at look {last}"));
        run(&mut vm);
        vm.collect_garbage();
        expect_exact_account(&vm, &format!("collected after it was given up at look {last}"));
        assert!(pace::live_bytes(&vm.heap) < small + (1 << 20), "after it was given up at look {last}");
    }
}
