//! Evaluation: bodies run after those that they ask for; one that awaits lets those wait that ask for it (ECMA-262 16.2.1.6.1.3).

use super::link::Step;
use super::{Body, Module, ModuleId, Status};
use crate::error::{Completion, Throw};
use crate::function::{Call, Captured, NativeFunction, method};
use crate::heap::ObjectId;
use crate::promise::Capability;
use crate::value::Value;
use crate::vm::Vm;

pub(super) static CLOSURES: &[&NativeFunction] = &[&FULFILLED, &REJECTED];

const OF_MODULE: [Captured; 3] = [Captured::Module, Captured::Nothing, Captured::Nothing];

static FULFILLED: NativeFunction = method("", 1, fulfilled).capturing(OF_MODULE);
static REJECTED: NativeFunction = method("", 1, rejected).capturing(OF_MODULE);

/// AsyncModuleExecutionFulfilled, as a reaction. What is captured: the module.
fn fulfilled(vm: &mut Vm, call: Call) -> Completion<Value> {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    vm.execution_fulfilled(module)?;
    Ok(Value::UNDEFINED)
}

/// AsyncModuleExecutionRejected, as a reaction.
fn rejected(vm: &mut Vm, call: Call) -> Completion<Value> {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    let error = call.argument(vm, 0);
    vm.execution_rejected(module, error)?;
    Ok(Value::UNDEFINED)
}

impl Vm {
    /// Evaluate ( ), ECMA-262 16.2.1.6.1.3, of a linked module: a promise of undefined.
    pub fn evaluate_module(&mut self, module: ModuleId) -> Completion<ObjectId> {
        let module = match self.modules[module].status {
            Status::EvaluatingAsync | Status::Evaluated => self.modules[module].cycle_root.unwrap_or(module),
            _ => module,
        };
        if let Some(promise) = self.modules[module].top_level {
            return Ok(promise);
        }
        let promise = self.new_promise(None);
        self.modules[module].top_level = Some(promise);
        let mut open = Vec::new();
        match self.inner_evaluation(module, &mut open) {
            Ok(()) if self.modules[module].async_order.is_none() => self.resolve_promise(promise, Value::UNDEFINED)?,
            Ok(()) => {}
            Err(Throw::Exception(error)) => {
                for module in open {
                    let module = &mut self.modules[module];
                    (module.status, module.error) = (Status::Evaluated, Some(error));
                }
                self.keeping([error], |vm| vm.reject_promise(promise, error))?;
            }
            Err(thrown) => {
                // Nothing of it will ever run to its end.
                for module in open {
                    self.modules[module].status = Status::Linked;
                }
                self.modules[module].top_level = None;
                return Err(thrown);
            }
        }
        Ok(promise)
    }

