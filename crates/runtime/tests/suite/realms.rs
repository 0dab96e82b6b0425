//! Several realms in one engine. Scripts run in the first one and see the global object of a second one as `other`; each on
//! both machines, and under stress.

use ferrotape_budget::Termination;
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::pace;
use ferrotape_runtime::realm;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::sweep;

use crate::scripts::{WAYS, add_realm, compile, new_vm, run, shown};

/// Each line is an expression that is true; the lines run one after the other in one engine, and the first realm is the
/// current one behind each.
#[track_caller]
fn check(lines: &[&str]) {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        add_realm(&mut vm, "other");
        let first = vm.realm.id;
        for line in lines {
            let result = run(&mut vm, line);
            let result = shown(&mut vm, result);
            assert_eq!(result, "true", "{backend:?}, stress: {stress}: {line}");
            assert!(vm.realm.id == first && vm.execution.frames.is_empty(), "{backend:?}, stress: {stress}: {line}");
        }
    }
}

#[test]
fn each_realm_has_intrinsics_of_its_own() {
    check(&[
        "other !== this && other.globalThis === other && other.Object !== Object",
        "['Array', 'Function', 'Error', 'TypeError', 'RegExp', 'Date', 'String', 'Number', 'Boolean'].every(function (n) { \
         return other[n] !== this[n] && other[n].prototype !== this[n].prototype \
         && Object.getPrototypeOf(other[n].prototype) !== Object.prototype }, this)",
        "Object.getPrototypeOf(other.Array) === other.Function.prototype",
        "Object.getPrototypeOf(other.Object.prototype) === null && other.eval !== eval",
        "var a = other.eval('[1, 2]'); !(a instanceof Array) && a instanceof other.Array && Array.isArray(a)",
        "other.eval('({})') instanceof other.Object && !(other.eval('(function () {})') instanceof Function)",
        "Object.prototype.toString.call(other.eval('/x/')) === '[object RegExp]'",
        "other.Object.prototype.toString.call([]) === '[object Array]' && other.x === undefined",
        "var x = 1; other.x === undefined && other.eval('x = 2; x') === 2 && x === 1",
        "other.eval('this') === other && other.eval('(function () { return this })()') === other",
        "(function () { return this }).call(undefined) === this && other.eval('(function () { return this })').call() === \
         other",
        "typeof other.Function('return this') === 'function' && other.Function('return this')() === other",
        "other.eval('(function () { return Object(this) })').call(1) instanceof other.Number",
        "other.eval('(function () { return this })').call('s') instanceof other.String",
    ]);
}

#[test]
fn regular_expressions_are_compiled_anew_by_their_own_realm_only() {
    check(&[
        "function refused(r, compile) { try { compile.call(r, 'b'); return r.source } catch (e) { return e } }
         refused(/a/, RegExp.prototype.compile) === 'b'",
        "refused(/a/, other.RegExp.prototype.compile) instanceof other.TypeError",
        "refused(other.eval('/a/'), RegExp.prototype.compile) instanceof TypeError",
        "refused(other.eval('/a/'), other.RegExp.prototype.compile) === 'b'",
        "refused(new other.RegExp('a'), other.RegExp.prototype.compile) === 'b'",
        "refused(other.RegExp('a'), RegExp.prototype.compile) instanceof TypeError",
        "refused(Reflect.construct(RegExp, ['a'], other.RegExp), RegExp.prototype.compile) instanceof TypeError",
        "refused(Reflect.construct(RegExp, ['a'], other.RegExp), other.RegExp.prototype.compile) instanceof other.TypeError",
    ]);
}

