//! Imports of modules in packages. CommonJS files, JSON and the command's own modules are texts that ask `require` for them.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ferrotape::ModuleLoader;

use super::manifest::Asker;
use super::names::{Names, names_of};
use super::resolver::{Found, Kind, Resolver};
use super::{MODULE, builtin, folder_of, locked, real_path, words_of};

/// Files whose names are handed on by other files.
const MOST_FILES: usize = 1000;

/// What the names of modules begin with that are no files.
const BUILTIN: &str = "node:";

pub struct PackageLoader {
    resolver: Arc<Mutex<Resolver>>,
    aliases: HashMap<String, String>,
    /// What was found for a name that is loaded next.
    found: HashMap<String, Found>,
}

impl PackageLoader {
    pub(super) fn new(resolver: Arc<Mutex<Resolver>>) -> PackageLoader {
        PackageLoader { resolver, aliases: HashMap::new(), found: HashMap::new() }
    }

    /// Has imports of names mean files.
    pub fn with_aliases(mut self, aliases: &[(String, PathBuf)]) -> PackageLoader {
        let path = |file: &PathBuf| real_path(file).to_string_lossy().into_owned();
        self.aliases.extend(aliases.iter().map(|(name, file)| (name.clone(), path(file))));
        self
    }

    /// All names that a file gives, with those that it hands on.
    fn all_names(&mut self, file: &Path) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut files = vec![file.to_path_buf()];
        let mut resolver = locked(&self.resolver);
        while let Some(file) = files.pop() {
            if seen.len() >= MOST_FILES || !seen.insert(file.clone()) {
                continue;
            }
            let Names { own, others } = resolver.text(&file).map(|text| names_of(&text)).unwrap_or_default();
            names.extend(own);
            let folder = file.parent().unwrap_or(&file);
            for specifier in others {
                if let Ok(Found::File(file, Kind::CommonJs)) = resolver.resolve(&specifier, folder, Asker::Require) {
                    files.push(file);
                }
            }
        }
        names
    }
}

impl ModuleLoader for PackageLoader {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        if specifier == crate::host::FILES {
            return Err(format!("Cannot find module '{specifier}': --allow-read=DIR or --allow-write=DIR gives it"));
        }
        let specifier = self.aliases.get(specifier).map_or(specifier, String::as_str);
        let specifier = specifier.strip_prefix("file://").unwrap_or(specifier);
        let found = locked(&self.resolver).resolve(specifier, Path::new(folder_of(referrer)), Asker::Import);
        let found = found.map_err(|message| format!("{message}, imported by '{referrer}'"))?;
        let (name, path) = words_of(found.clone());
        let name = if name == "builtin" { format!("{BUILTIN}{path}") } else { path };
        self.found.insert(name.clone(), found);
        Ok(name)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        match self.found.get(name).cloned() {
            Some(Found::File(path, Kind::CommonJs)) => {
                let names = self.all_names(&path);
                Ok(module_of("commonjs", name, names.iter().map(String::as_str)))
            }
            Some(Found::Builtin(builtin)) => {
                let names = builtin::text(builtin).map(names_of).unwrap_or_default();
                Ok(module_of("builtin", builtin, names.own.iter().map(String::as_str)))
            }
            Some(Found::Nothing) => Ok("export default {}".to_owned()),
            Some(Found::File(path, _)) => locked(&self.resolver).text(&path),
            None => locked(&self.resolver).text(Path::new(name)),
        }
    }
}

/// The text of a module that is what `require` gives, with its names.
fn module_of<'a>(kind: &str, path: &str, names: impl Iterator<Item = &'a str>) -> String {
    let mut text =
        format!("import {{ load }} from '{MODULE}'; const all = load('{kind}', {path:?}); export default all;\n");
    for (index, name) in names.enumerate() {
        let _ = writeln!(text, "const _{index} = all?.[{name:?}]; export {{ _{index} as {name:?} }};");
    }
    text
}
