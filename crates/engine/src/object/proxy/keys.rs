//! [[OwnPropertyKeys]] of proxies, 10.5.11.
//!
//! Both lists, the trap's and the target's, may be as long as memory lets them be: each step ticks, and what they take is lent.

use super::{Trap, Trapped};
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::key_set::KeySet;
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

const NAME: &str = "ownKeys";

impl Vm {
    /// The list is on loan; its keys are kept by nothing else.
    #[cold]
    pub(crate) fn proxy_own_property_keys(&mut self, proxy: ObjectId) -> Completion<Vec<PropertyKey>> {
        self.keeping([Value::object(proxy)], |vm| {
            let trap = match vm.find_trap(proxy, keys::OWN_KEYS)? {
                Trapped::Not(target) => return vm.own_property_keys(target),
                Trapped::By(trap) => trap,
            };
            let on_loan = vm.heap.on_loan();
            let answer = vm.call_trap(trap, [Value::object(trap.target)])?;
            vm.keep(answer);
            let keys = vm.keys_of_answer(answer)?;
            let set = vm.set_of_keys(&keys)?;
            vm.compare_with_target(trap, &keys, &set)?;
            vm.heap.settle_loans(on_loan);
            vm.heap.lend(keys.capacity() * size_of::<PropertyKey>())?;
            Ok(keys)
        })
    }

    /// CreateListFromArrayLike ( obj, property-key ), ECMA-262 7.3.19. The keys are kept.
    fn keys_of_answer(&mut self, answer: Value) -> Completion<Vec<PropertyKey>> {
        let Some(list) = answer.as_object() else {
            return self.broken_invariant(NAME, None, "it is no object");
        };
        let length = self.length_of_array_like(list)?;
        let mut keys = Vec::new();
        for index in 0..length {
            self.tick(1)?;
            let index = self.heap.key_of_index(index);
            let key = self.get(list, index)?;
            if !key.is_string() && !key.is_symbol() {
                return self.broken_invariant(NAME, None, "it has something that is neither a string nor a symbol");
            }
            let key = self.to_property_key(key)?;
            self.keep_many([key.kept_form()].into_iter())?;
            self.heap.lend_room(&mut keys, 1)?;
            keys.push(key);
        }
        Ok(keys)
    }

    fn set_of_keys(&mut self, keys: &[PropertyKey]) -> Completion<KeySet> {
        let mut set = KeySet::default();
        self.heap.lend(set.growth(keys.len()))?;
        for &key in keys {
            self.tick(1)?;
            if !set.insert(key) {
                return self.broken_invariant(NAME, Some(key), "it has the same key twice");
            }
        }
        Ok(set)
    }

    /// The target's properties that are fixed must be among the keys; all of them, and no others, where it cannot be extended.
    fn compare_with_target(&mut self, trap: Trap, keys: &[PropertyKey], set: &KeySet) -> Completion<()> {
        let extensible = self.is_extensible(trap.target)?;
        let own = self.own_property_keys(trap.target)?;
        self.keep_many(own.iter().map(|key| key.kept_form()))?;
        let mut is_missing = None;
        for &key in &own {
            self.tick(1)?;
            let property = self.own_property(trap.target, key)?;
            let must_be_there = !extensible || property.is_some_and(|own| !own.attributes.is_configurable());
            if must_be_there && !set.contains(key) {
                is_missing = is_missing.or(Some(key));
            }
        }
        if is_missing.is_some() {
            return self.broken_invariant(NAME, is_missing, "the target's property is missing");
        }
        if !extensible && keys.len() != own.len() {
            return self.broken_invariant(NAME, None, "the target is not extensible and does not have all of the keys");
        }
        Ok(())
    }
}
