//! `#[derive(IntoJs)]`

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, LitStr, Path};

use super::{Body, Field, Model, Shape, Tagging, Variant, declare};

/// Implements `IntoJs` for a type.
pub fn derive(input: DeriveInput) -> syn::Result<TokenStream> {
    let model = Model::new(input)?;
    match &model.body {
        Body::Struct(shape) => check_names(shape, None)?,
        Body::Enum { tagging, variants } => {
            let tag = if let Tagging::Internal(tag) = tagging { Some(tag) } else { None };
            variants.iter().try_for_each(|variant| check_names(&variant.shape, tag))?;
        }
    }
    let root = &model.root;
    let work = match &model.body {
        Body::Struct(shape) => {
            let pattern = pattern(&quote!(Self), shape);
            let written = written(root, shape);
            quote! { let #pattern = self; #written }
        }
        Body::Enum { variants, .. } if variants.is_empty() => quote!(match self {}),
        Body::Enum { tagging, variants } => {
            let arms = variants.iter().map(|variant| {
                let ident = &variant.ident;
                let pattern = pattern(&quote!(Self::#ident), &variant.shape);
                let written = of_variant(root, tagging, variant);
                quote!(#pattern => { #written })
            });
            quote! { match self { #(#arms)* } }
        }
    };
    let which = format_ident!("IntoJs");
    let told = declare::told(&model, &which);
    let inner = quote! {
        #told

        #[allow(unused_variables, clippy::all)]
        fn into_js<'__js>(
            self,
            __cx: &mut #root::Context<'__js>,
        ) -> ::core::result::Result<#root::handles::Local<'__js>, #root::Error> {
            #work
        }
    };
    Ok(model.implementation(&which, &inner))
}

/// Rejects fields that would be one property: the last one would take the place of the others, and of the tag.
fn check_names(shape: &Shape, tag: Option<&LitStr>) -> syn::Result<()> {
    let Shape::Named(fields) = shape else { return Ok(()) };
    let mut met: Vec<String> = tag.into_iter().map(LitStr::value).collect();
    for Field { member, name, attributes, .. } in fields {
        if attributes.skip || attributes.flatten.is_some() {
            continue;
        }
        let name = name.value();
        if met.contains(&name) {
            let what = if tag.is_some_and(|tag| tag.value() == name) { "the tag" } else { "another field" };
            return Err(syn::Error::new_spanned(member, format!("{what} is the property \"{name}\" already")));
        }
        met.push(name);
    }
    Ok(())
}

/// Returns the pattern that takes a value apart.
fn pattern(constructor: &TokenStream, shape: &Shape) -> TokenStream {
    let fields = shape.fields().iter().map(|Field { member, binding, attributes, .. }| match attributes.skip {
        true => quote!(#member: _),
        false => quote!(#member: #binding),
    });
    quote!(#constructor { #(#fields),* })
}

/// Returns an expression for the script's value: a `Result`.
fn written(root: &Path, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Unit => quote!(::core::result::Result::Ok(#root::handles::Local::null())),
        Shape::Newtype(field) => {
            let binding = &field.binding;
            quote!(#root::IntoJs::into_js(#binding, __cx))
        }
        Shape::Tuple(fields) => {
            let elements = fields.iter().enumerate().map(|(index, Field { binding, .. })| {
                quote!(#root::IntoJs::into_js(#binding, __cx).map_err(|__error| __error.within_index(#index))?)
            });
            quote! {{
                let __elements = [#(#elements),*];
                #root::IntoJs::into_js(__elements, __cx)
            }}
        }
        Shape::Named(fields) => {
            let writes = writes(root, fields);
            quote! {{
                let __object = #root::generated::new_object(__cx)?;
                #writes
                ::core::result::Result::Ok(__object)
            }}
        }
    }
}

/// Returns statements that write fields into `__object`.
fn writes(root: &Path, fields: &[Field]) -> TokenStream {
    let fields = fields.iter().filter(|field| !field.attributes.skip);
    let writes = fields.map(|Field { binding, name, attributes, .. }| {
        if attributes.flatten.is_some() {
            return quote!(#root::generated::merge(__cx, __object, #binding)?;);
        }
        match attributes.optional {
            true => quote! {
                if let ::core::option::Option::Some(__present) = #binding {
                    #root::generated::write(__cx, __object, #name, __present)?;
                }
            },
            false => quote!(#root::generated::write(__cx, __object, #name, #binding)?;),
        }
    });
    quote!(#(#writes)*)
}

/// Writes the conversion of a variant.
fn of_variant(root: &Path, tagging: &Tagging, Variant { name, shape, .. }: &Variant) -> TokenStream {
    match (tagging, shape) {
        (Tagging::External, Shape::Unit) => quote!(#root::IntoJs::into_js(#name, __cx)),
        (Tagging::External, shape) => {
            let content = written(root, shape);
            quote! {
                let __content = (move |
                    __cx: &mut #root::Context<'__js>,
                | -> ::core::result::Result<#root::handles::Local<'__js>, #root::Error> { #content })(__cx)
                .map_err(|__error| __error.within_key(#name))?;
                let __outer = #root::generated::new_object(__cx)?;
                #root::generated::write(__cx, __outer, #name, __content)?;
                ::core::result::Result::Ok(__outer)
            }
        }
        (Tagging::Internal(tag), shape) => {
            let rest = match shape {
                Shape::Newtype(field) => {
                    let binding = &field.binding;
                    quote!(#root::generated::merge(__cx, __object, #binding)?;)
                }
                shape => writes(root, shape.fields()),
            };
            quote! {
                let __object = #root::generated::new_object(__cx)?;
                #root::generated::write(__cx, __object, #tag, #name)?;
                #rest
                ::core::result::Result::Ok(__object)
            }
        }
        (Tagging::Untagged, shape) => written(root, shape),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn each_field_is_a_property_of_its_own() {
        let fields: DeriveInput = parse_quote!(
            struct Pair {
                first: f64,
                #[js(rename = "first")]
                second: f64,
            }
        );
        let tag: DeriveInput = parse_quote!(
            #[js(tag = "kind")]
            enum Shape {
                Square { kind: String },
            }
        );
        let fine: DeriveInput = parse_quote!(
            #[js(tag = "kind")]
            enum Shape {
                Square {
                    #[js(skip)]
                    kind: String,
                    side: f64,
                },
                Circle {
                    side: f64,
                },
            }
        );
        let told = |input| derive(input).map(drop).map_err(|error| error.to_string());
        assert_eq!(told(fields), Err("another field is the property \"first\" already".to_owned()));
        assert_eq!(told(tag), Err("the tag is the property \"kind\" already".to_owned()));
        assert_eq!(told(fine), Ok(()));
    }
}
