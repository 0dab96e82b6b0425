// Certificates: what they say, and who has signed them.
'use strict';
const crypto = require('crypto');
const { inspect } = require('util');

const RSA_KEY = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAMcuVgtSutAK7H1z
lCqwsU/5phDHD9X1NltA/hdROGwo5lewMKhKbJXiiVMf4+Vy01CLz5yBi6NccPei
ozRUptLYZjql+0GX5h8IIUHKICr8fbdqEXkh+7S0kz5s6K5bzSbHXUKQ4BmprgbT
Ta61G9ujM6PoEKEcAvU6OhAsEIizAgMBAAECgYBn9+7gEDoFWH5jaY5AzmRvq4+c
mFvSwiGydnVrdHDwPFUoFob/gYG2pz4pTq8l2M8m7yPavOBH0HwDNzjbmwhMgKmK
xPxZ8IGnEONAxiYBj4rYOiU3B4ek27LrklBO3AfKheeaLNRdtkdoJFKOPNI2ZPJB
csxFjJZvN6CuA8mzgQJBAO4CudkfihwXdlOlwrR0mCCkFGTI0TtUf4se6l1RlrYo
vp2nTZHPXYydiWlY4Bh3xYFgi5wMnrtTXa645dOfr8ECQQDWPEtXn0vV+G9CIELe
wEhOEQA0QuhEiPTxuDkr10qPxz7Za5nrhaqii40rIqOG7Z/TYOzPeKpjh5wMq0Mk
WdVzAkAvbhOjFQnstzA5UxsN4v494vS9cNdhP2F7U9nYZt3lxxDVUfW/TNeTogE0
ISXnOlb9hUPNASbQpbhRjT8fgP8BAkBu1TihNy8znlho3Gnb9ZwyjwcNAoRJWJVo
LEefj7zqT0kLkGhL+ZYCi7HX3A6/slWaNK2u1B1KapDn2P5eYv9TAkEAsx9MzEZu
1F3+7Jbog4i+pCptQ/WHPzjW7fpuIA7My8CDZQc9XU5bMIC8AkELQufPWrjDP/W2
COeChwidctijVQ==
-----END PRIVATE KEY-----
`;
const texts = {
  rsa: [`-----BEGIN CERTIFICATE-----
MIIDRjCCAq+gAwIBAgIURS6XTQtR828AdcfnpIBOhZ3oCgowDQYJKoZIhvcNAQEL
BQAwZDELMAkGA1UEBhMCREUxETAPBgNVBAoMCEV4LCBJbmMuMQwwCgYDVQQLDANS
K0QxFjAUBgNVBAMMDSouZXhhbXBsZS5jb20xHDAaBgkqhkiG9w0BCQEWDWFAZXhh
bXBsZS5jb20wHhcNMjYxMTMwMTgzMjEyWhcNMzYxMTI3MTgzMjEyWjBkMQswCQYD
VQQGEwJERTERMA8GA1UECgwIRXgsIEluYy4xDDAKBgNVBAsMA1IrRDEWMBQGA1UE
AwwNKi5leGFtcGxlLmNvbTEcMBoGCSqGSIb3DQEJARYNYUBleGFtcGxlLmNvbTCB
nzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAxy5WC1K60ArsfXOUKrCxT/mmEMcP
1fU2W0D+F1E4bCjmV7AwqEpsleKJUx/j5XLTUIvPnIGLo1xw96KjNFSm0thmOqX7
QZfmHwghQcogKvx9t2oReSH7tLSTPmzorlvNJsddQpDgGamuBtNNrrUb26Mzo+gQ
oRwC9To6ECwQiLMCAwEAAaOB9DCB8TBkBgNVHREEXTBbggtleGFtcGxlLmNvbYIN
Ki5leGFtcGxlLmNvbYILc3ViLioueC5jb22HBH8AAAGHEAAAAAAAAAAAAAAAAAAA
AAGBDWJAZXhhbXBsZS5vcmeGCWh0dHA6Ly91LzALBgNVHQ8EBAMCBaAwHQYDVR0l
BBYwFAYIKwYBBQUHAwEGCCsGAQUFBwMCMAwGA1UdEwEB/wQCMAAwMAYIKwYBBQUH
AQEEJDAiMCAGCCsGAQUFBzABhhRodHRwOi8vb2NzcC5leGFtcGxlLzAdBgNVHQ4E
FgQURQw/CC2WoT3gRqbpkfIItQsP1GIwDQYJKoZIhvcNAQELBQADgYEAs5YqeDck
1TjquyU/WxCq9Td8Gdj8fanoeVgkbqtSq250lHKfsQzvrBvfZCc707w+qLx8shDF
S5Dg1ZTeR5sp8dk4F2PoDtZr9BvSTPY2LAT3ybmVem5RV0wN2FfQB6Ggo2S98LE6
xYz1XPD5pK9gt7zZo0hvVayElzLcAxBXfG4=
-----END CERTIFICATE-----
`, RSA_KEY],
  words: [`-----BEGIN CERTIFICATE-----
