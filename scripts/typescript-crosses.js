// Makes TypeScript by crossing forms with places, for `compare-erased --crosses`: imports and what uses them, heads of arrow
// functions and where they stand, types of functions.
'use strict'

const { chance } = require('./typed-programs.js')

/** Imports of `X`. */
const IMPORTS = [
  "import X from 'm'", "import { X } from 'm'", "import { Y as X } from 'm'", "import * as X from 'm'", "import D, { X } from 'm'",
  "import X, * as N from 'm'", "import X, {} from 'm'", "import { type Q, X } from 'm'", "import { X, Z } from 'm'; Z",
  "import { default as X } from 'm'", "import X from 'm' with { type: 'json' }", "import type X from 'm'", "import { type X } from 'm'",
  "import type { X } from 'm'", "import type * as X from 'm'", "import N from 'm'; import X = N.A.B", "import { N } from 'm'; import X = N",
  "import { N } from 'm'; export import X = N.A", "import { X } from 'm'; import 'm'", "import { X } from 'm'; import { Z } from 'm'; Z"
]

/** What uses `X`, or only seems to. */
const USES = [
  'X', 'X()', 'new X', 'X.a', 'X?.a', 'typeof X', 'X!', 'X as any', 'X satisfies A', '<A>X', 'X<A>', 'X = 1', 'X++', '[X] = a', 'for (X of a);',
  'delete X.a', "eval('X')", 'tag`${X}`', 'import(X)', 'switch (a) { case X: }', 'if (a) { X }', '(() => { return () => X })', '({ X })',
  '({ X: 1 })', '({ [X]: 1 })', 'a.X', 'X: for (;;) break X', '{ let X; X }', '(X => X)', 'function f(X) { return X }', 'a = class { X = 1 }',
  'let a: X', 'let a: X.Y', 'let a: typeof X', 'let a: typeof X.b', 'let a: keyof typeof X', "let a: import('q').X", 'let a: (X: number) => void',
  'let a: { X: 1 }', 'let a: [X: 1]', 'let a: X extends infer U ? U : X', 'let a: `${X}`', 'let a: { [K in X]: 1 }',
  'let a: { [K in keyof typeof X]: 1 }', 'let a: { [X]: 1 }', 'let a: { [X.b.c]?: 1 }', 'let a: { [X](): 1 }', "let a: { [X['b']]: 1 }",
  'let a: { readonly [X]: 1 }', 'let a: { get [X](): 1 }', 'let a: { [k: X]: 1 }', 'let a: { [X: string]: 1 }', 'let a: { [X in B]: 1 }',
  'type A = { [X]: 1 }', 'type A<B = { [X]: 1 }> = B', 'type A<X> = X', 'type A = (b: { [X]: 1 }) => void', 'interface A { [X]: 1 }',
  'interface A { [X](): 1 }', 'interface A { [X]<T>(): 1 }', 'interface A extends X {}', 'interface A extends X.B<X> {}',
  'interface A<T extends { [X]: 1 }> {}', 'f<{ [X]: 1 }>()', 'a as { [X]: 1 }', 'function f(a: { [X]: 1 }) {}',
  'function f(a: { [X]: 1 }): void; function f(a) {}', 'function f(): { [X]: 1 } {}', '(a: { [X]: 1 }) => a', '(a): { [X]: 1 } => a',
  'class A implements X {}', 'class A implements B<{ [X]: 1 }> {}', 'class A extends X {}', 'class A extends X<X> {}', 'class A extends B<X> {}',
  'class A { [X] = 1 }', 'class A { [X]: 1 }', 'class A { [X]?: 1 }', 'class A { [X]!: 1 }', 'class A { static [X]: 1 }',
  'class A { declare [X]: 1 }', 'class A { declare static readonly [X.b]: 1 }', 'class A { declare a: { [X]: 1 } }',
  'abstract class A { abstract [X]: 1 }', 'abstract class A { abstract [X](): 1 }', 'abstract class A { abstract get [X](): 1 }',
  'abstract class A { abstract a(b: { [X]: 1 }): void }', 'class A { [X](): void; [X]() {} }', 'class A { [X](): void; m() {} }',
  'class A { constructor(a: { [X]: 1 }); constructor(a) {} }', 'class A { [k: X]: 1 }', 'class A { [k: string]: { [X]: 1 } }', 'class A { x: X }',
  'class A { x = X }', 'class A { x: { [X]: 1 } }', 'class A { constructor(private x: X) {} }', 'class A { m(this: X) {} }',
  'class A { get x(): X { return 1 } }', 'a = class implements X {}', 'function f(a: X): X {}', 'function f(a = X) {}',
  'function f(a: X): void; function f(a) {}', 'function f(x): x is X {}', 'function f(x): asserts x is X {}', 'function f<X>(a: X) {}',
  'function f<T extends X>(a: T) {}', 'declare function f(a: X): X', 'declare function f(a: { [X]: 1 }): void', 'declare class A extends X {}',
  'declare class A { [X]: 1 }', 'declare class A { [X](): 1 }', 'declare const a: X', 'declare const a: typeof X', 'declare const a: { [X]: 1 }',
  'declare const a = X', 'declare enum A { a = X }', 'declare const enum A { a = X.b }', 'declare namespace P { const a: X }',
  'declare namespace P { export { X } }', 'declare namespace P { let a: { [X]: 1 } }', 'declare namespace P { import a = X.b }',
  "declare module 'q' { export { X } }", "declare module 'q' { let a: { [X]: 1 } }", "declare module 'q' { export default X }",
  'declare global { var a: X }', 'declare global { interface A { [X]: 1 } }', 'declare type A = { [X]: 1 }', 'declare interface A { [X]: 1 }',
  'enum A { a = X }', 'const enum A { a = X.b }', 'namespace P { X }', 'namespace P { let a: X }', 'namespace P { let a: { [X]: 1 } }',
  'namespace P { type a = { [X]: 1 } }', 'namespace P { type a = { [X]: 1 }; b }', 'namespace P { export interface A { [X]: 1 } }',
  'namespace P { export import b = X.c }', 'namespace P { import b = X.c }', 'namespace P { import b = X.c; b }',
  'namespace P { import b = X.c; export type d = b }', 'namespace P { export const b = X }', 'import A = X.b', 'import A = X.b; A',
  'import A = X.b; let a: A', 'import A = X.b; let a: { [A]: 1 }', 'import A = X; A', 'import A = X; export { A }', 'export import A = X.b',
  'export import A = X', 'import type A = X', 'import A = X; import B = A.c; B', 'import A = X; import B = A.c; let a: B', 'export { X }',
  'export { X as Y }', 'export { type X }', 'export { type X as Y }', 'export type { X }', 'export default X', 'export default (X)',
  'export default X.a', 'export default X as any', 'export default X!', 'export default class extends X {}', 'export default class implements X {}',
  'export default interface A { [X]: 1 }', 'export default function (a: X) {}', 'a as X', 'a satisfies X', '<X>a', 'f<X>()', 'new F<X>', 'f<X>',
  'f<typeof X>()', '(<X,>(a: X) => a)', '((a: X): X => a)', '(async (a: X) => a)', 'try {} catch (e: X) {}', 'for (const a: X of b);',
  '(() => { type T = X })', '(() => { interface T { [X]: 1 } })', 'export interface I { a: X }', 'export interface I { [X]: 1 }',
  'export type T = X', 'export type T = { [X]: 1 }', 'export declare const c: { [X]: 1 }', 'interface X2 extends Y.X {}',
  'function f() { type X = 1; let a: { [X]: 1 } }', 'export * from "q"', 'let a: { m<X>(x: X): void }', 'let a: new (x: X) => X',
  'class A { declare accessor [X]: 1 }', 'class A { static { X } }'
]

