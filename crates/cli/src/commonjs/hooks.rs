//! Hooks of packages into `require`: functions of `Module` that they have replaced by their own.
//!
//! Nothing here runs before a program uses `Module`. Files that a hook loads are read like any others.

use std::path::Path;

use ferrotape::{Context, Error, Function, Object, Value};

/// `Module` and its functions as they were at first.
pub struct Hooks {
    pub module: Object,
    pub extensions: Object,
    prototype: Object,
    load: Value,
    resolve: Value,
    compile: Value,
    js: Value,
    json: Value,
}

const LOAD: &str = "_load";
const RESOLVE: &str = "_resolveFilename";
const COMPILE: &str = "_compile";
const JS: &str = ".js";
const JSON: &str = ".json";

impl Hooks {
    /// Takes the functions that are there now for the original ones.
    pub fn new(cx: &mut Context<'_>, module: Object) -> Result<Hooks, Error> {
        let extensions: Object = module.get(cx, "_extensions")?;
        let prototype: Object = module.get(cx, "prototype")?;
        Ok(Hooks {
            load: module.get(cx, LOAD)?,
            resolve: module.get(cx, RESOLVE)?,
            compile: prototype.get(cx, COMPILE)?,
            js: extensions.get(cx, JS)?,
            json: extensions.get(cx, JSON)?,
            module,
            extensions,
            prototype,
        })
    }

    /// Returns the function in place of `Module._load`.
    pub fn load(&self, cx: &mut Context<'_>) -> Result<Option<Function>, Error> {
        replaced(cx, &self.module, LOAD, &self.load)
    }

    /// Returns the function in place of `Module._resolveFilename`.
    pub fn resolve(&self, cx: &mut Context<'_>) -> Result<Option<Function>, Error> {
        replaced(cx, &self.module, RESOLVE, &self.resolve)
    }

    /// Returns the function in place of `Module.prototype._compile`.
    pub fn compile(&self, cx: &mut Context<'_>) -> Result<Option<Function>, Error> {
        replaced(cx, &self.prototype, COMPILE, &self.compile)
    }

    /// Returns the function of `Module._extensions` for a file that is not one of the original ones. Files with other
    /// endings are loaded like `.js`.
    pub fn extension(&self, cx: &mut Context<'_>, path: &str) -> Result<Option<Function>, Error> {
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        let ending = ending.map_or(JS.to_owned(), |ending| format!(".{ending}"));
        match ending.as_str() {
            JS => replaced(cx, &self.extensions, JS, &self.js),
            JSON => replaced(cx, &self.extensions, JSON, &self.json),
            other if self.extensions.has(cx, other)? => replaced(cx, &self.extensions, other, &Value::Undefined),
            _ => replaced(cx, &self.extensions, JS, &self.js),
        }
    }
}

fn replaced(cx: &mut Context<'_>, object: &Object, name: &str, original: &Value) -> Result<Option<Function>, Error> {
    let now: Value = object.get(cx, name)?;
    let is_original = match (&now, original) {
        (Value::Object(now), Value::Object(original)) => now == original,
        _ => false,
    };
    if is_original { Ok(None) } else { object.get::<Option<Function>>(cx, name) }
}
