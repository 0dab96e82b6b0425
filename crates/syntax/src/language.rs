//! The language of a source text.

/// Language of a source text.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Language {
    #[default]
    JavaScript,
    /// Types are read and dropped. Imports that are used as types only, or not at all, are dropped with them.
    TypeScript,
    /// TypeScript whose imports stay, but for those marked by `type` (`verbatimModuleSyntax`).
    VerbatimTypeScript,
}

/// The rule by which source text that a host gives is JavaScript or TypeScript.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum SourceKind {
    /// Source text whose name ends in `.ts`, `.mts` or `.cts` is TypeScript, all other is JavaScript.
    #[default]
    ByName,
    /// All source text is JavaScript, whatever its name ends in.
    JavaScript,
    /// All source text is TypeScript, unless its name ends in `.js`, `.mjs` or `.cjs`.
    TypeScript,
}

/// The languages of a host's source texts.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Languages {
    pub kind: SourceKind,
    /// Imports of TypeScript stay even if they are used as types only.
    pub keeps_imports: bool,
}

impl Languages {
    /// Returns the language of a source text, by its name.
    ///
    /// ```
    /// use ferrotape_syntax::{Language, Languages};
    ///
    /// assert_eq!(Languages::default().of("/lib/a.mts"), Language::TypeScript);
    /// assert_eq!(Languages::default().of("/lib/a.mjs"), Language::JavaScript);
    /// ```
    pub fn of(self, name: &str) -> Language {
        let ends_in = |endings: [&str; 3]| endings.iter().any(|ending| name.ends_with(ending));
        let is_typescript = match self.kind {
            SourceKind::ByName => ends_in([".ts", ".mts", ".cts"]),
            SourceKind::JavaScript => false,
            SourceKind::TypeScript => !ends_in([".js", ".mjs", ".cjs"]),
        };
        match (is_typescript, self.keeps_imports) {
            (false, _) => Language::JavaScript,
            (true, false) => Language::TypeScript,
            (true, true) => Language::VerbatimTypeScript,
        }
    }
}
