// Certificates of `crypto` (RFC 5280), from bytes or PEM: what they say, and who has signed them. Nobody is asked if they count.
'use strict';

const { Buffer, isUtf8 } = require('buffer');
const { checkBoolean, checkObject, checkString, coded, invalidType, invalidValue, notHere } = require('internal/errors');
const { fields, fromPem, parts, tagged, toPem, unsupported } = require('internal/der');

const SEQUENCE = 0x30, SET = 0x31, OUTER = { version: 0xa0, extensions: 0xa3 };
// Names of attributes, by the bytes of their identifiers in hexadecimal.
const ATTRIBUTES = {
  550403: 'CN', 550404: 'SN', 550405: 'serialNumber', 550406: 'C', 550407: 'L', 550408: 'ST', 550409: 'street', '55040a': 'O', '55040b': 'OU', '55040c': 'title',
  '55042a': 'GN', '55042b': 'initials', '55040d': 'description', '55040f': 'businessCategory', 550411: 'postalCode', 550429: 'name',
  '55042c': 'generationQualifier', '55042e': 'dnQualifier', 550441: 'pseudonym', 550461: 'organizationIdentifier', '2a864886f70d010901': 'emailAddress', '0992268993f22c640119': 'DC', '0992268993f22c640101': 'UID',
};
const EXTENSIONS = { names: '551d11', usage: '551d0f', purposes: '551d25', basic: '551d13', access: '2b06010505070101', key: '551d0e', issuerKey: '551d23' };
const ACCESS = { '2b06010505073001': 'OCSP', '2b06010505073002': 'CA Issuers' };
// Keys and hashes of signatures by the algorithms; those of Ed25519 have no hash.
const SIGNATURES = {
  '2a864886f70d010105': ['rsa', 'sha1'], '2a864886f70d01010b': ['rsa', 'sha256'], '2a864886f70d01010c': ['rsa', 'sha384'], '2a864886f70d01010d': ['rsa', 'sha512'],
  '2a8648ce3d0401': ['ec', 'sha1'], '2a8648ce3d040302': ['ec', 'sha256'], '2a8648ce3d040303': ['ec', 'sha384'], '2a8648ce3d040304': ['ec', 'sha512'], '2b6570': ['ed25519', null],
};
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SIGNS_CERTIFICATES = 0x04;
// Kinds of general names: e-mail, host, URL, address.
const NAMES = { 0x81: 'email', 0x82: 'DNS', 0x86: 'URI', 0x87: 'IP Address' };
const OTHERS = { 0xa3: 'X400Name', 0xa5: 'EdiPartyName' };

