//! TypeScript in the command: files, code without a file, packages, the prompt, `check`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::{Run, ferrotape};

/// Makes a folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    let outcome = ferrotape(arguments);
    assert_eq!((outcome.stdout.as_str(), outcome.code), (expected, Some(0)), "{}", outcome.stderr);
}

#[track_caller]
fn fails(arguments: &[&str], expected: &[&str]) {
    let outcome = ferrotape(arguments);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    for part in expected {
        assert!(outcome.stderr.contains(part), "{part}: {}", outcome.stderr);
    }
}

#[test]
fn files_and_their_imports() {
    let folder = folder(
        "typescript-files",
        &[
            (
                "main.ts",
                "import { Missing } from './nowhere.js'; import { area, type Shape } from './lib/shapes.js'; \
                 import { deep } from './lib/deep'; import two from './lib/two.mjs'\n\
                 const { late } = await import('./lib/late'); const shape: Shape = { w: 2, h: 3 }\n\
                 print(area(shape), deep, two, late as unknown as Missing)",
            ),
            (
                "lib/shapes.ts",
                "export interface Shape { w: number; h: number }\nexport const area = (a: Shape) => a.w * a.h",
            ),
            ("lib/deep/index.ts", "export const deep: string = 'deep'"),
            ("lib/two.mts", "export default <T,>(a: T) => a; export enum E { A }"),
            ("lib/late.ts", "export const late = 'late' as const"),
            ("plain.mjs", "import { area } from './lib/shapes.js'; area({})"),
            ("script.ts", "enum E { A, B }\nprint(E[1] as string)"),
        ],
    );
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    let main = path("main.ts");
    prints(&["--backend", "stack", &main], "6 deep <T,>(a: T) => a late\n");
    prints(&[&main], "6 deep <T,>(a: T) => a late\n");
    prints(&[&path("script.ts")], "B\n");
    fails(&[&path("plain.mjs")], &["Cannot find module"]);
    fails(&["--verbatim-imports", &main], &["Cannot find module", "nowhere"]);
    let outcome = ferrotape(&["check", &folder.to_string_lossy()]);
    assert!(outcome.code == Some(0) && outcome.stderr.contains("7 files, 0 with errors"), "{}", outcome.stderr);
}

