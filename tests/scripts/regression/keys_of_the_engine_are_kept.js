// The engine's own symbols as keys must not be collected while nothing refers to them: a symbol of the script got their number.
for (var i = 0, garbage; i < 500; i++) garbage = { i: [i] };
var symbols = [];
for (i = 0; i < 100; i++) symbols.push(Symbol(i));
class C { field = 1 }
print(new C().field, symbols.filter(symbol => symbol in C).length, Object.getOwnPropertySymbols(C).length);
// expect: 1 0 0
