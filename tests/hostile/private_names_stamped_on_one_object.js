// A constructor that returns an object gives it the fields of as many classes as one likes.
class Base { constructor(o) { return o; } }
const object = {};
for (;;) new (class extends Base { #a = 1; #b = this; #m() { } })(object);
