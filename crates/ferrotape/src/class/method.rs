//! Closures as methods: their first argument is the Rust value.

use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::HostCode;

use super::borrow::type_of;
use super::{Class, Constructed, IntoConstructor, own};
use crate::closure::{Arguments, WithContext, given, guarded};
use crate::declarations::{Signature, Signs, Types};
use crate::{Context, Error, FromArguments, IntoAsyncMethod, IntoResult, Local};

/// A closure with shared access to a value: `|value: &T, arguments…|`, or `|value: &T, cx: &mut Context<'_>,
/// arguments…|`.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Context, Engine, Error, Function, Instance};
///
/// struct Numbers(Vec<f64>);
///
/// impl Class for Numbers {
///     const NAME: &'static str = "Numbers";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.getter("length", |numbers: &Numbers| numbers.0.len())?;
///         class.method("map", |numbers: &Numbers, cx: &mut Context<'_>, f: Function| {
///             numbers.0.iter().map(|&n| f.call::<f64>(cx, (n,))).collect::<Result<Vec<f64>, Error>>()
///         })
///     }
/// }
///
/// let mut engine = Engine::new();
/// let numbers = Instance::new(&mut engine, Numbers(vec![1.0, 2.0]))?;
/// engine.set_global("numbers", numbers)?;
/// assert_eq!(engine.eval::<Vec<f64>>("numbers.map(n => n * numbers.length)")?, [2.0, 4.0]);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a method of `{T}` that scripts can call",
    note = "the arguments of a method are `FromArguments`, and its result is `IntoResult`",
    note = "`#[derive(FromJs)]` makes an argument of a struct, `#[derive(IntoJs)]` a result",
    note = "the error of a `Result` is a string, or implements `std::error::Error`",
    note = "a boxed error is a `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoMethod<T, Marker>: Send + Sync + 'static {
    /// The `length` of the method.
    const LENGTH: u32;

    /// Tells the types of arguments and result, as [`IntoFunction::signature`](crate::host::IntoFunction::signature).
    fn signature(types: &mut Types) -> Signature
    where
        Self: Sized,
    {
        let _ = types;
        Signature::unknown()
    }

    /// Calls the closure.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not convert ([`Error::path`] names it), or with the closure's own error. The script
    /// gets the error as an exception.
    fn call<'js>(&self, value: &T, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error>;
}

/// A closure with exclusive access to a value: `|value: &mut T, arguments…|`, or `|value: &mut T, cx: &mut Context<'_>,
/// arguments…|`.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Context, Engine, Error, Function, Instance};
///
/// struct Numbers(Vec<f64>);
///
/// impl Class for Numbers {
///     const NAME: &'static str = "Numbers";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.method_mut("push", |numbers: &mut Numbers, n: f64| numbers.0.push(n))?;
///         class.method_mut("pop", |numbers: &mut Numbers, cx: &mut Context<'_>, otherwise: Function| {
///             numbers.0.pop().map_or_else(|| otherwise.call::<f64>(cx, ()), Ok)
///         })
///     }
/// }
///
/// let mut engine = Engine::new();
/// let numbers = Instance::new(&mut engine, Numbers(Vec::new()))?;
/// engine.set_global("numbers", numbers)?;
/// assert_eq!(engine.eval::<[f64; 2]>("numbers.push(1); [numbers.pop(() => 7), numbers.pop(() => 7)]")?, [1.0, 7.0]);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a method of `{T}` that scripts can call",
    note = "the arguments of a method are `FromArguments`, and its result is `IntoResult`",
    note = "`#[derive(FromJs)]` makes an argument of a struct, `#[derive(IntoJs)]` a result",
    note = "the error of a `Result` is a string, or implements `std::error::Error`",
    note = "a boxed error is a `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoMethodMut<T, Marker>: Send + Sync + 'static {
    /// The `length` of the method.
    const LENGTH: u32;

    /// Tells the types of arguments and result, as [`IntoFunction::signature`](crate::host::IntoFunction::signature).
    fn signature(types: &mut Types) -> Signature
    where
        Self: Sized,
    {
        let _ = types;
        Signature::unknown()
    }

    /// Calls the closure.
    ///
    /// # Errors
    ///
    /// Fails as [`IntoMethod::call`] does.
    fn call<'js>(&self, value: &mut T, cx: &mut Context<'js>, arguments: &mut Arguments) -> Result<Local<'js>, Error>;
}

