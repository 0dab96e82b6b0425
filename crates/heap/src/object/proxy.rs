//! Proxy exotic objects, ECMA-262 10.5: their internal slots.

use crate::id::ObjectId;
use crate::object::internal_slots::{Cells, row};

row! {
    /// [[ProxyTarget]] and [[ProxyHandler]]. Both are [`Heap::nothing`](crate::heap::Heap::nothing) in a revoked proxy.
    #[derive(Copy, Clone)]
    inline Proxy {
        state {
            /// True if it has a [[Call]] internal method.
            callable: bool,
        }
        links {
            target: ObjectId = "[[ProxyTarget]]",
            handler: ObjectId = "[[ProxyHandler]]",
        }
    }
    check |proxy, cells| {
        (proxy.target == cells.nothing()) == (proxy.handler == cells.nothing()) => "a proxy is of no object",
    }
}
