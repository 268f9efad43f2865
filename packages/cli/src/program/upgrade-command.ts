/** `upgrade`: shows how to install a newer version. Installing is left to npm, with the user's permissions. */
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../io/exit-codes.ts';
import { readVersion } from '../io/version.ts';
import type { CommandContext } from './command-context.ts';

export function addUpgrade({ program, io, finish }: CommandContext): void {
  program
    .command('upgrade')
    .description('Show how to install a newer version. Installs nothing itself.')
    .action(() => {
      io.stdout.write(upgradeText(readVersion(), fileURLToPath(new URL('..', import.meta.url))));
      finish(exitCodes.fine);
    });
}

export function upgradeText(version: string, folder: string): string {
  return `This is interlock ${version}, in ${folder}

From a clone of the repository:
  git pull && npm ci && npm run release
  npm install -g ./interlock-agent-*.tgz

From npm, once it is published there:
  npm install -g interlock-agent@latest

Sessions and configuration are kept.
`;
}
