//! CommonJS: `require` and packages, as npm puts them into `node_modules`.
//!
//! ```text
//! resolver     which file a specifier means      manifest: package.json
//! require      require, module, the cache; files run, and may ask for one another in a circle
//! names        what a file gives to modules that import it
//! loader       imports of modules: the same resolver, and CommonJS files as modules that give their names
//! builtin      path, util, events, assert, url: small texts, read when somebody asks for them
//! ```
//!
//! Files are read below the package of the program, and in folders that `--allow-read` names: the command's `reach` reads them.
//! Links that lead elsewhere are refused. Each file is known by its path without links. The conditions of `exports` are
//! `require` or `import`, and `default`;
//! `node` counts only where nothing else fits, as little of Node is here.

mod builtin;
mod loader;
mod manifest;
mod names;
mod require;
mod resolver;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape::modules::ReadLimits;
use ferrotape::{Context, Engine, Error, Function, Object, Value};

pub use loader::PackageLoader;
use require::Requiring;
pub use resolver::root_of;
use resolver::{Found, Kind, Resolver};

use crate::reach::{Reach, SharedReach};

/// What modules import to get at CommonJS files.
const MODULE: &str = "ferrotape:commonjs";

/// The packages of a program.
#[derive(Clone)]
pub struct Packages {
    resolver: Arc<Mutex<Resolver>>,
    requiring: Arc<Requiring>,
}

/// Nothing of a resolver is half done while it is locked.
fn locked<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Packages {
    /// Makes all ready for a program.
    pub fn new(engine: &mut Engine, reach: SharedReach, file_functions: Option<Object>) -> Result<Packages, Error> {
        let resolver = Arc::new(Mutex::new(Resolver::new(reach)));
        let requiring = Arc::new(Requiring::new(engine, Arc::clone(&resolver), file_functions)?);
        let global = engine.global();
        engine.set_global("global", &global)?;
        let own = Arc::clone(&requiring);
        engine.define_module(MODULE, |cx, exports| {
            exports.function(cx, "load", move |cx: &mut Context<'_>, kind: String, path: String| {
                own.load_named(cx, &kind, &path)
            })
        })?;
        Ok(Packages { resolver, requiring })
    }

    /// Where modules come from.
    pub fn loader(&self) -> PackageLoader {
        PackageLoader::new(Arc::clone(&self.resolver))
    }

    /// Runs a program that is no module, and what it leaves to be done.
    pub fn run(&self, engine: &mut Engine, program: &Path, text: String) -> Result<(), Error> {
        engine.enter_with_jobs(|cx| self.requiring.run_main(cx, program, text))
    }

    /// Gives a script that is in no file `require` and its like as globals.
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

/// The folder that a file is in; of names without one, the current one.
fn folder_of(path: &str) -> &str {
    let folder = Path::new(path).parent().and_then(Path::to_str);
    folder.filter(|folder| !folder.is_empty()).unwrap_or(".")
}

/// What was found, in the words of texts that ask for it.
fn words_of(found: Found) -> (&'static str, String) {
    match found {
        Found::Builtin(name) => ("builtin", name.to_owned()),
        Found::Nothing => ("nothing", "nothing".to_owned()),
        Found::File(path, kind) => {
            let kind = match kind {
                Kind::CommonJs => "commonjs",
                Kind::Module => "module",
                Kind::Json => "json",
            };
            (kind, path.to_string_lossy().into_owned())
        }
    }
}

/// What files are read as where nothing runs: each by its name and the manifest above it.
pub struct Kinds(Resolver);

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds(Resolver::new(Arc::new(Reach::everything())))
    }
}

impl Kinds {
    /// Is a file a module? None where that is not said.
    pub fn stated(&mut self, file: &Path) -> Option<bool> {
        self.0.stated(&real_path(file), &mut ReadLimits::none())
    }
}

/// Is a text wrong as the body of a CommonJS file?
pub fn check(engine: &mut Engine, name: &str, text: &str) -> Result<(), Error> {
    Function::compile(engine, name, require::PARAMETERS, text).map(|_| ())
}

/// The path of a file, without links where it is there.
pub fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}
