//! Syntax that is not only dropped: enums, namespaces, parameter properties, and imports that only types use.

use super::{check_erased, check_refused, lines, parse_javascript, parse_typescript};
use crate::tree::{Exported, ExpressionKind, Tree};
use crate::{Goal, Language, ParseOptions, SourceErrorKind, parse};
use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_text::{Name, SourceText};
use std::sync::Arc;
use std::time::Instant;

/// Returns what a module asks for and gives, and its lines. Numbers of bindings are left out.
fn module_lines(parsed: Result<Tree, crate::SourceError>) -> String {
    let told = parsed.as_ref().ok().and_then(|tree| {
        let module = tree.module.as_ref()?;
        let name = |name: Option<Name>| name.map_or("*".to_owned(), |name| tree.names.text(name).to_string());
        let requests = module.requests.iter().map(|request| name(Some(request.specifier)));
        let imports = module.imports.iter().map(|import| format!("{} of {}", name(import.import), import.request));
        let exports = module.exports.iter().map(|export| match export.what {
            Exported::Local(_) => name(export.name),
            Exported::Indirect { request, .. } | Exported::All { request } => {
                format!("{} of {request}", name(export.name))
            }
        });
        Some(requests.chain(imports).chain(exports).collect::<Vec<_>>().join("\n"))
    });
    let lines = lines(Goal::Module, parsed);
    let without_numbers = lines.split('#').map(|part| part.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    format!("{told:?} {}", without_numbers.collect::<String>())
}

#[test]
fn imports_that_only_types_use_are_dropped() {
    for (typed, plain) in [
        ("import { A, b } from 'a'; let c: A = b", "import { b } from 'a'; let c = b"),
        ("import A from 'a'; let b: A", "let b"),
        ("import A, { type B } from 'a'; let c: B = A", "import A from 'a'; let c = A"),
        ("import A, { type B } from 'a'; let c: B", "let c"),
        ("import * as a from 'a'; let b: a.B", "let b"),
        ("import a, * as b from 'a'; b", "import * as b from 'a'; b"),
        ("import {} from 'a'; b", "b"),
        ("import 'a'; b", "import 'a'; b"),
        ("import { A } from 'b'; import 'c'; import 'b'; d", "import 'c'; import 'b'; d"),
        ("import { A } from 'b'; import { c } from 'b'; c", "import { c } from 'b'; c"),
        ("import { A } from 'a'; let b: { [A]: 1 }", "import { A } from 'a'; let b"),
        ("import { A } from 'a'; let b: { [{ A: 1, c: { A: 1 } }.A]: 1 }", "let b"),
        ("import { A } from 'a'; let b: { [{ A }.A]: 1 }", "import { A } from 'a'; let b"),
        ("import { A } from 'a'; 0, class { declare [class { declare [A]: 1 }.b]: 1 }", "0, class {}"),
        ("import { A } from 'a'; interface B { [A.c.d](): 1 }", "import { A } from 'a'"),
        ("import { A } from 'a'; type B = (c: { readonly [A]?: 1 }) => D", "import { A } from 'a'"),
        ("import { A } from 'a'; let b: { [c.A]: 1; [A: string]: 1 }; let d: { [A in B]: 1 }", "let b; let d"),
        ("import { A } from 'a'; function b(A) { let c: { [A]: 1 } }", "function b(A) { let c }"),
        ("import { A } from 'a'; let b: ({ [A]: c }) => typeof c", "import { A } from 'a'; let b"),
        (
            "import { A } from 'a'; function b({ [A]: c }): typeof c; function b(c) {}",
            "import { A } from 'a'; function b(c) {}",
        ),
        ("import { A } from 'a'; declare function b({ [A]: c }): typeof c", ""),
        ("import { A } from 'a'; import B = A.C; let d: { [B]: 1 }", "import { A } from 'a'; var B = A.C; let d"),
        ("import { A } from 'a'; class B { declare [A]: 1 }", "class B {}"),
        (
            "import { A } from 'a'; abstract class B { abstract [A.b](): 1; abstract [A]: 2 }",
            "import { A } from 'a'; class B {}",
        ),
        ("import { A } from 'a'; declare let b: { [A]: 1 }; declare type C = { [A]: 1 }", ""),
        ("function a() {} class B { declare [a]: 1 }", "function a() {} class B {}"),
        ("import { N } from 'm'; import X = N.A; class A { declare [X.b]: 1 }", "class A {}"),
        ("import { A } from 'a'; class B { declare c: { [A]: 1 } }", "class B {}"),
        ("import { A } from 'a'; class B { declare [A]: 1; [A] }", "import { A } from 'a'; class B { [A] }"),
        ("import { A } from 'a'; export { A }", "import { A } from 'a'; export { A }"),
        ("import { A } from 'a'; export default A", "import { A } from 'a'; export default A"),
        ("import { A } from 'a'; export * from 'b'; c", "export * from 'b'; c"),
        ("import { A } from 'a'; export { b } from 'b'; c", "export { b } from 'b'; c"),
        ("import { a } from 'a'; a as number", "import { a } from 'a'; a"),
        ("import { a } from 'a'; type T = typeof a; b", "b"),
        ("import { a } from 'a'; () => { { a } }", "import { a } from 'a'; () => { { a } }"),
        ("import { a } from 'a'; function f(a) { return a }", "function f(a) { return a }"),
        ("import { A } from 'a'; class B extends A {}", "import { A } from 'a'; class B extends A {}"),
        ("import { A } from 'a'; class B implements A {}", "class B {}"),
        ("export { type A } from 'a'; export {} from 'b'; c", "c"),
        ("interface A {} export default A; b", "b"),
        ("export { type A }; export default A", "export default A"),
        ("export { type A as B } from 'a'; export default B", "export default B"),
        ("namespace A { type B = 1 } export { A }; b", "b"),
        ("import { A } from 'a'; const A = 1; let b: A", "const A = 1; let b"),
        ("import { A } from 'a'; f(A); function f(b: A) {} var A", "f(A); function f(b) {} var A"),
        ("import { A } from 'a'; { var A: A = 1 } export { A }", "{ var A = 1 } export { A }"),
        ("import { A } from 'a'; export function A(b: A) {}", "export function A(b) {}"),
        ("import A from 'a'; export default class A {}", "export default class A {}"),
        ("class A {} import A, { b } from 'a'; A; b", "class A {} import { b } from 'a'; A; b"),
        ("import { A } from 'a'; import B = A.C; let d: B", "let d"),
        ("import { A } from 'a'; import B = A.C; import D = B.E; let f: D", "let f"),
        ("import { A } from 'a'; import B = A.C; A", "import { A } from 'a'; A"),
        (
            "import { A } from 'a'; import B = A.C; import D = B.E; D",
            "import { A } from 'a'; var B = A.C; var D = B.E; D",
        ),
        ("import { A } from 'a'; import B = A.C; export { B }", "import { A } from 'a'; var B = A.C; export { B }"),
        ("import { A } from 'a'; export import B = A.C", "import { A } from 'a'; export var B = A.C"),
    ] {
        let expected = module_lines(parse_javascript(Goal::Module, plain));
        assert_eq!(module_lines(parse_typescript(Goal::Module, typed)), expected, "`{typed}` is not `{plain}`");
    }
}

/// The names of members hide those of imports.
#[test]
fn imports_behind_members_are_dropped() {
    for (text, imports) in [
        ("import { A } from 'a'; enum B { A, C = A }", 0),
        ("import { A } from 'a'; enum B { A, C = A } A", 1),
        ("import { A } from 'a'; namespace N { export const A = 1; A }", 0),
        ("import { A } from 'a'; namespace N { A } namespace N { export const A = 1 }", 0),
        ("import { A } from 'a'; namespace N { A } namespace N { const A = 1 }", 1),
        ("import { A } from 'a'; namespace N { export const A = 1; A } export { A }", 1),
        ("import { A } from 'a'; import B = A.C; namespace N { export const B = 1; B }", 0),
        ("import { A } from 'a'; enum A { B, C = B }", 0),
        ("namespace A { export const b = 1 } import { A } from 'a'; A.b", 0),
    ] {
        let module = parse_typescript(Goal::Module, text).ok().and_then(|tree| tree.module).expect("a module");
        assert_eq!((module.requests.len(), module.imports.len()), (imports, imports), "{text}");
    }
}

#[test]
fn verbatim_imports_stay() {
    for (text, requests) in
        [("import { A } from 'a'; let b: A", 1), ("import type { A } from 'a'; let b: A", 0), ("import {} from 'a'", 1)]
    {
        let language = Language::VerbatimTypeScript;
        let options = ParseOptions::new(Goal::Module, NativeStack::default()).in_language(language);
        let tree = parse(Arc::new(SourceText::new("a.ts", text)), &options, &mut Budget::default());
        let module = tree.ok().and_then(|tree| tree.module).expect("a module");
        assert_eq!(module.requests.len(), requests, "{text}");
    }
    let language = Language::VerbatimTypeScript;
    let options = ParseOptions::new(Goal::Module, NativeStack::default()).in_language(language);
    let text = "import { A } from 'a'; const A = 1";
    assert!(parse(Arc::new(SourceText::new("a.ts", text)), &options, &mut Budget::default()).is_err());
}

#[test]
fn names_are_declared_once() {
    check_refused(
        Goal::Module,
        &[
            ("import { A } from 'a'; import { A } from 'b'", 32, "already been declared"),
            ("import { A } from 'a'; let A; let A", 34, "already been declared"),
            ("import { A } from 'a'; { let A; var A }", 36, "already been declared"),
            ("let A; import { A } from 'a'; let A", 34, "already been declared"),
        ],
    );
}

/// Returns the names of members that are read or assigned, in the order of the text.
fn members(tree: &Tree) -> Vec<String> {
    let property = |kind| match kind {
        ExpressionKind::Member { property, .. } => Some(tree.names.text(property).to_string()),
        _ => None,
    };
    tree.expressions.iter().filter_map(|expression| property(expression.kind)).collect()
}

#[test]
fn names_of_members_become_members() {
    for (text, expected) in [
        ("enum A { b = f(), c = g(b) }", "b,b,b,c,c"),
        ("enum A { b = f() } b", "b,b"),
        ("enum A { b = (b => b)(f()) }", "b,b"),
        ("namespace A { export const b = 1; b; (() => b) }", "b,b,b"),
        ("namespace A { export const b = 1; { let b; b } }", "b"),
        ("namespace A { b } namespace A { export const b = 1 }", "b,b"),
        ("namespace A { namespace B { b } export let b = 1 }", "b,b"),
        ("namespace A { export function b() {} b() }", "b"),
        ("namespace A { type T = b; let b: T }", ""),
        ("namespace A { { function b() {} } b; export let b = 1 }", "b,b"),
        ("namespace A { export let [b] = c; { { function b() {} } } }", "b"),
    ] {
        match parse_typescript(Goal::Script, text) {
            Ok(tree) => assert_eq!(members(&tree).join(","), expected, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn what_has_no_values_leaves_nothing() {
    check_erased(
        Goal::Script,
        &[
            ("namespace A {} b", "b"),
            ("namespace A.B { export type C = 1; interface D {} namespace E { type F = 1 } } b", "b"),
            ("module A { type B = 1 } b", "b"),
            ("namespace\nA\nb", "namespace\nA\nb"),
            ("declare const enum A { b = 1 } declare namespace A { let b: 1 } b", "b"),
            (
                "type = 1; module = 2; namespace = 3; enumerate = 4",
                "type = 1; module = 2; namespace = 3; enumerate = 4",
            ),
        ],
    );
}

#[test]
fn parameter_properties_are_fields_and_assignments() {
    check_erased(
        Goal::Script,
        &[("class A { constructor(a?: A, readonly?: B) {} }", "class A { constructor(a, readonly) {} }")],
    );
    let fields = |text| parse_typescript(Goal::Script, text).map(|tree| tree.classes[0].members.len()).ok();
    assert_eq!(fields("class A { constructor(private a, public b = 1, c) {} }"), Some(2));
    assert_eq!(fields("class A { d; constructor(readonly a) {} }"), Some(2));
}

#[test]
fn errors() {
    check_refused(
        Goal::Module,
        &[
            ("enum A { 1 }", 9, "a number as its name"),
            ("enum A { '1' }", 9, "a number as its name"),
            ("enum A { b, ['-1.5'] }", 13, "a number as its name"),
            ("enum A { [b] }", 10, "expected the name of a member"),
            ("enum A { b c }", 11, "expected `,` or `}`"),
            ("enum A { b", 10, "is not closed"),
            ("if (a) enum A {}", 7, "only allowed at top level or in a block"),
            ("let A; enum A {}", 12, "already been declared"),
            ("{ enum A {} let A }", 16, "already been declared"),
            ("{ namespace A { a } }", 2, "a namespace can only be declared at top level"),
            ("namespace A { export default 1 }", 21, "exports declarations only"),
            ("namespace A { export { b } }", 21, "exports declarations only"),
            ("namespace A { return }", 14, "`return` outside"),
            ("namespace A { export let [a] }", 25, "needs an initializer"),
            ("class A { constructor(private [a]) {} }", 30, "must be a plain name"),
            ("class A { constructor(private ...a) {} }", 30, "must be a plain name"),
            ("module 'a' { b }", 7, "a string as its name"),
        ],
    );
}

#[test]
fn javascript_is_told_of_typescript() {
    let is_told = |text| {
        let error = parse_javascript(Goal::Script, text).err().expect("an error");
        error.notes.iter().any(|note| note.message.contains(".ts"))
    };
    assert!(is_told("let a: number") && is_told("interface A { b: 1 }") && is_told("enum A { b }"));
    assert!(!is_told("let a = ]") && !is_told("let a: number = ]") && !is_told("import a from 'a'"));
}

#[test]
fn large_enums_and_namespaces_take_linear_time() {
    let many = 100_000;
    let members: String = (0..many).map(|index| format!("a{index}, ")).collect();
    let sums: String = (1..many).map(|index| format!("a{index} = a{} + f(), ", index - 1)).collect();
    let exports: String = (0..many).map(|index| format!("export const a{index} = 1; ")).collect();
    let blocks: String = (0..many / 10).map(|index| format!("namespace A {{ export const a{index} = 1 }}\n")).collect();
    let types = format!("{}type A = 1{}", "namespace A { ".repeat(100), " }".repeat(100));
    for text in [
        format!("enum A {{ {members} }}"),
        format!("enum A {{ a0 = 1, {sums} }}"),
        format!("namespace A {{ {exports} }}"),
        blocks,
        format!("{types}\n").repeat(100),
    ] {
        let began = Instant::now();
        if let Err(error) = parse_typescript(Goal::Script, &text) {
            panic!("{error}");
        }
        assert!(began.elapsed().as_secs() < 20, "{} bytes took {:?}", text.len(), began.elapsed());
    }
}

#[test]
fn keys_within_dropped_keys_are_looked_at_once() {
    let ticks = |depth: usize| {
        let (open, close) = ("class { declare [".repeat(depth), "]: 1 }".repeat(depth));
        let text = format!("import {{ A }} from 'a'; let x; 0, {open}[{}]{close};", "x, ".repeat(10_000));
        let mut budget = Budget::default();
        let options = ParseOptions::new(Goal::Module, NativeStack::default()).in_language(Language::TypeScript);
        let parsed = parse(Arc::new(SourceText::new("a.mts", text)), &options, &mut budget);
        assert!(parsed.is_ok(), "{:?}", parsed.err());
        budget.fuel_spent()
    };
    let (one, many) = (ticks(1), ticks(50));
    assert!(many < 2 * one, "{one} ticks, then {many}");
}

#[test]
fn nesting_has_a_limit() {
    let deep = 100_000;
    for text in [
        format!("namespace a{} {{ b }}", ".a".repeat(deep)),
        format!("{} b", "namespace a { ".repeat(deep)),
        format!("{} b", "namespace a { export namespace b { ".repeat(deep)),
        "enum a { b = () => { ".repeat(deep),
        "class a { constructor(private b = ".repeat(deep),
    ] {
        let error = parse_typescript(Goal::Script, &text).err();
        assert!(error.is_some_and(|error| error.kind == SourceErrorKind::Limit), "{}", &text[..40]);
    }
}

#[test]
fn memory_and_work_are_limited() {
    let members: String = (0..100_000).map(|index| format!("a{index}, ")).collect();
    for text in [format!("enum A {{ {members} }}"), "namespace A { export let a = 1 }\n".repeat(10_000)] {
        let (mut little, mut short) = (Budget::default(), Budget::default());
        little.set_memory_limit(Some(1 << 20));
        short.set_fuel(Some(100_000));
        for (budget, expected) in [(&mut little, Termination::OutOfMemory), (&mut short, Termination::OutOfFuel)] {
            let options = ParseOptions::new(Goal::Script, NativeStack::default()).in_language(Language::TypeScript);
            let parsed = parse(Arc::new(SourceText::new("a.ts", text.clone())), &options, budget);
            let kind = parsed.err().map(|error| error.kind);
            assert_eq!(kind, Some(SourceErrorKind::Terminated(expected)));
        }
    }
}
