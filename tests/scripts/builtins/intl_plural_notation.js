// not for node: version 20 has no notation of Intl.PluralRules
// Categories of compact notation are those of the digits that it shows: 999999 is a million.
const rules = tag => new Intl.PluralRules(tag, { notation: 'compact' });
const select = (tag, ...numbers) => numbers.map(number => rules(tag).select(number)).join();
print(select('fr', 1, 1000, 999999, 1e6), select('es', 999499, 999500, 1.5e6)); // expect: one,other,many,many other,many,many
print(rules('fr').selectRange(1e6, 1000001), rules('fr').selectRange(1e6, 2e6)); // expect: many other
