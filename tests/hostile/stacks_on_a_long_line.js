// A position costs a look along its line: 3 MB here.
var f = 'function f(n){if(n)return f(n-1);return new Error("e").stack}', s = f; while (s.length < 3e6) s += ';a=1';
var a; eval(s + ';for(;;)f(300)');
