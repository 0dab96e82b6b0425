function S(v) { return typeof v === "function" ? "function " + v.name : typeof v === "object" && v !== null ? Object.prototype.toString.call(v) : String(v) }
function L(f) { try { print(S(f())) } catch (error) { print(error.name) } }
