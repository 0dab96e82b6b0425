// A source stays for the excerpts in errors.
var text = '/*'; while (text.length < 1e6) text += 'comment ';
var kept = []; for (;;) kept.push(new Function(text + '*/ return 1'));
