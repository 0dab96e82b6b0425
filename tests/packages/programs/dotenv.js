const dotenv = require('dotenv');
console.log(dotenv.parse('A=1\n# no\nB="two words"\nC=\'$A\'\nexport D=x # comment\nE="a\\nb"\nF=\n'), dotenv.parse(Buffer.from('G=h')));
const target = {};
dotenv.populate(target, { A: '1', B: '2' });
console.log(target);
