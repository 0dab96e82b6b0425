//! Syntax that is dropped.

use super::check_erased;
use crate::Goal;

#[test]
fn annotations_of_variables_and_parameters() {
    check_erased(
        Goal::Script,
        &[
            ("let a: number = 1, b: string | null, c!: T", "let a = 1, b, c"),
            ("const { a, b: [c] }: { a: A, b: [C] } = d", "const { a, b: [c] } = d"),
            ("var a: () => void = b, c!: D", "var a = b, c"),
            ("function f(a: A, b?: B, ...c: C[]): D {}", "function f(a, b, ...c) {}"),
            ("function f(this: Window, a: A = 1) {}", "function f(a = 1) {}"),
            ("function f(this: Window) {}", "function f() {}"),
            ("function f({ a }: A, [b]?: B, c: C) {}", "function f({ a }, [b], c) {}"),
            ("for (const a: A of b);", "for (const a of b);"),
            ("for (let i: number = 0; i < 1; i++);", "for (let i = 0; i < 1; i++);"),
            ("try {} catch (e: unknown) {}", "try {} catch (e) {}"),
            ("try {} catch ({ a }: any) {}", "try {} catch ({ a }) {}"),
            (
                "a = { get b(): B { return 1 }, set b(v: B) {}, async *c<T>(d: T): E {}, f<T>() {} }",
                "a = { get b() { return 1 }, set b(v) {}, async *c(d) {}, f() {} }",
            ),
            ("a = function <T>(b: T): b is string {}", "a = function (b) {}"),
            ("a = (): keyof (T) => 1", "a = () => 1"),
            ("a = (b: keyof (typeof c), d?: readonly (E)[]): keyof ({ e: E }) => f => 1", "a = (b, d) => f => 1"),
            ("a = async (b: keyof (abstract new <T>() => T)): Promise<keyof (T)> => 1", "a = async (b) => 1"),
            ("function f(a): asserts a is string {} function g(a): asserts a {}", "function f(a) {} function g(a) {}"),
        ],
    );
}

#[test]
fn all_types() {
    let types = [
        "any",
        "a.b.c",
        "A<B>",
        "A<B<C>>",
        "A<B<C<D>>>",
        "A[]",
        "A[][]",
        "A['b']",
        "[A, B]",
        "[a: A, b?: B, ...c: C[]]",
        "[A?, ...B[]]",
        "[]",
        "{}",
        "{ a: A; b?: B, readonly c: C\n d }",
        "{ (a: A): B; new (a: A): B; <T>(a: T): T }",
        "{ [key: string]: A; readonly [key: number]: B }",
        "{ get a(): A; set a(v: A); get: B; set?: C; get(): D }",
        "{ a?(): A; 'b'<T>(): B; 1: C; [Symbol.iterator](): D; [`a${1}b`]: E }",
        "{ new: A; readonly: B; readonly readonly: C }",
        "{ [K in keyof T]: T[K] }",
        "{ readonly [K in keyof T as `x${K}`]?: T[K] }",
        "{ -readonly [K in T]-?: A; }",
        "{ +readonly [K in T]+?: A }",
        "(a: A, b?: B) => C",
        "() => void",
        "(...a: A[]) => B",
        "(this: A, b) => C",
        "({ a, b: [c] }: A) => B",
        "([a]: A) => B",
        "({ a = 1 }: A) => B",
        "({ a: { b = f(c, [d]) } = {}, e = { g }, }) => B",
        "([a = (b, c), d = `x${e}y${`${f}`}`]?: A) => B",
        "({ a = /[)}]/, b = c / d / e, f = [g] / h }: A, i = j) => B",
        "new ({ a = function () { return /`/ }, b = class { c = 1 } }) => B",
        "({ [a + b(c)]: d, [`e`]: f = 1 }) => B",
        "({ [a.b]: c = 1, 'd': e, 1: [f = 2] }) => B",
        "{ (a = 1): B; new ({ b } = {}): C; d({ e = 2 }): void }",
        "<T extends A = B>(a: T) => T",
        "new () => A",
        "abstract new <T>(a: T) => T",
        "(A)",
        "(A | B)[]",
        "({ a: A })",
        "| A | B",
        "& A & B",
        "| & A & B | & C",
        "A | B & C",
        "(() => A) | B",
        "A | (() => B)",
        "A extends B ? C : D",
        "A extends B ? C extends D ? 1 : 2 : E extends F ? 3 : 4",
        "A extends infer U ? U : never",
        "A extends (infer U extends string) ? U : never",
        "A extends infer U extends string ? U : never",
        "A extends [infer U extends string, ...infer R] ? U : never",
        "A extends { b: infer U extends B ? 1 : 2 } ? U : C",
        "A extends ((a: infer U) => infer R) ? R : never",
        "A extends (a: infer U) => infer R ? R : never",
        "keyof A",
        "keyof typeof a",
        "readonly A[]",
        "unique symbol",
        "typeof a.b<C>",
        "typeof import('a')",
        "typeof this.a",
        "import('a')",
        "import('a').b<C>",
        "import('a', { with: { 'resolution-mode': 'import' } }).B",
        "`a${B}c${D}`",
        "``",
        "'a'",
        "1",
        "-1",
        "1n",
        "-1n",
        "true",
        "null",
        "undefined",
        "void",
        "this",
        "this['a']",
        "object",
        "asserts",
        "is",
        "A<typeof b>",
        "A<() => B>",
        "A<<T>(a: T) => T>",
        "new <T>() => T",
        "a.default.new",
        "symbol",
        "bigint",
    ];
    for text in types {
        for typed in [format!("let a: {text}; b"), format!("let a: {text}\nb"), format!("(a: {text}) => b; b")] {
            let plain = if typed.starts_with('(') { "a => b; b" } else { "let a; b" };
            let plain = if typed.starts_with('(') { plain.replacen('a', "(a)", 1) } else { plain.to_owned() };
            check_erased(Goal::Script, &[(&typed, &plain)]);
        }
        let alias = format!("type A<in out T, const U extends V = W> = {text}\nlet b");
        check_erased(Goal::Script, &[(&alias, "let b")]);
        let assertion = format!("let c = (b as {text}).d");
        check_erased(Goal::Script, &[(&assertion, "let c = (b).d")]);
    }
}

