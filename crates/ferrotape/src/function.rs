//! Handles of functions.

use ferrotape_runtime as engine;
use ferrotape_runtime::DynamicKind;
use ferrotape_runtime::function::{self, Closure};
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::scripts::eval;

use crate::arguments::IntoArguments;
use crate::context::AsContext;
use crate::handle::object_handle;
use crate::{Context, Error, FromJs, IntoFunction, IntoJs, Local, closure};

object_handle! {
    /// A handle of a function, of a script or of the host.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let add: Function = engine.eval("(a, b) => a + b")?;
    /// assert_eq!(add.call::<f64>(&mut engine, (20, 22))?, 42.0);
    /// assert_eq!(add.call::<String>(&mut engine, ("a", "b"))?, "ab");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Function, "a function", |vm, value| vm.heap.is_callable(value)
}

impl Function {
    /// Creates a function from a closure. [`FromJs`] and [`IntoJs`] convert arguments and result: see [`IntoFunction`].
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let repeat = Function::new(&mut engine, "repeat", |text: String, times: u8| text.repeat(times.into()))?;
    /// engine.set_global("repeat", repeat)?;
    /// assert_eq!(engine.eval::<String>("repeat('ab', 3)")?, "ababab");
    /// let error = engine.eval::<String>("repeat('ab', 'many')").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: argument 2: expected a number, found \"many\"");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new<M>(cx: &mut impl AsContext, name: &str, function: impl IntoFunction<M>) -> Result<Function, Error> {
        Function::new_at(cx, name, name, function)
    }

    /// Creates a function that the host knows by a path, as calls that wait and snapshots do, and scripts by a name.
    pub(crate) fn new_at<M>(
        cx: &mut impl AsContext,
        path: &str,
        name: &str,
        function: impl IntoFunction<M>,
    ) -> Result<Function, Error> {
        let (length, code) = closure::host_code(function);
        cx.enter(|cx| {
            cx.make_room(path.len().saturating_mul(2))?;
            let function = function::new_host_function_at(cx.vm, path, name, length, code);
            Ok(Function::new_handle(cx.vm, engine::Value::object(function)))
        })
    }

    /// Compiles source text as the body of a function with parameters of these names, like a CommonJS module. `return`
    /// may stand at the top level, and declarations are local to the function. Stacks show `name`; positions are those
    /// in `body`.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let area = Function::compile(&mut engine, "area.js", &["w", "h"], "const area = w * h\nreturn area")?;
    /// assert_eq!(area.call::<f64>(&mut engine, (6, 7))?, 42.0);
    /// let error = Function::compile(&mut engine, "wrong.js", &[], "let a = 1\n}").unwrap_err();
    /// assert_eq!(error.location().map(|place| (place.line, place.column)), Some((2, 1)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the body or a parameter does not parse, or for a [shared cause](Error#shared-causes).
    pub fn compile(cx: &mut impl AsContext, name: &str, parameters: &[&str], body: &str) -> Result<Function, Error> {
        Function::compile_body(cx, DynamicKind::Plain, name, parameters, body)
    }

    /// Compiles source text as the body of an async function, as [`Function::compile`] does: `await` may stand at the
    /// top level, and calls return promises.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Function, Promise};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("load", |name: String| async move { format!("<{name}>") })?;
    /// let body = "const text = await load(name)\nreturn text + text";
    /// let twice = Function::compile_async(&mut engine, "twice.js", &["name"], body)?;
    /// let promise: Promise = twice.call(&mut engine, ("a",))?;
    /// assert_eq!(promise.wait::<String>(&mut engine).block()?, "<a><a>");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Function::compile`] does.
    pub fn compile_async(
        cx: &mut impl AsContext,
        name: &str,
        parameters: &[&str],
        body: &str,
    ) -> Result<Function, Error> {
        Function::compile_body(cx, DynamicKind::Async, name, parameters, body)
    }

    /// Compiles a body with parameters, and makes the function in the current realm. Text that does not parse is
    /// `ErrorKind::Syntax`.
    fn compile_body(
        cx: &mut impl AsContext,
        kind: DynamicKind,
        name: &str,
        parameters: &[&str],
        body: &str,
    ) -> Result<Function, Error> {
        cx.enter(|cx| {
            let unit = cx.working(|vm| eval::compile_function_body(vm, kind, name, parameters, body));
            let unit = unit.map_err(Error::of_text)?;
            let function = cx.run_for_value(|vm| eval::function_of_body(vm, unit).map(engine::Value::object))?;
            Ok(Function::new_handle(cx.vm, function.value))
        })
    }

    /// Calls the function with `undefined` as `this`.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let twice: Function = engine.eval("n => 2 * n")?;
    /// assert_eq!(twice.call::<f64>(&mut engine, (21,))?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if an argument or the result does not convert, or the function throws. Also for a
    /// [shared cause](Error#shared-causes). What the function did before stays.
    pub fn call<R: FromJs>(&self, cx: &mut impl AsContext, arguments: impl IntoArguments) -> Result<R, Error> {
        self.call_with(cx, crate::Undefined, arguments)
    }

    /// Calls the function with a value as `this`.
    ///
    /// ```
    /// use ferrotape::{Engine, Function, Object};
    ///
    /// let mut engine = Engine::new();
    /// let function: Function = engine.eval("(function (by) { 'use strict'; return this.n * by })")?;
    /// let object: Object = engine.eval("({ n: 6 })")?;
    /// assert_eq!(function.call_with::<f64>(&mut engine, &object, (7,))?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Function::call`] does, and if `this` does not convert.
    pub fn call_with<R: FromJs>(
        &self,
        cx: &mut impl AsContext,
        this: impl IntoJs,
        arguments: impl IntoArguments,
    ) -> Result<R, Error> {
        cx.enter(|cx| {
            let function = Local::new(engine::Value::object(self.id(cx)?));
            let this = this.into_js(cx)?;
            let result = arguments.pass(cx, |cx, arguments| cx.call(function, this, arguments))?;
            R::from_js(cx, result).map_err(|error| error.within("the result"))
        })
    }

    /// Evaluates `new function(…)`, and converts the resulting object.
    ///
    /// ```
    /// use ferrotape::handles::Map;
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let constructor: Function = engine.eval("Map")?;
    /// let map: Map = constructor.construct(&mut engine, (vec![("a", 1)],))?;
    /// assert_eq!(map.len(&mut engine)?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the function is not a constructor (`TypeError`), and as [`Function::call`] does.
    pub fn construct<R: FromJs>(&self, cx: &mut impl AsContext, arguments: impl IntoArguments) -> Result<R, Error> {
        cx.enter(|cx| {
            let function = self.id(cx)?;
            if !cx.vm.heap.has_construct(function) {
                return Err(Error::type_error("the function is not a constructor"));
            }
            let result = arguments.pass(cx, |cx, arguments| {
                cx.run_for_value(|vm| vm.construct(function, arguments, function).map(engine::Value::object))
            })?;
            R::from_js(cx, result)
        })
    }

    /// Returns whether the function can be called by `new`.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let [class, arrow]: [Function; 2] = engine.eval("[class {}, () => {}]")?;
    /// assert!(class.is_constructor(&mut engine)? && !arrow.is_constructor(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a function of another engine.
    pub fn is_constructor(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        cx.enter(|cx: &mut Context<'_>| {
            let function = self.id(cx)?;
            Ok(cx.vm.heap.has_construct(function))
        })
    }

    /// Returns whether the source text of the function may use a global variable of this name, as
    /// [`Script::may_use`](crate::Script::may_use) does. False for functions without a text.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let rule = Function::compile(&mut engine, "rule.js", &["order"], "return order.total > limit")?;
    /// assert!(rule.may_use(&mut engine, "limit")? && !rule.may_use(&mut engine, "total")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a function of another engine.
    pub fn may_use(&self, cx: &mut impl AsContext, name: &str) -> Result<bool, Error> {
        cx.enter(|cx: &mut Context<'_>| {
            let function = self.id(cx)?;
            let Kind::Closure(Closure { code, .. }) = cx.vm.heap.kind(function) else { return Ok(false) };
            Ok(cx.vm.heap.code_cell(code).set.unit.unit.may_use(name))
        })
    }
}
