//! The stack of errors, and of objects given to `Error.captureStackTrace`. Extension: what is in it is as in V8, on
//! which many packages rely.
//!
//! ```text
//! error made       ──> lazy property with a hidden key, which get Error.prototype.stack reads
//! object captured  ──> lazy property `stack` of its own
//!                      in the slot stands what it will be made of
//! first look at it ──> Error.prepareStackTrace ( error, call sites ), if there is one
//!                      else name and message, and a line for each function
//! ```
//!
//! The slot of a lazy `stack` holds one of these:
//!
//! - Nothing: as many functions of the error as are shown by default.
//! - A number: this many functions.
//! - Undefined: there is no stack.
//! - An object: a hidden error, which remembers the functions that were running when the object was captured.

use ferrotape_bytecode::{ErrorKind, FunctionKind};
use ferrotape_heap::frame::Frame;

use crate::async_stack;
use crate::call_names::{self, NamedCall};
use crate::convert;
use crate::error::{
    AsyncCaller, CallNames, CodePlace, Completion, ErrorData, MAX_STACK_ENTRIES, NamesOfStack, StackEntry,
};
use crate::error_report;
use crate::heap::{Heap, ObjectId, StringView};
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{self, Kind, ObjectKind, array};
use crate::properties;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::{self, Attributes};
use crate::shown;
use crate::string;
use crate::symbol::{ERROR_STACK, exception_slot};
use crate::value::Value;
use crate::vm::Vm;

/// Most functions that are remembered if a script wants more than usual.
const MOST_PLACES: usize = 200;

/// Most prototypes that are asked for a getter of `message`.
const LONGEST_CHAIN: usize = 64;

/// `Error` of the current realm, if a script has touched it.
fn constructor(vm: &Vm) -> Option<ObjectId> {
    let prototype = realm::intrinsics(vm).native_error_prototype(ErrorKind::Error);
    shown::own_data(&vm.heap, prototype, keys::CONSTRUCTOR).and_then(Value::as_object)
}

/// `Error.stackTraceLimit`; none if it is no number, so that there are no stacks.
fn limit(vm: &Vm) -> Option<usize> {
    let Some(error) = constructor(vm) else { return Some(MAX_STACK_ENTRIES) };
    let limit = shown::own_data(&vm.heap, error, keys::STACK_TRACE_LIMIT)?.as_number()?;
    Some((limit as usize).min(MOST_PLACES))
}

/// `Error.prepareStackTrace`, or its getter, as a property that the script has set; with `Error`. Each new error asks: a name
/// that nobody has used is nobody's property.
fn hook_property(vm: &Vm) -> Option<(ObjectId, StoredProperty)> {
    let error = constructor(vm)?;
    let name = string::find_interned(&vm.heap, StringView::Latin1(b"prepareStackTrace"))?;
    vm.heap.stored_property(error, PropertyKey::from_atom(name)).map(|property| (error, property))
}

/// Returns whether a script may make the stack: [`prepared`].
fn has_hook(vm: &Vm) -> bool {
    let Some((_, property)) = hook_property(vm).filter(|_| !vm.agent.is_preparing_stack) else { return false };
    let function = match property.attributes.is_accessor() {
        true => vm.heap.accessor_of(property).getter,
        false => property.value,
    };
    function.as_object().is_some_and(|function| vm.heap.has_call(function))
}

/// The stack that `Error.prepareStackTrace` makes, as in V8; none without such a function. Stacks that are made meanwhile are
/// text.
fn prepared(vm: &mut Vm, object: ObjectId, holder: ObjectId, most: usize) -> Completion<Option<Value>> {
    if !has_hook(vm) {
        return Ok(None);
    }
    vm.agent.is_preparing_stack = true;
    let stack = call_hook(vm, object, holder, most);
    vm.agent.is_preparing_stack = false;
    stack
}