const HEADS = [
  '()', '(a)', '(a, b)', '(a: A)', '(a?)', '(a?: A)', '(a = 1)', '(a: A = 1)', '({ a })', '({ a = 1 })', '({ a }: A)', '({ a }?: A)',
  '({ a: { b = 1 } = {} }: A = {})', '({ a: b, c: [d] })', '([a, b])', '([a = 1])', '([, a])', '([a]?: A)', '(...a)', '(...[a])', '(...a: A[])',
  '(a, ...b: B[])', '<T>(a: T)', '<T,>(a)', '<const T extends A = B>(a)', '<T, U>()', 'async (a)', 'async ()',
  'async <T>(a: T)', 'async (a = 1)', 'async ({ a = 1 })', 'async (a?)', 'async (...a)', 'a', 'async a', '(a,)', '(a: A,)', '(a?, b?)',
  '({ [k]: a })', "({ 'x': a, 1: b, ...c })", '(a = (b))', '(a = (b): c => d)', '(a = b ? c : d)', '(a = b ? (c) : d)', '(a = { b, c })',
  '({ a = (b): c => d })', '({ a = b ? (c): d => e : f })', '(a = <T>b)', '(a = b as C)', '(a = b!)', '(type)', '(async)', '(as: A)', '(a = async (b) => c)'
]

