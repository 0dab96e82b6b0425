//! The built-in functions, found by walking from the global object: whatever is added to the engine is attacked as well.

use ferrotape::{Engine, Value};

/// A built-in function, by expressions.
#[derive(Clone, Debug)]
pub struct BuiltIn {
    /// Gives the function.
    pub path: String,
    /// Gives the object that it was found in.
    pub owner: String,
}

/// Gives a line for each function: where it is, a tab, the object that has it.
const WALK: &str = r#"
(function (global) {
  var seen = [], lines = [];
  function isName(key) { return /^[A-Za-z_$][\w$]*$/.test(key); }
  function step(path, key) {
    if (!isName(key)) return path + '[' + JSON.stringify(key) + ']';
    return path === 'this' ? key : path + '.' + key;
  }
  function visit(value, path, owner) {
    if (value === null || typeof value !== 'object' && typeof value !== 'function' || seen.indexOf(value) >= 0) return;
    seen.push(value);
    if (typeof value === 'function') lines.push(path + '\t' + owner);
    Object.getOwnPropertyNames(value).forEach(function (key) { property(value, key, path, step(path, key)); });
    if (typeof Object.getOwnPropertySymbols === 'function') {
      Object.getOwnPropertySymbols(value).forEach(function (key, i) {
        property(value, key, path, path + '[Object.getOwnPropertySymbols(' + path + ')[' + i + ']]');
      });
    }
    visit(Object.getPrototypeOf(value), 'Object.getPrototypeOf(' + path + ')', path);
  }
  function property(object, key, path, place) {
    var descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (!descriptor) return;
    if ('value' in descriptor) return visit(descriptor.value, place, path);
    var name = typeof key === 'string' ? JSON.stringify(key) : place.slice(path.length + 1, -1);
    var own = 'Object.getOwnPropertyDescriptor(' + path + ', ' + name + ')';
    visit(descriptor.get, own + '.get', path);
    visit(descriptor.set, own + '.set', path);
  }
  visit(global, 'this', 'this');
  return lines.join('\n');
})(this)
"#;

pub fn built_ins() -> Result<Vec<BuiltIn>, String> {
    let mut engine = Engine::builder().build().map_err(|error| error.to_string())?;
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
    fn methods_accessors_and_hidden_constructors_are_found() {
        let found = built_ins().expect("built-ins");
        assert!(found.len() > 200, "only {} built-ins", found.len());
        for path in
            ["eval", "Array.prototype.sort", "JSON.parse", "Date.UTC", "Object.getPrototypeOf", "RegExp.prototype.exec"]
        {
            assert!(found.iter().any(|built_in| built_in.path == path), "{path}");
        }
        assert!(found.iter().any(|built_in| built_in.path.ends_with(").get")), "no accessor");
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
