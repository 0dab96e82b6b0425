//! The table of all kinds of objects. Each row has the name, the internal slots, the number that snapshots write, and
//! the class of its shapes.
//!
//! A new kind is a file with its slots ([`row!`](super::internal_slots) for plain fields) and a row here. Rows are
//! grouped by where the slots lie:
//!
//! ```text
//! empty    there are none                value    they are few bytes, which are copied
//! boxed    on the Rust heap by themselves      spread   they take a word more than `value` has room for
//! ```
//!
//! Only the writer of snapshots knows how to write the kinds of the second half: it has a `match` over [`Special`].

mod on_heap;

pub use on_heap::*;

use crate::collection::CollectionIterator;
use crate::collection::{Collection, CollectionKind};
use crate::date::Date;
use crate::disposal::Resources;
use crate::enumeration::Enumeration;
use crate::error::ErrorData;
use crate::function::{BoundFunction, Closure, HostFunction, Native, NativeClosure};
use crate::generator::Generator;
use crate::heap::finalization::{FinalizationRegistry, WeakTarget};
use crate::heap::weak::WeakTable;
use crate::id::{BigIntId, BufferId, ObjectId, PatternId, RealmId, StringId, SymbolId};
use crate::intl::Intl;
use crate::iteration::{ArrayIterator, AsyncFromSyncIterator, StringIterator, Yields};
use crate::iterator_helper::IteratorHelper;
use crate::object::Class;
use crate::object::arguments::MappedArguments;
use crate::object::host::HostObject;
use crate::object::internal_slots::{Cells, InternalSlots, Pieces, SavedSlots, SlotReader, Visit};
use crate::object::proxy::Proxy;
use crate::promise::Promise;
use crate::regexp::RegExpStringIterator;
use crate::shadow_realm::ShadowRealm;
use crate::temporal::{Temporal, TemporalDuration};
use crate::typed_array::{ElementType, View};

