//! Operations on scripts and values.

use std::sync::Arc;

use ferrotape::console::InspectOptions;
use ferrotape::convert::JsValue;
use ferrotape::handles::{JsString, Symbol};
use ferrotape::{Call, Context, Error, FromJs, Function, IntoJs, Object, Value};

use crate::fault::Failure;
use crate::host::Op;
use crate::item::{Item, Malformed};
use crate::loader::{HostConsole, HostLoader, Loading};
use crate::place::Place;
use crate::slot::{Slot, State};
use crate::table::Handle;
use crate::values::{Values, decode, decode_list, encode, host_function};
use crate::{Shell, Status};

/// Context of an operation: its engine, its input, and where its output goes.
pub(crate) struct Operation<'a, 'js> {
    pub place: Place<'a, 'js>,
    pub shell: &'a Arc<dyn Shell>,
    /// The items that the input begins with.
    pub items: Vec<Item>,
    /// Rest of the input: a value, or other bytes.
    pub rest: &'a [u8],
    pub output: &'a mut Vec<u8>,
}

impl Operation<'_, '_> {
    /// Performs an operation on an engine that is there already.
    pub fn performed(self, op: Op) -> Result<Status, Failure> {
        match op {
            Op::New | Op::Dispose | Op::Fork => Err(Failure::usage(crate::place::BUSY)),
            Op::Eval => self.eval(),
            Op::Call => self.call(),
            Op::Construct => self.construct(),
            Op::Get => self.get(),
            Op::Set => self.set(),
            Op::Keys => self.keys(),
            Op::Inspect => self.inspect(),
            Op::Promise => self.promise(),
            Op::Release => self.release(),
            Op::Define => self.define(),
            Op::DefineCall => self.define_call(),
            Op::Console => self.console(),
            Op::Modules => self.modules(),
            Op::Save => self.save(),
            Op::Restore => self.restore(),
            Op::Start => self.start(),
            Op::Advance => self.advance(),
            Op::Calls => self.calls(),
            Op::Arguments => self.arguments(),
            Op::Answer => self.answer(),
            Op::Fail => self.fail(),
            Op::Abort => self.abort(),
            Op::Stats => self.stats(),
            Op::Unhandled => self.unhandled(),
            Op::Hold => self.hold(),
            Op::Data => self.data(),
            Op::Kind => self.kind(),
            Op::Global => self.global(),
            Op::Class => self.class(),
            Op::Gone => self.gone(),
            Op::Provide => self.provide(),
            Op::Stack => self.stack(),
            Op::Key => self.key(),
            Op::LimitProgram => self.limit_program(),
            Op::NumberOf => self.number_of(),
            Op::OnCall => self.on_call(),
        }
    }

    pub fn text(&self, index: usize) -> Result<&str, Malformed> {
        self.items.get(index).and_then(Item::as_text).ok_or(Malformed)
    }

    /// Returns the name of what the host gives to scripts, the first item: the names of objects, with dots, and its own.
    pub fn name(&self) -> Result<String, Failure> {
        let name = self.text(0)?;
        match name.split('.').any(str::is_empty) {
            true => Err(Failure::usage(format!("the name \"{name}\" has a part without letters"))),
            false => Ok(name.to_owned()),
        }
    }

    pub fn index(&self, index: usize) -> Result<u64, Malformed> {
        self.items.get(index).and_then(Item::as_index).ok_or(Malformed)
    }

    pub fn optional_index(&self, index: usize) -> Result<Option<u64>, Malformed> {
        match self.items.get(index) {
            None | Some(Item::Undefined) => Ok(None),
            Some(item) => item.as_index().map(Some).ok_or(Malformed),
        }
    }

    pub fn give(&mut self, item: &Item) -> Result<Status, Failure> {
        self.output.clear();
        item.write(self.output);
        Ok(Status::Done)
    }

    fn give_bytes(&mut self, bytes: Vec<u8>) -> Result<Status, Failure> {
        *self.output = bytes;
        Ok(Status::Done)
    }