macro_rules! methods {
    ($(($($name:ident),*))*) => {
        $(
            methods!(@method IntoMethod, &T, ($($name),*));
            methods!(@method IntoMethodMut, &mut T, ($($name),*));
            methods!(@constructor ($($name),*));
            methods!(@future ($($name),*));
        )*
    };
    (@method $trait:ident, $value:ty, ($($name:ident),*)) => {
        #[allow(non_snake_case, unused_variables)]
        impl<T, Method, Result_, $($name),*> $trait<T, fn($($name),*) -> Result_> for Method
        where
            T: Class,
            Method: Fn($value, $($name),*) -> Result_ + Send + Sync + 'static,
            Result_: IntoResult,
            $($name: FromArguments,)*
        {
            const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

            fn call<'js>(
                &self,
                value: $value,
                cx: &mut Context<'js>,
                arguments: &mut Arguments,
            ) -> Result<Local<'js>, Error> {
                $(let $name = $name::from_arguments(cx, arguments)?;)*
                self(value, $($name),*).into_result(cx)
            }

            fn signature(types: &mut Types) -> Signature {
                Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Result_::typescript)
            }
        }

        #[allow(non_snake_case, unused_variables)]
        impl<T, Method, Result_, $($name),*> $trait<T, WithContext<fn($($name),*) -> Result_>> for Method
        where
            T: Class,
            Method: Fn($value, &mut Context<'_>, $($name),*) -> Result_ + Send + Sync + 'static,
            Result_: IntoResult,
            $($name: FromArguments,)*
        {
            const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

            fn call<'js>(
                &self,
                value: $value,
                cx: &mut Context<'js>,
                arguments: &mut Arguments,
            ) -> Result<Local<'js>, Error> {
                $(let $name = $name::from_arguments(cx, arguments)?;)*
                cx.is_nested = false;
                self(value, cx, $($name),*).into_result(cx)
            }

            fn signature(types: &mut Types) -> Signature {
                Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Result_::typescript)
            }
        }
    };
    (@future ($($name:ident),*)) => {
        #[allow(non_snake_case, unused_variables)]
        impl<T, Method, Future_, $($name),*> IntoAsyncMethod<T, fn($($name),*) -> Future_> for Method
        where
            T: Class,
            Method: Fn(Arc<T>, $($name),*) -> Future_ + Send + Sync + 'static,
            Future_: Future<Output: IntoResult + Send + 'static> + Send + 'static,
            $($name: FromArguments,)*
        {
            const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

            /// Converts the arguments and starts the future. Either way a promise comes of it, rejected if an argument
            /// does not convert.
            fn call<'js>(
                &self,
                value: Arc<T>,
                cx: &mut Context<'js>,
                arguments: &mut Arguments,
            ) -> Result<Local<'js>, Error> {
                let on_loan = cx.vm.heap.on_loan();
                let future = given(|| {
                    $(let $name = $name::from_arguments(cx, arguments)?;)*
                    Ok(self(value, $($name),*))
                });
                cx.promise_of_result(future, on_loan, arguments)
            }

            fn signature(types: &mut Types) -> Signature {
                Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Future_::Output::typescript).promised()
            }
        }
    };
    (@constructor ($($name:ident),*)) => {
        #[allow(non_snake_case, unused_variables)]
        impl<T, Function, Made, $($name),*> IntoConstructor<T, fn($($name),*) -> Made> for Function
        where
            T: Class,
            Function: Fn($($name),*) -> Made + Send + Sync + 'static,
            Made: Constructed<T>,
            $($name: FromArguments,)*
        {
            const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

            fn make(&self, cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<T, Error> {
                $(let $name = $name::from_arguments(cx, arguments)?;)*
                self($($name),*).constructed()
            }

            fn signature(types: &mut Types) -> Signature {
                Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, type_of::<T>)
            }
        }

        #[allow(non_snake_case, unused_variables)]
        impl<T, Function, Made, $($name),*> IntoConstructor<T, WithContext<fn($($name),*) -> Made>> for Function
        where
            T: Class,
            Function: Fn(&mut Context<'_>, $($name),*) -> Made + Send + Sync + 'static,
            Made: Constructed<T>,
            $($name: FromArguments,)*
        {
            const LENGTH: u32 = 0 $(+ $name::REQUIRED)*;

            fn make(&self, cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<T, Error> {
                $(let $name = $name::from_arguments(cx, arguments)?;)*
                cx.is_nested = false;
                self(cx, $($name),*).constructed()
            }

            fn signature(types: &mut Types) -> Signature {
                Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, type_of::<T>)
            }
        }
    };
}

