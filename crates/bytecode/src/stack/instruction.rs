//! The stack machine's instructions: one table for generator, executor, verifier and listing.
//!
//! Each row has the instruction's meaning, its operand, its documented name and its effect on the value stack in the
//! document's notation ([`Effect`]). `throws` is the document's `*`, corrected: it marks every instruction that may run
//! script or throw. Rows under "Added" are ours. `docs/stack-backend.md` gives the reason of each added row, and of
//! each effect that differs from the document's.

use std::fmt::{self, Display, Formatter};

use super::{Effect, Literal, StackCode, Types};

/// Role of an operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// Number of arguments on the stack.
    Count,
    /// Index into the literals.
    Literal,
    /// Index into the locations.
    Location,
    /// Index into the unit's functions.
    Function,
    /// Index into the variables.
    Variable,
    /// Index of an instruction.
    Target,
    /// Number of a block, from 1 at the bottom. 0 means the whole function.
    Block,
    /// Index into the block scopes.
    Scope,
    /// A set of [`attribute`]s.
    Attributes,
    /// Index into the tagged template literals.
    Template,
    /// A place below the values.
    Held,
}

/// Attributes of properties, as ES3 knew them: the operand of `PUTVALUE,n`.
pub mod attribute {
    pub const READ_ONLY: u32 = 1;
    pub const DONT_ENUM: u32 = 2;
    pub const DONT_DELETE: u32 = 4;
}

macro_rules! stack_instructions {
    ($($(#[doc = $doc:literal])* $variant:ident $(($kind:ident))? = $name:literal $effect:literal $($throws:ident)?;)*) => {
        /// One instruction of the stack machine.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum StackInstruction {
            $($(#[doc = $doc])* $variant $((stack_instructions!(@operand $kind)))?,)*
        }

        impl StackInstruction {
            /// One instruction of each kind, with operand 0.
            pub const ALL: &[StackInstruction] = &[$(StackInstruction::$variant $((stack_instructions!(@zero $kind)))?),*];

            /// Names and effects of the instructions, which saved code depends on.
            pub(crate) const NAMES: &[&str] = &[$(concat!($name, $effect)),*];

            /// Returns the documented name.
            pub fn name(self) -> &'static str {
                match self {
                    $(StackInstruction::$variant $((stack_instructions!(@ignore $kind)))? => $name,)*
                }
            }

            /// Returns the effect on the value stack in the document's notation. `B.ENUM` pushes nothing if it
            /// branches.
            pub fn notation(self) -> &'static str {
                match self {
                    $(StackInstruction::$variant $((stack_instructions!(@ignore $kind)))? => $effect,)*
                }
            }

            /// Returns the effect on the value stack as data.
            pub fn effect(self) -> &'static Effect {
                match self {
                    $(StackInstruction::$variant $((stack_instructions!(@ignore $kind)))? => {
                        const EFFECT: &Effect = &Effect::parse($effect);
                        EFFECT
                    })*
                }
            }

            /// Returns whether the instruction may throw or run script.
            pub fn throws(self) -> bool {
                match self {
                    $(StackInstruction::$variant $((stack_instructions!(@ignore $kind)))? => {
                        stack_instructions!(@throws $($throws)?)
                    })*
                }
            }

            pub fn operand(self) -> Option<(OperandKind, u32)> {
                match self {
                    $(stack_instructions!(@pattern $variant operand $($kind)?) => {
                        stack_instructions!(@shown operand $($kind)?)
                    })*
                }
            }

            /// Returns the instruction with another operand, if it has one.
            pub(crate) fn with_operand(self, operand: u32) -> Self {
                match self {
                    $(stack_instructions!(@pattern $variant _old $($kind)?) => {
                        stack_instructions!(@changed $variant operand $($kind)?)
                    })*
                }
            }
        }
    };
    (@operand $kind:ident) => { u32 };
    (@zero $kind:ident) => { 0 };
    (@ignore $kind:ident) => { _ };
    (@throws throws) => { true };
    (@throws) => { false };
    (@pattern $variant:ident $operand:ident $kind:ident) => { StackInstruction::$variant($operand) };
    (@pattern $variant:ident $operand:ident) => { StackInstruction::$variant };
    (@shown $operand:ident $kind:ident) => { Some((OperandKind::$kind, $operand)) };
    (@shown $operand:ident) => { None };
    (@changed $variant:ident $operand:ident $kind:ident) => { StackInstruction::$variant($operand) };
    (@changed $variant:ident $operand:ident) => { StackInstruction::$variant };
}

