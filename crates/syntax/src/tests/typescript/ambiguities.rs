//! Texts that could be read in two ways.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_text::SourceText;

use super::check_erased;
use crate::{Goal, Language, ParseOptions, SourceErrorKind, parse};

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

#[test]
fn result_types_behind_question_marks() {
    check_erased(
        Goal::Script,
        &[
            ("a ? (b): c => d : e", "a ? (b) => d : e"),
            ("a ? (b) : c => d", "a ? (b) : c => d"),
            ("a ? (b, c = 1): d => e : f", "a ? (b, c = 1) => e : f"),
            ("a ? ({ b = 1 }): c => d : e", "a ? ({ b = 1 }) => d : e"),
            ("a ? ([b]): c[] => d : e", "a ? ([b]) => d : e"),
            ("a ? (b): c is d => e : f", "a ? (b) => e : f"),
            ("a ? (b): { c: d } => e : f", "a ? (b) => e : f"),
            ("a ? (b): () => c => d : e", "a ? (b) => d : e"),
            ("a ? <T>(b): T => b : c", "a ? (b) => b : c"),
            ("a ? async (b): c => await b : d", "a ? async (b) => await b : d"),
            ("a ? async (b) : c => d", "a ? async (b) : c => d"),
            ("a ? (b): c => { d: e; f ? (g) : h } : i", "a ? (b) => { d: e; f ? (g) : h } : i"),
            ("a ? (b): (c) => d => e : f", "a ? (b) => e : f"),
            ("a ? (b) : (c): d => e", "a ? (b) : (c) => e"),
            ("a ? b ? (c): d => e : f : g", "a ? b ? (c) => e : f : g"),
            ("a ? b ? (c = d): T => e : (f = g) : h => i", "a ? b ? (c = d) => e : (f = g) : h => i"),
            ("a ? b ? (c.d) : e => f : g", "a ? b ? (c.d) : e => f : g"),
            ("a ? (b): c => d ? (e): f => g : h : i", "a ? (b) => d ? (e) => g : h : i"),
            ("a ? x => (b): c => d : e", "a ? x => (b) => d : e"),
            ("a ? x => (b) : c => d", "a ? x => (b) : c => d"),
            ("a ? x = (b): c => d : e", "a ? x = (b) => d : e"),
            ("a ? !(b) : c => d", "a ? !(b) : c => d"),
            ("a ? b ? ([c()]) : d => e : f", "a ? b ? ([c()]) : d => e : f"),
            ("a ? b ? ({ c: [d, e.f] }) : g => h : i", "a ? b ? ({ c: [d, e.f] }) : g => h : i"),
            ("a ? b ? ({ c() {} }) : d => e : f", "a ? b ? ({ c() {} }) : d => e : f"),
            ("a ? b ? ({ get c() {} }) : d => e : f", "a ? b ? ({ get c() {} }) : d => e : f"),
            ("a ? b ? ([(c)]) : d => e : f", "a ? b ? ([(c)]) : d => e : f"),
            (
                "a ? b ? ({ c: [, d, ...e], f = 1, ...g }): h => i : j : k",
                "a ? b ? ({ c: [, d, ...e], f = 1, ...g }) => i : j : k",
            ),
            ("a ? (b) : c => d ? e : async (): T => f", "a ? (b) : c => d ? e : async () => f"),
            ("a ? x || (b) : c => d", "a ? x || (b) : c => d"),
            ("f(a ? (b): c => d : e, a ? (b) : c => d)", "f(a ? (b) => d : e, a ? (b) : c => d)"),
            ("switch (a) { case b ? (c): d => e : f: g }", "switch (a) { case b ? (c) => e : f: g }"),
            ("`${a ? (b): c => `${d}` : e}`", "`${a ? (b) => `${d}` : e}`"),
            ("l: a ? (b): c => { l: for (;;) break l } : d", "l: a ? (b) => { l: for (;;) break l } : d"),
            (
                "class A { #p = a ? (b): c => this.#p + super.q : d }",
                "class A { #p = a ? (b) => this.#p + super.q : d }",
            ),
            (
                "function f(x) { return x ? (b = this): c => eval(b) + arguments : new.target }",
                "function f(x) { return x ? (b = this) => eval(b) + arguments : new.target }",
            ),
            (
                "a ? (b): c => { var v; let w; function g() { return v + w } return () => v } : d",
                "a ? (b) => { var v; let w; function g() { return v + w } return () => v } : d",
            ),
        ],
    );
}

#[test]
fn heads_of_arrow_functions_that_begin_statements() {
    check_erased(
        Goal::Module,
        &[
            ("a; async (b): c => d", "a; async (b) => d"),
            ("if (a) async (): b => c; else async <T>(d: T): e => f", "if (a) async () => c; else async (d) => f"),
            ("x: async (): Promise<void> => {}", "x: async () => {}"),
            ("for (async (a): b => c;;);", "for (async (a) => c;;);"),
            ("export default async (a: A): Promise<B> => c", "export default async (a) => c"),
            ("export default async <T>(a: T): Promise<T> => c", "export default async (a) => c"),
            ("export default async (a) ? (b) : c", "export default async (a) ? (b) : c"),
        ],
    );
}

