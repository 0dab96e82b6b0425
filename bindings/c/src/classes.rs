//! Classes of the host: scripts make and use objects that are pointers of C.

use std::ffi::c_void;
use std::sync::Arc;

use ferrotape_session::{Item, Op};

use crate::objects::Class;
use crate::record::{FIRST, Record, length, locked, record};
use crate::shell::{Code, Data, TOO_MANY};
use crate::types::{ClassOfC, Drop, Engine, Function, Member, Status, Value};
use crate::{ended_text, guarded, put, sized};

/// Names of the kinds of members, by the numbers of `ft_member_kind` from 1 on.
const KINDS: [&str; 4] = ["methods", "getters", "setters", "statics"];
const STATIC: usize = 3;

/// A class as C describes it.
struct Described<'a> {
    given: ClassOfC,
    name: &'a str,
    /// Kind, name and function of each member.
    members: Vec<(usize, &'a str, Function)>,
}

/// Reads the description of a class.
///
/// # Safety
///
/// It is as the header asks.
unsafe fn described<'a>(class: *const ClassOfC) -> Result<Described<'a>, Status> {
    if class.is_null() {
        return Err(Status::Null);
    }
    let zero = ClassOfC {
        size: 0,
        name: std::ptr::null(),
        extends: std::ptr::null(),
        construct: None,
        finalize: None,
        members: std::ptr::null(),
        member_count: 0,
    };
    // SAFETY: as the caller promises.
    let given = unsafe { sized(class, zero) }?;
    // SAFETY: as the caller promises.
    let name = unsafe { ended_text(given.name) }?.unwrap_or_default();
    let members: &[Member] = match given.member_count {
        0 => &[],
        _ if given.members.is_null() => return Err(Status::Null),
        // SAFETY: as the caller promises.
        count => unsafe { std::slice::from_raw_parts(given.members, count) },
    };
    let members = members.iter().map(|member| -> Result<_, Status> {
        let kind = usize::try_from(member.kind).ok().and_then(|kind| kind.checked_sub(1));
        let kind = kind.filter(|&kind| kind < KINDS.len()).ok_or(Status::Usage)?;
        // SAFETY: as the caller promises.
        let name = unsafe { ended_text(member.name) }?.ok_or(Status::Null)?;
        Ok((kind, name, member.function.ok_or(Status::Null)?))
    });
    let members = members.collect::<Result<_, Status>>()?;
    Ok(Described { given, name, members })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_define_class(
    engine: Engine,
    class: *const ClassOfC,
    data: *mut c_void,
    drop: Option<Drop>,
) -> Status {
    guarded(|| {
        let data = Arc::new(Data::new(data, drop));
        let record = record(engine)?;
        // SAFETY: as the header asks.
        let described = unsafe { described(class) }?;
        if described.name.is_empty() {
            return Err(record.refused("a class needs a name: objects of one without a name are made as they are"));
        }
        let parent = match described.given.extends {
            none if none.is_null() => None,
            parent => match locked(&record.shell.objects).class(parent.addr()) {
                Some(parent) => Some(parent),
                None => return Err(record.refused("the class that it extends was not defined in this engine")),
            },
        };
        let (name, finalize) = (described.name.to_owned(), described.given.finalize);
        define(&record, &described, Arc::new(Class { id: class.addr(), name, parent, finalize }), &data)?;
        Ok(Status::Ok)
    })
}

/// Gives an engine a class. Its functions are dropped where that fails.
fn define(record: &Arc<Record>, described: &Described<'_>, class: Arc<Class>, data: &Arc<Data>) -> Result<(), Status> {
    if !record.shell.has_room(described.members.len().saturating_add(1)) {
        return Err(record.refused(TOO_MANY));
    }
    let mut ids = Vec::new();
    let mut add = |code| {
        let id = record.shell.add(code, Arc::clone(data));
        ids.push(id);
        Item::Number(id as f64)
    };
    let mut told = Vec::new();
    if let Some(construct) = described.given.construct {
        told.push(("construct".to_owned(), add(Code::Constructor(construct, Arc::clone(&class)))));
    }
    if let Some(parent) = &class.parent {
        told.push(("extends".to_owned(), parent.name.as_str().into()));
    }
    for (kind, kind_name) in KINDS.into_iter().enumerate() {
        let members = described.members.iter().filter(|member| member.0 == kind).map(|&(_, name, function)| {
            let code = match kind {
                STATIC => Code::Function(function),
                _ => Code::Member(function, Arc::clone(&class)),
            };
            (name.to_owned(), add(code))
        });
        told.push((kind_name.to_owned(), Item::Record(members.collect())));
    }
    let defined = record.perform(Op::Class, vec![class.name.as_str().into(), Item::Record(told)], &[]);
    match defined {
        Ok(_) => {
            locked(&record.shell.objects).define(class);
            Ok(())
        }
        Err(status) => {
            ids.into_iter().for_each(|id| record.shell.remove(id));
            Err(status)
        }
    }
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_new_object(
    engine: Engine,
    class: *const ClassOfC,
    object: *mut c_void,
    result: *mut Value,
) -> Status {
    guarded(|| {
        let record = record(engine)?;
        if object.is_null() || result.is_null() {
            return Err(Status::Null);
        }
        let known = locked(&record.shell.objects).class(class.addr());
        let class = match known {
            Some(class) => class,
            None => {
                // SAFETY: as the header asks.
                let described = unsafe { described(class) }?;
                if !described.name.is_empty() {
                    return Err(record.refused(&format!("the class {} was not defined in this engine", described.name)));
                }
                let finalize = described.given.finalize;
                Arc::new(Class { id: class.addr(), name: String::new(), parent: None, finalize })
            }
        };
        let numbered = {
            let mut objects = locked(&record.shell.objects);
            // Scripts may have had it: what the operation lets go of is not this one.
            objects.number_of(&class, object).inspect(|&(number, _)| objects.begin_giving(number))
        };
        let Some((number, is_new)) = numbered else {
            return Err(record.refused("the pointer is an object of another class"));
        };
        let given = held(&record, number);
        locked(&record.shell.objects).end_giving(number, given.is_ok());
        match given {
            Ok(value) => {
                // SAFETY: as the header asks.
                unsafe { put(result, value) }?;
                Ok(Status::Ok)
            }
            Err(status) => {
                if is_new {
                    locked(&record.shell.objects).give_back(number);
                }
                Err(status)
            }
        }
    })
}

/// Returns the script's object for one of C.
fn held(record: &Arc<Record>, number: u64) -> Result<Value, Status> {
    let class = locked(&record.shell.objects).class_of(number).ok_or(Status::Internal)?;
    let mut wire = vec![23, 1];
    length(FIRST + number, &mut wire);
    wire.extend(Item::from(class.name.as_str()).encode());
    record.value(Op::Hold, vec![], &wire)
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_object(
    engine: Engine,
    value: Value,
    class: *const ClassOfC,
    object: *mut *mut c_void,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        if value == (Value { engine: 0, id: 0 }) {
            return Err(Status::BadKind);
        }
        let (_, output) = record.perform(Op::NumberOf, vec![Item::Number(record.id(value)? as f64)], &[])?;
        let number = Item::decode(&output).ok().and_then(|item| item.as_number()).ok_or(Status::BadKind)?;
        let found = locked(&record.shell.objects).pointer(number as u64, class.addr())?;
        put(object, found)?;
        Ok(Status::Ok)
    })
}
