import bl from 'bl';
const BufferList = bl.BufferList ?? bl;
const list = new BufferList();
list.append(Buffer.from('abc')).append('def').append(Buffer.from([0, 1, 2, 255]));
console.log(list.length, list.slice(2, 5), list.toString('utf8', 0, 6), list.readUInt32BE(6), list.indexOf('de'), list.get(9), list.shallowSlice(1, 3).toString());
list.consume(4);
console.log(list.length, list.slice(), Buffer.isBuffer(list.slice()), list.copy(Buffer.alloc(3), 0, 0, 3));
