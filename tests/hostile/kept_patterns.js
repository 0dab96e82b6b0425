var kept = []; for (var i = 0; ; i++) kept.push(new RegExp('(a|b' + i + ')*[c-e]{1,100}(?=x)'));
