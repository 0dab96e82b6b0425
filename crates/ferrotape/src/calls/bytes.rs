//! Limits on the bytes of arguments and answers, as [`crate::wire`] has them.

use ferrotape_runtime as engine;
use ferrotape_runtime::object::array;
use ferrotape_runtime::{Completion, Vm, pending};

use super::Call;
use crate::closure::throw_of;
use crate::wire::{self, DataOnly};
use crate::{Context, Error, Local};

impl Call {
    /// Allows so many bytes of arguments in each call, as the list of them is in the format of [`wire`](crate::wire). More,
    /// or what is no data, is a `TypeError` that the script sees. Getters of the arguments run. The host that reads arguments
    /// which have grown meanwhile gets an error. Needs the feature `wire`.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise().argument_bytes(20))?;
    /// engine.run("a.js", "search('short')")?;
    /// let error = engine.run("b.js", "search('long'.repeat(9))").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: search may be given 20 bytes of arguments, and got more");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn argument_bytes(mut self, most: u64) -> Call {
        self.policy.most_argument_bytes = Some(most);
        self
    }

    /// Allows so many bytes of each answer, as it is in the format of [`wire`](crate::wire). A longer one, or one that is no
    /// data, is an error of the host that gives it, and the call waits on. Needs the feature `wire`.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise().answer_bytes(20))?;
    /// engine.run("a.js", "search('words')")?;
    /// let error = engine.answer(0, "found".repeat(100)).unwrap_err();
    /// assert_eq!(error.message(), "an answer to search may have 20 bytes, and this one has more");
    /// engine.answer(0, "found")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn answer_bytes(mut self, most: u64) -> Call {
        self.policy.most_answer_bytes = Some(most);
        self
    }
}

/// Counts the bytes of a list of the values.
pub(super) fn measure(vm: &mut Vm, values: &[engine::Value]) -> Completion<u64> {
    vm.room(2 * size_of_val(values))?;
    let list = array::new_array_from(vm, values.to_vec())?;
    let cx = &mut Context::nested(vm);
    let list = cx.kept(engine::Value::object(list));
    match wire::encode(cx, list, &mut DataOnly) {
        Ok(bytes) => Ok(bytes.len() as u64),
        Err(error) => Err(throw_of(cx.vm, &error)),
    }
}

impl Context<'_> {
    /// Fails if the arguments of a call have more bytes by now than its policy allows.
    pub(super) fn require_short_arguments(&mut self, name: &str, arguments: &[engine::Value]) -> Result<(), Error> {
        let Some(most) = self.vm.agent.calls.policy(name).and_then(|policy| policy.most_argument_bytes) else {
            return Ok(());
        };
        match self.working(|vm| pending::measured(vm, arguments))? > most {
            true => Err(Error::of_usage(format!("{name} may be given {most} bytes of arguments, and they have grown"))),
            false => Ok(()),
        }
    }

    /// Fails if an answer has more bytes than the policy allows.
    pub(super) fn require_short_answer(&mut self, id: u64, value: Local<'_>) -> Result<(), Error> {
        let calls = &self.vm.agent.calls;
        let Some(name) = calls.get(id).map(|call| call.name.clone()) else { return Ok(()) };
        let Some(most) = calls.policy(&name).and_then(|policy| policy.most_answer_bytes) else { return Ok(()) };
        let bytes = self.working(|vm| pending::measured(vm, &[value.value]))?;
        match bytes.saturating_sub(OF_LIST) > most {
            true => Err(Error::of_usage(format!("an answer to {name} may have {most} bytes, and this one has more"))),
            false => Ok(()),
        }
    }
}

/// Bytes of a list of one value, without the value.
const OF_LIST: u64 = 2;