methods! {
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

/// Returns the functions that tell the types of methods and constructors.
pub(super) fn signs_of_shared<T, M, F: IntoMethod<T, M>>(_: &F) -> Signs {
    F::signature
}

pub(super) fn signs_of_exclusive<T, M, F: IntoMethodMut<T, M>>(_: &F) -> Signs {
    F::signature
}

pub(super) fn signs_of_async<T, M, F: IntoAsyncMethod<T, M>>(_: &F) -> Signs {
    F::signature
}

/// Wraps a method with shared access as engine code.
pub(super) fn shared_code<T: Class, M, F: IntoMethod<T, M>>(name: &'static str, method: F) -> (u32, Arc<HostCode>) {
    let code = move |vm: &mut engine::Vm, call: engine::Call| {
        guarded(vm, call, |cx, arguments| {
            let object = cx.receiver::<T>(call.this, name)?;
            let value = cx.shared::<T>(object, name)?;
            let result = method.call(&value, cx, arguments);
            // The method may have changed values with interior mutability.
            own::attach(cx, object);
            result
        })
    };
    (F::LENGTH, Arc::new(code))
}

/// Wraps a method that returns a future as engine code.
pub(super) fn async_code<T: Class, M, F: IntoAsyncMethod<T, M>>(name: &'static str, method: F) -> (u32, Arc<HostCode>) {
    let code = move |vm: &mut engine::Vm, call: engine::Call| {
        guarded(vm, call, |cx, arguments| {
            let object = cx.receiver::<T>(call.this, name)?;
            let value = cx.shared::<T>(object, name)?;
            method.call(value, cx, arguments)
        })
    };
    (F::LENGTH, Arc::new(code))
}

/// Wraps a setter as engine code. Conversion errors name the property.
pub(super) fn setter_code<T: Class, M, F: IntoMethodMut<T, M>>(name: &'static str, setter: F) -> (u32, Arc<HostCode>) {
    let code = move |vm: &mut engine::Vm, call: engine::Call| {
        guarded(vm, call, |cx, arguments| {
            let object = cx.receiver::<T>(call.this, name)?;
            let set = cx.exclusive::<T, _>(object, name, |cx, value| setter.call(value, cx, arguments));
            set.map_err(|error| error.of_setter(name))
        })
    };
    (F::LENGTH, Arc::new(code))
}

/// Wraps a method with exclusive access as engine code.
pub(super) fn exclusive_code<T: Class, M, F: IntoMethodMut<T, M>>(
    name: &'static str,
    method: F,
) -> (u32, Arc<HostCode>) {
    let code = move |vm: &mut engine::Vm, call: engine::Call| {
        guarded(vm, call, |cx, arguments| {
            let object = cx.receiver::<T>(call.this, name)?;
            cx.exclusive::<T, _>(object, name, |cx, value| method.call(value, cx, arguments))
        })
    };
    (F::LENGTH, Arc::new(code))
}
