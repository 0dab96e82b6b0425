//! Members of enums and namespaces that are declared elsewhere: `declare enum E { a = 5 } enum E { b = a }`.
//!
//! Nothing of such a declaration gets into the tree. But plain names mean its members in all others of its name, and a
//! number that is known is computed here. Other statements are skipped token by token.

use ferrotape_text::Name;

use super::super::Parser;
use super::enums::{binary, unary};
use super::qualified::{Declares, Symbol};
use crate::error::Parsed;
use crate::token::{LOWEST_BINARY, Role, TokenKind};
use crate::tree::UnaryOperator;

/// A namespace that is declared elsewhere, and is being read.
pub(super) struct Ambient {
    pub symbol: Symbol,
    /// The current declaration is marked by `export`.
    is_marked: bool,
    /// Names of values that it declares, and whether they are marked.
    names: Vec<(Name, bool)>,
    /// Its constants whose values are known.
    constants: Vec<(Name, Constant)>,
}

/// A constant that has no value at run time.
#[derive(Copy, Clone)]
pub(super) enum Constant {
    Number(f64),
    Text(Name),
}

/// A name whose members or value are known, though they are declared elsewhere.
#[derive(Copy, Clone)]
pub(super) enum Known {
    Enum(Symbol),
    Namespace(Symbol),
    Constant(Constant),
    /// Its value is not known.
    Other,
}

/// Bytes that an entry of the table of known names takes.
const ENTRY: usize = 96;