#[test]
fn expressions() {
    check_erased(
        Goal::Script,
        &[
            ("a as B", "a"),
            ("a satisfies B as C", "a"),
            ("[1, 2] as const", "[1, 2]"),
            ("<const>[1]", "[1]"),
            ("<A>b.c", "b.c"),
            ("<A>(b).c", "(b).c"),
            ("<A<B>><C>d", "d"),
            ("<A | B>(c, d)", "(c, d)"),
            ("1 + 2 as T * 3", "(1 + 2) * 3"),
            ("a == b as C", "a == b"),
            ("a < b as C", "a < b"),
            ("a || b as C && d", "a || b && d"),
            ("a as B ? c as D : e as F", "a ? c : e"),
            ("a = b as C, d", "a = b, d"),
            ("a!", "a"),
            ("a!.b!()![c]!++", "a.b()[c]++"),
            ("a?.b!.c", "a?.b.c"),
            ("a?.<B>(c)", "a?.(c)"),
            ("a?.b<C>(d)", "a?.b(d)"),
            ("a! = 1, a! as B", "a = 1, a"),
            ("[a as T, b!] = c", "[a, b] = c"),
            ("({ a: b as C, d: e! } = f)", "({ a: b, d: e } = f)"),
            ("for (a as B of c);", "for (a of c);"),
            ("for (a! in c);", "for (a in c);"),
            ("f<T>(x), f<A, B<C>>(x)", "f(x), f(x)"),
            ("new A<B>(c), new A<B>", "new A(c), new A"),
            ("new (a as B)()", "new (a)()"),
            ("f<T>`a${b}`", "f`a${b}`"),
            ("a = b<C>; d", "a = b; d"),
            ("async <T>(a: T): Promise<T> => a", "async (a) => a"),
            ("a = async (b: B, c?: C) => b", "a = async (b, c) => b"),
            ("a = <T,>(b: T) => b", "a = (b) => b"),
            ("a = <T extends A, const U = B>(b: T): U => b", "a = (b) => b"),
            ("a = (b?, c?: C) => b", "a = (b, c) => b"),
            ("a = (b: B = 1, { c }: C = {}, ...d: D[]) => b", "a = (b = 1, { c } = {}, ...d) => b"),
            ("a = ({ b = 1 }: B) => b", "a = ({ b = 1 }) => b"),
            ("a = (): B => b", "a = () => b"),
            ("a = (b): b is string => b", "a = (b) => b"),
            ("a = ((b: B) => c)", "a = ((b) => c)"),
            ("(a as any) = 1", "(a) = 1"),
            ("(<any>a) = 1", "(a) = 1"),
            ("delete (a as any).b, typeof a as B", "delete (a).b, typeof a"),
            ("a = await as B", "a = await"),
        ],
    );
}

