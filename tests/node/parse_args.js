// util.parseArgs: options that are denied.
const { parseArgs, inspect } = require('util');
const options = { color: { type: 'boolean', short: 'c' }, name: { type: 'string' }, all: { type: 'boolean', multiple: true }, 'no-own': { type: 'boolean' } };
for (const args of [['--no-color'], ['--color', '--no-color'], ['--no-color', '--color'], ['--no-color=x'], ['--no-name'], ['--no-none'], ['--no-all', '--all', '--no-all'], ['--no-own'], ['--no-no-own'], ['-c', '--no-color'], ['--no-']]) {
  for (const more of [{}, { strict: false }, { allowNegative: false }]) {
    try { console.log(args.join(' '), inspect(parseArgs({ args, options, allowNegative: true, tokens: true, ...more }), { breakLength: Infinity, depth: 4 })); } catch (error) { console.log(args.join(' '), error.code, error.message); }
  }
}
try { parseArgs({ args: [], allowNegative: 1 }); } catch (error) { console.log(error.code, error.message); }
