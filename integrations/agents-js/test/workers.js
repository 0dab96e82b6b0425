// In Node there is no `cloudflare:workers`: @cloudflare/codemode needs its classes to extend them.
import { register } from "node:module";

const CLASSES = ["DurableObject", "RpcTarget", "WorkerEntrypoint"].map((name) => `export class ${name} {}`).join("; ");
const HOOKS = `export async function resolve(specifier, context, next) {
  if (specifier === "cloudflare:workers") return { url: "data:text/javascript," + encodeURIComponent(${JSON.stringify(CLASSES)}), shortCircuit: true };
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
