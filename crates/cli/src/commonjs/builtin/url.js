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
  return new URL('file://' + whole.replace(/[%\\\n\r\t?#]/g, encodeURIComponent));
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
    __proto__: null, ...url, protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), hash, search, pathname, path: `${pathname}${search}`, href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
};

const hostOf = name => {
  try {
    return new URL(`ws://${name}`).hostname;
  } catch {
    return '';
  }
};
exports.domainToASCII = function domainToASCII(name) { return hostOf(name); };
exports.domainToUnicode = function domainToUnicode(name) { return require('punycode').toUnicode(hostOf(name)); };

function Url() {
  for (const name of ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href']) this[name] = null;
}
exports.Url = Url;

const SLASHED = ['http:', 'https:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:'];
const escaped = text => text.replace(/[\t\n\r "'<>\\^`{|}]/g, character => '%' + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'));

exports.parse = function parse(text, parsesQuery, slashesMeanHost) {
  if (text instanceof Url) return text;
  checkString(text, 'url');
  const url = new Url();
  let rest = text.trim();
  const at = rest.search(/[?#]/), before = at < 0 ? rest : rest.slice(0, at);
  rest = before.replaceAll('\\', '/') + (at < 0 ? '' : rest.slice(at));
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
  if (slashes || protocol && !isScript && !SLASHED.includes(url.protocol)) {
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
    url.hostname = isAddress ? host.slice(1, -1).toLowerCase() : require('punycode').toASCII(host.toLowerCase());
    url.host = (isAddress ? `[${url.hostname}]` : url.hostname) + (url.port ? `:${url.port}` : '');
    if (rest !== '' && !/^[/?#]/.test(rest)) rest = `/${rest}`;
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
    const copy = new URL(url.href);
    if (options?.fragment === false) copy.hash = '';
    if (options?.search === false) copy.search = '';
    if (options?.auth === false) copy.username = copy.password = '';
    return copy.href;
  }
  if (typeof url !== 'object' || url === null) throw invalidType('urlObject', 'one of type object or string', url);
  const auth = url.auth ? encodeURIComponent(url.auth).replace(/%3A/i, ':') + '@' : '';
  let protocol = url.protocol ?? '', pathname = url.pathname ?? '', hash = url.hash ?? '', host = '';
  if (url.host) host = auth + url.host;
  else if (url.hostname) {
    host = auth + (url.hostname.includes(':') && !url.hostname.startsWith('[') ? `[${url.hostname}]` : url.hostname) + (url.port ? `:${url.port}` : '');
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

// resolve ( from, to ): what is missing of one comes from the other.
exports.resolve = function resolve(from, to) {
  const whole = new URL(to, new URL(from, 'resolve://'));
  if (whole.protocol !== 'resolve:') return whole.href;
  const { pathname, search, hash } = whole;
  const isBelow = !from.startsWith('/') && !to.startsWith('/');
  return (isBelow ? pathname.replace(/^\//, '') : pathname) + search + hash;
};
Url.prototype.resolve = function (to) { return exports.resolve(exports.format(this), to); };
exports.resolveObject = function resolveObject(from, to) { return exports.parse(exports.resolve(from, to)); };
