//! Knowledge of frames: new target, all arguments, and functions their home object. Scripts look at it through functions of the
//! host, which have no frames: `target()` and `all()` say what the calling function knows.

use ferrotape_runtime::function;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::scripts::{WAYS, add_realm, compile, define, new_vm, run, shown};

fn object_of(value: Value) -> ObjectId {
    value.as_object().expect("an object")
}

fn define_probes(vm: &mut Vm) {
    define(vm, "target", |vm, _| Ok(vm.new_target()));
    define(vm, "all", |vm, _| {
        let arguments = vm.kept_arguments().to_vec();
        array::new_array_from(vm, arguments).map(Value::object)
    });
    // Reflect.construct, with the arguments after the new target.
    define(vm, "construct", |vm, call| {
        let arguments = call.arguments(vm).to_vec();
        let (constructor, new_target) = (object_of(arguments[0]), object_of(arguments[1]));
        vm.construct(constructor, &arguments[2..], new_target).map(Value::object)
    });
    add_realm(vm, "other");
}

/// Each line is an expression that is true.
#[track_caller]
fn check(lines: &[&str]) {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        define_probes(&mut vm);
        for line in lines {
            let result = run(&mut vm, line);
            assert_eq!(shown(&mut vm, result), "true", "{backend:?}, stress: {stress}: {line}");
        }
    }
}

/// Checks lines with functions that keep their arguments. A thousand frames must not be needed for calls in tail position.
#[track_caller]
fn check_keeping(lines: &[&str]) {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        define_probes(&mut vm);
        for line in lines {
            let mut unit = compile(&mut vm, line);
            unit.functions[1..].iter_mut().for_each(|function| function.keeps_arguments = true);
            let result = eval::run_script(&mut vm, unit);
            assert_eq!(shown(&mut vm, result), "true", "{backend:?}, stress: {stress}: {line}");
        }
    }
}

#[test]
fn functions_know_their_new_target() {
    check(&[
        "function f() { this.t = target() }
         function g() { return target() }
         g() === undefined && new f().t === f && g.call({}) === undefined && g.apply({}, [1, 2]) === undefined",
        "new (f.bind(null, 1).bind(2))().t === f && g.bind()() === undefined && [1].map(g)[0] === undefined",
        "({ get a() { return target() } }).a === undefined",
        "var seen = 1; ({ set a(v) { seen = target() } }).a = 2; seen === undefined",
        "function outer() { new f; g(); this.t = target() } new outer().t === outer",
        "function tail() { return g() } new tail() instanceof tail && tail() === undefined",
        "function captured() { var x = 1; this.k = function () { return x }; this.t = target() } new captured().t === captured",
        "function all3(a) { arguments; this.t = target(); this.n = arguments.length } \
         new all3(1, 2, 3).t === all3 && new all3(1, 2, 3).n === 3",
        "function late(a, b, c, d, e) { for (var i = 0; i < 50; i++) [{}]; try { throw 1 } catch (x) { this.t = target() } } \
         new late().t === late && new late(1, 2, 3, 4, 5, 6).t === late",
        "var names = ''; for (var i = 0; i < 300; i++) names += 'var v' + i + ' = ' + i + ';'; \
         var wide = new Function(names + 'g(); this.t = target() + 0 * (v0 + v299) === wide + 0 ? wide : 0'); \
         new wide(1, 2).t === wide",
        "target() === undefined && eval('target()') === undefined",
        "var F = other.eval('(function (t) { this.t = t() })'); new F(target).t === F && new (F.bind(null))(target).t === F",
        "var far = other.Function('target', 'this.t = target()'); new far(target).t === far && far.call({}, target) === \
         undefined",
    ]);
}

#[test]
fn construct_passes_the_new_target_on() {
    check(&[
        "function f(a, b) { this.t = target(); this.sum = a + b }
         function g() {}
         var o = construct(f, g, 1, 2); o.t === g && o.sum === 3 && Object.getPrototypeOf(o) === g.prototype",
        "var b = f.bind(null, 5); construct(b, g, 1).t === g && construct(b, b, 1).t === f && construct(b, g, 1).sum === 6",
        "construct(b, b) instanceof f && construct(f, b, 1).t === b && Object.getPrototypeOf(construct(f, b)) === \
         Object.prototype",
        "[Array, Error, TypeError, Date, RegExp, String, Number, Boolean, Object, Function].every(function (C) { \
         return Object.getPrototypeOf(construct(C, g)) === g.prototype && Object.getPrototypeOf(construct(C, C)) === \
         C.prototype })",
        "Array.isArray(construct(Array, g, 3)) && construct(Array, g, 3).length === 3 && construct(Array, g, 1, 2)[1] === 2",
        "construct(Function, g, 'a', 'return a + 1')(2) === 3 && construct(Error, g, 'm').message === 'm'",
        "Object.prototype.toString.call(construct(Date, g, 0)) === '[object Date]'",
        "var no = other.Function(); no.prototype = 1; [Array, Error, TypeError, Date, RegExp, String, Number, Boolean, Object, \
         Function].every(function (C) { return Object.getPrototypeOf(construct(C, no)) === other[C.name].prototype })",
        "Object.getPrototypeOf(construct(f, no)) === other.Object.prototype && Object.getPrototypeOf(construct(other.Array, g)) \
         === g.prototype",
        "var d = function () {}.bind(); Object.defineProperty(d, 'prototype', { get: function () { throw 'asked' } }); \
         try { construct(Array, d) } catch (e) { e === 'asked' }",
        "var order = ''; Object.defineProperty(d = g.bind(), 'prototype', { get: function () { order += 'p' } }); \
         construct(String, d, { toString: function () { order += 's'; return '' } }); \
         construct(Error, d, { toString: function () { order += 's'; return '' } }); order === 'spps'",
        "construct(f, f, 1, 1) instanceof f && (function deep(n) { return n ? construct(deep, f, n - 1) : new f }(20)) instanceof f",
    ]);
}

