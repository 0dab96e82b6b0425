//! Text that is no TypeScript, or is not supported.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use super::{check_refused, parse_javascript, parse_typescript};
use crate::{Goal, Language, ParseOptions, SourceErrorKind, parse};

#[test]
fn only_files_of_declarations_need_no_bodies_and_values() {
    let texts = [
        "export default function (): { a: number }\nexport function g(): void;\nexport class A { m(): void }",
        "const a: A, b: B\nexport { a }; export const c: C; export var d: D",
        "export namespace A { export { b as c } const b: B }",
        "export = a.b",
        "import a = require('b'); export { a }",
    ];
    let is_read = |name: &str, text: &str| {
        let options = ParseOptions::new(Goal::Module, NativeStack::default()).in_language(Language::TypeScript);
        parse(Arc::new(SourceText::new(name, text)), &options, &mut Budget::default()).is_ok()
    };
    for text in texts {
        assert!(["a.d.ts", "lib/a.d.mts", "a.d.cts"].into_iter().all(|name| is_read(name, text)), "{text}");
        assert!(!["a.ts", "d.ts", "a.mts", "a.d.ts.ts"].into_iter().any(|name| is_read(name, text)), "{text}");
    }
}

#[test]
fn errors_of_javascript_tell_of_typescript() {
    let is_told = |text: &str| {
        let error = parse_javascript(Goal::Module, text).err().expect("an error");
        error.notes.iter().any(|note| note.message.starts_with("this is TypeScript"))
    };
    for text in [
        "let a: A",
        "const a: A = b",
        "export const { a }: A = b",
        "for (const a: A of b);",
        "interface A {}",
        "const enum A { b }",
        "class A { constructor(private a) {} }",
        "function f(this: A) {}",
        "let f = <T,>(a: T) => a",
    ] {
        assert!(is_told(text), "{text}");
    }
    for text in ["const a", "let [a]", "let let = 1", "let a = <b>c</b>", "const a: 1 + 2"] {
        assert!(!is_told(text), "{text}");
    }
}

#[test]
fn errors_in_types() {
    check_refused(
        Goal::Script,
        &[
            ("let a: = 1", 7, "expected a type but found `=`"),
            ("let a: A<B", 10, "unexpected end"),
            ("let a: { b", 10, "`{` at 1:8 is not closed"),
            ("type A", 6, "unexpected end"),
            ("let a!", 6, "unexpected end"),
            ("(a as B) => c", 1, "cannot be the parameters"),
            ("(a!) => c", 1, "cannot be the parameters"),
            ("(a! = 1) => c", 1, "cannot be the parameters"),
            ("((a as B) = 1) => c", 2, "cannot be the parameters"),
            ("async ({ a: a! = 1 }) => c", 12, "cannot be the parameters"),
            ("a as B = 1", 7, "unexpected `=`"),
            ("(a: B)", 2, "unexpected `:`"),
            ("(a?)", 3, "unexpected `)`"),
            ("[a?]", 3, "unexpected `]`"),
            ("class A { a(): void }", 10, "this function has no body"),
            ("function f(): void\na", 0, "this function has no body"),
            ("let a: `b${c`", 12, "unterminated template"),
            ("let a: B | () => C", 11, "the type of a function needs parentheses behind `|` and `&`"),
            ("let a: & new () => C", 9, "the type of a function needs parentheses"),
            ("f<T> => a", 5, "unexpected `=>`"),
            ("function f(this: A b) {}", 19, "expected `)` but found identifier `b`"),
            ("function f(this b: A) {}", 16, "expected `)` but found identifier `b`"),
            ("interface A { a: B c: D }", 19, "expected `;` or `}`"),
        ],
    );
}

#[test]
fn what_is_written_otherwise() {
    check_refused(
        Goal::Module,
        &[
            ("@a class B {}", 0, "decorators are not supported"),
            ("class A { @b c }", 10, "decorators are not supported"),
            ("class A { constructor(@b c) {} }", 22, "decorators are not supported"),
            ("export = a", 7, "`export =` is only for CommonJS"),
            ("import a = require('a')", 0, "`import … =` is for parts of namespaces"),
            ("import a = b()", 0, "`import … =` is for parts of namespaces"),
        ],
    );
}

