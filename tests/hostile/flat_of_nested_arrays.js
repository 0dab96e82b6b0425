// Arrays in arrays that contain themselves.
let deep = [1]; for (let i = 0; i < 200000; i++) deep = [deep, deep];
const cycle = [1]; cycle.push(cycle, cycle);
for (;;) for (const way of [() => deep.flat(Infinity), () => cycle.flat(Infinity), () => cycle.flat(20), () => cycle.flatMap((x) => cycle).flat(10), () => deep.toString(), () => JSON.stringify(deep), () => structuredClone(deep), () => deep.concat(deep).flat(1000)]) try { way(); } catch { }
