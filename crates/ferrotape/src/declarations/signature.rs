//! Parameters and results of functions.

use super::form::{self, array_of, promise_of, within, without_undefined};
use super::types::Types;

/// Tells the types of a function.
pub(crate) type Signs = fn(&mut Types) -> Signature;

/// The parameters of a function, for [`FromArguments::declare`](crate::host::FromArguments::declare).
///
/// ```
/// use ferrotape::declarations::{Parameters, Types};
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
///
///     fn declare(_: &mut Types, parameters: &mut Parameters) {
///         parameters.one("number");
///         parameters.one("number");
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("length", |point: Point| point.0.hypot(point.1))?;
/// assert_eq!(engine.declarations()?, "declare function length(a: number, b: number): number;\n");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Parameters(Vec<Parameter>);

/// A parameter of a function.
#[derive(Clone, Debug)]
struct Parameter {
    /// A name of its own. Closures have none.
    name: Option<&'static str>,
    text: String,
    need: Need,
}

/// The ways to leave a parameter out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Need {
    Required,
    Optional,
    Rest,
}

impl Parameters {
    /// Adds a parameter. One that may be `undefined` may be left out. See [`Parameters`].
    pub fn one(&mut self, text: &str) {
        match without_undefined(text) {
            Some(text) => self.optional(text),
            None => self.0.push(Parameter { name: None, text: text.to_owned(), need: Need::Required }),
        }
    }

    /// Adds a parameter that may be left out: see [`Opt`](crate::host::Opt).
    pub fn optional(&mut self, text: &str) {
        self.0.push(Parameter { name: None, text: text.to_owned(), need: Need::Optional });
    }

    /// Adds all that follows: see [`Rest`](crate::host::Rest).
    pub fn rest(&mut self, text: &str) {
        self.0.push(Parameter { name: None, text: text.to_owned(), need: Need::Rest });
    }

    pub(crate) fn named(&mut self, name: &'static str, text: &str) {
        self.0.push(Parameter { name: Some(name), text: text.to_owned(), need: Need::Required });
    }
}

/// The types of a function, for [`IntoFunction::signature`](crate::host::IntoFunction::signature).
///
/// ```
/// use ferrotape::declarations::{Parameters, Signature, Types};
///
/// let mut parameters = Parameters::default();
/// parameters.rest("number");
/// let signature = Signature::new(parameters, "number".to_owned());
/// assert_eq!(signature.to_string(), "(...a: number[]) => number");
/// assert_eq!(Signature::unknown().to_string(), "(...a: any[]) => any");
/// ```
#[derive(Clone, Debug)]
pub struct Signature {
    parameters: Parameters,
    result: String,
}

impl Signature {
    /// Makes the signature of a function with a result. See [`Signature`].
    pub fn new(parameters: Parameters, result: String) -> Signature {
        Signature { parameters, result }
    }

    /// Makes the signature of a function that may take and give anything. See [`Signature`].
    pub fn unknown() -> Signature {
        let mut parameters = Parameters::default();
        parameters.rest("any");
        Signature { parameters, result: "any".to_owned() }
    }

    /// Tells the types of a function that gives a result of a type.
    pub(crate) fn told(
        types: &mut Types,
        parameters: impl FnOnce(&mut Types, &mut Parameters),
        result: impl FnOnce(&mut Types) -> String,
    ) -> Signature {
        let mut all = Parameters::default();
        parameters(types, &mut all);
        Signature { parameters: all, result: types.given(result) }
    }

    /// Makes the signature of a function that promises the result.
    pub(crate) fn promised(mut self) -> Signature {
        self.result = promise_of(&self.result);
        self
    }

    pub(crate) fn result(&self) -> &str {
        &self.result
    }

    /// The type of the only parameter of a setter.
    pub(crate) fn taken(&self) -> &str {
        self.parameters.0.first().map_or("any", |first| &first.text)
    }

    /// Shows the parameters in brackets, by the names that are given for them.
    pub(crate) fn parameters<S: AsRef<str>>(&self, names: &[S]) -> String {
        let all = &self.parameters.0;
        let end = all.iter().position(|parameter| parameter.need == Need::Rest).map_or(all.len(), |rest| rest + 1);
        // What may be left out comes last.
        let needed = all[..end].iter().rposition(|parameter| parameter.need == Need::Required);
        let shown = all[..end].iter().enumerate().map(|(index, Parameter { name, text, need })| {
            let given = names.get(index).map(AsRef::as_ref).or(*name).filter(|name| form::can_be_declared(name));
            let given =
                given.filter(|name| !names[..index.min(names.len())].iter().any(|other| other.as_ref() == *name));
            let name = given.map_or_else(|| letter(index, names), str::to_owned);
            match need {
                Need::Rest => format!("...{name}: {}", array_of(text)),
                Need::Optional if needed.is_none_or(|last| index > last) => format!("{name}?: {text}"),
                Need::Optional => format!("{name}: {} | undefined", within(text.clone(), &["=>"])),
                Need::Required => format!("{name}: {text}"),
            }
        });
        format!("({})", shown.collect::<Vec<_>>().join(", "))
    }

    /// Shows parameters and result as a method has them.
    pub(crate) fn as_method<S: AsRef<str>>(&self, names: &[S]) -> String {
        format!("{}: {}", self.parameters(names), or_void(&self.result))
    }

    /// Shows parameters and result as a type.
    pub(crate) fn as_type<S: AsRef<str>>(&self, names: &[S]) -> String {
        format!("{} => {}", self.parameters(names), or_void(&self.result))
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.as_type::<&str>(&[]))
    }
}

/// Closures give no names to their parameters.
fn letter<S: AsRef<str>>(index: usize, taken: &[S]) -> String {
    let letter = u8::try_from(index).ok().filter(|index| *index < 26).map(|index| char::from(b'a' + index));
    let mut letter = letter.map_or_else(|| format!("a{index}"), String::from);
    while taken.iter().any(|name| name.as_ref() == letter) {
        letter.push('_');
    }
    letter
}

fn or_void(result: &str) -> &str {
    if result == "undefined" { "void" } else { result }
}
