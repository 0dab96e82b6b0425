// TextEncoder and TextDecoder with long texts.
const t = 'x\u{1f600}'.repeat(3e5), e = new TextEncoder, d = new TextDecoder; for (;;) { const b = e.encode(t); d.decode(b); new TextDecoder('utf-16le').decode(b); e.encodeInto(t, b); try { new TextDecoder('utf-8', { fatal: true }).decode(b.subarray(1)) } catch {} }
