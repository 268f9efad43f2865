/** The command that starts the program, for hints. Under `npm start` and `npx`, `interlock` alone may not be installed. */
import type { Io } from './io.ts';

export function commandName(env: Io['env']): string {
  return env['npm_execpath'] === undefined ? 'interlock' : 'npx interlock';
}
