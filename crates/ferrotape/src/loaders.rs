//! Loaders that combine others, and modules of the host.

use std::collections::HashMap;

use ferrotape_runtime::module::{self, LoadError, ModuleLoader, ModuleSource, ModuleType, ReadLimits};

use crate::closure::unless_panics;
use crate::handle::Handle;
use crate::key::sealed::Key as _;
use crate::{AsContext, Context, Engine, Error, Function, IntoFunction, IntoJs};

/// Asks several loaders one after the other.
///
/// If a loader does not understand a specifier, or lacks the module, the next one is asked. If it has the module and refuses it,
/// no other is asked. So a file outside of the directory, or one that is too large, is an error. [`ModuleLoader::is_there`]
/// distinguishes the two. Without it, an error of the loader means that it lacks the module. If no loader has the module, the
/// error is that of the first loader that understood the specifier, else of the first.
///
/// ```
/// use ferrotape::modules::LoaderChain;
/// use ferrotape::{Engine, MemoryLoader};
///
/// let mut engine = Engine::new();
/// let own = MemoryLoader::from_iter([("own", "export default 'own'")]);
/// let others = MemoryLoader::from_iter([("other", "export default 'other'")]);
/// engine.set_module_loader(LoaderChain::new().and(own).and(others));
/// let text = "import a from 'own'; import b from 'other'; export const both = a + b";
/// let main = engine.run_module("/main.mjs", text)?;
/// assert_eq!(main.as_object().expect("a namespace").get::<String>(&mut engine, "both")?, "ownother");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Default)]
pub struct LoaderChain {
    loaders: Vec<Box<dyn ModuleLoader>>,
    /// The loader of each known name, so that it is not looked for again.
    known: HashMap<String, usize>,
    known_bytes: usize,
    /// The result of the last lookup, which is asked for next.
    read: Option<(String, Result<ModuleSource, LoadError>)>,
}

impl LoaderChain {
    /// Creates an empty chain.
    ///
    /// ```
    /// use ferrotape::modules::LoaderChain;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(LoaderChain::new());
    /// let error = engine.run_module("/main.mjs", "import 'other'").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: Cannot find module 'other'");
    /// ```
    pub fn new() -> LoaderChain {
        LoaderChain::default()
    }

    /// Adds a loader, which is asked if the previous ones lack the module.
    ///
    /// ```
    /// use ferrotape::modules::LoaderChain;
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let ours = MemoryLoader::from_iter([("/name.mjs", "export default 'ours'")]);
    /// let theirs = MemoryLoader::from_iter([("/name.mjs", "export default 'theirs'")]);
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(LoaderChain::new().and(ours).and(theirs));
    /// let main = engine.run_module("/main.mjs", "export { default } from './name.mjs'")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<String>(&mut engine, "default")?, "ours");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn and(mut self, loader: impl ModuleLoader + 'static) -> LoaderChain {
        self.loaders.push(Box::new(loader));
        self
    }

    /// Finds the first loader that has the module, and loads it once. A loader that has the module and refuses it
    /// decides. The refusal, or the error of the first loader that understood the specifier, is reported when the name
    /// is loaded. So a chain can contain chains.
    fn find(
        &mut self,
        specifier: &str,
        referrer: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        let (mut missing, mut unknown) = (None, None);
        for (index, loader) in self.loaders.iter_mut().enumerate() {
            let name = match loader.resolve_within(specifier, referrer, module_type, limits) {
                Ok(name) => name,
                Err(error) => {
                    unknown.get_or_insert(error);
                    continue;
                }
            };
            if self.known.get(&name) == Some(&index) {
                return Ok(name);
            }
            match loader.load_within(&name, module_type, limits) {
                Ok(source) => {
                    self.remember(&name, index);
                    self.read = Some((name.clone(), Ok(source)));
                    return Ok(name);
                }
                Err(error) if loader.is_there(&name) => {
                    self.read = Some((name.clone(), Err(error)));
                    return Ok(name);
                }
                Err(error) => {
                    missing.get_or_insert((name, error));
                }
            }
        }
        match missing {
            Some((name, error)) => {
                self.read = Some((name.clone(), Err(error)));
                Ok(name)
            }
            None => Err(unknown.unwrap_or_else(|| format!("Cannot find module '{specifier}'").into())),
        }
    }

    /// Remembers the loader of a name. Scripts choose the names if a loader finds every name, so the bytes are limited.
    fn remember(&mut self, name: &str, index: usize) {
        let bytes = name.len() + KNOWN_BYTES;
        if self.known_bytes.saturating_add(bytes) > MOST_KNOWN_BYTES {
            self.known = HashMap::new();
            self.known_bytes = 0;
        }
        if bytes <= MOST_KNOWN_BYTES && self.known.insert(name.to_owned(), index).is_none() {
            self.known_bytes += bytes;
        }
    }

    /// Asks the loader of a known name, else the first loader that has the name now.
    fn ask<T, E: From<String>>(
        &mut self,
        name: &str,
        mut ask: impl FnMut(&mut dyn ModuleLoader) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(loader) = self.known.get(name).and_then(|&index| self.loaders.get_mut(index)) {
            return ask(&mut **loader);
        }
        let mut missing = None;
        for loader in &mut self.loaders {
            match ask(&mut **loader) {
                Ok(found) => return Ok(found),
                Err(error) if loader.is_there(name) => return Err(error),
                Err(error) => {
                    missing.get_or_insert(error);
                }
            }
        }
        Err(missing.unwrap_or_else(|| format!("Cannot find module '{name}'").into()))
    }
}

