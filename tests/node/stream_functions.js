// Pipelines with functions, compositions, adapters of the web's streams, ends with errors.
const stream = require('stream'), { inspect } = require('util'), r = require, S = () => stream;
const all = {
  composeFn: async r=>{const c=S(r).compose(async s=>{let n=0;for await(const x of s)n++;},);c.end('a');return [c.readable,c.writable]},
  composeBad: async r=>S(r).compose(),
  composeBad2: async r=>S(r).compose(1,2),
  fromPause: async r=>{let n=0;const s=S(r).Readable.from((function*(){while(n<100)yield n++})());s.read();await new Promise(q=>setImmediate(q));return n},
  fromReturn: async r=>{let done=false;const s=S(r).Readable.from((async function*(){try{yield 1;yield 2}finally{done=true}})());for await(const x of s)break;await new Promise(q=>setImmediate(q));return done},
  fromThrow: async r=>{const s=S(r).Readable.from({[Symbol.asyncIterator](){return{async next(){throw new Error('nx')}}}});try{for await(const x of s);}catch(e){return e.message}},
  fromDestroy: async r=>{const o=[];const s=S(r).Readable.from((async function*(){try{yield 1;yield 2}catch(e){o.push('c'+e.message)}finally{o.push('f')}})());s.on('error',e=>o.push('e'+e.message));s.read();await new Promise(q=>setImmediate(q));s.destroy(new Error('D'));await new Promise(q=>setTimeout(q,5));return o},
  toWebCancel: async r=>{let d=false;const s=new (S(r).Readable)({read(){this.push('x')},destroy(e,cb){d=e?.message??true;cb(null)}});const w=S(r).Readable.toWeb(s);const rd=w.getReader();await rd.read();await rd.cancel(new Error('why'));return d},
  fromWebErr: async r=>{const s=S(r).Readable.fromWeb(new ReadableStream({start(c){c.error(new Error('we'))}}));try{for await(const x of s);}catch(e){return e.message}},
  writableToWeb: async r=>{const o=[];const w=S(r).Writable.toWeb(new (S(r).Writable)({write(c,e,d){o.push(String(c));d()}}));const x=w.getWriter();await x.write('a');await x.close();return o},
  writableFromWeb: async r=>{const o=[];const w=S(r).Writable.fromWeb(new WritableStream({write(c){o.push(String(c))},close(){o.push('close')},abort(e){o.push('abort '+e.message)}}));w.write('a');w.end();await new Promise(q=>w.on('close',q));return o},
  writableFromWebDestroy: async r=>{const o=[];const w=S(r).Writable.fromWeb(new WritableStream({abort(e){o.push('abort '+e?.message)}}));w.on('error',e=>o.push(e.message));w.destroy(new Error('D'));await new Promise(q=>setTimeout(q,10));return o},
  pipePromises: async r=>{const {pipeline}=r('stream/promises');const o=[];await pipeline(async function*(){yield 'a';yield 'b'},async function*(s,{signal}){o.push(signal instanceof AbortSignal);for await(const x of s)yield String(x)+'!'},async function(s){for await(const x of s)o.push(x)});return o},
  pipeSyncIt: async r=>{const {pipeline}=r('stream/promises');return pipeline(['a','b'],s=>s.map?.(x=>x)??'no').catch(e=>e.code)},
  pipeRet: async r=>{const {pipeline}=r('stream/promises');return pipeline('abc',async s=>{let n='';for await(const x of s)n+=x;return n})},
  pipeEnd: async r=>{const w=new (S(r).Writable)({write(c,e,d){d()}});w.end();return r('stream/promises').pipeline(S(r).Readable.from(['a']),w).catch(e=>e.code)},
  pipeDestroyed: async r=>{const w=new (S(r).Writable)({write(c,e,d){d()}});w.destroy();return r('stream/promises').pipeline(S(r).Readable.from(['a']),w).catch(e=>e.code)},
  pipeSrcDestroyed: async r=>{const s=S(r).Readable.from(['a']);s.destroy();return r('stream/promises').pipeline(s,new (S(r).PassThrough)()).catch(e=>e.code)},
  objHwm: async r=>{const s=new (S(r).Readable)({objectMode:true,highWaterMark:2,read(){}});return [s.push(1),s.push(2),s.push(3)]},
  uncork: async r=>{const o=[];const w=new (S(r).Writable)({write(c,e,d){o.push(String(c));d()}});w.cork();w.cork();w.write('a');w.uncork();o.push('-');w.uncork();w.end();w.cork();await new Promise(q=>w.on('finish',q));return [o,w.writableCorked]},
  finalErr: async r=>{const w=new (S(r).Writable)({final(cb){cb(new Error('fe'))}});const o=[];w.on('error',e=>o.push(e.message));w.on('finish',()=>o.push('fin'));w.end(e=>o.push('cb'+e?.message));await new Promise(q=>w.on('close',q));return o},
  writeCbOrder: async r=>{const o=[];const w=new (S(r).Writable)({write(c,e,d){setImmediate(d)}});w.write('a',()=>o.push(1));w.write('b',()=>o.push(2));w.end(()=>o.push('e'));w.on('finish',()=>o.push('f'));await new Promise(q=>w.on('close',q));return o},
  readableAfterEnd: async r=>{const o=[];const s=new (S(r).Readable)({read(){this.push(null)}});s.resume();await new Promise(q=>s.on('end',q));s.on('data',()=>o.push('d'));s.on('readable',()=>o.push('r'));await new Promise(q=>setTimeout(q,5));return [o,s.read(),s.readable]},
  highObj: async r=>{const t=new (S(r).Transform)({readableObjectMode:true,transform(c,e,d){d(null,{v:String(c)})}});t.end('a');const o=[];for await(const x of t)o.push(x);return [o,t.readableObjectMode,t.writableObjectMode]},
  defEnc: async r=>{const o=[];const w=new (S(r).Writable)({decodeStrings:false,write(c,e,d){o.push([c,e]);d()}});w.setDefaultEncoding('hex');w.write('61');w.write('x','latin1');try{w.setDefaultEncoding('zz')}catch(e){o.push(e.code)}return o},
  unpipeOnErr: async r=>{const o=[];const s=new (S(r).PassThrough)(),w=new (S(r).Writable)({write(c,e,d){d(new Error('E'))}});w.on('error',e=>o.push(e.message));w.on('unpipe',()=>o.push('u'));s.pipe(w);s.write('a');await new Promise(q=>setTimeout(q,5));return [o,s.readableFlowing,s.listenerCount('data')]},
  wrapObj: async r=>{const E=r('events');const old=new E();const s=S(r).Readable.wrap?.(old)??new (S(r).Readable)({objectMode:true}).wrap(old);setImmediate(()=>{old.emit('data',{a:1});old.emit('close')});const o=[];try{for await(const x of s)o.push(x)}catch(e){o.push(e.code)}return o},
  pipeGenThrow: async r=>{const s=S(r).Readable.from(['a','b']);return r('stream/promises').pipeline(s,async function*(x){for await(const y of x)throw new Error('ge')},new (S(r).PassThrough)()).catch(e=>[e.message,s.destroyed])},
  pipeGenThrow2: async r=>{const s=S(r).Readable.from(['a','b']);return r('stream/promises').pipeline(s,async x=>{for await(const y of x)throw new Error('ge')}).catch(e=>[e.message,s.destroyed])},
  pipeBreak: async r=>{const s=S(r).Readable.from(['a','b']);return r('stream/promises').pipeline(s,async x=>{for await(const y of x)break;return 5}).catch(e=>[e.message,s.destroyed])},
  pipeBad: async r=>r('stream/promises').pipeline(()=>5,new (S(r).PassThrough)()).catch(e=>e.message),
  pipeBad2: async r=>r('stream/promises').pipeline(['a'],()=>5,new (S(r).PassThrough)()).catch(e=>e.message),
};
process.on('unhandledRejection', error => console.log('unhandled', error?.message));
(async () => {
  for (const [name, work] of Object.entries(all)) {
    try { console.log(name, inspect(await work(r), { breakLength: Infinity, depth: 5 })); } catch (error) { console.log(name, error.name, error.code, error.message); }
  }
})();
