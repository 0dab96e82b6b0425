const rows = [];
for (let i = 0; i < 1000; i++) rows.push({ id: i, name: 'row' + i });
const found = await search('tides', 3);
let total = 0;
for (const item of found) total += item.length;
const answer = total > 2 && rows[999].id === 999 ? 'many' : 'few';
return answer;
