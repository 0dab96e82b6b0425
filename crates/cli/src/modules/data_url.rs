//! Imports of `data:` URLs: the text of a module, or of JSON, within the specifier.

use ferrotape::modules::{LoadError, ModuleType};
use ferrotape_text::Base64;

/// Start of such a specifier.
pub const SCHEME: &str = "data:";

/// Returns the source text of a URL, whose media type must fit the type of the import.
pub fn text_of(url: &str, module_type: ModuleType) -> Result<String, LoadError> {
    let invalid = || LoadError::new(format!("Invalid URL: {}", shown(url))).with_code("ERR_INVALID_URL");
    let (kind, body) = url.strip_prefix(SCHEME).and_then(|rest| rest.split_once(',')).ok_or_else(invalid)?;
    let mut parameters = kind.split(';').map(str::trim);
    let media_type = parameters.next().unwrap_or_default().to_ascii_lowercase();
    let is_base64 = parameters.any(|parameter| parameter.eq_ignore_ascii_case("base64"));
    match (media_type.as_str(), module_type) {
        ("text/javascript" | "application/javascript", ModuleType::Source) | ("application/json", ModuleType::Json) => {
        }
        ("application/json", ModuleType::Source) => return Err(without_attribute(url)),
        _ => {
            let message = format!("Unknown module format: {media_type} for URL {}", shown(url));
            return Err(LoadError::new(message).with_code("ERR_UNKNOWN_MODULE_FORMAT"));
        }
    }
    let bytes = unescaped(body);
    let bytes = if is_base64 { decoded(&bytes).ok_or_else(invalid)? } else { bytes };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Error of an import of JSON that does not say so.
pub fn without_attribute(name: &str) -> LoadError {
    let message =
        format!("Module \"{}\" needs an import attribute of \"type: json\": with {{ type: 'json' }}", shown(name));
    LoadError::new(message).with_code("ERR_IMPORT_ATTRIBUTE_MISSING")
}

/// Returns the beginning of a URL, which may be long.
fn shown(url: &str) -> String {
    let mut shown: String = url.chars().take(100).collect();
    if shown.len() < url.len() {
        shown.push('…');
    }
    shown
}

/// Replaces escapes by their bytes.
pub fn unescaped(text: &str) -> Vec<u8> {
    let mut all = Vec::with_capacity(text.len());
    let mut bytes = text.as_bytes().iter();
    while let Some(&byte) = bytes.next() {
        let digits =
            bytes.as_slice().get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(escaped) => {
                all.push(escaped);
                bytes.nth(1);
            }
            None => all.push(byte),
        }
    }
    all
}

/// Decodes base64, or returns `None` at a byte that is no digit.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.iter().filter(|byte| !byte.is_ascii_whitespace() && **byte != b'=');
    packed(digits.map(|digit| Base64::Standard.value(u16::from(*digit))))
}

/// Joins digits of six bits to bytes, or returns `None` where there is no digit.
pub fn packed(digits: impl Iterator<Item = Option<u32>>) -> Option<Vec<u8>> {
    let (mut all, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for digit in digits {
        bits = bits << 6 | digit?;
        count += 6;
        if count >= 8 {
            count -= 8;
            all.push((bits >> count) as u8);
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_out_of_urls() {
        let text = |url: &str| text_of(url, ModuleType::Source);
        assert_eq!(text("data:text/javascript,let%20a%3D1").as_deref().ok(), Some("let a=1"));
        assert_eq!(text("data:text/javascript;charset=utf-8;base64,bGV0IGE9MQ==").as_deref().ok(), Some("let a=1"));
        let code = |url: &str| text(url).err().and_then(|error| error.code().map(str::to_owned));
        assert_eq!(code("data:text/plain,a").as_deref(), Some("ERR_UNKNOWN_MODULE_FORMAT"));
        assert_eq!(code("data:text/javascript").as_deref(), Some("ERR_INVALID_URL"));
        assert_eq!(code("data:application/json,1").as_deref(), Some("ERR_IMPORT_ATTRIBUTE_MISSING"));
        let json = text_of("data:application/json,[1]", ModuleType::Json);
        assert_eq!(json.as_deref().ok(), Some("[1]"));
    }
}
