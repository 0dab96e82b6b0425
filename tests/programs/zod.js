// zod checks values against types.
var { z } = require("zod/v3/index.cjs");
var User = z.object({ name: z.string().min(2), age: z.number().int().positive().optional(), tags: z.array(z.enum(["a", "b"])).default([]), at: z.union([z.string().email(), z.literal(7), z.null()]) }).strict();
print(JSON.stringify(User.parse({ name: "Al", at: null })), JSON.stringify(User.parse({ name: "Bo", age: 3, tags: ["a"], at: "a@b.cd" })));
for (var wrong of [{}, { name: "A", at: 8, age: 1.5 }, { name: "Al", at: 7, tags: ["c"], more: 1 }, null]) print(JSON.stringify(User.safeParse(wrong).error.issues.map(issue => [issue.path.join("."), issue.message])));
var Tree = z.lazy(() => z.object({ value: z.bigint(), children: z.array(Tree) }));
print(Tree.parse({ value: 1n, children: [{ value: 2n ** 70n, children: [] }] }).children[0].value);
print(JSON.stringify(z.string().transform(text => text.length).pipe(z.number().max(3)).safeParse("four")), z.map(z.string(), z.set(z.number())).parse(new Map([["a", new Set([1])]])).get("a").size);
