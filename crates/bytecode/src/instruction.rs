//! The register machine's instructions: one table for compiler, interpreter, verifier and disassembler.
//!
//! Each row gives an instruction's meaning and its operands by role; it fully defines the instruction's shape. In the
//! meanings, `r[x]` is the register named by operand `x`, `k[x]` a constant, `to` an index of the function's code. An
//! instruction is 8 bytes.
//!
//! Register 0 holds `this`. Parameters are in registers from 1 on, followed by variables, records and temporaries. A
//! call's callee window begins at the caller's `r[base+1]`: `r[base]` is the function, `r[base+1]` the `this` value,
//! then the arguments.

use crate::saved::{Read, Reader, Saved, Writer};

/// Role of an operand, which guides the verifier and the disassembler.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A register that is written.
    Dst,
    /// A register that is read.
    Src,
    /// A small number.
    Imm,
    /// Index of a code position.
    To,
    /// Index into the constants.
    Constant,
    /// Index into the cache sites (property or global name).
    Cache,
    /// Index into the name references (by-name access).
    Name,
    /// Index into the unit's functions.
    Function,
    /// Index into the scope descriptors.
    Scope,
    /// Index into the switch tables.
    Table,
    /// A register index that may be above 255.
    Wide,
    /// Index into the unit's strings.
    Text,
    /// Index into the tagged template literals.
    Template,
    /// An [`Intrinsic`](crate::Intrinsic).
    Intrinsic,
    /// A [`TypeName`](crate::TypeName).
    Type,
    /// Index into the literals of objects and arrays.
    Literal,
}

/// Value of `ConstructSuper`'s argument count that means the arguments of the running function, which keeps them.
pub const OWN_ARGUMENTS: u16 = u16::MAX;

/// Value of an argument count that means the arguments in an array after the new target.
pub const LISTED_ARGUMENTS: u16 = u16::MAX - 1;

/// The value of an operand, widened.
pub type OperandValue = i64;

