//! The built-in objects of an engine, each beside the one of a new engine that it is.
//!
//! Both engines are walked through side by side, in the order in which the new one was ([`Original`]). The other engine's
//! object under the same key matches only if it is of the same kind: otherwise a script has put it there. Classes of the
//! host count as built in; they follow one after the other.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::originals::Original;
use crate::{Done, TICKS_FOR_A_REALM, both, class_name, own_entries, within_realm};
use ferrotape_runtime::bigints;
use ferrotape_runtime::function::host::name_of_host_function;
use ferrotape_runtime::function::{self, Native};
use ferrotape_runtime::heap::{ObjectId, RealmId};
use ferrotape_runtime::host_part::InstalledClass;
use ferrotape_runtime::layout;
use ferrotape_runtime::object::{Class, Flags, Kind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::shape::{self, Attributes};
use ferrotape_runtime::string;
use ferrotape_runtime::symbol;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

pub(crate) struct BuiltIns {
    /// A new engine, and its objects by number.
    pub original: Original,
    /// The matching object of the engine for each number.
    pub objects: Vec<Option<ObjectId>>,
    /// The number of each of those.
    pub numbers: FxHashMap<ObjectId, usize>,
    /// Parts of each that are as in the new engine.
    pub kept: Vec<Kept>,
}

/// Parts of a built-in object that are as in a new engine.
#[derive(Copy, Clone, Default)]
pub(crate) struct Kept {
    /// Number of properties at its beginning.
    pub properties: u32,
    /// True if nothing differs.
    pub is_whole: bool,
}

/// Room for the numbers of objects that are no built-ins.
const ROOM_FOR_OTHERS: usize = 64;

impl BuiltIns {
    /// Makes those parts of each realm, and finds their objects.
    pub fn of(vm: &mut Vm, realms: &[(RealmId, u64)], classes: &[InstalledClass]) -> Done<BuiltIns> {
        for (place, &(realm, parts)) in realms.iter().enumerate() {
            make_parts_of(vm, place > 0, realm, parts)?;
        }
        let original = Original::of(vm, realms, classes)?;
        let beside = original.realms.iter().copied().zip(realms.iter().map(|&(realm, _)| realm)).collect();
        let count = original.objects.len();
        let mut walk = Walk {
            original: &original,
            beside,
            objects: vec![None; count],
            numbers: FxHashMap::default(),
            kept: vec![Kept::default(); count],
        };
        walk.numbers.reserve(count + ROOM_FOR_OTHERS);
        walk.through(vm, realms, classes)?;
        let (objects, numbers, kept) = (walk.objects, walk.numbers, walk.kept);
        Ok(BuiltIns { original, objects, numbers, kept })
    }
}

/// Makes parts of a realm. Those of the first realm may exceed the limits. Whoever restores an engine is told how many further
/// realms there are.
fn make_parts_of(vm: &mut Vm, is_further: bool, realm: RealmId, parts: u64) -> Done<()> {
    let is_charged = is_further && vm.heap.realm(realm).parts_made & parts != parts;
    let before = vm.heap.budget.bytes();
    if is_charged {
        vm.heap.work(TICKS_FOR_A_REALM)?;
        vm.heap.room(0)?;
    }
    within_realm(vm, realm, |vm| realm::make_parts(vm, parts));
    if is_charged {
        // On loan for what is made beside.
        vm.heap.lend(vm.heap.budget.bytes().saturating_sub(before))?;
    }
    Ok(())
}

struct Walk<'o> {
    original: &'o Original,
    /// The realm of the engine for each realm of the new one.
    beside: FxHashMap<RealmId, RealmId>,
    objects: Vec<Option<ObjectId>>,
    numbers: FxHashMap<ObjectId, usize>,
    kept: Vec<Kept>,
}

