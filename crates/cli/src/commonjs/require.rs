//! `require`: a file runs when it is first required. Files that require it while it runs get what it has exported so
//! far.
//!
//! `require` is a host function, so stack traces show only files of the program, and errors are reported at the call of
//! `require`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use ferrotape::handles::Property;
use ferrotape::modules::{AtOnce, ReadLimits};
use ferrotape::{Array, AsContext, Context, Engine, Error, Function, Object, Termination, Value};
use ferrotape_syntax::pieces::{PieceKind, Pieces};

use super::hooks::Hooks;
use super::manifest::Asker;
use super::requests::paths_of;
use super::resolver::{Found, Kind, Resolver};
use super::{Given, builtin, folder_of, locked, native};
use crate::host::FILES;
use crate::modules::{ACCESS_DENIED, MODULE_NOT_FOUND};
use crate::reach::Purpose;

/// Parameters of the function that a file's source text becomes.
pub const PARAMETERS: &[&str] = &["exports", "require", "module", "__filename", "__dirname"];

/// Uses of these parameters, as they are mostly written.
const USES_OF_COMMONJS: [&str; 5] = ["require(", "module.exports", "exports.", "__filename", "__dirname"];

/// Export of a module that replaces its namespace when the module is required.
const OWN_EXPORTS: &str = "module.exports";

/// Approximate cost of looking for a file, in ticks.
const SEARCH: u64 = 1000;

/// Limit on the requiring files that a message shows.
const MOST_REQUIRERS: usize = 20;

/// State shared by all `require` functions of a program.
pub struct Requiring {
    resolver: Arc<Mutex<Resolver>>,
    /// `require.cache`: modules by their paths.
    pub cache: Object,
    /// Prototype of all modules.
    pub prototype: Object,
    hooks: OnceLock<Hooks>,
    main: Mutex<Option<Object>>,
    builtins: Mutex<HashMap<&'static str, Object>>,
    given: Given,
    new_error: Function,
    new_type_error: Function,
    parse_json: Function,
}

impl Requiring {
    /// Takes `Error`, `TypeError` and `JSON.parse` before the program can replace them.
    pub fn new(engine: &mut Engine, resolver: Arc<Mutex<Resolver>>, given: Given) -> Result<Self, Error> {
        let cache = Object::new(engine)?;
        cache.set_prototype(engine, None)?;
        let prototype = Object::new(engine)?;
        Ok(Requiring {
            resolver,
            cache,
            prototype,
            hooks: OnceLock::new(),
            main: Mutex::default(),
            builtins: Mutex::default(),
            given,
            new_error: engine.get_global("Error")?,
            new_type_error: engine.get_global("TypeError")?,
            parse_json: engine.get_global::<Object>("JSON")?.get(engine, "parse")?,
        })
    }

    /// Runs a program as the main module. Its code is compiled unless it is given.
    pub fn run_main(
        self: &Arc<Self>,
        cx: &mut Context<'_>,
        program: &Path,
        text: String,
        code: Option<Function>,
    ) -> Result<(), Error> {
        let path = program.to_string_lossy().into_owned();
        let module = self.new_module(cx, &path, None)?;
        self.is_main(cx, &module)?;
        self.run(cx, &module, &path, |cx| {
            let code = code.map_or_else(|| compile_text(cx, &path, &text), Ok)?;
            drop(text);
            let require: Value = module.get(cx, "require")?;
            // What has made the function is no part of the program.
            if let Some(mut debugger) = cx.debugger() {
                debugger.keep_checkpoints(true);
            }
            run_code(cx, &module, &require, &path, &code).map(drop)
        })
    }

    /// Goes on with the main module from a checkpoint.
    pub fn go_on_with_main(&self, cx: &mut Context<'_>, program: &Path) -> Result<(), Error> {
        let ended = cx.go_on_from_checkpoint().map(drop);
        match locked(&self.main).clone() {
            Some(module) => self.end(cx, &module, &program.to_string_lossy(), ended),
            None => ended,
        }
    }

