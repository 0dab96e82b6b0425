//! URL and URLSearchParams, URL 6.
//!
//! ```text
//! URL               data: its record            kept: its URLSearchParams, once somebody has asked for it
//! URLSearchParams   data: nothing               kept: its URL or undefined, and a list of names and values
//! ```

mod address;
mod encode_sets;
mod form;
mod host;
pub(crate) mod object_urls;
mod params;
mod parser;
pub(crate) mod pattern;
mod record;
mod setters;

use ferrotape_budget::Termination;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{Heap, ObjectId, StringId};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{
    self, Interface, Known, attributes, kept, new_object, prototype_for_new, require_arguments, this_object, with_data,
};
use crate::text;
use encode_sets::copied;
use parser::{Failure, parse};
use record::Record;
use setters::Part;

pub(crate) use address::Address;
pub(crate) use form::{parse as parse_form, serialize as serialize_form};
pub(crate) use params::{CLASS as PARAMS_CLASS, list_of_params};

/// The class of URL objects, and the data of a new one.
pub(crate) const CLASS: PartClass = ("URL", || Box::new(Record::default()));

/// The kept value that is the URLSearchParams.
const PARAMS: usize = 0;

pub(crate) static GLOBALS: &[&str] = &["URL", "URLSearchParams"];

static URL: Interface = Interface {
    known: Known::Url,
    constructor: constructor("URL", 1, url),
    operations: &[method("toString", 0, to_string), method("toJSON", 0, to_json)],
    attributes: attributes! {
        "href": get_href, set_href;
        "origin": get_origin;
        "protocol": get_protocol, |vm, call| set(vm, call, Part::Protocol);
        "username": get_username, |vm, call| set(vm, call, Part::Username);
        "password": get_password, |vm, call| set(vm, call, Part::Password);
        "host": get_host, |vm, call| set(vm, call, Part::Host);
        "hostname": get_hostname, |vm, call| set(vm, call, Part::Hostname);
        "port": get_port, |vm, call| set(vm, call, Part::Port);
        "pathname": get_pathname, |vm, call| set(vm, call, Part::Pathname);
        "search": get_search, |vm, call| set(vm, call, Part::Search);
        "searchParams": get_search_params;
        "hash": get_hash, |vm, call| set(vm, call, Part::Hash);
    },
    statics: STATICS,
};

static STATICS: &[NativeFunction] = &[method("parse", 1, parse_url), method("canParse", 1, can_parse)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [constructor, _] = interface::define(realm, &URL, None)?;
    crate::define_operations(realm, constructor, object_urls::STATICS)?;
    object_urls::install(realm)?;
    params::install(realm)
}

/// Percent-decodes bytes, in room that is lent.
pub(crate) fn percent_decoded(vm: &mut Vm, text: &[u8]) -> Completion<Vec<u8>> {
    Ok(encode_sets::decode(&mut vm.heap, text)?)
}

/// Returns what parsing has given. None for what is no URL.
fn parsed<T>(result: Result<T, Failure>) -> Completion<Option<T>> {
    match result {
        Ok(parsed) => Ok(Some(parsed)),
        Err(Failure::Invalid) => Ok(None),
        Err(Failure::Stopped(termination)) => Err(termination.into()),
    }
}

/// Result of the API URL parser: the arguments as strings, which are kept, and the record if they are a URL.
struct Parsed {
    url: StringId,
    base: Option<StringId>,
    record: Option<Record>,
}

/// The API URL parser, with the first two arguments.
fn parse_arguments(vm: &mut Vm, call: Call, what: &str) -> Completion<Parsed> {
    require_arguments(vm, call, 1, what)?;
    let [url, base] = [0, 1].map(|index| call.argument(vm, index));
    let url = text::to_string(vm, url)?;
    let base = if base.is_undefined() { None } else { Some(text::to_string(vm, base)?) };
    let base_record = match base {
        Some(base) => {
            let bytes = text::utf8(vm, base)?;
            match parsed(parse(&mut vm.heap, &bytes, None))? {
                Some(record) => Some(record),
                None => return Ok(Parsed { url, base: Some(base), record: None }),
            }
        }
        None => None,
    };
    let bytes = text::utf8(vm, url)?;
    let record = parsed(parse(&mut vm.heap, &bytes, base_record.as_ref()))?;
    Ok(Parsed { url, base, record })
}