stack_instructions! {
    // Call instructions

    /// Constructs with the arguments; throws a TypeError if the value is no constructor.
    New(Count) = "NEW" "valC val1..valn | objR" throws;
    /// Calls GetValue(anyC) with the arguments. `this` is the base of a reference, or undefined.
    Call(Count) = "CALL" "anyC val1..valn | valR" throws;

    // Special instructions

    /// Makes a closure of the function in the current scope.
    Func(Function) = "FUNC" "- | obj";
    /// Pushes a literal.
    Literal(Literal) = "LITERAL" "- | val";
    /// L = the location.
    Loc(Location) = "LOC" "- | -";

    // Generic instructions

    /// Changes nothing.
    Nop = "NOP" "- | -";
    /// Duplicates the top.
    Dup = "DUP" "any1 | any1 any1";
    /// Removes the top.
    Pop = "POP" "any1 | -";
    /// Exchanges the two topmost elements.
    Exch = "EXCH" "any1 any2 | any2 any1";
    /// Puts the top beneath the two elements below it.
    Roll3 = "ROLL3" "any1 any2 any3 | any3 any1 any2";

    // Miscellaneous instructions

    /// Throws the value. For the analysis, control continues.
    Throw = "THROW" "val | -" throws;
    /// C = val
    SetC = "SETC" "val | -";
    /// Pushes C.
    GetC = "GETC" "- | val";

    // Context instructions

    /// Pushes `this`.
    This = "THIS" "- | val";
    /// Pushes the original Object.
    Object = "OBJECT" "- | obj";
    /// Pushes the original Array.
    Array = "ARRAY" "- | obj";
    /// Pushes the original RegExp.
    RegExp = "REGEXP" "- | obj";

    // Primitive instructions

    /// Makes a reference to a property. Neither base nor key is checked yet.
    Ref = "REF" "val1 val2 | ref";
    /// GetValue(ref), ECMA-262 6.2.5.5
    GetValue = "GETVALUE" "ref | val" throws;
    /// Looks an identifier up in the current scope (9.1.2.1).
    Lookup = "LOOKUP" "str | ref";
    /// PutValue(ref, val), 6.2.5.6
    PutValue = "PUTVALUE" "ref val | -" throws;
    /// PutValue of a property that gets attributes.
    PutValueWith(Attributes) = "PUTVALUE" "ref val | -" throws;
    /// A reference to a variable of the running function.
    Vref(Variable) = "VREF" "- | ref";
    /// Deletes the target of a reference; true for all other values (13.5.1.2).
    Delete = "DELETE" "any1 | bool1" throws;
    /// Pushes the name of the type of a value or a reference's value (13.5.3).
    TypeOf = "TYPEOF" "any1 | str1" throws;

    // Conversion instructions

    /// ToObject, 7.1.18
    ToObject = "TOOBJECT" "val | obj" throws;
    /// ToNumeric, 7.1.3: the document's ToNumber. A `num` is a number or a BigInt.
    ToNumber = "TONUMBER" "val | num" throws;
    /// ToBoolean, 7.1.2
    ToBoolean = "TOBOOLEAN" "val | bool";
    /// ToString, 7.1.17
    ToString = "TOSTRING" "val | str" throws;
    /// ToPrimitive without a hint, 7.1.1
    ToPrimitive = "TOPRIMITIVE" "val | prim" throws;

    // Arithmetic instructions

    /// num2 = -num1
    Neg = "NEG" "num1 | num2";
    /// num2 = ~ToInt32(val1)
    Inv = "INV" "val1 | num2" throws;
    /// bool2 = !bool1
    Not = "NOT" "bool1 | bool2";
    /// num3 = num1 * num2
    Mul = "MUL" "num1 num2 | num3" throws;
    /// num3 = num1 / num2
    Div = "DIV" "num1 num2 | num3" throws;
    /// num3 = num1 % num2
    Mod = "MOD" "num1 num2 | num3" throws;
    /// Joins strings or adds numbers (13.15.3).
    Add = "ADD" "prim1 prim2 | prim3" throws;
    /// num3 = num1 - num2
    Sub = "SUB" "num1 num2 | num3" throws;
    /// num3 = ToInt32(val1) << (ToUint32(val2) & 31)
    LShift = "LSHIFT" "val1 val2 | num3" throws;
    /// num3 = ToInt32(val1) >> (ToUint32(val2) & 31)
    RShift = "RSHIFT" "val1 val2 | num3" throws;
    /// num3 = ToUint32(val1) >> (ToUint32(val2) & 31)
    URShift = "URSHIFT" "val1 val2 | num3" throws;

    // Relational instructions

    /// val1 < val2
    Lt = "LT" "val1 val2 | bool" throws;
    /// val1 > val2
    Gt = "GT" "val1 val2 | bool" throws;
    /// val1 <= val2
    Le = "LE" "val1 val2 | bool" throws;
    /// val1 >= val2
    Ge = "GE" "val1 val2 | bool" throws;
    /// InstanceofOperator(val1, val2), 13.10.2
    InstanceOf = "INSTANCEOF" "val1 val2 | bool" throws;
    /// Pushes whether val2, an object, has the property val1.
    In = "IN" "val1 val2 | bool" throws;
    /// val1 == val2
    Eq = "EQ" "val1 val2 | bool" throws;
    /// val1 === val2
    Seq = "SEQ" "val1 val2 | bool";

    // Binary bitwise instructions

    /// num3 = ToInt32(val1) & ToInt32(val2)
    BAnd = "BAND" "val1 val2 | num3" throws;
    /// num3 = ToInt32(val1) ^ ToInt32(val2)
    BXor = "BXOR" "val1 val2 | num3" throws;
    /// num3 = ToInt32(val1) | ToInt32(val2)
    BOr = "BOR" "val1 val2 | num3" throws;

    // Branch instructions

    /// PC = target
    BAlways(Target) = "B.ALWAYS" "- | -";
    /// PC = target if bool is true.
    BTrue(Target) = "B.TRUE" "bool | -";
    /// Pushes E's next name. If E is exhausted, PC = target, and nothing is pushed.
    BEnum(Target) = "B.ENUM" "- | str" throws;

    // Block instructions

    /// Begins an ENUM block: E = the enumeration of the value's properties, which is empty for null and undefined.
    SEnum = "S.ENUM" "val | -" throws;
    /// Begins a WITH block: the object is the innermost scope.
    SWith = "S.WITH" "obj | -";
    /// Begins a CATCH block: an exception is bound to the name str by the handler at the target.
    STryC(Target) = "S.TRYC" "str | -";
    /// Begins a FINALLY block whose handler is at the target.
    STryF(Target) = "S.TRYF" "- | -";
    /// Turns the CATCH block, which has caught an exception, into a WITH block: its name is the innermost scope.
    SCatch = "S.CATCH" "- | -";
    /// Ends all blocks numbered n and higher, from the top. `END,0` returns C when no block is left.
    End(Block) = "END" "- | -";
    /// Ends the FINALLY2 block on top: throws its exception again, or continues the END that it interrupted.
    EndF = "ENDF" "- | -" throws;

    // Added: calls whose function is read before the arguments

    /// Pushes the callee: the `this` value and the function of a reference or a value.
    Callee = "CALLEE" "any | val1 val2" throws;
    /// Calls val2 with `this` = val1 and the arguments.
    CallV(Count) = "CALLV" "val1 val2 val1..valn | valR" throws;
    /// CALLV, but evaluates code if val2 is the original eval.
    CallEval(Count) = "CALLEVAL" "val1 val2 val1..valn | valR" throws;
    /// CALLV that may replace this function's frame: `SETC; END,0` follow.
    CallTail(Count) = "CALLTAIL" "val1 val2 val1..valn | valR" throws;

    // Added: literals

    /// Defines the property val1 of obj to have the value val2.
    Define = "DEFINE" "obj val1 val2 | obj" throws;
    /// Defines obj2 as the getter of the property val1 of obj.
    DefGet = "DEFGET" "obj val1 obj2 | obj" throws;
    /// Defines obj2 as the setter of the property val1 of obj.
    DefSet = "DEFSET" "obj val1 obj2 | obj" throws;
    /// Sets the prototype of obj, if val is an object or null.
    SetProto = "SETPROTO" "obj val | obj" throws;

    /// Makes obj1 the home object of obj2: `super` in obj2 begins at the prototype of obj1.
    SetHome = "SETHOME" "obj1 val obj2 | obj1 val obj2";
    /// Names the function obj2 after the key val1.
    SetName = "SETNAME" "val1 obj2 | val1 obj2" throws;
    /// Names the function obj2 after the key val1, with `get` before it.
    SetGetName = "SETGNAME" "val1 obj2 | val1 obj2" throws;
    /// Names the function obj2 after the key val1, with `set` before it.
    SetSetName = "SETSNAME" "val1 obj2 | val1 obj2" throws;
    /// Pushes the object of a tagged template literal.
    Template(Template) = "TEMPLATE" "- | obj" throws;

    /// Appends val to the array obj.
    Append = "APPEND" "obj val | obj";
    /// Appends a hole to the array obj.
    Hole = "HOLE" "obj | obj";
    /// Appends the values of the iterable val to the array obj.
    Spread = "SPREAD" "obj val | obj" throws;
    /// Copies the enumerable own properties of val to obj (CopyDataProperties, 7.3.26).
    CopyProperties = "COPYPROPS" "obj val | obj" throws;
    /// Makes an object with the properties of val, except for those whose keys are in the array obj1.
    RestProperties = "RESTPROPS" "val obj1 | obj2" throws;

    // Added: held values, arguments by position

    /// Moves val to a place below the values.
    Hold(Held) = "HOLD" "val | -";
    /// Pushes the value in the place.
    Held(Held) = "HELD" "- | val";
    /// Empties that place and those after it before the activation is suspended, as their values are dead.
    Forget(Held) = "FORGET" "- | -";
    /// Pushes an argument by its position, or undefined if there are fewer.
    Argument(Count) = "ARG" "- | val";
    /// Pushes an array of the arguments from a position on.
    RestArguments(Count) = "REST" "- | obj" throws;

    // Added: iteration and calls with lists of arguments

    /// Gets the iterator of val and its method `next` (GetIterator, 7.4.4).
    GetIterator = "GETITER" "val | obj val2" throws;
    /// Gets the async iterator of val and its method `next` (GetIterator, 7.4.4).
    GetAsyncIterator = "GETAITER" "val | obj val2" throws;
    /// Unpacks val1, the result of `next`. At the end, PC = target, and nothing is pushed; else val2 is the value.
    BDone(Target) = "B.DONE" "val1 | val2" throws;
    /// Throws a TypeError if val is no object.
    RequireObject = "REQOBJ" "val | obj" throws;
    /// Throws a TypeError if val1 is undefined or null. The error names the requested property val2 if that is a
    /// string.
    RequireCoercible = "REQCOERC" "val1 val2 | val1" throws;
    /// PC = target if the FINALLY2 block on top holds an exception.
    BThrown(Target) = "B.THROWN" "- | -";
    /// Calls val2 with `this` = val1 and the arguments in the array obj.
    CallList = "CALLL" "val1 val2 obj | valR" throws;
    /// CALLL that may replace this function's frame: `SETC; END,0` follow.
    CallTailList = "CALLTAILL" "val1 val2 obj | valR" throws;
    /// CALLL, but evaluates code if val2 is the original eval.
    EvalList = "EVALL" "val1 val2 obj | valR" throws;
    /// Constructs with the arguments in the array obj.
    NewList = "NEWL" "valC obj | objR" throws;

    // Added: classes

    /// Makes obj1 the constructor of a class that extends val; obj2 is the prototype of its instances (15.7.14).
    Class = "CLASS" "obj1 val | obj1 obj2" throws;
    /// Names the class obj1 after the key val.
    SetClassName = "SETCNAME" "val obj1 obj2 | val obj1 obj2" throws;
    /// Defines the method obj2 of obj1 with the key val, not enumerable.
    DefMethod = "DEFMETHOD" "obj1 val obj2 | obj1" throws;
    /// Defines the getter obj2 of obj1 with the key val, not enumerable.
    DefMethodGet = "DEFMGET" "obj1 val obj2 | obj1" throws;
    /// Defines the setter obj2 of obj1 with the key val, not enumerable.
    DefMethodSet = "DEFMSET" "obj1 val obj2 | obj1" throws;
    /// Sets obj2 as the function that initialises instances of the class obj1.
    SetFields = "SETFIELDS" "obj1 obj2 | obj1";
    /// Pushes the function that initialises instances of the class val1, or undefined.
    Fields = "FIELDS" "val1 | val2";
    /// Makes a private name.
    NewPrivate = "NEWPRIVATE" "str | val";
    /// Defines the public field val2 of val1 with the value val3.
    DefField = "DEFFIELD" "val1 val2 val3 | -" throws;
    /// Adds the private field val2 with the value val3 to val1.
    AddPrivate = "ADDPRIVATE" "val1 val2 val3 | -" throws;
    /// Adds the private method val2 with the closure val3 to val1.
    AddPrivateMethod = "ADDPMETHOD" "val1 val2 val3 | -" throws;
    /// Adds the private accessor val2 with the getter val3 to val1.
    AddPrivateGet = "ADDPGET" "val1 val2 val3 | -" throws;
    /// Adds the private accessor val2 with the setter val3 to val1.
    AddPrivateSet = "ADDPSET" "val1 val2 val3 | -" throws;
    /// Makes a reference to the private member val2 of val1.
    PrivateRef = "PREF" "val1 val2 | ref";
    /// Pushes whether val2, an object, has the private member val1.
    HasPrivate = "HASPRIVATE" "val1 val2 | bool" throws;
    /// Pushes the constructor that `super()` in the function val1 calls.
    Parent = "PARENT" "val1 | val2" throws;
    /// Constructs by val1 with the new target val2 and the arguments.
    SuperCall(Count) = "SCALL" "val1 val2 val1..valn | objR" throws;
    /// SCALL with the arguments in the array obj.
    SuperList = "SCALLL" "val1 val2 obj | objR" throws;
    /// SCALL with the arguments of the running function.
    Forward = "FORWARD" "val1 val2 | objR" throws;
    /// Initialises `this`; throws a ReferenceError if it has a value.
    BindThis = "BINDTHIS" "ref val | val" throws;
    /// Throws the ReferenceError of a `this` without a value. For the analysis, control continues.
    Unbound = "UNBOUND" "- | val" throws;
    /// Throws a TypeError if val, the return value of a derived constructor, is no object.
    Derived = "DERIVED" "val | obj" throws;

    // Added: arithmetic and context

    /// num3 = num1 ** num2
    Pow = "POW" "num1 num2 | num3" throws;
    /// ToNumber, 7.1.4: throws a TypeError for BigInts.
    Plus = "PLUS" "val | num" throws;
    /// Pushes the 1 of the type of num1.
    One = "ONE" "num1 | num1 num2";
    /// Pushes the running function.
    Function = "FUNCTION" "- | obj";
    /// Pushes `new.target`.
    NewTarget = "NEWTARGET" "- | val";
    /// Pushes `this` of scripts.
    GlobalThis = "GLOBALTHIS" "- | obj";
    /// Pushes `import.meta`.
    ImportMeta = "IMPORTMETA" "- | obj" throws;
    /// Pushes the promise of `import(val1, val2)`.
    Import = "IMPORT" "val1 val2 | obj" throws;
    /// Pushes the promise of `import.defer(val1, val2)`.
    ImportDefer = "IMPORTDEFER" "val1 val2 | obj" throws;
    /// Pushes the promise of `import.source(val1, val2)`.
    ImportSource = "IMPORTSOURCE" "val1 val2 | obj" throws;

    // Added: references

    /// Pushes the prototype of a function's home object.
    SuperBase = "SUPERBASE" "val1 | val2" throws;
    /// Makes a reference to the property val3 of val2 with `this` = val1.
    SuperRef = "SREF" "val1 val2 val3 | ref";
    /// Throws the ReferenceError of `delete super.a`. For the analysis, control continues.
    BadDelete = "BADDEL" "any1 | bool1" throws;

    /// val3 = ToPropertyKey(val2); throws a TypeError if val1 is undefined or null.
    ToKey = "TOKEY" "val1 val2 | val1 val3" throws;
    /// Makes a reference to a variable that the running code declares by name, ignoring scopes in between.
    VLookup = "VLOOKUP" "str | ref";
    /// Throws the ReferenceError of an assignment to something that is no reference. For the analysis, control
    /// continues.
    BadRef = "BADREF" "any1 | ref" throws;

    /// Initialises the binding with val (InitializeReferencedBinding, 6.2.5.8).
    Init = "INIT" "ref val | -" throws;

    // Added: blocks

    /// Begins a WITH block whose scope, the innermost one, has the declarations of a block.
    SBlock(Scope) = "S.BLOCK" "- | -";
    /// Replaces the innermost scope by a copy of itself (14.7.4.4).
    Fresh = "FRESH" "- | -";

    // Added: suspension

    /// Begins the activation of a generator or an async function. That of a generator is suspended.
    Activate = "ACTIVATE" "- | -" throws;
    /// Suspends the activation; the caller gets val1 (27.5.3.7), and val2 is the value sent on resumption.
    Yield = "YIELD" "val1 | val2" throws;
    /// Makes the state of a `yield*` for the iterator of the value.
    GetDelegate = "DELEGATE" "val | obj" throws;
    /// Calls the method of obj's iterator that the generator was resumed for, with val.
    CallDelegate = "CALLD" "obj val | obj valR" throws;
    /// val1 is a result of obj's iterator. If that is done, val2 is its value, and PC = target; else val2 is val1.
    BDelegated(Target) = "B.DELEGATED" "obj val1 | obj val2" throws;
    /// Suspends the activation; the caller gets val1, in async generators its value. val2 is the value sent on
    /// resumption.
    YieldDelegate = "YIELDSTAR" "val1 | val2" throws;
    /// Suspends the activation until val1 is settled (27.7.5.3); val2 is the value that it was fulfilled with.
    Await = "AWAIT" "val1 | val2" throws;

    // Added: resources of scopes

    /// Makes the resources of a scope (7.5.3).
    NewResources = "RESOURCES" "- | obj";
    /// Adds the resource val2 to the resources val1 (7.5.4).
    AddResource = "ADDRES" "val1 val2 | val3" throws;
    /// Adds the resource val2 of an `await using` to the resources val1 (7.5.4).
    AddAsyncResource = "ADDARES" "val1 val2 | val3" throws;
    /// Takes the next of the resources val1; val2 is its method. It is undefined where only undefined is awaited, and
    /// null at the end (7.5.8).
    NextResource = "NEXTRES" "val1 | val2" throws;
    /// val2 is the resource that was taken last from val1.
    ResourceValue = "RESVAL" "val1 | val2";
    /// Pushes whether the result of its method is awaited.
    AwaitsResource = "RESAWAITS" "val1 | bool";
    /// Pushes the exception of the FINALLY2 block on top.
    Thrown = "THROWN" "- | val";
    /// Notes the exception val2 of the scope with the resources val1, or of its disposal.
    NoteError = "NOTEERR" "val1 val2 | val3" throws;
    /// Throws the error of the disposal of val1, if there was one.
    ThrowNoted = "THROWNOTED" "val1 | val2" throws;
}