/// Calls the function, which a getter may give, with the error and its call sites.
fn call_hook(vm: &mut Vm, object: ObjectId, holder: ObjectId, most: usize) -> Completion<Option<Value>> {
    let Some((error, property)) = hook_property(vm) else { return Ok(None) };
    let hook = match property.attributes.is_accessor() {
        true => {
            let getter = vm.heap.accessor_of(property).getter;
            let hook = vm.call(getter, Value::object(error), &[])?;
            vm.keep(hook);
            hook
        }
        false => property.value,
    };
    if !hook.as_object().is_some_and(|hook| vm.heap.has_call(hook)) {
        return Ok(None);
    }
    let sites = call_sites(vm, holder, most)?;
    vm.keep(sites);
    vm.call(hook, Value::object(error), &[Value::object(object), sites]).map(Some)
}

/// The functions that a new error remembers, and the content of its slot of `stack`. Those that make an instance of
/// `new_target` are left out, with what it has called, as in V8: the error is made where that is called.
pub(crate) fn of_new_error(vm: &Vm, new_target: Option<ObjectId>) -> (Box<[CodePlace]>, Value) {
    let (most, slot) = match limit(vm) {
        Some(MAX_STACK_ENTRIES) => (MAX_STACK_ENTRIES, Value::EMPTY),
        Some(limit) => (limit.max(MAX_STACK_ENTRIES), Value::int(limit as i32)),
        None => (MAX_STACK_ENTRIES, Value::UNDEFINED),
    };
    let above = new_target.map_or(0, |new_target| making(vm, new_target));
    (error_report::all_running_places(vm).skip(above).take(most).collect(), slot)
}

/// Number of running functions from the innermost one to the call of a script's constructor; 0 if it does not run.
fn making(vm: &Vm, constructor: ObjectId) -> usize {
    if vm.heap.closure(constructor).is_none() {
        return 0;
    }
    let mut calls = vm.execution.running_frames().iter().rev().take(MOST_PLACES);
    calls.position(|frame| frame.callee == constructor).map_or(0, |place| place + 1)
}

/// The names of the calls that a new error remembers, as [`of_new_error`] finds them; none unless a script is to make its stack.
pub(crate) fn names_of_new_error(
    vm: &mut Vm,
    new_target: Option<ObjectId>,
    running: usize,
    waiting: usize,
) -> Option<Box<NamesOfStack>> {
    if !has_hook(vm) {
        return None;
    }
    let above = new_target.map_or(0, |new_target| making(vm, new_target));
    Some(names_of_running(vm, above, running, waiting))
}

/// Names of running calls, but for the innermost `above`, and of so many that wait for them.
fn names_of_running(vm: &mut Vm, above: usize, running: usize, waiting: usize) -> Box<NamesOfStack> {
    let frames = vm.execution.running_frames().iter().rev().skip(above).take(running);
    let frames: Vec<Frame> = frames.copied().collect();
    let shown = frames.len();
    let mut names = NamesOfStack::default();
    for frame in frames {
        let this = vm.execution.stack.get(frame.base as usize).copied().unwrap_or(Value::UNDEFINED);
        names.running.push(names_of_call(vm, &frame, this));
    }
    for activation in async_stack::activations_for_running(vm, shown).into_iter().take(waiting) {
        names.waiting.push(activation.map_or_else(CallNames::default, |object| names_of_activation(vm, object)));
    }
    Box::new(names)
}

/// Names of a call that waits in an `await`.
fn names_of_activation(vm: &mut Vm, activation: ObjectId) -> CallNames {
    match vm.heap.kind(activation) {
        Kind::Generator(generator) => {
            let (frame, this) = (generator.frame, generator.registers.first().copied());
            names_of_call(vm, &frame, this.unwrap_or(Value::UNDEFINED))
        }
        _ => CallNames::default(),
    }
}

