/**
 * Checks in a real bash which forms really run their command: the list is worth something only if its lines do what it says. The only
 * programs available are the victim, a script that leaves a mark, and links to a few that only start what they are told to.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteWord } from '../../packages/runtime/src/process/quote-word.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { spellings, wrappers } from './denied-forms.ts';

const starters =
  'awk base64 bash cat choom chrt command dash echo env false find flock git ionice make nice nohup perl printf prlimit python3 ruby script sed setarch setpriv setsid sh stdbuf strace tar taskset timeout true unshare vim xargs'.split(
    ' ',
  );

/** The names of the forms that ran the victim. */
export function findRunning(): readonly string[] {
  const folder = temporaryFolder('attack');
  try {
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    const mark = join(folder, 'ran');
    writeFileSync(join(programs, 'victim'), `#!/bin/sh\n: > ${quoteWord(mark)}\n`);
    chmodSync(join(programs, 'victim'), 0o755);
    for (const name of starters) {
      const found = ['/usr/bin', '/bin'].map((place) => join(place, name)).find((file) => existsSync(file));
      if (found !== undefined) symlinkSync(found, join(programs, name));
    }
    return [...spellings, ...wrappers].flatMap(({ name, write }) => {
      rmSync(mark, { force: true });
      spawnSync('/bin/bash', ['-c', write(['victim', 'x'])], {
        cwd: folder,
        env: { PATH: programs, HOME: folder, TERM: 'dumb' },
        timeout: 10_000,
        stdio: 'ignore',
      });
      return existsSync(mark) ? [name] : [];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
