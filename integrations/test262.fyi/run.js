import { $$ } from '../../cli.js';

// Tests that never end are ended here, and not by the runner alone.
export default (file, isModule = false) => $$('./ferrotape', ['--time', '20s', isModule ? '--module' : '--script', file]);
