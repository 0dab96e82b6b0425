//! Numbers: the Rust types and their ranges.

use ferrotape_runtime as engine;
use ferrotape_runtime::messages;

use crate::declarations::Types;
use crate::error::Note;
use crate::host_state::HostState;
use crate::{BigInt, Context, Error, FromJs, IntoJs, Local};

/// Number.MAX_SAFE_INTEGER, ECMA-262 21.1.2.6: up to here, integers are distinct from their neighbours.
const MOST: i128 = (1 << 53) - 1;

/// The least number beyond the range of `i128`: 2^127.
const TOO_LARGE: f64 = (1u128 << 127) as f64;

/// 2^128.
const BEYOND_U128: f64 = 2.0 * TOO_LARGE;

/// Returns the integer that a number is, if `i128` holds it.
pub(crate) fn exact_i128(number: f64) -> Option<i128> {
    (number.trunc() == number && (-TOO_LARGE..TOO_LARGE).contains(&number)).then_some(number as i128)
}

/// Returns the integer that a number is, if `u128` holds it.
pub(crate) fn exact_u128(number: f64) -> Option<u128> {
    (number.trunc() == number && (0.0..BEYOND_U128).contains(&number)).then_some(number as u128)
}

impl FromJs for f64 {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        value.as_number().ok_or_else(|| cx.unexpected("a number", value))
    }

    fn typescript(_: &mut Types) -> String {
        "number".to_owned()
    }
}

impl FromJs for f32 {
    /// Rounds to the nearest `f32`. A finite number beyond the range is an error.
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        match value.as_number() {
            Some(number) if number.is_finite() && (number as f32).is_infinite() => {
                let (most, found) = (f32::MAX, messages::describe(cx.vm, value.value));
                let message = format!("expected a number from -{most:e} to {most:e}, found {found}");
                Err(Error::conversion("RangeError", message))
            }
            Some(number) => Ok(number as f32),
            None => Err(cx.unexpected("a number", value)),
        }
    }

    fn typescript(_: &mut Types) -> String {
        "number".to_owned()
    }
}

macro_rules! floats {
    ($($float:ty),*) => {
        $(
            impl IntoJs for $float {
                fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    Ok(Local::new(engine::Value::number(self.into())))
                }

                fn typescript(_: &mut Types) -> String {
                    "number".to_owned()
                }
            }

            impl IntoJs for &$float {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    (*self).into_js(cx)
                }

                fn typescript(_: &mut Types) -> String {
                    "number".to_owned()
                }
            }
        )*
    };
}

floats!(f64, f32);

macro_rules! integers {
    ($($integer:ty),*) => {
        $(
            impl FromJs for $integer {
                fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
                    let (least, most) = (<$integer>::MIN as i128, <$integer>::MAX as u128);
                    let number = integer_of(cx, value, least, most)?;
                    <$integer>::try_from(number).map_err(|_| {
                        out_of_range(least, most, &messages::describe(cx.vm, value.value))
                    })
                }

                fn typescript(_: &mut Types) -> String {
                    "number".to_owned()
                }
            }

            impl IntoJs for $integer {
                /// Gives a number. Integers beyond the safe ones are an error, or BigInts:
                /// see [`Builder::large_integers_as_bigints`](crate::Builder::large_integers_as_bigints).
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    match i128::try_from(self) {
                        Ok(number) if (-MOST..=MOST).contains(&number) => {
                            Ok(Local::new(engine::Value::number(number as f64)))
                        }
                        _ => large_into_js(cx, BigInt::from(self)),
                    }
                }

                fn typescript(_: &mut Types) -> String {
                    "number".to_owned()
                }
            }

            impl IntoJs for &$integer {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    (*self).into_js(cx)
                }

                fn typescript(_: &mut Types) -> String {
                    "number".to_owned()
                }
            }
        )*
    };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, usize);

impl FromJs for u128 {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        if value.value.is_bigint() {
            let number = BigInt::from_js(cx, value)?;
            return u128::try_from(&number)
                .map_err(|_| out_of_range(0, u128::MAX, &messages::describe(cx.vm, value.value)));
        }
        if let Some(number) = value.as_number().and_then(exact_u128) {
            return Ok(number);
        }
        let number = integer_of(cx, value, 0, u128::MAX)?;
        u128::try_from(number).map_err(|_| out_of_range(0, u128::MAX, &messages::describe(cx.vm, value.value)))
    }

    fn typescript(_: &mut Types) -> String {
        "number".to_owned()
    }
}

impl IntoJs for u128 {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        match i128::try_from(self) {
            Ok(number) => number.into_js(cx),
            Err(_) => large_into_js(cx, BigInt::from(self)),
        }
    }

    fn typescript(_: &mut Types) -> String {
        "number".to_owned()
    }
}

/// Returns the integer that a number or BigInt is, for a type with this range.
fn integer_of<'js>(cx: &mut Context<'js>, value: Local<'js>, least: i128, most: u128) -> Result<i128, Error> {
    if value.value.is_bigint() {
        let number = BigInt::from_js(cx, value)?;
        return i128::try_from(&number).map_err(|_| out_of_range(least, most, &messages::describe(cx.vm, value.value)));
    }
    match value.as_number() {
        Some(number) if number.trunc() == number && number.is_finite() => {
            exact_i128(number).ok_or_else(|| out_of_range(least, most, &messages::describe(cx.vm, value.value)))
        }
        Some(_) => Err(cx.unexpected("an integer", value)),
        None => Err(cx.unexpected("a number", value)),
    }
}

/// Gives an integer that is no safe one to scripts, as far as the host has allowed that.
#[cold]
fn large_into_js<'js>(cx: &mut Context<'js>, integer: BigInt) -> Result<Local<'js>, Error> {
    if HostState::of(cx.vm).large_integers_as_bigints {
        return integer.into_js(cx);
    }
    let note = "`Builder::large_integers_as_bigints` gives such integers to scripts as BigInts";
    Err(out_of_range(-MOST, MOST as u128, &integer.to_string()).with_note(Note::new(note, None)))
}

fn out_of_range(least: i128, most: u128, found: &str) -> Error {
    Error::conversion("RangeError", format!("expected an integer from {least} to {most}, found {found}"))
}
