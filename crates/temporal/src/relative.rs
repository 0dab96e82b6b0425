//! The option `relativeTo` of durations.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::fields::ZonedDateTimeFields;
use temporal_rs::options::{Disambiguation, OffsetDisambiguation, Overflow, RelativeTo};
use temporal_rs::partial::{PartialDate, PartialZonedDateTime};
use temporal_rs::{PlainDate, ZonedDateTime};

use ferrotape_budget::costs::LOCAL_TIME;

use crate::errors::OrThrow;
use crate::fields::{self, DATE, OFFSET, Required, TIME, TIME_ZONE};
use crate::options::{self, Options};
use crate::zone::Zones;
use crate::{calendar, plain_date, slots, text};

/// GetTemporalRelativeToOption ( options ), Temporal 13.19
pub(crate) fn relative_to(vm: &mut Vm, options: Options) -> Completion<Option<RelativeTo>> {
    let value = options::get(vm, options, "relativeTo")?;
    if value.is_undefined() {
        return Ok(None);
    }
    vm.keep(value);
    vm.work_later(LOCAL_TIME);
    if let Some(zoned) = slots::of_value::<ZonedDateTime>(vm, value)? {
        return Ok(Some(RelativeTo::ZonedDateTime(zoned)));
    }
    if let Some(date) = plain_date::date_of_object(vm, value)? {
        return Ok(Some(RelativeTo::PlainDate(date)));
    }
    if value.is_object() {
        return of_fields(vm, value).map(Some);
    }
    let text = text::date(vm, value, "date")?;
    if !text::is_in_grammar(&text) {
        return vm.range_error(format!("'{text}' is not a date"));
    }
    RelativeTo::try_from_str_with_provider(&text, &Zones).or_throw(vm).map(Some)
}

/// Reads fields of a date, and of a time with its zone.
fn of_fields(vm: &mut Vm, value: Value) -> Completion<RelativeTo> {
    let Some(object) = value.as_object() else { return vm.type_error("relativeTo is not a date") };
    let calendar = calendar::of_object(vm, object)?;
    let fields = fields::prepare(vm, &calendar, object, DATE | TIME | OFFSET | TIME_ZONE, Required::None)?;
    let calendar_fields = fields.date();
    if fields.time_zone.is_none() {
        let partial = PartialDate { calendar_fields, calendar };
        let date = PlainDate::from_partial(partial, Some(Overflow::Constrain)).or_throw(vm)?;
        return Ok(RelativeTo::PlainDate(date));
    }
    let time = fields.time(Overflow::Constrain);
    let partial = PartialZonedDateTime {
        fields: ZonedDateTimeFields { calendar_fields, time, offset: fields.offset },
        timezone: fields.time_zone,
        calendar,
    };
    let zoned = ZonedDateTime::from_partial_with_provider(
        partial,
        Some(Overflow::Constrain),
        Some(Disambiguation::Compatible),
        Some(OffsetDisambiguation::Reject),
        &Zones,
    );
    zoned.or_throw(vm).map(RelativeTo::ZonedDateTime)
}
