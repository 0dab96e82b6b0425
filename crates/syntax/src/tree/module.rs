//! Imports and exports of a module (ECMA-262 16.2), by entries as the specification has them.

use ferrotape_text::{Name, Span};

use crate::scope::BindingId;

/// Imports and exports of a module.
#[derive(Clone, Default, Debug)]
pub struct Module {
    /// Requested modules in order, without repeats.
    pub requests: Vec<ModuleRequest>,
    pub imports: Vec<ImportEntry>,
    pub exports: Vec<ExportEntry>,
}

/// [[Phase]] of a request, of the proposals Source Phase Imports and Import Defer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// `import source`
    Source,
    /// `import defer`
    Defer,
    Evaluation,
}

/// ModuleRequest Record, ECMA-262 16.2.1.3
#[derive(Clone, Debug)]
pub struct ModuleRequest {
    pub phase: Phase,
    pub specifier: Name,
    /// Keys and values, in the order of the keys.
    pub attributes: Vec<(Name, Name)>,
    /// Span of the first occurrence of the specifier.
    pub span: Span,
}

/// ImportEntry Record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, Debug)]
pub struct ImportEntry {
    /// Index in [`Module::requests`].
    pub request: u32,
    /// Name of the import; None for `* as local` and for the source of a module.
    pub import: Option<Name>,
    pub local: BindingId,
    /// Span of the imported name.
    pub span: Span,
}

/// ExportEntry Record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, Debug)]
pub struct ExportEntry {
    /// Name of the export; None for `export * from`.
    pub name: Option<Name>,
    pub what: Exported,
    pub span: Span,
}

/// The value behind the name of an export.
#[derive(Copy, Clone, Debug)]
pub enum Exported {
    Local(BindingId),
    /// `export {import as name} from`
    Indirect {
        request: u32,
        import: Name,
    },
    /// `export * from` and `export * as name from`
    All {
        request: u32,
    },
}
