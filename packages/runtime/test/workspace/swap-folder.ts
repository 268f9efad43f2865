/**
 * A separate process that swaps a folder for a link to another folder and back until it is killed. In the other folder it creates the
 * draft file that a write through the link would use. Arguments: the folder, the other folder, the pid of the writer.
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
    // A write has created the folder again.
    rmSync(folder, { recursive: true, force: true });
  }
  renameSync(`${folder}.away`, folder);
}
