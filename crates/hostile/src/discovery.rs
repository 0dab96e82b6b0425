//! Finds the built-in functions by walking from the global object, so that new functions of the engine are attacked
//! too.

use ferrotape::{Engine, Value};

use crate::engine;

/// A built-in function, described by expressions.
#[derive(Clone, Debug)]
pub struct BuiltIn {
    /// Expression for the function.
    pub path: String,
    /// Expression for the object that has the function.
    pub owner: String,
}

/// Prints a line for each function: its path, a tab, the object that has it.
const WALK: &str = include_str!("../scripts/walk.js");

pub fn built_ins() -> Result<Vec<BuiltIn>, String> {
    let walked = engine::on_large_stack(|| walk(&mut engine::builder().build().map_err(|error| error.to_string())?));
    walked.ok_or("the walk panicked")?
}

/// Walks an engine, to which the host may have added functions.
fn walk(engine: &mut Engine) -> Result<Vec<BuiltIn>, String> {
    let Value::String(lines) = engine.run("walk.js", WALK).map_err(|error| error.to_string())? else {
        return Err("the walk gives no text".to_owned());
    };
    let row = |line: &str| {
        let (path, owner) = line.split_once('\t')?;
        Some(BuiltIn { path: path.to_owned(), owner: owner.to_owned() })
    };
    Ok(lines.lines().filter_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_accessors_and_what_has_no_name_are_found() {
        let found = built_ins().expect("built-ins");
        assert!(found.len() > 500, "only {} built-ins", found.len());
        let paths = [
            "eval",
            "Array.prototype.sort",
            "JSON.parse",
            "Date.UTC",
            "Object.getPrototypeOf",
            "RegExp.prototype.exec",
            "Array.prototype[Symbol.iterator]",
            "RegExp.prototype[Symbol.replace]",
            "Object.getPrototypeOf(Int8Array)",
            "Object.getPrototypeOf((async function* () {}).prototype).return",
            "Proxy.revocable({}, {}).revoke",
            "Atomics.wait",
            "Reflect.construct",
            "Proxy",
        ];
        for path in paths {
            // Some functions are in several places.
            let finds = format!("Object.is(({path}), F)");
            let has = found.iter().any(|built_in| built_in.path == path);
            assert!(has || is_under_another_name(&found, &finds), "{path}");
        }
        for end in [").get", ").set", ", [])).next", ").return"] {
            assert!(found.iter().any(|built_in| built_in.path.ends_with(end)), "none that ends with {end}");
        }
    }

    fn is_under_another_name(found: &[BuiltIn], finds: &str) -> bool {
        let mut engine = Engine::builder().build().expect("an engine");
        let mut is = |path: &str| engine.run("same.js", finds.replace('F', path)) == Ok(Value::Boolean(true));
        found.iter().any(|built_in| is(&built_in.path))
    }

    #[test]
    fn what_is_installed_later_is_found() {
        let found = engine::on_large_stack(|| {
            let mut engine = engine::builder().build().expect("an engine");
            engine.define("newlyInstalled", || ()).expect("room");
            let text = "globalThis.Novel = class {
                static made() { return Object.create({ hidden() { } }) } get [Symbol.species]() { }
            }";
            engine.run("novel.js", text).expect("a class");
            walk(&mut engine).expect("built-ins")
        });
        let found = found.expect("no panic");
        for path in [
            "newlyInstalled",
            "Novel.made",
            "Object.getOwnPropertyDescriptor(Novel.prototype, Symbol.species).get",
            "Object.getPrototypeOf(Reflect.apply(Novel.made, Novel, [])).hidden",
        ] {
            assert!(found.iter().any(|built_in| built_in.path == path), "{path}");
        }
    }

    #[test]
    fn every_path_leads_to_its_function() {
        let mut engine = Engine::builder().build().expect("an engine");
        for BuiltIn { path, owner } in built_ins().expect("built-ins") {
            let check = format!("typeof ({path}) === 'function' && ({owner}) !== undefined");
            assert_eq!(engine.run("path.js", &check), Ok(Value::Boolean(true)), "{path}");
        }
    }
}
