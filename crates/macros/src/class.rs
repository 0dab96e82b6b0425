//! `#[ferrotape::class]`

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::meta;
use syn::parse::Parser;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, LitStr, Path, Token, Type};

use crate::attributes::{case, conditions, documentation, each, ferrotape, text};
use crate::names::{Case, script_name};

/// The arguments of `#[class(…)]` and `#[methods(…)]`.
pub struct Arguments {
    pub name: Option<LitStr>,
    pub rename_all: Case,
    pub bytes: Option<Path>,
    pub fork: Option<Fork>,
    pub save: Option<Save>,
    /// The loading function that goes with `save`.
    pub load: Option<Path>,
    pub root: Path,
}

/// The copy of a value in a forked engine.
pub enum Fork {
    Clone,
    By(Path),
}

/// The saved form of a value.
pub enum Save {
    Fields,
    By(Path),
}

impl Arguments {
    /// Reads the arguments of an attribute. An argument outside of `names` is an error at its place.
    pub fn parse(arguments: TokenStream, names: &[&str]) -> syn::Result<Arguments> {
        let (rename_all, root) = (Case::Camel, ferrotape());
        let mut parsed = Arguments { name: None, rename_all, bytes: None, fork: None, save: None, load: None, root };
        let parser = meta::parser(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match &*name {
                _ if !names.contains(&&*name) => {
                    let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                    return Err(meta.error(format!("`{name}` is not known here: there are {names}")));
                }
                "name" => parsed.name = Some(text(&meta)?),
                "rename_all" => parsed.rename_all = case(&meta)?.unwrap_or(Case::Camel),
                "bytes" => parsed.bytes = Some(meta.value()?.parse()?),
                "fork" if meta.input.peek(Token![=]) => parsed.fork = Some(Fork::By(meta.value()?.parse()?)),
                "fork" => parsed.fork = Some(Fork::Clone),
                "save" if meta.input.peek(Token![=]) => parsed.save = Some(Save::By(meta.value()?.parse()?)),
                "save" => parsed.save = Some(Save::Fields),
                "load" => parsed.load = Some(meta.value()?.parse()?),
                _ => parsed.root = meta.value()?.parse()?,
            }
            Ok(())
        });
        parser.parse2(arguments)?;
        Ok(parsed)
    }
}

/// Returns whether an attribute is for this crate, which must be removed.
pub fn is_own(attribute: &Attribute) -> bool {
    attribute.path().is_ident("js")
}

/// Implements `Class` for a type.
pub fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let arguments = Arguments::parse(arguments, &["name", "rename_all", "bytes", "fork", "save", "load", "crate"])?;
    let mut item: DeriveInput = syn::parse2(item).map_err(|error| {
        let message = "`#[class]` is for a struct or an enum: the functions of its `impl` have `#[methods]`";
        syn::Error::new(error.span(), message)
    })?;
    if let Some(lifetime) = item.generics.lifetimes().next() {
        let message = "objects live as long as scripts want: a class has no lifetime, and owns its data";
        return Err(syn::Error::new_spanned(lifetime, message));
    }
    let accessors = accessors(&mut item, &arguments)?;
    let words = documentation(&item.attrs);
    let (root, ident) = (&arguments.root, &item.ident);
    let name = script_name(ident, arguments.name.as_ref(), None);
    let (parameters, types, clause) = item.generics.split_for_impl();
    let bytes = arguments.bytes.as_ref().map(|bytes| {
        quote! {
            fn bytes(&self) -> usize {
                #bytes(self)
            }
        }
    });
    let fork = arguments.fork.as_ref().map(|fork| {
        let copy = match fork {
            Fork::Clone => cloned(&item, root),
            Fork::By(function) => quote!(#function(self, __forking)),
        };
        quote! {
            fn fork(&self, __forking: &mut #root::snapshot::Forking) -> ::core::result::Result<Self, #root::Error> {
                #copy
            }
        }
    });
    let saving = saving(&item, &arguments)?;
    Ok(quote! {
        #item

        #[automatically_derived]
        impl #parameters #root::Class for #ident #types #clause {
            const NAME: &'static str = #name;

            fn define(
                __class: &mut #root::ClassBuilder<'_, '_, Self>,
            ) -> ::core::result::Result<(), #root::Error> {
                // The methods of `#[methods]` take precedence over this default.
                #[allow(unused_imports)]
                use #root::generated::NoMethods as _;
                #root::generated::document(__class, #words);
                #accessors
                Self::__ferrotape_methods(__class)
            }

            fn display(&self) -> ::core::option::Option<::std::string::String> {
                #[allow(unused_imports)]
                use #root::generated::NoMethods as _;
                self.__ferrotape_display()
            }

            #bytes

            #fork

            #saving
        }
    })
}

