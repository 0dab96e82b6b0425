//! Saved form of a unit: its source, strings, functions, and module tables.

use std::borrow::Cow;
use std::sync::Arc;

use ferrotape_text::{CodePoints, LoneSurrogates, SourceText, Span, Text, TextView};

use super::bytes::{Read, Reader, Saved, Writer};
use super::saved;
use crate::{
    Code, ExportEntry, Exported, FunctionTemplate, ImportEntry, ModuleFunction, ModuleRequest, ModuleTemplate, Phase,
    PositionTable, Unit,
};

saved! {
    struct ModuleTemplate { requests, imports, exports, bindings, functions, has_await }
    struct ModuleRequest { phase, specifier, attributes, at }
    struct ImportEntry { request, import, binding, at }
    struct ExportEntry { name, what, at }
    struct ModuleFunction { binding, function }
}

impl Saved for Phase {
    fn save(&self, to: &mut Writer) {
        let number: u8 = match self {
            Phase::Evaluation => 0,
            Phase::Defer => 1,
            Phase::Source => 2,
        };
        number.save(to);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match from.byte()? {
            0 => Ok(Phase::Evaluation),
            1 => Ok(Phase::Defer),
            2 => Ok(Phase::Source),
            _ => from.damaged("there is no such phase"),
        }
    }
}

