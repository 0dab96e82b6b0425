// Groups of a URLPattern that match in very many ways, and very many groups.
const path = '/' + 'a'.repeat(5000) + '!';
const many = Array.from({ length: 2000 }, (_, i) => ':n' + i).join('?');
for (;;) for (const pathname of ['/:a*/:b*/:c*/:d*x', '/(a*)*x', '/(a|a)*x', '/((?:a*)*)x', '/*a*a*a*a*a*x', '/' + many]) {
    const pattern = new URLPattern({ pathname }, { ignoreCase: true });
    pattern.test({ pathname: path }); pattern.exec({ pathname: path, baseURL: 'http://h' });
}
