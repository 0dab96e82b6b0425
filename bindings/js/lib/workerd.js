// For edge workers, which compile no bytes: the code is a module that they import.
import module from "../ferrotape.wasm";
import { use } from "./core.js";

use(module);

export * from "./core.js";
