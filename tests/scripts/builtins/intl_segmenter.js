// Segments of words: whether one is like a word depends on its letters and digits, not on marks behind them.
const words = text => [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].map(({ segment, isWordLike }) => segment.length + (isWordLike ? 'w' : '-')).join(' ');
print(words('שָׁלוֹם עוֹלָם!'), '|', words('ab\u200D cd\u0301, 12\u200D.'), '|', words('\u05D0\u0301'), '|', words('a\u0301'), '|', words('\u0301'));
// expect: 7w 1- 6w 1- | 3w 1- 3w 1- 1- 3w 1- | 2w | 2w | 1-
print(words('_'), words('__ a_b _1 _'), words('\u203F \u203Fa'), words('ア\u200D'), words('字'), words('1.5 ½ Ⅳ ² ₂'), words('😀'), words('\u{1D400}\u0301'), words('\uD800'));
// expect: 1- 2w 1- 3w 1- 2w 1- 1- 1- 1- 2w 2w 1w 3w 1- 1- 1- 1w 1- 1- 1- 1- 2- 3w 1-
const hebrew = new Intl.Segmenter('he', { granularity: 'word' }).segment('דָּג');
print(hebrew.containing(1).isWordLike, hebrew.containing(3).segment.length, new Intl.Segmenter('he').segment('a').containing(0).isWordLike);
// expect: true 4 undefined
