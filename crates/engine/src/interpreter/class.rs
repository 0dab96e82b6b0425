//! Classes (ECMA-262 15.7) and construction through `super()` (13.3.7).

use ferrotape_bytecode::{ClassKind, LISTED_ARGUMENTS, OWN_ARGUMENTS};

use super::calls::Entered;
use crate::code::CodeCell;
use crate::environment::Place;
use crate::error::Completion;
use crate::function::PROTOTYPE_SLOT;
use crate::heap::{ObjectId, RealmId};
use crate::loop_exit::LoopExit;
use crate::messages;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::{Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::symbol::FIELDS;
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// What a class member with a method is.
pub(crate) enum MethodForm {
    Method(Value),
    Getter(Value),
    Setter(Value),
}

impl Vm {
    /// ClassDefinitionEvaluation, ECMA-262 15.7.14, steps 5 to 19: the closure of the constructor gets what makes it a class, and
    /// the prototype of the instances is given. Base classes have no parent.
    pub(crate) fn make_class(&mut self, constructor: Value, parent: Value) -> Completion<Value> {
        let Some(class) = constructor.as_object() else { return Ok(Value::UNDEFINED) };
        if self.class_kind(class).is_none() || self.heap.shape_of(class) != self.realm.shapes.constructor {
            return self.type_error(messages::NOT_A_NEW_CLASS);
        }
        let (parent, prototype) = match self.class_kind(class) {
            Some(ClassKind::Derived) => {
                let (parent, above) = self.parents(parent)?;
                let prototype = self.heap.new_object_with_prototype(above, ObjectKind::Ordinary);
                self.heap.add_slot(prototype, keys::CONSTRUCTOR, constructor, Attributes::METHOD)?;
                (parent, prototype)
            }
            _ => {
                let shape = self.realm.shapes.prototype;
                (None, self.heap.new_object_with(shape, ObjectKind::Ordinary, &[constructor]))
            }
        };
        let shape = self.realm.shapes.class;
        self.heap.set_shape(class, shape);
        self.heap.set_slot(class, PROTOTYPE_SLOT, Value::object(prototype));
        if let Some(parent) = parent.filter(|&parent| parent != self.intrinsics().function_prototype) {
            self.heap.replace_prototype(class, Some(parent));
        }
        self.make_method(class, prototype);
        Ok(Value::object(prototype))
    }

    /// What the constructor of a derived class and the prototype of its instances inherit from.
    fn parents(&mut self, parent: Value) -> Completion<(Option<ObjectId>, Option<ObjectId>)> {
        if parent.is_null() {
            return Ok((None, None));
        }
        let Some(object) = parent.as_object().filter(|&object| self.heap.has_construct(object)) else {
            let what = self.describe(parent);
            return self.type_error(messages::not_a_parent(&what));
        };
        let prototype = self.get(object, keys::PROTOTYPE)?;
        if prototype.is_object() || prototype.is_null() {
            return Ok((Some(object), prototype.as_object()));
        }
        let what = self.describe(prototype);
        self.type_error(messages::not_a_parent_prototype(&what))
    }

    fn class_kind(&self, constructor: ObjectId) -> Option<ClassKind> {
        match self.heap.kind(constructor) {
            Kind::Closure { code, .. } => self.heap.code_cell(code).class,
            _ => None,
        }
    }

    /// DefineMethodProperty, ECMA-262 10.2.8, and its like for accessors: not enumerable.
    pub(crate) fn define_method(&mut self, target: Value, key: Value, form: MethodForm) -> Completion<Value> {
        let key = self.to_property_key(key)?;
        let Some(object) = target.as_object() else { return Ok(target) };
        if let MethodForm::Method(method) = form
            && self.define_plainly(object, key, method, Attributes::METHOD)?
        {
            return Ok(target);
        }
        self.refuse_static_prototype(object, key)?;
        let descriptor = match form {
            MethodForm::Method(method) => PropertyDescriptor::data(method, Attributes::METHOD),
            MethodForm::Getter(getter) => accessor(Some(getter), None),
            MethodForm::Setter(setter) => accessor(None, Some(setter)),
        };
        self.define_property_or_throw(object, key, &descriptor)?;
        Ok(target)
    }

    /// DefineField of a public field, ECMA-262 7.3.34.
    pub(crate) fn define_field(&mut self, target: Value, key: Value, value: Value) -> Completion<()> {
        let key = self.to_property_key(key)?;
        target.as_object().map_or(Ok(()), |object| self.create_field(object, key, value))
    }

    /// CreateDataPropertyOrThrow, ECMA-262 7.3.6.
    pub(crate) fn create_field(&mut self, object: ObjectId, key: PropertyKey, value: Value) -> Completion<()> {
        self.refuse_static_prototype(object, key)?;
        self.define_property_or_throw(object, key, &PropertyDescriptor::data(value, Attributes::ALL))
    }

    /// A better message than that of what cannot be redefined.
    fn refuse_static_prototype(&mut self, object: ObjectId, key: PropertyKey) -> Completion<()> {
        if key == keys::PROTOTYPE && self.class_kind(object).is_some() {
            return self.type_error(messages::STATIC_PROTOTYPE);
        }
        Ok(())
    }

    pub(crate) fn set_fields(&mut self, class: Value, function: Value) -> Completion<Value> {
        if let Some(class) = class.as_object() {
            self.heap.store_property(class, FIELDS, function, Attributes::NONE)?;
        }
        Ok(class)
    }

    /// The function that gives the instances of a class their fields, which is called with the instance.
    pub(crate) fn fields_of(&self, class: Value) -> Value {
        let stored = class.as_object().and_then(|class| self.heap.stored_property(class, FIELDS));
        stored.map_or(Value::UNDEFINED, |stored| stored.value)
    }

    /// GetSuperConstructor ( ), ECMA-262 13.3.7.2
    pub(crate) fn parent_constructor(&mut self, function: Value) -> Completion<Value> {
        let Some(function) = function.as_object() else { return Ok(Value::NULL) };
        Ok(self.get_prototype_of(function)?.map_or(Value::NULL, Value::object))
    }

    /// `super()`: the parent and the new target lie on the stack from there on, and then the arguments, or an array of them, if
    /// they are not those of the running function.
    #[inline(never)]
    pub(crate) fn construct_super(&mut self, at: usize, count: u16, dst: u8) -> Completion<Entered> {
        let (parent, new_target) = (self.stack[at], self.stack[at + 1]);
        if count == LISTED_ARGUMENTS {
            return self.construct_super_with(parent, new_target, self.stack[at + 2], dst);
        }
        if count != OWN_ARGUMENTS {
            self.stack[at] = new_target;
            return self.enter_super(parent, new_target, at + 1, count.into(), dst);
        }
        // Those that the frame keeps are put where a callee wants them: above what it has.
        let arguments = self.kept_arguments().len();
        let first = self.frame().top as usize + 1;
        self.reserve_stack(first, arguments + 1)?;
        let start = self.place_of_kept_arguments();
        self.stack.copy_within(start..start + arguments, first + 1);
        (self.stack[first - 1], self.stack[first]) = (new_target, Value::UNDEFINED);
        self.top = first + 1 + arguments;
        self.tick(arguments as u64 / ferrotape_budget::costs::ARGUMENTS_PER_TICK)?;
        self.enter_super(parent, new_target, first, arguments, dst)
    }

    /// The same with the arguments in an array.
    fn construct_super_with(&mut self, parent: Value, new_target: Value, list: Value, dst: u8) -> Completion<Entered> {
        let first = self.frame().top as usize + 1;
        let count = self.spread_on_stack(new_target, Value::UNDEFINED, list, first)?;
        self.enter_super(parent, new_target, first, count, dst)
    }

    /// Construct of the parent. The arguments are on the stack behind `first`, which becomes `this`; below lies the new target.
    pub(crate) fn enter_super(
        &mut self,
        parent: Value,
        new_target: Value,
        first: usize,
        count: usize,
        dst: u8,
    ) -> Completion<Entered> {
        let (Some(object), Some(target)) =
            (parent.as_object().filter(|&object| self.heap.has_construct(object)), new_target.as_object())
        else {
            let what = self.describe_parent(parent);
            let class = self.name_of_running_class();
            return self.type_error(messages::not_a_super_constructor(&what, &class));
        };
        if self.heap.budget.spend(1) && self.keeping([parent], |vm| vm.safepoint_of_window(first + 1 + count))? {
            return Ok(Entered::Exit(LoopExit::Paused));
        }
        match self.heap.kind(object) {
            Kind::Closure { code, environment, .. } => {
                self.stack[first] = self.object_to_construct(target, code)?;
                self.enter_closure((object, code, environment), first, count, dst, FrameKind::Construct)
            }
            Kind::Native { .. } | Kind::Host(_) => {
                self.stack[first] = Value::UNDEFINED;
                Ok(Entered::Value(self.call_native(object, first, count, Some(target))?))
            }
            _ => {
                let arguments = self.stack[first + 1..=first + count].to_vec();
                Ok(Entered::Value(Value::object(self.construct(object, &arguments, target)?)))
            }
        }
    }

    /// What messages call what is no constructor: a function's name. What extends null has a function without a name.
    fn describe_parent(&mut self, parent: Value) -> String {
        if !self.heap.is_callable(parent) {
            return self.describe(parent);
        }
        let name = parent.as_object().and_then(|function| self.heap.stored_property(function, keys::NAME));
        match name.and_then(|name| name.value.as_string()).map(|name| self.heap.shown_name(name)) {
            Some(name) if !name.is_empty() => name,
            _ => "null".to_owned(),
        }
    }

    /// The name of the class whose constructor runs, for messages.
    fn name_of_running_class(&self) -> String {
        self.heap.atom_view(self.heap.code_cell(self.frame().code).name).shown_name()
    }

    /// Throws the error of a class that is called like a function, which is one of its realm.
    #[cold]
    pub(crate) fn refuse_call_of_class(&mut self, class: ObjectId, realm: RealmId) -> Completion<()> {
        let name = match self.heap.kind(class) {
            Kind::Closure { code, .. } => self.heap.atom_view(self.heap.code_cell(code).name).shown_name(),
            _ => String::new(),
        };
        self.in_realm(realm, |vm| vm.type_error(messages::class_called(&name)))
    }

    /// A ReferenceError where the value of the binding of `this` says that `super()` has been called before.
    pub(crate) fn check_unbound(&mut self, this: Value) -> Completion<Value> {
        if this.is_empty() { Ok(Value::UNDEFINED) } else { self.reference_error(messages::THIS_BOUND_TWICE) }
    }

    /// BindThisValue ( V ), ECMA-262 9.1.1.3.1, of a variable that was looked up by name.
    pub(crate) fn bind_this_in(&mut self, place: Value, this: Value) -> Completion<Value> {
        if let Place::Bound { record, index, .. } = self.place_of_value(place, keys::THIS)? {
            self.check_unbound(self.bound_value(record, index))?;
            self.set_bound_value(record, index, this);
        }
        Ok(this)
    }

    /// [[Construct]], ECMA-262 10.2.2, step 13, of a derived constructor that has not returned undefined.
    pub(crate) fn derived_result(&mut self, value: Value) -> Completion<Value> {
        if value.is_object() {
            return Ok(value);
        }
        self.at_end_of_constructor(|vm| vm.type_error(messages::DERIVED_RESULT))
    }

    /// Throws the error that there is no `this`.
    #[cold]
    pub(crate) fn this_not_bound<T>(&mut self) -> Completion<T> {
        self.at_end_of_constructor(|vm| vm.reference_error(messages::THIS_NOT_BOUND))
    }

    /// Throws an error that may be one of [[Construct]], ECMA-262 10.2.2 steps 13 and 14, of a derived constructor that has
    /// ended: then it is one of the caller's realm. The place of that is the brace at the end, where no expression is.
    fn at_end_of_constructor<T>(&mut self, throw: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
        let CodeCell { class, block, .. } = self.heap.code_cell(self.frame().code);
        let text = block.unit.unit.source.text().as_bytes();
        let is_end =
            *class == Some(ClassKind::Derived) && text.get(block.source_offset(self.pc) as usize) == Some(&b'}');
        let caller = self.frames.len().checked_sub(2).filter(|_| is_end).and_then(|caller| self.frames.get(caller));
        match caller.map(|caller| self.heap.code_block(caller.code).realm) {
            Some(realm) => self.in_realm(realm, throw),
            None => throw(self),
        }
    }
}

fn accessor(get: Option<Value>, set: Option<Value>) -> PropertyDescriptor {
    PropertyDescriptor { get, set, enumerable: Some(false), configurable: Some(true), ..PropertyDescriptor::default() }
}
