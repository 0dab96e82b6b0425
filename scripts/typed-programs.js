// Makes programs with types put in at random, and the same programs without them, for `compare-erased --generated`.
'use strict'

// What stands between these marks is in the TypeScript only.
const [OPEN, CLOSE] = ['\u0001', '\u0002']

/** Returns a generator of numbers below `n`, from a seed: mulberry32. */
function chance (seed) {
  return n => {
    seed = (seed + 0x6d2b79f5) | 0
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) % n
  }
}

/** Removes what stands between marks, which may stand in each other. */
function withoutMarked (text) {
  let depth = 0
  let kept = ''
  for (const part of text.split(/([\u0001\u0002])/)) {
    if (part === OPEN) depth++
    else if (part === CLOSE) depth--
    else if (depth === 0) kept += part
  }
  return kept
}

class Program {
  constructor (seed) {
    this.below = chance(seed)
    this.names = 0
  }

  pick (...choices) {
    const chosen = choices[this.below(choices.length)]
    return typeof chosen === 'function' ? chosen() : chosen
  }

  list (most, make, separator = ', ') {
    return Array.from({ length: this.below(most + 1) }, make).join(separator)
  }

  some (most, make, separator = ', ') {
    return Array.from({ length: 1 + this.below(most) }, make).join(separator)
  }

  /** Text that only the typed program has, or nothing. */
  typed (make, odds = 3) {
    return this.below(odds) ? OPEN + make() + CLOSE : ''
  }

  only (make) {
    return OPEN + make() + CLOSE
  }

  fresh (begin = 'v') {
    return begin + this.names++
  }

  name () {
    return this.pick('a', 'b', 'type', 'as', 'of', 'declare', 'abstract', 'readonly', 'is', 'infer', 'keyof', 'get', 'satisfies', 'namespace', 'module', 'from')
  }

  typeName () {
    return this.pick('A', 'B.C', 'string', 'number', 'any', 'unknown', 'never', 'void', 'null', 'undefined', 'object', 'bigint', 'symbol', 'this')
  }

  type (depth = 3) {
    const inner = () => this.type(depth - 1)
    const simple = () => this.pick(() => this.typeName(), '1', '-1', "'text'", 'true', '`t`', 'typeof a.b', 'unique symbol')
    if (depth <= 0) return simple()
    return this.pick(
      simple, simple,
      () => `(| ${inner()} | ${inner()})`,
      () => `(${inner()})[]`,
      () => `readonly ${this.typeName()}[]`,
      () => `[${this.list(3, inner)}]`,
      () => `[x: ${inner()}, y?: ${inner()}, ...r: A[]]`,
      () => `{ ${this.list(3, () => this.typeMember(depth - 1), this.pick('; ', ', '))} }`,
      () => `A<${this.some(2, inner)}>`,
      () => `(${inner()} extends ${this.pick(inner, '(infer U)')} ? ${inner()} : ${inner()})`,
      () => `((${this.list(2, () => `${this.fresh('p')}${this.pick('', '?')}: ${inner()}`)}) => ${inner()})`,
      () => `(abstract new <T>(...r: T[]) => ${inner()})`,
      () => `keyof (${inner()})`,
      () => `A['b'][${inner()}]`,
      () => '`a${' + inner() + '}b`',
      () => `{ ${this.pick('', 'readonly ', '-readonly ', '+readonly ')}[K in keyof A${this.pick('', ' as B')}]${this.pick('', '?', '-?')}: ${inner()} }`,
      () => `import('m').A<${inner()}>`
    )
  }

  typeMember (depth) {
    return this.pick(
      () => `${this.pick('', 'readonly ')}${this.name()}${this.pick('', '?')}: ${this.type(depth)}`,
      () => `m<T extends ${this.type(depth)} = any>(x: T): ${this.type(depth)}`,
      () => `[k: string]: ${this.type(depth)}`,
      () => `(x: ${this.type(depth)}): void`,
      () => `new (x: A): ${this.type(depth)}`,
      () => `get g(): ${this.type(depth)}`
    )
  }

