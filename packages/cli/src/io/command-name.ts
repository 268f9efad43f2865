/** How the user starts the program, for suggested commands: inside `npm start` and `npx`, there may be no plain `interlock`. */
import type { Io } from './io.ts';

export function commandName(env: Io['env']): string {
  return env['npm_execpath'] === undefined ? 'interlock' : 'npx interlock';
}