#[test]
fn declarations() {
    check_erased(
        Goal::Script,
        &[
            ("interface A<T> extends B<T>, c.D { a: T; b(): void }\na", "a"),
            ("type A = B; a", "a"),
            ("declare let a: A, b: B; c", "c"),
            ("declare const a = 1, b: 'c'; d", "d"),
            ("declare function f<T>(a: T): T; a", "a"),
            ("declare function f({ a = 1 }, b = /}/): A; c", "c"),
            ("declare class A<T> extends B<T> implements C { a: T; constructor(); static b(): void }\na", "a"),
            ("declare abstract class A { abstract b(): void }\na", "a"),
            ("declare enum A { B = 1 << 2, C }\na", "a"),
            ("declare const enum A { B }\na", "a"),
            ("declare namespace A.B { const a: `x${string}`; function f(): void }\na", "a"),
            ("declare module 'a' { export const b: string }\na", "a"),
            ("declare module 'a';\na", "a"),
            ("declare global { interface Window { a: string } }\na", "a"),
            ("declare type A = B\ndeclare interface C {}\na", "a"),
            ("function f(a: string): void; function f(a: number): void\nfunction f(a) {}", "function f(a) {}"),
        ],
    );
}

#[test]
fn classes() {
    check_erased(
        Goal::Script,
        &[
            ("class A<T> extends B<T> implements C<T>, D {}", "class A extends B {}"),
            ("a = class<T> {}, b = class implements C {}", "a = class {}, b = class {}"),
            ("class A extends B\n<C> implements D\n<E> {}", "class A extends B {}"),
            ("a = class extends b<C>() {}", "a = class extends b() {}"),
            ("abstract class A { abstract a: A; abstract b(): B; c() {} }", "class A { c() {} }"),
            (
                "class A { private a: A = 1; protected static readonly b?: B; c!: C; public override d() {} }",
                "class A { a = 1; static b; c; d() {} }",
            ),
            (
                "class A { declare a: A; declare readonly b; [key: string]: C; static [key: string]: D; c }",
                "class A { c }",
            ),
            (
                "class A { constructor(a: A); constructor(a: B, b?: C); constructor(a) {} }",
                "class A { constructor(a) {} }",
            ),
            (
                "class A { a(): void; a(b?: B): void {} static b<T>(): T; static b() {} }",
                "class A { a(b) {} static b() {} }",
            ),
            ("class A { a?(): void; b?<T>(): void\n c() {} }", "class A { c() {} }"),
            ("class A { a() {} b?(): void }", "class A { a() {} }"),
            ("class A { static ['a']?<T>(): T; #b?(): void\n}", "class A {}"),
            (
                "class A { get a(): A { return 1 } set a(v: A) {} async *b<T>(): T {} }",
                "class A { get a() { return 1 } set a(v) {} async *b() {} }",
            ),
            (
                "class A { public; static; readonly = 1; declare() {} abstract; get: G; set?: S; async: A }",
                "class A { public; static; readonly = 1; declare() {} abstract; get; set; async }",
            ),
            ("class A { #a: A = 1; static #b(): B {} }", "class A { #a = 1; static #b() {} }"),
            (
                "class A { static { let a: A } ['b']: B; ['c']<T>() {} }",
                "class A { static { let a } ['b']; ['c']() {} }",
            ),
            ("class A { private\na = 1 }", "class A { private\na = 1 }"),
        ],
    );
}

#[test]
fn modules() {
    check_erased(
        Goal::Module,
        &[
            ("import type A from 'a'; import type { B, C as D } from 'b'; import type * as E from 'c'; x", "x"),
            ("import type from 'a'; type", "import type from 'a'; type"),
            ("import type from from 'a'; x", "x"),
            ("import { type A, type, b } from 'a'; type; b", "import { type, b } from 'a'; type; b"),
            ("import { type as a } from 'a'; a", "import { type as a } from 'a'; a"),
            ("import { type as as } from 'a'; as", "import { type as as } from 'a'; as"),
            ("import { type as as a, b } from 'a'; b", "import { b } from 'a'; b"),
            ("import { type as, b } from 'a'; b", "import { b } from 'a'; b"),
            ("import type A = require('a'); x", "x"),
            ("export type A = B; export interface C {}\nexport declare const d: D; x", "x"),
            (
                "export type { A } from 'a'; export type { B }; export type * from 'c'; export type * as D from 'd'; x",
                "x",
            ),
            ("export { type A, b }; let b", "export { b }; let b"),
            ("interface A {} type B = A; export { A, B }; x", "x"),
            ("export abstract class A { abstract a(): void }", "export class A {}"),
            ("export default abstract class A {}", "export default class A {}"),
            ("export default interface A {}\nx", "x"),
            (
                "export default function f(a: string): void; export default function f(a) {}",
                "export default function f(a) {}",
            ),
            ("export function f(): void\nexport async function f() {}", "export async function f() {}"),
            ("export const a: A = 1, { b }: B = c", "export const a = 1, { b } = c"),
        ],
    );
}
