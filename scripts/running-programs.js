// Makes TypeScript programs that run and print, at random, for `compare-running --generated`: what has values in them (enums,
// namespaces, parameter properties, `accessor`, `using`), with types wherever they can stand.
'use strict'

const { chance } = require('./typed-programs.js')

const PRELUDE = `
function show(value: unknown, depth = 3): string {
  if (typeof value === 'function') return (/^class/.test(String(value)) ? 'class ' : 'function ') + value.name + members(value, depth)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? JSON.stringify(value) : String(value)
  return members(value, depth)
}
function members(value: object, depth: number): string {
  if (depth === 0) return '…'
  const keys = Object.getOwnPropertyNames(value).filter(key => !['length', 'name', 'prototype'].includes(key))
  return '{' + keys.map(key => key + ':' + show((value as Record<string, unknown>)[key], depth - 1)).join() + '}'
}
class Resource {
  constructor(readonly name: string, public size = name.length) { print('open ' + name) }
  [Symbol.dispose](): void { print('close ' + this.name) }
  async [Symbol.asyncDispose](): Promise<void> { print('close later ' + this.name) }
}
`

class Running {
  constructor (seed) {
    this.below = chance(seed)
    this.names = 0
    // Expressions that are numbers here, and names of functions of numbers.
    this.numbers = []
    this.functions = []
    // Variables that can be written.
    this.variables = []
    this.enums = []
    this.namespaces = []
    this.isAsync = true
  }

  pick (...choices) {
    const chosen = choices[this.below(choices.length)]
    return typeof chosen === 'function' ? chosen() : chosen
  }

  of (list) {
    return list[this.below(list.length)]
  }

  some (most, make, separator = '\n') {
    return Array.from({ length: 1 + this.below(most) }, make).join(separator)
  }

  fresh (begin) {
    return begin + this.names++
  }

  /** Makes text in which new names are known, and forgets them. */
  within (make) {
    const kept = ['numbers', 'functions', 'variables', 'enums', 'namespaces'].map(list => [list, this[list].slice()])
    const text = make()
    for (const [list, before] of kept) this[list] = before
    return text
  }

  type (depth = 2) {
    const inner = () => this.type(depth - 1)
    const simple = () => this.pick('number', 'any', 'unknown', 'string', '1', "'a'", '-1', 'typeof print', 'symbol', 'void', 'this')
    if (depth <= 0) return simple()
    return this.pick(
      simple, () => `${simple()} | ${inner()}`, () => `(${inner()})[]`, () => `{ a: ${inner()}; b?(x: ${inner()}): void }`,
      () => `((x: ${inner()}) => ${inner()})`, () => `Array<${inner()}>`, () => `[a: ${inner()}, b?: ${inner()}]`, () => `keyof (${inner()})`,
      () => `(${inner()} extends infer U ? U : ${inner()})`, () => '`a${' + inner() + '}`', () => `{ readonly [K in string]?: ${inner()} }`,
      () => `(new (...a: ${inner()}[]) => ${inner()})`, () => `Map<string, Array<${inner()}>>`
    )
  }

  annotation () {
    return this.pick('', () => `: ${this.type()}`, ': number', ': any')
  }

  /** Makes an expression that is a number. */
  number (depth = 2) {
    const inner = () => this.number(depth - 1)
    const simple = () => this.pick(() => String(this.below(9)), () => this.numbers.length > 0 ? this.of(this.numbers) : '7')
    if (depth <= 0) return simple()
    return this.pick(
      simple, simple,
      () => `(${inner()} ${this.pick('+', '-', '*', '&', '|', '^')} ${inner()})`,
      () => `(${inner()} as ${this.type()} as any)`,
      () => `(${inner()} satisfies ${this.type()})`,
      () => `(<any>${inner()})`,
      () => `${simple()}!`,
      () => this.functions.length > 0 ? this.call(depth) : '3',
      () => `(${inner()} > 3 ? ${inner()} : ${inner()})`,
      () => `(${inner()} > 3 ? (a: number) => a + 1 : (a): number => a - 1)(${inner()})`,
      () => `(${inner()} > 2 ? (a): ${this.type()} => a * 2 : (a) => a)(${inner()})`,
      () => `(${inner()} > 2 ? (a = 2): number => a ? ${inner()} : a : (b) => b)(${inner()})`,
      () => `(<T,>(a: T): T => a)(${inner()})`,
      () => `(function <T>(this: any, a: T, b?: T) { return a })(${inner()})`,
      () => `[${inner()}, ${inner()}].map<number>((a: number): number => a + ${inner()})[0]!`,
      () => `({ a: ${inner()} } as { a?: number }).a!`,
      () => `({ b: { c: ${inner()} } })?.b!.c`,
      () => `Math.max<number>(${inner()}, ${inner()} as number)`,
      () => this.variables.length > 0 ? this.update(inner) : '4'
    ).replaceAll('Math.max<number>', 'Math.max')
  }

