//! Iterators in places below the values, and sources of values for patterns.
//!
//! ```text
//!          {iterable} GETITER HOLD,next HOLD,object LITERAL,false HOLD,done
//!          S.TRYF,handler
//!    next: LITERAL,true HOLD,done HELD,object HELD,next CALLV,0 B.DONE,end LITERAL,false HOLD,done
//!          {target} {body} B.ALWAYS,next
//!     end: B.ALWAYS,over
//! handler: END,x+1
//!          B.THROWN,thrown
//!          {close} ENDF
//!  thrown: {close, whatever that throws} ENDF
//!    over: END,x
//! ```

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::ExpressionId;
use ferrotape_text::Name;

use super::{Compiled, FunctionGenerator, text_id};
use crate::control_flow::Label;
use crate::lowering::{IteratorHint, Iterators, Jumps, Key, Parts, Scopes, Values, close, close_thrown};

/// Three places of an iterator: object, `next`, done.
#[derive(Copy, Clone)]
pub(crate) struct IteratorPlaces {
    first: u32,
    hint: IteratorHint,
}

impl<'t> Parts<'t> for FunctionGenerator<'t> {
    /// Moves the top value to a new place below the values.
    fn hold(&mut self, (): ()) -> Compiled<u32> {
        let place = self.new_place();
        self.emit(StackInstruction::Hold(place));
        Ok(place)
    }

    fn held(&mut self, held: u32) -> Compiled {
        self.emit(StackInstruction::Held(held));
        Ok(())
    }

    fn or_default(&mut self, (): (), default: ExpressionId) -> Compiled {
        let end = self.core.label();
        self.emit(StackInstruction::Dup);
        self.literal(Literal::Undefined);
        self.emit(StackInstruction::Seq);
        self.branch(false, end);
        self.emit(StackInstruction::Pop);
        self.value(default)?;
        self.bind(end);
        Ok(())
    }

    fn require_coercible(&mut self, place: u32, first: Option<Name>) -> Compiled {
        self.emit(StackInstruction::Held(place));
        match first {
            Some(name) => self.string(text_id(name)),
            None => self.literal(Literal::Undefined),
        }
        self.emit_throwing(StackInstruction::RequireCoercible);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn property_key(&mut self, key: ExpressionId) -> Compiled<u32> {
        self.literal(Literal::Boolean(false));
        self.value(key)?;
        self.emit_at(self.core.tree[key].span.start, StackInstruction::ToKey);
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Pop);
        self.hold(())
    }

    fn member(&mut self, object: u32, key: Key<u32>, at: u32) -> Compiled {
        self.emit(StackInstruction::Held(object));
        self.push_key(key);
        self.emit(StackInstruction::Ref);
        self.emit_at(at, StackInstruction::GetValue);
        Ok(())
    }

    fn new_list(&mut self) -> Compiled<u32> {
        self.emit(StackInstruction::Array);
        self.emit(StackInstruction::New(0));
        self.hold(())
    }

    /// Appends the top value to a list.
    fn append(&mut self, list: u32, (): ()) -> Compiled {
        self.emit(StackInstruction::Held(list));
        self.emit_throwing(StackInstruction::ToObject);
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Append);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn append_key(&mut self, list: u32, key: Key<u32>) -> Compiled {
        self.push_key(key);
        self.append(list, ())
    }

    fn rest_properties(&mut self, source: u32, taken: u32) -> Compiled {
        self.emit(StackInstruction::Held(source));
        self.emit(StackInstruction::Held(taken));
        self.emit_throwing(StackInstruction::ToObject);
        self.emit_throwing(StackInstruction::RestProperties);
        Ok(())
    }

    fn argument(&mut self, position: u32) -> Compiled {
        self.emit(StackInstruction::Argument(position));
        Ok(())
    }

    fn rest_arguments(&mut self, start: u32) -> Compiled {
        self.emit_throwing(StackInstruction::RestArguments(start));
        Ok(())
    }
}

