//! `--commonjs`: `require`, packages, and modules within packages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::{Outcome, ferrotape};

/// Makes a folder with these files, as npm would make it.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("requiring").join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder.canonicalize().expect("it is there")
}

fn run(folder: &Path, program: &str) -> Outcome {
    ferrotape(&["--commonjs", &folder.join(program).to_string_lossy()])
}

#[track_caller]
fn prints(name: &str, files: &[(&str, &str)], expected: &str) {
    let folder = folder(name, files);
    let outcome = run(&folder, files[0].0);
    assert_eq!((outcome.stdout.as_str(), outcome.code), (expected, Some(0)), "{}", outcome.stderr);
}

#[test]
fn files_have_what_they_expect() {
    prints(
        "scope",
        &[
            (
                "main.js",
                "#!/usr/bin/env node\nprint(typeof exports, this === exports, module.exports === exports, require.main === module);
                 print(__dirname === module.path, __filename === module.filename, module.id, module.loaded, typeof global.print);
                 let top = 1; print(globalThis.top, process.argv[1] === __filename, process.cwd().length > 1);
                 print(require.resolve('./lib/sub') in require.cache, require('./lib/sub') === require('./lib/sub.js'));
                 print(Object.keys(require.cache).length, module.children.length, require('./lib').name);
                 delete require.cache[require.resolve('./lib/sub')]; print(require('./lib/sub').count);
                 return; print('never')",
            ),
            ("lib/sub.js", "global.count = (global.count ?? 0) + 1; exports.count = count"),
            ("lib/index.js", "module.exports = function lib() {}"),
        ],
        "object true true true\ntrue true . false function\nundefined true true\nfalse true\n2 1 lib\n2\n",
    );
}

#[test]
fn files_may_ask_for_one_another() {
    prints(
        "cycle",
        &[
            ("main.js", "exports.early = 1; const b = require('./b'); exports.late = 2; print(b.seen, b.later())"),
            (
                "b.js",
                "const main = require('./main'); exports.seen = Object.keys(main).join(); exports.later = () => main.late",
            ),
        ],
        "early 2\n",
    );
}

