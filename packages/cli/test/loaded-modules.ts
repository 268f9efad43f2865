/** Preloaded into a separate process (`--import`): writes on leaving which modules were loaded, a line each, to the file that is named. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env['LOADED_MODULES'] ?? '', loaded.join('\n')));
