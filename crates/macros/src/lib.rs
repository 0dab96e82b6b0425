//! The macros of `ferrotape`, which reexports them: conversions for structs and enums, and classes.
//!
//! ```text
//! #[derive(FromJs)], #[derive(IntoJs)]   derive      a Model of the type ──> an implementation of the trait
//! #[ferrotape::class]                    class       a struct ──> an implementation of `Class`: name, fields, size
//! #[ferrotape::methods]                  methods     an impl ──> a function that `Class::define` calls, by `ClassBuilder`
//! ```
//!
//! The macros have no mechanism of their own: their output can be written by hand with `ferrotape`. The generated code contains
//! no `unsafe`, and names everything by its full path. See `ferrotape::FromJs` and `ferrotape::class` for the attributes.
//!
//! The examples in `docs` are tested with the crate `ferrotape`: to test them from here it would have to be built twice.

mod attributes;
mod class;
mod derive;
mod methods;
mod names;

use proc_macro::TokenStream;
use syn::parse_macro_input;

/// Implements `FromJs` for a struct or an enum.
///
#[doc = include_str!("../docs/FromJs.md")]
#[proc_macro_derive(FromJs, attributes(js))]
pub fn derive_from_js(input: TokenStream) -> TokenStream {
    finished(derive::read::derive(parse_macro_input!(input)))
}

/// Implements `IntoJs` for a struct or an enum: see the derive macro `FromJs` for the forms and the attributes.
///
#[doc = include_str!("../docs/IntoJs.md")]
#[proc_macro_derive(IntoJs, attributes(js))]
pub fn derive_into_js(input: TokenStream) -> TokenStream {
    finished(derive::write::derive(parse_macro_input!(input)))
}

/// Makes a struct or an enum a `Class`.
///
#[doc = include_str!("../docs/class.md")]
#[proc_macro_attribute]
pub fn class(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finished(class::expand(arguments.into(), item.into()))
}

/// Makes the functions of an `impl` members of the class that `#[ferrotape::class]` defines for the type.
///
#[doc = include_str!("../docs/methods.md")]
#[proc_macro_attribute]
pub fn methods(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finished(methods::expand(arguments.into(), item.into()))
}

/// Tests the errors of refused input.
///
/// ```compile_fail
/// #[derive(ferrotape::FromJs)]
/// #[js(tag = "kind")]
/// struct NoVariants { kind: u8 }
/// ```
///
/// ```compile_fail
/// #[derive(ferrotape::FromJs)]
/// #[js(tag = "kind")]
/// enum NoPlaceForTheTag { Pair(u8, u8) }
/// ```
///
/// ```compile_fail
/// #[derive(ferrotape::IntoJs)]
/// struct Unknown { #[js(renamed = "b")] a: u8 }
/// ```
///
/// ```compile_fail
/// #[ferrotape::class]
/// struct Account;
///
/// #[ferrotape::methods]
/// impl Account {
///     fn consume(self) {}
/// }
/// ```
///
/// ```compile_fail
/// #[ferrotape::class]
/// struct Account;
///
/// #[ferrotape::methods]
/// impl Account {
///     #[js(setter)]
///     fn set_nothing(&mut self) {}
/// }
/// ```
///
/// ```compile_fail
/// #[ferrotape::class]
/// struct Account;
///
/// #[ferrotape::methods]
/// impl Account {
///     #[js(constructor)]
///     fn new() -> Self { Account }
///
///     #[js(constructor)]
///     fn empty() -> Self { Account }
/// }
/// ```
///
/// ```compile_fail
/// #[ferrotape::class]
/// struct Account(#[js(get)] u32);
/// ```
///
/// ```compile_fail
/// #[ferrotape::class]
/// struct Account {
///     #[js(rename = "sum")]
///     balance: u32,
/// }
/// ```
#[cfg(doctest)]
struct Refused;

fn finished(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(syn::Error::into_compile_error).into()
}