  update (value) {
    const name = this.of(this.variables)
    return this.pick(
      () => `(${name} = ${value()})`, () => `(${name} += ${value()})`, () => `${name}++`, () => `--${name}`, () => `(${name}! -= 1)`,
      () => `((${name} as any) = ${value()})`, () => `([${name}] = [${value()}])[0]`, () => `({ a: ${name} = 2 } = { a: ${value()} }).a`,
      () => `(${name} ??= 1)`
    )
  }

  call (depth) {
    const name = this.of(this.functions)
    const given = this.number(depth - 1)
    return this.pick(() => `${name}(${given})`, () => `${name}<number>(${given})`, () => `${name}?.(${given})`, () => `${name}!(${given})`,
      () => `(${name}<string>)(${given})`)
  }

  print () {
    return `print(${this.some(2, () => this.number(), ', ')});`
  }

  enum (prefix = '') {
    const again = this.enums.length > 0 && this.below(4) === 0 && prefix === ''
    const known = again ? this.of(this.enums) : { name: this.fresh('E'), members: [], word: this.pick('', '', prefix === '' ? 'const ' : '') }
    const members = []
    let isFirst = true
    const count = 1 + this.below(4)
    let isCounted = false
    for (let index = 0; index < count; index++) {
      const member = this.fresh('M')
      const earlier = known.members.length > 0 ? this.of(known.members) : null
      const value = this.pick(
        () => isFirst || isCounted ? (isFirst && again ? ` = ${this.below(5)}` : '') : ` = ${this.below(9)}`,
        () => ` = ${this.pick('', '-', '~')}${this.below(20)}`,
        () => ` = 1 << ${this.below(5)}`,
        () => earlier ? ` = ${this.pick(earlier, `${known.name}.${earlier}`, `${known.name}['${earlier}']`, `${earlier} | 4`, `(${earlier} + 1)`)}` : ' = 2.5',
        () => ` = ${JSON.stringify(this.pick('x', 'y'))}.length`,
        () => ` = (1 as number) + ${this.below(3)}`
      )
      // Behind a computed member stands a value.
      isCounted = !/length|as/.test(value) && (value !== '' || isCounted || isFirst) && !/M/.test(value)
      isFirst = false
      members.push(this.pick(member, `'${member}'`, member) + value)
      known.members.push(member)
    }
    if (this.below(3) === 0) members.push(`${this.fresh('S')} = ${this.pick("'text'", '`a`', "'a' + 'b'")}`)
    const text = `${prefix}${known.word}enum ${known.name} { ${members.join(', ')}${this.pick('', ',')} }`
    if (!again && prefix === '') this.enums.push(known)
    for (const member of known.members) this.numbers.push(`${known.name}.${member}`)
    return `${text}\nprint(show(${known.name}));`
  }

  parameters () {
    return `a${this.annotation()}${this.pick('', ' = 1')}, b${this.pick('?: number', ' = 2', ': any = 3')}`
  }

  function (prefix = '') {
    const name = this.fresh('f')
    const overload = this.below(4) === 0 ? `${prefix}function ${name}(a: ${this.type()}): ${this.type()};\n` : ''
    const body = this.within(() => {
      this.numbers.push('a')
      const isAsync = this.isAsync
      this.isAsync = false
      const text = `${this.some(2, () => this.statement(1))} return ${this.number()};`
      this.isAsync = isAsync
      return text
    })
    const text = `${overload}${prefix}function ${name}<T>(${this.parameters()})${this.annotation()} { if ((deep += 1) > 40) return 1; ${body} }`
    this.functions.push(name)
    return text
  }

