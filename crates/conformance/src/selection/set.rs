//! Named sets of tests.

use std::str::FromStr;

use crate::editions::Edition;

/// The named sets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Set {
    /// Tests that an engine for ECMAScript 5.1 must pass: a list.
    Es51,
    /// The language and its library up to an edition. Tests that name no feature are in every edition.
    Edition(Edition),
    /// Tests in no edition's set: later features, `Intl`, and the suite's tests of its own harness.
    Next,
    /// The specification of `Intl`, ECMA-402.
    Intl402,
    /// Tests that have not been sorted in yet, most of them from other engines.
    Staging,
}

/// The whole language and library that is standard today.
pub const CORE: Set = Set::Edition(Edition::LATEST);

const EDITION_FOLDERS: &[&str] = &["test/annexB/", "test/built-ins/", "test/language/"];
const INTL402: &str = "test/intl402/";
const STAGING: &str = "test/staging/";

pub const NAMES: &str = "es51, es2015 to es2026, core, next, intl402 or staging";

impl Set {
    /// Returns whether a test that needs these features is in this set.
    pub fn is_of(self, path: &str, features: &[String]) -> bool {
        self.is_in_folders(path)
            && match self {
                Set::Edition(edition) => features.iter().all(|feature| edition.has(feature)),
                Set::Next => !CORE.is_of(path, features),
                Set::Es51 | Set::Intl402 | Set::Staging => true,
            }
    }

    /// Returns whether a test lies in the folders of this set.
    pub fn is_in_folders(self, path: &str) -> bool {
        match self {
            Set::Es51 | Set::Edition(_) => EDITION_FOLDERS.iter().any(|folder| path.starts_with(folder)),
            Set::Next => !path.starts_with(STAGING),
            Set::Intl402 => path.starts_with(INTL402),
            Set::Staging => path.starts_with(STAGING),
        }
    }
}

impl FromStr for Set {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "es51" => Ok(Set::Es51),
            "core" => Ok(CORE),
            "next" => Ok(Set::Next),
            "intl402" => Ok(Set::Intl402),
            "staging" => Ok(Set::Staging),
            name => name.parse().map(Set::Edition).map_err(|()| format!("no set '{name}': {NAMES}")),
        }
    }
}
