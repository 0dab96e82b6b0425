//! Closures as functions: the types of the arguments say how they are converted, and the result is converted back.
//!
//! ```text
//! script ──> host_code ──> FromArguments of each argument ──> the closure ──> IntoResult ──> script
//! ```
//!
//! `host_code` is the boundary. There, a panic of the closure becomes an exception. Once the run has ended, no result
//! of the closure reaches the script.

mod mutable;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use ferrotape_budget::costs::HOST_CALL;
use ferrotape_runtime as engine;
use ferrotape_runtime::panics::{drop_given, unless_it_panics};
use ferrotape_runtime::stopped;
use ferrotape_runtime::{Completion, HostCode, Throw, Vm};

use crate::class::{enter_call, leave_call};
use crate::declarations::{Parameters, Signature, Signs, Types};
use crate::future::Promised;
use crate::throwing::throw_of;
use crate::{Context, Error, FromJs, Function, IntoJs, Local};

pub use mutable::Mutable;

/// A Rust function that scripts can call: any closure that is `Fn + Send + Sync`, optionally with a [`Context`] as
/// first argument, or an `FnMut` closure within a [`Mutable`]. Its arguments are [`FromArguments`]. Its result is
/// [`IntoResult`], or a future of that; with a future, the function is async.
///
/// The script sees an error of the closure as an exception, and a panic as well. A closure that panics must therefore
/// leave shared state in order. A closure cannot stop the end of a run by a limit: once one of its calls has failed
/// with [such an error](Error::is_termination), its result is dropped.
///
/// ```
/// use ferrotape::host::{Opt, Rest};
/// use ferrotape::{Context, Engine, Function};
///
/// let mut engine = Engine::new();
/// engine.define("hypot", |x: f64, y: f64| x.hypot(y))?;
/// engine.define("greet", |name: Opt<String>| format!("Hello, {}!", name.0.as_deref().unwrap_or("you")))?;
/// engine.define("sum", |numbers: Rest<f64>| numbers.0.iter().sum::<f64>())?;
/// engine.define("parse", |text: String| text.parse::<i32>())?;
/// engine.define("apply", |cx: &mut Context<'_>, f: Function, n: f64| f.call::<f64>(cx, (n,)))?;
/// assert_eq!(engine.eval::<f64>("hypot(3, 4)")?, 5.0);
/// assert_eq!(engine.eval::<String>("greet()")?, "Hello, you!");
/// assert_eq!(engine.eval::<f64>("sum(1, 2, 3)")?, 6.0);
/// assert_eq!(engine.eval::<f64>("apply(Math.sqrt, 16)")?, 4.0);
///
/// // An error of the function is an exception, and its cause is found again.
/// let error = engine.eval::<i32>("parse('twelve')").unwrap_err();
/// assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function that scripts can call",
    note = "closures must be `Fn + Send + Sync + 'static`, their arguments `FromArguments`, and their result `IntoResult`",
    note = "`#[derive(FromJs)]` makes an argument of a struct, `#[derive(IntoJs)]` a result",
    note = "the error of a `Result` is a string, or implements `std::error::Error`",
    note = "a boxed error is a `Box<dyn Error + Send + Sync>`",
    note = "`Mutable::new` makes a function of a closure that is `FnMut`",
    note = "a `&mut Context<'_>` is the first argument; an object of a class is an `Instance<T>`",
    note = "a closure borrows a text as `&str` where that is its only argument, and else takes a `String`"
)]
pub trait IntoFunction<Marker>: Send + Sync + 'static {
    /// The `length` of the function: the number of required arguments.
    const LENGTH: u32;

    /// Calls the closure.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not convert ([`Error::path`] names it), or with the closure's own error. The script
    /// gets the error as an exception.
    fn call<'js>(&self, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error>;

    /// Tells the types of arguments and result, for [`Engine::declarations`](crate::Engine::declarations).
    fn signature(types: &mut Types) -> Signature
    where
        Self: Sized,
    {
        let _ = types;
        Signature::unknown()
    }
}

/// The arguments of a call that the closure has not taken yet: see [`FromArguments`].
///
/// ```
/// use ferrotape::host::{Arguments, FromArguments};
/// use ferrotape::{Context, Engine, Error};
///
/// /// A size by one number, or by two.
/// struct Size(u32, u32);
///
/// impl FromArguments for Size {
///     fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
///         let width = u32::from_arguments(cx, arguments)?;
///         let height = Option::<u32>::from_arguments(cx, arguments)?;
///         Ok(Size(width, height.unwrap_or(width)))
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("area", |size: Size| size.0 * size.1)?;
/// assert_eq!(engine.eval::<u32>("area(3) + area(3, 11)")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Arguments {
    call: engine::Call,
    next: usize,
}

