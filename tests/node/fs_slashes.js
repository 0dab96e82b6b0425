// A slash at the end of a path means a folder.
const fs=require('fs'),path=require('path');const D=process.argv[2];
fs.mkdirSync(D);fs.writeFileSync(D+'/f','x');fs.mkdirSync(D+'/d');
const t=(n,f)=>{try{const r=f();console.log(n,r instanceof fs.Stats?r.isDirectory():r)}catch(e){console.log(n,e.name,e.code,e.syscall,e.path?.replaceAll(D,'D'))}};
for (const n of ['stat','lstat','readFile','readdir','mkdir','rmdir','unlink','access','open','exists','truncate']) t(n+' f/',()=>fs[n+'Sync'](D+'/f/'));
t('rename',()=>fs.renameSync(D+'/f/',D+'/g'));t('copy',()=>fs.copyFileSync(D+'/f/',D+'/g'));t('write',()=>fs.writeFileSync(D+'/f/','a'));t('r+',()=>fs.openSync(D+'/f/','r+'));
for (const n of ['stat','lstat','access','exists']) t(n+' d/',()=>fs[n+'Sync'](D+'/d/'));
for (const n of ['stat','access','exists','readFile']) t(n+' no/',()=>fs[n+'Sync'](D+'/no/'));
t('mkdir',()=>fs.mkdirSync(D+'/e/'));t('rename d/',()=>fs.renameSync(D+'/e/',D+'/h/'));t('readdir',()=>fs.readdirSync(D+'/'));t('rmdir',()=>fs.rmdirSync(D+'/d/'));
t('new',()=>fs.writeFileSync(D+'/new/','a'));t('new w+',()=>fs.openSync(D+'/new/','w+'));t('append',()=>fs.appendFileSync(D+'/new/','a'));t('left',()=>fs.readdirSync(D));
