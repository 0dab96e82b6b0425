// not for node: in version 20, a number from itself to itself has the category of a range
// Categories of ranges of numbers.
const range = (tag, start, end, type) => new Intl.PluralRules(tag, { type }).selectRange(start, end);
print(range('en', 0, 1), range('en', 1, 2), range('en', 1, 1), range('en', 1, 1.0001), range('de', 0, 1), range('fr', 0, 1), range('fr', 2, 1e6)); // expect: other other one one one one other
print(range('ar', 0, 1), range('ar', 1, 2), range('ar', 3, 100), range('ro', 2, 1), range('sl', 5, 1), range('lv', 1, 10), range('he', 1, 2), range('pt', 0.5, 1), range('pt-PT', 5, 1)); // expect: zero other other few few other other one other
print(range('en', 1, 2, 'ordinal'), range('en', 2, 22, 'ordinal'), range('en', 21, 21, 'ordinal'), range('it', 1, 8, 'ordinal'), range('it', 8, 7, 'ordinal'), range('fr', 2, 1, 'ordinal')); // expect: other other one other other other
print(range('en', -Infinity, 1), range('en', 1, Infinity), range('cs', 2, 1), range('pl', 2, 1)); // expect: other other other other
// Regions have the rules of their language, but for Portugal.
print(['sr', 'sr-ME', 'sr-Latn-ME', 'pt', 'pt-AO', 'pt-PT'].map(tag => [0, 1, 2, 5].map(number => new Intl.PluralRules(tag).select(number))).join(' | '));
// expect: other,one,few,other | other,one,few,other | other,one,few,other | one,one,other,other | one,one,other,other | other,one,other,other
