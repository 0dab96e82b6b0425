//! Strings as HTML, ECMA-262 B.2.2.2 to B.2.2.14.

use crate::string::find::find_unit;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::{string_argument, this_string};

/// String.prototype.anchor ( name ), ECMA-262 B.2.2.2
pub(super) fn anchor(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "a", Some("name"))
}

/// String.prototype.big ( ), ECMA-262 B.2.2.3
pub(super) fn big(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "big", None)
}

/// String.prototype.blink ( ), ECMA-262 B.2.2.4
pub(super) fn blink(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "blink", None)
}

/// String.prototype.bold ( ), ECMA-262 B.2.2.5
pub(super) fn bold(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "b", None)
}

/// String.prototype.fixed ( ), ECMA-262 B.2.2.6
pub(super) fn fixed(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "tt", None)
}

/// String.prototype.fontcolor ( color ), ECMA-262 B.2.2.7
pub(super) fn fontcolor(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "font", Some("color"))
}

/// String.prototype.fontsize ( size ), ECMA-262 B.2.2.8
pub(super) fn fontsize(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "font", Some("size"))
}

/// String.prototype.italics ( ), ECMA-262 B.2.2.9
pub(super) fn italics(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "i", None)
}

/// String.prototype.link ( url ), ECMA-262 B.2.2.10
pub(super) fn link(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "a", Some("href"))
}

/// String.prototype.small ( ), ECMA-262 B.2.2.11
pub(super) fn small(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "small", None)
}

/// String.prototype.strike ( ), ECMA-262 B.2.2.12
pub(super) fn strike(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "strike", None)
}

/// String.prototype.sub ( ), ECMA-262 B.2.2.13
pub(super) fn sub(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "sub", None)
}

/// String.prototype.sup ( ), ECMA-262 B.2.2.14
pub(super) fn sup(vm: &mut Vm, call: Call) -> Completion<Value> {
    create_html(vm, call, "sup", None)
}

/// CreateHTML ( string, tag, attribute, value ), ECMA-262 B.2.2.2.1. The value is the first argument.
fn create_html(vm: &mut Vm, call: Call, tag: &str, attribute: Option<&str>) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let mut html = StringBuilder::new();
    html.push_bytes(vm, format!("<{tag}").as_bytes())?;
    if let Some(attribute) = attribute {
        let value = string_argument(vm, call, 0)?;
        html.push_bytes(vm, format!(" {attribute}=\"").as_bytes())?;
        let flat = vm.heap.flatten(value)?;
        let length = vm.heap.view(flat).len();
        let mut start = 0;
        while start < length {
            let quote = find_unit(&mut vm.heap, flat, start, |unit| unit == 0x22)?;
            html.push_substring(vm, value, start, quote)?;
            if quote < length {
                html.push_bytes(vm, b"&quot;")?;
            }
            start = quote + 1;
        }
        html.push_byte(vm, b'"')?;
    }
    html.push_byte(vm, b'>')?;
    html.push_string(vm, string)?;
    html.push_bytes(vm, format!("</{tag}>").as_bytes())?;
    html.finish(vm).map(Value::string)
}
