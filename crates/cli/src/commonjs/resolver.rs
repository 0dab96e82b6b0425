//! Which file a specifier means: Node's "All together" algorithm, within folders that may be read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::builtin;
use super::manifest::{Asker, Manifest};
use crate::modules::meant;
use crate::system_error::in_words;

/// What a specifier means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A file, by its path without links.
    File(PathBuf, Kind),
    /// A module of the command's own.
    Builtin(&'static str),
    /// What its package does without in browsers, it does without here.
    Nothing,
}

/// What a file is read as.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    CommonJs,
    Module,
    Json,
}

/// What `require` adds to a path that is no file.
const ENDINGS: [&str; 3] = ["js", "json", "cjs"];

/// Names that are looked up in place of others.
const MOST_STEPS: usize = 16;

pub struct Resolver {
    /// Files outside of these are not read.
    roots: Vec<PathBuf>,
    manifests: HashMap<PathBuf, Option<Arc<Manifest>>>,
}

impl Resolver {
    /// `roots` are paths without links.
    pub fn new(roots: Vec<PathBuf>) -> Resolver {
        Resolver { roots, manifests: HashMap::new() }
    }

    /// What a specifier means in a file of a folder.
    pub fn resolve(&mut self, specifier: &str, folder: &Path, asker: Asker) -> Result<Found, String> {
        self.resolve_within(specifier, folder, asker, MOST_STEPS)
    }

    fn resolve_within(&mut self, specifier: &str, folder: &Path, asker: Asker, steps: usize) -> Result<Found, String> {
        let missing = || format!("Cannot find module '{specifier}'");
        let Some(steps) = steps.checked_sub(1) else { return Err(missing()) };
        if specifier.is_empty() || specifier.contains('\0') {
            return Err(missing());
        }
        if let Some(name) = builtin::named(specifier) {
            return Ok(Found::Builtin(name));
        }
        let is_path = specifier == "."
            || specifier == ".."
            || ["/", "./", "../"].iter().any(|start| specifier.starts_with(start));
        if is_path {
            let path = folder.join(specifier);
            let Some(file) = self.file_or_folder(&path, asker) else {
                // Names of files that may not be read are not told.
                let may_tell = path.parent().and_then(|folder| folder.canonicalize().ok());
                let may_tell = may_tell.is_some_and(|folder| self.is_within(&folder));
                return Err(missing() + &if may_tell { meant(&path.to_string_lossy()) } else { String::new() });
            };
            return self.found(&file, specifier);
        }
        if specifier.starts_with('#') {
            let package = self.package_of(folder).ok_or_else(missing)?;
            let target = package.import(specifier, asker).ok_or_else(missing)?;
            return self.resolve_within(&target, &package.folder.clone(), asker, steps);
        }
        if let Some(found) = self.in_packages(specifier, folder, asker)? {
            return self.found(&found, specifier);
        }
        self.in_place_of(specifier, folder, asker, steps).unwrap_or_else(|| Err(self.not_found(specifier)))
    }

