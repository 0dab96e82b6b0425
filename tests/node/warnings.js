// Types and codes of warnings are texts; their details are told too.
const emit = (...values) => {
  try { process.emitWarning(...values); console.log('taken'); } catch (error) { console.log(error.name, error.code, error.message); }
};
process.on('warning', warning => console.log(warning.name, warning.message, warning.code, warning.detail));
for (const rest of [
  [{ type: 1 }], [1], ['T', 1], [null], [[]], [{ code: 5 }], [{ detail: 5, type: '' }], ['A', 'B'], [{ type: 'T', code: 'C', detail: 'D' }],
  [undefined, 'C'], ['T', () => {}], [() => {}], [() => {}, 'C'], ['T', null], [{ detail: '', code: '' }], [''],
]) emit('text', ...rest);
emit(new Error('own'), 'T', 'C');
emit(new Error('own'), 1);
emit({});
emit();