  annotation () {
    return this.typed(() => `${this.pick('', ' ')}: ${this.type()}`)
  }

  parameters () {
    const own = [this.typed(() => 'this: A', 2)].filter(Boolean)
    const count = this.below(4)
    for (let index = 0; index < count; index++) {
      const name = this.fresh('p')
      own.push(this.pick(
        () => name + this.typed(() => '?', 2) + this.annotation(),
        () => `${name}${this.annotation()} = ${this.expression(1)}`,
        () => `{ ${name}, k: [${this.fresh('p')}] = [] }${this.annotation()}`
      ))
    }
    if (own[0] === OPEN + 'this: A' + CLOSE) {
      const first = own.shift()
      return own.length > 0 ? first.slice(0, -1) + ', ' + CLOSE + own.join(', ') : first
    }
    return own.join(', ')
  }

  arrowParameters () {
    return this.list(3, () => this.pick(() => this.fresh('p') + this.annotation(), () => `[${this.fresh('p')}]${this.annotation()} = []`))
  }

  generics () {
    return this.typed(() => `<${this.some(2, () => `${this.pick('', 'const ')}${this.fresh('T')}${this.pick('', ` extends ${this.type(1)}`)}`)}>`, 2)
  }

  result () {
    return this.typed(() => this.pick(() => `: ${this.type()}`, ': asserts a', ': a is A', ': asserts a is B'), 2)
  }

  body (depth) {
    return `{ ${this.list(3, () => this.statement(depth - 1), '\n')} }`
  }

  expression (depth = 3) {
    const inner = () => this.expression(depth - 1)
    const simple = () => this.pick(() => this.name(), '1', "'s'", 'this', 'null', '/x/g', '`t`')
    if (depth <= 0) return simple()
    return this.pick(
      simple,
      () => `(${inner()}${this.typed(() => ` ${this.pick('as', 'satisfies')} ${this.pick('const', () => this.type())}`)})`.replace('satisfies const', 'as const'),
      () => `(${this.only(() => `<${this.typeName()}>`)}${simple()})`,
      () => `${this.name()}${this.typed(() => '!', 2)}.b${this.typed(() => '!', 2)}[${inner()}]`,
      () => `${this.name()}?.b${this.typed(() => '!', 2)}.c`,
      () => `f${this.typed(() => `<${this.some(2, () => this.type(2))}>`, 2)}(${this.list(2, inner)})`,
      () => `f?.${this.typed(() => `<${this.type(2)}>`, 2)}(${inner()})`,
      () => `f${this.typed(() => `<${this.type(2)}>`, 2)}\`a\${${inner()}}b\``,
      () => `new F${this.typed(() => `<${this.type(2)}>`, 2)}(${this.list(2, inner)})`,
      () => `(${this.generics()}(${this.arrowParameters()})${this.typed(() => `: ${this.type()}`, 2)} => ${this.pick(() => `(${inner()})`, () => this.body(depth - 1))})`,
      () => `(async ${this.generics()}(${this.arrowParameters()})${this.typed(() => `: ${this.type()}`, 2)} => ${this.body(depth - 1)})`,
      () => `(function ${this.generics()}(${this.parameters()})${this.result()} ${this.body(depth - 1)})`,
      () => `({ m${this.generics()}(${this.parameters()})${this.result()} ${this.body(depth - 1)}, get g()${this.result()} { return 1 }, [${inner()}]: ${inner()}, ...a })`,
      () => `[${this.list(3, inner)}]`,
      () => `(${inner()} ? ${inner()} : ${inner()})`,
      () => `(${inner()} ${this.pick('+', '<', '>', '>>', '&&', '??', '===', 'in', 'instanceof')} ${inner()})`,
      () => `(a = ${inner()})`,
      () => `(${this.class(depth - 1, '')})`
    )
  }