impl StackInstruction {
    /// Returns the other successor than the next instruction: the target of a branch, or a handler.
    pub fn target(self) -> Option<u32> {
        match self.operand() {
            Some((OperandKind::Target, target)) => Some(target),
            _ => None,
        }
    }

    /// Returns the instruction with another target, if it has one.
    pub fn with_target(self, change: impl Fn(u32) -> u32) -> Self {
        self.target().map_or(self, |target| self.with_operand(change(target)))
    }

    /// Returns how many values the instruction takes.
    pub fn taken(self) -> usize {
        let effect = self.effect();
        let counted = effect.counted().and(self.operand()).map_or(0, |(_, count)| count as usize);
        effect.before().len().saturating_add(counted)
    }

    /// Returns whether control never passes to the next instruction.
    pub fn ends_path(self) -> bool {
        matches!(self, StackInstruction::BAlways(_) | StackInstruction::End(0) | StackInstruction::EndF)
    }

    /// Applies the instruction to the types on the value stack, for the case that it does not branch, as exactly as
    /// possible.
    pub fn apply(self, code: &StackCode, values: &mut Vec<Types>) -> Result<(), &'static str> {
        let top = values.last().copied().unwrap_or(Types::NONE);
        let second = values.len().checked_sub(2).map_or(Types::NONE, |index| values[index]);
        self.effect().apply(self.operand().map_or(0, |operand| operand.1), values)?;
        let exact = match self {
            StackInstruction::Literal(index) => code.literals.get(index as usize).map(|literal| literal.types()),
            StackInstruction::ToPrimitive if top.is_within(Types::PRIM) => Some(top),
            StackInstruction::Add => Some(sum(second, top)),
            _ => None,
        };
        if let (Some(types), Some(result)) = (exact, values.last_mut()) {
            *result = types;
        }
        Ok(())
    }
}

/// Returns the types of the result of `ADD` on two primitive values.
fn sum(left: Types, right: Types) -> Types {
    if left == Types::STR || right == Types::STR {
        Types::STR
    } else if left.union(right).overlaps(Types::STR) {
        Types::NUM.union(Types::STR)
    } else {
        Types::NUM
    }
}

impl Literal {
    pub fn types(self) -> Types {
        match self {
            Literal::Undefined => Types::UNDEF,
            Literal::Null => Types::NULL,
            Literal::Boolean(_) => Types::BOOL,
            Literal::Number(_) => Types::NUM,
            Literal::String(_) => Types::STR,
            Literal::BigInt(_) => Types::NUM,
        }
    }
}

/// Writes the name and the operand, as the document does: `END,0`.
impl Display for StackInstruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.operand().map_or(Ok(()), |(_, operand)| write!(f, ",{operand}"))
    }
}

#[cfg(test)]
mod tests;