/// Names of a call: those of its function, of its receiver's type, and of the method that it is there.
fn names_of_call(vm: &mut Vm, frame: &Frame, this: Value) -> CallNames {
    // A register that has no `this` yet, or another use.
    let this = if this.is_empty() || this.as_record().is_some() { Value::UNDEFINED } else { this };
    // Sloppy code that does not use `this` has not made an object of it.
    let block = vm.heap.code_block(frame.code);
    let this = match this.is_nullish() && !block.strict {
        true => Value::object(vm.heap.realm(block.realm).global),
        false => this,
    };
    let holder = match this.as_object() {
        Some(object) => Some(object),
        None if this.is_nullish() => None,
        None => object::prototype_of_primitive(vm, this, keys::CONSTRUCTOR).ok(),
    };
    holder.iter().for_each(|&holder| realm::fill_prototypes(vm, holder));
    let (callee, code, constructs) = (frame.callee, frame.code, frame.kind.constructs());
    call_names::of_call(&mut vm.heap, &NamedCall { callee, code, constructs, this, holder })
}

/// Gives an object the stack of the functions that are running above the call of `above`; all of them without it.
pub fn capture(vm: &mut Vm, object: ObjectId, above: Option<ObjectId>) -> Completion<()> {
    let slot = match limit(vm) {
        None => Value::UNDEFINED,
        Some(limit) => {
            let skipped = skipped(vm, above);
            let places: Box<[_]> = error_report::all_running_places(vm).skip(skipped).take(limit).collect();
            vm.heap.budget.work_later((skipped + places.len()) as u64);
            let names = if has_hook(vm) { Some(names_of_running(vm, skipped, places.len(), usize::MAX)) } else { None };
            remember_newer(vm, object, &places, names.clone());
            Value::object(new_holder(vm, None, places, Box::default(), names))
        }
    };
    vm.keep(slot);
    if slot.is_undefined() || vm.heap.class_of(object).is_opaque() {
        let stack = made_of(vm, object, slot)?;
        let descriptor = PropertyDescriptor::data(stack, Attributes::METHOD);
        return object::define_property_or_throw(vm, object, keys::STACK, &descriptor);
    }
    let descriptor = PropertyDescriptor::data(Value::UNDEFINED, Attributes::METHOD);
    object::define_property_or_throw(vm, object, keys::STACK, &descriptor)?;
    if let Some((place, attributes)) = shape::shape_lookup(&vm.heap, vm.heap.shape_of(object), keys::STACK)
        && attributes.is_plain_data()
    {
        properties::change_attributes(&mut vm.heap, object, place, attributes.with(Attributes::LAZY));
        vm.heap.set_slot(object, place, slot);
    }
    Ok(())
}

/// Makes an error remember these functions, for reports, unless there are none.
fn remember_newer(vm: &mut Vm, object: ObjectId, places: &[CodePlace], names: Option<Box<NamesOfStack>>) {
    let Kind::Error(data) = vm.heap.kind(object) else { return };
    if places.is_empty() {
        return;
    }
    let (before, mut newer) = (data.bytes(), Box::new(data.clone()));
    newer.stack = places.into();
    newer.names = names;
    newer.waiting = async_stack::waiting_for_running(vm, places.len()).into_boxed_slice();
    let after = newer.bytes();
    vm.heap.set_internal_slots(object, ObjectKind::Error(newer));
    vm.heap.resized(before, after);
}

/// Number of functions above the shown ones. A function that is not running hides all of them, unless its own tail
/// calls may have replaced it.
fn skipped(vm: &Vm, above: Option<ObjectId>) -> usize {
    let Some(above) = above else { return 0 };
    let mut calls = vm.execution.frames.iter().rev();
    match calls.position(|frame| frame.callee == above) {
        Some(place) => place + 1,
        None if makes_tail_calls(&vm.heap, above) => 0,
        None => vm.execution.frames.len(),
    }
}

fn makes_tail_calls(heap: &Heap, function: ObjectId) -> bool {
    heap.closure(function).is_some_and(|(code, _)| heap.code_cell(code).block.makes_tail_calls)
}

