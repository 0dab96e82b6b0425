// not for node: it takes one Content-Type for all of them
// The last MIME type of several takes the charset of those before it that are the same, Fetch 2.2.2.
const typeOf = async text => (await new Response('', { headers: { 'content-type': text } }).blob()).type;
(async () => {
    for (const text of ['a/b;charset=x,a/b', 'a/b;charset=x,A/B;y=z', 'a/b;charset=x,a/b;charset=y', 'a/b;charset=x,c/d,a/b',
        'a/b;charset=x,c/d', 'a/b,a/b;charset=x,a/b', 'a/b;charset=x,a/b;charset=y,a/b', 'a/b;charset=x,*/*,?,a/b', 'c/d,a/b;charset=x,a/b'])
        print(await typeOf(text));
    // expect: a/b;charset=x
    // expect: a/b;y=z;charset=x
    // expect: a/b;charset=y
    // expect: a/b
    // expect: c/d
    // expect: a/b
    // expect: a/b;charset=x
    // expect: a/b;charset=x
    // expect: a/b;charset=x
    const long = 'a/b;charset=' + 'x'.repeat(1e6);
    print((await typeOf(long + ',a/b'.repeat(1000))) === long); // expect: true
})();
