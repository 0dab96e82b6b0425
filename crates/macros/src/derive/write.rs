//! `#[derive(IntoJs)]`

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Path};

use super::{Body, Field, Model, Shape, Tagging, Variant, declare};

/// Implements `IntoJs` for a type.
pub fn derive(input: DeriveInput) -> syn::Result<TokenStream> {
    let model = Model::new(input)?;
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
