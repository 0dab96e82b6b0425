// Programs in the address: behind #, where no server sees them.

/** Longest fragment: browsers and mail programs cut longer addresses. */
const LONGEST = 30_000;
/** Longest program with its settings in an address, unpacked. */
const MOST_TEXT = 1_000_000;

/** Returns the fragment for a program with its settings, or undefined where it would be too long. */
export async function pack(settings) {
  const json = JSON.stringify(settings);
  if (json.length > MOST_TEXT) return undefined;
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length > LONGEST) return undefined;
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return text.length > LONGEST ? undefined : `#1.${text}`;
}

/** Returns the settings of a fragment; undefined for anything else. */
export async function unpack(fragment) {
  const packed = /^#1\.([\w-]+)$/.exec(fragment)?.[1];
  if (!packed || packed.length > LONGEST) return undefined;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    const settings = JSON.parse(await inflated(bytes));
    const limits = settings?.limits;
    return typeof settings?.text === "string" && typeof limits === "object" && limits !== null ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Unpacks bytes, but no more than a program may have: a short fragment could mean gigabytes. */
async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_TEXT) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}
