//! Objects as they are shown to people, as Node shows them: some attributes, or names and values. No script runs for it.
//!
//! ```text
//! URL { href: …, origin: … }            attributes, by the getters that their prototypes began with
//! Headers { accept: '*/*' }             names and values as properties
//! URLSearchParams { 'a' => '1' }        names and values in turn
//! ```

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Native};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::View;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::{self, Kind, ObjectKind, array};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::pairs;
use crate::streams;

/// A class, and the attributes that its objects show.
type Row = (&'static str, &'static str);

const EVENT: &str = "type defaultPrevented cancelable timeStamp";

const TIMELINE_ENTRY: &str = "name entryType startTime duration detail";

static ROWS: &[Row] = &[
    ("URL", "href origin protocol username password host hostname port pathname search searchParams hash"),
    ("Blob", "size type"),
    ("File", "size type name lastModified"),
    (
        "Request",
        "method url headers destination referrer referrerPolicy mode credentials cache redirect integrity keepalive \
         isReloadNavigation isHistoryNavigation signal",
    ),
    ("Response", "status statusText headers body bodyUsed ok redirected type url"),
    ("AbortController", "signal"),
    ("AbortSignal", "aborted"),
    ("Event", EVENT),
    ("CustomEvent", EVENT),
    ("ErrorEvent", EVENT),
    ("MessageEvent", EVENT),
    ("PromiseRejectionEvent", EVENT),
    ("ProgressEvent", EVENT),
    ("PerformanceMark", TIMELINE_ENTRY),
    ("PerformanceMeasure", TIMELINE_ENTRY),
    ("TextDecoder", "encoding fatal ignoreBOM"),
    ("ReadableStream", "locked"),
    ("WritableStream", "locked"),
    ("TransformStream", "readable writable"),
    ("TextEncoderStream", "encoding readable writable"),
    ("TextDecoderStream", "encoding fatal ignoreBOM readable writable"),
    ("CountQueuingStrategy", "highWaterMark"),
    ("ByteLengthQueuingStrategy", "highWaterMark"),
    ("CompressionStream", "readable writable"),
    ("DecompressionStream", "readable writable"),
    ("CryptoKey", "type extractable algorithm usages"),
];

/// Most prototypes between an object and the interface that has its attributes.
const LONGEST_CHAIN: usize = 64;

/// Shows an object of this crate; none where it has nothing to show.
pub(crate) fn view(vm: &mut Vm, object: ObjectId) -> Completion<Option<View>> {
    let Some(class) = hosts::host_class_of(&vm.heap, object) else { return Ok(None) };
    match object::host_class_name(vm, class) {
        "Headers" | "FormData" => by_name(vm, object).map(Some),
        "URLSearchParams" => in_turn(vm, object).map(Some),
        name => match ROWS.iter().find(|(class, _)| *class == name) {
            Some((_, attributes)) => members(vm, object, attributes),
            None => Ok(None),
        },
    }
}

fn new_members(vm: &mut Vm) -> ObjectId {
    let prototype = realm::intrinsics(vm).object_prototype;
    let members = vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary);
    vm.keep(Value::object(members));
    members
}

/// The attributes of an object, and what a stream shows beside them.
fn members(vm: &mut Vm, object: ObjectId, attributes: &str) -> Completion<Option<View>> {
    let members = new_members(vm);
    let mut count = 0;
    for name in attributes.split(' ') {
        if let Some(value) = attribute(vm, object, name)? {
            add(vm, members, name, value)?;
            count += 1;
        }
    }
    if let Some((state, flag)) = streams::shown_state(vm, object) {
        if let Some(state) = state {
            let state = Value::string(vm.heap.intern_text(state));
            add(vm, members, "state", state)?;
        }
        if let Some((name, flag)) = flag {
            add(vm, members, name, Value::bool(flag))?;
        }
    }
    Ok((count > 0).then_some(View::Members(members)))
}

fn add(vm: &mut Vm, members: ObjectId, name: &str, value: Value) -> Completion<()> {
    let key = vm.heap.key(name);
    object::create_data_property_or_throw(vm, members, key, value)
}

/// The value of an attribute, which is kept, by the getter of its interface. None if a script has replaced that, or if the object
/// is of another interface.
fn attribute(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<Option<Value>> {
    vm.work(ENTRY)?;
    let key = vm.heap.key(name);
    let chain = std::iter::successors(vm.heap.prototype_of(object), |&current| vm.heap.prototype_of(current));
    let property = chain.take(LONGEST_CHAIN).find_map(|holder| vm.heap.stored_property(holder, key));
    let property = property.filter(|property| property.attributes.is_accessor());
    let Some(getter) = property.map(|property| vm.heap.accessor_of(property).getter) else { return Ok(None) };
    let Some(Kind::Native(Native { function, .. })) = getter.as_object().map(|getter| vm.heap.kind(getter)) else {
        return Ok(None);
    };
    if function::native(vm, function).name.strip_prefix("get ") != Some(name) {
        return Ok(None);
    }
    match vm.call(getter, Value::object(object), &[]) {
        Ok(value) => {
            vm.keep(value);
            Ok(Some(value))
        }
        Err(Throw::Exception(_)) => Ok(None),
        Err(end) => Err(end),
    }
}

/// The names and values of a list as properties; several values of one name as an array.
fn by_name(vm: &mut Vm, object: ObjectId) -> Completion<View> {
    let members = new_members(vm);
    let mut index = 0;
    while let Some([name, value]) = pairs::pair(vm, object, index) {
        vm.work(ENTRY)?;
        index += 1;
        let Some(name) = name.as_string() else { continue };
        let key = vm.heap.key_of_string(name)?;
        let earlier = vm.heap.stored_property(members, key).map(|property| property.value);
        let value = match earlier {
            None => value,
            Some(earlier) => together(vm, earlier, value)?,
        };
        object::create_data_property_or_throw(vm, members, key, value)?;
    }
    Ok(View::Entries(members))
}

/// An array of earlier values and another one. Values of lists are strings and blobs, and no arrays.
fn together(vm: &mut Vm, earlier: Value, value: Value) -> Completion<Value> {
    let array = earlier.as_object().filter(|&earlier| vm.heap.length_of_array(earlier).is_some());
    let Some(array) = array else {
        let both = array::new_array_from(vm, vec![earlier, value])?;
        return Ok(Value::object(both));
    };
    let next = vm.heap.length_of_array(array).unwrap_or(0);
    let key = vm.heap.key_of_index(next.into());
    object::create_data_property_or_throw(vm, array, key, value)?;
    Ok(Value::object(array))
}

fn in_turn(vm: &mut Vm, object: ObjectId) -> Completion<View> {
    let mut values = Vec::new();
    while let Some(pair) = pairs::pair(vm, object, values.len() / 2) {
        vm.work(ENTRY)?;
        vm.heap.lend_room(&mut values, 2)?;
        values.extend(pair);
    }
    Ok(View::Pairs(values))
}
