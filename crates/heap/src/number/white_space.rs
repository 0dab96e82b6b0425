//! White space, which `trim` and the conversions from text to number skip.

use ferrotape_budget::{Budget, Termination};

use super::scan::{run_length, trailing_run_length};
use crate::heap::string::StringView;

/// WhiteSpace or LineTerminator, ECMA-262 12.2 and 12.3.
#[inline]
pub fn is_white_space_or_line_terminator(unit: u16) -> bool {
    match unit {
        0x20 | 0x09..=0x0D | 0xA0 => true,
        0..=0xFF => false,
        0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF => true,
        _ => false,
    }
}

/// The text without white space at the start.
#[inline(always)]
pub fn trim_start<'text>(text: StringView<'text>, budget: &mut Budget) -> Result<StringView<'text>, Termination> {
    if !text.get(0).is_some_and(is_white_space_or_line_terminator) {
        return Ok(text);
    }
    let start = run_length(text, budget, is_white_space_or_line_terminator)?;
    Ok(text.slice(start, text.len()))
}

/// The text without white space at the end.
#[inline(always)]
pub fn trim_end<'text>(text: StringView<'text>, budget: &mut Budget) -> Result<StringView<'text>, Termination> {
    if !text.len().checked_sub(1).and_then(|last| text.get(last)).is_some_and(is_white_space_or_line_terminator) {
        return Ok(text);
    }
    let trailing = trailing_run_length(text, budget, is_white_space_or_line_terminator)?;
    Ok(text.slice(0, text.len() - trailing))
}
