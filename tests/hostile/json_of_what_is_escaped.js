// Each unit is escaped, or looked at by itself: surrogates that stand alone, pairs, control characters, quotes; as values and as keys.
const units = ['\ud800', '\udc00', '\u{1f600}', '\u0001', '"', '\\', '\n', 'a\ud800', '\u00e9\u{1f600}'];
for (let i = 0; ; i++) { const text = units[i % units.length].repeat(5e5); JSON.stringify([text, text], null, i % 11); JSON.stringify({ [text]: text }); }
