//! Points in time.

use engine::object::Date;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ferrotape_runtime as engine;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::realm;

use crate::declarations::Types;
use crate::{Context, Error, FromJs, IntoJs, Local};

/// The greatest distance of a Date from 1970, in milliseconds (21.4.1.1).
const MOST: f64 = 8.64e15;

impl FromJs for SystemTime {
    /// Accepts valid Dates.
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let time = match value.value.as_object().map(|object| cx.vm.heap.kind(object)) {
            Some(Kind::Date(Date { time })) if time.is_finite() => time,
            _ => return Err(cx.unexpected("a valid Date", value)),
        };
        let distance = Duration::from_millis(time.abs() as u64);
        let time = if time < 0.0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) };
        time.ok_or_else(|| Error::conversion("RangeError", "the Date is out of range".to_owned()))
    }

    fn typescript(_: &mut Types) -> String {
        "Date".to_owned()
    }
}

impl IntoJs for SystemTime {
    /// Gives a Date. Fails for times more than 100 million days from 1970.
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        let time = match self.duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_millis() as f64,
            Err(before) => -(before.duration().as_nanos().div_ceil(1_000_000) as f64),
        };
        if time.abs() > MOST {
            return Err(Error::conversion("RangeError", "the time is out of the range of Dates".to_owned()));
        }
        cx.make_room(0)?;
        cx.run_for_value(|vm| {
            let prototype = realm::intrinsics(vm).date_prototype;
            Ok(engine::Value::object(
                vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Date(Date { time })),
            ))
        })
    }

    fn typescript(_: &mut Types) -> String {
        "Date".to_owned()
    }
}
