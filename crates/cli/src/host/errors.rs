//! Errors with Node's codes, for `process` and its streams: programs without packages have them too.

use std::sync::OnceLock;

use ferrotape::console::InspectOptions;
use ferrotape::{Context, Error, Function, Object, Value};

/// Makes the functions that make errors, of the text that Node's modules have them from. That asks `util` only to show values.
const ERRORS: &str = concat!(
    "(function (inspect) {\nconst exports = {}, require = () => ({ inspect });\n(function () {\n",
    include_str!("../commonjs/builtin/errors.js"),
    "\n})();\nreturn exports;\n})"
);

/// Makes a function that gives the object with these functions. Most programs need none, so the first call makes them.
pub fn maker(cx: &mut Context<'_>) -> Result<Function, Error> {
    let made = OnceLock::<Object>::new();
    Function::new(cx, "errors", move |cx: &mut Context<'_>| {
        if let Some(errors) = made.get() {
            return Ok(errors.clone());
        }
        let inspect = Function::new(cx, "inspect", inspect)?;
        let make: Function = cx.eval_named("node:internal/process_errors", ERRORS)?;
        let errors: Object = make.call(cx, (inspect,))?;
        Ok::<Object, Error>(made.get_or_init(|| errors).clone())
    })
}

/// util.inspect ( value, options )
pub fn inspect(cx: &mut Context<'_>, value: Value, given: Value) -> Result<String, Error> {
    cx.inspect_as_asked(&value, &given, &InspectOptions { custom: true, ..InspectOptions::default() })
}
