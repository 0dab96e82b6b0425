// Files: paths that are empty, flags, numbers of files that are none, places beyond the end, sizes, handles of promises.
const fs=require('fs'),fsp=require('fs/promises'),util=require('util');const D=process.argv[2];
fs.mkdirSync(D);
const t=async(n,f)=>{try{console.log(n,util.inspect(await f(),{breakLength:Infinity}).replaceAll(D,'D'))}catch(e){console.log(n,e.name,e.code,e.syscall,String(e.message).split('\n')[0].replaceAll(D,'D'))}};
(async()=>{
 for (const [n,f] of [['stat',()=>fs.statSync('')],['exists',()=>fs.existsSync('')],['readdir',()=>fs.readdirSync('')],['rm force',()=>fs.rmSync('',{recursive:true,force:true})],['mkdir',()=>fs.mkdirSync('')],['mkdir rec',()=>fs.mkdirSync('',{recursive:true})],['rename',()=>fs.renameSync('',D+'/q')],['rename to',()=>{fs.writeFileSync(D+'/r','');fs.renameSync(D+'/r','')}],['copy',()=>fs.copyFileSync(D+'/r','')],['write',()=>fs.writeFileSync('','x')],['open',()=>fs.openSync('')],['unlink',()=>fs.unlinkSync('')],['rmdir',()=>fs.rmdirSync('')],['access',()=>fs.accessSync('')]]) await t('empty '+n,f);
 for (const flag of ['r+','wx','ax','w+','a+','rs','as','xa','rx','q','',null,5]) await t('flag '+flag,()=>{fs.writeFileSync(D+'/f','12345');fs.writeFileSync(D+'/f','ab',{flag});return fs.readFileSync(D+'/f','utf8')});
 for (const flag of ['r+','w','a+','a','q',null]) await t('read flag '+flag,()=>{fs.writeFileSync(D+'/f','12345');return fs.readFileSync(D+'/f',{flag,encoding:'utf8'})});
 for (const fd of [undefined,null,'1',{},-1,1.5,999]) for (const n of ['closeSync','fstatSync','readSync','writeSync','ftruncateSync']) await t(n+' '+fd,()=>n==='writeSync'?fs[n](fd,'x'):n==='readSync'?fs[n](fd,Buffer.alloc(1)):fs[n](fd));
 await t('open 1',()=>fs.openSync(1));
 {const fd=fs.openSync(D+'/g','w+');fs.writeSync(fd,'0123456789');
 for (const a of [[5,0],[1,2,3],[0,4,100],[0,4,-1],[0,4,1.5],[7],[0,9],[0,-1],[0,3,8n],[{offset:2,position:3}],[null,null,null]]) await t('read '+util.inspect(a),()=>{const b=Buffer.alloc(6);const n=a.length<2&&typeof a[0]==='number'?'':fs.readSync(fd,b,...a);return [n,b.toString('latin1')]});
 for (const a of [['é',0,'latin1'],[Buffer.from('XY'),1,1,9],[Buffer.from('XY'),3],[Buffer.from('XY'),0,3],[Buffer.from('P'),{position:0}],[5],[null],['q',-1],['z','3']]) await t('write '+util.inspect(a),()=>[fs.writeSync(fd,...a),fs.readFileSync(D+'/g','latin1')]);
 await t('trunc',()=>{fs.ftruncateSync(fd,3);return fs.readFileSync(D+'/g','latin1')});await t('trunc grow',()=>{fs.ftruncateSync(fd,5);return fs.readFileSync(D+'/g')});await t('trunc neg',()=>{fs.ftruncateSync(fd,-5);return fs.readFileSync(D+'/g')});await t('trunc bad',()=>fs.ftruncateSync(fd,'x'));
 await t('writev',()=>[fs.writevSync(fd,[Buffer.from('ab'),new Uint8Array([99])],0),fs.readFileSync(D+'/g','latin1')]);await t('readv',()=>{const v=[Buffer.alloc(1),Buffer.alloc(5)];return [fs.readvSync(fd,v,0),v]});await t('readv bad',()=>fs.readvSync(fd,'x'));fs.closeSync(fd);}
 await t('truncate',()=>{fs.truncateSync(D+'/g',1);return fs.readFileSync(D+'/g')});await t('truncate none',()=>fs.truncateSync(D+'/none'));
 await t('rmdir file',()=>fs.rmdirSync(D+'/g',{recursive:true}));await t('encodings',()=>[fs.readdirSync(D,'hex'),fs.readdirSync(D,{encoding:'buffer'}).length,fs.realpathSync(D+'/g','base64')===Buffer.from(D+'/g').toString('base64')]);await t('bad enc',()=>fs.readdirSync(D,'zz'));
 await t('big',()=>{const s=fs.statSync(D+'/g',{bigint:true});return [typeof s.mtimeNs,s.mtimeNs/1000000n===s.mtimeMs]});
 await t('url path',()=>fs.readFileSync(new URL('file://'+D+'/none')));await t('buf path',()=>fs.readdirSync(Buffer.from(D+'/none')));
 await t('read cb',()=>new Promise(done=>{const fd=fs.openSync(D+'/g');fs.read(fd,(e,n,b)=>{fs.closeSync(fd);done([e,n,b.length])})}));
 await t('read cb opt',()=>new Promise(done=>{const fd=fs.openSync(D+'/g');fs.read(fd,{buffer:Buffer.alloc(3)},(e,n,b)=>{fs.closeSync(fd);done([e,n,b])})}));
 await t('promisified',async()=>{const fd=fs.openSync(D+'/g');const r=await util.promisify(fs.read)(fd,Buffer.alloc(2),0,2,0);fs.closeSync(fd);return r});
 await t('trunc cb',()=>new Promise(done=>fs.truncate(D+'/g',done)));
 const h=await fsp.open(D+'/h','w+');h.on('close',()=>console.log('closed'));
 await t('hw',()=>h.write('one\ntwo\n'));await t('hwv',()=>h.writev([Buffer.from('three'),Buffer.from('\n')]));await t('hr',()=>h.read(Buffer.alloc(3),0,3,0));await t('hr2',()=>h.read({buffer:Buffer.alloc(4),position:4}));await t('hr3',async()=>{const r=await h.read(null,0,2,0).catch(e=>e.code);return typeof r});await t('hrv',()=>h.readv([Buffer.alloc(2)],0));await t('htr',()=>h.truncate(8));await t('hst',async()=>(await h.stat()).size);
 await t('fsp.read',async()=>{const r=await fsp.open(D+'/h');const x=await fsp.readFile(r,'utf8');await r.close();return x});
 await h.close();await t('again',()=>h.close());await t('fd',()=>h.fd);await t('after',()=>h.write('x').then(()=>0,e=>e.code));
 await t('lines',async()=>{const r=await fsp.open(D+'/h');const l=[];for await(const x of r.readLines())l.push(x);return l});
 await t('iter',async()=>{await fsp.writeFile(D+'/i',['a','b']);return fsp.readFile(D+'/i','utf8')});await t('aiter',async()=>{await fsp.writeFile(D+'/i',(async function*(){yield 'x';yield Buffer.from('y')})());return fsp.readFile(D+'/i','utf8')});
 await t('abort',()=>fsp.readFile(D+'/i',{signal:AbortSignal.abort()}));await t('ftr',async()=>{await fsp.truncate(D+'/i',1);return fsp.readFile(D+'/i','utf8')});
 await t('dispose',async()=>{const r=await fsp.open(D+'/h');await r[Symbol.asyncDispose]();return r.fd});
 fs.mkdirSync(D+'/dir');try{fs.rmSync(D+'/dir')}catch(e){console.log(e.name,e.code,e.errno,e.syscall,e.path===D+'/dir',Object.keys(e),Object.keys(e.info))}
 for (const flag of [1,1025,'r+'])await t('open '+flag,()=>fs.openSync(D+'/absent',flag));console.log(fs.existsSync(D+'/absent'));
})();