MIIBpjCCAU2gAwIBAgIUWmaUJmLRz8WCjfYqRYeI/KyDXB0wCgYIKoZIzj0EAwIw
KDEaMBgGA1UEAwwRR3LDtsOfZSAvIHgseT16IzExCjAIBgNVBAoMAUEwIBcNMjYx
MTMwMTgzMjEyWhgPMjMwMDA5MTUxODMyMTJaMCgxGjAYBgNVBAMMEUdyw7bDn2Ug
LyB4LHk9eiMxMQowCAYDVQQKDAFBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
pYdpVZ8v/Hq53rB95JSlNr2/J8uAsUA5yy3cetC8ob6QFgwHgvE07arlwL1Cm8CO
79V1i6xew1z4+rsul9Hco6NTMFEwHQYDVR0OBBYEFCZ9ZFUxCKPFKF+M01cYZ2Oq
Jl9+MB8GA1UdIwQYMBaAFCZ9ZFUxCKPFKF+M01cYZ2OqJl9+MA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgPR4RON6YbdoflzWex5yhFSrn/LK5ss1H
L9vSyvGr2zECIBZfGFfO1LiaSsF1M/TKn/N3ebkVZhEKlgGg2MSmiXkh
-----END CERTIFICATE-----
`, `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpPstYVIh0qpq3f5i
geo7aDy8YI/qRuyuMmAaDNGxv46hRANCAASlh2lVny/8ernesH3klKU2vb8ny4Cx
QDnLLdx60LyhvpAWDAeC8TTtquXAvUKbwI7v1XWLrF7DXPj6uy6X0dyj
-----END PRIVATE KEY-----
`],
  authority: [`-----BEGIN CERTIFICATE-----
MIIBLjCB4aADAgECAhQSjkt/RYghn6U0X1ikW2GpBlnlyjAFBgMrZXAwDTELMAkG
A1UEAwwCY2EwHhcNMjYxMTMwMTgzMjEyWhcNMjYxMjEwMTgzMjEyWjANMQswCQYD
VQQDDAJjYTAqMAUGAytlcAMhAMV9TnEYUGorl2Tl+bXW8w4mpaEpHKv9ObPZFiSb
0Cv9o1MwUTAdBgNVHQ4EFgQUkg6pcXiKslVcKmaiB40+zogplswwHwYDVR0jBBgw
FoAUkg6pcXiKslVcKmaiB40+zogplswwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
QQDX1+SYDM2G230rBrLpvyb2nY/qSLVLaD9fy1z+C2idKl8SOKPMd4vTs3VM5zZ0
v/u+PMiisfuZfeoyx5wDUCsB
-----END CERTIFICATE-----
`, `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIKjeAocM5YIKnZL3PInBxl1SSqhdbUJ5Vn2WIOAwViND
-----END PRIVATE KEY-----
`],
  leaf: [`-----BEGIN CERTIFICATE-----
