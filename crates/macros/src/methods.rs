//! `#[ferrotape::methods]`

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, FnArg, Ident, ImplItem, ImplItemConst, ImplItemFn, ItemImpl, LitStr, Pat, Path, ReceiverKind,
    ReturnType, Type,
};

use crate::attributes::{conditions, documentation, each, text};
use crate::class::{Arguments, is_own};
use crate::names::{Case, name_of, script_name};

/// The most arguments of a closure.
const MOST_ARGUMENTS: usize = 8;

/// Implements the members of a class from its `impl`.
pub fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let arguments = Arguments::parse(arguments, &["rename_all", "crate"])?;
    let mut item: ItemImpl = syn::parse2(item).map_err(|error| {
        syn::Error::new(error.span(), "`#[methods]` is for an `impl`: the type itself has `#[class]`")
    })?;
    if let Some((path, _)) = &item.trait_ {
        return Err(syn::Error::new_spanned(path, "`#[methods]` is for an `impl` without a trait"));
    }
    let mut members = TokenStream::new();
    let mut errors: Option<syn::Error> = None;
    let mut has_constructor = false;
    let mut display = TokenStream::new();
    for inner in &mut item.items {
        let member = match inner {
            ImplItem::Fn(function) if is_marked(function, |member| member.display) => match display.is_empty() {
                true => displayed(function).map(|shown| {
                    display = shown;
                    TokenStream::new()
                }),
                false => Err(syn::Error::new_spanned(&function.sig.ident, "a class has one `display`")),
            },
            ImplItem::Fn(function) if is_constructor(function) && std::mem::replace(&mut has_constructor, true) => {
                Err(syn::Error::new_spanned(
                    &function.sig.ident,
                    "a class has one constructor: others can be functions of it",
                ))
            }
            ImplItem::Fn(function) => of_function(function, &arguments),
            ImplItem::Const(constant) => of_constant(constant),
            _ => continue,
        };
        match (member, &mut errors) {
            (Ok(member), _) => members.extend(member),
            (Err(error), Some(errors)) => errors.combine(error),
            (Err(error), errors @ None) => *errors = Some(error),
        }
    }
    if let Some(errors) = errors {
        return Err(errors);
    }
    let (root, ty) = (&arguments.root, &item.self_ty);
    let (parameters, _, clause) = item.generics.split_for_impl();
    Ok(quote! {
        #item

        #[automatically_derived]
        impl #parameters #ty #clause {
            #[doc(hidden)]
            fn __ferrotape_methods(
                __class: &mut #root::ClassBuilder<'_, '_, Self>,
            ) -> ::core::result::Result<(), #root::Error> {
                let _: fn() = #root::generated::class::<#ty>;
                #members
                ::core::result::Result::Ok(())
            }

            #display
        }
    })
}

