//! Eval code × its place × the way to evaluate it × the way to look at names.

use super::family::{Dimension, Family, Part, quoted};

/// Ways to evaluate the code of `@2`, as expressions; `@B` is its literal, `@S` the literal of the code with a
/// directive.
const WAYS: &[Part] = &[
    ("direct", "eval(@B)"),
    ("strict text", "eval(@S)"),
    ("indirect", "(0, eval)(@B)"),
    ("indirect strict", "(0, eval)(@S)"),
    ("direct in a function", "(function () { return eval(@B) })()"),
    ("direct in an arrow", "(() => eval(@B))()"),
];

/// Ways to look at the names: by inner functions, or in place.
const LOOKS: &[Part] = &[
    (
        "closures",
        "L(() => typeof y); L(() => typeof k === 'function' ? S(k()) : k); L(() => typeof v); L(() => a); L(() => c);",
    ),
    (
        "in place",
        "try { print(typeof y + ' ' + typeof k + ' ' + typeof v + ' ' + a + ' ' + S(c)) } catch (error) { print(error.name) } \
         try { print(S(k())) } catch (error) { print(error.name) }",
    ),
];

/// Places of the eval. `@R` evaluates the code and prints its value, `@E` is its value, `@3` looks at names.
const CONTEXTS: &[Part] = &[
    ("script", "var a = 1; const c = 2; @R @3"),
    ("strict script", "/* strict */ var a = 1; const c = 2; @R @3"),
    ("block", "{ let a = 1; const c = 2; @R @3 } @3"),
    ("function", "(function (a) { const c = 2; @R @3 })(1); @3"),
    ("function with closures", "(function (a) { const c = 2; var g = () => a + c; @R @3 L(g) })(1);"),
    ("strict function", "(function (a) { 'use strict'; const c = 2; @R @3 })(1);"),
    ("named function", "(function k(a) { if (!a) return 'itself'; const c = 2; @R @3 })(1);"),
    ("declared function", "function f(a) { const c = 2; @R @3 } f(1);"),
    ("function with arguments", "(function (a) { var c = arguments; @R @3 L(() => c[0]) })(1);"),
    ("function in strict script", "/* strict */ (function (a) { const c = 2; @R @3 })(1);"),
    ("arrow", "((a) => { const c = 2; @R @3 })(1);"),
    ("arrow expression", "L(() => ((a, c) => @E)(1, 2)); @3"),
    ("nested arrow", "(function (a) { const c = 2; (() => { @R @3 })(); @3 })(1);"),
    ("nested function", "(function (a) { const c = 2; (function () { @R @3 })(); @3 })(1);"),
    ("generator", "for (var x of (function* (a) { const c = 2; @R yield 1; @3 })(1)) print(x);"),
    ("async function", "(async function (a) { const c = 2; @R await 1; @3 })(1);"),
    ("async arrow", "(async (a) => { const c = 2; await 1; @R @3 })(1);"),
    ("async generator", "var i = (async function* (a) { const c = 2; @R yield 1; @3 })(1); i.next(); i.next();"),
    ("method", "({ m(a) { const c = 2; @R @3 } }).m(1);"),
    ("getter", "({ get m() { let a = 1; const c = 2; @R @3 } }).m;"),
    ("constructor", "new (class { constructor(a) { const c = 2; @R @3 } })(1);"),
    (
        "derived constructor before super",
        "new (class extends Object { constructor(a) { const c = 2; @R super(); @3 } })(1);",
    ),
    ("derived constructor", "new (class extends Object { constructor(a) { const c = 2; super(); @R @3 } })(1);"),
    ("static method", "(class { static m(a) { const c = 2; @R @3 } }).m(1);"),
    ("private method", "new (class { #m(a) { const c = 2; @R @3 } n() { this.#m(1) } }).n();"),
    ("field", "(function (a) { const c = 2; L(() => new (class { x = @E }).x); @3 })(1);"),
    (
        "static field",
        "(function (a) { const c = 2; \
         try { print((class { static x = @E }).x) } catch (error) { print(error.name) } @3 })(1);",
    ),
    ("static block", "class Q { static { let a = 1; const c = 2; @R @3 } }"),
    (
        "computed key",
        "(function (a) { const c = 2; \
         try { print(Object.keys(new (class { [@E] = 1 })).join()) } catch (error) { print(error.name) } @3 })(1);",
    ),
    (
        "heritage",
        "(function (a) { const c = 2; \
         try { (class extends (print(S(@E)), Object) {}) } catch (error) { print(error.name) } @3 })(1);",
    ),
    ("default value", "(function (a, c, p = @E) { print(S(p)); @3 })(1, 2);"),
    ("default value before", "(function (p = @E, a = 1, c = 2) { print(S(p)); @3 })();"),
    ("closure in a default value", "(function (a, c, p = () => @E) { L(p); @3 })(1, 2);"),
    ("default value of an arrow", "((a, c, p = @E) => { print(S(p)); @3 })(1, 2);"),
    ("closure in a default value of an arrow", "((a, c, p = () => @E) => { L(p); @3 })(1, 2);"),
    ("default value of a method", "({ m(a, c, p = @E) { print(S(p)); @3 } }).m(1, 2);"),
    ("default value of a generator", "(function* (a, c, p = @E) { print(S(p)); @3 })(1, 2).next();"),
    ("body beside default values", "(function (a, c, p = () => a) { @R @3 L(p) })(1, 2);"),
    ("body with a variable beside default values", "(function (a, c, p = () => a) { var a; @R @3 L(p) })(1, 2);"),
    (
        "body beside an eval in default values",
        "(function (a, c, p = eval('var v = 4; () => v')) { @R @3 L(p) })(1, 2);",
    ),
    ("with", "(function (a) { const c = 2; with ({ a: 7, k: 8, y: 9 }) { @R @3 } @3 })(1);"),
    ("catch", "(function (c) { try { throw 1 } catch (a) { @R @3 } @3 })(2);"),
    ("catch of a name that is declared", "(function (a, c) { try { throw 1 } catch (k) { @R @3 } @3 })(1, 2);"),
    ("catch of a pattern", "(function (c) { try { throw { a: 1 } } catch ({ a, k }) { @R @3 } @3 })(2);"),
    ("finally", "(function (a, c) { try { } finally { @R @3 } @3 })(1, 2);"),
    ("for", "(function (c) { for (let a = 0; a < 2; a++) { @R @3 } @3 })(2);"),
    ("head of for", "(function (c) { for (let a = (print(S(@E)), 0); a < 1; a++) { @3 } @3 })(2);"),
    ("for-of", "(function (c) { for (let a of [1, 2]) { @R @3 } })(2);"),
    ("for-in of a variable", "(function (c) { for (var a in { p: 1 }) { @R @3 } })(2);"),
    ("switch", "(function (c) { switch (1) { case 1: let a = 1; @R @3 } @3 })(2);"),
    ("block with a lexical name", "(function (a, c) { { let k = 1; @R @3 } @3 })(1, 2);"),
    ("block with a function", "(function (a, c) { { function k() { return 'outer' } @R @3 } @3 })(1, 2);"),
    ("label", "(function (a, c) { y: { @R @3 break y; } })(1, 2);"),
    ("module", "/* module */ let a = 1; const c = 2; @R @3"),
    ("module after await", "/* module */ let a = 1; const c = await 2; @R @3"),
    ("function of a module", "/* module */ (function (a) { const c = 2; @R @3 })(1);"),
    ("block of a module", "/* module */ const c = 2; { let a = 1; @R @3 }"),
];

