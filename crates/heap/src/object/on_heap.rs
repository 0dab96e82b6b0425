//! Operations on objects: creation, and questions about their kind.

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::proxy::Proxy;
use crate::object::{Class, Flags, Kind, ObjectKind};
use crate::shape;
use crate::value::Value;

/// Objects that pass for undefined, ECMA-262 B.3.6, such as `document.all`. Few engines ever have any, so callers check
/// first whether there are some.
impl Heap {
    #[inline(always)]
    pub fn is_html_dda(&self, value: Value) -> bool {
        self.has_html_dda && self.has_html_dda_slot(value)
    }

    #[cold]
    fn has_html_dda_slot(&self, value: Value) -> bool {
        value.as_object().is_some_and(|object| self.has_flag(object, Flags::IS_HTML_DDA))
    }

    pub fn make_html_dda(&mut self, object: ObjectId) {
        self.has_html_dda = true;
        self.insert_flag(object, Flags::IS_HTML_DDA);
    }
}

impl Heap {
    /// Returns whether the object has a [[Call]] internal method.
    #[inline(always)]
    pub fn has_call(&self, object: ObjectId) -> bool {
        match self.kind(object) {
            Kind::Closure { .. } | Kind::Native { .. } | Kind::Host(_) | Kind::Bound(_) => true,
            Kind::Proxy(Proxy { callable, .. }) => callable,
            _ => false,
        }
    }

    /// Returns whether the object has a [[Construct]] internal method.
    #[inline(always)]
    pub fn has_construct(&self, object: ObjectId) -> bool {
        self.has_flag(object, Flags::CONSTRUCTOR)
    }

    #[inline(always)]
    pub fn is_array(&self, object: ObjectId) -> bool {
        self.length_of_array(object).is_some()
    }

    /// Returns whether the object may have properties with array indices now.
    pub fn may_have_elements(&self, object: ObjectId) -> bool {
        !self.elements(object).is_empty() || self.class_of(object).has_other_elements()
    }

    /// Returns whether the elements are a short vector from which all were deleted.
    pub(crate) fn has_nothing_but_holes(&self, object: ObjectId) -> bool {
        const SHORT: usize = 64;
        let is_empty = |values: &[Value]| values.len() <= SHORT && values.iter().all(|value| value.is_empty());
        !self.class_of(object).has_other_elements() && self.elements(object).as_dense().is_some_and(is_empty)
    }

    /// Makes an object without properties.
    pub fn new_object_with_prototype(&mut self, prototype: Option<ObjectId>, kind: ObjectKind) -> ObjectId {
        let shape = shape::root_shape(self, prototype, kind.class());
        self.new_object(shape, kind)
    }

    #[inline(always)]
    pub fn class_of(&self, object: ObjectId) -> Class {
        self[self.shape_of(object)].class
    }

    /// [[Extensible]]
    #[inline(always)]
    pub fn is_extensible(&self, object: ObjectId) -> bool {
        self[self.shape_of(object)].extensible
    }

    /// The stored prototype: [[GetPrototypeOf]] of all objects but those of a class that answers for itself.
    #[inline(always)]
    pub fn prototype_of(&self, object: ObjectId) -> Option<ObjectId> {
        self[self.shape_of(object)].prototype
    }

    /// The next object up whose properties can be read from storage, for messages, which run no script.
    pub fn known_prototype_of(&self, object: ObjectId) -> Option<ObjectId> {
        self.prototype_of(object).filter(|&prototype| !self.class_of(prototype).is_opaque())
    }
}

impl Heap {
    #[inline]
    pub fn is_proxy(&self, object: ObjectId) -> bool {
        matches!(self.kind(object), Kind::Proxy { .. })
    }
}