/// The most bytes of names whose loaders are remembered. Beyond them, names are looked for again.
const MOST_KNOWN_BYTES: usize = 1 << 18;

/// Bytes of a remembered name beside its text.
const KNOWN_BYTES: usize = 64;

impl ModuleLoader for LoaderChain {
    /// Returns the name from the first loader that also has the module. If none has it, returns the name from the first
    /// loader that understood the specifier; loading it reports that loader's error.
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.resolve_within(specifier, referrer, ModuleType::Source, &mut ReadLimits::none())
            .map_err(LoadError::into_message)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        match self.read.take() {
            Some((read, Ok(ModuleSource::Text(text)))) if read == name => Ok(text),
            Some((read, Err(error))) if read == name => Err(error.into_message()),
            _ => self.ask(name, |loader| loader.load(name)),
        }
    }

    fn load_source(&mut self, name: &str) -> Result<ModuleSource, String> {
        match self.read.take() {
            Some((read, source)) if read == name => source.map_err(LoadError::into_message),
            _ => self.ask(name, |loader| loader.load_source(name)),
        }
    }

    fn meta(&mut self, name: &str) -> Vec<(String, String)> {
        let loader = self.loaders.iter_mut().find_map(|loader| loader.is_there(name).then(|| loader.meta(name)));
        loader.unwrap_or_else(|| vec![("url".to_owned(), name.to_owned())])
    }

    fn is_there(&mut self, name: &str) -> bool {
        self.loaders.iter_mut().any(|loader| loader.is_there(name))
    }

    fn resolve_within(
        &mut self,
        specifier: &str,
        referrer: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        self.read = None;
        self.find(specifier, referrer, module_type, limits)
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        match self.read.take() {
            Some((read, source)) if read == name => {
                // The charge of the lookup is released by now.
                let capacity = match &source {
                    Ok(ModuleSource::Text(text)) => text.capacity(),
                    Ok(ModuleSource::Bytes(bytes)) => bytes.capacity(),
                    _ => 0,
                };
                limits.charge(capacity).map_err(|termination| termination.to_string())?;
                source
            }
            _ => self.ask(name, |loader| loader.load_within(name, module_type, limits)),
        }
    }
}

/// An import map (HTML 8.1.6): maps specifiers before another loader is asked. Modules of [`Engine::define_module`] are found
/// before it is asked, so it gives them no other names.
///
/// ```
/// use ferrotape::modules::ImportMap;
/// use ferrotape::{Engine, MemoryLoader};
///
/// let modules = MemoryLoader::from_iter([
///     ("/lib/shapes.mjs", "export const sides = 4"),
///     ("/new/shapes.mjs", "export const sides = 5"),
///     ("/new/main.mjs", "export { sides } from 'lib/shapes.mjs'"),
/// ]);
/// let map = ImportMap::new(modules).import("lib/", "/lib/").import("main", "/new/main.mjs").scope("/new/", "lib/", "/new/");
/// let mut engine = Engine::new();
/// engine.set_module_loader(map);
/// let text = "import { sides } from 'lib/shapes.mjs'; import * as main from 'main'; export default sides * 10 + main.sides";
/// let namespace = engine.run_module("/start.mjs", text)?;
/// assert_eq!(namespace.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 45);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct ImportMap<L> {
    loader: L,
    imports: Vec<(String, String)>,
    /// The scopes: the prefix of the referrers' names, and the imports for them.
    scopes: Vec<(String, Vec<(String, String)>)>,
}