/// Throws the TypeError for what is no URL. Extension: with the code and the texts of Node's error, which many programs look at.
fn invalid<T>(vm: &mut Vm, url: StringId, base: Option<StringId>) -> Completion<T> {
    let thrown: Completion<T> = vm.type_error("Invalid URL");
    if let Err(Throw::Exception(error)) = &thrown
        && let Some(error) = error.as_object()
    {
        vm.keep(Value::object(error));
        let code = vm.heap.intern_text("ERR_INVALID_URL");
        for (name, text) in [("code", Some(code)), ("input", Some(url)), ("base", base)] {
            let Some(text) = text else { continue };
            let key = vm.heap.key(name);
            vm.heap.store_property(error, key, Value::string(text), Attributes::ALL)?;
        }
    }
    thrown
}

/// new URL ( url, base )
fn url(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::Url, "URL")?;
    let parsed = parse_arguments(vm, call, "URL constructor")?;
    match parsed.record {
        Some(record) => new_url(vm, prototype, record),
        None => invalid(vm, parsed.url, parsed.base),
    }
}

fn new_url(vm: &mut Vm, prototype: ObjectId, record: Record) -> Completion<Value> {
    Ok(Value::object(new_object(vm, CLASS.0, prototype, Box::new(record))?))
}

/// URL.parse ( url, base )
fn parse_url(vm: &mut Vm, call: Call) -> Completion<Value> {
    match parse_arguments(vm, call, "URL.parse")?.record {
        Some(record) => {
            let prototype = Known::Url.of_realm(vm);
            new_url(vm, prototype, record)
        }
        None => Ok(Value::NULL),
    }
}

/// URL.canParse ( url, base )
fn can_parse(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::bool(parse_arguments(vm, call, "URL.canParse")?.record.is_some()))
}

/// Returns a text that is read of the URL.
fn get(
    vm: &mut Vm,
    call: Call,
    what: &str,
    read: impl FnOnce(&mut Heap, &Record) -> Result<Vec<u8>, Termination>,
) -> Completion<Value> {
    let url = this_object::<Record>(vm, call, what)?;
    let bytes = with_data(vm, url, read)?.unwrap_or_default();
    Ok(Value::string(text::new_string(vm, &bytes)?))
}

/// URL.prototype.toString ( )
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "URL.prototype.toString", |heap, url| url.href(heap))
}

/// URL.prototype.toJSON ( )
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "URL.prototype.toJSON", |heap, url| url.href(heap))
}

/// get URL.prototype.href
fn get_href(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.href", |heap, url| url.href(heap))
}

/// set URL.prototype.href
fn set_href(vm: &mut Vm, call: Call) -> Completion<Value> {
    let url = this_object::<Record>(vm, call, "set URL.prototype.href")?;
    require_arguments(vm, call, 1, "set URL.prototype.href")?;
    let text = text::to_string(vm, call.argument(vm, 0))?;
    let bytes = text::utf8(vm, text)?;
    let Some(record) = parsed(parse(&mut vm.heap, &bytes, None))? else { return invalid(vm, text, None) };
    store(vm, url, record)?;
    params::follow(vm, url)?;
    Ok(Value::UNDEFINED)
}

/// get URL.prototype.origin, URL 4.7
fn get_origin(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.origin", |heap, url| {
        if url.scheme == b"blob" {
            // The origin of a blob URL is that of the URL in its path.
            return match parse(heap, &url.path, None) {
                Ok(inner) if matches!(&inner.scheme[..], b"http" | b"https") => origin(heap, &inner),
                Err(Failure::Stopped(termination)) => Err(termination),
                _ => copied(heap, b"null"),
            };
        }
        origin(heap, url)
    })
}

fn origin(heap: &mut Heap, url: &Record) -> Result<Vec<u8>, Termination> {
    if !url.is_special() || url.is_file() {
        return copied(heap, b"null");
    }
    let mut text = copied(heap, &url.scheme)?;
    encode_sets::append(heap, &mut text, b"://")?;
    let host = url.host_and_port(heap)?;
    encode_sets::append(heap, &mut text, &host)?;
    Ok(text)
}