impl Parser<'_> {
    /// Adds the name of a value to the namespace that is being read, if that is declared elsewhere. Returns whether it is.
    pub(super) fn is_in_ambient_namespace(&mut self, name: Name) -> bool {
        let Some(ambient) = self.types.ambient.as_mut() else { return false };
        self.lexer.meter.push(&mut ambient.names, (name, ambient.is_marked));
        true
    }

    /// Returns the symbol of an enum or a namespace that is declared elsewhere, in the innermost scope or in the namespace
    /// that is being read.
    fn ambient_symbol(&mut self, declares: Declares, name: Name) -> Symbol {
        let key = match &self.types.ambient {
            Some(ambient) => self.key_in(declares, name, ambient.symbol),
            None => self.key(declares, name, self.types.is_exporting),
        };
        self.symbol_of(key)
    }

    /// Reads a namespace that is declared elsewhere, from its name on. Its names are members of all namespaces of its name.
    pub(super) fn ambient_namespace(&mut self) -> Parsed<()> {
        let name = self.token().name;
        if self.takes_namespace_of_types()? {
            self.note_type(name);
            return Ok(());
        }
        let mut symbol = self.ambient_symbol(Declares::Namespace, name);
        self.note_known(name, Known::Namespace(symbol));
        self.declared_value_name(false)?;
        while self.take(TokenKind::Dot) {
            let name = self.token().name;
            self.type_name()?;
            self.add_member(symbol, name, None);
            let key = self.key_in(Declares::Namespace, name, symbol);
            symbol = self.symbol_of(key);
        }
        if self.types.ambient.is_some() {
            // What is wrong ends the trial around.
            return self.ambient_members(symbol);
        }
        let is_read = self.on_trial(|parser| parser.ambient_members(symbol).map(|()| true))?;
        if is_read { Ok(()) } else { self.ambient_braces() }
    }

    /// Reads the braces of a namespace that is declared elsewhere.
    fn ambient_members(&mut self, symbol: Symbol) -> Parsed<()> {
        self.check_depth()?;
        let opened = Ambient { symbol, is_marked: false, names: Vec::new(), constants: Vec::new() };
        let around = self.types.ambient.replace(opened);
        let read = self.ambient_declarations();
        let closed = std::mem::replace(&mut self.types.ambient, around);
        let exports_by_list = read?;
        let (names, constants) = closed.map(|closed| (closed.names, closed.constants)).unwrap_or_default();
        for (name, is_marked) in names {
            self.lexer.meter.tick(1);
            // Everything is exported, unless there is a list.
            if is_marked || !exports_by_list {
                self.add_member(symbol, name, None);
            }
        }
        for (name, constant) in constants {
            self.lexer.meter.tick(1);
            if self.is_member(symbol, name) {
                self.add_constant(symbol, name, constant);
            }
        }
        Ok(())
    }

    /// Adds a member whose value is known.
    fn add_constant(&mut self, symbol: Symbol, name: Name, constant: Constant) {
        match constant {
            Constant::Number(number) => self.add_member(symbol, name, Some(number)),
            Constant::Text(text) => self.add_text(symbol, name, text),
        }
    }

    /// Reads the declarations in the braces of a namespace that is declared elsewhere. Returns whether it has a list of what
    /// it exports.
    fn ambient_declarations(&mut self) -> Parsed<bool> {
        use TokenKind::{Export, Identifier, Import, LeftBrace, RightBrace, Semicolon};
        self.expect(LeftBrace, "`{`")?;
        let mut exports_by_list = false;
        while self.kind() != RightBrace {
            let is_marked = self.take(Export);
            match self.kind() {
                LeftBrace if is_marked => {
                    exports_by_list = true;
                    self.ambient_list()?;
                }
                Semicolon if !is_marked => self.advance(),
                Import => self.ambient_alias(is_marked)?,
                _ => {
                    if self.kind() == Identifier && self.lexer.raw() == "declare" && self.peek(Self::begins_ambient) {
                        self.advance();
                    }
                    if let Some(ambient) = self.types.ambient.as_mut() {
                        ambient.is_marked = is_marked;
                    }
                    self.ambient_declaration()?;
                }
            }
        }
        self.advance();
        Ok(exports_by_list)
    }

    /// Reads `{ a, b as c };` behind `export`.
    fn ambient_list(&mut self) -> Parsed<()> {
        self.advance();
        while self.kind() != TokenKind::RightBrace {
            let mut name = self.module_name()?.name;
            if self.lexer.raw() == "as" {
                self.advance();
                name = self.module_name()?.name;
            }
            if let Some(ambient) = self.types.ambient.as_mut() {
                self.lexer.meter.push(&mut ambient.names, (name, true));
            }
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        self.semicolon()
    }

    /// Reads `import a = N.b;`, which is exported only if it is marked.
    fn ambient_alias(&mut self, is_marked: bool) -> Parsed<()> {
        self.advance();
        let name = self.token().name;
        self.alias_of_type()?;
        if is_marked && let Some(ambient) = self.types.ambient.as_mut() {
            self.lexer.meter.push(&mut ambient.names, (name, true));
        }
        Ok(())
    }

    /// Reads an enum that is declared elsewhere, from the word on.
    pub(super) fn ambient_enum(&mut self, is_const: bool) -> Parsed<()> {
        self.advance();
        let name = self.token().name;
        let symbol = self.ambient_symbol(Declares::Enum, name);
        self.note_known(name, Known::Enum(symbol));
        self.declared_value_name(false)?;
        let is_read = self.on_trial(|parser| parser.ambient_enum_members(symbol, is_const).map(|()| true))?;
        if is_read { Ok(()) } else { self.ambient_braces() }
    }

    /// Reads the members of an enum that is declared elsewhere. A member without a value has none that is known, unless the
    /// enum is constant.
    fn ambient_enum_members(&mut self, symbol: Symbol, is_const: bool) -> Parsed<()> {
        self.expect(TokenKind::LeftBrace, "`{`")?;
        let mut next = is_const.then_some(0.0);
        while self.kind() != TokenKind::RightBrace {
            let (name, is_plain) = self.name_of_member()?;
            let value = match self.take(TokenKind::Assign) {
                true => self.ambient_value(symbol)?,
                false => next.map(Constant::Number),
            };
            let number = match value {
                Some(Constant::Number(number)) => Some(number),
                _ => None,
            };
            next = number.filter(|_| is_const).map(|number| number + 1.0);
            if is_plain {
                self.add_member(symbol, name, number);
                if let Some(constant) = value {
                    self.add_constant(symbol, name, constant);
                }
            }
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        Ok(())
    }

    /// Notes an enum, a namespace or a constant that the innermost scope declares as what is elsewhere. Where an enum and a
    /// namespace have one name, the enum is the last of the two.
    fn note_known(&mut self, name: Name, known: Known) {
        // Members of namespaces that are declared elsewhere are not looked for.
        if self.types.ambient.is_some() || !self.lexer.meter.charge(ENTRY) {
            return;
        }
        let (place, region) = (self.scopes.place(), self.scopes.region());
        let noted = self.types.known.entry(name).or_default();
        let enum_before = noted.pop_if(|(around, _, before)| *around == place && matches!(before, Known::Enum(_)));
        noted.push((place, region, known));
        if let (Some(before), Known::Namespace(_)) = (enum_before, known) {
            noted.push(before);
        }
    }

    /// Notes that the innermost scope declares the name as what is elsewhere. It hides what a scope around declares.
    pub(super) fn note_elsewhere(&mut self, name: Name) {
        let noted = self.types.known.get(&name).and_then(|noted| noted.last());
        if noted.is_some_and(|(place, ..)| *place != self.scopes.place()) {
            self.note_known(name, Known::Other);
        }
    }

    /// Finds the enum or the constant of this name that is declared elsewhere, unless a scope or a namespace further in has the
    /// name. Returns the region of the scope that declares it, too.
    fn known(&mut self, name: Name) -> Option<(Known, u32)> {
        let noted = self.types.known.get_mut(&name)?;
        // Those of scopes that are closed are not needed any more.
        while noted.pop_if(|(place, ..)| !self.scopes.is_open(*place)).is_some() {
            self.lexer.meter.tick(1);
        }
        let &((_, depth), region, known) = noted.last()?;
        let is_hidden = self.scopes.depth_of(name).is_some_and(|declared| declared > depth);
        (!is_hidden && !self.is_member_around(name, depth)).then_some((known, region))
    }

    /// Returns the constant declared elsewhere that a name means in the enum `symbol`, or the name with properties: `a`, `E.a`
    /// or `N.E.a`. The last one may stand in brackets if it is of an enum. Returns the region of the scope that declares it, too.
    pub(super) fn known_constant(
        &mut self,
        symbol: Symbol,
        name: Name,
        path: &[Name],
        in_brackets: bool,
    ) -> Option<(Constant, u32)> {
        if self.is_member(symbol, name) {
            return None;
        }
        let (known, region) = self.known(name)?;
        let constant = match (known, path) {
            (Known::Constant(constant), []) => Some(constant),
            (Known::Enum(symbol), path) => self.types.constant_of_enum(symbol, name, path, in_brackets),
            (Known::Namespace(symbol), path) => self.types.qualified.constant_at(symbol, path, in_brackets),
            _ => None,
        };
        constant.map(|constant| (constant, region))
    }

    /// Reads the value of a variable that is declared elsewhere, behind the `=`: a literal, or the member of an enum. It is the
    /// value of `constant`.
    pub(super) fn ambient_initializer(&mut self, constant: Option<Name>) -> Parsed<()> {
        let value = self.constant_ahead();
        // It reads like a type.
        self.whole_type()?;
        if let (Some(name), Some((value, end))) = (constant, value)
            && self.lexer.previous_end == end
        {
            match self.types.ambient.as_mut() {
                Some(ambient) => self.lexer.meter.push(&mut ambient.constants, (name, value)),
                None => self.note_known(name, Known::Constant(value)),
            }
        }
        Ok(())
    }

    /// Returns the constant that begins here, and its end: a literal, a negative number, or the member of an enum.
    fn constant_ahead(&mut self) -> Option<(Constant, u32)> {
        let (kind, name, end) = (self.kind(), self.token().name, self.token().end);
        if kind == TokenKind::Minus {
            return self.peek(|parser| {
                let (number, end) = (parser.token().number, parser.token().end);
                (parser.kind() == TokenKind::Number).then_some((Constant::Number(-number), end))
            });
        }
        if !kind.is_identifier() {
            return self.literal().map(|literal| (literal, end));
        }
        let (Known::Enum(symbol), _) = self.known(name)? else { return None };
        let property = self.peek(|parser| {
            let name = parser.property_behind().ok().flatten();
            name.map(|name| (name, parser.lexer.previous_end))
        });
        let (property, end) = property?;
        self.types.qualified.constant(symbol, property).map(|constant| (constant, end))
    }

    /// Returns the value of the current token, if it is a literal.
    fn literal(&self) -> Option<Constant> {
        match self.kind() {
            TokenKind::Number => Some(Constant::Number(self.token().number)),
            TokenKind::String => Some(Constant::Text(self.token().name)),
            TokenKind::Template if self.lexer.template.is_last => self.lexer.template.cooked.map(Constant::Text),
            _ => None,
        }
    }

    /// Reads the value of a member. None if it is not known.
    fn ambient_value(&mut self, symbol: Symbol) -> Parsed<Option<Constant>> {
        let here = self.lexer.checkpoint();
        let value = match self.literal() {
            Some(text @ Constant::Text(_)) => {
                self.advance();
                Some(text)
            }
            _ => self.constant(symbol, LOWEST_BINARY)?.map(|number| Constant::Number(number + 0.0)),
        };
        if value.is_some() && matches!(self.kind(), TokenKind::Comma | TokenKind::RightBrace) {
            return Ok(value);
        }
        self.rewind(&here);
        self.skip_value()?;
        Ok(None)
    }

    /// Reads a number that consists of literals and members, up to an operator of a lower power. None if it is something
    /// else, perhaps in the middle of it.
    fn constant(&mut self, symbol: Symbol, lowest: u8) -> Parsed<Option<f64>> {
        self.check_depth()?;
        let kind = self.kind();
        let number = self.token().number;
        let mut left = match kind {
            TokenKind::Plus | TokenKind::Minus | TokenKind::BitNot => {
                self.advance();
                let operator = match kind {
                    TokenKind::Plus => UnaryOperator::Plus,
                    TokenKind::Minus => UnaryOperator::Minus,
                    _ => UnaryOperator::BitNot,
                };
                let Some(operand) = self.constant(symbol, u8::MAX)? else { return Ok(None) };
                unary(operator, operand)
            }
            TokenKind::LeftParen => {
                self.advance();
                let inner = self.constant(symbol, LOWEST_BINARY)?;
                if inner.is_none() || !self.take(TokenKind::RightParen) {
                    return Ok(None);
                }
                inner
            }
            TokenKind::Number => {
                self.advance();
                Some(number)
            }
            kind if kind.is_identifier() => self.named_number(symbol)?,
            _ => None,
        };
        while let Some(number) = left {
            let operator = self.kind();
            let Role::Binary(applied) = operator.role() else { break };
            if operator.power() < lowest {
                break;
            }
            self.advance();
            let Some(right) = self.constant(symbol, operator.power() + 1)? else { return Ok(None) };
            left = binary(applied, number, right);
        }
        Ok(left)
    }

    /// Reads the property behind the name of an enum: `.a` or `["a"]`. None if it is something else, perhaps in the middle of it.
    fn property_behind(&mut self) -> Parsed<Option<Name>> {
        if self.take(TokenKind::Dot) {
            return self.identifier_name().map(Some);
        }
        if !self.take(TokenKind::LeftBracket) {
            return Ok(None);
        }
        let Some(Constant::Text(name)) = self.literal() else { return Ok(None) };
        self.advance();
        Ok(self.take(TokenKind::RightBracket).then_some(name))
    }

    /// Reads a name, or the member of an enum: `a`, `E.a` or `E["a"]`. Returns its number, if that is known.
    fn named_number(&mut self, symbol: Symbol) -> Parsed<Option<f64>> {
        let name = self.token().name;
        self.advance();
        let in_brackets = self.kind() == TokenKind::LeftBracket;
        let has_property = in_brackets || self.kind() == TokenKind::Dot;
        let property = if has_property { self.property_behind()? } else { None };
        let constant = match property {
            None if has_property => None,
            None if self.is_member(symbol, name) => self.types.qualified.constant(symbol, name),
            _ => self.known_constant(symbol, name, property.as_slice(), in_brackets).map(|(constant, _)| constant),
        };
        Ok(match constant {
            Some(Constant::Number(number)) => Some(number),
            _ => None,
        })
    }
}
