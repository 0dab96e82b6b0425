//! The path of a conversion error: the part of a value that could not be converted.

use std::borrow::Cow;

use super::Error;

/// The name of the first argument of closures in the paths of conversions.
const FIRST_ARGUMENT: &str = "argument 1";

/// The most bytes of a path, about.
const MAX_PATH: usize = 300;

impl Error {
    /// Prefixes the path of a conversion error with the name or description of an outer value. Other errors stay
    /// unchanged.
    ///
    /// ```
    /// use ferrotape::{Engine, Error};
    ///
    /// let error = Engine::new().eval::<f64>("'high'").unwrap_err();
    /// assert_eq!(error.message(), "expected a number, found \"high\"");
    /// let error = error.within("price").within_index(3).within("items");
    /// assert_eq!(error.message(), "items[3].price: expected a number, found \"high\"");
    /// // It is of conversions only that one has to know what they were about.
    /// assert_eq!(Error::new("no money").within("price").message(), "no money");
    /// ```
    pub fn within(self, outer: &str) -> Self {
        self.placed(|path| match path {
            "" => outer.to_owned(),
            _ if outer.contains(' ') => format!("{outer}: {path}"),
            _ => joined(outer, path),
        })
    }

    /// Prefixes the path of a conversion error with a property's key. A key that is not an identifier is quoted.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let error = Engine::new().eval::<f64>("null").unwrap_err();
    /// let error = error.within_key("max").within_key("eu.de prices").within_key("rates");
    /// assert_eq!(error.message(), r#"rates["eu.de prices"].max: expected a number, found null"#);
    /// ```
    pub fn within_key(self, key: &str) -> Self {
        self.placed(|path| joined(&step_of(key), path))
    }

    /// Prefixes the path of a conversion error with a list index.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let error = Engine::new().eval::<f64>("null").unwrap_err().within_index(3);
    /// assert_eq!(error.message(), "[3]: expected a number, found null");
    /// ```
    pub fn within_index(self, index: usize) -> Self {
        self.placed(|path| joined(&format!("[{index}]"), path))
    }

    /// Prefixes the path of a conversion error with a function's argument, counted from 0.
    pub(crate) fn within_argument(self, index: usize) -> Self {
        self.within(&format!("argument {}", index.saturating_add(1)))
    }

    /// Renames the first argument to the property: scripts do not see a setter's value as an argument.
    pub(crate) fn of_setter(mut self, name: &str) -> Self {
        if let Some(rest) = self.0.path.strip_prefix(FIRST_ARGUMENT).filter(|_| self.is_conversion()) {
            let path = match rest.strip_prefix(": ") {
                None => step_of(name).into_owned(),
                Some(rest) => joined(&step_of(name), rest),
            };
            let what = self.0.message.get(self.0.path.len()..).unwrap_or_default();
            (self.0.message, self.0.path) = (format!("{path}{what}"), path);
        }
        self
    }

    /// Puts another path before the message, made by `place` of the one so far. Errors of other kinds have none, and stay.
    fn placed(mut self, place: impl FnOnce(&str) -> String) -> Self {
        if self.is_conversion() {
            let what = match self.0.path.len() {
                0 => &*self.0.message,
                length => &self.0.message[(length + 2).min(self.0.message.len())..],
            };
            // The path comes from a script's values, which may be deep. Its outer part is the one that people know.
            let path = match self.0.path.len() > MAX_PATH {
                true => place(&cut(&self.0.path)),
                false => place(&self.0.path),
            };
            self.0.message = format!("{path}: {what}");
            self.0.path = path;
        }
        self
    }
}

/// Returns the outer part of a long path.
fn cut(path: &str) -> String {
    let end = path[..path.floor_char_boundary(MAX_PATH / 2)].rfind(['.', '[']).filter(|&end| end > 0);
    format!("{}…", &path[..end.unwrap_or(0)])
}

/// Joins a step of a path with the rest of the path.
fn joined(step: &str, path: &str) -> String {
    // A step that is no name is a description in words.
    let first = path.split(['.', '[', ':']).next().unwrap_or("");
    let between = match path.chars().next() {
        None | Some('[') => "",
        _ if first.contains(' ') => ": ",
        _ => ".",
    };
    format!("{step}{between}{path}")
}

/// Writes a key as a step of a path. A key that could be misread is quoted.
fn step_of(key: &str) -> Cow<'_, str> {
    let is_of_name = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    let is_name = key.chars().all(is_of_name) && key.starts_with(|c: char| !c.is_numeric());
    if is_name { Cow::Borrowed(key) } else { Cow::Owned(format!("[{key:?}]")) }
}
