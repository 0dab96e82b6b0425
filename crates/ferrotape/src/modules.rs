//! Module loaders, and how a host runs a module.

pub use ferrotape_runtime::module::{AtOnce, LoadError, ModuleLoader, ModuleSource, ModuleType, ReadLimits};

pub use crate::async_loader::{AsyncLoader, LoadFuture};
pub use crate::gate::{FileError, FileGate, FolderEntry};
pub use crate::loaders::{Exports, ImportMap, LoaderChain};
pub use crate::typescript::{TypeScriptLoader, typescript_names};

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ferrotape_runtime::module::{self, GivenModule};

use crate::script_text::ScriptText;
use crate::{AsContext, Context, Engine, Error, Module, Value};

impl Engine {
    /// Runs a module in place of one of the same name. Later imports of the name in the current realm get the new
    /// module. Modules that imported the old one keep it, and the engine keeps its memory.
    ///
    /// Without a former module, this is [`Engine::run_module`].
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(MemoryLoader::default());
    /// engine.run_module("rules.mjs", "export const limit = 1")?;
    /// assert!(engine.run_module("rules.mjs", "export const limit = 2").is_err(), "another text by that name");
    /// engine.replace_module("rules.mjs", "export const limit = 2")?;
    /// assert!(engine.replace_module("rules.mjs", "throw 'broken'").is_err());
    /// let text = "import { limit } from './rules.mjs'; export default limit";
    /// let main = engine.run_module("main.mjs", text)?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::run_module`] does. The former module stays then.
    pub fn replace_module(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        let former = self.enter(|cx| cx.working(|vm| module::drop_module(vm, name)))?.source;
        let replaced = self.run_module(name, text);
        if let (Err(_), Some(former)) = (&replaced, former) {
            self.enter(|cx| cx.working(|vm| module::bring_back_module(vm, name, former)))?;
        }
        replaced
    }

    /// Drops a module by its name, in the current realm: the next import loads it again. Modules that have imported it keep
    /// it, and the engine keeps its memory. Returns whether there was one.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_module_loader([("n.mjs", "export default 1")].into_iter().collect::<MemoryLoader>());
    /// engine.run_module("a.mjs", "import n from './n.mjs'; globalThis.a = n")?;
    /// engine.set_module_loader([("n.mjs", "export default 2")].into_iter().collect::<MemoryLoader>());
    /// assert!(engine.drop_module("n.mjs")?);
    /// engine.run_module("b.mjs", "import n from './n.mjs'; globalThis.b = n")?;
    /// assert_eq!(engine.eval::<Vec<u8>>("[a, b]")?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn drop_module(&mut self, name: &str) -> Result<bool, Error> {
        self.enter(|cx| cx.working(|vm| module::drop_module(vm, name))).map(|dropped| dropped.any)
    }
}

impl Context<'_> {
    /// Fails if another module has that name, unless that has failed.
    pub(crate) fn require_module(&mut self, name: &str, given: GivenModule<'_>) -> Result<(), Error> {
        match self.working(|vm| module::make_way(vm, name, given))? {
            false => Err(Error::of_usage(format!(
                "the module '{name}' is there already, with another text: `Engine::replace_module` replaces it"
            ))),
            true => Ok(()),
        }
    }
}

/// Loads modules from files below a directory. Relative specifiers (`./a.mjs`, `../b.js`) are relative to the importing
/// file; absolute ones (`/lib/c.mjs`) begin at the directory. Names are paths below the directory, with `/` between
/// their parts.
///
/// Files are read through a [`FileGate`]. Nothing outside is read or touched, wherever symbolic links lead, and only
/// plain files are opened. Each read is charged in advance and counted.
///
/// ```
/// use ferrotape::{Engine, FileLoader};
///
/// # let folder = std::env::temp_dir().join(format!("ferrotape-files-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # std::fs::write(folder.join("one.mjs"), "export default 1")?;
/// let mut engine = Engine::new();
/// engine.set_module_loader(FileLoader::new(&folder)?);
/// let main = engine.run_module("/main.mjs", "import one from './one.mjs'; export const two = one + one")?;
/// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "two")?, 2);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileLoader {
    root: PathBuf,
    gate: FileGate,
}