  class (prefix = '') {
    const name = this.fresh('C')
    const fields = () => this.pick(
      () => `${this.pick('', 'public ', 'readonly ', 'private ')}${this.fresh('p')}${this.annotation()} = ${this.number(1)};`,
      () => `${this.fresh('p')}${this.pick('!', '?', '')}: ${this.type()};`,
      () => `static ${this.fresh('s')} = ${this.number(1)};`,
      () => `declare ${this.fresh('p')}: ${this.type()};`,
      () => `accessor ${this.fresh('x')}${this.annotation()} = ${this.number(1)};`,
      () => `static accessor ['${this.fresh('y')}'] = ${this.number(1)};`,
      () => '[key: string]: any;',
      () => `${this.fresh('m')}(x?: ${this.type()})${this.annotation()} { return ${this.number(1)} }`,
      () => `get ${this.fresh('g')}()${this.annotation()} { return ${this.number(1)} }`,
      () => `static { ${this.print()} }`,
      () => `own = this.c;`
    )
    const constructor = () => `constructor(${this.pick('private ', 'public ', 'readonly ', 'protected readonly ')}c: any = ${this.number(0)}, d${this.annotation()} = 2, public e = d) { ${this.pick('', "'use strict';")} print('make', c, this.c, this.e); }`
    const derived = this.fresh('D')
    const text = `${prefix}${this.pick('', 'abstract ')}class ${name}<in out T = any>${this.pick('', ' implements Iterable<any>')} { ${this.some(3, fields, ' ')} ${constructor()} ${this.some(2, fields, ' ')} }\n` +
      `${prefix}class ${derived} extends ${name}<${this.type()}> { ${this.some(2, fields, ' ')} ${this.pick('', () => `constructor(private f = ${this.number(0)}) { ${this.pick('', 'print(1);')} super(${this.number(0)}); print(this.f); }`)} }\n`
    return `${text}print(show(${name}), show(new ${derived}()), show(new (${name} as any)(1, 2)));`
  }

  namespace (prefix = '', depth = 2) {
    const again = this.namespaces.length > 0 && this.below(3) === 0 && prefix === ''
    const known = again ? this.of(this.namespaces) : { name: this.fresh('N'), numbers: [], functions: [], variables: [] }
    const outer = { numbers: [], functions: [], variables: [] }
    const inner = this.within(() => {
      for (const list of Object.keys(outer)) this[list].push(...known[list])
      const isAsync = this.isAsync
      this.isAsync = false
      const text = this.some(5, () => this.member(known, depth - 1))
      this.isAsync = isAsync
      return text
    })
    for (const list of Object.keys(outer)) this[list].push(...known[list].map(name => `${known.name}.${name}`))
    if (!again) this.namespaces.push(known)
    // Something in it has a value.
    return `${prefix}${this.pick('namespace', 'module')} ${known.name} {\n${inner}\nexport const ${this.fresh('z')} = 1\n}\nprint(show(${known.name}));`
  }

  member (known, depth) {
    const note = (list, name) => { known[list].push(name); this[list].push(name); return name }
    const variable = () => note('variables', note('numbers', this.fresh('v')))
    return this.pick(
      () => { const value = this.number(); return `export ${this.pick('let', 'var')} ${variable()}${this.annotation()} = ${value}` },
      () => { const value = this.number(); return `export const ${note('numbers', this.fresh('c'))}${this.annotation()} = ${value};` },
      () => { const value = this.number(); return `export let { a: ${variable()}, b: [${variable()} = 5] = [] } = { a: ${value} } as any` },
      () => { const value = this.number(); return `export let ${variable()} = ${value}, ${variable()}: number = ${value};` },
      () => { const text = this.function('export '); const name = /function (f\d+)/.exec(text)[1]; known.functions.push(name); return text },
      () => this.class('export '),
      () => this.enum('export '),
      () => depth > 0 ? this.namespace('export ', depth) : 'export type T = 1',
      () => `export interface I { a: ${this.type()} }`,
      () => `export type ${this.fresh('Y')}<T> = ${this.type()}`,
      () => `export declare const ${this.fresh('d')}: number`,
      () => this.statement(1),
      () => this.numbers.length > 0 ? `for (const each of [${this.number()}]) { print({ each }.each, ${this.number()}) }` : ';',
      () => this.variables.length > 0 ? `for (${this.of(this.variables)} of [1, 2]) print(${this.number()});` : ';',
      () => known.numbers.length > 0 ? this.shorthand(this.of(known.numbers)) : ';',
      () => known.functions.length > 0 ? `import ${this.fresh('g')} = ${known.name}.${this.of(known.functions)};` : ';'
    )
  }

