// util.parseArgs ( config ): options and what is none, of a command line.
'use strict';

const { coded, invalidType, invalidValue } = require('internal/errors');

const isBoolean = value => typeof value === 'boolean';

function checkOptions(options) {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
  for (const [name, option] of Object.entries(options)) {
    if (typeof option !== 'object' || option === null) throw invalidType(`options.${name}`, 'of type object', option);
    const { type, short, multiple = false } = option;
    if (type !== 'string' && type !== 'boolean') throw invalidType(`options.${name}.type`, "('string|boolean')", type);
    if (short !== undefined) {
      if (typeof short !== 'string') throw invalidType(`options.${name}.short`, 'of type string', short);
      if (short.length !== 1) throw invalidValue(`options.${name}.short`, short, 'must be a single character');
    }
    if (!isBoolean(multiple)) throw invalidType(`options.${name}.multiple`, 'of type boolean', multiple);
    checkDefault(name, option, type, multiple);
  }
}

function checkDefault(name, option, type, multiple) {
  const given = option.default;
  if (given === undefined) return;
  const check = (value, at) => { if (typeof value !== type) throw invalidType(`options.${name}.default${at}`, `of type ${type}`, value); };
  if (!multiple) return check(given, '');
  if (!Array.isArray(given)) throw invalidType(`options.${name}.default`, 'an instance of Array', given);
  given.forEach((value, at) => check(value, `[${at}]`));
}

// Splits the words into tokens: options, with the way they were written, positional words, and the end of options.
function tokensOf(words, options) {
  const tokens = [], byShort = new Map();
  for (const [name, { short }] of Object.entries(options)) if (short !== undefined) byShort.set(short, name);
  const rest = [...words];
  let index = -1, group = 0;
  const takesNext = (name, isKnown) => options[name]?.type === 'string' && rest.length > 0 && isKnown;
  while (rest.length > 0) {
    const word = rest.shift();
    if (group > 0) group--;
    else index++;
    if (word === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (const value of rest) tokens.push({ kind: 'positional', index: ++index, value });
      return tokens;
    }
    const option = (name, rawName, value, inlineValue) => tokens.push({ kind: 'option', name, rawName, index, value, inlineValue });
    if (/^-[^-]$/s.test(word)) {
      const name = byShort.get(word[1]) ?? word[1];
      if (takesNext(name, true)) {
        option(name, word, rest.shift(), false);
        index++;
      } else option(name, word, undefined, undefined);
    } else if (/^-[^-]./s.test(word)) {
      const name = byShort.get(word[1]) ?? word[1];
      if (options[name]?.type === 'string') {
        option(name, `-${word[1]}`, word.slice(2), true);
        continue;
      }
      // A group of flags: the first that takes a value takes the rest.
      const parts = [];
      for (let at = 1; at < word.length; at++) {
        const inner = byShort.get(word[at]) ?? word[at];
        if (options[inner]?.type === 'string' && at < word.length - 1) {
          parts.push(`-${word.slice(at)}`);
          break;
        }
        parts.push(`-${word[at]}`);
      }
      rest.unshift(...parts);
      group = parts.length;
    } else if (/^--[^=]+=/s.test(word)) {
      const at = word.indexOf('=');
      option(word.slice(2, at), word.slice(0, at), word.slice(at + 1), true);
    } else if (word.startsWith('--')) {
      const name = word.slice(2);
      if (takesNext(name, true)) {
        option(name, word, rest.shift(), false);
        index++;
      } else option(name, word, undefined, undefined);
    } else tokens.push({ kind: 'positional', index, value: word });
  }
  return tokens;
}

function checkStrictly({ rawName, value, inlineValue }, name, options, allowsPositionals) {
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  if (known === undefined) {
    const hint = allowsPositionals
      ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- ${JSON.stringify(rawName)}` : '';
    throw coded(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${rawName}'${hint}`);
  }
  const shown = `${known.short ? `-${known.short}, ` : ''}--${name}`;
  if (known.type === 'string' && typeof value !== 'string') {
    throw coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
  }
  if (known.type === 'boolean' && value !== undefined) {
    throw coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
  }
  if (inlineValue === false && value.startsWith('-') && value.length > 1) {
    const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
    throw coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
      `Option '${rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${rawName}'?\nTo specify an option argument starting with a dash use ${example}.`);
  }
}

module.exports = function parseArgs(config = {}) {
  const words = config.args ?? process.argv.slice(process.argv.length - scriptArgs.length);
  const { options = {}, strict = true, tokens: wantsTokens = false, allowNegative: allowsNegative = false } = config;
  const allowsPositionals = config.allowPositionals ?? !strict;
  if (!Array.isArray(words)) throw invalidType('args', 'an instance of Array', words);
  for (const [name, value] of [['strict', strict], ['allowPositionals', allowsPositionals], ['tokens', wantsTokens], ['allowNegative', allowsNegative]]) {
    if (!isBoolean(value)) throw invalidType(name, 'of type boolean', value);
  }
  checkOptions(options);
  const tokens = tokensOf(words, options), values = Object.create(null), positionals = [];
  for (const token of tokens) {
    if (token.kind === 'option') {
      const denied = allowsNegative && token.name.startsWith('no-') ? token.name.slice(3) : undefined;
      const isDenied = denied !== undefined && !Object.hasOwn(options, token.name) && options[denied]?.type === 'boolean';
      if (strict) checkStrictly(token, isDenied ? denied : token.name, options, allowsPositionals);
      const name = denied !== undefined && token.value === undefined ? denied : token.name;
      if (name === '__proto__') continue;
      const value = token.value ?? name === token.name;
      token.name = name;
      if (options[name]?.multiple) (values[name] ??= []).push(value);
      else values[name] = value;
    } else if (token.kind === 'positional') {
      if (!allowsPositionals) {
        throw coded(TypeError, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${token.value}'. This command does not take positional arguments`);
      }
      positionals.push(token.value);
    }
  }
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined && values[name] === undefined) values[name] = option.default;
  }
  return wantsTokens ? { values, positionals, tokens } : { values, positionals };
};
