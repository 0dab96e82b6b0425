//! The macros of `ferrotape`, which reexports them: conversions for structs and enums, and classes.
//!
//! ```text
//! #[derive(FromJs)], #[derive(IntoJs)]   derive      a Model of the type ──> an implementation of the trait
//! #[ferrotape::class]                    class       a struct ──> an implementation of `Class`: name, fields, size
//! #[ferrotape::methods]                  methods     an impl ──> a function that `Class::define` calls, by `ClassBuilder`
//! ```
//!
//! The macros have no mechanism of their own: what they generate can be written by hand with `ferrotape`. The generated
//! code contains no `unsafe`, and names everything by its whole path. See `ferrotape::FromJs` and `ferrotape::class`
//! for the attributes.

mod attributes;
mod class;
mod derive;
mod methods;
mod names;

use proc_macro::TokenStream;
use syn::parse_macro_input;

/// Implements `FromJs` for a struct or an enum.
///
/// | | of the script |
/// |---|---|
/// | struct with named fields | object with a property for each; a missing one is `undefined`, as for an `Option` |
/// | struct with one unnamed field | the value of that field |
/// | struct with several unnamed fields | array |
/// | variant without fields | its name |
/// | other variant | object with one property: the variant's name, with the content |
///
/// | attribute | of | meaning |
/// |---|---|---|
/// | `#[js(rename_all = "camelCase")]` | struct, enum, variant | the case of its fields or variants: serde's forms |
/// | `#[js(rename_all_fields = "camelCase")]` | enum | the case of the fields in all variants |
/// | `#[js(rename = "name")]` | field, variant | its name |
/// | `#[js(tag = "kind")]` | enum | the property with the variant's name, beside the fields |
/// | `#[js(untagged)]` | enum | the first variant that the value can be converted to |
/// | `#[js(default)]`, `#[js(default = path)]` | struct, field | the value if the property is missing |
/// | `#[js(skip)]` | field | no property: its value is the default |
/// | `#[js(optional)]` | field that is an `Option` | no property for None |
/// | `#[js(flatten)]` | field | its properties are those of the whole object; a map has all of them |
/// | `#[js(crate = path)]` | struct, enum | the path of `ferrotape` |
///
/// ```
/// use ferrotape::{Engine, FromJs};
///
/// #[derive(FromJs, Debug, PartialEq)]
/// #[js(rename_all = "camelCase")]
/// struct Order { order_id: u32, items: Vec<Item>, #[js(default)] is_paid: bool }
///
/// #[derive(FromJs, Debug, PartialEq)]
/// struct Item { price: f64, kind: Kind }
///
/// #[derive(FromJs, Debug, PartialEq)]
/// #[js(rename_all = "lowercase")]
/// enum Kind { Book, Cut { by: u8 } }
///
/// let mut engine = Engine::new();
/// let text = "({ orderId: 7, items: [{ price: 9.5, kind: 'book' }, { price: 3, kind: { cut: { by: 2 } } }] })";
/// let order: Order = engine.eval(text)?;
/// assert_eq!((order.order_id, order.is_paid), (7, false));
/// assert_eq!(order.items[1].kind, Kind::Cut { by: 2 });
///
/// let error = engine.eval::<Order>("({ orderId: 7, items: [{ price: '9.5', kind: 'book' }] })").unwrap_err();
/// assert_eq!(error.message(), "items[0].price: expected a number, found \"9.5\"");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[proc_macro_derive(FromJs, attributes(js))]
pub fn derive_from_js(input: TokenStream) -> TokenStream {
    finished(derive::read::derive(parse_macro_input!(input)))
}

/// Implements `IntoJs` for a struct or an enum: see the derive macro `FromJs` for the forms and the attributes.
///
/// ```
/// use ferrotape::{Engine, IntoJs};
///
/// #[derive(IntoJs)]
/// #[js(tag = "kind", rename_all = "lowercase")]
/// enum Shape { Circle { radius: f64 }, Nothing }
///
/// let mut engine = Engine::new();
/// engine.set_global("shapes", vec![Shape::Circle { radius: 1.5 }, Shape::Nothing])?;
/// let text = "JSON.stringify(shapes)";
/// assert_eq!(engine.eval::<String>(text)?, r#"[{"kind":"circle","radius":1.5},{"kind":"nothing"}]"#);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[proc_macro_derive(IntoJs, attributes(js))]
pub fn derive_into_js(input: TokenStream) -> TokenStream {
    finished(derive::write::derive(parse_macro_input!(input)))
}

