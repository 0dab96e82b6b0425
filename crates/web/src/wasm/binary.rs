//! A look at the bytes of a module, section by section and function by function: whether it is valid, and what it
//! imports and exports. Between two of them the limits are looked at. wasmi itself, which cannot be stopped, puts off
//! the code of functions until they run.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use wasmparser::{
    BinaryReaderError, ExternalKind, FuncValidatorAllocations, Parser, Payload, TypeRef, ValidPayload, Validator,
    WasmFeatures,
};

/// Bytes of one entry of a section when it is compiled.
const ENTRY: usize = 256;

/// Bytes that code may take for each of its bytes: as it is until it runs, and compiled.
const PER_BYTE: usize = 12;

/// The kind of an import or an export.
pub(super) type Kind = &'static str;

/// An import by its two names, and its kind.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) module: String,
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// An export by its name, its kind, and its index among those of its kind.
#[derive(Clone, Debug)]
pub(super) struct Export {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) index: u32,
}

/// Facts of a valid module.
#[derive(Default, Debug)]
pub(super) struct Facts {
    pub(super) imports: Vec<Import>,
    pub(super) exports: Vec<Export>,
    pub(super) custom: Vec<(String, Vec<u8>)>,
    pub(super) start: Option<u32>,
    /// Most bytes that the module takes.
    pub(super) bytes: usize,
    /// Most bytes that an instance takes beside its memories and tables.
    pub(super) instance_bytes: usize,
    /// Most local variables of a function.
    pub(super) most_locals: u32,
}

/// Features that are there: those that wasmi has without further ones of its own.
fn features() -> WasmFeatures {
    WasmFeatures::MUTABLE_GLOBAL
        | WasmFeatures::MULTI_VALUE
        | WasmFeatures::MULTI_MEMORY
        | WasmFeatures::SATURATING_FLOAT_TO_INT
        | WasmFeatures::SIGN_EXTENSION
        | WasmFeatures::BULK_MEMORY
        | WasmFeatures::REFERENCE_TYPES
        | WasmFeatures::GC_TYPES
        | WasmFeatures::TAIL_CALL
        | WasmFeatures::EXTENDED_CONST
        | WasmFeatures::FLOATS
        | WasmFeatures::SIMD
        | WasmFeatures::RELAXED_SIMD
}

/// Reads and validates a module: compile a WebAssembly module, 5. The inner error says what is wrong, and where.
pub(super) fn read(vm: &mut Vm, bytes: &[u8]) -> Completion<Result<Facts, String>> {
    let mut facts = Facts { bytes: ENTRY, instance_bytes: ENTRY, ..Facts::default() };
    let mut validator = Validator::new_with_features(features());
    let mut allocations = Some(FuncValidatorAllocations::default());
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = match payload {
            Ok(payload) => payload,
            Err(error) => return Ok(Err(shown(&error))),
        };
        let (size, entries) = weight(&payload);
        // For reading it now, and compiling it later.
        vm.work(size as u64 + 1)?;
        facts.bytes = facts.bytes.saturating_add(size.saturating_mul(PER_BYTE)).saturating_add(entries * ENTRY);
        facts.instance_bytes = facts.instance_bytes.saturating_add(entries * ENTRY);
        vm.room(facts.bytes)?;
        let valid = match validator.payload(&payload) {
            Ok(valid) => valid,
            Err(error) => return Ok(Err(shown(&error))),
        };
        if let ValidPayload::Func(function, body) = valid {
            let mut function = function.into_validator(allocations.take().unwrap_or_default());
            if let Err(error) = function.validate(&body) {
                return Ok(Err(shown(&error)));
            }
            // However many there are, few bytes say so.
            let locals = function.len_locals();
            vm.work(locals.into())?;
            facts.most_locals = facts.most_locals.max(locals);
            allocations = Some(function.into_allocations());
        }
        if let Err(error) = note(&mut facts, payload) {
            return Ok(Err(shown(&error)));
        }
    }
    Ok(Ok(facts))
}

