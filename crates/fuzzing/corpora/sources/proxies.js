const p = new Proxy({}, { get: (t, k) => String(k), has: () => true, ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 1 }) });
print(p.x, 'y' in p, Object.keys(p), Reflect.ownKeys(p)); Reflect.construct(Date, [0], Array).length