#[test]
fn errors_are_of_the_realm_whose_code_throws() {
    check(&[
        "function thrown(f) { try { f() } catch (e) { return e } }
         thrown(function () { null.x }) instanceof TypeError",
        "thrown(other.eval('(function () { null.x })')) instanceof other.TypeError",
        "thrown(function () { other.Object.defineProperty(1) }) instanceof other.TypeError",
        "thrown(function () { other.eval('var') }) instanceof other.SyntaxError",
        "thrown(function () { other.Function('}') }) instanceof other.SyntaxError",
        "thrown(function () { other.Array(-1) }) instanceof other.RangeError",
        "thrown(function () { new other.Array(-1) }) instanceof other.RangeError",
        "thrown(function () { other.Function.prototype.call.call(1) }) instanceof other.TypeError",
        "thrown(function () { var f = other.Function.prototype.call; f.call(1) }) instanceof other.TypeError",
        "thrown(function () { var f = other.Function.prototype.apply; f.call(1) }) instanceof other.TypeError",
        "thrown(function () { other.Array.prototype.forEach.call([1], 1) }) instanceof other.TypeError",
        "thrown(function () { other.Array.prototype.forEach.call([1], function () { null.x }) }) instanceof TypeError",
        "var e = thrown(function () { other.eval('(function (f) { try { f() } finally { [] } })')(function () { null.x }) }); \
         e instanceof TypeError && [] instanceof Array",
        "[] instanceof Array && new other.Error('m') instanceof other.Error && !(other.Error() instanceof Error)",
        "thrown(function () { new other.Object.keys }) instanceof TypeError",
        "thrown(function () { other.unknown() }) instanceof TypeError",
        "thrown(other.eval('(function () { unknown })')) instanceof other.ReferenceError",
        "thrown(function () { new (other.eval('(class extends Object { constructor() {} })')) }) instanceof ReferenceError",
        "thrown(function () { new (other.eval('(class extends Object { constructor() { () => this } })')) }) \
             instanceof ReferenceError",
        "thrown(function () { new (other.eval('(class extends Object { constructor() { this } })')) }) \
             instanceof other.ReferenceError",
        "thrown(function () { new (other.eval('(class extends Object { constructor() { super(); return 1 } })')) }) \
             instanceof TypeError",
        "thrown(other.eval('(function f() { f() })')) instanceof other.RangeError && [] instanceof Array",
    ]);
}

#[test]
fn the_realm_comes_back_on_every_way_out() {
    check(&[
        "var mine = function () { return [] instanceof Array && /x/ instanceof RegExp && {} instanceof Object && new Function \
         instanceof Function }; mine()",
        "var f = other.eval('(function (g) { var a = g(), b = []; return a && b instanceof Array && g() })'); f(mine) && mine()",
        "var o = other.eval('({ get a() { return [] }, set b(v) { this.v = [] } })'); \
         o.a instanceof other.Array && mine() && (o.b = 1, o.v instanceof other.Array) && mine()",
        "for (var i = 0; i < 5; i++) { o.a; o.b = i } mine()",
        "other.Array.prototype.map.call([1, 2], mine).join() === 'true,true' && mine()",
        "[1, 2].map(other.eval('(function () { return [] instanceof Array })')).join() === 'true,true' && mine()",
        "var s = { toString: other.eval('(function () { return [] instanceof Array ? \"yes\" : \"no\" })') }; '' + s === \
         'yes' && mine()",
        "try { other.eval('throw 1') } catch (e) { mine() }",
        "(function () { try { return other.eval('[]') } finally { mine() } })() instanceof other.Array && mine()",
        "var C = other.eval('(function () { this.a = [] })'); new C().a instanceof other.Array && new C instanceof \
         other.Object && mine()",
        "var B = C.bind(null); new B().a instanceof other.Array && new B instanceof C && mine()",
        "var back = other.eval('(function (f) { return function () { return f.apply(this, arguments) } })')(mine); back() && \
         other.Function.prototype.call.call(back) && mine()",
        "var deep = other.eval('(function (n, f) { return n ? f(n - 1, arguments.callee) : [] })'); \
         (function f(n, g) { var a = g(n, f); return mine() && a })(9, deep) && mine()",
        "function captured() { var a = []; var g = function () { return a }; other.eval('[]'); return g() instanceof Array } \
         captured() && mine()",
        "[3, 1, 2].sort(other.eval('(function (a, b) { return a - b })')).join() === '1,2,3' && mine()",
        "'aXb'.replace(/X/, other.eval('(function () { return [] instanceof Array })')) === 'atrueb' && mine()",
        "with (other) { Array === other.Array && mine() }",
    ]);
}

