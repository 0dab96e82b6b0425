//! `#[derive(FromJs)]` and `#[derive(IntoJs)]`: their common model of a type.
//!
//! ```text
//! DeriveInput ──> Model: fields with their names in scripts, and the variants' tagging ──> read ──> impl FromJs
//!                                                                                     └──> write ──> impl IntoJs
//! ```
//!
//! Generated code names everything by its whole path. It calls `ferrotape::generated` for everything common to all
//! types.

mod declare;
pub mod read;
pub mod write;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Fields, Generics, Ident, Index, LitStr, Member, Path, Type};

use crate::attributes::{Container, Fallback, Field as FieldAttributes, Variant as VariantAttributes, documentation};
use crate::names::{Case, script_name};

/// A type, as the conversions see it.
pub struct Model {
    pub ident: Ident,
    pub documentation: String,
    pub generics: Generics,
    pub root: Path,
    /// The source of missing fields, for a struct as a whole.
    pub default: Option<Fallback>,
    pub body: Body,
}

/// A struct or an enum.
pub enum Body {
    Struct(Shape),
    Enum { tagging: Tagging, variants: Vec<Variant> },
}

/// The way an enum value names its variant.
pub enum Tagging {
    /// `"unit"`, `{ variant: content }`
    External,
    /// `{ tag: "variant", … }`
    Internal(LitStr),
    /// The first variant that fits.
    Untagged,
}

/// A variant of an enum.
pub struct Variant {
    pub ident: Ident,
    pub name: LitStr,
    pub shape: Shape,
}

/// The contents of a struct or a variant.
pub enum Shape {
    Unit,
    /// One value, converted as itself.
    Newtype(Box<Field>),
    Tuple(Vec<Field>),
    Named(Vec<Field>),
}

/// A field of a struct or a variant.
pub struct Field {
    pub member: Member,
    /// A variable for the field.
    pub binding: Ident,
    pub name: LitStr,
    pub ty: Type,
    pub attributes: FieldAttributes,
    pub documentation: String,
}

impl Model {
    /// Makes the model of a type, with an error for each attribute that does not fit it. Unions have none.
    pub fn new(input: DeriveInput) -> syn::Result<Model> {
        let container = Container::parse(&input.attrs)?;
        let documentation = documentation(&input.attrs);
        let body = match input.data {
            Data::Struct(data) => {
                reject(&container, &input.ident, false)?;
                Body::Struct(Shape::new(data.fields, container.rename_all)?)
            }
            Data::Enum(data) => {
                reject(&container, &input.ident, true)?;
                let variants = data.variants.into_iter().map(|variant| Variant::new(variant, &container));
                let variants = variants.collect::<syn::Result<Vec<_>>>()?;
                let tagging = match &container.tag {
                    Some(tag) => Tagging::Internal(tag.clone()),
                    None if container.untagged => Tagging::Untagged,
                    None => Tagging::External,
                };
                check_variants(&tagging, &variants)?;
                Body::Enum { tagging, variants }
            }
            Data::Union(_) => return Err(syn::Error::new_spanned(&input.ident, "a union has no conversion")),
        };
        Ok(Model {
            ident: input.ident,
            documentation,
            generics: input.generics,
            root: container.root,
            default: container.default,
            body,
        })
    }