impl Walk<'_> {
    /// Goes the way on which the objects of the new engine got their numbers.
    fn through(&mut self, vm: &mut Vm, realms: &[(RealmId, u64)], classes: &[InstalledClass]) -> Done<()> {
        let original = self.original;
        for (&theirs, &(ours, _)) in original.realms.iter().zip(realms) {
            let (theirs, ours) = (roots_of(&original.vm, theirs), roots_of(vm, ours));
            theirs.into_iter().zip(ours).for_each(|(theirs, ours)| _ = self.meet(vm, theirs, ours));
        }
        let mut next = 0;
        self.look_further(vm, original.reachable, &mut next)?;
        for (theirs, ours) in original.vm.host.host_parts.iter().zip(&vm.host.host_parts) {
            self.meet(vm, Value::object(theirs.state), Value::object(ours.state));
        }
        let mut counts = original.counts.iter();
        self.look_further(vm, counts.next().copied().unwrap_or(0), &mut next)?;
        for ((theirs, ours), &count) in original.classes.iter().zip(classes).zip(counts) {
            for (&theirs, ours) in theirs.iter().zip(ours.objects) {
                self.meet(vm, Value::object(theirs), Value::object(ours));
            }
            self.look_further(vm, count, &mut next)?;
        }
        Ok(())
    }

    /// Gives an object the number of the one in the new engine, unless they differ in kind, or either has a match already. True
    /// if they match.
    fn meet(&mut self, vm: &Vm, theirs: Value, ours: Value) -> bool {
        let (Some(theirs), Some(ours)) = (theirs.as_object(), ours.as_object()) else { return false };
        let Some(number) = self.original.number(theirs) else { return false };
        let Some(place) = self.objects.get_mut(number) else { return false };
        if let Some(known) = *place {
            return known == ours;
        }
        if ours == vm.heap.nothing || !are_alike(&self.beside, &self.original.vm, theirs, vm, ours) {
            return false;
        }
        let Entry::Vacant(vacant) = self.numbers.entry(ours) else { return false };
        vacant.insert(number);
        *place = Some(ours);
        true
    }

    /// Looks into the objects up to that number.
    fn look_further(&mut self, vm: &mut Vm, end: usize, next: &mut usize) -> Done<()> {
        for number in *next..end {
            vm.heap.work(1)?;
            if let (Some(&theirs), Some(&Some(ours))) = (self.original.objects.get(number), self.objects.get(number)) {
                let kept = self.look_into(vm, theirs, ours)?;
                if let Some(place) = self.kept.get_mut(number) {
                    *place = kept;
                }
            }
        }
        *next = end.max(*next);
        Ok(())
    }

    /// Compares what two matching objects lead to: prototypes, properties under equal keys with equal attributes, and captures.
    /// Returns what of ours is as in the new engine.
    fn look_into(&mut self, vm: &mut Vm, theirs: ObjectId, ours: ObjectId) -> Done<Kept> {
        let original = self.original;
        let mut kept = Kept { properties: 0, is_whole: self.are_same_prototypes(vm, theirs, ours)? };
        let mut count = 0;
        for (slot, entry, value) in own_entries(&original.vm, theirs) {
            let is_same = match matching(&original.vm, (slot, entry.key), vm, ours) {
                Some(found) if found.attributes == entry.attributes => {
                    let is_in_place = found.is_in_place && is_in_all_engines(entry.key);
                    self.are_same_properties(vm, value, found.value)? && is_in_place
                }
                _ => false,
            };
            kept.is_whole &= is_same;
            kept.properties += u32::from(is_same && kept.properties == slot);
            count += 1;
        }
        let captured = original.vm.heap.all_captured(theirs).iter().zip(vm.heap.all_captured(ours));
        captured.for_each(|(&theirs, &ours)| _ = self.meet(vm, theirs, ours));
        kept.is_whole &= are_same_but_for_properties(&original.vm, theirs, count, vm, ours);
        // Its properties are made when it is touched.
        kept.is_whole |= vm.heap.class_of(ours) == Class::Unfilled;
        Ok(kept)
    }

    fn are_same_prototypes(&mut self, vm: &mut Vm, theirs: ObjectId, ours: ObjectId) -> Done<bool> {
        let prototype = |vm: &Vm, object| vm.heap.prototype_of(object).map_or(Value::NULL, Value::object);
        self.are_same(vm, prototype(&self.original.vm, theirs), prototype(vm, ours))
    }

    /// Compares the values of a property, or its getters and setters.
    fn are_same_properties(&mut self, vm: &mut Vm, theirs: Value, ours: Value) -> Done<bool> {
        let ([value, setter], [own_value, own_setter]) = (both(&self.original.vm, theirs), both(vm, ours));
        // Both are looked at: the second one may match where the first one does not.
        Ok(self.are_same(vm, value, own_value)? & self.are_same(vm, setter, own_setter)?)
    }

    /// Returns whether a value equals that of the new engine. Objects do if they match, strings if they have equal text, and
    /// symbols if all engines have them.
    fn are_same(&mut self, vm: &mut Vm, theirs: Value, ours: Value) -> Done<bool> {
        if theirs.is_object() {
            return Ok(self.meet(vm, theirs, ours));
        }
        if let (Some(theirs), Some(ours)) = (theirs.as_string(), ours.as_string()) {
            // A rope stays one: a script that has not paid for its text will pay.
            let theirs = self.original.vm.heap.atom_view(theirs);
            return Ok(vm.heap.with_units(ours, |view, _| Ok(view.equals(theirs)))?);
        }
        if let (Some(theirs), Some(ours)) = (theirs.as_bigint(), ours.as_bigint()) {
            return Ok(bigints::get(&self.original.vm.heap, theirs) == bigints::get(&vm.heap, ours));
        }
        Ok(theirs == ours && theirs.as_symbol().is_none_or(symbol::is_fixed))
    }
}

/// Returns whether a key means the same in all engines: strings do, and the symbols that all of them have.
pub(crate) fn is_in_all_engines(key: PropertyKey) -> bool {
    key.as_symbol().is_none_or(symbol::is_fixed)
}

