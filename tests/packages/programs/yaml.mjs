import { parse, stringify, parseDocument, YAMLParseError } from 'yaml';
const text = `# comment
list: [1, 2.5, true, null, "a b"]
map: &anchor
  key: value
  nested: { x: 1 }
copy: *anchor
block: |
  two
  lines
folded: >-
  one
  line
date: 2001-12-14
`;
console.log(parse(text));
console.log(stringify({ a: [1, { b: 'x: y' }], c: 'multi\nline', d: null, e: new Map([[1, 2]]) }));
const document = parseDocument(text);
document.set('added', [1, 2]);
console.log(String(document), document.errors.length);
try { parse('a: [1, 2'); } catch (error) { console.log(error instanceof YAMLParseError, error.code, error.linePos); }