    /// Returns the head of a trait implementation. All converted type parameters must implement the trait as well.
    pub fn implementation(&self, which: &Ident, inner: &TokenStream) -> TokenStream {
        let (ident, root) = (&self.ident, &self.root);
        let mut generics = self.generics.clone();
        let parameters = generics.type_params().map(|parameter| parameter.ident.clone());
        let parameters: Vec<Ident> = parameters.filter(|parameter| self.converts(parameter)).collect();
        let clause = generics.make_where_clause();
        for parameter in parameters {
            clause.predicates.push(syn::parse_quote!(#parameter: #root::#which));
        }
        let (parameters, arguments, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #parameters #root::#which for #ident #arguments #clause {
                #inner
            }
        }
    }

    /// Returns whether a field with a property mentions the parameter in its type. Skipped fields are not converted.
    fn converts(&self, parameter: &Ident) -> bool {
        let shapes: Vec<&Shape> = match &self.body {
            Body::Struct(shape) => vec![shape],
            Body::Enum { variants, .. } => variants.iter().map(|variant| &variant.shape).collect(),
        };
        let mut fields = shapes.into_iter().flat_map(Shape::fields).filter(|field| !field.attributes.skip);
        fields.any(|field| mentions(field.ty.to_token_stream(), parameter))
    }
}

/// Returns whether the tokens contain the name.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Rejects attributes that do not apply to the type.
fn reject(container: &Container, ident: &Ident, is_enum: bool) -> syn::Result<()> {
    let wrong = |message: &str| Err(syn::Error::new_spanned(ident, message));
    match container {
        Container { tag: Some(_), untagged: true, .. } => wrong("`tag` and `untagged` exclude each other"),
        Container { tag: Some(tag), .. } if !is_enum => {
            Err(syn::Error::new_spanned(tag, "`tag` is for enums: a struct has no variants to tell apart"))
        }
        Container { untagged: true, .. } if !is_enum => wrong("`untagged` is for enums"),
        Container { rename_all_fields: Some(_), .. } if !is_enum => {
            wrong("`rename_all_fields` is for the variants of enums: `rename_all` names the fields of a struct")
        }
        Container { default: Some(_), .. } if is_enum => wrong("`default` is for structs and fields"),
        _ => Ok(()),
    }
}

/// Rejects variants that scripts could not tell apart by name, and tuples in a tagged object.
fn check_variants(tagging: &Tagging, variants: &[Variant]) -> syn::Result<()> {
    for (index, variant) in variants.iter().enumerate() {
        let is_known = |other: &Variant| other.name.value() == variant.name.value();
        if !matches!(tagging, Tagging::Untagged) && variants[..index].iter().any(is_known) {
            let message = format!("there is another variant that scripts have as \"{}\"", variant.name.value());
            return Err(syn::Error::new_spanned(&variant.ident, message));
        }
        if matches!((tagging, &variant.shape), (Tagging::Internal(_), Shape::Tuple(_))) {
            let message = "a variant with several values has no place for the tag: give them names";
            return Err(syn::Error::new_spanned(&variant.ident, message));
        }
    }
    Ok(())
}

impl Variant {
    fn new(variant: syn::Variant, container: &Container) -> syn::Result<Variant> {
        let attributes = VariantAttributes::parse(&variant.attrs)?;
        let name = script_name(&variant.ident, attributes.rename.as_ref(), container.rename_all);
        let case = attributes.rename_all.or(container.rename_all_fields);
        Ok(Variant { ident: variant.ident, name, shape: Shape::new(variant.fields, case)? })
    }
}

impl Shape {
    /// Sorts fields by form: a tuple of one field is as that field. `case` is for names without a `rename`.
    fn new(fields: Fields, case: Option<Case>) -> syn::Result<Shape> {
        let is_named = matches!(fields, Fields::Named(_));
        let read = |(index, field): (usize, syn::Field)| Field::new(index, field, is_named, case);
        let mut fields = fields.into_iter().enumerate().map(read).collect::<syn::Result<Vec<_>>>()?;
        Ok(match (is_named, fields.len()) {
            (true, _) => Shape::Named(fields),
            (false, 0) => Shape::Unit,
            (false, 1) => Shape::Newtype(Box::new(fields.remove(0))),
            (false, _) => Shape::Tuple(fields),
        })
    }

    pub fn fields(&self) -> &[Field] {
        match self {
            Shape::Unit => &[],
            Shape::Newtype(field) => std::slice::from_ref(field),
            Shape::Tuple(fields) | Shape::Named(fields) => fields,
        }
    }
}

impl Field {
    /// Reads a field with its attributes.
    fn new(index: usize, field: syn::Field, is_named: bool, case: Option<Case>) -> syn::Result<Field> {
        let attributes = FieldAttributes::parse(&field.attrs)?;
        if !is_named
            && (attributes.rename.is_some()
                || attributes.default.is_some()
                || attributes.skip
                || attributes.optional
                || attributes.flatten.is_some())
        {
            return Err(syn::Error::new_spanned(&field.ty, "a field without a name has no `js` attributes"));
        }
        if let Some(flatten) = attributes.flatten
            && (attributes.rename.is_some() || attributes.default.is_some() || attributes.skip || attributes.optional)
        {
            return Err(syn::Error::new(flatten, "`flatten` stands alone: the field has no property of its own"));
        }
        if attributes.optional && !is_option(&field.ty) {
            return Err(syn::Error::new_spanned(&field.ty, "`optional` is for an `Option`: `default` is for others"));
        }
        let name = match &field.ident {
            Some(ident) => script_name(ident, attributes.rename.as_ref(), case),
            None => LitStr::new(&index.to_string(), proc_macro2::Span::call_site()),
        };
        Ok(Field {
            binding: format_ident!("__field{index}"),
            member: field.ident.map_or_else(|| Member::Unnamed(Index::from(index)), Member::Named),
            name,
            documentation: documentation(&field.attrs),
            ty: field.ty,
            attributes,
        })
    }
}

fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}
