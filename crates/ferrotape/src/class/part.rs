//! The engine's knowledge of a class, with which its objects are saved and restored.

use std::sync::Arc;

use ferrotape_runtime::host_part::{ClassPart, HostProblem, HostValue};
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::{ObjectId, Vm};

use super::borrow::{GivenBack, Shared};
use super::{Class, own};
use crate::{Context, Error, ErrorKind, Loading, Saving};

/// Gives the functions of a class as a constant.
struct PartOf<T>(T);

impl<T: Class> PartOf<T> {
    const PART: &'static ClassPart =
        &ClassPart { name: T::NAME, define: define::<T>, save: save::<T>, load: load::<T> };
}

pub(super) fn of<T: Class>() -> &'static ClassPart {
    PartOf::<T>::PART
}

fn define<T: Class>(vm: &mut Vm) -> Result<[ObjectId; 2], HostProblem> {
    let objects = Context::new(vm).class_of::<T>().and_then(|defined| defined.objects_in(vm));
    objects.map_err(|error| problem(&error, str::to_owned))
}

/// Writes the Rust value of an object, or that it was given back. Fails while the value is borrowed to be changed.
fn save<T: Class>(vm: &mut Vm, object: ObjectId) -> Result<HostValue, HostProblem> {
    let value = hosts::host_data::<Shared<T>>(&vm.heap, object).map(|shared| Arc::clone(&shared.0));
    let is_given_back = hosts::host_data::<GivenBack>(&vm.heap, object).is_some();
    let mut saving = Saving::new(vm);
    // A panic would leave the engine in the realm that is being saved.
    let saved = unless_it_panics(|| match value {
        Some(value) => saving.put(&true).and_then(|()| value.save(&mut saving)),
        None if is_given_back => saving.put(&false),
        None => Err(Error::new("it is being changed")),
    });
    match saved.unwrap_or_else(|| Err(panicked())) {
        Ok(()) => Ok(saving.written()),
        Err(error) => Err(problem(&error, |message| format!("an object of the class {} ({message})", T::NAME))),
    }
}

/// Reads the Rust value of an object back, within a call, so that each [`Own`] in it comes to belong to the object.
fn load<T: Class>(vm: &mut Vm, object: ObjectId, value: HostValue) -> Result<(), HostProblem> {
    let outer = own::enter_call(vm);
    let loaded = unless_it_panics(|| loaded::<T>(&mut Loading::new(vm, value)));
    let result = match loaded.unwrap_or_else(|| Err(panicked())) {
        Ok(data) => {
            hosts::put_host_data(&mut vm.heap, object, data);
            own::attach(&mut Context::new(vm), object);
            Ok(())
        }
        Err(error) => Err(problem(&error, |message| format!("an object of the class {}: {message}", T::NAME))),
    };
    own::leave_call(vm, outer);
    result?;
    Ok(vm.heap.room(0)?)
}

fn loaded<T: Class>(loading: &mut Loading<'_>) -> Result<Box<dyn HostData>, Error> {
    let data: Box<dyn HostData> = match loading.take()? {
        true => Box::new(Shared::new(T::load(loading)?)),
        false => Box::new(GivenBack),
    };
    loading.end()?;
    Ok(data)
}

fn panicked() -> Error {
    crate::trace::panicked("a class");
    Error::new("its class panicked")
}

fn problem(error: &Error, say: impl FnOnce(&str) -> String) -> HostProblem {
    match error.kind() {
        ErrorKind::Termination(termination) => HostProblem::Terminated(termination),
        _ => HostProblem::Said(say(error.message())),
    }
}
