// Names of methods and classes that are made up at run time, in stacks and messages.
const long = 'n'.repeat(1e6);
const o = { [long]() { throw new Error('e'); }, ['get ' + long]: class { static #p; static [long] = () => { null[long]; }; static m(x) { return x.#p; } } };
for (;;) for (const way of [() => o[long](), () => o['get ' + long][long](), () => o['get ' + long].m({}), () => new (o[long])(), () => { class X extends o[long] { } }, () => { const { [long]: { a } } = {}; }, () => { [...o[long]]; }, () => { for (const x of { [long]: 1 }); }, () => Symbol(long)()])
  try { way(); } catch (e) { e.stack; String(e); }
