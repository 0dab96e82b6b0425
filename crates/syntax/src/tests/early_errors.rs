//! Early errors of later editions, with position and message.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use super::{accepts, rejects};
use crate::{EvalContext, Goal, ParseOptions, parse_direct_eval};

#[test]
fn a_declaration_names_the_place_of_the_first_one() {
    rejects(&[
        ("let a;\n let a", "2:6", "`a` has already been declared, at 1:5"),
        ("var a; let a", "1:12", "at 1:5"),
        ("let a; var a", "1:12", "at 1:5"),
        ("let a; { var a }", "1:14", "at 1:5"),
        ("{ let a; { var a } }", "1:16", "at 1:7"),
        ("{ var a; { var b } let a }", "1:24", "at 1:7"),
        ("const a = 1; function a() {}", "1:23", "at 1:7"),
        ("function a() {} class a {}", "1:23", "at 1:10"),
        ("function f(a) { let a }", "1:21", "at 1:12"),
        ("function f(a = 1) { let a }", "1:25", "at 1:12"),
        ("try {} catch (a) { let a }", "1:24", "at 1:15"),
        ("try {} catch ([a]) { var a }", "1:26", "at 1:16"),
        ("for (let a of b) { var a }", "1:24", "at 1:10"),
        ("{ function a() {} let a }", "1:23", "at 1:12"),
        ("{ async function a() {} function a() {} }", "1:34", "at 1:18"),
        ("switch (a) { case 1: let b; case 2: let b }", "1:41", "at 1:26"),
        ("let [a, a] = b", "1:9", "at 1:6"),
        ("class A { #a; #a }", "1:15", "at 1:11"),
        ("class A { static get #a() {} set #a(b) {} }", "1:34", "at 1:22"),
    ]);
    accepts(&[
        "{ let a } { let a } var a",
        "function f(a) { { let a } }",
        "for (let a;;) { let a }",
        "try {} catch (a) { var a; for (var a of b) ; { let a } }",
        "let f; { function f() {} }",
        "class A { get #a() {} set #a(b) {} }",
        "switch (a) { case 1: function f() {} function f() {} }",
        "let a; (function () { var a })",
    ]);
}

#[test]
fn declarations_have_their_rules() {
    rejects(&[
        ("const a", "1:7", "a `const` declaration needs an initializer"),
        ("let let", "1:5", "`let` must not be declared by"),
        ("let [a]", "1:5", "a destructuring declaration needs an initializer"),
        ("if (a) let b", "1:8", "a `let` declaration is only allowed at top level or in a block"),
        ("if (a) const b = 1", "1:8", "a `const` declaration is only allowed"),
        ("while (a) class A {}", "1:11", "a `class` declaration is only allowed"),
        ("l: const a = 1", "1:4", "a `const` declaration is only allowed"),
        ("do let\n[a] = b; while (c)", "1:4", "a `let` declaration"),
        ("if (a) async function f() {}", "1:8", "generators and async functions can only be declared"),
        ("l: function* f() {}", "1:4", "labelled function"),
        ("using a = b", "1:1", "a `using` declaration is not allowed here"),
        ("{ using a }", "1:9", "a `using` declaration needs an initializer"),
        ("for (using of of a) ;", "1:18", "expected `)`"),
        ("for (using of = a of b) ;", "1:12", "must not have an initializer"),
        ("for (let a = 1 of b) ;", "1:10", "must not have an initializer"),
        ("for (let a, b of c) ;", "1:1", "exactly one variable"),
        ("for (let of a) ;", "1:13", "expected `;`"),
        ("for (let.a of b) ;", "1:6", "must not begin with the name `let`"),
        ("for (async of => {} of a) ;", "1:6", "invalid target of a for-of loop"),
        ("for (async of a) ;", "1:6", "a for-of loop must not begin with `async`"),
        ("for await (a of b) ;", "1:5", "`await` expressions are only allowed in async functions"),
        ("await a", "1:1", "`await` expressions are only allowed in async functions"),
        ("f(await 1)", "1:3", "`await` expressions are only allowed in async functions"),
        ("async () => { function g() { await new A } }", "1:30", "`await` expressions are only allowed in async"),
        ("no_await a", "1:10", "unexpected identifier `a`"),
        ("b.await a", "1:9", "unexpected identifier `a`"),
        ("async function f() { for await (a in b) ; }", "1:35", "`for await` needs `of`"),
    ]);
    accepts(&[
        "{ using a = b; } for (using a of b) ; using\na; using[0]; { using [a] = b } for (using of a) ;",
        "for (using of = a;;) ; for (using of /a/) ; for (using of = a, of2 = b;;) ; for (using.of of a) ;",
        "async function f() { await using a = b; for (await using c of d) ; await using[0] }",
        "for (let of = 1; ;) break; for (let in a) ; for (async of => 1; ;) break",
        "for (const a in b) ; for (var { a } of b) ;",
    ]);
}

