// Each evaluation of a tagged template in new code has an object of its own, which its site keeps.
const kept = []; function tag(parts) { kept.push(parts, parts.raw); return parts; }
for (let i = 0; ; i++) eval('tag`a${' + i + '}b${1}\\u{0}`');