#[test]
fn decorators_are_refused_wherever_they_can_stand() {
    for text in [
        "@a class B {}",
        "@a export class B {}",
        "export @a class B {}",
        "export default @a class {}",
        "export default (@a class {})",
        "let b = @a class {}",
        "class B extends @a class {} {}",
        "class B { @a c() {} }",
        "class B { constructor(@a c) {} }",
        "class B { c(d, @a e) {} }",
        "class B { c({ f }, @a e) {} }",
        "function b(@a c) {}",
        "(@a b) => c",
        "async (@a b) => c",
    ] {
        for parsed in [super::parse_javascript(Goal::Module, text), parse_typescript(Goal::Module, text)] {
            let error = parsed.err().expect("an error");
            assert!(error.message.starts_with("decorators are not supported"), "{text}: {error}");
            assert_eq!(error.span.start as usize, text.find('@').expect("a decorator"), "{text}");
        }
    }
}

#[test]
fn what_ends_in_the_middle_of_a_trial_is_unfinished() {
    for text in ["a ? async (b): A<B> =>", "a ? (b): A => {", "let a = <T,>", "async <T,>", "let a: A<", "(a?: A"] {
        let error = parse_typescript(Goal::Prompt, text).err().expect("an error");
        assert!(error.is_unfinished, "{text}: {error}");
    }
    for text in ["let a = <T,>;", "a ? (b): A => { c d } : e", "(a?: A) b"] {
        let error = parse_typescript(Goal::Prompt, text).err().expect("an error");
        assert!(!error.is_unfinished, "{text}: {error}");
    }
}

#[test]
fn javascript_knows_none_of_it() {
    for text in
        ["let a: B", "a as B", "a!", "interface A {}", "type A = B", "f<T>(x) y", "class A { private a }", "(a?) => b"]
    {
        assert!(super::parse_javascript(Goal::Script, text).is_err(), "{text}");
    }
}

#[test]
fn nesting_has_a_limit() {
    let depth = 100_000;
    for (open, close) in [
        ("A<", ">"),
        ("(", ")"),
        ("[", "]"),
        ("{ a: ", "}"),
        ("() => ", ""),
        ("A extends B ? ", ": C"),
        ("A[", "]"),
        ("new () => ", ""),
        ("`${", "}`"),
        ("<T extends ", "> () => A"),
        ("infer U extends ", ""),
        ("A is ", ""),
        ("keyof (", ")"),
    ] {
        let text = format!("let a: {}B{}", open.repeat(depth), close.repeat(depth));
        let error = parse_typescript(Goal::Script, &text).err();
        let is_limit = error.as_ref().is_some_and(|error| error.kind == SourceErrorKind::Limit);
        assert!(is_limit, "{open}: {:?}", error.map(|error| error.message));
    }
    for (open, close) in
        [("a<", ""), ("<A>", ""), ("(a: ", ")"), ("(a: B = ", ""), ("f<A>(", ")"), ("a ? (b: B) => ", "")]
    {
        let text = format!("{}b{}", open.repeat(depth), close.repeat(depth));
        let error = parse_typescript(Goal::Script, &text).err();
        assert!(error.is_some(), "{open}");
    }
}

#[test]
fn chains_of_types_have_no_limit() {
    let long = 100_000;
    for (first, part) in
        [("A", "|A"), ("A", "[]"), ("A", "&A"), ("A", ".a"), ("", "A extends B ? C : "), ("", "keyof ")]
    {
        let text = format!("let a: {first}{}{}", part.repeat(long), if first.is_empty() { "A" } else { "" });
        if let Err(error) = parse_typescript(Goal::Script, &text) {
            panic!("{part}: {error}");
        }
    }
}
