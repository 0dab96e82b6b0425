//! The object `console`, Console 1, with output to the host.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::Instant;
use ferrotape_budget::costs::{UNITS_PER_TICK, allocation_bytes};

use ferrotape_runtime::convert;
use ferrotape_runtime::debug;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::error_report;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::{self, HostPart};
use ferrotape_runtime::hosts;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operators;
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shown;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use crate::dir::{inspect_as_asked, options_as_asked};
use crate::table::{of_cells, table};
use crate::{Options, format, inspect_briefly};

/// Receives the messages of a console.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a console",
    note = "implement `Console` for a type of yours: its `message` receives each message with its level"
)]
pub trait Console: Send + Sync {
    /// Receives a message of one or more lines, without a line break at the end.
    fn message(&self, level: Level, text: &str);
}

/// The level of a message.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Messages of `console.debug`.
    Debug,
    /// Messages of `console.log`, and of methods without a level, like `table` and `count`.
    Log,
    /// Messages of `console.info`.
    Info,
    /// Messages of `console.warn`, failed assertions, and counters and timers that are used wrongly.
    Warn,
    /// Messages of `console.error` and `console.trace`.
    Error,
}

impl Level {
    /// Returns the name of the console's method whose messages have this level: `warn`.
    pub fn method(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Log => "log",
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
        }
    }
}

/// The state of a console between calls.
#[derive(Clone)]
struct State {
    console: Arc<dyn Console>,
    options: Options,
    counts: BTreeMap<String, u64>,
    timers: BTreeMap<String, Started>,
    /// The indentation of lines.
    indentation: usize,
    /// The bytes of the labels.
    labels: usize,
}

/// The start of a timed label, and the time from before the engine was restored.
#[derive(Copy, Clone)]
struct Started {
    at: Instant,
    before: Duration,
}

impl Started {
    fn after(before: Duration) -> Self {
        Started { at: Instant::now(), before }
    }

    fn elapsed(self) -> Duration {
        self.before.saturating_add(self.at.elapsed())
    }
}

impl HostData for State {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.labels + (self.counts.len() + self.timers.len()) * LABEL_BYTES
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(self.clone()))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.number(self.indentation as u64);
        to.number(self.counts.len() as u64);
        for (label, &count) in &self.counts {
            to.text(label.as_bytes());
            to.number(count);
        }
        to.number(self.timers.len() as u64);
        for (label, started) in &self.timers {
            to.text(label.as_bytes());
            to.number(u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX));
        }
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        restored(self, &mut Reader::new(bytes, 0)).is_some()
    }
}

/// Restores the state. None if the bytes are not a console's state.
fn restored(state: &mut State, reader: &mut Reader<'_>) -> Option<()> {
    const MOST_COUNTED: u64 = 1 << 53;
    let indentation = usize::try_from(reader.number().ok()?).ok()?;
    let mut labelled = || {
        let mut all = BTreeMap::new();
        for _ in 0..reader.count(2).ok()? {
            let label = String::from_utf8(reader.text().ok()?.to_vec()).ok()?;
            all.insert(label, reader.number().ok()?);
        }
        Some(all)
    };
    let (counts, timers) = (labelled()?, labelled()?);
    if reader.left() > 0 || indentation > MOST_INDENTATION || counts.values().any(|&count| count > MOST_COUNTED) {
        return None;
    }
    state.labels = counts.keys().chain(timers.keys()).map(|label| allocation_bytes(label.len())).sum();
    state.indentation = indentation;
    state.counts = counts;
    let started = |(label, micros)| (label, Started::after(Duration::from_micros(micros)));
    state.timers = timers.into_iter().map(started).collect();
    Some(())
}

/// The part of a saved engine for the console.
static PART: HostPart = HostPart {
    name: "console",
    // Each console has its own state.
    install: |vm, _| install_console(vm, Arc::new(Silent), Options::default()),
    classes: &[],
    view: |_, _| Ok(None),
};

struct Silent;

impl Console for Silent {
    fn message(&self, _: Level, _: &str) {}
}

/// Bytes of a label beside its text, in a tree whose nodes are half full.
const LABEL_BYTES: usize = 128;