    /// Makes a module the value of `require.main`.
    pub fn is_main(&self, cx: &mut impl AsContext, module: &Object) -> Result<(), Error> {
        *locked(&self.main) = Some(module.clone());
        module.set(cx, "id", ".")?;
        module.get::<Object>(cx, "require")?.set(cx, "main", module)
    }

    /// Returns the exports for a source text that stands for a file: see [`super::loader`].
    pub fn load_named(self: &Arc<Self>, cx: &mut Context<'_>, kind: &str, path: &str) -> Result<Value, Error> {
        let named = match kind {
            "builtin" => builtin::named(path).or_else(|| builtin::prefixed(path)),
            _ => None,
        };
        let found = named.map_or_else(|| Found::File(path.into(), Kind::CommonJs), Found::Builtin);
        self.load(cx, found, None)
    }

    /// Returns the exports of a file, which runs if it has not run yet.
    fn load(self: &Arc<Self>, cx: &mut Context<'_>, found: Found, parent: Option<&Object>) -> Result<Value, Error> {
        let (path, kind) = match found {
            Found::Builtin(name) => return self.builtin(cx, name),
            Found::Nothing => return Object::new(cx).map(Value::from),
            Found::File(path, kind) => (path.to_string_lossy().into_owned(), kind),
        };
        if let Some(known) = self.cache.get::<Option<Object>>(cx, path.as_str())? {
            return known.get(cx, "exports");
        }
        let hooks = self.hooks.get();
        let hooked = hooks.map(|hooks| hooks.extension(cx, &path)).transpose()?.flatten();
        if let (Some(hooks), Some(load)) = (hooks, hooked) {
            let module = self.new_module(cx, &path, parent)?;
            self.run(cx, &module, &path, |cx| {
                load.call_with::<Value>(cx, &hooks.extensions, (&module, path.as_str())).map(drop)
            })?;
            return module.get(cx, "exports");
        }
        // A file that cannot be read is removed from the cache again, like one that fails.
        let text = self.text(cx, &path);
        let code = text.as_ref().ok().and_then(|text| self.compiled_unstated(cx, &path, text, kind));
        if let (Ok(text), None) = (&text, &code)
            && self.is_module(cx, &path, text, kind)?
        {
            return self.load_module(cx, &path, text, parent);
        }
        let module = self.new_module(cx, &path, parent)?;
        self.run(cx, &module, &path, |cx| {
            let text = text?;
            match (kind, code) {
                (Kind::Json, _) => self.give_json(cx, &module, &path, &text),
                (Kind::CommonJs | Kind::Unstated | Kind::Module, None) => self.run_file(cx, &module, &path, text),
                (Kind::CommonJs | Kind::Unstated | Kind::Module, Some(code)) => {
                    drop(text);
                    let require: Value = module.get(cx, "require")?;
                    run_code(cx, &module, &require, &path, &code).map(drop)
                }
            }
        })?;
        module.get(cx, "exports")
    }

    /// Compiles a file of which nothing states what it is, as [`compile_unstated`] does: then nobody has to look for the
    /// syntax of modules, which is to read large files once more. None also if `_compile` has been replaced.
    fn compiled_unstated(&self, cx: &mut Context<'_>, path: &str, text: &str, kind: Kind) -> Option<Function> {
        let is_hooked = self.hooks.get().is_some_and(|hooks| !matches!(hooks.compile(cx), Ok(None)));
        if kind != Kind::Unstated || is_hooked {
            return None;
        }
        let (may_be_module, code) = compile_unstated(cx, path, text).ok()?;
        (!may_be_module).then_some(code)
    }

    /// Runs a CommonJS file, by the function in place of `_compile` if there is one.
    fn run_file(&self, cx: &mut Context<'_>, module: &Object, path: &str, text: String) -> Result<(), Error> {
        let compile = self.hooks.get().map(|hooks| hooks.compile(cx)).transpose()?.flatten();
        match compile {
            Some(compile) => compile.call_with::<Value>(cx, module, (text, path)).map(drop),
            None => {
                let require: Value = module.get(cx, "require")?;
                run_text(cx, module, &require, path, text).map(drop)
            }
        }
    }

