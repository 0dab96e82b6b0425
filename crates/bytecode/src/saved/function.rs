//! Saved form of functions, and of tables that both machines have.

use ferrotape_text::Span;

use super::bytes::{Read, Reader, Saved, Writer};
use super::saved;
use crate::{
    ActivationKind, AroundEval, BindingForm, ClassKind, Code, Declarations, DeclaredFunction, FunctionKind,
    FunctionTemplate, LexicalDeclaration, RegisterCode, StackCode, TemplateSite, TextId,
};

impl Saved for TextId {
    #[inline]
    fn save(&self, to: &mut Writer) {
        self.0.save(to);
    }

    #[inline]
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        u32::read(from).map(TextId)
    }
}

saved! {
    enum FunctionKind { Script, Eval, Module, Function }
    enum ActivationKind { Plain, Generator, Async, AsyncGenerator }
    enum ClassKind { Base, Derived }
    enum BindingForm { Variable, OwnName, Function, Let, Const }
}

saved! {
    struct Span { start, end }
    struct TemplateSite { cooked, raw }
    struct DeclaredFunction { name, function }
    struct LexicalDeclaration { name, is_constant }
    struct Declarations { functions, variables, hoisted, lexical }
    struct AroundEval { in_arrow, in_function, in_method, in_derived_constructor, in_initializer }
}

/// Number of flags of a function, saved as bits. Most functions have few of these properties.
const FLAGS: usize = 13;

struct Flags([bool; FLAGS]);

impl Saved for Flags {
    fn save(&self, to: &mut Writer) {
        let bits = self.0.iter().rev().fold(0, |bits, &flag| bits << 1 | u64::from(flag));
        to.number(bits);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let bits = from.number()?;
        if bits >> FLAGS != 0 {
            return from.damaged("there is no such kind");
        }
        Ok(Flags(std::array::from_fn(|index| bits >> index & 1 != 0)))
    }
}

impl Saved for FunctionTemplate {
    const LEAST: usize = 12;

    fn save(&self, to: &mut Writer) {
        let FunctionTemplate { kind, declarations, activation, templates, .. } = self;
        Flags([
            self.name.is_some(),
            self.strict,
            self.simple_parameters,
            self.is_constructor,
            self.class.is_some(),
            self.refuses_tail_calls,
            self.keeps_arguments,
            !declarations.is_empty(),
            !templates.is_empty(),
            self.around_eval.is_some(),
            matches!(self.code, Code::Stack(_)),
            !self.strict_parts.is_empty(),
            !self.chains.is_empty(),
        ])
        .save(to);
        (*kind, *activation).save(to);
        (self.parameter_count, self.length).save(to);
        self.span.save(to);
        self.name.iter().for_each(|name| name.save(to));
        self.class.iter().for_each(|class| class.save(to));
        if !declarations.is_empty() {
            declarations.save(to);
        }
        if !templates.is_empty() {
            templates.save(to);
        }
        self.around_eval.iter().for_each(|around| around.save(to));
        if !self.strict_parts.is_empty() {
            self.strict_parts.save(to);
        }
        if !self.chains.is_empty() {
            self.chains.save(to);
        }
        match &self.code {
            Code::Register(code) => code.save(to),
            Code::Stack(code) => code.save(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let Flags(flags) = Flags::read(from)?;
        let [named, strict, simple_parameters, is_constructor, is_class, ..] = flags;
        let [
            ..,
            refuses_tail_calls,
            keeps_arguments,
            declares,
            tags,
            has_eval,
            is_stack_code,
            has_strict_parts,
            has_chains,
        ] = flags;
        let (kind, activation) = Saved::read(from)?;
        let (parameter_count, length) = Saved::read(from)?;
        Ok(FunctionTemplate {
            kind,
            activation,
            parameter_count,
            length,
            strict,
            simple_parameters,
            is_constructor,
            refuses_tail_calls,
            keeps_arguments,
            span: Span::read(from)?,
            name: read_if(named, from)?,
            class: read_if(is_class, from)?,
            declarations: read_if(declares, from)?.unwrap_or_default(),
            templates: read_if(tags, from)?.unwrap_or_default(),
            around_eval: read_if(has_eval, from)?,
            strict_parts: read_if(has_strict_parts, from)?.unwrap_or_default(),
            chains: read_if(has_chains, from)?.unwrap_or_default(),
            code: match is_stack_code {
                true => Code::Stack(StackCode::read(from)?),
                false => Code::Register(RegisterCode::read(from)?),
            },
        })
    }
}

fn read_if<T: Saved>(is_there: bool, from: &mut Reader<'_>) -> Read<Option<T>> {
    Ok(if is_there { Some(T::read(from)?) } else { None })
}
