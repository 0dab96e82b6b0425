//! Completions of kind return: what `return()` of a suspended generator makes of the `yield` that it waits in. Here each
//! `yield v` is answered by `return(v)`, so that it ends the function as `return v` would in its place.

use ferrotape_budget::Termination;
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::scripts::eval;

use crate::scripts::{WAYS, add_realm, compile, new_vm, run, shown};

/// Runs a generator that ends where it first yields.
const LEFT: &str = "function left(it) { for (var r = it.next(); !r.done; r = it.return(r.value)); return r.value } \
                    var log = ''; function note(x) { log += x } function noted() { var l = log; log = ''; return l }";

/// Each line is an expression that is true.
#[track_caller]
fn check(lines: &[&str]) {
    for (backend, stress) in WAYS {
        for keeps_arguments in [false, true] {
            let mut vm = new_vm(backend, stress);
            add_realm(&mut vm, "other");
            run(&mut vm, LEFT).expect("it runs");
            for line in lines {
                let mut unit = compile(&mut vm, line);
                unit.functions[1..].iter_mut().for_each(|function| function.keeps_arguments = keeps_arguments);
                let result = eval::run_script(&mut vm, unit);
                assert_eq!(shown(&mut vm, result), "true", "{backend:?}, stress: {stress}: {line}");
                assert!(vm.execution.frames.is_empty(), "{backend:?}, stress: {stress}: {line}");
            }
        }
    }
}

#[test]
fn a_function_ends_with_the_value() {
    check(&[
        "function* f(a) { note('a'); yield a; note('b'); return 2 } left(f(1)) === 1 && noted() === 'a'",
        "left(f()) === undefined && left(f('x')).length === 1 && [3, 4].map(x => left(f(x))).join() === '3,4' && noted() === 'aaaa'",
        "var o = { *a() { yield 6 }, get b() { return left(this.a()) } }; o.b === 6",
        "function* strict() { 'use strict'; return yield 9 } left(strict()) === 9",
        "function* closes() { var x = 1; keep = function () { return x++ }; yield keep } var keep; left(closes()) === keep && keep() \
         === 1 && keep() === 2",
        "function* loops(o) { for (var i = 0; ; i++) { for (var k in o) { with (o) { if (i === 3) yield k + a } } } } \
         left(loops({ a: 1, b: 2 })) === 'a1'",
        "function* outer() { yield* f(7); note('no') } left(outer()) === 7 && noted() === 'a'",
        "function* iterates() { for (var x of { [Symbol.iterator]() { return this }, next() { return { value: 1 } }, return() { \
         note('closed'); return {} } }) yield x } left(iterates()) === 1 && noted() === 'closed'",
    ]);
}

#[test]
fn catch_is_passed_by_and_finally_is_run() {
    check(&[
        "function* f() { try { yield 1; note('no') } catch (e) { note('caught'); return 2 } note('behind') } left(f()) === 1 && \
         noted() === ''",
        "function* g() { try { yield 1 } finally { note('f') } note('behind') } left(g()) === 1 && noted() === 'f'",
        "function* h() { try { try { try { yield 1 } catch (e) { note('no') } finally { note('a') } } catch (e) { note('no') } } \
         finally { note('b') } } left(h()) === 1 && noted() === 'ab'",
        "function* i() { try { try { yield 1 } finally { note('a'); try { throw 2 } catch (e) { note(e) } } } catch (e) { note('no') } \
         finally { note('b') } } left(i()) === 1 && noted() === 'a2b'",
        "function* inCatch() { try { throw 1 } catch (e) { try { yield e } catch (x) { note('no') } finally { note('f') } } finally { \
         note('g') } } left(inCatch()) === 1 && noted() === 'fg'",
        "function* calls() { try { try { left(g()) } finally { note(left(g())) } yield left(h()) } finally { note('c') } } \
         left(calls()) === 1 && noted() === 'ff1abc'",
        "function* scopes() { try { throw [7] } catch (e) { try { k = function () { return e[0]++ }; yield k } finally { note(k()) } } \
         } var k; left(scopes())() === 8 && noted() === '7'",
        "function* withs(o) { with (o) { try { with ({ b: 2 }) { for (var n in o) { yield a + b } } } finally { note(typeof b + a) } } \
         } left(withs({ a: 1 })) === 3 && noted() === 'undefined1'",
        "function* objects() { try { yield { v: [1, 2] } } finally { for (var i = 0; i < 100; i++) [{}, 'x' + i] } } \
         left(objects()).v.join() === '1,2'",
        "function* argued(a, b) { 'use strict'; try { yield a + b } finally { note(a) } } left(argued(1, 2, 3)) === 3 && noted() === '1'",
        "function* shared(a) { try { yield arguments } finally { a = 5 } } left(shared(1))[0] === 5",
        "function* nests() { try { yield* g() } finally { note('n') } } left(nests()) === 1 && noted() === 'fn'",
    ]);
}

