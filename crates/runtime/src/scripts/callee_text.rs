//! Names for callees and operands in messages: their text in the source, as far as that is a path of names, keys and calls.
//!
//! The compiler has written down where the chain begins whose part is called
//! ([`FunctionTemplate::chains`](ferrotape_bytecode::FunctionTemplate::chains)). The lexer reads from there. What is not
//! plain is left out.

use std::iter::Peekable;

use ferrotape_budget::Budget;
use ferrotape_syntax::is_identifier_part;
use ferrotape_syntax::pieces::{Piece, PieceKind, Pieces};

/// Characters of a name, a key or arguments, and bytes of the rest of a path, that are read.
const LONGEST: usize = 64;

/// Bytes of a path that may be one: the root and the rest.
const LONGEST_PATH: usize = 5 * LONGEST;

/// Bytes of the source that are looked at behind a position.
const WINDOW: usize = 1 << 10;

/// Bytes of a value that is shown as it stands.
const LONGEST_VALUE: usize = 24;

/// Names, keys and calls of a path.
const MOST_LINKS: usize = 16;

/// Words that can stand before a parenthesis or an expression, and that name nothing.
const KEYWORDS: [&str; 21] = [
    "new",
    "function",
    "typeof",
    "void",
    "delete",
    "if",
    "while",
    "for",
    "with",
    "switch",
    "catch",
    "return",
    "throw",
    "case",
    "in",
    "of",
    "instanceof",
    "do",
    "else",
    "yield",
    "await",
];

/// Returns the text of the callee of the call or `new` whose position in `source` is the byte `at`: `f`, `a.b.f`, `list[0]`,
/// `f(...)`. Its chain begins at `start`. `None` where it has no such name, and the value must do.
///
/// A call stands where its function's name does, which is at the key for `list[0]()`, and behind the first call of `f()()`, as of
/// ``f`text`()``; `new` at the keyword.
pub(crate) fn callee_text(source: &str, start: usize, at: usize) -> Option<String> {
    let chain = source.get(start..at)?;
    let rest = window(source, at)?;
    if let Some(constructor) = rest.strip_prefix("new ") {
        return constructor_path(constructor);
    }
    if rest.trim_start().starts_with(['(', '`']) {
        return path(chain).filter(|path| path.ends_with(')'));
    }
    let is_object_end = |last: char| is_identifier_part(last) || matches!(last, ')' | ']' | '!');
    if let Some(object) = chain.strip_suffix('[').filter(|object| object.ends_with(is_object_end)) {
        let key = called_key(rest)?;
        return path(object).map(|object| format!("{object}[{key}]"));
    }
    let object = chain.strip_suffix('.');
    let name = called_name(rest, object.is_some())?;
    let Some(object) = object else { return Some(name) };
    let object = object.strip_suffix('?').unwrap_or(object).trim_end();
    let text = path(object).or_else(|| value_text(object));
    Some(format!("{}.{name}", text.as_deref().unwrap_or("(intermediate value)")))
}

/// Returns the operand that begins at the byte `at`, where it is a path and nothing goes on behind it.
pub(crate) fn operand_text(source: &str, at: usize) -> Option<String> {
    let rest = window(source, at)?;
    let mut budget = Budget::default();
    let mut reader = Reader::new(rest, &mut budget);
    let mut text = reader.name()?.to_owned();
    let mut links = 0;
    while links < MOST_LINKS && reader.link(&mut text, Chain::Adjacent)? {
        links += 1;
        if text.len() > LONGEST {
            return None;
        }
    }
    let is_whole = reader.ends_expression() && (reader.at < rest.len() || at + rest.len() == source.len());
    is_whole.then_some(text)
}

/// Returns the beginning of what stands at a byte of the source.
fn window(source: &str, at: usize) -> Option<&str> {
    let rest = source.get(at..)?;
    Some(&rest[..rest.floor_char_boundary(WINDOW)])
}

/// Returns the text shown for a path, if all of the source text given is one.
fn path(text: &str) -> Option<String> {
    if text.len() > LONGEST_PATH {
        return None;
    }
    let mut budget = Budget::default();
    let mut reader = Reader::new(text, &mut budget);
    let root = reader.name()?;
    let mut shown = root.to_owned();
    let mut links = 0;
    while reader.link(&mut shown, Chain::Spaced)? {
        links += 1;
    }
    let is_short = links <= MOST_LINKS && text.len() - root.len() <= LONGEST;
    (is_short && reader.next().is_none()).then_some(shown)
}

