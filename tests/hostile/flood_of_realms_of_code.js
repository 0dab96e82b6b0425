// Functions of all kinds made from text.
const kept = [], kinds = [Function, (function* () { }).constructor, (async () => { }).constructor, (async function* () { }).constructor];
for (let i = 0; ; i++) kept.push(kinds[i % 4]('a' + i, '{ b } = {}', '...c', `let x${i} = 1; class C { #p = x${i} } return () => [a${i}, b, c, C]`));
