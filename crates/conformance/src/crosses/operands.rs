//! Kinds of functions × where their variables are × expressions × what stands at one place of the expression.
//!
//! Operands that suspend, assign to a variable that is in use, or throw in the middle of an expression show whether those
//! before them are kept. Many variables push registers beyond those that an instruction can name.

use super::family::{Dimension, Family, Part};

/// Kinds of functions. `@B` is the body.
const KINDS: &[Part] = &[
    ("function", "(function (p) { @B })(1);"),
    ("strict function", "(function (p) { 'use strict'; @B })(1);"),
    ("arrow in a method", "({ m() { (p => { @B })(1); } }).m();"),
    ("constructor", "new (class extends Object { constructor(p) { super(); @B } })(1);"),
    ("generator", "var i = (function* (p) { @B })(1), r; do print(String((r = i.next(7)).value)); while (!r.done);"),
    ("async function", "(async function (p) { @B })(1);"),
    (
        "async generator",
        "(async function () { var i = (async function* (p) { @B })(1), r; \
         do print(String((r = await i.next(7)).value)); while (!r.done); })();",
    ),
];

/// Places of the variables. `@E` evaluates the expression.
const PLACES: &[Part] = &[
    ("", "@D @E"),
    ("captured", "@D var k = () => [a, b, list, o]; @E print(k().length);"),
    ("behind many", "@W @D @E"),
    ("behind many in loops", "@W if (!p) for (;;) for (;;) { @W } @D @E"),
    ("captured behind many", "@W @D var k = () => [a, b, list, o]; @E print(k().length);"),
    ("beside an eval", "@D eval(''); @E"),
    ("within many temporaries", "@D var k = (...all) => all.pop(); @T"),
];

/// Expressions. `@1` is the place, which may be an iterable as `@I`; `a` and `b` are variables, `list` and `o` objects.
const EXPRESSIONS: &[Part] = &[
    ("sum before", "@1 + a"),
    ("sum behind", "a + @1"),
    ("sum between", "a + b + @1 + a"),
    ("comparison", "a < @1"),
    ("strict comparison", "a === @1"),
    ("logic", "(a && @1) || b"),
    ("coalescing", "null ?? @1"),
    ("conditional", "@1 ? a : b"),
    ("branch of a conditional", "a ? @1 : b"),
    ("template", "`${a}-${@1}-${a}`"),
    ("array", "[a, @1, a]"),
    ("spread in an array", "[a, ...@I, a]"),
    ("object", "JSON.stringify({ p: a, q: @1, r: a })"),
    ("computed key", "JSON.stringify({ [@1]: a, ...o })"),
    ("argument", "o.m(a, @1, a)"),
    ("spread argument", "o.m(a, ...@I, a)"),
    ("callee", "(@1, o).m(a)"),
    ("key of a callee", "o[(@1, 'm')](a)"),
    ("argument of new", "new Array(a, @1, a)"),
    ("tagged template", "String.raw`x${a}${@1}${a}`"),
    ("optional key", "o?.[@1]"),
    ("optional call", "o.m?.(a, @1)"),
    ("optional chain in parentheses", "(o?.m)(@1, a)"),
    ("delete", "delete o[@1]"),
    ("assignment", "a = @1"),
    ("compound assignment", "a += @1"),
    ("logical assignment", "b &&= @1"),
    ("assignment to a constant", "c = @1"),
    ("member", "o.n = @1"),
    ("accessor", "o.g += @1"),
    ("element", "list[@1] = a"),
    ("element of a variable", "list[a - 9] = @1"),
    ("compound element", "list[b - 3] += @1"),
    ("object of a member", "(@1, o).n++"),
    ("postfix", "a++ + @1 + a"),
    ("exchange", "[a, b] = [b, @1]"),
    ("array pattern", "[a, o.n = @1, ...list] = [5]"),
    ("object pattern", "({ p: a = @1, ...b } = { q: 2 })"),
    ("computed key of a pattern", "({ [@1]: a = 4 } = {})"),
    ("iterated pattern", "[a, , b] = @I"),
    ("class", "(class { static p = a; static [@1] = this.p }).p"),
    ("heritage", "new (class extends (@1, Array) { q = a })(a).length"),
    ("arrow", "(x => x + a)(@1)"),
];

/// Operands at the place. Generators have `yield`, async functions `await`; the others are no programs there.
const OPERANDS: &[(&str, &str, &str)] = &[
    ("constant", "2", "[2, 3]"),
    ("assignment to a", "(a = 20)", "(a = [8])"),
    ("closure that assigns to a", "(() => a = 30)()", "(() => (a = 30, 'xy'))()"),
    ("accessor that assigns to a", "(o.g = 40)", "[o.g = 40]"),
    ("eval", "eval('a = 50')", "[eval('a = 50')]"),
    ("error", "missing", "missing"),
    ("yield", "(yield a)", "[yield a]"),
    ("yield of many", "(yield* [a, 5])", "[yield* [a, 5]]"),
    ("await", "(await a)", "[await a]"),
];

/// Makes the family.
pub fn family() -> Family {
    let mut operands = Vec::new();
    for (expression, text) in EXPRESSIONS {
        for (name, operand, iterable) in OPERANDS {
            operands.push((format!("{expression} / {name}"), text.replace("@1", operand).replace("@I", iterable)));
        }
    }
    let names: Vec<String> = (0..260).map(|index| format!("v{index}")).collect();
    let many = format!("var {};", names.join(", "));
    let places = PLACES.iter().map(|(name, text)| ((*name).to_owned(), text.replace("@W", &many))).collect();
    let temporaries = format!("print(String({}@2{}));", "k(a, b, p, a, b, p, a, b, p, ".repeat(24), ")".repeat(24));
    Family {
        name: "operands",
        dimensions: vec![
            Dimension::new("@0", KINDS),
            Dimension { hole: "@B", parts: places },
            Dimension { hole: "@T", parts: vec![(String::new(), format!("try {{ {temporaries} }} {CAUGHT}"))] },
            Dimension { hole: "@E", parts: vec![(String::new(), format!("try {{ print(String([@2])); }} {CAUGHT}"))] },
            Dimension { hole: "@2", parts: operands },
        ],
        shared: &[("@D", VARIABLES)],
    }
}

const CAUGHT: &str = "catch (error) { print(error.name) } print([a, b, list, o.n, p].join());";

const VARIABLES: &str = "let a = 10, b = 3; const c = 7; \
     var list = [1, 2, 3], o = { n: 1, m(...all) { return all.join() }, get g() { return a }, set g(value) { a = value } };";