/// Returns the text of a short value that is no path, in plain characters: a string, what stands in brackets or in
/// parentheses, or a path behind `new`.
fn value_text(text: &str) -> Option<String> {
    if let Some(constructor) = text.strip_prefix("new") {
        return path(constructor.trim_start()).filter(|path| path.ends_with(')')).map(|path| format!("new {path}"));
    }
    if text.len() > LONGEST_VALUE || text.contains('\n') {
        return None;
    }
    let mut budget = Budget::default();
    let mut reader = Reader::new(text, &mut budget);
    let first = reader.next()?;
    let is_shown = match first.kind {
        PieceKind::String => !text.contains('\\'),
        _ => matches!(&text[first.range], "(" | "[") && is_plain(reader.inside()?),
    };
    (is_shown && reader.next().is_none()).then(|| text.to_owned())
}

/// Returns the name that a text begins with, if it is called there. That of a member may be private, and a keyword.
fn called_name(text: &str, is_member: bool) -> Option<String> {
    let mut budget = Budget::default();
    let mut reader = Reader::new(text, &mut budget);
    let name = if is_member { reader.member_name()? } else { reader.name()? };
    reader.is_called().then(|| name.to_owned())
}

/// Returns the text of the key that a text begins with, if what it names is called. A key that is any expression of plain
/// characters and strings without escapes becomes `...`.
fn called_key(text: &str) -> Option<String> {
    let mut budget = Budget::default();
    let mut reader = Reader::new(text, &mut budget);
    let key = reader.inside()?;
    if !reader.is_called() || key.contains(['\\', '/', '`']) {
        return None;
    }
    Some(if is_key(key) { key } else { "..." }.to_owned())
}

/// Returns the path after `new`, when it is all of the callee.
fn constructor_path(text: &str) -> Option<String> {
    let mut budget = Budget::default();
    let mut reader = Reader::new(text, &mut budget);
    reader.skip_space();
    let mut path = reader.name()?.to_owned();
    while reader.is_at(".") {
        reader.next();
        path = format!("{path}.{}", reader.name()?);
    }
    let goes_on = |piece: &Piece| {
        let next = &text[piece.range.clone()];
        next.starts_with(['.', '[', '\\', '/', '?', '`'])
    };
    let is_whole = path.chars().count() <= LONGEST && !reader.next_behind_space().is_some_and(|next| goes_on(&next));
    is_whole.then_some(path)
}

/// Places where links of a path may stand.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Chain {
    /// Behind each other.
    Adjacent,
    /// There may be white space, or a `?`, before a dot.
    Spaced,
}

/// A text that is read from its beginning.
struct Reader<'s> {
    text: &'s str,
    pieces: Peekable<Pieces<'s>>,
    /// End of what has been read.
    at: usize,
}

impl<'s> Reader<'s> {
    fn new(text: &'s str, budget: &'s mut Budget) -> Self {
        Reader { text, pieces: Pieces::new(text, budget).peekable(), at: 0 }
    }

    fn next(&mut self) -> Option<Piece> {
        let piece = self.pieces.next()?;
        self.at = piece.range.end;
        Some(piece)
    }

    fn is_at(&mut self, text: &str) -> bool {
        self.pieces.peek().is_some_and(|piece| &self.text[piece.range.clone()] == text)
    }

    /// Skips white space. Returns whether it contains the end of a line.
    fn skip_space(&mut self) -> bool {
        match self.pieces.next_if(|piece| piece.kind == PieceKind::Space) {
            Some(space) => {
                self.at = space.range.end;
                self.text[space.range].contains('\n')
            }
            None => false,
        }
    }

    fn next_behind_space(&mut self) -> Option<Piece> {
        self.skip_space();
        self.next()
    }

