//! `#[derive(FromJs)]`

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, LitStr, Path};

use super::{Body, Field, Model, Shape, Tagging, Variant, declare};
use crate::attributes::Fallback;
use crate::names::script_name;

/// Writes the implementation of `FromJs`. A struct's own default is made first, as missing fields come from it.
pub fn derive(input: DeriveInput) -> syn::Result<TokenStream> {
    let model = Model::new(input)?;
    let root = &model.root;
    let work = match &model.body {
        Body::Struct(shape) => {
            let (default, made) = match (&model.default, shape) {
                (Some(fallback), Shape::Named(fields)) => {
                    let value = value_of(fallback);
                    (quote!(let __default: Self = #value;), named(root, &quote!(Self), fields, true))
                }
                _ => (TokenStream::new(), made(root, &quote!(Self), shape)),
            };
            quote! { #default #made }
        }
        Body::Enum { tagging, variants } => of_enum(&model, tagging, variants),
    };
    let which = format_ident!("FromJs");
    let told = declare::told(&model, &which);
    let inner = quote! {
        #told

        #[allow(unused_variables, unused_mut, clippy::all)]
        fn from_js<'__js>(
            __cx: &mut #root::Context<'__js>,
            __value: #root::handles::Local<'__js>,
        ) -> ::core::result::Result<Self, #root::Error> {
            #work
        }
    };
    Ok(model.implementation(&which, &inner))
}

fn value_of(fallback: &Fallback) -> TokenStream {
    match fallback {
        Fallback::Default => quote!(::core::default::Default::default()),
        Fallback::Call(path) => quote!(#path()),
    }
}

/// Returns an expression that builds a struct or variant from `__value`: a `Result`.
fn made(root: &Path, constructor: &TokenStream, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Unit => quote! { #root::generated::unit(__cx, __value).map(|()| #constructor) },
        Shape::Newtype(field) => {
            let ty = &field.ty;
            quote! { <#ty as #root::FromJs>::from_js(__cx, __value).map(#constructor) }
        }
        Shape::Tuple(fields) => {
            let count = fields.len();
            let elements = fields.iter().enumerate().map(
                |(index, Field { ty, .. })| quote!(#root::generated::read_element::<#ty>(__cx, &__elements, #index)?),
            );
            quote! {{
                let __elements = #root::generated::elements(__cx, __value, #count)?;
                ::core::result::Result::Ok(#constructor(#(#elements),*))
            }}
        }
        Shape::Named(fields) => named(root, constructor, fields, false),
    }
}

/// Writes the reading of named fields from an object. With `has_default`, missing ones come from `__default`.
fn named(root: &Path, constructor: &TokenStream, fields: &[Field], has_default: bool) -> TokenStream {
    let values = fields.iter().map(|field| {
        let Field { member, name, ty, attributes, .. } = field;
        let fallback = match (&attributes.default, has_default) {
            (Some(fallback), _) => Some(value_of(fallback)),
            (None, true) => Some(quote!(__default.#member)),
            (None, false) => None,
        };
        let value = match fallback {
            _ if attributes.flatten.is_some() => quote!(<#ty as #root::FromJs>::from_js(__cx, __value)?),
            fallback if attributes.skip => fallback.unwrap_or_else(|| value_of(&Fallback::Default)),
            Some(fallback) => quote! {
                match #root::generated::read_present::<#ty>(__cx, __value, #name)? {
                    ::core::option::Option::Some(__present) => __present,
                    ::core::option::Option::None => #fallback,
                }
            },
            None => quote!(#root::generated::read::<#ty>(__cx, __value, #name)?),
        };
        quote!(#member: #value)
    });
    quote! {{
        #root::generated::require_object(__cx, __value)?;
        ::core::result::Result::Ok(#constructor { #(#values),* })
    }}
}

/// Writes the conversion to an enum.
fn of_enum(model: &Model, tagging: &Tagging, variants: &[Variant]) -> TokenStream {
    let root = &model.root;
    let names: Vec<&LitStr> = variants.iter().map(|variant| &variant.name).collect();
    let expected = quote!(&[#(#names),*]);
    match tagging {
        Tagging::External => {
            let arms = variants.iter().map(|variant| external(root, variant));
            quote! {
                let (__name, __content) = #root::generated::variant(__cx, __value, #expected)?;
                match &*__name {
                    #(#arms)*
                    _ => ::core::result::Result::Err(#root::generated::unknown_variant(__cx, __value, #expected)),
                }
            }
        }
        Tagging::Internal(tag) => {
            let arms = variants.iter().map(|Variant { ident, name, shape }| {
                let constructor = quote!(Self::#ident);
                let made = match shape {
                    Shape::Unit => quote!(::core::result::Result::Ok(#constructor)),
                    shape => made(root, &constructor, shape),
                };
                quote!(#name => #made,)
            });
            quote! {
                let __name = #root::generated::tag(__cx, __value, #tag, #expected)?;
                match &*__name {
                    #(#arms)*
                    _ => ::core::result::Result::Err(#root::generated::unknown_tag(&__name, #tag, #expected)),
                }
            }
        }
        Tagging::Untagged => {
            let name = script_name(&model.ident, None, None);
            let tries = variants.iter().map(|Variant { ident, name, shape }| {
                let made = made(root, &quote!(Self::#ident), shape);
                quote! {
                    let __made = (|__cx: &mut #root::Context<'__js>| -> ::core::result::Result<Self, #root::Error> {
                        #made
                    })(__cx);
                    if let ::core::option::Option::Some(__result) = __misfits.fit(#name, __made) {
                        return __result;
                    }
                }
            });
            quote! {
                let mut __misfits = #root::generated::Misfits::default();
                #(#tries)*
                ::core::result::Result::Err(__misfits.error(__cx, __value, #name))
            }
        }
    }
}

/// Returns the match arm of a variant whose content is below its name. Errors name the variant.
fn external(root: &Path, Variant { ident, name, shape }: &Variant) -> TokenStream {
    let constructor = quote!(Self::#ident);
    if matches!(shape, Shape::Unit) {
        return quote! {
            #name => #root::generated::no_content(__cx, #name, __content).map(|()| #constructor),
        };
    }
    let made = made(root, &constructor, shape);
    quote! {
        #name => {
            let __value = #root::generated::content(#name, __content)?;
            (|__cx: &mut #root::Context<'__js>| -> ::core::result::Result<Self, #root::Error> { #made })(__cx)
                .map_err(|__error| __error.within_key(#name))
        }
    }
}
