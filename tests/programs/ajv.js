// ajv compiles schemas to functions.
var Ajv = require("ajv/dist/ajv.js").default;
var ajv = new Ajv({ allErrors: true });
var check = ajv.compile({ type: "object", properties: { name: { type: "string", minLength: 2, pattern: "^[a-z]+$" }, n: { type: "integer", multipleOf: 3 }, list: { type: "array", items: { $ref: "#/$defs/pair" }, uniqueItems: true } },
  required: ["name"], additionalProperties: false, if: { required: ["n"] }, then: { required: ["list"] }, $defs: { pair: { type: "array", minItems: 2, maxItems: 2 } } });
for (var value of [{ name: "ab" }, { name: "A", n: 4 }, { name: "abc", n: 3, list: [[1, 2], [1, 2]] }, { more: 1 }, []]) print(check(value), ajv.errorsText(check.errors));
try { ajv.compile({ type: "nothing" }); } catch (error) { print(error.message); }
