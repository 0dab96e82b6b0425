//! Results of `typeof`, for jumps that test for them.

/// A name of a type, ECMA-262 13.5.3.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TypeName {
    Undefined,
    Object,
    Boolean,
    Number,
    String,
    Symbol,
    BigInt,
    Function,
}

impl TypeName {
    const ALL: [(TypeName, &'static str); 8] = [
        (TypeName::Undefined, "undefined"),
        (TypeName::Object, "object"),
        (TypeName::Boolean, "boolean"),
        (TypeName::Number, "number"),
        (TypeName::String, "string"),
        (TypeName::Symbol, "symbol"),
        (TypeName::BigInt, "bigint"),
        (TypeName::Function, "function"),
    ];

    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(number as usize).map(|row| row.0)
    }

    /// Returns the type with that name; None if `typeof` never gives the text.
    pub fn from_text(text: &[u8]) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1.as_bytes() == text).map(|row| row.0)
    }

    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_numbers() {
        for (number, &(name, text)) in TypeName::ALL.iter().enumerate() {
            assert_eq!((name as usize, TypeName::from_number(number as u8)), (number, Some(name)));
            assert_eq!((name.text(), TypeName::from_text(text.as_bytes())), (text, Some(name)));
        }
        assert_eq!(TypeName::from_number(TypeName::ALL.len() as u8), None);
        assert_eq!(TypeName::from_text(b"null"), None);
    }
}
