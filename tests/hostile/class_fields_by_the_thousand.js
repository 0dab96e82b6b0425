// Instances of a class with thousands of fields, each with an initialiser, and private ones.
let text = ''; for (let i = 0; i < 5000; i++) text += `f${i} = ${i}; #p${i} = () => this.#p${i}; get g${i}() { return this.#p${i}; } static #m${i}() { } `;
const C = (0, eval)(`(class { ${text} })`), kept = [];
for (;;) kept.push(new C());
