//! Texts that could be read in two ways.

use super::check_erased;
use crate::Goal;

#[test]
fn comparisons_and_type_arguments() {
    check_erased(
        Goal::Script,
        &[
            ("a < b > c", "a < b > c"),
            ("f<T>+1", "f < T > +1"),
            ("a<b>>c", "a < b >> c"),
            ("a<b>>>c", "a < b >>> c"),
            ("f(a < b, c > (d))", "f(a(d))"),
            ("f(a < b, c > d)", "f(a < b, c > d)"),
            ("a < b || c > d", "a < b || c > d"),
            ("if (a < b && c > (d)) e", "if (a < b && c > (d)) e"),
            ("a < (b >> c)", "a < (b >> c)"),
            ("a < b\n> c", "a < b > c"),
            ("a<b>\nc", "a\nc"),
            ("a<b>;", "a;"),
            ("[a<b>, c]", "[a, c]"),
            ("a<b> || c", "a || c"),
            ("a<b>.c", "a.c"),
            ("a < b < c > (d)", "a < b(d)"),
            ("a < b < c < d", "a < b < c < d"),
            ("a<b<c>>(d)", "a(d)"),
            ("a<b<c>> (d)", "a(d)"),
            ("f<<T>(x: T) => T>(y)", "f(y)"),
            ("a << b", "a << b"),
            ("a<b>=c", "a < b >= c"),
            ("a as number < b > + 1", "a < b > +1"),
            ("a as any < b", "a < b"),
            ("a as string << 2", "a << 2"),
            ("f(a as any < 5, b as unknown > 3)", "f(a < 5, b > 3)"),
            ("a satisfies undefined < b", "a < b"),
            ("let a: A<number>, b: number.c<d>", "let a, b"),
            ("let a: (x: any) => number is string", "let a"),
            ("for (let i = 0; i < n; i++) a[i] > 0", "for (let i = 0; i < n; i++) a[i] > 0"),
        ],
    );
}

#[test]
fn words_that_are_names() {
    check_erased(
        Goal::Script,
        &[
            ("type\nA = 1", "type\nA = 1"),
            ("type = 1; type(a); type.b", "type = 1; type(a); type.b"),
            ("declare\nlet a", "declare\nlet a"),
            ("abstract\nclass A {}", "abstract\nclass A {}"),
            ("namespace\na", "namespace\na"),
            (
                "namespace.a; module = 1; module.exports = namespace",
                "namespace.a; module = 1; module.exports = namespace",
            ),
            (
                "var type, declare, abstract, as, satisfies, is, infer, keyof, of, out",
                "var type, declare, abstract, as, satisfies, is, infer, keyof, of, out",
            ),
            ("a\nas\nb", "a\nas\nb"),
            ("a as any\n[0]", "a\n;[0]"),
            ("as as as; satisfies satisfies as", "as; satisfies"),
            ("let a = as as B", "let a = as"),
            ("a = type\nb", "a = type\nb"),
            ("interface\nA\n{}", "interface\nA\n{}"),
            ("global = 1; global.a", "global = 1; global.a"),
            ("type: for (;;) break type", "type: for (;;) break type"),
            ("async < 1; async\n(a)", "async < 1; async\n(a)"),
            ("a\n!b", "a\n!b"),
            ("a\n<B>c", "a < B > c"),
        ],
    );
}

#[test]
fn arrow_functions_behind_question_marks() {
    check_erased(
        Goal::Script,
        &[
            ("c ? (a) : b => d", "c ? (a) : b => d"),
            ("c ? (a: A) => b : d", "c ? (a) => b : d"),
            ("c ? (a: A): B => b : d", "c ? (a) => b : d"),
            ("c ? (): B => b : d", "c ? () => b : d"),
            ("c ? (...a): B => b : d", "c ? (...a) => b : d"),
            ("c ? (a?: A) => b : d", "c ? (a) => b : d"),
            ("c ? [(a): B => b] : d", "c ? [(a) => b] : d"),
            ("c ? f((a): B => b) : d", "c ? f((a) => b) : d"),
            ("c ? a : (b): B => d", "c ? a : (b) => d"),
            ("c ? (a) : (b)", "c ? (a) : (b)"),
            ("c ? (a, b) : d", "c ? (a, b) : d"),
            ("c ? async (a: A): B => b : d", "c ? async (a) => b : d"),
            ("c ? async (a) : d", "c ? async (a) : d"),
            ("a ? b ? (c) : d : e", "a ? b ? (c) : d : e"),
            ("switch (a) { case (b): c; case (d): (e) }", "switch (a) { case (b): c; case (d): (e) }"),
            ("switch (a) { case (b): c => d }", "switch (a) { case (b): c => d }"),
            ("({ a: c ? (b) : d })", "({ a: c ? (b) : d })"),
            ("(a ? b : c)", "(a ? b : c)"),
            ("((a): b => c)", "((a) => c)"),
            ("f(a ? b : c, d ? (e) : f)", "f(a ? b : c, d ? (e) : f)"),
        ],
    );
}
