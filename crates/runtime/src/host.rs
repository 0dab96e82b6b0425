//! What the host has put into an engine: its functions, classes and parts, handles, and what it keeps beside it.

use std::any::Any;

use crate::function::Natives;
use crate::function::defined::DefinedFunctions;
use crate::handles::Handles;
use crate::heap::RealmId;
use crate::host_part::{Installed, InstalledClass};
use crate::loaded_script::LoadedScript;
use crate::object::host::HostClass;
use crate::realm::{Part, Parts};

/// The part of a [`Vm`](crate::vm::Vm) that is the host's.
pub struct Host {
    /// What the host keeps alive.
    pub handles: Handles,
    /// In the order in which they were installed. They keep nothing alive.
    pub host_parts: Vec<Installed>,
    /// The classes of the host, once for each realm.
    pub class_parts: Vec<InstalledClass>,
    /// Kinds of objects of the host.
    pub host_classes: Vec<HostClass>,
    pub defined_functions: DefinedFunctions,
    pub natives: Natives,
    /// The built-ins of each realm.
    pub parts: Parts,
    /// Parts that the host has added, which are numbered behind those of the engine.
    pub further_parts: Vec<&'static Part>,
    /// What the embedder keeps beside the engine; the engine knows nothing of it.
    pub embedder: Option<Box<dyn Any + Send>>,
    pub host_calls: HostCalls,
    /// Of the loaded scripts that the embedder keeps the one that it has run last, by the number that it has given it: a rule is
    /// run many times.
    pub script_run_last: Option<(u64, RealmId, LoadedScript)>,
}

/// What the embedder notes of the calls of its functions that are going on.
#[derive(Default)]
pub struct HostCalls {
    pub depth: u32,
    /// Is there something to be done when one of them ends?
    pub has_pending: bool,
}

impl Host {
    /// One that has nothing but built-ins.
    pub fn new(parts: Parts) -> Self {
        Host {
            handles: Handles::default(),
            host_parts: Vec::new(),
            class_parts: Vec::new(),
            host_classes: Vec::new(),
            defined_functions: DefinedFunctions::default(),
            natives: Natives::default(),
            parts,
            further_parts: Vec::new(),
            embedder: None,
            host_calls: HostCalls::default(),
            script_run_last: None,
        }
    }

    /// The same for a copy of the engine, which has no handles, and nothing kept beside it.
    pub fn fork(&self) -> Self {
        let Host {
            handles: _,
            host_parts,
            class_parts,
            host_classes,
            defined_functions,
            natives,
            parts,
            further_parts,
            embedder: _,
            host_calls: _,
            script_run_last: _,
        } = self;
        Host {
            host_parts: host_parts.clone(),
            class_parts: class_parts.clone(),
            host_classes: host_classes.clone(),
            defined_functions: defined_functions.clone(),
            natives: natives.clone(),
            further_parts: further_parts.clone(),
            ..Host::new(parts)
        }
    }
}