    /// Reads a name that no keyword is.
    fn name(&mut self) -> Option<&'s str> {
        let word = self.next().filter(|piece| piece.kind == PieceKind::Word)?;
        self.plain(word).filter(|name| !KEYWORDS.contains(name))
    }

    /// Reads the name of a member, which may be private, and a keyword.
    fn member_name(&mut self) -> Option<&'s str> {
        let word = self.next().filter(|piece| matches!(piece.kind, PieceKind::Word | PieceKind::PrivateName))?;
        self.plain(word)
    }

    /// Returns the text of a name, if it is short and has no escapes.
    fn plain(&self, word: Piece) -> Option<&'s str> {
        let text = &self.text[word.range];
        (!text.contains('\\') && text.chars().count() <= LONGEST).then_some(text)
    }

    /// Reads a link of a path and adds it to the text shown. Returns false where there is none, and `None` where it cannot
    /// be shown.
    fn link(&mut self, shown: &mut String, chain: Chain) -> Option<bool> {
        match chain {
            Chain::Adjacent => self.skip_assertions(),
            Chain::Spaced => self.skip_types()?,
        }
        let has_space = chain == Chain::Spaced && self.pieces.peek().is_some_and(|next| next.kind == PieceKind::Space);
        if has_space {
            self.skip_space();
        }
        if self.is_at(".") || chain == Chain::Spaced && self.is_at("?.") {
            self.next();
            let name = self.member_name()?;
            *shown = format!("{shown}.{name}");
        } else if has_space {
            return Some(false);
        } else if self.is_at("[") {
            self.next();
            let key = self.inside().filter(|key| is_key(key))?;
            *shown = format!("{shown}[{key}]");
        } else if self.is_at("(") {
            self.next();
            self.inside().filter(|arguments| is_plain(arguments))?;
            shown.push_str("(...)");
        } else if let Some(text) = self.pieces.next_if(|piece| piece.kind == PieceKind::Template) {
            // A template literal with substitutions has several pieces.
            if text.is_open || !self.text[text.range.clone()].ends_with('`') {
                return None;
            }
            self.at = text.range.end;
            shown.push_str("(...)");
        } else {
            return Some(false);
        }
        Some(true)
    }

    /// Reads up to the bracket that closes one before, and behind it. Returns what stands between.
    fn inside(&mut self) -> Option<&'s str> {
        let (start, mut open) = (self.at, 1);
        while let Some(piece) = self.next() {
            match &self.text[piece.range.clone()] {
                "(" | "[" | "{" => open += 1,
                ")" | "]" | "}" => open -= 1,
                _ => {}
            }
            if open == 0 {
                let inner = &self.text[start..piece.range.start];
                return (inner.chars().count() <= LONGEST).then_some(inner);
            }
            if piece.range.end - start > LONGEST_PATH {
                return None;
            }
        }
        None
    }

    /// Skips each `!` that TypeScript has behind an operand. Nothing else has one there.
    fn skip_assertions(&mut self) {
        while self.is_at("!") {
            self.next();
        }
    }

    /// Skips what TypeScript has behind a callee: `!` and type arguments. `None` if a `<` compares.
    fn skip_types(&mut self) -> Option<()> {
        self.skip_assertions();
        let start = self.at;
        let mut open = 0;
        while open > 0 || self.text[self.at..].starts_with('<') {
            let piece = self.next()?;
            match &self.text[piece.range] {
                "<" => open += 1,
                "<<" => open += 2,
                ">" => open -= 1,
                ">>" => open -= 2,
                ">>>" => open -= 3,
                _ => {}
            }
            if self.at - start > LONGEST_PATH {
                return None;
            }
        }
        Some(())
    }

    /// Returns whether what was read is called, or the tag of a template.
    fn is_called(&mut self) -> bool {
        if self.skip_types().is_none() {
            return false;
        }
        self.skip_space();
        if self.is_at("?.") {
            self.next();
            return self.skip_types().is_some() && self.is_at("(");
        }
        self.is_at("(") || self.pieces.peek().is_some_and(|next| self.text[next.range.clone()].starts_with('`'))
    }

    /// Returns whether an expression certainly ends here.
    fn ends_expression(&mut self) -> bool {
        let is_next_line = self.skip_space();
        if is_next_line && self.pieces.peek().is_some_and(|next| next.kind == PieceKind::Word) {
            return self.name().is_some();
        }
        let Some(next) = self.next() else { return true };
        matches!(&self.text[next.range], ")" | "]" | "}" | "," | ";")
    }
}

/// Returns whether text in brackets consists of plain characters: no strings, templates, comments and patterns.
fn is_plain(text: &str) -> bool {
    !text.contains(['"', '\'', '`', '/'])
}