/// The greatest indentation of groups.
const MOST_INDENTATION: usize = 100;

/// The most characters of a label.
const LONGEST_LABEL: usize = 1000;

static METHODS: &[NativeFunction] = &[
    method("log", 0, log),
    method("info", 0, info),
    method("debug", 0, debug_message),
    method("warn", 0, warn),
    method("error", 0, error),
    method("dir", 0, dir),
    method("dirxml", 0, dirxml),
    method("table", 0, show_table),
    method("group", 0, group),
    method("groupCollapsed", 0, group_collapsed),
    method("groupEnd", 0, group_end),
    method("count", 0, count),
    method("countReset", 0, count_reset),
    method("time", 0, time),
    method("timeLog", 0, time_log),
    method("timeEnd", 0, time_end),
    method("assert", 0, assert),
    method("trace", 0, trace),
    method("clear", 0, clear),
    method("timeStamp", 0, nothing),
    method("profile", 0, nothing),
    method("profileEnd", 0, nothing),
];

/// Defines the global `console` of the current realm.
pub fn install_console(vm: &mut Vm, console: Arc<dyn Console>, options: Options) -> Completion<()> {
    let class = object::plain_host_class(vm, "ConsoleState");
    let (counts, timers) = (BTreeMap::new(), BTreeMap::new());
    let state = State { console, options, counts, timers, indentation: 0, labels: 0 };
    let state = object::new_host_object(vm, class, None, Box::new(state))?;
    vm.keep(Value::object(state));
    let parent = realm::intrinsics(vm).object_prototype;
    let prototype = vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary);
    let mut realm = RealmBuilder::new(vm);
    let object = realm.large_object(prototype);
    realm.vm.keep(Value::object(object));
    realm.closures(object, METHODS, [Value::object(state), Value::UNDEFINED, Value::UNDEFINED])?;
    realm.string_tag(object, "console")?;
    realm.global("console", Value::object(object))?;
    host_part::note_host_part(vm, &PART, state);
    Ok(())
}

/// Returns the state that the function has captured.
fn state_of(vm: &Vm, call: Call) -> Option<ObjectId> {
    vm.heap.captured(call.callee, 0).as_object()
}

fn options_of(vm: &Vm, call: Call) -> Options {
    let state = state_of(vm, call).and_then(|state| hosts::host_data::<State>(&vm.heap, state));
    state.map(|state| state.options.clone()).unwrap_or_default()
}

/// Changes the state of the console.
fn change<T>(vm: &mut Vm, call: Call, change: impl FnOnce(&mut State) -> T) -> Option<T> {
    let state = state_of(vm, call)?;
    hosts::change_host_data(&mut vm.heap, state, change)
}

/// Passes a message to the host, indented for its groups. A panic of the host becomes an exception, as for its
/// functions.
fn emit(vm: &mut Vm, call: Call, level: Level, text: &str) -> Completion<()> {
    let state = state_of(vm, call).and_then(|state| hosts::host_data::<State>(&vm.heap, state));
    let Some(state) = state else { return Ok(()) };
    let (console, indentation) = (Arc::clone(&state.console), state.indentation);
    let indented = match indentation {
        0 => None,
        _ => Some(indented(vm, text, indentation)?),
    };
    let text = indented.as_deref().unwrap_or(text);
    let told = unless_it_panics(|| console.message(level, text));
    vm.heap.budget.look_after_host();
    match told {
        Some(()) => Ok(()),
        None => vm.type_error("the console of the host panicked"),
    }
}

/// Indents the lines of a text. Empty lines are indented too, so the result can be much longer than the text.
fn indented(vm: &mut Vm, text: &str, blanks: usize) -> Completion<String> {
    vm.work(text.len() as u64 / UNITS_PER_TICK)?;
    let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
    let length = text.len().saturating_add(lines.saturating_mul(blanks));
    vm.work(length as u64 / UNITS_PER_TICK)?;
    vm.heap.lend(length)?;
    let mut indented = String::with_capacity(length);
    let blanks = " ".repeat(blanks);
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            indented.push('\n');
        }
        indented.push_str(&blanks);
        indented.push_str(line);
    }
    Ok(indented)
}