MIIB5TCCAZegAwIBAgIUc+o+Swq3mM2fmhiYf8vnYUF7GgMwBQYDK2VwMA0xCzAJ
BgNVBAMMAmNhMB4XDTI2MTEzMDE4MzQwNVoXDTM1MDIxNjE4MzQwNVowRDETMBEG
CgmSJomT8ixkARkWA29yZzEZMBcGA1UEAwwQbGVhZi5leGFtcGxlLm9yZzESMBAG
CgmSJomT8ixkAQEMAnUxMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqsxe8WLb
W/CpUFSIcI07swOiq4JpPNC4ony88DuAeQ/iZ+DjSqfr40eg7M7EX9crqL3LVflw
UKZSzRBzU+rREaOBojCBnzBdBgNVHREEVjBUgQ5NZUBFeGFtcGxlLm9yZ4IOdyou
ZXhhbXBsZS5uZXSCEnhuLS13Ki5leGFtcGxlLm5ldKQeMBwxCzAJBgNVBAYTAkRF
MQ0wCwYDVQQDDAR4LCB5MB0GA1UdDgQWBBSrO0exjUd+zFCHocdOjw5+JfG+zTAf
BgNVHSMEGDAWgBSSDqlxeIqyVVwqZqIHjT7OiCmWzDAFBgMrZXADQQBbotlm/Vd8
lU1tyjphElWvJHWa4zXPsor2h1YVEr4noen0v318vWu5AXDWtAwbAOPMDO9YWyid
4mQD1/nj46oB
-----END CERTIFICATE-----
`, `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRIu2j4yYd2kUetMa
cJ4cahVQaKfN2QpLIfpv4aivOaWhRANCAASqzF7xYttb8KlQVIhwjTuzA6Krgmk8
0LiifLzwO4B5D+Jn4ONKp+vjR6DszsRf1yuovctV+XBQplLNEHNT6tER
-----END PRIVATE KEY-----
`],
  odd: [`-----BEGIN CERTIFICATE-----
