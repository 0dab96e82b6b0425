//! Resolves imports: beside the importing file, in folders that the program may read.

pub mod data_url;
mod queries;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ferrotape::modules::{FileError, LoadError, ModuleLoader, ModuleSource, ModuleType, ReadLimits, TypeScriptLoader};

use crate::commonjs::real_path;
use crate::options::Options;
use crate::reach::{Purpose, Reach, SharedReach, reason};
pub use queries::{Pending, Queries, split_query};

/// Module loader for files by their absolute paths, some of which have aliases. Scripts keep the names under which they
/// were given; names of modules are absolute.
pub struct FilesOfImports {
    reach: SharedReach,
    aliases: HashMap<String, String>,
    queries: Queries,
}

/// Makes the loader of a program without packages. Modules of TypeScript find others as TypeScript names them.
pub fn loader(reach: &SharedReach, options: &Options) -> TypeScriptLoader<FilesOfImports> {
    let files = FilesOfImports::new(Arc::clone(reach), &options.aliases);
    TypeScriptLoader::new(files).for_all(options.typescript)
}

impl FilesOfImports {
    /// Makes a loader. Files of aliases are relative to the current directory.
    pub fn new(reach: SharedReach, aliases: &[(String, PathBuf)]) -> FilesOfImports {
        FilesOfImports { reach, aliases: absolute(aliases), queries: Queries::default() }
    }
}

/// Maps aliases to absolute paths without links.
pub fn absolute(aliases: &[(String, PathBuf)]) -> HashMap<String, String> {
    let path = |file: &PathBuf| real_path(file).to_string_lossy().into_owned();
    aliases.iter().map(|(name, file)| (name.clone(), path(file))).collect()
}

/// Node's code of an import that leads to nothing.
pub const MODULE_NOT_FOUND: &str = "ERR_MODULE_NOT_FOUND";
/// Node's code of what its permission model refuses.
pub const ACCESS_DENIED: &str = "ERR_ACCESS_DENIED";

/// Error of an import that is not allowed, whether the file exists or not.
pub fn refused(name: &str, module_type: ModuleType) -> LoadError {
    let message = match module_type {
        ModuleType::Text | ModuleType::Bytes => {
            let what = if module_type == ModuleType::Text { "text" } else { "bytes" };
            format!("Cannot load '{name}' as {what}: it is in no folder that --allow-read=DIR allows")
        }
        _ => format!(
            "Cannot load module '{name}': programs import .js, .mjs, .cjs, .json and .ts files of their own folder; --allow-read=DIR allows others"
        ),
    };
    LoadError::new(message).with_code(ACCESS_DENIED)
}

/// Returns the purpose for which an imported file is read.
pub fn purpose(module_type: ModuleType) -> Purpose {
    match module_type {
        ModuleType::Text | ModuleType::Bytes => Purpose::Data,
        _ => Purpose::Program,
    }
}

impl ModuleLoader for FilesOfImports {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.name_of(specifier, referrer).map_err(LoadError::into_message)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.read(name, ModuleType::Source, &mut ReadLimits::none(), Reach::text).map_err(LoadError::into_message)
    }

    fn meta(&mut self, name: &str) -> Vec<(String, String)> {
        meta_of(self.queries.split(name))
    }

    fn is_there(&mut self, name: &str) -> bool {
        self.reach
            .metadata(Path::new(self.queries.path(name)), &mut ReadLimits::none())
            .is_ok_and(|there| there.is_file())
    }

    fn resolve_within(
        &mut self,
        specifier: &str,
        referrer: &str,
        _: ModuleType,
        _: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        self.name_of(specifier, referrer)
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        if name.starts_with(data_url::SCHEME) {
            return data_url::text_of(name, module_type).map(ModuleSource::Text);
        }
        let path = self.queries.path(name).to_owned();
        if module_type == ModuleType::Source && is_json(&path) {
            return Err(data_url::without_attribute(&url_of_path(&path)));
        }
        let source = match module_type {
            ModuleType::Bytes => self.read(&path, module_type, limits, Reach::bytes).map(ModuleSource::Bytes),
            _ => self.read(&path, module_type, limits, Reach::text).map(ModuleSource::Text),
        }?;
        self.queries.keep(name);
        Ok(source)
    }
}

