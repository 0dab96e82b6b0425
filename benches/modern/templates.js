// Template literals: pages rendered from records, tagged templates that escape, keys and lines made of parts.
const show = typeof console !== 'undefined' ? console.log : print;

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = text => text.replace(/[&<>]/g, c => escapes[c]);
const html = (strings, ...values) => {
  let out = strings[0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    out += Array.isArray(value) ? value.join('') : typeof value === 'string' ? escape(value) : value;
    out += strings[i + 1];
  }
  return out;
};

const row = ({ id, name, price, tags }) => `<tr id="row-${id}"><td>${name}</td><td>${price.toFixed(2)} €</td><td>${tags
  .map(tag => `<b class="tag-${tag}">${tag}</b>`)
  .join(' ')}</td></tr>`;
const page = (title, rows) => `<!doctype html>
<title>${title}</title>
<table>
  ${rows.map(row).join('\n  ')}
</table>
<p>${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, ${title.toUpperCase()}</p>`;

const checksum = text => {
  let sum = 7;
  for (let i = 0; i < text.length; i += 17) sum = (sum * 31 + text.charCodeAt(i)) % 1000003;
  return sum;
};

const records = [];
for (let id = 0; id < 60; id++) records.push({ id, name: `thing <${id % 7}>`, price: id * 1.25, tags: ['new', id & 1 ? 'odd' : 'even', `t${id % 4}`] });

let sum = 0;
for (let i = 0; i < 120; i++) sum = (sum + checksum(page(`list ${i}`, records))) % 1000003;
show(sum);

sum = 0;
for (let i = 0; i < 8000; i++) {
  const { name, tags, price } = records[i % records.length];
  sum += html`<li class=${i & 3}>${name} & ${tags}: ${price}</li>`.length;
}
show(sum);

const cells = new Map();
for (let i = 0; i < 40000; i++) {
  const key = `${i % 50}:${i % 30}`;
  cells.set(key, (cells.get(key) ?? 0) + 1);
}
show([...cells].map(([key, count]) => `${key}=${count}`).join(';').length);

let lines = 0;
for (let i = 0; i < 60000; i++) {
  const line = `[${i & 7}] ${i % 3 ? 'info' : 'warning'} at ${i}: value ${i / 4}, ok ${i % 2 === 0}`;
  lines += line.length;
}
show(lines);
