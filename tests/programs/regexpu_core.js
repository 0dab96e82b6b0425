// regexpu-core writes patterns with the flags and escapes of today anew, for engines without: what it writes, and whether that finds what the
// engine finds by itself.
const rewritePattern = require('regexpu-core');
const all = { unicodeFlag: 'transform', unicodeSetsFlag: 'transform', dotAllFlag: 'transform', namedGroups: 'transform', unicodePropertyEscapes: 'transform' };
const subject = 'aZ09_ ſK\u212a ÄäßẞΣσς Ωω\u2126 Жж 日本 \u{1d306}\u{1f600}\ud83d x\ny\u2028z 2024-11-23 0️⃣👨‍👩‍👧 [a]b{c}';
const patterns = [
  ['.', 'u'], ['.', 's'], ['^.$', 'msu'], ['[^x]', 'u'], ['[\\u{1d306}-\\u{1f600}]', 'u'], ['\\u{1F600}', 'u'], ['[😀-😎]', 'u'], ['k', 'iu'], ['[^k]', 'iu'], ['\\w', 'iu'], ['\\W', 'iu'],
  ['ß', 'iu'], ['[ωΣ]', 'iu'], ['\\p{Lu}', 'u'], ['\\P{Lu}+', 'u'], ['\\p{Script=Greek}', 'u'], ['\\p{Script_Extensions=Han}', 'u'], ['[^\\p{L}\\s]', 'u'], ['\\p{Lowercase}', 'iu'], ['\\p{ASCII_Hex_Digit}+', 'u'],
  ['\\p{Emoji}', 'u'], ['\\p{RGI_Emoji}', 'v'], ['[\\p{L}--[a-z]]', 'v'], ['[\\w&&\\d]+', 'v'], ['[\\q{abc|d|👨‍👩‍👧}0]', 'v'], ['[[a-z]&&[aeiou]]', 'v'], ['[^\\d]', 'v'], ['\\p{Emoji_Keycap_Sequence}', 'v'],
  ['(?<year>\\d{4})-(?<month>\\d\\d)', ''], ['(?<a>.)\\k<a>', 'su'], ['(?<year>\\d+)-\\k<year>', ''], ['(?<=\\d)-(?!1)', 'u'], ['[\\ud83d]', 'u'], ['\\ud83d', 'u'],
  ['[', 'u'], ['\\p{Nope}', 'u'], ['(?<a>)(?<a>)', 'u'], ['[a--b&&c]', 'v'], ['{', 'u'], ['\\u{110000}', 'u'], ['[^\\p{RGI_Emoji}]', 'v'], ['a**', ''],
];
const attempt = run => { try { return run(); } catch (error) { return error.name; } };
const matches = pattern => Array.from(subject.matchAll(pattern), match => match[0] + '@' + match.index).join('|');
const digest = text => { let sum = 0; for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0; return text.length > 300 ? text.slice(0, 120) + ' … ' + text.length + ' ' + sum : text; };
for (const [pattern, flags] of patterns) {
  const written = attempt(() => rewritePattern(pattern, flags, all));
  print('/' + pattern + '/' + flags, digest(written));
  const left = flags.replace(/[usv]/g, '');
  const found = attempt(() => matches(new RegExp(written, left + 'g')));
  const own = attempt(() => matches(new RegExp(pattern, flags + 'g')));
  print('  ', found === own ? 'as the engine finds' : 'the engine: ' + JSON.stringify(own), JSON.stringify(found.slice(0, 200)));
}
