//! The contents of `#[js(…)]`.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, ExprPath, LitStr, Path, parse_quote};

use crate::names::Case;

/// The value of a missing field.
#[derive(Clone)]
pub enum Fallback {
    /// `#[js(default)]`
    Default,
    /// `#[js(default = "path")]`, or a path without quotes.
    Call(ExprPath),
}

/// Attributes of a type that conversions are derived for.
pub struct Container {
    pub rename_all: Option<Case>,
    /// The case of fields in variants.
    pub rename_all_fields: Option<Case>,
    pub tag: Option<LitStr>,
    pub untagged: bool,
    pub default: Option<Fallback>,
    /// The path of the crate `ferrotape`.
    pub root: Path,
}

/// Attributes of a variant.
#[derive(Default)]
pub struct Variant {
    pub rename: Option<LitStr>,
    pub rename_all: Option<Case>,
}

/// Attributes of a field.
#[derive(Default)]
pub struct Field {
    pub rename: Option<LitStr>,
    pub default: Option<Fallback>,
    pub skip: bool,
    pub optional: bool,
    pub flatten: Option<Span>,
}

/// Returns the text of doc comments.
pub fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
        let syn::Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return None };
        Some(text.value().trim().to_owned())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the attributes that decide whether a function or a field exists.
pub fn conditions(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"))
}

/// Visits each item in `#[js(…)]`. `known` returns whether the item is one of `names`.
pub fn each(
    attributes: &[Attribute],
    names: &str,
    mut known: impl FnMut(&str, &ParseNestedMeta<'_>) -> syn::Result<bool>,
) -> syn::Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("js")) {
        attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match known(&name, &meta)? {
                true => Ok(()),
                false => Err(meta.error(format!("`{name}` is not known here: there are {names}"))),
            }
        })?;
    }
    Ok(())
}

/// Parses the text of `name = "…"`.
pub fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    meta.value()?.parse()
}

pub fn case(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Case>> {
    Case::of_literal(&text(meta)?).map(Some)
}

/// Parses the path of `name = path` or `name = "path"`.
fn path(meta: &ParseNestedMeta<'_>) -> syn::Result<ExprPath> {
    match meta.value()?.parse()? {
        Expr::Path(path) => Ok(path),
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => text.parse(),
        other => Err(syn::Error::new_spanned(other, "expected the path of a function")),
    }
}

fn fallback(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Fallback>> {
    match meta.input.peek(syn::Token![=]) {
        true => path(meta).map(|path| Some(Fallback::Call(path))),
        false => Ok(Some(Fallback::Default)),
    }
}

pub fn ferrotape() -> Path {
    parse_quote!(::ferrotape)
}

impl Container {
    /// Reads the attributes of a type. Names that are not known are errors at their place.
    pub fn parse(attributes: &[Attribute]) -> syn::Result<Container> {
        let mut container = Container {
            rename_all: None,
            rename_all_fields: None,
            tag: None,
            untagged: false,
            default: None,
            root: ferrotape(),
        };
        let names = "`rename_all`, `rename_all_fields`, `tag`, `untagged`, `default` and `crate`";
        each(attributes, names, |name, meta| {
            match name {
                "rename_all" => container.rename_all = case(meta)?,
                "rename_all_fields" => container.rename_all_fields = case(meta)?,
                "tag" => container.tag = Some(text(meta)?),
                "untagged" => container.untagged = true,
                "default" => container.default = fallback(meta)?,
                "crate" => container.root = path(meta)?.path,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(container)
    }
}

impl Variant {
    /// Reads the attributes of an enum's variant.
    pub fn parse(attributes: &[Attribute]) -> syn::Result<Variant> {
        let mut variant = Variant::default();
        each(attributes, "`rename` and `rename_all`", |name, meta| {
            match name {
                "rename" => variant.rename = Some(text(meta)?),
                "rename_all" => variant.rename_all = case(meta)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(variant)
    }
}

impl Field {
    /// Reads the attributes of a field. The span of `flatten` is kept for errors.
    pub fn parse(attributes: &[Attribute]) -> syn::Result<Field> {
        let mut field = Field::default();
        each(attributes, "`rename`, `default`, `skip`, `optional` and `flatten`", |name, meta| {
            match name {
                "rename" => field.rename = Some(text(meta)?),
                "default" => field.default = fallback(meta)?,
                "skip" => field.skip = true,
                "optional" => field.optional = true,
                "flatten" => field.flatten = Some(meta.path.segments[0].ident.span()),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(field)
    }
}