const RESULTS = [
  '', '', '', ': T', ': T', ': a is B', ': asserts a', ': asserts a is B', ': () => T', ': (a) => T', ': { a: 1 }', ': [A]', ': (A)', ': (A)[]',
  ': A extends B ? C : D', ': typeof a', ': new () => T', ': ({ a }: B) => C', ': ({ a = 1 }) => C', ': ([a = 1]: B) => C', ': A<B>', ': A<B<C>>',
  ': A | (() => B)', ': unique symbol', ': this', ': this is A', ': void', ': keyof (T)', ': (a?: A) => B', ': ([a]: A) => B', ': `a${B}`',
  ': abstract new () => T', ': <U>(a: U) => U', ": 'a'", ': -1', ': null', ': readonly A[]', ': A["b"]', ': import("q").R', ': any', ': (A | B)'
]

const BODIES = ['a', '{}', '({})', '(a)', '[a]', '{ return c ? (b) : d }', 'c ? d : e', 'b => b', '(b): B => b', '(b)', 'a as B', '<B>a', 'async () => b',
  '{ l: (b) }', '(b), d', 'a<B>(c)', 'a!', 'c ? (d): e => f : g', 'c ? (d) : e', 'async (b): Promise<B> => b', 'x = (b): B => b', 'function () {}']

/** Places of an arrow function, which is written `H`. */
const PLACES = [
  'x = H', 'f(H)', 'f(H, 1)', 'f(1, H)', '[H]', '({ k: H })', 'c ? H : d', 'c ? d : H', 'c ? H : H', '(c ? H : d)', 'c ? (H) : d', 'c ? f(H) : d',
  'c ? x = H : d', 'c ? d ? H : e : f', 'c ? H : d ? e : f', 'c ? d : e ? H : f', 'switch (a) { case c ? H : d: }', 'switch (a) { case (H): b }',
  'function f() { return H }', 'function* f() { yield H }', 'x || (H)', 'x || H', 'let a = H', 'let a: A = H', '(p = H) => p', '(p: P = H): Q => p',
  'class A { p = H }', 'class A { static p: P = H }', '`${H}`', 'async () => H', '() => H', 'c ? () => H : d', 'c ? () => ({ a: H }) : d', 'H',
  'if (a) H; else b', 'throw H', '(H)()', '(H) as T', 'H as T', 'x = <T>H', 'x ? y : z ? H : w', 'f<T>(H)', 'new F(H)', 'c ? [H] : d',
  'c ? { k: H } : d', 'c ? a : b, H', 'a ?? (H)', 'f(c ? H : d, c ? (e) : g)', 'c ? async () => H : d', 'c ? new F(H) : d', 'c ? H : (e) => g',
  'c ? H : (e): g => h', 'c ? H : async (e): g => h', 'c ? `${H}` : d', 'l: H', 'x = y = H', 'for (const a of [H]);', 'for (x = H;;);', 'c ? !(H) : d',
  'a[H]', 'export default H', 'export default c ? H : d', 'x = { m() { return c ? H : d } }', 'c ? x => H : d', 'c ? (x) => H : d', 'c ? (x): y => H : d',
  'c ? d : (e ? H : g)', 'c ? (e ? H : g) : d', 'c ? e ? (H) : g : d'
]