/// Eval code. It uses `a`, which is declared around it, and `c`, which is constant.
const BODIES: &[Part] = &[
    ("let", "let y = 3; function k() { return y++ + ',' + y } k()"),
    ("const", "const y = 3; function k() { try { y = 9 } catch (e) { return e.name } } k()"),
    ("class", "class y { static s() { return 4 } } function k() { return y.s() } k()"),
    ("assigning", "let y = 3; function k() { y = 99; return a } k() + y"),
    ("assigning around", "let y = 3; function k() { a = y; return a } k()"),
    ("two functions", "let y = 1; function k() { return g() } function g() { return y } k()"),
    ("a function twice", "let y = 1; function k() { return 1 } function k() { return y + 1 } k()"),
    ("var and let", "var v = 5; let y = v; function k() { return v + y } k()"),
    ("a function with the name of a parameter", "let y = 3; function a() { return y } typeof a"),
    ("a variable with the name of a parameter", "var a = 8; let y = a; function k() { return a } k()"),
    ("a function in a block", "let y = 3; { function k() { return y } } k()"),
    ("a function in a block with a let", "let y = 3; { let y = 4; function k() { return y } } typeof k"),
    (
        "an eval in a function",
        "let y = 3; function k() { return eval('let q = 1; function m() { return y + q } m()') } k()",
    ),
    ("before the let", "var r; try { k() } catch (e) { r = e.name } function k() { return y } let y = 1; r"),
    ("a generator", "let y = 3; function* k() { yield y; yield a } [...k()].join()"),
    ("an async function", "let y = 3; async function k() { return y } typeof k().then"),
    ("an arrow", "let y = 3; var k = () => y; k()"),
    ("a class in place of a function", "let y = 3; class k { static m() { return y } } k.m()"),
    ("a loop", "let y = ''; for (let i = 0; i < 2; i++) { function k() { return y + i } y += k() } y"),
    ("a switch", "let y = 3; switch (1) { case 1: function k() { return y } } k()"),
    ("a catch", "let y = 3; try { throw 4 } catch (y) { function k() { return y } } typeof k"),
    ("a function alone", "function k() { return typeof y } k()"),
    ("a variable alone", "var y = typeof y; y"),
    ("a conflict", "let y = 1; function y() {}"),
    ("delete", "let y = 1; function k() { return 2 } delete k + typeof k"),
    ("this", "let y = this === undefined; function k() { return y } String(k())"),
    ("arguments", "let y = typeof arguments; function k() { return y + arguments.length } k(1)"),
    ("what is not declared", "let y = 1; function k() { undeclared = y } k(); typeof undeclared"),
    ("a constant around", "let y = 1; function k() { try { c = 5 } catch (e) { return e.name } return S(c) } k()"),
    ("a function that assigns to itself", "let y = k.name; function k() { k = 1; return typeof k } k() + y"),
    ("a default value", "let y = 3; function k(p = () => y) { return p() } k()"),
    ("with", "let y = 3; with ({ y: 4 }) { function k() { return y } } k()"),
    ("new.target", "let y = 1; typeof new.target"),
    ("super", "let y = 1; typeof super.toString"),
    ("a function and a variable", "var k; let y = 2; function k() { return y } typeof k"),
    ("await", "let y = 1; function k() { return y } typeof await"),
    ("a static block", "let y = 3; class C { static { function k() { return y } this.k = k } } C.k()"),
];

/// Makes the family. Each code is put into the ways to evaluate it first, as both are one dimension.
pub fn family() -> Family {
    let mut ways = Vec::new();
    for (name, text) in BODIES {
        for (way, form) in WAYS {
            let form = form.replace("@B", &quoted(text)).replace("@S", &quoted(&format!("'use strict'; {text}")));
            ways.push((format!("{name} / {way}"), form));
        }
    }
    Family {
        name: "evals",
        dimensions: vec![
            Dimension::new("@0", CONTEXTS),
            // This part wraps all values, so its name is empty.
            Dimension::new("@R", &[("", "try { print(S(@E)) } catch (error) { print(error.name) }")]),
            Dimension { hole: "@E", parts: ways },
            Dimension::new("@3", LOOKS),
        ],
        shared: &[],
    }
}