fn arguments(vm: &mut Vm, call: Call, skipped: usize) -> Completion<Vec<Value>> {
    vm.heap.lend(call.argument_count() * size_of::<Value>())?;
    Ok(call.arguments(vm).iter().skip(skipped).copied().collect())
}

/// Formats the arguments and passes them to the host.
fn print(vm: &mut Vm, call: Call, level: Level) -> Completion<Value> {
    print_as(vm, call, level.method(), level)
}

/// Formats the arguments and passes them to the host. A debugger is told that it was this method.
fn print_as(vm: &mut Vm, call: Call, method: &'static str, level: Level) -> Completion<Value> {
    let (arguments, options) = (arguments(vm, call, 0)?, options_of(vm, call));
    debug::printed(vm, method, &arguments);
    let text = format(vm, &arguments, &options)?;
    emit(vm, call, level, &text)?;
    Ok(Value::UNDEFINED)
}

/// Passes a text of the console's own to the host, and tells a debugger of it.
fn say(vm: &mut Vm, call: Call, method: &'static str, level: Level, text: &str) -> Completion<()> {
    debug::printed_text(vm, method, text);
    emit(vm, call, level, text)
}

/// console.log ( ...data )
fn log(vm: &mut Vm, call: Call) -> Completion<Value> {
    print(vm, call, Level::Log)
}

/// console.info ( ...data )
fn info(vm: &mut Vm, call: Call) -> Completion<Value> {
    print(vm, call, Level::Info)
}

/// console.debug ( ...data )
fn debug_message(vm: &mut Vm, call: Call) -> Completion<Value> {
    print(vm, call, Level::Debug)
}

/// console.warn ( ...data )
fn warn(vm: &mut Vm, call: Call) -> Completion<Value> {
    print(vm, call, Level::Warn)
}

/// console.error ( ...data )
fn error(vm: &mut Vm, call: Call) -> Completion<Value> {
    print(vm, call, Level::Error)
}

/// console.dir ( item, options ), with the options of Node's `util.inspect`; `customInspect` is off unless
/// given.
fn dir(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [item, given] = [0, 1].map(|index| call.argument(vm, index));
    debug::printed(vm, "dir", &[item]);
    let options = options_of(vm, call);
    let text = inspect_as_asked(vm, item, given, Options { custom: false, ..options })?;
    emit(vm, call, Level::Log, &text)?;
    Ok(Value::UNDEFINED)
}

/// console.table ( tabularData, properties )
fn show_table(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [data, properties] = [0, 1].map(|index| call.argument(vm, index));
    debug::printed(vm, "table", &[data]);
    let columns = if properties.is_undefined() { None } else { Some(columns(vm, properties)?) };
    let options = options_of(vm, call);
    match table(vm, data, columns, &of_cells(options.clone()))? {
        Some(text) => {
            emit(vm, call, Level::Log, &text)?;
            Ok(Value::UNDEFINED)
        }
        None => {
            let text = format(vm, &[data], &options)?;
            emit(vm, call, Level::Log, &text)?;
            Ok(Value::UNDEFINED)
        }
    }
}

/// Makes the table that `console.table` shows, by the options that a script gives. None for values that have no table.
/// `properties` is an array, or undefined. All values are kept alive by whoever calls this.
pub fn table_as_asked(
    vm: &mut Vm,
    data: Value,
    properties: Value,
    given: Value,
    options: Options,
) -> Completion<Option<String>> {
    let columns = if properties.is_undefined() { None } else { Some(columns(vm, properties)?) };
    let options = options_as_asked(vm, given, of_cells(options))?;
    table(vm, data, columns, &options)
}

/// Returns Node's words for a wrong argument.
fn found(vm: &mut Vm, value: Value) -> Completion<String> {
    if value.is_nullish() {
        return Ok(messages::describe(vm, value));
    }
    let text = inspect_briefly(vm, value, &Options { depth: Some(0), ..Options::default() })?;
    Ok(match value.is_object() {
        true => text,
        false => {
            let name = operators::type_of(vm, value);
            format!("type {} ({text})", shown::string(&mut vm.heap, name, text.len().max(16)))
        }
    })
}

