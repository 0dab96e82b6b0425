// Long private names around a direct eval: they were copied without a tick.
var names = '', long = '#' + new Array(20000).join('x');
for (var i = 0; i < 100; i++) names += long + i + ';';
(0, eval)('(class { ' + names + ' static f() { for (;;) eval("0") } })').f();
