//! Profiles as JSON: speedscope's, and that of Chrome's DevTools.

use std::fmt::Write;

use super::{Profile, name_of};

/// A profile for speedscope, `sampled`, with the stacks in the order of time.
pub(super) fn speedscope(profile: &Profile) -> String {
    let mut json =
        "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"ferrotape\",".to_owned();
    json += "\"shared\":{\"frames\":[";
    list(&mut json, &profile.tree.functions, |json, seen| {
        let _ = write!(json, "{{\"name\":{}", quoted(&name_of(seen)));
        if !seen.source.is_empty() {
            let _ = write!(json, ",\"file\":{},\"line\":{},\"col\":{}", quoted(&seen.source), seen.line, seen.column);
        }
        json.push('}');
    });
    let order = profile.in_order();
    let (name, unit) = match profile.measure() {
        (name, "units") => (name, "none"),
        measure => measure,
    };
    let total = profile.total();
    let _ = write!(
        json,
        "]}},\"profiles\":[{{\"type\":\"sampled\",\"name\":\"{name}\",\"unit\":\"{unit}\",\"startValue\":0,\"endValue\":{total},\"samples\":["
    );
    list(&mut json, &order, |json, &(node, _)| {
        json.push('[');
        list(json, &profile.stack_of(&profile.calls[node as usize]), |json, function| {
            let _ = write!(json, "{function}");
        });
        json.push(']');
    });
    json += "],\"weights\":[";
    list(&mut json, &order, |json, (_, weight)| {
        let _ = write!(json, "{weight}");
    });
    json + "]}]}\n"
}

/// The number and the address under which somebody knows a text, by its name. None gives it the number 1.
pub(super) type Known<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

/// Returns a function as DevTools names it, with lines and columns from 0. `None` is the root.
fn call_frame(profile: &Profile, function: Option<u32>, known: &Known<'_>) -> String {
    let Some(seen) = function.map(|function| &profile.tree.functions[function as usize]) else {
        return "{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1}"
            .to_owned();
    };
    let unknown = || (u8::from(!seen.source.is_empty()).to_string(), seen.source.clone());
    let (script, url) = known(&seen.source).unwrap_or_else(unknown);
    format!(
        "{{\"functionName\":{},\"scriptId\":{},\"url\":{},\"lineNumber\":{},\"columnNumber\":{}}}",
        quoted(&name_of(seen)),
        quoted(&script),
        quoted(&url),
        i64::from(seen.line) - 1,
        i64::from(seen.column) - 1
    )
}

/// The calls of each call; those of none come first.
fn children(profile: &Profile) -> Vec<Vec<u32>> {
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); profile.calls.len() + 1];
    for (index, call) in profile.calls.iter().enumerate() {
        children[call.caller.map_or(0, |caller| caller as usize + 1)].push(index as u32 + 2);
    }
    children
}

/// A profile for DevTools that began at a time in microseconds. A unit of work, or a byte, counts as a microsecond there.
pub(super) fn cpuprofile(profile: &Profile, start: u64, known: &Known<'_>) -> String {
    let mut json = "{\"nodes\":[".to_owned();
    for (index, children) in children(profile).iter().enumerate() {
        let call = index.checked_sub(1).map(|index| &profile.calls[index]);
        let frame = call_frame(profile, call.map(|call| call.function), known);
        let hits = call.map_or(0, |call| call.samples);
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(json, "{comma}{{\"id\":{},\"callFrame\":{frame},\"hitCount\":{hits}", index + 1);
        if !children.is_empty() {
            json += ",\"children\":[";
            list(&mut json, children, |json, child| {
                let _ = write!(json, "{child}");
            });
            json.push(']');
        }
        let lines: Vec<_> = call.iter().flat_map(|call| &call.lines).collect();
        if !lines.is_empty() {
            json += ",\"positionTicks\":[";
            list(&mut json, &lines, |json, (line, (samples, _))| {
                let _ = write!(json, "{{\"line\":{line},\"ticks\":{samples}}}");
            });
            json.push(']');
        }
        json.push('}');
    }
    let order = profile.in_order();
    let microseconds = |weight: u64| if profile.is_by_time() { weight / 1000 } else { weight };
    let end = start.saturating_add(microseconds(profile.total()));
    let _ = write!(json, "],\"startTime\":{start},\"endTime\":{end},\"samples\":[");
    list(&mut json, &order, |json, (call, _)| {
        let _ = write!(json, "{}", call + 2);
    });
    json += "],\"timeDeltas\":[";
    // The time of a sample lies between it and the next one there.
    let (mut before, mut sum): (u64, u64) = (0, 0);
    list(&mut json, &order, |json, &(_, weight)| {
        let delta = microseconds(sum) - before;
        before = microseconds(sum);
        sum = sum.saturating_add(weight);
        let _ = write!(json, "{delta}");
    });
    json + "]}"
}

/// A profile of allocations as DevTools have them: a tree of objects.
pub(super) fn heapprofile(profile: &Profile, known: &Known<'_>) -> String {
    let children = children(profile);
    let mut json = "{\"head\":".to_owned();
    // A node that is to be opened, or the end of one.
    let mut open = vec![Some((0, false))];
    while let Some(next) = open.pop() {
        let Some((index, has_sibling)): Option<(usize, bool)> = next else {
            json += "]}";
            continue;
        };
        let call = index.checked_sub(1).map(|index| &profile.calls[index]);
        let frame = call_frame(profile, call.map(|call| call.function), known);
        let (comma, size) = (if has_sibling { "," } else { "" }, call.map_or(0, |call| call.weight));
        let _ = write!(json, "{comma}{{\"callFrame\":{frame},\"selfSize\":{size},\"id\":{},\"children\":[", index + 1);
        open.push(None);
        let own = &children[index];
        open.extend((0..own.len()).rev().map(|at| Some((own[at] as usize - 1, at > 0))));
    }
    json += ",\"samples\":[";
    let mut ordinal = 0;
    list(&mut json, &profile.in_order(), |json, &(call, weight)| {
        ordinal += 1;
        let _ = write!(json, "{{\"size\":{weight},\"nodeId\":{},\"ordinal\":{ordinal}}}", call + 2);
    });
    json + "]}"
}

fn list<T>(json: &mut String, items: &[T], mut write: impl FnMut(&mut String, &T)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        write(json, item);
    }
}

/// A text as a string of JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            character if character < ' ' || ('\u{7f}'..='\u{9f}').contains(&character) => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            character => quoted.push(character),
        }
    }
    quoted + "\""
}
