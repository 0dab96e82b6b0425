// Cells of one registry, with tokens; all targets stay.
const r = new FinalizationRegistry(() => {}), all = []; for (;;) { const o = {}; r.register(o, 1, o); all.push(o) }
