// A callee that lies where the call wants it is not moved, and waits there while the arguments are computed.
function run(generator, ...sent) { generator.next(); let last; for (const value of sent) last = generator.next(value); return last.value; }
const add = (a, b = 0) => a + b, tag = (strings, ...values) => strings.raw.join("|") + values;
print(run((function* () { return (yield)(yield); })(), add, 1)); // expect: 1
print(run((function* () { const sum = (yield)(yield, yield); return sum; })(), add, 1, 2)); // expect: 3
print(run((function* () { return (yield)(...yield); })(), add, [1, 2])); // expect: 3
print(run((function* () { return (yield)?.(yield); })(), add, 4)); // expect: 4
print(run((function* () { return (yield)`a${yield}b`; })(), tag, 5)); // expect: a|b5
print(run((function* () { return (0, yield)(yield); })(), add, 6)); // expect: 6
print(run((function* () { return ((yield) || 0)(yield); })(), add, 7)); // expect: 7
print(run((function* () { return ((yield) ?? 0)(yield); })(), add, 8)); // expect: 8
print(run((function* () { return ((yield) ? yield : 0)(yield); })(), 1, add, 9)); // expect: 9
print(run((function* () { return (yield)(1)(yield); })(), a => b => a + b, 9)); // expect: 10
print(run((function* () { return (yield)((yield)(yield), yield); })(), add, add, 5, 6)); // expect: 11
print(run((function* () { return (yield)[yield](yield); })(), [add], 0, 12)); // expect: 12
print(run((function* () { return new (yield)(yield).length; })(), Array, 13)); // expect: 13
print(run((function* () { return (yield).at?.(0)(yield); })(), [add], 14)); // expect: 14
print(run((function* () { return [(yield)?.[0](yield), delete (yield)?.a[yield]].join(); })(), [add], 15, { a: {} }, 0)); // expect: 15,true
(async () => print(await (await add)(await 16, await 1)))(); // expect: 17
