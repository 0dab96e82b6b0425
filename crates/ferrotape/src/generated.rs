//! Support for code that `ferrotape-macros` generates, and for nothing else. Hosts use [`FromJs`], [`IntoJs`] and
//! [`ClassBuilder`].

use ferrotape_runtime as engine;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;

use crate::class::Constructed;
use crate::convert::TOO_DEEP;
use crate::declarations::{MemberKind, Signature, any_of};
use crate::handle::Handle;
use crate::key::sealed::Key as _;
use crate::{
    Carry, Class, ClassBuilder, Context, Error, Forking, FromArguments, FromJs, IntoJs, IntoResult, Local, Persist,
};

/// Fails if the value is not an object, or is nested too deep.
pub fn require_object<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<(), Error> {
    // A promise has none of the properties: somebody forgot to await it.
    match value.is_object() && !cx.is_promise(value) {
        true => cx.require_depth(),
        false => Err(cx.unexpected("an object", value)),
    }
}

/// Returns a property of an object.
fn property<'js>(cx: &mut Context<'js>, object: Local<'js>, name: &str) -> Result<Local<'js>, Error> {
    let Some(id) = object.value.as_object() else { return Err(cx.unexpected("an object", object)) };
    let key = name.to_key(cx)?;
    cx.run_for_value(|vm| object::get(vm, id, key))
}

/// Returns a property, converted.
pub fn read<'js, T: FromJs>(cx: &mut Context<'js>, object: Local<'js>, name: &str) -> Result<T, Error> {
    let value = property(cx, object, name)?;
    T::from_js(cx, value).map_err(|error| error.within_key(name))
}

/// Returns a property, converted. None if it is `undefined`.
pub fn read_present<'js, T: FromJs>(cx: &mut Context<'js>, object: Local<'js>, name: &str) -> Result<Option<T>, Error> {
    let value = property(cx, object, name)?;
    match value.is_undefined() {
        true => Ok(None),
        false => T::from_js(cx, value).map(Some).map_err(|error| error.within_key(name)),
    }
}

/// Returns the elements for a tuple. Fails if their number differs.
pub fn elements<'js>(cx: &mut Context<'js>, value: Local<'js>, count: usize) -> Result<Vec<Local<'js>>, Error> {
    cx.require_depth()?;
    cx.elements_of_tuple(count, value)
}

/// Returns one of the elements, converted.
pub fn read_element<'js, T: FromJs>(cx: &mut Context<'js>, elements: &[Local<'js>], index: usize) -> Result<T, Error> {
    let element = elements.get(index).copied().unwrap_or_else(Local::undefined);
    T::from_js(cx, element).map_err(|error| error.within_index(index))
}

/// Reads a struct without fields: `null` or `undefined`.
pub fn unit<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<(), Error> {
    if value.is_nullish() { Ok(()) } else { Err(cx.unexpected("null", value)) }
}

fn one_of(expected: &[&str]) -> String {
    match expected {
        [] => "nothing".to_owned(),
        [one] => format!("{one:?}"),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(|name| format!("{name:?}")).collect();
            format!("{} or {last:?}", first.join(", "))
        }
    }
}

/// Returns the name of a variant and its content: none for a string, the only property for an object.
pub fn variant<'js>(
    cx: &mut Context<'js>,
    value: Local<'js>,
    expected: &[&str],
) -> Result<(String, Option<Local<'js>>), Error> {
    if value.is_string() {
        return Ok((String::from_js(cx, value)?, None));
    }
    let Some(object) = value.value.as_object() else { return Err(unknown_variant(cx, value, expected)) };
    cx.require_depth()?;
    let mut keys = Vec::new();
    cx.each_own_key(object, |_, key| {
        // Two keys are too many already.
        keys.truncate(1);
        keys.push(key);
        Ok(())
    })?;
    let &[key] = &*keys else { return Err(unknown_variant(cx, value, expected)) };
    let name = cx.name_of_key(key)?;
    let content = cx.run_for_value(|vm| object::get(vm, object, key))?;
    Ok((name, Some(content)))
}

