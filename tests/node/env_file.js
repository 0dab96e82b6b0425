// Variables from a file, and what else packages ask of the process.
const fs = require('fs'), D = process.argv[2];
fs.mkdirSync(D);
fs.writeFileSync(`${D}/.env`, '# a comment\nFERROTAPE_ONE=1\nexport FERROTAPE_TWO="two\\nlines"\nFERROTAPE_THREE=\'as it is\\n\' # behind\nFERROTAPE_FOUR = spaces  \n');
process.env.FERROTAPE_ONE = 'kept';
process.loadEnvFile(`${D}/.env`);
for (const name of ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']) console.log(name, JSON.stringify(process.env[`FERROTAPE_${name}`]));
try { process.loadEnvFile(`${D}/none`); } catch (error) { console.log(error.code, error.syscall); }
console.log(typeof process.availableMemory(), typeof process.constrainedMemory(), process.allowedNodeEnvironmentFlags instanceof Set);
try { process.setSourceMapsEnabled(5); } catch (error) { console.log(error.code); }
// What inherits from the environment has variables of its own.
const own = Object.create(process.env);
own.FERROTAPE_ONE = own.FERROTAPE_FIVE = 5;
console.log(own.FERROTAPE_ONE, own.FERROTAPE_FIVE, process.env.FERROTAPE_ONE, process.env.FERROTAPE_FIVE);
process.env.FERROTAPE_FIVE = null;
try { process.env.FERROTAPE_SIX = Symbol('six'); } catch (error) { console.log(error.name); }
console.log(process.env.FERROTAPE_FIVE, delete process.env.FERROTAPE_FIVE, 'FERROTAPE_FIVE' in process.env, 'FERROTAPE_SIX' in process.env);
