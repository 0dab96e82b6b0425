//! JSON, as `package.json` has it: names in their order, which is what conditions of exports go by.

/// Values within values.
const MOST_DEPTH: usize = 64;

#[derive(Clone, PartialEq, Debug)]
pub enum Json {
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
    Text(String),
    Boolean(bool),
    /// Numbers, of which no package makes use, and null.
    Other,
}

impl Json {
    /// None where the text is not JSON.
    pub fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { rest: text.trim_start_matches('\u{feff}') };
        let value = reader.value(0)?;
        reader.skip_blanks();
        reader.rest.is_empty().then_some(value)
    }

    /// The value of a name of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn takes(&mut self, beginning: &str) -> bool {
        self.skip_blanks();
        let found = self.rest.strip_prefix(beginning);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > MOST_DEPTH {
            return None;
        }
        self.skip_blanks();
        match self.rest.chars().next()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            '"' => self.string().map(Json::Text),
            _ if self.takes("true") => Some(Json::Boolean(true)),
            _ if self.takes("false") => Some(Json::Boolean(false)),
            _ if self.takes("null") => Some(Json::Other),
            _ => self.number(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        let mut entries = Vec::new();
        self.takes("{");
        if self.takes("}") {
            return Some(Json::Object(entries));
        }
        loop {
            self.skip_blanks();
            let name = self.string()?;
            if !self.takes(":") {
                return None;
            }
            entries.push((name, self.value(depth + 1)?));
            if self.takes("}") {
                return Some(Json::Object(entries));
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Json> {
        let mut values = Vec::new();
        self.takes("[");
        if self.takes("]") {
            return Some(Json::Array(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            if self.takes("]") {
                return Some(Json::Array(values));
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Json> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        number.parse::<f64>().ok()?;
        self.rest = rest;
        Some(Json::Other)
    }

    fn string(&mut self) -> Option<String> {
        let mut characters = self.rest.strip_prefix('"')?.chars();
        let mut text = String::new();
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => text.push(match characters.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => unit(&mut characters)?,
                    other => other,
                }),
                character => text.push(character),
            }
        }
        self.rest = characters.as_str();
        Some(text)
    }
}

/// A unit of UTF-16, with its other half where it is one.
fn unit(characters: &mut std::str::Chars<'_>) -> Option<char> {
    let mut four = || (0..4).try_fold(0, |unit, _| Some(unit * 16 + characters.next()?.to_digit(16)?));
    let unit = four()?;
    if !(0xD800..0xDC00).contains(&unit) {
        return Some(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if characters.as_str().starts_with("\\u") {
        characters.next();
        characters.next();
        let mut four = || (0..4).try_fold(0, |unit, _| Some(unit * 16 + characters.next()?.to_digit(16)?));
        let low = four()?;
        let whole = 0x10000 + ((unit - 0xD800) << 10) + low.wrapping_sub(0xDC00);
        return Some(char::from_u32(whole).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Some(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let json = Json::parse(" {\"a\": [1, -2.5e3, null, true], \"b\": {\"c\": \"x\\n\\u00e9\\ud83d\\ude00\"}} ")
            .expect("JSON");
        assert_eq!(json.get("b").and_then(|b| b.get("c")).and_then(Json::text), Some("x\né😀"));
        assert!(matches!(json.get("a"), Some(Json::Array(values)) if values.len() == 4));
    }

    #[test]
    fn what_is_no_json_is_none() {
        for text in
            ["", "{", "{a: 1}", "[1,]", "[1 2]", "\"a", "tru", "1 2", "{\"a\":}", "\"\\u12\"", &"[".repeat(100_000)]
        {
            assert_eq!(Json::parse(text), None, "{text:.20}");
        }
    }
}
