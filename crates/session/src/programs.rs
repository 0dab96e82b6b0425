//! Operations on programs: they start, go on, wait for calls, and are saved.

use std::sync::Arc;
use std::time::Duration;

use ferrotape::convert::JsValue;
use ferrotape::host::{CallEnd, CallEvent};
use ferrotape::{Engine, Limits, PendingCall, Program, Progress, Run};

use crate::Status;
use crate::calls::{Operation, define_console, set_loader};
use crate::fault::Failure;
use crate::item::{Item, Malformed};
use crate::slot::State;
use crate::values::{Values, decode, encode, host_error};

impl Operation<'_, '_> {
    /// `[goal, name, source]`: starts a `script`, a `module` or a `body`.
    pub fn start(mut self) -> Result<Status, Failure> {
        let (goal, name, source) = (self.text(0)?.to_owned(), self.text(1)?.to_owned(), self.text(2)?.to_owned());
        let options = &self.place.slot()?.options;
        options.check_source(&source)?;
        let compiler = options.compiler();
        let program: Program = match &*goal {
            "script" => compiler.script(&name, &source)?.into(),
            "module" => {
                let module = compiler.module(&name, &source)?;
                // It runs, whatever has run by its name before.
                self.place.slot()?.forget_module(&name)?;
                module.into()
            }
            "body" => compiler.body(&name, &source)?,
            goal => return Err(Failure::usage(format!("there is no goal '{goal}': there are body, module, script"))),
        };
        self.place.slot()?.start(&program)?;
        self.give(&Item::Undefined)
    }

    /// `[fuel, milliseconds]`, each of which may be `undefined`: runs a slice. Returns the value of a program that is
    /// over; for one that waits, the milliseconds until a timer is due, or `undefined`.
    pub fn advance(mut self) -> Result<Status, Failure> {
        let mut slice = Limits::new();
        if let Some(fuel) = self.optional_index(0)? {
            slice = slice.fuel(fuel);
        }
        if let Some(time) = self.optional_time(1)? {
            slice = slice.time(time);
        }
        let slot = self.place.slot()?;
        let left = slot.options.time.map(|time| Limits::new().rest_of_time(time.saturating_sub(slot.used), time));
        let run = self.place.slot()?.running()?;
        if let Some(left) = left {
            run.limit(&left);
        }
        let before = self.shell.now();
        let progress = run.advance_for::<JsValue>(&slice);
        let used = (self.shell.now() - before).max(0.0) / 1000.0;
        let timer = self.place.slot()?.running()?.next_timer();
        self.place.slot()?.used =
            self.place.slot()?.used.saturating_add(Duration::try_from_secs_f64(used).unwrap_or_default());
        match progress {
            Ok(Progress::Paused) => {
                self.give(&Item::Undefined)?;
                Ok(Status::Paused)
            }
            Ok(Progress::Waiting) => {
                let timer = timer.map_or(Item::Undefined, |timer| Item::Number(timer.as_secs_f64() * 1000.0));
                self.give(&timer)?;
                Ok(Status::Waiting)
            }
            Ok(Progress::Done(value)) => {
                self.place.slot()?.end();
                let shell = self.shell;
                *self.output = self.place.enter(|cx| encode(cx, shell, value))?;
                Ok(Status::Done)
            }
            Err(error) => {
                self.place.slot()?.end();
                Err(error.into())
            }
        }
    }

    /// `[only new ones]`: gives `[id, name, blocks]` of each call that waits. New ones are new once.
    pub fn calls(mut self) -> Result<Status, Failure> {
        let only_new = self.items.first().and_then(Item::as_bool).unwrap_or(false);
        let run = self.place.slot()?.running()?;
        let calls = if only_new { run.take_new_calls() } else { run.calls() };
        let calls = calls.iter().map(|call| {
            Item::List(vec![Item::Number(call.id() as f64), call.name().into(), call.is_blocking().into()])
        });
        let calls = Item::List(calls.collect());
        self.give(&calls)
    }

    /// `[call]`: gives the arguments of a call, as an array.
    pub fn arguments(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let shell = self.shell;
        let run = self.place.slot()?.running()?;
        let call = waiting(run, id)?;
        let list: JsValue = call.arguments(run)?;
        let encoded = self.place.enter(|cx| encode(cx, shell, list).map_err(|error| error.within("the arguments")))?;
        *self.output = encoded;
        Ok(Status::Done)
    }

    /// `[call]`: gives the functions that ran when a call was made, and those that waited for them, each as a record of its name
    /// and place.
    pub fn stack(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let call = waiting(self.place.slot()?.running()?, id)?;
        let entries = call.stack().iter().map(|entry| {
            let members: [(&str, Item); 4] = [
                ("function", entry.function.as_str().into()),
                ("source", entry.source.as_str().into()),
                ("line", f64::from(entry.line).into()),
                ("column", f64::from(entry.column).into()),
            ];
            Item::Record(members.map(|(name, item)| (name.to_owned(), item)).into())
        });
        let entries = Item::List(entries.collect());
        self.give(&entries)
    }

    /// `[call, name of the run]`: gives the key of a call, or `undefined` if it was defined without keys.
    pub fn key(mut self) -> Result<Status, Failure> {
        let (id, name) = (self.index(0)?, self.text(1)?.to_owned());
        let call = waiting(self.place.slot()?.running()?, id)?;
        let key = call.key(&name).map_or(Item::Undefined, Item::Text);
        self.give(&key)
    }

    /// `[function]`: tells a function of the host of each call that is over, by a record of what [`CallEvent`] has.
    pub fn on_call(mut self) -> Result<Status, Failure> {
        let function = self.index(0)?;
        let shell = Arc::clone(self.shell);
        self.place.slot()?.idle()?.on_call(move |event| {
            // As a console, it cannot fail: what its host throws is the host's matter.
            let told = Item::List(vec![event_record(event)]);
            let _ = shell.host_call(function, &told.encode(), &mut Vec::new());
        });
        self.give(&Item::Undefined)
    }

