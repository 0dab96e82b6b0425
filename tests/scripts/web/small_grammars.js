// not for node: it keeps some blanks that the standard drops
// Addresses in URLs, MIME types and base64: small grammars, by the functions through which scripts reach them.
const host = text => { try { return new URL(`http://${text}/`).hostname } catch (e) { return e.name } };

// Addresses of six groups are shortened once, URL 3.5 and 3.6.
print(['1:0::', '::1', '::', '1:2:0:0:5:0:0:0', '1:0:2:0:0:3:4:5', '0:0:0:1:2:3:4:5', '::127.0.0.1', '1:2:3:4:5:6:1.2.3.4',
    '0:1:0:1:0:1:0:1'].map(text => host(`[${text}]`)).join(' '));
// expect: [1::] [::1] [::] [1:2:0:0:5::] [1:0:2::3:4:5] [::1:2:3:4:5] [::7f00:1] [1:2:3:4:5:6:102:304] [0:1:0:1:0:1:0:1]
print(['', ':', ':1', '1:', '1', '1:2:3:4:5:6:7:8:9', '1::2::3', '::1.2.3', '::1.2.3.04', '::1.2.3.4:', '12345::', '::.1']
    .every(text => host(`[${text}]`) === 'TypeError'));
// expect: true

// Addresses of four.
print(['1.2.3.4', '0x7f.1', '4294967295', '0x', '017.1.', '256', '1.2.65535', '0xffffffff'].map(host).join(' '));
// expect: 1.2.3.4 127.0.0.1 255.255.255.255 0.0.0.0 15.0.0.1 0.0.1.0 1.2.255.255 255.255.255.255
print(['4294967296', '1.2.3.256', '1.2.3.4.5', '1.2.3.08', '0x100000000', '1.256.1'].every(text => host(text) === 'TypeError'));
// expect: true

// Texts of every length come back, with and without padding.
let wrong = [];
for (let length = 0; length < 70; length++) {
    const bytes = String.fromCharCode(...Array.from({ length }, (_, i) => i * 37 & 255)), text = btoa(bytes);
    if (text.length % 4 || atob(text) !== bytes || atob(text.replace(/=+$/, '')) !== bytes) wrong.push(length);
}
print(wrong.length);
// expect: 0
const refused = text => { try { atob(text); return false } catch (e) { return e.name === 'InvalidCharacterError' } };
print(['a', 'ab=', 'abcd=', 'ab===', 'a=bc', 'ab=c', '====', '=', 'ab-_', '\xe9bcd', 'abcde'].every(refused));
// expect: true
print(['', ' ', 'ab==', 'ab = =\n', 'a b\tc\x0c=', 'abc'].some(refused));
// expect: false

// MIME types are normalized, MIME Sniffing 4.4 and 4.5.
const typeOf = async text => (await new Response('', { headers: { 'content-type': text } }).blob()).type;
(async () => {
    for (const text of ['text/HTML ; Charset=UTF-8', 'a/b;x="1;2";x=3;y=', 'a/b;x="\\""; z=""', 'a/b;;;x= y ', ' \ttext/plain\r\n'])
        print(JSON.stringify(await typeOf(text)));
    // expect: "text/html;charset=utf-8"
    // expect: "a/b;x=\"1;2\""
    // expect: "a/b;x=\"\\\"\";z=\"\""
    // expect: "a/b;x=\" y\""
    // expect: "text/plain"
    print((await Promise.all(['', '/', 'a', 'a/', '/b', 'a /b', 'a/b c', 'a/b/c'].map(typeOf))).every(type => type === ''));
    // expect: true
    // Commas in quotes are no ends, Fetch 2.2.2.
    print(await typeOf('a/b;x="1,c/d", e/f;y="\\",g/h"'));
    // expect: e/f;y="\",g/h"
    print(await typeOf('a/b;x="\\'));
    // expect: a/b;x="\\"
    // Parameters keep their case in headers.
    print((await fetch('data:text/HTML ; Charset=UTF-8,x')).headers.get('content-type'));
    // expect: text/html;charset=UTF-8
})();
