// Each match makes an object with all names.
let text = ''; for (let i = 0; i < 20000; i++) text += `(?<n${i}>x)?`;
const r = new RegExp(text + 'a|b', 'dg');
for (;;) { 'aabb'.replace(r, '$<n5>'); [...'aab'.matchAll(r)]; r.exec('b'); }
