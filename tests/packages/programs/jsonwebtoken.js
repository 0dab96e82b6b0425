const jwt = require('jsonwebtoken');
for (const algorithm of ['HS256', 'HS384', 'HS512']) {
  const token = jwt.sign({ name: 'Ann', iat: 1 }, 'secret', { algorithm, issuer: 'here' });
  console.log(token, jwt.verify(token, 'secret', { issuer: 'here' }));
  for (const [key, options] of [['other', {}], ['secret', { issuer: 'there' }], ['secret', { algorithms: ['none'] }]]) {
    try { jwt.verify(token, key, options); } catch (error) { console.log(error.name, error.message); }
  }
}
const late = jwt.sign({ exp: 1000 }, 'secret', { noTimestamp: true });
try { jwt.verify(late, 'secret'); } catch (error) { console.log(error.name, error.expiredAt.toISOString(), error instanceof jwt.JsonWebTokenError); }
console.log(jwt.decode(late, { complete: true }));