/// get URL.prototype.protocol
fn get_protocol(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.protocol", |heap, url| {
        let mut text = copied(heap, &url.scheme)?;
        encode_sets::append(heap, &mut text, b":")?;
        Ok(text)
    })
}

/// get URL.prototype.username
fn get_username(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.username", |heap, url| copied(heap, &url.username))
}

/// get URL.prototype.password
fn get_password(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.password", |heap, url| copied(heap, &url.password))
}

/// get URL.prototype.host
fn get_host(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.host", |heap, url| url.host_and_port(heap))
}

/// get URL.prototype.hostname
fn get_hostname(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.hostname", |heap, url| copied(heap, url.host.as_deref().unwrap_or_default()))
}

/// get URL.prototype.port
fn get_port(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.port", |_, url| {
        Ok(url.port.map_or(Vec::new(), |port| port.to_string().into_bytes()))
    })
}

/// get URL.prototype.pathname
fn get_pathname(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.pathname", |heap, url| copied(heap, &url.path))
}

/// Returns a part with the mark before it. Nothing if it is empty.
fn marked(heap: &mut Heap, mark: &[u8], part: Option<&Vec<u8>>) -> Result<Vec<u8>, Termination> {
    let Some(part) = part.filter(|part| !part.is_empty()) else { return Ok(Vec::new()) };
    let mut text = copied(heap, mark)?;
    encode_sets::append(heap, &mut text, part)?;
    Ok(text)
}

/// get URL.prototype.search
fn get_search(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.search", |heap, url| marked(heap, b"?", url.query.as_ref()))
}

/// get URL.prototype.hash
fn get_hash(vm: &mut Vm, call: Call) -> Completion<Value> {
    get(vm, call, "get URL.prototype.hash", |heap, url| marked(heap, b"#", url.fragment.as_ref()))
}

/// get URL.prototype.searchParams
fn get_search_params(vm: &mut Vm, call: Call) -> Completion<Value> {
    let url = this_object::<Record>(vm, call, "get URL.prototype.searchParams")?;
    let known = kept(vm, url, PARAMS);
    if known.is_object() {
        return Ok(known);
    }
    let params = Value::object(params::of_url(vm, url)?);
    hosts::keep_value(&mut vm.heap, url, params)?;
    Ok(params)
}

/// Sets a part.
fn set(vm: &mut Vm, call: Call, part: Part) -> Completion<Value> {
    let url = this_object::<Record>(vm, call, "a setter of URL.prototype")?;
    require_arguments(vm, call, 1, "A setter of URL.prototype")?;
    let text = text::to_string(vm, call.argument(vm, 0))?;
    let text = text::utf8(vm, text)?;
    let Some(record) = with_data(vm, url, |heap, url: &Record| url.copied(heap))? else { return Ok(Value::UNDEFINED) };
    if let Some(record) = parsed(setters::with_part(&mut vm.heap, record, part, &text))?.flatten() {
        store(vm, url, record)?;
        if part == Part::Search {
            params::follow(vm, url)?;
        }
    }
    Ok(Value::UNDEFINED)
}

/// Gives a URL another record.
fn store(vm: &mut Vm, url: ObjectId, record: Record) -> Completion<()> {
    use ferrotape_runtime::object::host::HostData;
    vm.keep(Value::object(url));
    vm.room(record.bytes())?;
    hosts::change_host_data(&mut vm.heap, url, |old: &mut Record| *old = record);
    Ok(())
}

/// Sets the query of a URL, without its question mark.
fn set_query(vm: &mut Vm, url: ObjectId, query: Vec<u8>) -> Completion<()> {
    let query = Some(query).filter(|query| !query.is_empty());
    vm.room(query.as_ref().map_or(0, Vec::len))?;
    hosts::change_host_data(&mut vm.heap, url, |record: &mut Record| record.query = query);
    Ok(())
}

/// Returns the query of a URL, in room that is lent.
fn query_of(vm: &mut Vm, url: ObjectId) -> Completion<Vec<u8>> {
    let query = with_data(vm, url, |heap, url: &Record| copied(heap, url.query.as_deref().unwrap_or_default()))?;
    Ok(query.unwrap_or_default())
}
