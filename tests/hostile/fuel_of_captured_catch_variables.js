// --fuel 10000000 --timeout 1000
var s = ''; for (var i = 0; i < 5000; i++) s += 'if(a)try{a()}catch(e){k=function(){return e}}';
var k, f = new Function('a', s); for (;;) f(null);