impl<'t> Iterators<'t> for FunctionGenerator<'t> {
    fn open_iterator(&mut self, (): (), at: u32) -> Compiled<IteratorPlaces> {
        Ok(self.begin_iterator(IteratorHint::Sync, at))
    }

    fn open_iterator_in(
        &mut self,
        id: ExpressionId,
        around: Option<ScopeId>,
        hint: IteratorHint,
        at: u32,
    ) -> Compiled<IteratorPlaces> {
        around.map_or(Ok(()), |scope| self.enter_scope(scope))?;
        self.value(id)?;
        if around.is_some() {
            self.end_block();
        }
        Ok(self.begin_iterator(hint, at))
    }

    fn step(&mut self, iterator: IteratorPlaces, end: Label) -> Compiled {
        self.set_done(iterator, true);
        self.emit(StackInstruction::Held(iterator.first));
        self.emit(StackInstruction::Held(iterator.first + 1));
        self.call_method_of(iterator);
        self.emit_throwing(StackInstruction::BDone(end.0));
        self.set_done(iterator, false);
        Ok(())
    }

    fn step_or_undefined(&mut self, iterator: IteratorPlaces) -> Compiled {
        let (none, end) = (self.core.label(), self.core.label());
        self.branch_done(iterator, none)?;
        self.step(iterator, none)?;
        self.jump(end);
        self.bind(none);
        self.literal(Literal::Undefined);
        self.bind(end);
        Ok(())
    }

    fn skip(&mut self, iterator: IteratorPlaces) -> Compiled {
        let end = self.core.label();
        self.branch_done(iterator, end)?;
        self.set_done(iterator, true);
        self.emit(StackInstruction::Held(iterator.first));
        self.emit(StackInstruction::Held(iterator.first + 1));
        self.call_method_of(iterator);
        self.emit_throwing(StackInstruction::RequireObject);
        let name = self.core.session.names.intern_ascii("done");
        self.string(text_id(name));
        self.emit(StackInstruction::Ref);
        self.emit_throwing(StackInstruction::GetValue);
        self.emit(StackInstruction::ToBoolean);
        self.branch(true, end);
        self.set_done(iterator, false);
        self.bind(end);
        Ok(())
    }

    fn branch_done(&mut self, iterator: IteratorPlaces, to: Label) -> Compiled {
        self.emit(StackInstruction::Held(iterator.first + 2));
        self.emit(StackInstruction::ToBoolean);
        self.branch(true, to);
        Ok(())
    }

    fn return_of(&mut self, iterator: IteratorPlaces, none: Label) -> Compiled {
        let (nullish, call) = (self.core.label(), self.core.label());
        self.set_done(iterator, true);
        self.emit(StackInstruction::Held(iterator.first));
        let name = self.core.session.names.intern_ascii("return");
        self.string(text_id(name));
        self.emit(StackInstruction::Ref);
        self.emit_throwing(StackInstruction::GetValue);
        self.branch_if_nullish(nullish);
        self.jump(call);
        self.bind(nullish);
        self.emit(StackInstruction::Pop);
        self.jump(none);
        self.bind(call);
        self.emit(StackInstruction::Held(iterator.first));
        self.emit(StackInstruction::Exch);
        self.call_method_of(iterator);
        Ok(())
    }

    fn require_object(&mut self, (): ()) -> Compiled {
        self.emit_throwing(StackInstruction::RequireObject);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    /// Emits `body` so that every exit, its end included, closes the iterator. If nothing must be closed at the end,
    /// the iterator is done there.
    fn closing(
        &mut self,
        iterator: IteratorPlaces,
        _: bool,
        at: u32,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        self.finally(body, |generator| {
            generator.core.position = at;
            let thrown = generator.core.label();
            generator.emit(StackInstruction::BThrown(thrown.0));
            close(generator, iterator)?;
            generator.emit(StackInstruction::EndF);
            generator.bind(thrown);
            close_thrown(generator, iterator)
        })
    }

    fn ignoring(&mut self, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let name = self.core.session.names.intern_ascii("");
        self.try_block(name, body, |_| Ok(()))
    }
}

impl FunctionGenerator<'_> {
    /// Takes a place below the values.
    fn new_place(&mut self) -> u32 {
        self.held += 1;
        self.max_held = self.max_held.max(self.held);
        self.held - 1
    }

    /// Empties released places before an instruction that suspends the activation, so that their values do not wait
    /// with it. The number of places is only known at the end, as later parts of a loop have some too.
    pub(super) fn forget(&mut self) {
        self.emit(StackInstruction::Forget(self.held));
    }

    /// Emits `body`, and the handler of its exceptions. A block around the handler has the exception under the name; scripts
    /// cannot look up the empty one.
    pub(super) fn try_block(
        &mut self,
        name: Name,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let (end, on_throw) = (self.core.label(), self.core.label());
        self.string(text_id(name));
        self.begin_block(StackInstruction::STryC(on_throw.0));
        self.protections += 1;
        body(self)?;
        self.protections -= 1;
        self.jump(end);
        self.bind(on_throw);
        self.emit(StackInstruction::End(self.code.blocks + 1));
        self.emit(StackInstruction::SCatch);
        handler(self)?;
        self.bind(end);
        self.end_block();
        Ok(())
    }

    fn set_done(&mut self, places: IteratorPlaces, done: bool) {
        self.literal(Literal::Boolean(done));
        self.emit(StackInstruction::Hold(places.first + 2));
    }

    /// Gets the iterator of the top value.
    pub(super) fn begin_iterator(&mut self, hint: IteratorHint, at: u32) -> IteratorPlaces {
        let places = IteratorPlaces { first: self.new_place(), hint };
        self.new_place();
        self.new_place();
        self.emit_at(
            at,
            match hint {
                IteratorHint::Sync => StackInstruction::GetIterator,
                IteratorHint::Async => StackInstruction::GetAsyncIterator,
            },
        );
        self.emit(StackInstruction::Hold(places.first + 1));
        self.emit(StackInstruction::Hold(places.first));
        self.set_done(places, false);
        places
    }

    /// Calls a method of an iterator, and awaits the result if the iterator is async.
    fn call_method_of(&mut self, iterator: IteratorPlaces) {
        if iterator.hint == IteratorHint::Async {
            self.forget();
        }
        self.emit_throwing(StackInstruction::CallV(0));
        if iterator.hint == IteratorHint::Async {
            self.emit_throwing(StackInstruction::Await);
        }
    }

    fn push_key(&mut self, key: Key<u32>) {
        match key {
            Key::Name(name) => self.string(text_id(name)),
            Key::Number(number) => self.literal(Literal::Number(number)),
            Key::Computed(place) => self.emit(StackInstruction::Held(place)),
        }
    }
}
