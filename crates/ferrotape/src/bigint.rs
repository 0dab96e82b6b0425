//! BigInts in Rust.

use ferrotape_runtime::bigint;
use ferrotape_runtime::bigints;
use std::fmt;
use std::str::FromStr;

use ferrotape_runtime as engine;

use crate::declarations::Types;
use crate::{Context, Error, FromJs, IntoJs, Local};

/// An integer of any size, like BigInts of scripts.
///
/// ```
/// use ferrotape::handles::BigInt;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// let big: BigInt = engine.eval("2n ** 100n")?;
/// assert_eq!(big.to_string(), "1267650600228229401496703205376");
/// engine.set_global("n", BigInt::from(u64::MAX))?;
/// assert_eq!(engine.eval::<u128>("n + 1n")?, 1 << 64);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BigInt(pub(crate) num_bigint::BigInt);

impl fmt::Display for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}n")
    }
}

impl FromStr for BigInt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse().map(BigInt).map_err(|_| Error::range_error("not the digits of an integer"))
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {
        $(
            impl From<$integer> for BigInt {
                fn from(value: $integer) -> Self {
                    BigInt(value.into())
                }
            }

            /// Returns the integer if the type holds it.
            impl TryFrom<&BigInt> for $integer {
                type Error = Error;

                fn try_from(value: &BigInt) -> Result<Self, Error> {
                    let number = <$integer>::try_from(&value.0);
                    number.map_err(|_| Error::range_error(format!("too large for {}", stringify!($integer))))
                }
            }
        )*
    };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

impl FromJs for BigInt {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let Some(bigint) = value.value.as_bigint() else { return Err(cx.unexpected("a BigInt", value)) };
        let bytes = (bigints::get(&cx.vm.heap, bigint).bits() / 8) as usize;
        cx.tick(bytes as u64 / 64)?;
        cx.lend(bytes)?;
        Ok(BigInt(bigints::get(&cx.vm.heap, bigint).into_owned()))
    }

    fn typescript(_: &mut Types) -> String {
        "bigint".to_owned()
    }
}

impl IntoJs for BigInt {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        cx.make_room((self.0.bits() / 8) as usize)?;
        cx.run_for_value(|vm: &mut engine::Vm| bigint::new_bigint(vm, self.0))
    }

    fn typescript(_: &mut Types) -> String {
        "bigint".to_owned()
    }
}

impl IntoJs for &BigInt {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.clone().into_js(cx)
    }

    fn typescript(_: &mut Types) -> String {
        "bigint".to_owned()
    }
}
