//! What is accounted for is what there is: else a limit comes too early in the long run, or never.

use std::sync::Arc;

use ferrotape_compiler::Backend;
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use super::*;
use crate::unwinding::OpenScope;
use crate::vm::{Frame, Options, Vm};

impl Heap {
    fn counted_bytes(&self) -> usize {
        self.objects.counted_bytes(Object::payload_bytes)
            + self.strings.counted_bytes(StringCell::payload_bytes)
            + self.symbols.counted_bytes(|_| 0)
            + self.records.counted_bytes(Record::payload_bytes)
            + self.accessors.counted_bytes(|_| 0)
            + self.shapes.counted_bytes(|_| 0)
            + self.tables.counted_bytes(PropertyTable::bytes)
            + self.code.counted_bytes(|block| block.as_ref().map_or(0, |block| block.bytes()))
            + self.table_bytes()
    }
}

/// Runs a script, collects, and compares.
#[track_caller]
fn check(source: &str) {
    let mut vm = Vm::new(Options::default()).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
    let grown_bytes = |vm: &Vm| {
        (vm.stack.len() * size_of::<Value>())
            + vm.frames.capacity() * size_of::<Frame>()
            + vm.open_scopes.capacity() * size_of::<OpenScope>()
    };
    let stack = grown_bytes(&vm);
    assert_eq!(vm.heap.budget.bytes(), vm.heap.counted_bytes(), "a new realm");
    let options = ParseOptions { goal: Goal::Script, strict: false, stack: vm.native_stack() };
    let text = Arc::new(SourceText::new("test", source));
    let unit = ferrotape_compiler::compile_source(text, &options, Backend::Register, &mut vm.heap.budget);
    vm.run_script(unit.expect("it compiles")).unwrap_or_else(|thrown| panic!("{thrown:?}"));
    let grown_stack = grown_bytes(&vm) - stack;
    assert_eq!(vm.heap.budget.bytes(), vm.heap.counted_bytes() + grown_stack, "before the collection: {source}");
    vm.collect_garbage();
    assert_eq!(vm.heap.budget.bytes(), vm.heap.counted_bytes() + grown_stack, "after the collection: {source}");
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
        "function f(n) { return n ? f(n - 1) : 0 } f(2000); with ({ a: 1 }) { var h = function () { return a } } \
         new Function('x', 'return x')(1)",
    );
}