#[test]
fn functions_can_keep_all_their_arguments() {
    check_keeping(&[
        "function f(a, b) { a = 9; var x = [1]; for (var i = 0; i < 40; i++) x.push({}); return all().join() + '/' + a + b }
         f() === '/9undefined' && f(1) === '1/9undefined' && f(1, 2) === '1,2/92' && f(1, 2, 3, 4) === '1,2,3,4/92'",
        "function n() { return all().length } n() === 0 && n(1, 2, 3) === 3 && n.apply(null, [1, , 3]) === 3 && \
         n.call(0, 1, 2) === 2 && n.bind(0, 1, 2)(3) === 3 && [7].map(function () { return all().length })[0] === 3",
        "function C(a) { this.a = all(); this.b = a; this.t = target() } \
         var c = new C(1, 2, 3); c.a.join() === '1,2,3' && c.b === 1 && c.t === C && c instanceof C",
        "construct(C, f, 4, 5).t === f && construct(C, f, 4, 5).a.join() === '4,5'",
        "({ get a() { return all().length } }).a === 0",
        "var s; ({ set a(v) { s = all() } }).a = 5; s.length === 1 && s[0] === 5",
        "function inner(a) { return function (b) { return a + b + all().length } } inner(1, 2, 3)(10, 20) === 13",
        "function own(a) { arguments[0] = 5; arguments[2] = 6; return a + '/' + all().join() + '/' + [].join.call(arguments) } \
         own(1, 2, 3) === '5/1,2,3/5,2,6'",
        "function fib(k) { return k < 2 ? k : fib(k - 1, k, k) + fib(k - 2, k) } fib(12) === 144",
        "function tail(k) { 'use strict'; return k ? tail(k - 1, k, k, k) : all().length } tail(1000) === 4",
        "function even(k) { 'use strict'; return k ? odd(k - 1) : target() } \
         function odd(k, a, b) { 'use strict'; return k ? even(k - 1, 1, 2, 3, 4, 5) : all().length } \
         even(1001) === 1 && odd(1000, 2, 3) === 1 && even(1000) === undefined",
        "function through(k) { 'use strict'; return k ? through.call(null, k - 1, k) : all().join() } through(1000) === '0,1'",
        "function thrown(k) { try { if (k) thrown(k - 1, k); null.x } catch (e) { return all().length } finally { all() } } \
         thrown(3, 1, 1) === 3",
        "function loops(a) { var t = 0; for (var i in { a: 1, b: 2 }) { (function (j) { t += all().length })(i, i, i) } \
         return t + all().length } loops(1, 2) === 8",
        "var many = []; for (var i = 0; i < 700; i++) many.push(i); n.apply(null, many) === 700 && f.apply(null, \
         many).split(',').length === 700",
        "try { (function r() { return r(1, 2, 3) + 1 })() } catch (e) { e instanceof RangeError }",
        "function evals(a) { return eval('a + all().length') } evals(3, 1, 1) === 3",
        "function withed(o) { with (o) { return x + all().length } } withed({ x: 1 }, 2) === 3",
    ]);
}

#[test]
fn a_method_keeps_its_home_object() {
    for (backend, stress) in WAYS {
        let mut vm = new_vm(backend, stress);
        let method =
            run(&mut vm, "var method = function () { return 1 }, home = { at: 'home' }; method").expect("it runs");
        let home = run(&mut vm, "home").expect("it runs");
        assert_eq!(function::home_object(&vm, object_of(method)), None);
        function::make_method(&mut vm, object_of(method), object_of(home));
        run(&mut vm, "home = null; for (var i = 0; i < 500; i++) [{}]; method()").expect("it runs");
        vm.collect_garbage();
        assert_eq!(function::home_object(&vm, object_of(method)), home.as_object());
        let key = vm.heap.key("at");
        let at = object::get(&mut vm, object_of(home), key);
        assert_eq!(shown(&mut vm, at), "\"home\"");
        assert_eq!(function::home_object(&vm, object_of(home)), None);
    }
}
