// `import a = N.b`: a constant for a part of a namespace. In modules and namespaces it is gone if only types use it.

namespace Shapes {
  export namespace Flat {
    export const sides = 4
    export interface Square { w: number }
    export function area(square: Square): number { return square.w ** 2 }
  }
  export import Plain = Flat
  export type Size = number
}

import Flat = Shapes.Flat
import area = Shapes.Flat.area

const square: Shapes.Flat.Square = { w: 3 }
const size: Shapes.Size = Flat.sides
print(area(square), size, Shapes.Plain === Flat, Flat.sides) // expect: 9 4 true 4

declare namespace Nowhere { namespace At { type All = string } }
namespace OnlyTypes {
  import Missing = Nowhere.At.All
  import Square = Shapes.Flat.Square
  export let missing: Missing = 'only a type', square: Square = { w: 1 }
}
print(OnlyTypes.missing, OnlyTypes.square.w) // expect: only a type 1

namespace Inner {
  import sides = Shapes.Flat.sides
  export import corners = Shapes.Flat.sides
  export const both = sides + corners
}
print(Inner.both, Object.keys(Inner).join()) // expect: 8 corners,both

// Names that look like it.
var type: any = 1
print(type = 2, typeof Flat) // expect: 2 object
// An exported alias of a type exports nothing.
namespace Types { export interface bar {} export namespace Inner { export type t = 1 } export type both = 1; export const both = 2; export class C {} export const q = 1 }
namespace Aliases {
  export import a = Types.bar
  export import b = Types.Inner
  export import c = Types.Inner.t
  export import d = Types.both
  export import e = Types.C
  export import f = Only.t
  export import g = Only.Deep.t
  export import h = Elsewhere.bar
  export import i = Further.t
  let used: a | b.t | c | f | g | h | i
  export const z = 1
}
namespace Only { export type t = 1; export namespace Deep { export interface t {} } }
namespace Further { export type t = 1; export const v = 1 }
declare namespace Elsewhere { interface bar {} const w: number; namespace Inner { type t = 1 } }
print(Object.keys(Aliases).join()) // expect: d,e,z
namespace Around { export namespace Near { export type t = 1 } export namespace Values { export type t = 2; export const v = 3 } export namespace In { export import x = Near.t; export import y = Values.t; export import z = Values.v } }
print(JSON.stringify(Around)) // expect: {"Values":{"v":3},"In":{"z":3}}
namespace Around { export namespace Later { export import x = Values.t; export const y = 4 } }
print(JSON.stringify(Around.Later)) // expect: {"y":4}
namespace Elsewhere2 { export import x = Elsewhere.Inner; export import y = Elsewhere.Inner.t }
print(JSON.stringify(Elsewhere2)) // expect: {}
// So do aliases of such aliases.
namespace Chained { export import a = Types.bar; export import i = Types.Inner; export import c = i.t; export const z = 1 }
namespace Chains { export import a = Chained.a; export import b = Chained.i.t; export import z = Chained.z }
print(JSON.stringify(Chained), JSON.stringify(Chains)) // expect: {"z":1} {"z":1}
// What stands nearer counts, exported or not.
namespace Outer {
  export namespace N { export type T = 1; export const q = 1 }
  export namespace B { namespace N { export const T = 5 } export import x = N.T }
}
print(JSON.stringify(Outer)) // expect: {"N":{"q":1},"B":{"x":5}}
namespace Outer2 {
  export namespace N { export const T = 1 }
  export namespace B { namespace N { export type T = 5; export const q = 1 } export import x = N.T; export const k = 1 }
}
print(JSON.stringify(Outer2)) // expect: {"N":{"T":1},"B":{"k":1}}
