// not for node: its stack overflows where nesting is deep
// slow: much is alive
// Depth takes no native stack.
var deep = {};
for (var i = 0; i < 20000; i++) deep = { deep };
deep = structuredClone(deep);
for (i = 0; deep.deep; i++) deep = deep.deep;
print(i); // expect: 20000
