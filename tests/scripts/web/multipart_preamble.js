// Parts of a multipart/form-data body may begin behind an empty line, RFC 2046 5.1.1, but behind no other preamble.
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n';
(async () => {
  for (const text of [part, '\r\n' + part, '\n' + part, 'preamble\r\n' + part, '\r\n', '\r\n--b--\r\n']) {
    const body = new Response(text, { headers: { 'content-type': 'multipart/form-data; boundary=b' } });
    print(await body.formData().then(data => `${[...data]}.`, error => error.name));
  }
})();
// expect: a,x.
// expect: a,x.
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: .
