// A function with a name of 2 MB.
var name = 'n'; while (name.length < 2e6) name += name;
eval('function ' + name + '(n){return n?' + name + '(n-1):new Error().stack}for(;;)' + name + '(20)');
