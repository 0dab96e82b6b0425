//! What node does otherwise than the specification.

use super::family::Case;

/// Behaviour that is node's own.
struct Own {
    /// Is in the name of the case.
    name: &'static str,
    /// Is in its text.
    text: &'static str,
    /// Lines of the first difference: the engine's, and node's.
    lines: (&'static str, &'static str),
    /// The section of the specification that says otherwise, and what.
    section: &'static str,
}

const OWN: &[Own] = &[];

/// The section that says otherwise, where the first difference is something that node is known for.
pub fn section_against_node(case: &Case, ours: &[String], nodes: &[String]) -> Option<&'static str> {
    let line = (0..ours.len().max(nodes.len())).find(|&line| ours.get(line) != nodes.get(line))?;
    let shown = |lines: &[String]| lines.get(line).cloned().unwrap_or_default();
    let lines = (shown(ours), shown(nodes));
    let is_it = |own: &&Own| {
        case.name.contains(own.name) && case.text().contains(own.text) && (&*lines.0, &*lines.1) == own.lines
    };
    OWN.iter().find(is_it).map(|own| own.section)
}
