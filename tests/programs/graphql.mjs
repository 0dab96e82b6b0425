// graphql: a schema, validation, and execution with promises.
import { buildSchema, graphql, parse, print as write, validate, printSchema, introspectionFromSchema, visit } from "graphql/index.mjs";
const schema = buildSchema(`
  enum Color { RED GREEN }
  interface Node { id: ID! }
  type Item implements Node { id: ID! name(upper: Boolean = false): String color: Color parts(first: Int): [Item!] }
  union Found = Item | Query
  input Filter { ids: [ID!]!, color: Color = RED }
  type Query { item(id: ID!): Item items(filter: Filter): [Item] found: [Found!]! fails: String! }
  type Mutation { rename(id: ID!, name: String!): Item }`);
const item = id => ({ __typename: "Item", id, name: ({ upper }) => (upper ? "ITEM " : "item ") + id, color: id % 2 ? "RED" : "GREEN", parts: async ({ first = 2 }) => Array.from({ length: first }, (_, i) => item(+id * 10 + i)) });
const rootValue = { item: ({ id }) => item(id), items: async ({ filter }) => (filter?.ids ?? []).map(item), found: () => [item(1)], fails: () => { throw new Error("it fails"); }, rename: ({ id, name }) => ({ ...item(id), name }) };
const ask = async (source, variableValues) => print(JSON.stringify(await graphql({ schema, source, rootValue, variableValues })));
await ask("{ item(id: 4) { ...f parts(first: 1) { ...f } } } fragment f on Item { id n: name(upper: true) color }");
await ask("query ($f: Filter) { items(filter: $f) { id color @skip(if: true) name } found { __typename ... on Item { id } } }", { f: { ids: [1, "2"] } });
await ask("{ fails }");
await ask("{ item(id: 1) { nam } }");
await ask("mutation { rename(id: 3, name: \"new\") { id name } }");
await ask("{ item(id: ");
print(write(visit(parse("query Q($a:Int=1){b:c(d:{e:[$a,2.5e3,\"\"\"block\"\"\"]}) @x{...on Y{z}}}"), { Field: { leave: node => ({ ...node, alias: undefined }) } })));
print(validate(schema, parse("query ($x: Strin) { item { id { a } } ...q }")).map(error => error.message).join(" | "), printSchema(schema).length, introspectionFromSchema(schema).__schema.types.length);
