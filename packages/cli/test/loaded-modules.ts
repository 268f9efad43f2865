/** Preloaded into a separate process (`--import`): at exit, writes the names of all loaded modules to a file, one per line. */
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
