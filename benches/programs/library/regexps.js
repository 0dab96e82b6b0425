// Regular expressions: digits, words, alternatives of literals, loops with g, named groups, replacing and splitting.
function run() {
  let text = '',
    sum = 0;
  for (let i = 0; i < 4000; i++)
    text += 'item ' + i * 37 + ' costs ' + (i % 97) + '.' + (i % 10) + ' euro; see chapter_' + i + ' or foo@bar.com\n';
  for (const match of text.matchAll(/\d+/g)) sum += match[0].length;
  sum += text.match(/\w+/g).length;
  sum += text.match(/euro|chapter|costs|foo/g).length;
  const pair = /(?<name>\w+)@(?<host>\w+\.com)/g;
  for (let match; (match = pair.exec(text)); ) sum += match.groups.host.length;
  sum += text.replace(/(\d+)\.(\d)/g, '$2,$1').length;
  sum += text.replace(/[aeiou]/g, (letter) => letter.toUpperCase()).length;
  sum += text.split(/[;\n]\s*/).length;
  for (const line of text.split('\n')) if (/^item (\d+) costs/.test(line) && /\bchapter_\d*7\b/.test(line)) sum++;
  return sum;
}
(typeof console !== 'undefined' ? console.log : print)(run());
