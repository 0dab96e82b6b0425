// Patterns of paths: names with *, ?, [a-z], {a,b}, !(a|b) and their like, and ** for any folders.
'use strict';

const path = require('path');
const { Dirent, optionsOf, pathOf } = require('internal/fs');
const { checkString } = require('internal/errors');

const CLASSES = {
  alnum: '\\p{L}\\p{Nl}\\p{Nd}', alpha: '\\p{L}\\p{Nl}', blank: '\\p{Zs}\\t', cntrl: '\\p{Cc}', digit: '\\p{Nd}', lower: '\\p{Ll}', punct: '\\p{P}',
  space: '\\p{Z}\\t\\r\\n\\v\\f', upper: '\\p{Lu}', word: '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', xdigit: 'A-Fa-f0-9',
};
const quoted = text => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const quotedInClass = text => text.replace(/[\\\]^[-]/g, '\\$&');

// Where the bracket at a place closes, or -1.
function closing(text, at, opens, closes) {
  for (let depth = 0; at < text.length; at++) {
    if (text[at] === opens) depth++;
    else if (text[at] === closes && --depth === 0) return at;
  }
  return -1;
}

// The patterns that a pattern with braces stands for: {a,b}, {1..3}.
function expanded(pattern) {
  for (let at = pattern.indexOf('{'); at >= 0; at = pattern.indexOf('{', at + 1)) {
    const end = closing(pattern, at, '{', '}');
    if (end < 0) continue;
    const given = choices(pattern.slice(at + 1, end));
    if (given === undefined) continue;
    const before = pattern.slice(0, at), rest = expanded(pattern.slice(end + 1));
    return given.flatMap(choice => expanded(choice)).flatMap(choice => rest.map(behind => before + choice + behind));
  }
  return [pattern];
}

// What is between braces, or undefined if they are no choice.
function choices(inner) {
  const range = /^(-?\d+|[a-z])\.\.(-?\d+|[a-z])(?:\.\.(-?\d+))?$/i.exec(inner);
  if (range) {
    const isNumber = !Number.isNaN(Number(range[1])), code = text => (isNumber ? Number(text) : text.charCodeAt(0)), list = [];
    const [from, to, step] = [code(range[1]), code(range[2]), Math.abs(Number(range[3] ?? 1)) || 1];
    if (Number.isNaN(to)) return undefined;
    for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) list.push(isNumber ? String(value) : String.fromCharCode(value));
    return list;
  }
  const list = [];
  let depth = 0, from = 0;
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '{') depth++;
    else if (inner[at] === '}') depth--;
    else if (inner[at] === ',' && depth === 0) {
      list.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  return list.length === 0 ? undefined : [...list, inner.slice(from)];
}

// [a-z] at a place as a part of a regular expression, and where it ends; undefined if it does not end.
function classAt(text, at) {
  const isNegated = text[at + 1] === '!' || text[at + 1] === '^', first = at + (isNegated ? 2 : 1);
  let source = '', isUnicode = false;
  for (let next = first; next < text.length;) {
    if (text[next] === ']' && next > first) {
      // Only what is written so begins with a dot.
      const isOne = !isNegated && next === first + 1;
      return { source: isOne ? quoted(text[first]) : source === '' ? '(?!)' : `[${isNegated ? '^/' : ''}${source}]`, end: next + 1, isUnicode, isOne };
    }
    const named = /^\[:([a-z]+):\]/.exec(text.slice(next, next + 12));
    if (named && Object.hasOwn(CLASSES, named[1])) {
      source += CLASSES[named[1]];
      isUnicode = true;
      next += named[0].length;
    } else if (text[next + 1] === '-' && next + 2 < text.length && text[next + 2] !== ']') {
      if (text[next] <= text[next + 2]) source += `${quotedInClass(text[next])}-${quotedInClass(text[next + 2])}`;
      next += 3;
    } else source += quotedInClass(text[next++]);
  }
  return undefined;
}

// The regular expression of a name, or of a choice in one, and where it ends.
function compiled(text, at, isInner) {
  const start = at;
  let source = '', isUnicode = false, isMagic = false;
  const take = part => {
    source += part.source;
    isUnicode ||= part.isUnicode;
    isMagic ||= part.isMagic !== false;
    at = part.end;
  };
  while (at < text.length && !(isInner && (text[at] === '|' || text[at] === ')'))) {
    const sign = text[at];
    if ('?*+@!'.includes(sign) && text[at + 1] === '(' && closing(text, at + 1, '(', ')') > 0) {
      const list = [];
      do {
        const part = compiled(text, at + (list.length === 0 ? 2 : 1), true);
        list.push(part.source);
        isUnicode ||= part.isUnicode;
        at = part.end;
      } while (text[at] === '|');
      isMagic = true;
      const inner = `(?:${list.join('|')})`;
      at++;
      if (sign === '!') {
        const rest = compiled(text, at, isInner);
        take({ ...rest, source: `(?:(?!${inner}${rest.source}${isInner ? '' : '$'})[^/]*?)${rest.source}` });
      } else source += inner + (sign === '@' ? '' : sign);
    } else if (sign === '*') {
      const from = at++;
      while (text[at] === '*' && text[at + 1] !== '(') at++;
      take({ source: from === start && at === text.length && !isInner ? '[^/]+?' : '[^/]*?', end: at });
    } else if (sign === '?') take({ source: '[^/]', end: at + 1 });
    else {
      const set = sign === '[' ? classAt(text, at) : undefined;
      take(set ? { ...set, isMagic: !set.isOne } : { source: quoted(sign), end: at + 1, isMagic: false });
    }
  }
  return { source, end: at, isUnicode: Boolean(isUnicode), isMagic };
}

