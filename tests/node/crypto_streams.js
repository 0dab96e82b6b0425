// Digests of streams: whoever asks behind the end gets them too, but for those of an HMAC.
const { pipeline } = require('stream/promises'); const { Readable } = require('stream');
(async () => {
for (const mk of [() => require('crypto').createHash('sha1'), () => require('crypto').createHmac('sha1', 'k')]) {
  let h = mk(); await pipeline(Readable.from(['a', 'b']), h); try { console.log(h.digest('hex')); } catch (e) { console.log(e.code, e.message); } try { console.log(h.read()?.toString('hex')); } catch (e) { console.log(e.code); }
  h = mk(); h.end('ab'); try { console.log(h.digest('hex')); } catch (e) { console.log(e.code); }
  h = mk(); h.write('a'); h.end('b'); await new Promise(setImmediate); try { console.log(h.digest('hex')); } catch (e) { console.log(e.code); } console.log(h.read()?.toString('hex'));
  h = mk(); h.end('ab'); console.log(h.read()?.toString('hex')); try { console.log(h.digest('hex')); } catch (e) { console.log(e.code); } try { h.update('x'); } catch (e) { console.log(e.code); }
  h = mk(); h.update('ab'); console.log(h.digest('hex')); try { console.log(h.digest('hex')); } catch (e) { console.log(e.code, e.message); } h.on('error', e => console.log('err', e.code)); h.end('z'); await new Promise(setImmediate);
  h = mk(); h.on('finish', () => console.log('finish')).on('end', () => console.log('end')).on('data', d => console.log(d.length)); h.setEncoding('hex'); h.end('q'); await new Promise(r => setTimeout(r, 3)); 
  if (h.copy) { h = mk(); h.update('a'); const c = h.copy(); h.end(); await new Promise(setImmediate); console.log(c.digest('hex')); try { h.copy(); } catch (e) { console.log(e.code); } }
}
})();