#[test]
fn patterns_and_parameters_have_their_rules() {
    rejects(&[
        ("({ a = 1 })", "1:6", "a shorthand property can only have an initializer in a destructuring pattern"),
        ("f({ a = 1 })", "1:7", "a shorthand property"),
        ("[{ a = 1 }.b] = c", "1:6", "a shorthand property"),
        ("({ a = 1 }).b", "1:6", "a shorthand property"),
        ("[...a, b] = c", "1:2", "a rest element must come last"),
        ("[...a,] = b", "1:2", "a rest element must come last"),
        ("({ ...a, } = b)", "1:4", "a rest element must come last"),
        ("[...a = 1] = b", "1:5", "must not have an initializer"),
        ("({ ...{ a } } = b)", "1:7", "must go to a name"),
        ("[(a = 1)] = b", "1:3", "invalid target in a destructuring pattern"),
        ("[([a])] = b", "1:3", "invalid target in a destructuring pattern"),
        ("[f()] = a", "1:2", "invalid target in a destructuring pattern"),
        ("[f() = 1] = a", "1:2", "invalid target in a destructuring pattern"),
        ("({ a: f() = 1 } = a)", "1:7", "invalid target in a destructuring pattern"),
        ("for ([f() = 1] of a) ;", "1:7", "invalid target in a destructuring pattern"),
        ("({ get a() {} } = b)", "1:4", "invalid target in a destructuring pattern"),
        ("({ a() {} } = b)", "1:4", "invalid target in a destructuring pattern"),
        ("a?.b = c", "1:1", "an optional chain cannot be assigned to"),
        ("f() ||= a", "1:1", "invalid assignment target"),
        ("(a, a) => b", "1:5", "the name `a` occurs twice"),
        ("function f(a, [a]) {}", "1:16", "the name `a` occurs twice"),
        ("({ m(a, a) {} })", "1:9", "the name `a` occurs twice"),
        ("((a)) => b", "1:3", "cannot be the parameters of an arrow function"),
        ("(a.b) => c", "1:2", "cannot be the parameters of an arrow function"),
        ("([a.b]) => c", "1:3", "cannot be the parameters of an arrow function"),
        ("(a)\n=> b", "2:1", "a line break is not allowed before `=>`"),
        ("a + b => c", "1:7", "unexpected `=>`"),
        ("(a,)", "1:4", "unexpected `)`"),
        ("(...a)", "1:2", "unexpected `...`"),
        ("(...a, b) => c", "1:2", "a rest element must come last"),
        ("() => {}()", "1:9", "unexpected `(`"),
        ("() => {} || a", "1:10", "unexpected `||`"),
        ("function f(a = 1) { 'use strict' }", "1:21", "`use strict` is not allowed in a function with default"),
        ("(eval) => { 'use strict' }", "1:2", "`eval` must not be declared"),
    ]);
}

#[test]
fn operators_have_their_rules() {
    rejects(&[
        ("a ?? b || c", "1:1", "`??` cannot be mixed"),
        ("a && b ?? c", "1:1", "`??` cannot be mixed"),
        ("a ?? b && c", "1:6", "`??` cannot be mixed"),
        ("-a ** b", "1:1", "a unary operator before `**` needs parentheses"),
        ("async () => await a ** b", "1:13", "a unary operator before `**` needs parentheses"),
        ("a?.`b`", "1:4", "a tagged template cannot stand in an optional chain"),
        ("new a?.b()", "1:6", "an optional chain cannot stand in the callee of `new`"),
        ("new import(a)", "1:5", "`import()` cannot be called by `new`"),
        ("import.meta", "1:1", "`import.meta` is only allowed in modules"),
        ("import a from 'b'", "1:1", "`import` is only allowed at the top of modules"),
        ("export var a", "1:1", "`export` is only allowed at the top of modules"),
        ("() => new.target", "1:7", "`new.target` is only allowed in functions and classes"),
    ]);
}

#[test]
fn yield_and_await_are_names_in_some_places() {
    rejects(&[
        ("function* f() { var yield }", "1:21", "`yield` is not a name in generators"),
        ("function* f(a = yield) {}", "1:17", "`yield` expressions are not allowed in parameters"),
        ("function* f() { (a = yield) => 1 }", "1:22", "`yield` expressions are not allowed in parameters"),
        ("async function f(a = await 1) {}", "1:22", "`await` expressions are not allowed in parameters"),
        ("async (a = await) => 1", "1:12", "`await` is not a name in async functions"),
        ("async (a = (await) => 1) => 1", "1:13", "`await` is not a name in async functions"),
        ("async (a = function await() {}, b = await) => 1", "1:37", "`await` is not a name in async functions"),
        ("async await => 1", "1:7", "`await` is not a name in async functions"),
        ("async function f() { await: ; }", "1:27", "unexpected `:`"),
        ("class A { static { await } }", "1:20", "`await` is not a name"),
    ]);
    accepts(&[
        "yield: await: a; var yield, await; function await() {} (await) => await; async(await)",
        "function* f() { yield; yield* yield, yield; (yield) ? yield : yield; function g() { yield }  }",
        "async function f() { (await 2) ** 2; function g() { await } }",
        "class A { static { (function await() {}); (() => { await })  } }",
    ]);
}

