/**
 * A separate process that opens a sandbox and tries to escape from it. It prints the results as JSON.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { quoteWord } from '../../../src/process/quote-word.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { openIn } from './machine.ts';

/** Created by the process that starts this one, and owned by the user it runs as. */
const [at = '', kind = 'namespaces'] = process.argv.slice(2);
const [root, home, outside, state] = ['work', 'home', 'outside', 'state'].map((name) => join(at, name)) as [
  string,
  string,
  string,
  string,
];
const folder = { root, home, outside, state, remove: async () => undefined };
const sandbox = await openIn(folder, kind === 'bubblewrap' ? kind : 'namespaces');
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.home };

async function inside(command: string): Promise<number> {
  const { root: cwd } = folder;
  const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', command] }, { cwd, environment });
  const { end } = await runProcess({ ...entry, cwd, mark: `child-${command.length}` });
  return end.how === 'exited' ? end.code : -1;
}

const found = {
  user: process.getuid?.(),
  state: sandbox.confinement.state,
  writesWorkspace: (await inside('echo x > made')) === 0 && existsSync(join(folder.root, 'made')),
  writesHome:
    (await inside(`echo x > ${quoteWord(join(folder.home, 'made'))}`)) === 0 || existsSync(join(folder.home, 'made')),
  readsKey: (await inside(`cat ${quoteWord(join(folder.home, '.ssh/id_ed25519'))}`)) === 0,
  remounts: (await inside('mount -o remount,bind,rw /')) === 0,
  makesNamespaces: (await inside('unshare -r mount -t tmpfs none /mnt')) === 0 && existsSync('/mnt/made'),
  seesOthers: (await inside(`kill -0 ${process.pid} && test -d /proc/${process.pid}/fd`)) === 0,
};
await sandbox.close();
process.stdout.write(JSON.stringify(found));
