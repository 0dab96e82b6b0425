//! URLs of blobs, File API 8: a realm has them in a list that no script sees.

use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{Known, require_arguments};
use crate::{blob, crypto, text};

pub(super) static STATICS: &[NativeFunction] =
    &[method("createObjectURL", 1, create_object_url), method("revokeObjectURL", 1, revoke_object_url)];

/// Makes the list.
pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).map_prototype;
    let list = collections::new_collection(&mut realm.vm.heap, prototype, CollectionKind::Map);
    realm.vm.keep(Value::object(list));
    realm::set_further(realm.vm, Known::ObjectUrls as usize, list);
    Ok(())
}

/// URL.createObjectURL ( obj )
fn create_object_url(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "URL.createObjectURL")?;
    let blob = call.argument(vm, 0);
    if blob.as_object().is_none_or(|blob| !blob::is_blob(vm, blob)) {
        return vm.type_error("URL.createObjectURL requires a Blob");
    }
    let url = format!("blob:null/{}", crypto::new_uuid(vm)?);
    let url = Value::string(vm.heap.intern_text(&url));
    vm.keep(url);
    let list = Known::ObjectUrls.of_realm(vm);
    collections::collect_value(&mut vm.heap, list, url, blob)?;
    Ok(url)
}

/// URL.revokeObjectURL ( url )
fn revoke_object_url(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "URL.revokeObjectURL")?;
    let url = text::to_usv_string(vm, call.argument(vm, 0))?;
    let list = Known::ObjectUrls.of_realm(vm);
    collections::remove_collected(&mut vm.heap, list, Value::string(url))?;
    Ok(Value::UNDEFINED)
}

/// Returns the blob of such a URL without its fragment, unless it was revoked.
pub(crate) fn blob_of(vm: &mut Vm, url: &[u8]) -> Completion<Option<ObjectId>> {
    let url = text::new_string(vm, url)?;
    let list = Known::ObjectUrls.of_realm(vm);
    let found = collections::collected_value(&mut vm.heap, list, Value::string(url))?;
    Ok(found.and_then(Value::as_object).filter(|&blob| blob::is_blob(vm, blob)))
}