#[test]
fn constructors_take_the_realm_of_the_new_target() {
    check(&[
        "var a = new other.Array(3); a.length === 3 && Object.getPrototypeOf(a) === other.Array.prototype",
        "Object.getPrototypeOf(other.Array(1, 2)) === other.Array.prototype",
        "Object.getPrototypeOf(new other.Object) === other.Object.prototype",
        "Object.getPrototypeOf(new other.Date(0)) === other.Date.prototype",
        "Object.getPrototypeOf(new other.RegExp('x')) === other.RegExp.prototype",
        "Object.getPrototypeOf(other.Object(1)) === other.Number.prototype",
        "Object.getPrototypeOf(new other.String('s')) === other.String.prototype",
        "var C = new other.Function; C.prototype instanceof other.Object && !(C.prototype instanceof Object)",
        "var D = other.eval('(function () {})'); Object.getPrototypeOf(D.prototype) === other.Object.prototype",
        "D.prototype = null; Object.getPrototypeOf(new D) === other.Object.prototype",
        "Object.getPrototypeOf(new (D.bind(1).bind(2))) === other.Object.prototype",
        "function E() {} E.prototype = 1; Object.getPrototypeOf(new E) === Object.prototype",
        "var make = other.eval('(function (f) { return new f })'); Object.getPrototypeOf(make(E)) === Object.prototype",
        "Object.getPrototypeOf(make(D)) === other.Object.prototype",
        "for (var i = 0; i < 9; i++) make(i % 2 ? E : D); Object.getPrototypeOf(make(E)) === Object.prototype",
    ]);
}

#[test]
fn eval_and_functions_are_of_their_realm() {
    check(&[
        "(function () { var local = 1, eval = other.eval; return eval('typeof local') === 'undefined' })()",
        "(function () { var local = 1; return eval('local') === 1 })()",
        "(function () { var local = 1; return other.eval('(function (eval) { return eval(\"typeof local\") })')(eval) })() === \
         'undefined'",
        "var inner = other.eval('(function () { var secret = 2; return eval(\"secret + (typeof other)\") })'); inner() === \
         '2undefined'",
        "other.eval('var declared = 1'); other.declared === 1 && typeof declared === 'undefined'",
        "other.Function('a', 'return [a] instanceof Array')(1)",
        "new other.Function('return Array')() === other.Array",
        "(0, other.eval)('eval') === other.eval",
        "other.eval('eval(\"[]\")') instanceof other.Array && other.eval('this.eval(\"[]\")') instanceof other.Array",
        "(function () { 'use strict'; try { return arguments.callee } catch (e) { return e } })() instanceof TypeError",
        "other.eval('(function () { \"use strict\"; return arguments })')() instanceof other.Object",
        "Object.getOwnPropertyDescriptor(other.eval('(function () { \"use strict\"; return arguments })()'), 'callee').get \
         !== Object.getOwnPropertyDescriptor((function () { 'use strict'; return arguments })(), 'callee').get",
    ]);
}

#[test]
fn primitives_have_the_prototypes_of_the_running_realm() {
    check(&[
        "String.prototype.mine = 1; Number.prototype.mine = 2; Boolean.prototype.mine = 3; 's'.mine === 1",
        "var f = other.eval('(function (v) { return v.mine })'); f('s') === undefined && f(1) === undefined",
        "function g(v) { return v.mine }
         var ok = true; for (var i = 0; i < 20; i++) ok = ok && g('s') === 1 && f('s') === undefined && g(1) === 2 && \
         f(1) === undefined && g(true) === 3 && f(true) === undefined; ok",
        "other.String.prototype.mine = 4; f('s') === 4 && g('s') === 1",
        "var m = other.eval('(function (v) { return v.charAt === \"\".charAt })'); m('x') && 'x'.charAt !== \
         other.String.prototype.charAt",
        "Object.defineProperty(other.Number.prototype, 'who', { get: other.eval('(function () { return [] instanceof Array \
         })') }); other.eval('(1).who') === true && (1).who === undefined",
    ]);
}

