//! Resolves specifiers to files: Node's "All together" algorithm, within folders that may be read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrotape::modules::{FileError, LoadError, ModuleType, ReadLimits, typescript_names};

use super::builtin;
use super::manifest::{Asker, INVALID_CONFIG, Manifest, NoTarget};
use crate::kind;
use crate::modules::{ACCESS_DENIED, MODULE_NOT_FOUND, absolute, path_of_specifier, refused, split_query, tidied};
use crate::reach::{Purpose, SharedReach, reason};

/// Result of resolving a specifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// File, by its path without links.
    File(PathBuf, Kind),
    /// Built-in module of the command.
    Builtin(&'static str),
    /// Empty module: the package does without it in browsers, so also here.
    Nothing,
}

/// Format of a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    CommonJs,
    /// CommonJS, or a module by its syntax: neither the name nor a manifest says which.
    Unstated,
    Module,
    Json,
}

/// Extensions that `require` adds to a path that is no file.
const ENDINGS: [&str; 3] = ["js", "json", "cjs"];

/// Limit on names that are replaced by other names.
const MOST_STEPS: usize = 16;

/// Limit on the bytes of cached manifests. Beyond it, all are read again.
const MOST_KEPT: usize = 8 << 20;
/// Bytes that a folder without a manifest counts as.
const FOLDER_BYTES: usize = 256;

/// Finds the files of specifiers, and keeps the manifests that it has read.
pub struct Resolver {
    reach: SharedReach,
    /// Files for specifiers that `--alias` names.
    aliases: HashMap<String, String>,
    manifests: HashMap<PathBuf, Option<Arc<Manifest>>>,
    kept: usize,
    /// Path that the last specifier stands for, if no file is there.
    missed: Option<PathBuf>,
}

/// Reason why a file was not found.
enum Failed {
    /// Reading the path is not allowed, whether it exists or not.
    Outside,
    Missing,
}

impl Resolver {
    pub fn new(reach: SharedReach, aliases: &[(String, PathBuf)]) -> Resolver {
        Resolver { reach, aliases: absolute(aliases), manifests: HashMap::new(), kept: 0, missed: None }
    }