#[test]
fn finally_can_go_another_way() {
    check(&[
        "function* returns() { try { yield 1 } finally { return 2 } } left(returns()) === 2",
        "function* leaves() { try { yield 1 } finally { yield 2 } } left(leaves()) === 2",
        "function* throws() { try { try { yield 1 } finally { throw 2 } } catch (e) { return e + 1 } } left(throws()) === 3",
        "function* breaks() { do { try { yield 1 } finally { break } } while (true); return 4 } left(breaks()) === 4",
        "function* goesOn() { for (var i = 0; i < 300; i++) { try { yield 1 } finally { continue } } return i } left(goesOn()) === 300",
        "function* labels() { a: for (var i = 0; i < 9; i++) { b: try { yield 1 } finally { for (;;) { try { yield 2 } finally { \
         if (i < 5) continue a; break a } } } } return i } left(labels()) === 5",
        "function* lost() { try { throw 1 } finally { yield 2 } } left(lost()) === 2",
        "function* lostToo() { try { try { throw 1 } finally { yield 2 } } catch (e) { return 'caught' } finally { note('f') } } \
         left(lostToo()) === 2 && noted() === 'f'",
        "function* mixed(how) { try { try { if (how === 0) yield 'l'; if (how === 1) return 'r'; if (how === 2) throw 't'; } finally \
         { note(how) } } catch (e) { return e + 'c' } return 'e' } \
         [0, 1, 2, 3].map(x => left(mixed(x))).join() === 'l,r,tc,e' && noted() === '0123'",
        "function* again(n) { try { if (n) return yield* again(n - 1); yield 'deep' } finally { note(n) } } \
         left(again(4)) === 'deep' && noted() === '01234'",
        "function* nested(n) { try { try { yield 1 } finally { if (n) left(nested(n - 1)); note(n) } } finally { note('x') } } \
         left(nested(3)) === 1 && noted() === '0x1x2x3x'",
        "function* onTheWay() { try { try { yield 1 } finally { try { yield 2 } finally { try { throw 3 } catch (e) { note(e) } } } } \
         finally { note('z') } } left(onTheWay()) === 2 && noted() === '3z'",
    ]);
}

#[test]
fn any_frame_can_be_left() {
    check(&[
        "var names = ''; for (var i = 0; i < 300; i++) names += 'var v' + i + ' = ' + i + ';'; \
         var wide = new (function* () {}.constructor)(names + 'try { yield v299 } catch (e) { v0 = 1 } finally { note(v0) } return v298'); \
         left(wide()) === 299 && noted() === '0'",
        "var there = other.eval('(function* (note) { try { yield [] } finally { note([] instanceof Array) } })'); \
         left(there(note)) instanceof other.Array && [] instanceof Array && noted() === 'true'",
        "function* each(x) { try { yield x } finally { note(x) } } [1, 2].map(x => left(each(x))).join() === '1,2' && noted() === '12'",
        "'ab'.replace(/a/, () => left(each('c'))) === 'cb' && noted() === 'c'",
        "[3, 1, 2].sort((a, b) => left(each(a - b))).join() === '1,2,3' && noted().length > 2",
        "try { left((function* () { try { yield 1 } finally { null.x } })()) } catch (e) { e instanceof TypeError }",
    ]);
}

#[test]
fn leaving_takes_from_the_budget() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        run(&mut vm, LEFT).expect("it runs");
        for text in [
            "left((function* () { for (;;) { try { yield 1 } finally { continue } } })())",
            "for (;;) left((function* () { yield 1 })())",
            "(function f() { left((function* () { try { yield 1 } finally { f() } })()) })()",
        ] {
            vm.heap.budget.set_fuel(Some(30_000));
            let result = run(&mut vm, text);
            let is_endless = matches!(result, Err(Throw::Terminated(Termination::OutOfFuel)));
            assert!(is_endless || text.contains("f()"), "{backend:?}, stress: {stress}: {text}: {result:?}");
            assert!(vm.execution.frames.is_empty());
            vm.heap.budget.set_fuel(None);
            let _held = vm.begin_run(1 << 20, None);
        }
    }
}

/// An `apply` that has no room for its arguments has looked at them nevertheless.
#[test]
fn arguments_without_room_take_from_the_budget() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        // Far beyond the room, and just so.
        for count in [1_000_000, (1 << 19) - 100] {
            run(&mut vm, &format!("var many = new Array({count}).fill(0); function called() {{}}")).expect("it runs");
            let text = "for (var i = 0; i < 20; i++) try { called.apply(null, many) } catch (e) {}";
            vm.heap.budget.set_fuel(Some(1_000_000));
            let result = run(&mut vm, text);
            assert!(matches!(result, Err(Throw::Terminated(Termination::OutOfFuel))), "{backend:?}: {result:?}");
            vm.heap.budget.set_fuel(None);
            let _held = vm.begin_run(1 << 20, None);
        }
    }
}
