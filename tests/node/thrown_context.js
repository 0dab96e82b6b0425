// Who is told of an exception of the program itself gets the store that the program has entered.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage(), other = new AsyncLocalStorage();
process.on('uncaughtException', error => {
  console.log(error.message, storage.getStore(), other.getStore());
  setTimeout(() => console.log('later', storage.getStore()), 1);
});
storage.run('left', () => console.log(storage.getStore()));
storage.enterWith('entered');
other.run('gone', () => console.log(other.getStore()));
throw new Error('top');