impl Arguments {
    pub(crate) fn new(call: engine::Call) -> Self {
        Arguments { call, next: 0 }
    }

    /// Takes the next argument, with its index. Returns `undefined` if there are no more.
    fn take(&mut self, cx: &Context<'_>) -> (usize, engine::Value) {
        let place = self.next;
        self.next += 1;
        (place, self.call.argument(cx.vm, place))
    }

    fn is_empty(&self) -> bool {
        self.next >= self.call.argument_count()
    }

    /// The call that they belong to.
    pub(crate) fn call(&self) -> engine::Call {
        self.call
    }
}

/// An argument of a closure: any type that is [`FromJs`], and [`This`], [`Opt`] and [`Rest`].
///
/// ```
/// use ferrotape::host::{Arguments, FromArguments};
/// use ferrotape::{Context, Engine, Error};
///
/// /// Two arguments that belong together.
/// struct Point(f64, f64);
///
/// impl FromArguments for Point {
///     const REQUIRED: u32 = 2;
///
///     fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
///         Ok(Point(f64::from_arguments(cx, arguments)?, f64::from_arguments(cx, arguments)?))
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("distance", |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1))?;
/// assert_eq!(engine.eval::<f64>("distance(0, 0, 3, 4)")?, 5.0);
/// assert_eq!(engine.eval::<u8>("distance.length")?, 4);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a function that scripts call",
    note = "`#[derive(FromJs)]` converts objects to a struct; `Instance<T>` takes an object of a class"
)]
pub trait FromArguments: Sized {
    /// The number of arguments that this type requires.
    const REQUIRED: u32 = 1;

    /// Takes the arguments for this value.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not convert: the error's path names the argument. The script gets the error as an
    /// exception, and the closure is not called.
    fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error>;

    /// Tells the parameters that scripts give for this value, for [`Engine::declarations`](crate::Engine::declarations).
    /// See [`Parameters`] for an example.
    fn declare(types: &mut Types, parameters: &mut Parameters) {
        let _ = types;
        (0..Self::REQUIRED).for_each(|_| parameters.one("any"));
        parameters.rest("any");
    }
}

impl<T: FromJs> FromArguments for T {
    fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
        let (place, value) = arguments.take(cx);
        T::from_js(cx, Local::new(value)).map_err(|error| error.within_argument(place))
    }

    fn declare(types: &mut Types, parameters: &mut Parameters) {
        parameters.one(&T::typescript(types));
    }
}

/// The `this` of a call, converted to a type.
///
/// ```
/// use ferrotape::host::This;
/// use ferrotape::{Context, Engine, Object};
///
/// let mut engine = Engine::new();
/// engine.define("area", |cx: &mut Context<'_>, this: This<Object>| {
///     Ok::<f64, ferrotape::Error>(this.0.get::<f64>(cx, "w")? * this.0.get::<f64>(cx, "h")?)
/// })?;
/// assert_eq!(engine.eval::<f64>("({ w: 6, h: 7, area }).area()")?, 42.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct This<T>(pub T);

impl<T: FromJs> FromArguments for This<T> {
    const REQUIRED: u32 = 0;

    fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
        // A native function called by `new` has no `this`.
        let this = Some(arguments.call.this).filter(|this| !this.is_empty()).unwrap_or(engine::Value::UNDEFINED);
        T::from_js(cx, Local::new(this)).map(This).map_err(|error| error.within("this"))
    }

    fn declare(_: &mut Types, _: &mut Parameters) {}
}

/// An optional argument: None if it is missing or `undefined`.
///
/// ```
/// use ferrotape::host::Opt;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("round", |n: f64, digits: Opt<i32>| {
///     let unit = 10_f64.powi(digits.0.unwrap_or(0));
///     (n * unit).round() / unit
/// })?;
/// assert_eq!(engine.eval::<f64>("round(2.345)")?, 2.0);
/// assert_eq!(engine.eval::<f64>("round(2.345, 1)")?, 2.3);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Opt<T>(pub Option<T>);

impl<T: FromJs> FromArguments for Opt<T> {
    const REQUIRED: u32 = 0;

    fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
        let (place, value) = arguments.take(cx);
        if value.is_undefined() {
            return Ok(Opt(None));
        }
        let value = T::from_js(cx, Local::new(value)).map_err(|error| error.within_argument(place))?;
        Ok(Opt(Some(value)))
    }

    fn declare(types: &mut Types, parameters: &mut Parameters) {
        parameters.optional(&T::typescript(types));
    }
}

/// The target of `new`, if the function was called by `new`. It takes no argument.
///
/// ```
/// use ferrotape::host::NewTarget;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("isNew", |target: NewTarget| target.0.is_some())?;
/// assert!(!engine.eval::<bool>("isNew()")?);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTarget(pub Option<Function>);

impl FromArguments for NewTarget {
    const REQUIRED: u32 = 0;

    fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
        let target = arguments.call.new_target.map(engine::Value::object);
        Ok(NewTarget(target.map(|target| Function::new_handle(cx.vm, target))))
    }

    fn declare(_: &mut Types, _: &mut Parameters) {}
}

/// All remaining arguments.
///
/// ```
/// use ferrotape::host::Rest;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("join", |by: String, parts: Rest<String>| parts.0.join(&by))?;
/// assert_eq!(engine.eval::<String>("join('-', 'a', 'b', 'c')")?, "a-b-c");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest<T>(pub Vec<T>);

impl<T: FromJs> FromArguments for Rest<T> {
    const REQUIRED: u32 = 0;

    fn from_arguments(cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<Self, Error> {
        let mut rest = Vec::new();
        while !arguments.is_empty() {
            cx.reserve_one_more(&mut rest)?;
            rest.push(T::from_arguments(cx, arguments)?);
        }
        Ok(Rest(rest))
    }

    fn declare(types: &mut Types, parameters: &mut Parameters) {
        parameters.rest(&T::typescript(types));
    }
}

/// A result of a closure: any type that is [`IntoJs`], or a `Result` of it whose error is any error type or a string.
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("half", |n: u32| if n % 2 == 0 { Ok(n / 2) } else { Err(format!("{n} is odd")) })?;
/// assert_eq!(engine.eval::<u32>("half(84)")?, 42);
/// assert_eq!(engine.eval::<u32>("half(7)").unwrap_err().message(), "Error: 7 is odd");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a function that scripts call",
    note = "a result is `IntoJs`, or a `Result` of it: `#[derive(IntoJs)]` makes one of a struct",
    note = "an object of a class is made by `Instance::new`, or by the function with `#[js(constructor)]`",
    note = "the error of a `Result` is a string, or implements `std::error::Error`",
    note = "a boxed error is a `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoResult {
    /// Returns the value for the script, or the error to throw there.
    ///
    /// # Errors
    ///
    /// The error is the closure's own, or of a result that does not convert. The script gets it as an exception.
    fn into_result<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error>;

    /// Tells the TypeScript type of the value: see [`IntoJs::typescript`].
    fn typescript(types: &mut Types) -> String
    where
        Self: Sized,
    {
        let _ = types;
        "any".to_owned()
    }
}

impl<T: IntoJs> IntoResult for T {
    fn into_result<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.into_js(cx).map_err(|error| error.within("the result"))
    }

    fn typescript(types: &mut Types) -> String {
        <T as IntoJs>::typescript(types)
    }
}

impl<T: IntoJs, E: Into<Box<dyn std::error::Error + Send + Sync>>> IntoResult for Result<T, E> {
    fn into_result<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        match self {
            Ok(value) => value.into_js(cx).map_err(|error| error.within("the result")),
            Err(error) => Err(cx.error_of_host(error.into())),
        }
    }

    fn typescript(types: &mut Types) -> String {
        <T as IntoJs>::typescript(types)
    }
}

/// Marks a closure that takes the context: see [`IntoFunction`]. Functions that take such closures name it.
///
/// ```
/// use ferrotape::host::{IntoFunction, WithContext};
/// use ferrotape::{Context, Engine, Error};
///
/// fn define<R>(engine: &mut Engine, name: &str, f: impl IntoFunction<WithContext<fn() -> R>>) -> Result<(), Error> {
///     engine.define(&format!("host_{name}"), f)
/// }
///
/// let mut engine = Engine::new();
/// define(&mut engine, "now", |cx: &mut Context<'_>| cx.eval::<f64>("6 * 7"))?;
/// assert_eq!(engine.eval::<f64>("host_now()")?, 42.0);
/// # Ok::<(), Error>(())
/// ```
pub struct WithContext<F>(std::marker::PhantomData<F>);

