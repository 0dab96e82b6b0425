//! File, File API 4.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::parts;
use crate::blob_data::{Blob, Contents, KEPT};
use crate::interface::{
    self, Interface, Known, attributes, dictionary, illegal_invocation, kept, member, prototype_for_new,
    require_arguments,
};
use crate::text;

/// The class of files, and the data of a new one.
pub(crate) const CLASS: PartClass = ("File", || Box::new(Blob::default()));

/// The kept values, which blobs have not.
const NAME: usize = KEPT;
const LAST_MODIFIED: usize = KEPT + 1;

static FILE: Interface = Interface {
    known: Known::File,
    constructor: constructor("File", 2, file),
    operations: &[],
    attributes: attributes! {
        "name": |vm, call| get(vm, call, NAME, "name");
        "lastModified": |vm, call| get(vm, call, LAST_MODIFIED, "lastModified");
    },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder, blob: [ObjectId; 2]) -> Completion<()> {
    interface::define(realm, &FILE, Some(blob)).map(drop)
}

/// Tells whether an object is a file, and no mere blob.
pub(crate) fn is_file(vm: &Vm, object: ObjectId) -> bool {
    parts::is_blob(vm, object) && kept(vm, object, NAME).is_string()
}

/// new File ( fileBits, fileName, options )
fn file(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::File, "File")?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 2, "File constructor")?;
    let parts = parts::list_of_parts(vm, call.argument(vm, 0))?;
    let name = Value::string(text::to_usv_string(vm, call.argument(vm, 1))?);
    let options = dictionary(vm, call.argument(vm, 2), "The options of a File")?;
    let (is_native, kind) = parts::read_options(vm, options)?;
    let last_modified = match member(vm, options, "lastModified")? {
        Some(time) => to_long_long(convert::to_number(vm, time)?),
        None => vm.host_time()?.floor(),
    };
    let contents = parts::made_of(vm, Some(parts), is_native, kind)?;
    new_file(vm, prototype, contents, name, last_modified).map(Value::object)
}

/// ConvertToInt of a `long long`, Web IDL 3.3.4
fn to_long_long(number: f64) -> f64 {
    if !number.is_finite() {
        return 0.0;
    }
    let wrapped = number.trunc().rem_euclid(18_446_744_073_709_551_616.0);
    let wrapped = if wrapped >= 9_223_372_036_854_775_808.0 { wrapped - 18_446_744_073_709_551_616.0 } else { wrapped };
    wrapped + 0.0
}

/// Makes a file. It is kept.
pub(crate) fn new_file(
    vm: &mut Vm,
    prototype: ObjectId,
    contents: Contents,
    name: Value,
    last_modified: f64,
) -> Completion<ObjectId> {
    vm.keep(name);
    let file = contents.made(vm, CLASS.0, prototype)?;
    hosts::keep_value(&mut vm.heap, file, name)?;
    hosts::keep_value(&mut vm.heap, file, Value::number(last_modified))?;
    Ok(file)
}

/// Returns the name of a file.
pub(crate) fn name_of_file(vm: &Vm, file: ObjectId) -> Value {
    kept(vm, file, NAME)
}

/// Makes a file of the bytes of a blob or file, as FormData needs it: XMLHttpRequest 4.3.
pub(crate) fn file_of_blob(vm: &mut Vm, blob: ObjectId, name: Option<Value>) -> Completion<Value> {
    let is_file = is_file(vm, blob);
    if is_file && name.is_none() {
        return Ok(Value::object(blob));
    }
    let name = match name {
        Some(name) => name,
        None => Value::string(vm.heap.intern_text("blob")),
    };
    let last_modified = match kept(vm, blob, LAST_MODIFIED).as_number() {
        Some(time) if is_file => time,
        _ => vm.host_time()?.floor(),
    };
    let kind = parts::kind_of_blob(vm, blob)?;
    let contents = Contents::all(vm, blob, kind)?;
    let prototype = Known::File.of_realm(vm);
    new_file(vm, prototype, contents, name, last_modified).map(Value::object)
}

/// Makes a copy of a blob or file: its serialization steps, File API 3 and 4. It is kept. None of anything else.
pub(crate) fn cloned(vm: &mut Vm, object: ObjectId) -> Completion<Option<ObjectId>> {
    if !parts::is_blob(vm, object) {
        return Ok(None);
    }
    let kind = parts::kind_of_blob(vm, object)?;
    let contents = Contents::all(vm, object, kind)?;
    if !is_file(vm, object) {
        let prototype = Known::Blob.of_realm(vm);
        return contents.made(vm, parts::CLASS.0, prototype).map(Some);
    }
    let prototype = Known::File.of_realm(vm);
    let last_modified = kept(vm, object, LAST_MODIFIED).as_number().unwrap_or(0.0);
    let name = kept(vm, object, NAME);
    new_file(vm, prototype, contents, name, last_modified).map(Some)
}

/// Reads a member of a file.
fn get(vm: &mut Vm, call: Call, place: usize, what: &str) -> Completion<Value> {
    match call.this.as_object().filter(|&this| is_file(vm, this)) {
        Some(file) => Ok(kept(vm, file, place)),
        None => illegal_invocation(vm, call, &format!("File.prototype.{what}")),
    }
}
