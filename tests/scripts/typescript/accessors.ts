// `accessor`: a private field with a getter and a setter on the prototype, or on the class.

const log: string[] = []
const noted = <T>(value: T): T => (log.push(String(value)), value)

class Point {
  accessor x = noted(1)
  static accessor count: number = noted(0)
  public accessor y!: number
  accessor 'a name' = noted('named')
  accessor 7 = this.x + 1
  accessor #inner = noted(5)
  declare accessor z: number
  accessor = 'a field of that name'
  static bump() { return ++Point.count }
  inner() { return (this.#inner += 1) }
}

const point = new Point()
print(point.x, point.y, point['a name'], point[7], point.accessor) // expect: 1 undefined named 2 a field of that name
print(log.join()) // expect: 0,1,named,5
point.x = 10
print(point.x, Object.keys(point).join(), Point.bump(), Point.bump(), point.inner(), point.inner()) // expect: 10 accessor 1 2 6 7
const { get, set, enumerable } = Object.getOwnPropertyDescriptor(Point.prototype, 'x')!
print(get!.name, set!.name, set!.length, enumerable, get!.call(point)) // expect: get x set x 1 false 10
print(Reflect.ownKeys(Point.prototype).map(String).join()) // expect: 7,constructor,x,y,a name,inner
try {
  get!.call({})
} catch (error) {
  print((error as Error).name) // expect: TypeError
}
try {
  Object.getOwnPropertyDescriptor(Point, 'count')!.get!.call(class extends Point {})
} catch (error) {
  print((error as Error).name) // expect: TypeError
}

// Computed names are evaluated once, in the order of the text.
class Computed {
  accessor [(log.push('first'), 'a')] = 1
  static accessor [(log.push('second'), Symbol.for('b'))]: number = 2
  accessor [`c${log.push('third')}`]!: string
  [(log.push('fourth'), 'd')] = 3
}
const computed: any = new Computed()
print(log.slice(4).join(), computed.a++, computed.a, computed.d, (Computed as any)[Symbol.for('b')]) // expect: first,second,third,fourth 1 2 3 2
print(Reflect.ownKeys(Computed.prototype).map(String).join()) // expect: constructor,a,c7
print(Object.getOwnPropertyDescriptor(Computed, Symbol.for('b'))!.get!.name) // expect: get [b]

class Base { accessor x = 1 }
class Derived extends Base {
  accessor x = 2
  total() { return this.x + super.x }
}
print(new Derived().total(), new Derived().x) // expect: 3 2

// Many, and in each other.
class Outer {
  accessor a = class { accessor a = 1; accessor b = 2 }
  accessor b = new this.a().a + new this.a().b
}
print(new Outer().b, new (new Outer().a)().b) // expect: 3 2

// Functions and classes without a name get that of the accessor.
const key = Symbol('key')
class Named {
  accessor f = function () {}
  static accessor g = () => 1
  accessor 'a b' = class {}
  accessor 3 = async () => {}
  accessor #h = function* () {}
  accessor [key] = function () {}
  static accessor [`${'k'}y`] = class { static kind = 'class' }
  accessor own = function other() {}
  accessor inside = [function () {}]
  accessor parenthesized = (() => {})
  hidden() { return this.#h.name }
}
const named: any = new Named()
print(named.f.name, Named.g.name, named['a b'].name, named[3].name, named.hidden(), named[key].name) // expect: f g a b 3 #h [key]
print((Named as any).ky.name, (Named as any).ky.kind, named.own.name, named.inside[0].name === '', named.parenthesized.name) // expect: ky class other true parenthesized
print(named[key] === named[key], new Named().f === named.f, String(named.f)) // expect: true false function () {}
