//! Completions of kind return. Nothing in the language makes one at a call so far; here a function of the host does: `leave(v)`
//! ends the function that calls it, as `return v` would in its place. A suspended generator's `return()` is to be that.

use ferrotape_budget::Termination;
use ferrotape_engine::error::Throw;

use crate::scripts::{WAYS, add_realm, compile, define, new_vm, run, shown};

/// Each line is an expression that is true.
#[track_caller]
fn check(lines: &[&str]) {
    for (backend, stress) in WAYS {
        for keeps_arguments in [false, true] {
            let mut vm = new_vm(backend, stress);
            define(&mut vm, "leave", |vm, call| Err(Throw::Return(call.argument(vm, 0))));
            add_realm(&mut vm, "other");
            run(
                &mut vm,
                "var log = ''; function note(x) { log += x } function noted() { var l = log; log = ''; return l }",
            )
            .expect("it runs");
            for line in lines {
                let mut unit = compile(&mut vm, line);
                unit.functions[1..].iter_mut().for_each(|function| function.keeps_arguments = keeps_arguments);
                let result = vm.run_script(unit);
                assert_eq!(shown(&mut vm, result), "true", "{backend:?}, stress: {stress}: {line}");
                assert!(vm.frames.is_empty(), "{backend:?}, stress: {stress}: {line}");
            }
        }
    }
}

#[test]
fn a_function_ends_with_the_value() {
    check(&[
        "function f(a) { note('a'); leave(a); note('b'); return 2 } f(1) === 1 && noted() === 'a'",
        "f() === undefined && f('x').length === 1 && [3, 4].map(f).join() === '3,4' && noted() === 'aaaa'",
        "function outer() { return [f(7), f(8)].join() } outer() === '7,8' && noted() === 'aa'",
        "function native() { [1].forEach(leave); return 0 } native() === 1",
        "function C() { this.a = 1; leave(5); this.a = 2 } new C().a === 1",
        "function D() { leave([5]) } new D()[0] === 5",
        "var o = { get a() { leave(6) }, set a(v) { this.v = v; leave(8); this.v = 0 } }; (o.a = 3) === 3 && o.v === 3 && o.a === 6",
        "function tail() { 'use strict'; return f(9) } tail() === 9 && noted() === 'a'",
        "function strict() { 'use strict'; return leave(9) } strict() === 9",
        "function closes() { var x = 1; keep = function () { return x++ }; leave(keep) } var keep; closes() === keep && keep() === 1 \
         && keep() === 2",
        "function loops(o) { for (var i = 0; ; i++) { for (var k in o) { with (o) { if (i === 3) leave(k + a) } } } } \
         loops({ a: 1, b: 2 }) === 'a1'",
        "leave(true); false",
    ]);
}

#[test]
fn catch_is_passed_by_and_finally_is_run() {
    check(&[
        "function f() { try { leave(1); note('no') } catch (e) { note('caught'); return 2 } note('behind') } f() === 1 && noted() \
         === ''",
        "function g() { try { leave(1) } finally { note('f') } note('behind') } g() === 1 && noted() === 'f'",
        "function h() { try { try { try { leave(1) } catch (e) { note('no') } finally { note('a') } } catch (e) { note('no') } } \
         finally { note('b') } } h() === 1 && noted() === 'ab'",
        "function i() { try { try { leave(1) } finally { note('a'); try { throw 2 } catch (e) { note(e) } } } catch (e) { note('no') \
         } finally { note('b') } } i() === 1 && noted() === 'a2b'",
        "function inCatch() { try { throw 1 } catch (e) { try { leave(e) } catch (x) { note('no') } finally { note('f') } } finally { \
         note('g') } } inCatch() === 1 && noted() === 'fg'",
        "function calls() { try { try { g() } finally { note(g()) } leave(h()) } finally { note('c') } } \
         calls() === 1 && noted() === 'ff1abc'",
        "function scopes() { try { throw [7] } catch (e) { try { k = function () { return e[0]++ }; leave(k) } finally { note(k()) } } \
         } var k; scopes()() === 8 && noted() === '7'",
        "function withs(o) { with (o) { try { with ({ b: 2 }) { for (var n in o) { leave(a + b) } } } finally { note(typeof b + a) } } \
         } withs({ a: 1 }) === 3 && noted() === 'undefined1'",
        "function objects() { try { leave({ v: [1, 2] }) } finally { for (var i = 0; i < 100; i++) [{}, 'x' + i] } } \
         objects().v.join() === '1,2'",
        "new (function () { this.a = 1; try { leave(0) } finally { this.a++ } })().a === 2",
        "function argued(a, b) { 'use strict'; try { leave(a + b) } finally { note(a) } } argued(1, 2, 3) === 3 && noted() === '1'",
        "function shared(a) { try { leave(arguments) } finally { a = 5 } } shared(1)[0] === 5",
    ]);
}

