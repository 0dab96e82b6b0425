import chalk, { Chalk, supportsColor } from 'chalk';
console.log(supportsColor, chalk.level, chalk.red('plain'));
const colors = new Chalk({ level: 3 });
for (const text of [colors.red('red'), colors.bold.underline('both'), colors.rgb(1, 2, 3).bgHex('#ff0000')('rgb'), colors.green(`a ${colors.blue('b')} c`), colors.dim('two\nlines')]) {
  console.log(JSON.stringify(text));
}
