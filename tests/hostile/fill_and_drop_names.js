// --timeout 2000
// Interned names that nothing uses any more.
var o = {}; for (var i = 0; ; i++) { o['a long name of a property that nobody keeps ' + i]; i in o; }
