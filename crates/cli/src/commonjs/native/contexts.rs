//! Scripts of `vm`: in the program's own realm, or in that of a context.
//!
//! Nothing here holds a realm. A context is the global object of its realm, which lives as long as the program holds the object.

use std::time::Duration;

use ferrotape::handles::Realm;
use ferrotape::{AsContext, Context, Error, Limits, Object, Value};

use super::add;

/// Fuel for a realm, as for that of a `ShadowRealm`.
const WORK_FOR_A_REALM: u64 = 1024;

/// Adds what makes realms, gives them another object for their variables, and runs texts in them.
pub(super) fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    add(cx, native, "newRealm", |cx: &mut Context<'_>| {
        cx.tick(WORK_FOR_A_REALM)?;
        Ok::<_, Error>(cx.new_realm()?.global())
    })?;
    add(cx, native, "setScope", |cx: &mut Context<'_>, global: Object, scope: Object| {
        realm_of(cx, Some(&global))?.set_scope(cx, &scope)
    })?;
    add(cx, native, "run", run)?;
    add(
        cx,
        native,
        "runFor",
        |cx: &mut Context<'_>, time: f64, name: String, text: String, global: Option<Object>| {
            let limits = Limits::new().time(Duration::from_secs_f64(time / 1000.0));
            match cx.with_limits(&limits, |cx| run(cx, name, text, global)) {
                Ok(value) => Ok(Some(vec![value])),
                // After a limit of the program itself, nothing runs any more.
                Err(error) if error.is_termination() => Ok(None),
                Err(error) => Err(error),
            }
        },
    )?;
    add(cx, native, "check", |cx: &mut Context<'_>, name: String, text: String| cx.check_script(&name, text))
}

/// Runs a text in the realm of a global object, or in the current one.
fn run(cx: &mut Context<'_>, name: String, text: String, global: Option<Object>) -> Result<Value, Error> {
    let realm = realm_of(cx, global.as_ref())?;
    cx.in_realm(&realm, |cx| cx.run(&name, text))
}

fn realm_of(cx: &mut Context<'_>, global: Option<&Object>) -> Result<Realm, Error> {
    let Some(global) = global else { return Ok(cx.realm()) };
    Realm::of(cx, global).ok_or_else(|| Error::new("there is no such context"))
}