    /// `[name, source]`: runs a script, and gives its value.
    pub fn eval(mut self) -> Result<Status, Failure> {
        let (name, source) = (self.text(0)?.to_owned(), self.text(1)?.to_owned());
        self.place.check_source(&source)?;
        let shell = self.shell;
        let bytes = self.place.run(|cx| {
            let value: JsValue = cx.eval_named(&name, source)?;
            encode(cx, shell, value)
        })?;
        self.give_bytes(bytes)
    }

    /// `[function]`, then `[this, …arguments]`: calls a function of the script, and gives its result.
    pub fn call(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let (shell, bytes) = (self.shell, self.rest);
        let bytes = self.place.run(|cx| {
            let function = held::<Function>(cx, id, "a function")?;
            let mut arguments = decode_list(cx, shell, bytes)?;
            let this = if arguments.is_empty() { undefined(cx)? } else { arguments.remove(0) };
            let result: JsValue = function.call_with(cx, this, arguments)?;
            encode(cx, shell, result)
        })?;
        self.give_bytes(bytes)
    }

    /// `[function]`, then `[…arguments]`: makes an object by `new`.
    pub fn construct(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let (shell, bytes) = (self.shell, self.rest);
        let bytes = self.place.run(|cx| {
            let function = held::<Function>(cx, id, "a function")?;
            let arguments = decode_list(cx, shell, bytes)?;
            let result: JsValue = function.construct(cx, arguments)?;
            encode(cx, shell, result)
        })?;
        self.give_bytes(bytes)
    }

    /// `[object]`, 0 for the global one, then the key: gives the value of a property.
    pub fn get(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let (shell, bytes) = (self.shell, self.rest);
        let bytes = self.place.run(|cx| {
            let key = decode(cx, shell, bytes)?;
            let key = Key::from_js(cx, key)?;
            let value: JsValue = match (id, &key) {
                (0, Key::Text(text)) => {
                    let name = text.to_text(cx)?;
                    cx.get_global(&name)?
                }
                _ => {
                    let object = object(cx, id)?;
                    key.get(cx, &object)?
                }
            };
            encode(cx, shell, value)
        })?;
        self.give_bytes(bytes)
    }

    /// `[object]`, 0 for the global one, then `[key, value]`: assigns to a property.
    pub fn set(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let (shell, bytes) = (self.shell, self.rest);
        self.place.run(|cx| {
            let pair = decode(cx, shell, bytes)?;
            let (key, value) = <(Key, JsValue)>::from_js(cx, pair)?;
            match (id, &key) {
                (0, Key::Text(text)) => {
                    let name = text.to_text(cx)?;
                    cx.set_global(&name, value)
                }
                _ => {
                    let object = object(cx, id)?;
                    key.set(cx, &object, value)
                }
            }
        })?;
        self.give(&Item::Undefined)
    }

    /// `[object]`: gives the names of its own enumerable properties.
    pub fn keys(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let keys = self.place.run(|cx| object(cx, id)?.keys(cx))?;
        self.give(&Item::List(keys.into_iter().map(Item::from).collect()))
    }

    /// `[value]`: gives the text that people read. No script runs.
    pub fn inspect(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let text = self.place.run(|cx| {
            let value = Values::of(cx)?.get(id)?.into_js(cx)?;
            let value = Value::from_js(cx, value)?;
            cx.inspect(&value, &InspectOptions::default())
        })?;
        self.give(&text.into())
    }

    /// `[promise]`: gives `[state]`, or `[state]` and the value or the reason.
    pub fn promise(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let shell = self.shell;
        let (state, bytes) = self.place.run(|cx| {
            let promise = held::<ferrotape::Promise>(cx, id, "a promise")?;
            let state = promise.state(cx)?;
            let settled = match state {
                ferrotape::handles::PromiseState::Pending => return Ok(("pending", Vec::new())),
                ferrotape::handles::PromiseState::Rejected => match promise.result::<JsValue>(cx) {
                    Ok(_) => return Ok(("rejected", vec![0])),
                    Err(error) => {
                        let bytes = match error.thrown().cloned() {
                            Some(thrown) => encode(cx, shell, thrown)?,
                            None => vec![0],
                        };
                        return Ok(("rejected", bytes));
                    }
                },
                ferrotape::handles::PromiseState::Fulfilled => promise.result::<JsValue>(cx)?,
            };
            let bytes = match settled {
                Some(value) => encode(cx, shell, value)?,
                None => vec![0],
            };
            Ok(("fulfilled", bytes))
        })?;
        self.give(&Item::List(vec![state.into()]))?;
        self.output.extend(bytes);
        Ok(Status::Done)
    }

