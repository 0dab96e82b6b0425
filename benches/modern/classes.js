// Classes: private fields and methods, accessors, inheritance with super, statics, a small simulation built of them.
const show = typeof console !== 'undefined' ? console.log : print;

class Vector {
  #x;
  #y;
  static #made = 0;
  constructor(x, y) { this.#x = x; this.#y = y; Vector.#made++; }
  static get made() { return Vector.#made; }
  get x() { return this.#x; }
  get y() { return this.#y; }
  plus(other) { return new Vector(this.#x + other.#x, this.#y + other.#y); }
  times(factor) { return new Vector(this.#x * factor, this.#y * factor); }
  get length() { return Math.sqrt(this.#x * this.#x + this.#y * this.#y); }
  static isVector(value) { return #x in value; }
}

class Body {
  static gravity = new Vector(0, -9.8125);
  position;
  speed = new Vector(0, 0);
  #age = 0;
  constructor(position) { this.position = position; }
  get age() { return this.#age; }
  step(time) {
    this.#age += time;
    this.speed = this.speed.plus(Body.gravity.times(time));
    this.position = this.position.plus(this.speed.times(time));
    if (this.position.y < 0) this.bounce();
  }
  bounce() { this.position = new Vector(this.position.x, -this.position.y); this.speed = this.speed.times(-0.5); }
  weight() { return 1; }
}
class Ball extends Body {
  radius = 2;
  bounce() { super.bounce(); this.radius *= 0.99; }
  weight() { return super.weight() + this.radius; }
}
class Rocket extends Body {
  #fuel;
  constructor(position, fuel) { super(position); this.#fuel = fuel; }
  step(time) {
    if (this.#fuel > 0) {
      this.#burn(time);
      this.speed = this.speed.plus(new Vector(0, 12 * time));
    }
    super.step(time);
  }
  #burn(time) { this.#fuel -= time; }
  weight() { return super.weight() + this.#fuel; }
}

class Heap {
  #items = [];
  #before;
  constructor(before) { this.#before = before; }
  get size() { return this.#items.length; }
  push(item) {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#before(items[at], items[up])) break;
      this.#swap(at, up);
      at = up;
    }
  }
  pop() {
    const items = this.#items, first = items[0], last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      this.#sink(0);
    }
    return first;
  }
  #swap(a, b) { const items = this.#items; [items[a], items[b]] = [items[b], items[a]]; }
  #sink(at) {
    const items = this.#items;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) return;
      if (child + 1 < items.length && this.#before(items[child + 1], items[child])) child++;
      if (!this.#before(items[child], items[at])) return;
      this.#swap(child, at);
      at = child;
    }
  }
}

class Shape { area() { return 0; } describe() { return this.area(); } }
class Square extends Shape { constructor(side) { super(); this.side = side; } area() { return this.side ** 2; } }
class Circle extends Shape { constructor(radius) { super(); this.radius = radius; } area() { return 3 * this.radius ** 2; } }
class Scaled extends Square { constructor(side, by) { super(side); this.by = by; } area() { return super.area() * this.by; } }

const bodies = [];
for (let i = 0; i < 60; i++) {
  const place = new Vector(i, 10 + i % 7);
  bodies.push(i % 3 === 0 ? new Body(place) : i % 3 === 1 ? new Ball(place) : new Rocket(place, i % 5));
}
for (let round = 0; round < 500; round++) for (const body of bodies) body.step(0.0078125);
let weight = 0;
for (const body of bodies) weight += body.weight() + body.position.length + body.age;
show(weight.toFixed(3), Vector.made, Vector.isVector(bodies[0].position), Vector.isVector(bodies[0]));

let order = 0;
for (let round = 0; round < 20; round++) {
  const heap = new Heap((a, b) => a.key < b.key);
  for (let i = 0; i < 300; i++) heap.push({ key: (i * 7919 + round) % 1009 });
  for (let place = 1; heap.size > 0; place++) order = (order + place * heap.pop().key) % 1000003;
}
show(order);

let area = 0;
for (let i = 0; i < 40000; i++) {
  const shape = i & 1 ? new Square(i & 15) : i & 2 ? new Circle(i & 7) : new Scaled(i & 31, 2);
  area += shape.describe();
}
show(area);
