//! The arguments of calls to script functions.

use ferrotape_runtime as engine;

use crate::{Context, Error, IntoJs, Value};

/// The arguments of a call: a tuple of values, a slice, or a vector.
///
/// ```
/// use ferrotape::{Engine, Function, Value};
///
/// let mut engine = Engine::new();
/// let max: Function = engine.eval("Math.max")?;
/// assert_eq!(max.call::<f64>(&mut engine, (3, 7.5))?, 7.5);
/// assert_eq!(max.call::<f64>(&mut engine, vec![1.0, 2.0])?, 2.0);
/// assert_eq!(max.call::<f64>(&mut engine, ())?, f64::NEG_INFINITY);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of arguments",
    note = "arguments are a tuple, a slice or a vector: write `(5,)` for a single one, `()` for none"
)]
pub trait IntoArguments: sealed::IntoArguments {}

pub(crate) mod sealed {
    use super::{Context, Error, engine};

    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a list of arguments",
        note = "arguments are a tuple, a slice or a vector: write `(5,)` for a single one, `()` for none"
    )]
    pub trait IntoArguments {
        /// Passes the converted values on, kept alive for the turn.
        fn pass<'js, R>(
            self,
            cx: &mut Context<'js>,
            to: impl FnOnce(&mut Context<'js>, &[engine::Value]) -> Result<R, Error>,
        ) -> Result<R, Error>;
    }
}

impl<A: sealed::IntoArguments> IntoArguments for A {}

macro_rules! tuples {
    ($(($($name:ident $number:tt),*))*) => {
        $(
            #[allow(unused_variables)]
            impl<$($name: IntoJs),*> sealed::IntoArguments for ($($name,)*) {
                fn pass<'js, R>(
                    self,
                    cx: &mut Context<'js>,
                    to: impl FnOnce(&mut Context<'js>, &[engine::Value]) -> Result<R, Error>,
                ) -> Result<R, Error> {
                    let values = [$(self.$number.into_js(cx).map_err(|error| error.within_argument($number))?.value),*];
                    to(cx, &values)
                }
            }
        )*
    };
}

tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

/// Passes a list of values on.
fn pass_list<'js, R>(
    cx: &mut Context<'js>,
    list: impl IntoIterator<Item: IntoJs, IntoIter: ExactSizeIterator>,
    to: impl FnOnce(&mut Context<'js>, &[engine::Value]) -> Result<R, Error>,
) -> Result<R, Error> {
    let list = list.into_iter();
    let mut values = Vec::with_capacity(list.len());
    for (index, value) in list.enumerate() {
        values.push(value.into_js(cx).map_err(|error| error.within_argument(index))?.value);
    }
    to(cx, &values)
}

impl<T: IntoJs> sealed::IntoArguments for Vec<T> {
    fn pass<'js, R>(
        self,
        cx: &mut Context<'js>,
        to: impl FnOnce(&mut Context<'js>, &[engine::Value]) -> Result<R, Error>,
    ) -> Result<R, Error> {
        pass_list(cx, self, to)
    }
}

impl sealed::IntoArguments for &[Value] {
    fn pass<'js, R>(
        self,
        cx: &mut Context<'js>,
        to: impl FnOnce(&mut Context<'js>, &[engine::Value]) -> Result<R, Error>,
    ) -> Result<R, Error> {
        pass_list(cx, self, to)
    }
}
