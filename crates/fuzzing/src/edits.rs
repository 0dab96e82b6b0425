//! Bytes that a fuzzer cannot know, since they change with each version: freshly made, then changed as the input
//! says.
//!
//! ```text
//! input    program, machine, pause, then edits of five bytes: kind, place (three bytes), value
//! ```

use ferrotape::Backend;

use crate::host::BACKENDS;

/// Programs to compile and run before anything is changed: most kinds of code, and of objects in a heap.
pub const PROGRAMS: &[&str] = &[
    "let n = 0; for (let i = 0; i < 300; i++) { n += i % 7; } n",
    "class A { #x = 1; static s = [1, 2]; get x() { return this.#x } m(a = 3, ...b) { return [a, ...b, A.s] } } \
     class B extends A { m() { return super.m(...arguments) } } const b = new B; for (let i = 0; i < 40; i++) b.m(i, b.x);",
    "function* g(a) { try { for (const x of a) yield x * 2; } finally { print('end') } } const it = g([1, 2, 3]); \
     it.next(); async function f() { for await (const v of it) print(v); await null; return 7 } f().then(print); \
     let w = 0; while (w < 50) w++;",
    "const m = new Map([['a', 1], [{}, /x(?<y>.)/giu]]), s = new Set('héllo'); const o = { __proto__: null, a: 1, get b() \
     { return 2 }, [Symbol.iterator]: 3, 5: 6 }; for (const k in o) { switch (k) { case 'a': continue; default: print(k) } } \
     var t = new Uint8Array([1, 2, 3]), d = new Date(5), big = 2n ** 70n; outer: for (;;) { for (;;) break outer; }",
    "var fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2); try { null.x } catch ({ message }) { print(message) } \
     var { a, ...r } = { a: 1, b: 2, c: [3, , 4] }, tag = (s, ...v) => s.raw.join(v); tag`x${a}y\\n${r.b}`; \
     eval('var z = 1; (() => z)()'); with ({ q: 1 }) q; fib(8)",
];

/// An input of the fuzzer, taken apart.
pub struct Recipe<'a> {
    pub program: usize,
    pub backend: Backend,
    /// Fuel of the slice before the program is written.
    pub pause: u64,
    edits: &'a [u8],
}

const EDIT: usize = 5;
const MOST_EDITS: usize = 8;

impl Recipe<'_> {
    pub fn read(input: &[u8]) -> Option<Recipe<'_>> {
        let (&[program, machine, pause], edits) = input.split_first_chunk()?;
        let backend = BACKENDS[usize::from(machine) % BACKENDS.len()];
        Some(Recipe { program: usize::from(program) % PROGRAMS.len(), backend, pause: u64::from(pause) * 8, edits })
    }

    /// Returns the bytes after all edits.
    pub fn changed(&self, bytes: &[u8]) -> Vec<u8> {
        let mut changed = bytes.to_vec();
        for edit in self.edits.chunks_exact(EDIT).take(MOST_EDITS) {
            let &[kind, low, middle, high, value] = edit else { continue };
            let place = u32::from_le_bytes([low, middle, high, 0]) as usize % changed.len().max(1);
            edit_at(&mut changed, place, kind, value);
        }
        changed
    }
}

/// Overwrites, flips, adds to, inserts, removes, repeats or swaps bytes, as the kind says.
fn edit_at(bytes: &mut Vec<u8>, place: usize, kind: u8, value: u8) {
    let length = bytes.len();
    let Some(byte) = bytes.get_mut(place) else { return };
    match kind % 8 {
        0 | 1 => *byte = value,
        2 => *byte ^= 1 << (value % 8),
        3 => *byte = byte.wrapping_add(value),
        4 => bytes.insert(place, value),
        5 => drop(bytes.drain(place..(place + 1 + usize::from(value % 8)).min(length))),
        // Repeats the eight bytes before the place, so that tables stay intact.
        6 if place >= 8 && place + 8 <= length => bytes.copy_within(place - 8..place, place),
        6 => *byte = !*byte,
        _ => bytes.swap(place, usize::from(value) % place.max(1)),
    }
}
