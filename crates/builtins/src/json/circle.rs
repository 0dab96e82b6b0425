//! The error message for a circular structure.
//!
//! ```text
//! Converting circular structure to JSON
//!     --> starting at object with constructor 'Node'
//!     |     property 'next' -> object with constructor 'Object'
//!     --- property 'back' closes the circle
//! ```

use std::fmt::Write;

use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shown;
use ferrotape_runtime::vm::Vm;

/// The most objects shown after the first one; a longer circle shows these and the last one.
const MOST_SHOWN: usize = 4;

/// Returns the message. `path` has the enclosing objects, each with the key that led to it; `key` leads from the last
/// one back to `first`.
#[cold]
pub(super) fn message(vm: &mut Vm, path: &[(PropertyKey, ObjectId)], key: PropertyKey, first: ObjectId) -> String {
    let start = path.iter().rposition(|&(_, object)| object == first).unwrap_or(0);
    let between = path.get(start + 1..).unwrap_or_default();
    let mut text = "Converting circular structure to JSON".to_owned();
    let _ = write!(text, "\n    --> starting at object with constructor '{}'", constructor(vm, first));
    for (index, &(key, object)) in between.iter().enumerate() {
        let is_shown = index < MOST_SHOWN || index + 1 == between.len();
        if is_shown {
            let (key, constructor) = (shown(vm, key), constructor(vm, object));
            let _ = write!(text, "\n    |     {key} -> object with constructor '{constructor}'");
        } else if index == MOST_SHOWN {
            text.push_str("\n    |     ...");
        }
    }
    let _ = write!(text, "\n    --- {} closes the circle", shown(vm, key));
    text
}

fn shown(vm: &Vm, key: PropertyKey) -> String {
    let name = vm.heap.describe_key(key);
    if key.as_index().is_some() { format!("index {name}") } else { format!("property '{name}'") }
}

fn constructor(vm: &mut Vm, object: ObjectId) -> String {
    let is_array = vm.heap.is_array(object);
    shown::constructor_name(&mut vm.heap, object)
        .unwrap_or_else(|| if is_array { "Array" } else { "Object" }.to_owned())
}
