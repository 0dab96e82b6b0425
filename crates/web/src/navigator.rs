//! `navigator` and `self`, HTML 8.10 and 7.2.

use std::any::Any;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, attributes, illegal_constructor, new_object, this_object};
use crate::text;

/// The class of `navigator`, and the data of a new one.
pub(crate) const CLASS: PartClass = ("Navigator", || Box::new(Navigator));

pub(crate) static GLOBALS: &[&str] = &["Navigator"];

/// Marks an object as a Navigator.
struct Navigator;

impl HostData for Navigator {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Navigator))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static NAVIGATOR: Interface = Interface {
    known: Known::Navigator,
    constructor: constructor("Navigator", 0, illegal_constructor),
    operations: &[],
    attributes: attributes! { "userAgent": user_agent; },
    statics: &[],
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &NAVIGATOR, None)?;
    let navigator = new_object(realm.vm, CLASS.0, prototype, Box::new(Navigator))?;
    realm::set_further(realm.vm, Known::NavigatorObject as usize, navigator);
    Ok(())
}

/// get Navigator.prototype.userAgent
fn user_agent(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_object::<Navigator>(vm, call, "get Navigator.prototype.userAgent")?;
    let agent = concat!("Ferrotape/", env!("CARGO_PKG_VERSION"));
    Ok(Value::string(text::new_string(vm, agent.as_bytes())?))
}

/// Defines `self`, another name of the global object.
pub(crate) fn define_self(realm: &mut RealmBuilder) -> Completion<()> {
    let global = realm.vm.realm.global;
    realm.value(global, "self", Value::object(global), Attributes::ALL)
}