    /// Resolves a specifier in a file of a folder.
    pub fn resolve(
        &mut self,
        specifier: &str,
        folder: &Path,
        asker: Asker,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Found, LoadError> {
        self.missed = None;
        let alias = self.aliases.get(specifier).cloned();
        self.resolve_within(alias.as_deref().unwrap_or(specifier), folder, asker, MOST_STEPS, limits)
    }

    /// Takes the path that the last specifier stands for: its URL is known although no file is there.
    pub fn take_missed(&mut self) -> Option<PathBuf> {
        self.missed.take()
    }

    /// Finds the file of a program, as `require` does.
    pub fn program(&mut self, path: &Path, limits: &mut ReadLimits<'_>) -> Option<PathBuf> {
        self.file_or_folder(path, false, Asker::Require, limits).ok()
    }

    /// Resolves a specifier that is imported as text or bytes: a path, in folders where data may be read.
    pub fn resolve_data(
        &mut self,
        specifier: &str,
        module_type: ModuleType,
        folder: &Path,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Found, LoadError> {
        self.missed = None;
        if !is_path(specifier) {
            let message = format!("Cannot find module '{specifier}': only paths are imported as text and bytes");
            return Err(LoadError::new(message).with_code(MODULE_NOT_FOUND));
        }
        match self.reach.find(&tidied(&folder.join(specifier)), Purpose::Data, limits) {
            Ok(file) => Ok(Found::File(file, Kind::Json)),
            Err(FileError::Outside) => Err(refused(specifier, module_type)),
            Err(_) => Err(missing(specifier)),
        }
    }

    /// Finds the file of a specifier, as Node does from a folder.
    fn resolve_within(
        &mut self,
        specifier: &str,
        folder: &Path,
        asker: Asker,
        steps: usize,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Found, LoadError> {
        let missing = || missing(specifier);
        let Some(steps) = steps.checked_sub(1) else { return Err(missing()) };
        if specifier.is_empty() || specifier.contains('\0') {
            return Err(missing());
        }
        if let Some(name) = builtin::named(specifier) {
            return Ok(Found::Builtin(name));
        }
        if is_path(specifier) {
            let mut path = folder.join(specifier);
            // A trailing slash means a folder.
            let is_folder = specifier.ends_with('/') || specifier.ends_with('.') && !has_name(specifier);
            path = tidied(&path);
            return match self.file_or_folder(&path, is_folder, asker, limits) {
                Ok(file) => self.found(&file, specifier, limits),
                Err(Failed::Missing) => Err(self.no_file(specifier, &path, asker, limits)),
                Err(Failed::Outside) => Err(outside(specifier)),
            };
        }
        if specifier.starts_with('#') {
            return self.imported(specifier, folder, asker, steps, limits);
        }
        if asker == Asker::Import && !may_name_package(specifier) {
            return Err(missing().with_code("ERR_INVALID_MODULE_SPECIFIER"));
        }
        if let Some(found) = self.in_packages(specifier, folder, asker, limits)? {
            return self.found(&found, specifier, limits);
        }
        let in_place = self.in_place_of(specifier, folder, asker, steps, limits);
        in_place.unwrap_or_else(|| Err(self.not_found(specifier)))
    }

    /// Finds what a package maps a name with `#` to: a file of its own, or another package.
    fn imported(
        &mut self,
        specifier: &str,
        folder: &Path,
        asker: Asker,
        steps: usize,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Found, LoadError> {
        const UNDEFINED: &str = "ERR_PACKAGE_IMPORT_NOT_DEFINED";
        let package = self.package_of(folder, limits);
        // `require` asks a map only where there is one.
        let package = match (package, asker) {
            (Some(package), Asker::Import) => package,
            (Some(package), Asker::Require) if package.has_imports() => package,
            (_, Asker::Require) => return Err(missing(specifier)),
            (None, Asker::Import) => return Err(missing(specifier).with_code(UNDEFINED)),
        };
        let target = package
            .import(specifier, asker)
            .map_err(|problem| missing(specifier).with_code(problem.code(UNDEFINED)))?;
        if target.starts_with("./") {
            let path = file_of_target(&package, &target)?;
            let file = self.whole_file(&path, specifier, asker, limits)?;
            return self.found(&file, specifier, limits);
        }
        if target.is_empty() || !may_name_package(&target) {
            return Err(missing(specifier).with_code("ERR_INVALID_MODULE_SPECIFIER"));
        }
        self.resolve_within(&target, &package.folder, asker, steps, limits)
    }

    /// Finds a file that a manifest names whole.
    fn whole_file(
        &mut self,
        path: &Path,
        specifier: &str,
        asker: Asker,
        limits: &mut ReadLimits<'_>,
    ) -> Result<PathBuf, LoadError> {
        match self.file(path, Asker::Import, limits) {
            Ok(file) => Ok(file),
            Err(Failed::Missing) => Err(self.no_file(specifier, path, asker, limits)),
            Err(Failed::Outside) => Err(outside(specifier)),
        }
    }

    /// Hints at the path that was probably meant, or at files that are not looked for under such a name.
    fn hint(&self, path: &Path, limits: &mut ReadLimits<'_>) -> String {
        let meant = self.reach.meant(path, limits);
        match path.extension() {
            Some(_) if meant.is_empty() && !Purpose::Program.fits(path) => {
                "; files that do not end with .js, .mjs, .cjs, .json, .ts, .mts or .cts need --allow-read=DIR"
                    .to_owned()
            }
            _ => meant,
        }
    }

    /// LOAD_PACKAGE_SELF and LOAD_NODE_MODULES. The package may be the one that the asking file is in.
    fn in_packages(
        &mut self,
        specifier: &str,
        folder: &Path,
        asker: Asker,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Option<PathBuf>, LoadError> {
        let (name, subpath) = parts(specifier);
        if let Some(own) = self.package_of(folder, limits)
            && own.name() == Some(name)
            && own.has_exports()
        {
            let file = exported(&own, &subpath, specifier, asker)?;
            return self.whole_file(&file, specifier, asker, limits).map(Some);
        }
        for folder in folder.ancestors() {
            if !self.reach.holds(folder) || limits.ended().is_some() {
                break;
            }
            let package = tidied(&folder.join("node_modules").join(name));
            match self.reach.metadata(&package, limits) {
                Ok(there) if there.is_dir() => {}
                Err(FileError::Outside) if self.reach.holds(&package) => return Err(outside(specifier)),
                // As in old versions of Node, a file right below `node_modules` is found too.
                _ => match self.file(&tidied(&folder.join("node_modules").join(specifier)), asker, limits) {
                    Ok(file) => return Ok(Some(file)),
                    Err(_) => continue,
                },
            }
            let manifest = self.manifest(&package, limits);
            well_formed(manifest.as_deref(), specifier)?;
            if let Some(manifest) = manifest.filter(|manifest| manifest.has_exports()) {
                let file = exported(&manifest, &subpath, specifier, asker)?;
                return self.whole_file(&file, specifier, asker, limits).map(Some);
            }
            let subpath = match asker {
                Asker::Import => path_of_specifier(&subpath)?,
                Asker::Require => Cow::Borrowed(&*subpath),
            };
            // Only what a package is as a whole is found without its ending: LOOKUP_PACKAGE_MAIN.
            let (path, way) = match subpath.strip_prefix("./") {
                None => (package, Asker::Require),
                Some(inner) => (tidied(&package.join(inner.trim_start_matches('/'))), asker),
            };
            match (self.file_or_folder(&path, subpath.ends_with('/'), way, limits), way) {
                (Ok(file), _) => return Ok(Some(file)),
                (Err(Failed::Outside), _) => return Err(outside(specifier)),
                (Err(Failed::Missing), Asker::Import) => return Err(self.no_file(specifier, &path, asker, limits)),
                (Err(Failed::Missing), Asker::Require) => {}
            }
        }
        Ok(None)
    }

    /// Resolves the package's replacement in browsers for a module of Node that is not here.
    fn in_place_of(
        &mut self,
        specifier: &str,
        folder: &Path,
        asker: Asker,
        steps: usize,
        limits: &mut ReadLimits<'_>,
    ) -> Option<Result<Found, LoadError>> {
        let package = self.package_of(folder, limits)?;
        match package.in_browsers(specifier)? {
            None => Some(Ok(Found::Nothing)),
            Some(path) => {
                let (path, folder) = (path.to_owned(), package.folder.clone());
                Some(self.resolve_within(&path, &folder, asker, steps, limits))
            }
        }
    }

    /// Makes the error for a specifier that leads nowhere, with Node's code: built-in modules and schemes of URLs
    /// have codes of their own.
    fn not_found(&self, specifier: &str) -> LoadError {
        let missing = match builtin::is_of_node(specifier) {
            true => LoadError::new(format!(
                "Cannot find module '{specifier}': it is Node's own, and there is nothing like it here"
            )),
            false => missing(specifier),
        };
        let is_url = |(scheme, _): (&str, &str)| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
        missing.with_code(match specifier.split_once(':') {
            Some(("node", _)) => "ERR_UNKNOWN_BUILTIN_MODULE",
            Some(parts) if is_url(parts) => "ERR_UNSUPPORTED_ESM_URL_SCHEME",
            _ => MODULE_NOT_FOUND,
        })
    }

    /// Returns the error for a path at which no file is that a program may load.
    fn no_file(&mut self, specifier: &str, path: &Path, asker: Asker, limits: &mut ReadLimits<'_>) -> LoadError {
        self.missed = Some(path.to_path_buf());
        let hint = self.hint(path, limits);
        let code = match asker {
            Asker::Require => MODULE_NOT_FOUND,
            Asker::Import => self.reach.code_of_import(path, limits).unwrap_or(MODULE_NOT_FOUND),
        };
        let message = missing(specifier).into_message() + &hint;
        LoadError::new(message).with_code(code)
    }

    /// LOAD_AS_FILE and LOAD_AS_DIRECTORY.
    fn file_or_folder(
        &mut self,
        path: &Path,
        is_folder: bool,
        asker: Asker,
        limits: &mut ReadLimits<'_>,
    ) -> Result<PathBuf, Failed> {
        if !is_folder {
            match self.file(path, asker, limits) {
                Err(Failed::Missing) => {}
                found => return found,
            }
        }
        if asker == Asker::Import {
            // Imports of folders are TypeScript's.
            return if is_folder { self.file(&path.join("index.ts"), asker, limits) } else { Err(Failed::Missing) };
        }
        if !self.reach.metadata(path, limits)?.is_dir() {
            return Err(Failed::Missing);
        }
        let main = self.manifest(path, limits).and_then(|manifest| manifest.main().map(|main| path.join(main)));
        if let Some(main) = main.map(|main| tidied(&main)) {
            for main in [main.clone(), main.join("index")] {
                match self.file(&main, asker, limits) {
                    Err(Failed::Missing) => {}
                    found => return found,
                }
            }
        }
        self.file(&path.join("index"), asker, limits)
    }

    /// Finds a file. `require` tries extensions; imports must give the whole name. Last come the names that TypeScript gives
    /// its own files.
    fn file(&self, path: &Path, asker: Asker, limits: &mut ReadLimits<'_>) -> Result<PathBuf, Failed> {
        let is_file = |path: &Path, limits: &mut ReadLimits<'_>| match self.reach.metadata(path, limits) {
            Ok(there) => Ok(there.is_file()),
            Err(FileError::Outside) => Err(Failed::Outside),
            Err(_) => Ok(false),
        };
        if is_file(path, limits)? {
            return Ok(path.to_path_buf());
        }
        if asker == Asker::Require
            && let Some(file) = self.with_ending(path, &is_file, limits)?
        {
            return Ok(file);
        }
        // A folder's own file comes last, where the folder is looked into.
        let names = path.to_str().map(typescript_names).unwrap_or_default();
        for typed in names.iter().filter(|name| asker == Asker::Import || !name.ends_with("/index.ts")) {
            if is_file(Path::new(typed), limits)? {
                return Ok(typed.into());
            }
        }
        Err(Failed::Missing)
    }

    /// Finds a file whose extension `require` adds.
    fn with_ending(
        &self,
        path: &Path,
        is_file: &impl Fn(&Path, &mut ReadLimits<'_>) -> Result<bool, Failed>,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Option<PathBuf>, Failed> {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or(Failed::Missing)?;
        for ending in ENDINGS {
            let file = path.with_file_name(format!("{name}.{ending}"));
            if is_file(&file, limits)? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    /// Resolves the links of a file, which must lie where files may be read.
    fn found(&mut self, file: &Path, specifier: &str, limits: &mut ReadLimits<'_>) -> Result<Found, LoadError> {
        let real = self.reach.find(file, Purpose::Program, limits).map_err(|error| match error {
            FileError::Outside => outside(specifier),
            _ => missing(specifier),
        })?;
        let kind = self.kind(&real, limits);
        if kind == Kind::Unstated
            && let Some(folder) = real.parent()
        {
            well_formed(self.package_of(folder, limits).as_deref(), specifier)?;
        }
        Ok(Found::File(real, kind))
    }

    /// Returns the format of a file, by its extension and its package.
    pub fn kind(&mut self, file: &Path, limits: &mut ReadLimits<'_>) -> Kind {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("json") => Kind::Json,
            _ => match self.stated(file, limits) {
                Some(true) => Kind::Module,
                Some(false) => Kind::CommonJs,
                None => Kind::Unstated,
            },
        }
    }

    /// Returns whether a file is a module, by its name or its package, or `None` if neither says so.
    pub fn stated(&mut self, file: &Path, limits: &mut ReadLimits<'_>) -> Option<bool> {
        kind::by_name(file).or_else(|| self.package_of(file.parent()?, limits)?.is_of_modules())
    }

    /// Returns the text of a resolved file.
    pub fn text(&self, file: &Path, purpose: Purpose, limits: &mut ReadLimits<'_>) -> Result<String, String> {
        let text = self.reach.text(file, purpose, limits);
        text.map_err(|error| format!("Cannot read '{}': {}", file.display(), reason(&error)))
    }

    pub fn bytes(&self, file: &Path, purpose: Purpose, limits: &mut ReadLimits<'_>) -> Result<Vec<u8>, String> {
        let bytes = self.reach.bytes(file, purpose, limits);
        bytes.map_err(|error| format!("Cannot read '{}': {}", file.display(), reason(&error)))
    }

    /// Reads the manifest in a folder once, a missing one too. All are forgotten when they take too many bytes.
    fn manifest(&mut self, folder: &Path, limits: &mut ReadLimits<'_>) -> Option<Arc<Manifest>> {
        if let Some(known) = self.manifests.get(folder) {
            return known.clone();
        }
        let read = Manifest::read(&self.reach, folder, limits);
        // If a limit ended the reading, nothing is known of the folder.
        if limits.ended().is_some() {
            return None;
        }
        let (manifest, bytes) = read.map_or((None, 0), |(manifest, bytes)| (Some(Arc::new(manifest)), bytes));
        self.kept += FOLDER_BYTES + folder.as_os_str().len() + 8 * bytes;
        if self.kept > MOST_KEPT {
            self.manifests = HashMap::new();
            self.kept = 0;
        }
        self.manifests.insert(folder.to_path_buf(), manifest.clone());
        manifest
    }

    /// Returns the package that files of a folder belong to.
    fn package_of(&mut self, folder: &Path, limits: &mut ReadLimits<'_>) -> Option<Arc<Manifest>> {
        for folder in folder.ancestors() {
            if folder.file_name().is_some_and(|name| name == "node_modules") || !self.reach.holds(folder) {
                return None;
            }
            if let Some(manifest) = self.manifest(folder, limits) {
                return Some(manifest);
            }
        }
        None
    }
}

impl From<FileError> for Failed {
    fn from(error: FileError) -> Failed {
        if let FileError::Outside = error { Failed::Outside } else { Failed::Missing }
    }
}

fn missing(specifier: &str) -> LoadError {
    LoadError::new(format!("Cannot find module '{specifier}'")).with_code(MODULE_NOT_FOUND)
}

/// Error for a path that may not be read, whether it exists or not.
fn outside(specifier: &str) -> LoadError {
    let message = format!(
        "Cannot load module '{specifier}': it is outside of the program's package; --allow-read=DIR allows a folder"
    );
    LoadError::new(message).with_code(ACCESS_DENIED)
}

/// Returns whether a specifier is a path, not the name of a package.
pub fn is_path(specifier: &str) -> bool {
    specifier == "." || specifier == ".." || ["/", "./", "../"].iter().any(|start| specifier.starts_with(start))
}

/// Returns whether a path ends with a name, not with `.` or `..`.
fn has_name(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last != "." && last != "..")
}

/// Splits a specifier into the name of the package, which may have a scope, and its subpath: `.` or `./…`.
fn parts(specifier: &str) -> (&str, String) {
    let slashes = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(slashes - 1).map_or(specifier.len(), |(at, _)| at);
    let (name, rest) = specifier.split_at(end);
    (name, if rest.is_empty() { ".".to_owned() } else { format!(".{rest}") })
}

/// Fails for a package whose manifest is no JSON.
fn well_formed(package: Option<&Manifest>, specifier: &str) -> Result<(), LoadError> {
    let Some(package) = package.filter(|package| !package.is_json) else { return Ok(()) };
    let path = package.folder.join("package.json");
    let message = format!("Cannot load module '{specifier}': '{}' is not JSON", path.display());
    Err(LoadError::new(message).with_code(INVALID_CONFIG))
}

/// Returns whether an import may name a package so: PACKAGE_RESOLVE of Node's documentation.
fn may_name_package(specifier: &str) -> bool {
    let name = parts(specifier).0;
    let lacks_name = name.starts_with('@') && !name.contains('/');
    // What has a scheme is a URL.
    name.contains(':') || !name.starts_with('.') && !name.contains(['\\', '%']) && !lacks_name
}

/// Returns the file that a package exports under a path: PACKAGE_EXPORTS_RESOLVE of Node's documentation.
fn exported(package: &Manifest, subpath: &str, specifier: &str, asker: Asker) -> Result<PathBuf, LoadError> {
    let target = package.export(subpath, asker).map_err(|problem| {
        let why = match problem {
            NoTarget::Mixed => "its package exports paths and conditions in one map, or indices",
            _ => "its package does not export that",
        };
        LoadError::new(format!("Cannot find module '{specifier}': {why}"))
            .with_code(problem.code("ERR_PACKAGE_PATH_NOT_EXPORTED"))
    })?;
    file_of_target(package, &target)
}

/// Returns the path that a target of a manifest stands for: it is a part of a URL, whose query says nothing about the file.
fn file_of_target(package: &Manifest, target: &str) -> Result<PathBuf, LoadError> {
    let target = path_of_specifier(split_query(target).0)?;
    let inner = target.strip_prefix("./").unwrap_or(&target).trim_start_matches('/');
    Ok(tidied(&package.folder.join(inner)))
}

/// Returns the folder whose files a program may load. It is the nearest folder above the program that has both a manifest
/// and `node_modules`, as npm makes it, else the nearest that has either.
pub fn root_of(program: &Path) -> PathBuf {
    // A program within an installed package may load everything that is installed beside the package.
    let outermost =
        program.ancestors().filter(|folder| folder.file_name().is_some_and(|name| name == "node_modules")).last();
    if let Some(root) = outermost.and_then(Path::parent) {
        return root.to_path_buf();
    }
    let folder = program.parent().unwrap_or(program);
    let has_manifest = |folder: &&Path| folder.join("package.json").is_file();
    let has_packages = |folder: &&Path| folder.join("node_modules").is_dir();
    let find = |is_root: &dyn Fn(&&Path) -> bool| folder.ancestors().find(is_root);
    let root = find(&|folder| has_manifest(folder) && has_packages(folder));
    root.or_else(|| find(&has_manifest)).or_else(|| find(&has_packages)).unwrap_or(folder).to_path_buf()
}