    /// LOAD_PACKAGE_SELF and LOAD_NODE_MODULES: the package may be the one that asks.
    fn in_packages(&mut self, specifier: &str, folder: &Path, asker: Asker) -> Result<Option<PathBuf>, String> {
        let (name, subpath) = parts(specifier);
        if let Some(own) = self.package_of(folder)
            && own.name() == Some(name)
            && own.has_exports()
        {
            return exported(&own, &subpath, specifier, asker).map(Some);
        }
        for folder in folder.ancestors() {
            if !self.is_within(folder) {
                break;
            }
            let package = folder.join("node_modules").join(name);
            if !package.is_dir() {
                // A file right below is found too, as in older times.
                match self.file(&folder.join("node_modules").join(specifier), asker) {
                    Some(file) => return Ok(Some(file)),
                    None => continue,
                }
            }
            self.require_within(&package, specifier)?;
            if let Some(manifest) = self.manifest(&package).filter(|manifest| manifest.has_exports()) {
                return exported(&manifest, &subpath, specifier, asker).map(Some);
            }
            let path = if subpath == "." { package } else { package.join(&subpath[2..]) };
            if let Some(file) = self.file_or_folder(&path, Asker::Require) {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    /// What a package has in browsers in place of a module of Node that is not here.
    fn in_place_of(
        &mut self,
        specifier: &str,
        folder: &Path,
        asker: Asker,
        steps: usize,
    ) -> Option<Result<Found, String>> {
        let package = self.package_of(folder)?;
        match package.in_browsers(specifier)? {
            None => Some(Ok(Found::Nothing)),
            Some(path) => {
                let (path, folder) = (path.to_owned(), package.folder.clone());
                Some(self.resolve_within(&path, &folder, asker, steps))
            }
        }
    }

    fn not_found(&self, specifier: &str) -> String {
        match builtin::is_of_node(specifier) {
            true => format!("Cannot find module '{specifier}': it is Node's own, and there is nothing like it here"),
            false => format!("Cannot find module '{specifier}'"),
        }
    }

    /// LOAD_AS_FILE and LOAD_AS_DIRECTORY
    fn file_or_folder(&mut self, path: &Path, asker: Asker) -> Option<PathBuf> {
        let names_folder = path.as_os_str().to_string_lossy().ends_with('/');
        if let Some(file) = self.file(path, asker).filter(|_| !names_folder) {
            return Some(file);
        }
        if asker == Asker::Import || !path.is_dir() {
            return None;
        }
        let main = self.manifest(path).and_then(|manifest| manifest.main().map(|main| path.join(main)));
        if let Some(main) = main
            && let Some(file) = self.file(&main, asker).or_else(|| self.file(&main.join("index"), asker))
        {
            return Some(file);
        }
        self.file(&path.join("index"), asker)
    }

    /// Those who import say the whole name.
    fn file(&self, path: &Path, asker: Asker) -> Option<PathBuf> {
        if path.is_file() {
            return Some(path.to_path_buf());
        }
        if asker == Asker::Import {
            return None;
        }
        let name = path.file_name()?.to_str()?;
        ENDINGS.iter().map(|ending| path.with_file_name(format!("{name}.{ending}"))).find(|file| file.is_file())
    }

    /// The file without links, which must lie where files may be read.
    fn found(&mut self, file: &Path, specifier: &str) -> Result<Found, String> {
        let real = self.require_within(file, specifier)?;
        let kind = self.kind(&real);
        Ok(Found::File(real, kind))
    }

    /// The path without links, where files may be read.
    fn require_within(&self, path: &Path, specifier: &str) -> Result<PathBuf, String> {
        let real = path.canonicalize().map_err(|_| format!("Cannot find module '{specifier}'"))?;
        match self.is_within(&real) {
            true => Ok(real),
            false => Err(format!(
                "Cannot load module '{specifier}': it is outside of the program's package; --allow-read=DIR allows a folder"
            )),
        }
    }

    /// What a file is read as: by the end of its name, and by what its package says.
    pub fn kind(&mut self, file: &Path) -> Kind {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("mjs") => Kind::Module,
            Some("json") => Kind::Json,
            Some("cjs") => Kind::CommonJs,
            _ => match file.parent().and_then(|folder| self.package_of(folder)) {
                Some(package) if package.is_of_modules() => Kind::Module,
                _ => Kind::CommonJs,
            },
        }
    }

    /// The text of a file that was found.
    pub fn text(&self, file: &Path) -> Result<String, String> {
        let failed = |error: io::Error| format!("Cannot read '{}': {}", file.display(), in_words(&error));
        let real = file.canonicalize().map_err(failed)?;
        if !self.is_within(&real) {
            return Err(format!("Cannot read '{}': it is outside of the program's package", file.display()));
        }
        let bytes = fs::read(&real).map_err(failed)?;
        String::from_utf8(bytes).map_err(|_| format!("Cannot read '{}': it is not UTF-8 text", file.display()))
    }

    fn is_within(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root))
    }

    fn manifest(&mut self, folder: &Path) -> Option<Arc<Manifest>> {
        if let Some(known) = self.manifests.get(folder) {
            return known.clone();
        }
        let is_within = folder.canonicalize().is_ok_and(|real| self.is_within(&real));
        let read = if is_within { Manifest::read(folder).map(Arc::new) } else { None };
        self.manifests.insert(folder.to_path_buf(), read.clone());
        read
    }

    /// The package that files of a folder belong to.
    fn package_of(&mut self, folder: &Path) -> Option<Arc<Manifest>> {
        for folder in folder.ancestors() {
            if folder.file_name().is_some_and(|name| name == "node_modules") || !self.is_within(folder) {
                return None;
            }
            if let Some(manifest) = self.manifest(folder) {
                return Some(manifest);
            }
        }
        None
    }
}

/// The name of the package, which may have a scope, and `.` or what stands behind it as `./…`.
fn parts(specifier: &str) -> (&str, String) {
    let slashes = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(slashes - 1).map_or(specifier.len(), |(at, _)| at);
    let (name, rest) = specifier.split_at(end);
    (name, if rest.is_empty() { ".".to_owned() } else { format!(".{rest}") })
}

fn exported(package: &Manifest, subpath: &str, specifier: &str, asker: Asker) -> Result<PathBuf, String> {
    let target = package.export(subpath, asker);
    // Nothing outside of the package.
    let target = target.filter(|target| target.starts_with("./") && !target.split('/').any(|part| part == ".."));
    match target {
        Some(target) => Ok(package.folder.join(&target[2..])),
        None => Err(format!("Cannot find module '{specifier}': its package does not export that")),
    }
}

/// The folder whose files a program may ask for: the next one above it that has both a manifest and packages, as npm makes it;
/// else one that has either.
pub fn root_of(program: &Path) -> PathBuf {
    // A program within a package that npm has put somewhere: all that npm has put there.
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
