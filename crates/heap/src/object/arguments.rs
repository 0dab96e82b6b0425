//! The `arguments` object, ECMA-262 10.4.4: internal slots of mapped ones.

use ferrotape_budget::costs::allocation_bytes;

use crate::id::{ObjectId, RecordId};
use crate::object::internal_slots::{Cells, InternalSlots, Pieces, SavedSlots, SlotReader, Visit};
use crate::value::Value;

/// The internal slot [[ParameterMap]]. A mapped argument is a hole among the object's elements until something other than
/// its value is changed.
#[derive(Clone)]
pub struct MappedArguments {
    /// The record of the function scope.
    pub record: RecordId,
    /// Index of the parameter's binding in the record, for each argument that is still mapped.
    pub mapped: Box<[Option<u32>]>,
}

impl MappedArguments {
    /// The indices of the arguments that are mapped.
    pub fn mapped_indices(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.mapped).filter(|(_, mapped)| mapped.is_some()).map(|(index, _)| index)
    }
}

impl InternalSlots for MappedArguments {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let MappedArguments { record, mapped: _ } = self;
        visit.record(*record);
    }

    fn bytes(&self) -> usize {
        allocation_bytes(size_of::<MappedArguments>()) + allocation_bytes(size_of_val(&*self.mapped))
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        None
    }
}

/// Writes only the mapping: the record exists before the object does, and its values are read on demand.
impl SavedSlots for MappedArguments {
    const HAS_LINKS: bool = false;

    fn write_state(&self, _: &impl Cells, out: &mut Pieces) {
        let MappedArguments { record, mapped } = self;
        out.value(Value::record(*record));
        out.bytes.number(mapped.len() as u64);
        mapped.iter().for_each(|mapped| out.bytes.number(mapped.map_or(0, |index| u64::from(index) + 1)));
    }

    fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let Some(record) = from.record()? else { return Err(R::damaged("there is no such record")) };
        let names = from.cells().names_of_record(record);
        let mut mapped = vec![None; from.count(1, size_of::<Option<u32>>())?].into_boxed_slice();
        for place in &mut mapped {
            let Some(index) = from.saved::<u32>()?.checked_sub(1) else { continue };
            if index as usize >= names {
                return Err(R::damaged("there is no such variable"));
            }
            *place = Some(index);
        }
        Ok(MappedArguments { record, mapped })
    }

    fn write_links(&self, _: &impl Cells, _: &mut Pieces) {}

    fn read_links<R: SlotReader>(&mut self, _: &mut R) -> Result<(), R::Error> {
        Ok(())
    }
}
