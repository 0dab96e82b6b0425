// MIMEType and MIMEParams of `util`, MIME Sniffing 4.
'use strict';

const { coded } = require('internal/errors');

const OTHER = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/, NO_VALUE = /[^\t\u0020-~\u0080-\u00FF]/, END = /[^\r\n\t ]|$/;
const invalid = (name, text, at) =>
  coded(TypeError, 'ERR_INVALID_MIME_SYNTAX', `The MIME syntax for a ${name} in "${text}" is invalid${at >= 0 ? ` at ${at}` : ''}`);

// Where a character is that is none of a token, or -1 in one.
const wrongIn = text => (text === '' ? -1 : text.search(OTHER));
function typeAndRest(text) {
  const start = text.search(END), slash = text.indexOf('/', start), type = text.slice(start, slash < 0 ? undefined : slash);
  if (slash < 0 || type === '' || wrongIn(type) >= 0) throw invalid('type', text, wrongIn(type));
  const semicolon = text.indexOf(';', slash), whole = text.slice(slash + 1, semicolon < 0 ? undefined : semicolon);
  const subtype = whole.replace(/[\r\n\t ]*$/, '');
  if (subtype === '' || wrongIn(subtype) >= 0) throw invalid('subtype', text, wrongIn(subtype));
  return [type.toLowerCase(), subtype.toLowerCase(), semicolon < 0 ? '' : text.slice(semicolon + 1)];
}

class MIMEParams {
  #all = new Map();
  // Takes what comes behind a type: what is damaged is left out.
  static read(text) {
    const params = new MIMEParams();
    for (let at = 0; at < text.length;) {
      at += text.slice(at).search(END);
      const stop = text.slice(at).search(/[;=]|$/), name = text.slice(at, at + stop).toLowerCase();
      at += stop;
      if (text[at] !== '=') {
        at++;
        continue;
      }
      at++;
      let value;
      if (text[at] === '"') {
        [, value] = /^"((?:[^"\\]|\\[^]|\\$)*)/.exec(text.slice(at));
        at += value.length + 1;
        value = value.replace(/\\([^])/g, '$1');
        at += text.slice(at).search(/;|$/) + 1;
      } else {
        const length = text.slice(at).search(/;|$/);
        value = text.slice(at, at + length).replace(/[\r\n\t ]*$/, '');
        at += length + 1;
        if (value === '') continue;
      }
      if (name !== '' && wrongIn(name) < 0 && !NO_VALUE.test(value) && !params.has(name)) params.#all.set(name, value);
    }
    return params;
  }
  delete(name) { this.#all.delete(name); }
  get(name) { return this.#all.get(`${name}`) ?? null; }
  has(name) { return this.#all.has(`${name}`); }
  set(name, value) {
    name = `${name}`;
    value = `${value}`;
    if (name === '' || wrongIn(name) >= 0) throw invalid('parameter name', name, wrongIn(name));
    const wrong = value.search(NO_VALUE);
    if (wrong >= 0) throw invalid('parameter value', value, wrong);
    this.#all.set(name, value);
  }
  *entries() { yield* this.#all.entries(); }
  *keys() { yield* this.#all.keys(); }
  *values() { yield* this.#all.values(); }
  toString() {
    return Array.from(this.#all, ([name, value]) => {
      const isToken = value !== '' && wrongIn(value) < 0;
      return `${name}=${isToken ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
    }).join(';');
  }
}
const { read } = MIMEParams;
delete MIMEParams.read;
Object.defineProperty(MIMEParams.prototype, Symbol.iterator, { value: MIMEParams.prototype.entries, writable: true, configurable: true });
Object.defineProperty(MIMEParams.prototype, 'toJSON', { value: MIMEParams.prototype.toString, writable: true, configurable: true });

class MIMEType {
  #type; #subtype; #params;
  constructor(text) {
    const [type, subtype, rest] = typeAndRest(`${text}`);
    this.#type = type;
    this.#subtype = subtype;
    this.#params = read(rest);
  }
  get type() { return this.#type; }
  set type(value) {
    const wrong = wrongIn(value = `${value}`);
    if (value === '' || wrong >= 0) throw invalid('type', value, wrong);
    this.#type = value.toLowerCase();
  }
  get subtype() { return this.#subtype; }
  set subtype(value) {
    const wrong = wrongIn(value = `${value}`);
    if (value === '' || wrong >= 0) throw invalid('subtype', value, wrong);
    this.#subtype = value.toLowerCase();
  }
  get essence() { return `${this.#type}/${this.#subtype}`; }
  get params() { return this.#params; }
  toString() {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }
}
Object.defineProperty(MIMEType.prototype, 'toJSON', { value: MIMEType.prototype.toString, writable: true, configurable: true });
Object.assign(exports, { MIMEType, MIMEParams });
