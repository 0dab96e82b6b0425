//! CommonJS: `require`, and packages as npm puts them into `node_modules`.
//!
//! ```text
//! resolver     finds the file for a specifier    manifest: package.json
//! require      require, module, the cache; runs files, which may require each other in a cycle
//! requests     require.resolve, and what Module is made of    hooks: functions of Module that packages replace
//! names        lists the names that a file exports to modules
//! loader       imports of modules: the same resolver; CommonJS files become modules that export their names
//! builtin      modules with the names of Node's: sources in JavaScript, loaded when first required
//! native       what those sources get from the command: bytes, hashes, files
//! ```
//!
//! The command's `reach` reads files, below the package of the program and in folders that `--allow-read` names. It
//! refuses links that lead elsewhere. Each file is known by its path without links. The conditions of `exports` are
//! Node's: `require` or `import`, `node`, `module-sync` and `default`, in the order in which the package names them.

mod builtin;
mod hooks;
mod loader;
mod manifest;
mod names;
mod native;
mod requests;
mod require;
mod resolver;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ferrotape::handles::{Property, Symbol};
use ferrotape::modules::ReadLimits;
use ferrotape::{AsContext, Context, Engine, Error, Function, Object, Value};

pub use loader::PackageLoader;
use require::Requiring;
pub use resolver::root_of;
use resolver::{Found, Kind, Resolver};

use crate::host::{Files, Network};
use crate::reach::{Reach, SharedReach};
use crate::testing::asked::Testing;

/// Module that modules import to load CommonJS files.
const MODULE: &str = "ferrotape:commonjs";

/// Parts of the command that Node's modules get.
pub struct Given {
    /// Exports of `ferrotape:fs`.
    pub file_functions: Option<Object>,
    /// Files that the command line allows, for `fs`.
    pub files: Files,
    /// Files that the program may read, as its parts too.
    pub reach: SharedReach,
    /// The network that it allows, for `http`.
    pub network: Network,
    pub testing: Testing,
}

/// Packages of a program.
#[derive(Clone)]
pub struct Packages {
    resolver: Arc<Mutex<Resolver>>,
    requiring: Arc<Requiring>,
}

/// Locks a resolver. A panic leaves nothing in it half done, so poisoning is ignored.
fn locked<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Packages {
    /// Prepares everything for a program.
    pub fn new(engine: &mut Engine, aliases: &[(String, PathBuf)], given: Given) -> Result<Packages, Error> {
        let resolver = Arc::new(Mutex::new(Resolver::new(Arc::clone(&given.reach), aliases)));
        let requiring = Arc::new(Requiring::new(engine, Arc::clone(&resolver), given)?);
        engine.enter(|cx| requiring.add_to_prototype(cx))?;
        let global = engine.global();
        engine.set_global("global", &global)?;
        let tag = Symbol::well_known(engine, "toStringTag")?;
        global.define(engine, &tag, Property::value("global").configurable())?;
        define_buffer(engine, &requiring)?;
        define_console_class(engine, &requiring)?;
        let own = Arc::clone(&requiring);
        engine.define_module(MODULE, |cx, exports| {
            exports.function(cx, "load", move |cx: &mut Context<'_>, kind: String, path: String| {
                own.load_named(cx, &kind, &path)
            })
        })?;
        Ok(Packages { resolver, requiring })
    }

    /// Returns the loader for modules.
    pub fn loader(&self) -> PackageLoader {
        PackageLoader::new(Arc::clone(&self.resolver))
    }

    /// Makes the function of `process.getBuiltinModule`.
    pub fn builtin_function(&self, engine: &mut Engine) -> Result<Function, Error> {
        let own = Arc::clone(&self.requiring);
        Function::new(engine, "builtin", move |cx: &mut Context<'_>, name: String| match builtin::named(&name) {
            // The functions of files are there only if the command line allows some.
            Some(name) if name != crate::host::FILES => own.builtin(cx, name),
            _ => Ok(Value::Undefined),
        })
    }

    /// Runs a program that is no module, then its jobs. The program's code is compiled unless it is given.
    pub fn run(&self, engine: &mut Engine, program: &Path, text: String, code: Option<Function>) -> Result<(), Error> {
        engine.enter_with_jobs(|cx| self.requiring.run_main(cx, program, text, code))
    }

    /// Goes on with a program from a checkpoint.
    pub fn go_on(&self, cx: &mut Context<'_>, program: &Path) -> Result<(), Error> {
        self.requiring.go_on_with_main(cx, program)
    }

    /// Gives a file with tests the functions of `node:test` as globals.
    pub fn define_tests(&self, engine: &mut Engine) -> Result<(), Error> {
        let tests = engine.enter(|cx| self.requiring.builtin(cx, builtin::TEST))?;
        let Value::Object(tests) = tests else { return Ok(()) };
        for name in ["test", "it", "describe", "suite", "before", "after", "beforeEach", "afterEach"] {
            let function: Value = tests.get(engine, name)?;
            let property = Property::value(function).writable().configurable();
            engine.global().define(engine, name, property)?;
        }
        Ok(())
    }

    /// Gives a script without a file the globals `exports`, `require` and `module`.
    pub fn define_globals(&self, engine: &mut Engine, file: &Path) -> Result<(), Error> {
        let path = file.to_string_lossy().into_owned();
        let module = self.requiring.new_module(engine, &path, None)?;
        self.requiring.is_main(engine, &module)?;
        for name in ["exports", "require"] {
            let value: Value = module.get(engine, name)?;
            engine.set_global(name, value)?;
        }
        engine.set_global("module", module)?;
        engine.set_global("__dirname", folder_of(&path))?;
        engine.set_global("__filename", path)
    }
}