    /// InnerModuleEvaluation, ECMA-262 16.2.1.6.1.3.1, as a loop.
    fn inner_evaluation(&mut self, root: ModuleId, open: &mut Vec<ModuleId>) -> Completion<()> {
        let mut path: Vec<Step> = Vec::new();
        self.begin_evaluation(root, &mut path, open)?;
        while let Some(step) = path.last_mut() {
            let module = step.module;
            let requested = self.modules[module].requested.get(step.next_request).copied();
            step.next_request += 1;
            match requested {
                Some(requested) if self.begin_evaluation(requested, &mut path, open)? => {}
                // It was evaluated already, or is being so.
                Some(requested) => self.depend_on(module, requested)?,
                None => {
                    self.execute_module(module)?;
                    path.pop();
                    // Steps 15 and 16.
                    self.close_component(module, open, |closed| {
                        let is_async = closed.async_order.is_some();
                        closed.status = if is_async { Status::EvaluatingAsync } else { Status::Evaluated };
                        closed.cycle_root = Some(module);
                    });
                    if let Some(parent) = path.last() {
                        let parent = parent.module;
                        self.depend_on(parent, module)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Comes to a module that was not evaluated yet; false if it was.
    fn begin_evaluation(
        &mut self,
        module: ModuleId,
        path: &mut Vec<Step>,
        open: &mut Vec<ModuleId>,
    ) -> Completion<bool> {
        self.tick(4)?;
        let entered = &mut self.modules[module];
        match entered.status {
            Status::EvaluatingAsync | Status::Evaluated => match entered.error {
                Some(error) => Err(Throw::Exception(error)),
                None => Ok(false),
            },
            Status::Evaluating => Ok(false),
            Status::Unlinked | Status::Linking | Status::Linked => {
                entered.pending_dependencies = 0;
                self.open_module(module, Status::Evaluating, path, open)?;
                Ok(true)
            }
        }
    }

    /// Step 11.c of InnerModuleEvaluation: what a module must know of one that it asks for.
    fn depend_on(&mut self, module: ModuleId, requested: ModuleId) -> Completion<()> {
        let requested = match self.modules[requested].status {
            Status::Evaluating => {
                self.note_ancestor(module, requested, Status::Evaluating);
                requested
            }
            _ => {
                let root = self.modules[requested].cycle_root.unwrap_or(requested);
                if let Some(error) = self.modules[root].error {
                    return Err(Throw::Exception(error));
                }
                root
            }
        };
        if self.modules[requested].async_order.is_some() {
            self.modules[module].pending_dependencies += 1;
            self.heap.charge(2 * size_of::<ModuleId>())?;
            self.modules[requested].async_parents.push(module);
        }
        Ok(())
    }

    /// Steps 12 and 13: a module whose dependencies are there runs, or begins to.
    fn execute_module(&mut self, module: ModuleId) -> Completion<()> {
        let Module { pending_dependencies, .. } = self.modules[module];
        if pending_dependencies == 0 && !self.modules[module].has_await() {
            return self.run_body(module).map(drop);
        }
        self.modules.async_count += 1;
        self.modules[module].async_order = Some(self.modules.async_count);
        if pending_dependencies == 0 { self.execute_async_module(module) } else { Ok(()) }
    }

    /// Calls the body as a function. A realm of its own comes with it.
    fn run_body(&mut self, module: ModuleId) -> Completion<Value> {
        match self.modules[module].body {
            Body::Source { function, .. } => self.call(Value::object(function), Value::UNDEFINED, &[]),
            Body::Synthetic => Ok(Value::UNDEFINED),
        }
    }

    /// ExecuteAsyncModule, ECMA-262 16.2.1.6.1.3.2: the body is an async function.
    fn execute_async_module(&mut self, module: ModuleId) -> Completion<()> {
        let promise = self.run_body(module)?;
        let Some((promise, _)) = self.promise(promise) else { return Ok(()) };
        let captured = [module.to_value(), Value::UNDEFINED, Value::UNDEFINED];
        self.keeping([Value::object(promise)], |vm| {
            let on_fulfilled = Value::object(vm.new_native_closure(&FULFILLED, captured));
            vm.keep(on_fulfilled);
            let on_rejected = Value::object(vm.new_native_closure(&REJECTED, captured));
            vm.perform_promise_then(promise, on_fulfilled, on_rejected, Capability::None)
        })
    }

    /// GatherAvailableAncestors, ECMA-262 16.2.1.6.1.3.3, in the order in which they began to wait.
    fn available_ancestors(&mut self, module: ModuleId) -> Completion<Vec<ModuleId>> {
        let mut available = Vec::new();
        let mut pending = vec![module];
        while let Some(current) = pending.pop() {
            for parent in self.modules[current].async_parents.clone() {
                self.tick(4)?;
                let root = self.modules[parent].cycle_root.unwrap_or(parent);
                if self.modules[root].error.is_some() {
                    continue;
                }
                let waiting = &mut self.modules[parent];
                // Nothing is left where a limit has ended the run that was to go on with it: it comes once at most.
                let Some(left) = waiting.pending_dependencies.checked_sub(1) else { continue };
                waiting.pending_dependencies = left;
                if waiting.pending_dependencies == 0 {
                    available.push(parent);
                    if !waiting.has_await() {
                        pending.push(parent);
                    }
                }
            }
        }
        available.sort_by_key(|&module| self.modules[module].async_order);
        Ok(available)
    }

    /// AsyncModuleExecutionFulfilled, ECMA-262 16.2.1.6.1.3.4
    fn execution_fulfilled(&mut self, module: ModuleId) -> Completion<()> {
        if self.modules[module].status == Status::Evaluated {
            return Ok(());
        }
        self.end_async(module)?;
        for ancestor in self.available_ancestors(module)? {
            if self.modules[ancestor].status == Status::Evaluated {
                continue;
            }
            if self.modules[ancestor].has_await() {
                self.execute_async_module(ancestor)?;
                continue;
            }
            match self.run_body(ancestor) {
                Ok(_) => self.end_async(ancestor)?,
                Err(Throw::Exception(error)) => self.execution_rejected(ancestor, error)?,
                Err(thrown) => return Err(thrown),
            }
        }
        Ok(())
    }

    /// An asynchronous evaluation is done.
    fn end_async(&mut self, module: ModuleId) -> Completion<()> {
        let done = &mut self.modules[module];
        done.async_order = None;
        done.status = Status::Evaluated;
        match done.top_level {
            Some(promise) => self.resolve_promise(promise, Value::UNDEFINED),
            None => Ok(()),
        }
    }

    /// AsyncModuleExecutionRejected, ECMA-262 16.2.1.6.1.3.5, with all that wait for it.
    fn execution_rejected(&mut self, module: ModuleId, error: Value) -> Completion<()> {
        let mark = self.kept_mark();
        self.keep(error);
        let mut pending = vec![module];
        while let Some(module) = pending.pop() {
            self.tick(4)?;
            let failed = &mut self.modules[module];
            if failed.status == Status::Evaluated {
                continue;
            }
            failed.error = Some(error);
            failed.status = Status::Evaluated;
            failed.async_order = None;
            let top_level = failed.top_level;
            pending.extend(failed.async_parents.iter().rev());
            if let Some(promise) = top_level {
                self.reject_promise(promise, error)?;
            }
        }
        self.release_kept(mark);
        Ok(())
    }
}
