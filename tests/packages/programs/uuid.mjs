import { v1, v3, v4, v5, v6, v7, parse, stringify, validate, version, NIL } from 'uuid';
console.log(v5('hello', v5.DNS), v3('hello', v3.URL), validate(v4()), version(v4()), version(v7()), version(v1()), version(v6()), NIL);
console.log(stringify(parse('6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b')), v4({ random: new Uint8Array(16).fill(7) }), v4() !== v4());