/// Returns whether a key in brackets is a name, a number or a plain string.
fn is_key(text: &str) -> bool {
    let is_part = |character| is_identifier_part(character) || matches!(character, '.' | '"' | '\'' | ' ' | '-');
    text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ferrotape_budget::{Budget, NativeStack};
    use ferrotape_compiler::Backend;
    use ferrotape_syntax::{Goal, Language, ParseOptions};
    use ferrotape_text::SourceText;

    use super::{LONGEST, callee_text, operand_text};

    fn text(marked: &str) -> Option<String> {
        text_in(Language::JavaScript, marked)
    }

    /// Returns the text of the callee at the position marked by `@`, by the tables that the compiler makes for both
    /// machines.
    fn text_in(language: Language, marked: &str) -> Option<String> {
        let at = marked.find('@').expect("a mark");
        let source = marked.replace('@', "");
        let [register, stack] = [Backend::Register, Backend::Stack].map(|backend| {
            let options = ParseOptions::new(Goal::Script, NativeStack::default()).in_language(language);
            let text = Arc::new(SourceText::new("test.js", source.as_str()));
            let unit = ferrotape_compiler::compile_source(text, &options, backend, &mut Budget::default());
            let functions = unit.unwrap_or_else(|error| panic!("{source}: {error:?}")).functions;
            let contains = |span: ferrotape_text::Span| (span.start..span.end).contains(&(at as u32));
            let around = functions.iter().filter(|function| contains(function.span));
            let innermost = around.min_by_key(|function| function.span.end - function.span.start).expect("a function");
            callee_text(&source, innermost.chains.offset(at as u32) as usize, at)
        });
        assert_eq!(register, stack, "{source}");
        register
    }

    #[test]
    fn names_and_paths_are_shown() {
        assert_eq!(text("@f()").as_deref(), Some("f"));
        assert_eq!(text("x = a.b.@c (1)").as_deref(), Some("a.b.c"));
        assert_eq!(text("this.@f()").as_deref(), Some("this.f"));
        assert_eq!(text("list[@0]()").as_deref(), Some("list[0]"));
        assert_eq!(text("a.list[@'x y']()").as_deref(), Some("a.list['x y']"));
        assert_eq!(text("@new a.B(1)").as_deref(), Some("a.B"));
        assert_eq!(text("[@f()]").as_deref(), Some("f"));
        assert_eq!(text("@new B").as_deref(), Some("B"));
        assert_eq!(text("@f`text`").as_deref(), Some("f"));
        assert_eq!(text("a.@f?.()").as_deref(), Some("a.f"));
        assert_eq!(text("a?.@f()").as_deref(), Some("a.f"));
        assert_eq!(text("class A { #f; g() { this.@#f() } }").as_deref(), Some("this.#f"));
    }

    #[test]
    fn types_are_left_out() {
        for (marked, shown) in [
            ("@f!()", "f"),
            ("@f<A>(1)", "f"),
            ("@f<A<B<C>>, (a: D) => E>(1)", "f"),
            ("a!.@b! (1)", "a.b"),
            ("a.@b<C>`d`", "a.b"),
            ("a?.@b?.<C>()", "a.b"),
            ("a![@0]()", "a[0]"),
            ("a[@0]!()", "a[0]"),
            ("a.b<C>(1)!.@d<E>()", "a.b(...).d"),
        ] {
            assert_eq!(text_in(Language::TypeScript, marked).as_deref(), Some(shown), "{marked}");
        }
        assert_eq!(operand_text("a!.b!)", 0).as_deref(), Some("a.b"));
        assert_eq!(operand_text("a<b>]", 0), None);
    }

    #[test]
    fn calls_in_a_path_are_shown_without_their_arguments() {
        assert_eq!(text("f()@()").as_deref(), Some("f(...)"));
        assert_eq!(text("f(a, g(b))@()").as_deref(), Some("f(...)"));
        assert_eq!(text("a.f(1).@g()").as_deref(), Some("a.f(...).g"));
        assert_eq!(text("a[0](1)(2)@()").as_deref(), Some("a[0](...)(...)"));
        assert_eq!(text("f()[@0]()").as_deref(), Some("f(...)[0]"));
        assert_eq!(text("a[0].@g()").as_deref(), Some("a[0].g"));
        assert_eq!(text("f()@\n()").as_deref(), Some("f(...)"));
        assert_eq!(text("class A extends B { constructor() { super()@() } }"), None);
    }

    #[test]
    fn tagged_templates_are_shown_as_calls() {
        assert_eq!(text("f()@`x`").as_deref(), Some("f(...)"));
        assert_eq!(text("f`x`@()").as_deref(), Some("f(...)"));
        assert_eq!(text("a.f`x`@`y`").as_deref(), Some("a.f(...)"));
        assert_eq!(text("f`x`(1).@g()").as_deref(), Some("f(...)(...).g"));
        assert_eq!(text("f`${a}`.@g()").as_deref(), Some("(intermediate value).g"));
        assert_eq!(operand_text("f`x`;", 0).as_deref(), Some("f(...)"));
        for marked in ["f`${a}`@()", "@new f`x`", "@new f`x`()", "new f()@`x`", "import('a')@()"] {
            assert_eq!(text(marked), None, "{marked}");
        }
    }

    #[test]
    fn values_without_a_name_are_shown_where_they_are_short() {
        for (marked, shown) in [
            ("new F().@g()", "new F(...).g"),
            ("new a.F(1, 2)\n.@g()", "new a.F(...).g"),
            ("'x'.@g()", "'x'.g"),
            ("'a' + \"it's\".@g()", "\"it's\".g"),
            ("'it\\'s'.@g()", "(intermediate value).g"),
            ("[].@g()", "[].g"),
            ("x = [1, [2]].@g()", "[1, [2]].g"),
            ("({}).@g()", "({}).g"),
            ("(() => 1).@g()", "(() => 1).g"),
            ("(a ?? b).@g()", "(a ?? b).g"),
            ("o[a + 'b'].@g()", "(intermediate value).g"),
            ("o[@a + 'b']()", "o[...]"),
            ("o[@'a' + f(']')]()", "o[...]"),
            ("`x`.@g()", "(intermediate value).g"),
            ("f('(').@g()", "(intermediate value).g"),
            ("/x/g.@exec()", "(intermediate value).exec"),
            ("1.5.@g()", "(intermediate value).g"),
            ("({ a: 1, b: 2, c: 3, d: 4 }).@g()", "(intermediate value).g"),
        ] {
            assert_eq!(text(marked).as_deref(), Some(shown), "{marked}");
        }
    }

    #[test]
    fn paths_go_on_over_lines() {
        assert_eq!(text("a\n  .@g()").as_deref(), Some("a.g"));
        assert_eq!(text("a\n  .f(1)\n  .@g()").as_deref(), Some("a.f(...).g"));
        assert_eq!(text("a // or b\n  .@g()").as_deref(), Some("(intermediate value).g"));
        assert_eq!(text("a /* b */.@g()").as_deref(), Some("(intermediate value).g"));
    }

    #[test]
    fn other_callees_have_no_text() {
        let callees =
            ["@(1, f)()", "(@function () {}())", "@new (f())", "@new a[0]", "@1()", "new f()@()", "if(a)@(b)()"];
        for marked in callees {
            assert_eq!(text(marked), None, "{marked}");
        }
    }

    #[test]
    fn what_is_too_long_is_not_cut() {
        let long = "x".repeat(70);
        for marked in [format!("@{long}()"), format!("@new {long}()"), format!("{long}[@0]()")] {
            assert_eq!(text(&marked), None, "{marked}");
        }
        assert_eq!(text(&format!("{long}.@f()")).as_deref(), Some("(intermediate value).f"));
    }

    #[test]
    fn operands_are_shown_that_are_paths() {
        let shown = [
            ("a.b", "a.b"),
            ("a[0].c)", "a[0].c"),
            ("f(1, (2)).b;", "f(...).b"),
            ("a\nb", "a"),
            ("this.#x]", "this.#x"),
        ];
        for (source, expected) in shown {
            assert_eq!(operand_text(source, 0).as_deref(), Some(expected), "{source}");
        }
        for source in [
            "1",
            "a + b",
            "a?.b",
            "{}",
            "new A",
            "f('x')",
            "a\n(b)",
            "a\nin b",
            "yield* a",
            "a ? b : c",
            "a = b",
            "`x`",
        ] {
            assert_eq!(operand_text(source, 0), None, "{source}");
        }
        assert_eq!(operand_text(&"a.".repeat(100), 0), None);
        assert_eq!(operand_text("a", 2), None);
    }

    /// Whatever is cut at so many characters may be cut before one that is wide.
    #[test]
    fn texts_of_wide_characters_are_cut_between_them() {
        let pieces = ["'", "\"", ")", "(", "[", "]", "`", ".", " ", "\n", "#", "new ", "x"];
        for wide in ["x", "é", "\u{fffd}", "\u{1f600}", "\u{2003}"] {
            for count in [0, 1, LONGEST - 2, LONGEST - 1, LONGEST, LONGEST + 1] {
                let middle = wide.repeat(count);
                for (before, behind) in pieces.iter().flat_map(|before| pieces.map(|behind| (before, behind))) {
                    for after in [".g()", "[0]()", "()", "`x`"] {
                        let source = format!("{before}{middle}{behind}{after}");
                        for at in 0..=source.len() {
                            let _ = operand_text(&source, at);
                            for start in [0, at.saturating_sub(2), at] {
                                let _ = callee_text(&source, start, at);
                            }
                        }
                    }
                }
            }
        }
        let long = "é".repeat(LONGEST + 1);
        assert_eq!(text(&format!("'{long}'.@g()")).as_deref(), Some("(intermediate value).g"));
    }

    #[test]
    fn positions_outside_the_text_give_nothing() {
        assert_eq!(callee_text("f()", 0, 4), None);
        assert_eq!(callee_text("é()", 0, 1), None);
        assert_eq!(callee_text("", 0, 0), None);
        assert_eq!(callee_text("a.f()", 3, 2), None);
    }
}