/// Returns the function that shows a value, for a function with `#[js(display)]`.
fn displayed(function: &mut ImplItemFn) -> syn::Result<TokenStream> {
    let member = Member::take(&mut function.attrs)?;
    let ident = &function.sig.ident;
    let wrong = |message: &str| Err(syn::Error::new_spanned(ident, message));
    if member.kinds() > 1 || member.lazy || member.skip || member.rename.is_some() {
        return wrong("a `display` is nothing else, and has no name in scripts");
    }
    let call = Call::new(function)?;
    let is_alone = call.inputs.is_empty() && !call.has_context && !call.is_async;
    if !is_alone || !matches!(call.receiver, Receiver::Shared) {
        return wrong("a `display` has `&self` and nothing else: it runs no script");
    }
    let shown = quote_spanned!(call.at=> ::std::string::ToString::to_string(&Self::#ident(self)));
    let conditions = conditions(&function.attrs);
    Ok(quote! {
        #(#conditions)*
        #[doc(hidden)]
        fn __ferrotape_display(&self) -> ::core::option::Option<::std::string::String> {
            ::core::option::Option::Some(#shown)
        }
    })
}

/// The contents of `#[js(…)]` on a function.
#[derive(Default)]
struct Member {
    constructor: bool,
    getter: bool,
    setter: bool,
    is_static: bool,
    iterator: bool,
    lazy: bool,
    skip: bool,
    display: bool,
    rename: Option<LitStr>,
}

impl Member {
    /// Reads the attributes, and removes them.
    fn take(attributes: &mut Vec<Attribute>) -> syn::Result<Member> {
        let mut member = Member::default();
        let names = "`constructor`, `getter`, `setter`, `static`, `iterator`, `lazy`, `display`, `skip` and `rename`";
        each(attributes, names, |name, meta| {
            match name {
                "constructor" => member.constructor = true,
                "getter" => member.getter = true,
                "setter" => member.setter = true,
                "static" => member.is_static = true,
                "iterator" => member.iterator = true,
                "lazy" => member.lazy = true,
                "display" => member.display = true,
                "skip" => member.skip = true,
                "rename" => member.rename = Some(text(meta)?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        attributes.retain(|attribute| !is_own(attribute));
        Ok(member)
    }

    fn kinds(&self) -> usize {
        let kinds = [self.constructor, self.getter, self.setter, self.is_static, self.iterator, self.display];
        kinds.into_iter().filter(|is| *is).count()
    }
}

/// Returns whether the function is an unconditional constructor.
fn is_constructor(function: &ImplItemFn) -> bool {
    conditions(&function.attrs).next().is_none() && is_marked(function, |member| member.constructor)
}

fn is_marked(function: &ImplItemFn, is: impl FnOnce(&Member) -> bool) -> bool {
    Member::take(&mut function.attrs.clone()).is_ok_and(|member| is(&member))
}

/// Writes the property that a constant becomes, under the constant's own conditions (`cfg`).
fn of_constant(constant: &mut ImplItemConst) -> syn::Result<TokenStream> {
    let member = Member::take(&mut constant.attrs)?;
    if member.kinds() > 0 || member.lazy {
        return Err(syn::Error::new_spanned(&constant.ident, "a constant has `skip` and `rename`"));
    }
    if member.skip {
        return Ok(TokenStream::new());
    }
    let words = documentation(&constant.attrs);
    let (ident, conditions) = (&constant.ident, conditions(&constant.attrs));
    let name = script_name(ident, member.rename.as_ref(), None);
    let defined = quote_spanned!(place_of(ident)=> __class.constant(#name, Self::#ident)?;);
    Ok(quote!(#(#conditions)* { __class.describe(#words, &[]); #defined }))
}

/// Writes the member that a function becomes.
fn of_function(function: &mut ImplItemFn, arguments: &Arguments) -> syn::Result<TokenStream> {
    let member = Member::take(&mut function.attrs)?;
    if member.skip {
        return Ok(TokenStream::new());
    }
    let ident = function.sig.ident.clone();
    let wrong = |message: &str| Err(syn::Error::new_spanned(&ident, message));
    if member.kinds() > 1 {
        return wrong("a function is one of `constructor`, `getter`, `setter`, `static`, `iterator` and `display`");
    }
    if member.lazy && !member.iterator {
        return wrong("`lazy` is for an `iterator`");
    }
    let call = Call::new(function)?;
    let name = member_name(&ident, &member, arguments);
    let root = &arguments.root;
    let work = call.work(&ident);
    let at = call.at;
    let (words, parameters) = (documentation(&function.attrs), call.inputs.iter().map(|input| &input.name));
    let described = quote!(__class.describe(#words, &[#(#parameters),*]););
    let checked = checked(&call, &function.sig.output, &member, root);
    if call.is_async {
        let defined = call.defined_async(root, &name, &member, &ident)?;
        let conditions = conditions(&function.attrs);
        return Ok(quote!(#(#conditions)* { #checked #described #defined }));
    }
    let closure = match call.is_borrowed {
        true => call.borrowing_closure(root, &work),
        false => call.closure(root, &work),
    };
    let defined = match (&call.receiver, &member) {
        (Receiver::None, Member { constructor: true, .. }) => {
            let closure = call.closure(root, &work);
            quote_spanned!(at=> __class.constructor(#closure)?;)
        }
        (_, Member { constructor: true, .. }) => return wrong("a constructor makes the value: it has no `self` yet"),
        (Receiver::None, Member { getter: false, setter: false, iterator: false, .. }) => {
            quote_spanned!(at=> __class.static_method(#name, #closure)?;)
        }
        (Receiver::None, _) => {
            return wrong("a getter, setter or iterator is of an object: it has `&self` or `&mut self`");
        }
        (_, Member { is_static: true, .. }) => return wrong("a `static` function has no `self`"),
        (Receiver::Instance, Member { getter: false, setter: false, iterator: false, .. }) => {
            quote_spanned!(at=> __class.instance_method(#name, #closure)?;)
        }
        (Receiver::Shared, Member { getter: true, .. }) if call.inputs.is_empty() => {
            quote_spanned!(at=> __class.getter(#name, #closure)?;)
        }
        (_, Member { getter: true, .. }) => {
            return wrong("a getter has `&self`, and no arguments but a `&mut Context<'_>`");
        }
        (Receiver::Exclusive, Member { setter: true, .. }) if call.inputs.len() == 1 => {
            quote_spanned!(at=> __class.setter(#name, #closure)?;)
        }
        (_, Member { setter: true, .. }) => {
            return wrong("a setter has `&mut self` and the value, and perhaps a `&mut Context<'_>`");
        }
        (Receiver::Shared, Member { iterator: true, lazy, .. }) if call.inputs.is_empty() => {
            let closure = match lazy {
                true => call.closure(root, &quote_spanned!(at=> #root::class::Iter::new(#work))),
                false => call.borrowing_closure(root, &quote_spanned!(at=> #root::convert::Listed(#work))),
            };
            quote_spanned!(at=> __class.iterator(#closure)?;)
        }
        (_, Member { iterator: true, .. }) => {
            return wrong("an iterator has `&self`, and no arguments but a `&mut Context<'_>`");
        }
        (Receiver::Shared, _) => quote_spanned!(at=> __class.method(#name, #closure)?;),
        (Receiver::Exclusive, _) => quote_spanned!(at=> __class.method_mut(#name, #closure)?;),
    };
    let conditions = conditions(&function.attrs);
    Ok(quote!(#(#conditions)* { #checked #described #defined }))
}

/// Returns checks of the types in a signature. Without them the compiler would only say that a closure, which the user has
/// not written, is no method.
fn checked(call: &Call, output: &ReturnType, member: &Member, root: &Path) -> TokenStream {
    let arguments = call.inputs.iter().map(|Input { ty, .. }| ty);
    let arguments = quote!(#(let _: fn() = #root::generated::argument::<#arguments>;)*);
    let result = match output {
        ReturnType::Type(_, ty) if member.constructor => {
            quote!(let _: fn() = #root::generated::constructed::<Self, #ty>;)
        }
        ReturnType::Type(_, ty) if !member.iterator && !is_borrowed(output) && !is_opaque(ty) => {
            quote!(let _: fn() = #root::generated::result::<#ty>;)
        }
        _ => TokenStream::new(),
    };
    quote!(#arguments #result)
}

/// Returns the member's name in scripts.
fn member_name(ident: &Ident, member: &Member, arguments: &Arguments) -> LitStr {
    let name = ident.to_string();
    let bare = name.strip_prefix("set_").filter(|bare| member.setter && !bare.is_empty());
    name_of(bare.unwrap_or(&name), member.rename.as_ref(), Some(arguments.rename_all))
}

/// The ways in which a function takes the value.
enum Receiver {
    None,
    Shared,
    Exclusive,
    /// `this: Instance<Self>`, which borrows nothing.
    Instance,
}

/// The call of a function from a closure.
struct Call {
    receiver: Receiver,
    has_context: bool,
    inputs: Vec<Input>,
    is_async: bool,
    /// True if the result may borrow from the value.
    is_borrowed: bool,
    /// The place of the function's name, for errors of its definition.
    at: Span,
}

/// An argument of the closure that calls a function.
struct Input {
    ident: Ident,
    /// The name for declarations.
    name: String,
    /// The type of the closure's argument.
    ty: TokenStream,
    /// The expression passed to the function.
    passed: TokenStream,
}

impl Call {
    /// Reads a parameter: its type says how the argument is passed.
    fn new(function: &ImplItemFn) -> syn::Result<Call> {
        let signature = &function.sig;
        if let Some(parameter) = signature.generics.type_params().next() {
            return Err(syn::Error::new_spanned(
                parameter,
                "scripts cannot choose a type: `#[js(skip)]` leaves it out",
            ));
        }
        let mut call = Call {
            receiver: Receiver::None,
            has_context: false,
            inputs: Vec::new(),
            is_async: signature.asyncness.is_some(),
            is_borrowed: is_borrowed(&signature.output),
            at: place_of(&signature.ident),
        };
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    call.receiver = match &receiver.kind {
                        ReceiverKind::Reference(_, _, None) => Receiver::Shared,
                        ReceiverKind::Reference(_, _, Some(_)) => Receiver::Exclusive,
                        _ => {
                            let message = "the object keeps its value: take `&self` or `&mut self`";
                            return Err(syn::Error::new_spanned(receiver, message));
                        }
                    };
                }
                FnArg::Typed(typed) if is_instance(&typed.pat, &typed.ty) => {
                    if call.has_context || !call.inputs.is_empty() {
                        return Err(syn::Error::new_spanned(&typed.pat, "`this` is the first argument"));
                    }
                    call.receiver = Receiver::Instance;
                }
                FnArg::Typed(typed) if is_context(&typed.ty) => {
                    if call.has_context || !call.inputs.is_empty() {
                        return Err(syn::Error::new_spanned(&typed.ty, "the context is the first argument"));
                    }
                    call.has_context = true;
                }
                FnArg::Typed(typed) => {
                    let input = Input::new(call.inputs.len(), &typed.ty, &typed.pat)?;
                    call.inputs.push(input);
                }
            }
        }
        let most = if matches!(call.receiver, Receiver::Instance) { MOST_ARGUMENTS - 1 } else { MOST_ARGUMENTS };
        match call.inputs.get(most) {
            None => Ok(call),
            Some(_) => {
                let message = format!("at most {most} arguments: an object or a `Rest<T>` can have more");
                Err(syn::Error::new_spanned(&signature.inputs, message))
            }
        }
    }

    /// Returns the call of the function.
    fn work(&self, function: &Ident) -> TokenStream {
        let context = self.has_context.then(|| quote!(__cx,));
        let passed = self.inputs.iter().map(|input| &input.passed);
        let this = match self.receiver {
            Receiver::None => TokenStream::new(),
            Receiver::Instance => quote!(__this.0,),
            Receiver::Shared | Receiver::Exclusive => quote!(__this,),
        };
        quote_spanned!(self.at=> Self::#function(#this #context #(#passed),*))
    }

    /// Returns a closure that converts its result while the borrowed values still exist.
    fn borrowing_closure(&self, root: &Path, work: &TokenStream) -> TokenStream {
        let made = quote_spanned! {self.at=> {
            let __result = #work;
            #root::generated::made(__cx, __result)
        }};
        self.closure_with(root, true, &made)
    }

    /// Defines an `async` function. Its future owns everything that it uses.
    fn defined_async(&self, root: &Path, name: &LitStr, member: &Member, function: &Ident) -> syn::Result<TokenStream> {
        let wrong = |message: &str| Err(syn::Error::new_spanned(function, message));
        if self.has_context {
            return wrong("an `async` function has no context: the engine does other things while it waits");
        }
        if self.is_borrowed {
            return wrong("what an `async` function gives borrows nothing");
        }
        if member.constructor || member.getter || member.setter || member.iterator {
            return wrong("only methods and functions of the constructor can be `async`");
        }
        let (at, inputs) = (self.at, self.inputs.iter().map(|Input { ident, ty, .. }| quote!(#ident: #ty)));
        let passed = self.inputs.iter().map(|input| &input.passed);
        match self.receiver {
            Receiver::None => Ok(quote_spanned! {at=>
                __class.static_method(#name, |#(#inputs),*| async move { Self::#function(#(#passed),*).await })?;
            }),
            Receiver::Shared if !member.is_static => Ok(quote_spanned! {at=>
                __class.async_method(
                    #name,
                    |__this: ::std::sync::Arc<Self>, #(#inputs),*| async move {
                        Self::#function(&__this, #(#passed),*).await
                    },
                )?;
            }),
            Receiver::Instance if !member.is_static => {
                let this = Call::this(root);
                Ok(quote_spanned! {at=>
                    __class.instance_method(#name, |#this #(#inputs),*| async move {
                        Self::#function(__this.0, #(#passed),*).await
                    })?;
                })
            }
            Receiver::Shared | Receiver::Instance => wrong("a `static` function has no `self`"),
            Receiver::Exclusive => {
                wrong("an `async` method has `&self`: nobody else could use the object while it waits for something")
            }
        }
    }

    /// Returns the argument of a closure that is the object.
    fn this(root: &Path) -> TokenStream {
        quote!(__this: #root::host::This<#root::Instance<Self>>,)
    }

    fn closure(&self, root: &Path, work: &TokenStream) -> TokenStream {
        self.closure_with(root, self.has_context, work)
    }

    /// Writes the closure around `work`, with the context if it has one, the receiver, and the arguments, in this order.
    fn closure_with(&self, root: &Path, has_context: bool, work: &TokenStream) -> TokenStream {
        let (at, context) = (self.at, has_context.then(|| quote!(__cx: &mut #root::Context<'_>,)));
        let inputs = self.inputs.iter().map(|Input { ident, ty, .. }| quote!(#ident: #ty));
        match self.receiver {
            Receiver::None => quote_spanned!(at=> |#context #(#inputs),*| #work),
            Receiver::Shared => quote_spanned!(at=> |__this: &Self, #context #(#inputs),*| #work),
            Receiver::Exclusive => quote_spanned!(at=> |__this: &mut Self, #context #(#inputs),*| #work),
            Receiver::Instance => {
                let this = Call::this(root);
                quote_spanned!(at=> |#context #this #(#inputs),*| #work)
            }
        }
    }
}

impl Input {
    /// Makes an argument. A `&str` is passed as a `String`, which the closure lends; no other reference is allowed.
    fn new(index: usize, ty: &Type, pattern: &Pat) -> syn::Result<Input> {
        let ident = format_ident!("__argument{index}");
        let name = match pattern {
            Pat::Ident(pattern) => Case::Camel.apply(pattern.ident.to_string().trim_start_matches("r#")),
            _ => String::new(),
        };
        if let Type::Reference(reference) = ty {
            let is_text = matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"));
            if !is_text || reference.mutability.is_some() {
                let name = quote!(#pattern).to_string();
                let message = format!("`{name}` must be owned, or a `&str`: an object of a class is an `Instance<T>`");
                return Err(syn::Error::new_spanned(ty, message));
            }
            let passed = quote!(&*#ident);
            return Ok(Input { ident, name, ty: quote!(::std::string::String), passed });
        }
        Ok(Input { passed: quote!(#ident), ident, name, ty: quote!(#ty) })
    }
}

/// Returns the place of a member's name, for generated code: errors mark the member.
fn place_of(name: &Ident) -> Span {
    name.span().resolved_at(Span::call_site())
}

/// Returns whether a type contains a reference or a lifetime.
fn is_borrowed(output: &ReturnType) -> bool {
    fn has_borrow(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '\''),
            TokenTree::Group(group) => has_borrow(group.stream()),
            TokenTree::Ident(_) | TokenTree::Literal(_) => false,
        })
    }
    has_borrow(output.to_token_stream())
}

/// Returns whether a type contains an `impl Trait`, which cannot be written elsewhere.
fn is_opaque(ty: &Type) -> bool {
    fn has_impl(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "impl",
            TokenTree::Group(group) => has_impl(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    has_impl(ty.to_token_stream())
}

/// Returns whether the argument is the object itself: `this: Instance<Self>`.
fn is_instance(pattern: &Pat, ty: &Type) -> bool {
    let is_this = matches!(pattern, Pat::Ident(name) if name.ident == "this");
    let is_instance = |last: &syn::PathSegment| last.ident == "Instance";
    is_this && matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(is_instance))
}

fn is_context(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    matches!(&*reference.elem, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Context"))
}
