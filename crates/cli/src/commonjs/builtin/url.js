// URLs: the classes that are globals too, files as URLs, and the parser of old, which takes what is no whole URL.
'use strict';

const { coded, invalidType, checkString } = require('internal/errors');
const { URL, URLSearchParams } = globalThis;

exports.URL = URL;
exports.URLSearchParams = URLSearchParams;

exports.pathToFileURL = function pathToFileURL(path) {
  checkString(path, 'path');
  let whole = require('path').resolve(path);
  if (path.endsWith('/') && !whole.endsWith('/')) whole += '/';
  // A whole text would lose the spaces at its end.
  return Object.assign(new URL('file://'), { pathname: whole.replace(/[%\\\n\r\t?#[\]^|]/g, encodeURIComponent).replaceAll('~', '%7E') });
};

exports.fileURLToPath = function fileURLToPath(url) {
  if (typeof url === 'string') url = new URL(url);
  else if (typeof url?.href !== 'string') throw invalidType('path', 'of type string or an instance of URL', url);
  if (url.protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  if (url.hostname) throw coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', `File URL host must be "localhost" or empty on ${process.platform}`);
  if (/%2f/i.test(url.pathname)) {
    throw coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
  }
  return decodeURIComponent(url.pathname);
};

exports.urlToHttpOptions = function urlToHttpOptions(url) {
  const { protocol, hostname, hash, search, pathname, href, port, username, password } = url;
  const options = {
    __proto__: null, ...url, protocol, hostname: typeof hostname === 'string' ? hostname.replace(/^\[(.*)\]$/, '$1') : hostname, hash, search, pathname, path: `${pathname || ''}${search || ''}`, href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
};

// What is no host leaves that of a URL as it was.
const hostOf = names => {
  if (names.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "domain" argument must be specified');
  const [one, other] = ['x', 'y'].map(host => Object.assign(new URL(`ws://${host}`), { hostname: names[0] }).hostname);
  return one === other ? one : '';
};
exports.domainToASCII = function domainToASCII(domain) { return hostOf(arguments); };
exports.domainToUnicode = function domainToUnicode(domain) { return require('punycode').toUnicode(hostOf(arguments)); };

// What is no ASCII becomes it by UTS #46, as hosts of the web do; a last label that is no number keeps addresses out of this.
const asciiOf = name => (/^[\0-\x7F]*$/.test(name) && !/xn--/i.test(name) ? name.toLowerCase() : hostOf([`${name}.x`]).slice(0, -2));

function Url() {
  for (const name of ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href']) this[name] = null;
}
exports.Url = Url;

// Longer names are none.
const LONGEST_HOST = 255;
const SLASHED = ['http:', 'https:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:'];
const escaped = text => text.replace(/[\t\n\r "'<>\\^`{|}]/g, character => '%' + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'));

exports.parse = function parse(text, parsesQuery, slashesMeanHost) {
  if (text instanceof Url) return text;
  checkString(text, 'url');
  const url = new Url();
  let rest = text.replace(/^[\0- \xA0\uFEFF]+|[\0- \xA0\uFEFF]+$/g, '');
  const at = rest.search(/[?#]/), before = at < 0 ? rest : rest.slice(0, at);
  rest = before.replaceAll('\\', '/') + (at < 0 ? '' : rest.slice(at));
  // A path alone stays as it is.
  const simple = slashesMeanHost || before.includes('@') || rest.includes('#') ? null : /^(\/\/?(?!\/)[^?\s]*)(\?\S*)?$/.exec(rest);
  if (simple) {
    const [, pathname, search = null] = simple, query = search === null ? null : search.slice(1);
    return Object.assign(url, { path: rest, href: rest, pathname, search, query: parsesQuery ? require('querystring').parse(query ?? '') : query });
  }
  const protocol = /^[a-z0-9.+-]+:/i.exec(rest)?.[0];
  if (protocol) {
    url.protocol = protocol.toLowerCase();
    rest = rest.slice(protocol.length);
  }
  const isScript = url.protocol === 'javascript:';
  const slashes = rest.startsWith('//') && !isScript && (slashesMeanHost || protocol || /^\/\/[^@/]+@[^@/]+/.test(rest));
  if (slashes) {
    rest = rest.slice(2);
    url.slashes = true;
  }
  // As in Node, the protocols that need slashes are known in small letters only.
  if (slashes || protocol && !isScript && !SLASHED.includes(protocol)) {
    // No part of a host has tabs and ends of lines, URL 4.4.
    rest = rest.replace(/^[^/?#]*/, part => part.replace(/[\t\n\r]/g, ''));
    const end = rest.search(/[/?#]/), sign = rest.slice(0, end < 0 ? rest.length : end).lastIndexOf('@');
    if (sign >= 0) {
      url.auth = decodeURIComponent(rest.slice(0, sign));
      rest = rest.slice(sign + 1);
    }
    const stop = rest.search(/[\t\n\r "#%'/;<>?\\^`{|}]/);
    let host = stop < 0 ? rest : rest.slice(0, stop);
    rest = stop < 0 ? '' : rest.slice(stop);
    const port = /:([0-9]*)$/.exec(host);
    if (port) {
      if (port[1] !== '') url.port = port[1];
      host = host.slice(0, -port[0].length);
    }
    const isAddress = host.startsWith('[') && host.endsWith(']');
    // What is behind a second colon is of the path.
    const colon = isAddress ? -1 : host.indexOf(':');
    if (colon >= 0) [host, rest] = [host.slice(0, colon), `/${host.slice(colon)}${rest}`];
    if (host.length > LONGEST_HOST) host = '';
    url.hostname = isAddress ? host.toLowerCase() : asciiOf(host);
    if (host !== '' && url.hostname === '' || (isAddress ? /[\0\t\n\r #%/<>?@\\^|]/ : /[\0\t\n\r #%/:<>?@[\\\]^|]/).test(url.hostname)) {
      throw Object.assign(coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input: text });
    }
    url.host = url.hostname + (url.port ? `:${url.port}` : '');
    if (isAddress) {
      url.hostname = url.hostname.slice(1, -1);
      if (!rest.startsWith('/')) rest = `/${rest}`;
    }
  }
  if (!isScript) rest = escaped(rest);
  const hash = rest.indexOf('#');
  if (hash >= 0) [url.hash, rest] = [rest.slice(hash), rest.slice(0, hash)];
  const question = rest.indexOf('?');
  if (question >= 0) {
    url.search = rest.slice(question);
    url.query = rest.slice(question + 1);
    rest = rest.slice(0, question);
  } else if (parsesQuery) [url.search, url.query] = [null, ''];
  if (parsesQuery) url.query = require('querystring').parse(url.query);
  if (rest !== '') url.pathname = rest;
  if (SLASHED.includes(url.protocol) && url.hostname && !url.pathname) url.pathname = '/';
  if (url.pathname || url.search) url.path = (url.pathname ?? '') + (url.search ?? '');
  url.href = exports.format(url);
  return url;
};

exports.format = function format(url, options) {
  if (typeof url === 'string') url = exports.parse(url);
  if (url instanceof URL) {
    if (options !== undefined && options !== null && typeof options !== 'object') throw invalidType('options', 'of type object', options);
    const copy = new URL(url.href);
    if (options?.fragment === false) copy.hash = '';
    if (options?.search === false) copy.search = '';
    if (options?.auth === false) copy.username = copy.password = '';
    const { href, hostname } = copy;
    return options?.unicode ? href.replace(hostname, exports.domainToUnicode(hostname)) : href;
  }
  if (typeof url !== 'object' || url === null) throw invalidType('urlObject', 'one of type object or string', url);
  const auth = url.auth ? `${require('querystring').escape(url.auth).replace(/%3A/gi, ':')}@` : '';
  let protocol = url.protocol ?? '', pathname = url.pathname ?? '', hash = url.hash ?? '', host = '';
  if (url.host) host = auth + url.host;
  else if (url.hostname) {
    host = auth + (url.hostname.includes(':') && !/^\[[^]*\]$/.test(url.hostname) ? `[${url.hostname}]` : url.hostname) + (url.port ? `:${url.port}` : '');
  }
  const query = url.query !== null && typeof url.query === 'object' ? require('querystring').stringify(url.query) : '';
  let search = url.search ?? (query ? `?${query}` : '');
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  pathname = pathname.replace(/[?#]/g, encodeURIComponent);
  if (url.slashes || SLASHED.includes(protocol)) {
    if (url.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol === 'file:') host = '//';
  }
  if (hash && !hash.startsWith('#')) hash = `#${hash}`;
  if (search && !search.startsWith('?')) search = `?${search}`;
  return protocol + host + pathname + search.replaceAll('#', '%23') + hash;
};
Url.prototype.format = function () { return exports.format(this); };

// RFC 3986 5.2.4. What goes above the top stays where there is none. As in Node, empty names are names that `..` goes up from.
function withoutDots(path, isAbsolute) {
  const parts = [], above = [], all = path.split('/'), last = all.at(-1);
  for (const part of all) {
    if (part === '..') parts.pop() ?? above.push(part);
    else if (part !== '.') parts.push(part);
  }
  if (!isAbsolute) parts.unshift(...above);
  else if (parts[0] !== '') parts.unshift('');
  const ends = last === '' || (isAbsolute || all.length > 1) && (last === '.' || last === '..');
  if (ends && !parts.join('/').endsWith('/')) parts.push('');
  return parts.join('/');
}

// Where a protocol has no slashes, as in mailto:a@b, the host is the first name of the path.
function resolveNames(result, pathname) {
  const isAbsolute = pathname.startsWith('/'), added = pathname.split('/'), parts = [];
  const names = result.pathname?.split('/') ?? [], goesUp = !isAbsolute && !result.pathname?.startsWith('/') && !result.host;
  if (result.host) names.splice(0, names[0] === '' ? 1 : 0, result.host);
  let begins = isAbsolute || names[0] === '';
  const all = isAbsolute ? added : [...names.slice(0, -1), ...added];
  for (const name of all) {
    if (name === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (name !== '.' && (name !== '..' || goesUp)) parts.push(name);
  }
  if (begins && parts[0] !== '') parts.unshift('');
  const ends = all.at(-1) === '' || all.length > 1 && (all.at(-1) === '.' || all.at(-1) === '..');
  if (ends && !parts.join('/').endsWith('/')) parts.push('');
  const isWhole = parts[0] === '';
  let host = isWhole ? '' : parts.shift() ?? '';
  if (host.indexOf('@') > 0) [result.auth, host] = host.split('@');
  begins ||= host !== '' && parts.length > 0;
  if (begins && !isWhole) parts.unshift('');
  Object.assign(result, { host, hostname: host, port: null, pathname: parts.length > 0 ? parts.join('/') : null });
}

// resolve ( from, to ), RFC 3986 5.2.2: what is missing of one comes from the other. Neither need be a whole URL.
function resolved(from, to) {
  const base = exports.parse(from, false, true), target = exports.parse(to, false, true), result = Object.assign(new Url(), base);
  const take = (...names) => { for (const name of names) result[name] = target[name]; };
  const done = () => {
    if (SLASHED.includes(result.protocol) && result.hostname && !result.pathname) result.pathname = '/';
    result.path = result.pathname || result.search ? (result.pathname ?? '') + (result.search ?? '') : null;
    result.href = exports.format(result);
    return result;
  };
  take('hash');
  if (target.href === '') return done();
  if (target.slashes && !target.protocol) {
    take('slashes', 'auth', 'host', 'port', 'hostname', 'search', 'query', 'pathname');
    return done();
  }
  if (target.protocol && (target.protocol !== base.protocol || !SLASHED.includes(target.protocol))) {
    // The first name of http:a/b is a host.
    if (!target.host && target.pathname && target.protocol !== 'file:' && SLASHED.includes(target.protocol)) {
      return exports.parse(`${target.protocol}//${target.href.slice(target.protocol.length).replace(/^\/+/, '')}`);
    }
    return target;
  }
  if (target.pathname && base.protocol && !SLASHED.includes(base.protocol)) {
    take('search', 'query');
    resolveNames(result, target.pathname);
    return done();
  }
  if (target.host) take('slashes', 'auth', 'host', 'port', 'hostname', 'search', 'query', 'pathname');
  else if (target.pathname) {
    take('search', 'query');
    if (target.pathname.startsWith('/') || !base.pathname) take('pathname');
    else result.pathname = base.pathname.replace(/[^/]*$/, '') + target.pathname;
  } else {
    if (target.search !== null) {
      take('search', 'query');
      return done();
    }
  }
  if (result.pathname) {
    const isAbsolute = result.pathname.startsWith('/') || Boolean(result.host);
    result.pathname = withoutDots(result.pathname, isAbsolute);
  }
  return done();
}
exports.resolve = function resolve(from, to) { return resolved(from, to).href; };
exports.resolveObject = function resolveObject(from, to) { return from ? resolved(from, to) : to; };
Url.prototype.resolve = function (to) { return exports.resolve(exports.format(this), to); };
Url.prototype.resolveObject = function (to) { return resolved(exports.format(this), typeof to === 'string' ? to : exports.format(to)); };
Url.prototype.parse = function (...values) { return Object.assign(this, exports.parse(...values)); };