impl<L: ModuleLoader> ImportMap<L> {
    /// Creates an empty map in front of a loader.
    ///
    /// ```
    /// use ferrotape::modules::ImportMap;
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(ImportMap::new(MemoryLoader::from_iter([("/one.mjs", "export default 1")])));
    /// let main = engine.run_module("/main.mjs", "export { default } from './one.mjs'")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn new(loader: L) -> ImportMap<L> {
        ImportMap { loader, imports: Vec::new(), scopes: Vec::new() }
    }

    /// Maps a specifier. One that ends with `/` maps all specifiers with that prefix.
    ///
    /// ```
    /// use ferrotape::modules::ImportMap;
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let modules = MemoryLoader::from_iter([("/vendor/one.mjs", "export default 1")]);
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(ImportMap::new(modules).import("one", "/vendor/one.mjs"));
    /// let main = engine.run_module("/main.mjs", "export { default } from 'one'")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn import(mut self, specifier: impl Into<String>, name: impl Into<String>) -> Self {
        self.imports.push((specifier.into(), name.into()));
        self
    }

    /// Maps a specifier for one module, named `scope`. A `scope` that ends with `/` is for all modules whose names begin with it.
    ///
    /// ```
    /// use ferrotape::modules::ImportMap;
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let modules = MemoryLoader::from_iter([
    ///     ("/lib/1.mjs", "export default 1"),
    ///     ("/lib/2.mjs", "export default 2"),
    ///     ("/old/main.mjs", "export { default } from 'lib'"),
    /// ]);
    /// let map = ImportMap::new(modules).import("lib", "/lib/2.mjs").scope("/old/", "lib", "/lib/1.mjs");
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(map);
    /// let text = "import old from '/old/main.mjs'; import now from 'lib'; export default [old, now]";
    /// let main = engine.run_module("/main.mjs", text)?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<[u8; 2]>(&mut engine, "default")?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn scope(mut self, scope: impl Into<String>, specifier: impl Into<String>, name: impl Into<String>) -> Self {
        let (scope, entry) = (scope.into(), (specifier.into(), name.into()));
        match self.scopes.iter_mut().find(|(other, _)| *other == scope) {
            Some((_, entries)) => entries.push(entry),
            None => self.scopes.push((scope, vec![entry])),
        }
        self
    }

    /// Resolve an import specifier (HTML 8.1.6.2): the longest matching scope and prefix win. None if no entry is for it.
    ///
    /// # Errors
    ///
    /// A specifier that leads out of its prefix.
    fn mapped(&self, specifier: &str, referrer: &str) -> Result<Option<String>, String> {
        let mut scopes: Vec<_> = self.scopes.iter().filter(|(scope, _)| is_in_scope(referrer, scope)).collect();
        scopes.sort_by_key(|(scope, _)| std::cmp::Reverse(scope.len()));
        let mut all = scopes.iter().map(|(_, entries)| entries).chain([&self.imports]);
        all.find_map(|entries| meaning(entries, specifier)).transpose()
    }
}

fn is_in_scope(referrer: &str, scope: &str) -> bool {
    referrer == scope || scope.ends_with('/') && referrer.starts_with(scope)
}

/// Returns the name for a specifier: by the last entry of just that, or by the longest prefix, out of which no `..` leads.
fn meaning(entries: &[(String, String)], specifier: &str) -> Option<Result<String, String>> {
    if let Some((_, name)) = entries.iter().rev().find(|(known, _)| known == specifier) {
        return Some(Ok(name.clone()));
    }
    let prefixes = entries.iter().filter(|(known, _)| known.ends_with('/') && specifier.starts_with(&**known));
    let (known, name) = prefixes.max_by_key(|(known, _)| known.len())?;
    let rest = &specifier[known.len()..];
    let is_below = rest.split(['/', '\\']).all(|part| part != "..");
    Some(match is_below {
        true => Ok(format!("{name}{rest}")),
        false => Err(format!("the specifier '{specifier}' leads out of '{known}' of the import map")),
    })
}

