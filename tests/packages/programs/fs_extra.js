const fs = require('fs-extra');
const path = require('path');
const folder = process.argv[2] ?? require('os').tmpdir() + '/fs-extra-test';
(async () => {
  console.log(typeof fs.copy, typeof fs.readFile, typeof fs.promises);
  const attempt = async (name, work) => { try { console.log(name, await work()); } catch (error) { console.log(name, error.code); } };
  await attempt('exists', () => fs.pathExists(path.join(folder, 'nothing')));
  await attempt('json', () => fs.readJson(path.join(folder, 'nothing.json')).catch(error => ['ENOENT', 'EACCES'].includes(error.code)));
})();
