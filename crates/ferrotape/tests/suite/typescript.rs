//! TypeScript that hosts give: by its name or a setting, on both machines, within limits, paused and saved.

use ferrotape::modules::{TypeScriptLoader, typescript_names};
use ferrotape::script::{Compiler, SourceKind};
use ferrotape::{Backend, Engine, ErrorKind, FileLoader, Function, MemoryLoader, Termination, Value};

/// Runs a module of TypeScript among others, and returns its export `result`. Both machines and stress must agree.
fn result(modules: &[(&str, &str)]) -> Result<String, String> {
    let mut results = Vec::new();
    for (backend, stress) in [Backend::Register, Backend::Stack].into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let mut engine = Engine::builder().backend(backend).stress_collection(stress).build().expect("an engine");
        let loader: MemoryLoader = modules.iter().copied().collect();
        engine.set_module_loader(TypeScriptLoader::new(loader));
        let run = engine.run_module(modules[0].0, modules[0].1);
        let result = run.and_then(|namespace| match namespace.as_object() {
            Some(namespace) => namespace.get::<String>(&mut engine, "result"),
            None => Ok("no namespace".to_owned()),
        });
        results.push(result.map_err(|error| error.to_string()));
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
    results.remove(0)
}

#[test]
fn modules_find_each_other_by_the_names_of_typescript() {
    let others = [
        ("/lib/a.ts", "export type A = 1; export const a: string = 'a'"),
        ("/lib/b.mts", "import { a } from './a.js'; export const b = a + 'b'"),
        ("/lib/c/index.ts", "import { b } from '../b'; export default `${b}c`"),
        ("/lib/d.js", "export const d = 'd'"),
        ("/lib/d.ts", "export const d = 'wrong'"),
    ];
    let main = "import { A } from './lib/a'; import type { X } from './nowhere'; import c from './lib/c'; \
                import { d } from './lib/d.js'; const { b } = await import('./lib/b.mjs'); \
                export const result: string = [c, d, b, 1 as A].join()";
    let modules: Vec<_> = [("/main.ts", main)].into_iter().chain(others).collect();
    assert_eq!(result(&modules).as_deref(), Ok("abc,d,ab,1"));
    let main = "import { a } from './lib/a.js'; export const result = a";
    let modules: Vec<_> = [("/main.js", main)].into_iter().chain(others).collect();
    assert!(result(&modules).is_err_and(|message| message.contains("Cannot find module '/lib/a.js'")));
    assert_eq!(typescript_names("/a/b"), ["/a/b.ts", "/a/b.mts", "/a/b.cts", "/a/b/index.ts"]);
}

#[test]
fn specifiers_of_folders_mean_their_index() {
    let others = [
        ("/index.ts", "export const own: string = 'own'"),
        ("/lib.ts", "export const a: string = 'file'"),
        ("/lib/index.ts", "export const a: string = 'folder'"),
        ("/lib/up.ts", "import { own } from '..'; import { a } from './.'; export const up: string = own + a"),
    ];
    let main = "import { own } from '.'; import { a } from './lib/'; import { a as b } from './lib'; \
                import { up } from './lib/up'; export const result = [own, a, b, up].join()";
    let modules: Vec<_> = [("/main.ts", main)].into_iter().chain(others).collect();
    assert_eq!(result(&modules).as_deref(), Ok("own,folder,file,ownfolder"));
    let modules: Vec<_> = [("/main.js", main)].into_iter().chain(others).collect();
    assert!(result(&modules).is_err_and(|message| message.contains("Cannot find module '/'")));
}

#[test]
fn exported_enums_and_namespaces_are_live() {
    let shapes = "export enum Color { Red, Green } export namespace Shapes { export let count = 0; \
                  export function add(color: Color) { count += color; return Shapes } } \
                  export namespace Shapes { export const twice = () => count * 2 } export const enum Late { A = Color.Green }";
    let main = "import { Color, Late, Shapes } from './shapes'; Shapes.add(Color.Green).add(Late.A); \
                export const result = `${Shapes.count} ${Shapes.twice()} ${Color[1]} ${Object.keys(Shapes)}`";
    assert_eq!(result(&[("/main.ts", main), ("/shapes.ts", shapes)]).as_deref(), Ok("2 4 Green count,add,twice"));
}