/// The columns that a table is to have.
fn columns(vm: &mut Vm, properties: Value) -> Completion<Vec<PropertyKey>> {
    const MOST: u64 = 100;
    let list = if proxy::is_array(vm, properties)? { properties.as_object() } else { None };
    let Some(list) = list else {
        let found = found(vm, properties)?;
        return vm.type_error(format!("The \"properties\" argument must be an instance of Array. Received {found}"));
    };
    let length = convert::length_of_array_like(vm, list)?;
    let mut keys = Vec::new();
    for index in 0..length.min(MOST) {
        let key = vm.heap.key_of_index(index);
        let name = object::get(vm, list, key)?;
        let key = convert::to_property_key(vm, name)?;
        vm.keep_key(key);
        if key.as_symbol().is_none() {
            keys.push(key);
        }
    }
    Ok(keys)
}

/// console.dirxml ( ...data )
fn dirxml(vm: &mut Vm, call: Call) -> Completion<Value> {
    print_as(vm, call, "dirxml", Level::Log)
}

/// console.group ( ...data )
fn group(vm: &mut Vm, call: Call) -> Completion<Value> {
    begin_group(vm, call, "group")
}

/// console.groupCollapsed ( ...data )
fn group_collapsed(vm: &mut Vm, call: Call) -> Completion<Value> {
    begin_group(vm, call, "groupCollapsed")
}

/// Begins a group under its title, if it has one.
fn begin_group(vm: &mut Vm, call: Call, method: &'static str) -> Completion<Value> {
    if call.argument_count() > 0 {
        print_as(vm, call, method, Level::Log)?;
    } else {
        debug::printed(vm, method, &[]);
    }
    change(vm, call, |state| state.indentation = (state.indentation + 2).min(MOST_INDENTATION));
    Ok(Value::UNDEFINED)
}

/// console.groupEnd ( )
fn group_end(vm: &mut Vm, call: Call) -> Completion<Value> {
    debug::printed(vm, "groupEnd", &[]);
    change(vm, call, |state| state.indentation = state.indentation.saturating_sub(2));
    Ok(Value::UNDEFINED)
}

/// Returns the label in the first argument.
fn label(vm: &mut Vm, call: Call) -> Completion<String> {
    let label = call.argument(vm, 0);
    if label.is_undefined() {
        return Ok("default".to_owned());
    }
    let string = convert::to_string(vm, label)?;
    let flat = vm.heap.flatten(string)?;
    vm.heap.room(LABEL_BYTES)?;
    Ok(vm.heap.view(flat).slice(0, LONGEST_LABEL).to_string_lossy())
}

/// console.count ( label )
fn count(vm: &mut Vm, call: Call) -> Completion<Value> {
    let label = label(vm, call)?;
    let count = change(vm, call, |state| {
        if !state.counts.contains_key(&label) {
            state.labels += allocation_bytes(label.len());
        }
        let count = state.counts.entry(label.clone()).or_default();
        *count += 1;
        *count
    });
    say(vm, call, "count", Level::Log, &format!("{label}: {}", count.unwrap_or(0)))?;
    Ok(Value::UNDEFINED)
}

/// console.countReset ( label )
fn count_reset(vm: &mut Vm, call: Call) -> Completion<Value> {
    let label = label(vm, call)?;
    let removed = change(vm, call, |state| {
        let removed = state.counts.remove(&label);
        state.labels -= removed.map_or(0, |_| allocation_bytes(label.len()));
        removed
    });
    if removed.flatten().is_none() {
        say(vm, call, "warn", Level::Warn, &format!("Count for '{label}' does not exist"))?;
    }
    Ok(Value::UNDEFINED)
}

/// console.time ( label )
fn time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let label = label(vm, call)?;
    let is_new = change(vm, call, |state| {
        let is_new = !state.timers.contains_key(&label);
        if is_new {
            state.labels += allocation_bytes(label.len());
            state.timers.insert(label.clone(), Started::after(Duration::ZERO));
        }
        is_new
    });
    if is_new == Some(false) {
        say(vm, call, "warn", Level::Warn, &format!("Label '{label}' already exists for console.time()"))?;
    }
    Ok(Value::UNDEFINED)
}

