// --fuel 100000 --timeout 1000
var name = 'n'; while (name.length < 2e6) name += name;
eval('function ' + name + '(){return new Error().stack}for(;;)' + name + '()');
