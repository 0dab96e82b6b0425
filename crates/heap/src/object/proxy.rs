//! Proxy exotic objects, ECMA-262 10.5: their internal slots.

use crate::id::ObjectId;
use crate::object::internal_slots::row;

row! {
    /// [[ProxyTarget]] and [[ProxyHandler]]. Both are [`Heap::nothing`](crate::heap::Heap::nothing) once the proxy has been revoked.
    #[derive(Copy, Clone)]
    inline Proxy {
        state {
            /// Whether it has a [[Call]] internal method.
            callable: bool,
        }
        links {
            target: ObjectId = "[[ProxyTarget]]",
            handler: ObjectId = "[[ProxyHandler]]",
        }
    }
    check |proxy, heap| {
        (proxy.target == heap.nothing) == (proxy.handler == heap.nothing) => "a proxy is of no object",
    }
}
