//! Operations for bindings whose users hold every value by a number: see the option `hold`.

use ferrotape::convert::JsValue;
use ferrotape::{FromJs, IntoJs, wire};

use crate::Status;
use crate::calls::Operation;
use crate::fault::Failure;
use crate::values::{Values, decode, encode_data};

impl Operation<'_, '_> {
    /// Nothing, then a value: keeps it, and gives its number.
    pub fn hold(mut self) -> Result<Status, Failure> {
        let (shell, bytes) = (self.shell, self.rest);
        let held = self.place.enter(|cx| {
            let value = decode(cx, shell, bytes)?;
            let value = JsValue::from_js(cx, value)?;
            Values::of(cx)?.hold(value)
        })?;
        self.give(&held)
    }

    /// `[value]`: gives it as the format writes it.
    pub fn data(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let shell = self.shell;
        *self.output = self.place.run(|cx| {
            let value = Values::of(cx)?.get(id)?;
            encode_data(cx, shell, value)
        })?;
        Ok(Status::Done)
    }

    /// `[value]`: gives the name of its kind. No script runs.
    pub fn kind(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let kind = self.place.enter(|cx| {
            let value = Values::of(cx)?.get(id)?.into_js(cx)?;
            Ok(wire::kind(cx, value))
        })?;
        self.give(&kind.into())
    }

    /// Keeps the global object, and gives its number.
    pub fn global(mut self) -> Result<Status, Failure> {
        let held = self.place.enter(|cx| {
            let global = cx.global().into_js(cx)?;
            let global = JsValue::from_js(cx, global)?;
            Values::of(cx)?.hold(global)
        })?;
        self.give(&held)
    }
}
