// The package without its code: `use` takes the compiled ferrotape.wasm. For runtimes that load it in their own way.
export { Engine } from "./engine.js";
export { JsObject } from "./handles.js";
export { Call, Run } from "./run.js";
export {
  ConversionError, FerrotapeError, InternalError, LimitError, SavedError, ScriptError, ScriptSyntaxError, UsageError,
} from "./errors.js";
export { use } from "./instance.js";
