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
    let unit = if profile.is_by_time() { "nanoseconds" } else { "none" };
    let name = if profile.is_by_time() { "time" } else { "fuel" };
    let total = profile.total();
    let _ = write!(
        json,
        "]}},\"profiles\":[{{\"type\":\"sampled\",\"name\":\"{name}\",\"unit\":\"{unit}\",\"startValue\":0,\"endValue\":{total},\"samples\":["
    );
    list(&mut json, &order, |json, &(node, _)| {
        json.push('[');
        list(json, &stack(profile, node), |json, function| {
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

/// The functions of a node's stack, outermost first.
pub(super) fn stack(profile: &Profile, node: u32) -> Vec<u32> {
    let mut functions = Vec::new();
    let mut next = Some(node);
    while let Some(node) = next.and_then(|node| profile.tree.nodes.get(node as usize)) {
        functions.push(node.function);
        next = node.caller;
    }
    functions.reverse();
    functions
}

/// A profile for DevTools. A unit of work counts as a microsecond there, as it knows nothing but time.
pub(super) fn cpuprofile(profile: &Profile) -> String {
    let nodes = &profile.tree.nodes;
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); nodes.len() + 1];
    for (index, node) in nodes.iter().enumerate() {
        children[node.caller.map_or(0, |caller| caller as usize + 1)].push(index as u32 + 2);
    }
    let mut json = "{\"nodes\":[".to_owned();
    let root = "{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1}";
    for (index, children) in children.iter().enumerate() {
        let frame = match index.checked_sub(1).map(|node| &profile.tree.functions[nodes[node].function as usize]) {
            None => root.to_owned(),
            Some(seen) => format!(
                "{{\"functionName\":{},\"scriptId\":\"{}\",\"url\":{},\"lineNumber\":{},\"columnNumber\":{}}}",
                quoted(&name_of(seen)),
                u8::from(!seen.source.is_empty()),
                quoted(&seen.source),
                i64::from(seen.line) - 1,
                i64::from(seen.column) - 1
            ),
        };
        let hits = index.checked_sub(1).map_or(0, |node| nodes[node].samples);
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(json, "{comma}{{\"id\":{},\"callFrame\":{frame},\"hitCount\":{hits},\"children\":[", index + 1);
        list(&mut json, children, |json, child| {
            let _ = write!(json, "{child}");
        });
        json += "]}";
    }
    let order = profile.in_order();
    let microseconds = |weight: u64| if profile.is_by_time() { weight / 1000 } else { weight };
    let end = microseconds(profile.total());
    let _ = write!(json, "],\"startTime\":0,\"endTime\":{end},\"samples\":[");
    list(&mut json, &order, |json, (node, _)| {
        let _ = write!(json, "{}", node + 2);
    });
    json += "],\"timeDeltas\":[";
    list(&mut json, &order, |json, &(_, weight)| {
        let _ = write!(json, "{}", microseconds(weight));
    });
    json + "]}\n"
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
