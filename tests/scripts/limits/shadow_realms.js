// not for node: it has none
// slow: many realms and deep recursion
// Borders between realms end by the limits: recursion through them, chains of wrapped functions, many realms.
{
  const realm = new ShadowRealm();
  const ended = (action) => {
    try {
      return String(action());
    } catch (error) {
      return `${error instanceof TypeError || error instanceof RangeError} ${error.message.length < 200}`;
    }
  };
  // Recursion back and forth.
  const call = realm.evaluate('(f, n) => f(n)');
  const down = (n) => call(down, n + 1);
  print(ended(() => down(0))); // expect: true true
  // Each realm catches what the other one could not do.
  let deepest = 0;
  const caught = (n) => { deepest = n; try { return call(caught, n + 1); } catch { return n; } };
  print(typeof call(caught, 0), deepest > 20); // expect: number true
  // A wrapped function around a wrapped function, and so on.
  let wrapped = () => 'innermost';
  const pass = realm.evaluate('f => f');
  for (let i = 0; i < 20; i++) wrapped = pass(wrapped);
  print(wrapped()); // expect: innermost
  for (let i = 0; i < 50_000; i++) wrapped = pass(wrapped);
  print(ended(() => wrapped())); // expect: true true
  // Realms in realms.
  const nest = (text, n) => { for (let i = 0; i < n; i++) text = `new ShadowRealm().evaluate(${JSON.stringify(text)})`; return text; };
  print(realm.evaluate(nest('1 + 1', 8))); // expect: 2
  // Realms that nobody has are garbage.
  for (let i = 0; i < 2000; i++) new ShadowRealm().evaluate('globalThis.own = () => 1; own');
  print('all gone'); // expect: all gone
  // An argument list without end.
  print(ended(() => pass(...Array(100_000).fill(() => 1)))); // expect: function () { [native code] }
  // Messages stay short, however many borders there are.
  let thrower = () => { throw new Error('x'.repeat(100)); };
  for (let i = 0; i < 40; i++) thrower = pass(thrower);
  print(ended(thrower)); // expect: true true
}
