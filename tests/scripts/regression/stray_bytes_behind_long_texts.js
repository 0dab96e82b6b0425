// Bytes of UTF-8 that go on with nothing are U+FFFD each, wherever a long text is cut into pieces to be decoded.
const texts = [[0xF0, 0x9F, 0x98, 0x80], [0xE2, 0x82, 0xAC], [0xC3, 0xA9], [0xF0, 0x9F, 0x98], [0xE2, 0x82], [0x80, 0xBF], [0x41], [0xF4, 0x90]];
const same = async (bytes) => await new Blob([bytes]).text() === new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
(async () => {
    const wrong = [];
    for (const text of texts)
        for (let length = 1000; length < 1030; length++)
            for (const stray of [0, 1, 2, 3, 4, 5, 9]) {
                const bytes = new Uint8Array(length + text.length + stray + 3).fill(0x61);
                bytes.set(text, length);
                bytes.fill(0x80, length + text.length, length + text.length + stray);
                if (!await same(bytes)) wrong.push([text.length, length, stray].join());
            }
    print(wrong.length); // expect: 0
    const bytes = new Uint8Array(1026).fill(0x80);
    bytes.set([0xF0, 0x9F, 0x98, 0x80], 1018);
    bytes.fill(0x61, 0, 1018);
    print((await new Blob([bytes]).text()).slice(1017)); // expect: a😀����
})();