/// Returns the error for a value that is no variant.
pub fn unknown_variant<'js>(cx: &mut Context<'js>, value: Local<'js>, expected: &[&str]) -> Error {
    let shape = if value.is_object() { "an object with one property, " } else { "" };
    cx.unexpected(&format!("{shape}{}", one_of(expected)), value)
}

/// Returns the content of a variant with fields, which must be there.
pub fn content<'js>(name: &str, content: Option<Local<'js>>) -> Result<Local<'js>, Error> {
    content.ok_or_else(|| Error::conversion("TypeError", format!("expected {{ {name}: … }}, found {name:?} alone")))
}

/// Fails if a variant without fields has content.
pub fn no_content<'js>(cx: &mut Context<'js>, name: &str, content: Option<Local<'js>>) -> Result<(), Error> {
    match content {
        Some(content) => unit(cx, content).map_err(|error| error.within_key(name)),
        None => Ok(()),
    }
}

/// Returns the name of a variant from the tag property.
pub fn tag<'js>(cx: &mut Context<'js>, value: Local<'js>, tag: &str, expected: &[&str]) -> Result<String, Error> {
    require_object(cx, value)?;
    let found = property(cx, value, tag)?;
    match found.is_string() {
        true => String::from_js(cx, found),
        false => Err(cx.unexpected(&one_of(expected), found).within_key(tag)),
    }
}

/// Returns the error for an unknown tag.
pub fn unknown_tag(found: &str, tag: &str, expected: &[&str]) -> Error {
    let found: String = found.chars().take(MOST_SHOWN).collect();
    let message = format!("expected {}, found {found:?}", one_of(expected));
    Error::conversion("TypeError", message).within_key(tag)
}

/// The most characters of a tag that messages show.
const MOST_SHOWN: usize = 60;

/// The reasons why a value fits none of the variants tried so far.
#[derive(Default)]
pub struct Misfits(Vec<(&'static str, Error)>);

impl Misfits {
    /// Returns None if another variant may still fit.
    pub fn fit<T>(&mut self, name: &'static str, result: Result<T, Error>) -> Option<Result<T, Error>> {
        match result {
            // Values that contain themselves would be read again by each variant at each level.
            Err(error) if error.is_conversion() && !error.message().ends_with(TOO_DEEP) => {
                self.0.push((name, error));
                None
            }
            result => Some(result),
        }
    }

    /// Returns the error for a value that fits no variant, with the needs of each.
    pub fn error<'js>(self, cx: &mut Context<'js>, value: Local<'js>, name: &str) -> Error {
        let found = format!(", found {}", messages::describe(cx.vm, value.value));
        let needed = self.0.iter().take(MOST_VARIANTS).map(|(variant, error)| {
            let message = error.message();
            // The found value appears once.
            let of_all = message.strip_suffix(&*found).and_then(|message| message.strip_prefix("expected "));
            let message = of_all.unwrap_or(message);
            let shown: String = message.chars().take(MOST_NEEDED).collect();
            let more = if shown.len() < message.len() { "…" } else { "" };
            format!("{variant}: {shown}{more}")
        });
        let mut needed: Vec<String> = needed.collect();
        if self.0.len() > MOST_VARIANTS {
            needed.push("…".to_owned());
        }
        cx.unexpected(&format!("one of the variants of {name} ({})", needed.join("; ")), value)
    }
}

/// The most variants whose needs messages show.
const MOST_VARIANTS: usize = 8;

/// The most characters that messages show of a variant's needs.
const MOST_NEEDED: usize = 100;

/// Creates a plain object.
pub fn new_object<'js>(cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
    cx.require_depth()?;
    cx.make_room(0)?;
    cx.run_for_value(|vm| Ok(engine::Value::object(vm.new_plain_object())))
}