impl FilesOfImports {
    /// Returns the absolute path of a specifier in a file.
    fn name_of(&mut self, specifier: &str, referrer: &str) -> Result<String, LoadError> {
        let unknown =
            |why: &str| LoadError::new(format!("Cannot find module '{specifier}': {why}")).with_code(MODULE_NOT_FOUND);
        if specifier == crate::host::FILES {
            return Err(unknown("--allow-read=DIR or --allow-write=DIR gives it"));
        }
        if specifier.starts_with(data_url::SCHEME) {
            return Ok(specifier.to_owned());
        }
        let alias = self.aliases.get(specifier).cloned();
        let (specifier, query) = split_query(alias.as_deref().unwrap_or(specifier));
        let path = path_of_specifier(specifier)?;
        let specifier = &*path;
        let is_path = ["/", "./", "../"].iter().any(|start| specifier.starts_with(start));
        if !is_path && !matches!(specifier, "." | "..") && !Path::new(specifier).is_absolute() {
            let is_name = specifier.starts_with(|first: char| first.is_alphanumeric() || first == '@');
            let packages = match specifier.split_once(':') {
                Some(("node", _)) => "; --commonjs has Node's modules",
                Some(("http" | "https", _)) => "; nothing is imported from a network",
                _ if is_name => "; --commonjs finds packages",
                _ => "",
            };
            return Err(unknown(&format!("only paths that begin with '/', './' or '../' are known{packages}")));
        }
        let mut path = self.reach.path_of(self.queries.path(referrer));
        path.pop();
        path.push(specifier);
        Ok(self.queries.named(tidied(&path).to_string_lossy().into_owned(), query))
    }

    /// Reads a file in some way, with errors in the words of modules.
    fn read<T>(
        &self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
        read: fn(&Reach, &Path, Purpose, &mut ReadLimits<'_>) -> Result<T, FileError>,
    ) -> Result<T, LoadError> {
        let path = Path::new(name);
        read(&self.reach, path, purpose(module_type), limits).map_err(|error| {
            let (message, code) = match error {
                FileError::Missing => {
                    (format!("Cannot find module '{name}'{}", self.reach.meant(path, limits)), MODULE_NOT_FOUND)
                }
                FileError::Outside => {
                    let is_program = purpose(module_type) == Purpose::Program;
                    let code = self.reach.code_of_import(path, limits).filter(|_| is_program).unwrap_or(ACCESS_DENIED);
                    // Programs that were bundled, or are TypeScript, leave the ending out.
                    let is_without_ending = is_program && path.extension().is_none();
                    let near = if is_without_ending { self.reach.meant(path, limits) } else { String::new() };
                    if near.is_empty() {
                        return refused(name, module_type).with_code(code);
                    }
                    (format!("Cannot load module '{name}'{near}"), code)
                }
                FileError::NotAFile => {
                    (format!("Cannot load module '{name}': it is not a file"), "ERR_UNSUPPORTED_DIR_IMPORT")
                }
                error => return LoadError::new(format!("Cannot load module '{name}': {}", reason(&error))),
            };
            LoadError::new(message).with_code(code)
        })
    }
}

/// Returns whether a file is JSON by its name.
pub fn is_json(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "json")
}

/// Returns the properties of `import.meta`: as in Node for a module from a file, else its name as `url`.
pub fn meta_of((name, query): (&str, &str)) -> Vec<(String, String)> {
    let path = Path::new(name);
    let properties = match path.parent().filter(|_| path.is_absolute()) {
        Some(folder) => vec![
            ("dirname", folder.to_string_lossy().into_owned()),
            ("filename", name.to_owned()),
            ("url", url_of_path(name) + query),
        ],
        None => vec![("url", name.to_owned())],
    };
    properties.into_iter().map(|(key, text)| (key.to_owned(), text)).collect()
}

