//! Imports between TypeScript files, which do not use the files' real names: `./a`, or `./a.js` for `a.ts`.

use ferrotape_runtime::module::{LoadError, ModuleLoader, ModuleSource, ModuleType, ReadLimits};
use ferrotape_syntax::{Language, Languages};

/// Finds TypeScript files under the names that TypeScript imports use.
///
/// If a TypeScript module imports `./a` and there is no such module, `./a.ts`, `./a.mts`, `./a.cts` and `./a/index.ts` are looked
/// for. For `./a.js` it is `./a.ts`, for `./a.mjs` `./a.mts`, for `./a.cjs` `./a.cts`. For a folder, such as `./a/` or `..`,
/// it is its `index.ts`. A module that exists under the imported name has precedence. The other loader must say which modules it
/// has ([`ModuleLoader::is_there`]). The `paths` of a `tsconfig.json` are not read. An [`ImportMap`](crate::modules::ImportMap)
/// can replace them.
///
/// ```
/// use ferrotape::modules::TypeScriptLoader;
/// use ferrotape::{Engine, MemoryLoader};
///
/// let files = [("/shapes.ts", "export interface Shape { w: number } export const unit: Shape = { w: 1 }")];
/// let mut engine = Engine::new();
/// engine.set_module_loader(TypeScriptLoader::new(MemoryLoader::from_iter(files)));
/// let text = "import { type Shape, unit } from './shapes.js'; export const w: number = unit.w";
/// let main = engine.run_module("/main.ts", text)?;
/// assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "w")?, 1);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TypeScriptLoader<L> {
    loader: L,
    is_for_all: bool,
}

impl<L: ModuleLoader> TypeScriptLoader<L> {
    /// Creates a loader over another one.
    pub fn new(loader: L) -> TypeScriptLoader<L> {
        TypeScriptLoader { loader, is_for_all: false }
    }

    /// Sets whether JavaScript modules find TypeScript files in the same way. The default is false.
    pub fn for_all(mut self, is_for_all: bool) -> TypeScriptLoader<L> {
        self.is_for_all = is_for_all;
        self
    }
}

/// Returns the possible names of a TypeScript module that is imported as `name`, in the order of the search.
///
/// ```
/// use ferrotape::modules::typescript_names;
///
/// assert_eq!(typescript_names("/lib/a.mjs"), ["/lib/a.mts"]);
/// assert_eq!(typescript_names("/lib/a"), ["/lib/a.ts", "/lib/a.mts", "/lib/a.cts", "/lib/a/index.ts"]);
/// assert_eq!(typescript_names("/lib/a/"), ["/lib/a/index.ts"]);
/// assert!(typescript_names("/lib/a.ts").is_empty());
/// ```
pub fn typescript_names(name: &str) -> Vec<String> {
    if let Some(folder) = name.strip_suffix('/') {
        return vec![format!("{folder}/index.ts")];
    }
    for (script, typed) in [(".js", ".ts"), (".mjs", ".mts"), (".cjs", ".cts")] {
        if let Some(stem) = name.strip_suffix(script) {
            return vec![format!("{stem}{typed}")];
        }
    }
    if is_typescript(name) || name.ends_with(".json") {
        return Vec::new();
    }
    [".ts", ".mts", ".cts", "/index.ts"].map(|ending| format!("{name}{ending}")).into()
}

fn is_typescript(name: &str) -> bool {
    Languages::default().of(name) != Language::JavaScript
}

/// Returns whether a specifier is that of a folder, whatever else has its name.
fn is_of_folder(specifier: &str) -> bool {
    matches!(specifier.rsplit('/').next(), Some("" | "." | ".."))
}

/// Ticks for a look at whether a module is there.
const LOOK: u64 = 100;

impl<L: ModuleLoader> ModuleLoader for TypeScriptLoader<L> {
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
        let name = self.loader.resolve_within(specifier, referrer, module_type, limits)?;
        let is_typed = module_type == ModuleType::Source && (self.is_for_all || is_typescript(referrer));
        if !is_typed || self.loader.is_there(&name) {
            return Ok(name);
        }
        let names = match is_of_folder(specifier) {
            true => typescript_names(&format!("{}/", name.trim_end_matches('/'))),
            false => typescript_names(&name),
        };
        for typed in names {
            limits.tick(LOOK).map_err(|termination| termination.to_string())?;
            if self.loader.is_there(&typed) {
                return Ok(typed);
            }
        }
        Ok(name)
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
