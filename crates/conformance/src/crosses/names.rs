//! One name declared in three nested places.

use super::family::{Dimension, Family, Part};

/// Declarations; `@I` is the text within, `@L` looks at the name `@N`.
const PLACES: &[Part] = &[
    ("var", "@L var @N = 1; @L @I @L"),
    ("let", "{ @L let @N = 2; @L @I @L }"),
    ("const", "{ @L const @N = 3; @L @I @L }"),
    ("class", "{ class @N {} @L @I @L }"),
    ("block function", "{ @L function @N() { return 3 } @L @I @L } @L"),
    ("function", "@L function @N() { return 4 } @L @I @L"),
    ("parameter", "(function (@N) { @L @I @L })(5);"),
    ("parameter with a closure", "(function (@N, p = () => @N) { @L @I @L L(p); })(6);"),
    ("closure in a default value", "(function (q = () => @N) { @L @I @L L(q); })();"),
    ("function around", "(function () { @L @I @L })(7);"),
    ("arrow", "(() => { @L @I @L })(8);"),
    ("parameter of an arrow", "((@N, p = () => @N) => { @L @I @L L(p); })(8);"),
    ("name of a function", "(function @N() { @L @I @L })(9);"),
    ("name of a class", "(class @N { static { @L @I @L } });"),
    ("static block", "class Q { static { @L @I @L } }"),
    ("method", "({ @N() { @L @I @L } }).@N(20);"),
    ("catch", "try { throw 10 } catch (@N) { @L @I @L } @L"),
    ("catch of a pattern", "try { throw [1] } catch ({ length: @N }) { @L @I @L }"),
    ("for", "for (let @N = 0; @N < 1; @N++) { @L @I @L }"),
    ("for-of of a variable", "for (var @N of [11]) { @L @I @L }"),
    ("for-of", "for (const @N of [11]) { @L @I @L }"),
    ("switch", "switch (1) { case 0: let @N = 1; case 1: @L @I @L }"),
    ("function in a switch", "switch (1) { case 1: function @N() {} @L @I @L } @L"),
    ("with", "with ({ @N: 12 }) { @L @I @L }"),
    ("eval var", "eval('var @N = 13'); @L @I @L"),
    ("eval function", "eval('let u = 1; function @N() { return u }'); @L @I @L"),
    ("eval let", "eval('let @N = 15; print(@N)'); @L @I @L"),
    ("eval function in a block", "eval('{ function @N() {} }'); @L @I @L"),
    ("function of an if", "if (1) function @N() {} @L @I @L"),
    ("assignment", "@N = 16; @L @I @L"),
    ("label", "@N: { @L @I @L }"),
    ("generator", "for (var z of (function* () { @L @I yield @N; @L })(17)) print(S(z));"),
];

/// Ways to look at the name: by inner functions, or in place.
const LOOKS: &[Part] =
    &[("closures", "L(() => @N);"), ("in place", "try { print(S(@N)) } catch (error) { print(error.name) }")];

const NAMES: &[Part] = &[("n", "n"), ("arguments", "arguments")];

const AROUND: &[Part] = &[
    ("in a function", "(function () { @1 })(1);"),
    ("in a script", "@1"),
    ("in a strict script", "/* strict */ @1"),
    ("in a function beside default values", "(function (p = () => @N) { @1 L(p) })();"),
];

/// Makes the family. The places are the same at all three depths, each with the hole of the next one.
pub fn family() -> Family {
    let within = |hole: &'static str, next: &str| {
        let parts = PLACES.iter().map(|(name, text)| ((*name).to_owned(), text.replace("@I", next))).collect();
        Dimension { hole, parts }
    };
    Family {
        name: "names",
        dimensions: vec![
            Dimension::new("@0", AROUND),
            within("@1", "@2"),
            within("@2", "@3"),
            within("@3", ""),
            Dimension::new("@L", LOOKS),
            Dimension::new("@N", NAMES),
        ],
        shared: &[],
    }
}
