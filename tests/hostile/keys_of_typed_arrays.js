// Lists of all indices of long typed arrays and texts.
const list = new Uint8Array(4e6), text = Object('x'.repeat(2e6)), handler = { ownKeys: () => Reflect.ownKeys(list) };
const attempts = [Object.getOwnPropertyDescriptors, Object.getOwnPropertyNames, Object.keys, Object.entries, Object.values, Reflect.ownKeys, Object.seal,
  Object.isFrozen, value => ({ ...value }), value => Object.assign({}, value), value => JSON.stringify(value), value => { for (const key in value) if (key > 5) break; }];
for (let i = 0; ; i++) { try { attempts[i % attempts.length](list); } catch {} try { attempts[i % attempts.length](text); } catch {} try { attempts[i % attempts.length](new Proxy({}, handler)); } catch {} }
