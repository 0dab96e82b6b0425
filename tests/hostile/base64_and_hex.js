// btoa, atob, and what Uint8Array has of the kind.
const t = '\xff'.repeat(2e6); for (;;) { const b = btoa(t); atob(b); Uint8Array.fromBase64(b).toBase64(); Uint8Array.fromHex(new Uint8Array(2e6).toHex()) }
