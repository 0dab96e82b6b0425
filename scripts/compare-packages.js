// Imports each TypeScript module of packages, and the same one transpiled by TypeScript, and compares all that they export: for
// `compare-running FOLDER…`. Modules of tests run their tests: what they expect something of is printed.
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { spawnSync } = require('node:child_process')

/** Modules that one process imports. */
const BATCH = 100

/** What is printed of a value. */
const SHOW = `
globalThis.__DEV__ = true
let state = 1
Math.random = () => (state = state * 48271 % 2147483647) / 2147483647
Date.now = () => 1e12
export function show (value, depth = 3, seen = new Set()) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'symbol') return value.toString()
  if (typeof value !== 'object' && typeof value !== 'function' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  const kind = typeof value === 'function' ? 'function ' + value.name + '/' + value.length : Object.prototype.toString.call(value)
  if (depth === 0 || seen.has(value)) return kind
  seen.add(value)
  const parts = []
  try {
    if (value instanceof Error) parts.push(value.name + ': ' + value.message)
    if (value instanceof Map || value instanceof Set) parts.push([...value].slice(0, 50).map(item => show(item, depth - 1, seen)).join())
    for (const key of Reflect.ownKeys(value).slice(0, 300)) {
      // Positions differ.
      if (key === 'stack') continue
      const { get, set, value: held, writable, enumerable } = Object.getOwnPropertyDescriptor(value, key)
      const mark = (enumerable ? '' : '~') + (writable === false ? '!' : '')
      parts.push(mark + String(key) + ': ' + (get || set ? 'accessor' : show(held, depth - 1, seen)))
    }
  } catch (error) {
    parts.push('throws ' + error.name)
  }
  seen.delete(value)
  return kind + ' { ' + parts.join(', ') + ' }'
}
`

/** A stand-in for the packages that tests are written with: it prints what is expected of what. */
const TESTS = `
import { show } from './show.mjs'
const waiting = []
globalThis.runTests = async () => {
  for (const [name, body] of waiting.splice(0)) {
    print('test ' + name)
    try { await body({}) } catch (error) { print('  fails: ' + error.name + ' ' + String(error.message).slice(0, 300)) }
  }
}
const names = []
const test = Object.assign((name, body, other) => { waiting.push([[...names, typeof name === 'string' ? name : ''].join(' > '), typeof body === 'function' ? body : other ?? (() => {})]) }, { skip () {}, todo () {}, only: null, each: rows => (name, body) => rows.forEach(row => test(name, () => body(...[row].flat()))) })
test.only = test
const describe = Object.assign((name, body) => { names.push(name); body(); names.pop() }, { skip () {}, only: null, each: rows => (name, body) => rows.forEach(row => describe(name, () => body(...[row].flat()))) })
describe.only = describe
const matcher = (value, path) => new Proxy(() => {}, {
  get: (_, name) => name === 'then' ? undefined : matcher(value, path + '.' + String(name)),
  apply (_, self, given) {
    const say = found => print('  ' + path + ' of ' + show(found, 2) + (given.length ? ' given ' + given.map(item => show(item, 2)).join() : ''))
    if (/rejects|resolves/.test(path)) return Promise.resolve(value).then(say, say)
    if (/toThrow/.test(path) && typeof value === 'function') {
      try { value(); print('  does not throw') } catch (error) { say(error) }
      return
    }
    say(value)
  }
})
const expect = Object.assign(value => matcher(value, ''), { any: type => 'any ' + type.name, anything: () => 'anything', objectContaining: of => of, arrayContaining: of => of, stringContaining: of => of, extend () {}, fail () { throw new Error('fails') } })
const expectTypeOf = () => { const all = new Proxy(() => all, { get: (_, name) => name === 'then' ? undefined : all }); return all }
const fn = (body = () => {}) => { const mock = Object.assign((...given) => { mock.mock.calls.push(given); return body(...given) }, { mock: { calls: [] }, mockReturnValue: value => { body = () => value; return mock }, mockImplementation: other => { body = other; return mock } }); return mock }
const hook = body => body && waiting.push(['hook', body])
const util = { fn, spyOn: () => fn(), assertEqual () {} }
export { test, test as it, describe, expect, expectTypeOf, fn, util as vi, util as jest, hook as beforeEach, hook as beforeAll, hook as afterEach, hook as afterAll, expectTypeOf as assertType }
`

function * filesBelow (folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield * filesBelow(place)
    } else if (/\.[mc]?ts$/.test(entry.name)) {
      yield place
    }
  }
}

/** Names files in imports of transpiled text by what they have become. */
function withJavaScriptNames (ts, text, file, known) {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  for (const { fileName, pos } of importedFiles.sort((a, b) => b.pos - a.pos)) {
    if (!fileName.startsWith('.')) continue
    const place = path.join(path.dirname(file), fileName)
    const base = place.replace(/\.([mc]?)[jt]s$/, '')
    const found = [place, `${base}.ts`, `${base}.mts`, `${place}.ts`, path.join(place, 'index.ts')].find(name => known.has(name))
    if (!found) continue
    let name = path.relative(path.dirname(file), found).replace(/\.([mc]?)ts$/, '.$1js')
    if (!name.startsWith('.')) name = './' + name
    const start = text.indexOf(fileName, pos)
    text = text.slice(0, start) + name + text.slice(start + fileName.length)
  }
  return text
}

function write (place, text) {
  fs.mkdirSync(path.dirname(place), { recursive: true })
  fs.writeFileSync(place, text)
}

