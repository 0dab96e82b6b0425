const { Command, Option } = require('commander');
const program = new Command();
program.name('tool').description('does things').version('1.2.3').exitOverride()
  .option('-p, --port <number>', 'port', Number, 80).addOption(new Option('-l, --level <level>').choices(['low', 'high']))
  .argument('<file>', 'a file').action((file, options) => console.log(file, options));
program.command('sub <name>').description('a part').option('--force').action((name, options) => console.log('sub', name, options));
program.parse(['node', 'tool', 'input.txt', '-p', '8080', '-l', 'high']);
program.parse(['sub', 'x', '--force'], { from: 'user' });
console.log(program.helpInformation());
program.configureOutput({ writeErr: text => console.log('err', text.trim()) });
for (const wrong of [['--nope', 'f'], ['f', '-l', 'mid']]) {
  try { program.parse(wrong, { from: 'user' }); } catch (error) { console.log(error.code, error.exitCode); }
}
