// Enums: the objects that TypeScript's own output makes.

const entries = (object: object) => JSON.stringify(object)

enum Plain { A, B, C = 5, D }
print(entries(Plain)) // expect: {"0":"A","1":"B","5":"C","6":"D","A":0,"B":1,"C":5,"D":6}

enum Text { Up = 'UP', Down = `DOWN`, Both = Up + Down }
print(entries(Text)) // expect: {"Up":"UP","Down":"DOWN","Both":"UPDOWN"}

enum Bits { None = 0, Read = 1 << 0, Write = 1 << 1, All = Read | Write, Not = ~All, Half = 1 / 2, Minus = -Read, Wide = -1 >>> 28 }
print(Bits.All, Bits.Not, Bits.Half, Bits.Minus, Bits.Wide, Bits[-4], Bits[0.5]) // expect: 3 -4 0.5 -1 15 Not Half

const five = 5
const word = 'word'
enum Computed { A = five, B, C = word as any, D = [1, 2, 3].length, E, F = Plain.C, G = Plain['D'], H = Computed.B * 2 }
print(entries(Computed)) // expect: {"3":"D","4":"E","5":"F","6":"G","12":"H","A":5,"B":6,"C":"word","word":"C","D":3,"E":4,"F":5,"G":6,"H":12}

// A value whose type is asserted has a reverse entry in any case: it may be a number.
enum Asserted { A = 'a' as any, B = <any>'b', C = 'c'!, D = ('d' satisfies string), E = (word as any)!, F = ('f'), G = 'g' + ('h' as any), H = F }
enum Named { A = 'a' as any, B = A, C = B, D = 'd', E = D }
print(entries(Asserted), entries(Named)) // expect: {"A":"a","a":"A","B":"b","b":"B","C":"c","c":"C","D":"d","d":"D","E":"word","word":"E","F":"f","G":"gh","H":"f"} {"A":"a","a":"C","B":"a","C":"a","D":"d","E":"d"}

// Declarations of one name add to one object. Bare names mean members of all of them.
enum Merged { A = 1 }
enum Merged { B = A << 3, C }
print(entries(Merged)) // expect: {"1":"A","8":"B","9":"C","A":1,"B":8,"C":9}

const enum Inlined { A = 7, B }
print(Inlined.A + Inlined.B, Inlined[7]) // expect: 15 A

declare enum Elsewhere { A, B = 'b' }
declare const enum Nowhere { A }
print(typeof Elsewhere, typeof Nowhere) // expect: undefined undefined

// Names that are no identifiers, words, and the enum's own name.
enum Names { 'a-b' = 1, ['c d'], 'this', default, class, Names = 40, Next = Names + 2, __proto__ }
print(Names['a-b'], Names['c d'], Names.this, Names.default, Names.class, Names.Next) // expect: 1 2 3 4 5 42
print(Object.getPrototypeOf(Names) === Object.prototype, Names[43]) // expect: true __proto__
enum Digits { '2d' = 2, '3d', '007', '1.50', '1st' = 'first', '-0' = 7 }
print(Digits['2d'], Digits[3], Digits['007'], Digits['1.50'], Digits['1st'], Digits['-0']) // expect: 2 3d 4 5 first 7

// Functions in initializers see the members, unless they declare the name themselves.
enum Closures { A = 2, B = (() => A + A)(), C = ((A: number) => A)(9), D = [B].map(n => n * A)[0] }
print(Closures.B, Closures.C, Closures.D) // expect: 4 9 8

// In blocks and functions the variable is a `let`.
function local() {
  try {
    print(Early)
  } catch (error) {
    print(error.name) // expect: ReferenceError
  }
  enum Early { A }
  {
    enum Inner { A = 3 }
    enum Inner { B = A + 1 }
    print(Inner.B, Early.A) // expect: 4 0
  }
  return typeof Inner
}
print(local()) // expect: undefined
print(typeof Late) // expect: undefined
enum Late { A }