/// Defines a property on a new object.
pub fn write<'js>(cx: &mut Context<'js>, object: Local<'js>, name: &str, value: impl IntoJs) -> Result<(), Error> {
    let value = value.into_js(cx).map_err(|error| error.within_key(name))?.value;
    let key = name.to_key(cx)?;
    match object.value.as_object() {
        Some(object) => cx.working(|vm| object::create_data_property_or_throw(vm, object, key, value)),
        None => Ok(()),
    }
}

/// Copies the properties of another object to a new one.
pub fn merge<'js>(cx: &mut Context<'js>, object: Local<'js>, value: impl IntoJs) -> Result<(), Error> {
    let source = value.into_js(cx)?;
    let Some(target) = object.value.as_object() else { return Ok(()) };
    let Some(source) = source.value.as_object() else { return Err(cx.unexpected("an object", source)) };
    cx.each_own_key(source, |cx, key| {
        let value = cx.run_for_value(|vm| object::get(vm, source, key))?;
        cx.working(|vm| object::create_data_property_or_throw(vm, target, key, value.value))
    })
}

/// The result of a method, as a value of the script that borrows nothing.
pub struct Made(Handle);

/// Converts a result while the values that it borrows still exist.
pub fn made(cx: &mut Context<'_>, result: impl IntoResult) -> Result<Made, Error> {
    let value = result.into_result(cx)?.value;
    Ok(Made(Handle::new(cx.vm, value)))
}

impl IntoJs for Made {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        match self.0.value_in(cx.vm) {
            Some(value) => Ok(cx.kept(value)),
            None => Err(Error::wrong_engine()),
        }
    }
}

/// Text of a type, for derived conversions.
pub fn text(text: &str) -> String {
    text.to_owned()
}

pub fn literal(name: &str) -> String {
    ferrotape_text::json_string(name)
}

pub fn tuple<const N: usize>(types: [String; N]) -> String {
    format!("[{}]", types.join(", "))
}

pub fn union<const N: usize>(types: [String; N]) -> String {
    any_of(types)
}

/// Takes only classes, so that the compiler marks the type that is none.
pub fn class<T: Class>() {}

/// Takes only types of arguments, so that the compiler marks the type that is none.
pub fn argument<T: FromArguments>() {}

/// Takes only types of results, so that the compiler marks the type that is none.
pub fn result<T: IntoResult>() {}

/// Takes only types of what a constructor returns, so that the compiler marks the type that is none.
pub fn constructed<T, R: Constructed<T>>() {}

/// Takes only types that can be saved, so that the compiler marks the type that cannot.
pub fn persistent<T: Persist>() {}

/// A field of a value that was cloned for a forked engine: see [`CarriedField`] and [`KeptField`].
pub struct ClonedField<'a, T>(pub &'a mut T);

/// Fields with values of scripts.
pub trait CarriedField {
    /// Carries the field over to the copy.
    fn carry_over(&mut self, forking: &mut Forking) -> Result<(), Error>;
}

impl<T: Carry> CarriedField for ClonedField<'_, T> {
    fn carry_over(&mut self, forking: &mut Forking) -> Result<(), Error> {
        *self.0 = self.0.carry(forking)?;
        Ok(())
    }
}

/// All other fields. Calls find this method only if there is none of [`CarriedField`]: it is one reference further.
pub trait KeptField {
    /// Leaves the field as it was cloned.
    fn carry_over(&mut self, _: &mut Forking) -> Result<(), Error> {
        Ok(())
    }
}

impl<T> KeptField for &mut ClonedField<'_, T> {}

/// Notes the documentation of a class.
pub fn document<T: Class>(class: &mut ClassBuilder<'_, '_, T>, documentation: &'static str) {
    class.describe(documentation, &[]);
    class.note(MemberKind::Class, T::NAME, |_| Signature::unknown());
}

/// The methods of a class without `#[methods]`.
pub trait NoMethods: Class {
    /// Defines nothing.
    fn __ferrotape_methods(_: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        Ok(())
    }

    /// Shows nothing of its own.
    fn __ferrotape_display(&self) -> Option<String> {
        None
    }
}

impl<T: Class> NoMethods for T {}
