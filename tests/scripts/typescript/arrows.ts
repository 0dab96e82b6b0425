// Arrow functions with a type of their result behind a `?`, where the `:` may be that of the condition.

const yes = true, no = false
const list: number[] = []

const first = yes ? (a: number): number => a + 1 : (a: number) => a
const second = yes ? (a): number => a * 2 : null
const third = no ? (a) : number => a
print(first(1), second!(2), typeof third, third!(4) === a) // expect: 2 4 function true

function a() {}
function choose(which: number) {
  return which > 1 ? which > 2 ? (b = 1): string => `big ${b}` : (c): string => `middle ${c}` : (d) => `small ${d}`
}
print(choose(3)(), choose(2)(5), choose(1)(6)) // expect: big 1 middle 5 small 6

// What is read on trial leaves nothing behind.
const counted = ((limit: number) => {
  let count = 0
  return yes ? ({ step }: { step: number }): number => {
    const next = (): number => yes ? ((by): number => (count += by))(step) : -1
    outer: for (;;) for (;;) { if (next() > limit) break outer }
    var held = count
    { let held = 7; list.push(held) }
    return held
  } : null
})(5)
print(counted!({ step: 2 }), list.join()) // expect: 6 7

class Counter {
  #count = 3
  pick = yes ? async (by): Promise<number> => { await null; return this.#count += by } : undefined
  plain = no ? (by) : (by: number) => this.#count - by
  function() { return yes ? (...all): number => all.length + arguments.length : 0 }
}
const counter = new Counter()
print(counter.plain(1), (counter as any).function(1, 2)(1, 2, 3)) // expect: 2 5
counter.pick!(4).then(value => print(value)) // expect: 7