#[test]
fn files_are_found_below_a_directory() {
    let folder = std::env::temp_dir().join(format!("ferrotape-typescript-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("made");
    std::fs::write(folder.join("one.ts"), "export const one: number = 1").expect("written");
    let mut engine = Engine::new();
    engine.set_module_loader(TypeScriptLoader::new(FileLoader::new(&folder).expect("a loader")));
    let run = engine.run_module("/main.ts", "import { one } from './one'; if (one !== 1) throw one");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(run.is_ok(), "{run:?}");
}

#[test]
fn names_and_settings_tell_the_language() {
    let typed = "let a: number = 1; a";
    let mut engine = Engine::new();
    assert_eq!(engine.run("a.ts", typed).expect("a value"), Value::from(1.0));
    let error = engine.run("a.js", typed).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
    assert!(error.notes().iter().any(|note| note.message.contains(".ts")), "{error:?}");
    let mut all = Engine::builder().source_kind(SourceKind::TypeScript).build().expect("an engine");
    assert_eq!(all.run("rule", typed).expect("a value"), Value::from(1.0));
    assert!(all.run("a.mjs", "var b: number").is_err());
    assert!(all.run_entry("prompt", "let b: number = await 1; enum E { A }").is_ok());
    let mut none = Engine::builder().source_kind(SourceKind::JavaScript).build().expect("an engine");
    assert!(none.run("a.ts", typed).is_err());
    // Strings that scripts compile are JavaScript.
    assert!(all.run("rule", "eval('let c: number')").is_err_and(|error| error.name() == Some("SyntaxError")));
    let typed_body = "const area: number = w * h\nreturn area";
    let area = Function::compile(&mut engine, "area.ts", &["w", "h"], typed_body).expect("a function");
    assert_eq!(area.call::<f64>(&mut engine, (6, 7)).expect("a number"), 42.0);
    assert!(Compiler::new().script("a.ts", typed).is_ok() && Compiler::new().script("a.js", typed).is_err());
}

#[test]
fn positions_are_those_of_the_file() {
    let text = "enum A { b = 1,\n  c = fail() }\nfunction fail<T>(a?: T): never { throw new Error('x') }";
    let error = Engine::new().run("a.ts", text).unwrap_err();
    let stack: Vec<_> = error.stack().iter().map(|frame| (frame.line, frame.column)).collect();
    assert_eq!(stack, [(3, 40), (2, 7)]);
    let error = Engine::new().run("a.ts", "namespace N {\n  export const a: number = missing\n}").unwrap_err();
    assert_eq!(error.location().map(|place| (place.line, place.column)), Some((2, 28)));
}

#[test]
fn limits_hold() {
    let members: String = (0..100_000).map(|index| format!("a{index}, ")).collect();
    let text = format!("enum A {{ {members} }} A.a99999");
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).memory_limit(512 << 20).build().expect("an engine");
        let value = engine.run("large.ts", text.as_str());
        assert!(value.as_ref().is_ok_and(|value| *value == Value::from(99_999.0)), "{value:?}");
        for fuel in [1_000, 100_000, 300_000] {
            engine.set_fuel(fuel);
            let error = engine.run("large.ts", text.as_str()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
        }
        engine.set_fuel(None);
        let mut small = Engine::builder().backend(backend).memory_limit(8 << 20).build().expect("an engine");
        let error = small.run("large.ts", text.as_str()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
    }
}

#[test]
fn saved_engines_know_their_enums_and_namespaces() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let text = "enum A { b = 1, c } namespace N { export let n = 1; export const next = () => n++ } N.next()";
        engine.run("a.ts", text).expect("it runs");
        let bytes = engine.snapshot().expect("bytes");
        let mut restored = Engine::restore(&bytes).expect("an engine");
        let value = restored.run("b.ts", "enum A { d = A.c } N.next(); `${A.d} ${N.n} ${A[1]}`");
        assert!(value.as_ref().is_ok_and(|value| value.as_str() == Some("2 3 b")), "{value:?}");
    }
}
