// Files: what is below a file, folders that are opened, rights that are asked for, options of the wrong type.
const fs=require('fs'),path=require('path');const D=process.argv[2];
fs.mkdirSync(D);fs.writeFileSync(D+'/f','x');fs.mkdirSync(D+'/d');
const fsp=fs.promises;
const t=async(n,f)=>{try{let r=f(); r=await r; console.log(n,r instanceof fs.Stats?'stats':r)}catch(e){console.log(n,e.name,e.code,e.syscall,e.path?.replaceAll(D,'D'),e.message.includes('mode')?'':e.message.replaceAll(D,'D'))}};
(async()=>{
for (const n of ['stat','lstat','readFile','readdir','mkdir','rmdir','unlink','access','open','rm']) await t(n+' f/x',()=>fs[n+'Sync'](D+'/f/x'));
await t('rm force',()=>fs.rmSync(D+'/f/x',{force:true}));
await t('mkdirp',()=>fs.mkdirSync(D+'/f/x/y',{recursive:true}));
await t('mkdirp f',()=>fs.mkdirSync(D+'/f',{recursive:true}));
await t('write f/x',()=>fs.writeFileSync(D+'/f/x','a'));
await t('append f/x',()=>fs.appendFileSync(D+'/f/x','a'));
await t('copy f/x',()=>fs.copyFileSync(D+'/f/x',D+'/g'));
await t('copy to f/x',()=>fs.copyFileSync(D+'/f',D+'/f/x'));
await t('rename f/x',()=>fs.renameSync(D+'/f/x',D+'/g'));
await t('exists f/x',()=>fs.existsSync(D+'/f/x'));
await t('noentry',()=>fs.statSync(D+'/f/x',{throwIfNoEntry:false}));
await t('mkdtemp',()=>fs.mkdtempSync(D+'/f/x'));
await t('open d',()=>{const fd=fs.openSync(D+'/d');try { return [fs.fstatSync(fd).isDirectory(), fs.readSync(fd,Buffer.alloc(3))]} finally {fs.closeSync(fd)}});
await t('open d rf',()=>{const fd=fs.openSync(D+'/d');try { return fs.readFileSync(fd)} finally {fs.closeSync(fd)}});
await t('open d w',()=>fs.openSync(D+'/d','w'));
await t('open d r+',()=>fs.openSync(D+'/d','r+'));
await t('open d a',()=>fs.openSync(D+'/d','a'));
await t('write d',()=>fs.writeFileSync(D+'/d','a'));
await t('unlink d',()=>fs.unlinkSync(D+'/d'));
await t('copy d',()=>fs.copyFileSync(D+'/d',D+'/g'));
await t('copy to d',()=>fs.copyFileSync(D+'/f',D+'/d'));
await t('x',()=>fs.accessSync(D+'/f',fs.constants.X_OK));
await t('x d',()=>fs.accessSync(D+'/d',fs.constants.X_OK));
await t('rx',()=>fs.accessSync(D+'/f',fs.constants.X_OK|fs.constants.R_OK));
await t('mode s',()=>fs.accessSync(D+'/f','x'));
await t('mode 8',()=>fs.accessSync(D+'/f',8));
await t('mode -1',()=>fs.accessSync(D+'/f',-1));
await t('mode null',()=>fs.accessSync(D+'/f',null));
await t('mode 1n',()=>fs.accessSync(D+'/f',1n));
for (const r of [1,0,'',null,'true',undefined,{}]) await t('rec '+r,()=>fs.mkdirSync(D+'/d',{recursive:r}));
for (const o of [true,5,'0777','abc',null,{mode:'x'},{mode:-1},()=>1,1.5]) await t('opt '+String(o)+JSON.stringify(o),()=>fs.mkdirSync(D+'/d',o));
for (const r of [1,null,'true',undefined,{}]) { await t('rm rec '+r,()=>fs.rmSync(D+'/none',{recursive:r})); await t('rm force '+r,()=>fs.rmSync(D+'/none',{force:r})); await t('rmdir rec '+r,()=>fs.rmdirSync(D+'/none',{recursive:r}));await t('readdir rec '+r,()=>fs.readdirSync(D+'/none',{recursive:r}));}
for (const o of [5,'x',true,null]) {await t('rm opt '+o,()=>fs.rmSync(D+'/none',o)); await t('rmdir opt '+o,()=>fs.rmdirSync(D+'/none',o));await t('readdir opt '+o,()=>fs.readdirSync(D+'/none',o));}
await t('above',()=>[fs.lstatSync(path.dirname(D)).isDirectory(),fs.statSync(path.dirname(D)).isDirectory(),fs.readdirSync(path.dirname(D)).includes(path.basename(D))]);
await t('p mkdir',()=>fsp.mkdir(D+'/d',{recursive:1}));
await t('p access',()=>fsp.access(D+'/f',1));
await t('c mkdir',()=>new Promise(d=>fs.mkdir(D+'/d',{recursive:1},d)));
await t('c access',()=>new Promise(d=>fs.access(D+'/f',1,e=>d(e.code))));
})();
