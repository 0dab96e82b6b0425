// What a rest of properties calls has its target as its place, whatever kind of target that is (ECMA-262 14.3.3.2, 13.15.5.4).
'use strict';
var o, list = [];
function place(work) {
  try { work(); } catch (error) { print(/:(\d+:\d+)\)?$/.exec(error.stack.split('\n')[2])[1]); }
}
const source = { get x() { throw new Error('x'); } };
place(() => ({ ...o } = source)); // expect: 8:19
place(() => ({ ...list[0] } = source)); // expect: 9:19
place(() => { const { ...local } = source; }); // expect: 10:26
place(() => { const { y, ...local } = source; }); // expect: 11:29
place(() => (({ ...parameter }) => parameter)(source)); // expect: 12:20
