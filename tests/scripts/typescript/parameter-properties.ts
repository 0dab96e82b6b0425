// Parameter properties: fields before all others, assigned behind `super(…)` or the directives.

class Point {
  sum = this.x
  constructor(public x: number, private readonly y = 2, protected override?: string, plain = 3) {
    'a directive'
    print(Object.keys(this).join(), this.x, plain) // expect: x,y,override,sum 1 3
  }
  static make() { return new Point(1) }
  total() { return this.x + this.y }
}
const point = Point.make()
print(point.total(), point.sum) // expect: 3 undefined

class Base { constructor(readonly base: string) { } }
class Derived extends Base {
  own = 'own'
  constructor(base: string, public extra: number[] = []) {
    print('before')
    super(base)
    print(this.extra.length, this.own, this.base)
    extra = []
  }
}
// expect: before
print(new Derived('b', [1]).extra.length) // expect: 1 own b
// expect: 1

// The constructor may stand anywhere, and in a default value of another.
class Outer {
  a = 1
  constructor(public inner = new (class { constructor(public deep = 5) { } })(), private b = inner.deep) { }
  get both() { return this.a + this.b }
}
print(new Outer().both, Object.keys(new Outer()).join()) // expect: 6 inner,b,a
const Expression = class<T> { constructor(private value: T) { } get() { return (() => this.value)() } }
print(new Expression('v').get()) // expect: v
class Overloaded { constructor(a: number); constructor(private a: any) { } read() { return this.a } }
print(new Overloaded(4).read()) // expect: 4
class Computed { ['k'] = 1; constructor(public z: number) { return } #p = 1; has(o: object) { return #p in o } }
print(JSON.stringify(new Computed(2)), new Computed(1).has(new Computed(1))) // expect: {"z":2,"k":1} true
class Shadowed { constructor(public list: number[]) { for (const list of [1]) print(list, this.list.length) } } // expect: 1 2
new Shadowed([1, 2])

// The `super(…)` may be in a `try`, or in one within another.
class Tried extends Base {
  constructor(base: string, public tried: number) {
    print('before')
    try {
      super(base)
      print(this.tried) // expect: before
    } catch { } // expect: 7
    print(Object.keys(this).join()) // expect: base,tried
  }
}
new Tried('b', 7)
class Twice extends Base {
  constructor(public twice: number) {
    try { try { super('deep'); print(this.twice) } finally { print('inner') } } finally { print('outer') }
    // expect: 8
    // expect: inner
    // expect: outer
  }
}
new Twice(8)
