// Strings: built piece by piece, joined, padded, searched, cut and looked at a unit at a time.
function run() {
  let sum = 0,
    text = '';
  for (let i = 0; i < 200000; i++) text += String.fromCharCode(97 + ((i * 7) % 26));
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  const parts = [];
  for (let i = 0; i < 60000; i++) parts.push(`${i}:${text.slice(i, i + 8)}`);
  const joined = parts.join(',');
  for (const part of joined.split(',')) sum += part.indexOf(':') + part.padStart(16, '0').length;
  for (let at = joined.indexOf('abc'); at >= 0 && at < 100000; at = joined.indexOf('bc', at + 1)) sum++;
  let html = '';
  for (let i = 0; i < 20000; i++)
    html += '<li class="' + (i & 1 ? 'odd' : 'even') + '">' + parts[i].toUpperCase().replace(':', ' ') + '</li>\n';
  for (const unit of html) if (unit === '<') sum++;
  return sum + html.length + html.trim().replaceAll('li', 'td').length;
}
(typeof console !== 'undefined' ? console.log : print)(run());
