//! The futures that an engine keeps.

use std::collections::{BTreeMap, HashSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Wake, Waker};
use std::time::Duration;

use ferrotape_budget::costs::HOST_CALL;
use ferrotape_runtime::Vm;
use ferrotape_runtime::heap::RealmId;
use ferrotape_runtime::jobs;
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::pending;
use ferrotape_runtime::program;
use ferrotape_runtime::realm;

use crate::async_loader::{end_cancelled, end_forgotten};
use crate::host_state::HostState;
use crate::{Context, Error};

/// The work to do in the engine with the result of a future.
pub(crate) type Finish = Box<dyn FnOnce(&mut Context<'_>) -> Result<(), Error> + Send>;

type BoxedTask = Pin<Box<dyn Future<Output = Finish> + Send>>;

/// A sleep function of the host.
pub(crate) type Sleep = dyn Fn(Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync;

/// Bytes of a future beside itself, roughly: its places in tables, its waker, the handle of its promise.
const TASK_BYTES: usize = 384;

/// All futures of an engine.
#[derive(Default)]
pub(crate) struct Tasks {
    by_number: BTreeMap<u64, Task>,
    started: u64,
    woken: Arc<Woken>,
}

/// A future that an engine keeps.
struct Task {
    future: BoxedTask,
    wake: Arc<TaskWake>,
    bytes: usize,
    /// The realm in which its promise was made.
    realm: RealmId,
    /// The call that it answers.
    call: Option<u64>,
}

/// The woken futures, and the driver to notify. It may outlive the engine.
#[derive(Default)]
struct Woken(Mutex<Queue>);

/// The numbers of woken futures, and the waker of who drives the engine.
#[derive(Default)]
struct Queue {
    numbers: Vec<u64>,
    driver: Option<Waker>,
}

impl Woken {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The waker of one future.
struct TaskWake {
    number: u64,
    woken: Arc<Woken>,
    is_queued: AtomicBool,
}

impl Wake for TaskWake {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.is_queued.swap(true, Ordering::AcqRel) {
            return;
        }
        let driver = {
            let mut queue = self.woken.lock();
            queue.numbers.push(self.number);
            queue.driver.take()
        };
        if let Some(driver) = driver {
            driver.wake();
        }
    }
}

/// A future whose panics become errors, with its continuation.
struct Guarded<F, T> {
    future: Option<Pin<Box<F>>>,
    then: Option<T>,
}

// Nothing in it is pinned except the contents of the box.
impl<F, T> Unpin for Guarded<F, T> {}

impl<F, T> Guarded<F, T> {
    /// Drops the future. If it panics, only the panic hook sees it.
    fn drop_future(&mut self) {
        let future = self.future.take();
        unless_it_panics(move || drop(future));
    }
}

impl<F, T> Drop for Guarded<F, T> {
    fn drop(&mut self) {
        self.drop_future();
    }
}

impl<F, T> Future for Guarded<F, T>
where
    F: Future<Output: Send + 'static>,
    T: FnOnce(&mut Context<'_>, Result<F::Output, Error>) -> Result<(), Error> + Send + 'static,
{
    type Output = Finish;

    /// Polls the future; a panic is its result as an error. The future is dropped before its continuation is given out.
    fn poll(mut self: Pin<&mut Self>, task: &mut task::Context<'_>) -> Poll<Finish> {
        let Some(future) = &mut self.future else { return Poll::Pending };
        let result = match unless_it_panics(|| future.as_mut().poll(task)) {
            Some(Poll::Pending) => return Poll::Pending,
            Some(Poll::Ready(value)) => Ok(value),
            None => {
                crate::trace::panicked("a future");
                Err(Error::new("a future of the host panicked"))
            }
        };
        self.drop_future();
        match self.then.take() {
            Some(then) => Poll::Ready(Box::new(move |cx: &mut Context<'_>| then(cx, result))),
            None => Poll::Pending,
        }
    }
}

impl Tasks {
    /// Returns whether there are unfinished futures that answer no call: nobody else could. Those that fetch modules do not
    /// count.
    pub(crate) fn cannot_be_left(&self, fetches: &HashSet<u64>) -> bool {
        self.by_number.iter().any(|(number, task)| task.call.is_none() && !fetches.contains(number))
    }

    /// Bytes that are charged for the futures.
    pub(crate) fn bytes(&self) -> usize {
        self.by_number.values().map(|task| task.bytes).sum()
    }

    /// The future that was started last answers a call.
    pub fn answers_call(&mut self, call: u64) {
        if let Some(task) = self.by_number.get_mut(&self.started) {
            task.call = Some(call);
        }
    }

    /// Returns whether a future was woken.
    pub fn is_woken(&self) -> bool {
        !self.woken.lock().numbers.is_empty()
    }

    /// Returns the number of the future that was started last.
    pub fn last(&self) -> u64 {
        self.started
    }

    /// Returns whether a future is neither finished nor cancelled.
    pub fn is_going_on(&self, number: u64) -> bool {
        self.by_number.contains_key(&number)
    }

    pub fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    fn insert(&mut self, future: BoxedTask, bytes: usize, realm: RealmId) {
        self.started += 1;
        let number = self.started;
        crate::trace::started(number);
        let wake = Arc::new(TaskWake { number, woken: Arc::clone(&self.woken), is_queued: AtomicBool::new(false) });
        wake.wake_by_ref();
        self.by_number.insert(number, Task { future, wake, bytes, realm, call: None });
    }

    /// Drops the futures that were started after one.
    pub fn cancel_after(vm: &mut Vm, number: u64) {
        let tasks = &mut HostState::of(vm).tasks;
        let cancelled = tasks.by_number.split_off(&number.saturating_add(1));
        if cancelled.is_empty() {
            return;
        }
        let bytes: usize = cancelled.values().map(|task| task.bytes).sum();
        let calls: Vec<u64> = cancelled.values().filter_map(|task| task.call).collect();
        drop(cancelled);
        for call in calls {
            pending::end_call_of_future(vm, call);
        }
        end_cancelled(vm);
        vm.heap.budget.resized(bytes, 0);
    }

    /// Drops the futures whose calls wait no longer, as their program has ended, and those that fetch modules for them alone.
    pub fn cancel_forgotten(vm: &mut Vm) {
        let tasks = HostState::of(vm).tasks.by_number.iter();
        let answering: Vec<(u64, u64)> = tasks.filter_map(|(&number, task)| Some((number, task.call?))).collect();
        let is_forgotten = |&(_, call): &(u64, u64)| vm.agent.calls.get(call).is_none();
        let mut forgotten: Vec<u64> = answering.into_iter().filter(is_forgotten).map(|(number, _)| number).collect();
        forgotten.extend(end_forgotten(vm));
        for number in forgotten {
            if let Some(task) = HostState::of(vm).tasks.by_number.remove(&number) {
                vm.heap.budget.resized(task.bytes, 0);
            }
        }
    }

    /// Sets the driver to notify when a future is woken. Returns false if one is woken already.
    pub fn sleep(&self, driver: &Waker) -> bool {
        let mut queue = self.woken.lock();
        queue.driver = Some(driver.clone());
        queue.numbers.is_empty()
    }
}

impl Context<'_> {
    /// Lets the engine keep a future until it is done.
    pub(crate) fn start_task<F, T>(&mut self, future: F, held: usize, then: T) -> Result<(), Error>
    where
        F: Future<Output: Send + 'static> + Send + 'static,
        T: FnOnce(&mut Context<'_>, Result<F::Output, Error>) -> Result<(), Error> + Send + 'static,
    {
        let bytes = (TASK_BYTES + size_of::<F>() + size_of::<T>()).saturating_add(held);
        self.working(|vm| {
            vm.work(HOST_CALL)?;
            vm.room(bytes)?;
            Ok(vm.heap.take(bytes)?)
        })?;
        let realm = self.vm.realm.id;
        let future = Box::pin(Guarded { future: Some(Box::pin(future)), then: Some(then) });
        HostState::of(self.vm).tasks.insert(future, bytes, realm);
        Ok(())
    }

    /// Polls the woken futures, and continues with those that are finished, each with the jobs that it leaves. Returns
    /// whether there were any.
    pub(crate) fn poll_woken(&mut self) -> Result<bool, Error> {
        let numbers = std::mem::take(&mut HostState::of(self.vm).tasks.woken.lock().numbers);
        let any = !numbers.is_empty();
        let mut numbers = numbers.into_iter();
        while let Some(number) = numbers.next() {
            if let Err(error) = self.poll_task(number) {
                // The others are still to be polled.
                HostState::of(self.vm).tasks.woken.lock().numbers.extend(numbers);
                return Err(error);
            }
        }
        Ok(any)
    }

    /// Polls a future. One that is finished continues in its own realm, and then jobs run, unless a program runs them.
    fn poll_task(&mut self, number: u64) -> Result<(), Error> {
        if let Err(error) = self.working(|vm| vm.work(HOST_CALL)) {
            // It was not polled, and is not woken again before that.
            HostState::of(self.vm).tasks.woken.lock().numbers.push(number);
            return Err(error);
        }
        // Taken out of its place meanwhile, so that wakers which use the engine's tasks find them in order.
        let Some(mut task) = HostState::of(self.vm).tasks.by_number.remove(&number) else { return Ok(()) };
        task.wake.is_queued.store(false, Ordering::Release);
        let waker = Waker::from(Arc::clone(&task.wake));
        let polled = task.future.as_mut().poll(&mut task::Context::from_waker(&waker));
        self.vm.heap.budget.look_after_host();
        let Poll::Ready(finish) = polled else {
            HostState::of(self.vm).tasks.by_number.insert(number, task);
            return Ok(());
        };
        crate::trace::ended(number);
        self.vm.heap.budget.resized(task.bytes, 0);
        let before = self.vm.realm;
        realm::enter_realm(self.vm, task.realm);
        let finished = self.keeping_nothing(finish);
        self.vm.realm = before;
        finished?;
        // A program runs its jobs itself.
        if program::drives_jobs(self.vm) {
            return Ok(());
        }
        self.working(jobs::run_jobs)
    }
}
