// Assertions leave nothing behind.

let x: any, y: any, z: any
const names = () => [x.name, y.name, z.name].join()

// What is assigned to a name gets it, whatever type is asserted of the name or the value.
;(x as any) = function () {}; y! = () => {}; (<any>z) = class {}
print(names()) // expect: x,y,z
x = undefined; (x as any) ??= function () {} as any; y = 0; y! ||= <any>(() => {}); z = 1; ((<any>z)) &&= class {}!
print(names()) // expect: x,y,z
;[(x as any) = function () {}, y! = () => {}, (<any>z) = class {}] = [] as any
print(names()) // expect: x,y,z
;({ a: (x as any) = function () {}, b: y! = () => {}, c: (<any>z) = class {} } = {} as any)
print(names()) // expect: x,y,z

// Parentheses without an assertion are those of JavaScript.
;(x) = function () {}; [(y) = () => {}] = [] as any; ((z)) = class {}
print(names()) // expect: ,,
