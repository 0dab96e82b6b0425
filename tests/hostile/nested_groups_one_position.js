var o = '', c = ''; for (var i = 0; i < 30000; i++) { o += '(a|'; c += ')*'; }
new RegExp(o + 'b' + c + 'x').exec('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