#[test]
fn patterns_and_types_in_parentheses() {
    check_erased(
        Goal::Script,
        &[
            ("f = (): ({ a: b[] }) => c", "f = () => c"),
            ("f = (): ({ a: void; b: { c: d[] }[] }) => e", "f = () => e"),
            ("f = (): ({ a: 'b', readonly c: d }) => e", "f = () => e"),
            ("f = (): ({ [a: string]: b }) => c", "f = () => c"),
            ("f = (): ([a[], b]) => c", "f = () => c"),
            ("f = (): ([a: b, ...c[]]) => d", "f = () => d"),
            ("f = (): ([this]) => a", "f = () => a"),
            ("f = (): ({ a: b, c, ...d }) => e => f", "f = () => f"),
            ("f = (): ({ 'a': [, b, { [c]: d }], 1: e }) => f => g", "f = () => g"),
            ("f = (): ([]) => ({}) => a => b", "f = () => b"),
            ("f = ({ a = (b) }?: T, [c = async (d)]?, e?) => 1", "f = ({ a = (b) }, [c = async (d)], e) => 1"),
        ],
    );
}

#[test]
fn words_of_types_in_expressions_and_classes() {
    check_erased(
        Goal::Script,
        &[
            ("async as T; async satisfies T; async as => a", "async; async; async as => a"),
            ("a as typeof b << 2", "a << 2"),
            ("a?.b<T>\n[c]", "(a?.b)[c]"),
            ("a?.b<T>(c).d", "a?.b(c).d"),
            ("a?.b!.c", "a?.b.c"),
            ("class A { static static\nb = 1 }", "class A { static static; b = 1 }"),
            ("class A implements keyof, infer<B>, any.C {}", "class A {}"),
            ("interface A extends readonly, unique<B> {}", ""),
            ("function f(asserts): asserts is A {}", "function f(asserts) {}"),
            ("namespace A { import b = c.d; export type e = b } f", "f"),
        ],
    );
    check_erased(
        Goal::Module,
        &[
            ("export import type a = require('b'); c", "c"),
            ("declare const a: B; export default a", "export default a"),
            ("type a = 1; declare let a: 2; export default a", "export default a"),
            ("type a = 1; export default a; b", "b"),
            ("declare namespace a { type b = 1 } export default a; c", "c"),
        ],
    );
}

/// Stack size for some hundred levels.
const STACK: usize = 32 << 20;

/// Parses in a thread with a large stack, with this much fuel. Returns the fuel that it took, and the kind of the error.
fn parse_deep(text: String, fuel: Option<u64>) -> (u64, Option<SourceErrorKind>) {
    let parsing = move || {
        let options = ParseOptions::new(Goal::Script, NativeStack::from_here(STACK - (1 << 20)));
        let mut budget = Budget::default();
        budget.set_fuel(fuel);
        let source = Arc::new(SourceText::new("test.ts", text));
        let parsed = parse(source, &options.in_language(Language::TypeScript), &mut budget);
        (budget.fuel_spent(), parsed.err().map(|error| error.kind))
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(parsing).expect("a thread");
    worker.join().expect("no panic")
}

#[test]
fn trials_of_arrow_functions_are_linear() {
    for (open, inside, close, error) in [
        ("a ? (b): c => ", "d", " : e", None),
        ("a ? (b): c => { f(); ", "d", " } : e", None),
        ("a ? (b) : c => ", "d", "", None),
        ("a ? (b) : c => { f(); ", "d", " }", None),
        ("a ? async (b) : c => ", "d", "", None),
        ("a ? (b = a ? (c): d => e : f): g => ", "h", " : i", None),
        ("a ? (b) : [", "d", "]", None),
        ("a ? (b) : c => f(", "d", ")", None),
        ("a ? (b): c => f(", "d", ") : e", None),
        ("for (x = a ? (b) : c => function () { ", "d", " };;);", None),
        ("a ? (b) : c => f(", "@", ")", Some(SourceErrorKind::Syntax)),
        ("a ? (b) : c => ", "@", "", Some(SourceErrorKind::Syntax)),
    ] {
        let nested = |depth: usize| parse_deep([&open.repeat(depth), inside, &close.repeat(depth)].concat(), None);
        let ((small, _), (large, found)) = (nested(100), nested(400));
        assert_eq!(found, error, "{open}");
        assert!(large < small * 5, "{open}: {small} ticks, then {large}");
    }
}

#[test]
fn trials_end_within_limits() {
    let (_, error) = parse_deep("a ? (b): c => ".repeat(1_000_000), None);
    assert_eq!(error, Some(SourceErrorKind::Limit));
    let text = format!("{}d{}", "a ? (b): c => { f(); ".repeat(50), " } : e".repeat(50));
    let (needed, error) = parse_deep(text.clone(), None);
    assert_eq!(error, None);
    for fuel in (10..needed).step_by(97) {
        let (_, error) = parse_deep(text.clone(), Some(fuel));
        assert_eq!(error, Some(SourceErrorKind::Terminated(Termination::OutOfFuel)), "{fuel}");
    }
}
