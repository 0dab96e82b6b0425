//! Tables of things that hosts know by number.

/// A place in a table, and how often the place was used before: a released handle is known as such.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Handle {
    index: u32,
    generation: u32,
}

/// The generations of a place. All handles are integers below 2^53, which every language has.
const GENERATIONS: u32 = 1 << 20;

impl Handle {
    /// The handle of nothing, for operations that need none.
    ///
    /// ```
    /// assert_eq!(ferrotape_session::Handle::NONE.number(), 0);
    /// ```
    pub const NONE: Handle = Handle { index: 0, generation: 0 };

    /// Returns the handle as a number below 2^53.
    ///
    /// ```
    /// use ferrotape_session::Handle;
    ///
    /// assert_eq!(Handle::from_number(1 << 32 | 5).number(), 1 << 32 | 5);
    /// ```
    pub fn number(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// Returns the handle of a number: see [`Handle::number`].
    pub fn from_number(number: u64) -> Handle {
        Handle { index: number as u32, generation: (number >> 32) as u32 }
    }
}

/// Things by their handles.
///
/// ```
/// use ferrotape_session::Table;
///
/// let mut table = Table::default();
/// let handle = table.insert("it").unwrap();
/// assert_eq!((table.get(handle), table.len()), (Some(&"it"), 1));
/// assert_eq!((table.remove(handle), table.get(handle), table.is_empty()), (Some("it"), None, true));
/// ```
pub struct Table<T> {
    /// The generation of a place that is taken is odd.
    places: Vec<Place<T>>,
    free: Vec<u32>,
}

/// A place of the table, which may be used again.
struct Place<T> {
    generation: u32,
    content: Option<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Table<T> {
    /// Takes a place. None where all of them are taken or worn out.
    pub fn insert(&mut self, content: T) -> Option<Handle> {
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                let index = u32::try_from(self.places.len()).ok().filter(|&index| index < u32::MAX)?;
                self.places.push(Place { generation: 0, content: None });
                index
            }
        };
        let place = self.places.get_mut(index as usize)?;
        place.generation += 1;
        place.content = Some(content);
        Some(Handle { index, generation: place.generation })
    }

    /// Returns the thing of a handle that was not removed.
    pub fn get(&self, handle: Handle) -> Option<&T> {
        let place = self.places.get(handle.index as usize)?;
        place.content.as_ref().filter(|_| place.generation == handle.generation)
    }

    /// Returns the thing of a handle that was not removed, to be changed.
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        let place = self.places.get_mut(handle.index as usize)?;
        place.content.as_mut().filter(|_| place.generation == handle.generation)
    }

    /// Removes the thing of a handle.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        let place = self.places.get_mut(handle.index as usize)?;
        if place.generation != handle.generation {
            return None;
        }
        let content = place.content.take()?;
        place.generation += 1;
        // A worn place is never taken again, so no handle comes back to life.
        if place.generation < GENERATIONS {
            self.free.push(handle.index);
        }
        Some(content)
    }

    /// Removes all things, and returns them. Their handles stay stale.
    pub fn take_all(&mut self) -> Vec<T> {
        let mut taken = Vec::new();
        for (index, place) in self.places.iter_mut().enumerate() {
            if let Some(content) = place.content.take() {
                taken.push(content);
                place.generation += 1;
                if place.generation < GENERATIONS {
                    self.free.push(index as u32);
                }
            }
        }
        taken
    }

    /// Returns whether there is nothing in the table.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of things.
    pub fn len(&self) -> usize {
        self.places.iter().filter(|place| place.content.is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_released_handle_is_never_one_of_a_later_thing() {
        let mut table = Table::default();
        let first = table.insert("first").expect("a place");
        assert_eq!((table.remove(first), table.remove(first)), (Some("first"), None));
        let second = table.insert("second").expect("a place");
        assert_eq!((first.index, table.get(first), table.get(second)), (second.index, None, Some(&"second")));
        assert!(table.get(Handle { index: first.index, generation: 2 }).is_none(), "the place was free then");
        assert!(table.get(Handle::NONE).is_none());
    }

    #[test]
    fn an_emptied_table_goes_on_with_its_generations() {
        let mut table = Table::default();
        let (first, second) = (table.insert(1).expect("a place"), table.insert(2).expect("a place"));
        table.remove(first);
        assert_eq!((table.take_all(), table.len()), (vec![2], 0));
        let later = [table.insert(3).expect("a place"), table.insert(4).expect("a place")];
        assert!(!later.contains(&first) && !later.contains(&second));
        assert_eq!((table.get(first), table.get(second), table.len()), (None, None, 2));
    }

    #[test]
    fn a_worn_place_is_left() {
        let mut table = Table::default();
        let mut handle = table.insert(()).expect("a place");
        for _ in 1..GENERATIONS / 2 {
            table.remove(handle);
            handle = table.insert(()).expect("a place");
        }
        assert_eq!(handle.index, 0);
        table.remove(handle);
        assert_eq!(table.insert(()).map(|handle| handle.index), Some(1));
        assert!(handle.number() < 1 << 53);
    }
}
