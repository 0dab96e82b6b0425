//! The host's part of an engine: its functions, classes and parts, its handles, and what it keeps beside the engine.

use std::any::Any;

use crate::function::defined::DefinedFunctions;
use crate::function::{NativeFunction, Natives};
use crate::handles::Handles;
use crate::heap::RealmId;
use crate::host_part::{Installed, InstalledClass};
use crate::loaded_script::LoadedScript;
use crate::object::host::HostClass;
use crate::realm::{Part, Parts};

/// The part of a [`Vm`](crate::vm::Vm) that belongs to the host.
pub struct Host {
    /// Values that the host keeps alive.
    pub handles: Handles,
    /// Parts in the order in which they were installed. They keep nothing alive.
    pub host_parts: Vec<Installed>,
    /// The classes of the host, once for each realm.
    pub class_parts: Vec<InstalledClass>,
    /// Kinds of objects of the host.
    pub host_classes: Vec<HostClass>,
    pub defined_functions: DefinedFunctions,
    pub natives: Natives,
    /// The built-ins of each realm.
    pub parts: Parts,
    /// Parts of built-ins that the host has added, numbered behind those of the engine.
    pub further_parts: Vec<&'static Part>,
    /// Built-in functions of no part whose objects capture values: snapshots number them behind all others.
    pub further_closures: &'static [&'static NativeFunction],
    /// Data that the host keeps beside the engine, which knows nothing of it.
    pub embedder: Option<Box<dyn Any + Send>>,
    pub host_calls: HostCalls,
    /// The host's most recently run script, by the host's number: a rule is run many times.
    pub script_run_last: Option<(u64, RealmId, LoadedScript)>,
}

/// Notes of the host on running calls of its functions.
#[derive(Default)]
pub struct HostCalls {
    pub depth: u32,
    /// True if there is work to do when one of them ends.
    pub has_pending: bool,
}

impl Host {
    /// Makes one that has nothing but built-ins.
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
            further_closures: &[],
            embedder: None,
            host_calls: HostCalls::default(),
            script_run_last: None,
        }
    }

    /// Copies it for a fork of the engine, which gets no handles, and nothing kept beside.
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
            further_closures,
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
            further_closures,
            ..Host::new(parts)
        }
    }
}
