// estraverse: walking and replacing in a tree made by hand.
var estraverse = require("estraverse");
function id(name) { return { type: "Identifier", name: name }; }
function lit(value) { return { type: "Literal", value: value }; }
function bin(op, l, r) { return { type: "BinaryExpression", operator: op, left: l, right: r }; }
var tree = { type: "Program", body: [{ type: "FunctionDeclaration", id: id("f"), params: [id("a"), id("b")], defaults: [], body: { type: "BlockStatement", body: [{ type: "ReturnStatement", argument: bin("+", bin("*", lit(2), lit(21)), id("a")) }] } }, { type: "ExpressionStatement", expression: { type: "CallExpression", callee: id("f"), arguments: [lit(1), bin("-", lit(9), lit(4))] } }] };
var log = [];
estraverse.traverse(tree, { enter: function (node, parent) { log.push("+" + node.type + (parent ? "<" + parent.type : "")); if (node.type === "ReturnStatement") log.push("in return"); }, leave: function (node) { log.push("-" + node.type); } });
print(log.join(" "));
var folded = estraverse.replace(tree, { leave: function (node) { if (node.type === "BinaryExpression" && node.left.type === "Literal" && node.right.type === "Literal") return lit(node.operator === "*" ? node.left.value * node.right.value : node.left.value - node.right.value); } });
print(JSON.stringify(folded));
var skipped = 0;
estraverse.traverse(folded, { enter: function (node) { skipped++; if (node.type === "FunctionDeclaration") this.skip(); if (node.type === "CallExpression") this.break(); } });
print(skipped, Object.keys(estraverse.VisitorKeys).length, estraverse.Syntax.WhileStatement);