    /// Returns whether a file is an ECMAScript module.
    pub fn is_module(&self, cx: &mut Context<'_>, path: &str, text: &str, kind: Kind) -> Result<bool, Error> {
        match kind {
            Kind::Unstated => {
                cx.reading(|limits| is_module_unstated(limits, path, text)).map(|found| found == Ok(true))
            }
            kind => Ok(kind == Kind::Module),
        }
    }

    /// Returns the format of a file.
    pub fn kind_of(&self, cx: &mut Context<'_>, path: &str) -> Result<Kind, Error> {
        cx.reading(|limits| locked(&self.resolver).kind(Path::new(path), limits))
    }

    pub fn text(&self, cx: &mut Context<'_>, path: &str) -> Result<String, Error> {
        let resolver = Arc::clone(&self.resolver);
        let text = cx.reading(|limits| locked(&resolver).text(Path::new(path), Purpose::Program, limits))?;
        let text = text.map_err(Error::new)?;
        cx.require_room(text.len().saturating_mul(2))?;
        Ok(text)
    }

    /// Loads an ECMAScript module. Gives its export named `module.exports`, else its namespace. With a default export,
    /// the namespace also has `__esModule`, like files compiled from modules: as in Node 22.
    fn load_module(
        self: &Arc<Self>,
        cx: &mut Context<'_>,
        path: &str,
        text: &str,
        parent: Option<&Object>,
    ) -> Result<Value, Error> {
        let exports = self.exports_of_module(cx, path, text)?;
        let module = self.new_module(cx, path, parent)?;
        module.set(cx, "exports", &exports)?;
        module.set(cx, "loaded", true)?;
        self.cache.set(cx, path, module)?;
        Ok(exports)
    }

    /// Runs an ECMAScript module, and returns what requiring it gives.
    pub fn exports_of_module(&self, cx: &mut Context<'_>, path: &str, text: &str) -> Result<Value, Error> {
        let namespace = self.run_module(cx, path, text)?;
        Ok(if namespace.has(cx, OWN_EXPORTS)? {
            namespace.get(cx, OWN_EXPORTS)?
        } else if namespace.has(cx, "default")? && !namespace.has(cx, "__esModule")? {
            let marked =
                format!("export * from {path:?}; export {{ default }} from {path:?}; export const __esModule = true;");
            Value::from(self.run_module(cx, &format!("{path}?require"), &marked)?)
        } else {
            Value::from(namespace)
        })
    }

    /// Evaluates a module and returns its namespace. Fails where the module awaits at its top, or is in a cycle that
    /// is being evaluated.
    fn run_module(&self, cx: &mut Context<'_>, path: &str, text: &str) -> Result<Object, Error> {
        let (code, why) = match cx.run_module_at_once(path, text)? {
            AtOnce::Done(namespace) => return Ok(namespace),
            AtOnce::Waits => ("ERR_REQUIRE_ASYNC_MODULE", "it, or a module that it imports, has an await at its top"),
            AtOnce::Running => {
                ("ERR_REQUIRE_CYCLE_MODULE", "it, or a module that it imports, is waiting for this require()")
            }
        };
        let message = format!("Cannot require '{path}': {why}; use import()");
        Err(self.error(cx, &message, code, None))
    }

