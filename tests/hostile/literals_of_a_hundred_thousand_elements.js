// One instruction makes all of them, again and again.
let list = '0', object = 'a:1'; for (let i = 1; i < 100000; i++) list += ',' + i; for (let i = 0; i < 120; i++) object += `,k${i}:${i}`;
const f = (0, eval)(`(() => [${list}])`), g = (0, eval)(`(() => ({${object}}))`);
for (let i = 0; ; i++) { f(); f(); f(); f(); for (let j = 0; j < 10; j++) g(); }
