//! Guards of headers, Fetch 5.1: the rules for changing them.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::kept;

/// The kept value that is the guard.
const GUARD: usize = 0;

/// Guard of headers: who may change them. It is kept as a number, so that it is written with the object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    None,
    Request,
    RequestNoCors,
    Response,
    Immutable,
}

impl Guard {
    const ALL: [Guard; 5] = [Guard::None, Guard::Request, Guard::RequestNoCors, Guard::Response, Guard::Immutable];

    pub(crate) fn of(vm: &Vm, headers: ObjectId) -> Guard {
        let number = kept(vm, headers, GUARD).as_int().and_then(|number| usize::try_from(number).ok());
        number.and_then(|number| Guard::ALL.get(number).copied()).unwrap_or(Guard::None)
    }

    pub(super) fn value(self) -> Value {
        Value::int(self as i32)
    }

    pub(crate) fn set(self, vm: &mut Vm, headers: ObjectId) {
        hosts::set_kept_value(&mut vm.heap, headers, GUARD, self.value());
    }
}

/// Headers that the host sets, and not a script: Fetch 2.2.2, forbidden request-headers.
const FORBIDDEN: [&[u8]; 20] = [
    b"accept-charset",
    b"accept-encoding",
    b"access-control-request-headers",
    b"access-control-request-method",
    b"connection",
    b"content-length",
    b"cookie",
    b"cookie2",
    b"date",
    b"dnt",
    b"expect",
    b"host",
    b"keep-alive",
    b"origin",
    b"referer",
    b"set-cookie",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
];

/// Headers by which a method can be changed on the way.
const METHOD_OVERRIDES: [&[u8]; 3] = [b"x-http-method", b"x-http-method-override", b"x-method-override"];

/// Returns whether it is a forbidden request-header. The name is in small letters.
pub(super) fn is_forbidden(name: &[u8], value: &[u8]) -> bool {
    if FORBIDDEN.contains(&name) || name == b"via" || name.starts_with(b"proxy-") || name.starts_with(b"sec-") {
        return true;
    }
    METHOD_OVERRIDES.contains(&name)
        && value.split(|&byte| byte == b',').any(|part| is_forbidden_method(part.trim_ascii()))
}

/// Returns whether it is a forbidden method, Fetch 2.2.1.
pub(crate) fn is_forbidden_method(method: &[u8]) -> bool {
    [&b"CONNECT"[..], b"TRACE", b"TRACK"].iter().any(|forbidden| method.eq_ignore_ascii_case(forbidden))
}

/// The no-CORS-safelisted request-headers: Fetch 2.2.2.
const SAFELISTED: [&[u8]; 4] = [b"accept", b"accept-language", b"content-language", b"content-type"];

/// Returns whether it is a no-CORS-safelisted request-header. Values that are too long or of another type are none.
pub(super) fn is_safelisted(name: &[u8], value: &[u8]) -> bool {
    const MOST: usize = 128;
    let is_unsafe = |byte: &u8| (*byte < b' ' && *byte != b'\t') || b"\"():<>?@[\\]{}\x7F".contains(byte);
    if value.len() > MOST {
        return false;
    }
    match name {
        b"accept" => !value.iter().any(is_unsafe),
        b"accept-language" | b"content-language" => {
            value.iter().all(|byte| byte.is_ascii_alphanumeric() || b" *,-.;=".contains(byte))
        }
        b"content-type" => {
            let essence = value.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
            let safe = [&b"application/x-www-form-urlencoded"[..], b"multipart/form-data", b"text/plain"];
            !value.iter().any(is_unsafe) && safe.iter().any(|safe| essence.eq_ignore_ascii_case(safe))
        }
        _ => false,
    }
}

/// Validates a header against the guard: false where it is ignored.
pub(super) fn allows(vm: &mut Vm, headers: ObjectId, name: &[u8], value: &[u8]) -> Completion<bool> {
    match Guard::of(vm, headers) {
        Guard::None => Ok(true),
        Guard::Immutable => vm.type_error("These headers cannot be changed"),
        Guard::Request => Ok(!is_forbidden(name, value)),
        Guard::RequestNoCors => Ok(is_safelisted(name, value)),
        Guard::Response => Ok(name != b"set-cookie" && name != b"set-cookie2"),
    }
}

/// Validates the removal of a header against the guard: false where it stays.
pub(super) fn allows_removal(vm: &mut Vm, headers: ObjectId, name: &[u8]) -> Completion<bool> {
    match Guard::of(vm, headers) {
        // Its value has no say in it.
        Guard::RequestNoCors => Ok(SAFELISTED.contains(&name)),
        _ => allows(vm, headers, name, b""),
    }
}