/// console.timeLog ( label, ...data )
fn time_log(vm: &mut Vm, call: Call) -> Completion<Value> {
    report_time(vm, call, "timeLog", false)
}

/// console.timeEnd ( label )
fn time_end(vm: &mut Vm, call: Call) -> Completion<Value> {
    report_time(vm, call, "timeEnd", true)
}

/// Prints the time since `console.time`, and ends the timer if wanted. A label without a timer gives a warning.
fn report_time(vm: &mut Vm, call: Call, method: &'static str, ends: bool) -> Completion<Value> {
    let label = label(vm, call)?;
    let started = change(vm, call, |state| {
        if !ends {
            return state.timers.get(&label).copied();
        }
        let started = state.timers.remove(&label);
        state.labels -= started.map_or(0, |_| allocation_bytes(label.len()));
        started
    });
    let Some(started) = started.flatten() else {
        say(vm, call, "warn", Level::Warn, &format!("No such label '{label}' for console.{method}()"))?;
        return Ok(Value::UNDEFINED);
    };
    let mut text = format!("{label}: {}", duration_text(started.elapsed()));
    if !ends && call.argument_count() > 1 {
        let (arguments, options) = (arguments(vm, call, 1)?, options_of(vm, call));
        for value in arguments {
            text += &format!(" {}", format(vm, &[value], &options)?);
        }
    }
    say(vm, call, method, Level::Log, &text)?;
    Ok(Value::UNDEFINED)
}

fn duration_text(duration: Duration) -> String {
    match duration.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.3}ms", seconds * 1000.0),
        seconds if seconds < 60.0 => format!("{seconds:.3}s"),
        seconds => format!("{}:{:06.3} (m:ss.mmm)", (seconds / 60.0) as u64, seconds % 60.0),
    }
}

/// Bytes of room for the stack of a message.
const ROOM_BEHIND: usize = 8 << 10;

/// Returns a word, and the values after a colon if there are any.
fn after(vm: &mut Vm, word: &str, values: &[Value], options: &Options) -> Completion<String> {
    if values.is_empty() {
        return Ok(word.to_owned());
    }
    let values = format(vm, values, options)?;
    // Leaves room for the text that follows: a growing text takes twice as much.
    let bytes = word.len() + values.len() + ROOM_BEHIND;
    vm.heap.lend(bytes)?;
    let mut text = String::with_capacity(bytes);
    text.push_str(word);
    text.push_str(": ");
    text.push_str(&values);
    Ok(text)
}

/// console.assert ( condition, ...data )
fn assert(vm: &mut Vm, call: Call) -> Completion<Value> {
    let condition = call.argument(vm, 0);
    if vm.heap.to_boolean(condition) {
        return Ok(Value::UNDEFINED);
    }
    let (arguments, options) = (arguments(vm, call, 1)?, options_of(vm, call));
    debug::printed(vm, "assert", &arguments);
    let text = after(vm, "Assertion failed", &arguments, &options)?;
    emit(vm, call, Level::Warn, &text)?;
    Ok(Value::UNDEFINED)
}

/// console.trace ( ...data )
fn trace(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (arguments, options) = (arguments(vm, call, 0)?, options_of(vm, call));
    debug::printed(vm, "trace", &arguments);
    let mut text = after(vm, "Trace", &arguments, &options)?;
    let prototype = realm::intrinsics(vm).object_prototype;
    let here = vm.make_error(prototype, None);
    vm.keep(here);
    for entry in error_report::stack_of(vm, here) {
        text += &format!("\n    at {entry}");
    }
    emit(vm, call, Level::Error, &text)?;
    Ok(Value::UNDEFINED)
}

/// console.clear ( ): there is nothing to clear.
fn clear(vm: &mut Vm, call: Call) -> Completion<Value> {
    debug::printed(vm, "clear", &[]);
    change(vm, call, |state| state.indentation = 0);
    Ok(Value::UNDEFINED)
}

/// console.timeStamp ( label ), console.profile ( label ), console.profileEnd ( label ): do nothing, since only the
/// tools of browsers use them.
fn nothing(_: &mut Vm, _: Call) -> Completion<Value> {
    Ok(Value::UNDEFINED)
}