#[test]
fn holes_look_at_the_prototypes_of_their_own_realm() {
    check(&[
        "var a = [1, , 3], b = other.eval('[1, , 3]'); a[1] === undefined && b[1] === undefined",
        "other.Array.prototype[1] = 'theirs'; a[1] === undefined && b[1] === 'theirs'",
        "a.join() === '1,,3' && b.join() === '1,theirs,3' && Array.prototype.join.call(b) === '1,theirs,3'",
        "delete other.Array.prototype[1]; Object.prototype[1] = 'mine'; a[1] === 'mine' && b[1] === undefined",
        "delete Object.prototype[1]; other.Object.prototype[1] = 'objects'; a[1] === undefined && b.indexOf('objects') === 1",
        "delete other.Object.prototype[1]; other.Array.prototype.__proto__ = { 1: 'far' }; b[1] === 'far' && a[1] === \
         undefined",
    ]);
}

#[test]
fn each_realm_has_an_immutable_prototype_and_a_last_match() {
    check(&[
        "function refuses(O, P, T) { try { O.setPrototypeOf(P.prototype, {}) } catch (e) { return e instanceof T } }
         refuses(Object, Object, TypeError) && refuses(Object, other.Object, TypeError)",
        "refuses(other.Object, Object, other.TypeError) && refuses(other.Object, other.Object, other.TypeError)",
        "Object.setPrototypeOf(other.Object.prototype, null) === other.Object.prototype",
        "/(a)/.exec('xab'); RegExp.$1 === 'a' && other.RegExp.$1 === ''",
        // By the proposal: an expression of another realm than that of the running `exec` changes nothing.
        "other.RegExp.prototype.exec.call(/(b)/, 'ab'); other.RegExp.$1 === '' && RegExp.$1 === 'a'",
        "other.eval('/(b)/.exec(\"ab\")'); other.RegExp.$1 === 'b' && RegExp.$1 === 'a'",
        "other.RegExp.input = 'theirs'; RegExp.input === 'xab' && other.RegExp.input === 'theirs'",
        "try { Object.getOwnPropertyDescriptor(RegExp, '$1').get.call(other.RegExp) } catch (e) { e instanceof TypeError }",
    ]);
}

#[test]
fn tail_calls_go_to_other_realms_and_back() {
    check(&[
        "'use strict'; var there = other.eval('\"use strict\"; (function (n, f) { return n ? f(n - 1, there) : [] })');
         other.there = there; function here(n, f) { return n ? f(n - 1, here) : [] }
         here(1000, there) instanceof Array && [] instanceof Array",
        "here(1001, there) instanceof other.Array && [] instanceof Array",
        "there(1000, here) instanceof other.Array && [1].map(function () { return there(1001, here) })[0] instanceof Array",
        "[1].map(there.bind(null, 1001, here))[0] instanceof Array && [] instanceof Array",
        "other.Array.prototype.map.call([1], here.bind(null, 1001, there))[0] instanceof other.Array && [] instanceof Array",
        "var o = { get a() { return there(1001, here) } }; o.a instanceof Array && [] instanceof Array",
        "function built(n) { 'use strict'; return n ? other.Function.prototype.call.call(built, null, n - 1) : [] instanceof \
         Array } built(1000)",
        "var call = other.Function.prototype.call, apply = other.Function.prototype.apply;
         function deep(n) { 'use strict'; return n ? apply.call(deep, null, [n - 1]) : [] instanceof Array } deep(1000)",
        "try { there(5, 1) } catch (e) { e instanceof other.TypeError && [] instanceof Array }",
        "try { here(5, 1) } catch (e) { e instanceof TypeError && [] instanceof Array }",
    ]);
}

/// A native function of the other realm goes on after the last reference to that realm was dropped while it waited.
#[test]
fn a_realm_lives_while_its_functions_run() {
    check(&[
        "function fill() { for (var i = 0; i < 300; i++) [{}, function () {}, 'x' + i] } true",
        "var o = { toString: other.Array.prototype.join, 0: { toString: null, valueOf: null },
           get length() { delete this.toString; other = null; fill(); return 1 } };
         try { '' + o } catch (e) { e.name === 'TypeError' && !(e instanceof TypeError) && [] instanceof Array }",
    ]);
    check(&[
        "function fill() { for (var i = 0; i < 300; i++) [{}, function () {}, 'x' + i] } true",
        "var f = other.eval('(function (g) { f = null; g(); return [] })'); other.f = f;
         f(function () { f = other = null; fill() }).length === 0 && [] instanceof Array",
    ]);
    check(&["var f = other.eval('(function (g) { \"use strict\"; return g() })'); \
         [1].map(f.bind(null, function () { f = other = null; for (var i = 0; i < 300; i++) [{}, 'x' + i]; return [] }))[0] \
         instanceof Array"]);
}

