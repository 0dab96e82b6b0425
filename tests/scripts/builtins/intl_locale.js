// Tags of locales: their canonical form, and what is likely of them.
const canonical = tag => Intl.getCanonicalLocales(tag)[0];
print(['abcde-276-heploc', 'abcde-u-rg-uk', 'de-u-kn-true-attr', 'de-u-kn-true', 'he-t-mo-su-i0-handwrit', 'he-t-zh-guoyu', 'sl-t-sl-rozaj-biske-1994'].map(canonical).join());
// expect: abcde-DE-alalc97,abcde-u-rg-uk,de-u-kn-true-attr,de-u-kn,he-t-ro-ru-i0-handwrit,he-t-zh,sl-t-sl-1994-biske-rozaj
print(['und', 'und-AQ', 'und-150', 'und-Zzzz-ZZ', 'und-Xxxx', 'und-x-own', 'und-Grek', 'und-419', 'xx'].map(tag => new Intl.Locale(tag).maximize()).join());
// expect: en-Latn-US,en-Latn-AQ,en-Latn-150,en-Latn-US,en-Xxxx-US,en-Latn-US-x-own,el-Grek-GR,es-Latn-419,xx
print(['und', 'und-AQ', 'und-150', 'und-Zzzz-ZZ', 'und-Xxxx', 'und-x-own', 'und-Grek', 'en-Latn-US', 'xx'].map(tag => new Intl.Locale(tag).minimize()).join());
// expect: en,en-AQ,en-150,en,en-Xxxx,en-x-own,el,en,xx