/// Makes an object that remembers functions, and the functions that wait for them.
fn new_holder(
    vm: &mut Vm,
    prototype: Option<ObjectId>,
    stack: Box<[CodePlace]>,
    waiting: Box<[AsyncCaller]>,
    names: Option<Box<NamesOfStack>>,
) -> ObjectId {
    let (early, host) = (None, None);
    let data = ErrorData { stack, waiting, early, host, host_bytes: 0, receiver: Value::UNDEFINED, names };
    vm.heap.new_object_with_prototype(prototype, ObjectKind::Error(Box::new(data)))
}

/// The content of the slot of a stack that is still lazy.
fn lazy_slot(heap: &Heap, object: ObjectId, key: PropertyKey) -> Option<Value> {
    let stored = heap.stored_property(object, key)?;
    stored.attributes.is_lazy().then_some(stored.value)
}

/// The key under which an object has the stack that a script would see, if nobody has replaced the getter.
fn key_of_stack(heap: &Heap, object: ObjectId) -> PropertyKey {
    if heap.stored_property(object, keys::STACK).is_some() { keys::STACK } else { ERROR_STACK }
}

/// get Error.prototype.stack, of the proposal Error Stack Accessor: the stack of an error. None for other objects.
pub fn of_error(vm: &mut Vm, object: ObjectId) -> Completion<Option<Value>> {
    match vm.heap.kind(object) {
        Kind::Error(_) => object::get(vm, object, ERROR_STACK).map(Some),
        _ => Ok(None),
    }
}

/// Sets what [`of_error`] gives, for copies of errors.
pub fn set_of_error(vm: &mut Vm, object: ObjectId, stack: Value) -> Completion<()> {
    Ok(vm.heap.store_property(object, ERROR_STACK, stack, Attributes::METHOD)?)
}

