// Each instance is given all of them.
let text = ''; for (let i = 0; i < 50000; i++) text += `#m${i}() { } `;
const C = (0, eval)(`(class { ${text} })`);
class D extends C { #x = 1; }
for (;;) { new C(); new D(); }