impl FileLoader {
    /// Creates a loader for a directory.
    ///
    /// ```
    /// use ferrotape::FileLoader;
    ///
    /// assert!(FileLoader::new(std::env::temp_dir()).is_ok());
    /// assert!(FileLoader::new("/there/is/no/such/directory").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if there is no such directory, with the error of the system.
    pub fn new(root: impl AsRef<Path>) -> std::io::Result<FileLoader> {
        let root = root.as_ref().canonicalize()?;
        let gate = FileGate::new().folder(&root)?;
        Ok(FileLoader { root, gate })
    }

    /// Refuses files with more bytes; importing one is an error. The default is 64 MB.
    ///
    /// ```
    /// use ferrotape::{Engine, FileLoader};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-large-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("large.mjs"), " ".repeat(2000))?;
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(FileLoader::new(&folder)?.largest_file(1000));
    /// assert!(engine.run_module("/main.mjs", "import './large.mjs'").is_err());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn largest_file(mut self, bytes: u64) -> FileLoader {
        self.gate = self.gate.largest_file(bytes);
        self
    }

    /// Returns the name of a file. Run a script by this name to resolve its imports. None if the file is outside the
    /// directory.
    ///
    /// ```
    /// use ferrotape::FileLoader;
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-names-{}", std::process::id()));
    /// # std::fs::create_dir_all(folder.join("lib"))?;
    /// let file = folder.join("lib/main.mjs");
    /// std::fs::write(&file, "export default 1")?;
    /// let loader = FileLoader::new(&folder)?;
    /// assert_eq!(loader.name_of(&file).as_deref(), Some("/lib/main.mjs"));
    /// assert_eq!(loader.name_of(std::env::temp_dir()), None);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn name_of(&self, file: impl AsRef<Path>) -> Option<String> {
        let path = file.as_ref().canonicalize().ok()?;
        let parts = path.strip_prefix(&self.root).ok()?.components();
        let parts = parts.map(|part| part.as_os_str().to_str()).collect::<Option<Vec<_>>>()?;
        Some(format!("/{}", parts.join("/")))
    }
}

impl ModuleLoader for FileLoader {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        resolve_path(specifier, referrer)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.read(name, |path| self.gate.read_text(path, &mut ReadLimits::none()))
    }

    /// Includes files that must not be read: outside of the directory by a link, or too large.
    fn is_there(&mut self, name: &str) -> bool {
        match self.gate.metadata(self.path_of(name), &mut ReadLimits::none()) {
            Ok(metadata) => !metadata.is_dir(),
            Err(error) => !matches!(error, FileError::Missing),
        }
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        Ok(match module_type {
            ModuleType::Bytes => ModuleSource::Bytes(self.read(name, |path| self.gate.read(path, limits))?),
            _ => ModuleSource::Text(self.read(name, |path| self.gate.read_text(path, limits))?),
        })
    }
}

impl FileLoader {
    fn path_of(&self, name: &str) -> PathBuf {
        self.root.join(name.trim_start_matches('/'))
    }

    /// Reads a file in some way, with errors in the words of modules.
    fn read<T>(&self, name: &str, read: impl FnOnce(PathBuf) -> Result<T, FileError>) -> Result<T, String> {
        read(self.path_of(name)).map_err(|error| match error {
            FileError::Missing => format!("Cannot find module '{name}'"),
            FileError::Outside => format!("Cannot load module '{name}': it is outside of the directory of modules"),
            error => format!("Cannot load module '{name}': {error}"),
        })
    }
}

/// Loads modules from source text that the host has in memory, by name. Relative specifiers are resolved like paths
/// with `/`; all others are names.
///
/// ```
/// use ferrotape::{Engine, MemoryLoader};
///
/// let mut engine = Engine::new();
/// engine.set_module_loader(MemoryLoader::from_iter([("one.mjs", "export default 1")]));
/// let main = engine.run_module("main.mjs", "import one from './one.mjs'; export const two = one + one")?;
/// let main = main.as_object().expect("a namespace");
/// assert_eq!(main.get::<u8>(&mut engine, "two")?, 2);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct MemoryLoader {
    modules: HashMap<String, InMemory>,
}

