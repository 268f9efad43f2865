/**
 * How the user starts the program: suggested commands must exist. Inside `npm start` and `npx`, plain `interlock` may
 * not.
 */
import type { Io } from './io.ts';

export function commandName(env: Io['env']): string {
  return env['npm_execpath'] === undefined ? 'interlock' : 'npx interlock';
}
