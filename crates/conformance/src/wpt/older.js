// What pages of 2018 take for granted: the name `window`, and functions that the harness had then.

globalThis.window ??= globalThis;

function assert_throws(expected, run, message) {
    if (typeof expected === 'string') return assert_throws_dom(expected, run, message);
    try {
        run();
    } catch (error) {
        return assert_equals(error.name, expected.name, message);
    }
    assert_unreached(message);
}

function promise_rejects(test, expected, promise, message) {
    if (typeof expected === 'string') return promise_rejects_dom(test, expected, promise, message);
    return promise.then(
        () => assert_unreached(message),
        (error) => assert_equals(error.name, expected.name, message),
    );
}
