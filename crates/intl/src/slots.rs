//! Objects of ECMA-402 on the heap.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{Intl, Kind, ObjectKind};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The types, in the order of their prototypes in a realm. Snapshots have the numbers: they stay.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Type {
    Collator = 0,
    DateTimeFormat = 1,
    DisplayNames = 2,
    DurationFormat = 3,
    ListFormat = 4,
    Locale = 5,
    NumberFormat = 6,
    PluralRules = 7,
    RelativeTimeFormat = 8,
    Segmenter = 9,
    Segments = 10,
    SegmentIterator = 11,
}

impl Type {
    /// Returns the name for messages, and for @@toStringTag where it is one.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Type::Collator => "Intl.Collator",
            Type::DateTimeFormat => "Intl.DateTimeFormat",
            Type::DisplayNames => "Intl.DisplayNames",
            Type::DurationFormat => "Intl.DurationFormat",
            Type::ListFormat => "Intl.ListFormat",
            Type::Locale => "Intl.Locale",
            Type::NumberFormat => "Intl.NumberFormat",
            Type::PluralRules => "Intl.PluralRules",
            Type::RelativeTimeFormat => "Intl.RelativeTimeFormat",
            Type::Segmenter => "Intl.Segmenter",
            Type::Segments => "%IntlSegmentsPrototype%",
            Type::SegmentIterator => "%IntlSegmentIteratorPrototype%",
        }
    }

    /// Returns the value of @@toStringTag on the prototype.
    pub(crate) fn tag(self) -> Option<&'static str> {
        match self {
            Type::Segments => None,
            Type::SegmentIterator => Some("Segmenter String Iterator"),
            _ => Some(self.name()),
        }
    }
}

/// Returns the slots of an object of that type.
pub(crate) fn of_object(vm: &Vm, object: ObjectId, which: Type) -> Option<Intl> {
    match vm.heap.kind(object) {
        Kind::Intl(slots) if slots.kind == which as u8 => Some(*slots),
        _ => None,
    }
}

/// Returns the slots of a value that is an object of that type.
pub(crate) fn of_value(vm: &Vm, value: Value, which: Type) -> Option<Intl> {
    value.as_object().and_then(|object| of_object(vm, object, which))
}

/// Returns the object that a method was called on, with its slots. A TypeError for others.
pub(crate) fn this(vm: &mut Vm, call: Call, which: Type, method: &str) -> Completion<(ObjectId, Intl)> {
    if let Some(object) = call.this.as_object()
        && let Some(slots) = of_object(vm, object, which)
    {
        return Ok((object, slots));
    }
    let receiver = messages::describe(vm, call.this);
    let method = format!("{}.prototype.{method}", which.name());
    vm.type_error(messages::incompatible_receiver(&method, &receiver))
}

/// Refuses calls of constructors without `new`.
pub(crate) fn require_new(vm: &mut Vm, call: Call, which: Type) -> Completion<()> {
    match call.new_target {
        Some(_) => Ok(()),
        None => vm.type_error(messages::requires_new(which.name())),
    }
}

/// Returns the prototype of what a constructor makes, kept until the constructor returns: ECMA-262 10.1.13, whose place is
/// before any argument is read.
pub(crate) fn prototype_for_new(vm: &mut Vm, call: Call, which: Type) -> Completion<ObjectId> {
    let pick = |intrinsics: &realm::Intrinsics| intrinsics.intl_prototypes[which as usize];
    let mut prototype = function::prototype_for_new(vm, call, pick)?;
    if prototype == vm.heap.nothing() {
        // Of a realm that has not yet touched Intl.
        let constructor = call.new_target.unwrap_or(call.callee);
        let of = function::function_realm(vm, constructor)?;
        prototype = realm::in_realm(vm, of, |vm| Ok(prototype_here(vm, which)))?;
    }
    vm.keep(Value::object(prototype));
    Ok(prototype)
}

/// Returns the prototype of a type in the current realm.
pub(crate) fn prototype_here(vm: &mut Vm, which: Type) -> ObjectId {
    realm::made(
        vm,
        "Intl",
        match which {
            Type::Collator => |intrinsics| intrinsics.intl_prototypes[Type::Collator as usize],
            Type::DateTimeFormat => |intrinsics| intrinsics.intl_prototypes[Type::DateTimeFormat as usize],
            Type::DurationFormat => |intrinsics| intrinsics.intl_prototypes[Type::DurationFormat as usize],
            Type::DisplayNames => |intrinsics| intrinsics.intl_prototypes[Type::DisplayNames as usize],
            Type::RelativeTimeFormat => |intrinsics| intrinsics.intl_prototypes[Type::RelativeTimeFormat as usize],
            Type::ListFormat => |intrinsics| intrinsics.intl_prototypes[Type::ListFormat as usize],
            Type::Locale => |intrinsics| intrinsics.intl_prototypes[Type::Locale as usize],
            Type::NumberFormat => |intrinsics| intrinsics.intl_prototypes[Type::NumberFormat as usize],
            Type::PluralRules => |intrinsics| intrinsics.intl_prototypes[Type::PluralRules as usize],
            Type::Segmenter => |intrinsics| intrinsics.intl_prototypes[Type::Segmenter as usize],
            Type::Segments => |intrinsics| intrinsics.intl_prototypes[Type::Segments as usize],
            Type::SegmentIterator => |intrinsics| intrinsics.intl_prototypes[Type::SegmentIterator as usize],
        },
    )
}

/// Makes an object.
pub(crate) fn object(vm: &mut Vm, prototype: ObjectId, which: Type, resolved: &str) -> Value {
    let resolved = vm.heap.new_string(resolved);
    object_holding(vm, prototype, which, resolved, Value::UNDEFINED)
}

/// Makes an object that holds a value.
pub(crate) fn object_holding(vm: &mut Vm, prototype: ObjectId, which: Type, resolved: StringId, held: Value) -> Value {
    let slots = ObjectKind::Intl(Box::new(Intl { kind: which as u8, position: 0, resolved, held }));
    Value::object(vm.heap.new_object_with_prototype(Some(prototype), slots))
}

/// Returns the function that an object is bound in, which is made once: [[BoundFormat]] and its like.
pub(crate) fn bound(
    vm: &mut Vm,
    object: ObjectId,
    slots: Intl,
    function: &'static function::NativeFunction,
) -> Completion<Value> {
    if !slots.held.is_undefined() {
        return Ok(slots.held);
    }
    let captured = [Value::object(object), Value::UNDEFINED, Value::UNDEFINED];
    let bound = Value::object(function::new_native_closure(vm, function, captured));
    vm.heap.set_internal_slots(object, ObjectKind::Intl(Box::new(Intl { held: bound, ..slots })));
    Ok(bound)
}

/// Copies a string that the crate made: it is short, and flat.
pub(crate) fn text(vm: &mut Vm, string: StringId) -> Completion<String> {
    let flat = vm.heap.flatten(string)?;
    Ok(vm.heap.view(flat).to_string_lossy())
}
