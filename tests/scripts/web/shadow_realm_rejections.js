// not for node: it has none
// The error is in the second line of its text. // expect error: RangeError: inner
// Listeners hear nothing of a ShadowRealm: its promises and errors are the host's alone.
addEventListener('unhandledrejection', (event) => { print('told', event.reason); event.preventDefault(); });
addEventListener('rejectionhandled', (event) => print('told', event.reason));
const realm = new ShadowRealm();
Promise.reject('ours'); // expect: told ours
realm.evaluate(`
  const rejected = Promise.reject(new RangeError('inner'));
  f => rejected.catch(() => f()) && 1
`);