/// A module of a [`MemoryLoader`].
#[derive(Clone, Debug)]
enum InMemory {
    Text(String),
    Compiled(Module),
}

impl MemoryLoader {
    /// Creates a loader without modules.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(MemoryLoader::new());
    /// let error = engine.run_module("/main.mjs", "import './other.mjs'").unwrap_err();
    /// assert_eq!(error.name(), Some("TypeError"));
    /// ```
    pub fn new() -> MemoryLoader {
        MemoryLoader::default()
    }

    /// Adds a module, or replaces one.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut modules = MemoryLoader::new();
    /// modules.insert("/one.mjs", "export default 1");
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(modules);
    /// let main = engine.run_module("/main.mjs", "export { default } from './one.mjs'")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn insert(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.modules.insert(name.into(), InMemory::Text(text.into()));
    }

    /// Adds a compiled module. Stacks show its own name.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader, Module};
    ///
    /// // Compiled once, for as many engines as one likes.
    /// let one = Module::compile("one.ts", "export default 1")?;
    /// let mut modules = MemoryLoader::new();
    /// modules.insert_module("/one.mjs", one);
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(modules);
    /// let main = engine.run_module("/main.mjs", "export { default } from './one.mjs'")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn insert_module(&mut self, name: impl Into<String>, module: Module) {
        self.modules.insert(name.into(), InMemory::Compiled(module));
    }
}

impl<N: Into<String>, T: Into<String>> FromIterator<(N, T)> for MemoryLoader {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(modules: I) -> Self {
        let mut loader = MemoryLoader::new();
        modules.into_iter().for_each(|(name, text)| loader.insert(name, text));
        loader
    }
}

impl ModuleLoader for MemoryLoader {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        if self.modules.contains_key(specifier) {
            return Ok(specifier.to_owned());
        }
        let path = resolve_path(specifier, referrer)?;
        // Names may be given with or without the leading slash of paths. One that is not there is like its referrer's.
        let relative = path.trim_start_matches('/');
        let is_relative = self.modules.contains_key(relative) || !referrer.starts_with('/');
        Ok(if is_relative && !self.modules.contains_key(&path) { relative.to_owned() } else { path })
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        match self.modules.get(name) {
            Some(InMemory::Text(text)) => Ok(text.clone()),
            Some(InMemory::Compiled(_)) => Err(format!("Cannot load module '{name}' as data: it is compiled code")),
            None => Err(format!("Cannot find module '{name}'")),
        }
    }

    fn load_source(&mut self, name: &str) -> Result<ModuleSource, String> {
        match self.modules.get(name) {
            Some(InMemory::Compiled(module)) => Ok(ModuleSource::Unit(Arc::clone(module.unit()))),
            _ => self.load(name).map(ModuleSource::Text),
        }
    }

    fn is_there(&mut self, name: &str) -> bool {
        self.modules.contains_key(name)
    }
}

/// Returns the absolute path of a specifier in a file.
fn resolve_path(specifier: &str, referrer: &str) -> Result<String, String> {
    let is_path = ["/", "./", "../"].iter().any(|start| specifier.starts_with(start));
    if !is_path && !matches!(specifier, "." | "..") {
        return Err(format!(
            "Cannot find module '{specifier}': only paths that begin with '/', './' or '../' are known"
        ));
    }
    let mut resolved = String::with_capacity(referrer.len() + specifier.len() + 1);
    if !specifier.starts_with('/') {
        let directory = Path::new(referrer).parent().unwrap_or(Path::new(""));
        for component in directory.components() {
            match component {
                Component::Normal(part) => append_part(&mut resolved, part.to_str().unwrap_or("")),
                Component::ParentDir => append_part(&mut resolved, ".."),
                Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
            }
        }
    }
    specifier.split(std::path::is_separator).for_each(|part| append_part(&mut resolved, part));
    Ok(if resolved.is_empty() { "/".to_owned() } else { resolved })
}

/// Appends a part to a path, or removes the last one.
fn append_part(path: &mut String, part: &str) {
    match part {
        "" | "." => {}
        ".." => path.truncate(path.rfind('/').unwrap_or(0)),
        _ => {
            path.push('/');
            path.push_str(part);
        }
    }
}
