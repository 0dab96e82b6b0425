// Keys in texts and bytes as files have them: several blocks, other forms, odd numbers beside them.
'use strict';
const crypto = require('crypto');
const { inspect } = require('util');

function tell(name, work) {
  try {
    console.log(name, inspect(work()));
  } catch (error) {
    console.log(name, error.name, error.code);
  }
}
const pem = (label, bytes) => `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;
const { privateKey, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sec1 = privateKey.export({ type: 'sec1', format: 'pem' }), spki = publicKey.export({ type: 'spki', format: 'pem' });
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }), parameters = pem('EC PARAMETERS', Buffer.from('06082a8648ce3d030107', 'hex'));

tell('tags', () => [privateKey, publicKey, crypto.createSecretKey(Buffer.alloc(3))].map(String));
for (const [name, text] of Object.entries({
  'with parameters': parameters + sec1, 'public before': spki + pkcs8, 'private before': pkcs8 + spki, 'words before': 'a key:\n' + pkcs8, 'other before': pem('X', Buffer.from('x')) + pkcs8,
  'two keys': pkcs8 + sec1, 'public alone': spki, 'other alone': pem('X', Buffer.from('x')), cut: spki.slice(0, 60) + pkcs8, lines: (spki + pkcs8).replace(/\n/g, '\r\n'), 'as bytes': Buffer.from(parameters + sec1),
})) {
  tell(name, () => crypto.createPrivateKey(text).equals(privateKey));
  tell(name, () => crypto.createPublicKey(text).equals(publicKey));
}

const rsa = crypto.createPrivateKey({ format: 'jwk', key: {
  kty: 'RSA', e: 'AQAB',
  n: 'ocavi4Ux8QPxLlKhTfRIfT-xGW-aCKjJSGfYzXcbaYFfQ8dnUnqmCZMvcX8t4GV87T1nwL1rianjC-D09UOOvrLA8eOor9NMIPv4u57kZR9UOJsxfJhWUfRxsiQcImLREDIoaH_9U9NTotoAnC-duEnWSB-xb6iU-6zHekp64lE',
  d: 'XqsVKREts3t6FIB4MlUEYn72FQtw2SZke4GBpmLP4MK7S7-Rn_tz1GCUP9eLsifRnkbzwx9Vob6PxfDDiA8bpWAyuCJctHrgBqM_SKNLG08DU463kpJ_sWiiZgXBJo999oYLywqxM5lRzSYOcO7I00yolcSOS_YkiG4SITA4eQ0',
  p: '1FK9qRyC6G7nUPvi98aQ_HufMQ5oAg2EZEmMlJpiIpOFAbPudC4xaux6Yc5SedzA1e80S39UYtQ8h36RI2Hwow', q: 'ww4PIlgrjvoUI2G_yKyj5M186v5x8GQUEiaRJnHonkANsGcefiPamXFf6h_ib8rzvqpdIoPmmjKHLUcnSHLsew',
  dp: 'nkjEnYLk0JSFG6l8Tc0ZHzClv7OGtCkRjpYKGGpzSGWDXX6fALvDGXwLzEg80h5RH-vAp5vX9AlWyof_eUo1Uw', dq: 'TWK5jGWwumPrM3JnlWUxDOidw9m5OKdr8xuMANW2dXpyM-dliKQO6Uu6wvdtbe72L1IF61irV8fuK3-MTUkTGw',
  qi: 'dg0ZjTPYbacnGLKYDhQVW0qnw1Wvom2VE8KYe5neAQfyJmG1AVgloHeiltHw9lg_1RPeZvAfyPhbz0fFnfFsgQ',
} });
const ofRsa = crypto.createPublicKey(rsa);
for (const type of ['pkcs1', 'pkcs8', 'sec1']) tell(type, () => crypto.createPublicKey({ key: rsa.export({ type, format: 'der' }), type, format: 'der' }).equals(ofRsa));
tell('public pkcs1', () => crypto.createPublicKey({ key: ofRsa.export({ type: 'pkcs1', format: 'der' }), type: 'pkcs1', format: 'der' }).equals(ofRsa));

// Numbers and labels beside keys.
for (const options of [{ padding: null }, { padding: 'x' }, { padding: 1.5 }, { saltLength: null }, { padding: 6, saltLength: 1.5 }, { padding: 6, saltLength: '8' }, { padding: 6, saltLength: 8 }]) {
  tell(inspect(options), () => crypto.sign('sha256', Buffer.from('a'), { key: rsa, ...options }).length);
  tell(inspect(options), () => crypto.verify('sha256', Buffer.from('a'), { key: ofRsa, ...options }, Buffer.alloc(128)));
}
for (const oaepLabel of [undefined, 'label', Buffer.from('label'), new Uint16Array([1, 2]), 5, null]) {
  tell(`label ${inspect(oaepLabel)}`, () => crypto.privateDecrypt({ key: rsa, oaepLabel }, crypto.publicEncrypt({ key: ofRsa, oaepLabel }, Buffer.from('text'))).toString());
}
tell('same label', () => crypto.privateDecrypt({ key: rsa, oaepLabel: Buffer.from('label') }, crypto.publicEncrypt({ key: ofRsa, oaepLabel: 'label' }, Buffer.from('text'))).toString());
for (const oaepHash of [5, null, 'sha256']) tell(`hash ${oaepHash}`, () => crypto.publicEncrypt({ key: ofRsa, oaepHash }, Buffer.from('text')).length);
// Bytes that are no key are no error of the reader's own.
const failure = work => { try { return work(); } catch (error) { return error.name; } };
for (const hex of ['3000', '30023000', '3003020100', '30053000020100', '300502010030']) {
  for (const type of ['spki', 'pkcs1']) tell(`public ${type} ${hex}`, () => failure(() => crypto.createPublicKey({ key: Buffer.from(hex, 'hex'), format: 'der', type }).type));
  if (hex.startsWith('3005') || hex === '30023000') continue;
  for (const type of ['pkcs8', 'pkcs1', 'sec1']) tell(`private ${type} ${hex}`, () => failure(() => crypto.createPrivateKey({ key: Buffer.from(hex, 'hex'), format: 'der', type, passphrase: 'x' }).type));
}
for (const label of ['CERTIFICATE', 'PUBLIC KEY', 'RSA PUBLIC KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY']) {
  const key = `-----BEGIN ${label}-----\nMAA=\n-----END ${label}-----\n`;
  tell(label, () => failure(() => crypto[label.endsWith('PRIVATE KEY') ? 'createPrivateKey' : 'createPublicKey']({ key, passphrase: 'x' }).type));
}
// Blocks begin and end at the start of a line, and are base64.
const forms = {
  'lines of Windows': text => text.replace(/\n/g, '\r\n'), 'no last line': text => text.trimEnd(), 'spaces at ends': text => text.replace(/\n/g, '  \n'), 'spaces before': text => `  ${text}`, 'lines before': text => `\n\n${text}`,
  'old lines': text => text.replace(/\n/g, '\r'), 'one line': text => text.replace(/\n/g, ''), 'no end': text => text.replace(/-----END.*/, ''), 'other end': text => text.replace(/END .*-----/, 'END X-----'),
  'end in a line': text => text.replace('\n-----END', '-----END'), 'other signs': text => text.replace('\n', '\n!!'), 'two spaces': text => text.replace('BEGIN ', 'BEGIN  '), 'tabs': text => text.replace(/\n(?!-|$)/g, '\n\t'),
  'mark': text => `\ufeff${text}`, 'twice': text => text + text, 'too short': text => text.replace(/.{3}\n(?=-----END)/, '\n'), 'zero before': text => `\0${text}`, 'zero behind': text => `${text}\0`,
};
for (const [name, form] of Object.entries(forms)) {
  tell(name, () => failure(() => crypto.createPrivateKey(form(pkcs8)).equals(privateKey)));
  tell(name, () => failure(() => crypto.createPublicKey(Buffer.from(form(spki))).equals(publicKey)));
}
// Keys that are encrypted in the old way have headers with hyphens. They count, so no key behind them is taken instead.
const old = pem('EC PRIVATE KEY', Buffer.alloc(48, 7)).replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n');
for (const text of [old, old + pkcs8, old + sec1, parameters + old + pkcs8]) tell('old way', () => ['createPrivateKey', 'createPublicKey'].map(make => { try { return crypto[make](text).equals(privateKey); } catch { return 'refused'; } }));
// An empty line ends headers, which are only those of keys that are encrypted in the old way.
const after = (text, ...lines) => text.replace('\n', `\n${lines.join('\n')}\n`);
const empty = {
  'an empty line': text => after(text, ''), 'spaces': text => after(text, ' \t'), 'two empty lines': text => after(text, '', ''), 'an empty line at the end': text => text.replace('-----END', '\n-----END'),
  'an empty line within': text => text.replace(/\n(.+)\n/, '\n$1\n\n'), 'headers': text => after(text, 'Comment: x', 'Other: y', ''), 'headers alone': text => after(text, 'Comment: x'),
  'other headers': text => after(text, 'Proc-Type: 4,MIC-CLEAR', ''), 'a version': text => after(text, 'Proc-Type: 5,ENCRYPTED', ''), 'empty lines of Windows': text => after(text, '').replace(/\n/g, '\r\n'),
};
for (const [name, form] of Object.entries(empty)) {
  for (const [make, text] of [['createPrivateKey', pkcs8], ['createPrivateKey', sec1], ['createPublicKey', spki]]) {
    try {
      console.log(name, crypto[make](form(text)).type);
    } catch (error) {
      console.log(name, error.message, Object.keys(error).filter(key => key !== 'opensslErrorStack'), error.code);
    }
  }
}
