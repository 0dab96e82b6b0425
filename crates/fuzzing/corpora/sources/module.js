// module
export let a = 1; export default class {} export { a as 'b c' }; print(import.meta === import.meta, typeof this); await null; import('x').catch(e => print(e.name));