/// Returns the bytes and the entries of a part of a module.
fn weight(payload: &Payload) -> (usize, usize) {
    use Payload::*;
    let (range, entries) = match payload {
        TypeSection(section) => (section.range(), section.count()),
        ImportSection(section) => (section.range(), section.count()),
        FunctionSection(section) => (section.range(), section.count()),
        TableSection(section) => (section.range(), section.count()),
        MemorySection(section) => (section.range(), section.count()),
        GlobalSection(section) => (section.range(), section.count()),
        ExportSection(section) => (section.range(), section.count()),
        // Each item may be one byte.
        ElementSection(section) => (section.range(), section.range().len().div_ceil(4) as u32),
        DataSection(section) => (section.range(), section.count()),
        CodeSectionEntry(body) => (body.range(), 1),
        CustomSection(section) => (section.range(), 1),
        _ => (0..0, 0),
    };
    // What a section says to have, it must have room for.
    (range.len(), (entries as usize).min(range.len()))
}

/// Notes what the interface needs to know of a valid part.
fn note(facts: &mut Facts, payload: Payload) -> Result<(), BinaryReaderError> {
    match payload {
        Payload::ImportSection(section) => {
            for import in section {
                let import = import?;
                let kind = match import.ty {
                    TypeRef::Func(_) => "function",
                    TypeRef::Table(_) => "table",
                    TypeRef::Memory(_) => "memory",
                    TypeRef::Global(_) => "global",
                    TypeRef::Tag(_) => "tag",
                };
                let [module, name] = [import.module, import.name].map(str::to_owned);
                facts.imports.push(Import { module, name, kind });
            }
        }
        Payload::ExportSection(section) => {
            for export in section {
                let export = export?;
                let kind = match export.kind {
                    ExternalKind::Func => "function",
                    ExternalKind::Table => "table",
                    ExternalKind::Memory => "memory",
                    ExternalKind::Global => "global",
                    ExternalKind::Tag => "tag",
                };
                facts.exports.push(Export { name: export.name.to_owned(), kind, index: export.index });
            }
        }
        Payload::StartSection { func, .. } => facts.start = Some(func),
        Payload::CustomSection(section) => facts.custom.push((section.name().to_owned(), section.data().to_vec())),
        _ => {}
    }
    Ok(())
}

fn shown(error: &BinaryReaderError) -> String {
    format!("{} @+{}", error.message(), error.offset())
}

const EXPORTS: u8 = 7;
const START: u8 = 8;

/// The bytes of a valid module without its start function, which is exported under that name in its place: it is called when the
/// instance is there, as each other function.
pub(super) fn with_exported_start(bytes: &[u8], start: u32, name: &str) -> Vec<u8> {
    const HEADER: usize = 8;
    let mut export = Vec::new();
    write_number(&mut export, name.len() as u32);
    export.extend_from_slice(name.as_bytes());
    export.push(0);
    write_number(&mut export, start);
    let mut out = bytes.get(..HEADER).unwrap_or_default().to_vec();
    let mut rest = bytes.get(HEADER..).unwrap_or_default();
    let mut is_written = false;
    while let Some((&id, after)) = rest.split_first()
        && let Some((size, after)) = read_number(after)
        && let Some((content, after)) = after.split_at_checked(size as usize)
    {
        rest = after;
        let exports = match id {
            EXPORTS => read_number(content),
            // Sections are in order: there are no exports.
            START if !is_written => Some((0, &[][..])),
            START => continue,
            _ => None,
        };
        let Some((count, entries)) = exports else {
            write_section(&mut out, id, content);
            continue;
        };
        is_written = true;
        let mut content = Vec::new();
        write_number(&mut content, count.saturating_add(1));
        content.extend_from_slice(entries);
        content.extend_from_slice(&export);
        write_section(&mut out, EXPORTS, &content);
    }
    out
}

fn write_section(out: &mut Vec<u8>, id: u8, content: &[u8]) {
    out.push(id);
    write_number(out, content.len() as u32);
    out.extend_from_slice(content);
}

/// Writes an unsigned number as LEB128.
fn write_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads an unsigned number in LEB128: the number, and what comes after it.
fn read_number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let mut number = 0;
    for (place, &byte) in bytes.iter().enumerate().take(5) {
        number |= u32::from(byte & 0x7F) << (7 * place);
        if byte < 0x80 {
            return Some((number, &bytes[place + 1..]));
        }
    }
    None
}
