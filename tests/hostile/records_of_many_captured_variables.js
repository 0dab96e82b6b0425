// Closing a scope copies what is captured, and closing happens in every turn.
let text = ''; for (let i = 0; i < 20000; i++) text += `let c${i} = ${i}; `;
const f = (0, eval)(`(function () { for (;;) { ${text} kept = () => c0 + ${Array.from({ length: 20000 }, (_, i) => 'c' + i).join('+')}; } })`);
var kept; f();
