// Every package that tests/packages/package.json lists is loaded in both ways, as npm has installed it.
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { dependencies } = require('../package.json');
// They read files of their own while they are loaded, which `--allow-read` would allow.
const reading = ['benchmark-octane', 'jade', 'uglify-js'];
// Its entry imports JSON without an attribute: the code of that error is another one in each version of node.
const broken = ['es-iterator-helpers'];
function shown(value) {
  if (value === null || typeof value !== 'object' && typeof value !== 'function') return String(value);
  const names = Object.keys(value).filter(name => !name.startsWith('_')).sort().slice(0, 6).map(name => `${name}: ${typeof value[name]}`);
  return `${typeof value} ${value.name ?? ''} { ${names.join(', ')} }`.replace(/\s+/g, ' ');
}
let loaded = 0;
for (const name of Object.keys(dependencies)) {
  if (reading.includes(name) || broken.includes(name)) continue;
  try {
    console.log(name, 'required', shown(require(name)));
  } catch (error) {
    console.log(name, 'required', error.name, error.code);
  }
  try {
    const { default: value, ...rest } = await import(name);
    console.log(name, 'imported', value === undefined ? shown(rest) : shown(value));
    loaded++;
  } catch (error) {
    console.log(name, 'imported', error.code);
  }
}
console.log(loaded, 'packages');
