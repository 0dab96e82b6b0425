// sucrase strips types.
var { transform } = require("sucrase/dist/index.js");
var source = "import React, { type A } from 'react';\nenum E { X = 1, Y = X << 2, Z = 'z'.length }\nexport abstract class B<T extends object> implements C { private readonly x?: number = 1; constructor(public y: string, z: T) { super(); } abstract m(): void; get v(): T { return this.x as unknown as T; } }\ntype D = { [K in keyof A]?: A[K] };\nexport const f = async <T,>(a: T, ...b: T[]): Promise<T> => <div {...a} key='k'>{b.map((x) => <C.D x={x!}>text &amp; {x?.y ?? 1}</C.D>)}</div>;\nnamespace N { }\ndeclare module 'm';\nexport * from './n'; export default f satisfies unknown;";
print(transform(source, { transforms: ["typescript", "jsx"] }).code);
print(transform(source, { transforms: ["typescript", "jsx", "imports"], jsxRuntime: "automatic", production: true }).code);
try { transform("let a: = 1", { transforms: ["typescript"] }); } catch (error) { print(error.message); }
