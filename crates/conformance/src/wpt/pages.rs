//! Pages of the suite whose scripts need no document: tests of 2018 of Headers, Request and Response.

/// Folders of such pages.
const FOLDERS: [&str; 3] = ["fetch-2018/headers/", "fetch-2018/request/", "fetch-2018/response/"];

/// Pages below them that need documents, workers, a cache, connections that outlive them, or trailers, which the standard has
/// dropped.
const LEFT_OUT: [&str; 7] =
    ["/destination/", "/multi-globals/", "/request-cache", "keepalive", "reset-attributes", "trailer", "/resources/"];

/// A placeholder of pages, and the text that the suite's server writes there.
const HOST: [&str; 2] = ["{{host}}:{{ports[http][0]}}", "web-platform.test"];

/// Functions that these pages take from the harness of their time.
pub const OLDER: &str = include_str!("older.js");

/// A script of a page: the name of its file, or its text.
#[derive(PartialEq, Eq, Debug)]
pub enum Script {
    File(String),
    Text(String),
}

/// Returns whether a path is that of a page that runs.
pub fn is_page(path: &str) -> bool {
    let is_in = FOLDERS.iter().any(|folder| path.starts_with(folder));
    is_in && path.ends_with(".html") && !LEFT_OUT.iter().any(|part| path.contains(part))
}

/// Lists the scripts of a page, without those of the harness.
pub fn scripts(page: &str) -> Vec<Script> {
    let mut scripts = Vec::new();
    let mut rest = page;
    while let Some((attributes, after)) = rest.split_once("<script").and_then(|(_, after)| after.split_once('>')) {
        let Some((text, after)) = after.split_once("</script>") else { break };
        rest = after;
        match source(attributes) {
            Some(file) if file.contains("testharness") => {}
            Some(file) => scripts.push(Script::File(file.to_owned())),
            None => scripts.push(Script::Text(text.replace(HOST[0], HOST[1]))),
        }
    }
    scripts
}

/// Returns the file that the attributes of a script name.
fn source(attributes: &str) -> Option<&str> {
    let (_, after) = attributes.split_once("src=")?;
    match after.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => after.split_whitespace().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_come_in_their_order() {
        let page = "<script src=/resources/testharness.js></script><script src=\"../x.js\"></script>
            <script>a('{{host}}:{{ports[http][0]}}')</script>";
        let text = "a('web-platform.test')".to_owned();
        assert_eq!(scripts(page), [Script::File("../x.js".to_owned()), Script::Text(text)]);
    }

    #[test]
    fn pages_need_no_document() {
        assert!(is_page("fetch-2018/headers/headers-basic.html"));
        assert!(!is_page("fetch-2018/request/request-cache-reload.html") && !is_page("url/a-element.html"));
    }
}