macro_rules! kinds {
    (
        empty { $($(#[$e_doc:meta])* $empty:ident = $e_tag:literal, $e_class:ident;)* }
        value { $($(#[$v_doc:meta])* $value:ident($v_slots:ty) = $v_tag:literal, $v_class:ident;)* }
        boxed { $($(#[$b_doc:meta])* $boxed:ident($b_slots:ty) = $b_tag:literal, $b_class:ident;)* }
        spread { $($(#[$s_doc:meta])* $spread:ident($s_slots:ident { $($s_field:ident: $s_type:ty),* }) = $s_tag:literal, $s_class:ident;)* }
        special {
            value { $($(#[$sv_doc:meta])* $sp_value:ident($sv_slots:ty) = $sv_tag:literal, $sv_class:ident;)* }
            boxed { $($(#[$sb_doc:meta])* $sp_boxed:ident($sb_slots:ty) = $sb_tag:literal, $sb_class:ident;)* }
            spread { $($(#[$ss_doc:meta])* $sp_spread:ident($ss_slots:ident { $($ss_field:ident: $ss_type:ty),* }) = $ss_tag:literal, $ss_class:ident;)* }
        }
    ) => {
        /// Kind of an object with its internal slots, as stored.
        #[derive(Clone)]
        pub enum ObjectKind {
            $($(#[$e_doc])* $empty,)*
            $($(#[$v_doc])* $value($v_slots),)*
            $($(#[$sv_doc])* $sp_value($sv_slots),)*
            $($(#[$b_doc])* $boxed(Box<$b_slots>),)*
            $($(#[$sb_doc])* $sp_boxed(Box<$sb_slots>),)*
            $($(#[$s_doc])* $spread { $($s_field: $s_type),* },)*
            $($(#[$ss_doc])* $sp_spread { $($ss_field: $ss_type),* },)*
            /// A built-in function with captured values, which `Heap::all_captured` returns. It looks like
            /// [`Kind::Native`].
            NativeClosure(Box<NativeClosure>),
        }

        /// Kind of an object with its internal slots, for reading.
        #[derive(Copy, Clone)]
        pub enum Kind<'heap> {
            $($(#[$e_doc])* $empty,)*
            $($(#[$v_doc])* $value($v_slots),)*
            $($(#[$sv_doc])* $sp_value($sv_slots),)*
            $($(#[$b_doc])* $boxed(&'heap $b_slots),)*
            $($(#[$sb_doc])* $sp_boxed(&'heap $sb_slots),)*
            $($(#[$s_doc])* $spread($s_slots),)*
            $($(#[$ss_doc])* $sp_spread($ss_slots),)*
        }

        /// The kinds by the numbers that snapshots write.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Tag {
            $($empty = $e_tag,)*
            $($value = $v_tag,)*
            $($sp_value = $sv_tag,)*
            $($boxed = $b_tag,)*
            $($sp_boxed = $sb_tag,)*
            $($spread = $s_tag,)*
            $($sp_spread = $ss_tag,)*
        }

        impl Tag {
            /// All kinds.
            pub const ALL: &[Tag] = &[
                $(Tag::$empty,)* $(Tag::$value,)* $(Tag::$sp_value,)* $(Tag::$boxed,)* $(Tag::$sp_boxed,)*
                $(Tag::$spread,)* $(Tag::$sp_spread,)*
            ];

            /// The kind with that number.
            pub fn of(number: u8) -> Option<Tag> {
                Tag::ALL.iter().copied().find(|&tag| tag as u8 == number)
            }

            /// The special kind, if only the writer of snapshots knows it.
            pub fn special(self) -> Option<Special> {
                match self {
                    $(Tag::$sp_value => Some(Special::$sp_value),)*
                    $(Tag::$sp_boxed => Some(Special::$sp_boxed),)*
                    $(Tag::$sp_spread => Some(Special::$sp_spread),)*
                    _ => None,
                }
            }
        }

        /// Kinds that are written and read by more than their slots.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum Special {
            $($sp_value,)*
            $($sp_boxed,)*
            $($sp_spread,)*
        }

        impl ObjectKind {
            /// The class of the row.
            #[inline]
            fn class_of_row(&self) -> Class {
                match self {
                    $(ObjectKind::$empty => Class::$e_class,)*
                    $(ObjectKind::$value(_) => Class::$v_class,)*
                    $(ObjectKind::$sp_value(_) => Class::$sv_class,)*
                    $(ObjectKind::$boxed(_) => Class::$b_class,)*
                    $(ObjectKind::$sp_boxed(_) => Class::$sb_class,)*
                    $(ObjectKind::$spread { .. } => Class::$s_class,)*
                    $(ObjectKind::$sp_spread { .. } => Class::$ss_class,)*
                    ObjectKind::NativeClosure(_) => Class::Function,
                }
            }

            /// View of the kind: slots that are few bytes are copied, boxed ones are borrowed.
            #[inline]
            pub(crate) fn look(&self) -> Kind<'_> {
                match self {
                    $(ObjectKind::$empty => Kind::$empty,)*
                    $(&ObjectKind::$value(slots) => Kind::$value(slots),)*
                    $(&ObjectKind::$sp_value(slots) => Kind::$sp_value(slots),)*
                    $(ObjectKind::$boxed(slots) => Kind::$boxed(slots),)*
                    $(ObjectKind::$sp_boxed(slots) => Kind::$sp_boxed(slots),)*
                    $(&ObjectKind::$spread { $($s_field),* } => Kind::$spread($s_slots { $($s_field),* }),)*
                    $(&ObjectKind::$sp_spread { $($ss_field),* } => Kind::$sp_spread($ss_slots { $($ss_field),* }),)*
                    ObjectKind::NativeClosure(closure) => Kind::Native(closure.native),
                }
            }

            /// Bytes that the slots take beside the object's cell.
            pub(crate) fn payload_bytes(&self) -> usize {
                match self {
                    ObjectKind::NativeClosure(closure) => closure.bytes(),
                    $(ObjectKind::$boxed(slots) => InternalSlots::bytes(&**slots),)*
                    $(ObjectKind::$sp_boxed(slots) => InternalSlots::bytes(&**slots),)*
                    _ => 0,
                }
            }

            /// Reads the references of the slots; nothing of [`Special`] kinds.
            pub(crate) fn read_links<R: SlotReader>(&mut self, from: &mut R) -> Result<(), R::Error> {
                match self {
                    $(ObjectKind::$value(slots) => SavedSlots::read_links(slots, from)?,)*
                    $(ObjectKind::$boxed(slots) => SavedSlots::read_links(&mut **slots, from)?,)*
                    $(ObjectKind::$spread { $($s_field),* } => {
                        let mut slots = $s_slots { $($s_field: *$s_field),* };
                        SavedSlots::read_links(&mut slots, from)?;
                        ($(*$s_field),*) = ($(slots.$s_field),*);
                    })*
                    _ => {}
                }
                Ok(())
            }

            /// Reads a kind with the state of its slots; none if it is [`Special`].
            pub fn read_state<R: SlotReader>(tag: Tag, from: &mut R) -> Result<Option<ObjectKind>, R::Error> {
                Ok(Some(match tag {
                    $(Tag::$empty => ObjectKind::$empty,)*
                    $(Tag::$value => ObjectKind::$value(SavedSlots::read_state(from)?),)*
                    $(Tag::$boxed => ObjectKind::$boxed(Box::new(SavedSlots::read_state(from)?)),)*
                    $(Tag::$spread => {
                        let $s_slots { $($s_field),* } = SavedSlots::read_state(from)?;
                        ObjectKind::$spread { $($s_field),* }
                    })*
                    _ => return Ok(None),
                }))
            }

        }

        impl Kind<'_> {
            /// Copies the slots so that their links can be read; none for [`Special`] kinds.
            pub(crate) fn copied(self) -> Option<ObjectKind> {
                Some(match self {
                    $(Kind::$empty => ObjectKind::$empty,)*
                    $(Kind::$value(slots) => ObjectKind::$value(slots),)*
                    $(Kind::$boxed(slots) if <$b_slots as SavedSlots>::HAS_LINKS => {
                        ObjectKind::$boxed(Box::new(slots.clone()))
                    })*
                    $(Kind::$spread($s_slots { $($s_field),* }) => ObjectKind::$spread { $($s_field),* },)*
                    _ => return None,
                })
            }

            /// Number of the kind in snapshots.
            pub fn tag(self) -> Tag {
                match self {
                    $(Kind::$empty => Tag::$empty,)*
                    $(Kind::$value(_) => Tag::$value,)*
                    $(Kind::$sp_value(_) => Tag::$sp_value,)*
                    $(Kind::$boxed(_) => Tag::$boxed,)*
                    $(Kind::$sp_boxed(_) => Tag::$sp_boxed,)*
                    $(Kind::$spread(_) => Tag::$spread,)*
                    $(Kind::$sp_spread(_) => Tag::$sp_spread,)*
                }
            }

            /// Marks everything that the internal slots of an object refer to.
            #[inline]
            pub(crate) fn trace(self, object: ObjectId, visit: &mut impl Visit) {
                match self {
                    $(Kind::$empty => {})*
                    $(Kind::$value(slots) => InternalSlots::trace(&slots, object, visit),)*
                    $(Kind::$sp_value(slots) => InternalSlots::trace(&slots, object, visit),)*
                    $(Kind::$boxed(slots) => InternalSlots::trace(slots, object, visit),)*
                    $(Kind::$sp_boxed(slots) => InternalSlots::trace(slots, object, visit),)*
                    $(Kind::$spread(slots) => InternalSlots::trace(&slots, object, visit),)*
                    $(Kind::$sp_spread(slots) => InternalSlots::trace(&slots, object, visit),)*
                }
            }

            /// The name of the internal slot that refers to an object.
            pub(crate) fn name_of(self, to: ObjectId) -> Option<&'static str> {
                match self {
                    $(Kind::$empty => None,)*
                    $(Kind::$value(slots) => InternalSlots::name_of(&slots, to),)*
                    $(Kind::$sp_value(slots) => InternalSlots::name_of(&slots, to),)*
                    $(Kind::$boxed(slots) => InternalSlots::name_of(slots, to),)*
                    $(Kind::$sp_boxed(slots) => InternalSlots::name_of(slots, to),)*
                    $(Kind::$spread(slots) => InternalSlots::name_of(&slots, to),)*
                    $(Kind::$sp_spread(slots) => InternalSlots::name_of(&slots, to),)*
                }
            }

            /// Writes the state of the slots; nothing of [`Special`] kinds.
            pub fn write_state(self, cells: &impl Cells, out: &mut Pieces) {
                match self {
                    $(Kind::$value(slots) => SavedSlots::write_state(&slots, cells, out),)*
                    $(Kind::$boxed(slots) => SavedSlots::write_state(slots, cells, out),)*
                    $(Kind::$spread(slots) => SavedSlots::write_state(&slots, cells, out),)*
                    _ => {}
                }
            }

            /// Writes the references of the slots; nothing of [`Special`] kinds.
            pub fn write_links(self, cells: &impl Cells, out: &mut Pieces) {
                match self {
                    $(Kind::$value(slots) => SavedSlots::write_links(&slots, cells, out),)*
                    $(Kind::$boxed(slots) => SavedSlots::write_links(slots, cells, out),)*
                    $(Kind::$spread(slots) => SavedSlots::write_links(&slots, cells, out),)*
                    _ => {}
                }
            }
        }
    };
}

kinds! {
    empty {
        Ordinary = 0, Ordinary;
        /// The `arguments` of strict functions, and of those without parameters.
        UnmappedArguments = 14, Arguments;
    }
    value {
        /// Array exotic object; the `length` property.
        Array(u32) = 1, Array;
        Boolean(bool) = 5, Boolean;
        Number(f64) = 6, Number;
        Date(Date) = 7, Date;
        String(StringId) = 8, String;
        Symbol(SymbolId) = 9, Symbol;
        BigInt(BigIntId) = 10, BigInt;
        /// Proxy exotic object.
        Proxy(Proxy) = 16, Proxy;
        StringIterator(StringIterator) = 21, Ordinary;
        RegExpStringIterator(RegExpStringIterator) = 22, Ordinary;
    }
    boxed {
        Error(ErrorData) = 4, Error;
        Bound(BoundFunction) = 15, Function;
        IteratorHelper(IteratorHelper) = 24, Ordinary;
        MappedArguments(MappedArguments) = 29, MappedArguments;
        Promise(Promise) = 40, Ordinary;
        /// An object of Temporal that is no duration.
        Temporal(Temporal) = 45, Ordinary;
        TemporalDuration(TemporalDuration) = 46, Ordinary;
        /// An object of ECMA-402.
        Intl(Intl) = 47, Ordinary;
        /// Never seen by a script.
        AsyncFromSyncIterator(AsyncFromSyncIterator) = 42, Ordinary;
        /// A DisposableStack, an AsyncDisposableStack, or what a scope must dispose of.
        Resources(Resources) = 44, Ordinary;
        ShadowRealm(ShadowRealm) = 48, Ordinary;
    }
    spread {
        ArrayIterator(ArrayIterator { array: ObjectId, index: u64, yields: Yields }) = 20, Ordinary;
        /// An iterator of a Map or Set.
        CollectionIterator(CollectionIterator {
            collection: ObjectId, kind: CollectionKind, yields: Yields, position: u64
        }) = 23, Ordinary;
    }
    special {
        value {
            /// A closure of script code.
            Closure(Closure) = 2, Function;
            RegExp(PatternId) = 11, RegExp;
            /// An ArrayBuffer or a SharedArrayBuffer.
            ArrayBuffer(BufferId) = 17, Ordinary;
            WeakRef(WeakTarget) = 26, Ordinary;
            /// A built-in function.
            Native(Native) = 28, Function;
            /// A global object.
            Global(RealmId) = 34, Global;
        }
        boxed {
            /// A function of the host.
            Host(HostFunction) = 3, Function;
            /// A Map or Set.
            Collection(Collection) = 12, Ordinary;
            /// The entries of a weak collection.
            WeakTable(WeakTable) = 25, Ordinary;
            FinalizationRegistry(FinalizationRegistry) = 27, Ordinary;
            /// An object of the host.
            HostObject(HostObject) = 31, Host;
            /// A generator, or the activation of an async function, which no script sees.
            Generator(Generator) = 41, Ordinary;
            /// The state of a `for`-`in`. Never seen by a script.
            Enumeration(Enumeration) = 43, Enumeration;
        }
        spread {
            TypedArray(View { element: ElementType, buffer: BufferId, offset: u32, length: u32 }) = 18, TypedArray;
            /// A view of bytes.
            DataView(View { element: ElementType, buffer: BufferId, offset: u32, length: u32 }) = 19, Ordinary;
        }
    }
}

impl ObjectKind {
    /// The class of shapes of this kind. Objects of the host each have their own.
    #[inline]
    pub fn class(&self) -> Class {
        if let ObjectKind::HostObject(host) = self { host.properties() } else { self.class_of_row() }
    }
}

#[expect(clippy::derivable_impls, reason = "rows have no place for the attribute")]
impl Default for ObjectKind {
    fn default() -> Self {
        ObjectKind::Ordinary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_slots_are_small() {
        assert_eq!(size_of::<ObjectKind>(), 16);
    }

    #[test]
    fn each_kind_is_found_by_its_number() {
        for &tag in Tag::ALL {
            assert_eq!(Tag::of(tag as u8), Some(tag));
        }
        assert_eq!(Tag::of(u8::MAX), None);
    }
}
