//! Time zones: identifiers by the crate's table of names, offsets by the engine's own data.

use std::borrow::Cow;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_time::{LocalOffsets, TimeZone as Data};
use temporal_rs::TimeZone;
use temporal_rs::provider::{
    CandidateEpochNanoseconds, EpochNanosecondsAndOffset, GapEntryOffsets, TimeZoneId, TimeZoneProvider,
    TransitionDirection, UtcOffsetSeconds,
};
use temporal_rs::unix_time::EpochNanoseconds;
use timezone_provider::provider::{IsoDateTime, NormalizedId, ResolvedId, TimeZoneNormalizer};
use timezone_provider::{CompiledNormalizer, TimeZoneProviderError};

use ferrotape_budget::costs::LOCAL_TIME;

use crate::errors::OrThrow;
use crate::{slots, text};

const NS_PER_MS: i128 = 1_000_000;
const NS_PER_SECOND: i128 = 1_000_000_000;
const MS_PER_SECOND: i64 = 1000;

/// Source of offsets: the data that Date uses.
pub(crate) struct Zones;

static NAMES: CompiledNormalizer = CompiledNormalizer;

type Provided<T> = Result<T, TimeZoneProviderError>;

/// Returns the data of a zone by the name of the zone that it stands for, else by its own. Some systems have other data for names
/// that are only links.
fn data(id: NormalizedId) -> Provided<Data> {
    let by_name = |id: NormalizedId| NAMES.identifier(id).ok().and_then(Data::named);
    let found = NAMES.canonicalized(id).ok().and_then(by_name).or_else(|| by_name(id));
    found.ok_or(TimeZoneProviderError::Range("There are no data of the time zone"))
}

impl TimeZoneProvider for Zones {
    fn get(&self, identifier: &[u8]) -> Provided<TimeZoneId> {
        let normalized = NAMES.normalized(identifier)?;
        data(normalized)?;
        Ok(TimeZoneId { normalized, resolved: ResolvedId(normalized.0) })
    }

    fn identifier(&self, id: TimeZoneId) -> Provided<Cow<'_, str>> {
        NAMES.identifier(id.normalized).map(Cow::Borrowed)
    }

    fn canonicalized(&self, id: TimeZoneId) -> Provided<TimeZoneId> {
        let normalized = NAMES.canonicalized(id.normalized)?;
        Ok(TimeZoneId { normalized, resolved: ResolvedId(normalized.0) })
    }

    fn candidate_nanoseconds_for_local_epoch_nanoseconds(
        &self,
        id: TimeZoneId,
        local: IsoDateTime,
    ) -> Provided<CandidateEpochNanoseconds> {
        let EpochNanoseconds(local) = local.as_nanoseconds();
        let candidate = |offset: i64| EpochNanosecondsAndOffset {
            ns: EpochNanoseconds(local - i128::from(offset) * NS_PER_SECOND),
            offset: UtcOffsetSeconds(offset),
        };
        Ok(match data(id.normalized)?.offsets_at_local(local.div_euclid(NS_PER_MS) as i64) {
            LocalOffsets::One(offset) => CandidateEpochNanoseconds::One(candidate(offset)),
            LocalOffsets::Two(offsets) => CandidateEpochNanoseconds::Two(offsets.map(candidate)),
            LocalOffsets::None { before, after, change } => CandidateEpochNanoseconds::Zero(GapEntryOffsets {
                offset_before: UtcOffsetSeconds(before),
                offset_after: UtcOffsetSeconds(after),
                transition_epoch: EpochNanoseconds(i128::from(change) * NS_PER_SECOND),
            }),
        })
    }

    fn transition_nanoseconds_for_utc_epoch_nanoseconds(
        &self,
        id: TimeZoneId,
        nanoseconds: i128,
    ) -> Provided<UtcOffsetSeconds> {
        let offset = data(id.normalized)?.offset_at(nanoseconds.div_euclid(NS_PER_MS) as i64);
        Ok(UtcOffsetSeconds(offset / MS_PER_SECOND))
    }

    fn get_time_zone_transition(
        &self,
        id: TimeZoneId,
        nanoseconds: i128,
        direction: TransitionDirection,
    ) -> Provided<Option<EpochNanoseconds>> {
        let is_next = direction == TransitionDirection::Next;
        // Changes are at whole seconds.
        let rounded = if is_next { nanoseconds } else { nanoseconds + NS_PER_MS - 1 };
        let change = data(id.normalized)?.change(rounded.div_euclid(NS_PER_MS) as i64, is_next);
        let change = change.map(|change| EpochNanoseconds(i128::from(change) * NS_PER_MS));
        Ok(change.filter(|change| change.check_validity().is_ok()))
    }
}

/// ToTemporalTimeZoneIdentifier ( temporalTimeZoneLike ), Temporal 11.1.8
pub(crate) fn to_temporal_time_zone(vm: &mut Vm, value: Value) -> Completion<TimeZone> {
    if let Some(object) = value.as_object()
        && let Some(zone) = slots::zone_of(vm, object)
    {
        return of_identifier(vm, &zone);
    }
    let text = text::required(vm, value, "time zone")?;
    if !text::is_in_grammar(&text) {
        return vm.range_error(format!("'{text}' is not a time zone"));
    }
    vm.work_later(LOCAL_TIME);
    let zone = |text: &str| TimeZone::try_from_str_with_provider(text, &Zones);
    let found = zone(&text).or_else(|error| text::marked(&text).map_or(Err(error), |text| zone(&text)));
    found.or_throw(vm)
}

/// Returns the zone of an identifier, and of nothing else.
pub(crate) fn of_identifier(vm: &mut Vm, identifier: &str) -> Completion<TimeZone> {
    vm.work_later(LOCAL_TIME);
    TimeZone::try_from_identifier_str_with_provider(identifier, &Zones).or_throw(vm)
}

/// SystemTimeZoneIdentifier ( ), ECMA-262 21.4.1.24: the zone of Date.
pub(crate) fn system(vm: &mut Vm) -> Completion<TimeZone> {
    let zone = vm.options.time_zone.get_or_insert_with(Data::system);
    let name = zone.name().unwrap_or("UTC").to_owned();
    let zone = of_identifier(vm, &name)?;
    let primary = zone.primary_identifier_with_provider(&Zones).or_throw(vm)?;
    // All names of UTC are one.
    Ok(if primary == TimeZone::utc_with_provider(&Zones) { primary } else { zone })
}
