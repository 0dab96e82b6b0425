//! The TypeScript type of what a derived conversion takes or gives.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, LitStr, Path};

use super::{Body, Field, Model, Shape, Tagging, Variant};

/// Returns the function that tells the type, for the conversion of that trait.
pub fn told(model: &Model, which: &Ident) -> TokenStream {
    let root = &model.root;
    let teller = Teller { root, which, has_default: model.default.is_some() };
    let text = match &model.body {
        Body::Struct(shape) => teller.shape(shape),
        Body::Enum { tagging, variants } => {
            let variants = variants.iter().map(|variant| teller.variant(tagging, variant));
            quote!(#root::generated::union([#(#variants),*]))
        }
    };
    let (name, documentation) = (model.ident.to_string(), &model.documentation);
    let name = name.strip_prefix("r#").unwrap_or(&name);
    quote! {
        #[allow(unused_variables, clippy::all)]
        fn typescript(__types: &mut #root::declarations::Types) -> ::std::string::String {
            __types.named::<Self>(#name, #documentation, |__types| #text)
        }
    }
}

/// Writes the code that tells a type.
struct Teller<'a> {
    root: &'a Path,
    which: &'a Ident,
    /// Whether missing fields come from a default of the whole.
    has_default: bool,
}

impl Teller<'_> {
    fn field(&self, field: &Field) -> TokenStream {
        let (root, which, ty) = (self.root, self.which, &field.ty);
        quote!(<#ty as #root::#which>::typescript(__types))
    }

    /// Writes the expression that gives a shape's type as text.
    fn shape(&self, shape: &Shape) -> TokenStream {
        let root = self.root;
        match shape {
            Shape::Unit => quote!(#root::generated::text("null")),
            Shape::Newtype(field) => self.field(field),
            Shape::Tuple(fields) => {
                let fields = fields.iter().map(|field| self.field(field));
                quote!(#root::generated::tuple([#(#fields),*]))
            }
            Shape::Named(fields) => {
                let properties = self.properties(fields);
                quote! {{
                    let mut __object = #root::declarations::ObjectType::default();
                    #properties
                    __object.finish()
                }}
            }
        }
    }

    /// Returns statements that add the fields to `__object`.
    fn properties(&self, fields: &[Field]) -> TokenStream {
        let is_given = self.which == "IntoJs";
        let fields = fields.iter().filter(|field| !field.attributes.skip).map(|field| {
            let (name, documentation, text) = (&field.name, &field.documentation, self.field(field));
            if field.attributes.flatten.is_some() {
                return quote!(__object.and(&#text););
            }
            let is_optional = !is_given && (self.has_default || field.attributes.default.is_some());
            quote!(__object.property(#name, #documentation, &#text, #is_optional);)
        });
        quote!(#(#fields)*)
    }

    /// Writes the expression for a variant's type: a literal, or an object by its tagging.
    fn variant(&self, tagging: &Tagging, Variant { name, shape, .. }: &Variant) -> TokenStream {
        let root = self.root;
        match (tagging, shape) {
            (Tagging::Untagged, shape) => self.shape(shape),
            (Tagging::External, Shape::Unit) => quote!(#root::generated::literal(#name)),
            (Tagging::External, shape) => {
                let content = self.shape(shape);
                let add = quote!(__object.property(#name, "", &#content, false););
                self.object(&add)
            }
            (Tagging::Internal(tag), shape) => {
                let rest = match shape {
                    Shape::Newtype(field) => {
                        let text = self.field(field);
                        quote!(__object.and(&#text);)
                    }
                    shape => self.properties(shape.fields()),
                };
                self.tagged(tag, name, &rest)
            }
        }
    }

    fn tagged(&self, tag: &LitStr, name: &LitStr, rest: &TokenStream) -> TokenStream {
        let root = self.root;
        self.object(&quote! {
            __object.property(#tag, "", &#root::generated::literal(#name), false);
            #rest
        })
    }

    fn object(&self, adds: &TokenStream) -> TokenStream {
        let root = self.root;
        quote! {{
            let mut __object = #root::declarations::ObjectType::default();
            #adds
            __object.finish()
        }}
    }
}
