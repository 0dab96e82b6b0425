// What looks at the surrogates and marks of long texts.
const t = 'x'.repeat(2e6); for (;;) { t.isWellFormed(); t.toWellFormed(); t.normalize('NFD'); (t + '\ud800').toWellFormed(); (t + 'é').normalize('NFD') }
