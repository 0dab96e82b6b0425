// Long gaps at many levels; members that write nothing behind them.
let deep = {}, empty = {}; for (let i = 0; i < 500; i++) deep = { deep, nothing: undefined };
for (let i = 0; i < 1000; i++) empty['k' + i] = undefined;
for (let i = 0; i < 300; i++) empty = { empty, a: [[], {}] };
for (;;) { JSON.stringify(deep, null, '\u03bb'.repeat(10)); JSON.stringify(empty, null, 10); JSON.stringify([[[empty]]], null, 'a'); }