#[test]
fn commonjs_files_require_and_export() {
    let folder = folder(
        "typescript-commonjs",
        &[
            (
                "main.cts",
                "import path = require('node:path')\nimport unused = require('./missing')\n\
                 import helper = require('./helper')\nimport type { A } from './types'\n\
                 import x = helper.x\nimport U = unused.U\n\
                 let a: unused.T | A | U\nprint(path.basename('/a/b'), x, helper.own())\nexport = { a: 1 as number }",
            ),
            (
                "helper.cts",
                "namespace N { export const x = 5; export const own = () => x + other() }\nexport = N\nconst other = () => 1",
            ),
            (
                "types.cts",
                "export interface A { b: 1 }\nexport type B = A\nexport declare const c: B\nexport type { D } from './d'\n\
                 export type * from './e'\nexport type { A as F }\nexport default interface G { b: 1 }\n\
                 print(Object.keys(module.exports).length)",
            ),
            (
                "early.cts",
                "print(typeof E, f())\nfunction f() { return typeof N }\nenum E { a }\nnamespace N { export const x = 1 }\n\
                 enum E { b = 5 }\nprint(E[0], E.b, N.x, f())\n{ try { F } catch (error) { print(error.name) } enum F { c } }",
            ),
            ("type.cts", "interface A { b: 1 }\nexport = A\nprint(module.exports === exports)"),
            ("types.ts", "import type { A } from './a'\nexport type { A }\nprint(typeof this)"),
            ("with-types.cjs", "print(Object.keys(require('./types.ts')).length)"),
            ("with-types.mjs", "import './types.ts'"),
            ("both.ts", "import type { A } from './a'\nexport type { A }\nmodule.exports = typeof require"),
            ("with-both.cjs", "print(require('./both.ts'))"),
            ("with-both.mjs", "import both from './both.ts'\nprint(both)"),
            (
                "esm-uses.ts",
                "import { part } from './part'\nimport type { A } from './a'\nconst require = (by: number) => by + part\n\
                 export const exported = require(1)",
            ),
            ("with-uses.mjs", "import { exported } from './esm-uses.ts'\nprint(exported)"),
            ("with-uses.cjs", "print(require('./esm-uses.ts').exported)"),
            ("assigned.ts", "import type { A } from './a'\nprint(typeof this)\nexport = 1"),
            ("esm.ts", "import main from './main.cjs'; import { part } from './part'; print(main.a, part)"),
            ("part.ts", "export type T = 1\nexport const part: T = 1"),
            ("only-types.ts", "import type { T } from './part'; export type U = T; print(typeof require, this)"),
            (
                "comment.ts",
                "import type { T } from './part'; export type U = T; /* module.exports */ // require('x')\n\
                 print(typeof require, 'exports.a', ({ exports: 1 }).exports.a, `__filename`)",
            ),
            ("folder.ts", "export const inner: string = 'file'"),
            ("folder/index.ts", "export const inner: string = 'folder'"),
            ("folder/up.ts", "import { inner } from '.'; import { part } from '../part'; print(inner, part)"),
            (
                "folders.mts",
                "import { inner } from './folder/'; import { inner as b } from './folder'; import './folder/up'; print(inner, b)",
            ),
            ("apart/package.json", "{}"),
            ("apart/up.ts", "import '../folder/'"),
            ("wrong.ts", "import a = require('b')"),
            ("export.ts", "export = 1"),
        ],
    );
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    prints(&["--commonjs", &path("main.cts")], "b 5 6\n");
    prints(&["--commonjs", &path("esm.ts")], "b 5 6\n1 1\n");
    prints(&["--commonjs", &path("folders.mts")], "folder 1\nfolder file\n");
    prints(&[&path("folders.mts")], "folder 1\nfolder file\n");
    prints(&["--commonjs", &path("types.cts")], "0\n");
    // Types alone make a module too, as where another file imports it.
    prints(&["--commonjs", &path("only-types.ts")], "undefined undefined\n");
    // Comments, strings and properties use nothing of CommonJS.
    prints(&["--commonjs", &path("comment.ts")], "undefined exports.a undefined __filename\n");
    prints(&["--commonjs", &path("type.cts")], "true\n");
    prints(&["--commonjs", &path("types.ts")], "undefined\n");
    prints(&["--commonjs", &path("with-types.cjs")], "undefined\n0\n");
    prints(&["--commonjs", &path("with-both.cjs")], "function\n");
    prints(&["--commonjs", &path("with-both.mjs")], "function\n");
    for file in ["with-uses.mjs", "with-uses.cjs"] {
        prints(&["--commonjs", &path(file)], "2\n");
    }
    prints(&["--commonjs", &path("with-types.mjs")], "undefined\n");
    prints(&["--commonjs", &path("assigned.ts")], "object\n");
    prints(&["--commonjs", &path("early.cts")], "undefined undefined\na 5 1 object\nReferenceError\n");
    fails(&[&path("main.cts")], &["and for `require` in CommonJS files", "--commonjs runs such files"]);
    fails(&["--commonjs", &path("apart/up.ts")], &["'../folder/'", "outside of the program's package"]);
    fails(&[&path("wrong.ts")], &["write `import name from \"module\"`"]);
    fails(&[&path("export.ts")], &["write `export default`"]);
}

#[test]
fn code_without_a_file() {
    prints(&["--typescript", "-p", "enum A { b } (A.b as number) + 41"], "41\n");
    prints(&["--typescript", "-p", "const a: number = await 42; a"], "42\n");
    fails(&["-e", "let a: number = 1"], &["this is TypeScript", "--typescript reads them here"]);
    let run = Run { arguments: &["--typescript"], input: b"let a: number = 7; print(a!)", ..Run::default() };
    assert_eq!(run.outcome().stdout, "7\n");
    let input = b"interface A {\n  b: 1\n}\nlet a: A = { b: 1 }\na.b\nenum E { A }\nenum E { B = 5 }\nE[5]\n\
        function f(c: number): number\n{\n  return c + 80\n}\nf(1)\n\
        let g = <A,\nB>(a: A): A => a\ng(92)\nlet h = (a: number):\nnumber => a\nh(93)\n";
    let outcome = Run { arguments: &["--typescript", "-i"], input, ..Run::default() }.outcome();
    for shown in ["1\n", "'B'\n", "81\n", "92\n", "93\n"] {
        assert!(outcome.stdout.contains(shown), "{}", outcome.stdout);
    }
}

#[test]
fn what_is_refused_says_what_to_write() {
    let folder = folder(
        "typescript-refused",
        &[("decorator.ts", "@a class B {}"), ("typed.js", "let a: number"), ("alias.mts", "import a = require('b')")],
    );
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    fails(&[&path("decorator.ts")], &["decorators are not supported", "C = decorate(C)"]);
    fails(&[&path("typed.js")], &["typed.js:1:6", "types are read in files that end in .ts"]);
    fails(&[&path("alias.mts")], &["write `import name from \"module\"`, or name the file `.cts`"]);
}
