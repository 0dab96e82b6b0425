//! Access to the value that follows code across awaits, for the functions that Node's AsyncLocalStorage is made of.

use ferrotape::convert::JsValue;
use ferrotape::{Context, Error, Function};

/// Makes a function that gives what follows the running code.
pub fn current(cx: &mut Context<'_>) -> Result<Function, Error> {
    Function::new(cx, "current", |cx: &mut Context<'_>| cx.async_context::<JsValue>())
}

/// Makes a function that sets what follows the running code.
pub fn enter(cx: &mut Context<'_>) -> Result<Function, Error> {
    Function::new(cx, "enter", |cx: &mut Context<'_>, value: JsValue| cx.set_async_context(value))
}