macro_rules! instructions {
    ($($(#[doc = $doc:literal])* $name:ident { $($operand:ident: $role:ident $type:ty),* })*) => {
        /// One instruction of the register machine.
        #[derive(Copy, Clone, PartialEq, Debug)]
        pub enum Instruction {
            $($(#[doc = $doc])* $name { $($operand: $type),* },)*
        }

        /// The numbers of instructions in saved code.
        #[allow(clippy::enum_variant_names)]
        #[repr(u8)]
        enum Number {
            $($name,)*
        }

        /// The numbers of instructions, for patterns.
        #[allow(non_upper_case_globals)]
        mod numbers {
            $(pub const $name: u8 = super::Number::$name as u8;)*
        }

        impl Instruction {
            /// The whole table as text. Different tables have different texts.
            pub(crate) const TABLE: &str =
                concat!($(stringify!($name), $(" ", stringify!($operand $role $type),)* "\n"),*);

            /// Writes the number and the operands.
            pub(crate) fn save_to(self, to: &mut Writer) {
                match self {
                    $(Instruction::$name { $($operand),* } => {
                        to.byte(numbers::$name);
                        $($operand.save(to);)*
                    })*
                }
            }

            /// Reads the instruction of that number, whose operands follow.
            pub(crate) fn read_from(number: u8, from: &mut Reader<'_>) -> Read<Self> {
                Ok(match number {
                    $(numbers::$name => Instruction::$name { $($operand: <$type>::read(from)?),* },)*
                    _ => return from.damaged("there is no such instruction"),
                })
            }

            /// Returns the name in listings.
            pub fn name(self) -> &'static str {
                match self {
                    $(Instruction::$name { .. } => stringify!($name),)*
                }
            }

            /// Passes the name, role and value of every operand to `visit`.
            pub fn operands(self, mut visit: impl FnMut(&'static str, Role, OperandValue)) {
                match self {
                    $(Instruction::$name { $($operand),* } => {
                        $(visit(stringify!($operand), Role::$role, OperandValue::from($operand));)*
                        let _ = &mut visit;
                    })*
                }
            }

            /// Returns the target of a jump or branch. `Switch` has its targets in its table.
            #[inline]
            pub fn target(self) -> Option<u32> {
                match self {
                    $(Instruction::$name { $($operand),* } => None$(.or(instructions!(@found $role $operand)))*,)*
                }
            }

            /// Returns the instruction with its jump target, if it has one, replaced by `change`.
            #[inline]
            pub fn with_target(self, change: impl Fn(u32) -> u32) -> Self {
                match self {
                    $(Instruction::$name { $($operand),* } => Instruction::$name {
                        $($operand: instructions!(@target $role $operand change)),*
                    },)*
                }
            }
        }
    };
    (@found To $operand:ident) => { Some($operand) };
    (@found $role:ident $operand:ident) => {{
        let _ = $operand;
        None
    }};
    (@target To $operand:ident $change:ident) => { $change($operand) };
    (@target $role:ident $operand:ident $change:ident) => { $operand };
}

instructions! {
    // Loads and moves

    /// r\[dst\] = value
    LoadInt { dst: Dst u8, value: Imm i32 }
    /// r\[dst\] = k\[constant\]
    LoadConstant { dst: Dst u8, constant: Constant u32 }
    /// r\[dst\] = undefined
    LoadUndefined { dst: Dst u8 }
    /// r\[dst\] = null
    LoadNull { dst: Dst u8 }
    /// r\[dst\] = true
    LoadTrue { dst: Dst u8 }
    /// r\[dst\] = false
    LoadFalse { dst: Dst u8 }
    /// r\[dst\] = the marker of a hole
    LoadEmpty { dst: Dst u8 }
    /// r\[dst\] = r\[src\]
    Move { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = r\[index\], for registers that do not fit in 8 bits
    LoadWide { dst: Dst u8, index: Wide u32 }
    /// r\[index\] = r\[src\], for registers that do not fit in 8 bits
    StoreWide { src: Src u8, index: Wide u32 }

    // Arithmetic, ECMA-262 13.15.4

    /// r\[dst\] = r\[a\] + r\[b\]
    Add { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] - r\[b\]
    Subtract { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] * r\[b\]
    Multiply { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] / r\[b\]
    Divide { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] % r\[b\]
    Remainder { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] & r\[b\]
    BitAnd { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] | r\[b\]
    BitOr { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] ^ r\[b\]
    BitXor { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] << r\[b\]
    ShiftLeft { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] >> r\[b\]
    ShiftRight { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] >>> r\[b\]
    ShiftRightUnsigned { dst: Dst u8, a: Src u8, b: Src u8 }

    /// r\[dst\] = r\[a\] ** r\[b\]
    Exponentiate { dst: Dst u8, a: Src u8, b: Src u8 }

    // Arithmetic with a small integer on the right

    /// r\[dst\] = r\[a\] + value
    AddInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] - value
    SubtractInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] * value
    MultiplyInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] / value
    DivideInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] % value
    RemainderInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] & value
    BitAndInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] | value
    BitOrInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] ^ value
    BitXorInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] << value
    ShiftLeftInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] >> value
    ShiftRightInt { dst: Dst u8, a: Src u8, value: Imm i32 }
    /// r\[dst\] = r\[a\] >>> value
    ShiftRightUnsignedInt { dst: Dst u8, a: Src u8, value: Imm i32 }

    // Unary operators

    /// r\[dst\] = ToNumeric(r\[src\]) + 1
    Increment { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = ToNumeric(r\[src\]) - 1
    Decrement { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = -r\[src\]
    Negate { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = ToNumeric(r\[src\])
    ToNumeric { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = ToNumber(r\[src\])
    ToNumber { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = ~r\[src\]
    BitNot { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = !r\[src\]
    Not { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = typeof r\[src\]
    TypeOf { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = ToPropertyKey(r\[src\]): a string or symbol (a number may stay a number)
    ToPropertyKey { dst: Dst u8, src: Src u8 }

    /// r\[dst\] = r\[src\], the part of a template literal: a string where it is an object
    ToTemplatePart { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = ToPrimitive(r\[src\]), an operand of `+` with a string; TypeError for a symbol
    ToConcatenationPart { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = the concatenation of the strings of r\[first\] … r\[first+count-1\]
    Concatenate { dst: Dst u8, count: Imm u16, first: Wide u32 }

    // Comparisons that make a value

    /// r\[dst\] = r\[a\] == r\[b\]
    Equal { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] != r\[b\]
    NotEqual { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] === r\[b\]
    StrictEqual { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] !== r\[b\]
    StrictNotEqual { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] < r\[b\]
    Less { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] <= r\[b\]
    LessEqual { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] > r\[b\]
    Greater { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] >= r\[b\]
    GreaterEqual { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] instanceof r\[b\]
    InstanceOf { dst: Dst u8, a: Src u8, b: Src u8 }
    /// r\[dst\] = r\[a\] in r\[b\]
    In { dst: Dst u8, a: Src u8, b: Src u8 }

    // Jumps. A backward jump is a safepoint and ticks the budget.

    /// jumps to `to`
    Jump { to: To u32 }
    /// jumps to `to` if ToBoolean(r\[a\])
    JumpIfTrue { a: Src u8, to: To u32 }
    /// jumps to `to` if not ToBoolean(r\[a\])
    JumpIfFalse { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] is undefined or null
    JumpIfNullish { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] is neither undefined nor null
    JumpIfNotNullish { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] == null
    JumpIfEqualNull { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] != null
    JumpIfNotEqualNull { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] is undefined
    JumpIfUndefined { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] is not undefined
    JumpIfNotUndefined { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] is null
    JumpIfNull { a: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] is not null
    JumpIfNotNull { a: Src u8, to: To u32 }
    /// jumps to `to` if typeof r\[a\] is `name`
    JumpIfTypeOf { a: Src u8, name: Type u8, to: To u32 }
    /// jumps to `to` if typeof r\[a\] is not `name`
    JumpIfNotTypeOf { a: Src u8, name: Type u8, to: To u32 }
    /// jumps to `to` if r\[a\] == r\[b\]
    JumpIfEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] != r\[b\]
    JumpIfNotEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] === r\[b\]
    JumpIfStrictEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] !== r\[b\]
    JumpIfStrictNotEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] < r\[b\]
    JumpIfLess { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if not r\[a\] < r\[b\]
    JumpIfNotLess { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] <= r\[b\]
    JumpIfLessEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if not r\[a\] <= r\[b\]
    JumpIfNotLessEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] > r\[b\]
    JumpIfGreater { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if not r\[a\] > r\[b\]
    JumpIfNotGreater { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if r\[a\] >= r\[b\]
    JumpIfGreaterEqual { a: Src u8, b: Src u8, to: To u32 }
    /// jumps to `to` if not r\[a\] >= r\[b\]
    JumpIfNotGreaterEqual { a: Src u8, b: Src u8, to: To u32 }

    // Jumps that compare with a small integer

    /// jumps to `to` if r\[a\] == value
    JumpIfEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] != value
    JumpIfNotEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] === value
    JumpIfStrictEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] !== value
    JumpIfStrictNotEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] < value
    JumpIfLessInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if not r\[a\] < value
    JumpIfNotLessInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] <= value
    JumpIfLessEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if not r\[a\] <= value
    JumpIfNotLessEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] > value
    JumpIfGreaterInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if not r\[a\] > value
    JumpIfNotGreaterInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if r\[a\] >= value
    JumpIfGreaterEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to `to` if not r\[a\] >= value
    JumpIfNotGreaterEqualInt { a: Src u8, value: Imm i16, to: To u32 }
    /// jumps to the jump table's target for r\[a\]; falls through to the next instruction if r\[a\] is in no row
    Switch { a: Src u8, table: Table u32 }

    // Variables of outer functions, reached through records

    /// r\[dst\] = binding `index` of the record `depth` steps outside the function's own environment
    GetOuter { dst: Dst u8, depth: Imm u16, index: Imm u32 }
    /// binding `index` of the record `depth` steps outside the function's own environment = r\[src\]
    SetOuter { src: Src u8, depth: Imm u16, index: Imm u32 }

    // Bindings that may not be initialised yet

    /// throws a ReferenceError if r\[src\] is empty: the variable of that name is not initialised yet
    CheckInitialized { src: Src u8, name: Text u32 }
    /// GetOuter; throws a ReferenceError if the binding is not initialised yet
    GetOuterChecked { dst: Dst u8, depth: Imm u16, index: Imm u32 }
    /// initialises the binding that a script declares lexically with r\[src\]
    InitializeGlobal { src: Src u8, cache: Cache u32 }

    // Global variables that nothing dynamic can shadow

    /// r\[dst\] = the global variable; throws a ReferenceError if there is none
    GetGlobal { dst: Dst u8, cache: Cache u32 }
    /// r\[base\] = the global variable, r\[base+1\] = undefined: a function to be called
    GetGlobalAndThis { base: Dst u8, cache: Cache u32 }
    /// r\[dst\] = the global variable, or undefined if there is none (for `typeof`)
    GetGlobalOrUndefined { dst: Dst u8, cache: Cache u32 }
    /// the global variable = r\[src\]; if there is none, sloppy code makes it and strict code throws a ReferenceError
    SetGlobal { src: Src u8, cache: Cache u32 }
    /// r\[dst\] = whether the global variable exists (strict code checks it before it evaluates the assigned value)
    HasGlobal { dst: Dst u8, cache: Cache u32 }
    /// SetGlobal in strict code; throws a ReferenceError if r\[exists\] is false or the global variable no longer
    /// exists
    SetGlobalIfExists { src: Src u8, exists: Src u8, cache: Cache u32 }
    /// r\[dst\] = delete the global variable
    DeleteGlobal { dst: Dst u8, cache: Cache u32 }

    // Variables by name (GETIDREF of the identifier document)

    /// r\[dst\] = the variable of that name (GETVAR)
    GetName { dst: Dst u8, name: Name u32 }
    /// r\[dst\] = the variable of that name, or undefined if there is none (for `typeof`)
    GetNameOrUndefined { dst: Dst u8, name: Name u32 }
    /// r\[base\] = the variable of that name, r\[base+1\] = the `this` value that its record gives
    GetNameAndThis { base: Dst u8, name: Name u32 }
    /// r\[dst\] = the place of the variable (GETIDREF), for `SetResolved` and `GetResolved`
    ResolveName { dst: Dst u8, name: Name u32 }
    /// r\[dst\] = the variable in the place r\[place\] (GetValue of a resolved reference)
    GetResolved { dst: Dst u8, place: Src u8, name: Name u32 }
    /// the variable in the place r\[place\] = r\[src\] (PUTVAR)
    SetResolved { src: Src u8, place: Src u8, name: Name u32 }
    /// r\[dst\] = delete the variable of that name (DELVAR)
    DeleteName { dst: Dst u8, name: Name u32 }
    /// the variable of that name in the variable environment of this code = r\[src\] (function in a block of script or eval code)
    SetVariable { src: Src u8, name: Name u32 }

    // Scopes and functions

    /// r\[dst\] = a closure of the function in the environment of the scope (records are opened as needed)
    MakeClosure { dst: Dst u8, scope: Scope u16, function: Function u32 }
    /// closes the scope's record and those of the scopes in it, if they are open: captured registers are copied into
    /// them
    CloseScope { scope: Scope u32 }
    /// opens the record of a `with` scope on the object ToObject(r\[src\])
    EnterWith { src: Src u8, scope: Scope u32 }
    /// r\[dst\] = a reference to the running function itself (its own name in a function expression)
    LoadCallee { dst: Dst u8 }
    /// r\[0\] = the `this` value as sloppy code sees it (OrdinaryCallBindThis, steps 5 and 6)
    CoerceThis {}

    // Objects and properties

    /// r\[dst\] = {}, with room for the properties about to be added; 0 means that their number is unknown
    NewObject { dst: Dst u8, room: Imm u8 }
    /// r\[dst\] = \[\] with room for `capacity` elements
    NewArray { dst: Dst u8, capacity: Imm u32 }
    /// r\[dst\] = a new object with the members of the literal, of which r\[first\] … r\[first+count-1\] are computed
    MakeObject { dst: Dst u8, first: Wide u8, count: Imm u8, literal: Literal u32 }
    /// r\[dst\] = a new array with the elements of the literal, of which r\[first\] … r\[first+count-1\] are computed
    MakeArray { dst: Dst u8, first: Wide u8, count: Imm u8, literal: Literal u32 }
    /// appends r\[first\] … r\[first+count-1\] to the new array; the hole marker gives a hole
    AppendElements { array: Src u8, first: Src u8, count: Imm u32 }
    /// r\[dst\] = a new regular expression object
    NewRegExp { dst: Dst u8, flags: Text u16, pattern: Text u32 }
    /// r\[dst\] = r\[object\].name
    GetProperty { dst: Dst u8, object: Src u8, cache: Cache u32 }
    /// r\[dst\] = r\[object\].length
    GetLength { dst: Dst u8, object: Src u8, cache: Cache u32 }
    /// r\[object\].name = r\[src\]
    SetProperty { object: Src u8, src: Src u8, cache: Cache u32 }
    /// r\[dst\] = r\[object\]\[r\[key\]\]
    GetElement { dst: Dst u8, object: Src u8, key: Src u8 }
    /// r\[object\]\[r\[key\]\] = r\[src\]
    SetElement { object: Src u8, key: Src u8, src: Src u8 }
    /// r\[dst\] = r\[object\]\[index\]
    GetElementInt { dst: Dst u8, object: Src u8, index: Imm u32 }
    /// r\[object\]\[index\] = r\[src\]
    SetElementInt { object: Src u8, src: Src u8, index: Imm u32 }
    /// r\[base\] = r\[object\].name, r\[base+1\] = r\[object\]
    GetMethod { base: Dst u8, object: Src u8, cache: Cache u32 }
    /// r\[base\] = r\[object\]\[r\[key\]\], r\[base+1\] = r\[object\]
    GetMethodElement { base: Dst u8, object: Src u8, key: Src u8 }
    /// r\[dst\] = delete r\[object\].name
    DeleteProperty { dst: Dst u8, object: Src u8, cache: Cache u32 }
    /// r\[dst\] = delete r\[object\]\[r\[key\]\]
    DeleteElement { dst: Dst u8, object: Src u8, key: Src u8 }
    /// throws a TypeError if r\[object\] is undefined or null; the message names the key r\[key\]
    CheckObject { object: Src u8, key: Src u8 }
    /// defines the member of a literal: r\[object\].name = r\[src\]
    DefineProperty { object: Src u8, src: Src u8, cache: Cache u32 }
    /// defines the member of a literal: r\[object\]\[r\[key\]\] = r\[src\]
    DefineElement { object: Src u8, key: Src u8, src: Src u8 }
    /// defines the getter of a literal's member r\[key\]
    DefineGetter { object: Src u8, key: Src u8, function: Src u8 }
    /// defines the setter of a literal's member r\[key\]
    DefineSetter { object: Src u8, key: Src u8, function: Src u8 }
    /// `__proto__: value` of a literal (B.3.1): sets the prototype if r\[src\] is an object or null
    SetPrototype { object: Src u8, src: Src u8 }

    /// r\[dst\] = the private member r\[key\] of r\[object\]
    GetPrivate { dst: Dst u8, object: Src u8, key: Src u8, cache: Cache u32 }
    /// the private member r\[key\] of r\[object\] = r\[src\]
    SetPrivate { object: Src u8, key: Src u8, src: Src u8, cache: Cache u32 }

    /// r\[dst\] = the object for the tag of a template literal (GetTemplateObject, 13.2.8.4)
    GetTemplateObject { dst: Dst u8, template: Template u32 }
    /// r\[dst\] = the result of the intrinsic for r\[first\] and the registers after it
    Intrinsic { which: Intrinsic u8, dst: Dst u8, first: Wide u32 }

    // Enumeration, ECMA-262 14.7.5

    /// r\[dst\] = the enumeration of the property names of r\[src\]; an empty one for undefined and null
    ForInStart { dst: Dst u8, src: Src u8 }
    /// r\[dst\] = the next name of r\[enumeration\]; jumps to `to` if there is none
    ForInNext { dst: Dst u8, enumeration: Src u8, to: To u32 }

    // Iteration, ECMA-262 7.4. An iterator is a row of three registers: object, `next`, done. For an array whose
    // iteration cannot be distinguished from a plain walk, `next` is the index.

    /// r\[iter\] … = the iterator of r\[src\], not done
    GetIterator { src: Src u8, iter: Wide u32 }
    /// done = true; r\[dst\] = the result of `next`, for the `IteratorUnpack` that follows; skips that if the value is
    /// already known
    IteratorNext { dst: Dst u8, iter: Wide u32 }
    /// r\[dst\] = the value in the iterator's result r\[dst\], done = false; jumps to `to` at the end
    IteratorUnpack { dst: Dst u8, iter: Wide u16, to: To u32 }
    /// `IteratorUnpack` for a value that a pattern leaves out: it is not read, and r\[dst\] = undefined
    IteratorSkip { dst: Dst u8, iter: Wide u16, to: To u32 }
    /// done = true; r\[dst\] = the result of the method `return`; jumps to `to` if there is no such method
    IteratorReturn { dst: Dst u8, iter: Wide u16, to: To u32 }
    /// appends the values of an iterable to the new array
    AppendIterable { array: Src u8, src: Src u8 }
    /// a call, `new` or direct eval with the arguments in the array r\[base+2\], or a call that passes on those of the
    /// running function: see `ListCall`
    CallList { dst: Dst u8, form: Imm u8, scope: Scope u16, base: Wide u16 }

    // Calls. `argc` counts the arguments without `this`.

    /// r\[dst\] = r\[callee\](r\[base+2\] … ) with `this` r\[base+1\], which becomes undefined first if `plain` is not
    /// 0. r\[base\] is only read if it is the callee
    Call { dst: Dst u8, callee: Src u8, base: Wide u8, argc: Imm u8, plain: Imm u8 }
    /// a call that replaces the running function's frame, or an ordinary call if that is impossible. A `Return` of
    /// r\[dst\] follows.
    TailCall { dst: Dst u8, callee: Src u8, base: Wide u8, argc: Imm u8, plain: Imm u8 }
    /// a call through the name `eval`: a direct eval in the environment of the scope if the callee is the built-in
    CallEval { dst: Dst u8, base: Src u8, argc: Imm u8, scope: Scope u32 }
    /// r\[dst\] = new r\[base\](r\[base+2\] … )
    New { dst: Dst u8, base: Src u8, argc: Imm u8 }
    /// `Call` with its registers anywhere in the frame
    CallWide { dst: Dst u8, argc: Imm u16, base: Wide u32 }
    /// `TailCall` with its registers anywhere in the frame. A `Return` of r\[dst\] follows.
    TailCallWide { dst: Dst u8, argc: Imm u16, base: Wide u32 }
    /// `CallEval` with its registers anywhere in the frame
    CallEvalWide { dst: Dst u8, argc: Imm u16, base: Wide u16, scope: Scope u16 }
    /// `New` with its registers anywhere in the frame
    NewWide { dst: Dst u8, argc: Imm u16, base: Wide u32 }
    /// r\[dst\] = the object that the constructor r\[base\] makes of r\[base+2\] … with the new target r\[base+1\]
    /// (`super()`). If `argc` is [`OWN_ARGUMENTS`], the arguments are those of the running function. If it is
    /// [`LISTED_ARGUMENTS`], they are in the array r\[base+2\]
    ConstructSuper { dst: Dst u8, argc: Imm u16, base: Wide u32 }
    /// ends the function with r\[src\]
    Return { src: Src u8 }
    /// ends the function with undefined
    ReturnUndefined {}
    /// throws r\[src\]
    Throw { src: Src u8 }
    /// throws r\[src\], the previous exception, again at the end of a `finally` block
    Rethrow { src: Wide u32 }
    /// throws a new error of the kind (see `ErrorKind`) with a constant message
    ThrowError { kind: Imm u8, message: Text u32 }
    /// begins the activation of a generator or an async function. The frame of a generator is suspended, its registers
    /// below `live` are kept, and its caller gets the generator
    StartActivation { live: Imm u32 }
    /// suspends the frame, its registers below `live` kept; the caller of `next` gets r\[src\]. r\[dst\] = the value
    /// sent on resumption
    Yield { dst: Dst u8, src: Src u8, live: Imm u32 }
    /// r\[dst\] = the state of a `yield*` for the iterator of r\[src\]
    OpenDelegate { dst: Dst u8, src: Src u8 }
    /// r\[base+1\] = the result of the method that the generator was resumed for, called on the iterator of r\[base\]
    /// with r\[base+1\]
    CallDelegate { base: Src u8 }
    /// r\[base+1\] is a result of the iterator of r\[base\]; if that is done, r\[base+1\] = its value, and jumps to
    /// `to`
    JumpIfDelegated { base: Src u8, to: To u32 }
    /// suspends the frame, its registers below `live` kept; the caller of `next` gets r\[base+1\], in async generators
    /// its value. r\[base+1\] = the value sent on resumption
    YieldDelegate { base: Src u8, live: Imm u32 }
    /// suspends the frame, its registers below `live` kept, until r\[src\] is settled. r\[dst\] = the value that it was
    /// fulfilled with
    Await { dst: Dst u8, src: Src u8, live: Imm u32 }
    /// sets `count` registers from r\[first\] on to undefined, so that a suspended frame does not keep dead values
    Forget { first: Dst u16, count: Imm u16 }
    /// accounts for `amount` units of work, in long code without calls and loops
    Tick { amount: Imm u32 }
}

impl Instruction {
    /// Returns whether control never reaches the next instruction.
    #[inline]
    pub fn ends_block(self) -> bool {
        use Instruction::*;
        matches!(
            self,
            Jump { .. } | Return { .. } | ReturnUndefined {} | Throw { .. } | Rethrow { .. } | ThrowError { .. }
        )
    }

    /// Passes to `visit` the registers written if control continues with the next instruction, except those under a
    /// callee.
    pub fn written(self, visit: impl FnMut(u32)) {
        crate::verifier::written(self, visit);
    }

    /// Returns whether the instruction throws no exception, whatever is in the registers. Terminations of a run are no
    /// exceptions.
    pub fn never_throws(self) -> bool {
        use Instruction::*;
        matches!(
            self,
            LoadInt { .. }
                | LoadConstant { .. }
                | LoadUndefined { .. }
                | LoadNull { .. }
                | LoadTrue { .. }
                | LoadFalse { .. }
                | LoadEmpty { .. }
                | LoadWide { .. }
                | StoreWide { .. }
                | Move { .. }
                | Not { .. }
                | TypeOf { .. }
                | StrictEqual { .. }
                | StrictNotEqual { .. }
                | Jump { .. }
                | JumpIfTrue { .. }
                | JumpIfFalse { .. }
                | JumpIfNull { .. }
                | JumpIfNotNull { .. }
                | JumpIfTypeOf { .. }
                | JumpIfNotTypeOf { .. }
                | JumpIfStrictEqual { .. }
                | JumpIfStrictNotEqual { .. }
                | JumpIfStrictEqualInt { .. }
                | JumpIfStrictNotEqualInt { .. }
                | Switch { .. }
                | Return { .. }
                | ReturnUndefined {}
                | Forget { .. }
                | Tick { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_eight_bytes() {
        assert_eq!(size_of::<Instruction>(), 8);
    }

    #[test]
    fn only_what_runs_no_script_and_finds_nothing_missing_never_throws() {
        use Instruction::*;
        assert!(Return { src: 1 }.never_throws() && TypeOf { dst: 1, src: 2 }.never_throws());
        let throwing = [
            Throw { src: 1 },
            Rethrow { src: 1 },
            Add { dst: 1, a: 2, b: 3 },
            Increment { dst: 1, src: 1 },
            Negate { dst: 1, src: 1 },
            JumpIfLess { a: 1, b: 2, to: 3 },
            JumpIfEqual { a: 1, b: 2, to: 3 },
            Call { dst: 1, callee: 1, base: 1, argc: 0, plain: 0 },
        ];
        assert!(throwing.iter().all(|instruction| !instruction.never_throws()));
    }

    #[test]
    fn the_table_knows_names_operands_and_targets() {
        let jump = Instruction::JumpIfLessInt { a: 3, value: -2, to: 7 };
        let mut seen = Vec::new();
        jump.operands(|name, role, value| seen.push((name, role, value)));
        assert_eq!(jump.name(), "JumpIfLessInt");
        assert_eq!(seen, [("a", Role::Src, 3), ("value", Role::Imm, -2), ("to", Role::To, 7)]);
        assert_eq!(jump.with_target(|to| to + 1).target(), Some(8));
        assert_eq!(Instruction::Tick { amount: 1 }.target(), None);
    }
}
