// Files as URLs: of Node's `url` what needs no parser of URLs.
'use strict';

exports.pathToFileURL = function pathToFileURL(path) {
  const whole = require('path').resolve(path);
  const pathname = whole.split('/').map(part => encodeURIComponent(part).replace(/%(3A|40|26|3D|2B|24|2C)/g, decodeURIComponent)).join('/');
  return { href: 'file://' + pathname, protocol: 'file:', pathname, toString() { return this.href; } };
};

exports.fileURLToPath = function fileURLToPath(url) {
  const href = String(url?.href ?? url);
  if (!href.startsWith('file://')) throw new TypeError('The URL must be of scheme file');
  return decodeURIComponent(href.slice('file://'.length).replace(/[?#].*$/, ''));
};
