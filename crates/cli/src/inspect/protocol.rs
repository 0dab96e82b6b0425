//! The methods and events that there are, for `/json/protocol`, and those that have nothing to do.

use serde_json::{Value, json};

pub const VERSION: &str = "1.3";

/// Domains with their methods and events.
const DOMAINS: &[(&str, &[&str], &[&str])] = &[
    (
        "Runtime",
        &[
            "awaitPromise",
            "callFunctionOn",
            "compileScript",
            "disable",
            "discardConsoleEntries",
            "enable",
            "evaluate",
            "getHeapUsage",
            "getIsolateId",
            "getProperties",
            "globalLexicalScopeNames",
            "releaseObject",
            "releaseObjectGroup",
            "runIfWaitingForDebugger",
        ],
        &["consoleAPICalled", "exceptionThrown", "executionContextCreated", "executionContextDestroyed"],
    ),
    (
        "Debugger",
        &[
            "continueToLocation",
            "disable",
            "enable",
            "evaluateOnCallFrame",
            "getPossibleBreakpoints",
            "getScriptSource",
            "pause",
            "removeBreakpoint",
            "resume",
            "setAsyncCallStackDepth",
            "searchInContent",
            "setBlackboxPatterns",
            "setBlackboxedRanges",
            "setBreakpoint",
            "setBreakpointByUrl",
            "setBreakpointsActive",
            "setPauseOnExceptions",
            "setSkipAllPauses",
            "setVariableValue",
            "stepInto",
            "stepOut",
            "stepOver",
        ],
        &["breakpointResolved", "paused", "resumed", "scriptParsed"],
    ),
    (
        "Profiler",
        &[
            "disable",
            "enable",
            "setSamplingInterval",
            "start",
            "startPreciseCoverage",
            "stop",
            "stopPreciseCoverage",
            "takePreciseCoverage",
        ],
        &[],
    ),
    (
        "HeapProfiler",
        &[
            "collectGarbage",
            "disable",
            "enable",
            "getSamplingProfile",
            "startSampling",
            "stopSampling",
            "takeHeapSnapshot",
        ],
        &["addHeapSnapshotChunk"],
    ),
    ("Console", &["clearMessages", "disable", "enable"], &[]),
];

/// Methods that change nothing here. Clients send them when they begin, whatever they talk to.
const QUIET: &[&str] = &[
    "Console.disable",
    "Console.enable",
    "Debugger.setBlackboxExecutionContexts",
    "Debugger.setAsyncCallStackDepth",
    "HeapProfiler.disable",
    "HeapProfiler.enable",
    "Inspector.enable",
    "Log.enable",
    "Log.startViolationsReport",
    "Network.clearAcceptedEncodingsOverride",
    "Network.configureDurableMessages",
    "Network.disable",
    "Network.emulateNetworkConditionsByRule",
    "Network.enable",
    "Network.overrideNetworkState",
    "Network.setAttachDebugStack",
    "Network.setBlockedURLs",
    "NodeRuntime.enable",
    "NodeRuntime.notifyWhenWaitingForDisconnect",
    "NodeTracing.enable",
    "NodeWorker.enable",
    "Profiler.enable",
    "Runtime.setAsyncCallStackDepth",
    "Runtime.setCustomObjectFormatterEnabled",
    "Runtime.setMaxCallStackSizeToCapture",
    "Target.setAutoAttach",
    "Target.setDiscoverTargets",
    "Target.setRemoteLocations",
];

/// Answer to a method that changes nothing. None if it is another one.
pub fn answer_to_quiet(method: &str) -> Option<Value> {
    let answer = if method == "Network.emulateNetworkConditionsByRule" { json!({ "ruleIds": [] }) } else { json!({}) };
    QUIET.contains(&method).then_some(answer)
}

/// The protocol as JSON, with names alone: clients make their functions of it.
pub fn described() -> Value {
    let (major, minor) = VERSION.split_once('.').unwrap_or((VERSION, "0"));
    let named = |names: &[&str]| names.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>();
    let domains = DOMAINS.iter().map(
        |(domain, methods, events)| json!({ "domain": domain, "commands": named(methods), "events": named(events) }),
    );
    json!({ "version": { "major": major, "minor": minor }, "domains": domains.collect::<Vec<_>>() })
}