impl<L: ModuleLoader> ModuleLoader for ImportMap<L> {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.resolve_within(specifier, referrer, ModuleType::Source, &mut ReadLimits::none())
            .map_err(LoadError::into_message)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.loader.load(name)
    }

    fn load_source(&mut self, name: &str) -> Result<ModuleSource, String> {
        self.loader.load_source(name)
    }

    fn meta(&mut self, name: &str) -> Vec<(String, String)> {
        self.loader.meta(name)
    }

    fn is_there(&mut self, name: &str) -> bool {
        self.loader.is_there(name)
    }

    fn resolve_within(
        &mut self,
        specifier: &str,
        referrer: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        match self.mapped(specifier, referrer)? {
            Some(name) => self.loader.resolve_within(&name, "/", module_type, limits),
            None => self.loader.resolve_within(specifier, referrer, module_type, limits),
        }
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        self.loader.load_within(name, module_type, limits)
    }
}

/// The exports of a host module: see [`Engine::define_module`].
///
/// ```
/// use ferrotape::modules::Exports;
/// use ferrotape::{Context, Engine, Error};
///
/// fn greetings(cx: &mut Context<'_>, exports: &mut Exports) -> Result<(), Error> {
///     exports.value(cx, "language", "en")?;
///     exports.function(cx, "greet", |name: String| format!("Hello, {name}!"))
/// }
///
/// let mut engine = Engine::new();
/// engine.define_module("host:greetings", greetings)?;
/// let text = "import { greet, language } from 'host:greetings'; export const text = `${language}: ${greet('Ann')}`";
/// let main = engine.run_module("/main.mjs", text)?;
/// assert_eq!(main.as_object().expect("a namespace").get::<String>(&mut engine, "text")?, "en: Hello, Ann!");
/// # Ok::<(), Error>(())
/// ```
#[derive(Default)]
pub struct Exports {
    /// Handles, because a value may have been made in a turn that is over before the module is defined.
    values: Vec<(String, Handle)>,
}

impl Exports {
    /// Exports a value.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define_module("host:app", |cx, exports| exports.value(cx, "version", "1.0"))?;
    /// let main = engine.run_module("/main.mjs", "export { version } from 'host:app'")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<String>(&mut engine, "version")?, "1.0");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert: [`Error::path`] has the name. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn value(&mut self, cx: &mut Context<'_>, name: &str, value: impl IntoJs) -> Result<(), Error> {
        let value = value.into_js(cx).map_err(|error| error.within_key(name))?.value;
        self.values.push((name.to_owned(), Handle::new(cx.vm, value)));
        Ok(())
    }

    /// Exports a closure as a function.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define_module("host:math", |cx, exports| exports.function(cx, "hypot", |x: f64, y: f64| x.hypot(y)))?;
    /// let main = engine.run_module("/main.mjs", "import { hypot } from 'host:math'; export default hypot(3, 4)")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<f64>(&mut engine, "default")?, 5.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn function<M>(
        &mut self,
        cx: &mut Context<'_>,
        name: &str,
        function: impl IntoFunction<M>,
    ) -> Result<(), Error> {
        let function = Function::new(cx, name, function)?;
        self.value(cx, name, function)
    }
}

impl Engine {
    /// Defines a module of the host. Imports in the current realm find it by this specifier before a loader is asked.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define_module("host:text", |cx, exports| {
    ///     exports.value(cx, "version", "1.0")?;
    ///     exports.function(cx, "upper", |text: String| text.to_uppercase())
    /// })?;
    /// let main = engine.run_module("/main.mjs", "import { upper } from 'host:text'; export default upper('loud')")?;
    /// assert_eq!(main.as_object().expect("a namespace").get::<String>(&mut engine, "default")?, "LOUD");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error of the closure, if the closure panics, or for a [shared cause](Error#shared-causes). The
    /// module is not defined then.
    pub fn define_module(
        &mut self,
        specifier: &str,
        define: impl for<'a> FnOnce(&mut Context<'a>, &mut Exports) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.enter(|cx| {
            let mut exports = Exports::default();
            unless_panics(cx, |cx| define(cx, &mut exports)).unwrap_or_else(|| {
                crate::trace::panicked("a function");
                Err(Error::new(format!("the function that defines the module {specifier} panicked")))
            })?;
            let mut values = Vec::with_capacity(exports.values.len());
            for (name, value) in &exports.values {
                let value = value.value_in(cx.vm).ok_or_else(Error::wrong_engine)?;
                values.push((name.to_key(cx)?, value));
            }
            cx.working(|vm| module::new_host_module(vm, specifier, &values)).map(|_| ())
        })
    }
}