#[test]
fn finally_can_go_another_way() {
    check(&[
        "function returns() { try { leave(1) } finally { return 2 } } returns() === 2",
        "function leaves() { try { leave(1) } finally { leave(2) } } leaves() === 2",
        "function throws() { try { try { leave(1) } finally { throw 2 } } catch (e) { return e + 1 } } throws() === 3",
        "function breaks() { do { try { leave(1) } finally { break } } while (true); return 4 } breaks() === 4",
        "function goesOn() { for (var i = 0; i < 300; i++) { try { leave(1) } finally { continue } } return i } goesOn() === 300",
        "function labels() { a: for (var i = 0; i < 9; i++) { b: try { leave(1) } finally { for (;;) { try { leave(2) } finally { \
         if (i < 5) continue a; break a } } } } return i } labels() === 5",
        "function lost() { try { throw 1 } finally { leave(2) } } lost() === 2",
        "function lostToo() { try { try { throw 1 } finally { leave(2) } } catch (e) { return 'caught' } finally { note('f') } } \
         lostToo() === 2 && noted() === 'f'",
        "function mixed(how) { try { try { if (how === 0) leave('l'); if (how === 1) return 'r'; if (how === 2) throw 't'; } finally \
         { note(how) } } catch (e) { return e + 'c' } return 'e' } \
         [0, 1, 2, 3].map(mixed).join() === 'l,r,tc,e' && noted() === '0123'",
        "function again(n) { try { if (n) return again(n - 1); leave('deep') } finally { note(n) } } \
         again(4) === 'deep' && noted() === '01234'",
        "function nested(n) { try { try { leave(1) } finally { if (n) nested(n - 1); note(n) } } finally { note('x') } } \
         nested(3) === 1 && noted() === '0x1x2x3x'",
        "function onTheWay() { try { try { leave(1) } finally { try { leave(2) } finally { try { throw 3 } catch (e) { note(e) } } } } \
         finally { note('z') } } onTheWay() === 2 && noted() === '3z'",
        "try { leave(true) } finally { noted() } false",
        "eval('try { leave(true) } finally { note(1) } false') && noted() === '1'",
    ]);
}

#[test]
fn any_frame_can_be_left() {
    check(&[
        "var names = ''; for (var i = 0; i < 300; i++) names += 'var v' + i + ' = ' + i + ';'; \
         var wide = new Function(names + 'try { leave(v299) } catch (e) { v0 = 1 } finally { note(v0) } return v298'); \
         wide() === 299 && noted() === '0'",
        "var there = other.eval('(function (leave, note) { try { leave([]) } finally { note([] instanceof Array) } })'); \
         there(leave, note) instanceof other.Array && [] instanceof Array && noted() === 'true'",
        "var plain = other.eval('(function (leave) { leave([]) })'); plain(leave) instanceof other.Array && [] instanceof Array",
        "[1, 2].map(function (x) { try { leave(x) } finally { note(x) } }).join() === '1,2' && noted() === '12'",
        "other.Array.prototype.map.call([1], function () { leave([] instanceof Array) })[0]",
        "'ab'.replace(/a/, function () { try { leave('c') } finally { note('f') } }) === 'cb' && noted() === 'f'",
        "var o = { valueOf: function () { try { leave(4) } catch (e) {} }, toString: function () { leave('s') } }; o + 1 === 5 && \
         'x'.concat(o) === 'xs'",
        "[3, 1, 2].sort(function (a, b) { try { leave(a - b) } finally { note('') } }).join() === '1,2,3'",
        "try { (function () { try { leave(1) } finally { null.x } })() } catch (e) { e instanceof TypeError }",
    ]);
}

#[test]
fn leaving_takes_from_the_budget() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        define(&mut vm, "leave", |vm, call| Err(Throw::Return(call.argument(vm, 0))));
        for text in [
            "(function () { for (;;) { try { leave(1) } finally { continue } } })()",
            "for (;;) (function () { leave(1) })()",
            "(function f() { try { leave(1) } finally { f() } })()",
        ] {
            vm.heap.budget.set_fuel(Some(30_000));
            let result = run(&mut vm, text);
            let is_endless = matches!(result, Err(Throw::Terminated(Termination::OutOfFuel)));
            assert!(is_endless || text.contains("f()"), "{backend:?}, stress: {stress}: {text}: {result:?}");
            assert!(vm.frames.is_empty());
            vm.heap.budget.set_fuel(None);
            let _held = vm.begin_run(1 << 20, None);
        }
    }
}
