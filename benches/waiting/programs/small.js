const found = await search('tides', 3);
let total = 0;
for (const item of found) total += item.length;
const answer = total > 2 ? 'many' : 'few';
return answer;