    /// `[name, function]`: gives scripts a function of the host. A name with dots makes objects.
    pub fn define(mut self) -> Result<Status, Failure> {
        let (name, function) = (self.name()?, self.index(1)?);
        let shell = self.shell;
        self.place.run(|cx| {
            let function = host_function(cx, shell, function, &name)?;
            put(cx, &name, function)
        })?;
        self.give(&Item::Undefined)
    }

    /// `[name, options]`: gives scripts a function that the host answers later. Options are `blocking`, `times`, `atOnce`,
    /// `refused` and `keyed`. Fails for others: a limit with a typing error must not be none.
    pub fn define_call(mut self) -> Result<Status, Failure> {
        let name = self.name()?;
        let members = match self.items.get(1).ok_or(Malformed)? {
            Item::Record(members) => members.clone(),
            Item::Undefined => Vec::new(),
            _ => return Err(Failure::usage("the options of a call are not an object")),
        };
        let is_blocking = members.iter().any(|(name, item)| name == "blocking" && *item == Item::Boolean(true));
        let mut call = if is_blocking { Call::blocking() } else { Call::promise() };
        for (option, item) in members.iter().filter(|(_, item)| *item != Item::Undefined) {
            let wrong = || Failure::usage(format!("the option {option} of a call has no such value"));
            let is_so = || item.as_bool().ok_or_else(wrong);
            let count = || item.as_index().ok_or_else(wrong);
            call = match option.as_str() {
                "blocking" => is_so().map(|_| call)?,
                "keyed" => {
                    if is_so()? {
                        call.keyed()
                    } else {
                        call
                    }
                }
                "times" => call.times(count()?),
                "atOnce" => call.at_once(count()?),
                "refused" => call.refused(item.as_text().ok_or_else(wrong)?),
                _ => return Err(Failure::usage(format!("there is no option {option} of a call"))),
            };
        }
        self.place.slot()?.idle()?.define_call(&name, call)?;
        self.give(&Item::Undefined)
    }

    /// `[function]`: gives the messages of `console` to a function of the host.
    pub fn console(mut self) -> Result<Status, Failure> {
        let function = self.index(0)?;
        define_console(self.place.slot()?, self.shell, function)?;
        self.give(&Item::Undefined)
    }

    /// `[function, whether it is async]`: loads modules by a function of the host. Those on their way are still provided.
    pub fn modules(mut self) -> Result<Status, Failure> {
        let function = self.index(0)?;
        let is_async = self.items.get(1).and_then(Item::as_bool).unwrap_or(false);
        let slot = self.place.slot()?;
        slot.idle()?;
        let fetches = slot.modules.as_ref().and_then(|loading| loading.fetches.clone());
        let loading = Loading { function, fetches: is_async.then(|| fetches.unwrap_or_default()) };
        set_loader(slot, self.shell, loading)?;
        self.give(&Item::Undefined)
    }

    /// `[name, text]`, or `[name, undefined, message]`: answers what an async loader was asked.
    pub fn provide(mut self) -> Result<Status, Failure> {
        let name = self.text(0)?;
        let source = match self.items.get(1) {
            Some(Item::Text(text)) => Ok(text.clone()),
            _ => Err(self.text(2)?.to_owned()),
        };
        let name = name.to_owned();
        match self.place.slot()?.modules.as_ref().and_then(|loading| loading.fetches.as_ref()) {
            Some(fetches) => fetches.provide(&name, source),
            None => return Err(Failure::usage("no loader of the engine is async")),
        }
        self.give(&Item::Undefined)
    }

    /// `[…]`: releases values.
    pub fn release(mut self) -> Result<Status, Failure> {
        let ids = std::mem::take(&mut self.items);
        self.place.enter(|cx| {
            let values = Values::of(cx)?;
            for id in ids.iter().filter_map(Item::as_index) {
                // Without the lock: the drop of a value is a note for its engine.
                let released = values.table().remove(Handle::from_number(id));
                drop(released);
            }
            Ok(())
        })?;
        self.give(&Item::Undefined)
    }

