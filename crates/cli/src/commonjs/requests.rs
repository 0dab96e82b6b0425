//! `require.resolve` and what `Module` is made of: the parts of `require` that a program calls by themselves.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrotape::handles::Property;
use ferrotape::host::This;
use ferrotape::{Array, Context, Error, Function, Object, Value};

use super::require::{Requiring, run_text};
use super::resolver::Found;
use super::{builtin, folder_of, words_of};

/// Limit on the folders that a call of `require.resolve` names.
const MOST_FOLDERS: u32 = 1000;

impl Requiring {
    /// Makes `require.resolve`, with `paths`.
    pub fn new_resolve(self: &Arc<Self>, cx: &mut Context<'_>, module: &Object, path: &str) -> Result<Function, Error> {
        let (own, parent, from) = (Arc::clone(self), module.clone(), path.to_owned());
        let resolve = Function::new(cx, "resolve", move |cx: &mut Context<'_>, specifier: Value, options: Value| {
            let found = match own.paths_of_options(cx, &options)? {
                Some(paths) => own.resolve_from(cx, &specifier, &paths, Some(&parent)),
                None => own.find(cx, &specifier, Some(&parent), &from),
            };
            found.map(|found| name_of(found, &specifier))
        })?;
        let from = path.to_owned();
        let paths = Function::new(cx, "paths", move |cx: &mut Context<'_>, specifier: String| {
            if builtin::named(&specifier).is_some() {
                return Ok(Value::Null);
            }
            let relative = specifier.starts_with("./") || specifier.starts_with("../");
            let folder = folder_of(&from);
            let paths = if relative { vec![folder.to_owned()] } else { paths_of(folder) };
            Array::from_values(cx, paths).map(|paths| Value::Object((*paths).clone()))
        })?;
        resolve.set(cx, "paths", paths)?;
        Ok(resolve)
    }

    /// Returns the option `paths`, if there is one.
    fn paths_of_options(&self, cx: &mut Context<'_>, options: &Value) -> Result<Option<Object>, Error> {
        let Value::Object(options) = options else { return Ok(None) };
        match options.get(cx, "paths")? {
            Value::Object(paths) => Ok(Some(paths)),
            Value::Undefined => Ok(None),
            paths => {
                let shown = cx.inspect(&paths, &Default::default())?;
                let message = format!("The property 'options.paths' is invalid. Received {shown}");
                self.wrong_argument(cx, &message, "ERR_INVALID_ARG_VALUE")
            }
        }
    }

    /// Resolves a specifier from the first of these folders that has it.
    fn resolve_from(
        &self,
        cx: &mut Context<'_>,
        specifier: &Value,
        folders: &Object,
        parent: Option<&Object>,
    ) -> Result<Found, Error> {
        let count: u32 = folders.get(cx, "length")?;
        let mut result = Err(self.not_found(cx, specifier, parent));
        for index in 0..count.min(MOST_FOLDERS) {
            let folder: String = folders.get(cx, index)?;
            let file = PathBuf::from(folder).join("noop.js");
            result = self.resolve(cx, specifier, parent, &file.to_string_lossy());
            if result.is_ok() {
                break;
            }
        }
        result
    }

    /// Makes the prototype of all modules. `Module` itself is made when a program first uses it.
    pub fn add_to_prototype(self: &Arc<Self>, cx: &mut Context<'_>) -> Result<(), Error> {
        for name in ["constructor", "_compile", "load"] {
            let own = Arc::clone(self);
            let getter = Function::new(cx, name, move |cx: &mut Context<'_>| {
                own.builtin(cx, "module")?;
                own.prototype.get::<Value>(cx, name)
            })?;
            self.prototype.define(cx, name, Property::accessor(getter, None).configurable())?;
        }
        Ok(())
    }

    /// Makes the accessor `require.extensions`.
    pub fn new_extensions(self: &Arc<Self>, cx: &mut Context<'_>) -> Result<Function, Error> {
        let own = Arc::clone(self);
        Function::new(cx, "get extensions", move |cx: &mut Context<'_>| match own.builtin(cx, "module")? {
            Value::Object(module) => module.get::<Value>(cx, "_extensions"),
            other => Ok(other),
        })
    }

    /// Adds what `module` needs.
    pub fn add_for_modules(self: &Arc<Self>, cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
        native.set(cx, "cache", &self.cache)?;
        native.set(cx, "prototype", &self.prototype)?;
        let names = Array::from_values(cx, builtin::names().collect::<Vec<_>>())?;
        native.set(cx, "names", names)?;
        let own = Arc::clone(self);
        let require_of = Function::new(cx, "requireOf", move |cx: &mut Context<'_>, path: String| {
            own.new_module(cx, &path, None)?.get::<Function>(cx, "require")
        })?;
        native.set(cx, "requireOf", require_of)?;
        let own = Arc::clone(self);
        let load = Function::new(cx, "load", move |cx: &mut Context<'_>, specifier: Value, parent: Option<Object>| {
            let from = from_of(cx, parent.as_ref())?;
            own.load_request(cx, &specifier, parent.as_ref(), &from)
        })?;
        native.set(cx, "load", load)?;
        let own = Arc::clone(self);
        let resolve = move |cx: &mut Context<'_>, specifier: Value, parent: Option<Object>, options: Value| {
            let from = from_of(cx, parent.as_ref())?;
            // Whatever stands in the place of this function: it may have called it.
            let found = match own.paths_of_options(cx, &options)? {
                Some(paths) => own.resolve_from(cx, &specifier, &paths, parent.as_ref()),
                None => own.resolve(cx, &specifier, parent.as_ref(), &from),
            };
            found.map(|found| name_of(found, &specifier))
        };
        let resolve = Function::new(cx, "resolve", resolve)?;
        native.set(cx, "resolve", resolve)?;
        self.add_loading(cx, native)
    }

    /// Adds the functions that load a file into a module.
    fn add_loading(self: &Arc<Self>, cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
        let own = Arc::clone(self);
        let load_js = Function::new(cx, "loadJs", move |cx: &mut Context<'_>, module: Object, path: String| {
            let text = own.text(cx, &path)?;
            let kind = own.kind_of(cx, &path)?;
            if own.is_module(cx, &path, &text, kind)? {
                let exports = own.exports_of_module(cx, &path, &text)?;
                return module.set(cx, "exports", exports);
            }
            module.call_method::<Value>(cx, "_compile", (text, path)).map(drop)
        })?;
        native.set(cx, "loadJs", load_js)?;
        let own = Arc::clone(self);
        let load_json = Function::new(cx, "loadJson", move |cx: &mut Context<'_>, module: Object, path: String| {
            let text = own.text(cx, &path)?;
            own.give_json(cx, &module, &path, &text)
        })?;
        native.set(cx, "loadJson", load_json)?;
        let own = Arc::clone(self);
        let compile = move |cx: &mut Context<'_>, module: This<Object>, text: String, path: String| {
            let module = module.0;
            let require = match module.has_own(cx, "require")? {
                true => module.get(cx, "require")?,
                false => Value::from(own.new_require(cx, &module, &path)?),
            };
            run_text(cx, &module, &require, &path, text)
        };
        let compile = Function::new(cx, "_compile", compile)?;
        native.set(cx, "compile", compile)
    }

    /// Returns what a name of `Module._resolveFilename` stands for.
    pub fn found_at(&self, cx: &mut Context<'_>, name: String) -> Result<Found, Error> {
        if let Some(name) = builtin::named(&name) {
            return Ok(Found::Builtin(name));
        }
        let kind = self.kind_of(cx, &name)?;
        Ok(Found::File(name.into(), kind))
    }
}