/// Marks a closure that borrows a string: see [`IntoFunction`].
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// // A closure with a `&str` as its only argument is one of this kind.
/// engine.define("words", |text: &str| text.split_whitespace().count())?;
/// assert_eq!(engine.eval::<usize>("words('no copy was made')")?, 4);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct BorrowedText<F>(std::marker::PhantomData<F>);

/// Calls the closure. Lets the macros use `?` within an expression.
pub(crate) fn given<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    work()
}

/// Returns a closure that may run any number of times at once.
#[inline(always)]
fn shared<F>(closure: &F) -> Result<&F, Error> {
    Ok(closure)
}

macro_rules! closures {
    (for $owner:ty: $kind:ident + $shared:ident, $closure_of:path; $(($($name:ident),*))*) => {
        $(
            #[allow(non_snake_case, unused_variables)]
            impl<Function, Result_, $($name),*> IntoFunction<fn($($name),*) -> Result_> for $owner
            where
                Function: $kind($($name),*) -> Result_ + Send + $shared + 'static,
                Result_: IntoResult,
                $($name: FromArguments,)*
            {
                const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

                fn call<'js>(&self, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error> {
                    $(let $name = $name::from_arguments(cx, arguments)?;)*
                    let result = (*$closure_of(self)?)($($name),*);
                    result.into_result(cx)
                }

                fn signature(types: &mut Types) -> Signature {
                    Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Result_::typescript)
                }
            }

            #[allow(non_snake_case, unused_variables)]
            impl<Function, Result_, $($name),*> IntoFunction<WithContext<fn($($name),*) -> Result_>> for $owner
            where
                Function: for<'a> $kind(&mut Context<'a>, $($name),*) -> Result_ + Send + $shared + 'static,
                Result_: IntoResult,
                $($name: FromArguments,)*
            {
                const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

                fn call<'js>(&self, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error> {
                    $(let $name = $name::from_arguments(cx, arguments)?;)*
                    cx.is_nested = false;
                    let result = (*$closure_of(self)?)(cx, $($name),*);
                    result.into_result(cx)
                }

                fn signature(types: &mut Types) -> Signature {
                    Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Result_::typescript)
                }
            }

            #[allow(non_snake_case, unused_variables)]
            impl<Function, Future_, $($name),*> IntoFunction<Promised<fn($($name),*) -> Future_>> for $owner
            where
                Function: $kind($($name),*) -> Future_ + Send + $shared + 'static,
                Future_: Future<Output: IntoResult + Send + 'static> + Send + 'static,
                $($name: FromArguments,)*
            {
                const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

                fn call<'js>(&self, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error> {
                    let on_loan = cx.vm.heap.on_loan();
                    let future = given(|| {
                        $(let $name = $name::from_arguments(cx, arguments)?;)*
                        Ok((*$closure_of(self)?)($($name),*))
                    });
                    cx.promise_of_result(future, on_loan, arguments)
                }

                fn signature(types: &mut Types) -> Signature {
                    Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Future_::Output::typescript).promised()
                }
            }

            #[allow(non_snake_case, unused_variables)]
            impl<Function, Future_, $($name),*> IntoFunction<Promised<WithContext<fn($($name),*) -> Future_>>> for $owner
            where
                Function: for<'a> $kind(&mut Context<'a>, $($name),*) -> Future_ + Send + $shared + 'static,
                Future_: Future<Output: IntoResult + Send + 'static> + Send + 'static,
                $($name: FromArguments,)*
            {
                const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

                fn call<'js>(&self, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error> {
                    let on_loan = cx.vm.heap.on_loan();
                    let future = given(|| {
                        $(let $name = $name::from_arguments(cx, arguments)?;)*
                        cx.is_nested = false;
                        Ok((*$closure_of(self)?)(cx, $($name),*))
                    });
                    cx.promise_of_result(future, on_loan, arguments)
                }

                fn signature(types: &mut Types) -> Signature {
                    Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Future_::Output::typescript).promised()
                }
            }
        )*

        /// Borrows a string argument that the engine holds as ASCII, and copies any other: `|text: &str| …`.
        impl<Function, Result_> IntoFunction<BorrowedText<fn(&str) -> Result_>> for $owner
        where
            Function: for<'a> $kind(&'a str) -> Result_ + Send + $shared + 'static,
            Result_: IntoResult,
        {
            const LENGTH: u32 = 1;

            fn call<'js>(&self, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error> {
                let (place, value) = arguments.take(cx);
                let result = cx.with_text(Local::new(value), |text| -> Result<Result_, Error> {
                    Ok((*$closure_of(self)?)(text))
                });
                result.map_err(|error| error.within_argument(place))??.into_result(cx)
            }

            fn signature(types: &mut Types) -> Signature {
                Signature::told(types, |_, parameters| parameters.one("string"), Result_::typescript)
            }
        }
    };
}