    /// Runs a file. Its module is in the cache meanwhile, and is removed if the file fails.
    fn run(
        self: &Arc<Self>,
        cx: &mut Context<'_>,
        module: &Object,
        path: &str,
        run: impl FnOnce(&mut Context<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.cache.set(cx, path, module)?;
        let ended = run(cx);
        self.end(cx, module, path, ended)
    }

    /// Notes that a file has run.
    fn end(&self, cx: &mut Context<'_>, module: &Object, path: &str, ended: Result<(), Error>) -> Result<(), Error> {
        match ended {
            Ok(()) => module.set(cx, "loaded", true),
            Err(error) => {
                // If the run was terminated, nothing uses the cache any more.
                let _ = self.cache.delete(cx, path);
                Err(error)
            }
        }
    }

    /// Sets `module.exports` to the value of JSON. A SyntaxError gets the path before its message.
    pub fn give_json(&self, cx: &mut Context<'_>, module: &Object, path: &str, text: &str) -> Result<(), Error> {
        let text = text.trim_start_matches('\u{feff}');
        match self.parse_json.call::<Value>(cx, (text,)) {
            Ok(value) => module.set(cx, "exports", value),
            Err(error) => {
                // The error of the parser says where it was.
                if let Some(Value::Object(thrown)) = error.thrown() {
                    let message: String = thrown.get(cx, "message")?;
                    thrown.set(cx, "message", format!("{path}: {message}"))?;
                }
                Err(error)
            }
        }
    }

    /// Makes an object `module` with its own `require`.
    pub fn new_module(
        self: &Arc<Self>,
        cx: &mut impl AsContext,
        path: &str,
        parent: Option<&Object>,
    ) -> Result<Object, Error> {
        cx.enter(|cx| {
            let module = Object::new(cx)?;
            module.set_prototype(cx, Some(&self.prototype))?;
            module.set(cx, "id", path)?;
            module.set(cx, "path", folder_of(path))?;
            let exports = Object::new(cx)?;
            module.set(cx, "exports", exports)?;
            module.set(cx, "filename", path)?;
            module.set(cx, "loaded", false)?;
            let children = Array::new(cx)?;
            module.set(cx, "children", children)?;
            module.set(cx, "paths", paths_of(folder_of(path)))?;
            let require = self.new_require(cx, &module, path)?;
            module.define(cx, "require", Property::value(require).writable().configurable())?;
            module.define(cx, "parent", Property::value(parent).writable().configurable())?;
            if let Some(parent) = parent {
                let children: Option<Array> = parent.get(cx, "children")?;
                children.map_or(Ok(()), |children| children.push(cx, &module))?;
            }
            Ok(module)
        })
    }

    /// Makes the `require` of one file, with `resolve`, `cache`, `extensions` and `main`. It asks a replaced
    /// `Module._load` first.
    pub fn new_require(self: &Arc<Self>, cx: &mut Context<'_>, module: &Object, path: &str) -> Result<Function, Error> {
        let (own, parent, from) = (Arc::clone(self), module.clone(), path.to_owned());
        let require = Function::new(cx, "require", move |cx: &mut Context<'_>, specifier: Value| {
            let hooks = own.hooks.get();
            let hooked = hooks.map(|hooks| hooks.load(cx)).transpose()?.flatten();
            match (hooks, hooked) {
                (Some(hooks), Some(load)) => load.call_with(cx, &hooks.module, (specifier, &parent, false)),
                _ => own.load_request(cx, &specifier, Some(&parent), &from),
            }
        })?;
        let resolve = self.new_resolve(cx, module, path)?;
        require.set(cx, "resolve", resolve)?;
        require.set(cx, "cache", &self.cache)?;
        let extensions = self.new_extensions(cx)?;
        require.define(cx, "extensions", Property::accessor(extensions, None).enumerable().configurable())?;
        let main = locked(&self.main).clone();
        require.set(cx, "main", main)?;
        Ok(require)
    }

    /// Returns the exports for a specifier, for the module `parent` in a file.
    pub fn load_request(
        self: &Arc<Self>,
        cx: &mut Context<'_>,
        specifier: &Value,
        parent: Option<&Object>,
        from: &str,
    ) -> Result<Value, Error> {
        let found = self.find(cx, specifier, parent, from)?;
        self.load(cx, found, parent)
    }

    /// Resolves a specifier, by the function in place of `Module._resolveFilename` if there is one.
    pub fn find(
        &self,
        cx: &mut Context<'_>,
        specifier: &Value,
        parent: Option<&Object>,
        from: &str,
    ) -> Result<Found, Error> {
        let hooks = self.hooks.get();
        let hooked = hooks.map(|hooks| hooks.resolve(cx)).transpose()?.flatten();
        if let (Some(hooks), Some(resolve)) = (hooks, hooked) {
            let name: String = resolve.call_with(cx, &hooks.module, (specifier, parent, false))?;
            return self.found_at(cx, name);
        }
        self.resolve(cx, specifier, parent, from)
    }