/// Returns the copy of a value for a forked engine: a clone, whose fields with values of scripts are carried over.
fn cloned(item: &DeriveInput, root: &Path) -> TokenStream {
    let variants: Vec<(TokenStream, TokenStream, &Fields)> = match &item.data {
        Data::Struct(data) => vec![(TokenStream::new(), quote!(Self), &data.fields)],
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| {
                let name = &variant.ident;
                (all_conditions(&variant.attrs), quote!(Self::#name), &variant.fields)
            })
            .collect(),
        Data::Union(_) => Vec::new(),
    };
    let arms = variants.iter().map(|(conditions, path, fields)| {
        let members = fields.members();
        let names: Vec<Ident> = (0..fields.len()).map(|index| format_ident!("__field{index}")).collect();
        let of_fields: Vec<TokenStream> = fields.iter().map(|field| all_conditions(&field.attrs)).collect();
        quote! {
            #conditions
            #path { #(#of_fields #members: #names),* } => {
                #(#of_fields (&mut #root::generated::ClonedField(#names)).carry_over(__forking)?;)*
            }
        }
    });
    quote! {
        #[allow(unused_imports)]
        use #root::generated::{CarriedField as _, KeptField as _};
        let mut __copy: Self = ::core::clone::Clone::clone(self);
        #[allow(unreachable_patterns)]
        match &mut __copy {
            #(#arms)*
            _ => {}
        }
        ::core::result::Result::Ok(__copy)
    }
}