  shorthand (name) {
    return /^\w+$/.test(name) ? `print(show({ ${name}, b: () => ${name} }), [${name}].map(x => x + ${name}).join());` : ';'
  }

  merged () {
    const name = this.fresh('G')
    const first = this.pick(`function ${name}(a?: number) { return 1 }`, `class ${name} { static a = 1; constructor(private b = 2) {} }`, `enum ${name} { A, B }`)
    return `${first}\nnamespace ${name} { export const v = ${this.number()}; export function f() { return v } ${this.pick('', 'export namespace Inner.Deep { export let w = v }')} }\nprint(show(${name}));`
  }

  using () {
    const open = () => `new Resource('${this.fresh('r')}')`
    const word = this.pick('using', this.isAsync ? 'await using' : 'using')
    return this.pick(
      () => `{ ${word} r: Resource = ${open()}, q = ${open()}; ${this.within(() => this.statement(1))} print(r.name, q!.size) }`,
      () => `{ using none = null as any; ${word} r = ${open()}; }`,
      () => `for (${word} r of [${open()}, ${open()}]) { print(r.size as number); ${this.pick('', 'break;', 'continue;')} }`,
      () => `(() => { using r = ${open()}; return print((r satisfies Resource).name); })();`,
      () => `try { using r = ${open()}; throw new Error('stop'); } catch (error: unknown) { print((error as Error).message) }`
    )
  }

  statement (depth = 2) {
    return this.pick(
      () => this.print(), () => this.print(), () => this.using(),
      () => { const value = this.number(); const name = this.fresh('l'); this.numbers.push(name); return `const ${name}${this.annotation()} = ${value};` },
      () => { const value = this.number(); const name = this.fresh('l'); this.numbers.push(name); this.variables.push(name); return `let ${name}${this.annotation()} = ${value};` },
      () => `if (${this.number()} > 2) { ${this.within(() => this.some(2, () => this.statement(depth - 1)))} }`,
      () => `interface ${this.fresh('I')} { (x: ${this.type()}): ${this.type()}; readonly a?: ${this.type()} }`,
      () => `type ${this.fresh('Y')} = ${this.type()};`,
      () => depth > 0 ? `{ ${this.within(() => this.enum())} }` : ';',
      () => depth > 0 ? `switch (${this.number()}) { case (${this.number()}): ${this.print()} default: ${this.print()} }` : ';',
      () => `declare const ${this.fresh('d')}: ${this.type()};`
    )
  }

  top () {
    return this.pick(() => this.enum(), () => this.enum(this.pick('', 'export ')), () => this.namespace(), () => this.namespace(), () => this.class(), () => this.function(),
      () => this.merged(), () => this.statement(), () => this.statement(), () => this.alias())
  }

  alias () {
    if (this.namespaces.length === 0) return this.print()
    const { name, numbers, functions } = this.of(this.namespaces)
    const [alias, members] = [this.fresh('q'), [...numbers, ...functions]]
    return members.length === 0 ? ';' : `import ${alias} = ${name}.${this.of(members)};\n${this.pick('', `print(show(${alias}));`)}`
  }

  text () {
    return `${PRELUDE}let deep = 0;\n${Array.from({ length: 4 + this.below(6) }, () => `deep = 0;\n${this.top()}`).join('\n')}\nexport {};\n`
  }
}

/** Makes a program. */
exports.program = seed => new Running(seed).text()
