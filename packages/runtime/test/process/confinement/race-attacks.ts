/**
 * Races against the start of a sandbox: a job inside keeps exchanging a folder for a link while other commands start, two at a time.
 * What a start checks must be what it mounts, or it must be refused. Short in `npm test`, 1,000 rounds in `npm run attack:long`.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ConfinementKind } from '../../../src/process/confinement/confinement.ts';
import type { Sandbox } from '../../../src/process/confinement/sandbox.ts';
import { quoteWord } from '../../../src/process/quote-word.ts';
import { runProcess } from '../../../src/process/run-process.ts';
import { type FencedFolder, fencedFolder, put } from './fenced-folder.ts';
import { openIn } from './machine.ts';

export interface RaceAttack {
  readonly name: string;
  /** What stands in the workspace before. `outside`: the folder that must not be reached. */
  prepare(folder: FencedFolder): Promise<unknown>;
  /** A shell line before the exchange begins. */
  readonly begin: (folder: FencedFolder) => string;
  /** The folder of the workspace that is exchanged. */
  readonly exchanged: string;
  /** What the other commands ask for. */
  readonly needs?: (folder: FencedFolder) => { readonly writable: readonly string[] };
}

/** Just enough for git, and each file that would be protected is a link: nothing in it needs to be there when it is mounted. */
const asRepository = async ({ root }: FencedFolder, at: string): Promise<void> => {
  await put(join(root, at, 'HEAD'), 'ref: refs/heads/main\n');
  for (const name of ['objects', 'refs']) mkdirSync(join(root, at, name), { recursive: true });
};

const linked = async ({ root }: FencedFolder, at: string, text: string): Promise<void> => {
  const file = join(root, `text-of-${at.replaceAll('/', '-')}`);
  await put(file, text);
  mkdirSync(dirname(join(root, at)), { recursive: true });
  symlinkSync(file, join(root, at));
};

export const raceAttacks: readonly RaceAttack[] = [
  {
    name: 'a .git file names a folder of the workspace',
    prepare: async (folder) => {
      await asRepository(folder, 'x');
      await linked(folder, 'x/hooks', '');
      await linked(folder, 'x/gitdir', `${join(folder.root, '.git')}\n`);
      await put(join(folder.root, '.git'), `gitdir: ${join(folder.root, 'x')}\n`);
    },
    begin: () => ':',
    exchanged: 'x',
  },
  {
    name: 'a job writes the .git file',
    prepare: async (folder) => {
      await asRepository(folder, 'x');
      await linked(folder, 'x/hooks', '');
      await linked(folder, 'x/gitdir', `${join(folder.root, '.git')}\n`);
    },
    begin: ({ root }) => `rm -rf .git; echo ${quoteWord(`gitdir: ${root}/x`)} > .git`,
    exchanged: 'x',
  },
  {
    name: 'a worktree of a repository in the workspace',
    prepare: async (folder) => {
      await asRepository(folder, 'x');
      mkdirSync(join(folder.outside, 'worktrees/w'), { recursive: true });
      await linked(folder, 'x/hooks', '');
      await linked(folder, 'x/worktrees/w/gitdir', `${join(folder.root, '.git')}\n`);
      await linked(folder, 'x/worktrees/w/commondir', '../..\n');
      await put(join(folder.root, '.git'), `gitdir: ${join(folder.root, 'x/worktrees/w')}\n`);
    },
    begin: () => ':',
    exchanged: 'x',
  },
  {
    name: 'a module that appears',
    prepare: (folder) => asRepository(folder, '.git'),
    begin: () => 'mkdir -p .git/modules/x; ln -sf /dev/null .git/modules/x/config; touch .git/modules/x/HEAD',
    exchanged: '.git/modules/x',
  },
  {
    name: 'the modules folder',
    prepare: async (folder) => {
      await asRepository(folder, '.git');
      await put(join(folder.outside, 'm/config'), 'x');
    },
    begin: () => 'mkdir -p .git/modules/m/hooks; touch .git/modules/m/config .git/modules/m/HEAD',
    exchanged: '.git/modules',
  },
  {
    name: 'a writable folder in the workspace',
    prepare: async ({ root }) => mkdirSync(join(root, 'x')),
    begin: () => ':',
    exchanged: 'x',
    needs: ({ root }) => ({ writable: [join(root, 'x')] }),
  },
  {
    name: 'the folder above a writable one',
    prepare: async ({ root, outside }) => {
      mkdirSync(join(root, 'x/sub'), { recursive: true });
      mkdirSync(join(outside, 'sub'));
    },
    begin: () => ':',
    exchanged: 'x',
    needs: ({ root }) => ({ writable: [join(root, 'x/sub')] }),
  },
  {
    name: 'what is removed afterwards',
    prepare: (folder) => asRepository(folder, '.git'),
    begin: () =>
      'rm -rf .git/commondir; mkdir -p .git/commondir/x; for n in 1 2 3 4 5 6 7 8 9; do mkdir -p .git/commondir/x/$n; done',
    exchanged: '.git/commondir/x',
  },
];