const made = []
for (let turn = 0; turn < 2; turn++) {
  enum Fresh { A = turn }
  made.push(() => Fresh.A)
}
print(made[0](), made[1]()) // expect: 0 1

// What is not a number has a name of its own behind it only if it is no string.
enum Odd { A = NaN, B = Infinity, C = (null as any), D }
print(Odd[NaN], Odd[Infinity], Odd[null as any], Odd.D, Odd[undefined as any]) // expect: A B C undefined D

class Counted { static count = 1 }
namespace Counted { export enum Kind { One = 1, Two = One + 1 } }
print(Counted.Kind.Two, Counted.count) // expect: 2 1
try { eval('enum A { }') } catch (error) { print(error.name) } // expect: SyntaxError

// The text of a number has no negative zero.
enum Zero { a = -0, b = 0 * -1, c = -5 % 5 }
print(1 / Zero.a, 1 / Zero.b, 1 / Zero.c, Zero[0]) // expect: Infinity Infinity Infinity c
declare async function elsewhere(): Promise<void>
print(typeof elsewhere) // expect: undefined

// Members of a declaration whose values are elsewhere mean the same in the others of its name, and are known if they are constants.
declare enum Known { A = 5, B = A | 8, C = -(1 + 2) * 2, S = 's', T = ~1, 'Q' = 6, ['R'] = 7, Free, Later = "x".length }
enum Known { D = A, E, F = B + 1, G = C, H = S, I = T, J = Known.A, K = Known['B'] << 1, L = Q + R }
print(entries(Known)) // expect: {"5":"J","6":"E","13":"L","14":"F","26":"K","D":5,"E":6,"F":14,"G":-6,"-6":"G","H":"s","I":-2,"-2":"I","J":5,"K":26,"L":13}
declare const enum Numbered { A, B, C = 9, D }
const enum Numbered { E = A, F = B, G = D }
print(entries(Numbered)) // expect: {"0":"E","1":"F","10":"G","E":0,"F":1,"G":10}
enum Given { Own = 1 }
;(Given as any).Free = 30
;(Given as any).Text = 'text'
declare enum Given { Free, Text }
enum Given { A = Free, B = 31, C = Own + A }
print(Given.A, Given.B, Given[30], Given.C) // expect: 30 31 A 31
{
  declare enum Inner { A = 3 }
  enum Inner { B = A }
  enum Other { C = typeof A === 'undefined' ? 1 : 2 }
  print(Inner.B, Other.C) // expect: 3 1
}
declare enum Nothing { }
print(typeof Nothing) // expect: undefined

// Constants that are declared elsewhere are known in other enums too, where nothing hides their names.
declare const enum Flags { None, Read, Write = 1 << 3 }
declare enum Words { Yes = 'yes', Two = 2 }
declare const seven = 7, greeting = 'hello'
enum Uses { A = Flags.Write, B, C = Flags.Read | Flags.Write, D = Words.Yes, E = seven, F, G = greeting, H = Words.Two + seven }
print(entries(Uses)) // expect: {"7":"E","8":"F","9":"H","A":8,"B":9,"C":9,"D":"yes","E":7,"F":8,"G":"hello","H":9}
function hides(seven: number) {
  enum Hidden { A = Flags.Write, B = seven }
  {
    declare const seven = 70
    enum Nearer { A = seven, B }
    print(entries(Nearer)) // expect: {"70":"A","71":"B","A":70,"B":71}
  }
  return Hidden.A + Hidden.B
}
print(hides(20)) // expect: 28

