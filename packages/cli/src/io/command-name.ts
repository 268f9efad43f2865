/**
 * How the user starts the program: suggested commands must exist. Inside `npm start` and `npx`, plain `interlock` may
 * not.
 */
import process from 'node:process';

export function commandName(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env['npm_execpath'] === undefined ? 'interlock' : 'npx interlock';
}