/// Returns `save` and `load`: field by field, or by functions.
fn saving(item: &DeriveInput, arguments: &Arguments) -> syn::Result<TokenStream> {
    let root = &arguments.root;
    let (save, load) = match (&arguments.save, &arguments.load) {
        (None, None) => return Ok(TokenStream::new()),
        (Some(Save::By(save)), Some(load)) => (quote!(#save(self, __saving)), quote!(#load(__loading))),
        (Some(Save::Fields), None) => {
            let Data::Struct(data) = &item.data else {
                let message = "`save` alone is for structs: an enum has `save = path, load = path`";
                return Err(syn::Error::new_spanned(&item.ident, message));
            };
            let members: Vec<_> = data.fields.members().collect();
            let conditions: Vec<_> = data.fields.iter().map(|field| all_conditions(&field.attrs)).collect();
            let types = data.fields.iter().map(|field| &field.ty);
            let save = quote! {
                #(#conditions let _: fn() = #root::generated::persistent::<#types>;)*
                #(#conditions __saving.put(&self.#members)?;)*
                ::core::result::Result::Ok(())
            };
            (save, quote!(::core::result::Result::Ok(Self { #(#conditions #members: __loading.take()?),* })))
        }
        _ => {
            let message = "`save = path` and `load = path` belong together";
            return Err(syn::Error::new_spanned(&item.ident, message));
        }
    };
    Ok(quote! {
        fn save(&self, __saving: &mut #root::snapshot::Saving<'_>) -> ::core::result::Result<(), #root::Error> {
            #save
        }

        fn load(__loading: &mut #root::snapshot::Loading<'_>) -> ::core::result::Result<Self, #root::Error> {
            #load
        }
    })
}

/// Returns the getters and setters of fields, and removes their attributes.
fn accessors(item: &mut DeriveInput, arguments: &Arguments) -> syn::Result<TokenStream> {
    if let Some(attribute) = item.attrs.iter().find(|attribute| is_own(attribute)) {
        return Err(syn::Error::new_spanned(
            attribute,
            "what is said of the class is in the brackets of `#[class(…)]`",
        ));
    }
    let data = match &mut item.data {
        Data::Struct(data) => data,
        Data::Enum(data) => {
            let attributes = data
                .variants
                .iter()
                .flat_map(|variant| variant.attrs.iter().chain(variant.fields.iter().flat_map(|field| &field.attrs)));
            return match attributes.into_iter().find(|attribute| is_own(attribute)) {
                Some(attribute) => {
                    Err(syn::Error::new_spanned(attribute, "the fields of an enum cannot be properties"))
                }
                None => Ok(TokenStream::new()),
            };
        }
        Data::Union(_) => return Ok(TokenStream::new()),
    };
    let mut all = TokenStream::new();
    for field in &mut data.fields {
        let accessor = Accessor::parse(&field.attrs)?;
        let own = field.attrs.iter().find(|attribute| is_own(attribute)).cloned();
        field.attrs.retain(|attribute| !is_own(attribute));
        let Some(own) = own else { continue };
        let Some(ident) = &field.ident else {
            return Err(syn::Error::new_spanned(own, "a field without a name cannot be a property"));
        };
        if !accessor.get && !accessor.set {
            return Err(syn::Error::new_spanned(own, "a property has `get`, `set` or both"));
        }
        let conditions = all_conditions(&field.attrs);
        let defined = accessor.define(ident, &field.ty, arguments, &documentation(&field.attrs));
        all.extend(quote!(#conditions { #defined }));
    }
    Ok(all)
}

/// Returns the conditions of a field, which are those of what it becomes.
fn all_conditions(attributes: &[Attribute]) -> TokenStream {
    let conditions = conditions(attributes);
    quote!(#(#conditions)*)
}

/// The accessor that a field asks for.
#[derive(Default)]
struct Accessor {
    get: bool,
    set: bool,
    rename: Option<LitStr>,
}

impl Accessor {
    /// Reads the attributes of a field. Without any, the field is not visible to scripts.
    fn parse(attributes: &[Attribute]) -> syn::Result<Accessor> {
        let mut accessor = Accessor::default();
        each(attributes, "`get`, `set` and `rename`", |name, meta| {
            match name {
                "get" => accessor.get = true,
                "set" => accessor.set = true,
                "rename" => accessor.rename = Some(text(meta)?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(accessor)
    }

    /// Writes the definitions of getter and setter. A getter gives a clone of the field.
    fn define(&self, ident: &Ident, ty: &Type, arguments: &Arguments, documentation: &str) -> TokenStream {
        let name = script_name(ident, self.rename.as_ref(), Some(arguments.rename_all));
        let root = &arguments.root;
        let get = self.get.then(|| {
            quote! {
                let _: fn() = #root::generated::result::<#ty>;
                __class.describe(#documentation, &[]);
                __class.getter(#name, |__this: &Self| <#ty as ::core::clone::Clone>::clone(&__this.#ident))?;
            }
        });
        let set = self.set.then(|| {
            quote! {
                let _: fn() = #root::generated::argument::<#ty>;
                __class.describe(#documentation, &[]);
                __class.setter(#name, |__this: &mut Self, __value: #ty| __this.#ident = __value)?;
            }
        });
        quote!(#get #set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_field_becomes_has_its_conditions() {
        let item = quote! {
            struct Store {
                #[cfg(feature = "names")]
                #[js(get)]
                name: String,
                size: u32,
            }
        };
        let text = expand(quote!(save), item).expect("an implementation").to_string();
        // The field itself, its getter, its part of saving with a check of its type, and its part of loading.
        assert_eq!(text.matches("\"names\"").count(), 5, "{text}");
    }
}