/** Writes the sources of a package, and what TypeScript makes of them. Returns the names of its modules. */
function prepare ({ ts, transpile, into }, folder) {
  const files = [...filesBelow(folder)].map(file => path.relative(folder, file))
  const known = new Set(files)
  const modules = []
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), 'utf8')
    write(path.join(into, 'own', file), text)
    if (/\.d\.[mc]?ts$/.test(file)) continue
    const made = transpile(text, file)
    if (made.error) {
      console.log(`${file}: TypeScript says: ${made.error}`)
      continue
    }
    write(path.join(into, 'other', file.replace(/\.([mc]?)ts$/, '.$1js')), withJavaScriptNames(ts, made.text, file, known))
    if (/^(import|export)\b/m.test(text) && !file.endsWith('.cts')) modules.push(file)
  }
  for (const side of ['own', 'other']) write(path.join(into, side, 'package.json'), '{ "type": "module" }')
  return { files, modules }
}

/** Imports modules of one side. Returns what each prints. */
function run ({ into, command, names }, side, modules, options) {
  const main = modules.map(file => {
    const name = side === 'own' ? file : file.replace(/\.([mc]?)ts$/, '.$1js')
    return `print(${JSON.stringify(`=== ${file}`)})
try {
  const exported = await import(${JSON.stringify(`./${name}`)})
  print(show(exported))
  await globalThis.runTests?.()
} catch (error) { print('uncaught ' + error.name) }`
  })
  const tests = path.join(into, side, 'tests-stand-in.mjs')
  write(path.join(into, side, 'show.mjs'), SHOW)
  write(tests, TESTS)
  const start = path.join(into, side, 'main-of-all.mjs')
  write(start, `import { show } from './show.mjs'\n${main.join('\n')}\n`)
  const aliases = ['vitest', '@jest/globals', 'bun:test'].flatMap(name => ['--alias', `${name}=${tests}`])
  for (const [name, place] of names) {
    const file = path.join(place.into, side, side === 'own' ? place.file : place.file.replace(/\.([mc]?)ts$/, '.$1js'))
    aliases.push('--alias', `${name}=${file}`)
  }
  const { stdout, stderr, status } = spawnSync(command, [...options, ...aliases, start], { encoding: 'utf8', maxBuffer: 1 << 30 })
  if (status !== 0) console.log(`${side}: exit code ${status}: ${stderr.slice(0, 500)}`)
  const parts = stdout.split(/^=== (.*)\n/m).slice(1)
  return new Map(Array.from({ length: parts.length / 2 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]))
}

/** Finds the sources that names of packages mean, among those of these packages. */
function namesOf (ts, packages) {
  const names = new Map()
  for (const { folder, files } of packages) {
    for (const file of files) {
      for (const { fileName } of ts.preProcessFile(fs.readFileSync(path.join(folder, file), 'utf8'), true, true).importedFiles) {
        const to = packages.find(({ name }) => fileName === name || fileName.startsWith(name + '/'))
        if (!to || names.has(fileName)) continue
        const below = fileName.slice(to.name.length + 1).replace(/\.js$/, '') || 'index'
        const found = ['src/', 'src/esm/', ''].flatMap(start => [`${start}${below}.ts`, `${start}${below}/index.ts`]).find(name => to.files.includes(name))
        if (found) names.set(fileName, { into: to.into, file: found })
      }
    }
  }
  return names
}

exports.comparePackages = (tools, folders) => {
  let [differ, total] = [0, 0]
  const packages = folders.map(folder => {
    const into = path.join(tools.into, path.resolve(folder).split('node_modules/').at(-1).replaceAll('/', '_'))
    const { name } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return { folder, into, name, ...prepare({ ...tools, into }, folder) }
  })
  const names = namesOf(tools.ts, packages)
  for (const { folder, into, files, modules } of packages) {
    const own = { ...tools, into, names }
    const check = spawnSync(tools.command, ['check', path.join(into, 'own')], { encoding: 'utf8', maxBuffer: 1 << 28 })
    const unread = check.stdout.match(/(\d+) with errors/)?.[1] ?? check.stderr.match(/(\d+) with errors/)?.[1]
    let [ran, different, lines] = [0, 0, 0]
    for (let start = 0; start < modules.length; start += BATCH) {
      const batch = modules.slice(start, start + BATCH)
      const [ours, theirs] = ['own', 'other'].map(side => run(own, side, batch, []))
      for (const file of batch) {
        const [mine, other] = [ours.get(file), theirs.get(file)]
        if (mine !== undefined && !mine.startsWith('uncaught')) ran++
        lines += mine?.split('\n').length ?? 0
        if (mine === other) continue
        different++
        const [first, second] = [mine, other].map(text => (text ?? 'nothing').split('\n'))
        const line = first.findIndex((text, index) => text !== second[index])
        const at = [...first[line] ?? ''].findIndex((character, index) => character !== second[line]?.[index])
        const shown = texts => (texts[line] ?? 'the end').slice(Math.max(0, at - 80), at + 120)
        console.log(`${folder}: ${file}: prints\n  ${shown(first)}\nbut transpiled by TypeScript\n  ${shown(second)}`)
      }
    }
    differ += different + Number(unread ?? 0)
    total += files.length
    console.log(`${folder}: ${files.length} files, ${unread ?? '?'} not read; ${ran} of ${modules.length} modules run, ${lines} lines; ${different} differ`)
  }
  console.log(`${differ} differences in ${total} files of ${folders.length} packages`)
  return differ
}
