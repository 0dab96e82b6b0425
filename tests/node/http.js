// Messages of http: headers, framing of bodies, what is assigned; servers that are asked directly.
const h=require('http');const {Writable}=require('stream');
const show=o=>JSON.stringify(o).replace(/Date: [^\\]*/g,'Date: D');
function t(name,f,req){ const r=Object.assign(new h.IncomingMessage(null),{method:'GET'},req); const res=new h.ServerResponse(r); try { f(res) } catch(e) { console.log(name,'ERR',e.code,e.message) } console.log(name, show(res._header), show(res.outputData.map(o=>[Buffer.isBuffer(o.data)?'B'+o.data:o.data,o.encoding])), res.shouldKeepAlive,res._last,res.chunkedEncoding,res._hasBody,res.statusMessage); }
const v11={httpVersionMajor:1,httpVersionMinor:1};
for (const [n,v] of [['nov',{}],['v11',v11],['v10',{httpVersionMajor:1,httpVersionMinor:0}]]) {
t(n+' end',r=>r.end('abc'),v); t(n+' endbuf',r=>r.end(Buffer.from('abc')),v); t(n+' writeend',r=>{r.write('a');r.end('b')},v); t(n+' empty',r=>r.end(),v);
t(n+' cl',r=>{r.setHeader('Content-Length',3);r.end('abc')},v); t(n+' cl2',r=>{r.setHeader('Content-Length',3);r.write('abc');r.end()},v);
t(n+' 204',r=>{r.statusCode=204;r.end('x')},v); t(n+' 304',r=>{r.writeHead(304);r.end()},v); t(n+' head',r=>{r.end('abc')},{...v,method:'HEAD'});
t(n+' conn',r=>{r.setHeader('Connection','close');r.end('x')},v); t(n+' te',r=>{r.setHeader('Transfer-Encoding','chunked');r.end('x')},v);
t(n+' wh',r=>{r.writeHead(201,'Hey',{a:1,B:[2,3]});r.end('x')},v); t(n+' wh2',r=>{r.setHeader('q',1);r.writeHead(201,{a:1});r.end('x')},v); t(n+' whraw',r=>{r.writeHead(200,['a','1','b','2']);r.end()},v);
t(n+' rmcl',r=>{r.removeHeader('Content-Length');r.removeHeader('date');r.removeHeader('connection');r.removeHeader('transfer-encoding');r.end('x')},v);
t(n+' trailers',r=>{r.setHeader('Trailer','X');r.write('a');r.addTrailers({X:'1'});r.end()},v);
t(n+' flush',r=>{r.flushHeaders();r.end('z')},v); t(n+' latin',r=>{r.end('é','latin1')},v); t(n+' utf',r=>{r.write('é');r.end('ü')},v);t(n+' base',r=>{r.write('YWJj','base64');r.end()},v);
t(n+' uint8',r=>{r.write(new Uint8Array([65]));r.end()},v);
}
const e=(n,f)=>{ const r=new h.ServerResponse(Object.assign(new h.IncomingMessage(null),v11)); try { console.log(n,f(r)) } catch(x) { console.log(n,x.name,x.code,x.message) } };
e('tok',r=>r.setHeader('a b','1')); e('undef',r=>r.setHeader('a',undefined)); e('char',r=>r.setHeader('a','x\r\ny')); e('num',r=>r.setHeader('a',5).getHeaders()); e('name',r=>r.setHeader(5,'1')); e('empty',r=>r.setHeader('','1'));
e('sent',r=>{r.end();r.setHeader('a','1')}); e('sent2',r=>{r.end();r.writeHead(200)}); e('sent3',r=>{r.end();r.removeHeader('a')}); e('status',r=>r.writeHead(99)); e('status2',r=>r.writeHead('abc')); e('status3',r=>r.writeHead(200.7)._header.slice(0,15)); e('reason',r=>r.writeHead(200,'a\nb'));
e('get',r=>r.getHeader(5)); e('wafter',r=>{r.on('error',x=>console.log('err',x.code,x.message));r.end();return r.write('x')}); e('wnull',r=>r.write(null)); e('wnum',r=>r.write(5));
e('append',r=>{r.appendHeader('a','1');r.appendHeader('A','2');return r.getHeaders()}); e('setHeaders',r=>{r.setHeaders(new Map([['a','1']]));return r.getHeaders()}); e('setHeaders2',r=>r.setHeaders({})); e('has',r=>{r.setHeader('Xy','1');return [r.hasHeader('xY'),r.getHeader('XY'),r.getHeaderNames(),r.getRawHeaderNames(),r.removeHeader('xy'),r.hasHeader('Xy')]});
e('cookies',r=>{r.setHeader('Set-Cookie',['a','b']);r.setHeader('n',[1,2]);r.end();return show(r._header)});
e('ret',r=>[r.setHeader('a','1')===r,r.writeHead(200)===r,r.end()===r]);
const {Writable:W}=require('stream');
const req=Object.assign(new h.IncomingMessage(null),v11); const res=new h.ServerResponse(req); const out=[]; const w=new W({write(c,_,d){out.push(c.toString());setImmediate(d)}});
for (const n of ['finish','prefinish','close','drain','socket','pipe']) res.on(n,()=>console.log('event',n,res.writableFinished,res.writableEnded));
console.log('assigned',res.socket); res.assignSocket(w); console.log(res.socket===w,res.connection===w); try{new h.ServerResponse(req).assignSocket(w)}catch(x){console.log(x.code)}
console.log(res.write('one'), res.writableLength); res.end('two',()=>{console.log('endcb');});
setTimeout(()=>{console.log(show(out)); res.detachSocket(w); console.log(res.socket, res.destroyed); res.destroy(); console.log(res.destroyed);},50);
const q=new h.IncomingMessage(null); q._addHeaderLines(['A','1','a','2','Set-Cookie','x','set-cookie','y','Host','h','host','i','Cookie','p','cookie','q','X-A','1','x-a','2'],20); console.log(q.headers,q.rawHeaders,q.headersDistinct,q.trailers);
q.push('body'); q.push(null); q.on('data',d=>console.log('data',d.toString())).on('end',()=>console.log('end',q.complete));
const r2=Object.create(h.IncomingMessage.prototype); console.log(r2 instanceof require('stream').Readable);
const s=h.createServer((a,b)=>{b.end('hi '+a.url)}); console.log(s.listenerCount('request'), s instanceof h.Server, s instanceof require('net').Server); const res3=new h.ServerResponse({method:'GET',httpVersionMajor:1,httpVersionMinor:1}); s.emit('request',{url:'/z'},res3); console.log(show(res3.outputData.map(o=>o.data)));
h.validateHeaderName('a'); for (const f of [()=>h.validateHeaderName('a b'),()=>h.validateHeaderValue('a',undefined),()=>h.validateHeaderValue('a','\n')]) try{f()}catch(x){console.log(x.code,x.message)}

// Whoever replaces `request` has not replaced `get`.
for (const module of [require('http'), require('https')]) {
  const { request, Server } = module;
  module.request = () => console.log('replaced');
  module.Server = function () { console.log('replaced'); };
  try {
    module.get('ftp://x');
  } catch (error) {
    console.log(error.code, module === require('https') || module.createServer() instanceof Server);
  }
  Object.assign(module, { request, Server });
}