// A test of names. Names with a dot are only found by what begins with one.
function nameTest(text) {
  if (text === '**') return '**';
  const { source, isUnicode, isMagic } = compiled(text, 0, false);
  if (!isMagic && !text.includes('[')) return Object.assign(name => name === text, { text });
  const mayHaveDot = source.startsWith('\\.') || /^[?*+@]\((?:[^()]*\|)?\./.test(text);
  const pattern = new RegExp(`^${mayHaveDot ? '(?!\\.{1,2}$)' : '(?!\\.)'}(?:${source})$`, isUnicode ? 'u' : '');
  return name => pattern.test(name);
}

// Do names fit the tests? Each pair of places is looked at once.
function fits(names, tests) {
  const failed = new Set();
  const from = (name, test) => {
    const key = name * (tests.length + 1) + test;
    if (failed.has(key)) return false;
    const found = look(name, test);
    if (!found) failed.add(key);
    return found;
  };
  const look = (name, test) => {
    for (; name < names.length && test < tests.length; name++, test++) {
      if (tests[test] !== '**') {
        if (!tests[test](names[name])) return false;
        continue;
      }
      const isLast = test === tests.length - 1;
      for (; name < names.length; name++) {
        if (!isLast && from(name, test + 1)) return true;
        if (names[name].startsWith('.')) return false;
      }
      return isLast;
    }
    // A slash at the end says no more than that it is a folder.
    return test === tests.length && (name === names.length || name === names.length - 1 && names[name] === '');
  };
  return from(0, 0);
}

// matchesGlob ( path, pattern ), of either kind of paths
exports.matches = (given, pattern, separators) => {
  const names = given.split(separators);
  return expanded(pattern.replaceAll('\\', '/')).some(one => (one !== '' || pattern === '') && fits(names, one.split(/\/+/).map(nameTest)));
};

// What there is for patterns: glob ( patterns, options ). Each place is looked at once for each part of a pattern.
exports.found = function* (fs, given, options) {
  const { cwd, exclude, withFileTypes = false } = optionsOf(options);
  const root = pathOf(cwd ?? process.cwd(), 'options.cwd'), told = new Set(), patterns = Array.isArray(given) ? given : [given];
  for (const pattern of patterns) checkString(pattern, 'pattern');
  const refuses = typeof exclude === 'function' ? exclude : undefined;
  const refused = (exclude !== undefined && refuses === undefined ? exclude : []).flatMap(pattern => expanded(pattern).map(one => one.split(/\/+/).map(nameTest)));
  const isLeftOut = (at, entry) => refuses?.(withFileTypes ? entry : entry.name) || refused.some(tests => fits(at.split('/'), tests));
  // Whether entries of a folder have been read for this pattern. Until then a refusal is told. Later ones are of links that lead
  // elsewhere, and of folders of others: as in Node they have no entries.
  let isInside = false;
  const forgive = error => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR' && !(isInside && error.code === 'EACCES')) throw error;
  };
  // The entries of a folder that are not left out. What is none, or is gone, has no entries.
  const entriesOf = at => {
    let entries;
    try {
      entries = fs.readdirSync(path.resolve(root, at), { withFileTypes: true });
    } catch (error) {
      forgive(error);
      return [];
    }
    isInside = true;
    return entries.filter(entry => !isLeftOut(path.join(at, entry.name), entry));
  };
  const isFolderAt = at => {
    try {
      return fs.statSync(path.resolve(root, at)).isDirectory();
    } catch (error) {
      forgive(error);
      return false;
    }
  };
  const entryAt = at => {
    const place = path.resolve(root, at), stat = at === '.' ? fs.statSync(place) : fs.lstatSync(place);
    return new Dirent(path.basename(place), stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : stat.isFile() ? 'file' : 'other', path.dirname(place));
  };
  // Links that lead nowhere are there.
  const isThere = at => [fs.statSync, fs.lstatSync].some(look => {
    try {
      look(path.resolve(root, at));
      return true;
    } catch (error) {
      forgive(error);
      return false;
    }
  });
  for (const pattern of patterns.flatMap(one => expanded(one.replaceAll('\\', '/')))) {
    const tests = pattern.split('/').filter(part => part !== '' && part !== '.').map(nameTest), seen = new Set();
    const waiting = [[pattern.startsWith('/') ? '/' : '', 0]];
    isInside = false;
    while (waiting.length > 0) {
      const [at, index] = waiting.pop(), test = tests[index], key = `${index}:${at}`, next = [];
      if (seen.has(key)) continue;
      seen.add(key);
      if (test === undefined) {
        const shown = at || '.', isFolder = pattern.endsWith('/') && shown !== '/';
        if (told.has(shown) || !isThere(shown) || refused.some(tests => fits(shown.split('/'), tests))) continue;
        if (isFolder && !isFolderAt(shown)) continue;
        told.add(shown);
        yield withFileTypes ? entryAt(shown) : isFolder ? `${shown}/` : shown;
      } else if (test === '**') {
        next.push([at, index + 1]);
        for (const entry of entriesOf(at)) {
          if (entry.name.startsWith('.')) continue;
          if (entry.isDirectory()) next.push([path.join(at, entry.name), index]);
          else if (index === tests.length - 1) next.push([path.join(at, entry.name), index + 1]);
        }
      } else if (test.text !== undefined) next.push([path.join(at, test.text), index + 1]);
      else for (const entry of entriesOf(at)) if (test(entry.name)) next.push([path.join(at, entry.name), index + 1]);
      waiting.push(...next.reverse());
    }
  }
};
