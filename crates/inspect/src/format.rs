//! Formats the arguments of `console.log`: first a template's placeholders, then the other arguments.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::error_report;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::keys;
use ferrotape_runtime::object::{self, Kind, Proxy};
use ferrotape_runtime::shown;
use ferrotape_runtime::string;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::numbers::number_text;
use crate::{Options, inspect};

/// Returns the text of the arguments. The caller keeps the values alive.
pub fn format(vm: &mut Vm, arguments: &[Value], options: &Options) -> Completion<String> {
    let mut text = String::new();
    let mut rest = arguments;
    if let [first, others @ ..] = arguments
        && let Some(template) = first.as_string()
    {
        let template = text_of(vm, template)?;
        rest = others;
        text = if others.is_empty() { template } else { replaced(vm, &template, &mut rest, options)? };
    } else if let [first, others @ ..] = arguments {
        rest = others;
        text = inspect(vm, *first, options)?;
    }
    for &value in rest {
        text.push(' ');
        text += &match value.as_string() {
            Some(string) => text_of(vm, string)?,
            None => inspect(vm, value, options)?,
        };
    }
    Ok(text)
}

/// Returns a string as text, on loan.
fn text_of(vm: &mut Vm, string: ferrotape_runtime::StringId) -> Completion<String> {
    let flat = vm.heap.flatten(string)?;
    let bytes = string::max_utf8_length(&mut vm.heap, flat)?;
    vm.heap.lend(bytes)?;
    vm.work(1)?;
    Ok(string::copied_text(&mut vm.heap, flat, bytes)?)
}

/// Replaces the placeholders of the template, as long as there are arguments.
fn replaced(vm: &mut Vm, template: &str, rest: &mut &[Value], options: &Options) -> Completion<String> {
    vm.heap.lend(template.len())?;
    let mut text = String::with_capacity(template.len());
    let mut characters = template.chars().peekable();
    while let Some(character) = characters.next() {
        vm.work(1)?;
        let placeholder = if character == '%' { characters.peek().copied() } else { None };
        let Some(placeholder) = placeholder else {
            text.push(character);
            continue;
        };
        if placeholder == '%' {
            characters.next();
            text.push('%');
            continue;
        }
        let Some((&value, others)) = rest.split_first().filter(|_| "sdifjoOc".contains(placeholder)) else {
            text.push(character);
            continue;
        };
        characters.next();
        *rest = others;
        let more = replacement(vm, placeholder, value, options)?;
        vm.heap.lend(more.len())?;
        text += &more;
    }
    Ok(text)
}

/// Returns the text for a placeholder, as in Node. Conversions to numbers may run script.
fn replacement(vm: &mut Vm, placeholder: char, value: Value, options: &Options) -> Completion<String> {
    let plain = Options { colors: false, ..options.clone() };
    match placeholder {
        's' => string(vm, value, &plain),
        'd' => match value.is_bigint() {
            true => inspect(vm, value, &plain),
            false if value.is_symbol() => Ok("NaN".to_owned()),
            false => convert::to_number(vm, value).map(number_text),
        },
        'i' | 'f' => match value.is_bigint() {
            true if placeholder == 'i' => inspect(vm, value, &plain),
            _ if value.is_symbol() => Ok("NaN".to_owned()),
            _ => parsed(vm, value, placeholder == 'i'),
        },
        'j' => json(vm, value),
        'o' => inspect(vm, value, &Options { show_hidden: true, depth: Some(4), ..options.clone() }),
        'O' => inspect(vm, value, options),
        // Style sheets are for browsers.
        _ => Ok(String::new()),
    }
}

/// Formats a value for `%s`: objects that have a `toString` or `Symbol.toPrimitive` of the script's own are asked.
fn string(vm: &mut Vm, value: Value, options: &Options) -> Completion<String> {
    if value.is_bigint() || value.as_number().is_some() {
        return inspect(vm, value, options);
    }
    if let Some(object) = value.as_object()
        && !converts_by_script(vm, object)?
        && !vm.heap.has_call(object)
    {
        return inspect(vm, value, &Options { depth: Some(0), ..options.clone() });
    }
    if value.is_symbol() {
        return inspect(vm, value, options);
    }
    let string = convert::to_string(vm, value)?;
    vm.keep(Value::string(string));
    text_of(vm, string)
}

/// Classes that are none of ECMAScript's, whose objects have texts of their own.
const WITH_TEXTS: [&str; 2] = ["URL", "URLSearchParams"];

/// Tells whether code of the script makes a primitive of an object. Of proxies the target is asked.
fn converts_by_script(vm: &mut Vm, object: ObjectId) -> Completion<bool> {
    let mut holder = Some(object);
    while let Some(mut current) = holder {
        vm.work(1)?;
        while let Kind::Proxy(Proxy { target, .. }) = vm.heap.kind(current) {
            vm.work(1)?;
            if current != object || target == vm.heap.nothing() {
                return Ok(false);
            }
            current = target;
        }
        let mut is_found = false;
        for key in [keys::TO_STRING, symbols::TO_PRIMITIVE] {
            let function = object::own_data(vm, current, key)?.and_then(Value::as_object);
            let function = function.filter(|&function| vm.heap.has_call(function));
            let is_accessor = vm.heap.stored_property(current, key).is_some_and(|it| it.attributes.is_accessor());
            let kind = function.map(|function| vm.heap.kind(function));
            let is_scripted =
                matches!(kind, Some(Kind::Closure { .. } | Kind::Bound(_) | Kind::Host(_) | Kind::Proxy { .. }));
            if is_accessor || is_scripted {
                return Ok(true);
            }
            is_found |= kind.is_some();
        }
        if is_found {
            let name = shown::constructor_name(&mut vm.heap, current);
            return Ok(name.is_some_and(|name| WITH_TEXTS.contains(&name.as_str())));
        }
        holder = vm.heap.prototype_of(current);
    }
    Ok(false)
}

/// Returns the number at the beginning of a text, by parseInt or parseFloat.
fn parsed(vm: &mut Vm, value: Value, is_integer: bool) -> Completion<String> {
    let name = if is_integer { "parseInt" } else { "parseFloat" };
    let key = vm.heap.key(name);
    let global = vm.realm.global;
    let function = object::own_data(vm, global, key)?.unwrap_or(Value::UNDEFINED);
    let result = vm.call(function, Value::UNDEFINED, &[value])?;
    inspect(vm, result, &Options::default())
}

/// The beginning of the message for a circular structure in JSON.
const CIRCULAR: &str = "TypeError: Converting circular structure";

/// Formats a value for `%j` by the script's own `JSON.stringify`. Circular structures give `[Circular]` instead of an error.
fn json(vm: &mut Vm, value: Value) -> Completion<String> {
    let key = vm.heap.key("JSON");
    let global = vm.realm.global;
    let json = object::own_data(vm, global, key)?.and_then(Value::as_object);
    let key = vm.heap.key("stringify");
    let stringify = json.and_then(|json| shown::own_data(&vm.heap, json, key)).unwrap_or(Value::UNDEFINED);
    let text = match vm.call(stringify, Value::UNDEFINED, &[value]) {
        Ok(text) => text,
        Err(Throw::Exception(error)) if error_report::report(vm, error).message.starts_with(CIRCULAR) => {
            return Ok("[Circular]".to_owned());
        }
        Err(other) => return Err(other),
    };
    vm.keep(text);
    match text.as_string() {
        Some(text) => text_of(vm, text),
        None => Ok("undefined".to_owned()),
    }
}