/** Parameters of functions' types. */
const PARAMETERS = [
  '', 'a', 'a, b', 'a: A', 'a?', 'a?: A', 'a = 1', 'a: A = b(c, d)', '...a', '...a: A[]', 'this: A', 'this: A, b', '{ a }', '{ a }: A', '{ a = 1 }',
  '{ a = 1 }: A', '{ a: b = { c: d } }', '{ a: { b = 1 } = {} }: A', '{ a = b ? c : d, e }', '{ a = (b), c }', '{ a = [b, c] }: A', '[a]', '[a]: A',
  '[a = 1]', '[a = b, c]: A', '[a = (b, c)]', '[, a]', '[a, ...b]', '{ a, ...b }', '{ a = `x${b}y` }', '{ a = /[)}]/ }', '{ a = b / c / d }',
  '{ a = function () { return 1 } }', '{ a = (b) => { c } }', '{ [k]: a }', "{ ['k']: a = 1 }", '{ [k + 1]: a }', "{ 'k': a }", '{ 1: a }', '{ a: [b] }', '{ a }, [b]',
  '{ a = class { b = 1 } }', 'public a', 'readonly a: A', '{ a }?: A', '[a]?', '{ a = <T>b }', '{ a = b as C }', '{ a = b < c, d }', 'a,', '{ a, }', '{}', '[]'
]

/** Places of a function's type, which is written `F`. */
const TYPES = [
  'let x: F', 'let x: F = y', 'type T = F', 'f<F>()', 'x = a as F', 'x = <F>a', '(x: F) => 1', '(x): F => 1', 'class A { m(): F {} }', 'class A { p: F = 1 }',
  'let x: [F]', 'let x: { m: F }', 'let x: A extends F ? B : C', 'let x: (F)[]', 'let x: A | F', 'let x: (F) | A', 'let x: A<F>', 'let x: new F',
  'let x: abstract new F', 'let x: <T>F', 'interface I { m: F }', 'let x: { (a): F }', 'function f(x: F): F {}', 'declare let x: F', 'c ? (x): F => 1 : d',
  'let x: () => F', 'type T<U = F> = U', 'let x: { [K in F]: 1 }', 'let x: `${F}`', 'x satisfies F', 'declare function f(a: F): F'
]

const RETURNS = ['A', 'void', 'a is A', 'asserts a', '(a) => B', '{ a: A }', 'A | B', 'A extends B ? C : D', '(A)', '[A]', 'typeof a', 'this is A']

function arrow (below) {
  const of = list => list[below(list.length)]
  return of(PLACES).replaceAll('H', () => `${of(HEADS)}${of(RESULTS)} => ${of(BODIES)}`)
}

/** Returns texts: all imports with all uses, and as many of the others. */
exports.crosses = (count, seed) => {
  const below = chance(seed)
  const of = list => list[below(list.length)]
  // An alias of what is imported as a type is an error that only TypeScript's checks find.
  const makesSense = (form, use) => !(/type (X|\{ X|\* as X)|type X/.test(form) && /import A/.test(use))
  const texts = IMPORTS.flatMap(form => USES.filter(use => makesSense(form, use)).map(use => `${form}; ${use}`))
  for (const place of PLACES) for (const head of HEADS) texts.push(place.replaceAll('H', `${head}${of(RESULTS)} => ${of(BODIES)}`))
  for (const place of TYPES) for (const parameters of PARAMETERS) texts.push(place.replaceAll('F', `(${parameters}) => ${of(RETURNS)}`))
  for (let index = 0; index < count; index++) texts.push(arrow(below))
  return texts
}
