//! Sources of the kinds of [`crate::nesting`] in TypeScript: types, what could be types, enums and namespaces.

use crate::nesting::{deep, long};
use crate::scripts::Script;

/// Nested types, which stand behind `var t:`: the text around, in the middle, and the depth.
const TYPES: &[(&str, &str, &str, &str, usize)] = &[
    ("type arguments", "A<", "B", ">", 1_000_000),
    ("types in parentheses", "(", "B", ")", 1_000_000),
    ("tuples", "[", "B", "]", 1_000_000),
    ("object types", "{a:", "B", "}", 1_000_000),
    ("mapped types", "{[K in ", "B", "]:1}", 500_000),
    ("function types", "()=>", "B", "", 1_000_000),
    ("parameters of function types", "(a:", "B", ")=>1", 500_000),
    ("default values of function types", "({a=(", "b", ")})=>1", 500_000),
    ("constructor types", "new()=>", "B", "", 1_000_000),
    ("type parameters", "<T extends ", "B", ">()=>1", 500_000),
    ("conditions in the middle", "A extends B?", "C", ":D", 500_000),
    ("conditions behind extends", "A extends ", "C", "?1:2", 500_000),
    ("inferred types", "A extends infer U extends ", "C", "?1:2", 500_000),
    ("template types", "`${", "B", "}`", 500_000),
    ("indexed types", "A[", "B", "]", 1_000_000),
    ("predicates", "()=>a is ", "B", "", 500_000),
    ("type operators", "keyof ", "B", "", 1_000_000),
    ("unfinished types", "{a:[(", "", "", 1_000_000),
];

/// Other nested constructs.
const NESTED: &[(&str, &str, &str, &str, usize)] = &[
    ("what may be type arguments", "a<", "b", "", 1_000_000),
    ("what may be type arguments of calls", "a<b<", "c", ">(d)", 500_000),
    ("assertions", "<A>", "b", "", 1_000_000),
    ("generic arrow functions", "<T>(a)=>", "b", "", 500_000),
    ("arrow functions in parameters", "(a:A=", "b", ")=>1", 500_000),
    ("results of arrow functions", "():A=>", "b", "", 500_000),
    ("what may be a result", "(a?(b):", "c", ")", 500_000),
    ("what may be arrow functions", "a?(b):(", "c", ")", 500_000),
    ("arrow functions behind conditions", "a?(b):c=>", "d", "", 500_000),
    ("arrow functions in conditions", "a?(b):c=>", "d", ":e", 500_000),
    ("blocks in conditions", "a?(b):c=>{f();", "d", "}:e", 300_000),
    ("optional parameters", "(a?,", "b", ")=>1", 500_000),
    ("async arrow functions", "async<T>(a:T):A=>", "b", "", 500_000),
    ("namespaces", "namespace N{", "let a", "}", 100_000),
    ("namespaces of types", "namespace N{", "type A=1", "}", 100_000),
    ("exported namespaces", "namespace N{export namespace M{", "export let a", "}}", 50_000),
    ("enums in functions", "enum E{a=(function(){", "", "})()}", 100_000),
    ("classes with types", "class A<T>{a:B=class{b:C=", "1", "}}", 200_000),
    ("interfaces", "interface A{a:{", "b", "}}", 500_000),
    ("keys of declared fields", "(class{declare [x,", "x", "]:1})", 100_000),
];

/// Long constructs without nesting.
const LONG: &[(&str, &str, &str, usize, &str)] = &[
    ("unions", "var t:A", "|B@", 1_000_000, ""),
    ("intersections", "var t:A", "&B@", 1_000_000, ""),
    ("arrays of arrays", "var t:A", "[]", 2_000_000, ""),
    ("conditions", "var t:", "A extends B?C:", 500_000, "D"),
    ("members of types", "var t:{", "a@:B;", 1_000_000, "}"),
    ("names of types", "var t:A", ".b", 1_500_000, ""),
    ("parts of template types", "var t:`", "a${B}", 1_000_000, "`"),
    ("elements of tuples", "var t:[", "a@?:B,", 1_000_000, "]"),
    ("type parameters", "type A<B", ",C@ extends D=E", 500_000, ">=1"),
    ("type arguments", "f<A", ",B@", 1_000_000, ">()"),
    ("comparisons", "a", "<b", 2_000_000, ""),
    ("comparisons in arguments", "f(a", "<b,c", 1_000_000, ")"),
    ("comparisons one after the other", "", "a<b>c;", 1_000_000, ""),
    ("assertions of one value", "a", " as B", 1_000_000, ""),
    ("signs behind a name", "a", "!", 5_000_000, ""),
    ("members of an enum", "enum E{", "m@,", 1_000_000, "}"),
    ("members of an enum with values", "enum E{a=1,", "m@=a|@,", 500_000, "}"),
    ("members of an enum that are computed", "enum E{", "m@=f(),", 500_000, "}"),
    ("enums", "", "enum E@{a,b=a}", 300_000, ""),
    ("declarations of one enum", "", "enum E{a@=@}", 300_000, ""),
    ("namespaces", "", "namespace N@{export let a=1;a}", 200_000, ""),
    ("declarations of one namespace", "", "namespace N{export let a@=1;a0}", 200_000, ""),
    ("exports of a namespace", "namespace N{", "export let a@=1;", 500_000, "}"),
    ("names of a namespace", "namespace N{export let a=1;", "a;", 1_000_000, "}"),
    ("aliases", "namespace N{export let a}", "import b@=N.a;b@;", 200_000, ""),
    ("interfaces", "", "interface I@{a:B}", 500_000, ""),
    ("type aliases", "", "type A@=B;", 800_000, ""),
    ("overloads", "", "function f(a:A@):B;", 300_000, "function f(a){}"),
    ("overloads of a method", "class A{", "m(a:A@):B;", 300_000, "m(a){}}"),
    ("parameter properties", "class A{constructor(a", ",private a@", 30_000, "){}}"),
    ("fields with types", "class A{", "private a@?:B;", 300_000, "}"),
    (
        "references in declared keys",
        "import {A} from 'm';let x;0,class{declare [class{declare [[",
        "x,",
        500_000,
        "]]:1}]:1};",
    ),
    ("fields that are declared", "class A{", "declare a@:B;", 500_000, "}"),
    ("accessors", "class A{", "accessor a@=1;", 100_000, "}"),
    ("methods with types", "class A{", "m@<T>(a:T):T{}", 300_000, "}"),
    ("arrow functions with types", "", "(a:A):B=>a;", 500_000, ""),
    ("conditions with parentheses", "", "a?(b):c;", 800_000, ""),
    ("conditions with arrow functions", "", "a?(b):c=>d:e;", 400_000, ""),
    ("annotated variables", "let a", ",a@:B=1", 500_000, ""),
];

pub fn scripts() -> Vec<Script> {
    let types = TYPES.iter().flat_map(|row| deep("typed", "var t:", row));
    let nested = NESTED.iter().flat_map(|row| deep("typed", "", row));
    let long = LONG.iter().map(|row| {
        let [file, _] = long("typed", row);
        file
    });
    types.chain(nested).chain(long).map(|script| Script { is_typed: true, ..script }).collect()
}