    /// Returns the resources that the engine has used.
    pub fn stats(mut self) -> Result<Status, Failure> {
        let (stats, handles) = self.place.enter(|cx| Ok((cx.stats(), Values::of(cx)?.table().len())))?;
        let members = [
            ("fuel", stats.fuel as f64),
            ("bytes", stats.bytes as f64),
            ("peakBytes", stats.peak_bytes as f64),
            ("handles", handles as f64),
        ];
        self.give(&Item::Record(members.map(|(name, number)| (name.to_owned(), number.into())).into()))
    }

    /// Returns the messages of unhandled rejections.
    pub fn unhandled(mut self) -> Result<Status, Failure> {
        let errors = self.place.slot()?.idle()?.take_unhandled_rejections();
        self.give(&Item::List(errors.iter().map(|error| error.report().into()).collect()))
    }
}

pub(crate) fn define_console(slot: &mut Slot, shell: &Arc<dyn Shell>, function: u64) -> Result<(), Failure> {
    let console = HostConsole { shell: Arc::clone(shell), function };
    slot.idle()?.define_console(console, InspectOptions::default())?;
    slot.console = Some(function);
    Ok(())
}

pub(crate) fn set_loader(slot: &mut Slot, shell: &Arc<dyn Shell>, loading: Loading) -> Result<(), Failure> {
    let loader = HostLoader { shell: Arc::clone(shell), loading: loading.clone() };
    match (&loading.fetches, &mut slot.state) {
        (Some(_), State::Running(run)) => run.set_async_loader(loader),
        (Some(_), _) => slot.idle()?.set_async_loader(loader),
        (None, _) => slot.idle()?.set_module_loader(loader),
    }
    slot.modules = Some(loading);
    Ok(())
}

/// Assigns to a name with dots: objects are made where there are none.
pub(crate) fn put(cx: &mut Context<'_>, path: &str, function: Function) -> Result<(), Error> {
    let Some((objects, name)) = path.rsplit_once('.') else { return cx.set_global(path, function) };
    let mut object = cx.global();
    for step in objects.split('.') {
        object = match object.get::<Option<Object>>(cx, step)? {
            Some(next) => next,
            None => {
                let next = Object::new(cx)?;
                object.set(cx, step, &next)?;
                next
            }
        };
    }
    object.set(cx, name, function)
}

fn undefined(cx: &mut Context<'_>) -> Result<JsValue, Error> {
    let value = ().into_js(cx)?;
    JsValue::from_js(cx, value)
}

/// Returns the value of a handle, which must be of a kind.
fn held<T: FromJs>(cx: &mut Context<'_>, id: u64, what: &str) -> Result<T, Error> {
    let value = Values::of(cx)?.get(id)?.into_js(cx)?;
    T::from_js(cx, value).map_err(|_| Error::type_error(format!("the handle is not one of {what}")))
}

/// Returns the object of a handle, or the global one.
fn object(cx: &mut Context<'_>, id: u64) -> Result<Object, Error> {
    if id == 0 { Ok(cx.global()) } else { held(cx, id, "an object") }
}

/// A key of a property.
enum Key {
    Text(JsString),
    Symbol(Symbol),
}

impl FromJs for Key {
    fn from_js<'js>(cx: &mut Context<'js>, value: ferrotape::handles::Local<'js>) -> Result<Self, Error> {
        if value.is_string() {
            return JsString::from_js(cx, value).map(Key::Text);
        }
        if value.as_number().is_some() {
            return ferrotape::convert::Coerced::from_js(cx, value).map(|text| Key::Text(text.0));
        }
        Symbol::from_js(cx, value).map(Key::Symbol)
    }
}

impl Key {
    fn get(&self, cx: &mut Context<'_>, object: &Object) -> Result<JsValue, Error> {
        match self {
            Key::Text(key) => object.get(cx, key),
            Key::Symbol(key) => object.get(cx, key),
        }
    }

    fn set(&self, cx: &mut Context<'_>, object: &Object, value: JsValue) -> Result<(), Error> {
        match self {
            Key::Text(key) => object.set(cx, key, value),
            Key::Symbol(key) => object.set(cx, key, value),
        }
    }
}
