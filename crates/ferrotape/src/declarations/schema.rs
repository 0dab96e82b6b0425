//! JSON Schema as types of TypeScript: <https://json-schema.org>, the words that tools are described by.

mod json;

use std::sync::Arc;

use json::Json;

use super::form::ObjectType;
use super::form::{any_of, array_of, within};
use super::signature::{Parameters, Signature};
use super::types::Types;
use crate::Error;

/// The schemas of the argument and of the answer of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Schema(Arc<[Json; 2]>);

impl Schema {
    pub fn parse(argument: &str, answer: &str) -> Result<Schema, Error> {
        let parse =
            |text: &str| Json::parse(text).map_err(|problem| Error::of_usage(format!("no JSON Schema: {problem}")));
        Ok(Schema(Arc::new([parse(argument)?, parse(answer)?])))
    }

    pub fn signature(&self, types: &mut Types) -> Signature {
        let [argument, answer] = &*self.0;
        let told = |types: &mut Types, root: &Json| Reader { root, types }.text(root);
        let is_empty = argument.member("properties").is_none_or(|all| all.members().is_empty())
            && argument.text("type") == Some("object");
        let parameters = |types: &mut Types, parameters: &mut Parameters| {
            if !is_empty {
                parameters.named("input", &told(types, argument));
            }
        };
        Signature::told(types, parameters, |types| told(types, answer))
    }
}

struct Reader<'a> {
    root: &'a Json,
    types: &'a mut Types,
}

impl Reader<'_> {
    fn text(&mut self, schema: &Json) -> String {
        if let Some(to) = schema.text("$ref") {
            return self.reference(to);
        }
        if let Some(value) = schema.member("const") {
            return value.to_string();
        }
        if let Some(Json::Array(values)) = schema.member("enum") {
            return any_of(values.iter().map(Json::to_string));
        }
        for word in ["anyOf", "oneOf"] {
            if let Some(Json::Array(all)) = schema.member(word) {
                return any_of(all.iter().map(|one| self.text(one)).collect::<Vec<_>>());
            }
        }
        if let Some(Json::Array(all)) = schema.member("allOf") {
            let all: Vec<String> = all.iter().map(|one| within(self.text(one), &[" | ", "=>"])).collect();
            return all.join(" & ");
        }
        match schema.member("type") {
            Some(Json::Text(name)) => self.of_type(name, schema),
            Some(Json::Array(names)) => {
                let names = names.iter().filter_map(Json::as_text);
                any_of(names.map(|name| self.of_type(name, schema)).collect::<Vec<_>>())
            }
            _ if schema.member("properties").is_some() => self.object(schema),
            _ if schema.member("items").is_some() => self.of_type("array", schema),
            _ if *schema == Json::Bool(false) => "never".to_owned(),
            _ => "any".to_owned(),
        }
    }

    fn of_type(&mut self, name: &str, schema: &Json) -> String {
        match name {
            "string" | "boolean" | "null" => name.to_owned(),
            "number" | "integer" => "number".to_owned(),
            "array" => self.array(schema),
            "object" => self.object(schema),
            _ => "any".to_owned(),
        }
    }

    fn array(&mut self, schema: &Json) -> String {
        let rest = schema.member("items").filter(|items| !matches!(items, Json::Array(_) | Json::Bool(_)));
        let rest = rest.map(|items| self.text(items));
        match schema.member("prefixItems") {
            Some(Json::Array(items)) => {
                let mut all: Vec<String> = items.iter().map(|item| self.text(item)).collect();
                all.extend(rest.map(|rest| format!("...{}", array_of(&rest))));
                format!("[{}]", all.join(", "))
            }
            _ => array_of(rest.as_deref().unwrap_or("any")),
        }
    }

    fn object(&mut self, schema: &Json) -> String {
        let required: Vec<&str> = match schema.member("required") {
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_text).collect(),
            _ => Vec::new(),
        };
        let mut object = ObjectType::default();
        let members = schema.member("properties").map_or(&[][..], Json::members);
        for (name, member) in members {
            let text = self.text(member);
            let documentation = member.text("description").unwrap_or_default();
            object.property(name, documentation, &text, !required.contains(&&**name));
        }
        match schema.member("additionalProperties") {
            Some(Json::Bool(false)) => {}
            Some(more @ Json::Object(_)) => {
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
        let Some(path) = to.strip_prefix('#') else { return "any".to_owned() };
        let mut found = self.root;
        for name in path.split('/').skip(1) {
            let name = name.replace("~1", "/").replace("~0", "~");
            let Some(member) = found.member(&name) else { return "any".to_owned() };
            found = member;
        }
        let root = self.root;
        let name = path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("Input");
        // Two schemas with one text have the same types.
        let key = format!("schema {to} {root}");
        let documentation = found.text("description").unwrap_or_default();
        self.types.named_by(key, name, documentation, |types| Reader { root, types }.text(found))
    }
}
