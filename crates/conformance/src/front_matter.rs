//! Front matter of a test: the part of YAML that the suite uses between `/*---` and `---*/`.
//!
//! An entry is a key at the beginning of a line, then a text, a list (`[a, b]` or lines `- a`), or indented lines. Keys
//! that do not change how a test is run are skipped.

/// The facts that a test states of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrontMatter {
    pub flags: Vec<Flag>,
    /// Files of the suite's `harness` folder, in the order in which they are to be run.
    pub includes: Vec<String>,
    pub features: Vec<String>,
    pub negative: Option<Negative>,
}

/// The flags of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flag {
    OnlyStrict,
    NoStrict,
    Module,
    Raw,
    Async,
    Generated,
    CanBlockIsFalse,
    CanBlockIsTrue,
    NonDeterministic,
}

const FLAGS: &[(&str, Flag)] = &[
    ("onlyStrict", Flag::OnlyStrict),
    ("noStrict", Flag::NoStrict),
    ("module", Flag::Module),
    ("raw", Flag::Raw),
    ("async", Flag::Async),
    ("generated", Flag::Generated),
    ("CanBlockIsFalse", Flag::CanBlockIsFalse),
    ("CanBlockIsTrue", Flag::CanBlockIsTrue),
    ("non-deterministic", Flag::NonDeterministic),
];

/// The error that the test must end with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Negative {
    pub phase: Phase,
    /// Name of the error's constructor.
    pub error: String,
}

/// The phases in which a test may have to fail.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// While parsing, or as an early error: before anything runs.
    Parse,
    /// While modules are linked.
    Resolution,
    Runtime,
}

impl FrontMatter {
    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }
}

/// Parses the front matter of a test.
pub fn parse(text: &str) -> Result<FrontMatter, String> {
    let (_, rest) = text.split_once("/*---").ok_or("no /*--- before its description")?;
    let (yaml, _) = rest.split_once("---*/").ok_or("no ---*/ after its description")?;
    let mut found = FrontMatter::default();
    for Entry { key, value } in entries(yaml) {
        match key {
            "flags" => {
                found.flags = list(&value).into_iter().map(|name| flag(&name)).collect::<Result<_, _>>()?;
            }
            "includes" => found.includes = list(&value),
            "features" => found.features = list(&value),
            "negative" => found.negative = Some(negative(&value)?),
            _ => {}
        }
    }
    Ok(found)
}

/// A key, and all lines up to the next one.
struct Entry<'a> {
    key: &'a str,
    value: Vec<&'a str>,
}

/// Splits the text at the keys at beginnings of lines. A value is given as its lines, not yet read.
fn entries(yaml: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in yaml.split(['\n', '\r']) {
        let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match line.split_once(':') {
            Some((key, value)) if is_key(key) => entries.push(Entry { key, value: vec![value] }),
            _ => entries.iter_mut().next_back().into_iter().for_each(|entry| entry.value.push(line)),
        }
    }
    entries
}

/// Parses a list: `[a, b]`, perhaps on several lines, or a line `- a` for each item.
fn list(lines: &[&str]) -> Vec<String> {
    let text: Vec<&str> = lines.iter().map(|line| without_comment(line)).collect();
    let joined = text.join("\n");
    let items: Vec<&str> = match joined.trim().strip_prefix('[') {
        Some(inner) => inner.trim_end_matches(']').split(',').collect(),
        None => text.iter().filter_map(|line| line.trim_start().strip_prefix('-')).collect(),
    };
    items.into_iter().map(plain).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

fn without_comment(line: &str) -> &str {
    let comment = line.match_indices('#').find(|&(at, _)| line[..at].ends_with([' ', '\t']) || at == 0);
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Returns a scalar without the space and quotes around it.
fn plain(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

fn flag(name: &str) -> Result<Flag, String> {
    let row = FLAGS.iter().find(|(known, _)| *known == name);
    row.map(|&(_, flag)| flag).ok_or_else(|| format!("unknown flag '{name}'"))
}

/// Parses `phase` and `type`, on separate lines or as `{phase: …, type: …}`.
fn negative(lines: &[&str]) -> Result<Negative, String> {
    let joined = lines.iter().map(|line| without_comment(line)).collect::<Vec<_>>().join("\n");
    let inner = joined.trim().trim_start_matches('{').trim_end_matches('}');
    let (mut phase, mut error) = (None, None);
    for (key, value) in inner.split(['\n', ',']).filter_map(|pair| pair.split_once(':')) {
        match (key.trim(), plain(value)) {
            ("phase", "parse") => phase = Some(Phase::Parse),
            ("phase", "resolution") => phase = Some(Phase::Resolution),
            ("phase", "runtime") => phase = Some(Phase::Runtime),
            ("type", name) => error = Some(name.to_owned()),
            (key, value) => return Err(format!("unknown '{key}: {value}' below negative")),
        }
    }
    match (phase, error) {
        (Some(phase), Some(error)) => Ok(Negative { phase, error }),
        _ => Err("negative without phase and type".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(yaml: &str) -> FrontMatter {
        parse(&format!("// Copyright\n/*---\n{yaml}\n---*/\nvar x;")).expect("front matter")
    }

    #[test]
    fn lists_on_one_line_and_on_many() {
        let expected = ["a.js", "b.js"].map(str::to_owned);
        for yaml in [
            "includes: [a.js, b.js]",
            "includes: [a.js,b.js,]",
            "includes: [\n  a.js,\n  b.js\n]",
            "includes:\n  - a.js\n  - \"b.js\" # why",
            "includes:\n- a.js\n- 'b.js'\nes5id: 1",
            "includes: [a.js, b.js]\r\nes5id: 1",
        ] {
            assert_eq!(parsed(yaml).includes, expected, "{yaml}");
        }
        assert!(parsed("flags: []").flags.is_empty());
        assert_eq!(parsed("features: [Symbol.iterator, let]").features, ["Symbol.iterator", "let"]);
    }

    #[test]
    fn flags_are_known_or_refused() {
        let found = parsed("flags: [generated, noStrict, async]");
        assert!(found.has(Flag::NoStrict) && found.has(Flag::Async) && found.has(Flag::Generated));
        assert!(!found.has(Flag::OnlyStrict));
        assert_eq!(parse("/*---\nflags: [sloppy]\n---*/"), Err("unknown flag 'sloppy'".to_owned()));
    }

    #[test]
    fn negative_has_phase_and_type() {
        let expected = Some(Negative { phase: Phase::Parse, error: "SyntaxError".to_owned() });
        for yaml in [
            "negative:\n  phase: parse\n  type: SyntaxError",
            "negative:\n    type: SyntaxError # early\n    phase: parse\nes5id: x",
            "negative: {phase: parse, type: SyntaxError}",
        ] {
            assert_eq!(parsed(yaml).negative, expected, "{yaml}");
        }
        for yaml in
            ["negative:", "negative: SyntaxError", "negative:\n  phase: early\n  type: A", "negative:\n  type: A"]
        {
            assert!(parse(&format!("/*---\n{yaml}\n---*/")).is_err(), "{yaml}");
        }
    }

    #[test]
    fn texts_that_look_like_keys_are_no_keys() {
        let found =
            parsed("info: |\n  flags: [raw]\n\n  includes: [x.js]\ndescription: >\n    negative: a\nflags: [raw]");
        assert_eq!(found, FrontMatter { flags: vec![Flag::Raw], ..FrontMatter::default() });
    }

    #[test]
    fn a_text_without_description_is_no_test() {
        assert!(parse("var x;").is_err());
        assert!(parse("/*--- flags: [raw]").is_err());
    }
}