#[test]
fn packages_are_found_as_node_finds_them() {
    prints(
        "packages",
        &[
            (
                "src/deep/main.js",
                "print(require('old'), require('old/lib/extra'), require('plain'), require('@scope/new'), require('@scope/new/sub/x'));
                 print(require('data').answer, require('self'), require('#inner'), require('./folder'), require('only-node'), require('typed'));
                 try { require('@scope/new/hidden') } catch (e) { print(e.code, e.message.split('\\n')[0]) }",
            ),
            ("package.json", r##"{"name": "self", "exports": "./own.js", "imports": {"#inner": "./src/inner.js"}}"##),
            ("own.js", "module.exports = 'self'"),
            ("src/inner.js", "module.exports = 'inner'"),
            ("src/deep/folder/package.json", r#"{"main": "lib"}"#),
            ("src/deep/folder/lib/index.json", "\"folder\""),
            ("src/node_modules/plain.js", "module.exports = 'plain'"),
            ("node_modules/old/package.json", r#"{"main": "lib/main"}"#),
            ("node_modules/old/lib/main.js", "module.exports = 'old needs ' + require('plain')"),
            ("node_modules/old/lib/extra.js", "module.exports = 'extra'"),
            ("node_modules/old/node_modules/plain/index.js", "module.exports = 'its own plain'"),
            (
                "node_modules/@scope/new/package.json",
                r#"{"exports": {".": {"import": "./no.js", "require": "./yes.js", "node": "./no.js"}, "./sub/*": "./s/*.js"}}"#,
            ),
            ("node_modules/@scope/new/yes.js", "module.exports = 'new'"),
            ("node_modules/@scope/new/s/x.js", "module.exports = 'x'"),
            ("node_modules/@scope/new/hidden.js", ""),
            ("node_modules/data/index.json", "{\"answer\": 42}"),
            ("node_modules/only-node/package.json", r#"{"exports": {"node": {"require": "./n.js"}}}"#),
            ("node_modules/only-node/n.js", "module.exports = 'n'"),
            // The source texts are there too, beside what the package says.
            ("node_modules/typed/package.json", r#"{"main": "./built.js"}"#),
            ("node_modules/typed/index.ts", "export default 'its source'"),
            ("node_modules/typed/built.js", "module.exports = 'built'"),
        ],
        "old needs its own plain extra plain new x\n42 self inner folder n built\n\
         ERR_PACKAGE_PATH_NOT_EXPORTED Cannot find module '@scope/new/hidden': its package does not export that\n",
    );
}

/// Both ways tell what failed by Node's codes, whatever the message says.
#[test]
fn failures_have_nodes_codes() {
    prints(
        "codes",
        &[
            (
                "main.mjs",
                "import { createRequire } from 'module';
                 const require = createRequire(import.meta.url), code = error => error.code;
                 for (const name of ['./no.mjs', 'no', '@a/b', 'p/x', 'p/no', 'p/bad', '#no', './dir', '.', './f.xyz', 'node:no', '', 'https://a.b/c', '/outside/of/it.js']) {
                   let required = 'none';
                   try { require(name) } catch (error) { required = error.code }
                   print(name, await import(name).catch(code), required);
                 }
                 for (const wrong of [5, undefined, {}]) try { require(wrong) } catch (error) { print(error.name, error.code) }
                 try { import.meta.resolve('no') } catch (error) { print(error.code, Object.keys(error).join()) }",
            ),
            ("package.json", r##"{"imports": {"#a": "./a.js"}}"##),
            ("f.xyz", ""),
            ("dir/index.js", ""),
            ("node_modules/p/package.json", r#"{"exports": {".": "./i.js", "./no": "./no.js", "./bad": "../x.js"}}"#),
            ("node_modules/p/i.js", ""),
        ],
        "./no.mjs ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         no ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         @a/b ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         p/x ERR_PACKAGE_PATH_NOT_EXPORTED ERR_PACKAGE_PATH_NOT_EXPORTED\n\
         p/no ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         p/bad ERR_INVALID_PACKAGE_TARGET ERR_INVALID_PACKAGE_TARGET\n\
         #no ERR_PACKAGE_IMPORT_NOT_DEFINED ERR_PACKAGE_IMPORT_NOT_DEFINED\n\
         ./dir ERR_UNSUPPORTED_DIR_IMPORT none\n\
         . ERR_UNSUPPORTED_DIR_IMPORT MODULE_NOT_FOUND\n\
         ./f.xyz ERR_UNKNOWN_FILE_EXTENSION MODULE_NOT_FOUND\n\
         node:no ERR_UNKNOWN_BUILTIN_MODULE ERR_UNKNOWN_BUILTIN_MODULE\n \
         ERR_MODULE_NOT_FOUND ERR_INVALID_ARG_VALUE\n\
         https://a.b/c ERR_UNSUPPORTED_ESM_URL_SCHEME MODULE_NOT_FOUND\n\
         /outside/of/it.js ERR_ACCESS_DENIED MODULE_NOT_FOUND\n\
         TypeError ERR_INVALID_ARG_TYPE\nTypeError ERR_INVALID_ARG_TYPE\nTypeError ERR_INVALID_ARG_TYPE\n\
         ERR_MODULE_NOT_FOUND code\n",
    );
}

/// Nobody knows what a package says whose `package.json` is cut off: it is refused, not taken for one that says nothing.
#[test]
fn packages_with_broken_manifests_are_refused() {
    prints(
        "broken-manifests",
        &[
            (
                "main.mjs",
                "import { createRequire } from 'module';
                 const require = createRequire(import.meta.url);
                 for (const name of ['cut', 'cut/x.js', 'empty', './inner/a.js', './inner/b.mjs', './inner/c.json', 'list', 'mark', 'large'])
                   print(name, (() => { try { return require(name).x } catch (error) { return error.code } })(),
                     await import(name).then(all => all.default.x, error => error.code));",
            ),
            ("package.json", "{}"),
            ("node_modules/cut/package.json", "{\"exports\": {\".\": null},"),
            ("node_modules/cut/index.js", "exports.x = 1"),
            ("node_modules/cut/x.js", "exports.x = 1"),
            ("node_modules/empty/package.json", ""),
            ("node_modules/empty/index.js", "exports.x = 1"),
            ("inner/package.json", "{"),
            ("inner/a.js", "exports.x = 1"),
            ("inner/b.mjs", "export const x = 2; export default { x }"),
            ("inner/c.json", "{\"x\": 3}"),
            ("node_modules/list/package.json", "[1]"),
            ("node_modules/list/index.js", "exports.x = 4"),
            ("node_modules/mark/package.json", "\u{feff}{}"),
            ("node_modules/mark/index.js", "exports.x = 5"),
            ("node_modules/large/package.json", r#"{"main": "./m.js", "config": [1e999, -12E+400], "text": "\ud83d"}"#),
            ("node_modules/large/m.js", "exports.x = 6"),
        ],
        "cut ERR_INVALID_PACKAGE_CONFIG ERR_INVALID_PACKAGE_CONFIG\n\
         cut/x.js ERR_INVALID_PACKAGE_CONFIG ERR_INVALID_PACKAGE_CONFIG\n\
         empty ERR_INVALID_PACKAGE_CONFIG ERR_INVALID_PACKAGE_CONFIG\n\
         ./inner/a.js ERR_INVALID_PACKAGE_CONFIG ERR_INVALID_PACKAGE_CONFIG\n\
         ./inner/b.mjs 2 2\n./inner/c.json 3 ERR_IMPORT_ATTRIBUTE_MISSING\nlist 4 4\nmark 5 5\nlarge 6 6\n",
    );
}

/// Imports of what is no name of a package are told from those of a package that is not there.
#[test]
fn imports_of_what_is_no_name_are_told() {
    prints(
        "no-names",
        &[
            (
                "main.mjs",
                "for (const name of ['@x', '@', '.hidden', 'a%2fb', 'a\\\\b', '@a/b', '@a/', 'a/%', 'p', 'no:%'])
                   print(name, await import(name).then(() => 'found', error => error.code));",
            ),
            ("node_modules/p/index.js", ""),
        ],
        "@x ERR_INVALID_MODULE_SPECIFIER\n@ ERR_INVALID_MODULE_SPECIFIER\n.hidden ERR_INVALID_MODULE_SPECIFIER\n\
         a%2fb ERR_INVALID_MODULE_SPECIFIER\na\\b ERR_INVALID_MODULE_SPECIFIER\n@a/b ERR_MODULE_NOT_FOUND\n\
         @a/ ERR_MODULE_NOT_FOUND\na/% ERR_MODULE_NOT_FOUND\np found\nno:% ERR_UNSUPPORTED_ESM_URL_SCHEME\n",
    );
}

/// An import names a file of a package whole, where the package does not say otherwise; `require` need not.
#[test]
fn imports_name_files_of_packages_whole() {
    prints(
        "whole-names",
        &[
            (
                "main.mjs",
                "import { createRequire } from 'module';
                 const require = createRequire(import.meta.url);
                 for (const name of ['p', 'p/a.js', 'p/a', 'p/lib', 'p/lib/', 'p/', 'p/lib/index.js', 'p/no.js'])
                   print(name, await import(name).then(all => all.default, error => error.code), (() => {
                     try { return require(name) } catch (error) { return error.code }
                   })());",
            ),
            ("package.json", "{}"),
            ("node_modules/p/package.json", r#"{"main": "./a"}"#),
            ("node_modules/p/a.js", "module.exports = 'a'"),
            ("node_modules/p/lib/index.js", "module.exports = 'lib'"),
        ],
        "p a a\np/a.js a a\np/a ERR_MODULE_NOT_FOUND a\np/lib ERR_UNSUPPORTED_DIR_IMPORT lib\n\
         p/lib/ ERR_UNSUPPORTED_DIR_IMPORT lib\np/ ERR_UNSUPPORTED_DIR_IMPORT a\np/lib/index.js lib lib\n\
         p/no.js ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n",
    );
}

/// Maps of packages, with what is odd in them: the printed lines are those of node 20.
#[test]
fn maps_of_packages_are_read_as_node_reads_them() {
    prints(
        "maps",
        &[
            (
                "main.mjs",
                r#"import { createRequire } from 'module';
const require = createRequire(import.meta.url);
globalThis.print ??= console.log;
const names = ['#', '#/a', '#a', '#slash/', '#star', '#ending', '#whole', '#dir', '#dot', '#back', '#p', '#up', '#none', 'p', 'p/', 'p/lib/', 'p/q', 'p/h', 'p/star', 'p/dir', 'p/ending', 'p/back',
  'p/double', 'p/w/../x', 'p/n/../x', 'p/l/../x', 'p/l/b', 'p/l/n%6fde_modules', 'p/l/', 'plain//a.js', 'plain/%61.js'];
for (const name of names) {
  print(name, await import(name).then(all => all.default, error => error.code), (() => { try { return require(name) } catch (error) { return error.code } })());
}
print(require('./inner/c.cjs').code);"#,
            ),
            (
                "package.json",
                r##"{"imports": {"#": "./a.js", "#/a": "./a.js", "#a": "./a.js?x=1#y", "#slash/": "./a.js", "#star": "./*", "#ending": "./lib/b", "#whole": "./lib/b.js", "#dir": "./lib", "#dot": ".", "#back": ".\\a.js", "#p": "p", "#up": "../a.js"}}"##,
            ),
            ("a.js", r#"module.exports = 'a.js'"#),
            ("lib/b.js", r#"module.exports = 'lib/b.js'"#),
            (
                "node_modules/p/package.json",
                r#"{"exports": {".": "./a.js", "./": "./a.js", "./lib/": "./lib/", "./q": "./a.js?x", "./h": "./a.js#y", "./star": "./*", "./dir": "./lib", "./ending": "./lib/b", "./back": "./lib\\b.js", "./double": "./lib//b.js", "./w/*": "bare", "./n/*": null, "./l/*": "./lib/*.js"}}"#,
            ),
            ("node_modules/p/a.js", r#"module.exports = 'node_modules/p/a.js'"#),
            ("node_modules/p/lib/b.js", r#"module.exports = 'node_modules/p/lib/b.js'"#),
            ("node_modules/plain/package.json", r#"{}"#),
            ("node_modules/plain/a.js", r#"module.exports = 'node_modules/plain/a.js'"#),
            ("inner/package.json", r#"{}"#),
            ("inner/c.cjs", r#"try { require('#a') } catch (error) { exports.code = error.code }"#),
        ],
        "# ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         #/a ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         #a a.js a.js\n\
         #slash/ ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         #star ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         #ending ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         #whole lib/b.js lib/b.js\n\
         #dir ERR_UNSUPPORTED_DIR_IMPORT MODULE_NOT_FOUND\n\
         #dot ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         #back ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         #p node_modules/p/a.js node_modules/p/a.js\n\
         #up ERR_INVALID_PACKAGE_TARGET ERR_INVALID_PACKAGE_TARGET\n\
         #none ERR_PACKAGE_IMPORT_NOT_DEFINED ERR_PACKAGE_IMPORT_NOT_DEFINED\n\
         p node_modules/p/a.js node_modules/p/a.js\n\
         p/ ERR_PACKAGE_PATH_NOT_EXPORTED ERR_PACKAGE_PATH_NOT_EXPORTED\n\
         p/lib/ ERR_PACKAGE_PATH_NOT_EXPORTED ERR_PACKAGE_PATH_NOT_EXPORTED\n\
         p/q node_modules/p/a.js node_modules/p/a.js\n\
         p/h node_modules/p/a.js node_modules/p/a.js\n\
         p/star ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         p/dir ERR_UNSUPPORTED_DIR_IMPORT MODULE_NOT_FOUND\n\
         p/ending ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND\n\
         p/back node_modules/p/lib/b.js node_modules/p/lib/b.js\n\
         p/double node_modules/p/lib/b.js node_modules/p/lib/b.js\n\
         p/w/../x ERR_INVALID_PACKAGE_TARGET ERR_INVALID_PACKAGE_TARGET\n\
         p/n/../x ERR_PACKAGE_PATH_NOT_EXPORTED ERR_PACKAGE_PATH_NOT_EXPORTED\n\
         p/l/../x ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         p/l/b node_modules/p/lib/b.js node_modules/p/lib/b.js\n\
         p/l/n%6fde_modules ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_MODULE_SPECIFIER\n\
         p/l/ ERR_PACKAGE_PATH_NOT_EXPORTED ERR_PACKAGE_PATH_NOT_EXPORTED\n\
         plain//a.js node_modules/plain/a.js node_modules/plain/a.js\n\
         plain/%61.js node_modules/plain/a.js MODULE_NOT_FOUND\n\
         MODULE_NOT_FOUND\n",
    );
}

/// `import.meta.resolve` tells where a file would be: the printed lines are those of node 20.
#[test]
fn urls_of_files_that_are_not_there_are_known() {
    prints(
        "not-there",
        &[
            (
                "main.mjs",
                r##"globalThis.print ??= console.log;
const base = import.meta.url.replace('main.mjs', '');
for (const name of ['./none.mjs', './dir', './dir/', 'p/none.js', 'p/lib', 'q/no', 'q/lib', '#none', '#dir', 'q/other', 'r', 'r/x.js', './none.mjs?x']) {
  let resolved;
  try { resolved = import.meta.resolve(name).replace(base, '') } catch (error) { resolved = error.code }
  print(name, resolved, await import(name).catch(error => error.code));
}"##,
            ),
            ("package.json", r##"{"imports": {"#none": "./none.js", "#dir": "./dir"}}"##),
            ("dir/x.js", ""),
            ("node_modules/p/package.json", "{}"),
            ("node_modules/p/lib/x.js", ""),
            ("node_modules/q/package.json", r#"{"exports": {"./no": "./no.js", "./lib": "./lib"}}"#),
            ("node_modules/q/lib/x.js", ""),
        ],
        "./none.mjs none.mjs ERR_MODULE_NOT_FOUND\n\
         ./dir dir ERR_UNSUPPORTED_DIR_IMPORT\n\
         ./dir/ dir/ ERR_UNSUPPORTED_DIR_IMPORT\n\
         p/none.js node_modules/p/none.js ERR_MODULE_NOT_FOUND\n\
         p/lib node_modules/p/lib ERR_UNSUPPORTED_DIR_IMPORT\n\
         q/no node_modules/q/no.js ERR_MODULE_NOT_FOUND\n\
         q/lib node_modules/q/lib ERR_UNSUPPORTED_DIR_IMPORT\n\
         #none none.js ERR_MODULE_NOT_FOUND\n\
         #dir dir ERR_UNSUPPORTED_DIR_IMPORT\n\
         q/other ERR_PACKAGE_PATH_NOT_EXPORTED ERR_PACKAGE_PATH_NOT_EXPORTED\n\
         r ERR_MODULE_NOT_FOUND ERR_MODULE_NOT_FOUND\n\
         r/x.js ERR_MODULE_NOT_FOUND ERR_MODULE_NOT_FOUND\n\
         ./none.mjs?x none.mjs?x ERR_MODULE_NOT_FOUND\n",
    );
}

/// Packages look for their callers in stacks.
#[test]
fn frames_of_callers_are_kept_for_packages() {
    prints(
        "frames",
        &[
            ("main.js", "'use strict'; const { f } = require('p'); function mine() { return f() } print(mine())"),
            (
                "node_modules/p/index.js",
                "'use strict'; const g = () => new Error().stack.match(/mine|main\\.js/g).join(); exports.f = () => g()",
            ),
        ],
        "mine,main.js,main.js\n",
    );
}

/// As in Node 22, a module is required synchronously or not at all.
/// The walk from a module to those that have required it ends, whatever a program has made of them.
#[test]
fn parents_of_modules_may_go_round_in_a_circle() {
    prints(
        "circle",
        &[(
            "main.js",
            "const missing = () => { try { require('./nope') } catch (error) { return error.requireStack.length } };
             module.parent = module; print(missing());
             module.filename = undefined; print(missing());
             module.parent = { parent: module, filename: 'x' }; print(missing());",
        )],
        "20\n0\n10\n",
    );
}

#[test]
fn modules_are_required_where_nothing_waits() {
    prints(
        "modules",
        &[
            (
                "main.cjs",
                "const m = require('./m.mjs'); print(m.a, m.default(), m.__esModule, require('./m.mjs') === m);
                 print(require('./plain.mjs').y, require('./plain.mjs').__esModule, require('./whole.mjs'));
                 for (const name of ['tla', 'imports-tla', 'circle', 'throws', 'syntax'])
                   try { print(require(`./${name}.mjs`)); }
                   catch (error) { print(error.name, error.code, error.message.split(/[:;]/)[1]); }
                 import('./m.mjs').then(same => print(same.default === m.default, same.__esModule));",
            ),
            ("package.json", "{}"),
            ("m.mjs", "import { y } from './plain.mjs'; export default () => 'f'; export const a = 1 + y"),
            ("plain.mjs", "export let y = 2"),
            ("whole.mjs", "const all = 42; export { all as 'module.exports' }"),
            ("tla.mjs", "await 1; export default 1"),
            ("imports-tla.mjs", "import './tla.mjs'; print('not run')"),
            ("circle.mjs", "import './back.cjs'; export const c = 1"),
            ("back.cjs", "require('./circle.mjs')"),
            ("throws.mjs", "throw new RangeError('thrown')"),
            ("syntax.mjs", "let let = 1"),
        ],
        "3 f true true\n2 undefined 42\n\
         Error ERR_REQUIRE_ASYNC_MODULE  it, or a module that it imports, has an await at its top\n\
         Error ERR_REQUIRE_ASYNC_MODULE  it, or a module that it imports, has an await at its top\n\
         Error ERR_REQUIRE_CYCLE_MODULE  it, or a module that it imports, is waiting for this require()\n\
         RangeError undefined undefined\nSyntaxError undefined undefined\ntrue undefined\n",
    );
}

#[test]
fn modules_import_files_of_either_kind() {
    prints(
        "interop",
        &[
            (
                "main.mjs",
                "import whole, { a, b, 'c-d' as c, fromOther } from './common.cjs'; import * as all from './common.cjs';
                 import path, { join } from 'node:path'; import { own } from 'dual'; import data from './data.json' with { type: 'json' };
                 print(whole.a, a, b, c, fromOther, all.default === whole, join === path.join, own, data.x);
                 import('./common.cjs').then(later => print(later.a, later === all));",
            ),
            ("common.cjs", "exports.a = 1; exports.b = 2; exports['c-d'] = 3; __exportStar(require('./other'), exports);
                            function __exportStar(from, to) { Object.assign(to, from) }"),
            ("other.js", "module.exports = { fromOther: 4, more: 5 }"),
            ("data.json", "{\"x\": 6}"),
            ("package.json", "{}"),
            ("node_modules/dual/package.json", r#"{"exports": {"import": "./m.mjs", "require": "./c.js"}}"#),
            ("node_modules/dual/m.mjs", "export const own = 'module'"),
        ],
        "1 1 2 3 4 true true module 6\n1 true\n",
    );
    prints(
        "type",
        &[
            ("main.js", "import { x } from './lib/c.js'; print(x, typeof require)"),
            ("package.json", r#"{"type": "module"}"#),
            ("lib/package.json", "{}"),
            ("lib/c.js", "exports.x = 'common'"),
        ],
        "common undefined\n",
    );
    prints(
        "dynamic",
        &[
            ("main.js", "import('./m.mjs').then(m => print(m.x)); print('first')"),
            ("m.mjs", "export const x = 'later'"),
        ],
        "first\nlater\n",
    );
}

/// Neither a name nor a manifest says what these files are.
#[test]
fn files_of_no_stated_kind_are_modules_by_their_syntax() {
    let files = [
        (
            "main.mjs",
            "import a, { one } from 'esm'; import b, { two } from 'cjs'; import { createRequire } from './req.cjs';
             print(a, one, b.two, two, import.meta.url.startsWith('file://'));
             const require = createRequire(); print(require('esm') === await import('esm'), require('esm').one);
             print(require('./word.js').word);
             try { require('./waits.js') } catch (error) { print(error.code) }
             try { require('./neither.js') } catch (error) { print(error.name, error.message) }",
        ),
        ("package.json", "{}"),
        ("req.cjs", "exports.createRequire = () => require"),
        ("word.js", "exports.word = 'export'; return"),
        ("waits.js", "await 1"),
        ("neither.js", "export let export"),
        ("node_modules/esm/package.json", r#"{"name": "esm", "main": "lib.js"}"#),
        (
            "node_modules/esm/lib.js",
            "// exports\nimport { x } from './x.js';\nexport const one = x;\nexport { x as default }",
        ),
        ("node_modules/esm/x.js", "export var x = 1"),
        ("node_modules/cjs/index.js", "exports.two = 2; // import { x } from 'y' is only a comment\nimport('esm')"),
    ];
    let expected = "1 1 2 2 true\nfalse 1\nexport\nERR_REQUIRE_ASYNC_MODULE\nSyntaxError ";
    let folder = folder("by-syntax", &files);
    let outcome = run(&folder, "main.mjs");
    assert!(outcome.stdout.starts_with(expected), "{} {}", outcome.stdout, outcome.stderr);
}

#[test]
fn aliases_hold_for_require_too() {
    let folder = folder(
        "aliases",
        &[(
            "main.js",
            "print(require('other').name, require('own')); import('other').then(m => print(m.default.name))",
        )],
    );
    fs::write(folder.join("real.js"), "exports.name = 'real'").expect("written");
    fs::write(folder.join("own.json"), "42").expect("written");
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    let aliases = [format!("--alias=other={}", path("real.js")), format!("--alias=own={}", path("own.json"))];
    let outcome = ferrotape(&["--commonjs", &aliases[0], &aliases[1], &path("main.js")]);
    assert_eq!((outcome.stdout.as_str(), outcome.code), ("real 42\nreal\n", Some(0)), "{}", outcome.stderr);
}

/// As in Node, but for `console.dir`, which shows what is there.
#[test]
fn objects_say_how_they_are_shown() {
    prints(
        "custom",
        &[(
            "main.js",
            "const custom = require('util').inspect.custom;
             class Money { constructor(n) { this.n = n } [custom](depth, options, inspect) {
               return options.stylize(`Money<${inspect(this.n, options)}>`, 'number') + ` ${depth}` } }
             console.log(new Money(1), [new Money(2n)], { a: { b: new Money('x') } });
             console.log({ [custom]: () => ({ plain: true }) }, { [custom]() { return this } }, { [custom]: 1 });
             console.log([{ [custom]: () => 'two\\nlines' }]);
             console.dir(new Money(3)); console.log(require('util').inspect(new Money(4)));
             try { console.log({ [custom]() { throw new TypeError('no') } }) } catch (error) { print(error.message) }",
        )],
        "Money<1> 2 [ Money<2n> 1 ] { a: { b: Money<'x'> 0 } }
{ plain: true } {
  [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]]
} { [Symbol(nodejs.util.inspect.custom)]: 1 }
[
  two
  lines
]
Money { n: 3 }
Money<4> 2
no
",
    );
}

#[test]
fn errors_name_who_has_asked() {
    let folder = folder(
        "errors",
        &[
            ("main.js", "\nrequire('./a')"),
            ("a.js", "exports.x =\n  require('missing')"),
            ("esm.js", "require('./m.mjs')"),
            ("m.mjs", "await 1"),
            ("json.js", "require('./broken.json')"),
            ("broken.json", "{"),
            ("native.js", "require('sqlite')"),
            ("traced.js", "require('trace_events')"),
            ("starts.js", "require('child_process').execSync('ls')"),
            ("module.mjs", "require('fs')"),
            ("syntax.js", "require('./wrong')"),
            ("wrong.js", "#!x\nlet a = 1;\n  let b = ;"),
            ("open.js", "function f() {\n"),
            ("closed.js", "}\n"),
            ("number.js", "require(5)"),
            ("retry.js", "for (let i = 0; i < 2; i++) try { require('./throws') } catch (e) { print(e) }"),
            ("throws.js", "throw 'thrown'"),
        ],
    );
    let place = |file: &str| folder.join(file).to_string_lossy().into_owned();
    let said = |program: &str| {
        let outcome = run(&folder, program);
        assert_eq!(outcome.code, Some(1), "{program}: {}", outcome.stdout);
        outcome.stderr
    };
    let expected = format!(
        "Uncaught Error: Cannot find module 'missing'\nRequire stack:\n- {a}\n- {main}\n  --> {a}:2:3\n   |\n \
         2 |   require('missing')\n   |   ^^^^^^^\n  = code: 'MODULE_NOT_FOUND'\n  = requireStack: [ '{a}', '{main}' ]\n    at {a}:2:3\n    at {main}:2:1\n",
        a = place("a.js"),
        main = place("main.js"),
    );
    assert_eq!(said("main.js"), expected);
    assert!(said("esm.js").contains("m.mjs': it, or a module that it imports, has an await at its top"));
    assert!(said("json.js").contains(&format!("SyntaxError: {}: ", place("broken.json"))));
    assert!(
        said("native.js")
            .contains("Cannot find module 'sqlite': it is Node's own, and there is nothing like it here\n")
    );
    assert!(said("traced.js").contains("it is Node's own"));
    assert!(said("starts.js").contains("\n  = programs of this command start no other programs\n"));
    assert!(said("module.mjs").contains("makes a `require` by `createRequire` of 'node:module'\n"));
    assert!(said("syntax.js").contains(&format!("--> {}:3:11\n", place("wrong.js"))));
    assert!(said("open.js").contains(&place("open.js")));
    assert!(said("closed.js").contains(&format!("--> {}:1:1\n", place("closed.js"))));
    assert!(said("number.js").starts_with("Uncaught TypeError: require() takes the name of a module"));
    assert_eq!(run(&folder, "retry.js").stdout, "thrown\nthrown\n");
}

#[test]
fn nothing_outside_of_the_package_is_read() {
    let folder = folder(
        "confined",
        &[
            ("inner/main.js", "try { print(require(scriptArgs[0])) } catch (e) { print(e.message.split('\\n')[0]) }"),
            ("inner/package.json", "{}"),
            ("secret.js", "module.exports = 'secret'"),
            ("node_modules/outside/index.js", "module.exports = 'outside'"),
        ],
    );
    let main = folder.join("inner/main.js").to_string_lossy().into_owned();
    let secret = folder.join("secret.js").to_string_lossy().into_owned();
    let mut asked = vec!["../secret", &secret, "./../secret.js"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, folder.join("inner/link.js")).expect("a link");
        asked.push("./link");
    }
    for specifier in asked {
        let outcome = ferrotape(&["--commonjs", &main, specifier]);
        let expected = format!(
            "Cannot load module '{specifier}': it is outside of the program's package; --allow-read=DIR allows a folder\n"
        );
        assert_eq!(outcome.stdout, expected);
        let allowed = format!("--allow-read={}", folder.display());
        assert_eq!(ferrotape(&["--commonjs", &allowed, &main, specifier]).stdout, "secret\n");
    }
    assert_eq!(ferrotape(&["--commonjs", &main, "outside"]).stdout, "Cannot find module 'outside'\n");
}

#[test]
fn modules_of_the_commands_own() {
    prints(
        "builtins",
        &[(
            "main.js",
            "const path = require('path'), util = require('node:util'), EventEmitter = require('events'), assert = require('assert');
             print(path.resolve('/a/b', '../c', './d/'), path.relative('/a/b/c', '/a/d'), path.extname('x.tar.gz'), path.basename('/q/w.js', '.js'));
             print(path.normalize('a//b/../../..'), path.join(), path.dirname('/a'), path.dirname('a'), JSON.stringify(path.parse('/home/x/f.txt')));
             print(util.format('%s=%d %j', 'a', 1.5, { b: 1 }), util.inspect({ a: { b: { c: { d: 1 } } } }, { depth: 0 }), util.isDeepStrictEqual([1, { a: 2 }], [1, { a: 2 }]));
             const e = new EventEmitter(); e.on('x', v => print('on', v)); e.once('x', v => print('once', v)); print(e.emit('x', 1), e.emit('x', 2), e.emit('y'));
             class Own extends EventEmitter {} print(new Own().on('a', () => {}).listenerCount('a'), EventEmitter.EventEmitter === EventEmitter);
             assert(true); assert.deepStrictEqual({ a: [1] }, { a: [1] }); assert.throws(() => { throw new RangeError('r') }, RangeError);
             try { assert.strictEqual(1, 2) } catch (e) { print(e.name, e.code, e.actual, e.expected) }
             function Old() {} util.inherits(Old, EventEmitter); print(new Old() instanceof EventEmitter, Old.super_ === EventEmitter);
             util.promisify((a, done) => done(null, a * 2))(21).then(print)",
        )],
        "/a/c/d ../../d .gz w\n.. . / . {\"root\":\"/\",\"dir\":\"/home/x\",\"base\":\"f.txt\",\"ext\":\".txt\",\"name\":\"f\"}\n\
         a=1.5 {\"b\":1} { a: [Object] } true\non 1\nonce 1\non 2\ntrue true false\n1 true\nAssertionError ERR_ASSERTION 1 2\ntrue true\n42\n",
    );
}

#[test]
fn limits_hold_for_files_that_are_asked_for() {
    let folder = folder(
        "limits",
        &[("main.js", "try { require('./endless') } finally { print('never') }"), ("endless.js", "for (;;);")],
    );
    let outcome = ferrotape(&["--commonjs", "--fuel=1M", &folder.join("main.js").to_string_lossy()]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(3), ""), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("endless.js:1:"), "{}", outcome.stderr);
    // Each file requires the next one, more than the native stack has room for.
    let files: Vec<(String, String)> =
        (0..3000).map(|n| (format!("m{n}.js"), format!("exports.n = require('./m{}').n", n + 1))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let deep = self::folder("deep", &files);
    let outcome = ferrotape(&["--commonjs", "--memory=20M", &deep.join("m0.js").to_string_lossy()]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with("Uncaught RangeError: "), "{}", outcome.stderr);
}

/// Each query is a module of its own, as in Node; files that `require` knows run once.
#[test]
fn queries_make_modules_of_their_own() {
    let files = [
        (
            "main.mjs",
            "const seen = new Set(), names = ['./C#/m.mjs', './C#/m.mjs?v=1', './C#/m.mjs?v=2', './C#/m.mjs?v=1#h', './C#/m.mjs?a/b'];
             const all = await Promise.all(names.map((name) => import(name.replace('C#', 'C%23').replace('%23', '')))); all.forEach(one => seen.add(one.made));
             print(seen.size, all.map(one => one.url.replace(/.*\\//, '')).join());
             print(await import('./C/m.mjs?v=1') === all[1], (await import(import.meta.resolve('./C/m.mjs?v=2'))) === all[2]);
             if (!process.browser) print((await import('./C/c.cjs?1')).default === (await import('./C/c.cjs?2')).default, all[4].other === all[0]);
             for (const name of ['./C/none.mjs?v', './C/m.xyz?v']) try { await import(name) } catch (error) { print(error.code) }",
        ),
        ("C/m.mjs", "export const made = {}, { url } = import.meta; export * as other from './n.mjs'"),
        ("C/n.mjs", "export default 5"),
        ("C/c.cjs", "exports.made = {}"),
    ];
    let expected = "5 m.mjs,m.mjs?v=1,m.mjs?v=2,m.mjs?v=1#h,b\ntrue true\ntrue false\n\
        ERR_MODULE_NOT_FOUND\nERR_UNKNOWN_FILE_EXTENSION\n";
    prints("queries", &files, expected);
    let folder = folder("queries-alone", &files);
    let outcome = ferrotape(&[&folder.join("main.mjs").to_string_lossy()]);
    assert_eq!(outcome.stdout, expected.replace("true false\n", ""), "{}", outcome.stderr);
}

/// Relative specifiers are parts of URLs for imports, and names of files for `require`, as in Node.
#[test]
fn escapes_in_imports_stand_for_bytes() {
    let text = "const all = await import.meta.resolve('./d/a%20b.mjs').endsWith('/d/a%20b.mjs');
         print(all, (await import('./d/a%20b.mjs')).default, (await import('./%64/a%2520b.mjs')).default, (await import('./d\\\\a b.mjs')).default);
         for (const name of ['./d%2Fa b.mjs', './d%5ca b.mjs', './d/%2e%2e/none.mjs']) try { await import(name) } catch (error) { print(error.code) }";
    let packages = ".map(name => import(name).then(all => all.default, error => error.code)))); \
         print(require('pack/a b'), require('old/a%20b.js'))";
    let names = "import { createRequire } from 'module'; const require = createRequire(import.meta.url);
         print(await Promise.all(['#in', 'pack/a b', 'pack/a%20b', 'pack/a%2fb', 'old/a%20b.js', 'old/a%2520b.js']";
    let own = format!("{text}\n{names}{packages}");
    let files = [
        ("main.mjs", own.as_str()),
        ("alone.mjs", text),
        ("package.json", r##"{"imports": {"#in": "./d/a%20b.mjs"}}"##),
        ("d/a b.mjs", "export default 1"),
        ("d/a%20b.mjs", "export default 2"),
        ("node_modules/pack/package.json", r#"{"exports": {"./*": "./in%20it/*.js"}}"#),
        ("node_modules/pack/in it/a b.js", "module.exports = 3"),
        ("node_modules/old/package.json", "{}"),
        ("node_modules/old/a b.js", "module.exports = 4"),
        ("node_modules/old/a%20b.js", "module.exports = 5"),
    ];
    let expected = "true 1 2 1\nERR_INVALID_MODULE_SPECIFIER\nERR_INVALID_MODULE_SPECIFIER\nERR_MODULE_NOT_FOUND\n";
    let folder = folder("escapes", &files);
    let outcome = run(&folder, "main.mjs");
    let of_packages = "1,3,3,ERR_INVALID_MODULE_SPECIFIER,4,5\n3 5\n";
    assert_eq!(outcome.stdout, format!("{expected}{of_packages}"), "{}", outcome.stderr);
    let outcome = ferrotape(&[&folder.join("alone.mjs").to_string_lossy()]);
    assert_eq!(outcome.stdout, expected, "{}", outcome.stderr);
}

#[test]
fn urls_with_data_are_modules() {
    prints(
        "data-urls",
        &[(
            "main.mjs",
            "import five from 'data:text/javascript,export default 5; export const { url } = import.meta';
             import list from 'data:application/json;base64,WzEsMl0=' with { type: 'json' };
             print(five, list, (await import('data:text/javascript;charset=utf-8,export%20default%20%22%C3%A9%22')).default);
             print((await import('data:text/javascript,import path from \\'path\\'; export default path.sep')).default);
             for (const url of ['data:text/plain,x', 'data:text/javascript', 'data:application/json,1', 'data:text/javascript,import \\'./x.mjs\\'', 'data:text/javascript,throw new RangeError', 'data:text/javascript,}'])
               try { await import(url); print('none') } catch (error) { print(error.name, error.code) }",
        )],
        "5 1,2 é\n/\nTypeError ERR_UNKNOWN_MODULE_FORMAT\nTypeError ERR_INVALID_URL\nTypeError ERR_IMPORT_ATTRIBUTE_MISSING\n\
         TypeError ERR_ACCESS_DENIED\nRangeError undefined\nSyntaxError undefined\n",
    );
}

#[test]
fn json_says_what_it_is() {
    let files = [
        (
            "main.mjs",
            "import data from './a.json' with { type: 'json' };
             try { await import('./a.json') } catch (error) { print(data.a, error.name, error.code) }
             print(import.meta.resolve('./not-yet.js').endsWith('/not-yet.js'));",
        ),
        ("a.json", "{\"a\": 1}"),
    ];
    let expected = "1 TypeError ERR_IMPORT_ATTRIBUTE_MISSING\ntrue\n";
    prints("json-attribute", &files, expected);
    let folder = folder("json-attribute-alone", &files);
    assert_eq!(ferrotape(&[&folder.join("main.mjs").to_string_lossy()]).stdout, expected);
}

/// A program is given by its folder, or without its ending, as files are required.
#[test]
fn programs_are_found_as_required_files_are() {
    let folder = folder(
        "found",
        &[
            ("index.js", "print('index', process.argv.length)"),
            ("x.js", "print('x', process.argv[1].endsWith('/x'), __filename.endsWith('/x.js'))"),
            ("package/package.json", r#"{"main": "lib/main"}"#),
            ("package/lib/main.js", "print('main', process.argv[1].endsWith('/package'))"),
            ("both/index.mjs", ""),
        ],
    );
    for (name, expected) in
        [("", "index 2\n"), ("x", "x true true\n"), ("package", "main true\n"), ("package/", "main true\n")]
    {
        assert_eq!(run(&folder, name).stdout, expected, "{name}");
    }
    for name in ["none", "both"] {
        assert_eq!(run(&folder, name).code, Some(1), "{name}");
    }
}
