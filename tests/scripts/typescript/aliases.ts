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