#[test]
fn classes_have_their_rules() {
    rejects(&[
        ("class A { constructor() {} constructor() {} }", "1:28", "only one constructor"),
        ("class A { get constructor() {} }", "1:15", "cannot be a getter"),
        ("class A { async constructor() {} }", "1:17", "cannot be a getter"),
        ("class A { constructor = 1 }", "1:11", "must not be called `constructor`"),
        ("class A { static prototype() {} }", "1:18", "must not be called `prototype`"),
        ("class A { #constructor }", "1:11", "must not be `#constructor`"),
        ("class A { constructor() { super() } }", "1:27", "`super()` is only allowed in constructors"),
        ("class A extends B { m() { super() } }", "1:27", "`super()` is only allowed in constructors"),
        ("function f() { super.a }", "1:16", "`super` members are only allowed in methods"),
        ("class A { a = arguments }", "1:15", "`arguments` is not allowed in field initializers"),
        ("class A { a = () => arguments }", "1:21", "`arguments` is not allowed in field initializers"),
        ("class A { static { return } }", "1:20", "`return` outside"),
        ("class A { m() { this.#a; this.#b } #a }", "1:31", "the private name `#b` is not declared"),
        ("class A { m() { delete this.#a } #a }", "1:24", "private names must not be deleted"),
        ("class A { #a; m() { 1 + #a in this } }", "1:25", "must stand directly before `in`"),
        ("class A { #a; m() { #a } }", "1:21", "must stand directly before `in`"),
        ("class A { #a; m(o) { #a in #a in o } }", "1:28", "must stand directly before `in`"),
        ("class A { #a; m(o) { o in #a in o } }", "1:27", "must stand directly before `in`"),
        ("class A { #a; m(o) { #a in -#a in o } }", "1:29", "must stand directly before `in`"),
        ("class A extends B.#a { #a }", "1:19", "the private name `#a` is not declared"),
        ("class A { a b }", "1:13", "unexpected identifier `b`"),
        ("class A { m() { with (a) b } }", "1:17", "`with`"),
        ("class let {}", "1:7", "`let` is a reserved word"),
        ("class {}", "1:7", "a class declaration needs a name"),
    ]);
    accepts(&[
        "class A { static; get; set; async; static static; 'a' = 1; 1 = 2; get\na() {} static async *#b() {} }",
        "class A { static async\n b() {} } class B { get\n *a() {} }",
        "class A extends B { constructor() { () => super() } m() { super.a; super[b]; super.c() } ; ; }",
        "class A { a = function () { arguments }; b = super.c; static { var a; { let b } } static { var a } }",
        "class A { #a; m(o) { return #a in o && o?.#a } } class B { static m() { class C { m(o) { o.#b } } } #b }",
        "class A { #a; #b; m(o) { #a in (#b in o); #a in [#b in o]; #a in o[#a in o]; #a in (() => #b in o) } }",
        "class A { #a; m(o) { #a in class { #c; static m(o) { return #c in o } }; #a in `${#a in o}` in o } }",
        "a = class {}; a = class A {}; a = class extends (b, c) {}",
    ]);
}

/// Checks that the surroundings of a direct eval decide what its text may contain.
#[test]
fn eval_code_knows_what_is_around_it() {
    let accepted = |text: &str, around: &EvalContext| {
        let source = Arc::new(SourceText::new("test", text));
        let options = ParseOptions::new(Goal::DirectEval, NativeStack::default());
        parse_direct_eval(source, &options, around, &mut Budget::default()).is_ok()
    };
    let nothing = EvalContext::default();
    let function = EvalContext { in_function: true, ..nothing.clone() };
    let method = EvalContext { in_method: true, ..function.clone() };
    let derived = EvalContext { in_derived_constructor: true, ..method.clone() };
    let field = EvalContext { in_initializer: true, private_names: ["#a".to_owned()].into(), ..method.clone() };
    for (text, expected) in [
        ("new.target", [false, true, true, true, true]),
        ("() => super.a", [false, false, true, true, true]),
        ("super()", [false, false, false, true, false]),
        ("arguments", [true, true, true, true, false]),
        ("this.#a", [false, false, false, false, true]),
        ("this.#b", [false; 5]),
    ] {
        let found = [&nothing, &function, &method, &derived, &field].map(|around| accepted(text, around));
        assert_eq!(found, expected, "{text}");
    }
}