/// Makes the value of a lazy stack.
pub(crate) fn make(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Value> {
    let slot = lazy_slot(&vm.heap, object, key).unwrap_or(Value::UNDEFINED);
    vm.keep(Value::object(object));
    vm.keep(slot);
    made_of(vm, object, slot)
}

/// The value of a stack that is still lazy, without running script, and whether a script would get the same. None if
/// the stack is something else.
pub fn without_script(vm: &mut Vm, object: ObjectId) -> Completion<Option<(Value, bool)>> {
    let key = key_of_stack(&vm.heap, object);
    of_slot_without_script(vm, object, key)
}

/// The value of a stack that is still lazy, as a script would get it: its reads of the object may run script. None if
/// the stack is something else.
pub fn with_script(vm: &mut Vm, object: ObjectId) -> Completion<Option<Value>> {
    let key = key_of_stack(&vm.heap, object);
    match lazy_slot(&vm.heap, object, key) {
        Some(_) => object::get(vm, object, key).map(Some),
        None => Ok(None),
    }
}

fn of_slot_without_script(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<(Value, bool)>> {
    let Some(slot) = lazy_slot(&vm.heap, object, key) else { return Ok(None) };
    if slot.is_undefined() {
        return Ok(Some((slot, true)));
    }
    let is_final = !has_hook(vm) && !has_getters(vm, object);
    let text = error_report::stack_text(vm, object, holder_in(object, slot), shown_of(slot), None)?;
    Ok(Some((Value::string(error_report::string_of_stack(vm, &text)), is_final)))
}

fn holder_in(object: ObjectId, slot: Value) -> ObjectId {
    slot.as_object().unwrap_or(object)
}

/// Number of functions that are shown.
fn shown_of(slot: Value) -> usize {
    match slot.as_int() {
        Some(limit) => usize::try_from(limit).unwrap_or(0),
        None if slot.is_object() => MOST_PLACES,
        None => MAX_STACK_ENTRIES,
    }
}

/// The stack of an object by the content of its slot.
fn made_of(vm: &mut Vm, object: ObjectId, slot: Value) -> Completion<Value> {
    if slot.is_undefined() {
        return Ok(slot);
    }
    let (holder, most) = (holder_in(object, slot), shown_of(slot));
    if let Some(stack) = prepared(vm, object, holder, most)? {
        return Ok(stack);
    }
    let headline = headline_by_getters(vm, object)?;
    let text = error_report::stack_text(vm, object, holder, most, headline)?;
    Ok(Value::string(error_report::string_of_stack(vm, &text)))
}

/// Makes an array with a call site for each function.
fn call_sites(vm: &mut Vm, holder: ObjectId, most: usize) -> Completion<Value> {
    let (places, waiting, names) = match vm.heap.kind(holder) {
        Kind::Error(data) => (data.stack.to_vec(), data.waiting.to_vec(), data.names.clone()),
        _ => (Vec::new(), Vec::new(), None),
    };
    let names = names.map_or(NamesOfStack::default(), |names| *names);
    let (mut running_names, mut waiting_names) = (names.running.into_iter(), names.waiting.into_iter());
    let prototype = Some(realm::intrinsics(vm).call_site_prototype);
    let mut sites = Vec::with_capacity(most.min(places.len() + waiting.len()));
    vm.work((places.len() + waiting.len()) as u64)?;
    for place in places.into_iter().take(most) {
        let names = running_names.next().map(|names| names_of_one(names, false));
        sites.push(Value::object(new_holder(vm, prototype, Box::new([place]), Box::default(), names)));
    }
    for waiting in waiting.into_iter().take(most.saturating_sub(sites.len())) {
        let names = waiting_names.next().map(|names| names_of_one(names, true));
        sites.push(Value::object(new_holder(vm, prototype, Box::default(), Box::new([waiting]), names)));
    }
    array::new_array_from(vm, sites).map(Value::object)
}

fn names_of_one(names: CallNames, waits: bool) -> Box<NamesOfStack> {
    let (running, waiting) = if waits { (Vec::new(), vec![names]) } else { (vec![names], Vec::new()) };
    Box::new(NamesOfStack { running, waiting })
}

/// Returns whether an object or its prototypes have a getter.
fn has_getter(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> bool {
    realm::fill_prototypes(vm, object);
    let mut next = Some(object);
    for _ in 0..LONGEST_CHAIN {
        let Some(current) = next else { return false };
        if let Some(property) = vm.heap.stored_property(current, key) {
            let is_exception =
                || exception_slot(key).is_some_and(|slot| shown::own_data(&vm.heap, object, slot).is_some());
            return property.attributes.is_accessor() && !is_exception();
        }
        next = vm.heap.known_prototype_of(current);
    }
    false
}

fn has_getters(vm: &mut Vm, object: ObjectId) -> bool {
    has_getter(vm, object, keys::NAME) || has_getter(vm, object, keys::MESSAGE)
}

/// Name and message, if a getter gives one of them.
pub fn headline_by_getters(vm: &mut Vm, object: ObjectId) -> Completion<Option<String>> {
    if !has_getters(vm, object) {
        return Ok(None);
    }
    let name = read_text(vm, object, keys::NAME)?.unwrap_or_else(|| "Error".to_owned());
    let message = read_text(vm, object, keys::MESSAGE)?.unwrap_or_default();
    Ok(Some(match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, false) => message,
        (false, false) => format!("{name}: {message}"),
    }))
}

/// The beginning of a property as text; none for undefined.
fn read_text(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<String>> {
    let value = object::get(vm, object, key)?;
    if value.is_undefined() {
        return Ok(None);
    }
    vm.keep(value);
    let string = convert::to_string(vm, value)?;
    Ok(Some(shown::string(&mut vm.heap, string, shown::SHOWN_MESSAGE)))
}

/// Makes the stacks of an object that are still lazy without running script: for callers that cannot keep their source.
pub fn make_now(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    for key in [keys::STACK, ERROR_STACK] {
        if let Some((stack, _)) = of_slot_without_script(vm, object, key)? {
            properties::replace_lazy(&mut vm.heap, object, key, stack);
        }
    }
    Ok(())
}

/// Returns whether that object is a call site of the current realm.
pub fn is_call_site(vm: &Vm, object: ObjectId) -> bool {
    // Errors have a place for their stack, whatever their prototype is.
    vm.heap.prototype_of(object) == Some(realm::intrinsics(vm).call_site_prototype)
        && matches!(vm.heap.kind(object), Kind::Error(_))
        && vm.heap.stored_property(object, ERROR_STACK).is_none()
}

/// Facts that a call site tells of its function.
pub struct Site {
    /// The site as a line of the stack.
    pub line: String,
    /// Name of the function; empty for functions without a name and for code outside of functions.
    pub function: String,
    /// Name of the receiver's type, and of the method. None if there is no receiver, or if it was not asked for in time.
    pub type_name: Option<String>,
    pub method: Option<String>,
    /// The name of the source; none for built-in functions.
    pub source: Option<String>,
    pub is_eval: bool,
    pub is_constructor: bool,
    /// Called without a receiver, as far as that is known.
    pub is_toplevel: bool,
    pub is_async: bool,
    /// Line and column, from 1, and the offset.
    pub place: (u32, u32, u32),
    /// Line and column of the function itself.
    pub begin: (u32, u32),
    /// The combinator, and the index of the element that it waits for.
    pub element: Option<(&'static str, u32)>,
}

/// The site of a call site, or of the first function that an error remembers.
pub fn site(vm: &mut Vm, object: ObjectId) -> Option<Site> {
    vm.heap.budget.work_later(SITE);
    let Kind::Error(data) = vm.heap.kind(object) else { return None };
    let waiting = data.waiting.first().copied();
    let (place, is_async) = match (data.stack.first(), waiting) {
        (Some(&place), _) => (place, false),
        (None, Some(AsyncCaller::Function(place))) => (place, true),
        (None, Some(AsyncCaller::Element { of, index })) => return Some(site_of_element(of, index)),
        (None, None) => return None,
    };
    let names = data.names.as_ref().and_then(|names| names.running.first().or(names.waiting.first())).cloned();
    let cell = vm.heap.code_cell(place.code);
    let mut entry = StackEntry { is_async, ..error_report::stack_entry(vm, place) };
    let names = names.unwrap_or_else(|| CallNames {
        function: entry.function.as_str().into(),
        constructs: cell.class.is_some(),
        ..CallNames::default()
    });
    entry.function = call_names::head(&names);
    let unit = &cell.block.unit.unit;
    let begin = unit.source.position(unit.functions.get(cell.index as usize).map_or(0, |function| function.span.start));
    Some(Site {
        line: entry.to_string(),
        source: Some(unit.source.name().to_owned()),
        is_eval: unit.functions.first().is_some_and(|function| function.kind == FunctionKind::Eval),
        is_constructor: names.constructs,
        is_toplevel: names.type_name.is_none() && !names.constructs,
        is_async,
        place: (entry.line, entry.column, cell.block.source_offset(place.pc)),
        begin: (begin.line, begin.column),
        element: None,
        function: names.function.into(),
        type_name: names.type_name.map(String::from),
        method: names.method.map(String::from),
    })
}

/// Fuel for looking up two positions.
const SITE: u64 = 128;

/// Makes the site of a promise combinator that waits for its element `index`. It has no place in a source text.
fn site_of_element(of: &'static str, index: u32) -> Site {
    let method = of.rsplit('.').next().unwrap_or(of);
    Site {
        line: format!("async {of} (index {index})"),
        function: method.to_owned(),
        type_name: Some("Function".to_owned()),
        method: Some(method.to_owned()),
        source: None,
        is_eval: false,
        is_constructor: false,
        is_toplevel: false,
        is_async: true,
        place: (0, 0, 0),
        begin: (0, 0),
        element: Some((of, index)),
    }
}
