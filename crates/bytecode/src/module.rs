//! What a module asks for and gives (ECMA-262 16.2.1.6), and the bindings of its environment.
//!
//! The environment is made when the module is linked, before its code runs, so that modules which import each other find it.
//! All bindings of its outermost scope are there, by index; its functions are made then as well.

use crate::stack::Variable;
use crate::template::{TextId, vector_bytes};

/// Of a unit whose `functions[0]` is the code of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModuleTemplate {
    /// In order, without repeats.
    pub requests: Vec<ModuleRequest>,
    pub imports: Vec<ImportEntry>,
    pub exports: Vec<ExportEntry>,
    /// The bindings of the environment.
    pub bindings: Vec<Variable>,
    /// Of equal names the last one.
    pub functions: Vec<ModuleFunction>,
    /// There is an `await` at its top.
    pub has_await: bool,
}

/// ModuleRequest Record, ECMA-262 16.2.1.3
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleRequest {
    pub specifier: TextId,
    /// Keys and values, in the order of the keys.
    pub attributes: Vec<(TextId, TextId)>,
    /// Where the specifier is written first: an offset in the source.
    pub at: u32,
}

/// ImportEntry Record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ImportEntry {
    /// Index into [`ModuleTemplate::requests`].
    pub request: u32,
    /// None for `* as local`: then the binding is an ordinary constant.
    pub import: Option<TextId>,
    /// Index into [`ModuleTemplate::bindings`].
    pub binding: u32,
    /// Where the name that is imported is written.
    pub at: u32,
}

/// ExportEntry Record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExportEntry {
    /// None for `export * from`.
    pub name: Option<TextId>,
    pub what: Exported,
    pub at: u32,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exported {
    /// Index into [`ModuleTemplate::bindings`].
    Local(u32),
    /// What another module exports by that name.
    Indirect { request: u32, import: TextId },
    /// `export * from` and `export * as name from`
    All { request: u32 },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ModuleFunction {
    /// Index into [`ModuleTemplate::bindings`].
    pub binding: u32,
    /// Index into [`Unit::functions`](crate::Unit::functions).
    pub function: u32,
}

impl ModuleTemplate {
    /// Bytes of memory that it takes besides its own size.
    pub fn payload_bytes(&self) -> usize {
        let attributes: usize = self.requests.iter().map(|request| vector_bytes(&request.attributes)).sum();
        let entries = vector_bytes(&self.imports) + vector_bytes(&self.exports);
        let environment = vector_bytes(&self.bindings) + vector_bytes(&self.functions);
        attributes + vector_bytes(&self.requests) + entries + environment
    }
}