/// Returns the path of a file, or the name of a module as it was given.
fn name_of(found: Found, specifier: &Value) -> String {
    match (&found, specifier.as_str()) {
        (Found::Builtin(_), Some(specifier)) => specifier.to_owned(),
        _ => words_of(found).1,
    }
}

/// Returns the file in whose place a module asks: its own, or one beside the first folder in which it looks.
fn from_of(cx: &mut Context<'_>, parent: Option<&Object>) -> Result<String, Error> {
    if let Some(parent) = parent {
        if let Value::String(file) = parent.get::<Value>(cx, "filename")? {
            return Ok(file.to_string());
        }
        if let Value::Object(paths) = parent.get::<Value>(cx, "paths")?
            && let Value::String(folder) = paths.get::<Value>(cx, 0)?
        {
            let folder = folder.to_string();
            let folder = folder.strip_suffix("/node_modules").unwrap_or(&folder);
            return Ok(format!("{folder}/noop.js"));
        }
    }
    Ok(std::env::current_dir().unwrap_or_default().join("noop.js").to_string_lossy().into_owned())
}

/// Returns the folders in which packages are looked for, from a folder upwards: `module.paths`.
pub fn paths_of(folder: &str) -> Vec<String> {
    let folders = Path::new(folder).ancestors().filter(|folder| folder.is_absolute());
    let outside = folders.filter(|folder| folder.file_name().is_none_or(|name| name != "node_modules"));
    outside.map(|folder| folder.join("node_modules").to_string_lossy().into_owned()).collect()
}