const hex = bytes => bytes.toString('hex');
// An identifier has whole numbers, in their shortest form.
const isObject = bytes => bytes.length > 0 && bytes.at(-1) < 0x80 && bytes.every((byte, at) => byte !== 0x80 || at > 0 && bytes[at - 1] >= 0x80);
// Tags of the parts of structures, in hexadecimal.
const FORMS = {
  whole: /^303003$/, signed: /^(?:a0)?023030303030(?:81)?(?:82)?(?:a3)?$/, version: /^02$/, validity: /^(?:17|18){2}$/, key: /^3003$/,
  algorithm: /^06(?:..)?$/, extensions: /^30$/, extension: /^06(?:01)?04$/, attribute: /^06..$/, basic: /^(?:01)?(?:02)?$/,
  names: /^(?:a0|81|82|a3|a4|a5|86|87|88)*$/, purposes: /^(?:06)*$/, issuerKey: /^(?:80)?(?:a1)?(?:82)?$/,
};
// The parts of a structure, which have the tags of its form.
function formed(all, form) {
  if (!form.test(all.map(({ tag }) => tag.toString(16).padStart(2, '0')).join(''))) throw unsupported();
  if (all.some(({ tag, value }) => tag === 0x06 && !isObject(value))) throw unsupported();
  return all;
}
// An integer has no first byte that says only what the next one says too (X.690 8.3.2).
const isShortest = ([first, second = NaN]) => first !== undefined && !(first === 0 && second < 0x80) && !(first === 0xff && second >= 0x80);
// Identifiers with points, as 1.3.6.1. The work grows with the square of the bytes: what is longer than 128 numbers of 32 bits
// (RFC 2578 3.5) has no text.
const MOST_OF_OBJECT = 586;
function dotted(bytes) {
  if (!isObject(bytes)) throw unsupported();
  if (bytes.length > MOST_OF_OBJECT) return '';
  const numbers = [];
  let number = 0n;
  for (const byte of bytes) {
    number = number << 7n | BigInt(byte & 0x7f);
    if (byte < 0x80) number = (numbers.push(number), 0n);
  }
  const first = numbers[0] < 80n ? numbers[0] / 40n : 2n;
  return [first, numbers[0] - first * 40n, ...numbers.slice(1)].join('.');
}
// Kinds of texts with one byte for each sign: numbers, signs that can be printed, T.61 and ASCII.
const PLAIN = [0x12, 0x13, 0x14, 0x16];
// Kinds of values that are read like them, though they are no texts.
const OTHER_PLAIN = [0x07, 0x08, 0x09, 0x0b, 0x0d, 0x0e, 0x0f, 0x1d];
const isText = ({ tag }) => [...PLAIN, 0x0c, 0x1c, 0x1e].includes(tag);
// Bytes of bits. The first byte tells how many bits of the last one do not count.
function bitsOf(value) {
  if (!(value[0] <= 7)) throw unsupported();
  const bits = Buffer.from(value.subarray(1));
  if (bits.length > 0) bits[bits.length - 1] &= 0xff << value[0];
  return bits;
}
const isSurrogate = point => point >= 0xd800 && point <= 0xdfff;
// The text of a value in a name. Other kinds, and bytes that are none of their kind, are refused as in OpenSSL.
function textOf({ tag, value, whole }) {
  if (PLAIN.includes(tag) || OTHER_PLAIN.includes(tag)) return value.toString('latin1');
  if (tag === 0x30) return whole.toString('latin1');
  if (tag === 0x0c && isUtf8(value)) return value.toString();
  if (tag === 0x03) return bitsOf(value).toString('latin1');
  const size = tag === 0x1e ? 2 : 4;
  if (tag !== 0x1e && tag !== 0x1c || value.length % size !== 0) throw unsupported();
  const points = Array.from({ length: value.length / size }, (_, at) => value.readUIntBE(size * at, size));
  if (points.some(point => point > 0x10ffff || isSurrogate(point))) throw unsupported();
  return points.map(point => String.fromCodePoint(point)).join('');
}
// RFC 2253. A number sign that is all is none that begins a text, as in OpenSSL.
const escaped = text => text.replace(/[,+"\\<>;]|^ |^#(?=[^])| $/g, '\\$&');
const numbered = text => escaped(text).replace(/[\0-\x1f\x7f]/g, control => `\\${control.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
// The parts of a name. `show` tells the text of a value, and gets those of unknown kinds too.
const partsOf = (name, show) => parts(name).map(({ whole }) => parts(whole, SET).map(attribute => {
  const [kind, value] = formed(parts(attribute.whole), FORMS.attribute), short = ATTRIBUTES[hex(kind.value)];
  return `${short ?? dotted(kind.value)}=${show(value, short)}`;
}).join(' + '));
const nameOf = name => partsOf(name, value => numbered(textOf(value))).join('\n');
const nameInLine = name => partsOf(name, (value, short) => {
  const text = textOf(value);
  return short && isText(value) ? escaped(text) : `#${hex(value.whole).toUpperCase()}`;
}).reverse().join(',');
// Values of one attribute in a name.
const valuesIn = (name, wanted) => parts(name).flatMap(({ whole }) => parts(whole, SET)).map(({ whole }) => fields(whole, 2))
  .filter(([kind]) => ATTRIBUTES[hex(kind.value)] === wanted).map(([, value]) => textOf(value));
// Years of two digits are those up to 2049.
function timeOf({ tag, value }) {
  const isShort = tag === 0x17, [all, year, month, day, hour, minute, second] = (isShort ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/).exec(value.toString('latin1')) ?? [];
  if (all === undefined || MONTHS[month - 1] === undefined || hour > 23 || minute > 59 || second > 59) return 'Bad time value';
  const whole = isShort ? (year < 50 ? 2000 : 1900) + Number(year) : Number(year);
  if (new Date(Date.UTC(2000 + whole % 400, month - 1, day)).getUTCDate() !== Number(day)) return 'Bad time value';
  return `${MONTHS[month - 1]} ${String(Number(day)).padStart(2)} ${hour}:${minute}:${second} ${whole} GMT`;
}
const groupsOf = bytes => hex(bytes).match(/.{4}/g).map(group => parseInt(group, 16).toString(16).toUpperCase()).join(':');
function addressOf(bytes) {
  if (bytes.length === 4) return bytes.join('.');
  return bytes.length === 16 ? groupsOf(bytes) : `<invalid length=${bytes.length}>`;
}
// A name as Node shows it; in quotes where somebody could take a part of it for another name.
function shownName({ tag, value, whole }) {
  const kind = NAMES[tag];
  const quoted = (text, marks) => text.replace(/["\\]/g, '\\$&').replace(marks, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (tag === 0x88) return `Registered ID:${dotted(value)}`;
  if (tag === 0xa4) {
    const line = nameInLine(fields(whole, 1, tag)[0].whole);
    return `DirName:${/[\0-\x1f\x7f",'\\]/.test(line) ? `"${quoted(line, /[\0-\x1f\x7f,]/g)}"` : line}`;
  }
  if (kind === undefined) return `${OTHERS[tag] ?? 'othername'}:<unsupported>`;
  const text = tag === 0x87 ? addressOf(value) : value.toString('latin1');
  return `${kind}:${/[^\x20-\x7e]|[",'\\]/.test(text) ? `"${quoted(text, /[^\x20-\x7e]|,/g)}"` : text}`;
}

// Only letters of ASCII have two cases. JavaScript makes a k of the sign of Kelvin, which would be another one's name.
const lower = text => text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
// Hosts of addresses have no case. What has none, or nothing before it, is compared as it is.
const withoutCase = address => {
  const at = address.lastIndexOf('@');
  return at > 0 ? address.slice(0, at) + lower(address.slice(at)) : address;
};
// Names are compared as bytes, one sign each.
const inBytes = text => Buffer.from(text).toString('latin1');
// One `*` at the start or the end of the first of three labels or more. Labels have no hyphen at their ends.
const PATTERN = /^(?:\*(?:[a-z\d-]*[a-z\d])?|(?!xn--)[a-z\d](?:[a-z\d-]*[a-z\d])?\*)(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?){2,}$/;
// An extension that cannot be read has no text.
function readable(text) {
  try {
    return text();
  } catch {
    return null;
  }
}
// A pattern fits a host: the same, or its `*` stands for a label or a part of it.
function fits(pattern, host, { wildcards, partialWildcards }) {
  const [one, other] = [lower(pattern), lower(host)];
  if (one === '') return false;
  if (other.startsWith('.') && other.length > 1) return one.endsWith(other);
  if (one === other) return true;
  const star = one.indexOf('*'), dot = one.indexOf('.');
  if (!wildcards || !PATTERN.test(one)) return false;
  const end = other.indexOf('.');
  if (end <= 0 || one.slice(dot) !== other.slice(end) || dot > 1 && !partialWildcards) return false;
  const label = other.slice(0, end), [before, behind] = [one.slice(0, star), one.slice(star + 1, dot)];
  // Alone it stands for a label, which is not empty; within one it may stand for nothing.
  if (!/^(?:[a-z\d-]*|\*)$/.test(label.slice(before.length, label.length - behind.length))) return false;
  return label.length >= before.length + behind.length && label.startsWith(before) && label.endsWith(behind) && !(dot > 1 && label.startsWith('xn--'));
}
// Others than JavaScript end texts at a zero.
function checkName(text, name) {
  checkString(text, name);
  if (text.includes('\0')) throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid name');
}
function checkOptions(options) {
  checkObject(options, 'options');
  const { subject = 'default', wildcards = true, partialWildcards = true, multiLabelWildcards = false, singleLabelSubdomains = false } = options;
  checkString(subject, 'options.subject');
  for (const [name, value] of Object.entries({ wildcards, partialWildcards, multiLabelWildcards, singleLabelSubdomains })) checkBoolean(value, `options.${name}`);
  if (!['default', 'always', 'never'].includes(subject)) throw invalidValue('options.subject', subject);
  if (multiLabelWildcards || singleLabelSubdomains) throw notHere('X509Certificate.checkHost with multiLabelWildcards or singleLabelSubdomains');
  return { subject, wildcards, partialWildcards };
}

// Adds the class to `crypto`.
exports.add = (crypto, { bytesOf }) => {
  const digest = (name, bytes) => crypto.createHash(name).update(bytes).digest('hex').toUpperCase().replace(/..(?=.)/g, '$&:');
  class X509Certificate {
    #raw; #fields; #signed; #signature; #algorithm; #isAlgorithmSigned; #extensions = new Map();
    constructor(buffer) {
      if (typeof buffer !== 'string' && !ArrayBuffer.isView(buffer)) {
        throw invalidType('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', buffer);
      }
      const bytes = Buffer.from(bytesOf(buffer, 'buffer'));
      const text = bytes.toString('latin1');
      // In a line of its own: a name of a certificate may contain such words.
      this.#raw = /^(?:\xef\xbb\xbf)?-----BEGIN /m.test(text) ? fromPem(text, label => /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label)).bytes : bytes;
      const [signed, algorithm, signature] = formed(parts(this.#raw), FORMS.whole), inner = formed(parts(signed.whole), FORMS.signed);
      if (inner[0].tag === OUTER.version) formed(parts(inner.shift().whole, OUTER.version), FORMS.version);
      const [serial, within, issuer, validity, subject, key, ...more] = inner;
      if (!isShortest(serial.value) || !(signature.value[0] <= 7)) throw unsupported();
      const [from, to] = formed(parts(validity.whole), FORMS.validity);
      for (const { whole } of [within, formed(parts(key.whole), FORMS.key)[0]]) formed(parts(whole), FORMS.algorithm);
      this.#raw = Buffer.from(this.#raw.subarray(0, signed.whole.byteOffset - this.#raw.byteOffset + signed.whole.length + algorithm.whole.length + signature.whole.length));
      this.#fields = { serial, issuer: issuer.whole, from, to, subject: subject.whole, key: key.whole };
      this.#signed = signed.whole;
      this.#algorithm = hex(formed(parts(algorithm.whole), FORMS.algorithm)[0].value);
      this.#isAlgorithmSigned = within.whole.equals(algorithm.whole);
      this.#signature = signature.value.subarray(1);
      const extensions = more.find(({ tag }) => tag === OUTER.extensions);
      for (const { whole } of extensions ? parts(formed(parts(extensions.whole, OUTER.extensions), FORMS.extensions)[0].whole) : []) {
        const [kind, ...rest] = formed(parts(whole), FORMS.extension);
        // Nobody can tell which one of two counts.
        if (this.#extensions.has(hex(kind.value))) throw unsupported();
        this.#extensions.set(hex(kind.value), rest.at(-1).value);
      }
      // Names that cannot be read are no names.
      for (const name of [issuer, subject]) nameOf(name.whole);
    }
    get raw() { return this.#raw; }
    get subject() { return nameOf(this.#fields.subject) || undefined; }
    get issuer() { return nameOf(this.#fields.issuer) || undefined; }
    get issuerCertificate() { return undefined; }
    get subjectAltName() { return readable(() => this.#names()?.map(shownName).join(', ')); }
    get infoAccess() {
      const access = this.#extensions.get(EXTENSIONS.access);
      return access && readable(() => parts(access).map(({ whole }) => {
        const [way, where] = fields(whole, 2);
        return `${ACCESS[hex(way.value)] ?? dotted(way.value)} - ${shownName(where)}`;
      }).join('\n'));
    }
    get validFrom() { return timeOf(this.#fields.from); }
    get validTo() { return timeOf(this.#fields.to); }
    get fingerprint() { return digest('sha1', this.#raw); }
    get fingerprint256() { return digest('sha256', this.#raw); }
    get fingerprint512() { return digest('sha512', this.#raw); }
    get keyUsage() {
      const purposes = this.#extensions.get(EXTENSIONS.purposes);
      return (purposes && readable(() => formed(parts(purposes), FORMS.purposes).map(({ value }) => dotted(value)))) ?? undefined;
    }
    get serialNumber() {
      const bytes = this.#fields.serial.value, unsigned = BigInt(`0x${hex(bytes)}`), isNegative = bytes[0] >= 0x80;
      const text = (isNegative ? (1n << BigInt(8 * bytes.length)) - unsigned : unsigned).toString(16).toUpperCase();
      return (isNegative ? '-' : '') + (text === '0' ? text : text.padStart(2 * Math.ceil(text.length / 2), '0'));
    }
    get ca() {
      if (!this.#isReadable()) return false;
      const basic = this.#extensions.get(EXTENSIONS.basic), [flag] = basic ? parts(basic) : [];
      return flag?.tag === 0x01 && flag.value[0] > 0 && this.#mayIssue();
    }
    get publicKey() { return crypto.createPublicKey({ key: this.#fields.key, format: 'der', type: 'spki' }); }
    #names() {
      const names = this.#extensions.get(EXTENSIONS.names);
      return names && formed(parts(names), FORMS.names);
    }
    // A certificate with extensions that cannot be read issues none, and none has issued it.
    #isReadable() {
      const [basic, usage, purposes, key, issuerKey] = ['basic', 'usage', 'purposes', 'key', 'issuerKey'].map(name => this.#extensions.get(EXTENSIONS[name]));
      const check = () => {
        const [flag, length] = basic ? formed(parts(basic), FORMS.basic) : [];
        const [bits] = usage ? parts(tagged(SEQUENCE, usage)) : [], [id] = key ? parts(tagged(SEQUENCE, key)) : [];
        this.#names();
        if (purposes) formed(parts(purposes), FORMS.purposes);
        if (issuerKey) formed(parts(issuerKey), FORMS.issuerKey);
        const isFlag = flag?.tag !== 0x01 || flag.value.length === 1, isLength = [flag, length].every(part => part?.tag !== 0x02 || part.value[0] < 0x80);
        const isUsage = !usage || bits?.tag === 0x03 && bitsOf(bits.value).some(byte => byte !== 0);
        return isFlag && isLength && isUsage && (!key || id?.tag === 0x04);
      };
      return readable(check) === true;
    }
    #mayIssue() {
      const usage = this.#extensions.get(EXTENSIONS.usage);
      return usage === undefined || (bitsOf(parts(tagged(SEQUENCE, usage))[0].value)[0] & SIGNS_CERTIFICATES) !== 0;
    }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
      if (depth < 0) return '[X509Certificate]';
      const { subject, subjectAltName, issuer, infoAccess, validFrom, validTo, fingerprint, fingerprint256, fingerprint512, keyUsage, serialNumber } = this;
      const shown = { subject, subjectAltName, issuer, infoAccess, validFrom, validTo, fingerprint, fingerprint256, fingerprint512, keyUsage, serialNumber };
      return `X509Certificate ${inspect(shown, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
    }
    toString() { return toPem('CERTIFICATE', this.#raw); }
    toJSON() { return this.toString(); }
    toLegacyObject() { throw notHere('X509Certificate.toLegacyObject'); }
    // The names of a kind, or those of the subject where there are none.
    #namesOf(tag, attribute, subject) {
      const names = (this.#names() ?? []).filter(name => name.tag === tag).map(({ value }) => value.toString('latin1'));
      return subject === 'always' || subject === 'default' && names.length === 0 ? [...names, ...valuesIn(this.#fields.subject, attribute).map(inBytes)] : names;
    }
    checkHost(name, options = {}) {
      checkName(name, 'name');
      const how = checkOptions(options);
      return this.#namesOf(0x82, 'CN', how.subject).find(pattern => fits(pattern, inBytes(name), how));
    }
    checkEmail(email, options = {}) {
      checkName(email, 'email');
      const { subject } = checkOptions(options), wanted = withoutCase(inBytes(email));
      return this.#namesOf(0x81, 'emailAddress', subject).some(one => withoutCase(one) === wanted) ? email : undefined;
    }
    checkIP(ip) {
      checkString(ip, 'ip');
      if (require('net').isIP(ip) === 0 || ip.includes('%')) throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid IP');
      const wanted = bytesOfAddress(ip);
      return (this.#names() ?? []).some(({ tag, value }) => tag === 0x87 && value.equals(wanted)) ? ip : undefined;
    }
    checkIssued(otherCert) {
      if (!(otherCert instanceof X509Certificate)) throw invalidType('otherCert', 'an instance of X509Certificate', otherCert);
      if (!this.#isReadable() || !otherCert.#isReadable()) return false;
      const named = this.#extensions.get(EXTENSIONS.issuerKey), own = otherCert.#extensions.get(EXTENSIONS.key);
      const of = tag => named && parts(named).find(part => part.tag === tag), id = of(0x80), names = of(0xa1), number = of(0x82);
      const name = names && parts(names.whole, 0xa1).find(({ tag }) => tag === 0xa4);
      if (id && own && !id.value.equals(own.subarray(2)) || number && !number.value.equals(otherCert.#fields.serial.value)) return false;
      if (name && !fields(name.whole, 1, 0xa4)[0].whole.equals(otherCert.#fields.issuer)) return false;
      return this.#fields.issuer.equals(otherCert.#fields.subject) && otherCert.#mayIssue();
    }
    checkPrivateKey(pkey) {
      if (!(pkey instanceof crypto.KeyObject)) throw invalidType('pkey', 'an instance of KeyObject', pkey);
      if (pkey.type !== 'private') throw invalidValue('pkey', pkey);
      return crypto.createPublicKey(pkey).equals(this.publicKey);
    }
    verify(pkey) {
      if (!(pkey instanceof crypto.KeyObject)) throw invalidType('pkey', 'an instance of KeyObject', pkey);
      if (pkey.type !== 'public') throw invalidValue('pkey', pkey);
      if (!Object.hasOwn(SIGNATURES, this.#algorithm)) throw notHere('X509Certificate.verify with this signature');
      const [type, hash] = SIGNATURES[this.#algorithm];
      if (!this.#isAlgorithmSigned || pkey.asymmetricKeyType !== type) return false;
      try {
        return crypto.verify(hash, this.#signed, pkey, this.#signature);
      } catch {
        return false;
      }
    }
  }
  crypto.X509Certificate = X509Certificate;
};

function bytesOfAddress(ip) {
  const { isIP } = require('net');
  if (isIP(ip) === 4) return Buffer.from(ip.split('.').map(Number));
  // The last four bytes may be written as those of the fourth version.
  const last = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip);
  if (last) ip = last[1] + (hex(bytesOfAddress(last[2])).match(/.{4}/g) ?? []).join(':');
  const [before, behind] = ip.split('::').map(side => (side === '' ? [] : side.split(':'))), zeros = 8 - before.length - (behind?.length ?? 0);
  const groups = behind === undefined ? before : [...before, ...Array(Math.max(zeros, 0)).fill('0'), ...behind];
  return Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex');
}