/// Makes a struct or an enum a `Class`.
///
/// The arguments are:
///
/// - `name = "…"`: the name in scripts.
/// - `rename_all = "…"`: the case of the fields' names; the default is `"camelCase"`.
/// - `bytes = path`: a function that returns the size of a value.
/// - `fork`: clones values when their engine is forked. `fork = path` is a function that acts like `Class::fork`.
/// - `save`: saves a struct field by field with its engine; each field is a `Persist`. `save = path, load = path` are
///   functions that act like `Class::save` and `Class::load`.
/// - `crate = path`: the path of `ferrotape`.
///
/// Fields with `#[js(get)]` have getters, which clone them. Fields with `#[js(set)]` have setters. `#[js(rename =
/// "…")]` renames a field.
///
/// ```
/// use ferrotape::Engine;
///
/// #[ferrotape::class]
/// struct Account {
///     #[js(get)]
///     owner: String,
///     balance: i64,
/// }
///
/// #[ferrotape::methods]
/// impl Account {
///     const CURRENCY: &str = "EUR";
///
///     #[js(constructor)]
///     fn new(owner: String, balance: i64) -> Self {
///         Account { owner, balance }
///     }
///
///     #[js(getter)]
///     fn balance(&self) -> i64 {
///         self.balance
///     }
///
///     fn take_out(&mut self, amount: i64) -> Result<i64, &'static str> {
///         self.balance = self.balance.checked_sub(amount).filter(|left| *left >= 0).ok_or("not enough")?;
///         Ok(self.balance)
///     }
///
///     #[js(iterator)]
///     fn coins(&self) -> impl Iterator<Item = i64> {
///         (0..self.balance).map(|_| 1)
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Account>()?;
/// let text = "const a = new Account('Ann', 5); a.takeOut(2); `${a.owner}: ${a.balance} ${Account.CURRENCY}, ${[...a].length}`";
/// assert_eq!(engine.eval::<String>(text)?, "Ann: 3 EUR, 3");
/// assert_eq!(engine.eval::<i64>("a.takeOut(4)").unwrap_err().message(), "Error: not enough");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[proc_macro_attribute]
pub fn class(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finished(class::expand(arguments.into(), item.into()))
}

/// Makes the functions of an `impl` members of the class that `#[ferrotape::class]` defines for the type.
///
/// | function | member |
/// |---|---|
/// | `#[js(constructor)] fn new(…) -> Self`, or a `Result` of it | constructor |
/// | `fn name(&self, …)`, `fn name(&mut self, …)` | method |
/// | `fn name(this: Instance<Self>, …)` | method that borrows nothing: scripts may use the object while it calls them |
/// | `fn name(…)` | function of the constructor |
/// | `#[js(getter)] fn name(&self)` | getter of `name` |
/// | `#[js(setter)] fn set_name(&mut self, value: T)` | setter of `name` |
/// | `#[js(iterator)] fn name(&self)` | iteration over an object: any `IntoIterator`, read at once |
/// | `#[js(iterator, lazy)] fn name(&self)` | iteration item by item: an `Iterator`, `Send`, without borrows |
/// | `#[js(display)] fn name(&self)` | what `inspect`, `console` and errors show of a value: anything with `Display` |
/// | `const NAME: T` | constant of the constructor |
/// | `#[js(skip)]` | none |
///
/// Names are converted for scripts: `set_limit` becomes `setLimit`. `#[methods(rename_all = "…")]` and `#[js(rename =
/// "…")]` change this. The first argument may be a `&mut Context<'_>`. Strings may be borrowed as `&str`, and results
/// may borrow from `self`.
///
/// ```
/// use ferrotape::{Context, Engine, Error, Function};
///
/// #[ferrotape::class]
/// struct Team(Vec<String>);
///
/// #[ferrotape::methods]
/// impl Team {
///     #[js(constructor)]
///     fn new() -> Self {
///         Team(Vec::new())
///     }
///
///     fn join(&mut self, name: &str) {
///         self.0.push(name.to_owned());
///     }
///
///     #[js(getter)]
///     fn last_name(&self) -> Option<&str> {
///         self.0.last().map(String::as_str)
///     }
///
///     fn greet_all(&self, cx: &mut Context<'_>, greet: Function) -> Result<Vec<String>, Error> {
///         self.0.iter().map(|name| greet.call(cx, (name,))).collect()
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Team>()?;
/// engine.run("a.js", "const team = new Team; team.join('Ann'); team.join('Bo')")?;
/// assert_eq!(engine.eval::<String>("team.lastName")?, "Bo");
/// assert_eq!(engine.eval::<Vec<String>>("team.greetAll(name => `Hi ${name}`)")?, ["Hi Ann", "Hi Bo"]);
/// # Ok::<(), ferrotape::Error>(())
/// ```
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
