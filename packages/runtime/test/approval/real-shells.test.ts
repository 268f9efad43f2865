/**
 * The oracle is the shell itself: random lines are run in an empty folder where the only programs are stubs that record their names.
 * Every command that ran, and every command that wrote a file, must have been found in the line; otherwise the line must require a
 * question.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { parseCommand } from '../../src/approval/parse-command.ts';
import { quoteWord } from '../../src/process/quote-word.ts';

const shells: readonly string[] = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell));
const programs = ['pa', 'pb', 'pc'] as const;
let folder = '';

beforeAll(async () => {
  folder = temporaryFolder('shells');
  for (const name of programs) {
    await writeFile(join(folder, name), `#!/bin/sh\nprintf '%s\\n' ${name} >> ${quoteWord(join(folder, 'ran'))}\n`);
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Effects {
  readonly programs: readonly string[];
  readonly files: readonly string[];
}

async function effectsOf(shell: string, line: string): Promise<Effects> {
  const ran = join(folder, 'ran');
  const work = temporaryFolder('work', folder);
  await writeFile(ran, '');
  // Background processes hold the output open, so this waits for them.
  spawnSync(shell, ['-c', line], {
    cwd: work,
    env: { PATH: folder },
    timeout: 240_000, // of one that waits for ever
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const programs = (await readFile(ran, 'utf8')).split('\n').filter((name) => name !== '');
  const files = await readdir(work);
  await rm(work, { recursive: true, force: true });
  return { programs, files };
}

const tokens = fc.constantFrom(
  ...[...programs, ...programs, ' ', ' ', ' ', ';', '\n', '&', '|', '&&', '||', '|&', '(', ')', '{ ', '; }', '!', '#'],
  ...[
    '"',
    "'",
    '\\',
    '`',
    '$(',
    '$',
    '<(',
    '>(',
    '>',
    '<',
    '<<',
    '<<<',
    '2>&1',
    '&>',
    'f',
    'V=1',
    '=',
    '\\\n',
    '*',
    '{}',
  ],
  ...['if ', ' then ', ' fi', '$((', '))', '[', ']', '~', '$V', "$'", '<<E\n', '\nE\n', '()', ';;', '-', '\t'],
);
const wild = fc.array(tokens, { minLength: 2, maxLength: 14, size: 'max' }).map((pieces) => pieces.join(''));
/** Most of these lines are valid for a shell. */
const tame = fc
  .array(
    fc.constantFrom('pa', 'pb x', '"pc"', '(pa)', '{ pb; }', 'pa $(pb)', 'pa "`pc`"', 'pb <<< "$(pc)"', "pa '#' # pb"),
    { minLength: 1, maxLength: 4 },
  )
  .chain((commands) =>
    fc
      .array(fc.constantFrom(';', '&&', '||', '|', ' & ', '\n', ' \\\n', ' #', '"', "'", ' "$(', ')" '), {
        minLength: commands.length,
        maxLength: commands.length,
      })
      .map((joints) => commands.map((command, at) => `${command}${joints[at]}`).join('')),
  );

test.each(shells)(
  'REQ-915-030 finds everything that %s runs in a line',
  async (shell) => {
    let ranSomething = 0;
    await holdsAsync(
      fc.oneof(wild, tame),
      150,
      async (line) => {
        const parsed = parseCommand(line);
        if ('unparsed' in parsed) return;
        const { programs: ran, files } = await effectsOf(shell, line);
        if (ran.length > 0) ranSomething += 1;
        const found = new Set(parsed.commands.map(({ words }) => words[0]?.text));
        expect(ran.filter((name) => !found.has(name))).toEqual([]);
        if (!parsed.commands.some(({ redirects }) => redirects)) expect(files).toEqual([]);
      },
      'all',
    );
    expect(ranSomething).toBeGreaterThan(20);
  },
  patience,
);
