//! Lists of parameters × kinds of functions × the code of their evals × bodies.

use super::family::{Dimension, Family, Part, quoted};

/// Kinds of functions. `@1` are the parameters, `@A` the arguments, `@4` is the body.
const KINDS: &[Part] = &[
    ("function", "(function (@1) { @4 })(@A);"),
    ("declared function", "function f(@1) { @4 } f(@A);"),
    ("named function", "(function x(@1) { @4 })(@A);"),
    ("arrow", "((@1) => { @4 })(@A);"),
    ("arrow in a function", "(function () { ((@1) => { @4 })(@A); })(1, 2, 3);"),
    ("arrow in a method", "({ m() { ((@1) => { @4 })(@A); } }).m(1);"),
    ("async function", "(async function (@1) { @4 })(@A).catch(error => print(error.name));"),
    ("async arrow", "(async (@1) => { @4 })(@A).catch(error => print(error.name));"),
    ("generator", "for (var i of (function* (@1) { yield 1; @4 })(@A)) print(i);"),
    ("async generator", "var i = (async function* (@1) { yield 1; @4 })(@A); i.next(); i.next();"),
    ("method", "({ m(@1) { @4 } }).m(@A);"),
    ("static method", "(class { static m(@1) { @4 } }).m(@A);"),
    ("generator method", "({ *m(@1) { @4 } }).m(@A).next();"),
    ("constructor", "new (class { constructor(@1) { @4 } })(@A);"),
    ("derived constructor", "new (class extends Object { constructor(@1) { super(); @4 } })(@A);"),
    ("setter", "({ set m(p) { (function (@1) { @4 })(@A); } }).m = 1;"),
    ("nested arrows", "((o) => (@1) => { @4 })(0)(@A);"),
    ("arrow in a default value", "(function (o = (@1) => { @4 }) { o(@A) })();"),
];

/// Names, lists of parameters and their arguments. `@2` is an eval.
const PARAMETERS: &[(&str, &str, &str)] = &[
    ("x, y", "x, y", "100"),
    ("closure", "x, y = () => @2", "100"),
    ("value", "x, y = @2", "100"),
    ("function", "x, y = function () { return @2 }", "100, undefined, 5"),
    ("method", "x, y = { m() { return @2 } }.m", "100"),
    ("class", "x, y = class { static m() { return @2 } }.m", "100"),
    ("closure in a closure", "x, y = () => () => @2", "100"),
    ("parentheses", "x, y = (() => @2)", "100"),
    ("patterns", "{ x }, [y = () => @2]", "{ x: 100 }, []"),
    ("rest", "x, ...[y = () => @2]", "100"),
    ("arrow with a default value", "x, y = (z = () => @2) => z()", "100"),
    ("called", "x, y = () => @2, z = y()", "100"),
    ("before", "y = () => @2, x = 100", ""),
    ("shadowed", "x, y = (x = 4) => @2", "100"),
    ("async", "x, y = async () => @2", "100"),
    ("computed", "x, { [@2]: y } = {}", "100"),
    ("two evals", "x, y = () => @2, u = eval('var w = 11')", "100"),
    ("closure without eval", "x, y = () => x", "100"),
    ("closure given", "x, y = @2", "100, () => 7"),
];

const EVALS: &[Part] = &[
    ("x", "x"),
    ("assignment", "x = 5"),
    ("var x", "var x = 5; x"),
    ("var z", "var z = 5; z"),
    ("let x", "let x = 6; function q() { return x } q()"),
    ("function x", "function x() {} typeof x"),
    ("function w", "let u = 2; function w() { return x + u } w()"),
    ("arguments", "typeof arguments"),
    ("arguments.length", "arguments.length"),
    ("var arguments", "var arguments = 1; arguments"),
    ("this", "typeof this"),
    ("new.target", "typeof new.target"),
    ("y", "typeof y"),
    ("w", "typeof w"),
    ("undeclared", "undeclared = 1"),
    ("delete", "delete x"),
    ("super", "typeof super.toString"),
    ("function in a block", "{ function w() { return 3 } } w()"),
];

const LOOKS: &str = "L(() => typeof y === 'function' ? S(y()) : y); L(() => x); L(() => typeof z); L(() => typeof w); \
                     L(() => typeof arguments);";

/// Bodies of the functions. `@T` looks at names.
const BODIES: &[Part] = &[
    ("nothing", "@T"),
    ("in place", "try { print(S(x) + typeof y + typeof z + typeof w) } catch (error) { print(error.name) }"),
    ("var x", "var x; @T"),
    ("var x with a value", "var x = 9; @T"),
    ("function x", "function x() {} @T"),
    ("block function x", "@T { function x() {} } @T"),
    ("let w", "let w = 4; @T"),
    ("var y", "var y; @T"),
    ("eval var x", "eval('var x = 7'); @T"),
    ("eval var w", "eval('var w = 7'); @T"),
    ("eval function x", "eval('let u = 3; function x() { return u }'); @T L(() => x())"),
    ("assignment", "x = 8; @T"),
    ("var arguments", "var arguments; @T"),
    ("block function arguments", "@T { function arguments() {} } @T"),
    ("strict", "(function () { 'use strict'; @T })()"),
    ("arrow", "(() => { var x = 3; @T })(); @T"),
];

/// Modes of the program.
const MODES: &[Part] = &[("sloppy", "@5"), ("strict", "/* strict */ @5")];

/// Makes the family. Kinds of functions and lists of parameters are one dimension, since a list fills two holes of a
/// kind.
pub fn family() -> Family {
    let mut lists = Vec::new();
    for (kind, text) in KINDS {
        for (name, parameters, arguments) in PARAMETERS {
            lists.push((format!("{kind} / {name}"), text.replace("@1", parameters).replace("@A", arguments)));
        }
    }
    let evals = EVALS.iter().map(|(name, text)| ((*name).to_owned(), format!("eval({})", quoted(text)))).collect();
    Family {
        name: "parameters",
        dimensions: vec![
            Dimension::new("@0", MODES),
            Dimension { hole: "@5", parts: lists },
            Dimension { hole: "@2", parts: evals },
            Dimension::new("@4", BODIES),
        ],
        shared: &[("@T", LOOKS)],
    }
}
