// process: rejections that are handled after all, and the module that was started.
'use strict';

process.on('unhandledRejection', reason => console.log('unhandled', reason));
process.once('rejectionHandled', promise => console.log('handled', promise instanceof Promise));
process.on('rejectionHandled', promise => promise.catch(reason => console.log('again', reason)));
const first = Promise.reject(1), second = Promise.reject(2);
setTimeout(() => first.catch(reason => console.log('caught', reason)), 2);
setTimeout(() => second.catch(reason => console.log('caught', reason)), 10);
console.log(process.mainModule === module, process.mainModule === require.main, process.listenerCount('rejectionHandled'));