/// Defines the global `Buffer`, whose module is loaded when a program first uses it.
fn define_buffer(engine: &mut Engine, requiring: &Arc<Requiring>) -> Result<(), Error> {
    let replace = |cx: &mut Context<'_>, value: &Value| {
        let property = Property::value(value.clone()).writable().configurable();
        cx.global().define(cx, "Buffer", property)
    };
    let own = Arc::clone(requiring);
    let getter = Function::new(engine, "get Buffer", move |cx: &mut Context<'_>| {
        let module = own.builtin(cx, "buffer")?;
        let Value::Object(module) = module else { return Ok(module) };
        let buffer: Value = module.get(cx, "Buffer")?;
        replace(cx, &buffer)?;
        Ok::<Value, Error>(buffer)
    })?;
    let setter = Function::new(engine, "set Buffer", move |cx: &mut Context<'_>, value: Value| replace(cx, &value))?;
    let property = Property::accessor(getter, setter).configurable();
    engine.global().define(engine, "Buffer", property)
}

/// Defines `console.Console`, whose module is loaded when a program first uses it.
fn define_console_class(engine: &mut Engine, requiring: &Arc<Requiring>) -> Result<(), Error> {
    let global = engine.global();
    let Value::Object(console) = global.get::<Value>(engine, "console")? else { return Ok(()) };
    let (own, object, known) = (Arc::clone(requiring), console.clone(), OnceLock::<Value>::new());
    let getter = Function::new(engine, "get Console", move |cx: &mut Context<'_>| {
        if let Some(class) = known.get() {
            return Ok(class.clone());
        }
        // The module defines it anew.
        object.define(cx, "Console", Property::value(Value::Undefined).writable().configurable())?;
        own.builtin(cx, "console")?;
        let class: Value = object.get(cx, "Console")?;
        Ok::<Value, Error>(known.get_or_init(|| class).clone())
    })?;
    let object = console.clone();
    let setter = Function::new(engine, "set Console", move |cx: &mut Context<'_>, value: Value| {
        object.define(cx, "Console", Property::value(value).writable().configurable())
    })?;
    console.define(engine, "Console", Property::accessor(getter, setter).configurable())
}

/// Returns the folder of a file, or the current folder for a name without one.
fn folder_of(path: &str) -> &str {
    let folder = Path::new(path).parent().and_then(Path::to_str);
    folder.filter(|folder| !folder.is_empty()).unwrap_or(".")
}

/// Describes a found file as `load` of [`MODULE`] takes it: its kind and its path or name.
fn words_of(found: Found) -> (&'static str, String) {
    match found {
        Found::Builtin(name) => ("builtin", name.to_owned()),
        Found::Nothing => ("nothing", "nothing".to_owned()),
        Found::File(path, kind) => {
            let kind = match kind {
                Kind::CommonJs | Kind::Unstated => "commonjs",
                Kind::Module => "module",
                Kind::Json => "json",
            };
            (kind, path.to_string_lossy().into_owned())
        }
    }
}

/// Kinds of files, told from their names and the nearest manifest; for modes that run nothing.
pub struct Kinds(Resolver);

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds(Resolver::new(Arc::new(Reach::everything()), &[]))
    }
}

impl Kinds {
    /// Returns whether a file is a module, or `None` if neither its name nor a manifest says so.
    pub fn stated(&mut self, file: &Path) -> Option<bool> {
        self.0.stated(&real_path(file), &mut ReadLimits::none())
    }
}

/// Returns the file of a program whose name is that of its folder, or lacks the ending, as `require` finds it.
pub fn file_of_program(given: &Path) -> Option<PathBuf> {
    if given.is_file() {
        return None;
    }
    let mut resolver = Resolver::new(Arc::new(Reach::everything()), &[]);
    resolver.program(&std::path::absolute(given).ok()?, &mut ReadLimits::none())
}

/// Compiles a source text as a CommonJS file.
pub fn compile(engine: &mut Engine, name: &str, text: &str) -> Result<Function, Error> {
    engine.enter(|cx| require::compile_text(cx, name, text))
}

/// Compiles a source text of which nothing else says what it is, as a CommonJS file. Tells first whether it may be a module: see
/// [`require::compile_unstated`].
pub fn compile_unstated(engine: &mut Engine, name: &str, text: &str) -> Result<(bool, Function), Error> {
    engine.enter(|cx| require::compile_unstated(cx, name, text))
}

/// Returns the path of a file, without links if the file exists.
pub fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}
