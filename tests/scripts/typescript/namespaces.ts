// Namespaces with values.

namespace Shapes {
  const hidden = 2
  export const unit = 1
  export let count: number = 0, { width, deep: [depth] } = { width: 3, deep: [4] }
  export let later: string
  export function area(w: number = width) { count++; return w * unit * hidden }
  export class Square { constructor(private readonly side = unit) {} get area() { return area(this.side) } }
  export enum Color { Red, Green }
  export namespace Inner { export const value = unit + width; export const red = Color.Green }
  print(count, depth, typeof later, 'later' in Shapes) // expect: 0 4 undefined false
}
print(Object.keys(Shapes).join()) // expect: unit,count,width,depth,area,Square,Color,Inner
print(Shapes.area(), Shapes.count, new Shapes.Square().area, Shapes.count) // expect: 6 1 2 2
print(Shapes.Inner.value, Shapes.Inner.red, Shapes.Color[0]) // expect: 4 1 Red
print(typeof hidden) // expect: undefined

// What another declaration exports is in sight, even if the other comes later.
var later = 'outer'
namespace Shapes {
  export const twice = () => unit * 2
  print(twice(), area(5), typeof Square, later) // expect: 2 10 function undefined
}
namespace Shapes {
  later = 'set'
  count += 10
  print(`${later} ${count}`, { count }.count, Shapes.count) // expect: set 13 13 13
  ;[count, later] = [1, 'again']
  for (count of [7, 8]);
}
print(Shapes.later, Shapes.count, later) // expect: again 8 outer

// A call of an exported variable has the namespace as `this`, as TypeScript's output has.
namespace Calls { export const own = function (this: any) { return this === Calls }; print(own()) } // expect: true

// Dots, and names that hide others.
namespace A.B.C { export const a = 1; export const f = (a: string) => a }
namespace A.B { export const b = C.a + 1; namespace Private { export const p = 1 } print(Private.p, C.f('x')) } // expect: 1 x
print(A.B.C.a, A.B.b, Object.keys(A.B).join()) // expect: 1 2 C,b
namespace Same { export const Same = 3; print(Same) } // expect: 3
print(typeof Same, Same.Same) // expect: object 3
namespace Own { class Own { } export const name = Own.name }
print(Own.name) // expect: Own

// Merging with functions, classes and enums.
function greet(name: string) { return greet.prefix + name }
namespace greet { export let prefix = 'Hello, ' }
print(greet('you')) // expect: Hello, you
class Album { label?: Album.Label }
namespace Album { export class Label { } export const fresh = () => new Album() }
print(Album.fresh() instanceof Album, new Album.Label() instanceof Album.Label) // expect: true true
enum Level { Low = 1, High }
namespace Level { export function parse(text: keyof typeof Level) { return Level[text] } }
print(Level.parse('High'), Level[1]) // expect: 2 Low

// Only types: nothing is there.
namespace OnlyTypes { export type T = number; export interface I { a: T } namespace Deeper { type U = string } }
namespace Empty { }
declare namespace Elsewhere { const x: number; function f(): void }
print(typeof OnlyTypes, typeof Empty, typeof Elsewhere) // expect: undefined undefined undefined
namespace DeclaredTypes { declare type T = 1; export declare interface I { } declare namespace Deeper { type U = 1 } export declare module More { } }
namespace DeclaredValues { declare namespace Deeper { let u: 1 } }
print(typeof DeclaredTypes, typeof DeclaredValues) // expect: undefined object
namespace Mixed { export namespace Types { export type T = 1 } export const v: Types.T = 1 }
print(Object.keys(Mixed).join(), Mixed.v) // expect: v 1
namespace Declares { export declare let given: number; export const read = () => given }
;(Declares as any).given = 12
print(Declares.read()) // expect: 12

// A plain name that a namespace declares as what is elsewhere means no member there. It does mean one if it is an exported variable.
;(globalThis as any).far = () => 'far'
namespace Far { export declare function far(): string; export const heard = far(); export const later = () => far() }
namespace Far { export const other = typeof far }
print(Far.heard, Far.later(), Far.other) // expect: far far undefined
namespace Near { export const far: any = 1; export namespace Deep { declare const far: any; export const heard = far() } }
namespace Near { declare function far(): string; export const heard = [far(), { far }.far(), ((far: number) => far)(2)] }
namespace Near { export const mine = far; export function f() { declare const other: any; return far } }
print(Near.Deep.heard, Near.heard.join(), Near.mine, Near.f()) // expect: far far,far,2 1 1

namespace Overloads {
  export function f(a: string): string
  export function f(a: number): number
  export function f(a: any) { return a }
  export abstract class Base { abstract g(): number }
  export async function later() { return await Promise.resolve(1) }
  export function* many() { yield* [1, 2] }
}
print(Overloads.f(1), typeof Overloads.Base, [...Overloads.many()].length) // expect: 1 function 2

// Functions inside keep the object alive, and arguments and closures work as ever.
namespace Counter {
  let inner = 0
  export let total = 0
  export const step = (by = 1) => { inner += by; total = inner; return () => total }
}
const read = Counter.step(2)
Counter.step()
print(read(), Counter.total) // expect: 3 3
var Old = { a: 1 } as any
namespace Old { export const b = 2 }
print(Old.a + Old.b) // expect: 3

// What a namespace exports that is declared elsewhere is a member in all others of its name, as in TypeScript's output.
;(globalThis as any).Outside = { size: 4, grow() { return this.size + 1 }, Deep: { x: 7, Deeper: { y: 8 } }, Kind: { A: 2 } }
namespace Outside { export const before = size + 1 }
declare namespace Outside { const size: number, other: string; function grow(): number; namespace Deep { const x: number; interface T { } } enum Kind { A } class Box { size: 1 } }
declare namespace Outside.Deep.Deeper { let y: number }
namespace Outside { export const twice = size * 2, grown = grow(), kind = Kind.A; export const box = () => typeof Box }
namespace Outside.Deep { export const more = x + 1 }
namespace Outside { export namespace Deep { export namespace Deeper { export const z = y + 1 } } export const deep = Deep.x }
print(Outside.before, Outside.twice, Outside.grown, Outside.kind, Outside.box()) // expect: 5 8 5 2 undefined
print(Outside.Deep.more, Outside.Deep.Deeper.z, Outside.deep) // expect: 8 9 7
namespace Outside { const size = 1; export const shadowed = [size, ((grow: any) => grow)(2)]; export const object = { other } }
print(Outside.shadowed.join(), Outside.object.other) // expect: 1,2 undefined
;(globalThis as any).hidden = 'hidden'
;(globalThis as any).Listed = { shown: 1, alias: 2, alsoShown: 3 }
declare namespace Listed { const hidden: any, shown: any; export const alsoShown: any; export { shown, hidden as alias }; import unmarked = Other.a; export import marked = Other.b }
namespace Listed { export const all = [hidden, shown, alsoShown, alias, marked].join() }
print(Listed.all) // expect: hidden,1,3,2,
namespace Outer { export declare namespace Given { const a: number } export declare enum Sort { A = 3 } declare enum Own { A = 4 } enum Own { B = A } export const own = Own.B }
namespace Outer { export enum Sort { B = A, C } export namespace Given { export const read = () => a } }
print(Outer.own, Outer.Sort.B, Outer.Sort.C, Outer.Given.read()) // expect: 4 3 4 undefined
// What is no declaration is skipped.
declare namespace Odd { 1 + 2; const hidden: any }
namespace Odd { export const seen = 1 }
print(Odd.seen) // expect: 1
