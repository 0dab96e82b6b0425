// Encodings of the past, at once and byte by byte.
const bytes = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));
const decode = (label, text, options) => new TextDecoder(label, options).decode(bytes(text));
const slowly = (label, text) => {
    const decoder = new TextDecoder(label);
    let result = '';
    for (const byte of bytes(text)) result += decoder.decode(Uint8Array.of(byte), { stream: true });
    return result + decoder.decode();
};
for (const [label, text] of [['shift_jis', '82a082a2834183438c7c30'], ['euc-jp', 'a4a28ea68fa2c0b0a1'], ['iso-2022-jp', '411b244224222424 1b284242'.replace(' ', '')], ['iso-2022-jp', '1b2849311b284a5c7e1b1b28'],
    ['gb18030', '8431a439d6d0a1a1308130813063'], ['gbk', '80d6d081'], ['big5', 'a4a48862f9fe'], ['euc-kr', 'b0a1c7a2fe'], ['windows-1251', 'cff0e8e2e5f2'], ['koi8-r', 'f0d2c9d7c5d4'],
    ['iso-8859-8-i', 'f9ece5ed'], ['macintosh', '8ef0'], ['x-user-defined', '7f80ff'], ['windows-874', 'a1'], ['iso-8859-16', 'a4']]) {
    const decoder = new TextDecoder(label);
    const whole = decode(label, text);
    const shown = whole.replace(/[^ -~]/g, unit => '\\u' + unit.charCodeAt().toString(16).padStart(4, '0'));
    print(decoder.encoding, shown, slowly(label, text) === whole);
}
// expect: shift_jis \u3042\u3044\u30a2\u30a4\u82b80 true
// expect: euc-jp \u3042\uff66\ufffd\u4e9c true
// expect: iso-2022-jp A\u3042\u3044B true
// expect: iso-2022-jp \uff71\u00a5\u203e\ufffd\ufffd( true
// expect: gb18030 \uffff\u4e2d\u30000\u0080c true
// expect: gbk \u20ac\u4e2d\ufffd true
// expect: big5 \u4e2d\u00ca\u0304\uffed true
// expect: euc-kr \uac00\ud41d\ufffd true
// expect: windows-1251 \u041f\u0440\u0438\u0432\u0435\u0442 true
// expect: koi8-r \u041f\u0440\u0438\u0432\u0435\u0442 true
// expect: iso-8859-8-i \u05e9\u05dc\u05d5\u05dd true
// expect: macintosh \u00e9\uf8ff true
// expect: x-user-defined \u007f\uf780\uf7ff true
// expect: windows-874 \u0e01 true
// expect: iso-8859-16 \u20ac true

// Fatal ones; labels; a byte order mark means nothing here.
for (const [label, text] of [['shift_jis', '82'], ['big5', '80'], ['iso-2022-jp', '1b'], ['windows-1253', 'aa'], ['euc-kr', '41']]) {
    try {
        print(label, decode(label, text, { fatal: true }));
    } catch (error) {
        print(label, error.name);
    }
}
// expect: shift_jis TypeError
// expect: big5 TypeError
// expect: iso-2022-jp TypeError
// expect: windows-1253 TypeError
// expect: euc-kr A
for (const label of [' SJIS\n', 'x-gbk', 'csISO2022KR', 'replacement', 'utf-7', 'gb2312']) {
    try {
        print(new TextDecoder(label).encoding);
    } catch (error) {
        print(error.name);
    }
}
// expect: shift_jis
// expect: gbk
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: gbk
print(decode('koi8-r', 'efbbbf').length, new TextDecoderStream('big5').encoding);
// expect: 3 big5
