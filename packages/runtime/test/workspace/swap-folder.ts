/**
 * A separate process that swaps a folder for a link to another one and back until it is killed, and puts into the other one what a write
 * through the link would take for its own draft. Arguments: the folder, the other one, the process whose drafts it imitates.
 */
import { renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';

const [folder = '', other = '', pid = ''] = process.argv.slice(2);
for (let count = 0; count < 3; count += 1) writeFileSync(`${other}/.interlock-write-${pid}-${count}`, 'decoy');
process.stdout.write('ready');
for (;;) {
  renameSync(folder, `${folder}.away`);
  try {
    symlinkSync(other, folder);
    unlinkSync(folder);
  } catch {
    // A write has made the folder anew.
    rmSync(folder, { recursive: true, force: true });
  }
  renameSync(`${folder}.away`, folder);
}