// So are negative numbers, templates, constants with the member of an enum, what a namespace exports, and members in brackets.
declare enum Masks { Low = 1, High = 4, Both = Masks.Low | Masks.High, More = Masks.Both + Flags.Write, Text = `text`, Odd = seven * 2 }
declare const minus = -5, quoted = `quoted`, high = Masks.High, agreed = Words.Yes
enum Taken { A = minus, B, C = quoted, D = high, E = agreed, F = Masks.Both, G = Masks['More'], H = Masks.Text, I = Masks['Odd'] }
print(entries(Taken)) // expect: {"4":"D","5":"F","13":"G","14":"I","A":-5,"-5":"A","B":-4,"-4":"B","C":"quoted","D":4,"E":"yes","F":5,"G":13,"H":"text","I":14}
declare enum Bracketed { A = 5, B = Bracketed['A'], C = Masks[`High`] + 1, D = Bracketed['A' + ''], E = seven[0], F = 9 }
declare const bracketed = Bracketed['B']
enum Unwrapped { A = bracketed, B, C = Bracketed.C, D = Bracketed.F }
print(entries(Unwrapped)) // expect: {"5":"C","6":"B","9":"D","A":5,"B":6,"C":5,"D":9}
namespace Exporting {
  export declare const five = 5
  export declare enum Given { A = 6 }
  enum Seen { A = five, B = Given.A, C }
  print(entries(Seen)) // expect: {"5":"A","6":"B","7":"C","A":5,"B":6,"C":7}
}

