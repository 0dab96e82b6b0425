// URLs of megabytes, long parts of URLs, and patterns of URLs: each loop over them looks at the limits.
const long = 'a/'.repeat(4e6);
const tries = [
    () => new URL('http://h/' + long), () => new URL('http://' + 'a.'.repeat(4e6) + '/'), () => new URL('x:' + long), () => new URL('?' + 'é'.repeat(3e6), 'http://h'),
    () => { const url = new URL('http://h'); url.pathname = long; url.search = long; url.hash = long; return url.href; }, () => new URLSearchParams('a=b&'.repeat(2e6)),
    () => new URLPattern({ pathname: long }), () => new URLPattern({ pathname: '/:a'.repeat(1e6) }), () => new URLPattern('https://' + '{'.repeat(4e6)), () => new URLPattern({ search: '('.repeat(4e6) }),
    () => new URLPattern({ search: '(' + 'a'.repeat(4e6) + ')' }), () => new URLPattern({ hash: ':' + 'a'.repeat(4e6) }), () => new URLPattern().exec('http://h/' + long), () => new Request('http://h/' + long),
];
for (;;) for (const attempt of tries) try { attempt(); } catch { }
