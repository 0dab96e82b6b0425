//! Strings and characters.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::declarations::Types;
use crate::string::text_into_js;
use crate::value::copied;
use crate::{Context, Error, FromJs, IntoJs, Local};

impl FromJs for String {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        match value.value.as_string() {
            Some(string) => cx.working(|vm| copied(vm, string)),
            None => Err(cx.unexpected("a string", value)),
        }
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}

macro_rules! from_strings {
    ($($text:ty),*) => {
        $(
            impl FromJs for $text {
                fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
                    String::from_js(cx, value).map(Into::into)
                }

                fn typescript(_: &mut Types) -> String {
                    "string".to_owned()
                }
            }
        )*
    };
}

from_strings!(Box<str>, Arc<str>, Cow<'_, str>, PathBuf);

impl FromJs for char {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let Some(string) = value.value.as_string() else { return Err(cx.unexpected("a character", value)) };
        // A character has at most two code units.
        if cx.vm.heap.string_length(string) <= 2 {
            let text = cx.working(|vm| copied(vm, string))?;
            let mut characters = text.chars();
            if let (Some(character), None) = (characters.next(), characters.next()) {
                return Ok(character);
            }
        }
        Err(cx.unexpected("a character", value))
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}

macro_rules! into_strings {
    ($($text:ty),*) => {
        $(
            impl IntoJs for $text {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    text_into_js(cx, self.as_ref())
                }

                fn typescript(_: &mut Types) -> String {
                    "string".to_owned()
                }
            }
        )*
    };
}

into_strings!(&str, &&str, String, &String, Box<str>, &Box<str>, Arc<str>, &Arc<str>, Cow<'_, str>, &Cow<'_, str>);

impl IntoJs for char {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        text_into_js(cx, self.encode_utf8(&mut [0; 4]))
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}

impl IntoJs for &char {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        (*self).into_js(cx)
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}

/// Fails if the path is not Unicode.
impl IntoJs for &Path {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        let text = self.to_str().ok_or_else(|| Error::conversion("TypeError", "the path is not Unicode".to_owned()))?;
        text_into_js(cx, text)
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}

impl IntoJs for &PathBuf {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.as_path().into_js(cx)
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}

impl IntoJs for PathBuf {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.as_path().into_js(cx)
    }

    fn typescript(_: &mut Types) -> String {
        "string".to_owned()
    }
}
