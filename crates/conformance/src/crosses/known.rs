//! Cases in which node departs from the specification.

use super::family::Case;

/// A deviation of node.
struct Own {
    /// Part of the case's name.
    name: &'static str,
    /// Part of the case's text.
    text: &'static str,
    /// The engine's possible output on the first line that differs; an empty text stands for the end of its output.
    lines: &'static [&'static str],
    /// Section of the specification that node violates, and its rule.
    section: &'static str,
}

const OWN: &[Own] = &[
    Own {
        name: "parameters: sloppy",
        text: "eval(\"var arguments",
        lines: &["uncaught SyntaxError", "SyntaxError", ""],
        section: "10.2.11, step 20, and 19.2.1.3, step 3.d: evals in parameters with expressions cannot declare `arguments`",
    },
    Own {
        name: "names: in a strict script",
        text: "((arguments, p",
        lines: &["uncaught SyntaxError"],
        section: "13.1.1: in strict code no parameter has the name `arguments`, that of an arrow function neither",
    },
    Own {
        name: "names: ",
        text: "static {",
        lines: &["uncaught SyntaxError"],
        section: "14.2.1: a variable cannot pass a lexical declaration of its name, in static blocks neither",
    },
];

/// Returns the section that node violates, if the first difference is a known deviation.
pub fn section_against_node(case: &Case, ours: &[String], nodes: &[String]) -> Option<&'static str> {
    let line = (0..ours.len().max(nodes.len())).find(|&line| ours.get(line) != nodes.get(line))?;
    let line = ours.get(line).map_or("", |line| line);
    let is_it =
        |own: &&Own| case.name.contains(own.name) && case.text().contains(own.text) && own.lines.contains(&line);
    OWN.iter().find(is_it).map(|own| own.section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_listed_line_of_the_listed_case_is_nodes_own() {
        let name = "names: in a script / static block / const / var / in place / n".to_owned();
        let source = "class Q { static { { const n = 3; var n = 1 } } }".to_owned();
        let case = Case { name, source, is_module: false };
        let section = |ours: &str, nodes: &str| section_against_node(&case, &[ours.to_owned()], &[nodes.to_owned()]);
        assert!(section("uncaught SyntaxError", "1").is_some());
        assert!(section("1", "uncaught SyntaxError").is_none() && section("1", "1").is_none());
        let other = Case { name: "names: n".to_owned(), source: String::new(), is_module: false };
        assert!(section_against_node(&other, &["uncaught SyntaxError".to_owned()], &[]).is_none());
    }
}
