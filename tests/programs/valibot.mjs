// valibot: schemas as functions.
import * as v from "valibot";
const schema = v.pipe(v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(3), v.regex(/^\p{L}+$/u)), age: v.optional(v.pipe(v.number(), v.integer(), v.toMinValue(0)), 18), mail: v.pipe(v.string(), v.email()), kind: v.variant("type", [v.object({ type: v.literal("a"), a: v.bigint() }), v.object({ type: v.literal("b"), b: v.array(v.date()) })]), more: v.record(v.string(), v.union([v.boolean(), v.null_()])) }), v.check(all => all.name !== all.mail, "same"), v.transform(all => ({ ...all, seen: true })));
print(JSON.stringify(v.parse(schema, { name: " Zoë ", mail: "a@b.cd", kind: { type: "b", b: [new Date(0)] }, more: { x: null } })));
for (const value of [{}, { name: "a1", age: 1.5, mail: "x", kind: { type: "c" }, more: { y: 1 } }, null]) print(v.safeParse(schema, value).issues.map(issue => `${v.getDotPath(issue)}: ${issue.message}`).join("; "));
print(JSON.stringify(v.flatten(v.safeParse(schema, { name: 5 }).issues)), JSON.stringify(await v.parseAsync(v.pipeAsync(v.string(), v.checkAsync(async text => text > "a"), v.transformAsync(async text => text.split(""))), "bc")));
const tree = v.object({ value: v.number(), left: v.nullable(v.lazy(() => tree)), right: v.nullable(v.lazy(() => tree)) });
print(v.is(tree, { value: 1, left: { value: 2, left: null, right: null }, right: null }), v.is(tree, { value: 1, left: {} }), Object.keys(v.partial(v.pick(v.object({ a: v.string(), b: v.any() }), ["a"])).entries).join());