  member (depth) {
    const access = () => this.typed(() => this.pick('public ', 'private ', 'protected ', 'override '), 2)
    return this.pick(
      () => `${access()}${this.pick('', 'static ')}${this.typed(() => 'readonly ', 2)}${this.fresh('m')}${this.typed(() => this.pick('?', '!', ''), 2)}${this.annotation()}${this.pick('', () => ` = ${this.expression(depth - 1)}`)};`.replace(/(!|\?)(\u0002)( =|;)/, '$2$3'),
      () => `${access()}${this.pick('', 'static ')}${this.pick('', 'async ', '*')}${this.fresh('m')}${this.generics()}(${this.parameters()})${this.result()} ${this.body(depth - 1)}`,
      () => `${access()}get ${this.fresh('m')}()${this.result()} ${this.body(depth - 1)}`,
      () => `#${this.fresh('m')}${this.annotation()} = ${this.expression(depth - 1)};`,
      () => `[${this.expression(1)}]${this.annotation()};`,
      () => `static ${this.body(depth - 1)}`,
      () => this.only(() => `declare ${this.fresh('m')}: ${this.type()};`),
      () => this.only(() => `[k: string]: ${this.type()};`),
      () => this.only(() => `${this.fresh('m')}(x: A): void;`) + `m(x${this.annotation()}) {}`.replace('m(', `${this.fresh('m')}(`)
    )
  }

  class (depth, name) {
    const heritage = this.pick('', () => ` extends F${this.typed(() => `<${this.type(2)}>`, 2)}`)
    return `class ${name}${name && this.generics()}${heritage}${this.typed(() => ` implements ${this.some(2, () => `I<${this.type(1)}>`)}`, 2)} { ${this.list(4, () => this.member(depth), '\n')} }`
  }

  typeOnly () {
    return this.only(() => this.pick(
      () => `interface ${this.fresh('I')}<T = ${this.type(1)}> extends A, B<T> { ${this.list(3, () => this.typeMember(2), '; ')} }`,
      () => `type ${this.fresh('Y')}<in out T> = ${this.type()};`,
      () => `declare const ${this.fresh('d')}: ${this.type()};`,
      () => `declare function ${this.fresh('d')}(x: ${this.type()}): ${this.type()};`,
      () => `declare namespace ${this.fresh('N')} { const a: ${this.type()}; function f(): void; }`,
      () => `declare class ${this.fresh('D')} { m(): ${this.type()}; }`
    ))
  }

  statement (depth = 3) {
    const expression = () => this.expression(depth)
    if (depth <= 0) return `${expression()};`.replace(/^(\(?)/, ';$1')
    return this.pick(
      () => `${this.pick('let', 'const', 'var')} ${this.fresh()}${this.annotation()} = ${expression()};`,
      () => `let ${this.fresh()}${this.typed(() => '!: A', 3)};`,
      () => `const { ${this.fresh()}, k: { ${this.fresh()} } }${this.annotation()} = ${expression()};`,
      () => `function ${this.fresh('f')}${this.generics()}(${this.parameters()})${this.result()} ${this.body(depth)}`,
      () => { const name = this.fresh('f'); return this.only(() => `function ${name}(x: ${this.type()}): ${this.type()};\n`) + `function ${name}(x${this.annotation()}) ${this.body(depth)}` },
      () => this.class(depth, this.fresh('C')),
      () => `if (${expression()}) ${this.body(depth)} else ${this.body(depth)}`,
      () => `for (const ${this.fresh()} of ${expression()}) ${this.body(depth)}`,
      () => `for (let ${this.fresh()}${this.annotation()} = 0; ; ) ${this.body(depth)}`,
      () => `try ${this.body(depth)} catch (${this.fresh('e')}${this.typed(() => ': unknown')}) ${this.body(depth)}`,
      () => `switch (${expression()}) { case ${this.expression(1)}: ${this.statement(depth - 1)} }`,
      () => `${this.name()}: ;`,
      () => `;(${expression()});`,
      () => this.typeOnly()
    )
  }

  pair () {
    const text = this.some(8, () => this.statement(), '\n') + '\n'
    return { typed: text.replace(/[\u0001\u0002]/g, ''), untyped: withoutMarked(text) }
  }
}

exports.chance = chance

/** Makes a program: its text with types, and without. */
exports.program = seed => new Program(seed).pair()