    /// `[milliseconds, bytes of answers]`, each of which may be `undefined`: limits the program in all, in all processes.
    pub fn limit_program(mut self) -> Result<Status, Failure> {
        let (time, bytes) = (self.optional_time(0)?, self.optional_index(1)?);
        let run = self.place.slot()?.running()?;
        if let Some(time) = time {
            run.limit_time(time);
        }
        if let Some(bytes) = bytes {
            run.limit_answers(bytes);
        }
        self.give(&Item::Undefined)
    }

    fn optional_time(&self, index: usize) -> Result<Option<Duration>, Malformed> {
        let milliseconds = match self.items.get(index) {
            None | Some(Item::Undefined) => return Ok(None),
            Some(item) => item.as_number().ok_or(Malformed)?,
        };
        Duration::try_from_secs_f64(milliseconds / 1000.0).map(Some).map_err(|_| Malformed)
    }

    /// `[call]`, then the value: answers a call.
    pub fn answer(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let (shell, bytes) = (self.shell, self.rest);
        let value = self.place.enter(|cx| {
            let value = decode(cx, shell, bytes)?;
            <JsValue as ferrotape::FromJs>::from_js(cx, value)
        })?;
        self.place.slot()?.running()?.answer(id, value)?;
        self.give(&Item::Undefined)
    }

    /// `[call]`, then the host's exception, as of [`crate::Shell::host_call`]: fails a call.
    pub fn fail(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let (shell, bytes) = (self.shell, self.rest);
        let error = self.place.enter(|cx| Ok(host_error(cx, shell, bytes)))?;
        self.place.slot()?.running()?.fail(id, error)?;
        self.give(&Item::Undefined)
    }

    /// `[reason]`: ends the program, and gives the ids of the calls that have waited.
    pub fn abort(mut self) -> Result<Status, Failure> {
        let reason = self.text(0)?.to_owned();
        let waited = self.place.slot()?.running()?.abort(&reason);
        self.place.slot()?.end();
        self.give(&Item::List(waited.into_iter().map(|id| Item::Number(id as f64)).collect()))
    }

    /// Gives the engine, and the program that runs in it, as bytes.
    pub fn save(mut self) -> Result<Status, Failure> {
        let slot = self.place.slot()?;
        slot.require_modules()?;
        let saved = match &mut slot.state {
            State::Running(run) => run.save()?,
            _ => slot.idle()?.snapshot()?,
        };
        *self.output = saved;
        Ok(Status::Done)
    }

    /// `[with a program]`, then the bytes: restores into an engine that has the same functions. If that fails, the
    /// engine stays unchanged.
    pub fn restore(mut self) -> Result<Status, Failure> {
        let is_run = self.items.first().and_then(Item::as_bool).ok_or(Malformed)?;
        // Restoring takes the engine.
        let spare = self.place.slot()?.idle()?.fork()?;
        let values = self.place.slot()?.enter(Values::of)?;
        let State::Idle(engine) = std::mem::replace(&mut self.place.slot()?.state, State::Lost) else {
            return Err(Malformed.into());
        };
        let restored = match is_run {
            true => Engine::restore_run(*engine, self.rest).map(State::Running),
            false => Engine::restore_into(*engine, self.rest).map(|engine| State::Idle(Box::new(engine))),
        };
        match restored {
            Ok(state) => {
                self.place.slot()?.state = state;
                self.place.slot()?.used = Duration::ZERO;
                self.place.slot()?.give_values_of_before(values)?;
                self.give(&Item::Undefined)
            }
            Err(error) => {
                self.place.slot()?.state = State::Idle(Box::new(spare));
                self.place.slot()?.give_values_of_before(values)?;
                if let Some(console) = self.place.slot()?.console {
                    define_console(self.place.slot()?, self.shell, console)?;
                }
                if let Some(loader) = self.place.slot()?.modules.take() {
                    set_loader(self.place.slot()?, self.shell, loader)?;
                }
                Err(error.into())
            }
        }
    }
}

/// Returns an event for the host. Unknown parts are `undefined`.
fn event_record(event: &CallEvent) -> Item {
    let count = |number: Option<u64>| number.map_or(Item::Undefined, |number| Item::Number(number as f64));
    let (end, reason) = match &event.end {
        CallEnd::Answered => ("answered", None),
        CallEnd::Failed => ("failed", None),
        CallEnd::Refused(reason) => ("refused", Some(reason)),
        CallEnd::Denied(reason) => ("denied", Some(reason)),
        _ => ("forgotten", None),
    };
    let waited = event.waited.map_or(Item::Undefined, |waited| Item::Number(waited.as_secs_f64() * 1000.0));
    let members: [(&str, Item); 8] = [
        ("id", count(event.id)),
        ("name", (*event.name).into()),
        ("end", end.into()),
        ("reason", reason.map_or(Item::Undefined, |reason| reason.as_str().into())),
        ("fuel", count(Some(event.fuel))),
        ("argumentBytes", count(event.argument_bytes)),
        ("answerBytes", count(event.answer_bytes)),
        ("waited", waited),
    ];
    Item::Record(members.map(|(name, item)| (name.to_owned(), item)).into())
}

/// Returns the call of that id, if it waits.
fn waiting(run: &Run<'_>, id: u64) -> Result<PendingCall, Failure> {
    let call = run.calls().into_iter().find(|call| call.id() == id);
    call.ok_or_else(|| Failure::usage(format!("no call with the id {id} waits for an answer")))
}