impl Saved for Exported {
    fn save(&self, to: &mut Writer) {
        match *self {
            Exported::Local(binding) => (0u8, binding).save(to),
            Exported::Indirect { request, import } => ((1u8, request), import).save(to),
            Exported::All { request } => (2u8, request).save(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match from.byte()? {
            0 => Ok(Exported::Local(Saved::read(from)?)),
            1 => Ok(Exported::Indirect { request: Saved::read(from)?, import: Saved::read(from)? }),
            2 => Ok(Exported::All { request: Saved::read(from)? }),
            _ => from.damaged("there is no such kind of export"),
        }
    }
}

impl Saved for Text {
    fn save(&self, to: &mut Writer) {
        match self.view() {
            TextView::Latin1(bytes) => {
                to.number((bytes.len() as u64) << 1);
                to.bytes.extend_from_slice(bytes);
            }
            TextView::Utf16(units) => {
                to.number((units.len() as u64) << 1 | 1);
                to.bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let number = from.number()?;
        let Ok(length) = usize::try_from(number >> 1) else { return from.damaged("a text is too long") };
        if number & 1 == 0 {
            return from.take(length).map(Text::from_latin1);
        }
        let Some(length) = length.checked_mul(2) else { return from.damaged("a text is too long") };
        let units: Vec<u16> = from.take(length)?.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        if units.iter().all(|&unit| unit <= 0xFF) {
            return from.damaged("a text takes more room than it needs");
        }
        Ok(Text::from_units(&units))
    }
}

/// Tag after the source's name: the text follows, or (`LINES`) the lengths of its lines.
const TEXT: u8 = 0;
const LINES: u8 = 1;

/// Writes a unit. Without text, the lengths of lines stand for it, and all positions move to an imaginary text of such lines.
pub fn save(unit: &Unit, keeps_text: bool, to: &mut Writer) {
    let source = &unit.source;
    let stack = matches!(unit.functions.first().map(|function| &function.code), Some(Code::Stack(_)));
    to.byte(stack.into());
    to.text(source.name().as_bytes());
    let unit = match source.lines_without_text() {
        Some(lines) => {
            save_lines(lines, to);
            Cow::Borrowed(unit)
        }
        None if keeps_text => {
            to.byte(TEXT);
            to.text(source.text().as_bytes());
            source.added().save(to);
            to.byte(source.lone_surrogates().number());
            Cow::Borrowed(unit)
        }
        None => {
            let (lines, mut points) = source.without_text_of();
            save_lines(&lines, to);
            let mut unit = unit.clone();
            move_positions(&mut unit, &mut points);
            Cow::Owned(unit)
        }
    };
    to.list(&unit.strings);
    to.list(&unit.functions);
    unit.module.save(to);
}

/// Saves the length of each line.
fn save_lines(lines: &[u32], to: &mut Writer) {
    to.byte(LINES);
    let lengths: Vec<u32> = lines.windows(2).map(|pair| pair[1] - pair[0]).collect();
    to.list(&lengths);
}

/// Converts offsets in a text that is left out to counts of code points. Where chains begin is of no use without it.
fn move_positions(unit: &mut Unit, points: &mut CodePoints<'_>) {
    for function in &mut unit.functions {
        function.span = Span::new(points.at(function.span.start), points.at(function.span.end));
        function.chains = PositionTable::default();
        match &mut function.code {
            Code::Register(code) => {
                let entries = code.positions.entries().map(|(index, offset)| (index, points.at(offset)));
                code.positions = PositionTable::new(entries);
            }
            Code::Stack(code) => code.locations.iter_mut().for_each(|location| *location = points.at(*location)),
        }
    }
    let Some(module) = &mut unit.module else { return };
    module.requests.iter_mut().for_each(|request| request.at = points.at(request.at));
    module.imports.iter_mut().for_each(|import| import.at = points.at(import.at));
    module.exports.iter_mut().for_each(|export| export.at = points.at(export.at));
}

/// Reads a unit. Also returns where each function begins.
pub fn read(from: &mut Reader<'_>) -> Read<(Unit, Vec<usize>)> {
    let is_stack_code = bool::read(from)?;
    let name = read_utf8(from)?;
    let source = match from.byte()? {
        TEXT => {
            let text = read_utf8(from)?;
            if text.len() > SourceText::MAX_LEN {
                return from.damaged("the text is too long");
            }
            let (before, behind): (u32, u32) = Saved::read(from)?;
            if !is_written_around(text, before as usize, behind as usize) {
                return from.damaged("the text has no such beginning or end");
            }
            let Some(lone_surrogates) = LoneSurrogates::of_number(from.byte()?) else {
                return from.damaged("there are no such characters");
            };
            SourceText::new(name, text).with_added(before, behind).with_lone_surrogates(lone_surrogates)
        }
        LINES => SourceText::without_text(name, read_lines(from)?),
        _ => return from.damaged("there is neither text nor lines"),
    };
    let strings = from.list()?;
    let count = from.count(FunctionTemplate::LEAST)?;
    let (mut functions, mut offsets) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for _ in 0..count {
        offsets.push(from.offset());
        functions.push(FunctionTemplate::read(from)?);
    }
    if functions.iter().any(|function| matches!(function.code, Code::Stack(_)) != is_stack_code) {
        return from.damaged("code for the other machine");
    }
    Ok((
        Unit { source: Arc::new(source), strings, functions, module: Saved::read(from)?, counted: Default::default() },
        offsets,
    ))
}

/// Returns whether this many bytes can have been put around a text. Those before it are ASCII without line ends.
fn is_written_around(text: &str, before: usize, behind: usize) -> bool {
    let Some(end) = text.len().checked_sub(behind).filter(|&end| text.is_char_boundary(end)) else { return false };
    let is_plain = |&byte: &u8| byte.is_ascii() && !matches!(byte, b'\n' | b'\r');
    before <= end && text.as_bytes().iter().take(before).all(is_plain)
}

fn read_utf8<'b>(from: &mut Reader<'b>) -> Read<&'b str> {
    let bytes = from.text()?;
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(_) => from.damaged("not UTF-8"),
    }
}

/// Reads lengths of lines as the offsets of their beginnings, 0 included. Empty lines and sources beyond the limit are damage.
fn read_lines(from: &mut Reader<'_>) -> Read<Vec<u32>> {
    let lengths: Vec<u32> = from.list()?;
    let mut lines = Vec::with_capacity(lengths.len() + 1);
    let mut start = 0u32;
    lines.push(start);
    for length in lengths {
        let Some(next) = start.checked_add(length).filter(|&next| length > 0 && next as usize <= SourceText::MAX_LEN)
        else {
            return from.damaged("the lines are not in order");
        };
        start = next;
        lines.push(start);
    }
    Ok(lines)
}