macro_rules! all_closures {
    ($($arguments:tt)*) => {
        closures! { for Function: Fn + Sync, shared; $($arguments)* }
        closures! { for Mutable<Function>: FnMut + Send, Mutable::alone; $($arguments)* }
    };
}

all_closures! {
    ()
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
    (A, B, C, D, E, F, G)
    (A, B, C, D, E, F, G, H)
}

/// Returns a closure as code of the engine, with its `length`.
pub(crate) fn host_code<M>(function: impl IntoFunction<M>) -> (u32, Arc<HostCode>) {
    (
        length_of(&function),
        Arc::new(move |vm: &mut Vm, call: engine::Call| {
            guarded(vm, call, |cx, arguments| function.call(cx, arguments))
        }),
    )
}

/// Returns the function that tells the types of a closure.
pub(crate) fn signs_of<M, F: IntoFunction<M>>(_: &F) -> Signs {
    F::signature
}

fn length_of<M, F: IntoFunction<M>>(_: &F) -> u32 {
    F::LENGTH
}

/// Runs the work of a host function. Its own panic has not passed through frames of the engine, so there is nothing to
/// tidy up. A panic that has passed through such frames continues to the caller that entered the engine.
pub(crate) fn guarded(
    vm: &mut Vm,
    call: engine::Call,
    work: impl for<'js> FnOnce(&mut Context<'js>, &mut Arguments) -> Result<Local<'js>, Error>,
) -> Completion<engine::Value> {
    vm.work(HOST_CALL)?;
    let (realm, frames, callee) = (vm.realm, vm.execution.frames.len(), call.callee);
    let outer = enter_call(vm);
    let run = || work(&mut Context::nested(vm), &mut Arguments::new(call)).map(|local| local.value);
    let result = catch_unwind(AssertUnwindSafe(run));
    leave_call(vm, outer);
    vm.heap.budget.look_after_host();
    if let Some(stopped) = stopped::stopped(vm) {
        // The result may hold the last reference to a host error, or come from a panic.
        unless_it_panics(|| drop(result));
        return Err(Throw::Terminated(stopped.termination));
    }
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            let thrown = throw_of(vm, &error);
            unless_it_panics(|| drop(error));
            Err(thrown)
        }
        Err(panic) => {
            if vm.execution.frames.len() != frames {
                resume_unwind(panic);
            }
            vm.realm = realm;
            let error = Error::panicked(vm, callee, &*panic);
            drop_given(panic);
            crate::trace::panicked("a function");
            Err(throw_of(vm, &error))
        }
    }
}

/// Runs `work` outside of calls. Returns None if it panicked.
pub(crate) fn unless_panics<'js, T>(cx: &mut Context<'js>, work: impl FnOnce(&mut Context<'js>) -> T) -> Option<T> {
    let (realm, frames) = (cx.vm.realm, cx.vm.execution.frames.len());
    match catch_unwind(AssertUnwindSafe(|| work(cx))) {
        Ok(done) => Some(done),
        Err(panic) if cx.vm.execution.frames.len() != frames => resume_unwind(panic),
        Err(panic) => {
            drop_given(panic);
            cx.vm.realm = realm;
            None
        }
    }
}

#[cfg(feature = "testing")]
impl Context<'_> {
    /// Defines a native function that panics as code of the engine itself would: nothing catches it for the script.
    ///
    /// ```
    /// use std::panic::{AssertUnwindSafe, catch_unwind};
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.enter(|cx| cx.define_panic("broken"))?;
    /// assert!(catch_unwind(AssertUnwindSafe(|| engine.run("a.js", "broken()"))).is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[doc(hidden)]
    pub fn define_panic(&mut self, name: &str) -> Result<(), Error> {
        let panics = Arc::new(|_: &mut Vm, _: engine::Call| -> Completion<engine::Value> {
            std::panic::panic_any("on purpose")
        });
        let function = engine::function::new_host_function(self.vm, name, 0, panics);
        let function = self.kept(engine::Value::object(function));
        self.set_global(name, function)
    }
}
