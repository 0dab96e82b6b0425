//! Temporal.Now, Temporal 2. Clock and zone are those of Date.

use ferrotape_budget::costs::CLOCK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::{Instant, ZonedDateTime};

use crate::errors::OrThrow;
use crate::zone::{self, Zones};
use crate::{slots, text};

pub(crate) static FUNCTIONS: &[NativeFunction] = &[
    method("timeZoneId", 0, time_zone_id),
    method("instant", 0, instant),
    method("plainDateTimeISO", 0, plain_date_time_iso),
    method("zonedDateTimeISO", 0, zoned_date_time_iso),
    method("plainDateISO", 0, plain_date_iso),
    method("plainTimeISO", 0, plain_time_iso),
];

/// SystemUTCEpochNanoseconds ( ), Temporal 2.3.3, in whole milliseconds: the clock of an engine has no more.
fn now(vm: &mut Vm) -> Completion<Instant> {
    vm.work_later(CLOCK);
    let time = vm.host_time()?;
    Instant::from_epoch_milliseconds(time as i64).or_throw(vm)
}

/// SystemDateTime ( temporalTimeZoneLike ), Temporal 2.3.4
fn zoned(vm: &mut Vm, call: Call) -> Completion<ZonedDateTime> {
    let zone = call.argument(vm, 0);
    let zone = if zone.is_undefined() { zone::system(vm)? } else { zone::to_temporal_time_zone(vm, zone)? };
    let now = now(vm)?;
    now.to_zoned_date_time_iso_with_provider(zone, &Zones).or_throw(vm)
}

/// Temporal.Now.timeZoneId ( ), Temporal 2.2.1
fn time_zone_id(vm: &mut Vm, _: Call) -> Completion<Value> {
    let zone = zone::system(vm)?;
    let identifier = zone.identifier_with_provider(&Zones).or_throw(vm)?;
    Ok(text::value(vm, &identifier))
}

/// Temporal.Now.instant ( ), Temporal 2.2.2
fn instant(vm: &mut Vm, _: Call) -> Completion<Value> {
    let now = now(vm)?;
    slots::object(vm, &now)
}

/// Temporal.Now.plainDateTimeISO ( [ temporalTimeZoneLike ] ), Temporal 2.2.3
fn plain_date_time_iso(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = zoned(vm, call)?.to_plain_date_time();
    slots::object(vm, &date_time)
}

/// Temporal.Now.zonedDateTimeISO ( [ temporalTimeZoneLike ] ), Temporal 2.2.4
fn zoned_date_time_iso(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = zoned(vm, call)?;
    slots::object(vm, &zoned)
}

/// Temporal.Now.plainDateISO ( [ temporalTimeZoneLike ] ), Temporal 2.2.5
fn plain_date_iso(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = zoned(vm, call)?.to_plain_date();
    slots::object(vm, &date)
}

/// Temporal.Now.plainTimeISO ( [ temporalTimeZoneLike ] ), Temporal 2.2.6
fn plain_time_iso(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = zoned(vm, call)?.to_plain_time();
    slots::object(vm, &time)
}