    /// Resolves a specifier.
    pub fn resolve(
        &self,
        cx: &mut Context<'_>,
        specifier: &Value,
        parent: Option<&Object>,
        from: &str,
    ) -> Result<Found, Error> {
        cx.tick(SEARCH)?;
        let Some(specifier) = specifier.as_str() else {
            return self.wrong_name(cx, "a string", "ERR_INVALID_ARG_TYPE");
        };
        if specifier.is_empty() {
            return self.wrong_name(cx, "not empty", "ERR_INVALID_ARG_VALUE");
        }
        let folder = Path::new(folder_of(from));
        let found = cx.reading(|limits| locked(&self.resolver).resolve(specifier, folder, Asker::Require, limits))?;
        found.map_err(|error| {
            let code = match error.code() {
                None | Some(MODULE_NOT_FOUND | ACCESS_DENIED | "ERR_UNSUPPORTED_ESM_URL_SCHEME") => "MODULE_NOT_FOUND",
                Some(code) => code,
            };
            self.error(cx, error.message(), code, parent)
        })
    }

    /// Throws the TypeError of a call of `require` with what is no name.
    fn wrong_name<T>(&self, cx: &mut Context<'_>, what: &str, code: &str) -> Result<T, Error> {
        self.wrong_argument(cx, &format!("require() takes the name of a module, which is {what}"), code)
    }

    /// Returns the error of a specifier that no folder has.
    pub fn not_found(&self, cx: &mut Context<'_>, specifier: &Value, parent: Option<&Object>) -> Error {
        let message = format!("Cannot find module '{}'", specifier.as_str().unwrap_or_default());
        self.error(cx, &message, "MODULE_NOT_FOUND", parent)
    }

    /// Throws a TypeError with a code.
    pub fn wrong_argument<T>(&self, cx: &mut Context<'_>, message: &str, code: &str) -> Result<T, Error> {
        let error: Object = self.new_type_error.construct(cx, (message,))?;
        error.set(cx, "code", code)?;
        Err(cx.throw(error))
    }

    /// Makes an error as packages expect it: with a code, and with the chain of files that required each other.
    fn error(&self, cx: &mut Context<'_>, message: &str, code: &str, parent: Option<&Object>) -> Error {
        let made = self.made_error(cx, message, code, parent);
        made.map_or_else(|error| error, |error| cx.throw(error))
    }

    /// Makes the error with the files that required each other, innermost first, until the message has `MOST_REQUIRERS`.
    fn made_error(
        &self,
        cx: &mut Context<'_>,
        message: &str,
        code: &str,
        parent: Option<&Object>,
    ) -> Result<Object, Error> {
        let mut requirers: Vec<String> = Vec::new();
        let mut next = parent.cloned();
        // Packages make modules of their own, which need not have a file, and whose parents may go round in a circle.
        for _ in 0..MOST_REQUIRERS {
            let Some(module) = next else { break };
            let file: Value = module.get(cx, "filename")?;
            requirers.extend(file.as_str().map(str::to_owned));
            next = module.get::<Value>(cx, "parent")?.as_object().cloned();
        }
        let mut message = message.to_owned();
        if !requirers.is_empty() {
            message += &format!("\nRequire stack:\n- {}", requirers.join("\n- "));
        }
        let error: Object = self.new_error.construct(cx, (message,))?;
        error.set(cx, "code", code)?;
        if parent.is_some() {
            error.set(cx, "requireStack", requirers)?;
        }
        Ok(error)
    }

