//! JSON Schema as types of TypeScript: <https://json-schema.org>, the words that tools are described by.

mod json;

use std::collections::BTreeSet;
use std::sync::Arc;

use json::Node;

use super::form::ObjectType;
use super::form::{any_of, array_of, place, within};
use super::signature::{Parameters, Signature};
use super::types::Types;
use crate::Error;

/// The schemas of the argument and of the answer of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Schema(Arc<[Node; 2]>);

impl Schema {
    pub fn parse(argument: &str, answer: &str) -> Result<Schema, Error> {
        let parse =
            |text: &str| Node::parse(text).map_err(|problem| Error::of_usage(format!("no JSON Schema: {problem}")));
        Ok(Schema(Arc::new([parse(argument)?, parse(answer)?])))
    }

    pub fn signature(&self, types: &mut Types) -> Signature {
        let [argument, answer] = &*self.0;
        let parameters = |types: &mut Types, parameters: &mut Parameters| {
            if !is_without_members(argument) {
                parameters.named("input", &Reader::told(types, argument));
            }
        };
        Signature::told(types, parameters, |types| Reader::told(types, answer))
    }
}

/// Tells whether a schema is that of a tool which takes nothing: an object of which no word says what is in it.
fn is_without_members(schema: &Node) -> bool {
    let says_more = schema.members().iter().any(|(name, value)| match &**name {
        "properties" => !value.members().is_empty(),
        "additionalProperties" => matches!(value, Node::Object(_) | Node::Bool(true)),
        "$ref" | "anyOf" | "oneOf" | "allOf" | "enum" | "const" | "patternProperties" => true,
        _ => false,
    });
    schema.text("type") == Some("object") && !says_more
}

/// Makes types of a schema.
struct Reader<'a, 't> {
    root: &'a Node,
    /// Number of the text of the root, once somebody refers to a part of it. Two schemas with one text have the same types.
    number: Option<usize>,
    types: &'t mut Types,
    /// Types that are referred to, whose texts are to be made. References make no calls in each other: a schema may have a
    /// chain of any length.
    due: Vec<(usize, &'a Node)>,
}

impl<'a> Reader<'a, '_> {
    fn told(types: &mut Types, root: &'a Node) -> String {
        let mut reader = Reader { root, number: None, types, due: Vec::new() };
        let text = reader.text(root);
        while let Some((index, schema)) = reader.due.pop() {
            reader.types.named[index].text = reader.text(schema);
        }
        text
    }

    /// Returns the type of a schema as text.
    fn text(&mut self, schema: &'a Node) -> String {
        if let Some(to) = schema.text("$ref") {
            return self.reference(to);
        }
        if let Some(value) = schema.member("const") {
            return value.to_string();
        }
        if let Some(Node::Array(values)) = schema.member("enum") {
            return any_of(values.iter().map(Node::to_string));
        }
        // All words hold at once. Many only say which members go together, which types do not tell.
        let mut all: Vec<String> = Vec::new();
        for word in ["anyOf", "oneOf"] {
            if let Some(Node::Array(some)) = schema.member(word) {
                let some: Vec<String> = some.iter().map(|one| self.text(one)).collect();
                all.push(if some.iter().any(|one| one == "any") { "any".to_owned() } else { any_of(some) });
            }
        }
        if let Some(Node::Array(each)) = schema.member("allOf") {
            all.extend(each.iter().map(|one| self.text(one)).collect::<Vec<_>>());
        }
        all.retain(|text| text != "any");
        let own = self.own_text(schema);
        // An object of any members says nothing more of another type.
        if all.is_empty() || !matches!(&*own, "any" | "Record<string, any>") {
            all.insert(0, own);
        }
        if all.len() > 1 {
            all = all.into_iter().map(|text| within(text, &[" | ", "=>"])).collect();
        }
        all.join(" & ")
    }

    /// The type by the words for a type and what is in it.
    fn own_text(&mut self, schema: &'a Node) -> String {
        match schema.member("type") {
            Some(Node::Text(name)) => self.of_type(name, schema),
            Some(Node::Array(names)) => {
                let mut met = BTreeSet::new();
                let names = names.iter().filter_map(Node::as_text).filter(|name| met.insert(*name));
                any_of(names.map(|name| self.of_type(name, schema)).collect::<Vec<_>>())
            }
            _ if schema.member("properties").is_some() => self.object(schema),
            _ if schema.member("items").is_some() => self.of_type("array", schema),
            _ if *schema == Node::Bool(false) => "never".to_owned(),
            _ => "any".to_owned(),
        }
    }

    fn of_type(&mut self, name: &str, schema: &'a Node) -> String {
        match name {
            "string" | "boolean" | "null" => name.to_owned(),
            "number" | "integer" => "number".to_owned(),
            "array" => self.array(schema),
            "object" => self.object(schema),
            _ => "any".to_owned(),
        }
    }

    /// Type of a list: a tuple if there is `prefixItems`, with `items` for its rest.
    fn array(&mut self, schema: &'a Node) -> String {
        let rest = schema.member("items").filter(|items| !matches!(items, Node::Array(_) | Node::Bool(_)));
        let rest = rest.map(|items| self.text(items));
        match schema.member("prefixItems") {
            Some(Node::Array(items)) => {
                let mut all: Vec<String> = items.iter().map(|item| self.text(item)).collect();
                all.extend(rest.map(|rest| format!("...{}", array_of(&rest))));
                format!("[{}]", all.join(", "))
            }
            _ => array_of(rest.as_deref().unwrap_or("any")),
        }
    }

    /// Type of an object. Without any properties it is a record of anything, unless `additionalProperties` says otherwise.
    fn object(&mut self, schema: &'a Node) -> String {
        let required: BTreeSet<&str> = match schema.member("required") {
            Some(Node::Array(names)) => names.iter().filter_map(Node::as_text).collect(),
            _ => BTreeSet::new(),
        };
        let mut object = ObjectType::default();
        let members = schema.member("properties").map_or(&[][..], Node::members);
        for (name, member) in members {
            let text = self.text(member);
            let documentation = member.text("description").unwrap_or_default();
            object.property(name, documentation, &text, !required.contains(&**name));
        }
        match schema.member("additionalProperties") {
            Some(Node::Bool(false)) => {}
            Some(more @ Node::Object(_)) => {
                let more = self.text(more);
                object.and(&format!("Record<string, {more}>"));
            }
            _ if members.is_empty() => return "Record<string, any>".to_owned(),
            _ => {}
        }
        object.finish()
    }

    /// A reference within the schema, `#/$defs/name`: a type with a name.
    fn reference(&mut self, to: &str) -> String {
        let Some(("", path)) = to.split_once('#') else { return "any".to_owned() };
        let mut names = path.split('/').map(|name| name.replace("~1", "/").replace("~0", "~"));
        if names.next().is_none_or(|before| !before.is_empty()) {
            return "any".to_owned();
        }
        let names: Vec<String> = names.collect();
        let (root, types) = (self.root, &mut *self.types);
        let number = *self.number.get_or_insert_with(|| types.number_of_root(root.to_string()));
        // One part of a schema may be written in many ways, and is one type.
        let key = format!("schema {number} {names:?}");
        if let Some(place) = self.types.place_of(&key) {
            return place;
        }
        let mut found = self.root;
        for name in &names {
            let Some(member) = found.member(name) else { return "any".to_owned() };
            found = member;
        }
        let name = names.last().filter(|name| !name.is_empty()).map_or("Input", String::as_str);
        let documentation = found.text("description").unwrap_or_default();
        let index = self.types.begin_named(key, name, documentation);
        self.due.push((index, found));
        place(index)
    }
}