/// Returns the `file:` URL of a path.
pub fn url_of_path(path: &str) -> String {
    let mut url = "file://".to_owned();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => url.push(char::from(byte)),
            b'/' | b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' => url.push(char::from(byte)),
            b'*' | b'+' | b',' | b';' | b'=' | b':' | b'@' => url.push(char::from(byte)),
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

/// Returns the path of a `file:` URL, or `None` for other texts.
pub fn path_of_url(url: &str) -> Option<String> {
    let rest = url.strip_prefix("file://")?.split(['?', '#']).next()?;
    String::from_utf8(data_url::unescaped(rest)).ok()
}

/// Returns the path of a specifier that is a `file:` URL or a relative one, whose escapes stand for bytes; escaped slashes are
/// refused. Other specifiers stay as they are: absolute paths are made of names of folders, which may contain any sign.
pub fn path_of_specifier(specifier: &str) -> Result<Cow<'_, str>, LoadError> {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    if !is_relative && !specifier.starts_with("file:") {
        return Ok(Cow::Borrowed(specifier));
    }
    let is_slash = |escape: &[u8]| escape.eq_ignore_ascii_case(b"%2f") || escape.eq_ignore_ascii_case(b"%5c");
    if specifier.as_bytes().windows(3).any(is_slash) {
        let message = format!("Cannot find module '{specifier}': slashes in it must not be escaped");
        return Err(LoadError::new(message).with_code("ERR_INVALID_MODULE_SPECIFIER"));
    }
    let path = match is_relative {
        true if specifier.contains(['%', '\\']) => {
            String::from_utf8(data_url::unescaped(&specifier.replace('\\', "/"))).ok()
        }
        true => None,
        false => path_of_url(specifier),
    };
    Ok(path.map_or(Cow::Borrowed(specifier), Cow::Owned))
}

/// Removes `.` and `..` from a path. The parent of the root is the root.
pub fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if tidy.file_name().is_some() => drop(tidy.pop()),
            Component::ParentDir if tidy.has_root() => {}
            part => tidy.push(part),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back_from_urls() {
        for path in ["/", "/a/b.mjs", "/a b/%20/ä漢😀?#", "/x:y@z;1,2&3=4+5'(6)*~!$"] {
            let url = url_of_path(path);
            assert!(url.is_ascii() && !url.contains([' ', '?', '#']), "{url}");
            assert_eq!(path_of_url(&url).as_deref(), Some(path));
        }
        assert_eq!(path_of_url("file:///a?b#c").as_deref(), Some("/a"));
        assert_eq!(path_of_url("file:///a%2").as_deref(), Some("/a%2"));
        assert_eq!((path_of_url("/a"), path_of_url("file:///%ff")), (None, None));
    }

    #[test]
    fn relative_specifiers_are_parts_of_urls() {
        for (specifier, path) in [
            ("./a%20b.mjs", "./a b.mjs"),
            ("../%64/a%2520b.mjs", "../d/a%20b.mjs"),
            ("./d\\a.mjs", "./d/a.mjs"),
            ("./%c3%a4", "./ä"),
            ("./100%", "./100%"),
            ("./%zz%ff", "./%zz%ff"),
            ("./%255c%252F", "./%5c%2F"),
            ("/a%20b/%2f", "/a%20b/%2f"),
            ("package/%20", "package/%20"),
            ("file:///a%20b", "/a b"),
        ] {
            assert_eq!(path_of_specifier(specifier).as_deref().ok(), Some(path), "{specifier}");
        }
        for specifier in ["./a%2Fb", "./a%2fb", "../%5c", "./a%5Cb", "file:///a%2fb"] {
            let code = path_of_specifier(specifier).err().and_then(|error| error.code().map(str::to_owned));
            assert_eq!(code.as_deref(), Some("ERR_INVALID_MODULE_SPECIFIER"), "{specifier}");
        }
    }
}