/// Returns whether two matching objects differ in nothing besides prototypes and properties, of which theirs has that many.
fn are_same_but_for_properties(original: &Vm, theirs: ObjectId, count: u32, vm: &Vm, ours: ObjectId) -> bool {
    let (heap, own) = (&original.heap, &vm.heap);
    let slots = layout::slot_count(heap, theirs);
    slots == layout::slot_count(own, ours)
        // Where theirs has deleted properties, ours may have others.
        && (slots == count || own_entries(vm, ours).count() == count as usize)
        && layout::layout_of_slots(heap, theirs) == layout::layout_of_slots(own, ours)
        && own.elements(ours).is_empty()
        && heap.length_of_array(theirs) == own.length_of_array(ours)
        && !own.has_flag(ours, Flags::FIXED_LENGTH)
        && heap.is_extensible(theirs) == own.is_extensible(ours)
}

/// Enough for the intrinsics of a realm.
const ROOM_FOR_ROOTS: usize = 256;

/// Starting points of a realm's built-ins.
pub(crate) fn roots_of(vm: &Vm, realm: RealmId) -> Vec<Value> {
    let realm = vm.heap.realm(realm);
    let mut roots = Vec::with_capacity(ROOM_FOR_ROOTS);
    roots.extend([Value::object(realm.global), Value::object(realm.lexical)]);
    realm.intrinsics.for_each(&mut |value| roots.push(value));
    roots.extend(realm.further.iter().map(|&object| Value::object(object)));
    roots
}

/// Returns whether one object can be the other: of one kind and realm, with the same native code, name or class, and with what
/// stays whatever scripts do.
fn are_alike(beside: &FxHashMap<RealmId, RealmId>, original: &Vm, theirs: ObjectId, vm: &Vm, ours: ObjectId) -> bool {
    let is_beside = |theirs, ours| beside.get(&theirs) == Some(&ours);
    match (original.heap.kind(theirs), vm.heap.kind(ours)) {
        (Kind::Native(Native { function: a, realm: theirs }), Kind::Native(Native { function: b, realm: ours })) => {
            is_beside(theirs, ours) && std::ptr::eq(function::native(original, a), function::native(vm, b))
        }
        (Kind::Host(a), Kind::Host(b)) => {
            is_beside(a.realm, b.realm) && name_of_host_function(a) == name_of_host_function(b)
        }
        (Kind::Global(theirs), Kind::Global(ours)) => is_beside(theirs, ours),
        (Kind::HostObject(_), Kind::HostObject(_)) => class_name(original, theirs) == class_name(vm, ours),
        (a, b) => {
            std::mem::discriminant(&a) == std::mem::discriminant(&b) && has_fixed_properties(original, theirs, vm, ours)
        }
    }
}

/// Returns whether an object has the properties of the other one that no script can remove, as `Math.PI`. Without them, nothing
/// could make the other one of it.
fn has_fixed_properties(original: &Vm, theirs: ObjectId, vm: &Vm, ours: ObjectId) -> bool {
    let changeable = Attributes::WRITABLE.with(Attributes::LAZY);
    let mut fixed = own_entries(original, theirs).filter(|(_, entry, _)| !entry.attributes.is_configurable());
    vm.heap.class_of(ours) == Class::Unfilled
        || fixed.all(|(slot, entry, _)| {
            matching(original, (slot, entry.key), vm, ours)
                .is_some_and(|found| found.attributes.without(changeable) == entry.attributes.without(changeable))
        })
}

/// A property that has the key of another engine's property.
struct Matching {
    attributes: Attributes,
    value: Value,
    /// True if it is in the same slot, as it usually is.
    is_in_place: bool,
}

/// Returns the property of an object that has the key of another engine's property.
fn matching(original: &Vm, (slot, key): (u32, PropertyKey), vm: &Vm, object: ObjectId) -> Option<Matching> {
    if let Some(entry) = entry_in(vm, object, slot)
        && are_same_keys(original, key, vm, entry.key)
    {
        return Some(Matching { attributes: entry.attributes, value: vm.heap.slot(object, slot), is_in_place: true });
    }
    let key = match key.as_atom() {
        Some(atom) => PropertyKey::from_atom(string::find_interned(&vm.heap, original.heap.atom_view(atom))?),
        None => key,
    };
    let stored = vm.heap.stored_property(object, key)?;
    Some(Matching { attributes: stored.attributes, value: stored.value, is_in_place: false })
}

/// Returns the entry of a slot of an object that has got its properties.
fn entry_in(vm: &Vm, object: ObjectId, slot: u32) -> Option<shape::PropertyEntry> {
    shape::entry_in_slot(&vm.heap, vm.heap.shape_of(object), slot as usize)
}

/// Returns whether keys of two engines are the same: symbols of built-ins have the same numbers in all engines.
fn are_same_keys(original: &Vm, theirs: PropertyKey, vm: &Vm, ours: PropertyKey) -> bool {
    match (theirs.as_atom(), ours.as_atom()) {
        (Some(theirs), Some(ours)) => original.heap.atom_view(theirs).equals(vm.heap.atom_view(ours)),
        _ => theirs == ours,
    }
}
