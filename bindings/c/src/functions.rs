//! Functions of the host for scripts, modules and the console.

use std::ffi::c_void;
use std::sync::Arc;

use ferrotape_session::{Item, Op};

use crate::record::{Record, Thrown, length, locked, record};
use crate::shell::{Code, Data, TOO_MANY};
use crate::types::{CallLog, CallOptions, Console, Drop, Engine, Function, Loader, Slice, Status, Value};
use crate::{guarded, put, sized, text};

/// Most calls that are told by a number; more is no limit.
const MOST: u64 = 1 << 53;

/// Gives a function to an engine by some operation. The data are dropped where that fails.
fn given<T>(
    record: &Arc<Record>,
    code: Code,
    data: Data,
    give: impl FnOnce(u64) -> Result<T, Status>,
) -> Result<T, Status> {
    if !record.shell.has_room(1) {
        return Err(record.refused(TOO_MANY));
    }
    let id = record.shell.add(code, Arc::new(data));
    let gave = give(id);
    if gave.is_err() {
        record.shell.remove(id);
    }
    gave
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_define(
    engine: Engine,
    name: Slice,
    function: Option<Function>,
    data: *mut c_void,
    drop: Option<Drop>,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let data = Data::new(data, drop);
        let (record, name) = (record(engine)?, text(name)?);
        given(&record, Code::Function(function.ok_or(Status::Null)?), data, |id| {
            record.perform(Op::Define, vec![name.into(), Item::Number(id as f64)], &[])
        })?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_new_function(
    engine: Engine,
    name: Slice,
    function: Option<Function>,
    data: *mut c_void,
    drop: Option<Drop>,
    result: *mut Value,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let data = Data::new(data, drop);
        let (record, name) = (record(engine)?, text(name)?);
        if result.is_null() {
            return Err(Status::Null);
        }
        let made = given(&record, Code::Function(function.ok_or(Status::Null)?), data, |id| {
            let mut wire = vec![24];
            length(id, &mut wire);
            wire.extend(Item::from(name).encode());
            record.value(Op::Hold, vec![], &wire)
        })?;
        put(result, made)?;
        Ok(Status::Ok)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_modules(engine: Engine, load: Option<Loader>, data: *mut c_void, drop: Option<Drop>) -> Status {
    hand_over(engine, load.map(Code::Loader), data, drop, Op::Modules, vec![])
}

/// As [`ft_modules`], with modules that the loader may give later.
#[unsafe(no_mangle)]
pub extern "C" fn ft_modules_later(
    engine: Engine,
    load: Option<Loader>,
    data: *mut c_void,
    drop: Option<Drop>,
) -> Status {
    hand_over(engine, load.map(Code::Loader), data, drop, Op::Modules, vec![true.into()])
}

/// Gives the session a function by its number, for an operation that takes `further` items behind that. `data` is dropped
/// once, also where this fails.
fn hand_over(
    engine: Engine,
    code: Option<Code>,
    data: *mut c_void,
    drop: Option<Drop>,
    operation: Op,
    further: Vec<Item>,
) -> Status {
    guarded(|| {
        let data = Data::new(data, drop);
        let record = record(engine)?;
        given(&record, code.ok_or(Status::Null)?, data, |id| {
            let items = [vec![Item::Number(id as f64)], further].concat();
            record.perform(operation, items, &[])
        })?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_provide(engine: Engine, name: Slice, source: Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (record, name, source) = (record(engine)?, text(name)?, text(source)?);
        record.perform(Op::Provide, vec![name.into(), source.into()], &[])?;
        locked(&record.notes).answers += 1;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_provide_error(engine: Engine, name: Slice, message: Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (record, name, message) = (record(engine)?, text(name)?, text(message)?);
        record.perform(Op::Provide, vec![name.into(), Item::Undefined, message.into()], &[])?;
        locked(&record.notes).answers += 1;
        Ok(Status::Ok)
    })
}

/// Passes each message of the engine's console to `tell`, in place of any earlier function. `data` is dropped once,
/// also where this fails.
#[unsafe(no_mangle)]
pub extern "C" fn ft_set_console(
    engine: Engine,
    tell: Option<Console>,
    data: *mut c_void,
    drop: Option<Drop>,
) -> Status {
    guarded(|| {
        let data = Data::new(data, drop);
        let record = record(engine)?;
        given(&record, Code::Console(tell.ok_or(Status::Null)?), data, |id| {
            record.perform(Op::Console, vec![Item::Number(id as f64)], &[])
        })?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_define_call(engine: Engine, name: Slice, options: *const CallOptions) -> Status {
    let zero = CallOptions {
        size: 0,
        blocking: 0,
        keyed: 0,
        times: 0,
        at_once: 0,
        refused: Slice::EMPTY,
        handler: None,
        data: std::ptr::null_mut(),
        drop: None,
    };
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let given = sized(options, zero)?;
        let data = Data::new(given.data, given.drop);
        let (record, name, refused) = (record(engine)?, text(name)?, text(given.refused)?);
        let mut options = vec![("blocking".to_owned(), (given.blocking != 0).into())];
        options.push(("keyed".to_owned(), (given.keyed != 0).into()));
        for (option, most) in [("times", given.times), ("atOnce", given.at_once)] {
            if (1..MOST).contains(&most) {
                options.push((option.to_owned(), Item::Number(most as f64)));
            }
        }
        if !refused.is_empty() {
            options.push(("refused".to_owned(), refused.into()));
        }
        let define = || record.perform(Op::DefineCall, vec![name.into(), Item::Record(options)], &[]);
        match given.handler {
            Some(handler) => {
                let id = self::given(&record, Code::Handler(handler), data, |id| define().map(|_| id))?;
                locked(&record.notes).handlers.insert(name.to_owned(), id);
            }
            None => {
                define()?;
                locked(&record.notes).handlers.remove(name);
                // Nobody gets the data.
                std::mem::drop(data);
            }
        }
        Ok(Status::Ok)
    })
}

/// Tells `tell` of each call that is over. `data` is dropped once, also where this fails.
#[unsafe(no_mangle)]
pub extern "C" fn ft_on_call(engine: Engine, tell: Option<CallLog>, data: *mut c_void, drop: Option<Drop>) -> Status {
    hand_over(engine, tell.map(Code::CallLog), data, drop, Op::OnCall, vec![])
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_throw(engine: Engine, name: Slice, message: Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let thrown = Thrown::Error(text(name)?.to_owned(), text(message)?.to_owned());
        locked(&record.notes).thrown = Some(thrown);
        Ok(Status::Threw)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_throw_value(engine: Engine, value: Value) -> Status {
    guarded(|| {
        let record = record(engine)?;
        let id = record.id(value)?;
        locked(&record.notes).thrown = Some(Thrown::Value(id));
        Ok(Status::Threw)
    })
}
