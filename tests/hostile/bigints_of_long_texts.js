// BigInts read from texts and numbers, in all radices; most of them are short.
const texts = ['1'.repeat(5e6), '0x' + 'f'.repeat(4e6), '0b' + '1'.repeat(1e7), ' '.repeat(1e7) + '1', '0'.repeat(1e7) + '1', '-' + '9'.repeat(5e6), '1'.repeat(4e6) + 'x', '0o' + '7'.repeat(5e6)];
for (let i = 0; ; i++) { const text = texts[i % texts.length]; try { BigInt(text); } catch {} try { 1n == text; } catch {} try { 1n < text; } catch {} BigInt(1.7e308); }