// They are hidden by members of namespaces, and by what is declared elsewhere further in without a value.
declare const near = 5
declare enum Shared { A = 5 }
;(globalThis as any).far = 9
namespace Hiding {
  export const near = 7
  export enum Shared { A = 3 }
}
namespace Hiding {
  enum Seen { A = near, B = Shared.A, C }
  print(entries(Seen)) // expect: {"3":"B","4":"C","7":"A","A":7,"B":3,"C":4}
  { declare const near = 6; enum Nearer { A = near } print(Nearer.A) } // expect: 6
}
declare namespace HidingToo { const near: number }
namespace HidingToo { enum Seen { A = near } print(Seen.A) } // expect: undefined
{ declare const far = 5; { declare let far: number; enum Seen { A = far } print(Seen.A) } enum Other { A = far } print(Other.A) }
// expect: 9
// expect: 5
namespace Inner { { declare const near: any; try { enum Seen { A = near } } catch (error) { print(error.name) } } } // expect: ReferenceError
enum Last { A = near, B = Shared.A }
print(Last.A, Last.B) // expect: 5 5
// Texts may be joined of constants that are declared elsewhere, if all of the value is known.
declare const start = 'a', fifth = 5
declare enum Parts { A = 'x', B = 2 }
enum Joined { A = start + 'b', B = `${start}${fifth}`, C = `<${Parts.A}${Parts.B * 2}>`, D = 'q' + start + 1, E = Parts['A'] + Parts.A, F = fifth + `${-fifth}`, G = A + start, H = 1 + fifth, I = `${(start)}` + (Parts.B + Parts.A) }
print(JSON.stringify(Joined)) // expect: {"6":"H","A":"ab","B":"a5","C":"<x4>","D":"qa1","E":"xx","F":"5-5","G":"aba","H":6,"I":"a2x"}
try { enum Partly { A = `${start}${Math.min}` } } catch (error) { print(error.name) } // expect: ReferenceError
{ let start = 'near'; enum Near { A = start + 'b', B = `${start}` } print(JSON.stringify(Near)) } // expect: {"A":"nearb","B":"near"}
enum Parts { C = `${A}y`, D = A + 'z' + Parts.B, E = Parts.A + C }
print(JSON.stringify(Parts)) // expect: {"C":"xy","D":"xz2","E":"xxy"}
// What is declared further down hides them, too.
declare const hid = 5
declare const enum Hid { A = 3 }
declare const word = 'w'
{ const use = () => { enum A { X = hid } return JSON.stringify(A); var hid: number }; print(use()) } // expect: {"undefined":"X"}
{ const use = () => { enum A { X = hid } return JSON.stringify(A); { var hid: number } }; print(use()) } // expect: {"undefined":"X"}
{ const use = () => { { enum A { X = hid + 1, Y = -hid | 0 } return JSON.stringify(A) } function hid() {} }; print(use().includes('function')) } // expect: true
{ const use = () => { enum A { X = hid } const hid = 1 }; try { use() } catch (error) { print(error.name) } } // expect: ReferenceError
{ const use = () => { enum A { X = Hid.A } return JSON.stringify(A); var Hid = { A: 9 } }; try { use() } catch (error) { print(error.name) } } // expect: TypeError
{ const use = () => { enum A { X = `${word}!` as any } return JSON.stringify(A); var word: string }; print(use()) } // expect: {"X":"undefined!","undefined!":"X"}
{ const use = (hid = 8) => { enum A { X = hid } return A.X }; print(use()) } // expect: 8
{ const use = () => { enum A { X = hid } return A.X; { const hid = 1 } }; print(use()) } // expect: 5
{ const use = () => { enum A { X = hid } return A.X }; print(use()); { var other = 1, hidden = 2 } } // expect: 5
namespace Later { export enum A { X = hid, Y = Hid.A } print(JSON.stringify(A)) } // expect: {"3":"Y","undefined":"X","Y":3}
namespace Later { export const hid = 1 }
{ const use = (flag: boolean) => { enum A { X = hid } return flag ? (a: number): number => { enum B { Y = hid } return A.X + B.Y; var hid: number } : null }; print(String(use(true)!(1))) } // expect: NaN
// A value whose type is asserted is not computed before the program runs.
;(globalThis as any).hid = 6
enum Casts { A = hid, B = hid as any, C = (hid as number) + 1, D = <any>hid * 2, E = hid! }
print(JSON.stringify(Casts)) // expect: {"5":"A","6":"E","7":"C","12":"D","A":5,"B":6,"C":7,"D":12,"E":6}
// Constants and enums of namespaces that are declared elsewhere are known, too.
declare namespace Far { const x = 4, word = 'w'; let y: number; enum D { q = 2, r = 'r' } namespace In { const z = -1; const enum D { q = 9 } } namespace In.Deep { const v = 1 } }
declare namespace Far { export const late = 8; export enum D { s = q + 1 } }
declare namespace Some { const inner = 1; export const outer = 2; export { outer as other } }
declare namespace Both { const n = 3 }
declare enum Both { m = 5 }
declare namespace Both { namespace In { const p = 7 } }
enum Paths { A = Far.x, B = Far.D.q, C = Far.In.z, D = Far.In.D.q, E = Far.In.Deep.v, F = Far.late + 1, G = Far.D.s, H = Far.D["q"], I = `${Far.word}${Far.D.r}`, J = Far.D.r, K = Far.word + A, L = Some.outer, M = Both.m, N = Both.n, O = Both.In.p }
print(JSON.stringify(Paths)) // expect: {"1":"E","2":"L","3":"N","4":"A","5":"M","7":"O","9":"F","A":4,"B":2,"C":-1,"-1":"C","D":9,"E":1,"F":9,"G":3,"H":2,"I":"wr","J":"r","K":"w4","L":2,"M":5,"N":3,"O":7}
try { enum Unknown { A = Far.y } } catch (error) { print(error.name) } // expect: ReferenceError
// As in TypeScript, only members of enums may stand in brackets.
try { enum Bracketed { A = Far['x'] } } catch (error) { print(error.name) } // expect: ReferenceError
try { enum Bracketed { A = Far.In['z'] } } catch (error) { print(error.name) } // expect: ReferenceError
enum Bracketed { A = Far.In.D['q'], B }
print(JSON.stringify(Bracketed)) // expect: {"9":"A","10":"B","A":9,"B":10}
{ const use = () => { enum A { X = Far.x } return JSON.stringify(A); function Far() {} }; print(use()) } // expect: {"undefined":"X"}
