// Each array of a species is of the same species, whose constructor makes more of them.
class Loop extends Array { static get [Symbol.species]() { return Loop; } constructor(...list) { super(...list); if (made++ < 1e4) this.concat([1], this).map((x) => x); } }
let made = 0;
class Self extends Uint8Array { static get [Symbol.species]() { return function (n) { return new Self(n * 2 > 1e9 ? 1 : n * 2).map((x) => x); }; } }
class Wait extends Promise { static get [Symbol.species]() { return Wait; } constructor(f) { super(f); this.then(() => 1); } }
for (;;) for (const way of [() => new Loop(1, 2, 3), () => new Self(4).map((x) => x), () => new Wait((f) => f(1)), () => Wait.resolve(1).finally(() => { })]) { made = 0; try { way(); } catch { } }
