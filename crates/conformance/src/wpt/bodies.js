// Stands for a file that the suite's archive has not: what its tests of bodies share.

var RESOURCES_DIR = '../resources/';

function stringToArray(text) {
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function validateBufferFromString(buffer, expected, message) {
    assert_array_equals(new Uint8Array(buffer), stringToArray(expected), message);
}

async function textOfStream(reader) {
    let text = '';
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return text;
        assert_true(value instanceof Uint8Array, 'a chunk is bytes');
        text += String.fromCharCode(...value);
    }
}

async function validateStreamFromString(reader, expected) {
    assert_equals(await textOfStream(reader), expected);
}

async function validateStreamFromPartialString(reader, expected) {
    assert_true((await textOfStream(reader)).includes(expected), 'the text has the part');
}

function checkRequest(request, expected) {
    for (const name of Object.keys(expected)) {
        if (name === 'headers') {
            for (const [key, value] of expected.headers) assert_equals(request.headers.get(key), value, key);
        } else if (name !== 'body') {
            assert_equals(request[name], expected[name], name);
        }
    }
}
