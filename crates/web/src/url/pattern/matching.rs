//! Matching, URL Pattern 1.3: `test` and `exec`.

use ferrotape_runtime::StringId;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{self, array};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::super::parsed;
use super::super::parser::parse;
use super::component::{find, groups};
use super::init::{self, Component, Members, Purpose, Texts};
use super::{Input, NAMES, Pattern, REGEXP, input, kept_for};
use crate::interface::this_object;
use crate::text;

/// The members of a result in the order of their names, which is that of a dictionary (Web IDL 3.2.17).
const MEMBERS: [(&str, Option<Component>); Component::COUNT + 1] = [
    ("hash", Some(Component::Hash)),
    ("hostname", Some(Component::Hostname)),
    ("inputs", None),
    ("password", Some(Component::Password)),
    ("pathname", Some(Component::Pathname)),
    ("port", Some(Component::Port)),
    ("protocol", Some(Component::Protocol)),
    ("search", Some(Component::Search)),
    ("username", Some(Component::Username)),
];

/// URLPattern.prototype.test ( input, baseURL )
pub(super) fn test(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pattern = this_object::<Pattern>(vm, call, "URLPattern.prototype.test")?;
    Ok(Value::bool(run(vm, call, pattern, false)?.is_some()))
}

/// URLPattern.prototype.exec ( input, baseURL )
pub(super) fn exec(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pattern = this_object::<Pattern>(vm, call, "URLPattern.prototype.exec")?;
    Ok(run(vm, call, pattern, true)?.unwrap_or(Value::NULL))
}

/// Subject of a match: the components of a URL, and how the script has given them.
struct Subject {
    texts: Texts,
    inputs: Vec<Value>,
    members: Members,
}

/// Match. Returns undefined if the result is not needed.
fn run(vm: &mut Vm, call: Call, pattern: ObjectId, has_result: bool) -> Completion<Option<Value>> {
    let Some(subject) = subject(vm, call)? else { return Ok(None) };
    let mut results = [Value::UNDEFINED; Component::COUNT];
    for (component, text) in Component::ALL.into_iter().zip(subject.texts) {
        let text = text::new_string(vm, text.as_deref().unwrap_or_default())?;
        let Some(regexp) = kept_for(vm, pattern, component, REGEXP).as_object() else { return Ok(None) };
        if !find(vm, regexp, text)? {
            return Ok(None);
        }
        if has_result {
            let names = kept_for(vm, pattern, component, NAMES);
            let groups = groups(vm, text, names)?;
            results[component as usize] = plain_object(vm, &[("groups", groups), ("input", Value::string(text))])?;
        }
    }
    if !has_result {
        return Ok(Some(Value::UNDEFINED));
    }
    let mut inputs = subject.inputs;
    if inputs.is_empty() {
        let members = subject.members.iter().map(|&(name, string)| (name, Value::string(string))).collect::<Vec<_>>();
        inputs.push(plain_object(vm, &members)?);
    }
    let inputs = Value::object(array::new_array_from(vm, inputs)?);
    vm.keep(inputs);
    let members =
        MEMBERS.map(|(name, component)| (name, component.map_or(inputs, |component| results[component as usize])));
    plain_object(vm, &members).map(Some)
}

/// Converts the arguments. None for what is no URL.
fn subject(vm: &mut Vm, call: Call) -> Completion<Option<Subject>> {
    let input = input(vm, call.argument(vm, 0))?;
    let base = match call.argument(vm, 1) {
        Value::UNDEFINED => None,
        base => Some(text::to_usv_string(vm, base)?),
    };
    let (string, bytes) = match input {
        Input::Init(..) if base.is_some() => {
            return vm.type_error("A URLPattern takes no base URL beside an object, which has it as 'baseURL'");
        }
        Input::Init(init, members) => {
            let empty = Texts::default().map(|_| Some(Vec::new()));
            let texts = parsed(init::process(&mut vm.heap, &init, Purpose::Url, empty))?;
            return Ok(texts.map(|texts| Subject { texts, inputs: Vec::new(), members }));
        }
        Input::Text(string, bytes) => (string, bytes),
    };
    let texts = texts_of_url(vm, &bytes, base)?;
    let inputs = [Some(string), base].into_iter().flatten().map(Value::string).collect();
    Ok(texts.map(|texts| Subject { texts, inputs, members: Vec::new() }))
}

/// Parses a URL and its base to the texts that the components match. None where one of them is no URL.
fn texts_of_url(vm: &mut Vm, url: &[u8], base: Option<StringId>) -> Completion<Option<Texts>> {
    let base = match base {
        None => None,
        Some(base) => {
            let base = text::utf8(vm, base)?;
            match parsed(parse(&mut vm.heap, &base, None))? {
                Some(base) => Some(base),
                None => return Ok(None),
            }
        }
    };
    let Some(url) = parsed(parse(&mut vm.heap, url, base.as_ref()))? else { return Ok(None) };
    parsed(init::of_url(&mut vm.heap, &url))
}

/// Makes an object with these properties. It is kept.
fn plain_object(vm: &mut Vm, members: &[(&str, Value)]) -> Completion<Value> {
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    for &(name, value) in members {
        let key = vm.heap.key(name);
        object::create_data_property_or_throw(vm, object, key, value)?;
    }
    Ok(Value::object(object))
}
