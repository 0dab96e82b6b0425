//! Imports and exports of a module (ECMA-262 16.2.1.6), and the bindings of its environment.
//!
//! Linking makes the environment, before the module's code runs, so that modules which import each other find it. The
//! environment has all bindings of the module's outermost scope, by index. Linking makes the module's functions as
//! well.

use crate::stack::Variable;
use crate::template::{TextId, vector_bytes};

/// Module tables of a unit whose `functions[0]` is a module's code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModuleTemplate {
    /// Requests in order, without repeats.
    pub requests: Vec<ModuleRequest>,
    pub imports: Vec<ImportEntry>,
    pub exports: Vec<ExportEntry>,
    /// Bindings of the environment.
    pub bindings: Vec<Variable>,
    /// Functions that linking makes; of equal names the last one.
    pub functions: Vec<ModuleFunction>,
    /// The module has an `await` at its top.
    pub has_await: bool,
}

/// [[Phase]] of a request, of the proposals Source Phase Imports and Import Defer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The module is loaded, and its source is what is imported.
    Source,
    /// The module is linked. Its evaluation waits for the first look at its namespace.
    Defer,
    Evaluation,
}

/// ModuleRequest Record, ECMA-262 16.2.1.3
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleRequest {
    pub phase: Phase,
    pub specifier: TextId,
    /// Keys and values, in the order of the keys.
    pub attributes: Vec<(TextId, TextId)>,
    /// Offset in the source of the specifier's first occurrence.
    pub at: u32,
}

/// ImportEntry Record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ImportEntry {
    /// Index into [`ModuleTemplate::requests`].
    pub request: u32,
    /// Name of the import. None for `* as local` and for the source of a module, whose binding is an
    /// ordinary constant.
    pub import: Option<TextId>,
    /// Index into [`ModuleTemplate::bindings`].
    pub binding: u32,
    /// Offset in the source of the imported name.
    pub at: u32,
}

/// ExportEntry Record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExportEntry {
    /// Name of the export; None for `export * from`.
    pub name: Option<TextId>,
    pub what: Exported,
    pub at: u32,
}

/// The value behind the name of an export.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exported {
    /// Index into [`ModuleTemplate::bindings`].
    Local(u32),
    /// Another module's export of that name.
    Indirect { request: u32, import: TextId },
    /// `export * from` and `export * as name from`
    All { request: u32 },
}

/// A function that a module declares at its top.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ModuleFunction {
    /// Index into [`ModuleTemplate::bindings`].
    pub binding: u32,
    /// Index into [`Unit::functions`](crate::Unit::functions).
    pub function: u32,
}

impl ModuleTemplate {
    /// Returns the bytes of memory that the tables take, without the struct's own size.
    pub fn payload_bytes(&self) -> usize {
        let attributes: usize = self.requests.iter().map(|request| vector_bytes(&request.attributes)).sum();
        let entries = vector_bytes(&self.imports) + vector_bytes(&self.exports);
        let environment = vector_bytes(&self.bindings) + vector_bytes(&self.functions);
        attributes + vector_bytes(&self.requests) + entries + environment
    }
}
