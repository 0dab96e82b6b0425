//! Scanning of runs of units, with a look at the limits now and then.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};

use crate::heap::string::StringView;

/// Units that are scanned in one tick.
const PIECE: usize = 1 << 14;

/// Number of units at the start that belong to the run.
#[inline]
pub(crate) fn run_length(
    text: StringView<'_>,
    budget: &mut Budget,
    belongs: impl Fn(u16) -> bool,
) -> Result<usize, Termination> {
    let mut length = 0;
    loop {
        let piece = text.slice(length, length + PIECE);
        let end = match piece {
            StringView::Latin1(bytes) => bytes.iter().position(|&byte| !belongs(byte.into())),
            StringView::Utf16(units) => units.iter().position(|&unit| !belongs(unit)),
        };
        let run = end.unwrap_or(piece.len());
        budget.work(run as u64 / UNITS_PER_TICK)?;
        length += run;
        if run < PIECE {
            return Ok(length);
        }
    }
}

/// Number of units at the end that belong to the run.
pub(crate) fn trailing_run_length(
    text: StringView<'_>,
    budget: &mut Budget,
    belongs: impl Fn(u16) -> bool,
) -> Result<usize, Termination> {
    let mut end = text.len();
    loop {
        let piece = text.slice(end.saturating_sub(PIECE), end);
        let run = piece.units().rev().position(|unit| !belongs(unit)).unwrap_or(piece.len());
        budget.work(run as u64 / UNITS_PER_TICK)?;
        end -= run;
        if run < PIECE {
            return Ok(text.len() - end);
        }
    }
}
