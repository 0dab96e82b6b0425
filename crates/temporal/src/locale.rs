//! The methods `toLocaleString`: by ECMA-402 with the feature `intl`, else with the text that `toJSON` gives.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::slots::{self, Held};

/// A method of a prototype.
type Method = fn(&mut Vm, Call) -> Completion<Value>;

/// Implements `toLocaleString` of a type, whose `toJSON` is `plain`.
pub(crate) fn text<T: Held>(vm: &mut Vm, call: Call, plain: Method) -> Completion<Value> {
    slots::this::<T>(vm, call, "toLocaleString")?;
    by_locale::<T>(vm, call, plain)
}

#[cfg(feature = "intl")]
fn by_locale<T: Held>(vm: &mut Vm, call: Call, _: Method) -> Completion<Value> {
    if T::TYPE == slots::Type::Duration {
        return ferrotape_intl::duration_to_locale_string(vm, call);
    }
    let zone = call.this.as_object().and_then(|object| slots::zone_of(vm, object));
    ferrotape_intl::temporal_to_locale_string(vm, call, zone.as_deref())
}

#[cfg(not(feature = "intl"))]
fn by_locale<T: Held>(vm: &mut Vm, call: Call, plain: Method) -> Completion<Value> {
    plain(vm, call)
}
