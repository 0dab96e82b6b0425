// Many private names around a direct eval whose text uses one of them again and again: each use was compared with each name.
var names = '';
for (var i = 0; i < 3000; i++) names += '#x' + i + ';';
var text = "'class A { f() { ' + new Array(100000).join('this.#x2999;') + '} }'";
(0, eval)('(class { ' + names + ' static f() { var text = ' + text + '; for (;;) eval(text) } })').f();
