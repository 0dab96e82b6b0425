//! Parses text to a time value: Date.parse, ECMA-262 21.4.3.2.
//!
//! ```text
//! iso        the specification's format, 21.4.1.32, and its shorter forms
//! free_form  Extension: other forms in use, like `Dec 25, 1995 1:30 PM EST`
//! scanner    text -> numbers, words, signs
//! ```
//!
//! Text that begins with a date in the specification's format, but continues otherwise, is read on as free form. Both
//! readers read every code unit once, and allocate nothing on the heap.

mod free_form;
mod iso;
mod scanner;

use ferrotape_budget::{Budget, Termination};

use ferrotape_runtime::heap::StringView;

use ferrotape_time::arithmetic::{MS_PER_MINUTE, MS_PER_SECOND, make_date, make_day};
use free_form::FreeForm;
use iso::Iso;
use scanner::{Scanner, Watch};

/// The time that a text means, in UTC or in local time.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Moment {
    Utc(f64),
    Local(f64),
}

/// Returns the time that a text means, if any.
pub(super) fn parse(text: StringView<'_>, budget: &mut Budget) -> Result<Option<Moment>, Termination> {
    let watch = Watch::new(budget);
    let mut scanner = Scanner::new(text, &watch);
    let moment = match iso::read(&mut scanner) {
        Iso::Moment(moment) => Some(moment),
        Iso::Illegal => None,
        Iso::Begun(date) => FreeForm::after(date).read(&mut scanner),
    };
    watch.finish().map(|()| moment)
}

/// A time of day in whole numbers within their ranges.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
struct TimeOfDay {
    hour: u32,
    minute: u32,
    second: u32,
    millisecond: u32,
}

impl TimeOfDay {
    /// Returns whether the time is within the day. 24:00:00.000 is the end of the day.
    fn is_legal(self) -> bool {
        let TimeOfDay { hour, minute, second, millisecond } = self;
        let is_within = hour < 24 && minute < 60 && second < 60 && millisecond < 1000;
        is_within || hour == 24 && minute == 0 && second == 0 && millisecond == 0
    }

    fn milliseconds(self) -> f64 {
        let seconds = self.hour * 3600 + self.minute * 60 + self.second;
        f64::from(seconds) * MS_PER_SECOND + f64::from(self.millisecond)
    }
}

/// Builds a moment from its parts, with the month from 1. Without an offset in minutes it is local.
fn moment(year: f64, month: u32, date: u32, time: TimeOfDay, offset: Option<f64>) -> Moment {
    let local = make_date(make_day(year, f64::from(month) - 1.0, date.into()), time.milliseconds());
    match offset {
        Some(minutes) => Moment::Utc(local - minutes * MS_PER_MINUTE),
        None => Moment::Local(local),
    }
}
