/** A separate process that has inherited descriptors. It prints those that are open inside and lead outside. */
import { join } from 'node:path';
import { runProcess } from '../../../src/process/run-process.ts';
import { openIn } from './machine.ts';

const [at = '', kind = ''] = process.argv.slice(2);
const folder = {
  ...{ root: join(at, 'work'), home: join(at, 'home'), outside: join(at, 'outside'), state: join(at, 'state') },
  remove: async () => undefined,
};
const sandbox = await openIn(folder, kind === 'bubblewrap' ? kind : 'namespaces');
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.home };
const command =
  'for fd in /proc/self/fd/* /proc/1/fd/*; do echo "$fd $(readlink $fd)"; done | grep -E "outside|/fd/([5-9]|[1-9][0-9]+) /dev/null"';
const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', command] }, { cwd: folder.root, environment });
const { output } = await runProcess({ ...entry, cwd: folder.root, mark: 'descriptors' });
await entry.leave();
await sandbox.close();
process.stdout.write(output.head);