MIICIzCCAYygAwIBAgIBBTANBgkqhkiG9w0BAQ0FADAsMQ0wCwYDVQQDDAQgI2Eg
MQowCAYDVQRhDAF6MQ8wDQYDVQQKDAbDvDw+OyIwIBcNMjYxMTMwMTgzNDA1WhgP
MjA1NDA0MTcxODM0MDVaMCwxDTALBgNVBAMMBCAjYSAxCjAIBgNVBGEMAXoxDzAN
BgNVBAoMBsO8PD47IjCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAxy5WC1K6
0ArsfXOUKrCxT/mmEMcP1fU2W0D+F1E4bCjmV7AwqEpsleKJUx/j5XLTUIvPnIGL
o1xw96KjNFSm0thmOqX7QZfmHwghQcogKvx9t2oReSH7tLSTPmzorlvNJsddQpDg
GamuBtNNrrUb26Mzo+gQoRwC9To6ECwQiLMCAwEAAaNTMFEwHQYDVR0OBBYEFEUM
PwgtlqE94Eam6ZHyCLULD9RiMB8GA1UdIwQYMBaAFEUMPwgtlqE94Eam6ZHyCLUL
D9RiMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQENBQADgYEAgKQPboSNn7Xw
tzeQ2iF6kMIKKwvD4cAlrnhYmRgst/CESXv4BHpcxzf8dljSrt5rZ8QFtNbwCxS/
4WHLtIZ/pJWOHHnRjoGTbMJ9u/OQ9vkVQd49e9kOWLl5X/5jxebVD6eeOHTZ76ib
MDDpbiRTdILmin9KE5P/VIuL9sqAIV4=
-----END CERTIFICATE-----
`, RSA_KEY],
};
function tell(name, work) {
  try {
    console.log(name, inspect(work(), { breakLength: Infinity }));
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const all = Object.fromEntries(Object.entries(texts).map(([name, [text]]) => [name, new crypto.X509Certificate(text)]));
for (const [name, certificate] of Object.entries(all)) {
  for (const what of ['subject', 'issuer', 'subjectAltName', 'infoAccess', 'validFrom', 'validTo', 'fingerprint', 'fingerprint256', 'fingerprint512', 'keyUsage', 'serialNumber', 'ca']) {
    tell(`${name} ${what}`, () => certificate[what]);
  }
  const [text, secret] = texts[name], key = crypto.createPrivateKey(secret);
  tell(name, () => [certificate.publicKey.asymmetricKeyType, certificate.publicKey.equals(crypto.createPublicKey(key)), certificate.raw.length, certificate.toString() === text, JSON.stringify(certificate) === JSON.stringify(text)]);
  tell(name, () => Object.values(all).map(other => [certificate.verify(other.publicKey), certificate.checkIssued(other), certificate.checkPrivateKey(crypto.createPrivateKey(texts.leaf[1]))]));
  tell(name, () => new crypto.X509Certificate(certificate.raw).fingerprint === certificate.fingerprint);
  const hosts = ['example.com', 'EXAMPLE.com', 'a.example.com', 'a.b.example.com', '.example.com', 'com', 'sub.a.x.com', 'leaf.example.org', 'www.example.net', 'w.example.net', 'xn--wa.example.net', 'xn--a.example.com', 'ca', ''];
  for (const options of [{}, { wildcards: false }, { subject: 'always' }, { subject: 'never' }, { partialWildcards: false }]) tell(`${name} ${inspect(options)}`, () => hosts.map(host => certificate.checkHost(host, options)));
  tell(name, () => ['a@example.com', 'b@example.org', 'B@example.org', 'b@EXAMPLE.org', 'Me@example.org', 'me@example.org'].map(email => certificate.checkEmail(email)));
  tell(name, () => ['127.0.0.1', '::1', '0:0:0:0:0:0:0:1', '1.1.1.1', '::ffff:127.0.0.1'].map(ip => certificate.checkIP(ip)));
}
tell('changed', () => {
  const bytes = Buffer.from(all.rsa.raw);
  bytes[bytes.length - 1] ^= 1;
  const changed = new crypto.X509Certificate(bytes);
  return changed.verify(all.rsa.publicKey);
});
const { rsa } = all, key = crypto.createPrivateKey(texts.rsa[1]);
for (const wrong of [undefined, null, 5, {}]) {
  tell('made', () => new crypto.X509Certificate(wrong));
  for (const what of ['verify', 'checkPrivateKey', 'checkHost', 'checkEmail', 'checkIP', ...wrong ? ['checkIssued'] : []]) tell(what, () => rsa[what](wrong));
}
tell('verify', () => { try { rsa.verify(key); } catch (error) { return error.code; } });
tell('private', () => { try { rsa.checkPrivateKey(rsa.publicKey); } catch (error) { return error.code; } });
tell('address', () => rsa.checkIP('x'));
for (const options of [null, 5, { subject: 5 }, { subject: 'x' }, { wildcards: 1 }]) tell('options', () => rsa.checkHost('a', options));
for (const text of ['x', Buffer.from('x'), texts.rsa[0].replace(/BEGIN.*/, 'BEGIN FOO-----')]) tell('text', () => { try { new crypto.X509Certificate(text); } catch (error) { return error.name; } });
tell('with a key before', () => new crypto.X509Certificate(texts.rsa[1] + texts.rsa[0]).fingerprint === rsa.fingerprint);
tell('other algorithm', () => {
  // The last one of the two names of the algorithm is not signed.
  const bytes = Buffer.from(rsa.raw), name = Buffer.from('2a864886f70d01010b', 'hex');
  bytes[bytes.lastIndexOf(name) + name.length - 1] = 0x0c;
  const other = new crypto.X509Certificate(bytes);
  return [other.verify(rsa.publicKey), rsa.verify(all.words.publicKey)];
});
tell('negative', () => {
  const bytes = Buffer.from(rsa.raw);
  bytes[bytes.indexOf(Buffer.from(rsa.serialNumber, 'hex'))] = 0xff;
  return new crypto.X509Certificate(bytes).serialNumber;
});
tell('odd names', () => {
  const bytes = Buffer.from(rsa.raw);
  bytes.write("a'b\\", bytes.indexOf('b@example.org'), 'latin1');
  bytes.write('"\xe9\x01,', bytes.indexOf('http://u/'), 'latin1');
  bytes.write('xx', bytes.lastIndexOf('261130'), 'latin1');
  const odd = new crypto.X509Certificate(bytes);
  return [odd.subjectAltName, odd.validFrom];
});
tell('shown', () => rsa);
tell('shown', () => [[[rsa]]]);
for (const host of ['**.example.com', 'a_b.example.com', 'ä.example.com', '*.example.com', 'a.example.com.', 'sub.b.x.com', 'a\0.example.com']) {
  tell(`host ${JSON.stringify(host)}`, () => [rsa.checkHost(host)]);
  tell(`host ${JSON.stringify(host)}`, () => [all.leaf.checkHost(host.replace('example.com', 'example.net'))]);
}
for (const email of ['a\0b', 'b@@example.org', 'b@example.org ']) tell(`email ${JSON.stringify(email)}`, () => [rsa.checkEmail(email)]);
for (const ip of ['0::1', '::0001', '::1%lo', '::7f00:1', '127.1']) tell(`address ${ip}`, () => [rsa.checkIP(ip)]);
for (const hex of ['', '30', '3000', '3080', '3081', '30023000', '3006300030003000', '300430023000', '30123010020101300030003000300030003000']) tell(`bytes ${hex}`, () => { try { new crypto.X509Certificate(Buffer.from(hex, 'hex')); } catch (error) { return [error.name, typeof error.code]; } });
// Only letters of ASCII have two cases, and a `*` stands at the start or the end of a label.
const folded = new crypto.X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBsDCCAWKgAwIBAgIUasqoTrRBrUnroSDQOJT6SsCrjdQwBQYDK2VwMBQxEjAQ
BgNVBAMMCUvDvGJlLmNvbTAgFw0yNjExMzAxODU3MzlaGA8yMDU0MDQxNzE4NTcz
OVowFDESMBAGA1UEAwwJS8O8YmUuY29tMCowBQYDK2VwAyEAn0xUwx2tdK1QqdLa
qoUIp21VnBpC/0acfPidIqXxmYCjgcMwgcAwHQYDVR0OBBYEFFsBRgZh7TPlzsVI
0hDHkANEmphTMB8GA1UdIwQYMBaAFFsBRgZh7TPlzsVI0hDHkANEmphTMA8GA1Ud
EwEB/wQFMAMBAf8wbQYDVR0RBGYwZIIIa3ViZS5jb22CCiouZXhhbS5vcmeBC21l
QGt1YmUuY29tggdhKnguYi5jggYqLmIuYy6CBiouLmIuY4IGLSouYi5jggYqLS5i
LmOCB2FfKi5iLmOCByoteS5iLmOCBC5kLmUwBQYDK2VwA0EADaZUJhUHtwbcVBJ0
tmN9fNCAwsfi/qskT1CzSFr3c6Y13ewyIY/PkLoYEJ3boNfER5MHOQ/s/RlX1g9w
0b2CCA==
-----END CERTIFICATE-----
`);
const strange = ['kube.com', '\u212Aube.com', 'K\xFCbe.com', 'k\xFCbe.com', 'K\xDCBE.com', '\u212A.exam.org', 'K.exam.org', '.', '', 'aqx.b.c', 'a.b.c.', 'a..b.c', '-.b.c', '-a.b.c', 'a-.b.c', 'a_.b.c', 'y.b.c', '-y.b.c', 'q-y.b.c', '.d.e', 'd.e', 'e'];
for (const subject of ['default', 'always']) tell(`cases ${subject}`, () => strange.map(host => folded.checkHost(host, { subject })));
tell('cases', () => ['me@kube.com', 'me@KUBE.com', 'ME@kube.com', 'me@\u212Aube.com'].map(email => folded.checkEmail(email)));
// A number of nothing, a name like PEM, days that no month has, flags without a value, and more parts than three.
const plain = new crypto.X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBMTCB5KADAgECAgEAMAUGAytlcDAXMRUwEwYDVQQDDAwtLS0tLUJFR0lOIGEw
IBcNMjYxMTMwMTkwMjE4WhgPMjA1NDA0MTcxOTAyMThaMBcxFTATBgNVBAMMDC0t
LS0tQkVHSU4gYTAqMAUGAytlcAMhAPAQfKtPsGSoJHHoVS/luN+9qxwC96QezXts
QeITERiGo1MwUTAdBgNVHQ4EFgQUib57gLQ1ibttc00ejesP99H3/U0wHwYDVR0j
BBgwFoAUib57gLQ1ibttc00ejesP99H3/U0wDwYDVR0TAQH/BAUwAwEB/zAFBgMr
ZXADQQBktVEdPo+9K2KSm+4uM+SJQfmdNjcmc5iLJHjcFKjxWmTGJTc2bxSuuncD
KXiZO8795eZ0NzUqjJ5VHgLIbLkE
-----END CERTIFICATE-----
`).raw;
const changed = (from, to) => {
  const bytes = Buffer.from(plain);
  bytes.write(to, bytes.indexOf(from, 0, 'latin1'), 'latin1');
  return new crypto.X509Certificate(bytes);
};
tell('plain', () => { const { subject, serialNumber, ca } = new crypto.X509Certificate(plain); return { subject, serialNumber, ca }; });
for (const day of ['261131', '260229', '280229', '000229', '500229', '261100', '260631']) tell(`day ${day}`, () => changed('261130', day).validFrom);
for (const day of ['21000229', '20000229', '20541331']) tell(`day ${day}`, () => changed('20540417', day).validTo);
for (const flag of ['0\x03\x01\x01\x00', '0\x02\x01\x00\x00', '0\x00\x00\x00\x00']) tell(`flag ${inspect(flag)}`, () => changed('0\x03\x01\x01\xff', flag).ca);
tell('more parts', () => {
  const more = Buffer.concat([plain, Buffer.from([5, 0])]);
  more[3] += 2;
  try { new crypto.X509Certificate(more); } catch (error) { return error.name; }
});
tell('bytes behind', () => new crypto.X509Certificate(Buffer.concat([plain, Buffer.from([5, 0])])).raw.equals(plain));
// Identifiers of names that nobody knows: long ones have no text, and broken ones are refused.
const tagged = (tag, ...values) => {
  const value = Buffer.concat(values), { length } = value;
  return Buffer.concat([Buffer.from([tag, ...length < 128 ? [length] : [0x83, length >> 16, length >> 8 & 255, length & 255]]), value]);
};
const named = object => {
  const name = plain.indexOf('0\x17', 0, 'latin1'), last = plain.indexOf('0\x17', name + 1, 'latin1'), signed = plain.indexOf('0\x05\x06\x03+ep\x03\x41', 0, 'latin1');
  const subject = tagged(0x30, tagged(0x31, tagged(0x30, tagged(6, object), tagged(12, Buffer.from('a')))));
  const inner = tagged(0x30, plain.subarray(7, last), subject, plain.subarray(last + 25, signed));
  return tagged(0x30, inner, plain.subarray(signed));
};
for (const hex of ['2b8101', 'ff7f', '8837', '00', '4f', '50', '', '80', '2a80', '2a8080', '2a800101', '2aff']) tell(`object ${hex}`, () => { try { return new crypto.X509Certificate(named(Buffer.from(hex, 'hex'))).subject; } catch (error) { return error.name; } });
for (const length of [586, 587, 200000]) tell(`object of ${length}`, () => new crypto.X509Certificate(named(Buffer.alloc(length, 0x81).fill(1, length - 1))).subject.length > 10);
const plainText = new crypto.X509Certificate(plain).toString();
for (const [place, text] of [` ${plainText}`, `x${plainText}`, `x\n${plainText}`, plainText.replace(/\n/g, '\r\n'), plainText.replace(/\n/g, ''), plainText.replace('\n', '\n!!'), `\ufeff${plainText}`, Buffer.from(plainText), new Uint8Array(Buffer.from(plainText)).buffer].entries()) {
  tell(`form ${place}`, () => { try { return new crypto.X509Certificate(text).raw.equals(plain); } catch (error) { return error.name; } });
}
// Names of mail with nothing before the sign, or without it, are compared as they are.
const withNames = (...names) => {
  const signed = plain.indexOf('0\x05\x06\x03+ep\x03\x41', 0, 'latin1'), extensions = plain.indexOf('\xa3\x53', 0, 'latin1');
  const shown = tagged(0x30, tagged(6, Buffer.from('551d11', 'hex')), tagged(4, tagged(0x30, ...names)));
  return new crypto.X509Certificate(tagged(0x30, tagged(0x30, plain.subarray(7, extensions), tagged(0xa3, tagged(0x30, shown))), plain.subarray(signed)));
};
for (const mail of ['abc', '@abc', 'b@abc', 'b@c@abc']) {
  const { length } = mail, forms = [mail, mail.toUpperCase(), mail.slice(0, -1) + mail.at(-1).toUpperCase()];
  tell(`mail ${length}`, () => forms.map(form => withNames(tagged(0x81, Buffer.from(mail))).checkEmail(form)));
}
// Names are in quotes only where they need them, addresses have four bytes or sixteen, and other kinds have names too.
const dirName = text => tagged(0xa4, tagged(0x30, tagged(0x31, tagged(0x30, tagged(6, Buffer.from('550403', 'hex')), tagged(12, Buffer.from(text))))));
for (const text of ['', 'a', 'ä', '#', '#a', ' ', "'", '"', 'a,b', 'a+b', '\n', '\x7f']) tell(`names in names ${inspect(text)}`, () => withNames(dirName(text)).subjectAltName);
for (const length of [0, 1, 3, 4, 5, 8, 15, 16, 17]) tell(`address of ${length}`, () => withNames(tagged(0x87, Buffer.alloc(length, 1))).subjectAltName);
tell('other kinds', () => withNames(tagged(0xa3, tagged(0x30)), tagged(0xa5, tagged(0xa1, tagged(12, Buffer.from('a'))))).subjectAltName);
// Values of names are texts of some kinds, and have only what is of their kind. An extension with others has no text.
const kinds = (tag, hex) => tagged(0x30, tagged(0x31, tagged(0x30, tagged(6, Buffer.from('550403', 'hex')), tagged(tag, Buffer.from(hex, 'hex')))));
const subjectOf = name => {
  const first = plain.indexOf('0\x17', 0, 'latin1'), last = plain.indexOf('0\x17', first + 1, 'latin1'), signed = plain.indexOf('0\x05\x06\x03+ep\x03\x41', 0, 'latin1');
  const inner = tagged(0x30, plain.subarray(7, last), name, plain.subarray(last + 25, signed));
  try { return new crypto.X509Certificate(tagged(0x30, inner, plain.subarray(signed))).subject; } catch (error) { return error.name; }
};
for (const [tag, hex] of [
  [12, ''], [12, 'c3a9'], [12, 'e9'], [12, 'c080'], [12, 'eda080'], [30, ''], [30, '0041'], [30, '41'], [30, 'd83dde00'], [28, '0001f600'], [28, '00110000'], [28, '0000d800'], [28, '0041'],
  [3, ''], [3, '00'], [3, '0041'], [3, '01c3a8'], [3, '0841'], [48, ''], [48, '020141'], [7, '41'], [19, 'e9'], [1, 'ff'], [2, '41'], [4, '41'], [5, ''], [6, '41'], [10, '41'], [17, '41'], [23, '41'], [26, '41'], [27, '41'],
]) tell(`kind ${tag} ${hex}`, () => [subjectOf(kinds(tag, hex)), withNames(tagged(0xa4, kinds(tag, hex))).subjectAltName]);
// Numbers of certificates are in their shortest form.
for (const number of ['', '00', '7f', '80', '0080', 'ff7f', 'ff', '0001', '007f', 'ff80', '000080', 'ffff']) tell(`number ${number}`, () => {
  const inner = tagged(0x30, plain.subarray(7, 12), tagged(2, Buffer.from(number, 'hex')), plain.subarray(15, plain.indexOf('0\x05\x06\x03+ep\x03\x41', 0, 'latin1')));
  try { return new crypto.X509Certificate(tagged(0x30, inner, plain.subarray(plain.indexOf('0\x05\x06\x03+ep\x03\x41', 0, 'latin1')))).serialNumber; } catch (error) { return error.name; }
});
// Structures have the parts that they should have.
const whole = (change, algorithm = tagged(0x30, Buffer.from('06032b6570', 'hex')), signature = tagged(3, Buffer.alloc(65))) => {
  const all = [tagged(0xa0, tagged(2, Buffer.from([2]))), tagged(2, Buffer.from([0])), algorithm, kinds(12, '61'), tagged(0x30, tagged(0x17, Buffer.from('261130190218Z')), tagged(0x18, Buffer.from('20540417190218Z'))), kinds(12, '61'), plain.subarray(plain.indexOf('0\x2a0\x05', 0, 'latin1'), plain.indexOf('\xa3\x53', 0, 'latin1'))];
  change(all);
  return tagged(0x30, tagged(0x30, ...all), algorithm, signature);
};
const bytes = text => Buffer.from(text, 'hex');
const structures = {
  none: all => {}, 'no version': all => all.shift(), 'version of nothing': all => (all[0] = tagged(0xa0)), 'version five': all => (all[0] = bytes('a003020105')), 'version is a text': all => (all[0] = bytes('a003130105')),
  'number is a text': all => (all[1] = tagged(0x13, bytes('31'))), 'algorithm is a set': all => (all[2] = bytes('310506032b6570')), 'algorithm of nothing': all => (all[2] = tagged(0x30)), 'algorithm of three': all => (all[2] = bytes('300906032b657005000500')),
  'times are a set': all => (all[4] = tagged(0x31, all[4].subarray(2))), 'one time': all => (all[4] = bytes('3003170141')), 'wrong time': all => (all[4] = bytes('3006170141170141')), 'time is a text': all => (all[4] = bytes('3006170141130141')),
  'key of nothing': all => (all[6] = tagged(0x30)), 'key is no structure': all => (all[6] = tagged(4)), 'unknown part': all => all.push(tagged(0xa4)), 'numbers of persons': all => all.push(bytes('81020041'), bytes('82020041')), 'numbers in another order': all => all.push(bytes('82020041'), bytes('81020041')),
  'attribute of a text': all => (all[5] = bytes('300c310a300813035504030c0161')), 'attribute of three': all => (all[5] = bytes('300e310c300a06035504030c01610500')), 'wrong kind of a key': all => (all[6] = Buffer.from(all[6]).fill(0xf0, 8, 9)),
  'no extensions': all => all.push(tagged(0xa3, tagged(0x30))), 'extensions twice': all => all.push(tagged(0xa3, tagged(0x30), tagged(0x30))), 'two of extensions': all => all.push(tagged(0xa3, tagged(0x30)), tagged(0xa3, tagged(0x30))),
  'extension of bits': all => all.push(bytes('a30c300a30080603551d11030100')), 'extension of four': all => all.push(bytes('a315301330110603551d110101ff0101ff04023000')), 'extension with nothing': all => all.push(bytes('a30f300d300b0603551d11050004023000')), 'extension with a flag': all => all.push(bytes('a310300e300c0603551d110101ff04023000')),
};
const isRead = (...made) => { try { return new crypto.X509Certificate(whole(...made)).subject; } catch (error) { return error.name; } };
for (const [name, change] of Object.entries(structures)) tell(name, () => isRead(change));
for (const hex of ['0300', '030100', '030141', '0302ff41', '040100']) tell(`signature ${hex}`, () => isRead(structures.none, undefined, bytes(hex)));
tell('algorithm is a set', () => isRead(structures.none, bytes('310506032b6570')));
// What extensions say counts only when all of them can be read: flags, lengths, usages, purposes, and the keys of issuers.
const extended = list => new crypto.X509Certificate(whole(all => all.push(tagged(0xa3, tagged(0x30, ...Object.entries(list).map(([kind, hex]) => tagged(0x30, tagged(6, bytes(kind)), tagged(4, bytes(hex)))))))));
const basic = '551d13', usage = '551d0f', purposes = '551d25', ownKey = '551d0e', issuerKey = '551d23', authority = { [basic]: '30030101ff' };
for (const hex of ['30030101ff', '3000', '3003010100', '3003010101', '30060101ff020100', '30060101ff0201ff', '30050101ff0500', '30040102ffff', '3003020100', '3100', '30', '']) tell(`basic ${hex}`, () => extended({ [basic]: hex }).ca);
const used = { [usage]: ['03020204', '03020106', '03020780', '0300', '030100', '03020304', '03020904', '0303000480', '04020204', ''], [purposes]: ['3000', '300406022a03', '30020500', '3003060180', '3100', ''], [ownKey]: ['0400', '040101', '0500', ''], [issuerKey]: ['3000', '3003800101', '3003810100', '3003820100', '0500', ''] };
for (const [kind, values] of Object.entries(used)) for (const hex of values) tell(`${kind} ${hex}`, () => {
  const made = extended({ ...authority, [kind]: hex }), other = extended(authority);
  return [made.ca, made.keyUsage, made.checkIssued(other), other.checkIssued(made)];
});
const issuers = [extended({ [ownKey]: '040101' }), extended({ [ownKey]: '040102' }), extended({})];
const folder = tagged(0xa1, tagged(0xa4, kinds(12, '61'))).toString('hex'), another = tagged(0xa1, tagged(0xa4, kinds(12, '62'))).toString('hex');
for (const hex of ['800101', '800102', '820100', '820105', folder, another, `${folder}820105`, `800101${another}820100`]) {
  tell(`key of the issuer ${hex}`, () => issuers.map(issuer => extended({ [issuerKey]: tagged(0x30, bytes(hex)).toString('hex') }).checkIssued(issuer)));
}
for (const hex of ['3100', '', '30020500', '3000', '3003820161']) tell(`names ${hex}`, () => { const made = extended({ ...authority, '551d11': hex }); return [made.ca, made.checkIssued(made), made.subjectAltName]; });
