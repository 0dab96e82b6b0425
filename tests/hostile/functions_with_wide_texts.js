// Texts of functions that are long in UTF-8: emoji, surrogates that stand alone, letters of two bytes behind ASCII.
const texts = ['\u{1f600}', '\ud800', 'a'.repeat(1000) + '\u03bb', 'x'].map(text => Function('/*' + text.repeat(Math.ceil(2e6 / text.length)) + '*/'));
for (let i = 0; ; i++) { const text = String(texts[i % texts.length]); text.charCodeAt(i); }