#[test]
fn a_realm_is_collected_when_nothing_refers_to_it() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        vm.collect_garbage();
        assert_eq!(vm.heap.realm_count(), 1);
        let before = pace::live_bytes(&vm.heap);
        for text in [
            "var keep = other.eval('(function () { return [] })'); other = null",
            "var keep = other.Array.prototype.map; other = null",
            "var keep = other.eval('({})'); other = null",
            "var keep = new other.Error('m'); other = null",
            "var keep = other.eval; other = null",
        ] {
            add_realm(&mut vm, "other");
            let result = run(&mut vm, text);
            assert_eq!(shown(&mut vm, result), "null");
            vm.collect_garbage();
            assert_eq!(vm.heap.realm_count(), 2, "{text}");
            let result = run(&mut vm, "keep = null");
            assert_eq!(shown(&mut vm, result), "null");
            vm.collect_garbage();
            assert_eq!(vm.heap.realm_count(), 1, "{text}");
        }
        for _ in 0..20 {
            let realm = add_realm(&mut vm, "other");
            realm::in_realm(&mut vm, realm, |vm| run(vm, "var all = [function () {}, /x/, new Date, {}]"))
                .unwrap_or_else(|thrown| panic!("{thrown:?}"));
        }
        let result = run(&mut vm, "other = null");
        assert_eq!(shown(&mut vm, result), "null");
        vm.collect_garbage();
        assert_eq!(vm.heap.realm_count(), 1);
        assert!(pace::live_bytes(&vm.heap) < before + (64 << 10), "{} was {before}", pace::live_bytes(&vm.heap));
        let counted = sweep::counted_bytes(&vm.heap) + vm.execution.scratch.bytes();
        vm.account_stacks();
        assert_eq!(vm.heap.budget.bytes(), counted + vm.stack_bytes());
    }
}

#[test]
fn terminations_and_uncaught_errors_leave_the_realm() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        let realm = add_realm(&mut vm, "other");
        let first = vm.realm.id;
        for text in [
            "other.eval('for (;;);')",
            "[1].map(other.eval('(function () { for (;;); })'))",
            "other.Array.prototype.map.call([1], function () { for (;;); })",
            "other.eval('(function (f) { try { f() } finally { for (;;); } })')(function () { throw 1 })",
        ] {
            vm.heap.budget.set_fuel(Some(20_000));
            let result = run(&mut vm, text);
            assert!(matches!(result, Err(Throw::Terminated(Termination::OutOfFuel))), "{result:?}");
            assert!(vm.realm.id == first && vm.execution.frames.is_empty(), "{text}");
            vm.heap.budget.set_fuel(None);
            let _held = vm.begin_run(1 << 20, None);
        }
        for text in ["other.eval('null.x')", "other.eval('(function (f) { f() })')(function () { null.x })"] {
            let result = run(&mut vm, text);
            let shown = shown(&mut vm, result);
            assert!(shown.starts_with("throws TypeError: "), "{shown}");
            assert!(vm.realm.id == first && vm.execution.frames.is_empty(), "{text}");
        }
        let result = realm::in_realm(&mut vm, realm, |vm| run(vm, "this.Array === Array && [] instanceof Array"));
        assert_eq!(shown(&mut vm, result), "true");
        assert!(vm.realm.id == first);
    }
}

/// Each script's code is loaded into the realm that it runs in, though it was compiled once.
#[test]
fn a_unit_runs_in_any_realm() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        let realm = add_realm(&mut vm, "other");
        let unit = compile(&mut vm, "var n; n = [] instanceof Array; function f() { return [] } f()");
        eval::run_script(&mut vm, unit.clone()).expect("it runs");
        realm::in_realm(&mut vm, realm, |vm| eval::run_script(vm, unit)).expect("it runs");
        let result =
            run(&mut vm, "n && other.n && f !== other.f && f() instanceof Array && other.f() instanceof other.Array");
        assert_eq!(shown(&mut vm, result), "true");
    }
}