export interface RaceTally {
  readonly started: number;
  /** Not started, with a sentence about what was exchanged. */
  readonly refused: number;
  /** What went wrong: something outside was reached, or a start failed in an unknown way. */
  readonly wrong: readonly string[];
}

/** The folder is exchanged for a link and back, as fast as one process can. */
const exchange = (at: string, outside: string): string =>
  `ln -sfn ${quoteWord(outside)} '${at}.link'; exec node -e "const {renameSync: r} = require('fs'); for (;;) for (const [a, b] of [['${at}', '${at}.folder'], ['${at}.link', '${at}'], ['${at}', '${at}.link'], ['${at}.folder', '${at}']]) try { r(a, b) } catch {}"`;

/**
 * The one moment that matters: the folder is exchanged after the check and before the mount, as a job would do it. Returns what was
 * changed outside.
 */
export async function exchangeOnce(attack: RaceAttack, kind: ConfinementKind): Promise<{ readonly changed: boolean }> {
  const folder = await fencedFolder();
  await attack.prepare(folder);
  writeFileSync(join(folder.outside, 'kept-0'), '');
  const sandbox = await openIn(folder, kind);
  await inside(sandbox, folder, attack.begin(folder));
  const before = listing(folder.outside);
  const at = join(folder.root, attack.exchanged);
  const exchangeNow = (): void => {
    if (!existsSync(at)) return;
    renameSync(at, `${at}.folder`);
    symlinkSync(folder.outside, at);
  };
  await inside(sandbox, folder, reachOutside(attack), undefined, attack.needs?.(folder), exchangeNow);
  await sandbox.close();
  const changed = listing(folder.outside) !== before;
  await folder.remove();
  return { changed };
}

/** Writes and deletes through every name that may lead outside. */
function reachOutside({ exchanged: at }: RaceAttack): string {
  const tries = [at, `${at}/sub`, `${at}.folder`, `${at}.link`].map(
    (name) => `echo > '${name}/reached'; rm -f '${name}'/kept-*`,
  );
  return `(${tries.join('; ')}) 2>/dev/null; true`;
}

export async function runRace(attack: RaceAttack, kind: ConfinementKind, rounds: number): Promise<RaceTally> {
  const folder = await fencedFolder();
  const kept = Array.from({ length: 20 }, (_, n) => `kept-${n}`);
  await attack.prepare(folder);
  for (const name of kept) writeFileSync(join(folder.outside, name), '');
  const before = listing(folder.outside);
  const sandbox = await openIn(folder, kind);
  const tally = { started: 0, refused: 0, wrong: [] as string[] };
  const stop = new AbortController();
  const job = inside(
    sandbox,
    folder,
    `${attack.begin(folder)}; ${exchange(attack.exchanged, folder.outside)}`,
    stop.signal,
  );
  const attempt = async (): Promise<void> => {
    const { problem } = await inside(sandbox, folder, reachOutside(attack), undefined, attack.needs?.(folder));
    if (problem === undefined) tally.started += 1;
    else if (/moved or replaced/.test(problem)) tally.refused += 1;
    else tally.wrong.push(problem);
    const now = listing(folder.outside);
    if (now !== before) tally.wrong.push(`outside: ${now}`);
  };
  for (let round = 0; round < rounds && tally.wrong.length === 0; round += 1) await Promise.all([attempt(), attempt()]);
  stop.abort();
  await job;
  await sandbox.close();
  if (existsSync(folder.outside) && listing(folder.outside) !== before) tally.wrong.push('outside changed at the end');
  await rm(join(folder.root, '..'), { recursive: true, force: true });
  return tally;
}

function listing(folder: string): string {
  return existsSync(folder) ? readdirSync(folder).sort().join(' ') : 'gone';
}

async function inside(
  sandbox: Sandbox,
  { root: cwd, home }: FencedFolder,
  command: string,
  signal?: AbortSignal,
  needs: object = {},
  between: () => void = () => {},
): Promise<{ readonly problem?: string }> {
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home };
  const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', command] }, { cwd, environment, ...needs });
  between();
  const stopped = signal === undefined ? {} : { signal, graceMs: 100 };
  const { end, output } = await runProcess({ ...entry, cwd, mark: `race-${Math.random()}`, ...stopped });
  await entry.leave();
  if (end.how === 'exited' && end.code === 0) return {};
  const why = entry.failure(output.head);
  return why === undefined && signal !== undefined
    ? {}
    : { problem: why ?? `ended ${JSON.stringify(end)}: ${output.head}` };
}
