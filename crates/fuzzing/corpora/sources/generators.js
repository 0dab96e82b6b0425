function* g(n) { try { const got = yield n; yield* [got, ...'ab'] } finally { print('left') } }
for (const v of g(1)) { print(v); if (v === 'a') break }
