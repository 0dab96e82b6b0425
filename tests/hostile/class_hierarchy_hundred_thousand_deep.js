// Classes on classes: their construction, their instances, their static inheritance and super calls.
let C = class { #p = 1; static s() { return 1; } m() { return 1; } };
for (let i = 0; i < 100000; i++) C = class extends C { #q = 1; m() { return super.m(); } static s() { return super.s(); } };
for (const way of [() => new C(), () => C.prototype.m.call({}), () => C.s(), () => C.prototype.none, () => C.none, () => ({}) instanceof C, () => Reflect.construct(Object, [], C)]) try { way(); } catch { }
for (;;) { try { new C(); } catch { } C.prototype.nothing; }
