//! Closures that create the Rust values of a class, and their results.

use super::Class;
use crate::declarations::{Signature, Types};
use crate::{Arguments, Context, Error};

/// A closure that creates values of a class: any [`IntoFunction`](crate::host::IntoFunction) whose result is the value,
/// or a `Result` of it.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Engine, Error};
///
/// struct Ratio(f64);
///
/// impl Class for Ratio {
///     const NAME: &'static str = "Ratio";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.constructor(|text: String| text.parse::<f64>().map(Ratio))
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Ratio>()?;
/// let error = engine.eval::<()>("new Ratio('half')").unwrap_err();
/// assert!(error.downcast_ref::<std::num::ParseFloatError>().is_some());
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a constructor of `{T}`",
    note = "a constructor returns the value or a `Result` of it, and its arguments are `FromArguments`"
)]
pub trait IntoConstructor<T, Marker>: Send + Sync + 'static {
    /// The `length` of the constructor.
    const LENGTH: u32;

    /// Tells the types of arguments and result, as [`IntoFunction::signature`](crate::host::IntoFunction::signature).
    fn signature(types: &mut Types) -> Signature
    where
        Self: Sized,
    {
        let _ = types;
        Signature::unknown()
    }

    /// Creates a value.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not convert, or with the closure's own error. The script gets the error as an
    /// exception.
    fn make(&self, cx: &mut Context<'_>, arguments: &mut Arguments) -> Result<T, Error>;
}

/// The result of a constructor: the value, or a `Result` of it. See [`IntoConstructor`].
///
/// ```
/// use ferrotape::class::Constructed;
/// use ferrotape::{Class, ClassBuilder, Engine, Error};
///
/// struct Even(u32);
///
/// impl Class for Even {
///     const NAME: &'static str = "Even";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.constructor(|n: u32| if n % 2 == 0 { Ok(Even(n)) } else { Err(format!("{n} is odd")) })
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Even>()?;
/// assert_eq!(engine.eval::<()>("new Even(3)").unwrap_err().message(), "Error: 3 is odd");
/// // So is the value itself.
/// assert_eq!(Even(2).constructed()?.0, 2);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a constructor of `{T}` cannot return `{Self}`",
    note = "a constructor returns the value or a `Result` of it",
    note = "the error of a `Result` is a string, or implements `std::error::Error`",
    note = "a boxed error is a `Box<dyn Error + Send + Sync>`"
)]
pub trait Constructed<T> {
    /// Returns the value.
    ///
    /// # Errors
    ///
    /// Fails with the error of the `Result`, as by [`Error::from_host`].
    fn constructed(self) -> Result<T, Error>;
}

impl<T: Class> Constructed<T> for T {
    fn constructed(self) -> Result<T, Error> {
        Ok(self)
    }
}

impl<T: Class, E: Into<Box<dyn std::error::Error + Send + Sync>>> Constructed<T> for Result<T, E> {
    fn constructed(self) -> Result<T, Error> {
        self.map_err(Error::from_host)
    }
}