    /// Returns the exports of a built-in module.
    pub fn builtin(self: &Arc<Self>, cx: &mut Context<'_>, name: &'static str) -> Result<Value, Error> {
        if name == FILES {
            let missing =
                || Error::new("Cannot find module 'ferrotape:fs': --allow-read=DIR or --allow-write=DIR gives it");
            return self.given.file_functions.clone().map(Value::from).ok_or_else(missing);
        }
        let known = locked(&self.builtins).get(name).cloned();
        if let Some(known) = known {
            return known.get(cx, "exports");
        }
        let text = builtin::text(name).unwrap_or_default();
        let code = Function::compile(cx, &format!("node:{name}"), &["exports", "require", "module", "native"], text)?;
        let module = Object::new(cx)?;
        let exports = Object::new(cx)?;
        module.set(cx, "id", name)?;
        module.set(cx, "exports", &exports)?;
        locked(&self.builtins).insert(name, module.clone());
        let own = Arc::clone(self);
        let require = Function::new(cx, "require", move |cx: &mut Context<'_>, name: String| {
            let missing = || Error::new(format!("Cannot find module '{name}'"));
            own.builtin(cx, builtin::part(&name).ok_or_else(missing)?)
        })?;
        let native = native::for_module(cx, name, &self.given)?;
        if name == "module" {
            self.add_for_modules(cx, &native)?;
        }
        if let Err(error) = code.call::<()>(cx, (exports, require, &module, native)) {
            locked(&self.builtins).remove(name);
            return Err(error);
        }
        let exports: Value = module.get(cx, "exports")?;
        if let (Value::Object(module), "module") = (&exports, name) {
            let hooks = Hooks::new(cx, module.clone())?;
            let _ = self.hooks.set(hooks);
        }
        Ok(exports)
    }
}

/// Runs the source text of a CommonJS file. The text is freed before the code runs.
pub fn run_text(
    cx: &mut Context<'_>,
    module: &Object,
    require: &Value,
    path: &str,
    text: String,
) -> Result<Value, Error> {
    let code = compile_text(cx, path, &text)?;
    drop(text);
    run_code(cx, module, require, path, &code)
}

/// Compiles a CommonJS file to a function, without the mark that says how it is encoded.
pub fn compile_text(cx: &mut Context<'_>, path: &str, text: &str) -> Result<Function, Error> {
    Function::compile(cx, path, PARAMETERS, body_of(text))
}

/// Returns a text without the mark that says how it is encoded.
fn body_of(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Compiles a file of which only the text says what it is. Tells whether it may be a module all the same: `await (a)` would
/// be a call in a CommonJS file, and TypeScript that imports and exports types alone is both. There, uses of what only
/// CommonJS files have decide: Node, which takes types out before it looks, runs such files.
pub fn compile_unstated(cx: &mut Context<'_>, path: &str, text: &str) -> Result<(bool, Function), Error> {
    let code = compile_text(cx, path, text)?;
    if code.may_use(cx, "await")? {
        return Ok((true, code));
    }
    if path.ends_with(".js") || uses_commonjs(text) {
        return Ok((false, code));
    }
    let is_module = cx.reading(|limits| limits.is_whole_module(path, text))?;
    Ok((is_module == Ok(true), code))
}

/// Returns whether a file of which only the text says what it is is a module, as [`compile_unstated`] tells it.
pub fn is_module_unstated(limits: &mut ReadLimits<'_>, path: &str, text: &str) -> Result<bool, Termination> {
    if !limits.has_module_syntax(path, text)? {
        return Ok(false);
    }
    let may_be_both = !path.ends_with(".js") && uses_commonjs(text);
    Ok(!may_be_both || !limits.is_function_body(path, PARAMETERS, body_of(text))?)
}

/// Returns whether a text uses what only CommonJS files have. Comments, strings and properties of those names use nothing.
fn uses_commonjs(text: &str) -> bool {
    if !USES_OF_COMMONJS.iter().any(|used| text.contains(used)) {
        return false;
    }
    let mut is_property = false;
    Pieces::new(text, &mut Default::default()).any(|piece| {
        let follows_dot = is_property;
        let rest = text.get(piece.range.start..).unwrap_or_default();
        if !matches!(piece.kind, PieceKind::Space | PieceKind::Comment) {
            is_property = matches!(text.get(piece.range.clone()), Some("." | "?."));
        }
        piece.kind == PieceKind::Word && !follows_dot && USES_OF_COMMONJS.iter().any(|used| rest.starts_with(used))
    })
}

/// Runs the function of a CommonJS file.
fn run_code(
    cx: &mut Context<'_>,
    module: &Object,
    require: &Value,
    path: &str,
    code: &Function,
) -> Result<Value, Error> {
    let exports: Value = module.get(cx, "exports")?;
    code.call_with(cx, &exports, (&exports, require, module, path, folder_of(path)))
}
