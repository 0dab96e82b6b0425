//! Imports and exports of modules.

use super::parse_as;
use crate::Goal;
use crate::tree::{Exported, Tree};

fn module(text: &str) -> Tree {
    match parse_as(Goal::Module, false, text) {
        Ok(tree) => tree,
        Err(error) => panic!("`{text}` was rejected: {error} at {:?}", error.span),
    }
}

fn message(text: &str) -> String {
    match parse_as(Goal::Module, false, text) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => {
            let position = ferrotape_text::SourceText::new("test", text).position(error.span.start);
            format!("{position}: {}", error.message)
        }
    }
}

/// Returns the tables as text.
fn tables(text: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let tree = module(text);
    let Some(module) = &tree.module else { panic!("no module") };
    let name = |name: ferrotape_text::Name| tree.names.text(name).to_string();
    let specifier = |request: u32| name(module.requests[request as usize].specifier);
    let requests = module.requests.iter().map(|request| {
        let attributes = request.attributes.iter().map(|&(key, value)| format!(" {}={}", name(key), name(value)));
        name(request.specifier) + &attributes.collect::<String>()
    });
    let imports = module.imports.iter().map(|entry| {
        let import = entry.import.map_or("*".to_owned(), name);
        format!("{import} of {} as {}", specifier(entry.request), name(tree[entry.local].name))
    });
    let exports = module.exports.iter().map(|entry| {
        let what = match entry.what {
            Exported::Local(binding) => name(tree[binding].name),
            Exported::Indirect { request, import } => format!("{} of {}", name(import), specifier(request)),
            Exported::All { request } => format!("* of {}", specifier(request)),
        };
        format!("{} = {what}", entry.name.map_or("*".to_owned(), name))
    });
    (requests.collect(), imports.collect(), exports.collect())
}

#[test]
fn imports_are_entries() {
    let (requests, imports, exports) = tables(
        "import a from 'm'; import * as b from 'm'; import c, { d, e as f, 'g h' as i, default as j } from 'n';
         import 'o' with { type: 'json', a: 'b' }; import {} from 'p'",
    );
    assert_eq!(requests, ["m", "n", "o a=b type=json", "p"]);
    let expected = [
        "default of m as a",
        "* of m as b",
        "default of n as c",
        "d of n as d",
        "e of n as f",
        "g h of n as i",
        "default of n as j",
    ];
    assert_eq!(imports, expected);
    assert!(exports.is_empty());
}

#[test]
fn exports_are_entries() {
    let (requests, _, exports) = tables(
        "export * from 'm'; export * as a from 'm'; export { b, c as 'd e', 'f' as g } from 'n';
         export { h, i as default }; var h, i; export let j, [k, { l: m = 1, ...n }] = o; export function p() {}
         export class q {} export async function* r() {}",
    );
    assert_eq!(requests, ["m", "n"]);
    let expected = [
        "* = * of m",
        "a = * of m",
        "b = b of n",
        "d e = c of n",
        "g = f of n",
        "h = h",
        "default = i",
        "j = j",
        "k = k",
        "m = m",
        "n = n",
        "p = p",
        "q = q",
        "r = r",
    ];
    assert_eq!(exports, expected);
}

#[test]
fn a_default_export_may_have_no_name() {
    for (text, local) in [
        ("export default 1", "*default*"),
        ("export default function () {}", "*default*"),
        ("export default function* f() {}", "f"),
        ("export default async function () {}", "*default*"),
        ("export default async () => 1", "*default*"),
        ("export default class {}", "*default*"),
        ("export default class A {}", "A"),
        ("export default (function () {})", "*default*"),
    ] {
        assert_eq!(tables(text).2, [format!("default = {local}")], "{text}");
    }
}

#[test]
fn modules_have_their_rules() {
    for (text, expected) in [
        ("export { a }", "1:10: `a` is exported, but not declared"),
        ("export var a; export { a }", "1:24: `a` is exported twice"),
        ("export default 1; export { a as default }; var a", "1:33: `default` is exported twice"),
        ("export { 'a' }", "1:10: a string cannot name what is exported from here"),
        ("import { 'a' } from 'b'", "1:10: a name for the import is missing: `as name`"),
        ("export { a as '\\uD800' } from 'b'", "1:15: the name of an import or export must not have lone surrogates"),
        ("import '\\1'", "1:9: octal escape sequences are not allowed in strict code"),
        ("export * from '\\8'", "1:16: octal escape sequences are not allowed in strict code"),
        ("import { '\\1' as a } from 'b'", "1:11: octal escape sequences are not allowed in strict code"),
        ("export { a as '\\1' } from 'b'", "1:16: octal escape sequences are not allowed in strict code"),
        ("import 'a' with { '\\1': 'b' }", "1:20: octal escape sequences are not allowed in strict code"),
        ("import 'a' with { b: '\\1' }", "1:23: octal escape sequences are not allowed in strict code"),
        ("import { if } from 'a'", "1:10: `if` is a reserved word"),
        ("import { eval } from 'a'", "1:10: `eval` must not be declared in strict code"),
        ("import a, { a } from 'b'", "1:13: `a` has already been declared, at 1:8"),
        ("import a from 'b'; let a", "1:24: `a` has already been declared, at 1:8"),
        ("var a; function a() {}", "1:17: `a` has already been declared, at 1:5"),
        ("import 'a' with { b: 'c', b: 'd' }", "1:27: the import attribute `b` occurs twice"),
        ("{ import 'a' }", "1:3: `import` is only allowed at the top of modules"),
        ("function f() { export {} }", "1:16: `export` is only allowed at the top of modules"),
        ("var await", "1:5: `await` is not a name in async functions, modules and static blocks"),
        (
            "function f() { await 1 }",
            "1:16: `await` expressions are only allowed in async functions and at the top of modules",
        ),
        ("with (a) b", "1:1: `with` is not allowed in strict code"),
        ("<!-- b", "1:1: unexpected `<`"),
        ("return", "1:1: `return` outside of a function"),
        ("new.target", "1:1: `new.target` is only allowed in functions and classes"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn a_module_may_be_asynchronous() {
    for (text, is_async) in [
        ("await 1", true),
        ("for await (a of b) ;", true),
        ("await using a = b", true),
        ("async () => await 1", false),
        ("import.meta; import('a'); using b = c", false),
    ] {
        let tree = module(text);
        assert_eq!(tree[tree.program].is_async, is_async, "{text}");
    }
}
